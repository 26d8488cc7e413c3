//! A write whose answer was lost is looked up or repeated before a result is shown to the agent (BEY-153). Covers every
//! row of `flow/writes.rs`.

use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::failures::rows;
use super::people::{acts, at_contacts, edits, fields, page};
use super::samples::{Script, contact, default_answer, with};
use super::whatsapp::with_two;
use super::words::said;
use crate::contacts::ContactsIntent;
use crate::flow::{ActionAfterLoss, AfterLoss, HttpFailure, ServerWrite};
use crate::input::Intent;
use crate::people::PeopleIntent;
use crate::whatsapp::WhatsAppIntent;
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Requests that are tested here and not in a row: the look-ups after a lost answer, and a registration that behaves
/// like `contacts::Create`.
pub(super) const AFTER_LOSS: [&str; 5] = [
    "contacts::CreateLookUp",
    "people::Create",
    "people::CreateLookUp",
    "people::CompanyLookUp",
    "whatsapp::BeginLookUp",
];

/// Which test proves that the result of a write is shown only when it is known.
enum Proof {
    /// The tables of this file, with the rows of `failures`.
    Rows,
    /// A test in this file.
    Test(&'static str),
    /// No text is shown about this write, so none can be shown too early.
    NothingSaid,
}

/// A new write does not compile until its proof is named here.
fn proof_of(write: ServerWrite) -> Proof {
    use Proof::{NothingSaid, Rows, Test};
    use ServerWrite::*;
    match write {
        EnterPause | LeavePause | ConnectChannel | DisconnectChannel | ExtendWrapUp | EndWrapUp | Qualify
        | SaveContact | LinkContact | DeleteContact | ChangeTags | RemoveRisk | MarkJob | SnoozeJob | SaveListView
        | OptIn | SaveSetting | ReturnFromAbsence | SetAbsent | ForceDisconnect | SetCallRules | KeepListener
        | ChangeBroadcast => Rows,
        Transfer => Test("transfers.rs"),
        FinishJob => Test("closing.rs"),
        RegisterContact | CreateCompany | SaveCompany | BeginConversation | Reopen => Test("lost_answers.rs"),
        MarkNotification => Test("notifications.rs"),
        DecideSamePerson => Test("same_person.rs"),
        ImportContacts => Test("imports.rs"),
        WriteNote => Test("notes.rs"),
        SendMessage => Test("unsent_answers.rs"),
        UploadFile => Test("uploads.rs"),
        ChangePassword => Test("new_password.rs"),
        SignIn | ChangeSecondFactor => Test("second_factor.rs"),
        Dial | Redial | RejectCall | TakePreferentialCall => Test("../../voice/tests/failures.rs"),
        TransferCall | CompleteTransfer | ChangeRoom | AddToConference | EndConference => Test("voice_rooms.rs"),
        CallColleague | HangUpColleague => Test("colleagues.rs"),
        SuperviseCall | ChangeSupervision | TakeOverCall | LeaveSupervision => Test("call_supervision.rs"),
        RetryEffect => Test("dead_effects.rs"),
        CreateBroadcast => Test("broadcasts_draft.rs"),
        HangUp => Test("../../voice/tests/calls.rs"),
        PlayRecording => Test("recordings.rs"),
        ReportCall => Test("../../voice/tests/own_call.rs"),
        CloseJob | Typing | ReadAll | SignOut | CreateUser => NothingSaid,
    }
}

/// The rows of `failures` whose request changes something on the server, with the write.
fn writing_rows() -> Vec<(&'static Row, ServerWrite)> {
    let writes = |row: &'static Row| {
        let mut bench = (row.before)();
        bench.forget().hold(row.call);
        (row.act)(&mut bench);
        bench.calls_of(row.call).iter().find_map(|call| call.write).map(|write| (row, write))
    };
    rows().filter_map(writes).collect()
}

#[test]
fn bey_153_every_write_has_a_proof() {
    let in_rows: BTreeSet<ServerWrite> = writing_rows().into_iter().map(|(_, write)| write).collect();
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/workspace/tests");
    for write in ServerWrite::ALL {
        match proof_of(*write) {
            Proof::Rows => assert!(in_rows.contains(write), "{write:?} has no row in the tables of failures"),
            Proof::Test(file) => assert!(here.join(file).is_file(), "{write:?}: {file}"),
            Proof::NothingSaid => assert_eq!(write.row().unknown, "", "{write:?}"),
        }
    }
}

