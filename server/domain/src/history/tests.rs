//! Tests of the history of an agent, an org unit and a contact, of the last contact, and of messages of earlier
//! attendances.

use crate::store::{History, HistoryOf, HistoryStore, JobState, Store};
use crate::testing::{ANA, Agent, BRUNO, CARLA, ELISA, RENEWALS, SALES, SUPPORT, TestCentre, qualify_body};
use crate::{CallEnd, CallNews, WebChatStarted};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Channel, ContactId, Wall};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The fixture begins on this day, at 13:45 UTC.
const TODAY: &str = "2026-11-20";

fn found(body: &Value, field: &str) -> Vec<String> {
    let rows = body["data"].as_array().unwrap();
    rows.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}

/// A chat that the customer began and ended; if an agent is given, the agent's page is open.
fn ended<'a>(test: &mut TestCentre, agent: impl Into<Option<&'a Agent>>, name: &str, queue: &str) -> WebChatStarted {
    if let Some(agent) = agent.into() {
        test.beat(agent);
    }
    let chat = test.customer(name, queue);
    test.advance(90_500);
    test.customer_ends(&chat);
    test.advance(1_000);
    chat
}

fn qualified(test: &mut TestCentre, agent: &Agent, name: &str) -> WebChatStarted {
    let chat = ended(test, agent, name, RENEWALS);
    test.post(agent, "/job/chat/qualify", qualify_body(agent, &chat.protocol)).ok();
    chat
}

/// A call from this number that nobody answered.
fn lost_call(test: &mut TestCentre, call: &str, phone: &str) {
    test.call_arrives(call, phone, SALES);
    test.advance(1_000);
    test.news(CallNews::Ended { call: call.to_owned(), end: CallEnd::ByCaller });
}

#[test]
fn api_036_the_history_has_the_fields_of_its_table() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = qualified(&mut test, &ana, "helena.duarte");
    let body = test.get(&ana, &format!("/agents/history?initial_date={TODAY}&final_date={TODAY}")).ok().body;
    assert_eq!((&body["total"], &body["current_page"], &body["per_page"]), (&json!(1), &json!(1), &json!(25)));
    let row = &body["data"][0];
    for (field, value) in [
        ("protocol", json!(chat.protocol)),
        ("channel", json!("chat")),
        ("contactId", json!("1")),
        ("contactName", json!("Helena Duarte")),
        ("contactIdentifier", json!("helena.duarte@example.com")),
        ("queueName", json!("Renovações")),
        ("agentId", json!(ANA)),
        ("agentName", json!("Ana Souza")),
        ("durationSeconds", json!(90)),
        ("state", json!("qualified")),
        ("qualification", json!("Renovação > Aceita")),
        ("observation", json!("Renovou por um ano")),
        ("hasMessages", json!(true)),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    let at = |field: &str| Wall::parse(row[field].as_str().unwrap()).unwrap();
    assert_eq!(at("end").since_ms(at("start")), 90_500);
}

#[test]
fn an_agent_sees_only_own_attendances_and_a_supervisor_those_of_the_org_unit() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let first = ended(&mut test, &ana, "Iara", SUPPORT);
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    let bruno = test.at_work(BRUNO);
    let carla = test.sign_in(CARLA);
    let second = ended(&mut test, &bruno, "Otto", SUPPORT);
    test.beat(&bruno);
    let open = test.customer("Rita", SUPPORT);
    test.bare(&bruno, "POST", "/channels/chat/disconnect/agent/102").ok();
    let waiting = test.customer("Vera", SUPPORT);
    let left = ended(&mut test, None, "Caio", SUPPORT);
    let mut seen = |agent: &Agent| test.get(agent, "/agents/history").ok().body;
    assert_eq!(found(&seen(&ana), "protocol"), [first.protocol.as_str()]);
    assert_eq!(found(&seen(&bruno), "protocol"), [open.protocol.as_str(), second.protocol.as_str()]);
    let all = seen(&carla);
    let expected = [&left, &open, &second, &first].map(|chat| chat.protocol.as_str());
    assert_eq!(found(&all, "protocol"), expected, "newest first, without {}", waiting.protocol);
    assert_eq!(found(&all, "state"), ["unattended", "active", "toQualify", "toQualify"]);
    assert_eq!(found(&all, "agentName"), ["", "Bruno Lima", "Bruno Lima", "Ana Souza"]);
}

