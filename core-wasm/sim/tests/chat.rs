//! Web chat: both sides write, type, go silent and end.

use core_wasm::channels::ChannelStatusView;
use core_wasm::conversation::ConversationIntent;
use core_wasm::conversation::MessageDelivery;
use core_wasm::flow::Sound;
use core_wasm::jobs::ComposerView;
use core_wasm::jobs::JobsIntent;
use core_wasm::transfers::TransfersIntent;
use core_wasm::wire::{ClientStatus, MessageMedia};
use core_wasm::{Intent, flow::JobGroup};
use rstest::rstest;
use workspace_sim::contact_centre::store::Store;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, ms, secs};

fn at_work() -> Sim {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim
}

#[test]
fn cht_002_cht_003_job_019_nav_035_a_new_chat_is_online_and_its_path_names_its_protocol_once_it_is_opened() {
    let mut sim = at_work();
    let first = sim.customer("Mariana").starts(SUPPORT);
    let second = sim.customer("Rafael").starts(SUPPORT);
    assert_eq!(sim.agent(0).job(&second).unwrap().client_status, ClientStatus::Online);
    sim.agent(0).expect_route(&format!("/attendance/{first}"));
    sim.agent(0).opens(&second).expect_route(&format!("/attendance/{second}"));
}

#[test]
fn cht_004_a_message_is_appended_ends_the_typing_mark_and_plays_a_sound() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").types(true);
    assert!(sim.agent(0).job(&chat).unwrap().typing);
    sim.customer("Mariana").writes("Oi");
    assert!(!sim.agent(0).job(&chat).unwrap().typing);
    assert_eq!(sim.agent(0).sounds().last(), Some(&Sound::MessageSoft));
    sim.agent(0).focuses(false);
    sim.customer("Mariana").writes("Oi?");
    assert_eq!(sim.agent(0).sounds().last(), Some(&Sound::Message));
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Oi", "customer: Oi?"]);
}

#[test]
fn messages_are_unread_while_the_page_has_no_focus_and_are_read_shortly_after_it_gets_the_focus() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).opens(&chat).focuses(false);
    sim.customer("Mariana").writes("um");
    sim.customer("Mariana").writes("dois");
    assert_eq!((sim.agent(0).row(&chat).unwrap().unread, sim.agent(0).summary().unread), (2, 2));
    let first_new = sim.agent(0).messages(&chat).into_iter().find(|message| message.new_from_here).unwrap();
    assert_eq!(first_new.text, "um");
    sim.agent(0).focuses(true);
    sim.advance(ms(800));
    assert_eq!((sim.agent(0).row(&chat).unwrap().unread, sim.agent(0).summary().unread), (0, 0));
}

#[test]
fn cht_006_a_message_for_an_unknown_attendance_is_kept_and_the_active_jobs_are_loaded_again() {
    let mut sim = at_work();
    sim.hold_frames();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes("Cheguei antes");
    let from = sim.trace_length();
    sim.release_frames_backwards().advance(ms(1));
    assert!(sim.trace_since(from).contains("> GET agents/101/jobs/active"), "{}", sim.trace_since(from));
    sim.settle();
    assert_eq!(sim.agent(0).summary().unattended, 0);
    sim.agent(0).expect_rows(&["Mariana"]).opens(&chat);
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Cheguei antes"]);
    sim.expect_agreement();
}

#[test]
fn cht_006_a_message_is_kept_until_its_attendance_can_be_loaded() {
    let mut sim = at_work();
    sim.customer("Rafael").starts(SUPPORT);
    let body = r#"{"event":"ChatMessageEvent","eventId":"m1","message":{"protocol":"77","seq":2,"message_id":"a|b","senderType":"customer","message":"Oi"}}"#;
    let from = sim.trace_length();
    sim.fail_next("jobs/active", FailKind::Status(500));
    sim.agent(0).receives_frame(body);
    assert!(sim.trace_since(from).contains("500 GET agents/101/jobs/active"));
    assert_eq!(sim.agent(0).summary().unattended, 1);
    // Both the start of the session and the new link load the list.
    sim.fail_next("jobs/active", FailKind::Status(500)).fail_next("jobs/active", FailKind::Status(500));
    sim.agent(0).reload();
    assert_eq!(sim.agent(0).summary().unattended, 1);
    sim.advance(secs(6));
    assert_eq!(sim.agent(0).summary().unattended, 0, "the list that came does not have its attendance");
}

