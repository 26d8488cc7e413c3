//! Attendances of WhatsApp: arrival, messages, delivery, read marks and the conversation window.

use super::bench::{Bench, START};
use super::samples::{customer_message, whatsapp_job, with};
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery;
use crate::flow::{JobGroup, Sound};
use crate::input::{Input, Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::shell::{Author, Dialog};
use crate::view::View;
use crate::whatsapp::{ComposerState, WhatsAppIntent, WhatsAppJobView, WhatsAppSlice, WindowView, slices};
use crate::wire::rfc3339;
use rstest::rstest;
use serde_json::{Value, json};

pub(super) const SEND: &str = "POST whatsapp/messages";
const DAY_MS: u64 = 86_400_000;
const ACTIVE_JOBS: &str = "GET agents/101/jobs/active";

pub(super) fn job(bench: &Bench, protocol: &str) -> WhatsAppJobView {
    match bench.workspace.view(&slices::WHATSAPP_JOB.of(protocol.into())) {
        View::Whatsapp(WhatsAppSlice::WhatsappJob(view)) => *view,
        other => panic!("{other:?}"),
    }
}

/// Two WhatsApp attendances; the agent has W1 open.
pub(super) fn with_two() -> Bench {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.attends_whatsapp("W1", json!({})).attends_whatsapp("W2", json!({})).open("W1").forget();
    bench
}

pub(super) fn connect(bench: &mut Bench) {
    let status = json!({ "version": 9, "channels": { "whatsapp": { "connected": true, "status": "available" } } });
    bench.event("AgentStatusEvent", status);
}

impl Bench {
    pub fn open(&mut self, protocol: &str) -> &mut Self {
        self.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.into() }))
    }

    pub fn whatsapp(&mut self, intent: WhatsAppIntent) -> &mut Self {
        self.intent(Intent::Whatsapp(intent))
    }
}

/// The delivery of the last message of the thread.
pub(super) fn delivery(bench: &Bench, protocol: &str) -> MessageDelivery {
    bench.thread(protocol).last().expect("a message").delivery
}

#[rstest]
#[case::job_007("NewWhatsAppEvent")]
#[case::job_008("WhatsAppTransferEvent")]
fn an_event_adds_a_whatsapp_job_to_the_list(#[case] event: &str) {
    let mut bench = Bench::signed_in();
    let job = with(super::samples::whatsapp_job("W1"), json!({ "channel": null }));
    bench.event(event, json!({ "job": job }));
    let row = bench.row("W1");
    assert_eq!((row.channel.as_str(), row.name.as_str(), row.navigable), ("whatsapp", "Mariana Albuquerque", true));
    assert_eq!((bench.order(JobGroup::Active), bench.sounds()), (vec!["W1".to_owned()], vec![Sound::NewAttendance]));
}

#[rstest]
#[case::trf_040_of_a_campaign(json!({ "id": "31", "name": "Renovação" }), true, true)]
#[case::without_the_flag(json!({ "id": "31", "name": "Renovação" }), false, false)]
#[case::without_a_campaign(Value::Null, true, false)]
fn a_transfer_job_becomes_an_active_attendance(#[case] campaign: Value, #[case] transfer: bool, #[case] active: bool) {
    let mut bench = Bench::signed_in();
    let changes = json!({ "activeAttendance": false, "campaign": campaign });
    let job = with(super::samples::whatsapp_job("W1"), changes);
    bench.event("WhatsAppTransferEvent", json!({ "job": job, "transfer": transfer }));
    assert_eq!(bench.row("W1").navigable, active);
}