#[rstest]
#[case::his_002_start_after_end("2026-11-19", "2026-11-18", "422 initial_date:startAfterEnd")]
#[case::his_003_end_after_now("2026-11-18", "2026-11-21", "422 final_date:afterNow")]
#[case::his_003_both_after_now("2026-11-22", "2026-11-23", "422 final_date:afterNow,initial_date:afterNow")]
#[case::his_004_over_three_months("2026-08-19", "2026-11-20", "422 final_date:tooLong")]
#[case::over_three_months_from_the_end_of_a_month("2025-11-30", "2026-03-01", "422 final_date:tooLong")]
#[case::a_text_that_is_no_day("2026-02-30", "2026-11-20", "422 initial_date:invalid")]
#[case::a_day_with_a_time("2026-11-19", "2026-11-19T10:00:00Z", "422 final_date:invalid")]
fn an_invalid_range_of_the_history_is_refused(#[case] initial: &str, #[case] last: &str, #[case] refusal: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = test.get(&ana, &format!("/agents/history?initial_date={initial}&final_date={last}"));
    assert_eq!(answer.refusal(), refusal);
}

#[rstest]
#[case::one_day(TODAY, TODAY)]
#[case::three_months("2026-08-20", TODAY)]
#[case::the_last_day_of_a_shorter_month("2025-11-30", "2026-02-28")]
fn a_valid_range_of_the_history_is_accepted(#[case] initial: &str, #[case] last: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.get(&ana, &format!("/agents/history?initial_date={initial}&final_date={last}")).ok();
}

#[test]
fn days_of_the_history_begin_and_end_by_the_agents_clock() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    // 01:30 UTC of the 21st; in São Paulo it is 22:30 of the 20th.
    test.advance(11 * 60 * 60 * 1000 + 45 * 60 * 1000);
    test.beat(&ana);
    let chat = ended(&mut test, &ana, "Iara", SUPPORT);
    let mut of = |dates: &str, offset: i64| {
        found(&test.get(&ana, &format!("/agents/history?{dates}&utc_offset={offset}")).ok().body, "protocol")
    };
    let (on_20, on_21) =
        ("initial_date=2026-11-20&final_date=2026-11-20", "initial_date=2026-11-21&final_date=2026-11-21");
    assert_eq!((of(on_20, -180), of(on_20, 0)), (vec![chat.protocol.to_string()], Vec::new()));
    assert_eq!(of(on_21, 0), [chat.protocol.as_str()]);
    // The clocks were put back in the night before, so the end of the day has another offset than its beginning.
    let set_back = format!("/agents/history?{on_20}&utc_offset=0&utc_offset_end=-180");
    assert_eq!(found(&test.get(&ana, &set_back).ok().body, "protocol"), [chat.protocol.as_str()]);
    let refused = test.get(&ana, &format!("/agents/history?{on_21}&utc_offset=-180")).refusal();
    assert_eq!(refused, "422 final_date:afterNow,initial_date:afterNow");
    assert_eq!(test.get(&ana, "/agents/history?utc_offset=900").refusal(), "422 utc_offset:invalid");
}

#[test]
fn the_history_has_the_attendances_of_the_range_and_without_dates_of_the_last_week() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let old = ended(&mut test, &ana, "Iara", SUPPORT);
    test.advance(7 * DAY_MS);
    let ana = test.login("ana.souza", "agente123").ok().authorization.map(|token| Agent { token, ..ana }).unwrap();
    assert!(found(&test.get(&ana, "/agents/history").ok().body, "protocol").is_empty());
    let range = "initial_date=2026-11-20&final_date=2026-11-25";
    assert_eq!(
        found(&test.get(&ana, &format!("/agents/history?{range}")).ok().body, "protocol"),
        [old.protocol.as_str()]
    );
}