#[test]
fn cht_007_cht_008_a_silent_customer_becomes_inactive_and_any_activity_makes_it_online_again() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let status = |sim: &mut Sim| sim.agent(0).row(&chat).unwrap().client_status;
    sim.advance(minutes(3));
    assert_eq!(status(&mut sim), ClientStatus::Inactive);
    sim.customer("Mariana").types(true);
    assert_eq!((status(&mut sim), sim.agent(0).row(&chat).unwrap().typing), (ClientStatus::Online, true));
    sim.advance(minutes(3));
    assert_eq!((status(&mut sim), sim.agent(0).row(&chat).unwrap().typing), (ClientStatus::Inactive, false));
    sim.customer("Mariana").writes("Voltei");
    assert_eq!(status(&mut sim), ClientStatus::Online);
    sim.expect_agreement();
}

#[test]
fn cht_009_the_typing_mark_is_removed_by_a_stop_event_a_message_or_ten_seconds_without_an_event() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let typing = |sim: &mut Sim| sim.agent(0).row(&chat).unwrap().typing;
    sim.customer("Mariana").types(true).types(false);
    assert!(!typing(&mut sim));
    sim.customer("Mariana").types(true);
    sim.advance(ms(9_000));
    assert!(typing(&mut sim));
    sim.advance(ms(1_100));
    assert!(!typing(&mut sim));
}

#[test]
fn cht_010_chn_013_an_end_by_the_customer_disables_the_attendance_refetches_the_status_and_shows_in_the_open_thread() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).expect_chat(ChannelStatusView::InAttendance);
    let from = sim.trace_length();
    sim.customer("Mariana").ends();
    sim.agent(0).expect_rows(&[]).expect_rows_to_qualify(&["Mariana"]).expect_no_snackbar();
    assert!(sim.trace_since(from).contains("200 GET agents/101/status"));
    assert_eq!(sim.agent(0).job(&chat).unwrap().composer, ComposerView::Closed);
    sim.agent(0).expect_chat(ChannelStatusView::Available);
    sim.agent(0).writes(&chat, "Tarde demais").expect_snackbar("chat.send.ended");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "system: chatEndedByClient"]);
    sim.expect_agreement();
}

#[test]
fn chn_006_chn_007_chn_014_the_channel_follows_connecting_attendances_and_disconnecting() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().expect_chat(ChannelStatusView::Disconnected);
    sim.agent(0).connects_chat().expect_chat(ChannelStatusView::Available);
    sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Rafael").starts(SUPPORT);
    sim.customer("Mariana").ends();
    sim.agent(0).expect_chat(ChannelStatusView::InAttendance);
    sim.customer("Rafael").ends();
    sim.agent(0).expect_chat(ChannelStatusView::Available);
    sim.agent(0).disconnects_chat().expect_chat(ChannelStatusView::Disconnected);
    sim.expect_agreement();
}

#[rstest]
#[case::chn_054_connecting(true, FailKind::Status(500), "channelChat.errorConnect")]
#[case::chn_055_disconnecting(false, FailKind::Status(500), "channelChat.errorDisconnect")]
#[case::chn_056_connecting_offline(
    true,
    FailKind::Answer(409, r#"{"cause":"offline"}"#),
    "channels.chat.serverOffline"
)]
#[case::chn_056_disconnecting_offline(
    false,
    FailKind::Answer(409, r#"{"cause":"offline"}"#),
    "channels.chat.serverOffline"
)]
fn a_refused_request_to_connect_or_disconnect_shows_its_text(
    #[case] connecting: bool,
    #[case] fault: FailKind,
    #[case] snackbar: &str,
) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in();
    let before = if connecting { ChannelStatusView::Disconnected } else { ChannelStatusView::Available };
    if !connecting {
        sim.agent(0).connects_chat();
    }
    sim.fail_next("channels/chat", fault);
    if connecting {
        sim.agent(0).connects_chat();
    } else {
        sim.agent(0).disconnects_chat();
    }
    sim.agent(0).expect_snackbar(snackbar).expect_chat(before);
}

#[test]
fn chn_056_the_server_refuses_to_connect_while_its_chat_service_is_offline() {
    let mut sim = Sim::new(1);
    sim.config().chat_online = false;
    sim.agent(0).signs_in().connects_chat().expect_snackbar("channels.chat.serverOffline");
}

#[test]
fn cht_015_cht_016_typing_is_sent_at_the_first_key_then_every_three_seconds_and_its_end_once() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    for letters in 1..=40 {
        let text = "a".repeat(letters);
        sim.agent(0).intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: chat.clone(), text }));
        sim.advance(ms(200));
    }
    sim.advance(secs(4));
    assert_eq!(sim.customer("Mariana").sees_typing(), [true, true, true, false]);
    sim.agent(0).types(&chat, "b").writes(&chat, "b");
    assert_eq!(sim.customer("Mariana").sees_typing()[4..], [true, false]);
    sim.customer("Mariana").expect_hears("Ana Souza: b");
}

