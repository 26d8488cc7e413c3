//! The neighbours of a call: what a program at a provider that has a fault, or another version, sends in its place. A form is an object of texts here.
#![allow(clippy::expect_used, clippy::panic, reason = "it is for tests only")]

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// Marks an object that is sent as a form.
const FORM: &str = "\u{0}form";

/// The place in which a variant differs from the fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: it is the fixture itself.
    Whole,
    /// At this JSON pointer.
    At(String),
}

/// A webhook request that differs from a fixture in one place.
pub struct Neighbour {
    /// The kind of difference.
    pub what: &'static str,
    /// The place of the difference.
    pub place: Place,
    /// The changed request.
    pub body: Value,
}

/// A form as an object; of a repeated field only the last value.
pub fn fields(form: &str) -> Value {
    let mut object = Map::new();
    for pair in form.trim().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        object.insert(name.to_owned(), value.into());
    }
    object.insert(FORM.to_owned(), Value::Null);
    Value::Object(object)
}

/// The bytes of a request.
pub fn body(call: &Value) -> Vec<u8> {
    let Some(form) = call.as_object().filter(|object| object.contains_key(FORM)) else {
        return call.to_string().into_bytes();
    };
    // Values are encoded like the original; a value of another type becomes a word, a list becomes a repeated field.
    let text = |value: &Value| {
        value.as_str().map_or_else(|| value.to_string().replace(['{', '}', '"', ':'], ""), str::to_owned)
    };
    let pairs = form.iter().filter(|(name, _)| *name != FORM).flat_map(|(name, value)| match value {
        Value::Array(values) => values.iter().map(|value| format!("{name}={}", text(value))).collect::<Vec<_>>(),
        value => vec![format!("{name}={}", text(value))],
    });
    pairs.collect::<Vec<_>>().join("&").into_bytes()
}

/// The webhook requests in all fixtures of a provider, by name.
pub fn calls(fixtures: &Path, provider: &str) -> Vec<(String, Value)> {
    let folder = fixtures.join(provider);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut calls = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("templates.") || name.ends_with(".txt") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("text");
        if name.ends_with(".form") {
            calls.push((name, fields(&text)));
            continue;
        }
        match serde_json::from_str(&text).expect("JSON") {
            // These providers send one event in a request: their fixtures are lists of requests.
            Value::Array(events) => {
                calls.extend(events.into_iter().enumerate().map(|(number, event)| (format!("{name} {number}"), event)));
            }
            call => calls.push((name, call)),
        }
    }
    calls
}

/// The account of the fixtures.
pub fn account(provider: &str) -> &'static str {
    match provider {
        "meta" => "106540352242922",
        "instagram" => "17841400000000001",
        "zenvia" => "sender-1",
        _ => "551140001000",
    }
}

/// The list that contains the items of a request; `None` for providers with one item in a request.
pub fn list(provider: &str) -> Option<&'static str> {
    match provider {
        "meta" => Some("/entry/0/changes/0/value/messages"),
        "instagram" => Some("/entry/0/messaging"),
        "infobip" => Some("/results"),
        _ => None,
    }
}

/// A valid text as an item of a list.
pub fn sibling(provider: &str, id: &str) -> Value {
    let text = format!("ao lado {id}");
    match provider {
        "meta" => {
            json!({ "from": "5511987650002", "id": id, "timestamp": "1764082800", "type": "text", "text": { "body": text } })
        }
        "instagram" => json!({ "sender": { "id": "5522110002" }, "recipient": { "id": account(provider) },
            "timestamp": 1_764_082_800_123_u64, "message": { "mid": id, "text": text } }),
        "infobip" => json!({ "from": "5511987650002", "to": account(provider), "integrationType": "WHATSAPP",
            "receivedAt": "2025-11-25T15:00:00.123+0000", "messageId": id, "message": { "type": "TEXT", "text": text } }),
        _ => panic!("{provider} sends one item in a call"),
    }
}

