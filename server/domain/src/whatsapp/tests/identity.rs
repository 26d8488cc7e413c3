//! Tests of one customer with several names: forms of a number, ids without a number, changed numbers, several
//! telephones.

use super::{at_work, begin, jobs, only_job, provider_takes, report, send, text, texts, thread, writes};
use crate::store::{ContactRow, ConversationRow, RouteStore, Store, WhatsAppStore};
use crate::testing::{ANA, Agent, TestCentre};
use crate::{WhatsAppInbound, WhatsAppInboundMessage, WhatsAppNotice, WhatsAppNoticeKind, WhatsAppOutcome};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Contact, ContactIdentifiers, MetaType, Protocol};

/// A mobile number, and the account that WhatsApp has for it.
const WITH_NINE: &str = "5548988880002";
const WITHOUT_NINE: &str = "554888880002";

fn contact(test: &mut TestCentre, id: &str, whatsapp: &str, phone: &str) {
    let identifiers = ContactIdentifiers {
        id: format!("C-{id}"),
        whatsapp_identifier: whatsapp.to_owned(),
        phone1: phone.to_owned(),
        ..ContactIdentifiers::default()
    };
    let contact = Contact { id: id.into(), fullname: format!("Contato {id}"), identifiers, ..Contact::default() };
    let row = ContactRow {
        contact,
        org_unit_id: "1".into(),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    };
    test.store.put_contact(&row).unwrap();
}

fn with_user_id(test: &mut TestCentre, id: &str, customer: &str, user_id: &str) {
    let message = WhatsAppInboundMessage { user_id: user_id.to_owned(), ..text(id, customer, "oi") };
    report(test, WhatsAppInbound::Message(Box::new(message)));
}

fn sends_template(test: &mut TestCentre, ana: &Agent, protocol: &Protocol) {
    let templates = test.get(ana, "/whatsapp/templates/org-unit/1?routePhone=551140004000").ok().body;
    let template = &templates["data"][0];
    let values: Vec<&str> = template["variables"].as_array().unwrap().iter().map(|_| "x").collect();
    send(test, ana, protocol, json!({ "template": { "id": template["id"], "variables": values } })).ok();
}

#[rstest]
#[case::begun_with_the_ninth_digit(WITH_NINE, WITHOUT_NINE)]
#[case::begun_without_the_ninth_digit(WITHOUT_NINE, WITH_NINE)]
#[case::begun_with_another_form_of_the_number("(48) 98888-0002", WITHOUT_NINE)]
fn bey_164_the_reply_of_a_customer_reaches_the_attendance_that_an_agent_began(
    #[case] begun: &str,
    #[case] replied: &str,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    begin(&mut test, &ana, begun).ok();
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!((&job["phone"], &job["startConversation"]), (&json!(WITH_NINE), &json!(true)));
    writes(&mut test, "w1", replied, "ok");
    let (same, job) = only_job(&mut test, &ana);
    assert_eq!((same, &job["startConversation"]), (protocol.clone(), &json!(false)), "the reply opens the window");
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["ok"]);
    // Messages are sent to the account as the network writes it.
    send(&mut test, &ana, &protocol, json!({ "message": "Bom dia" })).ok();
    assert_eq!(provider_takes(&mut test, &WhatsAppOutcome::accepted("out-1"))[0].to, replied);
}

#[rstest]
#[case::a_land_line_and_a_mobile_number("551140001234", "5511940001234")]
#[case::equal_digits_in_another_area("5548988880002", "5547988880002")]
#[case::a_number_of_norway_and_an_old_number_of_brazil("4741234567", "5547941234567")]
#[case::a_number_of_spain_and_a_mobile_number_of_brazil("34912345678", "5534912345678")]
#[case::an_account_of_an_older_number_and_a_land_line("554888880002", "554838880002")]
fn customers_with_similar_but_different_numbers_have_separate_conversations(#[case] one: &str, #[case] other: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", one, "a");
    writes(&mut test, "w2", other, "b");
    assert_eq!(jobs(&mut test, &ana, "whatsapp").len(), 2);
}

#[rstest]
#[case::contact_with_that_whatsapp_number(WITH_NINE, "", WITHOUT_NINE)]
#[case::contact_stored_without_the_ninth_digit_by_an_older_server(WITHOUT_NINE, "", WITH_NINE)]
#[case::contact_stored_as_it_was_typed("+55 (48) 98888-0002", "", WITHOUT_NINE)]
#[case::contact_with_that_telephone("", WITH_NINE, WITHOUT_NINE)]
#[case::contact_with_that_telephone_without_the_country_code("", "48988880002", WITH_NINE)]
fn bey_164_a_customer_is_linked_with_the_contact_that_has_the_number_in_any_form(
    #[case] whatsapp: &str,
    #[case] phone: &str,
    #[case] from: &str,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    contact(&mut test, "900", whatsapp, phone);
    writes(&mut test, "w1", from, "oi");
    let (_, job) = only_job(&mut test, &ana);
    assert_eq!(job["contactId"], "900");
}

