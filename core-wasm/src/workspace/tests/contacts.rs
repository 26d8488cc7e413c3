//! The contact of an attendance: looked up, registered, renamed, searched and linked.

use super::bench::Bench;
use super::samples::{contact, visitor_job, with};
use super::words::said;
use crate::contacts::ContactStateView::{self, Failed, Found, Loading, Several, Unknown};
use crate::contacts::ContactsIntent;
use crate::flow::{HttpFailure, ReportLevel};
use crate::input::Intent;
use crate::qualification::QualificationIntent;
use rstest::rstest;
use serde_json::{Value, json};

const VISITOR: &str = "V1";

/// An open chat of an unknown customer.
fn with_visitor() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends_visitor(VISITOR).forget();
    bench
}

/// A chat of a registered contact, with the form open.
fn renaming() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "P1".into() })).forget();
    bench
}

fn registers(bench: &mut Bench, fullname: &str, identifier: &str) {
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: VISITOR.into() }));
    saves(bench, VISITOR, fullname, identifier);
}

fn saves(bench: &mut Bench, protocol: &str, fullname: &str, identifier: &str) {
    let (fullname, identifier) = (fullname.to_owned(), identifier.to_owned());
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: protocol.into(),
        fullname,
        identifier,
        email: String::new(),
    }));
}

fn found_name(bench: &Bench, protocol: &str) -> String {
    match bench.contact(protocol).contact {
        Found { contact } => contact.name,
        other => panic!("{other:?}"),
    }
}

#[test]
fn api_147_a_contact_is_looked_up_by_the_channels_identifier() {
    let mut bench = Bench::signed_in();
    bench.hold("GET contacts/visitor-1").attends_visitor(VISITOR);
    let call = bench.call("GET contacts/visitor-1");
    assert_eq!(
        (call.query_text().as_str(), &call.body),
        ("by_field=chat_identifier&agent=101&empty_org_unit=false", &None)
    );
    assert_eq!(bench.contact(VISITOR).contact, Loading);
    bench.reply("GET contacts/visitor-1", 200, json!({ "data": [contact("7", "Rodrigo Farias")] }));
    assert_eq!(
        (found_name(&bench, VISITOR), bench.row(VISITOR).name),
        ("Rodrigo Farias".to_owned(), "Rodrigo Farias".to_owned())
    );
}

#[rstest]
#[case::no_contact(json!({ "data": [] }), Unknown)]
#[case::bare_list(json!([]), Unknown)]
#[case::a_contact_without_an_id(json!([{ "fullname": "?" }]), Unknown)]
fn a_look_up_without_a_contact_in_the_answer_leaves_the_contact_unknown(
    #[case] body: Value,
    #[case] state: ContactStateView,
) {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", 200, body).attends_visitor(VISITOR);
    assert_eq!((bench.contact(VISITOR).contact, bench.said().len()), (state, 0));
}

#[test]
fn the_agent_chooses_among_several_found_contacts() {
    let mut bench = Bench::signed_in();
    let two = json!([contact("7", "Rodrigo Farias"), contact("8", "Rodrigo Nunes")]);
    bench.answer("GET contacts/visitor-1", 200, two).attends_visitor(VISITOR);
    let Several { candidates } = bench.contact(VISITOR).contact else { panic!("several") };
    assert_eq!(candidates.iter().map(|candidate| candidate.id.as_str()).collect::<Vec<_>>(), ["7", "8"]);
}

#[test]
fn ctc_007_the_found_contacts_and_the_chosen_one_are_kept_for_each_attendance() {
    const LINK: &str = "PUT contacts/8/vinculate-with-contact/chat";
    let mut bench = Bench::signed_in();
    let two = json!([contact("7", "Rodrigo Farias"), contact("8", "Rodrigo Nunes")]);
    bench.answer("GET contacts/visitor-1", 200, two).attends_visitor(VISITOR).attends_visitor("V2");
    bench.hold(LINK);
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: "V2".into(), contact_id: "8".into() }));
    let found = |bench: &Bench, protocol: &str| {
        let panel = bench.contact(protocol);
        let Several { candidates } = panel.contact else { panic!("several") };
        (candidates.into_iter().map(|candidate| candidate.id).collect::<Vec<_>>(), panel.linking)
    };
    let ids = vec!["7".to_owned(), "8".to_owned()];
    assert_eq!(found(&bench, VISITOR), (ids.clone(), None));
    assert_eq!(found(&bench, "V2"), (ids.clone(), Some("8".to_owned())));
    bench.reply(LINK, 200, contact("8", "Rodrigo Nunes"));
    assert_eq!(found_name(&bench, "V2"), "Rodrigo Nunes");
    assert_eq!(found(&bench, VISITOR), (ids, None));
}

