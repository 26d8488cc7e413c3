//! Every place that reads, compares, searches or imports a number, in centres of other countries (decision 112).

use super::{at_work, begin, only_job, report, writes};
use crate::store::{BlockedNumberRow, ContactField, ContactRow, Store, VoiceStore};
use crate::testing::{ANA, Agent, TestCentre};
use crate::{NumberCountry, WhatsAppInbound, suppression};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{ContactId, Wall};

/// A place that reads numbers.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The telephone in the form of a contact.
    FormTelephone,
    /// The WhatsApp number in the form of a contact.
    FormWhatsApp,
    /// A second contact with the same number.
    Duplicate,
    /// `GET /contacts/{number}?by_field=`.
    LookUp,
    /// `GET /contacts?search=`.
    Search,
    /// A line of a file.
    Import,
    /// A conversation that an agent begins.
    Begin,
    /// A contact that an older server stored as it was typed, when its customer writes.
    Link,
    /// A contact's telephone, in an attendance of a customer who is registered meanwhile.
    Register,
    /// A customer who wants no messages.
    OptOut,
    /// The list of numbers that are not called.
    Blocked,
    /// The latest attendance of a customer.
    Latest,
    /// An erased customer.
    Erasure,
}

impl Place {
    const ALL: [Self; 13] = [
        Self::FormTelephone,
        Self::FormWhatsApp,
        Self::Duplicate,
        Self::LookUp,
        Self::Search,
        Self::Import,
        Self::Begin,
        Self::Link,
        Self::Register,
        Self::OptOut,
        Self::Blocked,
        Self::Latest,
        Self::Erasure,
    ];
}

struct Case<'a> {
    /// The number as people of the country write it.
    typed: &'a str,
    canonical: &'a str,
    /// The number as WhatsApp names the account.
    network: &'a str,
}

fn centre_of(country: &str) -> TestCentre {
    let mut test = TestCentre::new();
    test.centre.config.number_country = NumberCountry::of(country).unwrap();
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    test.tick();
    test
}

fn creates(test: &mut TestCentre, ana: &Agent, id: &str, field: &str, number: &str) -> crate::testing::Answered {
    let data = json!({ "contact_identifier": id, "fullname": "Gil Raro", field: number });
    test.post(ana, "/contacts", json!({ "contact": data, "agent": "101" }))
}

