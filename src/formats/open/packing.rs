//! What a file is packed with.

use super::expansion::Expansion;
use core::fmt;
use std::io::{self, BufRead, BufReader, Read};

/// How a single file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// gzip, also several members one after another.
    Gzip,
    /// xz, also without a check, as instaloader writes it.
    Xz,
    /// Zstandard.
    Zstd,
}

/// The most memory that an archive may ask for to be unpacked, in KiB: what `xz -9` needs.
const MEMORY: u32 = 65 << 10;

impl Packing {
    /// What a file with these first bytes is packed with, if with anything that is unpacked here.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Gzip => "gzip",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        })
    }
}

/// What a packed file holds.
///
/// # Errors
/// When it is not packed so.
pub fn unpacked<'a>(reader: Box<dyn BufRead + 'a>, packing: Packing) -> io::Result<Box<dyn BufRead + 'a>> {
    let packed = Expansion::packed();
    let reader = packed.counted(reader);
    let unpacked: Box<dyn Read + 'a> = match packing {
        Packing::Gzip => Box::new(flate2::read::MultiGzDecoder::new(reader)),
        Packing::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(reader, true, MEMORY)),
        Packing::Zstd => Box::new(ruzstd::decoding::StreamingDecoder::new(reader).map_err(io::Error::other)?),
    };
    Ok(Box::new(BufReader::with_capacity(1 << 16, packed.checked(unpacked))))
}
