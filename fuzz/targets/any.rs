//! Files of any format, packed and encoded in any way.

#![no_main]

use libfuzzer_sys::fuzz_target;
use postern::import::{FORMATS, Settings, whole};
use postern::time::Timestamp;

fuzz_target!(|file: &[u8]| {
    let _ = whole::read(&[file], FORMATS, &Settings::at(Timestamp(1_795_000_000_000)));
});
