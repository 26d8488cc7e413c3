//! Work on WhatsApp other than the thread: inbox, templates, answered messages, forwarding, starting an attendance,
//! files.

use super::bench::{Bench, START};
use super::bursts::report;
use super::samples::with;
use super::samples::{active_jobs, whatsapp_job};
use super::whatsapp::{connect, with_two};
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery;
use crate::flow::{JobGroup, ListState};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::transfers::TransfersIntent;
use crate::view::View;
use crate::whatsapp::{ForwardView, InboxView, TemplatesView, WhatsAppIntent, WhatsAppSlice, WhatsAppView, slices};
use crate::wire::rfc3339;
use rstest::rstest;
use serde_json::{Value, json};

const SEND: &str = "POST whatsapp/messages";
const CHECK: &str = "POST job/whatsapp/check-active-sessions";
const BEGIN: &str = "POST job/whatsapp/active-job";

macro_rules! slice {
    ($bench:expr, $key:expr, $kind:ident) => {
        match $bench.workspace.view(&$key) {
            View::Whatsapp(WhatsAppSlice::$kind(view)) => Some(*view),
            View::Absent => None,
            other => panic!("{other:?}"),
        }
    };
}

fn inbox(bench: &Bench) -> InboxView {
    slice!(bench, slices::INBOX.key(), Inbox).expect("the inbox")
}

fn start(bench: &Bench) -> WhatsAppView {
    slice!(bench, slices::WHATSAPP.key(), Whatsapp).expect("the view")
}

/// The messages that the agent chose to forward.
pub(super) fn forward(bench: &Bench) -> Option<ForwardView> {
    slice!(bench, slices::FORWARD.key(), Forward)
}

fn templates(bench: &Bench) -> Option<TemplatesView> {
    slice!(bench, slices::TEMPLATES.of("W1".into()), Templates)
}

fn begins(phone: &str) -> WhatsAppIntent {
    let (contact_id, campaign_id) = Default::default();
    WhatsAppIntent::Begin { phone: phone.to_owned(), contact_id, campaign_id, route_id: String::new() }
}

fn template() -> Value {
    json!({ "data": [{ "id": "renovacao_1", "name": "renovacao", "header": "Renovação",
        "body": "Olá {{1}}, o seu plano vence em {{2}}.", "variables": ["nome", "mês"] }] })
}

/// Every slice of WhatsApp has a view.
pub(super) fn everything_loaded() -> Bench {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi");
    for intent in [
        WhatsAppIntent::LoadTemplates { protocol: "W1".into() },
        WhatsAppIntent::LoadScript { protocol: "W1".into() },
        WhatsAppIntent::LoadMedia { protocol: "W1".into() },
        WhatsAppIntent::SelectForward { protocol: "W1".into(), local_id: "s1".to_owned() },
    ] {
        bench.whatsapp(intent);
    }
    bench.transfers(TransfersIntent::LoadDestinations { protocol: "W1".into() });
    bench.intent(Intent::Conversation(ConversationIntent::LoadPresets { protocol: "W1".into() }));
    bench.intent(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: "W1".into() }));
    super::conversation_search::search_nothing(&mut bench);
    bench
}

fn entry(protocol: &str, unread: u32, version: u64) -> Value {
    json!({ "protocol": protocol, "channel": "whatsapp", "from": "Helena", "whatsAppPhone": "5511955550101",
        "messagesNotRead": unread, "version": version, "lastReceipt": rfc3339(START) })
}

