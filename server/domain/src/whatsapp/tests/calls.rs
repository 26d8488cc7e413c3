//! Tests of agents' requests with their refusals: channel, marks, start, end, one message, files, consent.

use super::agents::claim;
use super::{
    HELENA, about, at_work, begin, file, jobs, only_job, report, send, text, thread, writes, writes_with_file,
};
use crate::WhatsAppInbound;
use crate::store::{ClaimFact, Store};
use crate::testing::{ANA, Agent, BRUNO, TestCentre, job_body, qualify_body};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, ContactId, MessageMedia, Protocol};

/// Ana has an attendance with Helena; Bruno is signed in too.
fn attending() -> (TestCentre, Agent, Agent, Protocol) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let bruno = at_work(&mut test, BRUNO);
    (test, ana, bruno, protocol)
}

fn status(test: &mut TestCentre, agent: &Agent) -> Value {
    test.get(agent, &format!("/agents/{}/status", agent.id)).ok().body["channels"]["whatsapp"].clone()
}

#[test]
fn api_042_api_043_the_channel_is_connected_and_disconnected() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    assert_eq!(status(&mut test, &ana)["connected"], false);
    test.connect(&ana, "whatsapp").ok();
    assert_eq!(
        json!([status(&mut test, &ana)["connected"], jobs(&mut test, &ana, "whatsapp").len()]),
        json!([true, 1])
    );
    test.bare(&ana, "POST", "/channels/whatsapp/disconnect/agent/101").ok();
    assert_eq!(status(&mut test, &ana)["connected"], false);
    for call in ["connect", "disconnect"] {
        let path = format!("/channels/whatsapp/{call}/agent/102");
        assert_eq!(test.bare(&ana, "POST", &path).status, 403, "another agent's channel");
    }
    test.leave_groups(ANA, wire::Channel::Whatsapp);
    assert_eq!(test.connect(&ana, "whatsapp").refusal(), "409 noAttendanceGroup");
}

#[rstest]
#[case::api_101_pin("pin", "unpin", "pinned", true)]
#[case::api_102_unpin("unpin", "pin", "pinned", false)]
#[case::api_103_read("read", "unread", "unread", false)]
#[case::api_104_unread("unread", "read", "unread", true)]
fn only_the_agent_of_an_attendance_can_mark_it_as_read_unread_or_pinned(
    #[case] call: &str,
    #[case] opposite: &str,
    #[case] field: &str,
    #[case] expected: bool,
) {
    let (mut test, ana, bruno, protocol) = attending();
    about(&mut test, &ana, opposite, &protocol).ok();
    let path = format!("/whatsapp/{call}");
    assert_eq!(about(&mut test, &bruno, call, &protocol).refusal(), "403");
    let for_bruno = json!({ "agent_id": BRUNO, "protocol": protocol });
    assert_eq!(test.post(&ana, &path, for_bruno).refusal(), "403");
    assert_eq!(about(&mut test, &ana, call, &Protocol::from("1")).refusal(), "409 jobNotFound");
    assert_eq!(test.post(&ana, &path, json!({ "agent_id": ANA })).refusal(), "422 protocol:required");
    let marked = |test: &mut TestCentre| only_job(test, &ana).1[field] == json!(true);
    assert_eq!(marked(&mut test), !expected, "a refused call changes nothing");
    let answer = about(&mut test, &ana, call, &protocol).ok();
    assert_eq!((answer.body, marked(&mut test)), (json!({ "success": true }), expected));
}

#[test]
fn api_094_an_agent_who_starts_an_attendance_gets_the_sessions_of_the_customer() {
    let (mut test, ana, bruno, protocol) = attending();
    let mut check = |agent: &Agent, phone: &str| {
        let request = json!({ "agentId": agent.id, "channel": "whatsapp", "phone": phone, "campaignId": "31" });
        test.post(agent, "/job/whatsapp/check-active-sessions", request)
    };
    let own = json!({ "active": true, "protocol": protocol, "agentName": "Ana Souza", "cause": "alreadyInAttendance",
        "details": { "agentName": "Ana Souza" } });
    assert_eq!(check(&ana, HELENA).ok().body, own);
    let other = json!({ "active": true, "protocol": "", "agentName": "Ana Souza", "cause": "alreadyInAttendance",
        "details": { "agentName": "Ana Souza" } });
    assert_eq!(check(&bruno, "+5511955550101").ok().body, other);
    let none = json!({ "active": false, "protocol": "", "agentName": "", "cause": "" });
    assert_eq!(check(&bruno, "5521955550102").ok().body, none);
    assert_eq!(check(&bruno, "123").refusal(), "422 phone:invalid");
}

