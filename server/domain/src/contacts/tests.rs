//! Tests of the requests of contacts.

use crate::WebChatStarted;
use crate::store::{Backend, ContactAddressRow, Scan, Store};
use crate::testing::{ANA, Agent, BRUNO, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{BrokerEvent, ContactId, OrgUnitId, events};

fn draft(fields: Value) -> Value {
    json!({ "contact": fields, "agent": "101" })
}

fn marina() -> Value {
    json!({ "contact_identifier": "C-77", "chat_identifier": "marina@example.com", "fullname": "Marina Prado" })
}

/// Marina is not a contact yet and has a chat with Ana.
fn with_unknown_customer() -> (TestCentre, Agent, WebChatStarted) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Marina", SUPPORT);
    test.take_events(ANA);
    (test, ana, chat)
}

#[rstest]
#[case::by_number("1", "", "Helena Duarte")]
#[case::by_identifier("C-0002", "", "Rafael Moreira")]
#[case::by_id_field("C-0002", "by_field=id&agent=101&empty_org_unit=false", "Rafael Moreira")]
#[case::by_chat("beatriz.campos@example.com", "by_field=chat_identifier", "Beatriz Campos")]
#[case::by_whatsapp_number("5541955550104", "by_field=whatsapp_identifier", "Otávio Ramos")]
#[case::by_number_with_plus("+5541955550104", "by_field=phone1", "Otávio Ramos")]
#[case::by_number_with_encoded_plus("%2B5541955550104", "by_field=phone1", "Otávio Ramos")]
fn api_147_api_148_ctc_018_a_contact_is_found_by_an_identifier(
    #[case] id: &str,
    #[case] query: &str,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, &format!("/contacts/{id}?{query}")).ok().body;
    assert_eq!(body["data"][0]["fullname"], expected);
    assert_eq!(body["data"].as_array().unwrap().len(), 1);
}

#[rstest]
#[case::unknown_number("nobody", "", "404")]
#[case::wrong_name_of_a_field("1", "by_field=cpf", "422 by_field:invalid")]
#[case::wrong_value_of_a_flag("1", "empty_org_unit=maybe", "422 empty_org_unit:invalid")]
#[case::name_of_another_agent("1", "agent=102", "403")]
fn an_unknown_contact_or_invalid_look_up_is_refused(#[case] id: &str, #[case] query: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.get(&ana, &format!("/contacts/{id}?{query}")).refusal(), expected);
}

#[rstest]
#[case::an_identifier_of_a_first_visit("nobody", "by_field=chat_identifier")]
#[case::ctc_018_only_one_plus_is_taken_away("++C-0002", "by_field=id")]
fn looking_up_an_unknown_identifier_gives_an_empty_list(#[case] id: &str, #[case] query: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, &format!("/contacts/{id}?{query}")).ok().body;
    assert_eq!(body["data"].as_array().map(Vec::len), Some(0));
}

#[rstest]
#[case::a_contact_of_the_own_unit("1", "", "200")]
#[case::a_contact_of_another_unit("2", "empty_org_unit=true", "404")]
#[case::a_contact_without_unit("", "empty_org_unit=false", "404")]
#[case::a_contact_without_unit_when_requested("", "empty_org_unit=true", "200")]
fn a_look_up_returns_only_contacts_visible_to_the_org_unit(
    #[case] unit: &str,
    #[case] query: &str,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    row.org_unit_id = OrgUnitId::from(unit);
    test.store.put_contact(&row).unwrap();
    assert_eq!(test.get(&ana, &format!("/contacts/1?{query}")).refusal(), expected);
}

#[test]
fn search_results_are_given_in_portions() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, "/contacts?search=example.com&page=2&per_page=4").ok().body;
    let names: Vec<_> = body["data"].as_array().unwrap().iter().map(|row| row["fullname"].as_str().unwrap()).collect();
    assert_eq!(names, ["Otávio Ramos", "Rafael Moreira"]);
    assert_eq!((&body["current_page"], &body["per_page"], &body["total"]), (&json!(2), &json!(4), &json!(6)));
    assert_eq!(test.get(&ana, "/contacts?search=%2B554195555").ok().body["total"], 1);
    assert_eq!(test.get(&ana, "/contacts?page=0").refusal(), "422 page:invalid");
    assert_eq!(test.get(&ana, "/contacts?per_page=x").refusal(), "422 per_page:invalid");
    assert_eq!(test.get(&ana, "/contacts?employer=3").refusal(), "422 employer:unknown");
}

