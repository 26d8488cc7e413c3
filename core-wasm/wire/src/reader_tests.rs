//! Comparison of the reader with serde_json: both read or refuse the same texts.

use crate::from_object;
use crate::reader::UnreadText;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    First,
    #[serde(other)]
    Other,
}

/// A value of each kind that a type can request.
#[derive(Debug, PartialEq, Deserialize)]
struct Sample {
    text: String,
    count: u32,
    offset: i64,
    share: f64,
    flag: bool,
    kind: Kind,
    #[serde(default)]
    pair: Option<(u16, i32)>,
    #[serde(default)]
    parts: Vec<Sample>,
    #[serde(default)]
    by_name: BTreeMap<String, Value>,
}

fn reads_as_serde_json<T: serde::de::DeserializeOwned + PartialEq + Debug>(text: &str) {
    assert_eq!(from_object::<T>(text).ok(), serde_json::from_str::<T>(text).ok(), "{text}");
}

fn sample(more: &str) -> String {
    format!(r#" {{"text":"a\"é","count":7,"offset":-3,"share":2,"flag":true,"kind":"first" {more}}}"#)
}

#[test]
fn the_reader_reads_a_struct_as_serde_json_does() {
    let inside = sample("");
    assert!(from_object::<Sample>(&inside).is_ok());
    let parts = format!(r#","parts":[{inside},{inside} ],"unknown":{{"a":[1,{{}}]}}"#);
    for more in [
        &parts,
        r#","parts":[ ]"#,
        r#","parts":[,]"#,
        r#","parts":{}"#,
        r#","pair":[1,-2]"#,
        r#","pair":[1]"#,
        r#","pair":[1,2,3]"#,
        r#","pair":[65536,2]"#,
        r#","pair":null"#,
        r#","pair":nul"#,
        r#","count":1"#,
        r#","by_name":{"a\n":1,"a\n":{"b":[1.5e3,-0,true,null]}}"#,
        r#","by_name":{"a":1,}"#,
        r#","by_name":{"a" 1}"#,
        r#","by_name":{1:1}"#,
        ",",
        "}",
    ] {
        reads_as_serde_json::<Sample>(&sample(more));
    }
}

#[test]
fn the_reader_refuses_a_value_of_another_kind_as_serde_json_does() {
    let values = ["null", "1.5", "-1", "4294967296", "1e400", "true", r#""second""#, r#""\ud800""#, "[]", "{}", ""];
    for field in
        [r#""text":"a\"é""#, r#""count":7"#, r#""offset":-3"#, r#""share":2"#, r#""flag":true"#, r#""kind":"first""#]
    {
        let name = field.split_once(':').expect("a field").0;
        for value in values {
            reads_as_serde_json::<Sample>(&sample("").replace(field, &format!("{name}:{value}")));
        }
    }
}

#[test]
fn the_reader_refuses_text_after_the_value_and_too_many_levels() {
    for text in ["1 ", "1 1", "[1]]", " ", "\u{a0}1", "[[]]", "\"a"] {
        reads_as_serde_json::<Value>(text);
    }
    for levels in [126, 127, 128, 100_000] {
        reads_as_serde_json::<Value>(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
        reads_as_serde_json::<Value>(&format!("[{0}[]{1},{0}[]{1}]", "[".repeat(levels / 2), "]".repeat(levels / 2)));
    }
}

#[test]
fn an_unread_text_is_the_same_from_each_deserializer() {
    let text = r#"[ {"a": [1, "\n"]} ,null]"#;
    let own = crate::read_object(text, |reader| Vec::<UnreadText>::deserialize(reader)).expect("a list");
    let other: Vec<UnreadText<'_>> = serde_json::from_str(text).expect("a list");
    let texts = |list: &[UnreadText<'_>]| list.iter().map(|text| text.get().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&own), [r#"{"a": [1, "\n"]}"#, "null"]);
    assert_eq!(texts(&own), texts(&other));
}

fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "[a\"\\\\é\n\u{1f600}]{0,4}".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 24, 4, |inside| {
        prop_oneof![
            proptest::collection::vec(inside.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a\"é]{0,2}", inside, 0..4).prop_map(|fields| json!(fields)),
        ]
    })
}

proptest! {
    #[test]
    fn the_reader_reads_values_and_refuses_broken_texts_as_serde_json_does(
        value in any_value(),
        cut in any::<proptest::sample::Index>(),
        mark in "[ ,:\"\\[\\]{}0-9ent.-]?",
    ) {
        let text = value.to_string();
        reads_as_serde_json::<Value>(&text);
        let letters: Vec<char> = text.chars().collect();
        let at = cut.index(letters.len());
        let broken: String = letters[..at].iter().copied().chain(mark.chars()).chain(letters[at + 1..].iter().copied()).collect();
        reads_as_serde_json::<Value>(&broken);
    }
}
