//! Tells the program where it comes from, for the manifest of a run.

use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let rustc = output(&compiler, &["--version"]).unwrap_or_default();
    // Only in a checkout of its own: a package unpacked inside another repository is not that one.
    let here = std::path::Path::new(".git").exists();
    let commit = here.then(|| output("git", &["rev-parse", "HEAD"])).flatten().unwrap_or_default();
    let dirty = here.then(|| output("git", &["status", "--porcelain"])).flatten();
    let dirty = dirty.map(|changes| (!changes.is_empty()).to_string()).unwrap_or_default();
    let target = std::env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=DOMENG_RUSTC={rustc}");
    println!("cargo:rustc-env=DOMENG_COMMIT={commit}");
    println!("cargo:rustc-env=DOMENG_DIRTY={dirty}");
    println!("cargo:rustc-env=DOMENG_TARGET={target}");
    let watched = [
        "src",
        "strategies",
        "experiments",
        "Cargo.toml",
        "Cargo.lock",
        "build.rs",
        ".git/HEAD",
        ".git/index",
    ];
    for path in watched.into_iter().filter(|path| std::path::Path::new(path).exists()) {
        println!("cargo:rerun-if-changed={path}");
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
