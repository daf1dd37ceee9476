//! Which bytes of a file are needed to read its posts. Of a picture, only the first bytes are loaded. Of a zip, only the files
//! that may contain posts.

use super::chunks::{ChunkReader, Chunks};
use crate::formats::files::readable::GLANCE;
use crate::formats::open::{Entry, Kind, Zip, open};
use crate::formats::sniff;
use crate::formats::sniff::Unknown;
use std::rc::Rc;

/// How many bytes at the end of a zip are requested first. If its list of files begins before them, requests for the list
/// start with this size, too.
const TAIL: u64 = 64 << 10;
/// The most further requests for a zip's list of files.
const MOST_TRIES: usize = 24;
/// Two ranges that are closer than this are requested as one.
const NEAR: u64 = 64 << 10;

/// A file that is being loaded.
#[derive(Debug)]
pub(crate) struct Loading {
    pub(crate) chunks: Rc<Chunks>,
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Head,
    /// The list of files of a zip, and how often more of it was requested.
    List(usize),
    Done,
}

impl Loading {
    pub(crate) fn new(size: u64) -> Self {
        Self { chunks: Rc::new(Chunks::new(size)), step: Step::Head }
    }

    /// Adds bytes that were requested.
    pub(crate) fn supply(&mut self, from: u64, bytes: Vec<u8>) {
        if let Some(chunks) = Rc::get_mut(&mut self.chunks) {
            chunks.supply(from, bytes);
        }
    }

    /// Frees the bytes and requests no more.
    pub(crate) fn give_up(&mut self) {
        self.step = Step::Done;
        if let Some(chunks) = Rc::get_mut(&mut self.chunks) {
            chunks.clear();
        }
    }

    /// The ranges that are needed next, as start and exclusive end. Empty when everything is loaded.
    pub(crate) fn missing_ranges(&mut self) -> Vec<(u64, u64)> {
        let size = self.chunks.size();
        match self.step {
            Step::Head if size > 0 && self.chunks.held() == 0 => vec![(0, size.min(GLANCE as u64))],
            Step::Head if self.chunks.head().starts_with(b"PK\x03\x04") => {
                self.step = Step::List(0);
                vec![(size.saturating_sub(TAIL), size)]
            }
            Step::Head if self.is_binary() => self.finish(),
            Step::Head => self.whole_file(),
            Step::List(tries) => self.zip_list(tries),
            Step::Done => Vec::new(),
        }
    }

    fn finish(&mut self) -> Vec<(u64, u64)> {
        self.step = Step::Done;
        Vec::new()
    }

    fn whole_file(&mut self) -> Vec<(u64, u64)> {
        self.step = Step::Done;
        let size = self.chunks.size();
        if self.chunks.held() < size { vec![(0, size)] } else { Vec::new() }
    }

    /// Whether it is binary, such as a picture or a video, by its first bytes.
    fn is_binary(&self) -> bool {
        let Ok(mut opened) = open(self.chunks.head()) else { return false };
        let mut head = Vec::new();
        opened.packings.is_empty()
            && opened.kind == Kind::Stream
            && opened.reader.read_to_end(&mut head).is_ok()
            && sniff::recognise(&head, &[]) == Err(Unknown::Binary)
    }

    /// The next range of a zip's list of files. Once the list is complete, the ranges of its files.
    fn zip_list(&mut self, tries: usize) -> Vec<(u64, u64)> {
        let reader = ChunkReader::new(&self.chunks);
        let missing = reader.missing();
        match (Zip::new(reader), missing.get()) {
            (Ok(zip), _) if zip.is_workbook() => self.whole_file(),
            (Ok(mut zip), _) => {
                self.step = Step::Done;
                member_ranges(&mut zip)
            }
            (Err(_), Some(at)) if tries < MOST_TRIES => {
                self.step = Step::List(tries + 1);
                vec![(at, at.saturating_add(TAIL << (2 * tries).min(20)).min(self.chunks.size()))]
            }
            (Err(_), _) => self.finish(),
        }
    }
}

/// The ranges of those files of a zip that may contain posts.
fn member_ranges(zip: &mut Zip<ChunkReader>) -> Vec<(u64, u64)> {
    let end = zip.list_start();
    let Ok(mut entries) = zip.entries() else { return Vec::new() };
    entries.sort_by_key(|entry| entry.start);
    let ends: Vec<u64> = entries.iter().skip(1).map(|entry| entry.start).chain([end]).collect();
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for (entry, end) in entries.iter().zip(ends) {
        if is_media(entry) || entry.start >= end {
            continue;
        }
        match ranges.last_mut() {
            Some((_, last)) if entry.start.saturating_sub(*last) < NEAR => *last = end,
            _ => ranges.push((entry.start, end)),
        }
    }
    ranges
}

/// The file extensions of pictures, videos and sounds.
const MEDIA: [&str; 26] = [
    "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff", "mp4", "m4v", "mov",
    "webm", "mkv", "avi", "3gp", "mpg", "mp3", "m4a", "aac", "ogg", "opus", "wav", "flac",
];

/// Whether a file in a zip is a picture, a video or a sound, by its name. These are most of an export and are not loaded.
pub(crate) fn is_media(entry: &Entry) -> bool {
    let extension = entry.path.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| MEDIA.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}
