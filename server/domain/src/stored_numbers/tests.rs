use crate::store::{
    BlockedNumberRow, ContactField, ConversationRow, DialerNumberRow, DialerNumberState, DialerStore, SamePersonStore,
    Store, VoiceStore, WhatsAppStore,
};
use crate::testing::{ANA, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::{ContactId, OrgUnitId, QueueId, Wall};

const CAMPAIGN: &str = "6100";

/// Starts the server on the rows of an older server, which stored no country, and runs the due work.
fn starts(test: &mut TestCentre) {
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    while test.tick() <= test.now.plus_ms(1) {
        test.advance(1);
    }
}

fn contact(test: &mut TestCentre, id: &str, field: ContactField, number: &str) {
    let mut row = test.store.contact(&ContactId::from("3")).unwrap().unwrap();
    row.contact.id = ContactId::from(id);
    row.contact.identifiers = wire::ContactIdentifiers { id: format!("C-{id}"), ..wire::ContactIdentifiers::default() };
    match field {
        ContactField::Phone1 => row.contact.identifiers.phone1 = number.to_owned(),
        _ => row.contact.identifiers.whatsapp_identifier = number.to_owned(),
    }
    test.store.put_contact(&row).unwrap();
}

#[rstest]
#[case::with_signs(ContactField::Phone1, "(48) 98555-0104", "5548985550104", false)]
#[case::without_the_ninth_digit(ContactField::WhatsappIdentifier, "554885550104", "5548985550104", false)]
#[case::a_service(ContactField::Phone1, "0800 777 1234", "08007771234", false)]
#[case::an_account_of_instagram(ContactField::WhatsappIdentifier, "17841400000000001", "17841400000000001", false)]
#[case::a_user_id(ContactField::WhatsappIdentifier, "BR.1A2B", "BR.1A2B", false)]
#[case::a_ruin_of_a_spreadsheet(ContactField::WhatsappIdentifier, "5,51196E+12", "5,51196E+12", true)]
#[case::a_word(ContactField::Phone1, "ligar depois", "ligar depois", true)]
#[case::two_numbers(ContactField::Phone1, "11955550101 / 11955550102", "11955550101 / 11955550102", true)]
fn bey_164_a_stored_number_gets_its_canonical_form_and_a_text_that_is_no_number_stays_and_is_marked(
    #[case] field: ContactField,
    #[case] stored: &str,
    #[case] expected: &str,
    #[case] marked: bool,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    contact(&mut test, "900", field, stored);
    starts(&mut test);
    let body = test.get(&ana, "/contacts/C-900").ok().body["data"][0].clone();
    assert_eq!(body["identifiers"][field.as_str()], expected);
    let marks = if marked { json!([field.as_str()]) } else { json!(null) };
    assert_eq!(body["unreadable"], marks);
    assert_eq!(body["version"], test.store.contact(&ContactId::from("3")).unwrap().unwrap().contact.version);
}

#[test]
fn bey_164_contacts_whose_stored_numbers_are_one_are_proposed_and_not_joined() {
    let mut test = TestCentre::new();
    contact(&mut test, "900", ContactField::WhatsappIdentifier, "554885550104");
    contact(&mut test, "901", ContactField::Phone1, "(48) 98555-0104");
    // The contacts are indexed already: it is not the first start that knows canonical numbers.
    starts(&mut test);
    assert!(test.store.contact(&ContactId::from("900")).unwrap().is_some());
    assert_eq!(test.store.same_persons_of(&ContactId::from("900")).unwrap().len(), 1);
}

#[rstest]
#[case::with_signs("(11) 95555-0198", "5511955550198")]
#[case::without_the_ninth_digit("1195550198", "5511995550198")]
#[case::without_the_country("11955550198", "5511955550198")]
fn bey_164_a_blocked_number_is_stored_in_its_canonical_form(#[case] stored: &str, #[case] canonical: &str) {
    let mut test = TestCentre::new();
    let unit = OrgUnitId::from("1");
    let row = |phone: &str| BlockedNumberRow { org_unit_id: unit.clone(), phone: phone.to_owned() };
    test.store.put_blocked_number(&row(stored)).unwrap();
    test.store.put_blocked_number(&row("ligar nunca")).unwrap();
    starts(&mut test);
    let is_blocked = |test: &TestCentre, phone: &str| test.store.is_blocked_number(&unit, phone).unwrap();
    assert!(is_blocked(&test, canonical) && !is_blocked(&test, stored));
    assert!(is_blocked(&test, "ligar nunca"), "what is no number stays");
}

fn number(phone: &str, state: DialerNumberState, attempts: u32) -> DialerNumberRow {
    let (campaign_id, name, due_at) = (QueueId::from(CAMPAIGN), "Rita".to_owned(), Wall(i64::MAX / 2));
    DialerNumberRow { campaign_id, phone: phone.to_owned(), name, state, attempts, due_at }
}

#[rstest]
#[case::alone(&[("(11) 98765-0001", DialerNumberState::Open, 1)], Some(("5511987650001", 1)))]
#[case::beside_the_canonical_one(
    &[("5511987650001", DialerNumberState::Open, 2), ("11987650001", DialerNumberState::Open, 0)],
    Some(("5511987650001", 2))
)]
#[case::finished(&[("551187650001", DialerNumberState::Finished, 3)], Some(("5511987650001", 3)))]
fn bey_164_a_number_of_a_campaign_is_stored_once_and_in_its_canonical_form(
    #[case] rows: &[(&str, DialerNumberState, u32)],
    #[case] expected: Option<(&str, u32)>,
) {
    let mut test = TestCentre::new();
    for (phone, state, attempts) in rows {
        test.store.put_dialer_number(&number(phone, *state, *attempts)).unwrap();
    }
    starts(&mut test);
    let campaign = QueueId::from(CAMPAIGN);
    let found = |test: &TestCentre, phone: &str| {
        test.store.dialer_number(&campaign, phone).unwrap().map(|row| (row.phone, row.attempts))
    };
    let kept = found(&test, "5511987650001");
    assert_eq!(kept.as_ref().map(|(phone, attempts)| (phone.as_str(), *attempts)), expected);
    for (phone, ..) in rows.iter().filter(|(phone, ..)| *phone != "5511987650001") {
        assert_eq!(found(&test, phone), None, "{phone}");
    }
}

