//! Reports: what the three forms say, that a page needs nothing else, and that it stands anything.

mod commands;

use std::fs;
use std::path::Path;

use commands::{domeng, told};

/// A run, and its page.
#[track_caller]
fn page(folder: &Path, name: &str, flags: &[&str]) -> String {
    told(folder, &[&["tournament", "--quiet", "--threads", "2", "--out", name], flags].concat());
    let page = fs::read_to_string(folder.join(name).join("report.html")).unwrap();
    whole(&page);
    page
}

/// What holds of any page: it needs nothing else, and is not too large; all that is opened is closed.
#[track_caller]
fn whole(page: &str) {
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    for other in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(other), "{other}");
    }
    let main = &page[page.find("<main>").unwrap()..page.find("</main>").unwrap()];
    for other in ["NaN", "inf ", "\"#01"] {
        assert!(!main.contains(other), "{other}");
    }
    let targets = page.split("href=\"").skip(1);
    assert!(targets.clone().all(|to| to.starts_with('#') || to.starts_with("data:,\"")));
    for to in targets.filter_map(|to| to.strip_prefix('#')?.split('"').next()) {
        assert!(page.contains(&format!("<section id=\"{to}\"")), "{to}");
    }
    for tag in ["svg", "table", "details", "section", "figure", "title", "desc", "tr", "td"] {
        let [open, spaced, closed] = ["<T>", "<T ", "</T>"].map(|form| form.replace('T', tag));
        let opened = page.matches(&open).count() + page.matches(&spaced).count();
        assert_eq!(opened, page.matches(&closed).count(), "{tag}");
    }
}

fn sections(page: &str) -> Vec<&str> {
    let parts = page.split("<section id=\"").skip(1);
    parts.map(|part| part.split('"').next().unwrap_or_default()).collect()
}

/// A section of a page.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let from = page.find(&format!("<section id=\"{id}\"")).unwrap();
    &page[from..from + page[from..].find("</section>").unwrap()]
}

const FOUR: [&str; 8] =
    ["-s", "random", "-s", "greedy", "-s", "light", "-s", "宽 <i>&amp;</i> | `x` wide=heuristic"];

#[test]
fn three_forms_of_one_story() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let html = page(folder, "run", &[&FOUR[..], &["--games", "400", "--seed", "5"]].concat());
    assert_eq!(
        sections(&html),
        [
            "verdict",
            "run",
            "ranking",
            "stones",
            "head-to-head",
            "differences",
            "seats",
            "neighbours",
            "ends",
            "flows",
            "length",
            "convergence",
            "faults",
            "statistics",
            "manifest"
        ]
    );
    let steady = |text: String| {
        let program = |line: &str| line.contains(concat!("domeng ", env!("CARGO_PKG_VERSION")));
        let lines =
            text.lines().filter(|line| !program(line) && !line.trim().starts_with("commit"));
        lines.filter(|line| !is_hash(line)).collect::<Vec<_>>().join("\n")
    };
    let markdown = told(folder, &["report", "run", "--format", "markdown"]);
    let terminal = told(folder, &["report", "run", "--format", "terminal"]);
    for line in terminal.lines() {
        assert!(console::measure_text_width(line) <= 80 && !line.contains('\u{1b}'), "{line}");
    }
    // The same figure everywhere.
    let rate = terminal.lines().find(|line| line.contains("greedy") && line.contains('█')).unwrap();
    let rate = rate.split_whitespace().rev().nth(1).unwrap();
    assert!(markdown.contains(rate) && html.contains(rate), "{rate}");
    insta::assert_snapshot!("markdown", steady(markdown));
    insta::assert_snapshot!("terminal", steady(terminal));
}

/// Lines that have nothing but what follows from the build.
fn is_hash(line: &str) -> bool {
    line.split_whitespace()
        .any(|word| word.len() >= 32 && word.chars().all(|c| c.is_ascii_hexdigit()))
}