/// The server says why it would refuse a start before the agent fills in the form, with the text of a refused start.
#[test]
fn the_reason_for_refusing_a_start_is_shown_as_soon_as_its_number_or_contact_is_known() {
    let check = |phone: &str| WhatsAppIntent::CheckBegin {
        phone: phone.to_owned(),
        contact_id: Default::default(),
        campaign_id: "31".into(),
        route_id: String::new(),
    };
    let said = |bench: &Bench| -> Option<(String, Vec<(String, String)>)> {
        start(bench).begin_refusal.map(|text| (text.key, text.params.into_iter().collect()))
    };
    let of = |key: &str, name: &str, value: &str| Some((key.to_owned(), vec![(name.to_owned(), value.to_owned())]));
    let mut bench = with_two();
    for (reply, expected) in [
        (
            json!({ "cause": "alreadyPreferential", "details": { "agentName": "Ana" } }),
            "whatsapp.start.alreadyPreferential",
        ),
        (
            json!({ "active": true, "agentName": "Ana", "cause": "alreadyInAttendance", "details": { "agentName": "Ana" } }),
            "whatsapp.start.alreadyInAttendance",
        ),
    ] {
        bench.forget().answer(CHECK, 200, reply).whatsapp(check("+55 (11) 95555-0109"));
        assert_eq!(bench.call(CHECK).json()["phone"], "5511955550109");
        assert_eq!(said(&bench), of(expected, "agentName", "Ana"));
    }
    for reply in [
        json!({ "cause": "" }),
        json!({ "active": true, "protocol": "W1", "agentName": "Bruno", "cause": "alreadyInAttendance" }),
    ] {
        bench.answer(CHECK, 200, reply).whatsapp(check("5511955550109"));
        assert_eq!(said(&bench), None, "nothing keeps the agent from it; the own attendance opens");
    }
    bench.hold(CHECK).whatsapp(check("5511955550109")).whatsapp(check("5511955550108"));
    bench.reply(CHECK, 200, json!({ "cause": "limitGlobal" }));
    assert_eq!(said(&bench), None, "the answer to the number before");
    bench.reply(CHECK, 200, json!({ "cause": "limitQueue" }));
    assert_eq!(said(&bench).map(|(key, _)| key), Some("whatsapp.start.limitQueue".to_owned()));
    assert!(bench.snackbars().is_empty(), "nothing was refused yet");
    assert!(bench.calls_of(BEGIN).is_empty());
}

/// The agent closes the dialog while the answers are late, and continues in another conversation.
#[test]
fn a_started_attendance_whose_dialog_was_closed_does_not_open_over_another_one() {
    const CHECK: &str = "POST job/whatsapp/check-active-sessions";
    const BEGIN: &str = "POST job/whatsapp/active-job";
    let begin = || begins("5511955550109");
    let mut bench = with_two();
    bench.hold(CHECK).whatsapp(begin()).whatsapp(WhatsAppIntent::LeaveBegin);
    bench.reply(CHECK, 200, json!({ "active": false }));
    assert!(bench.calls_of(BEGIN).is_empty(), "nothing is begun that was not requested yet");
    for event_first in [true, false] {
        let mut bench = with_two();
        bench.answer(CHECK, 200, json!({ "active": false })).hold(BEGIN).whatsapp(begin());
        bench.whatsapp(WhatsAppIntent::LeaveBegin);
        if event_first {
            bench.attends_whatsapp("W9", json!({ "phone": "5511955550109" }));
        }
        bench.reply(BEGIN, 200, json!({ "success": true, "protocol": "W9" }));
        bench.attends_whatsapp("W9", json!({ "phone": "5511955550109", "version": 2 }));
        assert_eq!(bench.workspace.shell.route().protocol(), Some(&"W1".into()), "{event_first}");
        assert!(bench.has_job("W9"), "it is in the list");
    }
}

#[test]
fn wap_009_wap_039_wap_048_wap_049_the_inbox_lists_its_entries_and_counts_their_messages() {
    let mut bench = with_two();
    bench.event("WhatsAppInboxEvent", json!({ "inboxJob": entry("I1", 1, 1) }));
    bench.event("WhatsAppInboxEvent", json!({ "inboxJob": entry("I2", 2, 1) }));
    bench.event("WhatsAppInboxEvent", json!({ "inboxJob": entry("I1", 3, 2) }));
    bench.event("WhatsAppInboxEvent", json!({ "inboxJob": entry("I1", 1, 1) }));
    assert_eq!((inbox(&bench).entries.len(), inbox(&bench).unattended), (2, 5), "an older version changes nothing");
    assert_eq!(inbox(&bench).entries[0].name, "Helena");
    bench.customer_sends("I1", 4, "Alguém?");
    assert!(!bench.has_job("I1"), "a message for an entry begins no attendance");
    assert_eq!((inbox(&bench).entries.len(), inbox(&bench).unattended), (2, 5), "its own event counts it");
    bench.event("WhatsAppInboxEndEvent", json!({ "protocol": "I1" }));
    assert_eq!((inbox(&bench).entries.len(), inbox(&bench).unattended), (1, 2));
}