#[test]
fn the_history_is_filtered_by_channel_text_and_qualification() {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    let ana = test.at_work(ANA);
    qualified(&mut test, &ana, "helena.duarte");
    let otto = ended(&mut test, &ana, "Otto", SUPPORT);
    lost_call(&mut test, "c1", "5531955550103");
    let mut rows = |query: &str| {
        let body = test.get(&carla, &format!("/agents/history?{query}")).ok().body;
        assert_eq!(body["total"], body["data"].as_array().unwrap().len(), "{query}");
        found(&body, "contactName")
    };
    let call = "Beatriz Campos";
    assert_eq!(rows("channel=voice"), [call]);
    assert_eq!(rows("channel=voice,chat"), [call, "Otto", "Helena Duarte"]);
    assert!(rows("channel=instagram").is_empty());
    assert_eq!(rows("search=BEATRIZ"), [call]);
    assert_eq!(rows(&format!("search={}", otto.protocol)), ["Otto"]);
    assert_eq!(rows("search=955550103"), [call]);
    assert_eq!(rows("qualification=1"), ["Helena Duarte"]);
    assert_eq!(rows("qualification=renovacao"), ["Helena Duarte"], "part of the name");
    assert!(rows("qualification=1&channel=voice").is_empty());
    assert_eq!(test.get(&carla, "/agents/history?channel=fax").refusal(), "422 channel:invalid");
}

#[test]
fn a_portion_of_the_history_reads_only_its_own_rows() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let mut protocols: Vec<String> =
        (0..12).map(|number| ended(&mut test, &ana, &format!("c{number}"), SUPPORT).protocol.to_string()).collect();
    protocols.reverse();
    test.store.take_listed_jobs();
    let body = test.get(&ana, "/agents/history?per_page=5").ok().body;
    assert_eq!((found(&body, "protocol"), &body["total"]), (protocols[..5].to_vec(), &json!(12)));
    assert_eq!(test.store.take_listed_jobs(), 5);
    assert_eq!(found(&test.get(&ana, "/agents/history?per_page=5&page=3").ok().body, "protocol"), protocols[10..]);
    assert!(found(&test.get(&ana, "/agents/history?page=4").ok().body, "protocol").is_empty());
    let filtered = test.get(&ana, "/agents/history?per_page=5&page=2&channel=chat").ok().body;
    assert_eq!((found(&filtered, "protocol"), &filtered["total"]), (protocols[5..10].to_vec(), &json!(12)));
    for (query, refusal) in
        [("page=0", "422 page:invalid"), ("per_page=x", "422 per_page:invalid"), ("page=5000", "422 page:invalid")]
    {
        assert_eq!(test.get(&ana, &format!("/agents/history?{query}")).refusal(), refusal);
    }
}

#[test]
fn api_151_ctc_037_the_history_of_a_contact_has_attendances_of_every_agent_and_channel_in_portions() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = qualified(&mut test, &ana, "helena.duarte");
    lost_call(&mut test, "c1", "5511955550101");
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    let bruno = test.at_work(BRUNO);
    let other = ended(&mut test, &bruno, "helena.duarte", SUPPORT);
    ended(&mut test, &bruno, "Otto", SUPPORT);
    let page = |number: u32| format!("/contacts/history?contact_id=1&per_page=2&current_page={number}");
    let first = test.get(&bruno, &page(1)).ok().body;
    assert_eq!(found(&first, "channel"), ["chat", "voice"]);
    assert_eq!(found(&first, "state"), ["toQualify", "unattended"]);
    assert_eq!(found(&first, "protocol")[0], other.protocol.as_str());
    let pager = |body: &Value| (body["current_page"].clone(), body["per_page"].clone(), body["total"].clone());
    assert_eq!(pager(&first), (json!(1), json!(2), json!(3)));
    let second = test.get(&bruno, &page(2)).ok().body;
    assert_eq!(found(&second, "protocol"), [chat.protocol.as_str()]);
    assert_eq!(pager(&second), (json!(2), json!(2), json!(3)));
    assert_eq!(test.get(&bruno, "/contacts/history?contact_id=999").refusal(), "404");
    assert_eq!(test.get(&bruno, "/contacts/history").refusal(), "422 contact_id:required");
}

/// The texts of a portion, in order.
fn page_texts(test: &mut TestCentre, agent: &Agent, query: &str) -> Vec<String> {
    found(&test.get(agent, &format!("/contacts/1/messages?{query}")).ok().body, "message")
}

/// A chat of Helena Duarte with these texts, which she ends.
fn chat_with(test: &mut TestCentre, texts: &[String]) -> WebChatStarted {
    let chat = test.customer("helena.duarte", SUPPORT);
    for text in texts {
        test.advance(1_000);
        test.customer_writes(&chat, text);
    }
    test.customer_ends(&chat);
    test.advance(1_000);
    chat
}

fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{name}{number}")).collect()
}

