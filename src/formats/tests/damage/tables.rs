//! Good tables, before they are damaged.

/// A good table: its columns, which of them has the ids, and its rows.
pub(super) struct Good {
    pub(super) columns: Vec<&'static str>,
    pub(super) ids: usize,
    /// The columns that have counts.
    pub(super) counts: core::ops::Range<usize>,
    pub(super) rows: Vec<Vec<String>>,
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

#[expect(clippy::too_many_lines, reason = "they are tables, written in place")]
pub(super) fn good() -> Vec<Good> {
    let research = |end: &str, text: &str, likes: &str| {
        row(&[
            &format!("73791234567890{end}"),
            "1718067600",
            "kelp.kitchen",
            text,
            likes,
            "14",
            "5210",
            "[\"kelp\"]",
        ])
    };
    let analytics = |end: &str, text: &str, likes: &str| {
        let id = format!("18000000012345{end}");
        let link = format!("https://x.com/kelp_kitchen/status/{id}");
        row(&[&id, "Mon, Jun 10, 2024", text, &link, "1,234", likes, "2", "7", "3"])
    };
    let suite = |code: &str, text: &str, likes: &str| {
        let link = format!("https://www.instagram.com/p/{code}/");
        row(&[
            "1788",
            "kelp.kitchen",
            text,
            "15/09/2026 18:00",
            &link,
            "IG image",
            "2,300",
            likes,
            "9",
            "14",
            "40",
        ])
    };
    let minet = |end: &str, text: &str, likes: &str| {
        row(&[
            &format!("73791234567890{end}"),
            text,
            "1718067600",
            "kelp.kitchen",
            "Kelp",
            likes,
            "9",
            "14",
            "5210",
        ])
    };
    vec![
        Good {
            columns: vec![
                "id",
                "create_time",
                "username",
                "video_description",
                "like_count",
                "comment_count",
                "view_count",
                "hashtag_names",
            ],
            ids: 0,
            counts: 4..7,
            rows: vec![
                research("12345", "Soup, warm\nand \"red\"", "121"),
                research("22347", "Knife skills", "12000"),
                research("32349", "Low tide; #kelp", "1213"),
                research("42351", "Cup", "124"),
            ],
        },
        Good {
            columns: vec![
                "Post id",
                "Date",
                "Post text",
                "Post Link",
                "Impressions",
                "Likes",
                "Bookmarks",
                "Replies",
                "Reposts",
            ],
            ids: 0,
            counts: 4..9,
            rows: vec![
                analytics("61345", "Soup, warm\nand \"red\"", "121"),
                analytics("62347", "Knife skills", "12000"),
                analytics("63349", "Low tide; #kelp", "1213"),
                analytics("64351", "Cup", "124"),
            ],
        },
        Good {
            columns: vec![
                "Post ID",
                "Account username",
                "Description",
                "Publish time",
                "Permalink",
                "Post type",
                "Views",
                "Likes",
                "Shares",
                "Comments",
                "Saves",
            ],
            ids: 4,
            counts: 6..11,
            rows: vec![
                suite("CI5REoqrS8V", "Soup, warm\nand \"red\"", "121"),
                suite("CI5REoqrS8W", "Knife skills", "12000"),
                suite("CI5REoqrS8X", "Low tide; #kelp", "1213"),
            ],
        },
        Good {
            columns: vec![
                "id",
                "description",
                "timestamp",
                "author_unique_id",
                "author_nickname",
                "digg_count",
                "share_count",
                "comment_count",
                "play_count",
            ],
            ids: 0,
            counts: 5..9,
            rows: vec![
                minet("12345", "Soup, warm\nand \"red\"", "121"),
                minet("22347", "Knife skills", "1000000"),
                minet("32349", "Low tide; #kelp", "1213"),
            ],
        },
    ]
}
