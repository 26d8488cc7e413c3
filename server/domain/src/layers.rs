//! Layers of the server's rules (docs/architecture.md): a module uses modules of lower floors, or of its own floor without
//! a circle. The tests read the source files. What still breaks the rule is listed with its reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules by floor, the lowest first.
const FLOORS: [&[&str]; 13] = [
    &["address", "body", "calendar", "digest", "entropy", "fold", "password_hashing", "sealing"],
    &["store"],
    &["http", "refusal"],
    &["call", "config", "context", "names"],
    &["centre"],
    &["due", "effects", "events", "one_at_a_time", "operator", "retention", "security", "suppression", "waits"],
    &["accounts", "audit", "auth", "broker", "notifications"],
    &["absence", "board", "channels", "pauses", "presets", "queues", "router"],
    &["chat", "jobs", "media", "qualification"],
    &[
        "churn",
        "contacts",
        "employers",
        "history",
        "imports",
        "list_views",
        "message_search",
        "notes",
        "people",
        "tags",
    ],
    &["colleagues", "voice", "web_chat", "whatsapp"],
    &["erasure", "transfers"],
    &["agents", "demo", "fault_injection", "openapi", "routes", "start_up", "system", "tick"],
];

const TYPES: &str = "only types that the settings, recipients or events of this area add to a list of all areas";
const REGISTRY: &str = "a registry names the function of each area that is registered in it";
const HANDLERS: &str = "the routes of the module need the authenticated caller; its rules do not";
const ASSIGNMENT: &str = "a change of an agent's presence assigns waiting customers in the same transaction";
const CHANNEL: &str = "what all channels do asks the facts of the attendance's channel";
const CUSTOMER: &str =
    "an attendance shows its customer, and a change of the customer is shown in the open attendances";

/// Uses that break the rule: module, what it uses, why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("config", "auth", TYPES),
    ("config", "broker", TYPES),
    ("config", "voice", TYPES),
    ("config", "whatsapp", TYPES),
    ("context", "effects", TYPES),
    ("context", "security", TYPES),
    ("context", "voice", TYPES),
    ("events", "media", TYPES),
    ("openapi", "routes", REGISTRY),
    ("effects", "auth", HANDLERS),
    ("auth", "channels", ASSIGNMENT),
    ("auth", "router", ASSIGNMENT),
    ("auth", "voice", ASSIGNMENT),
    ("broker", "router", ASSIGNMENT),
    ("channels", "pauses", ASSIGNMENT),
    ("channels", "router", ASSIGNMENT),
    ("router", "jobs", ASSIGNMENT),
    ("chat", "media", CHANNEL),
    ("chat", "web_chat", CHANNEL),
    ("chat", "whatsapp", CHANNEL),
    ("contacts", "whatsapp", CHANNEL),
    ("jobs", "colleagues", CHANNEL),
    ("jobs", "voice", CHANNEL),
    ("jobs", "web_chat", CHANNEL),
    ("jobs", "whatsapp", CHANNEL),
    ("media", "web_chat", CHANNEL),
    ("presets", "whatsapp", CHANNEL),
    ("qualification", "voice", CHANNEL),
    ("router", "voice", CHANNEL),
    ("router", "web_chat", CHANNEL),
    ("router", "whatsapp", CHANNEL),
    ("voice", "colleagues", CHANNEL),
    ("voice", "web_chat", CHANNEL),
    ("voice", "whatsapp", CHANNEL),
    ("audit", "contacts", CUSTOMER),
    ("contacts", "tags", CUSTOMER),
    ("jobs", "churn", CUSTOMER),
    ("jobs", "contacts", CUSTOMER),
];

/// Files that only tests have.
const TESTS: [&str; 4] = ["conformance", "contract_tests", "layers.rs", "testing.rs"];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if TESTS.contains(&name.as_str()) || name.ends_with("tests.rs") || name == "tests" {
            continue;
        }
        if path.is_dir() {
            found.extend(source_files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The parts of the demo data are one module.
fn module_of(name: &str) -> String {
    let name = name.trim_end_matches(".rs");
    if name.starts_with("demo") { "demo" } else { name }.to_owned()
}

/// The modules named behind `crate::`, one by one or in braces.
fn modules_used(text: &str) -> BTreeSet<String> {
    let is_name = |letter: &char| letter.is_ascii_lowercase() || *letter == '_';
    let name = |text: &str| -> String { text.trim().chars().take_while(is_name).collect() };
    let mut used = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => used.extend(list.split("};").next().unwrap_or_default().split(',').map(name)),
            None => {
                used.insert(name(rest));
            }
        }
    }
    used.iter().filter(|module| !module.is_empty()).map(|module| module_of(module)).collect()
}

/// What each module uses.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in source_files(&sources) {
        let inside = path.strip_prefix(&sources).expect("below src");
        let first = inside.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a source file");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let module = module_of(&first);
        // `lib.rs` only lists the modules and re-exports their types.
        if module != "lib" {
            uses.entry(module).or_default().extend(modules_used(text));
        }
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, used) in &mut uses {
        used.retain(|other| modules.contains(other) && other != module);
    }
    uses
}

fn floor_of(module: &str) -> usize {
    FLOORS
        .iter()
        .position(|floor| floor.contains(&module))
        .unwrap_or_else(|| panic!("{module} has no floor: give it one"))
}

#[test]
fn modules_use_lower_layers_only_and_never_in_a_cycle() {
    let uses = uses();
    let mut breaking = BTreeSet::new();
    for (module, used) in &uses {
        for other in used {
            let (own, its) = (floor_of(module), floor_of(other));
            let is_circle = its == own && uses.get(other).is_some_and(|used| used.contains(module));
            // Of two modules that use each other one is the exception.
            let is_listed_back = EXCEPTIONS.iter().any(|(from, to, _)| from == other && to == module);
            if its > own || (is_circle && !is_listed_back) {
                breaking.insert((module.as_str(), other.as_str()));
            }
        }
    }
    let known: BTreeSet<(&str, &str)> = EXCEPTIONS.iter().map(|(module, other, _)| (*module, *other)).collect();
    assert_eq!(breaking, known, "found, and listed as exceptions");
}

#[test]
fn every_module_has_a_layer() {
    let known: BTreeSet<String> = FLOORS.concat().into_iter().map(str::to_owned).collect();
    let found: BTreeSet<String> = uses().into_keys().collect();
    assert_eq!(found, known);
}

#[test]
fn the_reader_of_module_names_sees_all_spellings() {
    let text = "use crate::http::{A, B};\nuse crate::{jobs, router::Route, Call};\nlet x = crate::wire(0); crate::demo_tags::y";
    assert_eq!(modules_used(text), ["demo", "http", "jobs", "router", "wire"].map(str::to_owned).into());
}