#[test]
fn api_156_messages_of_a_contact_come_from_all_attendances_in_portions() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let first = chat_with(&mut test, &numbered("a", 30));
    let second = chat_with(&mut test, &numbered("b", 30));
    let customer_texts = |texts: Vec<String>| texts.into_iter().filter(|text| text.starts_with(['a', 'b'])).collect();
    let page_1: Vec<String> = customer_texts(page_texts(&mut test, &ana, "page=1"));
    let page_2: Vec<String> = customer_texts(page_texts(&mut test, &ana, "page=2"));
    let all = [numbered("a", 30), numbered("b", 30)].concat();
    assert_eq!([page_2.clone(), page_1.clone()].concat(), all, "the newest page first, each in order");
    assert!(page_1.len() > 40 && !page_2.is_empty(), "{} and {}", page_1.len(), page_2.len());
    assert!(page_texts(&mut test, &ana, "page=3").is_empty());
    let body = test.get(&ana, "/contacts/1/messages").ok().body;
    let total =
        test.store.job(&first.protocol).unwrap().unwrap().seq + test.store.job(&second.protocol).unwrap().unwrap().seq;
    assert_eq!((&body["total"], &body["current_page"], &body["per_page"]), (&json!(total), &json!(1), &json!(50)));
}

#[test]
fn api_156_messages_of_a_contact_can_be_limited() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let old = chat_with(&mut test, &["antigo".to_owned()]);
    test.advance(DAY_MS);
    let ana = test.login("ana.souza", "agente123").ok().authorization.map(|token| Agent { token, ..ana }).unwrap();
    test.post(&ana, "/channels/chat/connect/agent/101", json!({})).ok();
    let new = chat_with(&mut test, &["novo".to_owned()]);
    let mut texts = |query: &str| {
        let texts = page_texts(&mut test, &ana, query);
        texts.into_iter().filter(|text| ["antigo", "novo"].contains(&text.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(texts(""), ["antigo", "novo"]);
    assert_eq!(texts(&format!("must_not={}", new.protocol)), ["antigo"]);
    assert_eq!(texts("initial_date=2026-11-21"), ["novo"]);
    assert_eq!(texts("channel=chat&attendanceType=QUEUE&org_unit_id=1&route=51"), ["antigo", "novo"]);
    assert!(texts("channel=whatsapp,instagram").is_empty());
    assert!(texts("attendanceType=MANUAL").is_empty());
    let mut refusal = |query: &str| test.get(&ana, &format!("/contacts/1/messages?{query}")).refusal();
    assert_eq!(refusal("page=0"), "422 page:invalid");
    assert_eq!(refusal("initial_date=ontem"), "422 initial_date:invalid");
    assert_eq!(refusal("attendanceType=BOTH"), "422 attendanceType:invalid");
    assert_eq!(refusal("channel=fax"), "422 channel:invalid");
    assert_eq!(refusal("org_unit_id=2"), "403");
    assert_eq!(test.get(&ana, "/contacts/999/messages").refusal(), "404");
    assert_ne!(old.protocol, new.protocol);
}

#[test]
fn api_156_messages_of_an_attendance_that_waits_after_a_transfer_are_read_if_the_request_names_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    chat_with(&mut test, &["antigo".to_owned()]);
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    let waiting = test.customer("helena.duarte", SUPPORT);
    test.customer_writes(&waiting, "Alguém?");
    let mut job = test.store.job(&waiting.protocol).unwrap().unwrap();
    job.contact_id = Some(ContactId::from("1"));
    test.store.put_job(&job).unwrap();
    let mut texts = |query: &str| {
        let texts = page_texts(&mut test, &ana, query);
        texts.into_iter().filter(|text| ["antigo", "Alguém?"].contains(&text.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(texts(""), ["antigo"]);
    let named = format!("protocol_transfer={}", waiting.protocol);
    assert_eq!(texts(&named), ["antigo", "Alguém?"], "in the order of the attendances");
    let of_other = test.get(&ana, &format!("/contacts/2/messages?{named}")).ok().body;
    assert!(found(&of_other, "message").is_empty(), "it is not with this contact");
}

#[test]
fn the_duration_of_an_attendance_counts_from_its_first_agent() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.advance(60_000);
    // Ana's attendance goes back to the queue, and she takes it again after half a minute.
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    test.advance(30_000);
    let ana = test.at_work(ANA);
    test.advance(10_000);
    test.customer_ends(&chat);
    let body = test.get(&ana, "/agents/history").ok().body;
    assert_eq!(
        (&body["data"][0]["protocol"], &body["data"][0]["durationSeconds"]),
        (&json!(chat.protocol), &json!(100))
    );
}

#[test]
fn api_168_emp_023_the_history_of_a_company_has_the_attendances_of_all_its_contacts_in_portions() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    for id in ["1", "2"] {
        let mut row = test.store.contact(&ContactId::from(id)).unwrap().unwrap();
        row.contact.employer_id = "demo-1".into();
        test.store.put_contact(&row).unwrap();
    }
    let helena = ended(&mut test, &ana, "helena.duarte", SUPPORT);
    let rafael = ended(&mut test, &ana, "rafael.moreira", SUPPORT);
    ended(&mut test, &ana, "beatriz.campos", SUPPORT);
    let again = ended(&mut test, &ana, "helena.duarte", SUPPORT);
    let page = |number: u32| format!("/employers/history?employer_id=demo-1&per_page=2&current_page={number}");
    let first = test.get(&ana, &page(1)).ok().body;
    assert_eq!(found(&first, "protocol"), [again.protocol.as_str(), rafael.protocol.as_str()]);
    assert_eq!((&first["total"], &first["current_page"]), (&json!(3), &json!(1)));
    assert_eq!(found(&test.get(&ana, &page(2)).ok().body, "protocol"), [helena.protocol.as_str()]);
    assert_eq!(test.get(&ana, "/employers/history?employer_id=none").refusal(), "404");
    assert_eq!(test.get(&ana, "/employers/history").refusal(), "422 employer_id:required");
}

#[test]
fn a_contact_that_is_read_by_id_has_its_last_contact_and_its_risk() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = ended(&mut test, &ana, "helena.duarte", SUPPORT);
    let contact = test.get(&ana, "/contacts/1").ok().body["data"][0].clone();
    assert_eq!(contact["lastContact"]["protocol"], json!(chat.protocol));
    assert_eq!(contact["churnRisk"], 0.0);
    let by_field = test.get(&ana, "/contacts/C-0001?by_field=id").ok().body["data"][0].clone();
    assert!(by_field.get("lastContact").is_none(), "look-ups that open attendances need less");
}

#[test]
fn api_155_the_last_contact_of_a_customer_is_the_attendance_that_began_last() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    assert_eq!(test.get(&ana, "/contacts/1/last-contact").ok().status, 204);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Pode me chamar amanhã?");
    test.customer_ends(&chat);
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &chat.protocol)).ok();
    let last = test.get(&ana, "/contacts/1/last-contact").ok().body;
    assert_eq!(
        (&last["protocol"], &last["agentName"], &last["queueName"], &last["qualification"], &last["lastMessage"]),
        (
            &json!(chat.protocol),
            &json!("Ana Souza"),
            &json!("Renovações"),
            &json!("Renovação > Aceita"),
            &json!("Pode me chamar amanhã?")
        )
    );
    test.advance(1_000);
    lost_call(&mut test, "c1", "5511955550101");
    let last = test.get(&ana, "/contacts/1/last-contact").ok().body;
    assert_eq!((&last["channel"], &last["agentName"], &last["lastMessage"]), (&json!("voice"), &json!(""), &json!("")));
    assert_eq!(test.get(&ana, "/contacts/999/last-contact").refusal(), "404");
}

