//! Words by which keys and columns are recognised, in several languages. They are folded: without case, blanks and
//! underscores.

/// The counts of a post, and words in the names of their keys and columns.
pub const COUNTS: [(&str, &[&str]); 5] = [
    (
        "likes",
        &[
            "like",
            "digg",
            "reaction",
            "heart",
            "favoritecount",
            "favouritecount",
            "megusta",
            "curtida",
            "gosto",
            "j'aime",
            "j’aime",
            "gefällt",
            "mipiace",
            "いいね",
        ],
    ),
    (
        "comments",
        &[
            "comment",
            "replies",
            "replycount",
            "reply",
            "coment",
            "kommentar",
            "antworten",
            "respuestas",
            "respostas",
            "réponses",
            "commenti",
            "risposte",
            "コメント",
            "返信",
        ],
    ),
    (
        "views",
        &[
            "view",
            "play",
            "impression",
            "impresion",
            "impressões",
            "visualiza",
            "vues",
            "aufrufe",
            "wiedergabe",
            "reproduc",
            "lectures",
            "visualizzazioni",
            "riproduzioni",
            "ビュー",
            "再生",
            "表示",
            "インプレッション",
        ],
    ),
    (
        "shares",
        &[
            "share",
            "repost",
            "retweet",
            "reblog",
            "compart",
            "partag",
            "partilh",
            "geteilt",
            "condivi",
            "republi",
            "シェア",
            "リポスト",
        ],
    ),
    (
        "saves",
        &[
            "save",
            "bookmark",
            "collectcount",
            "collects",
            "favorites",
            "favourites",
            "guardad",
            "guardó",
            "salvament",
            "salvat",
            "enregistr",
            "gespeichert",
            "lesezeichen",
            "signets",
            "segnalibri",
            "保存",
            "ブックマーク",
        ],
    ),
];

/// Words in names that contain such a word but do not mean a count of the post: rates, times, addresses, ids, people, flags.
const NOT_COUNTS: [&str; 40] = [
    "rate",
    "ratio",
    "average",
    "avg",
    "time",
    "second",
    "minute",
    "hour",
    "duration",
    "percent",
    "url",
    "link",
    "text",
    "user",
    "author",
    "follow",
    "viewer",
    "hidden",
    "disabled",
    "enabled",
    "click",
    "profile",
    "page",
    "reach",
    "unique",
    "type",
    "status",
    "title",
    "desc",
    "name",
    "date",
    "replyto",
    "repliedto",
    "lang",
    "offsite",
    "top",
    "list",
    "path",
    "new",
    "sharevia",
];

/// The index in [`COUNTS`] of the count that a name means, if any.
pub fn count_of(name: &str) -> Option<usize> {
    let place = COUNTS.iter().position(|(_, words)| words.iter().any(|word| name.contains(word)))?;
    let (_, words) = COUNTS.get(place)?;
    let bare = words.iter().fold(name.to_owned(), |name, word| name.replace(word, ""));
    let is_not_count = bare.ends_with("id") || NOT_COUNTS.iter().any(|word| bare.contains(word));
    (!is_not_count).then_some(place)
}

/// Whether a column has the text of a post, by its folded name.
pub fn is_text(name: &str) -> bool {
    const ENDS: [&str; 11] = [
        "text",
        "caption",
        "desc",
        "description",
        "content",
        "body",
        "title",
        "message",
        "commentary",
        "comentary",
        "tweet",
    ];
    const STARTS: [&str; 12] = [
        "texto",
        "texte",
        "testo",
        "titul",
        "títul",
        "titre",
        "titel",
        "titolo",
        "descri",
        "beschreib",
        "legend",
        "本文",
    ];
    ENDS.iter().any(|word| name.ends_with(word))
        || STARTS.iter().any(|word| name.starts_with(word))
        || ["本文", "説明", "タイトル"].iter().any(|word| name.contains(word))
}

/// Whether the value of a key is about another post or a person, by its folded name.
pub fn is_of_another(name: &str) -> bool {
    const OTHERS: [&str; 26] = [
        "quote",
        "quoting",
        "retweeted",
        "repost",
        "reshare",
        "replyto",
        "repliedto",
        "original",
        "parent",
        "music",
        "mention",
        "author",
        "user",
        "owner",
        "channel",
        "profile",
        "account",
        "creator",
        "input",
        "source",
        "sound",
        "child",
        "coauthor",
        "location",
        "poll",
        "about",
    ];
    // "resource" contains "source", but means a media file of the post.
    let name = name.replace("resource", "");
    OTHERS.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_counts_are_recognised() {
        for (name, count) in [
            ("likescount", Some("likes")),
            ("totallikes", Some("likes")),
            ("commentcount", Some("comments")),
            ("videoplaycount", Some("views")),
            ("reposts", Some("shares")),
            ("visualizações", Some("views")),
            ("bookmarkcount", Some("saves")),
            ("保存数", Some("saves")),
            ("likerate", None),
            ("viewerid", None),
            ("averageviewtime", None),
            ("followers", None),
            ("inreplytostatusid", None),
            ("id", None),
        ] {
            assert_eq!(count_of(name).map(|place| COUNTS[place].0), count, "{name}");
        }
    }
}