#[test]
fn wap_010_wap_011_wap_012_a_message_is_shown_at_once_and_gets_the_ids_of_the_answer() {
    let mut bench = with_two();
    bench.hold(SEND).sends("W1", "Bom dia!");
    assert_eq!((bench.texts("W1"), delivery(&bench, "W1")), (vec!["Bom dia!".to_owned()], MessageDelivery::Sending));
    let body = bench.call(SEND).json();
    let expected = json!({ "protocol": "W1", "custom_id": body["custom_id"], "agentId": "101", "org_unit_id": "1",
        "message": "Bom dia!" });
    assert_eq!(body, expected);
    let local_id = bench.thread("W1")[0].local_id.clone();
    let answer = json!({ "message_id": "a|b", "custom_id": "SERVERS001", "seq": 1, "time": rfc3339(START) });
    bench.reply(SEND, 200, answer);
    let sent = bench.workspace.conversation.thread(&"W1".into()).and_then(|thread| thread.entry(local_id.as_str()));
    let sent = &sent.expect("the message").message;
    assert_eq!((sent.id_primary(), sent.id_secondary(), sent.custom_id.as_str()), ("a", "b", "SERVERS001"));
    assert_eq!((delivery(&bench, "W1"), bench.thread("W1").len()), (MessageDelivery::Sent, 1));
}

#[test]
fn wap_013_wap_016_a_refused_message_is_marked_and_sent_again_at_the_same_place_with_the_same_id() {
    let mut bench = with_two();
    bench.answer(SEND, 422, json!({})).sends("W1", "Bom dia!");
    let failed = bench.thread("W1").remove(0);
    assert_eq!(failed.delivery, MessageDelivery::Failed);
    let shown = failed.failure.as_ref().map(super::words::said);
    assert_eq!(shown.as_deref(), Some("Não foi possível enviar a mensagem"));
    let reply = super::samples::send_reply(&Value::Null, 1, START);
    bench.answer(SEND, 200, reply).intent(Intent::Conversation(ConversationIntent::RetryMessage {
        protocol: "W1".into(),
        local_id: failed.local_id.clone(),
    }));
    let ids: Vec<Value> = bench.calls_of(SEND).iter().map(|call| call.json()["custom_id"].clone()).collect();
    assert_eq!((ids.len(), &ids[0]), (2, &ids[1]));
    let sent = bench.thread("W1");
    assert_eq!((sent.len(), &sent[0].local_id, sent[0].delivery), (1, &failed.local_id, MessageDelivery::Sent));
}

#[test]
fn typing_in_an_attendance_of_whatsapp_sends_no_typing_request() {
    let mut bench = with_two();
    let text = "Bom".to_owned();
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: "W1".into(), text }));
    assert_eq!((bench.draft("W1").text.as_str(), bench.names()), ("Bom", vec![]));
}

#[rstest]
#[case::wap_035_the_switch_is_on(true, 1)]
#[case::wap_036_the_switch_is_off(false, 0)]
fn wap_034_a_message_is_added_and_the_switch_of_whatsapp_decides_about_its_alert(
    #[case] on: bool,
    #[case] alerts: usize,
) {
    let mut bench = Bench::new();
    let agent = with(super::samples::agent_record(), json!({ "agentPreferences": { "notifyWhatsAppMessage": on } }));
    bench.answer("GET agents/101", 200, agent).start("/login").sign_in();
    bench.attends_whatsapp("W1", json!({})).attends_whatsapp("W2", json!({})).open("W1").forget();
    let notices = bench.notifications().items.len();
    bench.customer_sends("W2", 1, "Oi");
    assert_eq!((bench.sounds().len(), bench.notifications().items.len() - notices), (alerts, alerts));
    assert_eq!((bench.row("W2").unread, bench.row("W2").preview.map(|shown| shown.text)), (1, Some("Oi".to_owned())));
}

#[test]
fn wap_037_wap_038_an_open_and_focused_conversation_is_read_after_750_ms() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi").customer_sends("W2", 1, "Oi").advance(749);
    assert_eq!((bench.row("W1").unread, bench.names()), (1, vec![]));
    bench.advance(1);
    assert_eq!((bench.row("W1").unread, bench.row("W2").unread), (0, 1), "only the active one");
    assert_eq!(bench.call("POST whatsapp/read-all").json(), json!({ "agent_id": "101", "protocol": "W1" }));
    bench.forget().page(PageInput::Focus { focused: false }).customer_sends("W1", 2, "Alô?").advance(5_000);
    assert_eq!((bench.row("W1").unread, bench.names()), (1, vec![]), "without focus nothing is read");
    bench.page(PageInput::Focus { focused: true }).advance(750);
    assert_eq!((bench.row("W1").unread, bench.names()), (0, vec!["POST whatsapp/read-all"]));
}