#[test]
fn an_event_that_the_inbox_answer_covers_changes_nothing_and_a_later_event_refetches_the_inbox() {
    let mut bench = with_two();
    let list = |seq: u64, entries: &[Value]| json!({ "asOfSeq": seq, "epoch": "e1", "data": entries });
    let path = "GET agents/101/jobs/inbox";
    bench.answer(path, 200, list(90, &[entry("I1", 1, 1)])).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(inbox(&bench).entries.len(), 1);
    bench.event("WhatsAppInboxEndEvent", json!({ "protocol": "I1" }));
    assert_eq!(inbox(&bench).entries.len(), 1, "the list is newer");
    bench.forget().answer(path, 503, json!({})).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert!(inbox(&bench).failed);
    bench.answer(path, 200, list(91, &[])).advance(5_000);
    assert_eq!((inbox(&bench).failed, inbox(&bench).entries.len()), (false, 0));
}

#[test]
fn a_burst_of_events_does_not_delay_the_list_of_the_inbox() {
    const INBOX: &str = "GET agents/101/jobs/inbox";
    let mut bench = with_two();
    bench.hold(INBOX).intent(Intent::Jobs(JobsIntent::ReloadJobs)).forget();
    for seq in 31..60 {
        report(&mut bench, "WhatsAppInboxEvent", seq, json!({ "inboxJob": entry("I1", seq as u32, seq) }));
    }
    report(&mut bench, "WhatsAppInboxEndEvent", 60, json!({ "protocol": "I2" }));
    let older =
        json!({ "asOfSeq": 30, "epoch": "e1", "data": [entry("I1", 1, 1), entry("I2", 1, 1), entry("I3", 4, 1)] });
    bench.reply(INBOX, 200, older);
    let mut shown: Vec<(String, u32)> =
        inbox(&bench).entries.iter().map(|entry| (entry.protocol.to_string(), entry.unread)).collect();
    shown.sort();
    assert_eq!(shown, [("I1".to_owned(), 59), ("I3".to_owned(), 4)], "events are later than the list");
    bench.advance(60_000);
    assert!(bench.calls_of(INBOX).len() <= 1, "{} requests", bench.calls_of(INBOX).len());
}

#[test]
fn wap_050_an_ended_attendance_and_an_entry_of_the_inbox_can_be_reopened_and_then_open() {
    let mut bench = with_two();
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W2" }));
    bench.whatsapp(WhatsAppIntent::Reopen { protocol: "W2".into() });
    assert_eq!((bench.row("W2").disabled, bench.path().as_str()), (false, "/attendance/W2"));
    bench.event("WhatsAppInboxEvent", json!({ "inboxJob": entry("I1", 1, 1) }));
    bench.whatsapp(WhatsAppIntent::Reopen { protocol: "I1".into() });
    assert_eq!(bench.path(), "/attendance/W2", "its attendance has not arrived");
    bench.attends_whatsapp("I1", json!({})).event("WhatsAppInboxEndEvent", json!({ "protocol": "I1" }));
    assert_eq!((bench.path().as_str(), inbox(&bench).entries.len()), ("/attendance/I1", 0));
}

