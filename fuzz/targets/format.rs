//! Whole files of one format, the one that the target is named after: no bytes may make it panic, hang or take more
//! memory than it should.

#![no_main]

use libfuzzer_sys::fuzz_target;
use postern::formats::{Format, Settings, unpacked};
use postern::time::Timestamp;

fuzz_target!(|file: &[u8]| {
    let format = Format::from_name(env!("CARGO_BIN_NAME")).expect("a target is named after a format");
    let mapping = "platform=:x,id=id,author=author,text=text,time=time,likes=likes,hashtags=tags,media=media";
    let settings = Settings {
        author: Some("somebody".into()),
        mapping: mapping.parse().expect("a mapping"),
        ..Settings::at(Timestamp(1_795_000_000_000))
    };
    // What posts need from other files of an export may stand in any order: the file is its own companion.
    let _ = unpacked::convert_files(&[file, file], &[format], &settings);
});
