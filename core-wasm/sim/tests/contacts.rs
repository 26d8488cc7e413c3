//! The contact of an attendance: looked up, registered, renamed, linked, refused.

use core_wasm::contacts::ContactStateView;
use core_wasm::contacts::ContactsIntent;
use core_wasm::{Intent, wire::Protocol};
use rstest::rstest;
use workspace_sim::contact_centre::store::{ContactField, ContactRow, Store};
use workspace_sim::contact_centre::wire::{Contact, ContactId, ContactIdentifiers};
use workspace_sim::{FailKind, SUPPORT, Sim, core_wasm};

fn at_work() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    (sim, chat)
}

fn state(sim: &mut Sim, chat: &Protocol) -> String {
    match sim.agent(0).contact(chat).unwrap().contact {
        ContactStateView::Loading => "loading".to_owned(),
        ContactStateView::Unknown => "unknown".to_owned(),
        ContactStateView::Failed => "failed".to_owned(),
        ContactStateView::Found { contact } => contact.name,
        ContactStateView::Several { candidates } => {
            candidates.into_iter().map(|candidate| candidate.name).collect::<Vec<_>>().join(" / ")
        }
    }
}

fn row(id: &str, fullname: &str, chat_identifier: &str, blocked: bool) -> ContactRow {
    let identifiers =
        ContactIdentifiers { chat_identifier: chat_identifier.to_owned(), ..ContactIdentifiers::default() };
    let contact = Contact { id: ContactId::from(id), fullname: fullname.to_owned(), identifiers, ..Contact::default() };
    ContactRow {
        contact,
        org_unit_id: "1".into(),
        blocked,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    }
}

#[test]
fn the_attendance_of_a_known_customer_has_the_contact() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("helena").is_known_as(Some("helena.duarte@example.com")).starts(SUPPORT);
    assert_eq!(state(&mut sim, &chat), "Helena Duarte");
    sim.agent(0).expect_rows(&["Helena Duarte"]);
    sim.expect_agreement();
}

#[test]
fn ctc_039_an_identifier_that_is_not_verified_only_proposes_its_contact() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("helena").is_known_as(Some("helena.duarte@example.com")).is_not_confirmed().starts(SUPPORT);
    let panel = sim.agent(0).contact(&chat).unwrap();
    let ContactStateView::Several { candidates } = panel.contact else { panic!("{panel:?}") };
    assert!(panel.identifier_unverified);
    assert_eq!(candidates.iter().map(|contact| contact.name.as_str()).collect::<Vec<_>>(), ["Helena Duarte"]);
    sim.agent(0).expect_rows(&["helena"]);
    assert_eq!(sim.store().job(&chat).unwrap().unwrap().contact_id, None);
    sim.agent(0).links(&chat, &candidates[0].id);
    assert_eq!(state(&mut sim, &chat), "Helena Duarte");
    assert!(sim.agent(0).contact(&chat).unwrap().identifier_unverified, "the mark stays");
    sim.expect_agreement();
}

#[test]
fn ctc_011_an_unknown_visitor_is_registered_and_the_attendance_uses_the_contact() {
    let (mut sim, chat) = at_work();
    assert_eq!(state(&mut sim, &chat), "unknown");
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana@example.com").expect_snackbar("contacts.created");
    assert_eq!(state(&mut sim, &chat), "Mariana Alves");
    assert!(sim.agent(0).contact(&chat).unwrap().form.is_none());
    let kept = sim.store().contacts_by(ContactField::ChatIdentifier, "mariana@example.com").unwrap();
    assert_eq!((kept.len(), kept[0].contact.fullname.as_str()), (1, "Mariana Alves"));
    assert_eq!(kept[0].contact.identifiers.id, "mariana@example.com");
    sim.expect_agreement();
}

#[test]
fn ctc_012_a_registered_contact_is_renamed_under_its_id() {
    let (mut sim, chat) = at_work();
    sim.agent(0).registers(&chat, "Mariana", "mariana@example.com").registers(&chat, "Mariana Alves", "");
    assert_eq!(state(&mut sim, &chat), "Mariana Alves");
    let kept = sim.store().contacts_by(ContactField::ChatIdentifier, "mariana@example.com").unwrap();
    assert_eq!((kept.len(), kept[0].contact.fullname.as_str()), (1, "Mariana Alves"));
    sim.expect_agreement();
}

