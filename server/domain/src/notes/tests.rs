use crate::store::{JobState, NoteStore, PeopleStore};
use crate::testing::{ANA, Agent, Answered, BRUNO, CARLA, ELISA, RENEWALS, SALES, TestCentre, job_body, qualify_body};
use crate::{WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, BrokerEvent, Channel, NoteId, OrgUnitId, Protocol, events};

const MINUTE_MS: i64 = 60 * 1000;

fn path(protocol: &Protocol) -> String {
    format!("/job/{protocol}/notes")
}

fn add(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, id: &str, text: &str, mentions: &[&str]) -> Answered {
    test.post(agent, &path(protocol), json!({ "id": id, "text": text, "mentions": mentions }))
}

fn edit(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, id: &str, text: &str) -> Answered {
    test.put(agent, &format!("{}/{id}", path(protocol)), json!({ "text": text, "mentions": [] }))
}

fn remove(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, id: &str) -> Answered {
    test.bare(agent, "DELETE", &format!("{}/{id}", path(protocol)))
}

fn texts(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Vec<String> {
    let body = test.get(agent, &path(protocol)).ok().body;
    body["data"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
}

/// Ana is signed in and has the chat of a customer.
fn chat() -> (TestCentre, Agent, Protocol) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.take_frames(ANA);
    (test, ana, chat.protocol)
}

/// Helena writes on a route of the demo data.
pub(crate) fn writes_on(test: &mut TestCentre, (provider, account): (&str, &str), id: &str) {
    let message = WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: "5511955550101".to_owned(),
        name: "Helena".to_owned(),
        text: "Bom dia".to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    let item = WhatsAppInbound::Message(Box::new(message));
    let known = test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, provider, account, std::slice::from_ref(&item)).unwrap()
    });
    assert!(known, "the demo data has the route");
}

