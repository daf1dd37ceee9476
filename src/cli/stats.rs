//! `postern stats`: the number of posts, storage use and the state of the ledgers.

use super::client::Client;
use super::error::CliError;
use super::output::{bytes, say, say_json, text_or_dash};
use super::table::table;
use serde_json::Value;

/// Prints the figures.
pub(super) fn run(client: &Client, json: bool) -> Result<(), CliError> {
    let data = client.get("/stats")?;
    if json {
        say_json(&data)?;
    } else {
        say(&text(&data))?;
    }
    match data.pointer("/ledger/mismatched").and_then(Value::as_u64) {
        None | Some(0) => Ok(()),
        Some(count) => Err(CliError::Mismatched(count)),
    }
}

fn text(data: &Value) -> String {
    let cells = |names: [&str; 4]| names.map(str::to_owned).to_vec();
    let mut rows = vec![cells(["platform", "posts", "oldest", "newest"])];
    let platforms = data.pointer("/posts/platforms").and_then(Value::as_array);
    for platform in platforms.into_iter().flatten() {
        rows.push(
            ["platform", "posts", "oldest", "newest"]
                .iter()
                .map(|key| text_or_dash(platform.get(key)))
                .collect(),
        );
    }
    let total = text_or_dash(data.pointer("/posts/total"));
    rows.push(vec!["all".to_owned(), total]);
    let storage = |name: &str| bytes(data.pointer(&format!("/storage/{name}_bytes")));
    let ledger = match data.pointer("/ledger/mismatched").and_then(Value::as_u64) {
        None => "-".to_owned(),
        Some(0) if is_partial(data) => "every balance that was checked is the sum of its ledger".to_owned(),
        Some(0) => "every balance is the sum of its ledger".to_owned(),
        Some(1) => "1 balance is not the sum of its ledger".to_owned(),
        Some(count) => format!("{count} balances are not the sum of their ledger"),
    };
    let payments = match data.pointer("/payments/unmatched").and_then(Value::as_u64) {
        None => "-".to_owned(),
        Some(0) => "every payment is matched to an account".to_owned(),
        Some(count) => format!("{count} payments match no account: see `postern payments`"),
    };
    let mail = match data.pointer("/mail/waiting").and_then(Value::as_u64) {
        None => "-".to_owned(),
        Some(0) => "none waiting to be sent".to_owned(),
        Some(count) => format!("{count} waiting to be sent: see the log if this does not change"),
    };
    let states = [
        ("storage", format!("posts {}, accounts {}", storage("posts"), storage("accounts"))),
        ("accounts", text_or_dash(data.pointer("/ledger/accounts"))),
        ("ledger", ledger),
        ("payments", payments),
        ("mail", mail),
    ];
    let states = states.map(|(name, state)| vec![name.to_owned(), state]);
    format!("{}\n\n{}", table(&rows, &[1]), table(&states, &[]))
}

/// Whether there are more accounts than one call checks.
fn is_partial(data: &Value) -> bool {
    data.pointer("/ledger/partial").and_then(Value::as_bool).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn missing_figures_are_dashes() {
        let data = json!({
            "posts": {"total": 12, "platforms": [
                {"platform": "x", "posts": 12, "oldest": "2026-01-01T00:00:00.000Z", "newest": null}]},
            "storage": {"posts_bytes": 2048},
            "ledger": {"accounts": 3, "mismatched": 0},
            "payments": {"unmatched": 2},
            "mail": {"waiting": 0}});
        let expected = "platform  posts  oldest                    newest\n\
                        x            12  2026-01-01T00:00:00.000Z  -\n\
                        all          12\n\n\
                        storage   posts 2.00 KiB, accounts -\n\
                        accounts  3\n\
                        ledger    every balance is the sum of its ledger\n\
                        payments  2 payments match no account: see `postern payments`\n\
                        mail      none waiting to be sent";
        assert_eq!(text(&data), expected);
    }

    #[test]
    fn a_partial_check_of_ledgers_is_reported_as_partial() {
        let data = json!({"ledger": {"accounts": 3, "mismatched": 0, "partial": true}});
        assert!(text(&data).contains("ledger    every balance that was checked is the sum of its ledger\n"));
    }
}