#[test]
fn api_152_ctc_011_a_created_contact_is_linked_with_the_open_chat() {
    let (mut test, ana, chat) = with_unknown_customer();
    let created = test.post(&ana, "/contacts", draft(marina())).ok().body;
    assert_eq!(created["fullname"], "Marina Prado");
    assert_eq!(created["identifiers"]["id"], "C-77");
    assert_eq!(created["identifiers"]["chat_identifier"], "marina@example.com");
    let (_, event) = test.take_events(ANA).remove(0);
    let BrokerEvent::Chat(events::chat::Event::New(event)) = event else { panic!("{event:?}") };
    assert_eq!((event.job.protocol, event.job.contact.unwrap().fullname.as_str()), (chat.protocol, "Marina Prado"));
}

#[rstest]
#[case::ctc_013_identifier_with_white_space("chat_identifier", json!("ma rina"), "422 chat_identifier:whitespace")]
#[case::ctc_013_identifier_with_inner_tab("contact_identifier", json!("C\t77"), "422 contact_identifier:whitespace")]
#[case::empty_identifier("contact_identifier", json!("+"), "422 contact_identifier:required")]
#[case::empty_name("fullname", json!("  "), "422 fullname:required")]
#[case::invisible_name("fullname", json!("\u{200b}\u{202e}"), "422 fullname:required")]
#[case::id_that_the_page_chose("id", json!("5"), "422 id:unknown")]
#[case::extra_field("nickname", json!("Má"), "422 nickname:unknown")]
#[case::misshapen_value("fullname", json!(5), "422 contact:invalid")]
#[case::duplicate_identifier("chat_identifier", json!("+helena.duarte@example.com"), "409 DUPLICATE_IDENTIFIER")]
#[case::duplicate_id("contact_identifier", json!("C-0001"), "409 DUPLICATE_IDENTIFIER")]
fn an_invalid_contact_is_refused(#[case] field: &str, #[case] value: Value, #[case] expected: &str) {
    let (mut test, ana, _) = with_unknown_customer();
    let mut contact = marina();
    contact[field] = value;
    assert_eq!(test.post(&ana, "/contacts", draft(contact)).refusal(), expected);
    assert!(test.take_events(ANA).is_empty());
}

#[rstest]
#[case::missing_contact(json!({ "agent": "101" }), "422 contact:required")]
#[case::missing_name(draft(json!({ "contact_identifier": "C-77" })), "422 fullname:required")]
#[case::empty_contact(draft(json!({})), "422 contact_identifier:required,fullname:required")]
#[case::name_of_another_agent(json!({ "contact": marina(), "agent": "102" }), "403")]
fn a_contact_without_a_required_field_is_refused(#[case] body: Value, #[case] expected: &str) {
    let (mut test, ana, _) = with_unknown_customer();
    assert_eq!(test.post(&ana, "/contacts", body).refusal(), expected);
}

#[test]
fn api_153_saving_a_contact_changes_the_given_fields_only() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let saved = test.put(&ana, "/contacts/1", draft(json!({ "id": "1", "fullname": "Helena D. Duarte" }))).ok().body;
    assert_eq!(saved["fullname"], "Helena D. Duarte");
    assert_eq!(saved["identifiers"]["phone1"], "5511955550101");
    let phone = test.put(&ana, "/contacts/1", draft(json!({ "contact_phone1": "+551133330000" }))).ok().body;
    assert_eq!(phone["identifiers"]["phone1"], "551133330000", "one leading plus goes");
}

#[rstest]
#[case::unknown_contact("99", json!({ "fullname": "X" }), "404")]
#[case::id_of_another_contact("1", json!({ "id": "2", "fullname": "X" }), "422 id:invalid")]
#[case::identifier_of_another_contact("1", json!({ "contact_phone1": "5521955550102" }), "409 DUPLICATE_IDENTIFIER")]
#[case::own_identifier_again("1", json!({ "contact_phone1": "5511955550101" }), "200")]
fn an_invalid_save_of_a_contact_is_refused(#[case] id: &str, #[case] contact: Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.put(&ana, &format!("/contacts/{id}"), draft(contact)).refusal(), expected);
}