#[test]
fn a_customer_whose_number_two_contacts_have_is_linked_with_neither() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    contact(&mut test, "900", WITH_NINE, "");
    contact(&mut test, "901", WITHOUT_NINE, "");
    writes(&mut test, "w1", WITHOUT_NINE, "oi");
    let (_, job) = only_job(&mut test, &ana);
    assert_eq!(job["contactId"], "");
}

#[rstest]
#[case::the_id_comes_first(&[("BR.1A2B", ""), (WITH_NINE, "BR.1A2B"), ("BR.1A2B", ""), (WITHOUT_NINE, "")])]
#[case::the_number_comes_first(&[(WITHOUT_NINE, "BR.1A2B"), ("BR.1A2B", ""), (WITH_NINE, "")])]
fn bey_165_a_customer_with_an_id_and_a_number_has_one_conversation(#[case] messages: &[(&str, &str)]) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    for (number, (customer, user_id)) in (1..).zip(messages) {
        with_user_id(&mut test, &format!("w{number}"), customer, user_id);
    }
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)).len(), messages.len());
    assert_eq!(job["phone"], WITH_NINE, "the number is what other systems know");
    assert_eq!(job["contactIdentifier"], WITH_NINE);
}

#[test]
fn bey_165_messages_of_the_account_that_the_provider_reports_belong_to_the_customer() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    begin(&mut test, &ana, WITH_NINE).ok();
    let (protocol, _) = only_job(&mut test, &ana);
    sends_template(&mut test, &ana, &protocol);
    let named = WhatsAppOutcome::Accepted { provider_id: "out-1".to_owned(), customer: "447700900123".to_owned() };
    assert_eq!(provider_takes(&mut test, &named)[0].to, WITH_NINE);
    writes(&mut test, "w1", "447700900123", "ok");
    let (same, _) = only_job(&mut test, &ana);
    assert_eq!(same, protocol);
}

#[test]
fn bey_165_an_account_that_has_a_conversation_of_its_own_is_not_joined() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", "447700900123", "oi");
    begin(&mut test, &ana, WITH_NINE).ok();
    let begun = jobs(&mut test, &ana, "whatsapp").into_iter().find(|job| job["phone"] == WITH_NINE).unwrap();
    let protocol = Protocol::from(begun["protocol"].as_str().unwrap());
    sends_template(&mut test, &ana, &protocol);
    let named = WhatsAppOutcome::Accepted { provider_id: "out-1".to_owned(), customer: "447700900123".to_owned() };
    provider_takes(&mut test, &named);
    writes(&mut test, "w2", "447700900123", "outra vez");
    let listed = jobs(&mut test, &ana, "whatsapp");
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert_eq!(test.store.conversation("1", WITH_NINE).unwrap().unwrap().written(), WITH_NINE);
}

#[test]
fn a_conversation_that_an_older_server_stored_with_another_form_of_the_number_is_continued() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", "5521988880009", "oi");
    let other = test.store.conversation("1", "5521988880009").unwrap().unwrap();
    let (customer, network_id) = (WITHOUT_NINE.to_owned(), String::new());
    let older = ConversationRow { customer, network_id, current: None, opted_out: true, ..other };
    test.store.put_conversation(&older).unwrap();
    assert_eq!(begin(&mut test, &ana, WITH_NINE).refusal(), "409 blacklist");
    writes(&mut test, "w2", WITH_NINE, "oi");
    let known = test.store.conversation("1", WITHOUT_NINE).unwrap().unwrap();
    assert!(known.current.is_some() && test.store.conversation("1", WITH_NINE).unwrap().is_none());
    let job = jobs(&mut test, &ana, "whatsapp").into_iter().find(|job| job["phone"] == WITH_NINE);
    assert!(job.is_some(), "shown in the canonical form");
}

#[rstest]
#[case::number_without_the_ninth_digit(WITHOUT_NINE)]
#[case::number_with_signs("+55 48 98888-0002")]
fn bey_164_an_opt_out_holds_for_every_form_of_the_number(#[case] begun: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    report(&mut test, WhatsAppInbound::Consent { customer: WITHOUT_NINE.to_owned(), granted: false, at: None });
    assert_eq!(begin(&mut test, &ana, begun).refusal(), "409 blacklist");
    report(&mut test, WhatsAppInbound::Consent { customer: WITH_NINE.to_owned(), granted: true, at: None });
    assert_eq!(begin(&mut test, &ana, begun).refusal(), "200");
}

#[test]
fn bey_165_a_contact_with_two_telephones_is_found_by_both_numbers() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    contact(&mut test, "900", "5548988880001", "5548988880001");
    writes(&mut test, "w1", "5521988880002", "do outro telefone");
    let (protocol, job) = only_job(&mut test, &ana);
    let identifier = job["contactIdentifier"].clone();
    let data = json!({ "data": { "protocol": protocol, "contact_identifier": identifier, "agent": "101" } });
    test.put(&ana, "/contacts/900/vinculate-with-contact/whatsapp", data).ok();
    writes(&mut test, "w2", "5548988880001", "do primeiro");
    let listed = jobs(&mut test, &ana, "whatsapp");
    let contacts: Vec<&Value> = listed.iter().map(|job| &job["contactId"]).collect();
    assert_eq!(contacts, [&json!("900"), &json!("900")]);
    for number in ["5521988880002", "552188880002", "5548988880001"] {
        let body = test.get(&ana, &format!("/contacts/{number}?by_field=whatsapp_identifier")).ok().body;
        assert_eq!(body["data"][0]["id"], "900", "{number}");
    }
}