#[test]
fn api_159_the_latest_interaction_is_the_last_attendance_of_the_channel_and_the_customer() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = ended(&mut test, &ana, "helena.duarte", SUPPORT);
    lost_call(&mut test, "c1", "5511955550101");
    let unknown = ended(&mut test, &ana, "Otto", SUPPORT);
    let mut of = |channel: &str, identifier: &str| {
        let query = format!("agentId=101&orgUnitId=1&channel={channel}&contactIdentifier={identifier}");
        test.get(&ana, &format!("/contacts/latest-contact-interaction?{query}"))
    };
    assert_eq!(of("chat", "helena.duarte@example.com").ok().body["protocol"], json!(chat.protocol));
    assert_eq!(of("chat", "otto@example.com").ok().body["protocol"], json!(unknown.protocol), "no contact is needed");
    assert_eq!(of("voice", "%2B5511955550101").ok().body["channel"], "voice");
    assert_eq!(of("whatsapp", "5511955550101").ok().status, 204);
    for (query, refusal) in [
        ("agentId=102&orgUnitId=1&channel=chat&contactIdentifier=x", "403"),
        ("agentId=101&orgUnitId=2&channel=chat&contactIdentifier=x", "403"),
        ("agentId=101&orgUnitId=1&channel=fax&contactIdentifier=x", "422 channel:invalid"),
        ("agentId=101&orgUnitId=1&channel=chat", "422 contactIdentifier:required"),
    ] {
        let answer = test.get(&ana, &format!("/contacts/latest-contact-interaction?{query}"));
        assert_eq!(answer.refusal(), refusal, "{query}");
    }
}