/// The answers of a server that executed the write, for writes whose sample has none: to the first request, and to the
/// repetition.
fn answers_of(write: ServerWrite) -> (Option<Value>, Option<(u16, Value)>) {
    match write {
        ServerWrite::LeavePause => (
            Some(json!({ "success": true, "connected": true, "status": "available" })),
            Some((409, json!({ "cause": "already_chat_unpaused" }))),
        ),
        ServerWrite::DeleteContact => (Some(json!({})), Some((404, json!({})))),
        ServerWrite::ChangeTags => (Some(json!([])), None),
        ServerWrite::RemoveRisk => (Some(json!({})), None),
        ServerWrite::EnterPause => (Some(json!({ "success": true, "connected": true, "status": "paused" })), None),
        ServerWrite::ExtendWrapUp | ServerWrite::EndWrapUp => {
            (Some(json!({ "connected": true, "status": "available" })), None)
        }
        _ => (None, None),
    }
}

/// Sends the request of a row, which the server answers with success.
fn after_answered_request(row: &Row, write: ServerWrite) -> Bench {
    let mut bench = (row.before)();
    bench.forget();
    if let (Some(body), _) = answers_of(write) {
        bench.answer(row.call, 200, body);
    }
    (row.act)(&mut bench);
    bench.advance(1_300);
    bench
}

#[test]
fn bey_153_a_write_whose_answer_was_lost_shows_the_same_result_as_an_answered_one() {
    let mut compared = 0;
    for (row, write) in
        writing_rows().into_iter().filter(|(_, write)| write.action_after_loss() == ActionAfterLoss::Repeat)
    {
        let expected = after_answered_request(row, write).said();
        let mut bench = (row.before)();
        bench.forget();
        let (first, second) = answers_of(write);
        let known = bench.set_answer(row.call);
        bench.hold(row.call);
        (row.act)(&mut bench);
        let before = bench.said();
        bench.lose(row.call, HttpFailure::NoAnswer);
        assert_eq!(bench.said(), before, "{write:?}: nothing is said of the loss");
        bench.advance(1_300);
        assert_eq!(bench.calls_of(row.call).len(), 2, "{write:?} is sent again");
        let body = bench.calls_of(row.call)[1].body.clone();
        let sample = || match known.clone().unwrap_or_else(|| default_answer(row.call, body.as_ref(), bench.now.wall)) {
            Script::Reply { status, body, .. } => (status, body),
            other => panic!("{write:?}: {other:?}"),
        };
        let (status, answer) = second.or_else(|| Some((200, first?))).unwrap_or_else(sample);
        bench.restore_answer(row.call, known.clone()).reply(row.call, status, answer);
        assert_eq!(bench.said(), expected, "{} of {write:?}", row.pending);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn bey_153_a_write_without_any_answer_is_shown_as_unknown_and_not_as_failed() {
    let mut told = BTreeSet::new();
    for (row, write) in writing_rows() {
        let unknown = write.row().unknown;
        if unknown.is_empty() || row.told != Told::Snackbar || write.action_after_loss() == ActionAfterLoss::LookUp {
            continue;
        }
        let mut bench = (row.before)();
        bench.forget();
        let shown: BTreeSet<u32> = bench.snackbars().iter().map(|note| note.id).collect();
        bench.fail(row.call, HttpFailure::TimedOut);
        (row.act)(&mut bench);
        bench.gives_up();
        let notes = bench.snackbars();
        let said: Vec<&str> =
            notes.iter().filter(|note| !shown.contains(&note.id)).map(|note| note.body.key.as_str()).collect();
        assert_eq!(said, [unknown], "{} of {write:?}", row.pending);
        told.insert(write);
    }
    assert!(told.len() > 9, "{told:?}");
    assert!(
        ServerWrite::ALL
            .iter()
            .all(|write| !matches!(write.row().after_loss, AfterLoss::Silent(_)) || write.row().unknown.is_empty())
    );
}

/// What the look-up of a write without an answer finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LookUpResult {
    Done,
    NotDone,
    Nothing,
}

const UNKNOWN: &str = "Não houve resposta: o cadastro pode ter sido salvo. Confira antes de salvar de novo.";

fn looks_up(bench: &mut Bench, call: &str, finds: LookUpResult, found: Value) {
    match finds {
        LookUpResult::Done => bench.answer(call, 200, json!({ "data": [found], "total": 1 })),
        LookUpResult::NotDone => bench.answer(call, 200, json!({ "data": [], "total": 0 })),
        LookUpResult::Nothing => bench.fail(call, HttpFailure::NoAnswer),
    };
}

#[rstest]
#[case::the_write_was_done(LookUpResult::Done, "Contato cadastrado com sucesso")]
#[case::the_write_was_not_done(LookUpResult::NotDone, "Ocorreu um erro ao salvar as alterações do contato")]
#[case::the_result_stays_unknown(LookUpResult::Nothing, UNKNOWN)]
fn bey_153_a_registration_without_an_answer_is_looked_up(#[case] finds: LookUpResult, #[case] sentence: &str) {
    let mut bench = Bench::signed_in();
    bench.attends_visitor("P1").forget();
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "P1".into() }));
    let ids = json!({ "identifiers": { "id": "rodrigo@site", "chat_identifier": "visitor-1" } });
    looks_up(&mut bench, "GET contacts/rodrigo%40site", finds, with(contact("9", "Rodrigo Farias"), ids));
    bench.hold("POST contacts");
    let (fullname, identifier) = ("Rodrigo Farias".to_owned(), "rodrigo@site".to_owned());
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "P1".into(),
        fullname,
        identifier,
        email: String::new(),
    }));
    bench.lose("POST contacts", HttpFailure::NoAnswer);
    assert_eq!((bench.said(), bench.calls_of("POST contacts").len()), (vec![sentence.to_owned()], 1));
    let form = bench.contact("P1").form;
    assert_eq!(form.is_none(), finds == LookUpResult::Done, "the form with what was typed stays otherwise");
    assert!(form.is_none_or(|form| !form.pending && form.error.is_some_and(|error| said(&error) == sentence)));
}

