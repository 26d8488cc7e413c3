//! The agent's messages that are being sent: stored before they are sent, sent once, in order, never dropped without a
//! notification, and never sent as another agent's.

use core_wasm::conversation::ConversationIntent;
use core_wasm::conversation::MessageDelivery::Failed;
use core_wasm::jobs::JobsIntent;
use core_wasm::wire::Protocol;
use core_wasm::{Intent, StoreFailure};
use rstest::rstest;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::{FailKind, SUPPORT, Sim, Spoiling, core_wasm, minutes, ms, secs};

const REFUSED: FailKind = FailKind::Answer(409, r#"{"cause":"somethingNew"}"#);

fn in_a_chat() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    (sim, chat)
}

fn refused(sim: &mut Sim, chat: &Protocol, text: &str) -> String {
    sim.fail_next("chat/messages", REFUSED);
    sim.agent(0).writes(chat, text);
    let message = sim.agent(0).messages(chat).pop().unwrap();
    assert_eq!((message.delivery, message.text.as_str()), (Failed, text));
    message.local_id
}

#[test]
fn bey_002_a_message_is_stored_before_it_is_sent_and_every_attempt_has_the_same_id() {
    let (mut sim, chat) = in_a_chat();
    let from = sim.trace_length();
    sim.fail_next("chat/messages", FailKind::NoAnswer).fail_next("chat/messages", FailKind::NoAnswer).hold_frames();
    sim.agent(0).presses_send(&chat, "Uma vez só");
    let id = sim.agent(0).messages(&chat).pop().unwrap().local_id;
    sim.advance(secs(10)).release_frames();
    let trace = sim.trace_since(from);
    assert!(trace.find("store outbox/101/").unwrap() < trace.find("> POST chat/messages").unwrap(), "{trace}");
    assert_eq!(trace.matches("> POST chat/messages").count(), 3);
    assert_eq!(sim.agent(0).messages(&chat).pop().unwrap().local_id, id);
    sim.customer("Mariana").expect_hears("Ana Souza: Uma vez só");
    sim.expect_agreement();
}

#[test]
fn bey_003_a_refused_message_stays_with_its_text_and_can_be_retried_edited_or_discarded() {
    let (mut sim, chat) = in_a_chat();
    let again = refused(&mut sim, &chat, "De novo");
    sim.agent(0)
        .intent(Intent::Conversation(ConversationIntent::RetryMessage { protocol: chat.clone(), local_id: again }));
    sim.settle();
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: De novo (sent)"]);
    let edited = refused(&mut sim, &chat, "Com erro");
    sim.agent(0)
        .intent(Intent::Conversation(ConversationIntent::EditMessage { protocol: chat.clone(), local_id: edited }));
    sim.settle();
    assert_eq!(sim.agent(0).draft(&chat).text, "Com erro");
    let dropped = refused(&mut sim, &chat, "Desisto");
    sim.agent(0)
        .intent(Intent::Conversation(ConversationIntent::DiscardMessage { protocol: chat.clone(), local_id: dropped }));
    sim.settle();
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: De novo (sent)"]);
    assert_eq!(sim.agent(0).outbox(), Vec::new());
}

fn reload(sim: &mut Sim) {
    sim.agent(0).reload();
}

fn crash(sim: &mut Sim) {
    sim.agent(0).crash();
}

fn new_sign_in(sim: &mut Sim) {
    sim.agent(0).signs_out().signs_in();
}

#[rstest]
#[case::bey_004_a_reload(reload)]
#[case::bey_004_a_crash(crash)]
#[case::bey_004_a_new_sign_in(new_sign_in)]
fn waiting_messages_are_sent_by_the_next_page_in_the_order_they_were_written(#[case] life: fn(&mut Sim)) {
    let (mut sim, chat) = in_a_chat();
    sim.fail_next("chat/messages", FailKind::NoAnswer);
    for text in ["um", "dois", "três"] {
        sim.agent(0).presses_send(&chat, text);
        sim.advance(ms(100));
    }
    life(&mut sim);
    sim.advance(secs(20));
    sim.agent(0)
        .opens(&chat)
        .expect_thread(&chat, &["system: chatStarted", "agent: um (sent)", "agent: dois (sent)", "agent: três (sent)"]);
    sim.expect_agreement();
}

#[test]
fn bey_004_the_outbox_of_a_removed_attendance_stops_and_a_snackbar_reports_the_unsent_message() {
    let (mut sim, chat) = in_a_chat();
    sim.agent(0).goes_offline().presses_send(&chat, "Não chegou");
    sim.advance(minutes(6));
    sim.agent(0).comes_online();
    sim.advance(secs(10));
    assert_eq!(sim.agent(0).outbox(), Vec::new());
    assert_eq!(sim.agent(0).unsent_notices(), ["Não chegou"]);
    sim.expect_agreement();
}

#[test]
fn a_sent_message_whose_record_could_not_be_removed_is_restored_as_sent() {
    let (mut sim, chat) = in_a_chat();
    let local_id = refused(&mut sim, &chat, "Na segunda vez");
    sim.agent(0).breaks_disk(Some(StoreFailure::Unavailable));
    sim.agent(0).intent(Intent::Conversation(ConversationIntent::RetryMessage { protocol: chat.clone(), local_id }));
    sim.settle();
    sim.agent(0).breaks_disk(None);
    sim.customer("Mariana").writes("Recebi");
    assert_eq!(sim.agent(0).stored_unsent().len(), 1);
    sim.agent(0)
        .crash()
        .opens(&chat)
        .expect_thread(&chat, &["system: chatStarted", "agent: Na segunda vez (sent)", "customer: Recebi"]);
    assert_eq!((sim.agent(0).outbox(), sim.agent(0).stored_unsent()), (Vec::new(), Vec::new()));
    sim.customer("Mariana").expect_hears("Ana Souza: Na segunda vez");
}

