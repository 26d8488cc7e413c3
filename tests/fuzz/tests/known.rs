//! The targets over what is known: the examples of docs/contract, and what once broke a promise.

use std::path::Path;
use workspace_fuzz::{TARGETS, json, seeds};

#[test]
fn every_example_of_the_contract_keeps_the_invariants_with_every_reader() {
    for target in &TARGETS {
        let inputs = seeds::of(target);
        assert!(inputs.len() >= 10, "{} begins with {} inputs", target.name, inputs.len());
        inputs.iter().for_each(|input| (target.run)(input));
    }
}

#[test]
fn what_was_found_once_stays_mended() {
    for target in &TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found").join(target.name);
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries {
            (target.run)(&std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
}

#[test]
fn what_is_not_even_text_keeps_them_too() {
    let strange: [&[u8]; 6] = [b"", b"\0", b"\xff\xfe\xfd\xfc", b"{", b"\0\0\0[[[[[[", b"\x01\x02\x03{\"event\":1}"];
    TARGETS.iter().for_each(|target| strange.iter().for_each(|input| (target.run)(input)));
}

#[test]
fn a_change_of_a_json_text_is_json_and_keeps_its_head() {
    let text = br#"##{"event":"ChatTypingEvent","list":[1,{"a":true}],"typing":false}"#;
    let mut different = 0;
    for seed in 0..200 {
        let mut data = [0; 2_048];
        data[..text.len()].copy_from_slice(text);
        let Some(size) = json::mutate(&mut data, text.len(), 2_048, seed, 2) else { continue };
        assert_eq!(&data[..2], b"##");
        serde_json::from_slice::<serde_json::Value>(&data[2..size]).unwrap();
        different += usize::from(&data[..size] != text);
    }
    assert!(different > 50, "{different} of 200");
}
