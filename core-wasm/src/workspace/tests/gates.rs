//! Rules that the compiler does not check: the core's dependencies, and which layer may call which
//! (docs/architecture.md). The tests read the source files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Areas by floor: each calls lower floors, or its own without a circle.
const FLOORS: [&[&str]; 7] = [
    &["shell", "notifications", "pauses", "absence", "scripts"],
    &["session", "connection"],
    &["channels"],
    &["supervision", "dead_effects"],
    &["jobs", "contacts", "people", "conversation"],
    &["qualification", "counter", "tags", "history", "churn", "imports", "message_search", "notes", "list_views"],
    &["chat", "voice", "whatsapp", "transfers", "colleagues", "call_supervision", "broadcasts"],
];
/// The layers below all areas.
const GROUND: [&str; 2] = ["flow", "wire"];
/// Modules that know all areas: the router, the wasm interface and its browser half.
const ABOVE: [&str; 5] = ["workspace", "browser", "input", "view", "lib"];

pub(super) fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(source_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The text of each source file with the module of `src` that it belongs to; the wire crate counts as one module.
fn sources() -> Vec<(String, PathBuf, String)> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (core, wire) = (package.join("src"), package.join("wire/src"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a source file");
    let mut sources = Vec::new();
    for path in source_files(&core) {
        let inside = path.strip_prefix(&core).expect("below src").to_path_buf();
        let first = inside.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
        sources.push((first.trim_end_matches(".rs").to_owned(), inside, read(&path)));
    }
    for path in source_files(&wire) {
        // The modules of the wire crate are not modules of the core.
        sources.push(("wire".to_owned(), path.clone(), read(&path).replace("crate::", "self::")));
    }
    sources
}

/// The modules that are named after `crate::`, one by one or in braces.
fn modules_used(text: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.trim().chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
    };
    let mut used = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => used.extend(list.split('}').next().unwrap_or_default().split(',').map(name)),
            None => {
                used.insert(name(rest));
            }
        }
    }
    used.retain(|module| !module.is_empty());
    used
}

fn floor_of(area: &str) -> usize {
    FLOORS.iter().position(|floor| floor.contains(&area)).unwrap_or_else(|| panic!("{area} has no floor: give it one"))
}

#[test]
fn areas_use_lower_layers_only_and_never_in_a_cycle() {
    let mut same_floor: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, path, text) in sources() {
        // `area.rs` is the area's part of the workspace, which knows all areas; that of voice is three files.
        let is_of_workspace =
            ["area.rs", "voice/attendance.rs", "voice/room_area.rs"].iter().any(|file| path.ends_with(file));
        if ABOVE.contains(&module.as_str()) || is_of_workspace {
            continue;
        }
        for used in modules_used(&text).into_iter().filter(|used| *used != module) {
            if GROUND.contains(&module.as_str()) {
                assert!(GROUND.contains(&used.as_str()), "{}: the ground calls {used}", path.display());
            } else if !GROUND.contains(&used.as_str()) {
                let (own, other) = (floor_of(&module), floor_of(&used));
                assert!(other <= own, "{}: {module} (floor {own}) calls {used} (floor {other})", path.display());
                if other == own {
                    same_floor.entry(module.clone()).or_default().insert(used);
                }
            }
        }
    }
    for (area, used) in &same_floor {
        for other in used {
            let back = same_floor.get(other).is_some_and(|used| used.contains(area));
            assert!(!back, "{area} and {other} call each other");
        }
    }
}

#[test]
fn every_area_has_a_layer() {
    let known: BTreeSet<&str> = FLOORS.concat().into_iter().chain(GROUND).chain(ABOVE).collect();
    let found: BTreeSet<String> = sources().into_iter().map(|(module, _, _)| module).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn the_reader_of_module_names_finds_every_spelling_of_an_import() {
    let text = "use crate::flow::{A, B};\nuse crate::{jobs, shell::Route};\nlet x = crate::wire::Wall(0);\n\
                use crate::conversation::slices::DRAFT;";
    assert_eq!(modules_used(text), ["conversation", "flow", "jobs", "shell", "wire"].map(str::to_owned).into());
}

#[test]
fn only_the_browser_module_uses_clock_randomness_files_and_network() {
    let forbidden = [
        "std::time",
        "SystemTime",
        "Instant",
        "now_utc",
        "now_local",
        "HashMap",
        "HashSet",
        "std::thread",
        "std::env",
        "std::fs",
        "std::net",
        "getrandom",
        "js_sys",
        "web_sys",
        "wasm_bindgen",
        "println!",
    ];
    for (module, path, text) in sources() {
        // The tests of this folder read sources and catalogues; lib.rs only names the browser module.
        let is_test = path.starts_with("workspace/tests") || path.ends_with("whatsapp_tests.rs");
        if module == "browser" || is_test {
            continue;
        }
        for word in forbidden {
            // The browser's normalization of texts, which needs neither clock nor randomness.
            if word == "js_sys" && path.ends_with("wire/src/unicode.rs") {
                continue;
            }
            let uses = text.lines().filter(|line| line.contains(word) && !line.trim_start().starts_with("//"));
            assert_eq!(uses.collect::<Vec<_>>(), Vec::<&str>::new(), "{} in {}", word, path.display());
        }
    }
}

#[test]
fn shell_008_the_build_version_is_5_0_575_in_the_crate_and_in_package_json() {
    let package =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../package.json")).expect("package.json");
    let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
    assert_eq!((env!("CARGO_PKG_VERSION"), package["version"].as_str()), ("5.0.575", Some("5.0.575")));
}

#[test]
fn the_server_shares_the_wire_crate_and_not_the_core() {
    for package in ["contact-centre", "workspace-server"] {
        let packages = dependencies(package);
        assert!(packages.contains("workspace-wire") && !packages.contains("core-wasm"), "{package}: {packages:?}");
    }
    assert!(dependencies("core-wasm").contains("workspace-wire"));
}

/// The packages that are linked into `package`, without tests and build scripts.
fn dependencies(package: &str) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo tree runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8_lossy(&tree.stdout);
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_native_core_has_no_dependency_with_clock_randomness_or_browser() {
    let packages = dependencies("core-wasm");
    assert!(packages.contains("serde") && packages.contains("rand_chacha"), "{packages:?}");
    for forbidden in [
        "getrandom",
        "js-sys",
        "wasm-bindgen",
        "web-sys",
        "gloo-net",
        "gloo-timers",
        "rand",
        "chrono",
        "web-time",
        "instant",
        "tokio",
        "fastrand",
        "uuid",
        "ahash",
        "hashbrown",
    ] {
        assert!(!packages.contains(forbidden), "{forbidden} in {packages:?}");
    }
}
