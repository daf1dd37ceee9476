//! The operator's command line. All of it is in [`postern::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    postern::cli::main()
}