#[test]
fn names_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = "<script>alert(1)</script>";
    let pool = ["-s", &format!("{script}=greedy"), "-s", "\"><b onclick>'&lt;=random"];
    let html = page(folder, "run", &[&pool[..], &["--games", "200", "--design", "mix"]].concat());
    assert!(!html.contains(script) && !html.contains("<b onclick>"));
    // Escaped once, in the text of pictures, in their titles and in tables alike.
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(
        html.contains("<th scope=\"row\">&#60;script&#62;")
            || html.contains("<th scope=\"row\">&lt;script")
    );
    assert_eq!(html.matches("<script>").count(), 1);
    let markdown = told(folder, &["report", "run", "--format", "markdown"]);
    // But where it is between fences, which Markdown shows as it is.
    let outside: String = markdown.split("```").step_by(2).collect();
    assert!(!outside.contains(script) && outside.contains("&lt;script&gt;"));
}

/// From the files of the run alone: made again it is the same, wherever the run is.
#[test]
fn a_page_follows_from_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let first = page(folder, "run", &["-s", "greedy", "-s", "random", "--games", "300"]);
    fs::rename(folder.join("run"), folder.join("moved")).unwrap();
    fs::remove_file(folder.join("moved/report.html")).unwrap();
    assert!(told(folder, &["verify", "moved"]).contains("all of it is right"));
    told(folder, &["report", "--quiet", "moved"]);
    assert_eq!(fs::read_to_string(folder.join("moved/report.html")).unwrap(), first);
    assert!(told(folder, &["verify", "moved"]).contains("all of it is right"));
    told(folder, &["reproduce", "--quiet", "moved"]);
    told(folder, &["report", "--quiet", "moved", "--out", "here.html"]);
    assert_eq!(fs::read_to_string(folder.join("here.html")).unwrap(), first);
    // A run that was killed when all else was there gets it when it is gone on with.
    fs::remove_file(folder.join("moved/report.html")).unwrap();
    told(folder, &["tournament", "--quiet", "--resume", "moved"]);
    assert_eq!(fs::read_to_string(folder.join("moved/report.html")).unwrap(), first);
    // Played again, on other threads and at another time.
    let again = ["-s", "greedy", "-s", "random", "--games", "300", "--out", "again"];
    std::thread::sleep(std::time::Duration::from_millis(1100));
    told(folder, &[&["tournament", "--quiet", "--threads", "3"], &again[..]].concat());
    assert_eq!(fs::read_to_string(folder.join("again/report.html")).unwrap(), first);
    // A run that goes on has another.
    told(folder, &["tournament", "--quiet", "--resume", "moved", "--games", "600"]);
    let longer = fs::read_to_string(folder.join("moved/report.html")).unwrap();
    assert!(longer.contains("120 of 120") && first.contains("60 of 60"));
}

#[test]
fn degenerate_runs_have_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let one = page(folder, "one", &["-s", "greedy", "--games", "50"]);
    assert!(one.contains("is the only entrant"));
    let five = ["-s", "greedy", "-s", "random", "-s", "light", "-s", "greedy", "-s", "random"];
    let block = page(folder, "block", &[&five[..], &["--games", "5"]].concat());
    assert!(block.contains("nothing can be told") && block.contains("after all 1 blocks"));
    let rules = "pool = [\"greedy\", \"random\"]\ngames = 200\n[rules]\nmax_rounds = 1\n";
    fs::write(folder.join("undecided.toml"), rules).unwrap();
    let undecided = page(folder, "undecided", &["undecided.toml"]);
    assert!(
        undecided.contains("All 200 elections ended undecided")
            && undecided.contains("max_rounds = 1")
    );
    let games =
        "pool = [\"greedy\", \"random\"]\ngames = 60\nelections = 3\n[rules]\nstones = 200\n";
    fs::write(folder.join("stones.toml"), games).unwrap();
    let stones = page(folder, "stones", &["stones.toml"]);
    assert!(stones.contains("A game is 3 elections in a row"));
    // Bars of several stones say so, below and on the axis.
    let spread = section(&stones, "stones");
    let several = spread.split_once(" numbers of stones a bar").unwrap().0;
    let several = several.rsplit(' ').next().unwrap();
    assert!(spread.contains(&format!("stones, {several} a bar</text>")), "{several}");
    assert!(!section(&one, "stones").contains(" a bar"));
}