#[rstest]
#[case::api_105_wap_051_with_a_known_cause(409, json!({ "cause": "limitQueue" }), "Você já tem o máximo de atendimentos desta fila. Finalize um para começar outro.")]
#[case::wap_051_with_details(409, json!({ "cause": "alreadyInAttendance", "details": { "agentName": "Bruno" } }), "Contato já em atendimento com o agente Bruno")]
#[case::without_a_cause(500, json!({}), "Não foi possível reabrir o atendimento")]
fn a_refused_reopen_is_shown(#[case] status: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_two();
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W2" })).answer("POST whatsapp/reopen", status, body);
    bench.whatsapp(WhatsAppIntent::Reopen { protocol: "W2".into() });
    assert_eq!((bench.said(), bench.row("W2").disabled), (vec![sentence.to_owned()], true));
}

#[test]
fn wap_029_wap_030_wap_097_a_template_is_chosen_filled_and_sent_and_free_text_is_locked_until_the_customer_answers() {
    let mut bench = with_two();
    bench.advance(86_400_000).forget();
    bench.answer("GET gupshup/templates/Vendas/551140004000", 200, template());
    bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: "W1".into() });
    assert_eq!(templates(&bench).map(|list| (list.state, list.items.len())), Some((ListState::Ready, 1)));
    let send = |variables: &[&str]| WhatsAppIntent::SendTemplate {
        protocol: "W1".into(),
        template_id: "renovacao_1".to_owned(),
        variables: variables.iter().map(|value| (*value).to_owned()).collect(),
        file: None,
        header_link: String::new(),
    };
    bench.whatsapp(send(&["Helena", " "]));
    assert_eq!(
        (bench.said(), bench.calls_of(SEND).len()),
        (vec!["Preencha todas as variáveis do modelo".to_owned()], 0)
    );
    bench.whatsapp(send(&["Helena", "novembro"]));
    let body = bench.call(SEND).json();
    assert_eq!(
        (&body["message"], &body["template"]),
        (&json!(""), &json!({ "id": "renovacao_1", "variables": ["Helena", "novembro"] }))
    );
    let sent = bench.thread("W1").remove(0);
    assert_eq!(
        (sent.text.as_str(), sent.delivery),
        ("Olá Helena, o seu plano vence em novembro.", MessageDelivery::Sent)
    );
    assert_eq!(super::whatsapp::job(&bench, "W1").composer, crate::whatsapp::ComposerState::WaitingAnswer);
    bench.sends("W1", "Recebeu?");
    assert_eq!(bench.said()[0], "Aguarde a resposta do cliente ou envie outro modelo.");
    bench.whatsapp(send(&["Helena", "dezembro"]));
    assert_eq!(bench.calls_of(SEND).len(), 2, "another template may be sent");
}

#[test]
fn an_answer_is_sent_with_the_id_of_its_message_and_shows_the_quote() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Tem em estoque?");
    let (protocol, answered) = ("W1".into(), "s1".to_owned());
    let text = "Tem sim!".to_owned();
    bench.intent(Intent::Conversation(ConversationIntent::Reply { protocol, text, answered }));
    let body = bench.call(SEND).json();
    assert_eq!((&body["message"], &body["messageAnswered"]), (&json!("Tem sim!"), &json!("m1|x1")));
    let content = bench.thread("W1").pop().and_then(|message| message.content).expect("content");
    let answered = content.answered.expect("a quote");
    assert_eq!(answered.text, "Tem em estoque?");
    assert_eq!((answered.id.as_deref(), &answered.id), (Some("m1"), &bench.thread("W1")[0].id));
}