#[test]
fn api_157_messages_of_an_attendance_of_the_org_unit_are_read_by_its_protocol() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Bom dia");
    test.agent_writes(&ana, &chat.protocol, "Olá, Helena").ok();
    test.customer_ends(&chat);
    let bruno = test.sign_in(BRUNO);
    let path = |contact: &str, rest: &str| format!("/contacts/{contact}/messages/db?protocol={}{rest}", chat.protocol);
    let body = test.get(&bruno, &path("1", "")).ok().body;
    let texts: Vec<String> = found(&body, "message").into_iter().filter(|text| !text.is_empty()).collect();
    assert_eq!(texts, ["Bom dia", "Olá, Helena"]);
    assert_eq!(body["customIds"], json!([]), "sends of another agent are not told");
    let all = body["data"].as_array().unwrap().len();
    let rest = test.get(&bruno, &path("helena.duarte@example.com", "&after=2")).ok().body;
    assert_eq!(rest["data"].as_array().unwrap().len(), all - 2);
    assert_eq!(test.get(&bruno, &path("2", "")).refusal(), "404", "another contact's");
    assert_eq!(test.get(&bruno, "/contacts/1/messages/db?protocol=1").refusal(), "404");
    assert_eq!(test.get(&bruno, "/contacts/1/messages/db").refusal(), "422 protocol:required");
}

#[test]
fn a_call_has_a_campaign_and_no_messages() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let dial = json!({ "agentId": ELISA, "channel": "voice", "phone": "+55 11 95555-0101", "campaignId": "6100" });
    test.post(&elisa, "/job/voice/active-job", dial).ok();
    let call = test.dialled_call();
    test.news(CallNews::Ended { call, end: CallEnd::Busy });
    let row = test.get(&elisa, "/agents/history").ok().body["data"][0].clone();
    assert_eq!((&row["channel"], &row["contactName"]), (&json!("voice"), &json!("Helena Duarte")));
    assert!(!row["campaignName"].as_str().unwrap().is_empty());
    assert_eq!((&row["hasMessages"], row.get("metaType")), (&json!(false), None));
}

#[test]
fn an_abandoned_chat_is_in_the_history_of_the_contact() {
    let mut test = TestCentre::new();
    let chat = ended(&mut test, None, "helena.duarte", SUPPORT);
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!(
        (job.state, job.contact_id, job.channel),
        (JobState::Abandoned, Some(ContactId::from("1")), Channel::Chat)
    );
}

#[test]
fn the_demo_gets_its_past_attendances_only_once() {
    let mut test = TestCentre::new();
    let count = |test: &TestCentre| test.store.history_count(&History::all(&"1".into(), HistoryOf::OrgUnit)).unwrap();
    let seed = |test: &mut TestCentre| test.with(|_, store, context| crate::seed_history(store, context).unwrap());
    seed(&mut test);
    let first = count(&test);
    assert!(first >= 60, "{first}");
    seed(&mut test);
    assert_eq!(count(&test), first);
    let all = test.store.history(&History::all(&"1".into(), HistoryOf::OrgUnit), 1_000).unwrap();
    assert!(all.iter().all(|job| job.ended_at.is_some_and(|end| end < test.now && end > job.created_at)));
    assert!(all.windows(2).all(|pair| pair[0].protocol > pair[1].protocol), "protocols grow with time");
    let states: std::collections::BTreeSet<JobState> = all.iter().map(|job| job.state).collect();
    assert_eq!(states, [JobState::Qualified, JobState::Abandoned].into());
    let contact = test.store.contact(&ContactId::from("7")).unwrap().unwrap();
    assert!(contact.last_contact_at.is_some() && contact.contact.churn_risk.is_some());
}