#[rstest]
#[case::server_fault(500, json!({}))]
#[case::forbidden(403, json!({}))]
#[case::not_a_contact(200, json!("?"))]
fn ctc_021_a_contact_that_cannot_be_loaded_is_shown(#[case] status: u16, #[case] body: Value) {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", status, body).attends_visitor(VISITOR);
    assert_eq!(
        (bench.contact(VISITOR).contact, bench.said()),
        (Failed, vec!["Ocorreu um erro ao recuperar os dados do contato".to_owned()])
    );
    bench.answer("GET contacts/visitor-1", 200, json!([contact("7", "Rodrigo Farias")]));
    bench.intent(Intent::Contacts(ContactsIntent::ReloadContact { protocol: VISITOR.into() }));
    assert_eq!(found_name(&bench, VISITOR), "Rodrigo Farias");
}

#[test]
fn api_152_ctc_011_a_visitor_is_registered_with_post_contacts() {
    let mut bench = with_visitor();
    registers(&mut bench, " Marina Prado ", "marina@site");
    let call = bench.call("POST contacts");
    let draft =
        json!({ "contact_identifier": "marina@site", "chat_identifier": "marina@site", "fullname": "Marina Prado" });
    assert_eq!((call.json(), call.query.len()), (json!({ "contact": draft, "agent": "101", "protocol": VISITOR }), 0));
    assert_eq!(bench.said(), ["Contato cadastrado com sucesso"]);
    assert_eq!((found_name(&bench, VISITOR), bench.contact(VISITOR).form), ("Marina Prado".to_owned(), None));
}

#[test]
fn api_153_ctc_012_ctc_019_a_contact_is_renamed_with_put_contacts() {
    let mut bench = renaming();
    saves(&mut bench, "P1", "Mariana A. Prado", "");
    let call = bench.call("PUT contacts/5");
    assert_eq!(call.json(), json!({ "contact": { "id": "5", "fullname": "Mariana A. Prado" }, "agent": "101" }));
    assert_eq!(
        (bench.said(), found_name(&bench, "P1")),
        (vec!["Alterações salvas com sucesso".to_owned()], "Mariana A. Prado".to_owned())
    );
}

#[rstest]
#[case::blank("marina prado")]
#[case::tab("marina\tprado")]
#[case::at_the_end("marina@site ")]
#[case::no_break_space("marina\u{a0}prado")]
fn ctc_013_an_identifier_with_whitespace_is_refused(#[case] identifier: &str) {
    let mut bench = with_visitor();
    registers(&mut bench, "Marina Prado", identifier);
    let form = bench.contact(VISITOR).form.expect("the form stays open");
    assert_eq!(said(&form.errors.identifier.expect("an error")), "O identificador não pode conter espaços");
    assert_eq!(bench.calls.len(), 0);
}

fn saves_with_email(bench: &mut Bench, email: &str) {
    let (fullname, identifier, email) = ("Marina Prado".to_owned(), "marina@site".to_owned(), email.to_owned());
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: VISITOR.into() }));
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: VISITOR.into(),
        fullname,
        identifier,
        email,
    }));
}

#[test]
fn the_email_address_of_a_new_contact_is_sent_if_there_is_one() {
    for (typed, sent) in [(" marina@example.com ", Some("marina@example.com")), (" ", None)] {
        let mut bench = with_visitor();
        bench.hold("POST contacts");
        saves_with_email(&mut bench, typed);
        assert_eq!(bench.call("POST contacts").json()["contact"]["email"].as_str(), sent, "{typed:?}");
    }
}

