//! Two requests at the same time, as PostgreSQL runs them: the second one does not see what the first one writes. There is one case for each
//! rule that asks whether something exists already, or how many exist.

use crate::store::{JobState, MemoryStore, Store};
use crate::testing::{
    ANA, Agent, Answered, BRUNO, CARLA, RENEWALS, SALES, SUPPORT, TestCentre, qualify_body, send_body,
};
use crate::web_chat::WebChatRequest;
use crate::{
    EffectKind, WebChatReply, WebChatStarted, WhatsAppDelivery, WhatsAppInbound, WhatsAppInboundMessage,
    WhatsAppOutcome, WhatsAppReceipt,
};
use rstest::rstest;
use serde_json::json;
use wire::{Channel, CustomId, Message, MessageStatus, Protocol, Wall};

const ADDRESS: &str = "192.0.2.1";
/// The account of the demo route with an open conversation window, and its provider.
const ROUTE: (&str, &str) = ("gupshup", "551140004000");
const HELENA: &str = "5511955550101";
const RAFAEL: &str = "5521955550102";

fn start(name: &str) -> WebChatRequest {
    WebChatRequest::Start {
        proof: None,
        unit: None,
        signature: None,
        name: name.to_owned(),
        identifier: None,
        queue: SUPPORT.into(),
        secret: None,
    }
}

fn start_with_secret(name: &str) -> WebChatRequest {
    let mut request = start(name);
    if let WebChatRequest::Start { secret, .. } = &mut request {
        *secret = Some("0123456789abcdef".repeat(4));
    }
    request
}

fn telephone(name: &str) -> WebChatRequest {
    WebChatRequest::Call {
        proof: None,
        unit: None,
        signature: None,
        name: name.to_owned(),
        phone: None,
        queue: SALES.into(),
    }
}

/// The customer of the chat writes.
fn text_of(chat: &WebChatStarted) -> WebChatRequest {
    WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: CustomId("Z1B2C3D4E5".to_owned()),
        text: "Oi".to_owned(),
        media_id: String::new(),
        answered: 0,
    }
}

fn status(reply: WebChatReply) -> u16 {
    reply.to_http().status
}

fn agents(test: &mut TestCentre) -> (Agent, Agent) {
    (on_whatsapp(test, ANA), on_whatsapp(test, BRUNO))
}

fn on_whatsapp(test: &mut TestCentre, id: &str) -> Agent {
    test.give_all_channels(id);
    let agent = test.at_work(id);
    test.connect(&agent, "whatsapp").ok();
    agent
}

fn writes(test: &mut TestCentre, id: &str, customer: &str) {
    let message = WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: customer.to_owned(),
        name: "Cliente".to_owned(),
        text: format!("texto {id}"),
        ..WhatsAppInboundMessage::default()
    };
    inbound(test, &WhatsAppInbound::Message(Box::new(message)));
}

fn inbound(test: &mut TestCentre, item: &WhatsAppInbound) {
    let (provider, account) = ROUTE;
    test.with(|centre, store, context| {
        // After a conflict the request runs again.
        let _ = centre.whatsapp_inbound(store, context, provider, account, std::slice::from_ref(item));
    });
}

fn jobs(store: &MemoryStore, state: JobState) -> Vec<Protocol> {
    store.jobs_in_state(state).unwrap().into_iter().map(|job| job.protocol).collect()
}

fn texts(store: &MemoryStore, protocol: &Protocol) -> Vec<String> {
    let messages: Vec<Message> = store.messages_after(protocol, 0, 100).unwrap();
    messages.into_iter().filter(|message| !message.system_message).map(|message| message.message).collect()
}

#[test]
fn chats_from_one_address() {
    let mut test = TestCentre::new();
    test.address = Some(ADDRESS.to_owned());
    test.centre.config.chats_per_address = 1;
    let (one, other) = test.at_once(|test| test.web_chat(start("Helena")), |test| test.web_chat(start("Rafael")));
    assert_eq!((status(one), status(other)), (200, 429));
    assert_eq!(jobs(&test.store, JobState::Waiting).len(), 1);
}

#[test]
fn telephones_from_one_address() {
    let mut test = TestCentre::new();
    test.address = Some(ADDRESS.to_owned());
    test.centre.config.voice.telephones_per_address = 1;
    let (one, other) =
        test.at_once(|test| test.web_chat(telephone("Helena")), |test| test.web_chat(telephone("Rafael")));
    assert_eq!((status(one), status(other)), (200, 429));
}

