//! Cases of the public bug reports that need the whole way: page, server, network and provider (docs/networks.md).

use core_wasm::flow::JobGroup;
use core_wasm::whatsapp::ComposerState;
use core_wasm::wire::{FileState, Protocol};
use rstest::rstest;
use workspace_sim::providers::MediaKind;
use workspace_sim::{FileFault, Sim, core_wasm, lines, minutes, ms, secs};

const HELENA: &str = "5511955550101";
const ANA: usize = 0;

fn in_conversation(seed: u64) -> (Sim, Protocol) {
    let mut sim = Sim::with_agents(seed, 1);
    sim.agent(ANA).signs_in().connects_whatsapp();
    sim.phone(lines::SALES, HELENA).writes("Bom dia");
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol);
    (sim, protocol)
}

/// B28: the customer writes while the agent ends, at every moment of the way.
#[rstest]
fn words_of_a_customer_who_writes_while_the_agent_ends_are_kept_once(
    #[values(0, 20, 40, 60, 80, 100, 140)] after_ms: u64,
    #[values(false, true)] overlaps: bool,
) {
    for seed in 1..=5 {
        let (mut sim, protocol) = in_conversation(seed);
        if overlaps {
            sim.let_calls_overlap();
        }
        sim.people_act_at_once(true);
        sim.agent(ANA).finishes(&protocol);
        sim.advance(ms(after_ms));
        for text in ["um", "dois", "três"] {
            sim.phone(lines::SALES, HELENA).types_and_sends(text);
        }
        sim.advance(secs(5));
        sim.phone(lines::SALES, HELENA).types_and_sends("quatro");
        sim.people_act_at_once(false);
        sim.advance(secs(5)).expect_agreement();
        let mut written: Vec<String> = sim
            .provider_messages()
            .into_iter()
            .map(|message| message.message)
            .filter(|text| ["um", "dois", "três", "quatro"].contains(&text.as_str()))
            .collect();
        written.sort_unstable();
        assert_eq!(written, ["dois", "quatro", "três", "um"], "seed {seed}");
        assert!(sim.agent(ANA).inbox().entries.len() <= 1, "seed {seed}");
    }
}

/// B34: the window ends while the agent types; the customer writes again.
#[test]
fn a_draft_survives_the_end_of_the_window_and_goes_on_when_the_customer_writes() {
    let (mut sim, protocol) = in_conversation(1);
    sim.agent(ANA).signs_out();
    sim.advance(minutes(24 * 60 - 20)).agent(ANA).signs_in().connects_whatsapp();
    let end_in = minutes(20);
    sim.advance(end_in - secs(13));
    let composer = |sim: &mut Sim| sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.composer);
    sim.agent(ANA).opens(&protocol).types(&protocol, "Ainda posso ajudar?");
    assert_eq!(composer(&mut sim), Some(ComposerState::Free));
    sim.advance(secs(20));
    assert_eq!(composer(&mut sim), Some(ComposerState::TemplateFirst));
    assert_eq!(sim.agent(ANA).draft(&protocol).text, "Ainda posso ajudar?");
    sim.phone(lines::SALES, HELENA).writes("Estou aqui");
    assert_eq!(composer(&mut sim), Some(ComposerState::Free));
    assert_eq!(sim.agent(ANA).draft(&protocol).text, "Ainda posso ajudar?");
    sim.agent(ANA).writes(&protocol, "Ainda posso ajudar?");
    sim.phone(lines::SALES, HELENA).expect_hears(&["Ainda posso ajudar?"]);
    sim.expect_agreement();
}

/// B42: the provider has the file later, whether it repeats the message or not, and also when the server ends in between.
#[rstest]
fn bey_169_a_file_that_fails_for_a_moment_is_there_later(
    #[values(1, 3, 6)] failures: usize,
    #[values(false, true)] repeated: bool,
    #[values(false, true)] restarted: bool,
) {
    let (mut sim, protocol) = in_conversation(1);
    for _ in 0..failures {
        sim.file_fails_next(FileFault::Busy);
    }
    sim.phone(lines::SALES, HELENA).shares(MediaKind::Image, "a caixa");
    let shown = |sim: &mut Sim| sim.agent(ANA).messages(&protocol).pop().expect("a message");
    assert_eq!(shown(&mut sim).text, "a caixa", "the message does not wait for its file");
    if restarted {
        sim.server_down().advance(secs(10)).server_up();
    }
    if repeated {
        sim.replay_webhooks();
    }
    sim.advance(minutes(60)).expect_agreement();
    let messages = sim.provider_messages();
    let with_file: Vec<_> = messages.iter().filter(|message| message.caption == "a caixa").collect();
    assert_eq!(with_file.len(), 1);
    assert!(with_file[0].attachment_url.starts_with("media:"), "{:?}", with_file[0]);
    assert_eq!(with_file[0].file_state, None::<FileState>);
}
