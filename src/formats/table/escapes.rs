//! Replaces quotes that are escaped as in JSON by doubled quotes, as tables have them.

use std::io::{self, Read};

/// Replaces `\"` by `""` while reading. The length and the lines stay the same.
#[derive(Debug)]
pub(crate) struct Escapes<R> {
    reader: R,
    escaped: bool,
    /// Whether the last byte was a backslash, which is held back until the next byte is read.
    held: bool,
}

impl<R: Read> Escapes<R> {
    /// Replaces escaped quotes if `escaped` is true, otherwise changes nothing.
    pub(crate) fn new(reader: R, escaped: bool) -> Self {
        Self { reader, escaped, held: false }
    }

    /// Reads bytes, starting with the backslash that was held back.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match buffer {
            [first, rest @ ..] if self.held => {
                *first = b'\\';
                self.held = false;
                let read = self.reader.read(rest)?;
                Ok(read + 1)
            }
            buffer => self.reader.read(buffer),
        }
    }
}

impl<R: Read> Read for Escapes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.escaped || buffer.len() < 2 {
            return self.fill(buffer);
        }
        loop {
            let had = usize::from(self.held);
            let read = self.fill(buffer)?;
            let ends_open = buffer.get_mut(..read).is_some_and(doubled);
            // At the end of the file, no more bytes come, and the backslash is passed on.
            self.held = ends_open && read > had;
            let given = read - usize::from(self.held);
            if given > 0 || read == 0 {
                return Ok(given);
            }
        }
    }
}

/// Doubles the escaped quotes in a text. Returns whether it ends with a backslash that may escape the next byte.
fn doubled(text: &mut [u8]) -> bool {
    let mut escape = false;
    for at in 0..text.len() {
        let is_quote = text.get(at) == Some(&b'"');
        if escape
            && is_quote
            && let Some(before) = text.get_mut(at - 1)
        {
            *before = b'"';
        }
        escape = !escape && text.get(at) == Some(&b'\\');
    }
    escape
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, step: usize) -> String {
        let mut reader = Escapes::new(text.as_bytes(), true);
        let (mut whole, mut buffer) = (Vec::new(), vec![0; step]);
        loop {
            let read = reader.read(&mut buffer).unwrap();
            whole.extend_from_slice(&buffer[..read]);
            if read == 0 {
                return String::from_utf8(whole).unwrap();
            }
        }
    }

    #[test]
    fn escaped_quotes_are_doubled_whatever_the_buffer_size() {
        let text = "a,\"b \\\"c\\\" \\d\\\\\"\n\\";
        for step in 2..=text.len() + 1 {
            assert_eq!(read(text, step), "a,\"b \"\"c\"\" \\d\\\\\"\n\\", "{step}");
        }
    }
}