#[test]
fn the_refusal_of_a_duplicate_contact_names_the_identifier() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = test.put(&ana, "/contacts/1", draft(json!({ "contact_phone1": "5521955550102" })));
    assert_eq!(answer.body["details"], json!({ "field": "phone1", "identifier": "5521955550102" }));
}

#[rstest]
#[case::blocked_contact(true, "1", "409 BLOCKED_CONTACT")]
#[case::contact_of_another_unit(false, "2", "403")]
#[case::contact_of_all_units(false, "", "409 SHARED_CONTACT")]
fn a_blocked_or_foreign_contact_is_not_changed(#[case] blocked: bool, #[case] unit: &str, #[case] expected: &str) {
    let (mut test, ana, chat) = with_unknown_customer();
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    (row.blocked, row.org_unit_id) = (blocked, OrgUnitId::from(unit));
    test.store.put_contact(&row).unwrap();
    assert_eq!(test.put(&ana, "/contacts/1", draft(json!({ "fullname": "X" }))).refusal(), expected);
    let data = json!({ "protocol": chat.protocol, "contact_identifier": "marina@example.com", "agent": "101" });
    let link = test.put(&ana, "/contacts/1/vinculate-with-contact/chat", json!({ "data": data }));
    assert_eq!(link.refusal(), expected);
}

/// Every change of a contact that an agent can make. Reading it and linking an attendance with the same identifier stay
/// allowed.
#[test]
fn a_contact_of_all_org_units_is_read_and_linked_but_never_changed() {
    let (mut test, ana, chat) = with_unknown_customer();
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    row.org_unit_id = OrgUnitId::default();
    row.contact.identifiers.chat_identifier = "marina@example.com".to_owned();
    row.wallet = Some("999".into());
    test.store.put_contact(&row).unwrap();
    let tag = json!({ "tag_item_ids": ["101"] });
    let changes = [
        test.put(&ana, "/contacts/1", draft(json!({ "fullname": "X" }))),
        test.put(&ana, "/contacts/1", draft(json!({ "preferential": true }))),
        test.post(&ana, "/new-tag/agent/contacts/1/tag-items?agentId=101", tag),
        test.bare(&ana, "DELETE", "/new-tag/agent/contacts/1/tag-items/101?agentId=101"),
        test.bare(&ana, "DELETE", "/contacts/C-0001/AGENT-101"),
    ];
    for answer in changes {
        assert_eq!(answer.refusal(), "409 SHARED_CONTACT");
    }
    let data = json!({ "protocol": chat.protocol, "contact_identifier": "marina@example.com", "agent": "101" });
    let linked = test.put(&ana, "/contacts/1/vinculate-with-contact/chat", json!({ "data": data })).ok().body;
    assert_eq!(linked["preferentialAgentId"], Value::Null, "nobody keeps a contact of all org units: {linked}");
    let after = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    assert_eq!((after.contact, after.wallet), (row.contact, row.wallet));
}

#[test]
fn api_158_ctc_039_linking_gives_the_job_the_contact_and_the_contact_the_identifier() {
    let (mut test, ana, chat) = with_unknown_customer();
    let data = json!({ "protocol": chat.protocol, "contact_identifier": "marina@example.com", "agent": "101" });
    let linked = test.put(&ana, "/contacts/6/vinculate-with-contact/chat", json!({ "data": data })).ok().body;
    assert_eq!(linked["identifiers"]["chat_identifier"], "marina@example.com");
    assert_eq!(test.take_event_names(ANA), ["NewChatEvent"]);
    let job = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!(job["contact"]["fullname"], "Caetano Freitas");
    assert_eq!(job["contactId"], "6");
}

#[rstest]
#[case::unknown_contact("99", "chat", "marina@example.com", ANA, "404")]
#[case::other_channel("6", "whatsapp", "marina@example.com", ANA, "422 channel:invalid")]
#[case::other_identifier("6", "chat", "rafael@example.com", ANA, "422 contact_identifier:invalid")]
#[case::whitespace("6", "chat", "mar ina", ANA, "422 contact_identifier:whitespace")]
#[case::attendance_of_another_agent("6", "chat", "marina@example.com", BRUNO, "403")]
fn an_invalid_link_with_a_contact_is_refused(
    #[case] contact: &str,
    #[case] channel: &str,
    #[case] identifier: &str,
    #[case] by: &str,
    #[case] expected: &str,
) {
    let (mut test, ana, chat) = with_unknown_customer();
    let caller = if by == ANA { ana } else { test.at_work(BRUNO) };
    let data = json!({ "protocol": chat.protocol, "contact_identifier": identifier, "agent": by });
    let path = format!("/contacts/{contact}/vinculate-with-contact/{channel}");
    assert_eq!(test.put(&caller, &path, json!({ "data": data })).refusal(), expected);
}

