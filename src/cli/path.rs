//! The instruction set for play in lockstep, where the environment names one.

use super::exit::{Failure, Outcome};
use crate::engine::lockstep::Path;

/// The variable that names it.
const VARIABLE: &str = "DOMENG_LOCKSTEP";

/// Forces the path that the environment names, if it names one. Results do not depend on it.
pub(super) fn force_from_environment() -> Outcome {
    let Some(value) = std::env::var_os(VARIABLE) else { return Ok(()) };
    let forced = value.to_str().and_then(Path::parse).is_some_and(Path::force);
    if forced {
        return Ok(());
    }
    let has = Path::ALL.into_iter().filter(|path| path.is_available()).map(Path::word);
    Err(Failure::usage(anyhow::anyhow!(
        "{VARIABLE} is `{}`; this machine has {}",
        value.to_string_lossy().escape_debug(),
        has.collect::<Vec<_>>().join(", "),
    )))
}
