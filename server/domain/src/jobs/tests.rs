//! Tests of loading attendances and their messages.

use crate::testing::{ANA, BRUNO, RENEWALS, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::{BrokerEvent, ClientStatus, events};

#[test]
fn cht_002_the_event_of_a_new_attendance_has_every_field() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    test.take_events(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    let (_, event) = test.take_events(ANA).remove(0);
    let BrokerEvent::Chat(events::chat::Event::New(event)) = event else { panic!("{event:?}") };
    let job = event.job;
    assert_eq!((&job.protocol, job.client_status), (&chat.protocol, ClientStatus::Online));
    assert_eq!(job.unique_id, chat.protocol.as_str());
    assert_eq!(job.contact.unwrap().fullname, "Helena Duarte");
    assert_eq!(job.contact_id.as_str(), "1");
    assert_eq!(job.contact_identifier, "helena.duarte@example.com");
    assert_eq!(job.from, "helena.duarte");
    assert_eq!(job.queue.unwrap().name, "Renovações");
    assert_eq!(job.attendance_group_name, "Renovações");
    assert!(job.attendance_group_info.observation_required && job.active_attendance && !job.disabled);
    assert_eq!(job.attendance_tags.len(), 1);
    assert_eq!((job.seq, job.agent_id.as_str(), job.org_unit_id.as_str()), (1, ANA, "1"));
}

#[test]
fn messages_that_a_customer_wrote_while_waiting_are_in_the_new_attendance() {
    let mut test = TestCentre::new();
    let chat = test.customer("Iara", SUPPORT);
    test.customer_writes(&chat, "Bom dia");
    test.customer_writes(&chat, "Preciso de ajuda");
    let ana = test.at_work(ANA);
    let events = test.take_events(ANA);
    let BrokerEvent::Chat(events::chat::Event::New(event)) = events.into_iter().map(|(_, event)| event).nth(2).unwrap()
    else {
        panic!()
    };
    assert_eq!(event.job.contact, None, "an unknown customer");
    assert_eq!((event.job.messages_not_read, event.job.seq), (2, 3));
    assert_eq!(event.job.last_message.unwrap().message, "Preciso de ajuda");
    let messages = test.get(&ana, &format!("/job/{}/messages", chat.protocol)).ok().body;
    assert_eq!(messages["data"].as_array().unwrap().len(), 3);
}

#[rstest]
#[case::no_contact_is_found(0, false)]
#[case::one_contact_is_found(1, true)]
#[case::several_contacts_are_found(2, false)]
fn an_attendance_gets_its_contact_only_if_exactly_one_has_the_identifier(
    #[case] others: usize,
    #[case] expected: bool,
) {
    use crate::store::{ContactRow, Store};
    use wire::{Contact, ContactIdentifiers, OrgUnitId};
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    // One contact of the agent's org unit and one of every org unit: within an org unit an identifier is unique.
    for (number, org_unit) in ["1", ""].into_iter().take(others).enumerate() {
        let identifiers = ContactIdentifiers { chat_identifier: "nina@example.com".to_owned(), ..Default::default() };
        let contact = Contact { id: format!("n{number}").into(), identifiers, ..Contact::default() };
        test.store
            .put_contact(&ContactRow {
                contact,
                org_unit_id: OrgUnitId::from(org_unit),
                blocked: false,
                wallet: None,
                last_contact_at: None,
                other_whatsapp: Vec::new(),
                other_identifiers: Vec::new(),
            })
            .unwrap();
    }
    let chat = test.customer("Nina", SUPPORT);
    let job = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!(job.get("contact").is_some(), expected);
}

#[test]
fn job_002_an_attendance_passes_from_waiting_to_ended() {
    let mut test = TestCentre::new();
    let chat = test.customer("helena.duarte", RENEWALS);
    let ana = test.sign_in(ANA);
    let lists = |test: &mut TestCentre| {
        ["chat", "chatClosed"].map(|list| test.listed_job(&ana, list, &chat.protocol).is_some())
    };
    assert_eq!(lists(&mut test), [false, false], "waiting");
    test.connect_chat(&ana);
    assert_eq!(lists(&mut test), [true, false], "active");
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(lists(&mut test), [false, true], "finished");
    test.post(&ana, "/job/chat/qualify", crate::testing::qualify_body(&ana, &chat.protocol)).ok();
    assert_eq!(lists(&mut test), [false, false], "qualified and removed");
}

#[test]
fn api_021_the_agents_attendances_are_listed_open_and_closed() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let open = test.customer("Helena", SUPPORT);
    let ended = test.customer("Rafael", SUPPORT);
    test.finish(&ana, &ended.protocol).ok();
    let seq = test.take_events(ANA).last().unwrap().0["seq"].clone();
    let body = test.get(&ana, "/agents/101/jobs/active").ok().body;
    assert_eq!(body["asOfSeq"], seq);
    assert_eq!(body["data"]["chat"][0]["protocol"], open.protocol.as_str());
    assert_eq!(body["data"]["chat"][0]["closedWithoutQualify"], false);
    assert_eq!(body["data"]["chatClosed"][0]["protocol"], ended.protocol.as_str());
    assert_eq!(body["data"]["chatClosed"][0]["closedWithoutQualify"], true);
    assert_eq!(test.get(&ana, "/agents/102/jobs/active").refusal(), "403");
}

