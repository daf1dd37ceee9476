use super::*;
use crate::formats::element_reader::ElementReader;
use crate::formats::table::test_workbook::workbook;
use crate::formats::tests::{posts, settings};
use crate::formats::{FORMATS, source, table};

const POST: &str = "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000500";
const OTHER: &str = "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000600";

fn given() -> Settings {
    Settings { author: Some("ada-keel".into()), ..settings() }
}

/// The posts in a workbook with these rows.
fn read(rows: &[&[&str]]) -> Vec<PostLine> {
    let workbook = table::workbook(workbook(rows)).unwrap();
    let recognised = workbook.recognise(FORMATS).unwrap();
    assert_eq!(recognised.format, &FORMAT);
    let mut reading = ElementReader::workbook(&workbook, &recognised);
    let mut found = Vec::new();
    while let Some((raw, part)) = reading.advance().unwrap() {
        let outcomes = match source::convert(&raw.content, part, &given()).0.unwrap() {
            Item::Many(outcomes) => outcomes,
            item => vec![Ok(item)],
        };
        for outcome in outcomes {
            if let Item::Post(post) = outcome.unwrap() {
                found.push(post.post);
            }
        }
    }
    found
}

#[test]
fn two_tables_side_by_side_are_converted_separately() {
    let found = read(&[
        &["Maximum of 50 posts available to include in this list"],
        &["Post URL", "Post publish date", "Engagements", "", "Post URL", "Post publish date", "Impressions"],
        &[POST, "2/25/2025", "17", "", OTHER, "2/25/2025", "1041"],
        &[OTHER, "2/25/2025", "9", "", "", "", ""],
    ]);
    let counts: Vec<_> = found
        .iter()
        .map(|post| (post.platform_post_id.as_str(), post.views_count, post.likes_count))
        .collect();
    assert_eq!(
        counts,
        [
            ("activity:7300000000000000500", None, None),
            ("activity:7300000000000000600", Some(1041), None),
            ("activity:7300000000000000600", None, None),
        ]
    );
    // The time is that of the id, as the table has only the day.
    assert_eq!(found[0].published_at.to_string(), "2025-02-25T03:53:47.441Z");
    assert_eq!((found[0].approximate.clone(), found[0].content.clone()), (None, None));
    assert_eq!(found[0].author.username, "ada-keel");
}

#[test]
fn posts_of_a_page_are_converted() {
    let columns = [
        "Post title",
        "Post link",
        "Post type",
        "Created date",
        "Impressions",
        "Views",
        "Likes",
        "Comments",
        "Reposts",
        "Content Type",
    ];
    let found = read(&[
        &["Engagement metrics for the selected time"],
        &columns,
        &["Low tide #Reef", POST, "Organic", "02/25/2025", "1041", "", "41", "2", "3", "Video"],
    ]);
    let post = &found[0];
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(41), Some(2), Some(3)));
    assert_eq!((post.views_count, post.media_type), (Some(1041), Some(MediaType::Video)));
    assert_eq!(post.content.as_deref(), Some("Low tide #Reef"));
}

#[test]
fn csv_files_are_converted_like_workbooks() {
    let file = format!("Post URL,Post publish date,Impressions\n{POST},2/25/2025,\"1,041\"\n");
    let (format, found) = posts(&[file.as_bytes()], &given());
    assert_eq!((format, found[0].views_count), ("linkedin-analytics", Some(1041)));
}

#[test]
fn other_languages_are_accepted() {
    let rows: [&[&str]; 2] = [
        &[
            "URL de la publicación",
            "Fecha de publicación",
            "Interacciones",
            "",
            "URL de la publicación",
            "Fecha de publicación",
            "Impresiones",
        ],
        &[
            "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000001",
            "25/2/2025",
            "40",
            "",
            "https://www.linkedin.com/feed/update/urn:li:activity:7300000000000000001",
            "25/2/2025",
            "900",
        ],
    ];
    let found = read(&rows);
    assert_eq!((found.len(), found[1].views_count), (2, Some(900)));
}

#[test]
fn a_workbook_of_one_post_with_a_field_per_row_is_converted() {
    let found = read(&[
        &["Post URL", POST],
        &["Post Date", "Feb 25, 2025"],
        &["Post Publish Time", "9:15 AM"],
        &["", ""],
        &["Post Highlights", ""],
        &["Impressions", "5537"],
        &["Members reached", "3120"],
        &["Reactions", "49"],
        &["Comments", "5"],
        &["Reposts", "2"],
        &["Saves", "7"],
        &["Sends on LinkedIn", "1"],
    ]);
    let [post] = &found[..] else { panic!("{found:?}") };
    assert_eq!(post.platform_post_id, "activity:7300000000000000500");
    assert_eq!((post.likes_count, post.comments_count, post.shares_count), (Some(49), Some(5), Some(2)));
    assert_eq!((post.views_count, post.saves_count), (Some(5537), Some(7)));
    assert_eq!(
        (post.published_at.to_string().as_str(), &post.approximate),
        ("2025-02-25T03:53:47.441Z", &None)
    );
}
