//! The same seed and the same script give the same bytes in every process. This test binary starts itself a second time
//! and compares.

use core_wasm::session;
use std::process::Command;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, secs};

/// Set for the second process, which only prints its trace.
const SEED: &str = "SIM_TRACE_OF_SEED";
const MARK: &str = "TRACE ";

/// A day with many kinds of events: two agents, faults, a reload, a crash, an outage of the server.
fn script(seed: u64) -> Sim {
    let mut sim = Sim::with_agents(seed, 2);
    sim.agent(0).signs_in().connects_chat();
    sim.agent(1).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.customer("Rafael").starts(SUPPORT);
    sim.customer("Mariana").types(true).writes("Bom dia!");
    sim.fail_next("chat/messages", FailKind::LostReply);
    sim.agent(0).writes(&chat, "Olá, Mariana.").focuses(false);
    sim.customer("Mariana").writes("Alguém?");
    sim.agent(0).reload();
    sim.server_down().advance(secs(20));
    sim.server_up().advance(minutes(1));
    sim.agent(1).crash();
    sim.agent(0).focuses(true).finishes(&chat).registers(&chat, "Mariana Alves", "mariana@example.com");
    sim.agent(0).chooses(&chat, "1").observes(&chat, "Feito").confirms_qualification(&chat).signs_out();
    sim.advance(minutes(10));
    sim
}

fn printed(sim: &Sim) -> String {
    format!("{:016x} {} lines", sim.trace_hash(), sim.trace_length())
}

#[test]
fn the_same_seed_gives_the_same_trace_in_two_processes() {
    let mine = script(7);
    let other = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "the_process_started_for_the_comparison_prints_its_trace",
            "--nocapture",
            "--include-ignored",
        ])
        .env(SEED, "7")
        .output()
        .unwrap();
    let output = String::from_utf8(other.stdout).unwrap();
    let theirs = output.split_once(MARK).map(|(_, rest)| rest.lines().next().unwrap_or_default());
    assert_eq!(theirs, Some(printed(&mine).as_str()), "{output}");
}

#[test]
#[ignore = "the other half of the test above, which runs it in a process of its own"]
fn the_process_started_for_the_comparison_prints_its_trace() {
    if let Ok(seed) = std::env::var(SEED) {
        println!("{MARK}{}", printed(&script(seed.parse().unwrap())));
    }
}

#[test]
fn another_seed_gives_other_identifiers_and_the_same_state() {
    let (mut one, mut two) = (script(7), script(8));
    assert_ne!(one.trace_hash(), two.trace_hash());
    for sim in [&mut one, &mut two] {
        sim.customer("Mariana").expect_hears("Ana Souza: Olá, Mariana.").expect_hears("ended by agent");
    }
    assert_eq!(one.agent(0).view(&session::slices::SESSION.key()), two.agent(0).view(&session::slices::SESSION.key()));
}