fn whatsapp_job(test: &mut TestCentre, agent: &Agent) -> Protocol {
    let body = test.get(agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
    Protocol::from(body["data"]["whatsapp"][0]["protocol"].as_str().unwrap())
}

/// An attendance of each kind with its agent.
pub(crate) fn attendance(channel: &str) -> (TestCentre, Agent, Protocol) {
    if channel == "chat" {
        return chat();
    }
    let mut test = TestCentre::new();
    if channel == "voice" {
        let elisa = test.at_telephone(ELISA);
        test.call_arrives("c1", "5511955550101", SALES);
        let protocol = test.store_protocol(Channel::Voice);
        return (test, elisa, protocol);
    }
    let ana = test.sign_in(ANA);
    test.connect(&ana, "whatsapp").ok();
    let route = test.account_of(channel);
    writes_on(&mut test, (&route.0, &route.1), "m1");
    let protocol = whatsapp_job(&mut test, &ana);
    (test, ana, protocol)
}

impl TestCentre {
    /// The only attendance of the channel that has not ended.
    fn store_protocol(&self, channel: Channel) -> Protocol {
        use crate::store::Store;
        let states = [JobState::Active, JobState::Waiting, JobState::Inbox];
        let jobs = states.into_iter().flat_map(|state| self.store.jobs_in_state(state).unwrap());
        jobs.filter(|job| job.channel == channel).map(|job| job.protocol).next().expect("an attendance")
    }

    /// Provider and account of a demo route of the network.
    pub(crate) fn account_of(&self, network: &str) -> (String, String) {
        use crate::store::RouteStore;
        let routes = self.store.whatsapp_routes().unwrap().into_iter();
        let of_network = |row: &crate::store::WhatsAppRouteRow| format!("{:?}", row.meta_type).to_lowercase();
        let mut routes = routes.filter(|row| of_network(row).contains(network));
        routes.next().map(|row| (row.provider, row.account)).expect("a route of the network")
    }
}

#[rstest]
#[case::chat("chat")]
#[case::whatsapp("whatsapp")]
#[case::instagram("instagram")]
fn bey_160_a_note_is_stored_with_its_author_place_in_time_and_attendance(#[case] channel: &str) {
    let (mut test, agent, protocol) = attendance(channel);
    test.advance(MINUTE_MS);
    let added = add(&mut test, &agent, &protocol, "N1", "Conferir o vencimento", &[]).ok().body;
    assert_eq!(added["agentId"], agent.id.as_str());
    assert_eq!((&added["protocol"], &added["version"]), (&json!(protocol), &json!(1)));
    assert_eq!(added["at"], json!(wire::rfc3339(test.now)));
    assert_eq!(test.get(&agent, &path(&protocol)).ok().body["data"], json!([added]));
}

#[test]
fn bey_160_a_note_that_is_sent_again_adds_nothing_and_gets_the_same_answer() {
    let (mut test, ana, protocol) = chat();
    let first = add(&mut test, &ana, &protocol, "N1", "Conferir", &[BRUNO]).ok().body;
    test.advance(MINUTE_MS);
    let again = add(&mut test, &ana, &protocol, "N1", "Conferir", &[BRUNO]).ok().body;
    assert_eq!(first, again);
    assert_eq!(texts(&mut test, &ana, &protocol), ["Conferir"]);
    assert_eq!(test.take_event_names(BRUNO), ["NotificationEvent"], "notified once");
    let carla = test.sign_in(CARLA);
    assert_eq!(add(&mut test, &carla, &protocol, "N1", "Outra", &[]).refusal(), "409 noteId");
}

#[rstest]
#[case::blank_text("N1", " \n", &[], "422 text:required")]
#[case::too_long_text("N1", &"x".repeat(4_001), &[], "422 text:tooLong")]
#[case::the_longest_text("N1", &"é".repeat(4_000), &[], "200")]
#[case::note_without_id("", "Olá", &[], "422 id:required")]
#[case::mention_of_the_author("N1", "Olá", &[ANA], "422 mentions:unknown")]
#[case::mention_of_an_unknown_agent("N1", "Olá", &["999"], "422 mentions:unknown")]
fn bey_160_the_text_and_mentions_of_a_note_are_validated(
    #[case] id: &str,
    #[case] text: &str,
    #[case] mentions: &[&str],
    #[case] expected: &str,
) {
    let (mut test, ana, protocol) = chat();
    assert_eq!(add(&mut test, &ana, &protocol, id, text, mentions).refusal(), expected);
    let is_kept = expected == "200";
    assert_eq!(texts(&mut test, &ana, &protocol).len(), usize::from(is_kept), "a refusal keeps nothing");
}

#[test]
fn bey_160_the_author_changes_a_note_for_15_minutes_and_both_are_audited() {
    let (mut test, ana, protocol) = chat();
    add(&mut test, &ana, &protocol, "N1", "Primeiro", &[]).ok();
    add(&mut test, &ana, &protocol, "N2", "Segundo", &[]).ok();
    test.advance(15 * MINUTE_MS);
    let edited = edit(&mut test, &ana, &protocol, "N1", "Corrigido").ok().body;
    assert_eq!(
        (&edited["edited"], &edited["text"], &edited["version"]),
        (&json!(true), &json!("Corrigido"), &json!(2))
    );
    assert_eq!(edit(&mut test, &ana, &protocol, "N1", "Corrigido").ok().body, edited, "a repetition is the same");
    let removed = remove(&mut test, &ana, &protocol, "N2").ok().body;
    assert_eq!((&removed["removed"], &removed["text"]), (&json!(true), &json!("")));
    assert_eq!(remove(&mut test, &ana, &protocol, "N2").ok().body, removed, "a repetition is the same");
    test.advance(1);
    assert_eq!(edit(&mut test, &ana, &protocol, "N1", "Tarde").refusal(), "409 tooLate");
    assert_eq!(remove(&mut test, &ana, &protocol, "N1").refusal(), "409 tooLate");
    assert_eq!(edit(&mut test, &ana, &protocol, "N2", "De volta").refusal(), "409 noteRemoved");
    let (rows, _) = test.store.audit_of(&OrgUnitId::from("1"), 0, 9).unwrap();
    let shown: Vec<String> = rows
        .iter()
        .map(|row| {
            let change = &row.changes[0];
            format!("{} {} {} {}: {} > {}", row.agent_name, row.action, row.kind, row.name, change.before, change.after)
        })
        .collect();
    let expected = [
        format!("Ana Souza removed note {protocol}: Segundo > "),
        format!("Ana Souza edited note {protocol}: Primeiro > Corrigido"),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn bey_160_notes_can_be_read_by_the_agent_supervisors_and_mentioned_people() {
    let (mut test, ana, protocol) = chat();
    let (bruno, carla) = (test.at_work(BRUNO), test.sign_in(CARLA));
    add(&mut test, &ana, &protocol, "N1", "Uma nota", &[]).ok();
    for call in ["", "/people"] {
        assert_eq!(test.get(&bruno, &format!("{}{call}", path(&protocol))).refusal(), "403");
    }
    assert_eq!(add(&mut test, &bruno, &protocol, "N2", "Também", &[]).refusal(), "403");
    assert_eq!(texts(&mut test, &carla, &protocol), ["Uma nota"]);
    add(&mut test, &carla, &protocol, "N3", "@Bruno Lima veja", &[BRUNO]).ok();
    assert_eq!(texts(&mut test, &bruno, &protocol), ["Uma nota", "@Bruno Lima veja"]);
    add(&mut test, &bruno, &protocol, "N4", "Visto", &[]).ok();
    assert_eq!(edit(&mut test, &bruno, &protocol, "N1", "De outro").refusal(), "403", "only own notes");
    assert_eq!(remove(&mut test, &carla, &protocol, "N1").refusal(), "403", "also for supervisors");
    assert_eq!(test.get(&ana, &path(&Protocol::from("1"))).status, 404);
}

/// Notes are readable like the messages of the attendance: while it is open, only for the agents who work on it.
#[test]
fn bey_160_notes_of_an_attendance_that_is_over_are_read_by_every_agent_who_reads_it_in_the_history() {
    let (mut test, ana, protocol) = attendance("whatsapp");
    let elisa = test.at_work(ELISA);
    add(&mut test, &ana, &protocol, "N1", "Quer desconto", &[]).ok();
    assert_eq!(test.get(&elisa, &path(&protocol)).refusal(), "403");
    test.post(&ana, "/job/whatsapp/finish", job_body(&ana, &protocol)).ok();
    assert_eq!(texts(&mut test, &elisa, &protocol), ["Quer desconto"]);
    assert_eq!(add(&mut test, &elisa, &protocol, "N2", "Também", &[]).refusal(), "403", "to read only");
    assert_eq!(test.get(&elisa, &format!("{}/people", path(&protocol))).refusal(), "403");
    let mut payload = qualify_body(&ana, &protocol);
    (payload["channel"], payload["qualify_id"]) = (json!("whatsapp"), json!("61"));
    test.post(&ana, "/job/whatsapp/qualify", payload).ok();
    let route = test.account_of("whatsapp");
    // The customer comes from the queue, and not into the inbox of the last agent.
    test.centre.config.whatsapp.sticky_ms = 0;
    test.advance(1_000);
    writes_on(&mut test, (&route.0, &route.1), "later");
    let later = whatsapp_job(&mut test, &ana);
    add(&mut test, &ana, &later, "N3", "Voltou", &[]).ok();
    assert_eq!(texts(&mut test, &elisa, &protocol), ["Quer desconto"], "not what came later in the conversation");
    assert_eq!(texts(&mut test, &ana, &later), ["Quer desconto", "Voltou"]);
}

#[test]
fn bey_160_a_mention_notifies_only_the_mentioned_person_and_only_once() {
    let (mut test, ana, protocol) = chat();
    test.at_work(BRUNO);
    test.sign_in(CARLA);
    for id in [ANA, BRUNO, CARLA] {
        test.take_frames(id);
    }
    add(&mut test, &ana, &protocol, "N1", "@Bruno Lima: o boleto", &[BRUNO]).ok();
    let events = test.take_events(BRUNO);
    let [(raw, BrokerEvent::Notifications(events::notifications::Event::New(mention)))] = &events[..] else {
        panic!("one notification: {events:?}")
    };
    assert_eq!((mention.kind.as_str(), mention.text.as_str()), ("mention", "Ana Souza"));
    assert_eq!((&mention.protocol, mention.channel), (&protocol, Some(Channel::Chat)));
    assert_eq!(mention.customer, "Helena Duarte");
    assert!(!raw.to_string().contains("boleto"), "the notification has nothing of the note");
    test.put(
        &ana,
        &format!("{}/N1", path(&protocol)),
        json!({ "text": "@Bruno Lima: mudou", "mentions": [BRUNO, CARLA] }),
    )
    .ok();
    assert_eq!(test.take_event_names(BRUNO), [""; 0], "a change does not notify again");
    assert_eq!(test.take_event_names(CARLA), ["NotificationEvent"]);
    assert_eq!(test.take_event_names(ANA), [""; 0], "its author gets the answer");
}

#[test]
fn bey_160_a_note_of_another_person_is_published_to_the_agent_of_the_attendance() {
    let (mut test, _, protocol) = chat();
    let carla = test.sign_in(CARLA);
    add(&mut test, &carla, &protocol, "N1", "Atenção ao prazo", &[]).ok();
    edit(&mut test, &carla, &protocol, "N1", "Atenção").ok();
    remove(&mut test, &carla, &protocol, "N1").ok();
    let shown: Vec<(String, bool, u64)> = test
        .take_events(ANA)
        .into_iter()
        .filter_map(|(_, event)| match event {
            BrokerEvent::Notes(events::notes::Event::Changed(event)) => {
                assert_eq!(event.protocol, protocol);
                Some((event.note.text.for_staff().to_owned(), event.note.removed, event.note.version))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        shown,
        [("Atenção ao prazo".to_owned(), false, 1), ("Atenção".to_owned(), false, 2), (String::new(), true, 3)]
    );
}

#[test]
fn bey_160_notes_can_be_added_to_an_ended_attendance_until_it_is_qualified() {
    let (mut test, ana, protocol) = chat();
    test.finish(&ana, &protocol).ok();
    add(&mut test, &ana, &protocol, "N1", "Depois do fim", &[]).ok();
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &protocol)).ok();
    assert_eq!(add(&mut test, &ana, &protocol, "N2", "Tarde", &[]).refusal(), "409 qualified");
    assert_eq!(edit(&mut test, &ana, &protocol, "N1", "Tarde").refusal(), "409 qualified");
    assert_eq!(add(&mut test, &ana, &protocol, "N1", "Depois do fim", &[]).status, 200, "a repetition is answered");
}

#[test]
fn bey_160_notes_can_be_added_with_a_closed_window_and_a_disconnected_channel() {
    let (mut test, _, protocol) = attendance("whatsapp");
    test.advance(25 * 60 * MINUTE_MS);
    // The token of yesterday has expired.
    let ana = test.sign_in(ANA);
    add(&mut test, &ana, &protocol, "N1", "A janela fechou", &[]).ok();
    test.bare(&ana, "POST", "/channels/whatsapp/disconnect/agent/101");
    add(&mut test, &ana, &protocol, "N2", "Sem canal", &[]).ok();
}

#[test]
fn bey_160_a_conversation_of_whatsapp_has_the_notes_of_its_earlier_attendances() {
    let (mut test, ana, first) = attendance("whatsapp");
    add(&mut test, &ana, &first, "N1", "Do primeiro", &[]).ok();
    test.post(&ana, "/job/whatsapp/close", job_body(&ana, &first)).ok();
    test.take_frames(ANA);
    let (provider, account) = test.account_of("whatsapp");
    writes_on(&mut test, (&provider, &account), "m2");
    let second = test.store_protocol(Channel::Whatsapp);
    assert_ne!(first, second, "a new attendance");
    let carla = test.sign_in(CARLA);
    test.advance(1);
    add(&mut test, &carla, &second, "N2", "Do segundo", &[]).ok();
    assert_eq!(texts(&mut test, &carla, &second), ["Do primeiro", "Do segundo"]);
}

#[test]
fn bey_160_a_note_may_mention_the_people_of_the_org_unit_without_the_caller() {
    let (mut test, ana, protocol) = chat();
    test.at_work(BRUNO);
    test.sign_in(ELISA);
    let body = test.get(&ana, &format!("{}/people", path(&protocol))).ok().body;
    let people: Vec<&Value> = body["data"].as_array().unwrap().iter().collect();
    let find = |id: &str| people.iter().find(|person| person["agentId"] == id);
    assert!(find(ANA).is_none());
    let bruno = find(BRUNO).expect("a colleague");
    assert_eq!((&bruno["name"], &bruno["online"]), (&json!("Bruno Lima"), &json!(true)));
    assert_eq!(find(CARLA).expect("a supervisor")["online"], false);
    assert_eq!(find(ELISA).expect("a colleague")["online"], false, "signed in, and no channel is connected");
    assert!(!bruno["team"].as_str().unwrap().is_empty());
}

#[test]
fn bey_160_the_number_of_notes_of_an_attendance_is_limited() {
    let (mut test, ana, protocol) = chat();
    for number in 0..super::MOST_OF_ATTENDANCE {
        add(&mut test, &ana, &protocol, &format!("N{number}"), "Mais uma", &[]).ok();
    }
    assert_eq!(add(&mut test, &ana, &protocol, "LAST", "Demais", &[]).refusal(), "409 tooManyNotes");
    assert!(test.store.note(&protocol, &NoteId::from("LAST")).unwrap().is_none());
    assert_eq!(AgentId::from(ANA), ana.id);
}