#[test]
fn cht_017_a_message_is_shown_at_once_and_counts_as_sent_when_the_server_accepted_it() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).presses_send(&chat, "Olá");
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: Olá (sending)"]);
    sim.settle();
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: Olá (sent)"]);
    sim.customer("Mariana").expect_hears("Ana Souza: Olá");
}

#[test]
fn cht_017_a_refused_message_is_marked_and_can_be_sent_again_edited_or_discarded() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let refused = || FailKind::Answer(409, r#"{"cause":"somethingNew"}"#);
    for text in ["de novo", "corrigir", "desistir"] {
        sim.fail_next("chat/messages", refused());
        sim.agent(0).writes(&chat, text);
    }
    let failed = sim.agent(0).messages(&chat).split_off(1);
    assert!(failed.iter().all(|message| message.delivery == MessageDelivery::Failed));
    assert_eq!(failed[0].failure.as_ref().unwrap().fallback.as_deref(), Some("chat.message.failed"));
    assert!(sim.agent(0).row(&chat).unwrap().failed);
    let ids: Vec<String> = failed.into_iter().map(|message| message.local_id).collect();
    sim.agent(0).intent(Intent::Conversation(ConversationIntent::RetryMessage {
        protocol: chat.clone(),
        local_id: ids[0].clone(),
    }));
    sim.agent(0).intent(Intent::Conversation(ConversationIntent::EditMessage {
        protocol: chat.clone(),
        local_id: ids[1].clone(),
    }));
    sim.agent(0).intent(Intent::Conversation(ConversationIntent::DiscardMessage {
        protocol: chat.clone(),
        local_id: ids[2].clone(),
    }));
    sim.settle();
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: de novo (sent)"]);
    assert_eq!(sim.agent(0).draft(&chat).text, "corrigir");
    assert!(!sim.agent(0).row(&chat).unwrap().failed);
    sim.expect_agreement();
}

#[rstest]
#[case::the_answer_is_lost(FailKind::LostReply)]
#[case::the_request_is_lost(FailKind::NoAnswer)]
#[case::the_server_is_at_fault(FailKind::Status(503))]
#[case::the_answer_is_too_late(FailKind::Late(60_000))]
#[case::the_answer_comes_twice(FailKind::Doubled)]
fn a_message_whose_request_fails_reaches_the_customer_exactly_once(#[case] fault: FailKind) {
    for with_frames in [true, false] {
        let mut sim = at_work();
        let chat = sim.customer("Mariana").starts(SUPPORT);
        if !with_frames {
            sim.hold_frames();
        }
        sim.fail_next("chat/messages", fault.clone());
        sim.agent(0).presses_send(&chat, "um").presses_send(&chat, "dois");
        sim.advance(secs(40));
        sim.customer("Mariana").expect_hears("Ana Souza: um").expect_hears("Ana Souza: dois");
        sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: um (sent)", "agent: dois (sent)"]);
        sim.release_frames();
        sim.expect_agreement();
    }
}

#[test]
fn the_longest_message_is_sent_and_one_byte_more_stays_in_the_composer() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let longest = "á".repeat(32_768);
    sim.agent(0).writes(&chat, &longest).expect_no_snackbar();
    sim.customer("Mariana").expect_hears(&format!("Ana Souza: {longest}"));
    sim.agent(0).types(&chat, &format!("{longest}!")).writes(&chat, &format!("{longest}!"));
    sim.agent(0).expect_snackbar("chat.send.tooLong");
    assert_eq!(sim.agent(0).draft(&chat).text.len(), 65_537);
    assert_eq!(sim.store().messages_after(&chat, 0, 10).unwrap().len(), 2);
}

#[rstest]
#[case("<img src=x onerror=alert(1)>\n<script>1</script>")]
#[case("\u{202e}txet\u{202c} \u{200b}\u{feff} 👩‍👩‍👧‍👦")]
#[case("{\"event\":\"ForcedDisconnectEvent\"}\0\r\nMESSAGE\n\n\0")]
fn a_text_with_markup_and_control_characters_arrives_unchanged(#[case] text: &str) {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes(text);
    sim.agent(0).writes(&chat, text);
    let texts: Vec<String> = sim.agent(0).messages(&chat).into_iter().skip(1).map(|message| message.text).collect();
    assert_eq!(texts, [text, text]);
    sim.expect_agreement();
}

#[test]
fn cht_018_job_002_job_039_finishing_waits_for_the_server_then_the_attendance_waits_for_qualification() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.agent(0).intent(Intent::Jobs(JobsIntent::FinishJob { protocol: chat.clone(), confirmed: true, waits: false }));
    sim.advance(ms(1));
    assert!(sim.agent(0).job(&chat).unwrap().finishing);
    sim.agent(0).expect_rows(&["Mariana"]);
    sim.settle();
    assert!(!sim.agent(0).job(&chat).unwrap().finishing);
    sim.agent(0).expect_rows_to_qualify(&["Mariana"]);
    sim.customer("Mariana").expect_hears("ended by agent");
}