#[test]
fn one_secret_starts_only_one_chat() {
    let mut test = TestCentre::new();
    let begin = |test: &mut TestCentre| test.web_chat(start_with_secret("Helena"));
    let (WebChatReply::Started(one), WebChatReply::Started(other)) = test.at_once(begin, begin) else {
        panic!("both start")
    };
    assert_eq!(one.protocol, other.protocol);
    assert_eq!(jobs(&test.store, JobState::Waiting), [one.protocol]);
}

fn begin(test: &mut TestCentre, agent: &Agent, phone: &str) -> Answered {
    let request = json!({ "agentId": agent.id, "channel": "whatsapp", "phone": phone, "campaignId": "31" });
    test.post(agent, "/job/whatsapp/active-job", request)
}

#[test]
fn attendances_of_one_queue() {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.jobs_per_queue = 1;
    let (ana, bruno) = agents(&mut test);
    let (one, other) = test.at_once(|test| begin(test, &ana, HELENA), |test| begin(test, &bruno, RAFAEL));
    assert_eq!((one.refusal(), other.refusal()), ("200".to_owned(), "409 limitQueue".to_owned()));
}

#[test]
fn two_requests_begin_only_one_attendance_of_a_customer_on_a_route() {
    let mut test = TestCentre::new();
    let (ana, bruno) = agents(&mut test);
    let (one, other) = test.at_once(|test| begin(test, &ana, HELENA), |test| begin(test, &bruno, HELENA));
    assert_eq!((one.refusal(), other.refusal()), ("200".to_owned(), "409 alreadyInAttendance".to_owned()));
}

#[rstest]
#[case::the_identifier_of_the_business("C-77", "")]
#[case::the_identifier_of_the_web_chat("", "marina@example.com")]
fn an_identifier_belongs_to_only_one_contact(#[case] own: &str, #[case] of_chat: &str) {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.at_work(ANA), test.at_work(BRUNO));
    let create = |test: &mut TestCentre, agent: &Agent| {
        let own = if own.is_empty() { format!("C-{}", agent.id) } else { own.to_owned() };
        let of_chat = if of_chat.is_empty() { format!("{}@example.com", agent.id) } else { of_chat.to_owned() };
        let contact = json!({ "contact_identifier": own, "chat_identifier": of_chat, "fullname": "Marina Prado" });
        test.post(agent, "/contacts", json!({ "contact": contact, "agent": agent.id }))
    };
    let (one, other) = test.at_once(|test| create(test, &ana), |test| create(test, &bruno));
    assert_eq!((one.refusal(), other.refusal()), ("200".to_owned(), "409 DUPLICATE_IDENTIFIER".to_owned()));
}

#[test]
fn a_text_that_is_sent_twice_is_stored_once() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let body = send_body(&ana, &chat.protocol, &CustomId("A1B2C3D4E5".to_owned()), "Bom dia");
    let send = |test: &mut TestCentre| test.post(&ana, "/chat/messages", body.clone());
    let (one, other) = test.at_once(send, send);
    assert_eq!(one.ok().body, other.ok().body);
    assert_eq!(texts(&test.store, &chat.protocol), ["Bom dia"]);
}

#[test]
fn simultaneous_texts_of_agent_and_customer_get_different_numbers() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let body = send_body(&ana, &chat.protocol, &CustomId("A1B2C3D4E5".to_owned()), "Bom dia");
    let message = text_of(&chat);
    test.at_once(
        |test| test.post(&ana, "/chat/messages", body.clone()).ok(),
        |test| status(test.web_chat(message.clone())),
    );
    assert_eq!(texts(&test.store, &chat.protocol), ["Bom dia", "Oi"]);
}

/// A message that arrives twice at once is stored once; two simultaneous first messages of a customer are in one
/// attendance.
#[rstest]
#[case::one_message_twice(["w1", "w1"], &["texto w1"])]
#[case::two_messages_at_once(["w1", "w2"], &["texto w1", "texto w2"])]
fn messages_of_a_new_customer(#[case] ids: [&str; 2], #[case] expected: &[&str]) {
    let mut test = TestCentre::new();
    on_whatsapp(&mut test, ANA);
    test.at_once(|test| writes(test, ids[0], HELENA), |test| writes(test, ids[1], HELENA));
    let active = jobs(&test.store, JobState::Active);
    assert_eq!(active.len(), 1);
    assert_eq!(texts(&test.store, &active[0]), expected);
}