/// As many entrants and arms as there may be, with names as long as they may be.
#[test]
fn the_largest_pools_have_a_page_of_some_size() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pool = |count: usize| -> Vec<String> {
        let name = |n| format!("{n:02}<{}>{n:02}=random", "宽'".repeat(46));
        (0..count).flat_map(|n| ["-s".to_owned(), name(n)]).collect()
    };
    for (name, count, flags) in [
        ("all", 64, &["--games", "640"][..]),
        ("ladder", 16, &["--design", "ladder", "--games", "2400"]),
        ("gauntlet", 64, &["--design", "gauntlet", "--both", "--games", "1260"]),
    ] {
        let pool = pool(count);
        let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
        let html = page(folder, name, &[&pool[..], flags].concat());
        assert!(html.contains("more rows are not shown here; they are in"), "{name}");
        // What a table that is cut itself lacks is in a file.
        let stones = section(&html, "stones");
        assert!(stones.contains("are not drawn; they are in stones.csv."), "{name}");
        assert!(stones.contains("(250 of ") && !stones.contains("the table has them"), "{name}");
        assert!(html.contains("are not drawn; the table has them."), "{name}");
    }
}

/// A run that was broken off says so before anything else, in each form.
#[test]
fn an_incomplete_run_says_so_on_top() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    page(folder, "run", &["-s", "greedy", "-s", "random", "--games", "300"]);
    let path = folder.join("run/manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    // As a run is before it has ended.
    for key in ["ended", "blocks_done", "run_hash"] {
        manifest[key] = serde_json::Value::Null;
    }
    manifest["complete"] = false.into();
    manifest["files"] = serde_json::json!({});
    fs::write(&path, manifest.to_string()).unwrap();
    let blocks = fs::read_to_string(folder.join("run/blocks.csv")).unwrap();
    let some: Vec<&str> = blocks.lines().take(1 + 2 * 20).collect();
    fs::write(folder.join("run/blocks.csv"), some.join("\n") + "\n").unwrap();
    told(folder, &["report", "--quiet", "run"]);
    let html = fs::read_to_string(folder.join("run/report.html")).unwrap();
    whole(&html);
    let notice = html.find("INCOMPLETE: 20 of 60 blocks").unwrap();
    assert!(notice < html.find("<main>").unwrap());
    for form in ["markdown", "terminal"] {
        let text = told(folder, &["report", "--quiet", "run", "--format", form]);
        assert!(text.lines().take(4).any(|line| line.contains("INCOMPLETE: 20 of 60")), "{text}");
    }
}

#[test]
fn tests_budgets_and_proportions_have_sections() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let until = ["--design", "duel", "--until", "decided", "--h1", "0.3"];
    let html = page(folder, "until", &[&["-s", "greedy", "-s", "random"][..], &until].concat());
    assert!(
        html.contains("Sequential test of the challenger")
            && html.contains("LLR of the challenger")
            && html.contains("From 50 blocks on the run ends for H1")
    );
    let budgets = ["-s", "monte-carlo:worlds=2", "-s", "monte-carlo:worlds=8", "-s", "greedy"];
    let html = page(folder, "budget", &[&budgets[..], &["--games", "60"]].concat());
    assert!(sections(&html).contains(&"budget") && html.contains("monte-carlo by worlds"));
    // Names beside a heat map are whole where they differ in their last letter.
    let versus = section(&html, "head-to-head");
    for name in ["1 monte-carlo:worlds=2</text>", "2 monte-carlo:worlds=8</text>"] {
        assert!(versus.contains(name), "{name}");
    }
    assert!(versus.contains("full colour is") && versus.contains("95 % intervals are in"));
    let mix = ["-s", "greedy", "-s", "random", "--design", "mix", "--games", "1200"];
    let html = page(folder, "mix", &mix);
    assert!(sections(&html).contains(&"thriving") && html.contains("greedy invades random"));
}

