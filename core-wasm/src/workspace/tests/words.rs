//! Texts in tests: the core chooses the key of a text, and the catalogue of the ui contains it. Tests of exact texts
//! read the Portuguese catalogue.

use crate::flow::Text;
use serde_json::Value;
use std::path::Path;

/// The text that an agent reads. A key without a text fails the test, unless it has a fallback.
pub fn said(text: &Text) -> String {
    let several =
        sentence(&format!("{}_other", text.key)).filter(|_| text.params.get("count").is_some_and(|count| count != "1"));
    let one = || sentence(&format!("{}_one", text.key));
    let sentence = several.or_else(|| sentence(&text.key)).or_else(one).or_else(|| sentence(text.fallback.as_deref()?));
    let sentence = sentence.unwrap_or_else(|| panic!("no words for {text:?}"));
    text.params.iter().fold(sentence, |sentence, (name, value)| {
        sentence.replace(&format!("{{{{{name}}}}}"), value).replace(&format!("{{{{{name}, number}}}}"), value)
    })
}

fn sentence(key: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/i18n/pt-BR");
    let read = |name: &str| -> Option<Value> {
        let catalogue = std::fs::read_to_string(folder.join(format!("{name}.json"))).ok()?;
        Some(serde_json::from_str(&catalogue).expect("a catalogue in JSON"))
    };
    let of_area = key.split_once('.').and_then(|(area, rest)| Some((read(area)?, rest)));
    // A key that the documents name is in the catalogue `documents`.
    let named = || read("documents").and_then(|all| text_at(&all, key));
    of_area.map_or_else(named, |(catalogue, rest)| text_at(&catalogue, rest))
}

fn text_at(catalogue: &Value, path: &str) -> Option<String> {
    path.split('.').try_fold(catalogue, |here, part| here.get(part))?.as_str().map(str::to_owned)
}
