//! Tests of qualifying attendances and listing qualifications.

use crate::store::{JobState, QualificationRow, Store};
use crate::testing::{ANA, Agent, Answered, BRUNO, RENEWALS, SUPPORT, TestCentre, qualify_body};
use crate::{WebChatStarted, web_chat::WebChatEventKind};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{OrgUnitId, QualificationId};

/// Helena is a known contact; the group of renewals requires an observation.
fn finished() -> (TestCentre, Agent, WebChatStarted) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.finish(&ana, &chat.protocol).ok();
    test.take_events(ANA);
    (test, ana, chat)
}

#[test]
fn api_136_qua_006_qua_008_qua_013_a_finished_chat_is_qualified_with_the_whole_payload() {
    let (mut test, ana, chat) = finished();
    let body = qualify_body(&ana, &chat.protocol);
    assert_eq!(test.post(&ana, "/job/chat/qualify", body.clone()).ok().body, json!({ "success": true }));
    assert_eq!(test.take_event_names(ANA), ["QualifiedAttendanceEvent"]);
    let row = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!(row.state, JobState::Qualified);
    let stored = row.qualification.unwrap();
    assert_eq!(serde_json::to_value(&stored.payload).unwrap(), body);
    assert_eq!((stored.agent_id, stored.at), (ana.id.clone(), test.now));
    assert!(test.listed_job(&ana, "chatClosed", &chat.protocol).is_none(), "the job leaves");
    // A repetition succeeds without changes, even with another choice.
    let mut other = body;
    other["qualify_id"] = json!("2");
    test.post(&ana, "/job/chat/qualify", other).ok();
    assert!(test.take_events(ANA).is_empty());
    let row = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!(row.qualification.unwrap().payload.qualify_id.as_str(), "1");
}

#[test]
fn names_in_a_qualification_that_come_from_stored_records_have_no_short_limit() {
    let (mut test, ana, chat) = finished();
    let mut body = qualify_body(&ana, &chat.protocol);
    for name in ["qualify_path", "agent_name", "attendanceGroupName", "from"] {
        body[name] = json!("W".repeat(100_000));
    }
    test.post(&ana, "/job/chat/qualify", body).ok();
}

#[test]
fn qualifying_an_open_chat_ends_it_for_the_customer_and_frees_the_agent() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.take_events(ANA);
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &chat.protocol)).ok();
    assert_eq!(test.take_event_names(ANA), ["QualifiedAttendanceEvent", "AgentStatusEvent"]);
    let last = test.customer_events(&chat).pop().unwrap();
    assert!(matches!(last.kind, WebChatEventKind::Ended { .. }));
}

#[rstest]
#[case::qua_011_no_observation("observation", json!("  "), "422 observation:required")]
#[case::name_of_another_agent("agent_id", json!("102"), "403")]
#[case::unknown_qualification("qualify_id", json!("1234"), "422 qualify_id:unknown")]
#[case::name_of_another_channel("channel", json!("whatsapp"), "422 channel:invalid")]
#[case::unknown_channel("channel", json!("fax"), "422 channel:invalid")]
#[case::negative_duration("duration", json!(-1), "422 duration:invalid")]
#[case::fractional_duration("duration", json!(1.5), "422 duration:invalid")]
#[case::unknown_job("protocol", json!("nope"), "409 jobNotFound")]
#[case::extra_field("mood", json!("good"), "422 mood:unknown")]
#[case::script_answer_without_a_value("fields_form", json!([{ "id": "4" }]), "422 value:required")]
fn an_invalid_qualification_is_refused_without_changes(
    #[case] field: &str,
    #[case] value: Value,
    #[case] expected: &str,
) {
    let (mut test, ana, chat) = finished();
    let mut body = qualify_body(&ana, &chat.protocol);
    body[field] = value;
    assert_eq!(test.post(&ana, "/job/chat/qualify", body).refusal(), expected);
    assert!(test.listed_job(&ana, "chatClosed", &chat.protocol).is_some());
    assert!(test.take_events(ANA).is_empty());
}

#[test]
fn qua_008_a_payload_without_one_of_its_fields_is_refused() {
    let (mut test, ana, chat) = finished();
    let whole = qualify_body(&ana, &chat.protocol);
    for field in whole.as_object().unwrap().keys() {
        let mut body = whole.clone();
        body.as_object_mut().unwrap().remove(field);
        let answer = test.post(&ana, "/job/chat/qualify", body);
        assert_eq!(answer.refusal(), format!("422 {field}:required"));
    }
}

#[test]
fn another_agents_attendance_is_refused() {
    let (mut test, _, chat) = finished();
    let bruno = test.at_work(BRUNO);
    let answer = test.post(&bruno, "/job/chat/qualify", qualify_body(&bruno, &chat.protocol));
    assert_eq!(answer.refusal(), "403");
}

#[test]
fn qua_005_an_attendance_with_an_unregistered_contact_is_not_qualified_until_the_contact_is_registered() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Marina", SUPPORT);
    test.finish(&ana, &chat.protocol).ok();
    let mut body = qualify_body(&ana, &chat.protocol);
    body["qualify_id"] = json!("99");
    body["observation"] = json!("");
    let refused = test.post(&ana, "/job/chat/qualify", body.clone());
    assert_eq!(refused.refusal(), "409 CONTACT_NOT_REGISTERED");
    let contact =
        json!({ "contact_identifier": "C-77", "chat_identifier": "marina@example.com", "fullname": "Marina" });
    test.post(&ana, "/contacts", json!({ "contact": contact, "agent": "101" })).ok();
    test.post(&ana, "/job/chat/qualify", body).ok();
}