#[test]
fn wap_041_wap_045_wap_046_the_page_shows_that_a_number_has_no_whatsapp_and_locks_the_composer() {
    let mut bench = with_two();
    bench.sends("W1", "Bom dia!").forget();
    let custom_id =
        bench.workspace.conversation.thread(&"W1".into()).expect("W1").newest_spoken().expect("it").custom_id.clone();
    let report = json!({ "protocol": "W1", "customId": custom_id, "status": "error", "reason": "WHATSAPP_NOT_EXISTS" });
    bench.event("WhatsAppStatusEvent", report);
    assert_eq!(bench.said(), ["O número de Whatsapp não existe"]);
    assert_eq!(
        (job(&bench, "W1").composer, delivery(&bench, "W1")),
        (ComposerState::NumberNotExists, MessageDelivery::Failed)
    );
    bench.advance(1_000).customer_sends("W1", 51, "Oi");
    assert_eq!(job(&bench, "W1").composer, ComposerState::Free, "a customer who writes has WhatsApp");
}

/// The list was requested before the number was refused, or before the customer wrote again.
#[rstest]
#[case::the_number_was_refused(false, ComposerState::NumberNotExists)]
#[case::the_customer_wrote_again(true, ComposerState::Free)]
fn an_older_list_does_not_change_whether_the_number_has_whatsapp(#[case] again: bool, #[case] expected: ComposerState) {
    let mut bench = with_two();
    bench.hold("GET agents/101/status").hold(ACTIVE_JOBS).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.event("WhatsAppStatusEvent", json!({ "protocol": "W1", "status": "error", "reason": "WHATSAPP_NOT_EXISTS" }));
    if again {
        bench.advance(1_000).customer_sends("W1", 51, "Oi");
    }
    let row = with(whatsapp_job("W1"), json!({ "whatsappNumberNotExists": again }));
    bench.reply(ACTIVE_JOBS, 200, json!({ "asOfSeq": 0, "epoch": "e1", "data": { "whatsapp": [row] } }));
    assert_eq!(job(&bench, "W1").composer, expected);
}

/// After a reload the broker delivers the events again that were not acknowledged, and the list is newer than they are.
#[test]
fn an_older_refusal_of_the_number_does_not_lock_the_composer_after_the_customer_wrote() {
    let mut bench = with_two();
    let row = with(whatsapp_job("W1"), json!({ "whatsappNumberNotExists": false }));
    bench.hold("GET agents/101/status").hold(ACTIVE_JOBS).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.reply(ACTIVE_JOBS, 200, json!({ "asOfSeq": 99, "epoch": "e1", "data": { "whatsapp": [row] } })).forget();
    bench.event("WhatsAppStatusEvent", json!({ "protocol": "W1", "status": "error", "reason": "WHATSAPP_NOT_EXISTS" }));
    assert_eq!(job(&bench, "W1").composer, ComposerState::Free);
    assert_eq!(bench.said(), [""; 0]);
}

/// The message arrived without an event, and the number may have been refused after the message.
#[test]
fn a_refetched_message_does_not_unlock_the_composer() {
    let mut bench = with_two();
    bench.event("WhatsAppStatusEvent", json!({ "protocol": "W1", "status": "error", "reason": "WHATSAPP_NOT_EXISTS" }));
    assert_eq!(job(&bench, "W1").composer, ComposerState::NumberNotExists);
    let missed = with(customer_message("W1", 51, "Oi"), json!({ "message_sent_at": rfc3339(bench.now.wall) }));
    bench.answer("GET job/W1/messages", 200, json!({ "data": [missed] }));
    bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "W1".into() }));
    assert!(bench.thread("W1").iter().any(|message| message.text == "Oi"));
    assert_eq!(job(&bench, "W1").composer, ComposerState::NumberNotExists);
}

