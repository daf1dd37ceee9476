//! Guesses which columns of an unknown table are which fields, by their names and cells.

use super::Mapping;
use super::names::NAMES;
use super::score;
use crate::formats::sniff::signatures::folded;
use crate::formats::value::{date_text, ids, key_words};
use crate::platform::{Network, Platform};
use core::str::FromStr;

/// How many columns are examined.
const MOST_COLUMNS: usize = 400;

/// Guesses a mapping from the columns of a table and its first rows.
///
/// # Errors
/// With what could not be guessed.
pub(super) fn guess(columns: &[String], rows: &[Vec<String>]) -> Result<Mapping, String> {
    let table = Table { columns: columns.get(..MOST_COLUMNS).unwrap_or(columns), rows };
    let mut pairs: Vec<(&str, String)> = Vec::new();
    let url = table.url();
    let network = url.map_or_else(|| table.network_of_columns(), |url| table.network_of_addresses(url));
    let platform = table
        .of_field("platform")
        .filter(|column| table.most_cells(column, |cell| Platform::from_str(&cell.to_lowercase()).is_ok()));
    match (platform, network) {
        (Some(column), _) => pairs.push(("platform", column.to_owned())),
        (None, Some(network)) => pairs.push(("platform", format!(":{}", network.name()))),
        // The address in each row names the network.
        (None, None) if url.is_some() => {}
        (None, None) => return Err(table.lacks("platform, by an address of a post or a column of that name")),
    }
    let id =
        table.of_field("id").filter(|column| table.most_cells(column, |cell| ids::whole(cell).is_some()));
    pairs.extend(id.map(|column| ("id", column.to_owned())));
    pairs.extend(url.map(|column| ("url", column.to_owned())));
    if id.is_none() && url.is_none() {
        return Err(table.lacks("id or address of the posts"));
    }
    let time = table.candidates("time").find(|column| table.most_cells(column, is_time));
    let carries = || match (network, url) {
        (Some(network), _) => super::carries_time(network),
        (None, Some(url)) => table.cells(url).filter_map(network_of).any(super::carries_time),
        (None, None) => false,
    };
    if time.is_none() && !carries() {
        return Err(table.lacks("time of the posts"));
    }
    pairs.extend(time.map(|column| ("time", column.to_owned())));
    for field in ["author", "author_name", "author_id", "text", "language", "hashtags", "media", "media_type"]
    {
        let found = table.of_field(field).filter(|column| pairs.iter().all(|(_, used)| used != column));
        pairs.extend(found.map(|column| (field, column.to_owned())));
    }
    for (place, (field, _)) in key_words::COUNTS.iter().enumerate() {
        pairs.extend(table.count(place).map(|column| (*field, column.to_owned())));
    }
    Mapping::from_pairs(pairs.iter().map(|(field, from)| Ok((*field, from.as_str()))))
}

/// Whether a cell is a time, or a day with or without a year.
fn is_time(cell: &str) -> bool {
    date_text::parse(cell).is_some()
        || date_text::parse_yearless(cell).is_some()
        || crate::formats::value::date_order::split_date(cell).is_some()
}

struct Table<'a> {
    columns: &'a [String],
    rows: &'a [Vec<String>],
}

