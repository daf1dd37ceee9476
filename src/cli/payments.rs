//! `postern payments`: lists payments that match no account, and assigns one to an account.

use super::account::fetch_all;
use super::client::{Client, segment};
use super::error::CliError;
use super::escape::shown;
use super::output::{say, say_json, text_or_dash};
use super::table::table;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// What to do with payments.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = HELP)]
pub(super) struct PaymentsArgs {
    /// List all payments, not only those that match no account
    #[arg(long)]
    all: bool,

    #[command(subcommand)]
    command: Option<PaymentsCommand>,
}

#[derive(Debug, Subcommand)]
enum PaymentsCommand {
    /// Assign a payment that matches no account to an account
    #[command(
        after_help = "A payment is assigned once: you can safely repeat the command, but not with other values.\n\n\
        Example:\n  postern payments assign cs_live_a1B2 ada@example.com 1000"
    )]
    Assign {
        /// The payment's checkout session, as the list shows it
        session: String,
        /// The account's e-mail address
        email: String,
        /// How many credits it is worth
        credits: u64,
    },
}

const HELP: &str = "\
A payment matches no account if its checkout was not created here and names no account, or if the amount is neither the \
agreed one nor the price of a pack. The customer has still paid: look the payment up at Stripe, and either assign it to an \
account or refund it there.

Examples:
  postern payments
  postern payments --all
  postern payments assign cs_live_a1B2 ada@example.com 1000";

/// Lists payments, or assigns one to an account.
pub(super) fn run(args: &PaymentsArgs, client: &Client, as_json: bool) -> Result<(), CliError> {
    if let Some(PaymentsCommand::Assign { session, email, credits }) = &args.command {
        let body = json!({"email": email, "credits": credits});
        let data = client.post(&format!("/payments/{}", segment(session)), &body)?;
        let balance = text_or_dash(data.pointer("/balance/current"));
        let text = format!("{} now has {balance} credits.", shown(email));
        return if as_json { say_json(&data) } else { say(&text) };
    }
    let state = if args.all { "all" } else { "unmatched" };
    let data = fetch_all(client, &format!("/payments?state={state}&limit=100"), "payments")?;
    if as_json { say_json(&data) } else { say(&text(&data, args.all)) }
}

fn text(data: &Value, are_all: bool) -> String {
    let list = data.get("payments").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if list.is_empty() {
        let none = if are_all { "There are no payments." } else { "Every payment is matched to an account." };
        return none.to_owned();
    }
    let keys = if are_all {
        ["session", "at", "amount", "currency", "refunded", "credits", "state", "account"]
    } else {
        ["session", "at", "amount", "currency", "refunded", "email", "reference", "reason"]
    };
    let row = |payment: &Value| keys.map(|key| text_or_dash(payment.get(key))).to_vec();
    let rows: Vec<_> =
        core::iter::once(keys.map(str::to_owned).to_vec()).chain(list.iter().map(row)).collect();
    table(&rows, if are_all { &[2, 4, 5] } else { &[2, 4] })
}