#[test]
fn api_097_a_started_attendance_is_assigned_to_its_agent_and_requires_a_known_campaign_and_route() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let answer = begin(&mut test, &ana, HELENA).ok().body;
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(answer, json!({ "success": true, "protocol": protocol }));
    assert_eq!(
        json!([job["phone"], job["campaign"]["id"], job["routePhone"], job["contact"]["fullname"]]),
        json!([HELENA, "31", "551140004000", "Helena Duarte"])
    );
    for (changes, expected) in [
        (json!({ "campaignId": "99" }), "422 campaignId:unknown"),
        (json!({ "campaignId": "" }), "422 campaignId:required"),
        (json!({ "routeId": "2" }), "422 routeId:unknown"),
        (json!({ "contactId": "99" }), "422 contactId:unknown"),
        (json!({ "channel": "chat" }), "422 channel:invalid"),
        (json!({ "agentId": BRUNO }), "403"),
    ] {
        let mut request =
            json!({ "agentId": ANA, "channel": "whatsapp", "phone": "5521955550102", "campaignId": "31" });
        request.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        assert_eq!(test.post(&ana, "/job/whatsapp/active-job", request).refusal(), expected, "{changes}");
    }
    assert_eq!(jobs(&mut test, &ana, "whatsapp").len(), 1);
}

#[rstest]
#[case::api_095_finish("finish")]
#[case::api_096_close("close")]
fn only_its_agent_can_end_an_attendance(#[case] call: &str) {
    let (mut test, ana, bruno, protocol) = attending();
    let path = format!("/job/whatsapp/{call}");
    assert_eq!(test.post(&bruno, &path, job_body(&bruno, &protocol)).refusal(), "403");
    assert_eq!(test.post(&ana, &path, job_body(&bruno, &protocol)).refusal(), "403");
    assert_eq!(test.post(&ana, &path, job_body(&ana, &Protocol::from("1"))).refusal(), "409 jobNotFound");
    let mut other_unit = job_body(&ana, &protocol);
    other_unit["org_unit_id"] = json!("2");
    assert_eq!(test.post(&ana, &path, other_unit).refusal(), "403");
    assert_eq!(only_job(&mut test, &ana).1["disabled"], false);
    assert_eq!(test.post(&ana, &path, job_body(&ana, &protocol)).ok().body, json!({ "success": true }));
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
    assert_eq!(jobs(&mut test, &ana, "whatsappClosed")[0]["protocol"], json!(protocol));
    test.post(&ana, &path, job_body(&ana, &protocol)).ok();
}

#[test]
fn api_098_an_ended_attendance_is_qualified_with_the_payload() {
    let (mut test, ana, bruno, protocol) = attending();
    let mut payload = qualify_body(&ana, &protocol);
    (payload["channel"], payload["qualify_id"]) = (json!("whatsapp"), json!("61"));
    test.post(&ana, "/job/whatsapp/finish", job_body(&ana, &protocol)).ok();
    let path = "/job/whatsapp/qualify";
    for (field, value, expected) in [
        ("qualify_id", json!("1"), "422 qualify_id:unknown"),
        ("channel", json!("chat"), "422 channel:invalid"),
        ("agent_id", json!(BRUNO), "403"),
    ] {
        let mut wrong = payload.clone();
        wrong[field] = value;
        assert_eq!(test.post(&ana, path, wrong).refusal(), expected, "{field}");
    }
    let mut of_bruno = payload.clone();
    of_bruno["agent_id"] = json!(BRUNO);
    assert_eq!(test.post(&bruno, path, of_bruno).refusal(), "403");
    assert_eq!(jobs(&mut test, &ana, "whatsappClosed").len(), 1);
    test.post(&ana, path, payload).ok();
    assert!(jobs(&mut test, &ana, "whatsappClosed").is_empty());
}

