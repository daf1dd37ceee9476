//! Why a line is not a post.

use serde::{Serialize, Serializer};

/// The first error of a line that is not a post. The order of the checks is roughly that of [`LineErrorCode::ALL`]: the text, the
/// keys, required values, then each field in the order of the post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct LineError {
    /// The kind of error, for programs.
    pub code: LineErrorCode,
    /// What was expected and what came, for people.
    pub message: String,
}

impl LineError {
    /// An error with its message.
    pub fn new(code: LineErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Defines the codes once: variant, name on the wire, and meaning for the API document.
macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $name:literal,)+) => {
        /// Every reason to reject a line. The API document lists them all.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum LineErrorCode { $($(#[doc = $meaning])+ $variant,)+ }

        impl LineErrorCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The name of every code, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning),+).trim_ascii()),+ }
            }
        }
    };
}

codes! {
    /// The line is not UTF-8.
    InvalidUtf8 = "INVALID_UTF8",
    /// The line is not JSON; the message names the column.
    InvalidJson = "INVALID_JSON",
    /// A string has half of a surrogate pair, which is no character.
    LoneSurrogate = "LONE_SURROGATE",
    /// The line has a NUL character.
    NulCharacter = "NUL_CHARACTER",
    /// The line is JSON, but no object.
    NotAnObject = "NOT_AN_OBJECT",
    /// A key is none of a post's, an author's or a media file's.
    UnknownKey = "UNKNOWN_KEY",
    /// A key comes twice in one object.
    DuplicateKey = "DUPLICATE_KEY",
    /// `platform` is absent, null or empty.
    MissingPlatform = "MISSING_PLATFORM",
    /// `platform_post_id` is absent, null or empty.
    MissingId = "MISSING_ID",
    /// `author` or `author.username` is absent, null or empty.
    MissingAuthor = "MISSING_AUTHOR",
    /// `published_at` is absent, null or empty.
    MissingDate = "MISSING_DATE",
    /// A media file has no `type`.
    MissingFileType = "MISSING_FILE_TYPE",
    /// A media file has no `url`.
    MissingFileUrl = "MISSING_FILE_URL",
    /// A value is of another JSON type than its field.
    WrongType = "WRONG_TYPE",
    /// `platform` is none of the supported names.
    UnsupportedPlatform = "UNSUPPORTED_PLATFORM",
    /// `media_type` is none of the supported names.
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE",
    /// The `type` of a media file is none of the supported names.
    UnsupportedFileType = "UNSUPPORTED_FILE_TYPE",
    /// `kind` is none of the supported names.
    UnsupportedKind = "UNSUPPORTED_KIND",
    /// A text has more bytes than its field allows.
    TooLong = "TOO_LONG",
    /// A list has more than 100 entries.
    TooMany = "TOO_MANY",
    /// A number is not an integer from 0 to 2^53-1.
    CountOutOfRange = "COUNT_OUT_OF_RANGE",
    /// A username has blanks, control characters or `/`, or over 100 characters.
    InvalidUsername = "INVALID_USERNAME",
    /// A hashtag is empty, has blanks or over 100 characters.
    InvalidHashtag = "INVALID_HASHTAG",
    /// A time is not RFC 3339 with an offset, or there is no such day or time.
    InvalidDate = "INVALID_DATE",
    /// A time is before 1970 or after 2099 in UTC.
    DateOutOfRange = "DATE_OUT_OF_RANGE",
    /// `refers_to` is not the id of a post.
    InvalidReference = "INVALID_REFERENCE",
    /// `approximate` names something that is no field of a post.
    InvalidApproximate = "INVALID_APPROXIMATE",
}

impl Serialize for LineErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
