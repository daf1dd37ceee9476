//! How many posts a second one core makes of each format's elements: cutting, parsing, repairing and converting, from
//! memory; opening and recognising the file is not counted, which happens once.
//!
//! `cargo bench --no-default-features --features import --bench formats -- [FOLDER]` reads the invented files in
//! `fuzz/seeds`, a folder for each format, and prints one line of JSON for each.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench may fail loudly, prints its result and reads the clock"
)]

use postern::formats::unpacked::UnpackedFile;
use postern::formats::{Export, FORMATS, Format, Settings};
use postern::time::Timestamp;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// For how long each format is read.
const LONG_ENOUGH: Duration = Duration::from_millis(400);

fn main() {
    let folder = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let folder =
        folder.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds"), PathBuf::from);
    for format in FORMATS {
        let files = files(&folder.join(format.name));
        let wholes: Vec<UnpackedFile> =
            files.iter().filter_map(|file| UnpackedFile::new(file, &[format]).ok()).collect();
        println!("{}", rate(format, &wholes, files.iter().map(Vec::len).sum()));
    }
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect()
}

fn rate(format: &Format, wholes: &[UnpackedFile], bytes: usize) -> String {
    let mut export = Export::default();
    for whole in wholes {
        whole.learn(&mut export).unwrap();
    }
    let mapping = "platform=:x,id=id,author=author,text=text,time=time,likes=likes".parse().unwrap();
    let settings = Settings {
        author: Some("somebody".into()),
        export: Arc::new(export),
        mapping,
        ..Settings::at(Timestamp(1_795_000_000_000))
    };
    let read = || -> usize { wholes.iter().map(|whole| whole.outcomes(&settings).unwrap().len()).sum() };
    let (elements, start, mut rounds) = (read(), Instant::now(), 0_usize);
    while start.elapsed() < LONG_ENOUGH {
        read();
        rounds += 1;
    }
    let millis = usize::try_from(start.elapsed().as_millis()).unwrap();
    let a_second = |count: usize| count * rounds * 1000 / millis;
    let (posts, bytes) = (a_second(elements), a_second(bytes));
    format!(
        r#"{{"format":"{format}","elements":{elements},"elements_per_second":{posts},"bytes_per_second":{bytes}}}"#
    )
}