#[rstest]
#[case::the_request_never_arrived(FailKind::NoAnswer, true)]
#[case::the_server_failed(FailKind::Status(500), true)]
#[case::only_the_answer_was_lost(FailKind::LostReply, false)]
fn a_finish_without_an_answer_is_looked_up_and_reported_as_failed_only_where_the_attendance_is_open(
    #[case] fault: FailKind,
    #[case] still_open: bool,
) {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.fail_next("job/chat/finish", fault);
    sim.agent(0).finishes(&chat);
    let is_said = sim.agent(0).snackbars().iter().any(|note| note.body.key == "jobs.finishFailed");
    assert_eq!(is_said, still_open);
    assert_eq!(sim.agent(0).protocols(JobGroup::Active).len(), usize::from(still_open));
    sim.expect_agreement();
    sim.agent(0).finishes(&chat).expect_rows_to_qualify(&["Mariana"]);
    sim.customer("Mariana").expect_hears("ended by agent");
    sim.expect_agreement();
}

#[test]
fn files_of_agent_and_customer_arrive_once_and_a_program_named_as_a_picture_is_refused() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Mariana").writes("Pode mandar a nota?");
    assert!(sim.customer("Mariana").tries_to_share("foto.png", "Este é o recibo").is_some());
    assert_eq!(sim.customer("Mariana").tries_to_share("programa.jpg", ""), None);
    sim.agent(0).opens(&chat).sends_file(&chat, "nota.pdf", "Segue").sends_file(&chat, "programa.jpg", "E isto?");
    sim.settle();
    let shown = sim.agent(0).messages(&chat);
    let files: Vec<_> = shown.iter().filter(|message| message.media.is_some()).collect();
    let facts = files.iter().map(|message| (message.media, message.text.as_str(), message.delivery));
    assert_eq!(
        facts.collect::<Vec<_>>(),
        [
            (Some(MessageMedia::Image), "Este é o recibo", MessageDelivery::Received),
            (Some(MessageMedia::File), "Segue", MessageDelivery::Sent),
            (Some(MessageMedia::Image), "E isto?", MessageDelivery::Failed),
        ]
    );
    sim.customer("Mariana")
        .expect_hears("customer: [foto.png] Este é o recibo")
        .expect_hears("Ana Souza: [nota.pdf] Segue");
}

#[test]
fn a_file_whose_send_got_no_answer_is_sent_once_after_a_reload() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).opens(&chat);
    sim.fail_next("chat/messages", FailKind::LostReply);
    sim.agent(0).sends_file(&chat, "nota.pdf", "Segue").reload();
    sim.advance(minutes(1));
    sim.settle();
    let files = sim.agent(0).messages(&chat).into_iter().filter(|message| message.media.is_some());
    assert_eq!(files.map(|message| message.delivery).collect::<Vec<_>>(), [MessageDelivery::Sent]);
    sim.customer("Mariana").expect_hears("Ana Souza: [nota.pdf] Segue");
}

#[test]
fn cht_001_a_chat_is_received_answered_transferred_finished_and_qualified() {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.agent(1).signs_in().connects_chat();
    sim.customer("Mariana").writes("Quero renovar");
    let texts: Vec<String> = sim.agent(0).opens(&chat).thread(&chat).into_iter().map(|(_, text, _)| text).collect();
    assert!(texts.contains(&"Quero renovar".to_owned()), "{texts:?}");
    sim.agent(0).writes(&chat, "Um momento");
    sim.customer("Mariana").expect_hears("Ana Souza: Um momento");
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana.alves");
    sim.settle();
    let transfer = TransfersIntent::Transfer {
        protocol: chat.clone(),
        to_agent_id: "102".into(),
        queue_id: Default::default(),
        campaign_id: Default::default(),
        observation: "Renovação".to_owned(),
    };
    sim.agent(0).intent(Intent::Transfers(transfer));
    sim.settle();
    assert!(sim.agent(0).job(&chat).is_none(), "it left");
    assert!(sim.agent(1).job(&chat).is_some(), "the other agent has it");
    sim.agent(1).opens(&chat).writes(&chat, "Sou o Bruno");
    sim.agent(1).finishes(&chat);
    sim.settle();
    assert_eq!(sim.agent(1).protocols(JobGroup::ToQualify), std::slice::from_ref(&chat));
    sim.agent(1).chooses(&chat, "1").observes(&chat, "aceita").confirms_qualification(&chat);
    sim.settle();
    assert_eq!(sim.agent(1).protocols(JobGroup::ToQualify), []);
    sim.expect_agreement();
}
