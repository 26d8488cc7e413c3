//! Tests of "The same person?": what is proposed, what a join moves, what undoing restores.

use crate::store::{ContactRow, JobRow, JobState, SamePersonStore, Store};
use crate::testing::{ANA, Agent, BRUNO, CARLA, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Channel, Contact, ContactId, ContactIdentifiers, JobTag, OrgUnitId, Protocol, SamePersonState};

const NUMBER: &str = "5548988880002";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn row(id: &str, unit: &str, whatsapp: &str, phone: &str) -> ContactRow {
    let identifiers = ContactIdentifiers {
        id: format!("C-{id}"),
        whatsapp_identifier: whatsapp.to_owned(),
        phone1: phone.to_owned(),
        ..ContactIdentifiers::default()
    };
    ContactRow {
        contact: Contact {
            id: id.into(),
            fullname: format!("Contato {id}"),
            identifiers,
            version: 1,
            ..Contact::default()
        },
        org_unit_id: unit.into(),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    }
}

/// Stores contacts as an older server did, and runs the due work that indexes them.
fn older(rows: &[ContactRow]) -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    rows.iter().for_each(|row| test.store.put_contact(row).unwrap());
    test.with(|centre, store, context| {
        centre
            .transact_store(store, context, |tx| tx.set_due(crate::due::Due::ContactAddresses, "", Some(tx.now())))
            .unwrap();
    });
    test.tick();
    test.tick();
    let ana = test.sign_in(ANA);
    (test, ana)
}

fn proposals(test: &mut TestCentre, agent: &Agent) -> Vec<Value> {
    test.get(agent, "/contacts/same-person").ok().body["data"].as_array().unwrap().clone()
}

fn ids(proposals: &[Value]) -> Vec<&str> {
    proposals.iter().map(|proposal| proposal["id"].as_str().unwrap()).collect()
}

fn decides(test: &mut TestCentre, agent: &Agent, id: &str, what: &str, body: Value) -> crate::testing::Answered {
    test.post(agent, &format!("/contacts/same-person/{id}/{what}"), body)
}

fn joins(test: &mut TestCentre, agent: &Agent, id: &str, keep: &str) -> Value {
    decides(test, agent, id, "join", json!({ "agent": ANA, "keep": keep })).ok().body
}

#[rstest]
#[case::two_forms_of_a_whatsapp_number(&[("900", "1", NUMBER, ""), ("901", "1", "554888880002", "")], &["900.901"])]
#[case::a_telephone_and_a_whatsapp_number(&[("900", "1", NUMBER, ""), ("901", "1", "", "(48) 98888-0002")], &["900.901"])]
#[case::three_contacts_of_one_number(
    &[("900", "1", NUMBER, ""), ("901", "1", "554888880002", ""), ("902", "1", "", NUMBER)],
    &["900.901", "900.902", "901.902"]
)]
#[case::a_land_line_and_a_mobile_number(&[("900", "1", "", "551140001234"), ("901", "1", "5511940001234", "")], &[])]
#[case::equal_last_digits_in_another_area(&[("900", "1", NUMBER, ""), ("901", "1", "5547988880002", "")], &[])]
#[case::a_service_number_of_many_contacts(&[("900", "1", "", "0800 123 4567"), ("901", "1", "08001234567", "")], &[])]
#[case::a_contact_of_another_org_unit(&[("900", "1", NUMBER, ""), ("901", "2", "554888880002", "")], &[])]
#[case::a_contact_of_all_org_units(&[("900", "1", NUMBER, ""), ("901", "", "554888880002", "")], &[])]
fn bey_164_old_contacts_with_one_number_and_no_others_are_proposed_as_one_person(
    #[case] contacts: &[(&str, &str, &str, &str)],
    #[case] expected: &[&str],
) {
    let rows: Vec<ContactRow> =
        contacts.iter().map(|(id, unit, whatsapp, phone)| row(id, unit, whatsapp, phone)).collect();
    let (mut test, ana) = older(&rows);
    let mut found: Vec<Value> = proposals(&mut test, &ana);
    found.sort_by_key(|proposal| proposal["id"].to_string());
    assert_eq!(ids(&found), expected);
    for row in rows {
        assert!(test.store.contact(&row.contact.id).unwrap().is_some(), "nothing is merged by itself");
    }
}

