//! Ctrl-C: the first ends long work in order, a second one at once.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// How soon a second interrupt may follow the first and still be the same: some tools send two.
const SAME: Duration = Duration::from_millis(500);

/// A flag that the first Ctrl-C sets, saying what is `awaited` then; a second one ends the program
/// and says what is `left`.
pub(super) fn stop_on_interrupt(
    awaited: &'static str,
    left: &'static str,
) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            let text = format!("domeng: stopped at once; {left}\n");
            let _ = io::stderr().write_all(text.as_bytes());
            std::process::exit(1);
        }
        if flag.swap(true, Ordering::Relaxed) {
            return;
        }
        let text = format!("stopping: {awaited} (again to stop at once)\n");
        let _ = io::stderr().write_all(text.as_bytes());
    })
    .context("the interrupt key can't be handled")?;
    Ok(stop)
}