#[test]
fn an_email_address_that_is_not_complete_is_refused_at_its_field_and_nothing_is_sent() {
    let mut bench = with_visitor();
    saves_with_email(&mut bench, "marina.example.com");
    let form = bench.contact(VISITOR).form.expect("the form stays open");
    assert_eq!(said(&form.errors.email.expect("an error")), "O e-mail não está completo");
    assert_eq!(bench.calls.len(), 0);
}

#[test]
fn shell_027_shell_028_shell_029_empty_required_fields_show_their_error_and_nothing_is_sent() {
    let mut bench = with_visitor();
    registers(&mut bench, " ", "");
    let errors = bench.contact(VISITOR).form.expect("the form").errors;
    assert_eq!(
        [errors.fullname, errors.identifier].map(|error| said(&error.expect("an error"))),
        ["Esse campo é obrigatório."; 2]
    );
    bench.intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: VISITOR.into(), text: "  ".to_owned() }));
    let search = bench.contact(VISITOR).search.expect("the search");
    assert_eq!(said(&search.error.expect("an error")), "Esse campo é obrigatório.");
    assert_eq!(bench.calls.len(), 0);
}

#[test]
fn ctc_016_saving_without_a_contact_raises_contact_undefined() {
    let mut bench = with_visitor();
    saves(&mut bench, VISITOR, "Marina Prado", "marina@site");
    let report = bench.reports()[0].clone();
    assert_eq!((report.level, report.detail.as_str()), (ReportLevel::Error, "Contact undefined"));
    assert_eq!((bench.calls.len(), bench.said().len()), (0, 1));
}

#[rstest]
#[case::one_plus("+5511987654321", "5511987654321")]
#[case::only_the_first("++55", "+55")]
#[case::nothing_else("55+11(x)", "55+11(x)")]
fn ctc_018_a_leading_plus_is_stripped_when_saved(#[case] typed: &str, #[case] sent: &str) {
    let mut bench = with_visitor();
    registers(&mut bench, "Marina Prado", typed);
    let draft = bench.call("POST contacts").json()["contact"].clone();
    assert_eq!((draft["contact_identifier"].as_str(), draft["chat_identifier"].as_str()), (Some(sent), Some(sent)));
}

#[test]
fn ctc_018_a_leading_plus_is_stripped_when_looked_up() {
    let mut bench = Bench::signed_in();
    let job = with(visitor_job(VISITOR), json!({ "contactIdentifier": "+5511987654321" }));
    bench.event("NewChatEvent", json!({ "job": job }));
    assert_eq!(bench.calls_of("GET contacts/5511987654321").len(), 1);
    bench.intent(Intent::Contacts(ContactsIntent::SearchContacts {
        protocol: VISITOR.into(),
        text: "+5511".to_owned(),
    }));
    assert_eq!(bench.call("GET contacts").query_text(), "agent=101&page=1&per_page=10&search=5511");
}

#[rstest]
#[case::ctc_020_server_fault(500, json!({}), "Ocorreu um erro ao salvar as alterações do contato")]
#[case::ctc_020_unknown_reason(422, json!({ "reason": "MOON_PHASE" }), "Ocorreu um erro ao salvar as alterações do contato")]
#[case::ctc_020_an_answer_without_id(200, json!({}), "Ocorreu um erro ao salvar as alterações do contato")]
#[case::ctc_024_blocked(409, json!({ "reason": "BLOCKED_CONTACT" }), "Contato bloqueado")]
#[case::ctc_025_duplicate(409, json!({ "reason": "DUPLICATE_IDENTIFIER" }), "Identificador já cadastrado")]
fn a_failed_registration_is_shown_and_the_form_stays(#[case] status: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_visitor();
    bench.answer("POST contacts", status, body);
    registers(&mut bench, "Marina Prado", "marina@site");
    let form = bench.contact(VISITOR).form.expect("the form stays open");
    assert_eq!(
        (bench.said(), said(&form.error.expect("an error")).as_str(), form.pending),
        (vec![sentence.to_owned()], sentence, false)
    );
}

