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
    /// The databases did not do what they were asked.
    #[error("the databases: {0}")]
    Storage(#[from] crate::store::StorageError),
    /// Money does not add up.
    #[error(
        "balances that are not the sum of their ledger: {0}. Calls still work, but find out why before anything else"
    )]
    Mismatched(u64),
    /// Ctrl-C was pressed.
    #[error("stopped")]
    Stopped,
    /// The service did not answer, or answered with an error.
    #[error("{0}")]
    Call(#[from] super::client::CallError),
}

impl CliError {
    /// The exit code: whether the service understood the request and refused it, or all else.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => REFUSED,
            Self::Call(error) if error.is_refusal() => REFUSED,
            Self::Stopped => STOPPED,
            _ => FAILED,
        }
    }

    /// An error of standard output. A closed pipe is not one, because its reader has read enough.
    pub(super) fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::File("standard output".to_owned(), error)
        }
    }
}