#[test]
fn wap_052_wap_053_wap_054_selected_messages_are_forwarded_in_the_order_of_the_thread() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "primeira").customer_sends("W1", 2, "segunda").forget();
    let select = |id: &str| WhatsAppIntent::SelectForward { protocol: "W1".into(), local_id: id.to_owned() };
    bench.whatsapp(select("s2")).whatsapp(select("s1")).whatsapp(WhatsAppIntent::OpenForward);
    let flow = forward(&bench).expect("the flow");
    assert_eq!((flow.protocol.as_str(), flow.selected.len(), flow.dialog), ("W1", 2, true));
    bench.answer(SEND, 422, json!({})).hold(SEND).whatsapp(WhatsAppIntent::ForwardTo { protocol: "W2".into() });
    bench.reply(SEND, 422, json!({}));
    let bodies: Vec<Value> = bench.calls_of(SEND).iter().map(|call| call.json()["forwardedFrom"].clone()).collect();
    assert_eq!(bodies, [json!("m1|x1"), json!("m2|x2")], "a failed one does not stop the rest");
    let shown: Vec<_> = bench.thread("W2").into_iter().map(|message| (message.text, message.forwarded)).collect();
    assert_eq!(shown, [("primeira".to_owned(), true), ("segunda".to_owned(), true)]);
    assert_eq!(bench.thread("W2")[0].delivery, MessageDelivery::Failed);
    assert_eq!(forward(&bench), None, "the flow ends");
    bench.whatsapp(select("s1")).whatsapp(WhatsAppIntent::CloseForward);
    assert_eq!(forward(&bench), None);
}

/// The page holds no copy of the file: the server has it.
#[test]
fn messages_are_forwarded_to_every_open_attendance_also_to_those_that_the_list_does_not_show() {
    let mut bench = with_two();
    bench.attends("P1").attends_whatsapp("W3", json!({})).customer_sends("W1", 1, "primeira");
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W3" }));
    bench.intent(Intent::Jobs(JobsIntent::SearchJobs { text: "nobody".to_owned() }));
    bench.whatsapp(WhatsAppIntent::SelectForward { protocol: "W1".into(), local_id: "s1".to_owned() });
    assert_eq!(forward(&bench).expect("the flow").targets, Vec::<String>::new(), "nothing is asked yet");
    bench.whatsapp(WhatsAppIntent::OpenForward);
    assert_eq!(forward(&bench).expect("the flow").targets, ["W2"]);
}

#[test]
fn a_forwarded_file_that_was_not_sent_is_sent_after_a_reload() {
    let mut bench = with_two();
    let picture = json!({ "protocol": "W1", "identifier": "+5511955550101", "threadSeq": 1, "message_id": "m1",
        "apiMessageId": "x1", "message": json!({ "text": "" }).to_string(), "message_media_type": "image",
        "filemime": "image/png", "message_attachment_url": "/api/media/9", "message_sent_at": rfc3339(bench.now.wall) });
    bench.event("WhatsAppMessageEvent", picture).forget();
    let select = WhatsAppIntent::SelectForward { protocol: "W1".into(), local_id: "s1".to_owned() };
    bench.whatsapp(select).whatsapp(WhatsAppIntent::OpenForward).hold(SEND);
    bench.whatsapp(WhatsAppIntent::ForwardTo { protocol: "W2".into() });
    let first = bench.call(SEND).json();
    let active = active_jobs(&[whatsapp_job("W1"), whatsapp_job("W2")]);
    bench.answer("GET agents/101/jobs/active", 200, active).reload().start("/attendance/W2");
    assert_eq!(bench.call(SEND).json(), first);
}

#[rstest]
#[case::wap_071_eleven_digits("+55 (11) 5555-010", Some("Escreva o número com DDD, por exemplo 11 98765-4321"))]
#[case::wap_071_twelve_digits("+55 (11) 5555-0101", None)]
fn a_number_of_a_new_attendance_needs_at_least_twelve_digits(#[case] phone: &str, #[case] refusal: Option<&str>) {
    let mut bench = with_two();
    bench.hold(CHECK).whatsapp(begins(phone));
    assert_eq!(
        (bench.said(), bench.calls_of(CHECK).len()),
        (refusal.map(str::to_owned).into_iter().collect(), usize::from(refusal.is_none()))
    );
}

#[test]
fn wap_073_wap_074_wap_100_nav_037_a_started_attendance_opens_when_it_arrives() {
    let mut bench = with_two();
    bench
        .whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "31".to_owned() })
        .whatsapp(begins("+5511955550102"));
    let expected = json!({ "agentId": "101", "channel": "whatsapp", "phone": "5511955550102", "campaignId": "31" });
    assert_eq!((bench.call(CHECK).json(), bench.call(BEGIN).json()), (expected.clone(), expected));
    assert_eq!((start(&bench).awaited, start(&bench).beginning, bench.path().as_str()), (1, false, "/attendance/W1"));
    bench.attends_whatsapp("W9", json!({ "phone": "5511955550102" }));
    assert_eq!((start(&bench).awaited, bench.path().as_str()), (0, "/attendance/W9"));
    assert!(bench.order(JobGroup::Active).contains(&"W9".to_owned()));
}