impl<'a> Table<'a> {
    /// The columns that may have a field, best first.
    fn candidates(&self, field: &str) -> impl Iterator<Item = &'a str> {
        let names = NAMES.iter().find(|(name, _)| *name == field).map_or(&[][..], |(_, names)| names);
        let columns = self.columns;
        names
            .iter()
            .filter_map(move |name| columns.iter().find(|column| folded(column) == *name))
            .map(String::as_str)
    }

    fn of_field(&self, field: &str) -> Option<&'a str> {
        self.candidates(field).find(|column| self.cells(column).next().is_some())
    }

    /// The filled cells of a column.
    fn cells(&self, column: &str) -> impl Iterator<Item = &'a str> {
        let place = self.columns.iter().position(|name| name == column);
        let cells = self.rows.iter().filter_map(move |row| row.get(place?)).map(String::as_str);
        cells.filter(|cell| !cell.trim().is_empty())
    }

    fn most_cells(&self, column: &str, fits: impl Fn(&str) -> bool) -> bool {
        let all = self.cells(column).count();
        all > 0 && self.cells(column).filter(|cell| fits(cell)).count() * 2 > all
    }

    /// The column with the addresses of the posts.
    fn url(&self) -> Option<&'a str> {
        let columns = self.columns.iter().map(String::as_str);
        score::best(columns, |column| {
            let score = score::of_address(column)?;
            self.most_cells(column, |cell| network_of(cell).is_some()).then_some(score)
        })
    }

    /// The network of the addresses in a column, if it is the same for all.
    fn network_of_addresses(&self, column: &str) -> Option<Network> {
        let mut networks = self.cells(column).filter_map(network_of);
        let first = networks.next()?;
        networks.all(|network| network == first).then_some(first)
    }

    /// The network that the names of columns hint at.
    fn network_of_columns(&self) -> Option<Network> {
        let has = |words: &[&str]| {
            self.columns.iter().any(|column| words.iter().any(|word| folded(column).contains(word)))
        };
        match () {
            () if has(&["tweet", "retweet"]) => Some(Network::X),
            () if has(&["aweme", "tiktok", "digg"]) => Some(Network::Tiktok),
            () if has(&["shortcode", "instagram"]) => Some(Network::Instagram),
            () if has(&["linkedin", "activityurn"]) => Some(Network::Linkedin),
            () => None,
        }
    }

    /// The column with the count at an index of [`key_words::COUNTS`].
    fn count(&self, place: usize) -> Option<&'a str> {
        score::best(self.columns.iter().map(String::as_str), |column| {
            let score = score::of_count(column, place)?;
            self.most_cells(column, |cell| crate::formats::number::parse_count(cell).is_some())
                .then_some(score)
        })
    }

    fn lacks(&self, what: &str) -> String {
        let shown: Vec<&str> = self.columns.iter().take(40).map(String::as_str).collect();
        format!(
            "no column could be guessed as the {what}: give --map FIELD=COLUMN,... with the columns {}",
            shown.join(", ")
        )
    }
}

