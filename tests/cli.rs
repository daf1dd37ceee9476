//! The command line as its users run it: the real binary, against a small server that speaks the operator's contract.

#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "helpers of tests are tests, too: they fail by panicking"
)]

#[path = "cli/accounts.rs"]
mod accounts;
#[path = "cli/browser_token.rs"]
mod browser_token;
#[path = "cli/count.rs"]
mod count;
#[path = "cli/erase.rs"]
mod erase;
#[path = "cli/export.rs"]
mod export;
#[path = "cli/exports.rs"]
mod exports;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/formats.rs"]
mod formats;
#[path = "cli/fuzz.rs"]
mod fuzz;
#[path = "cli/import.rs"]
mod import;
#[path = "cli/mcp.rs"]
mod mcp;
#[path = "cli/memory.rs"]
mod memory;
#[path = "cli/payments.rs"]
mod payments;
#[path = "cli/sample.rs"]
mod sample;
#[path = "cli/samples.rs"]
mod samples;
#[path = "cli/server.rs"]
mod server;
#[path = "cli/service.rs"]
mod service;
#[path = "cli/shell.rs"]
mod shell;
