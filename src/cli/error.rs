//! What ends a command early.

use std::io;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// Nobody reads the output any more, as in `postern sample 1000 | head`.
    #[error("standard output is closed")]
    ClosedPipe,
    /// A file could not be read or written.
    #[error("{0}: {1}")]
    File(String, #[source] io::Error),
    /// The arguments or settings don't do.
    #[error("{0}")]
    Usage(String),
    /// The service did not answer, or not as it should.
    #[error("{0}")]
    Call(#[from] super::client::CallError),
}

impl CliError {
    /// An error of standard output, which is no error where the reader just had enough.
    pub(super) fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::File("standard output".to_owned(), error)
        }
    }
}