#[test]
fn wap_040_wap_046_a_number_that_is_not_opted_in_can_be_registered() {
    let mut bench = with_two();
    let report = json!({ "protocol": "W1", "status": "error", "reason": "INACTIVE_SESSION_NOT_OPTED_IN" });
    bench.event("WhatsAppStatusEvent", report);
    assert_eq!(bench.said(), ["O número de Whatsapp não está habilitado para receber mensagens"]);
    assert!(job(&bench, "W1").opt_in_needed && !job(&bench, "W2").opt_in_needed);
    bench.hold("POST gupshup/set-optin").whatsapp(WhatsAppIntent::OptIn { protocol: "W1".into() });
    assert!(job(&bench, "W1").busy);
    assert_eq!(bench.call("POST gupshup/set-optin").json(), json!({ "user": "5511955550101" }));
    bench.reply("POST gupshup/set-optin", 200, json!({ "success": true }));
    assert!(!job(&bench, "W1").opt_in_needed && !job(&bench, "W1").busy);
}

#[test]
fn wap_044_a_disconnected_route_is_shown_once_and_locks_the_composers_of_its_attendances() {
    let mut bench = with_two();
    bench.attends_whatsapp("W3", json!({ "routePhone": "551140004999" })).forget();
    let route = |connected: bool| json!({ "agentId": "101", "routePhone": "551140004000", "connected": connected });
    bench.event("WhatsAppRouteEvent", route(false)).event("WhatsAppRouteEvent", route(false));
    assert_eq!(bench.said(), ["O número de Whatsapp está desconectado"]);
    let states = |bench: &Bench| ["W1", "W3"].map(|protocol| job(bench, protocol).composer);
    assert_eq!(states(&bench), [ComposerState::RouteDisconnected, ComposerState::Free]);
    bench.event("WhatsAppRouteEvent", route(true));
    assert_eq!(states(&bench), [ComposerState::Free; 2]);
}

/// Events of a route are sent only to agents who have an attendance of it.
#[test]
fn an_attendance_says_whether_its_route_is_disconnected() {
    let mut bench = with_two();
    let route = |connected: bool| json!({ "agentId": "101", "routePhone": "551140004000", "connected": connected });
    bench.event("WhatsAppRouteEvent", route(false)).attends_whatsapp("W3", json!({ "routePhone": "551140004000" }));
    let states = |bench: &Bench, of: [&str; 2]| of.map(|protocol| job(bench, protocol).composer);
    assert_eq!(states(&bench, ["W1", "W3"]), [ComposerState::Free; 2], "the route returned meanwhile");
    bench.forget().attends_whatsapp("W4", json!({ "routePhone": "551140004000", "routeDisconnected": true }));
    assert_eq!(states(&bench, ["W1", "W4"]), [ComposerState::RouteDisconnected; 2]);
    let told = bench.said().iter().filter(|text| *text == "O número de Whatsapp está desconectado").count();
    assert_eq!(told, 1, "by the event");
}

#[test]
fn the_list_of_attendances_gives_the_disconnected_routes_unless_an_event_is_newer() {
    let listed = |disconnected: bool, seq: u64| {
        let row = with(whatsapp_job("W1"), json!({ "routePhone": "551140004000", "routeDisconnected": disconnected }));
        json!({ "asOfSeq": seq, "epoch": "e1", "data": { "whatsapp": [row] } })
    };
    let mut bench = with_two();
    bench.hold("GET agents/101/status");
    let reload = |bench: &mut Bench, list: Value| {
        bench.answer(ACTIVE_JOBS, 200, list).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    };
    reload(&mut bench, listed(true, 100));
    assert_eq!(job(&bench, "W1").composer, ComposerState::RouteDisconnected);
    reload(&mut bench, listed(false, 100));
    assert_eq!(job(&bench, "W1").composer, ComposerState::Free);
    bench.hold(ACTIVE_JOBS).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let event = json!({ "event": "WhatsAppRouteEvent", "eventId": "r1", "seq": 101, "epoch": "e1", "agentId": "101",
        "routePhone": "551140004000", "connected": false });
    bench.frame(&event.to_string()).reply(ACTIVE_JOBS, 200, listed(false, 100));
    assert_eq!(job(&bench, "W1").composer, ComposerState::RouteDisconnected);
}

