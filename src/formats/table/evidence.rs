//! Evidence from all rows of a table, which a single row can't give: how long rows are, whether dates have the day or the month
//! first, and whether ids were rounded.

use super::rows::Rows;
use super::shape::Shape;
use super::{Dialect, Sheets};
use crate::formats::source::{Content, Source};
use crate::formats::value::date_order::Order;
use crate::formats::value::date_votes::Votes;
use crate::formats::value::ids;
use crate::platform::Network;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{self, Read};

/// Evidence from all rows of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// How long rows may be.
    pub shape: Option<Shape>,
    /// The names of the columns, as in the file.
    pub columns: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
    /// Whether dates such as 03/04/2026 have the day or the month first.
    pub order: Option<Order>,
    /// The remark about that, and the number of dates that it concerns.
    pub remark: Option<(&'static str, u64)>,
    numbers: Numbers,
}

/// Counts ids that are long numbers, by what their last digits look like. See [`ids`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Numbers {
    all: u64,
    zeroed: u64,
    printed: u64,
    doubles: u64,
    /// Ids that an address in the same row shows before they were rounded.
    contradicted: u64,
}

/// How many rows are kept for guessing a mapping.
const SAMPLE: usize = 50;
/// With fewer ids than this, all of them may look rounded by accident.
const FEW: u64 = 2;

impl Evidence {
    /// Collects evidence from the rows of a table that is text.
    ///
    /// # Errors
    /// When it can't be read to its end.
    pub fn of_text(reader: impl Read, dialect: Dialect) -> io::Result<Self> {
        let (mut evidence, mut votes) = (Self::default(), Votes::default());
        let rows = Rows::new(reader, dialect, None);
        let (columns, shape) = rows.survey(|_, cells| {
            let texts = cells.iter().map(|cell| core::str::from_utf8(cell).unwrap_or_default());
            evidence.add(&texts.collect::<Vec<_>>(), &mut votes);
        })?;
        evidence.shape = Some(shape);
        Ok(evidence.finish(&columns, votes))
    }

    /// Collects evidence from the rows of a workbook's sheets.
    ///
    /// # Errors
    /// None, because the rows are in memory.
    pub fn of_sheets(mut sheets: Sheets) -> io::Result<Self> {
        let (mut evidence, mut votes) = (Self::default(), Votes::default());
        let mut columns: Vec<String> = Vec::new();
        while let Some(raw) = sheets.next()? {
            let Content::Row(row) = raw.content else { continue };
            let cells = row.as_object().into_iter().flatten();
            let (names, texts): (Vec<_>, Vec<_>) =
                cells.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default())).unzip();
            if names.len() > columns.len() {
                columns = names;
            }
            evidence.add(&texts, &mut votes);
        }
        Ok(evidence.finish(&columns, votes))
    }

    /// Collects evidence from objects. Their keys are the columns. Keys of nested objects are joined by `.`.
    pub fn of_objects(objects: impl Iterator<Item = Value>) -> Self {
        let (mut evidence, mut votes) = (Self::default(), Votes::default());
        let mut columns: Vec<String> = Vec::new();
        for object in objects {
            for row in rows_in(&object) {
                let mut cells: Vec<(String, String)> = Vec::new();
                flatten(row, "", &mut cells);
                let new =
                    cells.iter().filter(|(name, _)| !columns.contains(name)).map(|(name, _)| name.clone());
                let new: Vec<String> = new.take(MOST_COLUMNS.saturating_sub(columns.len())).collect();
                columns.extend(new);
                let cell = |name: &String| {
                    cells.iter().find(|(key, _)| key == name).map_or("", |(_, cell)| cell.as_str())
                };
                evidence.add(&columns.iter().map(cell).collect::<Vec<_>>(), &mut votes);
            }
        }
        evidence.finish(&columns, votes)
    }

    /// Collects evidence about ids and dates from the elements of a document. They have no columns.
    pub fn of_documents(elements: impl Iterator<Item = Value>) -> Self {
        let (mut evidence, mut votes) = (Self::default(), Votes::default());
        let mut names = BTreeSet::new();
        for element in elements {
            for row in rows_in(&element) {
                let mut cells: Vec<(String, String)> = Vec::new();
                flatten(row, "", &mut cells);
                evidence.add(&cells.iter().map(|(_, cell)| cell.as_str()).collect::<Vec<_>>(), &mut votes);
                names.extend(cells.into_iter().map(|(name, _)| name));
            }
        }
        let names: Vec<String> = names.into_iter().collect();
        Self { columns: Vec::new(), rows: Vec::new(), ..evidence.finish(&names, votes) }
    }

    fn add(&mut self, cells: &[&str], votes: &mut Votes) {
        for cell in cells {
            votes.add(cell, cells);
            self.numbers.add(ids::without_marks(cell), cells);
        }
        if self.rows.len() < SAMPLE {
            self.rows.push(cells.iter().map(|cell| (*cell).to_owned()).collect());
        }
    }

    fn finish(mut self, columns: &[String], votes: Votes) -> Self {
        (self.order, self.remark) = votes.decide(columns);
        self.columns =
            columns.iter().map(|name| name.trim_start_matches('\u{feff}').trim().to_owned()).collect();
        self
    }

    /// Whether an id looks rounded, in a table in which so many ids do that it is no accident.
    pub fn has_rounded(&self, network: Network, id: &str) -> bool {
        let Numbers { all, zeroed, printed, doubles, contradicted } = self.numbers;
        let number = ids::number(id);
        // By chance, one of ten thousand ids ends in four zeros.
        let is_zeroed = ids::is_zeroed(number) && zeroed > 0 && zeroed >= all / 20;
        let are_printed = all >= FEW && printed == all || printed > FEW && printed >= all.div_ceil(2);
        // Ids of X may all be exact floating-point numbers. Of TikTok's ids, one of a thousand is by chance.
        let are_doubles = contradicted > 0 || network == Network::Tiktok && doubles >= all.div_ceil(2);
        is_zeroed || are_printed && ids::is_printed(number) || are_doubles && ids::is_double(number)
    }
}

