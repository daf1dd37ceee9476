//! The web addresses of posts, as their networks write them.
//!
//! Which id an address has is what an import makes of it. A post that was imported under another of its ids is not found: on
//! LinkedIn, the export names posts by their shares and the pages by their activities.

use crate::percent::decode;
use crate::platform::{Network, Platform};

/// Why an address leads to no post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// It is a short link. Only its network knows what it leads to.
    ShortLink,
    /// It is not the address of a post.
    NoPost,
}

/// Beginnings of hosts that lead to the same pages.
const SAME_SITE: [&str; 3] = ["www.", "mobile.", "m."];
/// Hosts with nothing but short links.
const SHORTENERS: [&str; 6] =
    ["vm.tiktok.com", "vt.tiktok.com", "lnkd.in", "t.co", "instagr.am", "t.snapchat.com"];
/// How many characters longer the code of a private Instagram post is.
const PRIVATE_SUFFIX: usize = 28;
/// The kinds of posts in LinkedIn's addresses.
const LINKEDIN_KINDS: [&str; 4] = ["share", "ugcPost", "activity", "groupPost"];

/// Parses the web address of a post. Returns its network, by the name that the address has for it, and the network's id of the
/// post. `None` if the text is no web address.
pub(super) fn parse_address(text: &str) -> Option<Result<(Platform, String), Unresolved>> {
    let (scheme, rest) = text.split_once("://")?;
    if !["https", "http"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    Some(find(&host.to_ascii_lowercase(), path))
}

fn find(host: &str, path: &str) -> Result<(Platform, String), Unresolved> {
    let path = decode(path, false).map_err(|_| Unresolved::NoPost)?;
    let segments: Vec<_> = path.trim_end_matches('/').split('/').collect();
    let site = SAME_SITE.iter().find_map(|start| host.strip_prefix(start)).unwrap_or(host);
    if SHORTENERS.contains(&host) || SHORTENERS.contains(&site) || is_short_path(site, &segments) {
        return Err(Unresolved::ShortLink);
    }
    let found = match site {
        "tiktok.com" | "tiktokv.com" => Some((Network::Tiktok.into(), tiktok(&segments))),
        "instagram.com" => Some((Network::Instagram.into(), instagram(&segments))),
        "x.com" | "twitter.com" => {
            site.trim_end_matches(".com").parse().ok().map(|name| (name, x(&segments)))
        }
        "snapchat.com" => Some((Network::Snapchat.into(), snapchat(&segments))),
        _ if is_linkedin(site) => Some((Network::Linkedin.into(), linkedin(&segments))),
        _ => None,
    };
    found.and_then(|(platform, id)| Some((platform, id?))).ok_or(Unresolved::NoPost)
}

/// Whether a network's own site has a short link under this path.
fn is_short_path(site: &str, segments: &[&str]) -> bool {
    matches!((site, segments), ("tiktok.com", ["t", _]) | ("instagram.com", ["share", ..]))
}

/// Whether a host is LinkedIn's, also that of one of its countries, such as `de.linkedin.com`.
fn is_linkedin(site: &str) -> bool {
    let country = site.strip_suffix("linkedin.com").and_then(|rest| rest.strip_suffix('.'));
    site == "linkedin.com" || country.is_some_and(|country| country.len() == 2)
}

fn tiktok(segments: &[&str]) -> Option<String> {
    match segments {
        [name, "video" | "photo", id] if name.starts_with('@') => number(id),
        ["share", "video", id] | ["embed", id] | ["embed", "v2", id] => number(id),
        ["v", id] => number(id.strip_suffix(".html").unwrap_or(id)),
        _ => None,
    }
}

fn x(segments: &[&str]) -> Option<String> {
    match segments {
        ["i", "web", "status", id] => number(id),
        [name, "status" | "statuses", id] if !name.is_empty() => number(id),
        [name, "status", id, "photo" | "video", _] if !name.is_empty() => number(id),
        _ => None,
    }
}

fn instagram(segments: &[&str]) -> Option<String> {
    let segments = match segments {
        [rest @ .., "embed"] | [rest @ .., "embed", "captioned"] => rest,
        all => all,
    };
    match segments {
        ["p" | "reel" | "reels" | "tv", code] | [_, "p" | "reel" | "tv", code] => {
            instagram_code(code).map(str::to_owned)
        }
        _ => None,
    }
}

/// The code of an Instagram post, without the characters that are added to that of a private post.
pub fn instagram_code(text: &str) -> Option<&str> {
    let code = if text.len() > PRIVATE_SUFFIX { text.get(..text.len() - PRIVATE_SUFFIX)? } else { text };
    ((1..=PRIVATE_SUFFIX).contains(&code.len()) && is_code(code)).then_some(code)
}

fn snapchat(segments: &[&str]) -> Option<String> {
    match segments {
        ["spotlight" | "o", id] => Some(*id),
        [name, "spotlight", id] if name.starts_with('@') => Some(*id),
        _ => None,
    }
    .filter(|id| (1..=200).contains(&id.len()) && is_code(id))
    .map(str::to_owned)
}

fn linkedin(segments: &[&str]) -> Option<String> {
    match segments {
        ["feed", "update", urn] | ["embed", "feed", "update", urn] => {
            let (kind, id) = urn.strip_prefix("urn:li:").unwrap_or(urn).split_once(':')?;
            linkedin_id(kind, id)
        }
        ["posts", words] => {
            // The words before it may look like one, as in `big-share-100-news-activity-7300000000000000000-AbCd`.
            let parts: Vec<_> = words.split('-').collect();
            let mut pairs = parts.windows(2).rev();
            pairs.find_map(|pair| if let [kind, id] = pair { linkedin_id(kind, id) } else { None })
        }
        _ => None,
    }
}

/// The kind and number of a post, which are its id. A post in a group has the number of the group in front.
fn linkedin_id(kind: &str, id: &str) -> Option<String> {
    let kind = LINKEDIN_KINDS.into_iter().find(|known| known.eq_ignore_ascii_case(kind))?;
    let id = id.rsplit('-').next().filter(|_| kind == "groupPost").unwrap_or(id);
    Some(format!("{kind}:{}", number(id)?))
}

/// An id that is a number.
fn number(id: &str) -> Option<String> {
    ((1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())).then(|| id.to_owned())
}

fn is_code(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(address: &str) -> Option<Result<String, Unresolved>> {
        parse_address(address).map(|found| found.map(|(platform, id)| format!("{}:{id}", platform.name())))
    }

    /// The forms of each network, with its host and without.
    const FORMS: &[(&str, &[&str], &str)] = &[
        (
            "tiktok:7300000000000000001",
            &["www.tiktok.com", "tiktok.com", "m.tiktok.com"],
            "/@reef.watch/video/7300000000000000001 /@reef/photo/7300000000000000001 /@/video/7300000000000000001 \
             /v/7300000000000000001.html /share/video/7300000000000000001 /embed/v2/7300000000000000001 \
             /embed/7300000000000000001",
        ),
        ("tiktok:1", &["www.tiktokv.com"], "/share/video/1"),
        ("tiktok:1", &["www.tiktok.com"], "/@a/video/1 /%40a/video/1"),
        (
            "x:1",
            &["x.com", "www.x.com", "mobile.x.com", "m.x.com"],
            "/a/status/1 /a/statuses/1 /i/web/status/1 /i/status/1 /a/status/1/photo/2 /a/status/1/video/1",
        ),
        (
            "twitter:1",
            &["twitter.com", "www.twitter.com", "mobile.twitter.com", "m.twitter.com"],
            "/a/status/1 /a/statuses/1 /i/web/status/1",
        ),
        (
            "instagram:C8abc",
            &["www.instagram.com", "instagram.com", "m.instagram.com"],
            "/p/C8abc /reel/C8abc /reels/C8abc /tv/C8abc /reef.watch/p/C8abc /reef.watch/reel/C8abc /p/C8abc/embed \
             /p/C8abc/embed/captioned /p/C8abcxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ),
        (
            "linkedin:activity:1",
            &["www.linkedin.com", "linkedin.com", "m.linkedin.com", "de.linkedin.com"],
            "/feed/update/urn:li:activity:1 /feed/update/urn%3Ali%3Aactivity%3A1 /feed/update/activity:1 \
             /embed/feed/update/urn:li:activity:1 /posts/ada-keel_low-tide-activity-1-AbCd /posts/ada-activity-1 \
             /posts/ada_big-share-100-news-activity-1-AbCd",
        ),
        (
            "linkedin:ugcPost:7300000000000000001",
            &["www.linkedin.com"],
            "/feed/update/urn:li:ugcPost:7300000000000000001 /posts/a_b-ugcPost-7300000000000000001-x",
        ),
        ("linkedin:share:5", &["www.linkedin.com"], "/feed/update/urn:li:share:5 /posts/a_b-share-5-x"),
        ("linkedin:groupPost:5", &["www.linkedin.com"], "/feed/update/urn:li:groupPost:8190-5"),
        (
            "snapchat:W7_EDlXWTBiX-a",
            &["www.snapchat.com", "snapchat.com", "m.snapchat.com"],
            "/spotlight/W7_EDlXWTBiX-a /o/W7_EDlXWTBiX-a /@reef.watch/spotlight/W7_EDlXWTBiX-a",
        ),
    ];

    #[test]
    fn every_form_is_parsed_on_every_host_with_and_without_slash_query_and_fragment() {
        for (id, hosts, paths) in FORMS {
            for host in *hosts {
                for path in paths.split_whitespace() {
                    for end in ["", "/", "?lang=en&x=/p/no/", "/?a#b", "#comments"] {
                        for scheme in ["https", "http", "HTTPS"] {
                            let address = format!("{scheme}://{host}{path}{end}");
                            assert_eq!(parsed(&address), Some(Ok((*id).to_owned())), "{address}");
                        }
                    }
                }
            }
        }
        assert_eq!(parsed("https://X.com/A/status/1"), Some(Ok("x:1".to_owned())));
    }

    #[test]
    fn short_links_are_told_from_other_addresses() {
        for address in [
            "https://vm.tiktok.com/ZM8KsXABC/",
            "https://vt.tiktok.com/ZS8KsXABC",
            "https://www.tiktok.com/t/ZT8KsXABC/",
            "https://lnkd.in/dAbCdEf",
            "https://t.co/AbCdEfGhIj",
            "https://www.instagr.am/p/C8abc/",
            "http://instagr.am/p/C8abc/",
            "https://www.instagram.com/share/reel/BAbCdEf",
            "https://t.snapchat.com/AbCdEf",
        ] {
            assert_eq!(parsed(address), Some(Err(Unresolved::ShortLink)), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_those_of_no_post() {
        for address in [
            "https://",
            "https://x.com",
            "https://x.com/a",
            "https://x.com/a/status/",
            "https://x.com/a/status/1a",
            "https://x.com/a/status/123456789012345678901",
            "https://x.com//status/1",
            "https://x.com/a/status/1/more",
            "https://x.com.evil.example/a/status/1",
            "https://evil.example/x.com/a/status/1",
            "https://evilx.com/a/status/1",
            "https://a@x.com/a/status/1",
            "https://x.com:8080/a/status/1",
            "https://www.tiktok.com/@a",
            "https://www.tiktok.com/a/video/1",
            "https://www.instagram.com/reef.watch/",
            "https://www.instagram.com/p/two words/",
            "https://www.linkedin.com/in/ada-keel",
            "https://www.linkedin.com/feed/update/urn:li:person:1",
            "https://deu.linkedin.com/feed/update/urn:li:activity:1",
            "https://www.linkedin.com/posts/ada-activity-x",
            "https://www.snapchat.com/add/reef",
            "https://www.snapchat.com/spotlight/a.b",
            "https://x.com/a/status/%zz",
        ] {
            assert_eq!(parsed(address), Some(Err(Unresolved::NoPost)), "{address}");
        }
        for text in ["x:1", "ftp://x.com/a/status/1", "x.com/a/status/1", ""] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