#[test]
fn an_event_about_a_route_that_is_older_than_the_last_event_changes_nothing() {
    let mut bench = with_two();
    let event = |seq: u64, connected: bool| {
        let fields = json!({ "event": "WhatsAppRouteEvent", "eventId": format!("r{seq}"), "seq": seq, "epoch": "e1",
            "agentId": "101", "routePhone": "551140004000", "connected": connected });
        fields.to_string()
    };
    // Missing numbers are looked up; no answer arrives.
    bench.hold("GET agents/101/status").hold(ACTIVE_JOBS);
    bench.frame(&event(103, true)).frame(&event(102, false));
    assert_eq!((job(&bench, "W1").composer, bench.said().len()), (ComposerState::Free, 0));
    bench.frame(&event(104, false));
    assert_eq!(job(&bench, "W1").composer, ComposerState::RouteDisconnected);
    let job_of = with(whatsapp_job("W3"), json!({ "routePhone": "551140004000", "routeDisconnected": false }));
    let late = json!({ "event": "NewWhatsAppEvent", "eventId": "n101", "seq": 101, "epoch": "e1", "agentId": "101", "job": job_of });
    bench.frame(&late.to_string());
    assert_eq!(job(&bench, "W1").composer, ComposerState::RouteDisconnected, "also of an attendance that came late");
}

#[test]
fn wap_005_a_message_shows_that_a_bot_wrote_it_that_it_was_forwarded_and_which_message_it_answers() {
    let mut bench = with_two();
    let message = json!({ "protocol": "W1", "identifier": "+5511955550101", "threadSeq": 1, "message_id": "m1",
        "apiMessageId": "x1", "message": "Segunda via enviada", "message_sent_at": "2026-11-20T12:00:00.000Z",
        "bot": true, "forwarded": true, "customFields": { "isAnswered": true } });
    bench.event("WhatsAppMessageEvent", message);
    let thread = bench.thread("W1");
    let [shown] = thread.as_slice() else { panic!("{thread:?}") };
    assert_eq!((shown.sender, shown.forwarded, shown.text.as_str()), (Author::Bot, true, "Segunda via enviada"));
    assert_eq!(shown.time, Some(1_795_176_000_000.0));
    let content = shown.content.as_ref().expect("content");
    let answered = content.answered.as_ref().expect("an answer to a message that the server does not know");
    assert_eq!((content.bot, answered.text.as_str(), answered.id.as_deref()), (true, "", None));
    assert!(bench.thread("W2").is_empty());
}

#[test]
fn job_018_wap_102_an_ended_attendance_is_disabled_and_waits_for_qualification() {
    for by_agent in [false, true] {
        let mut bench = with_two();
        match by_agent {
            true => bench.finishes("W1"),
            false => bench.event("WhatsAppEndEvent", json!({ "protocol": "W1" })),
        };
        assert!(bench.has_job("W1") && bench.row("W1").disabled);
        assert_eq!(
            (bench.order(JobGroup::ToQualify), job(&bench, "W1").composer),
            (vec!["W1".to_owned()], ComposerState::Ended)
        );
        let dialog = bench.dialog();
        assert_eq!(matches!(dialog, Some(Dialog::Qualification { .. })), by_agent, "{dialog:?}");
    }
}

/// The server's time is known again after its next answer; until then the computer's clock is used.
#[test]
fn conversation_windows_follow_a_changed_clock_until_the_servers_time_is_known() {
    let mut bench = with_two();
    bench.hold("GET system/datetime");
    let days_ms = 2 * i64::try_from(DAY_MS).expect("days");
    for (by_ms, composer) in [(days_ms, ComposerState::TemplateFirst), (-days_ms, ComposerState::Free)] {
        bench.forget();
        bench.now.wall = bench.now.wall.plus_ms(by_ms);
        bench.input(Input::Wake);
        assert_eq!(job(&bench, "W1").composer, composer);
        assert!(bench.dirty.contains(&slices::WHATSAPP_JOB.of("W1".into())));
    }
}

