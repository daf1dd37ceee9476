//! Reads JSON by recursive descent, as [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259) has it.

use super::{Members, Value};
use std::borrow::Cow;

/// How many lists and objects may stand in each other: the stack is not endless.
const DEEPEST: usize = 127;

/// Why a reader stopped, at the place where it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stop {
    /// Something else was expected.
    Expected(&'static str),
    /// Half of a surrogate pair.
    LoneSurrogate,
}

type Read<T> = Result<T, Stop>;

/// A text, and how far it is read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte that is to be read next.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Reads the one value that the text is.
    pub(super) fn whole(&mut self) -> Read<Value<'a>> {
        let value = self.value(0)?;
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(Stop::Expected("nothing more")),
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                byte => return byte,
            }
        }
    }

    /// Reads a byte if it is the next one.
    fn skips(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a value inside of so many lists and objects.
    fn value(&mut self, depth: usize) -> Read<Value<'a>> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{' | b'[') if depth == DEEPEST => Err(Stop::Expected("at most 127 levels of nesting")),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.list(depth + 1),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(Stop::Expected("a value")),
        }
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Read<Value<'a>> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(Stop::Expected("a value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn list(&mut self, depth: usize) -> Read<Value<'a>> {
        let mut list = Vec::new();
        self.at += 1;
        let mut goes_on = !self.closes(b']');
        while goes_on {
            list.push(self.value(depth)?);
            goes_on = self.goes_on(b']', "a comma or `]`")?;
        }
        Ok(Value::List(list))
    }

    fn object(&mut self, depth: usize) -> Read<Value<'a>> {
        // An author or a file has seven keys.
        let mut members = Members::with_capacity(8);
        self.at += 1;
        let mut goes_on = !self.closes(b'}');
        while goes_on {
            let key = self.key()?;
            members.push((key, self.value(depth)?));
            goes_on = self.goes_on(b'}', "a comma or `}`")?;
        }
        Ok(Value::Object(members))
    }

    /// Reads a key and its colon.
    fn key(&mut self) -> Read<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return Err(Stop::Expected("a key"));
        }
        let key = self.string()?;
        match self.peek() {
            Some(b':') => self.at += 1,
            _ => return Err(Stop::Expected("a colon")),
        }
        Ok(key)
    }

    /// Reads the bracket that closes an empty list or object, if it is the next.
    fn closes(&mut self, close: u8) -> bool {
        self.peek() == Some(close) && self.skips(close)
    }

    /// Reads what follows an entry: a comma, or the bracket that closes them all.
    fn goes_on(&mut self, close: u8, expected: &'static str) -> Read<bool> {
        let byte = self.peek();
        if byte != Some(b',') && byte != Some(close) {
            return Err(Stop::Expected(expected));
        }
        self.at += 1;
        Ok(byte == Some(b','))
    }

    fn number(&mut self) -> Read<Value<'a>> {
        let start = self.at;
        self.skips(b'-');
        if !self.skips(b'0') {
            self.digits()?;
        }
        if self.skips(b'.') {
            self.digits()?;
        }
        if self.skips(b'e') || self.skips(b'E') {
            let _ = self.skips(b'+') || self.skips(b'-');
            self.digits()?;
        }
        Ok(Value::Number(self.since(start).into()))
    }

    fn digits(&mut self) -> Read<()> {
        let count = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count == 0 { Err(Stop::Expected("a digit")) } else { Ok(()) }
    }

    /// What was read from a place on.
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Reads a string, which starts here.
    fn string(&mut self) -> Read<Cow<'a, str>> {
        self.at += 1;
        let plain = self.plain();
        if self.skips(b'"') {
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        while !self.skips(b'"') {
            if self.byte() != Some(b'\\') {
                return Err(Stop::Expected("the end of a string"));
            }
            text.push(self.escape()?);
            text.push_str(self.plain());
        }
        Ok(Cow::Owned(text))
    }

    /// Reads what of a string stands for itself: up to a quote, an escape or a control character.
    fn plain(&mut self) -> &'a str {
        let start = self.at;
        self.at += plain_length(self.rest());
        self.since(start)
    }

    /// Reads an escape, which starts here.
    fn escape(&mut self) -> Read<char> {
        let c = match self.rest().get(1) {
            Some(b'u') => return self.unicode(),
            Some(&c @ (b'"' | b'\\' | b'/')) => c.into(),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => {
                self.at += 1;
                return Err(Stop::Expected("an escape"));
            }
        };
        self.at += 2;
        Ok(c)
    }

    /// Reads an escape such as `\u00e9`, or the two of a surrogate pair.
    fn unicode(&mut self) -> Read<char> {
        let Some(first) = self.unit(self.at) else {
            self.at += 2;
            return Err(Stop::Expected("four hexadecimal digits"));
        };
        let (code, length) = match (first, self.unit(self.at + 6)) {
            (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
                (0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00), 12)
            }
            _ => (first, 6),
        };
        let c = char::from_u32(code).ok_or(Stop::LoneSurrogate)?;
        self.at += length;
        Ok(c)
    }

    /// The UTF-16 unit of an escape at a place.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let digit = |unit, c: char| Some(unit << 4 | c.to_digit(16)?);
        digits.chars().try_fold(0, digit)
    }
}

/// How many bytes at the beginning of a text stand for themselves in a string.
fn plain_length(text: &[u8]) -> usize {
    let (eights, rest) = text.as_chunks();
    for (index, eight) in eights.iter().enumerate() {
        let ends = ends(*eight);
        if ends != 0 {
            return 8 * index + ends.trailing_zeros() as usize / 8;
        }
    }
    let end = rest.iter().position(|byte| matches!(byte, 0..b' ' | b'"' | b'\\'));
    text.len() - rest.len() + end.unwrap_or(rest.len())
}

/// Marks those of eight bytes that end the plain part of a string. Only the first mark is right for sure.
const fn ends(bytes: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    /// The highest bit of each byte that is below a limit of at most 128, and maybe of some after the first such byte.
    const fn below(bytes: u64, limit: u64) -> u64 {
        bytes.wrapping_sub(ONES * limit) & !bytes & (ONES << 7)
    }
    let bytes = u64::from_le_bytes(bytes);
    let quotes = below(bytes ^ (ONES * b'"' as u64), 1);
    let escapes = below(bytes ^ (ONES * b'\\' as u64), 1);
    below(bytes, b' ' as u64) | quotes | escapes
}