#[test]
fn wap_100_an_open_whatsapp_session_of_the_agent_is_opened_and_one_of_another_agent_is_refused() {
    let mut bench = with_two();
    bench.answer(CHECK, 200, json!({ "active": true, "protocol": "W2" })).whatsapp(begins("5511955550102"));
    assert_eq!((bench.path().as_str(), bench.calls_of(BEGIN).len()), ("/attendance/W2", 0));
    let other = json!({ "active": true, "protocol": "", "agentName": "Bruno", "cause": "alreadyInAttendance" });
    bench.answer(CHECK, 200, other).whatsapp(begins("5511955550102"));
    assert_eq!(bench.said(), ["Contato já em atendimento com o agente Bruno"]);
    assert_eq!(bench.calls_of(BEGIN).len(), 0);
}

#[test]
fn wap_100_without_details_of_the_open_whatsapp_session_the_answer_to_the_start_decides() {
    let mut bench = with_two();
    bench.answer(CHECK, 200, json!({ "active": false, "cause": "alreadyInInbox" }));
    let refused = json!({ "cause": "alreadyInInbox", "details": { "agentName": "Bia" } });
    bench.answer(BEGIN, 409, refused).whatsapp(begins("5511955550102"));
    assert_eq!(bench.said(), ["Contato na caixa de entrada do agente Bia"]);
}

#[rstest]
#[case::wap_075(json!({ "cause": "clientOnBot" }), "O cliente está em atendimento com o bot")]
#[case::wap_076(json!({ "cause": "agentWhatsappOffline" }), "Conecte o canal de WhatsApp para iniciar o atendimento")]
#[case::wap_077(json!({ "cause": "alreadyInAttendance", "details": { "agentName": "Bia" } }), "Contato já em atendimento com o agente Bia")]
#[case::wap_078(json!({ "cause": "alreadyInInbox", "details": { "agentName": "Bia" } }), "Contato na caixa de entrada do agente Bia")]
#[case::wap_079_wal_002(json!({ "cause": "alreadyPreferential", "details": { "agentName": "Bia" } }), "Contato preferencial do agente Bia")]
#[case::wap_080(json!({ "cause": "evaluation", "details": { "agentName": "Bia" } }), "Contato em avaliação do atendimento com Bia")]
#[case::wap_082(json!({ "cause": "clientOnHold", "details": { "queueName": "Vendas", "position": 3 } }), "Cliente na fila Vendas, posição 3")]
#[case::wap_083(json!({ "cause": "clientOnHold", "details": { "agentName": "Bia" } }), "Cliente em espera preferencial do agente Bia")]
#[case::wap_058_wap_060_wap_084(json!({ "cause": "limitQueue" }), "Você já tem o máximo de atendimentos desta fila. Finalize um para começar outro.")]
#[case::wap_058_wap_059_wap_085(json!({ "cause": "limitGlobal" }), "Você já tem o máximo de atendimentos neste canal. Finalize um para começar outro.")]
#[case::wap_086(json!({ "cause": "agentNotInCampaign" }), "Agente não pertence à campanha")]
#[case::wap_047(json!({ "cause": "theNumberDoesNotHaveWhatsapp" }), "O número não possui Whatsapp")]
fn wap_088_a_refused_start_shows_its_cause(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_two();
    bench.answer(BEGIN, 409, body).whatsapp(begins("5511955550102"));
    assert_eq!((bench.said(), start(&bench).awaited), (vec![sentence.to_owned()], 0));
}

