//! Datasets and scrapers of Bright Data. Rows use the same field names for all networks.
//!
//! Shape: the samples in luminati-io/twitter-scraper (posts, and profiles with posts), luminati-io/LinkedIn-Scraper
//! and brightdata/instagram-scraper-python. For TikTok and Instagram's reels: the rows in tests of other people's
//! readers. In a CSV, lists and objects are JSON in cells. `input` is the request, `timestamp` the time of the
//! response.

pub(crate) mod row;

use super::{Format, Item, Outcome, Part, Role, Settings, Signature, instagram, json, linkedin, tiktok, x};
use crate::platform::Network;
use serde_json::Value;

/// Datasets of Bright Data.
pub static FORMAT: Format = Format {
    name: "bright-data",
    description: "Bright Data's posts of X, Instagram, LinkedIn and TikTok, as JSON, NDJSON or CSV",
    networks: &[Network::X, Network::Instagram, Network::Linkedin, Network::Tiktok],
    parts: &[Part {
        what: "posts",
        signatures: &[
            Signature::Keys(X),
            Signature::Keys(X_PROFILE),
            Signature::Keys(INSTAGRAM),
            Signature::Keys(LINKEDIN),
            Signature::Keys(TIKTOK),
            Signature::Keys(&["input{}", "error_code|warning_code", "timestamp"]),
            Signature::Columns(&["userposted", "dateposted", "reposts"]),
            Signature::Columns(&["userposted", "dateposted", "contentid|shortcode"]),
            Signature::Columns(&["posttext|originalposttext", "numlikes", "useurl|userid"]),
            Signature::Columns(&["postid", "diggcount", "playcount", "profileid|accountid"]),
        ],
        at: &[""],
        role: Role::Posts(convert),
    }],
};

const X: &[&str] = &["user_posted", "date_posted", "reposts"];
const X_PROFILE: &[&str] = &["x_id", "profile_name", "posts"];
const INSTAGRAM: &[&str] = &["user_posted", "date_posted", "shortcode|content_id"];
const LINKEDIN: &[&str] = &["post_text|original_post_text", "num_likes", "use_url|user_id"];
const TIKTOK: &[&str] = &["post_id", "digg_count", "play_count", "profile_id|account_id"];

/// Converts a row.
///
/// # Errors
/// When it has no whole id, no author or no time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let row = &parse_cells(row);
    let has = |keys: &'static [&'static str]| {
        super::sniff::signatures::element(&Signature::Keys(keys), row).is_complete()
    };
    let failed =
        ["error", "error_code", "warning_code"].iter().any(|key| json::text(json::dig(row, key)).is_some());
    match () {
        () if failed && json::first_filled(row, &["id", "post_id", "shortcode", "posts"]).is_null() => {
            Ok(Item::Skipped("report of what was not found"))
        }
        () if has(X_PROFILE) => Ok(x::bright_data::profile(row, settings)),
        () if has(X) => x::bright_data::convert(row, settings),
        () if has(INSTAGRAM) => instagram::bright_data::convert(row, settings),
        () if has(TIKTOK) => tiktok::bright_data::convert(row, settings),
        () => linkedin::bright_data::convert(row, settings),
    }
}

/// A row with the JSON in its cells parsed, and without empty cells.
fn parse_cells(row: &Value) -> Value {
    let cells = row.as_object().into_iter().flatten().filter(|(_, cell)| *cell != "");
    cells.map(|(name, cell)| (name.clone(), json::parsed(cell))).collect()
}

#[cfg(test)]
pub(crate) mod tests;