#[test]
fn a_renamed_contact_is_published_to_every_agent_with_an_attendance_of_it() {
    let (mut test, ana, chat) = with_unknown_customer();
    let id = test.post(&ana, "/contacts", draft(marina())).ok().body["id"].as_str().unwrap().to_owned();
    let bruno = test.at_work(BRUNO);
    test.take_events(ANA);
    let rename = |test: &mut TestCentre, fullname: &str| {
        let body = json!({ "contact": { "id": id, "fullname": fullname }, "agent": "102" });
        test.put(&bruno, &format!("/contacts/{id}"), body).ok();
        test.take_events(ANA).into_iter().map(|(_, event)| event).collect::<Vec<_>>()
    };
    let [BrokerEvent::Chat(events::chat::Event::New(event))] = &rename(&mut test, "Marina Prado Lima")[..] else {
        panic!("one event")
    };
    assert_eq!(event.job.protocol, chat.protocol);
    assert_eq!(event.job.contact.as_ref().map(|contact| contact.fullname.as_str()), Some("Marina Prado Lima"));
    assert!(rename(&mut test, "Marina Prado Lima").is_empty(), "nothing changed");
    test.finish(&ana, &chat.protocol).ok();
    test.take_events(ANA);
    assert_eq!(rename(&mut test, "Marina Lima").len(), 1, "also of an attendance that waits for qualification");
}

/// A chat whose customer typed the identifier of another person.
fn unverified(test: &mut TestCentre, identifier: &str) -> WebChatStarted {
    let request = crate::WebChatRequest::Start {
        proof: None,
        unit: None,
        name: "Helena".to_owned(),
        identifier: Some(identifier.to_owned()),
        signature: None,
        queue: SUPPORT.into(),
        secret: None,
    };
    match test.web_chat(request) {
        crate::WebChatReply::Started(chat) => chat,
        other => panic!("{other:?}"),
    }
}

#[test]
fn saving_a_contact_links_no_attendance_whose_identifier_is_not_verified() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = unverified(&mut test, "helena.duarte@example.com");
    test.put(&ana, "/contacts/1", draft(json!({ "fullname": "Helena D." }))).ok();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().contact_id, None);
    let own = unverified(&mut test, "marina@example.com");
    test.post(&ana, "/contacts", draft(marina())).ok();
    assert!(test.store.job(&own.protocol).unwrap().unwrap().contact_id.is_some(), "a contact that the agent typed");
}

#[rstest]
#[case::an_identifier_that_nobody_confirmed(false, "")]
#[case::another_identifier(true, "marina@example.com")]
fn the_attendance_in_which_a_customer_is_registered_gets_the_contact_whatever_identifier_the_agent_writes(
    #[case] confirmed: bool,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = if confirmed { test.customer("Marina", SUPPORT) } else { unverified(&mut test, "otto@example.com") };
    let protocol = chat.protocol;
    let contact = json!({ "contact_identifier": "C-77", "fullname": "Otto Prado" });
    let body = json!({ "contact": contact, "agent": ANA, "protocol": protocol });
    let saved = test.post(&ana, "/contacts", body).ok().body;
    let job = test.store.job(&protocol).unwrap().unwrap();
    assert_eq!(job.contact_id.map(|id| id.to_string()), saved["id"].as_str().map(str::to_owned));
    assert_eq!(saved["identifiers"]["chat_identifier"].as_str().unwrap_or_default(), expected);
}

#[test]
fn a_customer_is_not_registered_in_an_attendance_of_another_agent() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = unverified(&mut test, "otto@example.com");
    let bruno = test.sign_in(BRUNO);
    let contact = json!({ "contact_identifier": "C-77", "fullname": "Otto Prado" });
    let body = json!({ "contact": contact, "agent": BRUNO, "protocol": chat.protocol });
    assert_eq!(test.post(&bruno, "/contacts", body).refusal(), "403");
    assert!(test.get(&bruno, "/contacts/C-77?by_field=id&agent=102").ok().body["data"].as_array().unwrap().is_empty());
}

