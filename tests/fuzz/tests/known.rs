//! The targets over what is known: the examples of docs/contract, changes of them, and what once broke a promise.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use workspace_fuzz::mutations::mutation;
use workspace_fuzz::{TARGETS, Target, json, seeds};

/// Changes for each target, unless `FUZZ_MUTATIONS` says another number.
const MUTATIONS: u32 = 200;

/// Where inputs are written: `FUZZ_SEEDS`, or the folder that cargo keeps for tests.
fn place() -> PathBuf {
    std::env::var_os("FUZZ_SEEDS").map_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz"), PathBuf::from)
}

#[test]
fn every_example_of_the_contract_keeps_the_invariants_with_every_reader() {
    for target in &TARGETS {
        let inputs = seeds::of(target);
        assert!(inputs.len() >= 10, "{} begins with {} inputs", target.name, inputs.len());
        inputs.iter().for_each(|input| (target.run)(input));
    }
}

#[test]
fn inputs_that_once_failed_keep_the_invariants() {
    for target in &TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found").join(target.name);
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries {
            (target.run)(&std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
}

fn changed_inputs_keep_the_invariants(target: &Target) {
    let inputs = seeds::of(target);
    let count = std::env::var("FUZZ_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(MUTATIONS);
    for number in 0..count {
        let input = mutation(target, &inputs, number);
        if catch_unwind(|| (target.run)(&input)).is_err() {
            let folder = place().join(target.name).join("broken");
            std::fs::create_dir_all(&folder).unwrap();
            let file = folder.join(format!("mutation-{number}"));
            std::fs::write(&file, &input).unwrap();
            panic!(
                "{}: change {number} breaks an invariant: {:?}\nIt is {}: copy it to tests/fuzz/found/{}, and every later run repeats it.",
                target.name,
                String::from_utf8_lossy(&input),
                file.display(),
                target.name,
            );
        }
    }
}

// One test for each target, so that they use all processors.
#[test]
fn changed_broker_events_keep_the_invariants() {
    changed_inputs_keep_the_invariants(&TARGETS[0]);
}

#[test]
fn changed_rest_answers_keep_the_invariants() {
    changed_inputs_keep_the_invariants(&TARGETS[1]);
}

#[test]
fn changed_server_bodies_keep_the_invariants() {
    changed_inputs_keep_the_invariants(&TARGETS[2]);
}

#[test]
fn changed_server_frames_keep_the_invariants() {
    changed_inputs_keep_the_invariants(&TARGETS[3]);
}

#[test]
fn changes_are_the_same_in_each_run_and_differ_from_each_other() {
    for target in &TARGETS {
        let inputs = seeds::of(target);
        let changes = || (0..200).map(|number| mutation(target, &inputs, number)).collect::<Vec<_>>();
        assert_eq!(changes(), changes());
        let different: BTreeSet<Vec<u8>> = changes().into_iter().collect();
        assert!(different.len() > 100, "{}: {} of 200", target.name, different.len());
    }
}

/// Where the engine of `npm run fuzz` begins: a folder of inputs for each target, and a dictionary of the wire's words.
#[test]
fn the_first_inputs_of_the_engine_are_written_for_every_target() {
    for target in &TARGETS {
        let folder = place().join(target.name).join("seeds");
        std::fs::create_dir_all(&folder).unwrap();
        for (number, input) in seeds::of(target).into_iter().enumerate() {
            std::fs::write(folder.join(format!("{number:03}")), input).unwrap();
        }
        assert!(std::fs::read_dir(&folder).unwrap().count() >= 10, "{}", target.name);
    }
    std::fs::write(place().join("words.dict"), seeds::dictionary()).unwrap();
}

#[test]
fn bytes_that_are_no_text_keep_the_invariants() {
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