/// Whether an item beside the change is taken: the change is in the list of items or in the data of customers. A change
/// of the list itself or of its parents may take all items away. `false` too where the provider sends one item in a call.
pub fn has_item_beside(provider: &str, place: &Place) -> bool {
    match (place, list(provider)) {
        (_, None) => false,
        (Place::Whole, Some(_)) => true,
        (Place::At(path), Some(list)) => {
            path.starts_with(&format!("{list}/")) || path.starts_with("/entry/0/changes/0/value/contacts/")
        }
    }
}

/// A variant with new ids, and the id of the item beside it if the request has several and the change leaves it.
pub fn prepared(provider: &str, ids: &[String], neighbour: &Neighbour, number: usize) -> (Value, Option<String>) {
    let mut body = renamed(&neighbour.body, ids, &format!("~{number}"));
    let Some(pointer) = list(provider) else { return (body, None) };
    if !has_item_beside(provider, &neighbour.place) {
        return (body, None);
    }
    let Some(Value::Array(items)) = body.pointer_mut(pointer) else { return (body, None) };
    let id = format!("ao-lado-{number}");
    items.push(sibling(provider, &id));
    (body, Some(id))
}

/// The body, and every body that differs from it in one place.
pub fn neighbours(call: &Value) -> Vec<Neighbour> {
    let mut found = vec![Neighbour { what: "unchanged", place: Place::Whole, body: call.clone() }];
    let mut paths = Vec::new();
    walk(call, "", &mut paths);
    for path in paths {
        let value = call.pointer(&path).expect("a value of the call");
        let mut add = |what, change: &dyn Fn(&mut Value)| {
            let mut body = call.clone();
            change(body.pointer_mut(&path).expect("a value of the call"));
            found.push(Neighbour { what, place: Place::At(path.clone()), body });
        };
        for (number, other) in values_of_other_types(value).into_iter().enumerate() {
            let what = if number == 0 { "null" } else { "of another type" };
            add(what, &|place| *place = other.clone());
        }
        add("doubled", &|place| *place = json!([place.clone(), place.clone()]));
        if let Value::Array(items) = value {
            add("with each element twice", &|place| {
                let Value::Array(items) = place else { return };
                *items = items.iter().flat_map(|item| [item.clone(), item.clone()]).collect();
            });
            if items.len() > 1 {
                add("out of order", &|place| {
                    if let Value::Array(items) = place {
                        items.reverse();
                    }
                });
            }
        }
        let mut body = call.clone();
        remove(&mut body, &path);
        found.push(Neighbour { what: "missing", place: Place::At(path), body });
    }
    found
}

/// The request with other ids of its items.
pub fn renamed(call: &Value, ids: &[String], mark: &str) -> Value {
    match call {
        Value::String(text) if ids.contains(text) => format!("{text}{mark}").into(),
        Value::Array(items) => items.iter().map(|item| renamed(item, ids, mark)).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(name, value)| (name.clone(), renamed(value, ids, mark))).collect())
        }
        other => other.clone(),
    }
}

/// Pointers to every value below this one.
fn walk(value: &Value, path: &str, found: &mut Vec<String>) {
    let mut below = |name: String, value: &Value| {
        let path = format!("{path}/{name}");
        found.push(path.clone());
        walk(value, &path, found);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| below(index.to_string(), item)),
        Value::Object(object) => {
            let named = object.iter().filter(|(name, _)| *name != FORM);
            named.for_each(|(name, value)| below(name.replace('~', "~0").replace('/', "~1"), value));
        }
        _ => {}
    }
}

/// Values of every other type, null first.
fn values_of_other_types(value: &Value) -> Vec<Value> {
    let all = [Value::Null, json!("palavra"), json!(7), json!(true), json!(["palavra"]), json!({ "x": 7 })];
    let is_other = |other: &Value| std::mem::discriminant(other) != std::mem::discriminant(value);
    all.into_iter().filter(is_other).collect()
}

fn remove(body: &mut Value, path: &str) {
    let (parent, name) = path.rsplit_once('/').expect("below the root");
    match body.pointer_mut(parent) {
        Some(Value::Array(items)) => {
            items.remove(name.parse().expect("an index"));
        }
        Some(Value::Object(object)) => {
            object.remove(&name.replace("~1", "/").replace("~0", "~"));
        }
        _ => panic!("nothing at {parent}"),
    }
}