#[rstest]
#[case::a_chat_with_a_secret(true, "helena.duarte@example.com")]
#[case::a_chat_without_a_secret(false, "otto@example.com")]
fn linking_an_unverified_identifier_does_not_change_the_contacts_identifiers(
    #[case] signs: bool,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    if !signs {
        test.centre.config.identifier_secret = None;
    }
    let chat = unverified(&mut test, "otto@example.com");
    let data = json!({ "protocol": chat.protocol, "contact_identifier": "otto@example.com", "agent": ANA });
    let linked = test.put(&ana, "/contacts/1/vinculate-with-contact/chat", json!({ "data": data })).ok();
    assert_eq!(linked.body["identifiers"]["chat_identifier"], expected);
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().contact_id, Some(ContactId::from("1")));
}

#[rstest]
#[case::a_mail_address(json!({ "chat_identifier": "marina@prado.com.br" }), "marina@prado.com.br")]
#[case::the_identifier_of_the_contact(json!({ "contact_identifier": "gil@exemplo.net" }), "gil@exemplo.net")]
#[case::without_a_domain(json!({ "chat_identifier": "marina@site" }), "")]
#[case::the_id_of_a_visitor(json!({ "chat_identifier": "visitor-1" }), "")]
#[case::two_addresses(json!({ "chat_identifier": "a@b.com,c@d.com" }), "")]
#[case::an_address_of_its_own(json!({ "chat_identifier": "marina@prado.com.br", "email": "m@outra.com.br" }), "m@outra.com.br")]
fn a_new_contact_whose_identifier_is_a_mail_address_gets_that_address(#[case] given: Value, #[case] email: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut fields = json!({ "contact_identifier": "C-900", "fullname": "Marina Prado" });
    fields.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
    assert_eq!(test.post(&ana, "/contacts", draft(fields)).ok().body["email"], email);
}

#[rstest]
#[case::with_the_country_code("+55 (41) 95555-0104", "5541955550104")]
#[case::without_the_country_code("(41) 95555-0104", "5541955550104")]
#[case::with_the_trunk_zero("041 95555-0104", "5541955550104")]
#[case::without_the_ninth_digit("41 8555-0104", "5541985550104")]
#[case::a_service_number("0800 777 1234", "08007771234")]
#[case::of_another_country("+351 912 345 678", "351912345678")]
fn bey_164_a_telephone_is_stored_in_its_canonical_form(#[case] typed: &str, #[case] stored: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.store.delete_contact(&test.store.contact(&ContactId::from("4")).unwrap().unwrap()).unwrap();
    let fields = json!({ "contact_identifier": "C-900", "contact_phone1": typed, "fullname": "Gil" });
    assert_eq!(test.post(&ana, "/contacts", draft(fields)).ok().body["identifiers"]["phone1"], stored);
}

#[rstest]
#[case::a_word("contact_phone1", "ligar depois", "invalid")]
#[case::scientific_notation("contact_phone1", "5,51196E+12", "invalid")]
#[case::two_numbers("contact_phone1", "11955550101 / 11955550102", "invalid")]
#[case::thirty_digits("contact_phone1", "551195555010155119555501015511", "tooLong")]
#[case::scientific_notation_as_whatsapp_number("whatsapp_identifier", "5.511955557003E12", "invalid")]
#[case::an_error_of_a_spreadsheet("whatsapp_identifier", "#N/A", "invalid")]
#[case::three_digits("whatsapp_identifier", "190", "invalid")]
#[case::a_dash("whatsapp_identifier", "-", "invalid")]
fn bey_164_a_telephone_that_is_no_number_is_refused(#[case] field: &str, #[case] typed: &str, #[case] fault: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let fields = json!({ "contact_identifier": "C-900", field: typed, "fullname": "Gil" });
    assert_eq!(test.post(&ana, "/contacts", draft(fields)).refusal(), format!("422 {field}:{fault}"));
}