#[rstest]
#[case::the_write_was_done(LookUpResult::Done, "Contato cadastrado com sucesso")]
#[case::the_write_was_not_done(LookUpResult::NotDone, "Ocorreu um erro ao salvar as alterações do contato")]
#[case::the_result_stays_unknown(LookUpResult::Nothing, UNKNOWN)]
fn bey_153_a_new_contact_of_the_list_without_an_answer_is_looked_up(
    #[case] finds: LookUpResult,
    #[case] sentence: &str,
) {
    let mut bench = at_contacts(page(1..=5, 5));
    edits(&mut bench, "");
    let ids = json!({ "identifiers": { "id": "CLI-9" } });
    looks_up(&mut bench, "GET contacts/CLI-9", finds, with(contact("9", "Ana Prado"), ids));
    bench.fail("POST contacts", HttpFailure::NoAnswer);
    acts(&mut bench, PeopleIntent::SaveContactEditor { fields: fields(&[("fullname", "Ana Prado"), ("id", "CLI-9")]) });
    assert_eq!((bench.said(), bench.calls_of("POST contacts").len()), (vec![sentence.to_owned()], 1));
}

#[rstest]
#[case::the_write_was_done(LookUpResult::Done, "Empresa cadastrada com sucesso")]
#[case::the_write_was_not_done(LookUpResult::NotDone, "Não foi possível salvar a empresa")]
#[case::the_result_stays_unknown(LookUpResult::Nothing, UNKNOWN)]
fn bey_153_a_new_company_without_an_answer_is_looked_up(#[case] finds: LookUpResult, #[case] sentence: &str) {
    const CREATE: &str = "POST employers/create";
    let mut bench = at_contacts(page(1..=5, 5));
    looks_up(&mut bench, "GET employers", finds, json!({ "employerId": "7", "name": "Aurora", "code": "A1" }));
    bench.hold(CREATE);
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "".into() });
    let fields = fields(&[("name", "Aurora"), ("code", "A1")]);
    acts(&mut bench, PeopleIntent::SaveCompanyEditor { fields, roles: Vec::new() });
    bench.lose(CREATE, HttpFailure::TimedOut);
    assert_eq!((bench.said(), bench.calls_of(CREATE).len()), (vec![sentence.to_owned()], 1));
    assert_eq!(bench.company_form().is_none(), finds == LookUpResult::Done, "what was typed stays otherwise");
}

#[rstest]
#[case::the_write_was_done(LookUpResult::Done, None)]
#[case::the_write_was_not_done(LookUpResult::NotDone, Some("Não foi possível iniciar o atendimento"))]
#[case::the_result_stays_unknown(
    LookUpResult::Nothing,
    Some("Não sabemos se o atendimento começou. Confira na lista antes de iniciar outro.")
)]
fn bey_153_the_start_of_a_conversation_without_an_answer_is_looked_up(
    #[case] finds: LookUpResult,
    #[case] sentence: Option<&str>,
) {
    const CHECK: &str = "POST job/whatsapp/check-active-sessions";
    const BEGIN: &str = "POST job/whatsapp/active-job";
    let mut bench = with_two();
    bench.hold(BEGIN).whatsapp(WhatsAppIntent::Begin {
        phone: "5511955550102".to_owned(),
        contact_id: Default::default(),
        campaign_id: Default::default(),
        route_id: String::new(),
    });
    match finds {
        LookUpResult::Done => {
            bench.answer(CHECK, 200, json!({ "active": true, "protocol": "W9", "agentName": "Ana Souza" }))
        }
        LookUpResult::NotDone => bench.answer(CHECK, 200, json!({ "active": false })),
        LookUpResult::Nothing => bench.fail(CHECK, HttpFailure::NoAnswer),
    };
    bench.lose(BEGIN, HttpFailure::NoAnswer);
    assert_eq!((bench.calls_of(BEGIN).len(), bench.calls_of(CHECK).len()), (1, 2));
    assert_eq!(bench.said(), sentence.into_iter().map(str::to_owned).collect::<Vec<_>>());
    if finds == LookUpResult::Done {
        bench.attends_whatsapp("W9", json!({ "phone": "5511955550102" }));
        assert_eq!(bench.path(), "/attendance/W9", "the attendance opens as if the answer had come");
    }
}