/// The most keys of objects that become columns.
const MOST_COLUMNS: usize = 400;
/// How deep the keys of nested objects become columns.
const DEEPEST: usize = 4;

/// The objects that are rows: those in the lists of an object, and the object itself.
fn rows_in(object: &Value) -> Vec<&Value> {
    let lists = object.as_object().into_iter().flat_map(|map| map.values()).flat_map(|value| match value {
        Value::Array(list) => vec![list],
        Value::Object(inner) => inner.values().filter_map(Value::as_array).collect(),
        _ => Vec::new(),
    });
    let rows = lists.into_iter().map(|list| list.iter().filter(|row| row.is_object()).collect::<Vec<_>>());
    let mut rows: Vec<&Value> = rows.flatten().collect();
    rows.push(object);
    rows
}

fn flatten(value: &Value, path: &str, into: &mut Vec<(String, String)>) {
    let depth = path.split('.').filter(|key| !key.is_empty()).count();
    for (key, value) in value.as_object().into_iter().flatten().filter(|_| depth < DEEPEST) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            Value::Object(_) => flatten(value, &path, into),
            Value::String(text) => into.push((path, text.clone())),
            Value::Number(number) => into.push((path, number.to_string())),
            Value::Bool(flag) => into.push((path, flag.to_string())),
            Value::Null => into.push((path, String::new())),
            // A list is one cell.
            Value::Array(_) => into.push((path, value.to_string())),
        }
    }
}

impl Numbers {
    fn add(&mut self, cell: &str, row: &[&str]) {
        // On Instagram, the id of the owner may follow that of the post.
        let cell = cell.split_once('_').map_or(cell, |(number, _)| number);
        if !(17..=20).contains(&cell.len()) || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
            return;
        }
        self.all += 1;
        self.zeroed += u64::from(ids::is_zeroed(cell));
        self.printed += u64::from(ids::is_printed(cell));
        self.doubles += u64::from(ids::is_double(cell));
        let same = |number: &str| {
            number != cell && number.len() == cell.len() && number.parse::<f64>() == cell.parse::<f64>()
        };
        let addresses = row.iter().filter(|text| text.starts_with("http"));
        let mut numbers = addresses.flat_map(|url| url.split(|char: char| !char.is_ascii_digit()));
        self.contradicted += u64::from(ids::is_double(cell) && numbers.any(same));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Evidence {
        let dialect = Dialect { separator: b',', before: 0, escaped: false };
        Evidence::of_text(text.as_bytes(), dialect).unwrap()
    }

    #[test]
    fn rounded_ids_are_detected_if_many_look_rounded() {
        let rounded = of("id,x\n7379123456789010000,1\n7379123456789020000,2\n");
        assert!(rounded.has_rounded(Network::Tiktok, "7379123456789010000"));
        assert!(!rounded.has_rounded(Network::Tiktok, "7379123456789012345"));
        let ids = (0..40).map(|id| format!("73791234567890123{id:02},1\n")).collect::<Vec<_>>().concat();
        let by_chance = of(&format!("id,x\n7379123456789010000,1\n{ids}"));
        assert!(!by_chance.has_rounded(Network::Tiktok, "7379123456789010000"));
    }

    #[test]
    fn ids_that_went_through_floats_are_detected_if_many_did() {
        let doubles = of("id\n7379123456789012480\n7379123456789013504\n7379123456789014528\n"
            .replace('\n', ",\n")
            .as_str());
        assert!(doubles.has_rounded(Network::Tiktok, "7379123456789012480"));
        assert!(!doubles.has_rounded(Network::X, "7379123456789012480"));
        assert!(of("id,\n7379123456789012480,\n").has_rounded(Network::Tiktok, "7379123456789012480"));
        let one_is_broken = of("id,\n7379123456789012480,\n7379123456789013504,\n73791234567890145,\n");
        assert!(one_is_broken.has_rounded(Network::Tiktok, "7379123456789012480"));
        let printed = of("id,\n1585841080431321000,\n1585841080431322000,\n1585841080431323000,\n");
        assert!(printed.has_rounded(Network::X, "1585841080431321000"));
    }
}
