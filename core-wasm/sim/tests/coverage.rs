//! Which events an answer of the server covers, and which facts only events report: something happens while a computer
//! sleeps, and its page shows all of it after the wake-up (docs/contract.md, "asOfSeq").

use core_wasm::Intent;
use core_wasm::shell::Dialog;
use core_wasm::supervision::SupervisionIntent;
use core_wasm::wire::AgentId;
use rstest::rstest;
use workspace_sim::{SUPPORT, Sim, core_wasm, minutes, secs};

const ANA: usize = 0;
const CARLA: usize = 2;

/// Ana with one attendance, and her supervisor.
fn at_work() -> Sim {
    let mut sim = Sim::with_agents(1, 3);
    sim.agent(ANA).signs_in().connects_chat();
    sim.customer("Mariana").starts(SUPPORT);
    sim.agent(CARLA).signs_in().goes_to("/supervisor");
    sim
}

fn mark_absent(sim: &mut Sim, absent: bool) {
    sim.agent(CARLA).intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: AgentId::from("101"),
        absent,
        confirmed: true,
    }));
    sim.settle();
}

#[rstest]
#[case::asleep_for_a_few_minutes(35)]
#[case::asleep_for_an_hour(20 * 60)]
#[case::asleep_for_a_night(8 * 60 * 60)]
fn abs_001_bey_029_an_agent_marked_absent_while_the_computer_slept_sees_the_dialog_at_the_wake_up(
    #[case] asleep_s: u64,
) {
    let mut sim = at_work();
    sim.agent(ANA).falls_asleep();
    sim.advance(secs(5));
    mark_absent(&mut sim, true);
    sim.advance(secs(asleep_s - 5));
    sim.agent(ANA).wakes_up();
    sim.advance(secs(10));
    let absence = sim.agent(ANA).absence();
    assert_eq!((absence.absent, absence.supervisor.as_str()), (true, "Carla Dias"));
    sim.agent(ANA).expect_dialog(Some(Dialog::AgentAbsent));
}

#[test]
fn abs_001_an_agent_whose_absence_ended_while_the_computer_slept_sees_no_dialog() {
    let mut sim = at_work();
    mark_absent(&mut sim, true);
    sim.agent(ANA).expect_dialog(Some(Dialog::AgentAbsent)).falls_asleep();
    mark_absent(&mut sim, false);
    sim.advance(minutes(10));
    sim.agent(ANA).wakes_up();
    sim.advance(secs(10));
    assert!(!sim.agent(ANA).absence().absent);
    sim.agent(ANA).expect_dialog(None);
}

#[test]
fn abs_001_after_lost_events_the_reconcile_shows_the_absence() {
    let mut sim = at_work();
    sim.agent(ANA).falls_asleep();
    mark_absent(&mut sim, true);
    sim.server_dies_with_its_queues().server_up();
    sim.advance(secs(60));
    sim.agent(ANA).wakes_up();
    sim.advance(secs(20));
    assert!(sim.agent(ANA).absence().absent);
    sim.agent(ANA).expect_dialog(Some(Dialog::AgentAbsent));
}

#[test]
fn an_address_that_the_supervisor_sends_while_the_computer_sleeps_opens_once_at_the_wake_up() {
    let mut sim = at_work();
    sim.agent(ANA).falls_asleep();
    sim.agent(CARLA).shows_a_page_to("101", "https://example.com/aviso");
    // The list of attendances covers later events too.
    sim.customer("Mariana").writes("Alô?");
    sim.advance(secs(35));
    let from = sim.trace_length();
    sim.agent(ANA).wakes_up();
    sim.advance(secs(10));
    let opened = sim.trace_since(from).matches("> open https://example.com/aviso").count();
    assert_eq!(opened, 1);
    sim.expect_agreement();
}

#[test]
fn nothing_is_compared_with_the_server_before_the_link_is_open_again() {
    let mut sim = at_work();
    sim.agent(ANA).falls_asleep();
    sim.advance(minutes(6));
    let from = sim.trace_length();
    sim.agent(ANA).wakes_up();
    sim.advance(secs(10));
    let trace = sim.trace_since(from);
    let opened = trace.find("ana    < link opened").or_else(|| trace.find("link opened")).expect("a link");
    assert!(!trace[..opened].contains("jobs/active"), "{trace}");
    assert!(trace[opened..].contains("> GET agents/101/jobs/active"), "{trace}");
}
