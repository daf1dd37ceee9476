//! Files of the research tool 4CAT: NDJSON items in the shape of their network, and 4CAT's own tables.

pub(crate) mod row;

use super::{
    Format, ImportError, Outcome, Part, Role, Settings, Signature, instagram, json, linkedin, table, tiktok,
    x, zeeschuimer,
};
use crate::platform::Network;
use serde_json::Value;

/// Files of 4CAT.
pub static FORMAT: Format = Format {
    name: "4cat",
    description: "CSV and NDJSON of the research tool 4CAT, of TikTok, Instagram, X and LinkedIn",
    networks: &[Network::Tiktok, Network::Instagram, Network::X, Network::Linkedin],
    parts: &[
        Part {
            what: "posts",
            signatures: &[Signature::Keys(&["__import_meta{}"])],
            at: &[""],
            role: Role::Posts(convert),
        },
        table_of(
            "posts of TikTok",
            &[Signature::Columns(&["id", "body", "tiktokurl"])],
            tiktok::fourcat::convert,
        ),
        table_of(
            "posts of X",
            &[Signature::Columns(&["id", "body", "retweetcount", "isretweet"])],
            x::fourcat::convert,
        ),
        table_of(
            "posts of Instagram",
            &[Signature::Columns(&["id", "body", "numlikes|likeshidden|nummedia", "numcomments"])],
            instagram::fourcat::convert,
        ),
        table_of(
            "posts of LinkedIn",
            &[Signature::Columns(&["id", "body", "reactions", "timestampago|timestampcollected|posturl"])],
            linkedin::fourcat::convert,
        ),
        table_of(
            "posts of another tool, prepared for 4CAT",
            &[Signature::Columns(&["id", "threadid", "author", "body", "timestamp"])],
            convert_custom,
        ),
    ],
};

const fn table_of(what: &'static str, signatures: &'static [Signature], convert: super::Convert) -> Part {
    Part { what, signatures, at: &[""], role: Role::Posts(convert) }
}

/// Converts a line of NDJSON: an item with 4CAT's metadata beside its own fields.
///
/// # Errors
/// When the network is not supported, or the item is refused.
pub fn convert(line: &Value, settings: &Settings) -> Outcome {
    zeeschuimer::seen(line, json::dig(line, "__import_meta"), settings)
}

/// The columns of another tool's table that may reveal its network.
const ADDRESSES: [&str; 7] =
    ["url", "link", "posturl", "permalink", "sourceurl", "threadurl", "collectedfromurl"];

/// Converts a row that has only the columns common to all 4CAT tables. The post's address tells the network.
fn convert_custom(row: &Value, settings: &Settings) -> Outcome {
    let address = ADDRESSES.into_iter().find_map(|column| json::text(table::cell(row, column)));
    let host = address.as_deref().and_then(|url| url.split('/').nth(2)).unwrap_or_default().to_lowercase();
    let of = |name: &str| host == name || host.strip_suffix(name).is_some_and(|before| before.ends_with('.'));
    if of("tiktok.com") {
        tiktok::fourcat::convert(row, settings)
    } else if of("instagram.com") {
        instagram::fourcat::convert(row, settings)
    } else if of("x.com") || of("twitter.com") {
        x::fourcat::convert(row, settings)
    } else if of("linkedin.com") {
        linkedin::fourcat::convert(row, settings)
    } else {
        let reason = "expected a column url or link with the post's address at TikTok, Instagram, X or LinkedIn; \
            --map reads tables that have none";
        Err(ImportError::new("UNSUPPORTED_PLATFORM", reason))
    }
}

#[cfg(test)]
mod tests;