/// The network of a cell that is the address of a post.
pub(super) fn network_of(cell: &str) -> Option<Network> {
    let cell = Some(cell.trim()).filter(|cell| !cell.contains(char::is_whitespace))?;
    let host = cell.strip_prefix("http").and_then(|_| cell.split('/').nth(2))?.to_ascii_lowercase();
    let of = |name: &str| host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    let has = |marks: &[&str]| marks.iter().any(|mark| cell.contains(mark));
    match () {
        () if of("tiktok.com") && has(&["/video/", "/photo/"]) => Some(Network::Tiktok),
        () if (of("x.com") || of("twitter.com")) && has(&["/status/"]) => Some(Network::X),
        () if of("instagram.com") && has(&["/p/", "/reel/", "/tv/"]) => Some(Network::Instagram),
        () if of("linkedin.com") && has(&["/posts/", "/feed/update/", "urn"]) => Some(Network::Linkedin),
        () if of("snapchat.com") && has(&["/spotlight/"]) => Some(Network::Snapchat),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(columns: &[&str], row: &[&str]) -> Result<String, String> {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        guess(&texts(columns), &[texts(row)]).map(|mapping| mapping.to_string())
    }

    #[test]
    fn columns_are_guessed_by_their_names_and_cells() {
        assert_eq!(
            guessed(
                &["Tweet ID", "Handle", "Body", "Posted on", "Like count", "Replies", "Permalink"],
                &[
                    "1800000000000000001",
                    "kelp",
                    "Soup",
                    "2024-06-10",
                    "12",
                    "3",
                    "https://x.com/kelp/status/1800000000000000001"
                ]
            )
            .unwrap(),
            "platform=:x,id=Tweet ID,url=Permalink,author=Handle,text=Body,time=Posted on,likes=Like count,comments=Replies"
        );
        assert_eq!(
            guessed(
                &["network", "id", "date", "Views"],
                &["tiktok", "7379000000000000001", "September 4", "1.2K"]
            )
            .unwrap(),
            "platform=network,id=id,time=date,views=Views"
        );
    }

    #[test]
    fn an_error_names_the_column_that_cannot_be_guessed() {
        assert!(guessed(&["id", "date"], &["1", "2024-06-10"]).unwrap_err().contains("platform"));
        assert!(guessed(&["tweet", "date"], &["a", "2024-06-10"]).unwrap_err().contains("id or address"));
        assert!(
            guessed(&["shortcode", "date"], &["DIMOt9HgEAP", "soon"])
                .unwrap_err()
                .contains("time of the posts")
        );
    }

    #[test]
    fn columns_about_another_post_are_not_guessed() {
        let own = "https://x.com/kelp/status/1800000000000000001";
        let other = "https://x.com/reef/status/1700000000000000001";
        assert_eq!(
            guessed(
                &["in_reply_to", "text", "created_at", "likes", "permalink"],
                &[other, "Soup", "2024-06-10", "12", own]
            )
            .unwrap(),
            "platform=:x,url=permalink,text=text,time=created_at,likes=likes"
        );
        for other_column in ["quoted_url", "Parent link", "retweeted_status_url", "replyToUrl"] {
            let mapping = guessed(&[other_column, "date", "page"], &[other, "2024-06-10", own]).unwrap();
            assert_eq!(mapping, "platform=:x,url=page,time=date", "{other_column}");
        }
    }

    #[test]
    fn the_plainest_name_of_a_count_wins() {
        let likes = |columns: &[&str]| {
            let all: Vec<&str> = ["tweet_id", "date"].iter().chain(columns).copied().collect();
            let row: Vec<&str> = ["1800000000000000001", "2024-06-10"]
                .into_iter()
                .chain(columns.iter().map(|_| "5"))
                .collect();
            let mapping = guessed(&all, &row).unwrap();
            mapping.split_once("likes=").map(|(_, rest)| rest.to_owned())
        };
        assert_eq!(likes(&["Likes (organic)", "Likes"]).as_deref(), Some("Likes"));
        assert_eq!(likes(&["likes_rank", "total_likes"]).as_deref(), Some("total_likes"));
        assert_eq!(likes(&["Likes (paid)", "Number of likes"]).as_deref(), Some("Number of likes"));
        assert_eq!(likes(&["Total likes", "likeCount"]).as_deref(), Some("likeCount"));
        assert_eq!(likes(&["Likes per view", "average_likes", "Like rate", "Likes %", "dislikes"]), None);
        assert_eq!(likes(&["Likes (organic)"]).as_deref(), Some("Likes (organic)"));
    }

    #[test]
    fn rows_may_have_different_networks_and_ids_may_carry_the_time() {
        let columns = ["url", "body"].map(str::to_owned);
        let row = |url: &str| vec![url.to_owned(), "Soup".to_owned()];
        let x = row("https://x.com/kelp/status/1800000000000000001");
        let tiktok = row("https://www.tiktok.com/@kelp/video/7379000000000000001");
        let mapping = |rows: &[Vec<String>]| guess(&columns, rows).map(|mapping| mapping.to_string());
        assert_eq!(mapping(std::slice::from_ref(&x)).unwrap(), "platform=:x,url=url,text=body");
        assert!(mapping(&[x.clone(), tiktok.clone()]).is_ok_and(|text| text == "url=url,text=body"));
        let instagram = row("https://www.instagram.com/p/DIMOt9HgEAP/");
        assert!(mapping(&[instagram]).unwrap_err().contains("time of the posts"));
    }
}
