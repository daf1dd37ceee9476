//! Creates workbooks for tests.

use std::io::{Cursor, Write};

/// Creates a workbook with one sheet of texts and numbers.
pub(crate) fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let cell = |text: &&str| match text.parse::<f64>() {
        Ok(number) => format!("<c><v>{number}</v></c>"),
        Err(_) => format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>"),
    };
    let row =
        |row: &&[&str]| ["<row>".to_owned(), row.iter().map(cell).collect(), "</row>".to_owned()].concat();
    let rows: String = rows.iter().map(row).collect();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/package/2006/relationships";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let types = "http://schemas.openxmlformats.org/package/2006/content-types";
    let files = [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{types}\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{relations}\"><Relationship Id=\"rId1\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Posts\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{relations}\"><Relationship Id=\"rId1\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let options =
            zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