#[rstest]
#[case::wap_081(409, json!({ "cause": "blacklist" }), "contactInBlacklist")]
#[case::wap_087(500, json!({}), "whatsapp.start.failed")]
#[case::wap_105(422, json!({}), "triggerActiveJobError")]
#[case::wap_106(409, json!({ "cause": "PAUSE" }), "cannotActiveJobBecauseInPause")]
#[case::wap_107(409, json!({ "cause": "BRAND_NEW" }), "brandNew")]
fn a_refused_start_without_a_known_cause_has_a_text(#[case] status: u16, #[case] body: Value, #[case] key: &str) {
    let mut bench = with_two();
    bench.answer(BEGIN, status, body).whatsapp(begins("5511955550102"));
    let shown = bench.snackbars();
    assert_eq!(shown.iter().map(|note| note.body.key.as_str()).collect::<Vec<_>>(), [key]);
    assert_eq!(shown[0].kind, crate::shell::SnackbarKind::Error);
}

#[test]
fn api_097_wap_087_a_start_that_failed_on_the_server_has_its_text() {
    let mut bench = with_two();
    bench.answer(BEGIN, 500, json!({})).whatsapp(begins("5511955550102"));
    assert_eq!(bench.said(), ["Erro ao iniciar atendimento com o contato"]);
}

#[rstest]
#[case::wap_089("EVALUATION", "O cliente está em avaliação!")]
#[case::wap_090(
    "ALREADY_IN_INBOX",
    "Já existe um atendimento de WhatsApp fidelizado com este mesmo telefone e número de rota!"
)]
#[case::wap_091(
    "ALREADY_PREFERENTIAL",
    "Já existe um atendimento de WhatsApp de carteira vinculado à outro agente, com este mesmo telefone!"
)]
#[case::wap_092("ROUTE_NUMBER", "Não existe nenhuma rota de WhatsApp vinculada para esta campanha!")]
#[case::wap_093("ALREADY_IN_ATTENDANCE", "Já existe um atendimento de WhatsApp com este mesmo telefone!")]
#[case::wap_094("CLIENT_ON_HOLD", "Este cliente está em fila de espera")]
#[case::wap_095("BRAND_NEW", "Erro ao entrar em atendimento!")]
fn wap_096_a_start_that_is_refused_by_a_later_event_shows_its_reason(#[case] reason: &str, #[case] sentence: &str) {
    let mut bench = with_two();
    bench.whatsapp(begins("5511955550102"));
    assert_eq!(start(&bench).awaited, 1);
    bench.event("WhatsAppManualRefusedEvent", json!({ "protocol": "", "phone": "+5511955550102", "reason": reason }));
    assert_eq!((bench.said(), start(&bench).awaited), (vec![sentence.to_owned()], 0));
}

#[test]
fn wap_104_the_default_campaign_is_saved_and_reverted_if_the_request_fails() {
    let mut bench = Bench::new();
    let agent = with(super::samples::agent_record(), json!({ "campaignWhatsappDefault": "30" }));
    bench.answer("GET agents/101", 200, agent).start("/login").sign_in();
    let save = "PUT agents/101/set-campaign-default";
    assert_eq!(start(&bench).default_campaign, "30");
    bench.hold(save).whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "31".to_owned() });
    assert_eq!(start(&bench).default_campaign, "31");
    assert_eq!(bench.call(save).json(), json!({ "agentId": "101", "channel": "whatsapp", "campaignId": "31" }));
    bench.reply(save, 500, json!({}));
    assert_eq!((start(&bench).default_campaign.as_str(), bench.said().len()), ("30", 1));
}

#[test]
fn wap_073_without_a_connected_channel_no_attendance_is_started() {
    let mut bench = Bench::signed_in();
    bench.attends_whatsapp("W1", json!({})).whatsapp(begins("5511955550102"));
    assert_eq!(
        (bench.said(), bench.calls_of(CHECK).len()),
        (vec!["Conecte o canal de WhatsApp para iniciar o atendimento".to_owned()], 0)
    );
    connect(&mut bench);
    bench.whatsapp(begins("5511955550102"));
    assert_eq!(bench.calls_of(CHECK).len(), 1);
}
