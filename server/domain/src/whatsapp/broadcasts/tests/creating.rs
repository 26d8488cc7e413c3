//! Creating lists: refusals, the check, and what is frozen.

use super::{
    ANA, HELENA, accept, cancel, centre, change, create, entries_of, id_of, list_of, number_of, post, report, request,
    rows, statuses, take, work, writes,
};
use crate::store::{BroadcastStore, OtherIdentifierFact, QueueSettings, QueueSettingsRow, QueueSettingsStore, Store};
use crate::testing::{Agent, BRUNO, TestCentre};
use crate::{WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{ContactId, OrgUnitId, rfc3339};

#[rstest]
#[case::create("POST", "/broadcast/whatsapp")]
#[case::check("POST", "/broadcast/whatsapp/check")]
#[case::lists("GET", "/broadcast/whatsapp/agent/101")]
#[case::entries("GET", "/broadcast/whatsapp/1/contacts")]
#[case::retry("POST", "/broadcast/whatsapp/1/retry")]
fn brd_005_without_the_flag_of_the_org_unit_there_are_no_broadcasts(#[case] method: &str, #[case] path: &str) {
    let (mut test, ana) = centre();
    enable(&mut test, false);
    let body = match path {
        _ if method == "GET" => String::new(),
        "/broadcast/whatsapp/1/retry" => json!({ "agentId": ANA }).to_string(),
        _ => request(&mut test, rows(1), json!({})).to_string(),
    };
    let refused = test.request(Some(&ana.token), method, path, &body);
    assert_eq!((refused.status, &refused.body["reason"]), (403, &json!("BROADCAST_DISABLED")));
}

fn enable(test: &mut TestCentre, enabled: bool) {
    let unit = test.store.org_unit(&OrgUnitId::from("1")).unwrap().unwrap();
    test.store.put_org_unit(&wire::OrgUnit { broadcast_whatsapp_enabled: enabled, ..unit }).unwrap();
}

#[test]
fn brd_005_a_list_is_paused_when_its_org_unit_sends_no_broadcasts_any_more() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    enable(&mut test, false);
    assert!(work(&mut test, accept).is_empty());
    test.advance(60_000);
    assert!(work(&mut test, accept).is_empty());
    assert_eq!(list_of(&test, &id).paused_reason, "unitDisabled");
    enable(&mut test, true);
    change(&mut test, &ana, &id, "resume", json!([])).ok();
    assert_eq!(work(&mut test, accept).len(), 3);
}

#[test]
fn brd_005_a_list_can_be_cancelled_when_its_org_unit_sends_no_broadcasts_any_more() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    enable(&mut test, false);
    cancel(&mut test, &ana, &id).ok();
    enable(&mut test, true);
    test.advance(60_000);
    assert!(work(&mut test, accept).is_empty());
}

/// The refusal of a request with changed fields, as `field:fault`, or `cause`.
fn refusal(changes: Value) -> String {
    let (mut test, ana) = centre();
    let refused = post(&mut test, &ana, rows(2), changes);
    assert!(test.store.broadcasts_of(&ana.id, 9).unwrap().is_empty() || refused.status == 200, "nothing was created");
    if refused.status == 200 {
        return "created".to_owned();
    }
    let errors = refused.body["errors"].as_object().unwrap();
    errors.iter().map(|(field, fault)| format!("{field}:{}", fault.as_str().unwrap())).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case::a_good_one(json!({}), "created")]
#[case::no_group(json!({ "attendanceGroupId": "" }), "attendanceGroupId:required")]
#[case::a_group_without_a_number(json!({ "attendanceGroupId": "vendas" }), "attendanceGroupId:invalid")]
#[case::a_group_without_broadcasts(json!({ "attendanceGroupId": "41" }), "attendanceGroupId:unknown")]
#[case::an_unknown_group(json!({ "attendanceGroupId": "999" }), "attendanceGroupId:unknown")]
fn brd_007_brd_008_a_list_needs_a_group_that_may_send_broadcasts(#[case] changes: Value, #[case] expected: &str) {
    assert_eq!(refusal(changes), expected);
}

#[rstest]
#[case::no_name(json!({ "name": "" }), "name:required")]
#[case::only_space(json!({ "name": "    " }), "name:required")]
#[case::two_characters(json!({ "name": " ab " }), "name:tooShort")]
#[case::three_characters(json!({ "name": "abc" }), "created")]
#[case::a_hundred_characters(json!({ "name": "é".repeat(100) }), "created")]
#[case::more(json!({ "name": "é".repeat(101) }), "name:tooLong")]
fn brd_009_brd_010_a_name_has_three_to_a_hundred_characters(#[case] changes: Value, #[case] expected: &str) {
    assert_eq!(refusal(changes), expected);
}