#[test]
fn bey_008_a_message_is_sent_to_the_attendance_in_which_the_agent_pressed_send() {
    let (mut sim, chat) = in_a_chat();
    let other = sim.customer("Rafael").starts(SUPPORT);
    sim.fail_next("chat/messages", FailKind::NoAnswer);
    sim.agent(0).opens(&chat).presses_send(&chat, "Para Mariana");
    sim.agent(0).opens(&other);
    sim.advance(secs(5));
    sim.customer("Mariana").expect_hears("Ana Souza: Para Mariana");
    assert!(!sim.customer("Rafael").hears().iter().any(|line| line.contains("Para Mariana")));
}

#[rstest]
#[case::bey_009_after_a_reload(reload)]
#[case::bey_009_after_a_crash(crash)]
fn a_draft_is_stored_half_a_second_after_the_last_key(#[case] life: fn(&mut Sim)) {
    let (mut sim, chat) = in_a_chat();
    let other = sim.customer("Rafael").starts(SUPPORT);
    let typed = Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: chat.clone(),
        text: "Quase pron".to_owned(),
    });
    sim.agent(0).intent(typed);
    sim.advance(ms(502));
    assert!(sim.agent(0).stored_unsent().iter().any(|(_, record)| record.contains("Quase pron")));
    sim.agent(0).opens(&other);
    life(&mut sim);
    assert_eq!(sim.agent(0).draft(&chat).text, "Quase pron");
}

#[test]
fn bey_011_the_thread_of_a_removed_attendance_is_cleared_at_once_on_the_page_and_in_the_storage() {
    let (mut sim, chat) = in_a_chat();
    sim.customer("Mariana").writes("Meu CPF é 000");
    sim.agent(0).opens(&chat);
    sim.advance(secs(1));
    sim.agent(0).goes_offline();
    sim.advance(minutes(6));
    sim.agent(0).comes_online();
    sim.advance(secs(10));
    // The server returned the attendance to the queue, and this agent, who is free, gets it again as a new one.
    sim.agent(0).disconnects_chat().goes_offline();
    sim.advance(minutes(6));
    sim.agent(0).comes_online();
    sim.advance(secs(10));
    assert_eq!((sim.agent(0).job(&chat), sim.agent(0).messages(&chat)), (None, Vec::new()));
    sim.agent(0).expect_route("/attendance");
    let kept = sim.agent(0).stored_records();
    assert!(kept.iter().all(|name| !name.contains(chat.as_str())), "{kept:?}");
}

#[rstest]
#[case::bey_012_the_same_agent("ana.souza", 1, "Ainda não enviei")]
#[case::bey_012_another_agent("bruno.lima", 1, "")]
#[case::bey_012_two_days_later("ana.souza", 25, "")]
fn after_a_lost_token_only_unsent_texts_are_kept_and_for_their_author_for_a_day(
    #[case] login: &str,
    #[case] hours: u64,
    #[case] found: &str,
) {
    let config = CentreConfig { link_gone_ms: 1_000_000_000, ..CentreConfig::default() };
    let mut sim = Sim::with_config(1, 1, config);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).types(&chat, "Ainda não enviei");
    sim.fail_next("agents/", FailKind::Answer(401, r#"{"cause":"expired"}"#));
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    sim.agent(0).expect_route("/login");
    assert_eq!((sim.agent(0).stored_token(), sim.agent(0).stored_records()), (None, Vec::new()));
    sim.advance(minutes(hours * 60));
    sim.agent(0).tries_to_sign_in(login, "agente123");
    assert_eq!(sim.agent(0).draft(&chat).text, found);
}

#[rstest]
#[case::per_005_half_of_a_record(Spoiling::Cut)]
#[case::per_005_nonsense(Spoiling::Nonsense)]
#[case::per_005_an_older_version(Spoiling::OtherFields)]
#[case::per_005_a_later_version(Spoiling::MoreFields)]
fn an_unreadable_record_is_ignored_and_the_others_are_used(#[case] spoiling: Spoiling) {
    for record in 0..12 {
        let (mut sim, chat) = in_a_chat();
        sim.customer("Mariana").writes("Oi");
        sim.agent(0).writes(&chat, "Olá").types(&chat, "E ainda");
        sim.agent(0).spoils_a_record(record, spoiling).reload();
        sim.advance(secs(20));
        if sim.agent(0).stored_token().is_none() {
            // The record of the session's agent could not be read.
            sim.agent(0).signs_in();
        }
        sim.agent(0).opens(&chat);
        assert_eq!(sim.agent(0).draft(&chat).text, "E ainda", "record {record}");
        sim.expect_agreement();
    }
}

#[rstest]
#[case::per_008_the_storage_is_full(StoreFailure::Full)]
#[case::per_008_the_storage_is_unavailable(StoreFailure::Unavailable)]
fn without_a_storage_the_agent_can_work_and_one_warning_is_logged(#[case] failure: StoreFailure) {
    let (mut sim, chat) = in_a_chat();
    sim.agent(0).breaks_disk(Some(failure));
    for text in ["um", "dois"] {
        sim.customer("Mariana").writes(text);
        sim.agent(0).writes(&chat, text);
    }
    let warnings = sim.agent(0).reports().iter().filter(|report| report.code == "storageUnavailable").count();
    assert_eq!(warnings, 1);
    assert_eq!(sim.agent(0).unacknowledged(), 0);
    sim.expect_agreement();
}
