//! Files of any format, packed and encoded in any way: by itself, and as a page reads it, with what is in it if it is a zip.

#![no_main]

use libfuzzer_sys::fuzz_target;
use postern::formats::files::Filter;
use postern::formats::files::memory::Files;
use postern::formats::{FORMATS, Settings, unpacked};
use postern::time::Timestamp;

const NOW: Timestamp = Timestamp(1_795_000_000_000);

fuzz_target!(|file: &[u8]| {
    let _ = unpacked::convert_files(&[file], FORMATS, &Settings::at(NOW));
    let mut files = Files::new(Settings::at(NOW), Filter::default(), None);
    for name in ["file", "folder/file"] {
        give(&mut files, name, file);
    }
    files.start();
    while files.next().is_some() {
        files.import_next();
    }
    let _ = files.finish();
});

/// Gives a file, and of its bytes what is asked for.
fn give(files: &mut Files, name: &str, file: &[u8]) {
    let number = files.add(name, file.len() as u64, None);
    loop {
        let ranges = files.missing_ranges(number);
        if ranges.is_empty() {
            return files.recognise(number);
        }
        for (from, to) in ranges {
            let (from_index, to) = (from as usize, (to as usize).min(file.len()));
            files.supply(number, from, file.get(from_index..to).unwrap_or_default().to_vec());
        }
    }
}
