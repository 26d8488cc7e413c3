//! Each fault of the network, the server and the computer as a short script: what the agent sees during the fault, and
//! that afterwards no message is missing, repeated or at another place.

use core_wasm::connection::LinkHealth;
use core_wasm::conversation::MessageDelivery;
use core_wasm::jobs::JobsIntent;
use core_wasm::session::SessionIntent;
use core_wasm::{Intent, PageInput};
use rstest::rstest;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, ms, secs};

fn at_work() -> Sim {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim
}

fn count(trace: &str, what: &str) -> usize {
    trace.lines().filter(|line| line.contains(what)).count()
}

fn a_dropped_socket(sim: &mut Sim) {
    sim.agent(0).drop_link();
}

fn a_half_open_socket(sim: &mut Sim) {
    sim.agent(0).link_goes_half_open();
}

fn a_server_that_restarts(sim: &mut Sim) {
    sim.server_down().server_up();
}

fn a_server_that_loses_its_queues(sim: &mut Sim) {
    sim.server_dies_with_its_queues().server_up();
}

fn a_night_asleep(sim: &mut Sim) {
    sim.agent(0).falls_asleep();
}

/// While the browser receives nothing, one customer writes, one ends the chat and one is new; after eight hours of
/// sleep the server has given all attendances back to the queue.
#[rstest]
#[case::bey_001_a_dropped_socket(a_dropped_socket, secs(1))]
#[case::bey_001_a_half_open_socket(a_half_open_socket, secs(1))]
#[case::bey_001_a_server_restart(a_server_that_restarts, secs(1))]
#[case::bey_001_a_broker_without_memory(a_server_that_loses_its_queues, secs(1))]
#[case::bey_001_a_night_asleep(a_night_asleep, minutes(8 * 60))]
fn after_a_fault_the_page_equals_the_server_without_a_reload(
    #[case] fault: fn(&mut Sim),
    #[case] lasts: std::time::Duration,
) {
    let mut sim = at_work();
    let open = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Rafael").starts(RENEWALS);
    sim.agent(0).opens(&open).focuses(false);
    let from = sim.trace_length();
    fault(&mut sim);
    sim.customer("Mariana").writes("Ainda aí?");
    sim.customer("Rafael").ends();
    sim.customer("Beatriz").starts(SUPPORT);
    sim.advance(lasts);
    sim.agent(0).wakes_up();
    sim.advance(secs(30));
    sim.expect_agreement();
    assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
    let trace = sim.trace_since(from);
    assert_eq!(count(&trace, "page starts"), 0, "{trace}");
    // By the server's numbers: a thread that still belongs to this agent is loaded from the last known message on.
    let given_away = lasts > minutes(5);
    assert!(
        given_away
            || trace.lines().filter(|line| line.contains("/messages?after=")).all(|line| !line.contains("after=0"))
    );
}

#[test]
fn bey_001_a_frozen_server_is_noticed_by_missing_heartbeats_and_reconnected_without_a_reload() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.server_freezes();
    sim.agent(0).presses_send(&chat, "Enquanto ninguém responde");
    sim.advance(ms(4_900));
    assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
    sim.advance(secs(60));
    assert_ne!(sim.agent(0).link().server, LinkHealth::Ok);
    assert_eq!(sim.agent(0).messages(&chat).last().unwrap().delivery, MessageDelivery::Sending);
    sim.server_thaws().advance(secs(60));
    sim.customer("Mariana").expect_hears("Ana Souza: Enquanto ninguém responde");
    sim.expect_agreement();
}

#[test]
fn bey_001_after_late_answers_and_a_burst_of_faults_page_and_server_agree() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.server_is_slow(10_000);
    sim.agent(0).presses_send(&chat, "Devagar");
    sim.advance(secs(11)).server_is_slow(0).server_fails(Some(503));
    sim.agent(0).presses_send(&chat, "Com defeito").intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.advance(secs(20)).server_fails(None).advance(secs(40));
    sim.customer("Mariana").expect_hears("Ana Souza: Devagar").expect_hears("Ana Souza: Com defeito");
    sim.expect_agreement();
}

#[rstest]
#[case::con_023_the_browser_hears_nothing(true)]
#[case::con_023_the_server_hears_nothing(false)]
fn a_silent_link_is_given_up_after_two_heartbeats_of_2500_ms(#[case] browser: bool) {
    let mut sim = at_work();
    sim.agent(0).link_goes_half_open();
    if browser {
        sim.advance(ms(4_999));
        assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
        sim.advance(ms(2));
        assert_eq!(sim.agent(0).link().server, LinkHealth::Lost);
    } else {
        sim.advance(ms(5_999));
        assert_eq!(sim.agent(0).links_at_broker(), 1);
        sim.advance(ms(2));
        assert_eq!(sim.agent(0).links_at_broker(), 0);
    }
}

#[test]
fn bey_006_messages_of_reordered_frames_are_in_the_servers_order() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.frames_dawdle(3_000);
    let texts: Vec<String> = (1..=8).map(|number| format!("linha {number}")).collect();
    for text in &texts {
        sim.customer("Mariana").writes(text);
    }
    sim.frames_dawdle(0).advance(secs(5));
    let shown: Vec<String> = sim.agent(0).messages(&chat).into_iter().skip(1).map(|message| message.text).collect();
    assert_eq!(shown, texts);
    sim.expect_agreement();
}

