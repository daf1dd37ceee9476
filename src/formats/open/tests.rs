use super::*;
use std::io::Write;

fn read(bytes: &[u8]) -> (String, Vec<Packing>, Encoding) {
    let mut opened = open(bytes).unwrap();
    let mut text = String::new();
    opened.reader.read_to_string(&mut text).unwrap();
    (text, opened.packings, opened.encoding)
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

#[test]
fn plain_text_is_unchanged() {
    assert_eq!(read(b"{\"a\":1}"), ("{\"a\":1}".into(), vec![], Encoding::Utf8));
    assert_eq!(read(b"").0, "");
}

#[test]
fn gzip_of_several_members_is_read_to_its_end() {
    let members = [gzip(b"one\n"), gzip(b"two\n")].concat();
    assert_eq!(read(&members), ("one\ntwo\n".into(), vec![Packing::Gzip], Encoding::Utf8));
}

#[test]
fn nested_packings_are_unpacked_up_to_a_limit() {
    assert_eq!(read(&gzip(&gzip(b"x"))), ("x".into(), vec![Packing::Gzip; 2], Encoding::Utf8));
    let four = gzip(&gzip(&gzip(&gzip(b"x"))));
    let mut opened = open(four.as_slice()).unwrap();
    let mut left = Vec::new();
    opened.reader.read_to_end(&mut left).unwrap();
    assert_eq!(left, gzip(b"x"));
}

/// `{"a":1}` and a line end, packed by `xz --check=none`.
const XZ_WITHOUT_CHECK: &str = "fd377a585a000000ff12d9410200210116000000742fe5a30100077b2261223a317d0a000001180840a546ac06729e7a010000000000595a";

fn bytes(hex: &str) -> Vec<u8> {
    base16ct::lower::decode_vec(hex).unwrap()
}

#[test]
fn xz_without_a_check_is_read() {
    assert_eq!(
        read(&bytes(XZ_WITHOUT_CHECK)),
        (
            "{\"a\":1}
"
            .into(),
            vec![Packing::Xz],
            Encoding::Utf8
        )
    );
}

#[test]
fn zstd_is_read() {
    let packed = ruzstd::encoding::compress_to_vec(
        &b"{\"a\":1}
"[..],
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    assert_eq!(
        read(&packed),
        (
            "{\"a\":1}
"
            .into(),
            vec![Packing::Zstd],
            Encoding::Utf8
        )
    );
}

#[test]
fn utf_16_is_decoded_with_and_without_a_mark() {
    for (mark, big) in [(true, true), (true, false), (false, true), (false, false)] {
        let text = format!("{}id;näme\r\n🦀", if mark { "\u{feff}" } else { "" });
        let units =
            text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
        let (decoded, _, encoding) = read(&units.collect::<Vec<u8>>());
        assert_eq!(decoded.trim_start_matches('\u{feff}'), "id;näme\r\n🦀");
        assert_eq!(encoding, if big { Encoding::Utf16Be } else { Encoding::Utf16Le });
    }
}

#[test]
fn a_zip_bomb_is_refused_with_the_limit() {
    let bomb = gzip(&vec![b' '; usize::try_from(UNCHECKED).unwrap() + (1 << 20)]);
    let mut opened = open(bomb.as_slice()).unwrap();
    let error = io::copy(&mut opened.reader, &mut io::sink()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected to unpack to at most 400 times its size, got more: it is not a list of posts"
    );
}

#[test]
fn a_damaged_file_is_an_error_and_not_a_panic() {
    let mut damaged = gzip(b"some text that is long enough to be damaged in its middle");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    let read = open(damaged.as_slice()).and_then(|mut opened| opened.reader.read_to_end(&mut Vec::new()));
    assert!(read.is_err());
}

#[test]
fn a_zip_that_lists_the_same_bytes_twice_is_refused() {
    let mut zip = ::zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for name in ["a.json", "b.json"] {
        zip.start_file(name, ::zip::write::SimpleFileOptions::default()).unwrap();
        io::Write::write_all(&mut zip, b"[]").unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    assert_eq!(Zip::new(io::Cursor::new(&bytes)).unwrap().entries().unwrap().len(), 2);
    // In the list, the second file gets the position of the first.
    let second = bytes.windows(4).rposition(|at| at == b"PK\x01\x02").unwrap();
    bytes[second + 42..second + 46].fill(0);
    let error = Zip::new(io::Cursor::new(&bytes)).unwrap().entries().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected files that lie one after another in the zip, got two in one place"
    );
}
