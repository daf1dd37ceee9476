//! The seeds of the fuzz targets: each format has some, and reads them without a fault.

use postern::formats::unpacked::UnpackedFile;
use postern::formats::{FORMATS, Settings, mapped};
use postern::time::Timestamp;
use std::path::Path;

#[test]
fn every_format_has_a_target_and_seeds_that_are_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let targets = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let settings = Settings { author: Some("somebody".into()), ..Settings::at(Timestamp(1_795_000_000_000)) };
    for format in FORMATS {
        let target = format!("name = \"{format}\"\npath = \"targets/format.rs\"\n");
        assert!(targets.contains(&target), "fuzz/Cargo.toml has no target {format}");
        let seeds = std::fs::read_dir(folder.join("seeds").join(format.name));
        let seeds: Vec<_> = seeds
            .unwrap_or_else(|_| panic!("{format} has no seeds"))
            .map(|seed| seed.unwrap().path())
            .collect();
        let mut read = 0;
        for seed in seeds {
            let file = std::fs::read(&seed).unwrap();
            let formats = if *format == &mapped::FORMAT { &[&mapped::FORMAT][..] } else { FORMATS };
            let Ok(whole) = UnpackedFile::new(&file, formats) else { continue };
            assert_eq!(whole.recognised().format, *format, "{}", seed.display());
            read += whole.outcomes(&settings).unwrap().len();
        }
        assert!(read > 0, "the seeds of {format} hold nothing");
    }
}
