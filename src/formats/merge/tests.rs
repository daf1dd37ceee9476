use super::*;
use crate::platform::Network;
use crate::posts::post::{FileType, Media, MediaType};
use crate::time::Timestamp;

fn post(network: Network, id: &str, millis: i64) -> PostLine {
    PostLine::new(network, id.into(), "reef".into(), Timestamp(millis))
}

fn ids(ready: Vec<(PostLine, u32)>) -> Vec<(String, u32)> {
    ready.into_iter().map(|(post, origin)| (post.platform_post_id, origin)).collect()
}

#[test]
fn the_last_version_of_an_edited_post_is_returned_at_the_end() {
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    for (origin, id) in [(1, "1800000000000000002"), (2, "1800000000000000009"), (3, "1800000000000000003")] {
        let found =
            Found { first_version: Some("1800000000000000002".into()), ..post(Network::X, id, 0).into() };
        assert!(merger.add(found, origin).is_empty());
    }
    assert_eq!(ids(merger.finish()), [("1800000000000000009".to_owned(), 2)]);
    assert_eq!((merger.merged(), merger.finish()), (2, vec![]));
}

fn file(url: &str) -> Media {
    Media {
        kind: FileType::Image,
        url: url.into(),
        preview_url: None,
        width: None,
        height: None,
        duration_ms: None,
        alt_text: None,
    }
}

#[test]
fn pieces_become_one_post_with_their_files_in_order() {
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    for (place, url) in [(2, "b"), (1, "a"), (2, "b")] {
        let mut piece = post(Network::X, "5", 0);
        piece.media_type = Some(MediaType::Image);
        piece.media = Some(vec![file(url)]);
        assert!(merger.add(Found { piece: Some(place), ..piece.into() }, 1).is_empty());
    }
    let ready = merger.finish();
    let [(whole, 1)] = ready.as_slice() else { panic!("{ready:?}") };
    assert_eq!(
        (whole.media_type, &whole.media),
        (Some(MediaType::Carousel), &Some(vec![file("a"), file("b")]))
    );
    assert_eq!(merger.merged(), 2);
}

/// The number of a LinkedIn post that carries this time in milliseconds.
fn number(millis: i64) -> i64 {
    millis << 22
}

#[test]
fn a_linkedin_post_gets_the_first_of_its_ids() {
    let time = 1_740_000_000_000;
    let share = format!("share:{}", number(time));
    for first_is_share in [true, false] {
        let mut merger = Merger::new(Across { linkedin: true, instagram: true });
        let activity = format!("activity:{}", number(time + 1774));
        let order = if first_is_share { [&share, &activity] } else { [&activity, &share] };
        for id in order {
            assert_eq!(ids(merger.add(post(Network::Linkedin, id, time).into(), 1)), [(order[0].clone(), 1)]);
        }
        // One is too late, the other before the post.
        for apart in [5001, -101] {
            let other = format!("activity:{}", number(time + apart));
            assert_eq!(ids(merger.add(post(Network::Linkedin, &other, time).into(), 1)), [(other, 1)]);
        }
    }
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    merger.add(post(Network::Linkedin, &share, time).into(), 1);
    let mut other = post(Network::Linkedin, &format!("activity:{}", number(time + 500)), time);
    other.author.username = "somebody".into();
    assert!(ids(merger.add(other.clone().into(), 2))[0].0.starts_with("activity:"));
    // If the source itself names both ids, the author's name does not matter.
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    merger.add(post(Network::Linkedin, &share, time).into(), 1);
    let found = Found { also: vec![share.clone()], ..other.into() };
    assert_eq!(ids(merger.add(found, 3))[0].0, share);
}

#[test]
fn a_linkedin_post_keeps_its_stored_id() {
    let time = 1_740_000_000_000;
    let (share, activity) = (format!("share:{}", number(time)), format!("activity:{}", number(time + 97)));
    for (stored, comes) in [(&share, &activity), (&activity, &share)] {
        let mut merger = Merger::new(Across { linkedin: true, instagram: true });
        let post = post(Network::Linkedin, comes, time);
        assert_eq!(merger.new_author(&post), Some("reef"));
        assert_eq!(merger.new_author(&post), None, "an author is looked up once");
        merger.add_stored_id("Reef", stored);
        assert_eq!(ids(merger.add(post.into(), 1)), [(stored.clone(), 1)]);
    }
    // If both are stored, each is updated under its own id.
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    for id in [&share, &activity] {
        merger.add_stored_id("reef", id);
    }
    for id in [&share, &activity] {
        assert_eq!(ids(merger.add(post(Network::Linkedin, id, time).into(), 1))[0].0, *id);
    }
    let other =
        Merger::<u64>::new(Across::default()).new_author(&post(Network::X, "1", time)).map(str::to_owned);
    assert_eq!(other, None);
}

#[test]
fn posts_of_an_instagram_export_match_those_of_other_files_in_any_order() {
    let with = |id: &str, millis, text: &str| {
        let mut post = post(Network::Instagram, id, millis);
        post.content = Some(text.into());
        post
    };
    let mut merger = Merger::new(Across { linkedin: true, instagram: true });
    assert!(merger.add(with("exp:17", 10_000, "Low tide ").into(), 1).is_empty());
    assert!(merger.add(with("exp:18", 10_000, "Other").into(), 2).is_empty());
    assert!(merger.add(with("exp:19", 20_000, "Low tide").into(), 3).is_empty());
    assert_eq!(merger.add(with("Cabc", 11_500, "Low tide").into(), 4).len(), 1);
    let expected = [("Cabc".to_owned(), 1), ("exp:18".to_owned(), 2), ("exp:19".to_owned(), 3)];
    assert_eq!(ids(merger.finish()), expected);
}

#[test]
fn posts_wait_only_if_a_match_is_possible() {
    let mut merger = Merger::new(Across::of(&[&crate::formats::canonical::FORMAT]));
    assert_eq!(ids(merger.add(post(Network::Instagram, "exp:1", 0).into(), 1)).len(), 1);
    let both = [&crate::formats::canonical::FORMAT, &crate::formats::zeeschuimer::FORMAT];
    assert_eq!(Across::of(&both), Across { linkedin: true, instagram: true });
    let one = [&crate::formats::linkedin::apify::FORMAT];
    assert_eq!(Across::of(&one), Across { linkedin: true, instagram: false });
}