#[rstest]
#[case::dialled_now(DialerNumberState::Dialling)]
#[case::whose_attendance_is_not_qualified(DialerNumberState::Reached)]
fn a_number_that_others_name_keeps_its_writing(#[case] state: DialerNumberState) {
    let mut test = TestCentre::new();
    test.store.put_dialer_number(&number("11987650001", state, 1)).unwrap();
    starts(&mut test);
    assert!(test.store.dialer_number(&QueueId::from(CAMPAIGN), "11987650001").unwrap().is_some());
}

#[test]
fn bey_164_the_opt_out_of_a_customer_with_two_conversations_of_an_older_server_applies_to_both() {
    let mut test = TestCentre::new();
    let text = crate::WhatsAppInbound::Message(Box::new(crate::WhatsAppInboundMessage {
        provider_id: "w1".to_owned(),
        customer: "5521988880009".to_owned(),
        text: "oi".to_owned(),
        ..crate::WhatsAppInboundMessage::default()
    }));
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, "gupshup", "551140004000", &[text]).unwrap()
    });
    let known = test.store.conversation("1", "5521988880009").unwrap().unwrap();
    let row = |customer: &str, opted_out: bool| {
        let (customer, network_id) = (customer.to_owned(), String::new());
        ConversationRow { customer, network_id, current: None, opted_out, ..known.clone() }
    };
    test.store.put_conversation(&row("554888880002", true)).unwrap();
    test.store.put_conversation(&row("5548988880002", false)).unwrap();
    test.store.put_conversation(&row("5548988880003", false)).unwrap();
    starts(&mut test);
    let wants_none =
        |test: &TestCentre, customer: &str| test.store.conversation("1", customer).unwrap().unwrap().opted_out;
    assert!(wants_none(&test, "5548988880002"));
    assert!(!wants_none(&test, "5548988880003"));
}

/// Many rows are read in portions, and each once.
#[test]
fn bey_164_the_work_is_done_in_portions_and_once() {
    let mut test = TestCentre::new();
    for position in 0..450 {
        contact(&mut test, &format!("9{position:03}"), ContactField::Phone1, &format!("(48) 98555-{position:04}"));
    }
    starts(&mut test);
    for position in [0, 199, 200, 449] {
        let row = test.store.contact(&ContactId::from(format!("9{position:03}").as_str())).unwrap().unwrap();
        assert_eq!(row.contact.identifiers.phone1, format!("554898555{position:04}"));
    }
    contact(&mut test, "900", ContactField::Phone1, "(48) 98555-0104");
    starts(&mut test);
    let row = test.store.contact(&ContactId::from("900")).unwrap().unwrap();
    assert_eq!(row.contact.identifiers.phone1, "(48) 98555-0104", "a second start reads nothing");
}