/// The proposals for the agents: pair, reason, number.
fn proposed(test: &mut TestCentre, agent: &Agent) -> Vec<(String, String, String)> {
    let body = test.get(agent, "/contacts/same-person").ok().body;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    body["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (text(&row["id"]), text(&row["reason"]), text(&row["number"])))
        .collect()
}

fn changes_number(test: &mut TestCentre, from: &str, to: &str) {
    let kind = WhatsAppNoticeKind::AddressChanged { to: to.to_owned() };
    let (provider_id, customer) = ("n1".to_owned(), from.to_owned());
    report(test, WhatsAppInbound::Notice(WhatsAppNotice { provider_id, customer, sent_at: None, kind }));
}

#[rstest]
#[case::both_numbers_have_contacts(&["900", "901"], "900.901", "901")]
#[case::the_new_number_has_no_contact(&["900"], "900.n5548977770001", "900")]
fn bey_165_when_one_known_customer_gets_the_number_of_another_both_are_proposed_as_one_person(
    #[case] contacts: &[&str],
    #[case] expected: &str,
    #[case] of_new: &str,
) {
    let (old, new) = (WITH_NINE, "5548977770001");
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    for (id, number) in contacts.iter().zip([old, new]) {
        contact(&mut test, id, number, "");
    }
    writes(&mut test, "w1", old, "oi");
    writes(&mut test, "w2", new, "oi de novo");
    changes_number(&mut test, old, new);
    let found = proposed(&mut test, &ana);
    assert_eq!(found, [(expected.to_owned(), "changedNumber".to_owned(), new.to_owned())]);
    let before = jobs(&mut test, &ana, "whatsapp").len();
    assert_eq!(before, 2, "two attendances stay two");
    let join = json!({ "agent": ANA, "keep": "900" });
    test.post(&ana, &format!("/contacts/same-person/{expected}/join"), join).ok();
    let linked: Vec<Value> =
        jobs(&mut test, &ana, "whatsapp").into_iter().map(|job| job["contactId"].clone()).collect();
    assert_eq!(linked, ["900", "900"]);
    test.post(&ana, &format!("/contacts/same-person/{expected}/undo"), json!({ "agent": ANA })).ok();
    let new_contact = if of_new == "901" { "901" } else { "" };
    let mut linked: Vec<Value> =
        jobs(&mut test, &ana, "whatsapp").into_iter().map(|job| job["contactId"].clone()).collect();
    linked.sort_by_key(Value::to_string);
    let mut wanted = [json!("900"), json!(new_contact)];
    wanted.sort_by_key(Value::to_string);
    assert_eq!(linked, wanted);
}

#[test]
fn bey_165_when_an_id_gets_the_number_of_another_contact_both_are_proposed_as_one_person() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    contact(&mut test, "900", "BR.1A2B", "");
    contact(&mut test, "901", WITH_NINE, "");
    with_user_id(&mut test, "w1", "BR.1A2B", "");
    assert_eq!(proposed(&mut test, &ana), []);
    with_user_id(&mut test, "w2", WITHOUT_NINE, "BR.1A2B");
    let expected = ("900.901".to_owned(), "sameCustomer".to_owned());
    let found = proposed(&mut test, &ana);
    assert_eq!(found.iter().map(|(id, reason, _)| (id.clone(), reason.clone())).collect::<Vec<_>>(), [expected]);
}

#[rstest]
#[case::id_given_by_meta("17841400000000991")]
#[case::id_given_by_another_provider("sergio.esteves3")]
fn a_customer_of_instagram_is_registered_by_the_networks_id(#[case] customer: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let mut route = test.store.whatsapp_route("1").unwrap().unwrap();
    route.meta_type = MetaType::Instagram;
    test.store.put_whatsapp_route(&route).unwrap();
    writes(&mut test, "w1", customer, "Bom dia");
    let fields = json!({ "contact_identifier": customer, "whatsapp_identifier": customer, "fullname": "Sérgio" });
    let saved = test.post(&ana, "/contacts", json!({ "contact": fields, "agent": ANA })).ok();
    assert_eq!(saved.body["identifiers"]["whatsapp_identifier"], customer);
    let other = json!({ "contact_identifier": "C-9", "whatsapp_identifier": "outra.pessoa", "fullname": "Gil" });
    let refused = test.post(&ana, "/contacts", json!({ "contact": other, "agent": ANA }));
    assert_eq!(refused.refusal(), "422 whatsapp_identifier:invalid", "nobody wrote from it");
}