/// The answer to the repetition contains the record with the agent's values: the other change was this agent's own.
#[test]
fn bey_153_the_repetition_of_a_change_whose_answer_was_lost_is_no_conflict() {
    const SAVE: &str = "PUT contacts/5";
    let mut bench = Bench::signed_in();
    bench.attends("P1").intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "P1".into() })).forget();
    let held = bench.workspace.jobs.get(&"P1".into()).and_then(|job| job.contact()).cloned().expect("a contact");
    let (fullname, identifier) = ("Mariana A. Prado".to_owned(), String::new());
    bench.hold(SAVE);
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "P1".into(),
        fullname,
        identifier,
        email: String::new(),
    }));
    bench.lose(SAVE, HttpFailure::NoAnswer).advance(1_300);
    let theirs = with(contact("5", "Mariana A. Prado"), json!({ "version": held.version + 1 }));
    bench.reply(SAVE, 409, json!({ "reason": "CHANGED_CONTACT", "details": { "contact": theirs } }));
    assert_eq!((bench.said(), bench.calls_of(SAVE).len()), (vec!["Alterações salvas com sucesso".to_owned()], 2));
    assert!(bench.contact("P1").form.is_none());
}

#[rstest]
#[case::the_attendance_is_open(false, None)]
#[case::the_attendance_is_not_open(true, Some("Não foi possível reabrir o atendimento"))]
fn bey_153_the_reopening_of_an_attendance_without_an_answer_is_looked_up(
    #[case] disabled: bool,
    #[case] sentence: Option<&str>,
) {
    const REOPEN: &str = "POST whatsapp/reopen";
    const ACTIVE: &str = "GET agents/101/jobs/active";
    let mut bench = with_two();
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W1" })).open("W2").forget();
    bench.hold(ACTIVE).fail(REOPEN, HttpFailure::NoAnswer);
    bench.whatsapp(WhatsAppIntent::Reopen { protocol: "W1".into() });
    assert_eq!((bench.said().len(), bench.calls_of(REOPEN).len()), (0, 1));
    let listed = with(super::samples::whatsapp_job("W1"), json!({ "disabled": disabled, "version": 9 }));
    bench.reply(ACTIVE, 200, json!({ "asOfSeq": 50, "epoch": "e1", "data": { "whatsapp": [listed] } }));
    assert_eq!(bench.said(), sentence.into_iter().map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(bench.job("W1").disabled, disabled);
}

/// The repeated change of a company: the refusal of the repetition contains the record with the agent's values.
#[rstest]
#[case::the_record_has_the_agents_values("Aurora Ltda", true)]
#[case::another_agent_changed_the_record("Outra", false)]
fn bey_153_the_repetition_of_a_change_of_a_company_is_a_conflict_only_if_another_agent_changed_it(
    #[case] name: &str,
    #[case] is_own: bool,
) {
    const SAVE: &str = "PUT employers/7/update";
    let company = |name: &str, version: u64| json!({ "employerId": "7", "name": name, "code": "A1", "version": version, "roles": [] });
    let mut bench = Bench::signed_in();
    bench.answer("GET employers", 200, json!({ "data": [company("Aurora", 1)], "total": 1 }));
    super::people::goes(&mut bench, "/employer-management");
    acts(&mut bench, PeopleIntent::OpenCompanyEditor { employer_id: "7".into() });
    bench.hold(SAVE);
    let values = fields(&[("name", "Aurora Ltda")]);
    acts(&mut bench, PeopleIntent::SaveCompanyEditor { fields: values, roles: Vec::new() });
    bench.lose(SAVE, HttpFailure::NoAnswer).advance(1_300);
    let details = json!({ "employer": company(name, 2) });
    bench.reply(SAVE, 409, json!({ "reason": "CHANGED_EMPLOYER", "details": details }));
    let told: Vec<String> = if is_own { vec!["Empresa atualizada com sucesso".to_owned()] } else { Vec::new() };
    assert_eq!((bench.said(), bench.company_form().is_none()), (told, is_own));
}