#[test]
fn a_saved_contact_is_proposed_as_the_same_person_at_once_and_a_refused_pair_never_again() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.store.put_contact(&row("900", "1", NUMBER, "")).unwrap();
    let fields = json!({ "contact_identifier": "C-1000", "fullname": "Rosa", "contact_phone1": "48 98888-0002" });
    let saved = test.post(&ana, "/contacts", json!({ "contact": fields, "agent": ANA })).ok().body;
    let id = saved["id"].as_str().unwrap().to_owned();
    let found = proposals(&mut test, &ana);
    assert_eq!((found.len(), &found[0]["reason"], &found[0]["number"]), (1, &json!("sameNumber"), &json!(NUMBER)));
    let proposal = found[0]["id"].as_str().unwrap().to_owned();
    decides(&mut test, &ana, &proposal, "refuse", json!({ "agent": ANA })).ok();
    for phone in ["5548988880009", NUMBER] {
        let change = json!({ "contact": { "contact_phone1": phone }, "agent": ANA });
        test.put(&ana, &format!("/contacts/{id}"), change).ok();
    }
    assert_eq!(proposals(&mut test, &ana), Vec::<Value>::new());
    let carla = test.sign_in(CARLA);
    let audit = test.get(&carla, "/audit").ok().body;
    let entries = audit["data"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["action"] == "notSamePerson" && entry["agentName"] == "Ana Souza"));
}

/// Two contacts of one person, with every kind of value that a contact may have.
fn pair() -> [ContactRow; 2] {
    let mut kept = row("900", "1", NUMBER, "551140001234");
    kept.contact.data = Some(json!({ "plano": "Fibra 500" }));
    let mut other = row("901", "1", "5548977770001", NUMBER);
    other.contact.email = "rosa@example.com".to_owned();
    other.contact.data = Some(json!({ "plano": "Fibra 100", "cidade": "Lages" }));
    other.contact.identifiers.chat_identifier = "rosa@example.com".to_owned();
    other.contact.tags = vec![JobTag { tag_item_id: "11".to_owned(), ..JobTag::default() }];
    other.wallet = Some(ANA.into());
    other.other_whatsapp = vec!["5548977770002".to_owned()];
    [kept, other]
}

fn attendance(test: &mut TestCentre, protocol: &str, contact: &str, identifier: &str) {
    let mut job = JobRow::waiting(Protocol::from(protocol), Channel::Whatsapp, test.now);
    job.state = JobState::Qualified;
    job.contact_id = Some(contact.into());
    job.org_unit_id = OrgUnitId::from("1");
    job.chat_identifier = identifier.to_owned();
    test.store.put_job(&job).unwrap();
}

fn contact_of(test: &TestCentre, protocol: &str) -> String {
    let job = test.store.job(&Protocol::from(protocol)).unwrap().unwrap();
    job.contact_id.map(|id| id.0).unwrap_or_default()
}

