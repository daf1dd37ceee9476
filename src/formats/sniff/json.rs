//! Recognises JSON: lines, an array, or a document with elements at certain paths.

use super::{Layout, Near, Recognised, Unknown, nested, outline, signatures};
use crate::formats::checks::author;
use crate::formats::split::{Container, Path};
use crate::formats::{Format, Part, Role};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::HashMap;

pub(crate) fn recognise(text: &str, formats: &[&'static Format]) -> Result<Recognised, Unknown> {
    let mut document = Document::parse(text);
    if let Some(found) = document.find(formats) {
        return Ok(found);
    }
    // Elements of no known format may be pages of elements, such as answers of an API, one a line.
    document.are_pages = true;
    document
        .find(formats)
        .or_else(|| document.find_nested(formats))
        .ok_or_else(|| Unknown::Json { keys: document.keys(), near: document.near(formats) })
}

/// Whether a text is valid JSON, but its last value is incomplete.
pub(crate) fn ends_in_the_middle(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.find_map(Result::err).is_some_and(|error| error.is_eof())
}

/// The container of the elements: one object a line, or values over any number of lines.
pub(crate) fn container(text: &str) -> Container {
    let first = text.lines().next().unwrap_or_default();
    let whole = first.len() == text.len() || first.trim_end().ends_with('}');
    if text.starts_with('{') && whole { Container::Lines } else { Container::Values }
}

const fn is_document(part: &Part) -> bool {
    matches!(part.role, Role::Document)
}

/// All places of a format in a document, even those after the head of the file.
fn places(format: &Format) -> Vec<(Path, &'static Part)> {
    let parts = format.parts.iter().filter(|part| !is_document(part));
    let places = parts.flat_map(|part| part.at.iter().map(move |place| (Path::new(place), part)));
    places.filter(|(place, _)| !place.is_root()).collect()
}

/// The elements that are compared with the formats: the first few of those with equal keys.
fn samples(elements: impl Iterator<Item = Value>) -> Vec<Value> {
    const ALIKE: usize = 20;
    const MOST: usize = 400;
    let mut known: HashMap<Vec<String>, usize> = HashMap::new();
    let is_sample = |element: &Value| {
        let keys = element.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
        let count = known.entry(keys).or_default();
        *count += 1;
        *count <= ALIKE
    };
    elements.filter(is_sample).take(MOST).collect()
}

/// The head of a file.
struct Document {
    container: Container,
    /// Samples of the lines, or of the entries of the array.
    elements: Vec<Value>,
    /// Whether it is a single object, which may contain elements.
    is_one: bool,
    /// Whether each of several objects is searched for elements, too.
    are_pages: bool,
    /// Whether it is an array.
    is_list: bool,
}

impl Document {
    fn parse(text: &str) -> Self {
        let container = container(text);
        let values = match container {
            Container::Lines => text.lines().flat_map(outline::values).take(4096).collect(),
            _ => outline::values(text),
        };
        let is_one = values.len() == 1 && values.iter().all(Value::is_object);
        let is_list = values.first().is_some_and(Value::is_array);
        let elements = values.into_iter().flat_map(|value| match value {
            Value::Array(list) => list,
            other => vec![other],
        });
        Self { container, elements: samples(elements), is_one, are_pages: false, is_list }
    }

    fn find(&self, formats: &[&'static Format]) -> Option<Recognised> {
        formats.iter().find_map(|format| {
            let parts = self.parts(format);
            (!parts.is_empty()).then(|| self.recognised(format, parts, formats))
        })
    }

    /// The parts of a format that are present, each with its first place.
    fn parts(&self, format: &Format) -> Vec<(Path, &'static Part)> {
        if self.is_one
            && format.parts.iter().any(|part| is_document(part) && self.shows(part, &Path::new("")))
        {
            return places(format);
        }
        let mut parts: Vec<(Path, &'static Part)> = Vec::new();
        for part in format.parts.iter().filter(|part| !is_document(part)) {
            let place = part.at.iter().map(|place| Path::new(place)).find(|place| self.shows(part, place));
            // Of several parts that match at one place, the first counts.
            if let Some(place) = place.filter(|place| !parts.iter().any(|(known, _)| known == place)) {
                parts.push((place, part));
            }
        }
        // A document that contains elements is not an element itself.
        if parts.iter().any(|(place, _)| !place.is_root()) {
            parts.retain(|(place, _)| !place.is_root());
        }
        parts
    }

    fn shows(&self, part: &Part, place: &Path) -> bool {
        if place.is_root() {
            return self.elements.iter().any(|element| part.matches(element));
        }
        (self.is_one || self.are_pages)
            && self
                .elements
                .iter()
                .flat_map(|document| place.find(document))
                .any(|element| part.matches(element))
    }

    /// The first format that has complete elements anywhere in the documents.
    fn find_nested(&self, formats: &[&'static Format]) -> Option<Recognised> {
        formats.iter().find_map(|format| {
            let places = self.nested_places(format);
            (!places.is_empty()).then(|| self.recognised(format, places, formats))
        })
    }

    /// All places in the documents that have complete elements of a format.
    fn nested_places(&self, format: &'static Format) -> Vec<(Path, &'static Part)> {
        let mut places: Vec<(Path, &'static Part)> = Vec::new();
        for (path, part) in self.elements.iter().flat_map(|element| nested::find_places(format, element)) {
            if !places.iter().any(|(known, _)| *known == path) {
                places.push((path, part));
            }
        }
        places
    }

    /// The author of the posts, if the objects around them name exactly one account.
    fn author(&self, places: &[Path]) -> Option<String> {
        let authors = self.elements.iter().flat_map(|document| {
            places
                .iter()
                .filter_map(|place| place.above(document).into_iter().rev().find_map(author::of_wrapper))
        });
        let mut names: Vec<String> = authors.collect();
        names.dedup();
        names.pop().filter(|_| names.is_empty())
    }

    /// The places that have complete elements of other formats, outside the known places.
    fn places_of_others(
        &self,
        format: &Format,
        known: &[(Path, &'static Part)],
        formats: &[&'static Format],
    ) -> Vec<(Path, &'static Part)> {
        let mut more: Vec<(Path, &'static Part)> = Vec::new();
        // Exports also list what the owner saw of other people, so only their own places count.
        for other in formats.iter().filter(|other| !format.is_export() && **other != format) {
            for (path, part) in self.nested_places(other) {
                if !known.iter().chain(&more).any(|(known, _)| known.overlaps(&path)) {
                    more.push((path, part));
                }
            }
        }
        more
    }

    fn recognised(
        &self,
        format: &'static Format,
        mut parts: Vec<(Path, &'static Part)>,
        formats: &[&'static Format],
    ) -> Recognised {
        if parts.iter().any(|(place, _)| !place.is_root()) {
            let more = self.nested_places(format).into_iter();
            let known: Vec<Path> = parts.iter().map(|(place, _)| place.clone()).collect();
            parts.extend(more.filter(|(place, _)| !known.contains(place)));
            let others = self.places_of_others(format, &parts, formats);
            parts.extend(others);
        }
        let (places, parts): (Vec<Path>, Vec<_>) = parts.into_iter().unzip();
        let author = self.author(&places);
        let layout = if places.iter().all(Path::is_root) {
            Layout::Elements(self.container)
        } else if self.are_pages && matches!(self.container, Container::Lines) {
            Layout::Pages(places)
        } else if self.is_list {
            Layout::Places(places.into_iter().map(Path::in_each).collect())
        } else {
            Layout::Places(places)
        };
        Recognised { format, layout, parts, global: None, author }
    }

    /// The keys of the first object.
    fn keys(&self) -> Vec<String> {
        let first = self.elements.iter().find_map(Value::as_object);
        first.into_iter().flat_map(|map| map.keys().cloned()).collect()
    }

    /// The formats whose signatures match best.
    fn near(&self, formats: &[&'static Format]) -> Vec<Near> {
        let mut near = Vec::new();
        for format in formats {
            let parts = format.parts.iter().filter(|part| part.has_posts());
            let found = parts.flat_map(|part| {
                let elements = part.at.iter().flat_map(|place| {
                    self.elements.iter().flat_map(move |value| Path::new(place).find(value))
                });
                elements.flat_map(|element| {
                    part.signatures.iter().map(|signature| signatures::element(signature, element))
                })
            });
            let nearest = found.max_by_key(signatures::Match::nearness);
            near.extend(nearest.map(|found| Near::by_keys(format.name, &found)));
        }
        Near::best(near)
    }
}
