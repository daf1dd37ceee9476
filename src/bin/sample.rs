//! Writes invented posts for the first start, as `postern sample` does: it is compiled in a fraction of the time.
//!
//! `sample COUNT`

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let count = count.ok_or_else(|| io::Error::other("expected how many posts: sample COUNT"))?;
    let mut out = BufWriter::new(io::stdout().lock());
    postern::sample::write(&mut out, postern::sample::USUAL, 1, count)?;
    out.flush()
}