#[test]
fn bey_165_a_join_moves_identifiers_history_tags_and_wallet_and_undoing_it_restores_both() {
    let [kept, other] = pair();
    let (mut test, ana) = older(&[kept.clone(), other.clone()]);
    attendance(&mut test, "20261119000001", "901", "5548977770001");
    attendance(&mut test, "20261119000002", "900", NUMBER);
    let answer = joins(&mut test, &ana, "900.901", "900");
    assert_eq!(answer["email"], "rosa@example.com");
    assert_eq!((&answer["preferential"], &answer["preferentialAgentId"]), (&json!(true), &json!(ANA)));
    assert_eq!(answer["data"], json!({ "plano": "Fibra 500", "cidade": "Lages" }), "what both have stays");
    assert_eq!(answer["identifiers"]["chat_identifier"], "rosa@example.com");
    assert_eq!(answer["identifiers"]["phone1"], "551140001234");
    let others: Vec<(&str, &str)> = answer["otherIdentifiers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|other| (other["field"].as_str().unwrap(), other["value"].as_str().unwrap()))
        .collect();
    assert_eq!(
        others,
        [
            ("whatsapp_identifier", "5548977770001"),
            ("whatsapp_identifier", "5548977770002"),
            ("id", "C-901"),
            ("phone1", NUMBER)
        ]
    );
    assert_eq!(answer["tags"][0]["tag_item_id"], "11");
    assert!(test.store.contact(&ContactId::from("901")).unwrap().is_none());
    assert_eq!(contact_of(&test, "20261119000001"), "900", "the history is one");
    for (field, value) in [("id", "C-901"), ("whatsapp_identifier", "554877770001"), ("phone1", "48988880002")] {
        let found = test.get(&ana, &format!("/contacts/{value}?by_field={field}")).ok().body;
        assert_eq!(found["data"][0]["id"], "900", "{field}");
    }
    // Changes between join and undo: an attendance with the other contact's number, and a name that the agent corrects.
    attendance(&mut test, "20261119000003", "900", "5548977770002");
    let rename = json!({ "contact": { "fullname": "Rosa Nunes" }, "agent": ANA });
    test.put(&ana, "/contacts/900", rename).ok();
    let listed = test.get(&ana, "/contacts/same-person?contact_id=900").ok().body["data"][0].clone();
    assert_eq!((&listed["state"], &listed["agentName"]), (&json!("joined"), &json!("Ana Souza")));
    test.advance(29 * DAY_MS);
    let ana = test.sign_in(ANA);
    decides(&mut test, &ana, "900.901", "undo", json!({ "agent": ANA })).ok();
    let now = test.store.contact(&ContactId::from("900")).unwrap().unwrap();
    let mut expected = kept;
    expected.contact.fullname = "Rosa Nunes".to_owned();
    expected.contact.version = now.contact.version;
    assert_eq!(now, expected, "as before, with the mended name");
    let back = test.store.contact(&ContactId::from("901")).unwrap().unwrap();
    assert_eq!(back, ContactRow { contact: Contact { version: 2, ..other.contact.clone() }, ..other });
    for (protocol, contact) in [("20261119000001", "901"), ("20261119000002", "900"), ("20261119000003", "901")] {
        assert_eq!(contact_of(&test, protocol), contact, "{protocol}");
    }
    assert_eq!(proposals(&mut test, &ana), Vec::<Value>::new(), "nobody is asked again");
}

#[rstest]
#[case::a_field_that_the_join_set(json!({ "email": "outra@example.com" }), "409 JOIN_CHANGED")]
#[case::a_column_that_the_join_set(json!({ "data": { "cidade": "" } }), "409 JOIN_CHANGED")]
#[case::the_wallet(json!({ "preferential": false }), "409 JOIN_CHANGED")]
#[case::a_field_that_the_join_did_not_set(json!({ "contact_phone1": "551140005678" }), "200")]
fn a_join_is_undone_unless_a_value_that_it_set_was_changed(#[case] change: Value, #[case] expected: &str) {
    let (mut test, ana) = older(&pair());
    test.with(|_, store, _| {
        let column = wire::ContactColumn { database: "cidade".to_owned(), show: "Y".to_owned(), ..Default::default() };
        let row = crate::store::ContactColumnRow { org_unit_id: "1".into(), column };
        crate::store::PeopleStore::put_contact_column(store, &row).unwrap();
    });
    joins(&mut test, &ana, "900.901", "900");
    test.put(&ana, "/contacts/900", json!({ "contact": change, "agent": ANA })).ok();
    let undo = decides(&mut test, &ana, "900.901", "undo", json!({ "agent": ANA }));
    assert_eq!(undo.refusal(), expected);
    let is_back = test.store.contact(&ContactId::from("901")).unwrap().is_some();
    assert_eq!(is_back, expected == "200", "all or nothing");
}

#[test]
fn an_identifier_that_another_contact_got_meanwhile_stays_there_when_the_join_is_undone() {
    let (mut test, ana) = older(&pair());
    joins(&mut test, &ana, "900.901", "900");
    // The row of another server: the API refuses the number while the kept contact has it.
    test.store.put_contact(&row("902", "1", "", "554877770009")).unwrap();
    let mut thief = test.store.contact(&ContactId::from("902")).unwrap().unwrap();
    thief.contact.identifiers.id = "C-901".to_owned();
    test.store.put_contact(&thief).unwrap();
    let undo = decides(&mut test, &ana, "900.901", "undo", json!({ "agent": ANA }));
    assert_eq!(undo.refusal(), "409 DUPLICATE_IDENTIFIER");
}

#[test]
fn a_join_can_be_undone_for_thirty_days() {
    let (mut test, ana) = older(&pair());
    joins(&mut test, &ana, "900.901", "900");
    test.advance(31 * DAY_MS);
    test.tick();
    let ana = test.sign_in(ANA);
    assert_eq!(decides(&mut test, &ana, "900.901", "undo", json!({ "agent": ANA })).refusal(), "404");
    let rows = test.store.same_persons_of(&ContactId::from("900")).unwrap();
    assert_eq!(rows.len(), 0, "the data of the joined contact is kept no longer");
}

#[rstest]
#[case::joined_twice("join", json!({ "agent": ANA, "keep": "900" }), "409 ALREADY_DECIDED")]
#[case::refused_after_the_join("refuse", json!({ "agent": ANA }), "409 ALREADY_DECIDED")]
#[case::joined_in_another_agents_name("undo", json!({ "agent": BRUNO }), "403")]
fn a_proposal_is_decided_only_once(#[case] what: &str, #[case] body: Value, #[case] expected: &str) {
    let (mut test, ana) = older(&pair());
    joins(&mut test, &ana, "900.901", "900");
    assert_eq!(decides(&mut test, &ana, "900.901", what, body).refusal(), expected);
}

#[rstest]
#[case::keep_a_third_contact("join", json!({ "agent": ANA, "keep": "1" }), "422 keep:invalid")]
#[case::keep_none_of_the_contacts("join", json!({ "agent": ANA, "keep": "" }), "422 keep:invalid")]
fn only_one_of_the_two_proposed_contacts_can_be_kept(#[case] what: &str, #[case] body: Value, #[case] expected: &str) {
    let (mut test, ana) = older(&pair());
    assert_eq!(decides(&mut test, &ana, "900.901", what, body).refusal(), expected);
}

#[test]
fn a_proposal_of_another_org_unit_does_not_exist() {
    let (mut test, ana) = older(&[row("900", "2", NUMBER, ""), row("901", "2", "554888880002", "")]);
    let rows = test.store.same_persons_in(&"2".into(), SamePersonState::Proposed, 0, 9).unwrap();
    assert_eq!(rows.1, 1);
    assert_eq!(proposals(&mut test, &ana), Vec::<Value>::new());
    let of_contact = test.get(&ana, "/contacts/same-person?contact_id=900").ok().body;
    assert_eq!(of_contact["data"], json!([]));
    for (what, body) in [
        ("join", json!({ "agent": ANA, "keep": "900" })),
        ("refuse", json!({ "agent": ANA })),
        ("undo", json!({ "agent": ANA })),
    ] {
        assert_eq!(decides(&mut test, &ana, "900.901", what, body).refusal(), "404", "{what}");
    }
}

#[test]
fn a_refused_proposal_also_holds_for_the_contact_that_its_contact_was_joined_into() {
    let (mut test, ana) =
        older(&[row("900", "1", NUMBER, ""), row("901", "1", "554888880002", ""), row("902", "1", "", NUMBER)]);
    decides(&mut test, &ana, "901.902", "refuse", json!({ "agent": ANA })).ok();
    joins(&mut test, &ana, "900.901", "900");
    assert_eq!(proposals(&mut test, &ana), Vec::<Value>::new());
}
