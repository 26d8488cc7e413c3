//! The compiler's lint against undocumented public items in core and server.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// `npm run check` runs clippy with warnings denied and builds the documentation.
#[test]
fn bey_123_core_and_server_warn_of_missing_documentation_and_npm_run_check_denies_warnings() {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = [("src", 30), ("domain/src", 30), ("../core-wasm/src", 150), ("../core-wasm/wire/src", 25)];
    for (sources, least) in crates {
        let root = read_to_string(server.join(sources).join("lib.rs")).unwrap();
        assert!(root.lines().any(|line| line == "#![warn(missing_docs)]"), "{sources}/lib.rs");
        let mut files = Vec::new();
        rust_files(&server.join(sources), &mut files);
        assert!(files.len() > least, "{sources}: {} files", files.len());
        for file in files {
            let text = read_to_string(&file).unwrap();
            for silenced in ["allow(missing_docs", "expect(missing_docs"] {
                assert!(!text.contains(silenced), "{}", file.display());
            }
        }
    }
    let check = read_to_string(server.join("../scripts/check.mjs")).unwrap();
    assert!(check.contains("['--', '--deny', 'warnings']"), "warnings are denied");
    assert!(check.contains("[...CLIPPY, '--workspace', '--all-targets', ...WARNINGS_FAIL]"), "every crate");
    assert!(check.contains("RUSTDOCFLAGS: '--deny warnings'"), "the documentation is built");
}
