//! Unpacks single files.

use super::expansion::Expansion;
use core::fmt;
use std::io::{self, BufRead, BufReader, Read};

/// How a single file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// gzip, with one or several members.
    Gzip,
    /// xz, with or without a checksum. Instaloader writes none.
    Xz,
    /// Zstandard.
    Zstd,
}

/// The most memory for unpacking xz, in KiB: as much as `xz -9` needs.
const MEMORY: u32 = 65 << 10;

impl Packing {
    /// The packing of a file with these first bytes, if it is a supported one.
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

/// Unpacks a file.
///
/// # Errors
/// When the file does not have this packing.
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
