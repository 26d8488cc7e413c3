//! Effects outside the server that were given up: a supervisor sees them and requests another attempt (BEY-131).

use core_wasm::Intent;
use core_wasm::dead_effects::{DeadEffectsIntent, DeadEffectsView, ListPhase, RetryPhase};
use core_wasm::wire::{DeadEffectKind, FileState, Message};
use rstest::rstest;
use workspace_sim::contact_centre::store::{EffectRow, EffectStore};
use workspace_sim::providers::MediaKind;
use workspace_sim::{FailKind, FileFault, Sim, core_wasm, lines, minutes};

const HELENA: &str = "5511955550101";
const CARLA: usize = 2;
/// Attempts to fetch a file before the effect is given up.
const ATTEMPTS: u32 = 40;

/// The provider did not deliver the file of Helena's message, and the supervisor has the board open a day later.
fn with_unreachable_file() -> Sim {
    let mut sim = Sim::with_agents(1, 3);
    for _ in 0..ATTEMPTS {
        sim.file_fails_next(FileFault::Busy);
    }
    sim.phone(lines::SALES, HELENA).shares(MediaKind::Image, "a caixa");
    sim.advance(minutes(24 * 60));
    sim.agent(CARLA).signs_in().goes_to("/supervisor");
    sim
}

fn acts(sim: &mut Sim, intent: DeadEffectsIntent) -> DeadEffectsView {
    sim.agent(CARLA).intent(Intent::DeadEffects(intent)).settles();
    sim.agent(CARLA).dead_effects()
}

/// The effects of the server that were given up, as the page shows them.
fn on_the_server(sim: &Sim) -> Vec<(String, f64, f64, u32)> {
    let rows = sim.store().dead_effects(&"1".into(), usize::MAX).expect("store");
    let as_shown = |row: EffectRow| (row.id, row.created_at.as_js(), row.not_before.as_js(), row.attempts);
    rows.into_iter().map(as_shown).collect()
}

fn on_the_page(view: &DeadEffectsView) -> Vec<(String, f64, f64, u32)> {
    let effects = view.effects.iter();
    effects.map(|effect| (effect.id.clone(), effect.created_at, effect.given_up_at, effect.attempts)).collect()
}

fn retries(sim: &mut Sim) -> DeadEffectsView {
    let id = sim.agent(CARLA).dead_effects().effects.remove(0).id;
    acts(sim, DeadEffectsIntent::RetryEffect { id })
}

fn message_with_file(sim: &Sim) -> Message {
    sim.provider_messages().into_iter().rfind(|message| message.caption == "a caixa").expect("the message")
}

#[test]
fn bey_131_a_supervisor_sees_an_effect_that_was_given_up_and_attempts_it_again() {
    let mut sim = with_unreachable_file();
    assert_eq!(message_with_file(&sim).file_state, Some(FileState::Unreachable));
    assert_eq!(sim.agent(CARLA).dead_effects().open, 1, "the board has the number");
    let view = acts(&mut sim, DeadEffectsIntent::OpenDeadEffects);
    assert_eq!((view.phase, on_the_page(&view)), (ListPhase::Ready, on_the_server(&sim)));
    let effect = &view.effects[0];
    assert_eq!((effect.kind, effect.attempts, effect.retry), (DeadEffectKind::FetchFile, ATTEMPTS, RetryPhase::Idle));
    assert_eq!(effect.cause.key, "deadEffects.cause.status");
    sim.expect_agreement();
    let view = retries(&mut sim);
    assert_eq!((view.effects[0].retry, view.open), (RetryPhase::Retried, 0));
    assert_eq!(message_with_file(&sim).file_state, None, "the provider has the file again");
    sim.expect_agreement();
    let view = acts(&mut sim, DeadEffectsIntent::ReloadDeadEffects);
    assert_eq!((on_the_page(&view), on_the_server(&sim)), (Vec::new(), Vec::new()));
    sim.expect_agreement();
}

#[test]
fn bey_131_an_effect_that_fails_again_is_shown_with_its_new_time() {
    let mut sim = with_unreachable_file();
    acts(&mut sim, DeadEffectsIntent::OpenDeadEffects);
    for _ in 0..ATTEMPTS {
        sim.file_fails_next(FileFault::Busy);
    }
    let before = retries(&mut sim);
    assert_eq!(before.effects[0].retry, RetryPhase::Retried);
    sim.agent(CARLA).signs_out();
    sim.advance(minutes(24 * 60));
    sim.agent(CARLA).signs_in().goes_to("/supervisor");
    let view = sim.agent(CARLA).dead_effects();
    assert_eq!((on_the_page(&view), view.effects[0].retry), (on_the_server(&sim), RetryPhase::Idle));
    assert!(view.effects[0].given_up_at > before.effects[0].given_up_at);
    sim.expect_agreement();
}

#[rstest]
#[case::the_server_executed_it(FailKind::LostReply, RetryPhase::Retried, 0)]
#[case::the_server_never_received_it(FailKind::NoAnswer, RetryPhase::Failed, 1)]
fn bey_131_bey_153_a_retry_without_an_answer_shows_what_the_server_did(
    #[case] fault: FailKind,
    #[case] expected: RetryPhase,
    #[case] dead: usize,
) {
    let mut sim = with_unreachable_file();
    acts(&mut sim, DeadEffectsIntent::OpenDeadEffects);
    sim.fail_next("/retry", fault);
    let view = retries(&mut sim);
    assert_eq!((view.effects[0].retry, on_the_server(&sim).len()), (expected, dead));
    sim.expect_agreement();
}
