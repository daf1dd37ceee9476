//! Errors that end a command.

use super::escape::shown;
use super::{FAILED, REFUSED, STOPPED};
use std::io;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// Nobody reads the output any more, as in `postern sample 1000 | head`.
    #[error("standard output is closed")]
    ClosedPipe,
    /// A file could not be read or written.
    #[error("{name}: {1}", name = shown(.0))]
    File(String, #[source] io::Error),
    /// The arguments or settings are wrong.
    #[error("{0}")]
    Usage(String),
    /// The request can't be carried out in the current state.
    #[error("{0}")]
    Refused(String),
    /// A statement on the databases failed.
    #[error("the databases: {0}")]
    Storage(#[from] crate::store::StorageError),
    /// The ledgers and the balances do not agree.
    #[error(
        "balances that are not the sum of their ledger: {0}. Calls still work, but find the cause before you do anything else"
    )]
    Mismatched(u64),
    /// The service answered with something else.
    #[error("expected an answer of this version of the service from {0}, and another came")]
    Answer(&'static str),
    /// Ctrl-C was pressed.
    #[error("stopped")]
    Stopped,
    /// The service did not answer, or answered with an error.
    #[error("{0}")]
    Call(#[from] super::client::CallError),
}

impl CliError {
    /// The exit code. It tells refusals from all other failures.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => REFUSED,
            Self::Call(error) if error.is_refusal() => REFUSED,
            Self::Stopped => STOPPED,
            _ => FAILED,
        }
    }

    /// Converts an error of standard output. A closed pipe is not a failure, because its reader has read enough.
    pub(super) fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::File("standard output".to_owned(), error)
        }
    }
}