#[rstest]
#[case::ctc_013_whitespace("Mariana", "mariana alves", Some("contacts.identifierWhitespace"), None)]
#[case::shell_027_no_identifier("Mariana", "", Some("contacts.requiredField"), None)]
#[case::shell_027_no_name(" ", "mariana@example.com", None, Some("contacts.requiredField"))]
fn a_form_with_a_fault_shows_it_at_the_field_and_is_not_sent(
    #[case] fullname: &str,
    #[case] identifier: &str,
    #[case] identifier_error: Option<&str>,
    #[case] fullname_error: Option<&str>,
) {
    let (mut sim, chat) = at_work();
    let from = sim.trace_length();
    sim.agent(0).registers(&chat, fullname, identifier);
    assert!(!sim.trace_since(from).contains("POST contacts"));
    let errors = sim.agent(0).contact(&chat).unwrap().form.unwrap().errors;
    assert_eq!(errors.identifier.map(|text| text.key).as_deref(), identifier_error);
    assert_eq!(errors.fullname.map(|text| text.key).as_deref(), fullname_error);
}

#[test]
fn ctc_018_one_leading_plus_is_stripped_when_looking_up_and_saving() {
    let (mut sim, chat) = at_work();
    let body = r#"{"event":"NewChatEvent","eventId":"n1","job":{"protocol":"77","channel":"chat","from":"Bia","contactIdentifier":"++5511955550199","activeAttendance":true}}"#;
    sim.agent(0).receives_frame(body);
    assert!(sim.trace().contains("GET contacts/%2B5511955550199?by_field=chat_identifier"), "{}", sim.trace());
    sim.agent(0).registers(&chat, "Mariana", "+5511955550199");
    let kept = sim.store().contacts_by(ContactField::Id, "5511955550199").unwrap();
    assert_eq!((kept.len(), kept[0].contact.fullname.as_str()), (1, "Mariana"));
}

#[test]
fn ctc_016_saving_without_a_form_raises_contact_undefined() {
    let (mut sim, chat) = at_work();
    let save = Intent::Contacts(ContactsIntent::SaveContact {
        protocol: chat,
        fullname: "Mariana".to_owned(),
        identifier: "m".to_owned(),
        email: String::new(),
    });
    sim.agent(0).intent(save).expect_snackbar("contacts.undefined");
    assert_eq!(sim.agent(0).reports().last().unwrap().detail, "Contact undefined");
}

#[rstest]
#[case::ctc_020_a_server_fault(FailKind::Status(500), "contacts.saveFailed")]
#[case::no_answer(FailKind::NoAnswer, "contacts.saveFailed")]
#[case::ctc_024_blocked(FailKind::Answer(409, r#"{"reason":"BLOCKED_CONTACT"}"#), "contacts.cause.blockedContact")]
#[case::ctc_025_duplicate(
    FailKind::Answer(409, r#"{"reason":"DUPLICATE_IDENTIFIER"}"#),
    "contacts.cause.duplicateIdentifier"
)]
fn a_failed_save_keeps_the_form_and_shows_the_reason(#[case] fault: FailKind, #[case] snackbar: &str) {
    let (mut sim, chat) = at_work();
    sim.fail_next("POST contacts", fault);
    sim.agent(0).registers(&chat, "Mariana", "mariana@example.com").expect_snackbar(snackbar);
    let form = sim.agent(0).contact(&chat).unwrap().form.unwrap();
    assert_eq!((form.pending, form.error.unwrap().key.as_str()), (false, snackbar));
    let again = Intent::Contacts(ContactsIntent::SaveContact {
        protocol: chat.clone(),
        fullname: "Mariana".to_owned(),
        identifier: "mariana@example.com".to_owned(),
        email: String::new(),
    });
    sim.agent(0).intent(again);
    sim.settle();
    assert_eq!(state(&mut sim, &chat), "Mariana");
    sim.expect_agreement();
}