#[test]
fn several_runs_stand_beside_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |name, spec, seed| {
        page(folder, name, &["-s", spec, "-s", "random", "--games", "400", "--seed", seed]);
    };
    run("one", "a=greedy", "1");
    run("two", "a=light", "1");
    run("three", "a=greedy", "2");
    told(folder, &["report", "--quiet", "one", "two", "three", "--out", "all.html"]);
    let html = fs::read_to_string(folder.join("all.html")).unwrap();
    whole(&html);
    assert_eq!(sections(&html), ["verdict", "runs", "second-run", "third-run"]);
    assert!(html.contains("Paired: block by block") && html.contains("Independent: the seed"));
    let text = told(folder, &["report", "one", "two", "--format", "terminal"]);
    assert!(text.lines().all(|line| console::measure_text_width(line) <= 80), "{text}");
    assert!(text.contains("two beside one"));
    told(folder, &["report", "one", "two", "--format", "markdown"]);
}

#[test]
fn what_cant_be_reported_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    page(folder, "run", &["-s", "greedy", "-s", "random", "--games", "50"]);
    let refused = |arguments: &[&str], code: i32, said: &str| {
        let output = domeng(folder, &[&["report", "--quiet"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(said) && !text.contains("panicked"), "{text}");
    };
    refused(&[], 2, "DIR");
    refused(&["none"], 1, "none is no folder of a run: it has no manifest.json");
    refused(&["run", "run"], 2, "needs --out FILE");
    fs::create_dir(folder.join("tuning")).unwrap();
    fs::write(folder.join("tuning/tune.json"), "{\"domeng\": 1, \"kind\": \"tuning\"}").unwrap();
    refused(&["tuning"], 2, "tuning holds a tuning and no run; a tuning that has ended has");
    refused(&["run", "--format", "pdf"], 2, "html, markdown, terminal");
    refused(&["run", "--out", "none/page.html"], 1, "none/page.html: the report can't be written");
    let rules = "pool = [\"greedy\", \"random\"]\ngames = 50\n[rules]\nstones = 9\n";
    fs::write(folder.join("other.toml"), rules).unwrap();
    page(folder, "other", &["other.toml"]);
    refused(&["run", "other", "--out", "both.html"], 1, "--force");
    told(folder, &["report", "--quiet", "--force", "run", "other", "--out", "both.html"]);
}

/// The experiment that a page has is the run's.
#[test]
fn the_experiment_of_a_page_plays_the_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = "design = \"seating\"\npool = [\"a b=heuristic:heavy=0.8\", \"greedy\", \"greedy\"]\n\
                seatings = [[\"a b\", \"greedy\", \"greedy#2\", \"greedy\", \"greedy#2\"]]\n\
                games = 50\nelections = 2\nseed = 9\nanchor = \"greedy\"\n\
                [rules]\nstones = 12\nceki = 4\n[outputs]\ngames = false\n";
    fs::write(folder.join("mine.toml"), file).unwrap();
    page(folder, "run", &["mine.toml"]);
    let markdown = told(folder, &["report", "run", "--format", "markdown"]);
    let toml = markdown.split("```").nth(1).unwrap();
    assert!(toml.contains("stones = 12") && !toml.contains("max_rounds"), "{toml}");
    fs::write(folder.join("again.toml"), toml).unwrap();
    page(folder, "again", &["again.toml"]);
    let hash = |name: &str| {
        let text = fs::read_to_string(folder.join(name).join("manifest.json")).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["run_hash"].clone()
    };
    assert_eq!(hash("run"), hash("again"));
}