#[rstest]
#[case::without_the_ninth_digit("whatsapp_identifier", "554885550104")]
#[case::with_signs("contact_phone1", "(48) 98555-0104")]
fn bey_164_two_contacts_cannot_have_two_forms_of_one_number(#[case] field: &str, #[case] typed: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let fields = json!({ "contact_identifier": "C-900", field: "5548985550104", "fullname": "Gil" });
    test.post(&ana, "/contacts", draft(fields)).ok();
    let fields = json!({ "contact_identifier": "C-901", field: typed, "fullname": "Gil" });
    assert_eq!(test.post(&ana, "/contacts", draft(fields)).refusal(), "409 DUPLICATE_IDENTIFIER");
}

#[rstest]
#[case::as_it_is_stored("5548985550104")]
#[case::with_signs("+55 (48) 98555-0104")]
#[case::without_the_country_code("48 98555-0104")]
#[case::without_the_ninth_digit("(48) 8555-0104")]
#[case::without_the_ninth_digit_and_the_area_code("8555-0104")]
#[case::with_the_trunk_zero("048 98555-0104")]
#[case::with_the_exit_code("0055 48 98555-0104")]
#[case::only_its_first_digits("4898555")]
fn bey_164_a_search_finds_a_contact_by_every_form_of_its_number(#[case] typed: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let fields = json!({ "contact_identifier": "C-900", "contact_phone1": "48985550104", "fullname": "Gil Raro" });
    test.post(&ana, "/contacts", draft(fields)).ok();
    let search: String = form_urlencoded::byte_serialize(typed.as_bytes()).collect();
    let body = test.get(&ana, &format!("/contacts?search={search}")).ok().body;
    assert_eq!(body["data"][0]["fullname"], "Gil Raro", "{typed}");
}

#[test]
fn a_search_also_finds_the_number_that_differs_by_the_ninth_digit_alone() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let fields =
        json!({ "contact_identifier": "C-900", "whatsapp_identifier": "5511955551234", "fullname": "Gil Raro" });
    test.post(&ana, "/contacts", draft(fields)).ok();
    let body = test.get(&ana, "/contacts?search=551155551234").ok().body;
    assert_eq!(body["data"][0]["fullname"], "Gil Raro");
    let found = test.get(&ana, "/contacts/551155551234?by_field=whatsapp_identifier").ok().body;
    assert_eq!(found["data"], json!([]), "a land line is somebody else's");
}

#[test]
fn bey_164_contacts_of_an_older_server_are_found_by_each_form_of_their_number_after_the_start() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    row.contact.identifiers.phone1 = "(48)98555-0104".to_owned();
    test.store.put_contact(&row).unwrap();
    test.store.begin().unwrap();
    Backend::delete(&mut test.store, &Scan::of::<ContactAddressRow>()).unwrap();
    test.store.commit().unwrap();
    let find = |test: &mut TestCentre| {
        let body = test.get(&ana, "/contacts/554885550104?by_field=phone1").ok().body;
        body["data"].as_array().unwrap().len()
    };
    assert_eq!(find(&mut test), 0);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    test.tick();
    assert_eq!(find(&mut test), 1);
}

/// A name is found without accents, composed or decomposed, and in every script; letters that have no accent (ł, ø, ß) are themselves.
#[rstest]
#[case::without_accents("João Conceição", "joao conceicao")]
#[case::decomposed("Jo\u{e3}o", "Joa\u{303}o")]
#[case::stored_decomposed("Joa\u{303}o", "jo\u{e3}o")]
#[case::capitals_of_greek("Ελένη Παππά", "ΕΛΕΝΗ")]
#[case::cyrillic("Дмитрий", "дмитрий")]
#[case::arabic("محمد علي", "محمد")]
#[case::hebrew("שרה כהן", "כהן")]
#[case::japanese("山田太郎", "山田")]
#[case::korean("김민준", "김민준")]
#[case::polish("Łukasz Żak", "łukasz zak")]
fn a_search_finds_a_name_without_accents_decomposed_and_in_every_script(#[case] name: &str, #[case] searched: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let fields = json!({ "contact_identifier": "C-900", "fullname": name });
    test.post(&ana, "/contacts", draft(fields)).ok();
    let search: String = form_urlencoded::byte_serialize(searched.as_bytes()).collect();
    let body = test.get(&ana, &format!("/contacts?search={search}")).ok().body;
    assert_eq!(body["data"][0]["fullname"], name, "{searched}");
}