fn in_address(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// A contact as an older server stored it: word for word.
fn stored(test: &mut TestCentre, field: ContactField, number: &str) {
    let mut row = test.store.contact(&ContactId::from("3")).unwrap().unwrap();
    row.contact.id = ContactId::from("900");
    row.contact.identifiers =
        wire::ContactIdentifiers { id: "C-900".to_owned(), ..wire::ContactIdentifiers::default() };
    match field {
        ContactField::Phone1 => row.contact.identifiers.phone1 = number.to_owned(),
        _ => row.contact.identifiers.whatsapp_identifier = number.to_owned(),
    }
    let row: ContactRow = row;
    test.with(|centre, store, context| {
        centre.transact_store(store, context, |tx| tx.store.put_contact(&row)).unwrap();
    });
}

/// The result of the number in the place, as one text.
fn result(test: &mut TestCentre, ana: &Agent, place: Place, case: &Case<'_>) -> String {
    let Case { typed, canonical, network } = case;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match place {
        Place::FormTelephone => {
            text(&creates(test, ana, "C-1", "contact_phone1", typed).ok().body["identifiers"]["phone1"])
        }
        Place::FormWhatsApp => {
            let body = creates(test, ana, "C-1", "whatsapp_identifier", typed).ok().body;
            text(&body["identifiers"]["whatsapp_identifier"])
        }
        Place::Duplicate => {
            creates(test, ana, "C-1", "whatsapp_identifier", canonical).ok();
            creates(test, ana, "C-2", "whatsapp_identifier", typed).refusal()
        }
        Place::LookUp => {
            creates(test, ana, "C-1", "contact_phone1", canonical).ok();
            let body = test.get(ana, &format!("/contacts/{}?by_field=phone1", in_address(typed))).ok().body;
            text(&body["data"][0]["fullname"])
        }
        Place::Search => {
            creates(test, ana, "C-1", "contact_phone1", canonical).ok();
            let body = test.get(ana, &format!("/contacts?search={}", in_address(typed))).ok().body;
            text(&body["data"][0]["fullname"])
        }
        Place::Import => {
            let begun = json!({ "agent": ana.id, "columns": ["fullname", "phone1"], "lines": 1 });
            let import = text(&test.post(ana, "/contacts/imports", begun).ok().body["id"]);
            let lines = json!({ "agent": ana.id, "lines": [["Gil Raro", typed]] });
            test.post(ana, &format!("/contacts/imports/{import}/lines/0"), lines).ok();
            test.bare(ana, "POST", &format!("/contacts/imports/{import}/commit?agent={}", ana.id)).ok();
            while test.tick() <= test.now.plus_ms(1) {
                test.advance(1);
            }
            let body = test.get(ana, &format!("/contacts/{canonical}?by_field=phone1")).ok().body;
            text(&body["data"][0]["identifiers"]["phone1"])
        }
        Place::Begin => {
            begin(test, ana, typed).ok();
            writes(test, "w1", network, "ok");
            text(&only_job(test, ana).1["phone"])
        }
        Place::Link => {
            stored(test, ContactField::WhatsappIdentifier, typed);
            writes(test, "w1", network, "oi");
            text(&only_job(test, ana).1["contactId"])
        }
        Place::Register => {
            stored(test, ContactField::Phone1, typed);
            writes(test, "w1", network, "oi");
            text(&only_job(test, ana).1["contactId"])
        }
        Place::OptOut => {
            let customer = (*network).to_owned();
            report(test, WhatsAppInbound::Consent { customer, granted: false, at: None });
            begin(test, ana, typed).refusal()
        }
        Place::Blocked => {
            let blocked = BlockedNumberRow { org_unit_id: "1".into(), phone: (*canonical).to_owned() };
            test.store.put_blocked_number(&blocked).unwrap();
            let typed = (*typed).to_owned();
            let is_blocked = test.with(|centre, store, context| {
                centre.transact_store(store, context, |tx| suppression::is_blocked(tx, &"1".into(), &typed)).unwrap()
            });
            is_blocked.to_string()
        }
        Place::Latest => {
            writes(test, "w1", network, "oi");
            let query = format!("agentId=101&orgUnitId=1&channel=whatsapp&contactIdentifier={}", in_address(typed));
            let body = test.get(ana, &format!("/contacts/latest-contact-interaction?{query}")).ok().body;
            text(&body["channel"])
        }
        Place::Erasure => {
            creates(test, ana, "C-1", "contact_phone1", canonical).ok();
            let erasure = crate::CustomerErasure { org_unit: "1".into(), identifier: (*typed).to_owned(), end: false };
            test.with(|centre, store, context| centre.erase_customer(store, context, &erasure).unwrap());
            test.store.contacts_by(ContactField::Phone1, canonical).unwrap().len().to_string()
        }
    }
}

/// The expected result of the number in the place.
fn expected(place: Place, case: &Case<'_>) -> String {
    match place {
        Place::FormTelephone | Place::FormWhatsApp | Place::Import | Place::Begin => case.canonical.to_owned(),
        Place::Latest => "whatsapp".to_owned(),
        Place::Duplicate => "409 DUPLICATE_IDENTIFIER".to_owned(),
        Place::LookUp | Place::Search => "Gil Raro".to_owned(),
        Place::Link | Place::Register => "900".to_owned(),
        Place::OptOut => "409 blacklist".to_owned(),
        Place::Blocked => "true".to_owned(),
        Place::Erasure => "0".to_owned(),
    }
}

#[rstest]
#[case::of_portugal("PT", "351912345678", "351912345678", &["912 345 678", "+351 912 345 678", "00351 912345678", "351912345678"])]
#[case::of_the_usa("US", "12125550123", "12125550123", &["(212) 555-0123", "1-212-555-0123", "+1 212 555 0123", "2125550123"])]
#[case::of_mexico(
    "MX", "525512345678", "5215512345678",
    &["55 1234 5678", "044 55 1234 5678", "01 55 1234 5678", "+52 1 55 1234 5678", "5215512345678", "+52 55 1234 5678"]
)]
#[case::of_argentina(
    "AR", "5491123456789", "5491123456789",
    &["011 15-2345-6789", "11 15 2345-6789", "9 11 2345-6789", "+54 9 11 2345-6789", "+54 11 15 2345-6789", "5491123456789"]
)]
#[case::of_brazil("BR", "5511987650001", "551187650001", &["(11) 98765-0001", "011 8765-0001", "+55 11 98765-0001"])]
fn bey_164_every_place_reads_numbers_as_the_country_of_the_centre_writes_them(
    #[case] country: &str,
    #[case] canonical: &str,
    #[case] network: &str,
    #[case] writings: &[&str],
) {
    for typed in writings {
        for place in Place::ALL {
            let mut test = centre_of(country);
            let ana = at_work(&mut test, ANA);
            let case = Case { typed, canonical, network };
            assert_eq!(result(&mut test, &ana, place, &case), expected(place, &case), "{place:?} of {typed}");
        }
    }
}

#[test]
fn bey_164_after_another_country_was_set_contacts_are_found_as_people_there_write() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    stored(&mut test, ContactField::Phone1, "912 345 678");
    let found = |test: &mut TestCentre| {
        let by_number = test.get(&ana, "/contacts/351912345678?by_field=phone1").ok().body;
        let by_text = test.get(&ana, "/contacts?search=351912345678").ok().body;
        let count = |body: &Value| body["data"].as_array().map_or(0, Vec::len);
        (count(&by_number), count(&by_text))
    };
    assert_eq!(found(&mut test), (0, 0));
    let rows = |test: &mut TestCentre| {
        use crate::store::{Backend, ContactAddressRow, Scan};
        test.store.scan(&Scan::of::<ContactAddressRow>()).unwrap().len()
    };
    let before = rows(&mut test);
    test.centre.config.number_country = NumberCountry::of("PT").unwrap();
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    test.tick();
    assert_eq!(found(&mut test), (1, 1));
    // Nothing of the former country is left: the rows are those of the same contacts, and the one that names the country.
    assert!(rows(&mut test) <= before + 1, "{} after {before}", rows(&mut test));
    let began: Wall = test.now;
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!((found(&mut test), began), ((1, 1), test.now), "a second start indexes nothing");
}
