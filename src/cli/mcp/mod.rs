//! `postern mcp`: the service for agents that only speak over standard input and output.
//!
//! Each line of standard input is a message of the Model Context Protocol (revision 2026-07-28 and those since 2025-06-18, "stdio"), which
//! is sent to `/mcp`. Each answer is a line of standard output. Messages are sent at once, so that a slow one holds up no other.

mod forward;

use super::error::CliError;
use super::output::note;
use super::service::ServiceArgs;
use super::token::token_text;
use clap::Args;
use forward::Forwarder;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Where the token is.
#[derive(Debug, Args)]
#[command(after_help = "\
For agents that can't call https://YOUR-HOST/mcp by themselves: set this as the command of a server. The token is an API token or a \
browser token. It comes from --token-file, else from POSTERN_API_TOKEN, else from the dev.json of a running `npm start`. It is never an \
argument, because other programs could see it.\n\n\
Examples:\n  postern mcp --url https://posts.example.com\n  postern mcp --url https://posts.example.com --token-file token")]
pub(super) struct McpArgs {
    /// A file with the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

/// Forwards messages until standard input ends, and every answer has come.
pub(super) fn run(args: &McpArgs, service: &ServiceArgs) -> Result<(), CliError> {
    let url = service.address()?;
    if args.token_file.as_deref().is_some_and(|file| file == "-") {
        return Err(CliError::Usage(
            "expected a file with the token: standard input has the messages".to_owned(),
        ));
    }
    let token = token_text(args.token_file.as_deref(), service, Some(&url))?;
    let forwarder = Forwarder::new(&url, &token);
    std::thread::scope(|scope| {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|error| CliError::File("standard input".to_owned(), error))?;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let message = forwarder.receive(&line);
            let forwarder = &forwarder;
            scope.spawn(move || {
                if let Some(answer) = forwarder.send(&message)
                    && let Err(error) = write(&answer)
                {
                    note(&error.to_string());
                }
            });
        }
        Ok(())
    })
}

/// Writes an answer as a line of its own.
fn write(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}").and_then(|()| out.flush())
}