#[rstest]
#[case::nobody(json!({ "contacts": [] }), "contacts:required")]
#[case::a_thousand(json!({ "contacts": rows(1_000) }), "created")]
#[case::one_more(json!({ "contacts": rows(1_001) }), "contacts:tooLong")]
fn brd_011_brd_012_a_list_has_one_to_a_thousand_customers(#[case] changes: Value, #[case] expected: &str) {
    assert_eq!(refusal(changes), expected);
}

#[rstest]
#[case::an_unknown_campaign(json!({ "campaignId": "99" }), "campaignId:unknown")]
#[case::a_route_of_another_campaign(json!({ "routeId": "2" }), "routeId:unknown")]
#[case::an_unknown_template(json!({ "template": { "id": "x", "variables": [] } }), "template:unknown")]
#[case::too_few_variables(json!({ "template": { "id": "retorno_1", "variables": [] } }), "template:invalid")]
#[case::a_source_with_both(json!({ "template": { "id": "retorno_1", "variables": [{ "column": "fullname", "text": "a" }] } }), "template:invalid")]
#[case::a_source_with_none(json!({ "template": { "id": "retorno_1", "variables": [{}] } }), "template:invalid")]
#[case::an_unknown_column(json!({ "template": { "id": "retorno_1", "variables": [{ "column": "nada" }] } }), "template:invalid")]
#[case::a_missing_file(json!({ "template": { "id": "segunda_via_1", "variables": [{ "text": "a" }] } }), "template:invalid")]
#[case::a_start_in_the_past(json!({ "startsAt": "2020-01-01T00:00:00.000Z" }), "startsAt:invalid")]
fn a_request_that_cannot_be_sent_creates_nothing(#[case] changes: Value, #[case] expected: &str) {
    assert_eq!(refusal(changes), expected);
}

#[test]
fn brd_012_the_operator_can_allow_more_customers_and_the_refusal_names_the_limit() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.max_contacts = 3;
    let refused = post(&mut test, &ana, rows(4), json!({}));
    assert_eq!((refused.status, &refused.body["details"]["most"]), (422, &json!(3)));
    test.centre.config.whatsapp.broadcasts.max_contacts = 2_000;
    post(&mut test, &ana, rows(1_500), json!({})).ok();
}

#[test]
fn a_name_that_differs_by_accents_and_case_only_is_a_duplicate() {
    let (mut test, ana) = centre();
    post(&mut test, &ana, rows(1), json!({ "name": "Renovação" })).ok();
    let refused = post(&mut test, &ana, rows(1), json!({ "name": " RENOVACAO " }));
    assert_eq!((refused.status, &refused.body["cause"]), (409, &json!("duplicate")));
}