#[test]
fn customers_who_arrive_at_once_do_not_exceed_the_maximum_of_an_agent() {
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = 1;
    test.at_work(ANA);
    test.at_once(|test| test.web_chat(start("Helena")), |test| test.web_chat(start("Rafael")));
    let counts = (jobs(&test.store, JobState::Active).len(), jobs(&test.store, JobState::Waiting).len());
    assert_eq!(counts, (1, 1));
}

/// Neither transaction sees the other: the later check of the queue assigns the customer.
#[rstest]
fn a_customer_who_arrives_when_an_agent_becomes_free_is_assigned(#[values(true, false)] is_customer_first: bool) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let enter = |test: &mut TestCentre| drop(test.web_chat(start("Helena")));
    let connect = |test: &mut TestCentre| drop(test.connect(&ana, "chat"));
    if is_customer_first {
        test.at_once(enter, connect);
    } else {
        test.at_once(connect, enter);
    }
    test.advance(1_000);
    test.tick();
    assert_eq!(jobs(&test.store, JobState::Active).len(), 1);
}

/// Either she has the attendance and the pause waits for its end, or she is paused and the customer waits.
#[rstest]
fn a_customer_who_arrives_when_an_agent_begins_a_pause_is_not_assigned_to_the_paused_agent(
    #[values(true, false)] is_customer_first: bool,
) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let enter = |test: &mut TestCentre| drop(test.web_chat(start("Helena")));
    let pause = |test: &mut TestCentre| {
        drop(test.post(&ana, "/pauses/chat/enter/agent/101", json!({ "pauseId": "2", "pauseName": "Café" })));
    };
    if is_customer_first {
        test.at_once(enter, pause);
    } else {
        test.at_once(pause, enter);
    }
    test.advance(1_000);
    test.tick();
    let row = test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap();
    let active = jobs(&test.store, JobState::Active).len();
    assert_eq!((row.pause.is_some(), row.scheduled_pause.is_some()), (active == 0, active == 1));
    assert_eq!(row.open_jobs as usize, active);
}

/// In either order the text is stored in the thread or was refused.
#[rstest]
fn a_text_sent_while_the_attendance_ends_is_stored_or_refused(#[values(true, false)] is_end_first: bool) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let message = text_of(&chat);
    let write = |test: &mut TestCentre| status(test.web_chat(message.clone()));
    let end = |test: &mut TestCentre| test.finish(&ana, &chat.protocol).status;
    let (written, ended) = if is_end_first {
        let (ended, written) = test.at_once(end, write);
        (written, ended)
    } else {
        test.at_once(write, end)
    };
    assert_eq!(ended, 200);
    assert_eq!(texts(&test.store, &chat.protocol).len(), usize::from(written == 200), "{written}");
    assert_eq!(test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap().open_jobs, 0);
    assert_eq!(jobs(&test.store, JobState::Active), []);
}

#[rstest]
#[case::two_ends("finish", "finish")]
#[case::an_end_and_a_transfer("finish", "transfer")]
#[case::a_transfer_and_an_end("transfer", "finish")]
#[case::two_transfers("transfer", "transfer")]
fn an_attendance_that_is_ended_or_transferred_twice_at_once_leaves_its_agent_once(
    #[case] first: &str,
    #[case] second: &str,
) {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.at_work(ANA), test.sign_in(BRUNO));
    let chat = test.customer("Helena", SUPPORT);
    test.connect_chat(&bruno);
    let act = |test: &mut TestCentre, what: &str| match what {
        "finish" => test.finish(&ana, &chat.protocol).status,
        _ => {
            let body = json!({ "protocol": chat.protocol, "agentId": ANA, "toAgentId": BRUNO, "observation": "" });
            test.post(&ana, "/job/chat/transfer", body).status
        }
    };
    test.at_once(|test| act(test, first), |test| act(test, second));
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    let counts = [ANA, BRUNO].map(|id| test.store.channel(&id.into(), Channel::Chat).unwrap().unwrap().open_jobs);
    let expected = if first == "finish" { [0, 0] } else { [0, 1] };
    assert_eq!(counts, expected, "{:?} with {}", job.state, job.agent_id);
}

#[test]
fn an_attendance_is_qualified_once_although_two_requests_qualify_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.finish(&ana, &chat.protocol).ok();
    let body = qualify_body(&ana, &chat.protocol);
    let qualify = |test: &mut TestCentre| test.post(&ana, "/job/chat/qualify", body.clone()).status;
    assert_eq!(test.at_once(qualify, qualify), (200, 200));
    let told = test.take_event_names(ANA);
    assert_eq!(told.iter().filter(|name| *name == "QualifiedAttendanceEvent").count(), 1, "{told:?}");
}