/// Saving again could make a second record.
#[rstest]
#[case::no_answer(None)]
#[case::the_store_does_not_know(Some(504))]
#[case::a_proxy_does_not_know(Some(502))]
fn a_registration_without_an_answer_that_cannot_be_looked_up_shows_that_its_result_is_unknown(
    #[case] status: Option<u16>,
) {
    let mut bench = with_visitor();
    bench.answer("GET contacts/marina%40site", 503, json!({}));
    match status {
        Some(status) => bench.answer("POST contacts", status, json!({})),
        None => bench.fail("POST contacts", HttpFailure::NoAnswer),
    };
    registers(&mut bench, "Marina Prado", "marina@site");
    let form = bench.contact(VISITOR).form.expect("the form stays open");
    let sentence = "Não houve resposta: o cadastro pode ter sido salvo. Confira antes de salvar de novo.";
    assert_eq!((said(&form.error.expect("an error")).as_str(), form.pending), (sentence, false));
}

#[test]
fn ctc_020_bey_153_after_a_save_without_any_answer_the_text_says_that_the_result_is_unknown() {
    let mut bench = renaming();
    bench.fail("PUT contacts/5", HttpFailure::TimedOut);
    saves(&mut bench, "P1", "Mariana A. Prado", "");
    assert!(bench.said().is_empty());
    bench.gives_up();
    let sentence = "Não houve resposta: o cadastro pode ter sido salvo. Confira antes de salvar de novo.";
    assert_eq!((bench.said(), found_name(&bench, "P1")), (vec![sentence.to_owned()], "Mariana Albuquerque".to_owned()));
}

#[test]
fn api_158_ctc_039_an_existing_contact_is_linked_and_the_job_uses_it() {
    let mut bench = with_visitor();
    bench.answer("GET contacts", 200, json!({ "data": [contact("7", "Rodrigo Farias")], "total": 1 }));
    bench.intent(Intent::Contacts(ContactsIntent::SearchContacts {
        protocol: VISITOR.into(),
        text: "Rodrigo".to_owned(),
    }));
    assert_eq!(bench.contact(VISITOR).search.expect("the search").results[0].id, "7");
    bench.hold("PUT contacts/7/vinculate-with-contact/chat");
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: VISITOR.into(), contact_id: "7".into() }));
    let call = bench.call("PUT contacts/7/vinculate-with-contact/chat");
    let data = json!({ "protocol": VISITOR, "contact_identifier": "visitor-1", "agent": "101" });
    assert_eq!((call.json(), call.query.len()), (json!({ "data": data }), 0));
    assert_eq!(bench.contact(VISITOR).linking.as_deref(), Some("7"));
    bench.reply("PUT contacts/7/vinculate-with-contact/chat", 200, contact("7", "Rodrigo Farias"));
    assert_eq!((found_name(&bench, VISITOR), bench.contact(VISITOR).linking), ("Rodrigo Farias".to_owned(), None));
    bench.finishes(VISITOR).intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: VISITOR.into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: VISITOR.into() }));
    assert_eq!(bench.call("POST job/chat/qualify").json()["contact"], "7");
}

#[rstest]
#[case::ctc_024("BLOCKED_CONTACT", "Contato bloqueado")]
#[case::ctc_026("ALREADY_IN_ATTENDANCE", "Contato já está em atendimento")]
#[case::ctc_027("ALREADY_IN_INBOX", "Contato está na caixa de entrada de um agente")]
#[case::ctc_028("CLIENT_ON_HOLD", "Contato está em fila de espera")]
#[case::ctc_029("CLIENT_ON_BOT", "Contato está em atendimento com o bot")]
#[case::ctc_030("ALREADY_PREFERENTIAL", "Contato é preferencial de outro agente")]
fn a_contact_that_the_server_refuses_is_not_linked(#[case] reason: &str, #[case] sentence: &str) {
    let mut bench = with_visitor();
    bench.answer("PUT contacts/7/vinculate-with-contact/chat", 409, json!({ "reason": reason }));
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: VISITOR.into(), contact_id: "7".into() }));
    assert_eq!((bench.said(), bench.contact(VISITOR).contact), (vec![sentence.to_owned()], Unknown));
}

