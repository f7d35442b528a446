//! Exit codes: 0 fine, 1 the run or the check failed, 2 wrong usage.

use std::io;
use std::process::ExitCode;

use anyhow::Context as _;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for can't be done: a wrong spec, file or value. Exit code 2.
    Usage(anyhow::Error),
    /// It was tried and failed. Exit code 1.
    Run(anyhow::Error),
    /// The check found something wrong and has said so, or was interrupted and has said so. Exit
    /// code 1.
    Said,
}

/// How a command ends.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// Wrong usage.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        Self::Usage(error.into())
    }
}

/// Anything else that goes wrong is a failed run.
impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Run(error.into())
    }
}

/// Says what went wrong on stderr, and gives the code.
pub(super) fn code(outcome: Outcome) -> ExitCode {
    let (error, code) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Said) => return ExitCode::FAILURE,
        Err(Failure::Run(error)) => (error, ExitCode::FAILURE),
        Err(Failure::Usage(error)) => (error, ExitCode::from(2)),
    };
    // Where stderr is closed too there is no one left to tell.
    let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("domeng: {error:#}\n"));
    code
}

/// For commands whose output is all they do: a reader that has seen enough closes the pipe, and
/// that is a quiet end and no failure.
pub(super) fn quiet_pipe(result: io::Result<()>) -> Outcome {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other.context("standard output")?),
    }
}

/// What was being done when a run failed; wrong usage speaks for itself.
pub(super) fn in_context(failure: Failure, what: &'static str) -> Failure {
    match failure {
        Failure::Run(error) => Failure::Run(error.context(what)),
        other => other,
    }
}