fn begun_conversation(test: &mut TestCentre) -> (Agent, Protocol) {
    let ana = on_whatsapp(test, ANA);
    writes(test, "w1", HELENA);
    let protocol = jobs(&test.store, JobState::Active).remove(0);
    (ana, protocol)
}

fn agent_writes(test: &mut TestCentre, ana: &Agent, protocol: &Protocol) {
    let body = json!({
        "protocol": protocol, "custom_id": test.custom_id(), "agentId": ana.id, "org_unit_id": "1", "message": "Olá",
    });
    test.post(ana, "/whatsapp/messages", body).ok();
}

#[test]
fn a_message_is_sent_by_only_one_of_two_workers() {
    let mut test = TestCentre::new();
    let (ana, protocol) = begun_conversation(&mut test);
    agent_writes(&mut test, &ana, &protocol);
    let take = |test: &mut TestCentre| {
        test.with(|centre, store, context| {
            centre.take_effects(store, context, EffectKind::SendWhatsApp, 10).unwrap_or_default().len()
        })
    };
    assert_eq!(test.at_once(take, take), (1, 0));
}

/// The transactions of the receipt and of the provider's answer do not see each other.
#[rstest]
fn a_receipt_that_arrives_with_the_answer_to_the_send_is_not_lost(#[values(true, false)] is_receipt_first: bool) {
    let mut test = TestCentre::new();
    let (ana, protocol) = begun_conversation(&mut test);
    agent_writes(&mut test, &ana, &protocol);
    let effect = test
        .with(|centre, store, context| centre.take_effects(store, context, EffectKind::SendWhatsApp, 1).unwrap())
        .remove(0);
    let outcome = WhatsAppOutcome::accepted("out-1");
    let answer = |test: &mut TestCentre| {
        test.with(|centre, store, context| drop(centre.whatsapp_sent(store, context, &effect, &outcome)));
    };
    let (provider_id, status) = ("out-1".to_owned(), WhatsAppDelivery::Read);
    let receipt = WhatsAppInbound::Receipt(WhatsAppReceipt { provider_id, key: None, status });
    let report = |test: &mut TestCentre| inbound(test, &receipt);
    if is_receipt_first {
        test.at_once(report, answer);
    } else {
        test.at_once(answer, report);
    }
    let messages: Vec<Message> = test.store.messages_after(&protocol, 0, 100).unwrap();
    let of_text = messages.into_iter().filter(|message| message.message == "Olá");
    let statuses: Vec<_> = of_text.map(|message| message.status).collect();
    assert_eq!(statuses, [MessageStatus::Read]);
}

/// The events of the board are published as a feed, so transactions of two agents write no common row.
#[test]
fn changes_of_two_agents_never_conflict_while_a_supervisor_watches_the_board() {
    let mut test = TestCentre::new();
    test.sign_in(CARLA);
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    // The first agent of a group stores the number of customers who wait for the group.
    test.connect_chat(&ana);
    test.connect_chat(&bruno);
    test.store.let_transactions_overlap();
    for path in ["/channels/chat/disconnect/agent/", "/channels/chat/connect/agent/"] {
        test.bare(&ana, "POST", &format!("{path}{ANA}")).ok();
        test.store.overlap_next();
        test.bare(&bruno, "POST", &format!("{path}{BRUNO}")).ok();
        assert!(!test.store.take_conflict());
    }
}

/// The transactions of a change and of the publication of an earlier change of the same agent do not see each other.
#[rstest]
fn a_change_during_the_publication_of_an_earlier_one_is_published_too(
    #[values(1, 20, 249)] before_ms: i64,
    #[values(true, false)] is_change_first: bool,
) {
    let mut test = TestCentre::new();
    test.sign_in(CARLA);
    let ana = test.sign_in(ANA);
    test.advance(1_000);
    test.tick();
    test.now = Wall(test.now.0 / 250 * 250);
    test.connect_chat(&ana);
    test.advance(250 - before_ms);
    let disconnect = |test: &mut TestCentre| {
        drop(test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101"));
    };
    let from = test.now;
    let publish = |test: &mut TestCentre| {
        test.now = from.plus_ms(before_ms);
        test.tick();
    };
    if is_change_first {
        test.at_once(disconnect, publish);
    } else {
        test.at_once(publish, disconnect);
    }
    test.advance(1_000);
    test.tick();
    let frames = test.take_frames(CARLA);
    let last = frames.iter().rfind(|frame| frame["event"] == "AgentBoardEvent").unwrap();
    assert_eq!(last["agent"]["channels"]["chat"]["connected"], false);
}