#[test]
fn api_091_one_message_can_be_loaded_by_the_agent_of_its_conversation() {
    let (mut test, ana, bruno, protocol) = attending();
    let sent = send(&mut test, &ana, &protocol, json!({ "message": "Em que posso ajudar?" })).ok().body;
    let path = format!("/whatsapp/message/{}", sent["message_id"].as_str().unwrap().replace('|', "%7C"));
    let message = test.get(&ana, &path).ok().body;
    assert_eq!(
        json!([message["protocol"], message["message"], message["senderType"], message["custom_id"]]),
        json!([protocol, "Em que posso ajudar?", "agent", sent["custom_id"]])
    );
    assert_eq!(test.get(&bruno, &path).status, 403);
    assert_eq!(test.get(&ana, &format!("/whatsapp/message/{protocol}.99")).status, 404);
}

#[test]
fn api_106_wap_008_the_files_of_a_customer_are_listed_newest_first() {
    let (mut test, ana, bruno, protocol) = attending();
    for (id, kind, caption) in [("m1", MessageMedia::Image, "Comprovante"), ("m2", MessageMedia::Audio, "")] {
        test.advance(1_000);
        writes_with_file(&mut test, text(id, HELENA, caption), &file(id, kind));
    }
    let by_protocol = format!("protocol={protocol}");
    for query in ["contactIdentifier=5511955550101", "contactIdentifier=%2B5511955550101", &by_protocol] {
        let body = test.get(&ana, &format!("/contacts/media/whatsapp?{query}")).ok().body;
        assert_eq!(json!([body["total"], body["data"][0]["type"]]), json!([2, "audio"]), "{query}");
        let image = &body["data"][1];
        let address = image["media"].as_str().unwrap();
        assert!(address.starts_with("/api/media/m1?expires="), "{address}");
        let seen = thread(&mut test, &ana, &protocol);
        let expected = json!({ "id": seen[2]["message_id"], "type": "image", "protocol": protocol, "from": HELENA,
            "to": "551140004000", "media": address, "caption": "Comprovante", "agent": "", "date": seen[2]["time"],
            "senderType": "customer", "fileName": "m1.jpg", "fileSize": 7, "mimetype": "image/jpeg" });
        assert_eq!(image, &expected);
    }
    let mut refused = |agent: &Agent, query: &str| test.get(agent, &format!("/contacts/media/whatsapp?{query}"));
    assert_eq!(refused(&bruno, "contactIdentifier=5511955550101").ok().body["total"], 0, "another agent's customer");
    assert_eq!(refused(&bruno, &by_protocol).refusal(), "403");
    assert_eq!(refused(&ana, "").refusal(), "422 contactIdentifier:required");
    assert_eq!(refused(&ana, "contactIdentifier=1&page=0").refusal(), "422 page:invalid");
}

#[test]
fn api_107_a_customer_who_consented_again_can_be_written_to() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    report(&mut test, WhatsAppInbound::Consent { customer: HELENA.to_owned(), granted: false, at: None });
    assert_eq!(begin(&mut test, &ana, HELENA).refusal(), "409 blacklist");
    for user in ["", "helena"] {
        assert_eq!(test.post(&ana, "/gupshup/set-optin", json!({ "user": user })).refusal(), "422 user:invalid");
    }
    assert_eq!(begin(&mut test, &ana, HELENA).refusal(), "409 blacklist");
    let answer = test.post(&ana, "/gupshup/set-optin", json!({ "user": "+5511955550101" })).ok();
    assert_eq!(answer.body, json!({ "success": true }));
    begin(&mut test, &ana, HELENA).ok();
}

