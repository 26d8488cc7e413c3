//! Where the engine begins: the examples of docs/contract, unchanged and about the attendances that exist.

use crate::Target;
use crate::desk::protocols;
use contact_centre::API_ROUTES;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn contract() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/contract")
}

/// Name and text of every example.
fn examples() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["", "presence", "voice", "whatsapp"].map(|area| contract().join(area)) {
        for entry in std::fs::read_dir(folder).expect("docs/contract") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.extension().is_some_and(|ending| ending == "json") && name != "openapi-head" {
                found.push((name, std::fs::read_to_string(&path).expect("the example")));
            }
        }
    }
    found.sort();
    found
}

pub fn of(target: &Target) -> Vec<Vec<u8>> {
    match target.name {
        "broker-events" => events(),
        "rest-answers" => answers(),
        "server-bodies" => bodies(),
        _ => frames(),
    }
}

/// The same text about an attendance of the desk.
fn about(text: &str, protocol: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    rename(&mut value, protocol);
    value.to_string()
}

fn rename(value: &mut Value, protocol: &str) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "protocol" {
                    *field = Value::from(protocol);
                }
                rename(field, protocol);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, protocol)),
        _ => {}
    }
}

fn events() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (_, text) in examples().into_iter().filter(|(name, _)| name.starts_with("event-")) {
        found.extend(protocols().iter().map(|protocol| about(&text, protocol).into_bytes()));
        found.push(text.into_bytes());
    }
    found
}

/// Each example as the answer of several calls, well and badly.
fn answers() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (number, (name, text)) in examples().into_iter().enumerate() {
        let status = if name.starts_with("error-") { 9 } else { 0 };
        for call in 0..4 {
            let text = protocols().get(call).map_or_else(|| text.clone(), |protocol| about(&text, protocol));
            let day = u8::from(name != "board");
            found.push([&[day, (number * 4 + call) as u8, status], text.as_bytes()].concat());
        }
    }
    found
}

/// Every route with the example that fits it best, else with an empty body.
fn bodies() -> Vec<Vec<u8>> {
    let requests: Vec<String> = examples()
        .into_iter()
        .filter(|(name, _)| ["-request", "-save", "-payload", "outside-"].iter().any(|part| name.contains(part)))
        .map(|(_, text)| about(&text, protocols().get(1).map_or("", String::as_str)))
        .collect();
    let mut found = Vec::new();
    for route in 0..API_ROUTES.len() + 6 {
        found.push(vec![route as u8, 1, 1]);
        let of_its_own = API_ROUTES.get(route).and_then(|route| route.request).is_some();
        for text in requests.iter().filter(|_| of_its_own || route >= API_ROUTES.len()) {
            let who = if route < API_ROUTES.len() { 1 } else { 2 };
            found.push([&[route as u8, who, 1], text.as_bytes()].concat());
        }
    }
    found
}

fn frames() -> Vec<Vec<u8>> {
    let connect = "CONNECT\naccept-version:1.2\nhost:/\nlogin:101\npasscode:x\nheart-beat:2500,2500\n\n\0";
    let subscribe = "SUBSCRIBE\nid:0\ndestination:/queue/agent.101\nack:client-individual\n\n\0";
    let texts = [
        format!("{connect}{subscribe}ACK\nid:1\n\n\0ACK\nid:2\nreceipt:r\n\n\0DISCONNECT\nreceipt:77\n\n\0"),
        format!("{connect}{subscribe}NACK\nid:1\n\n\0UNSUBSCRIBE\nid:0\n\n\0"),
        format!("{connect}{}ACK\nid:2\n\n\0", subscribe.replace("client-individual", "client")),
        format!("{connect}{}\n\n", subscribe.replace("client-individual", "auto")),
        format!(
            "{connect}SEND\ndestination:/queue/communicator\ncontent-length:28\n\n{{\"event\":\"PongBrokerAction\"}}\n\0"
        ),
        format!("{connect}BEGIN\ntransaction:t\n\n\0ACK\nid:1\ntransaction:t\n\n\0COMMIT\ntransaction:t\n\n\0"),
        "\n\r\nSTOMP\naccept-version:1.0,1.1,1.2\nhost:a\\cb\n\n\0".to_owned(),
        "SEND\ndestination:/queue/x\\n\\c\\\\\ncontent-length:5\n\na\0b\0c\0".to_owned(),
    ];
    texts.iter().flat_map(|text| [[&[0, 1], text.as_bytes()].concat(), [&[200, 0], text.as_bytes()].concat()]).collect()
}

/// The names and words of the wire, one a line, as libFuzzer reads them.
pub fn dictionary() -> String {
    fn words(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    found.insert(format!("\"{name}\":"));
                    words(field, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| words(item, found)),
            Value::String(text) if text.len() < 30 => {
                found.insert(format!("\"{text}\""));
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for (_, text) in examples() {
        words(&serde_json::from_str(&text).unwrap_or_default(), &mut found);
    }
    let plain = |word: &String| word.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    found.into_iter().filter(plain).map(|word| format!("\"{}\"\n", word.replace('"', "\\\""))).collect()
}