#[test]
fn only_the_answer_to_the_last_search_shows_results() {
    let mut bench = with_visitor();
    bench.hold("GET contacts");
    for text in ["Ro", "Rodrigo"] {
        bench.intent(Intent::Contacts(ContactsIntent::SearchContacts {
            protocol: VISITOR.into(),
            text: text.to_owned(),
        }));
    }
    bench.reply("GET contacts", 200, json!([contact("1", "Romeu")]));
    assert!(bench.contact(VISITOR).search.expect("the search").results.is_empty());
    bench.reply("GET contacts", 200, json!([contact("7", "Rodrigo Farias")]));
    assert_eq!(bench.contact(VISITOR).search.expect("the search").results[0].id, "7");
}

#[test]
fn a_look_up_answered_after_another_contact_was_linked_changes_nothing() {
    let mut bench = Bench::signed_in();
    bench.hold("GET contacts/visitor-1").attends_visitor(VISITOR);
    bench.answer("PUT contacts/7/vinculate-with-contact/chat", 200, contact("7", "Rodrigo Farias"));
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: VISITOR.into(), contact_id: "7".into() }));
    assert_eq!(found_name(&bench, VISITOR), "Rodrigo Farias");
    bench.reply("GET contacts/visitor-1", 200, json!([contact("1", "Romeu")]));
    assert_eq!(found_name(&bench, VISITOR), "Rodrigo Farias");
}

fn finds(bench: &mut Bench, text: &str) {
    bench.intent(Intent::Contacts(ContactsIntent::FindContacts { text: text.to_owned() }));
}

/// The text of the search, the names of the contacts found, and whether an answer is pending.
fn found(bench: &Bench) -> (String, Vec<String>, bool) {
    let view = bench.found_contacts();
    (view.text, view.contacts.into_iter().map(|contact| contact.name).collect(), view.pending)
}

#[test]
fn the_search_over_all_contacts_sends_one_request_when_the_agent_stops_typing() {
    let mut bench = Bench::signed_in();
    bench.hold("GET contacts");
    for text in ["h", "he", " hel "] {
        finds(&mut bench, text);
        bench.advance(249);
    }
    assert_eq!((bench.calls_of("GET contacts").len(), found(&bench)), (0, (String::new(), Vec::new(), true)));
    bench.advance(1);
    assert_eq!(bench.call("GET contacts").query_text(), "agent=101&page=1&per_page=10&search=hel");
    bench.reply("GET contacts", 200, json!({ "data": [contact("7", "Helena Duarte")], "total": 1 }));
    assert_eq!(found(&bench), ("hel".to_owned(), vec!["Helena Duarte".to_owned()], false));
}

#[test]
fn an_answer_to_an_earlier_search_text_is_not_shown() {
    let mut bench = Bench::signed_in();
    bench.hold("GET contacts");
    finds(&mut bench, "hel");
    bench.advance(250);
    finds(&mut bench, "rafael");
    bench.reply("GET contacts", 200, json!([contact("7", "Helena Duarte")]));
    assert_eq!(found(&bench), (String::new(), Vec::new(), true));
    bench.advance(250).reply("GET contacts", 200, json!([contact("8", "Rafael Moreira")]));
    assert_eq!(found(&bench), ("rafael".to_owned(), vec!["Rafael Moreira".to_owned()], false));
}

#[test]
fn a_closed_search_over_all_contacts_shows_no_results_and_sends_no_request() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts", 200, json!([contact("7", "Helena Duarte")]));
    finds(&mut bench, "hel");
    bench.advance(250);
    finds(&mut bench, "helena");
    finds(&mut bench, "");
    bench.advance(1_000);
    assert_eq!((bench.calls_of("GET contacts").len(), found(&bench)), (1, (String::new(), Vec::new(), false)));
}

#[rstest]
#[case::nothing_found(204, json!(null), false)]
#[case::not_allowed(403, json!({}), true)]
fn a_search_over_all_contacts_without_a_result_shows_the_reason(
    #[case] status: u16,
    #[case] body: Value,
    #[case] failed: bool,
) {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts", status, body);
    finds(&mut bench, "zz");
    bench.advance(250);
    let view = bench.found_contacts();
    assert_eq!((view.pending, view.failed, view.contacts.len()), (false, failed, 0));
}