#[test]
fn bey_007_a_frame_that_is_delivered_twice_is_applied_once() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).focuses(false);
    sim.double_frames(true);
    let sounds = sim.agent(0).sounds().len();
    sim.customer("Mariana").writes("Uma vez");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Uma vez"]);
    assert_eq!(sim.agent(0).sounds().len(), sounds + 1);
    assert_eq!(sim.agent(0).row(&chat).unwrap().unread, 1);
    assert_eq!(sim.agent(0).notifications()[0].count, 1);
}

#[test]
fn bey_072_a_frame_that_crashes_the_core_crashes_it_once_and_no_text_is_lost() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).types(&chat, "Já verifico");
    sim.agent(0).presses_send(&chat, "Um momento").dies_of_the_next_frame();
    sim.customer("Mariana").writes("Mensagem venenosa");
    sim.advance(secs(20));
    assert_eq!(sim.agent(0).crashed_cores(), 1);
    assert!(sim.agent(0).reports().iter().any(|report| report.code == "deliverySkippedAfterCrash"));
    sim.customer("Mariana").writes("Continua?");
    sim.customer("Mariana").expect_hears("Ana Souza: Um momento");
    sim.agent(0).opens(&chat);
    let shown: Vec<String> = sim.agent(0).messages(&chat).into_iter().map(|message| message.text).collect();
    assert!(shown.contains(&"Mensagem venenosa".to_owned()) && shown.contains(&"Continua?".to_owned()), "{shown:?}");
    sim.expect_agreement();
}

#[test]
fn two_tabs_of_one_agent_neither_lose_nor_repeat_a_message() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.fail_next("chat/messages", FailKind::LostReply);
    sim.agent(0).presses_send(&chat, "Da primeira");
    let tab = sim.agent(0).opens_another_tab();
    sim.agent(tab).writes(&chat, "Da segunda");
    sim.advance(secs(30));
    sim.customer("Mariana").expect_hears("Ana Souza: Da primeira").expect_hears("Ana Souza: Da segunda");
    sim.agent(tab).closes_page();
    sim.agent(0).reload();
    sim.expect_agreement();
}

#[test]
fn a_jump_of_the_clock_moves_no_message() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).writes(&chat, "Primeira").sets_clock_ahead(11 * 3_600_000).writes(&chat, "Segunda");
    sim.agent(0)
        .sets_clock_ahead(-11 * 3_600_000)
        .writes(&chat, "Terceira")
        .sets_clock_ahead(0)
        .page(PageInput::Gap { ms: 1.0 });
    sim.settle();
    sim.agent(0).expect_thread(
        &chat,
        &["system: chatStarted", "agent: Primeira (sent)", "agent: Segunda (sent)", "agent: Terceira (sent)"],
    );
    sim.expect_agreement();
}

#[rstest]
#[case::bey_001_the_servers_time_is_known(0)]
#[case::bey_001_the_servers_time_is_unknown(5)]
fn a_lost_link_is_opened_again_although_the_clock_was_set_meanwhile(#[case] unanswered: usize) {
    let mut sim = Sim::new(1);
    sim.agent(0).sets_clock_ahead(-3_600_000).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    for _ in 0..unanswered {
        sim.fail_next("system/datetime", FailKind::NoAnswer);
    }
    sim.agent(0).sets_clock_ahead(0).drop_link();
    sim.customer("Mariana").writes("Ainda aí?");
    sim.advance(secs(10));
    assert_eq!(sim.agent(0).link().server, LinkHealth::Ok);
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Ainda aí?"]);
    sim.expect_agreement();
}

#[test]
fn bey_001_an_attendance_that_the_server_lost_with_its_queues_is_removed() {
    let mut sim = at_work();
    // The attendance came with a high number of the old epoch.
    for number in 0..12 {
        let name = format!("Cliente {number}");
        sim.customer(&name).starts(SUPPORT);
        sim.customer(&name).ends();
    }
    let lost = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).disconnects_chat().falls_asleep();
    sim.advance(minutes(6)).server_dies_with_its_queues().server_up();
    sim.agent(0).wakes_up();
    sim.advance(secs(30));
    assert_eq!(sim.agent(0).job(&lost), None);
    sim.expect_agreement();
}

#[test]
fn per_004_a_frame_that_arrives_after_sign_out_is_ignored() {
    let mut sim = at_work();
    sim.hold_frames();
    sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    sim.release_frames().settle();
    sim.agent(0).expect_rows(&[]).expect_route("/login");
    assert!(!sim.trace().contains("agents//"), "{}", sim.trace());
}

#[test]
fn bey_001_an_older_list_does_not_restore_an_attendance_that_was_qualified_meanwhile() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana@example.com").finishes(&chat);
    sim.fail_next("jobs/active", FailKind::Late(5_000));
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.advance(ms(100));
    sim.agent(0).chooses(&chat, "1").observes(&chat, "Feito").confirms_qualification(&chat);
    sim.advance(secs(10));
    sim.agent(0).expect_rows_to_qualify(&[]);
    sim.expect_agreement();
}
