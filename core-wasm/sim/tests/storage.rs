//! What the browser stores: reloads, crashes, disks that fail, and texts that are not sent yet.

use core_wasm::conversation::ConversationIntent;
use core_wasm::conversation::MessageDelivery;
use core_wasm::jobs::JobsIntent;
use core_wasm::session::SessionIntent;
use core_wasm::{Intent, StoreFailure};
use rstest::rstest;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, ms, secs};

#[test]
fn per_002_per_003_a_reload_during_work_restores_the_state_before_the_server_answers() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.customer("Mariana").writes("Bom dia!");
    sim.agent(0).writes(&chat, "Olá, Mariana.").registers(&chat, "Mariana Alves", "mariana@example.com");
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: chat.clone(), scroll_top: 120.0 }));
    sim.agent(0).types(&chat, "Já verif");
    let thread = sim.agent(0).thread(&chat);
    assert!(sim.agent(0).stored_token().is_some());
    let records = sim.agent(0).stored_records();
    for name in ["agents", "authentication", "attendanceGroups", "channel", "connection", "jobs", "system"] {
        assert!(records.iter().any(|record| record == name), "{name} is not among {records:?}");
    }

    // The server does not answer: the views come only from the disk. The harness compares every record.
    sim.server_down();
    sim.agent(0).reload();
    assert_eq!(sim.agent(0).thread(&chat), thread);
    assert_eq!(sim.agent(0).row(&chat).unwrap().name, "Mariana Alves");
    assert_eq!(sim.agent(0).job(&chat).unwrap().scroll_top, 120.0);

    sim.server_up().advance(secs(40));
    sim.agent(0).expect_route(&format!("/attendance/{chat}"));
    assert_eq!(sim.agent(0).thread(&chat), thread);
    assert_eq!(sim.agent(0).draft(&chat).text, "Já verif");
    sim.expect_agreement();
}

#[test]
fn per_002_the_servers_answer_corrects_what_changed_while_the_page_was_closed() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).writes(&chat, "Olá");
    sim.agent(0).drop_link();
    sim.customer("Mariana").writes("Ainda aí?");
    sim.customer("Mariana").ends();
    sim.agent(0).reload().expect_rows(&[]).expect_rows_to_qualify(&["Mariana"]);
    sim.agent(0).expect_thread(
        &chat,
        &["system: chatStarted", "agent: Olá (sent)", "customer: Ainda aí?", "system: chatEndedByClient"],
    );
    sim.expect_agreement();
}

/// The harness searches every record for every password and token; this test proves that the search finds them.
#[test]
#[should_panic(expected = "holds a secret")]
fn per_006_the_simulation_fails_if_a_record_contains_a_password() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).types(&chat, "a senha é agente123");
}

#[test]
fn per_006_a_text_typed_just_before_sign_out_is_restored_for_its_author_after_a_reload() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let draft = Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: chat.clone(),
        text: "No último momento".to_owned(),
    });
    sim.agent(0).intent(draft).intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    sim.agent(0).reload().tries_to_sign_in("bruno.lima", "agente123").signs_out();
    sim.agent(0).reload().signs_in();
    assert_eq!(sim.agent(0).draft(&chat).text, "No último momento");
    let draft = sim.agent(0).draft(&chat);
    assert_eq!(draft.epoch, 1, "the field must take the text");
}

#[rstest]
#[case::a_reload(false)]
#[case::a_crash(true)]
fn a_message_whose_request_was_pending_is_sent_by_the_next_page_exactly_once(#[case] crash: bool) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.fail_next("chat/messages", FailKind::LostReply).hold_frames();
    sim.agent(0).presses_send(&chat, "Chega uma vez");
    sim.advance(ms(30));
    if crash {
        sim.agent(0).crash();
    } else {
        sim.agent(0).reload();
    }
    sim.release_frames().advance(secs(10));
    sim.customer("Mariana").expect_hears("Ana Souza: Chega uma vez");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: Chega uma vez (sent)"]);
    assert_eq!(sim.agent(0).stored_unsent(), Vec::new());
    sim.expect_agreement();
}

#[rstest]
#[case::the_storage_is_full(StoreFailure::Full)]
#[case::the_storage_is_forbidden(StoreFailure::Unavailable)]
fn a_failing_storage_is_reported_once_and_delays_no_message(#[case] failure: StoreFailure) {
    let mut sim = Sim::new(1);
    sim.agent(0).breaks_disk(Some(failure)).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes("Oi");
    sim.agent(0).writes(&chat, "Sem disco também vai");
    sim.customer("Mariana").expect_hears("Ana Souza: Sem disco também vai");
    let reports = sim.agent(0).reports().iter().filter(|report| report.code == "storageUnavailable").count();
    assert_eq!(reports, 1);
    sim.expect_agreement();
}

#[test]
fn a_send_waits_for_the_storage_at_most_half_a_second() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.hold_disk(true);
    sim.agent(0).presses_send(&chat, "Disco lento");
    sim.advance(ms(480));
    assert_eq!(sim.agent(0).thread(&chat).last().unwrap().2, MessageDelivery::Sending);
    sim.advance(ms(80));
    assert_eq!(sim.agent(0).thread(&chat).last().unwrap().2, MessageDelivery::Sent);
    sim.hold_disk(false);
    sim.expect_agreement();
}