#[test]
fn wap_018_wap_033_the_composer_locks_at_the_moment_when_the_window_closes() {
    let mut bench = with_two();
    let end = START.plus_ms(i64::try_from(DAY_MS).expect("a day"));
    assert_eq!(job(&bench, "W1").window, WindowView::Open { ends_at: end.as_js() });
    let left = u64::try_from(end.since_ms(bench.now.wall)).expect("time left");
    bench.advance(left - 1).forget();
    assert_eq!((job(&bench, "W1").composer, bench.dirty.len()), (ComposerState::Free, 0));
    bench.advance(1);
    assert_eq!(
        (job(&bench, "W1").composer, job(&bench, "W1").window),
        (ComposerState::TemplateFirst, WindowView::Expired)
    );
    assert!(bench.dirty.contains(&slices::WHATSAPP_JOB.of("W1".into())));
    assert_eq!(serde_json::to_value(job(&bench, "W1").window).expect("JSON"), json!({ "state": "expired" }));
    bench.sends("W1", "Ainda está aí?");
    assert_eq!(bench.said(), ["A janela de 24 horas fechou. Envie um modelo para continuar a conversa."]);
    assert_eq!((bench.draft("W1").text.as_str(), bench.calls_of(SEND).len()), ("Ainda está aí?", 0));
    bench.customer_sends("W1", 1, "Estou");
    assert_eq!(job(&bench, "W1").composer, ComposerState::Free, "WAP-028");
}

#[test]
fn a_newer_state_of_the_server_can_shorten_the_conversation_window() {
    let mut bench = with_two();
    let long_ago = rfc3339(START.plus_ms(-i64::try_from(DAY_MS).expect("a day")));
    assert_eq!(job(&bench, "W1").composer, ComposerState::Free);
    bench.attends_whatsapp("W1", json!({ "lastReceipt": long_ago, "version": 9 }));
    assert_eq!(job(&bench, "W1").composer, ComposerState::TemplateFirst);
}

#[test]
fn wap_026_an_exempt_attendance_accepts_free_text_after_the_window() {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    let long_ago = rfc3339(START.plus_ms(-90_000_000));
    let changes = json!({ "lastReceipt": long_ago, "allowConversationWithoutTemplate": true });
    bench.attends_whatsapp("W1", changes).attends_whatsapp("W2", json!({ "lastReceipt": long_ago }));
    let states = ["W1", "W2"].map(|protocol| job(&bench, protocol).composer);
    assert_eq!(states, [ComposerState::Free, ComposerState::TemplateFirst]);
}

#[test]
fn a_message_that_waits_when_the_window_closes_is_kept_as_failed_and_not_sent() {
    let mut bench = with_two();
    bench.hold(SEND).sends("W1", "primeira").sends("W1", "segunda");
    let left = u64::try_from(START.plus_ms(86_400_000).since_ms(bench.now.wall)).expect("time left");
    bench.advance(left);
    let shown: Vec<_> = bench.thread("W1").into_iter().map(|message| (message.text, message.delivery)).collect();
    let expected = [("primeira", MessageDelivery::Sending), ("segunda", MessageDelivery::Failed)];
    assert_eq!(
        shown,
        expected.map(|(text, delivery)| (text.to_owned(), delivery)),
        "the server decides about the first"
    );
    bench.reply(SEND, 409, json!({ "cause": "windowClosed" }));
    assert_eq!(bench.calls_of(SEND).len(), 1);
    let texts: Vec<String> =
        bench.thread("W1").iter().filter_map(|message| Some(super::words::said(message.failure.as_ref()?))).collect();
    assert_eq!(
        texts,
        [
            "A janela de 24 horas fechou. Envie um modelo.",
            "A janela de 24 horas fechou. Envie um modelo para continuar a conversa.",
        ]
    );
}
