//! Layers of the server's rules (docs/architecture.md): a module uses modules of lower layers, or of its own layer without
//! a cycle. The tests read the source files. Exceptions from the rule are listed with their reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules by layer, the lowest first.
const FLOORS: [&[&str]; 14] = [
    &["address", "body", "calendar", "digest", "entropy", "fold", "password_hashing", "sealing"],
    &["store"],
    &["http", "refusal"],
    &["call", "config", "context", "names", "paging"],
    &["centre"],
    &[
        "due",
        "effects",
        "events",
        "identifier",
        "one_at_a_time",
        "operator",
        "retention",
        "security",
        "suppression",
        "waits",
    ],
    &["accounts", "audit", "auth", "broker", "notifications"],
    &["absence", "board", "channels", "dead_effects", "pauses", "presets", "queues"],
    &["chat", "jobs", "media", "qualification", "router", "scripts"],
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
    &["voice"],
    &["colleagues", "web_chat", "whatsapp"],
    &["erasure", "telephony", "transfers", "uploads"],
    &[
        "agents",
        "demo",
        "fault_injection",
        "openapi",
        "registry",
        "routes",
        "start_up",
        "stored_numbers",
        "system",
        "tick",
    ],
];

const TYPES: &str = "only types that the settings or recipients of this area add to a list of all areas";
const REGISTRY: &str = "a registry names the function of each area that is registered in it";

/// Exceptions from the rule: module, the module that it uses, reason.
const EXCEPTIONS: [(&str, &str, &str); 8] = [
    ("config", "auth", TYPES),
    ("config", "broker", TYPES),
    ("config", "voice", TYPES),
    ("config", "whatsapp", TYPES),
    ("context", "effects", TYPES),
    ("context", "security", TYPES),
    ("context", "voice", TYPES),
    ("openapi", "routes", REGISTRY),
];

/// A lower area that needs a higher one lets it register (`registry.rs`), so it needs no exception.
const MOST_EXCEPTIONS: usize = 8;

/// Files that are compiled for tests only.
const TESTS: [&str; 4] = ["conformance", "contract_tests", "layers.rs", "testing.rs"];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if TESTS.contains(&name.as_str()) || name.ends_with("tests.rs") || name.ends_with("tests") {
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

/// The parts of the demo data count as one module.
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

/// The modules that each module uses.
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
            // Only one of two modules that use each other is an exception.
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
fn the_number_of_exceptions_from_the_layers_does_not_grow() {
    let number = EXCEPTIONS.len();
    assert!(number <= MOST_EXCEPTIONS, "{number} exceptions: register what a lower area needs instead");
}

#[test]
fn every_module_has_a_layer() {
    let known: BTreeSet<String> = FLOORS.concat().into_iter().map(str::to_owned).collect();
    let found: BTreeSet<String> = uses().into_keys().collect();
    assert_eq!(found, known);
}

#[test]
fn the_parser_of_used_modules_accepts_all_spellings() {
    let text = "use crate::http::{A, B};\nuse crate::{jobs, router::Route, Call};\nlet x = crate::wire(0); crate::demo_tags::y";
    assert_eq!(modules_used(text), ["demo", "http", "jobs", "router", "wire"].map(str::to_owned).into());
}
