//! Converts whole files in memory, for tests, fuzz targets and benchmarks of single formats.
//!
//! Users' files reach the same converters in other ways: through `cli` on the command line, and through
//! [`super::files::memory`] in a web page.

use super::element_reader::{ElementReader, collect_evidence, read_companion};
use super::open::{Kind, Opened, Zip, open};
use super::sniff::{self, HEAD, LONG_HEAD, Recognised, Unknown};
use super::table::{Evidence, workbook};
use super::{Export, Format, Item, Outcome, Settings, source};
use std::io::{self, Cursor, Read};
use std::sync::Arc;

/// The most bytes that a file may unpack to.
const MOST: u64 = 256 << 20;

/// A file in memory, unpacked and recognised.
#[derive(Debug)]
pub struct UnpackedFile {
    recognised: Recognised,
    bytes: Vec<u8>,
}

/// Why a file in memory can't be converted.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// It has none of the formats.
    #[error("not recognised: {0}")]
    Unknown(Unknown),
    /// It can't be unpacked.
    #[error("can't be read: {0}")]
    Broken(#[from] io::Error),
}

impl UnpackedFile {
    /// Unpacks and recognises a file. If there is only one format, the file is read as that format in any case.
    ///
    /// # Errors
    /// When it is damaged or too large, or has none of the formats.
    pub fn new(file: &[u8], formats: &[&'static Format]) -> Result<Self, UnpackError> {
        let Opened { reader, kind, .. } = open(file)?;
        let mut bytes = Vec::new();
        if reader.take(MOST).read_to_end(&mut bytes)? as u64 == MOST {
            return Err(
                io::Error::new(io::ErrorKind::InvalidData, "expected less than 256 MiB, got more").into()
            );
        }
        let is_workbook = match kind {
            Kind::Stream => false,
            Kind::Workbook => true,
            Kind::Zip => Zip::new(Cursor::new(&bytes))?.is_workbook(),
        };
        let head = |length| bytes.get(..length).unwrap_or(&bytes);
        let recognised = match formats {
            _ if is_workbook => workbook(bytes.clone())?.recognise(formats),
            [format] => sniff::recognise_as(head(HEAD), format),
            _ => match sniff::recognise(head(HEAD), formats) {
                Err(Unknown::Json { .. }) => sniff::recognise(head(LONG_HEAD), formats),
                found => found,
            },
        };
        Ok(Self { recognised: recognised.map_err(UnpackError::Unknown)?, bytes })
    }

    /// How the file was recognised.
    pub const fn recognised(&self) -> &Recognised {
        &self.recognised
    }

    /// Adds what the file says about posts to the export. Returns how many of its elements can't be read.
    ///
    /// # Errors
    /// When it can't be read to its end.
    pub fn learn(&self, export: &mut Export) -> io::Result<u64> {
        let evidence = collect_evidence(Box::new(self.bytes.as_slice()), &self.recognised)?;
        read_companion(
            export,
            &mut ElementReader::new(Box::new(self.bytes.as_slice()), &self.recognised, true, &evidence),
        )
    }

    /// The outcome of each element: a post, an error, or skipped.
    ///
    /// # Errors
    /// When it can't be read to its end.
    pub fn outcomes(&self, settings: &Settings) -> io::Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        let is_workbook = self.recognised.layout == sniff::Layout::Sheets;
        let (table, mut reading) = if is_workbook {
            let book = workbook(self.bytes.clone())?;
            let table = Evidence::of_sheets(book.rows(self.recognised.format))?;
            (table, ElementReader::workbook(&book, &self.recognised))
        } else {
            let table = collect_evidence(Box::new(self.bytes.as_slice()), &self.recognised)?;
            let reading =
                ElementReader::new(Box::new(self.bytes.as_slice()), &self.recognised, false, &table);
            (table, reading)
        };
        let author = self.recognised.author.clone().or_else(|| settings.author.clone());
        let settings = &Settings { table: Arc::new(table), author, ..settings.clone() };
        while let Some((raw, part)) = reading.advance()? {
            flatten(source::convert(&raw.content, part, settings).0, &mut outcomes);
        }
        Ok(outcomes)
    }
}

/// Converts the last of the files, with what all files say about its posts.
///
/// # Errors
/// When one of them can't be read, or has none of the formats.
pub fn convert_files(
    files: &[&[u8]],
    formats: &[&'static Format],
    settings: &Settings,
) -> Result<Vec<Outcome>, UnpackError> {
    let files = files.iter().map(|file| UnpackedFile::new(file, formats)).collect::<Result<Vec<_>, _>>()?;
    let mut export = Export::default();
    for file in &files {
        file.learn(&mut export)?;
    }
    let settings = Settings { export: Arc::new(export), ..settings.clone() };
    let last = files.last().map(|file| file.outcomes(&settings)).transpose()?;
    Ok(last.unwrap_or_default())
}

fn flatten(outcome: Outcome, into: &mut Vec<Outcome>) {
    match outcome {
        Ok(Item::Many(outcomes)) => outcomes.into_iter().for_each(|outcome| flatten(outcome, into)),
        other => into.push(other),
    }
}
