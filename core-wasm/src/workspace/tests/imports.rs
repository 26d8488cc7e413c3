//! The import of contacts from a file.

use super::bench::Bench;
use crate::flow::{Effect, HttpFailure, HttpReply, UploadCommand};
use crate::imports::{self, ContactImportView, FileFault, ImportPortion, ImportStep, ImportsIntent, ImportsSlice};
use crate::input::{Input, Intent};
use crate::session::SessionIntent;
use crate::view::View;
use crate::wire::Secret;
use rstest::rstest;
use serde_json::{Value, json};

pub(super) const CREATE: &str = "POST contacts/imports";
pub(super) const COMMIT: &str = "POST contacts/imports/7/commit";
pub(super) const PROGRESS: &str = "GET contacts/imports/7";
pub(super) const REMOVE: &str = "DELETE contacts/imports/7";
const LIST: &str = "GET contacts";

pub(super) fn acts(bench: &mut Bench, intent: ImportsIntent) {
    bench.intent(Intent::Imports(intent));
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn chooses(bench: &mut Bench, name: &str, headings: &[&str], lines: u32) {
    let sample = vec![texts(&["Ana Lima", "11 95555-0101", "x"])];
    let (handle, name, headings) = (format!("table-{name}"), name.to_owned(), texts(headings));
    acts(bench, ImportsIntent::ChooseImportFile { handle, name, headings, sample, lines });
}

fn reply(state: &str, fields: Value) -> Value {
    super::samples::with(json!({ "id": "7", "state": state, "lines": 500, "staged": 0 }), fields)
}

impl Bench {
    pub fn import(&self) -> ContactImportView {
        match self.workspace.view(&imports::slices::IMPORT.key()) {
            View::Imports(ImportsSlice::ContactImport(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    /// Step of the import and key of its error.
    fn import_state(&self) -> (ImportStep, Option<String>) {
        let view = self.import();
        (view.step, view.error.map(|error| error.key))
    }

    /// Number, address and body of each portion that was sent.
    fn portions(&self) -> Vec<(u64, String, String)> {
        let start = |effect: &Effect| match effect {
            Effect::Upload(UploadCommand::Start { id, request, token, file }) => {
                assert!(token.is_some(), "the session's token");
                Some((id.number, request.target(), file.clone()))
            }
            _ => None,
        };
        self.effects.iter().filter_map(start).collect()
    }

    /// The server answers the last portion that was sent.
    fn portion_ends(&mut self, status: u16) {
        let number = self.portions().last().expect("a portion").0;
        let reply = HttpReply { status, authorization: None, retry_after: None, body: Secret::new("{}".to_owned()) };
        let result = if status == 0 { Err(HttpFailure::NoAnswer) } else { Ok(reply) };
        self.input(Input::UploadEnded(number, result));
    }
}

/// A file with 500 lines was chosen and its columns are assigned to fields.
pub(super) fn mapped() -> Bench {
    let mut bench = Bench::signed_in();
    acts(&mut bench, ImportsIntent::OpenImport);
    chooses(&mut bench, "clientes.csv", &["Nome", "Telefone", "Obs."], 500);
    bench
}

pub(super) fn begins(bench: &mut Bench) {
    let portion = |(file, lines): (&str, u32)| ImportPortion { file: file.to_owned(), lines };
    let portions = [("f1", 200), ("f2", 200), ("f3", 100)].map(portion).into();
    acts(bench, ImportsIntent::BeginImport { portions });
}

/// The first portion is being sent.
pub(super) fn sending() -> Bench {
    let mut bench = mapped();
    bench.answer(CREATE, 200, reply("staged", json!({})));
    begins(&mut bench);
    bench
}

/// The last portion is being sent.
pub(super) fn last_portion() -> Bench {
    let mut bench = sending();
    bench.portion_ends(200);
    bench.portion_ends(200);
    bench
}

/// Begins an import and sends all portions.
pub(super) fn sends_all(bench: &mut Bench) {
    bench.answer(CREATE, 200, reply("staged", json!({})));
    begins(bench);
    for _ in 0..3 {
        bench.portion_ends(200);
    }
}

/// All portions were sent; the server is applying the lines.
pub(super) fn applying() -> Bench {
    let mut bench = last_portion();
    bench.answer(COMMIT, 200, reply("applying", json!({}))).answer(PROGRESS, 200, reply("applying", json!({})));
    bench.portion_ends(200);
    bench
}

#[test]
fn the_fields_of_the_columns_are_proposed_and_the_agent_can_change_them() {
    let mut bench = mapped();
    let fields =
        |bench: &Bench| -> Vec<String> { bench.import().columns.into_iter().map(|column| column.field).collect() };
    assert_eq!(fields(&bench), ["fullname", "phone1", ""]);
    let view = bench.import();
    assert_eq!(view.handle, "table-clientes.csv");
    assert_eq!((view.open, view.step, view.lines, view.missing), (true, ImportStep::Mapping, 500, None));
    assert_eq!(view.columns[1].sample, ["11 95555-0101"]);
    acts(&mut bench, ImportsIntent::MapImportColumn { column: 2, field: "fullname".to_owned() });
    assert_eq!(fields(&bench), ["", "phone1", "fullname"]);
    acts(&mut bench, ImportsIntent::MapImportColumn { column: 2, field: String::new() });
    assert_eq!(bench.import().missing.map(|text| text.key).as_deref(), Some("imports.nameMissing"));
    begins(&mut bench);
    assert_eq!((bench.import().step, bench.calls_of(CREATE).len()), (ImportStep::Mapping, 0));
}

#[rstest]
#[case::an_empty_file(FileFault::Empty, "imports.empty")]
#[case::a_file_without_a_table(FileFault::NoTable, "imports.noTable")]
#[case::an_encrypted_file(FileFault::Unreadable, "imports.unreadable")]
#[case::a_file_that_is_too_large(FileFault::TooLarge, "imports.tooLarge")]
#[case::a_quotation_mark_that_is_not_closed(FileFault::OpenQuote, "imports.openQuote")]
fn a_file_that_cannot_be_read_leaves_the_earlier_one_with_its_fields(#[case] fault: FileFault, #[case] key: &str) {
    let mut bench = mapped();
    acts(&mut bench, ImportsIntent::MapImportColumn { column: 2, field: "email".to_owned() });
    acts(&mut bench, ImportsIntent::RefuseImportFile { name: "outra.xlsx".to_owned(), fault, line: 7 });
    let view = bench.import();
    let error = view.error.expect("an error");
    assert_eq!((error.key.as_str(), error.params.get("file").map(String::as_str)), (key, Some("outra.xlsx")));
    assert_eq!(error.params.get("line").map(String::as_str), Some("7"));
    assert_eq!((view.file.as_str(), view.columns[2].field.as_str()), ("clientes.csv", "email"));
}

#[rstest]
#[case::ten_thousand_lines(10_000, None, 10_000)]
#[case::one_line_more(10_001, Some("imports.tooManyLines"), 500)]
#[case::only_the_line_of_headings(0, Some("imports.empty"), 500)]
fn a_file_to_import_has_one_to_ten_thousand_lines(#[case] lines: u32, #[case] key: Option<&str>, #[case] kept: u32) {
    let mut bench = mapped();
    chooses(&mut bench, "grande.csv", &["Nome", "Telefone"], lines);
    assert_eq!((bench.import().lines, bench.import_state().1.as_deref()), (kept, key));
}

#[test]
fn the_portions_of_lines_are_sent_one_after_another_and_then_applied_by_the_server() {
    let mut bench = sending();
    let body = json!({ "agent": "101", "columns": ["fullname", "phone1"], "lines": 500 });
    assert_eq!(bench.call(CREATE).json(), body);
    let mut percents = vec![bench.import().percent];
    bench.hold(COMMIT);
    for _ in 0..3 {
        assert_eq!(bench.calls_of(COMMIT).len(), 0);
        bench.portion_ends(200);
        percents.push(bench.import().percent);
    }
    let sent: Vec<_> = bench.portions().into_iter().map(|(_, target, file)| (target, file)).collect();
    let expected = [("0", "f1"), ("200", "f2"), ("400", "f3")];
    assert_eq!(sent, expected.map(|(from, file)| (format!("contacts/imports/7/lines/{from}"), file.to_owned())));
    assert_eq!((percents, bench.calls_of(COMMIT).len()), (vec![0, 13, 26, 33], 1));
    assert_eq!(bench.import().step, ImportStep::Applying);
}

#[test]
fn the_report_of_the_import_grows_while_the_server_applies_the_lines() {
    let mut bench = applying();
    let refused = |line: u32, field: &str, reason: &str| json!({ "line": line, "field": field, "reason": reason });
    let first = json!({ "next": 200, "created": 199, "refused": [refused(3, "phone1", "invalid")] });
    bench.forget().answer(PROGRESS, 200, reply("applying", first)).advance(500);
    assert_eq!((bench.import().percent, bench.import().created), (60, 199));
    assert_eq!(bench.call(PROGRESS).query_text(), "agent=101&from=0");
    let rest = json!({ "next": 500, "created": 498, "refused": [refused(400, "phone1", "DUPLICATE_IDENTIFIER")] });
    bench.forget().answer(PROGRESS, 200, reply("done", rest)).advance(500);
    assert_eq!(bench.call(PROGRESS).query_text(), "agent=101&from=200");
    let view = bench.import();
    let lines: Vec<_> = view
        .refused
        .iter()
        .map(|refusal| (refusal.line, refusal.field.as_str(), refusal.reason.key.as_str()))
        .collect();
    let expected = [(3, "phone1", "imports.reasons.invalid"), (400, "phone1", "imports.reasons.duplicateIdentifier")];
    assert_eq!((view.step, view.percent, view.created, lines.as_slice()), (ImportStep::Done, 100, 498, &expected[..]));
    assert_eq!((bench.said().len(), bench.calls_of(LIST).len()), (0, 1), "the dialog shows it");
    bench.forget().advance(60_000);
    assert_eq!(bench.calls_of(PROGRESS).len(), 0, "the server is not asked any more");
}

#[test]
fn an_import_that_ends_while_the_dialog_is_closed_shows_a_snackbar() {
    let mut bench = applying();
    acts(&mut bench, ImportsIntent::CloseImport);
    bench.answer(PROGRESS, 200, reply("done", json!({ "next": 500, "created": 498 }))).advance(500);
    assert_eq!(bench.said(), ["498 contatos importados"]);
}

#[test]
fn refused_lines_beyond_one_answer_are_requested_at_once() {
    let mut bench = applying();
    bench.forget().hold(PROGRESS).advance(500);
    bench.reply(PROGRESS, 200, reply("done", json!({ "next": 300, "created": 200 }))).advance(0);
    bench.reply(PROGRESS, 200, reply("done", json!({ "next": 500, "created": 200 })));
    assert_eq!((bench.import().step, bench.calls_of(PROGRESS).len()), (ImportStep::Done, 2));
}

#[test]
fn a_portion_without_an_answer_is_sent_again_and_the_import_goes_on() {
    let mut bench = sending();
    bench.portion_ends(200);
    bench.portion_ends(0);
    assert_eq!(bench.import_state(), (ImportStep::Failed, Some("imports.failed".to_owned())));
    acts(&mut bench, ImportsIntent::RetryImport);
    let files: Vec<String> = bench.portions().into_iter().map(|(.., file)| file).collect();
    assert_eq!((files, bench.import_state()), (texts(&["f1", "f2", "f2"]), (ImportStep::Sending, None)));
}

#[rstest]
#[case::the_import_is_created(CREATE, 503, ImportStep::Failed, "imports.failed")]
#[case::another_import_is_being_applied(CREATE, 409, ImportStep::Mapping, "imports.running")]
#[case::the_portion_is_refused(CREATE, 422, ImportStep::Mapping, "imports.refused")]
#[case::the_server_gets_too_many_requests(CREATE, 429, ImportStep::Failed, "imports.failed")]
#[case::the_import_is_committed(COMMIT, 500, ImportStep::Failed, "imports.failed")]
#[case::the_import_has_expired(COMMIT, 404, ImportStep::Mapping, "imports.expired")]
#[case::the_lines_are_applied(PROGRESS, 500, ImportStep::Failed, "imports.failed")]
#[case::the_report_was_deleted(PROGRESS, 404, ImportStep::Mapping, "imports.expired")]
fn a_failed_import_keeps_the_file_and_the_chosen_fields(
    #[case] call: &str,
    #[case] status: u16,
    #[case] step: ImportStep,
    #[case] error: &str,
) {
    let mut bench = mapped();
    bench.answer(CREATE, 200, reply("staged", json!({}))).answer(COMMIT, 200, reply("applying", json!({})));
    bench.answer(call, status, json!({}));
    begins(&mut bench);
    while !bench.portions().is_empty() && bench.import().step == ImportStep::Sending {
        bench.portion_ends(200);
    }
    bench.advance(500);
    assert_eq!(bench.import_state(), (step, Some(error.to_owned())));
    let view = bench.import();
    assert_eq!(view.cancellable, step == ImportStep::Failed);
    assert_eq!((view.file.as_str(), view.columns[1].field.as_str()), ("clientes.csv", "phone1"));
}

#[test]
fn a_cancel_while_lines_are_sent_stops_the_upload_and_removes_them() {
    let mut bench = sending();
    bench.portion_ends(200);
    let number = bench.portions()[1].0;
    bench.answer(REMOVE, 200, reply("removed", json!({})));
    acts(&mut bench, ImportsIntent::CancelImport);
    let stopped =
        |effect: &Effect| matches!(effect, Effect::Upload(UploadCommand::Cancel(call)) if call.number == number);
    assert!(bench.effects.iter().any(stopped));
    assert_eq!((bench.import_state(), bench.import().percent), ((ImportStep::Mapping, None), 0));
    bench.forget().input(Input::UploadEnded(number, Err(HttpFailure::NoAnswer)));
    assert_eq!((bench.import_state(), bench.calls.len()), ((ImportStep::Mapping, None), 0), "a late answer");
}

#[test]
fn the_end_of_the_session_stops_the_upload_of_the_lines() {
    let mut bench = sending();
    let number = bench.portions()[0].0;
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    let stopped =
        |effect: &Effect| matches!(effect, Effect::Upload(UploadCommand::Cancel(call)) if call.number == number);
    assert!(bench.effects.iter().any(stopped));
}

#[test]
fn a_cancel_while_lines_are_applied_waits_until_the_server_has_removed_the_contacts() {
    let mut bench = applying();
    assert!(bench.import().cancellable);
    bench.answer(REMOVE, 200, reply("removing", json!({}))).forget();
    acts(&mut bench, ImportsIntent::CancelImport);
    assert_eq!((bench.import().step, bench.import().cancellable), (ImportStep::Removing, false));
    bench.answer(PROGRESS, 200, reply("removing", json!({}))).advance(500);
    assert_eq!(bench.import().step, ImportStep::Removing);
    bench.answer(PROGRESS, 404, json!({})).advance(500);
    assert_eq!((bench.import_state(), bench.import().created), ((ImportStep::Mapping, None), 0));
    assert_eq!(bench.calls_of(LIST).len(), 1, "the list is loaded again");
}

#[test]
fn a_cancel_that_comes_too_late_ends_with_the_report() {
    let mut bench = applying();
    bench.answer(REMOVE, 409, json!({ "reason": "IMPORT_DONE" }));
    bench.answer(PROGRESS, 200, reply("done", json!({ "next": 500, "created": 500 })));
    acts(&mut bench, ImportsIntent::CancelImport);
    assert_eq!((bench.import().step, bench.import().created), (ImportStep::Done, 500));
}

#[test]
fn a_cancel_before_the_server_has_created_the_import_sends_no_request() {
    let mut bench = mapped();
    bench.hold(CREATE);
    begins(&mut bench);
    acts(&mut bench, ImportsIntent::CancelImport);
    assert_eq!((bench.import().step, bench.calls_of(REMOVE).len()), (ImportStep::Mapping, 0));
    bench.reply(CREATE, 200, reply("staged", json!({})));
    assert_eq!((bench.import().step, bench.portions().len()), (ImportStep::Mapping, 0));
}

#[test]
fn a_closed_dialog_lets_the_import_go_on_and_shows_it_when_it_opens_again() {
    let mut bench = applying();
    acts(&mut bench, ImportsIntent::CloseImport);
    bench.answer(PROGRESS, 200, reply("done", json!({ "next": 500, "created": 500 }))).advance(500);
    let view = bench.import();
    assert_eq!((view.open, view.step), (false, ImportStep::Done));
    acts(&mut bench, ImportsIntent::OpenImport);
    assert_eq!((bench.import().open, bench.import().step, bench.import().created), (true, ImportStep::Done, 500));
    chooses(&mut bench, "mais.csv", &["Nome", "Telefone"], 3);
    assert_eq!((bench.import().step, bench.import().created, bench.import().lines), (ImportStep::Mapping, 0, 3));
}