#[rstest]
#[case::ctc_026_in_an_attendance("attendance", "409 ALREADY_IN_ATTENDANCE")]
#[case::ctc_027_in_an_inbox("inbox", "409 ALREADY_IN_INBOX")]
#[case::ctc_028_waiting_in_a_queue("waiting", "409 CLIENT_ON_HOLD")]
#[case::ctc_029_with_a_bot("bot", "409 CLIENT_ON_BOT")]
#[case::ctc_030_in_another_agents_wallet("wallet", "409 ALREADY_PREFERENTIAL")]
#[case::contact_in_the_own_wallet("own wallet", "200")]
#[case::contact_that_no_agent_attends("free", "200")]
fn the_number_of_a_contact_can_be_changed_unless_an_agent_attends_it(#[case] fact: &str, #[case] expected: &str) {
    const UNKNOWN: &str = "5521955550199";
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    begin(&mut test, &ana, UNKNOWN).ok();
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(job["contact"], Value::Null);
    test.centre.config.jobs_per_channel = 1;
    match fact {
        "attendance" | "inbox" => {
            let bruno = at_work(&mut test, BRUNO);
            writes(&mut test, "w1", HELENA, "Oi");
            let (taken, _) = only_job(&mut test, &bruno);
            if fact == "inbox" {
                test.post(&bruno, "/job/whatsapp/finish", job_body(&bruno, &taken)).ok();
                writes(&mut test, "w2", HELENA, "Oi");
            }
        }
        "waiting" => writes(&mut test, "w1", HELENA, "Oi"),
        "bot" => claim(&mut test, ClaimFact::Bot),
        "wallet" => claim(&mut test, ClaimFact::Wallet(AgentId::from(BRUNO))),
        "own wallet" => claim(&mut test, ClaimFact::Wallet(ana.id.clone())),
        _ => {}
    }
    let data = json!({ "protocol": protocol, "contact_identifier": UNKNOWN, "agent": ANA });
    let answer = test.put(&ana, "/contacts/1/vinculate-with-contact/whatsapp", json!({ "data": data }));
    assert_eq!(answer.refusal(), expected);
    let number = test.store.contact(&ContactId::from("1")).unwrap().unwrap().contact.identifiers.whatsapp_identifier;
    let is_linked = expected == "200";
    assert_eq!(number, if is_linked { UNKNOWN } else { HELENA });
    assert_eq!(only_job(&mut test, &ana).1["contact"]["id"] == "1", is_linked);
}

#[test]
fn ctc_010_a_contact_created_from_whatsapp_becomes_the_contact_of_the_attendance() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", "5521955550199", "Oi");
    let contact = json!({ "contact_identifier": "5521955550199", "whatsapp_identifier": "+5521955550199",
        "fullname": "Marina Prado" });
    let created = test.post(&ana, "/contacts", json!({ "contact": contact, "agent": ANA })).ok().body;
    assert_eq!(created["identifiers"]["whatsapp_identifier"], "5521955550199");
    assert_eq!(only_job(&mut test, &ana).1["contact"]["fullname"], "Marina Prado");
}

#[test]
fn a_contact_that_another_agent_registered_reaches_the_attendance_with_the_customers_next_message() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", "5521955550199", "Oi");
    let bruno = at_work(&mut test, BRUNO);
    let contact = json!({ "contact_identifier": "5521955550199", "whatsapp_identifier": "+5521955550199",
        "fullname": "Marina Prado" });
    test.post(&bruno, "/contacts", json!({ "contact": contact, "agent": BRUNO })).ok();
    test.take_frames(ANA);
    writes(&mut test, "w2", "5521955550199", "Alguém?");
    let events = test.take_frames(ANA).into_iter().map(|frame| frame["event"].clone());
    let names: Vec<Value> = events.filter(|name| name != "AgentStatusEvent").collect();
    assert_eq!(names, ["NewWhatsAppEvent", "WhatsAppMessageEvent"]);
    assert_eq!(only_job(&mut test, &ana).1["contact"]["fullname"], "Marina Prado");
    writes(&mut test, "w3", "5521955550199", "Olá?");
    let events = test.take_frames(ANA).into_iter().map(|frame| frame["event"].clone());
    assert_eq!(events.filter(|name| name == "NewWhatsAppEvent").count(), 0);
}