#[rstest]
#[case::ctc_025_a_taken_identifier("helena.duarte@example.com", "contacts.cause.duplicateIdentifier")]
#[case::ctc_024_an_identifier_of_a_blocked_contact("bloqueada@example.com", "contacts.cause.blockedContact")]
fn the_server_refuses_a_new_contact(#[case] identifier: &str, #[case] snackbar: &str) {
    let (mut sim, chat) = at_work();
    sim.arrange(|store| store.put_contact(&row("900", "Bloqueada", "bloqueada@example.com", true)).unwrap());
    sim.agent(0).registers(&chat, "Outra pessoa", identifier).expect_snackbar(snackbar);
    assert_eq!(state(&mut sim, &chat), "unknown");
    sim.expect_agreement();
}

#[test]
fn ctc_021_a_failed_contact_search_is_shown_and_can_be_repeated() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim.fail_next("GET contacts/", FailKind::Status(500));
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).expect_snackbar("contacts.loadFailed");
    assert_eq!(state(&mut sim, &chat), "failed");
    sim.agent(0).intent(Intent::Contacts(ContactsIntent::ReloadContact { protocol: chat.clone() }));
    sim.settle();
    assert_eq!(state(&mut sim, &chat), "unknown");
}

#[test]
fn api_002_a_contact_search_without_results_is_an_answer_and_not_an_error() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim.fail_next("GET contacts/", FailKind::Answer(404, r#"{"message":"contact not found"}"#));
    let chat = sim.customer("Mariana").starts(SUPPORT);
    assert!(sim.trace().contains("404 GET contacts/mariana%40example.com"));
    assert_eq!(state(&mut sim, &chat), "unknown");
    sim.agent(0).expect_no_snackbar();
}

#[test]
fn ctc_039_an_attendance_is_linked_with_an_existing_contact() {
    let (mut sim, chat) = at_work();
    sim.agent(0).searches(&chat, "otáv");
    let search = sim.agent(0).contact(&chat).unwrap().search.unwrap();
    let found: Vec<&str> = search.results.iter().map(|result| result.name.as_str()).collect();
    assert_eq!(found, ["Otávio Ramos"]);
    let from = sim.trace_length();
    sim.agent(0).links(&chat, &search.results[0].id).expect_rows(&["Otávio Ramos"]).expect_snackbar("contacts.linked");
    let path = format!("PUT contacts/{}/vinculate-with-contact/chat", search.results[0].id);
    assert!(sim.trace_since(from).contains(&path));
    let job = sim.store().job(&chat).unwrap().unwrap();
    assert_eq!(job.contact_id.unwrap().as_str(), search.results[0].id);
    sim.expect_agreement();
}

#[test]
fn ctc_039_the_agent_chooses_among_several_contacts_with_the_identifier() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    // In this server's store an identifier is unique within an org unit; another server may find several contacts.
    let several = r#"{"data":[{"id":"901","fullname":"Ana Paula"},{"id":"902","fullname":"Ana Pereira"}]}"#;
    sim.fail_next("contacts/ana.p", FailKind::Answer(200, several));
    let chat = sim.customer("Ana P").is_known_as(Some("ana.p@example.com")).starts(SUPPORT);
    assert_eq!(state(&mut sim, &chat), "Ana Paula / Ana Pereira");
}

#[test]
fn an_empty_search_is_refused_and_only_the_last_search_shows_results() {
    let (mut sim, chat) = at_work();
    sim.agent(0).searches(&chat, "  ");
    let search = sim.agent(0).contact(&chat).unwrap().search.unwrap();
    assert_eq!(search.error.unwrap().key, "contacts.requiredField");
    sim.fail_next("GET contacts?", FailKind::Late(500));
    sim.agent(0)
        .intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: chat.clone(), text: "rafael".to_owned() }));
    sim.agent(0)
        .intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: chat.clone(), text: "lívia".to_owned() }));
    sim.settle();
    let search = sim.agent(0).contact(&chat).unwrap().search.unwrap();
    let found: Vec<&str> = search.results.iter().map(|result| result.name.as_str()).collect();
    assert_eq!(found, ["Lívia Nogueira"]);
}
