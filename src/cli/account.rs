//! `postern account`: accounts, credits and tokens.

use super::client::{Client, segment};
use super::error::CliError;
use super::escape::shown;
use super::output::{say, say_json, text_or_dash};
use super::table::table;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

/// What to do with accounts.
#[derive(Debug, Subcommand)]
pub(super) enum AccountCommand {
    /// Create an active account with a token, which is shown once
    #[command(
        after_help = "Example:\n  postern account create --name 'Ada' --email ada@example.com --credits 1000"
    )]
    Create(CreateArgs),
    /// List all accounts with their balances
    List,
    /// Grant credits, or take them back with a negative amount
    #[command(
        after_help = "A reference counts once for each account, so you can safely repeat the command.\n\n\
        Examples:\n  postern account credits ada@example.com 500 --reference invoice-17 --reason 'Annual plan'\n  \
        postern account credits ada@example.com -500 --reference invoice-17-void --reason 'Cancelled'"
    )]
    Credits(CreditsArgs),
    /// Suspend an account: its calls are refused until it is activated
    Suspend {
        /// The account's e-mail address
        email: String,
    },
    /// Activate a pending or suspended account
    Activate {
        /// The account's e-mail address
        email: String,
    },
    /// Replace the token with a new one, which is shown once, or revoke it
    Token {
        /// The account's e-mail address
        email: String,
        /// What to do
        action: TokenAction,
    },
}

/// A new account.
#[derive(Debug, Args)]
pub(super) struct CreateArgs {
    /// The owner's name
    #[arg(long)]
    name: String,
    /// The owner's e-mail address, which identifies the account
    #[arg(long)]
    email: String,
    /// The owner's company
    #[arg(long, default_value = "")]
    company: String,
    /// Initial credits
    #[arg(long, default_value_t = 0)]
    credits: u64,
}

/// A grant of credits.
#[derive(Debug, Args)]
pub(super) struct CreditsArgs {
    /// The account's e-mail address
    email: String,
    /// How many credits; negative takes them back
    #[arg(allow_negative_numbers = true)]
    amount: i64,
    /// A unique name for the grant, such as an invoice number
    #[arg(long)]
    reference: String,
    /// The reason, shown in the ledger
    #[arg(long)]
    reason: String,
}

/// What to do with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TokenAction {
    /// Make a new token; the old one stops working at once
    Regenerate,
    /// Revoke it
    Revoke,
}

/// Runs one of the commands.
pub(super) fn run(command: &AccountCommand, client: &Client, json: bool) -> Result<(), CliError> {
    let data = match command {
        AccountCommand::Create(args) => create(args, client)?,
        AccountCommand::List => fetch_all(client, "/accounts?limit=100", "accounts")?,
        AccountCommand::Credits(args) => credits(args, client)?,
        AccountCommand::Suspend { email } => status(email, "suspended", client)?,
        AccountCommand::Activate { email } => status(email, "active", client)?,
        AccountCommand::Token { email, action } => token(email, *action, client)?,
    };
    if json { say_json(&data) } else { say(&text(command, &data)) }
}

fn create(args: &CreateArgs, client: &Client) -> Result<Value, CliError> {
    let CreateArgs { name, email, company, credits } = args;
    let body = json!({"name": name, "email": email, "company": company, "credits": credits});
    Ok(client.post("/accounts", &body)?)
}

fn credits(args: &CreditsArgs, client: &Client) -> Result<Value, CliError> {
    let CreditsArgs { email, amount, reference, reason } = args;
    let body = json!({"credits": amount, "reference": reference, "reason": reason});
    Ok(client.post(&format!("/accounts/{}/credits", segment(email)), &body)?)
}

fn status(email: &str, status: &str, client: &Client) -> Result<Value, CliError> {
    Ok(client.post(&format!("/accounts/{}/status", segment(email)), &json!({"status": status}))?)
}

fn token(email: &str, action: TokenAction, client: &Client) -> Result<Value, CliError> {
    let action = match action {
        TokenAction::Regenerate => "regenerate",
        TokenAction::Revoke => "revoke",
    };
    Ok(client.post(&format!("/accounts/{}/token", segment(email)), &json!({"action": action}))?)
}

/// Fetches all pages of a list and joins them. The address must already have parameters.
pub(super) fn fetch_all(client: &Client, address: &str, name: &str) -> Result<Value, CliError> {
    let (mut items, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let from = cursor.as_deref().map(|cursor| format!("&cursor={}", segment(cursor))).unwrap_or_default();
        let mut page = client.get(&format!("{address}{from}"))?;
        let found = page.get_mut(name).map(Value::take);
        items.extend(found.and_then(|found| found.as_array().cloned()).unwrap_or_default());
        let next = page.pointer("/page/next_cursor").and_then(Value::as_str).map(str::to_owned);
        if next.is_none() || next == cursor {
            return Ok(json!({ name: items }));
        }
        cursor = next;
    }
}

/// The result of a command, for people.
fn text(command: &AccountCommand, data: &Value) -> String {
    let balance = || text_or_dash(data.pointer("/balance/current"));
    match command {
        AccountCommand::Create(args) => {
            let status = text_or_dash(data.pointer("/account/status"));
            let account = format!("Created {} ({status}, {} credits).", shown(&args.email), balance());
            format!("{account}\n{}", shown_once(data))
        }
        AccountCommand::List => accounts(data),
        AccountCommand::Credits(args) => format!("{} now has {} credits.", shown(&args.email), balance()),
        AccountCommand::Suspend { email } | AccountCommand::Activate { email } => {
            format!("{} is now {}.", shown(email), text_or_dash(data.pointer("/account/status")))
        }
        AccountCommand::Token { email, action: TokenAction::Regenerate } => {
            format!("New token for {}; the old one no longer works.\n{}", shown(email), shown_once(data))
        }
        AccountCommand::Token { email, action: TokenAction::Revoke } => {
            format!("The token of {} no longer works.", shown(email))
        }
    }
}

fn shown_once(data: &Value) -> String {
    format!(
        "\n  {}\n\nThis token is shown only once: keep it somewhere safe.",
        text_or_dash(data.get("token"))
    )
}

fn accounts(data: &Value) -> String {
    let list = data.get("accounts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if list.is_empty() {
        return "There are no accounts.".to_owned();
    }
    let header = ["email", "status", "balance", "used", "name", "company"].map(str::to_owned).to_vec();
    let row = |account: &Value| {
        ["/email", "/status", "/balance/current", "/balance/total_used", "/name", "/company"]
            .map(|path| text_or_dash(account.pointer(path)))
            .to_vec()
    };
    table(&[header].into_iter().chain(list.iter().map(row)).collect::<Vec<_>>(), &[2, 3])
}