/// A file has the number of a customer, another row the id by which WhatsApp knows the same one.
#[test]
fn bey_140_a_customer_with_two_names_in_the_list_gets_one_message() {
    let (mut test, ana) = centre();
    let message = WhatsAppInboundMessage {
        provider_id: "w1".to_owned(),
        customer: number_of(0),
        user_id: "BR.1A2B".to_owned(),
        text: "oi".to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    report(&mut test, WhatsAppInbound::Message(Box::new(message)));
    let fields = json!({ "fullname": "X" });
    let contacts = json!([{ "phone": "BR.1A2B", "fields": fields }, { "phone": number_of(0), "fields": fields }]);
    let starts_at = rfc3339(test.now.plus_ms(60_000));
    let id = id_of(&post(&mut test, &ana, contacts, json!({ "startsAt": starts_at })).ok());
    assert_eq!(statuses(&test, &id), ["QUEUED", "MISMATCH duplicate"]);
}

#[test]
fn two_agents_who_use_one_name_at_the_same_time_get_one_list() {
    let (mut test, ana) = centre();
    let bruno = test.sign_in(BRUNO);
    let one = request(&mut test, rows(1), json!({ "name": "Natal" }));
    let other = request(&mut test, rows(1), json!({ "name": "natal", "agentId": BRUNO }));
    let send = |test: &mut TestCentre, agent: &Agent, body: &Value| {
        test.post(agent, "/broadcast/whatsapp", body.clone()).status
    };
    let (first, second) =
        test.at_once(|test| send(test, &ana, &one), |test: &mut TestCentre| send(test, &bruno, &other));
    assert_eq!((first, second), (200, 409));
}

#[test]
fn a_repeated_request_gets_the_list_that_the_first_one_created() {
    let (mut test, ana) = centre();
    let body = request(&mut test, rows(2), json!({}));
    let first = test.post(&ana, "/broadcast/whatsapp", body.clone()).ok();
    let again = test.post(&ana, "/broadcast/whatsapp", body.clone()).ok();
    assert_eq!((id_of(&first), first.body), (id_of(&again), again.body));
    let mut other = body;
    other["name"] = json!("Outra lista");
    assert_eq!(test.post(&ana, "/broadcast/whatsapp", other).status, 409);
    assert_eq!(test.store.broadcasts_of(&ana.id, 9).unwrap().len(), 1);
}

#[test]
fn another_agent_sees_and_changes_no_list_of_the_agent() {
    let (mut test, ana) = centre();
    let bruno = test.sign_in(BRUNO);
    let id = create(&mut test, &ana, 1);
    let path = format!("/broadcast/whatsapp/{id}/contacts?agentId={BRUNO}");
    assert_eq!(test.get(&bruno, &path).status, 403);
    let body = json!({ "agentId": BRUNO, "whatsAppBroadcastId": id });
    assert_eq!(test.put(&bruno, "/broadcast/whatsapp/cancel", body).status, 403);
    assert_eq!(change(&mut test, &ana, &"9".into(), "retry", json!([])).status, 404);
}

/// Contacts of every kind: reason of each in the check and in the list.
#[test]
fn bey_140_the_check_and_the_list_leave_out_the_same_customers_for_the_same_reasons() {
    let (mut test, ana) = centre();
    let settings = QueueSettings { broadcast_opt_in_column: "aceita".to_owned(), ..QueueSettings::default() };
    test.store.put_queue_settings(&QueueSettingsRow { queue_id: "40".into(), settings }).unwrap();
    writes(&mut test, "w1", HELENA, "SAIR");
    let yes = json!({ "aceita": "sim", "fullname": "X" });
    let contacts = json!([
        { "phone": HELENA, "fields": yes },
        { "phone": "(41) 98765-4321", "fields": yes },
        { "phone": "554187654321", "fields": yes },
        { "phone": "98765-4321", "fields": yes },
        { "phone": "", "fields": yes },
        { "phone": "5541987650001", "fields": { "aceita": "sim" } },
        { "phone": "5541987650002", "fields": { "aceita": "não", "fullname": "X" } },
        { "contactId": "999", "phone": "5541987650003", "fields": yes },
    ]);
    let body = request(&mut test, contacts, json!({}));
    let check = test.post(&ana, "/broadcast/whatsapp/check", body.clone()).ok().body;
    let expected = [
        "FAILED optedOut",
        "QUEUED",
        "MISMATCH duplicate",
        "MISSING_PREFIX",
        "IDENTIFIER_NOT_FOUND noNumber",
        "MISMATCH missingValue",
        "FAILED noOptIn",
        "MISMATCH",
    ];
    assert_eq!(check["receives"], 1);
    let left_out: Vec<String> = check["leftOut"].as_array().unwrap().iter().map(left_out_text).collect();
    let of_list: Vec<&str> = expected.into_iter().filter(|status| *status != "QUEUED").collect();
    assert_eq!(left_out, of_list);
    assert_eq!(check["leftOut"][4]["column"], "fullname");
    assert!(test.store.broadcasts_of(&ana.id, 9).unwrap().is_empty(), "the check creates nothing");
    let id = id_of(&test.post(&ana, "/broadcast/whatsapp", body).ok());
    assert_eq!(statuses(&test, &id), expected);
}

fn left_out_text(item: &Value) -> String {
    let text = |name: &str| item[name].as_str().unwrap().to_owned();
    format!("{} {}", text("status"), text("reason")).trim_end().to_owned()
}

#[test]
fn recipients_and_values_are_frozen_when_the_list_is_created() {
    let (mut test, ana) = centre();
    let id = id_of(&post(&mut test, &ana, json!([{ "contactId": "1" }, { "contactId": "2" }]), json!({})).ok());
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    row.contact.fullname = "Outro Nome".to_owned();
    row.contact.identifiers.whatsapp_identifier = "5511900000000".to_owned();
    row.other_identifiers = Vec::<OtherIdentifierFact>::new();
    test.store.put_contact(&row).unwrap();
    let deleted = test.store.contact(&ContactId::from("2")).unwrap().unwrap();
    test.store.delete_contact(&deleted).unwrap();
    let messages = super::work(&mut test, super::accept);
    let numbers: Vec<&str> = messages.iter().map(|message| message.to.as_str()).collect();
    assert_eq!(numbers, [HELENA, "5521955550102"]);
    assert!(format!("{:?}", messages[0].content).contains("Helena Duarte"), "{messages:?}");
    assert_eq!(entries_of(&test, &id).len(), 2);
    assert!(take(&mut test).is_empty());
}