#[test]
fn api_084_qua_002_a_queue_lists_its_qualifications_in_order() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, "qualifications/10").ok().body;
    let names: Vec<_> = body["data"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(
        body["data"][0],
        json!({ "id": "1", "name": "Renovação > Aceita", "type": "positive", "finish_dialing": false })
    );
    assert_eq!(names.len(), 7);
    assert_eq!(test.get(&ana, "/qualifications/20").ok().body["data"], json!([]));
    assert_eq!(test.get(&ana, "/qualifications/77").refusal(), "404");
}

#[rstest]
#[case::api_085_known_alias("qualify_alias=unqualified", "200")]
#[case::unknown_alias("qualify_alias=nope", "404")]
#[case::missing_alias("", "422 qualify_alias:required")]
fn the_default_qualification_is_found_by_its_alias(#[case] query: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = test.get(&ana, &format!("/qualifications?{query}"));
    assert_eq!(answer.refusal(), expected);
    if expected == "200" {
        assert_eq!(answer.body["data"][0]["id"], "99");
    }
}

/// The default qualification of another org unit is neither found nor accepted; that of all org units is.
#[rstest]
#[case::of_the_own_org_unit("1", "200", "200")]
#[case::of_another_org_unit("2", "404", "422 qualify_id:unknown")]
#[case::of_all_org_units("", "200", "200")]
fn a_default_qualification_belongs_to_its_org_unit(#[case] unit: &str, #[case] found: &str, #[case] accepted: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    let row = test.store.qualification(&QualificationId::from("99")).unwrap().unwrap();
    let row = QualificationRow { org_unit_id: OrgUnitId::from(unit), ..row };
    test.with(|_, store, _| store.put_qualification(&row).unwrap());
    let outcome = |answered: crate::testing::Answered| {
        if answered.status == 200 { "200".to_owned() } else { answered.refusal() }
    };
    assert_eq!(outcome(test.get(&ana, "/qualifications?qualify_alias=unqualified")), found);
    let mut body = qualify_body(&ana, &chat.protocol);
    body["qualify_id"] = json!("99");
    assert_eq!(outcome(test.post(&ana, "/job/chat/qualify", body)), accepted);
}

#[test]
fn the_default_qualification_of_the_own_org_unit_comes_before_that_of_all() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let own = test.store.qualification(&QualificationId::from("99")).unwrap().unwrap();
    for (id, unit) in [("00", ""), ("01", "2")] {
        let mut row = QualificationRow { org_unit_id: OrgUnitId::from(unit), ..own.clone() };
        row.record.id = QualificationId::from(id);
        test.with(|_, store, _| store.put_qualification(&row).unwrap());
    }
    assert_eq!(test.get(&ana, "/qualifications?qualify_alias=unqualified").ok().body["data"][0]["id"], "99");
}

#[test]
fn api_086_qualifications_of_several_queues_and_campaigns_come_in_one_list() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut ask = |ids: &[&str]| test.post(&ana, "/qualifications/on-demand", json!({ "ids": ids }));
    let ids = |answer: Answered| -> Vec<String> {
        let rows = answer.ok().body["data"].as_array().unwrap().clone();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let (renewals, whatsapp) = (ids(ask(&[RENEWALS])), ids(ask(&["40"])));
    assert_eq!((renewals.len(), whatsapp.len()), (7, 3));
    assert_eq!(ids(ask(&["40", SUPPORT, RENEWALS, "40"])), [whatsapp, renewals].concat());
    assert_eq!(ask(&[]).refusal(), "422 ids:required");
    assert_eq!(ask(&[RENEWALS, "999"]).refusal(), "404");
}

#[rstest]
#[case::an_anonymous_customer(None, true, true)]
#[case::an_identifier_that_nobody_confirmed(Some(false), true, true)]
#[case::a_verified_identifier(Some(true), true, false)]
#[case::a_queue_that_does_not_allow_it(None, false, false)]
fn qua_005_a_web_chat_without_a_verified_identifier_is_finished_unregistered_where_the_queue_allows_it(
    #[case] verified: Option<bool>,
    #[case] allowed: bool,
    #[case] qualified: bool,
) {
    let mut test = TestCentre::new();
    let change = json!({ "anonymousFinish": allowed }).to_string();
    test.with(|centre, store, context| centre.change_queue_settings(store, context, SUPPORT, &change)).unwrap();
    let ana = test.at_work(ANA);
    let chat = test.customer("Marina", SUPPORT);
    let mut job = test.store.job(&chat.protocol).unwrap().unwrap();
    job.identifier_verified = verified;
    test.store.put_job(&job).unwrap();
    let mut body = qualify_body(&ana, &chat.protocol);
    body["qualify_id"] = json!("99");
    let answer = test.post(&ana, "/job/chat/qualify", body);
    assert_eq!(answer.status == 200, qualified, "{}", answer.refusal());
}