#[test]
fn ctc_014_an_empty_search_field_sends_nothing_and_shows_an_error() {
    let mut bench = with_visitor();
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactSearch { protocol: VISITOR.into(), open: true }));
    bench.intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: VISITOR.into(), text: " \t".to_owned() }));
    let search = bench.contact(VISITOR).search.expect("the search");
    assert_eq!((said(&search.error.expect("an error")).as_str(), search.pending), ("Esse campo é obrigatório.", false));
    assert_eq!(bench.calls.len(), 0);
}

#[test]
fn ctc_008_the_copy_of_a_contact_in_an_attendance_has_no_last_contact_and_is_not_selected() {
    let mut bench = with_visitor();
    let last = json!({ "lastContact": { "protocol": "P0" }, "selected": true });
    bench.answer("PUT contacts/7/vinculate-with-contact/chat", 200, with(contact("7", "Rodrigo Farias"), last));
    bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: VISITOR.into(), contact_id: "7".into() }));
    bench.advance(300);
    let kept = |field: &str| {
        let kept = bench.stored(crate::flow::StorePlace::Database, &format!("jobs/{VISITOR}"));
        kept.expect("the attendance").contains(field)
    };
    assert_eq!([kept("Rodrigo Farias"), kept("lastContact"), kept("selected")], [true, false, false]);
}

/// The refusal of a name for a contact that another agent has changed: `theirs` is the present contact.
fn changed_contact_refusal(theirs: Value) -> Value {
    json!({ "reason": "CHANGED_CONTACT", "details": { "contact": with(contact("5", "Mariana Albuquerque"), theirs) } })
}

#[test]
fn the_name_that_another_agent_saved_is_shown_before_this_agents_name_replaces_it() {
    let mut bench = renaming();
    bench.answer("PUT contacts/5", 409, changed_contact_refusal(json!({ "fullname": "Mariana Prado", "version": 8 })));
    saves(&mut bench, "P1", "Mariana A. Prado", "");
    let sentence = "Outro agente salvou: Mariana Prado. Salve de novo para manter o seu texto.";
    let form = bench.contact("P1").form.expect("the form stays");
    assert_eq!((said(&form.error.expect("why")).as_str(), form.pending), (sentence, false));
    assert_eq!(found_name(&bench, "P1"), "Mariana Prado");
    bench.forget().answer("PUT contacts/5", 200, contact("5", "Mariana A. Prado"));
    saves(&mut bench, "P1", "Mariana A. Prado", "");
    let draft = json!({ "id": "5", "fullname": "Mariana A. Prado", "version": 8 });
    assert_eq!(bench.call("PUT contacts/5").json()["contact"], draft);
    assert_eq!((found_name(&bench, "P1"), bench.contact("P1").form), ("Mariana A. Prado".to_owned(), None));
}

#[test]
fn a_new_name_is_saved_again_with_the_new_version_if_another_agent_changed_other_fields() {
    let mut bench = renaming();
    bench.hold("PUT contacts/5");
    saves(&mut bench, "P1", "Mariana A. Prado", "");
    let theirs = changed_contact_refusal(json!({ "email": "mariana@x", "version": 8 }));
    bench.reply("PUT contacts/5", 409, theirs.clone());
    assert_eq!(bench.calls_of("PUT contacts/5")[1].json()["contact"]["version"], 8);
    bench.reply("PUT contacts/5", 409, theirs);
    assert_eq!(bench.calls_of("PUT contacts/5").len(), 2, "the same refusal again is shown");
    assert!(bench.contact("P1").form.is_some_and(|form| !form.pending && form.error.is_some()));
}

#[test]
fn a_late_answer_does_not_restore_an_older_name() {
    let mut bench = with_visitor();
    bench.hold("POST contacts");
    registers(&mut bench, "Marina Prado", "marina@site");
    // Meanwhile another attendance of the customer shows the contact, renamed.
    let renamed = with(contact("9", "Marina Prado Silva"), json!({ "version": 2 }));
    let other = with(visitor_job("P2"), json!({ "contact": renamed, "contactId": "9" }));
    bench.event("NewChatEvent", json!({ "job": other }));
    bench.reply("POST contacts", 200, with(contact("9", "Marina Prado"), json!({ "version": 1 })));
    assert_eq!(
        (bench.row(VISITOR).name.as_str(), bench.row("P2").name.as_str()),
        ("Marina Prado Silva", "Marina Prado Silva")
    );
}