#[test]
fn api_080_messages_are_read_in_portions_after_a_seq() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    for number in 0..210 {
        test.customer_writes(&chat, &format!("linha {number}"));
    }
    let sent = test.agent_writes(&ana, &chat.protocol, "Li tudo").ok().body;
    let path = format!("/job/{}/messages", chat.protocol);
    let first = test.get(&ana, &path).ok().body;
    assert_eq!(first["data"].as_array().unwrap().len(), 200);
    assert_eq!(first["customIds"], json!([sent["custom_id"]]));
    let system = |at: usize| first["data"][at]["system_message"].as_bool().unwrap_or_default();
    assert_eq!([0, 1].map(system), [true, false], "the start of the attendance, and the customer's first message");
    let rest = test.get(&ana, &format!("{path}?after=200")).ok().body;
    let seqs: Vec<u64> = rest["data"].as_array().unwrap().iter().map(|row| row["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (201..=212).collect::<Vec<_>>());
    assert_eq!(test.get(&ana, &format!("{path}?after=212")).ok().body["data"], json!([]));
}

/// An agent's page recognises its own messages by their ids; another agent's page may have used the same id.
#[test]
fn the_list_of_messages_has_custom_ids_of_the_requesting_agent_only() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.agent_writes(&ana, &chat.protocol, "Bom dia").ok();
    test.advance(5 * 60 * 1000);
    test.tick();
    let bruno = test.at_work(BRUNO);
    let messages = test.get(&bruno, &format!("/job/{}/messages", chat.protocol)).ok().body;
    assert_eq!(messages["customIds"], json!([]));
}

#[rstest]
#[case::the_messages_of_an_attendance("/job/{protocol}/messages")]
#[case::api_180_the_tags_of_an_attendance("/tags/protocol/{protocol}")]
fn only_its_own_agent_can_load_an_attendance(#[case] path: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", RENEWALS);
    let bruno = test.at_work(BRUNO);
    let path = path.replace("{protocol}", chat.protocol.as_str());
    test.get(&ana, &path).ok();
    assert_eq!(test.get(&bruno, &path).refusal(), "403");
    assert_eq!(test.get(&ana, &path.replace(chat.protocol.as_str(), "99")).refusal(), "404");
}

#[rstest]
#[case("after=abc", "422 after:invalid")]
#[case("after=-1", "422 after:invalid")]
#[case("before=3", "422 before:unknown")]
fn an_invalid_query_for_messages_is_refused(#[case] query: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let path = format!("/job/{}/messages?{query}", chat.protocol);
    assert_eq!(test.get(&ana, &path).refusal(), expected);
}
