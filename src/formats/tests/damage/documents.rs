//! Good documents in JSON, and what scripts, hands and broken downloads do to such.

use super::{Damaged, Dice, encoded};
use serde_json::{Map, Value, json};

/// The posts of a good document, and the keys that have a post's id.
pub(super) struct Document {
    pub(super) posts: Vec<Value>,
    ids: &'static [&'static str],
}

pub(super) fn documents() -> Vec<Document> {
    vec![
        Document { posts: ["12345", "22347", "32349"].map(tiktok).to_vec(), ids: &["id"] },
        Document { posts: ["61345", "62347", "63349"].map(apify_x).to_vec(), ids: &["id"] },
        Document { posts: ["41", "42", "43"].map(apify_instagram).to_vec(), ids: &["shortCode"] },
        Document { posts: ["61345", "62347", "63349"].map(api_v1).to_vec(), ids: &["id", "id_str"] },
    ]
}

fn tiktok(end: &str) -> Value {
    json!({
        "id": format!("73791234567890{end}"), "desc": "Soup, warm\nand \"red\" #kelp", "createTime": 1_718_092_307,
        "author": {"id": "17", "uniqueId": "kelp.kitchen", "nickname": "Kelp"},
        "video": {"playAddr": "https://v.example/1.mp4", "duration": 49},
        "stats": {"diggCount": 15_800, "commentCount": 762, "playCount": 911_300, "shareCount": 428}})
}

fn apify_x(end: &str) -> Value {
    let id = format!("18000000012345{end}");
    json!({
        "type": "tweet", "url": format!("https://x.com/kelp_kitchen/status/{id}"), "id": id,
        "text": "Knife skills", "createdAt": "Mon Jun 10 03:13:15 +0000 2024", "likeCount": 1213, "retweetCount": 7,
        "replyCount": 14, "viewCount": 5210, "bookmarkCount": 3,
        "author": {"userName": "kelp_kitchen", "name": "Kelp", "id": "17"}})
}

fn apify_instagram(end: &str) -> Value {
    let number = format!("24660773562963187{end}");
    let code = crate::formats::instagram::post_code(&Value::Null, &[&json!(number)]).unwrap();
    json!({
        "id": number, "type": "Image", "shortCode": code, "caption": "Low tide #Reef\r\n@wave.rider",
        "url": format!("https://www.instagram.com/p/{code}/"), "commentsCount": 61, "likesCount": 1200,
        "displayUrl": "https://cdn.example/1.jpg", "timestamp": "2020-12-17T10:03:20.000Z",
        "ownerFullName": "Reef Watch", "ownerUsername": "reef.watch", "ownerId": "17"})
}

fn api_v1(end: &str) -> Value {
    let id = format!("18000000012345{end}");
    json!({
        "id": id.parse::<u64>().unwrap(), "id_str": id, "full_text": "Cup", "created_at": "Mon Jun 10 03:13:15 +0000 2024",
        "favorite_count": 121, "retweet_count": 9, "user": {"id_str": "17", "screen_name": "kelp_kitchen", "name": "Kelp"},
        "entities": {"hashtags": [], "urls": [], "user_mentions": []}})
}

/// A document of such posts, as it should be.
pub(super) fn undamaged(good: &Document) -> String {
    Value::Array(good.posts.clone()).to_string()
}

pub(super) fn damaged(good: &Document, dice: &mut Dice) -> Damaged {
    let mut posts = good.posts.clone();
    let mut what = Vec::new();
    let place = dice.roll(posts.len());
    match dice.roll(7) {
        0 => without_key(&mut posts[place], place, dice, &mut what),
        1 => what.push(mangled(&mut posts, good.ids, dice)),
        2 => {
            let again = posts.clone();
            posts.extend(again);
            what.push("written twice".into());
        }
        3 => {
            posts.remove(place);
            what.push("a post dropped".into());
        }
        4 => {
            posts[place] = [json!(null), json!({}), json!({"error": "not found"})][dice.roll(3)].clone();
            what.push("a post dropped: something else in its place".into());
        }
        _ => {}
    }
    let text = in_text(laid_out(&posts, dice, &mut what), dice, &mut what);
    Damaged { file: encoded(text, dice, &mut what), what: what.join(", ") }
}

/// As a list, as lines, or in what APIs put around a list.
fn laid_out(posts: &[Value], dice: &mut Dice, what: &mut Vec<String>) -> String {
    match dice.roll(4) {
        0 => {
            what.push("lines".into());
            posts.iter().map(|post| post.to_string() + "\n").collect()
        }
        1 => {
            what.push("wrapped".into());
            json!({"status": "ok", "data": {"items": posts}, "count": posts.len()}).to_string()
        }
        2 => serde_json::to_string_pretty(posts).unwrap(),
        _ => Value::Array(posts.to_vec()).to_string(),
    }
}

/// Takes a key, or what is under it, out of a post.
fn without_key(post: &mut Value, place: usize, dice: &mut Dice, what: &mut Vec<String>) {
    let mut map: &mut Map<String, Value> = post.as_object_mut().unwrap();
    let mut path = Vec::new();
    loop {
        let key = map.keys().nth(dice.roll(map.len())).unwrap().clone();
        path.push(key.clone());
        let is_deeper = map[&key].as_object().is_some_and(|inner| !inner.is_empty()) && dice.roll(3) > 0;
        if !is_deeper {
            let empty = [None, Some(json!(null)), Some(json!(""))][dice.roll(3)].clone();
            what.push(format!("{} of post {place} is now {empty:?}", path.join(".")));
            match empty {
                Some(empty) => map.insert(key, empty),
                None => map.remove(&key),
            };
            return;
        }
        map = map.get_mut(&key).and_then(Value::as_object_mut).unwrap();
    }
}

/// Ids as scripts leave them that take them for numbers, in all posts.
fn mangled(posts: &mut [Value], keys: &[&str], dice: &mut Dice) -> String {
    let kind = dice.roll(6);
    for post in posts {
        for key in keys {
            let text = post[*key].as_str().map_or_else(|| post[*key].to_string(), str::to_owned);
            let Ok(number) = text.parse::<u64>() else { continue };
            let double = text.parse::<f64>().unwrap();
            post[*key] = match kind {
                0 => json!(number),
                // As JavaScript prints it: 17 digits, and zeros.
                1 => serde_json::from_str(&format!("{}00", (number + 50) / 100)).unwrap(),
                2 => json!(double),
                3 => json!(format!("{double:.2e}").replace('e', "E+")),
                4 => json!(format!("{text}.0")),
                _ => json!("nan"),
            };
        }
    }
    format!("ids mangled in way {kind}")
}

/// What happens to a file's text: signs that come to it or are lost, and its end that is lost.
fn in_text(text: String, dice: &mut Dice, what: &mut Vec<String>) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = dice.roll(chars.len());
    let (before, after): (String, String) = (chars[..at].iter().collect(), chars[at..].iter().collect());
    match dice.roll(8) {
        0 => {
            what.push(format!("cut at {at}"));
            before
        }
        1 => {
            what.push(format!("a quote added at {at}"));
            format!("{before}\"{after}")
        }
        2 => {
            what.push(format!("a comma added at {at}"));
            format!("{before},{after}")
        }
        _ => text,
    }
}
