//! Internal notes in the core: a note is kept until the server has it, stands at its place in the thread, and is never
//! sent to a customer.

use super::bench::{Bench, START};
use super::failure_rows::{Row, Told};
use super::samples::{active_jobs, chat_job, note, whatsapp_job};
use super::words::said;
use crate::conversation::ConversationIntent;
use crate::flow::{HttpFailure, ListState, StorePlace};
use crate::input::{Intent, PageInput};
use crate::notes::{self, NoteDraftView, NoteMode, NotePhase, NoteView, NotesIntent, NotesSlice};
use crate::notifications::{NoticeKind, NotificationsIntent};
use crate::session::SessionIntent;
use crate::shell::{Dialog, ShellIntent};
use crate::view::View;
use crate::wire::{Protocol, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET job/P1/notes";
const ADD: &str = "POST job/P1/notes";
const PEOPLE: &str = "GET job/P1/notes/people";
const DAY_MS: u64 = 24 * 3_600_000;

fn p1() -> Protocol {
    "P1".into()
}

fn open(bench: &mut Bench, protocol: &str) {
    bench.page(PageInput::RouteRequested { path: format!("/attendance/{protocol}") });
}

/// A chat that the agent has open.
fn with_open_chat() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.attends("P1");
    open(&mut bench, "P1");
    bench.forget();
    bench
}

fn acts(bench: &mut Bench, intent: NotesIntent) {
    bench.intent(Intent::Notes(intent));
}

fn adds(bench: &mut Bench, text: &str) {
    acts(bench, NotesIntent::AddNote { protocol: p1(), text: text.to_owned() });
}

fn types(bench: &mut Bench, text: &str) {
    acts(bench, NotesIntent::NoteTyped { protocol: p1(), text: text.to_owned() });
}

fn people() -> Value {
    json!({ "data": [
        { "agentId": "102", "name": "Bruno Lima", "team": "Suporte N1", "online": true },
        { "agentId": "103", "name": "Bruna Reis", "team": "", "online": false },
    ] })
}

fn of_bruno(id: &str, text: &str, version: u64) -> Value {
    let note = note(&json!(id), "P1", &json!(text), START, version);
    super::samples::with(note, json!({ "agentId": "102", "agentName": "Bruno Lima" }))
}

impl Bench {
    fn notes(&self) -> Vec<NoteView> {
        self.notes_of("P1").1
    }

    fn notes_of(&self, protocol: &str) -> (ListState, Vec<NoteView>) {
        match self.workspace.view(&notes::slices::NOTES.of(protocol.into())) {
            View::Notes(NotesSlice::Notes(view)) => (view.state, view.notes),
            other => panic!("{other:?}"),
        }
    }

    fn note_draft(&self) -> NoteDraftView {
        match self.workspace.view(&notes::slices::DRAFT.of(p1())) {
            View::Notes(NotesSlice::NoteDraft(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn only_note(&self) -> NoteView {
        let mut notes = self.notes();
        assert_eq!(notes.len(), 1, "{notes:?}");
        notes.remove(0)
    }

    fn note_records(&self) -> usize {
        let is_of_notes =
            |(place, name): &&(StorePlace, String)| *place == StorePlace::Unsent && name.contains("notes/");
        self.disk.keys().filter(is_of_notes).count()
    }
}

/// Every request of notes with how its failure is shown.
pub const NOTES_ROWS: &[Row] = &[
    Row {
        pending: "notes::List",
        call: LIST,
        before: with_open_chat,
        act: |bench| acts(bench, NotesIntent::ReloadNotes { protocol: p1() }),
        told: Told::Inline,
    },
    Row {
        pending: "notes::People",
        call: PEOPLE,
        before: with_open_chat,
        act: |bench| acts(bench, NotesIntent::LoadNotePeople { protocol: p1() }),
        told: Told::Inline,
    },
    Row {
        pending: "notes::Write",
        call: ADD,
        before: with_open_chat,
        act: |bench| adds(bench, "Uma nota"),
        told: Told::Inline,
    },
];

#[test]
fn bey_160_a_note_is_shown_at_once_and_stays_after_the_server_has_saved_it() {
    let mut bench = with_open_chat();
    bench.hold(ADD);
    types(&mut bench, "Conferir o vencimento");
    adds(&mut bench, "Conferir o vencimento");
    let sending = bench.only_note();
    assert_eq!(
        (sending.phase, sending.own, sending.text.as_str()),
        (NotePhase::Sending, true, "Conferir o vencimento")
    );
    assert_eq!((bench.note_draft().text.as_str(), bench.note_draft().epoch), ("", 1), "the composer is empty");
    let asked = bench.call(ADD).json();
    assert_eq!(asked, json!({ "id": sending.id, "text": "Conferir o vencimento", "mentions": [] }));
    assert_eq!(sending.id.len(), 10);
    let answer = note(&json!(sending.id), "P1", &json!("Conferir o vencimento"), bench.now.wall, 1);
    bench.reply(ADD, 200, answer);
    let kept = bench.only_note();
    assert_eq!((kept.phase, kept.id, kept.changeable_until.is_some()), (NotePhase::Kept, sending.id, true));
    bench.advance(1_000);
    assert_eq!(bench.note_records(), 0, "nothing is left to send");
}

#[rstest]
#[case::a_blank_text("  \n")]
#[case::a_text_that_is_too_long(&"x".repeat(4_001))]
fn bey_160_a_note_that_the_server_would_refuse_stays_in_the_composer(#[case] text: &str) {
    let mut bench = with_open_chat();
    adds(&mut bench, text);
    assert!(bench.calls_of(ADD).is_empty() && bench.notes().is_empty());
    assert_eq!((bench.note_draft().text.as_str(), bench.note_draft().epoch), (text, 0));
}

#[test]
fn bey_160_a_note_whose_answer_was_lost_is_looked_up_by_its_id_before_it_is_sent_again() {
    let mut bench = with_open_chat();
    bench.fail(ADD, HttpFailure::TimedOut).hold(LIST);
    adds(&mut bench, "Uma nota");
    let id = bench.only_note().id;
    bench.advance(600);
    assert_eq!((bench.calls_of(ADD).len(), bench.calls_of(LIST).len()), (1, 1), "looked up first");
    bench.reply(LIST, 200, json!({ "data": [note(&json!(id), "P1", &json!("Uma nota"), START, 1)] }));
    bench.advance(60_000);
    assert_eq!((bench.only_note().phase, bench.calls_of(ADD).len()), (NotePhase::Kept, 1), "never sent twice");
}

#[test]
fn bey_160_a_note_that_the_server_did_not_get_is_sent_again_with_its_id() {
    let mut bench = with_open_chat();
    bench.fail(ADD, HttpFailure::NoAnswer);
    adds(&mut bench, "Uma nota");
    bench.forget().hold(ADD).advance(600);
    assert_eq!(bench.names(), [LIST, ADD]);
    assert_eq!(bench.call(ADD).json()["id"], bench.only_note().id);
    assert_eq!(bench.only_note().phase, NotePhase::Sending);
}

#[test]
fn bey_160_without_a_network_a_note_waits_and_is_sent_when_the_server_can_be_reached() {
    let mut bench = with_open_chat();
    bench.fail(ADD, HttpFailure::NoAnswer).fail(LIST, HttpFailure::NoAnswer);
    adds(&mut bench, "Uma nota");
    bench.advance(3 * 60_000);
    assert_eq!(
        (bench.calls_of(ADD).len(), bench.only_note().phase),
        (1, NotePhase::Sending),
        "not before it was looked up"
    );
    let id = bench.only_note().id;
    bench.answer(LIST, 200, json!({ "data": [] }));
    bench.answer(ADD, 200, note(&json!(id), "P1", &json!("Uma nota"), START, 1)).advance(60_000);
    assert_eq!((bench.calls_of(ADD).len(), bench.only_note().phase), (2, NotePhase::Kept));
}

#[rstest]
#[case::the_attendance_is_qualified(409, json!({ "cause": "qualified" }), "O atendimento já foi qualificado e não recebe mais notas.")]
#[case::the_agent_is_not_allowed(403, json!({}), "Este atendimento não está mais com você. O texto está guardado.")]
#[case::a_field_is_refused(422, json!({ "errors": { "mentions": "unknown" } }), "A nota não foi salva. O texto está guardado.")]
fn bey_160_a_refused_note_keeps_its_text_and_can_be_sent_again_or_discarded(
    #[case] status: u16,
    #[case] body: Value,
    #[case] expected: &str,
) {
    let mut bench = with_open_chat();
    bench.answer(ADD, status, body);
    adds(&mut bench, "Uma nota");
    let failed = bench.only_note();
    assert_eq!((failed.phase, failed.text.as_str()), (NotePhase::Failed, "Uma nota"));
    assert_eq!(said(&failed.failure.expect("why")), expected);
    bench.hold(ADD);
    acts(&mut bench, NotesIntent::RetryNote { protocol: p1(), id: failed.id.clone() });
    assert_eq!(bench.only_note().phase, NotePhase::Sending);
    bench.reply(ADD, 422, json!({}));
    acts(&mut bench, NotesIntent::DiscardNote { protocol: p1(), id: failed.id });
    bench.advance(1_000);
    assert_eq!((bench.notes().len(), bench.note_records()), (0, 0));
}

#[test]
fn bey_160_the_agent_can_change_and_remove_an_own_note_for_15_minutes() {
    let mut bench = with_open_chat();
    adds(&mut bench, "Primeiro");
    let id = bench.only_note().id;
    acts(&mut bench, NotesIntent::EditNote { protocol: p1(), id: id.clone(), text: "Corrigido".to_owned() });
    let edited = bench.only_note();
    assert_eq!((edited.text.as_str(), edited.edited, edited.phase), ("Corrigido", true, NotePhase::Kept));
    bench.advance(15 * 60_000 + 1_000).forget();
    acts(&mut bench, NotesIntent::RemoveNote { protocol: p1(), id: id.clone() });
    assert!(bench.calls_of(&format!("DELETE job/P1/notes/{id}")).is_empty(), "too late");
    adds(&mut bench, "Segundo");
    let second = bench.notes().pop().expect("a note").id;
    acts(&mut bench, NotesIntent::RemoveNote { protocol: p1(), id: second });
    let removed = bench.notes().pop().expect("the mark");
    assert_eq!((removed.removed, removed.text.as_str(), removed.changeable_until), (true, "", None));
}

#[test]
fn bey_160_a_change_of_a_note_whose_answer_was_lost_is_looked_up() {
    let mut bench = with_open_chat();
    adds(&mut bench, "Primeiro");
    let id = bench.only_note().id;
    let edit = format!("PUT job/P1/notes/{id}");
    bench.fail(&edit, HttpFailure::NoAnswer);
    bench.answer(LIST, 200, json!({ "data": [note(&json!(id), "P1", &json!("Corrigido"), START, 2)] }));
    acts(&mut bench, NotesIntent::EditNote { protocol: p1(), id, text: "Corrigido".to_owned() });
    assert_eq!(bench.only_note().phase, NotePhase::Sending);
    bench.advance(60_000);
    let note = bench.only_note();
    assert_eq!((note.phase, note.text.as_str(), bench.calls_of(&edit).len()), (NotePhase::Kept, "Corrigido", 1));
}

#[test]
fn bey_160_an_event_adds_a_note_of_another_agent_and_an_older_version_of_it_changes_nothing() {
    let mut bench = with_open_chat();
    let event = |bench: &mut Bench, text: &str, version: u64| {
        bench.event("NoteEvent", json!({ "protocol": "P1", "note": of_bruno("B1", text, version) }));
    };
    event(&mut bench, "Segundo", 2);
    event(&mut bench, "Primeiro", 1);
    let note = bench.only_note();
    assert_eq!((note.text.as_str(), note.own, note.author.as_str()), ("Segundo", false, "Bruno Lima"));
    bench.answer(LIST, 200, json!({ "data": [of_bruno("B1", "Primeiro", 1), of_bruno("B0", "Outro", 1)] }));
    acts(&mut bench, NotesIntent::ReloadNotes { protocol: p1() });
    let texts: Vec<String> = bench.notes().into_iter().map(|note| note.text).collect();
    assert_eq!(texts, ["Outro", "Segundo"], "an answer that is older than the event does not undo it");
}

#[test]
fn bey_160_the_draft_of_the_message_and_the_draft_of_the_note_are_kept_over_a_reload() {
    let mut bench = with_open_chat();
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: p1(), text: "Resposta".to_owned() }));
    acts(&mut bench, NotesIntent::SetNoteMode { protocol: p1(), note: true });
    types(&mut bench, "Nota");
    assert_eq!((bench.draft("P1").text.as_str(), bench.note_draft().text.as_str()), ("Resposta", "Nota"));
    assert!(bench.calls_of("POST chat/typing").len() <= 1, "the customer does not see that a note is typed");
    bench.advance(1_000).reload().start("/attendance/P1");
    assert_eq!((bench.draft("P1").text.as_str(), bench.note_draft().text.as_str()), ("Resposta", "Nota"));
}

#[test]
fn bey_160_the_customer_does_not_see_that_a_note_is_typed() {
    let mut bench = with_open_chat();
    types(&mut bench, "Nota");
    bench.advance(10_000);
    assert!(bench.calls_of("POST chat/typing").is_empty());
}

#[test]
fn bey_160_the_composer_of_an_opened_conversation_is_set_to_a_message_to_the_customer() {
    let mut bench = with_open_chat();
    bench.attends("P2");
    acts(&mut bench, NotesIntent::SetNoteMode { protocol: p1(), note: true });
    types(&mut bench, "Nota");
    assert_eq!(bench.note_draft().mode, NoteMode::Note);
    open(&mut bench, "P2");
    open(&mut bench, "P1");
    assert_eq!((bench.note_draft().mode, bench.note_draft().text.as_str()), (NoteMode::Reply, "Nota"));
}

#[test]
fn bey_160_a_note_that_was_being_sent_at_a_reload_is_looked_up_afterwards() {
    let mut bench = with_open_chat();
    bench.hold(ADD);
    adds(&mut bench, "Uma nota");
    let id = bench.only_note().id;
    bench.advance(1_000).forget().reload();
    bench.answer(LIST, 200, json!({ "data": [note(&json!(id), "P1", &json!("Uma nota"), START, 1)] }));
    bench.start("/attendance/P1").advance(60_000);
    assert_eq!((bench.only_note().phase, bench.calls_of(ADD).len()), (NotePhase::Kept, 0));
    assert_eq!(bench.note_records(), 0);
}

#[test]
fn bey_160_notes_stand_at_their_place_in_the_thread() {
    let mut bench = with_open_chat();
    bench.customer_writes("P1", 1, "Bom dia");
    let time = |bench: &Bench, index: usize| bench.thread("P1")[index].time.expect("a time");
    let first = time(&bench, 0) as i64;
    let at = |ms: i64| json!(rfc3339(crate::wire::Wall(first + ms)));
    let event = |id: &str, at: Value| {
        let note = super::samples::with(of_bruno(id, "Nota", 1), json!({ "at": at }));
        json!({ "protocol": "P1", "note": note })
    };
    bench.event("NoteEvent", event("B1", at(-5_000))).event("NoteEvent", event("B2", at(5)));
    let places: Vec<Option<String>> = bench.notes().into_iter().map(|note| note.before).collect();
    assert_eq!(places, [Some("s1".to_owned()), None]);
    bench.customer_writes("P1", 2, "Alô?");
    let places: Vec<Option<String>> = bench.notes().into_iter().map(|note| note.before).collect();
    assert_eq!(places, [Some("s1".to_owned()), Some("s2".to_owned())], "a later message stands after the note");
}

#[test]
fn bey_160_a_colleague_whom_the_text_of_a_note_names_is_mentioned() {
    let mut bench = with_open_chat();
    bench.answer(PEOPLE, 200, people());
    acts(&mut bench, NotesIntent::LoadNotePeople { protocol: p1() });
    let View::Notes(NotesSlice::NotePeople(view)) = bench.workspace.view(&notes::slices::PEOPLE.key()) else {
        panic!()
    };
    let shown: Vec<(&str, &str, bool)> =
        view.people.iter().map(|person| (person.name.as_str(), person.team.as_str(), person.online)).collect();
    assert_eq!(shown, [("Bruno Lima", "Suporte N1", true), ("Bruna Reis", "", false)]);
    for id in ["102", "103"] {
        acts(&mut bench, NotesIntent::MentionPerson { protocol: p1(), agent_id: id.into() });
        types(&mut bench, if id == "102" { "@Bruno Lima " } else { "@Bruno Lima @Bruna Reis " });
    }
    types(&mut bench, "@Bruno Lima @Bruna Re");
    assert_eq!(bench.note_draft().mentions, ["Bruno Lima"], "a name that is no longer whole is no mention");
    bench.hold(ADD);
    adds(&mut bench, "@Bruno Lima veja");
    assert_eq!(bench.call(ADD).json()["mentions"], json!(["102"]));
}

fn mention(id: &str, protocol: &str) -> Value {
    json!({ "agent_notify_id": id, "agent_notify_read": "N", "agentId": "101", "type": "mention", "channel": "chat",
        "protocol": protocol, "text": "Bruno Lima", "time": "2026-11-20T13:45:00.000Z" })
}

#[test]
fn bey_160_a_mention_shows_a_snackbar_and_a_notification_that_open_the_conversation() {
    let mut bench = with_open_chat();
    bench.attends("P2").forget();
    bench.event("NotificationEvent", mention("9", "P2"));
    assert_eq!(bench.said(), ["Bruno Lima mencionou você"]);
    let entry = bench.notifications().items.remove(0);
    assert_eq!((entry.kind, entry.protocol.as_str(), entry.read), (NoticeKind::Mention, "P2", false));
    assert_eq!(said(&entry.title), "Bruno Lima mencionou você");
    assert_eq!(entry.customers[0].name, "Mariana Albuquerque");
    let notice = bench.snackbars().remove(0).customer.expect("a customer");
    assert_eq!(notice.protocol, "P2");
    bench.intent(Intent::Notifications(NotificationsIntent::OpenCustomer {
        protocol: "P2".into(),
        contact_id: "5".into(),
    }));
    assert_eq!(bench.path(), "/attendance/P2");
    assert!(bench.notifications().items[0].read, "opened is read");
    assert_eq!(bench.calls_of("PUT agents/notifications/read").len(), 1, "also on the server");
}

const NOTES_ELSEWHERE: &str = "GET job/P9/notes";

/// A note of another agent's attendance mentions the agent, who opens it.
fn opens_mention(status: u16) -> Bench {
    let mut bench = with_open_chat();
    bench.forget();
    bench.answer(NOTES_ELSEWHERE, status, json!({ "data": [of_bruno("N1", "@Ana Souza veja", 1)] }));
    let mut event = mention("9", "P9");
    event["customer"] = json!("Helena Duarte");
    bench.event("NotificationEvent", event);
    bench.intent(Intent::Notifications(NotificationsIntent::OpenCustomer {
        protocol: "P9".into(),
        contact_id: "".into(),
    }));
    bench
}

#[test]
fn bey_160_a_mention_in_another_agents_attendance_names_its_customer_and_opens_its_notes() {
    let mut bench = opens_mention(200);
    let entry = bench.notifications().items.remove(0);
    assert_eq!((entry.customers[0].name.as_str(), entry.read), ("Helena Duarte", true));
    let dialog = Dialog::Notes { protocol: "P9".into(), customer: "Helena Duarte".into() };
    assert_eq!(bench.dialog(), Some(dialog.clone()));
    let shown: Vec<String> = bench.notes_of("P9").1.into_iter().map(|note| note.text).collect();
    assert_eq!(shown, ["@Ana Souza veja"]);
    bench.intent(Intent::Shell(ShellIntent::CloseDialog { dialog }));
    let key = notes::slices::NOTES.of("P9".into());
    assert!(matches!(bench.workspace.view(&key), View::Absent), "closed is forgotten");
}

#[test]
fn bey_160_notes_that_the_server_refused_to_show_are_requested_again_only_by_the_agent() {
    let mut bench = opens_mention(403);
    assert_eq!(bench.notes_of("P9").0, ListState::Failed);
    assert_eq!(bench.calls_of(NOTES_ELSEWHERE).len(), 1);
    bench.intent(Intent::Notes(NotesIntent::ReloadNotes { protocol: "P9".into() }));
    assert_eq!(bench.calls_of(NOTES_ELSEWHERE).len(), 2);
}

#[test]
fn bey_160_a_mention_in_the_open_conversation_shows_no_snackbar() {
    let mut bench = with_open_chat();
    bench.page(PageInput::Focus { focused: true }).page(PageInput::Acted).forget();
    bench.event("NotificationEvent", mention("9", "P1"));
    assert_eq!(bench.said(), [""; 0]);
    assert!(bench.notifications().items[0].read);
}

/// Entries of the unsent texts that the server does not have.
fn unsaved(bench: &Bench) -> usize {
    bench.notifications().items.iter().filter(|entry| entry.kind == NoticeKind::Unsent).count()
}

#[test]
fn bey_160_an_unsaved_note_of_a_removed_attendance_is_kept_so_that_the_agent_can_copy_it() {
    let mut bench = with_open_chat();
    bench.hold(ADD);
    adds(&mut bench, "Primeira");
    types(&mut bench, "Segunda");
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[]));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    let entry = bench.notifications().items.remove(0);
    assert_eq!((entry.kind, entry.body.as_str()), (NoticeKind::Unsent, "Primeira\n\nSegunda"));
    assert_eq!(said(&entry.title), "Nota interna não salva no atendimento de Mariana Albuquerque");
    bench.advance(60_000);
    assert_eq!(bench.calls_of(ADD).len(), 1, "it is not sent any more");
    bench.reload().start("/").advance(1_000);
    let entry = bench.notifications().items.remove(0);
    assert_eq!(entry.body, "Primeira\n\nSegunda", "also after a reload");
    bench.intent(Intent::Notifications(NotificationsIntent::NotificationDismissed { id: entry.id }));
    assert_eq!((unsaved(&bench), bench.note_records()), (0, 0));
}

#[test]
fn bey_160_a_note_that_the_server_had_before_its_attendance_was_removed_is_not_kept_as_unsaved() {
    let mut bench = with_open_chat();
    bench.hold(ADD);
    adds(&mut bench, "Primeira");
    let id = bench.only_note().id;
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[]));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    bench.reply(ADD, 200, note(&json!(id), "P1", &json!("Primeira"), START, 1)).advance(1_000);
    assert_eq!((unsaved(&bench), bench.note_records()), (0, 0));
}

#[test]
fn bey_160_an_unsaved_note_waits_for_its_author_and_is_deleted_after_a_day() {
    let mut bench = with_open_chat();
    types(&mut bench, "Nota");
    bench.advance(1_000).intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!(bench.note_records(), 1, "it survives the end of the session");
    bench.sign_in().advance(1_000);
    assert_eq!(bench.note_draft().text, "Nota");
    bench.reload().advance(DAY_MS + 60_000).start("/attendance/P1").advance(1_000);
    assert_eq!((bench.note_draft().text.as_str(), bench.note_records()), ("", 0));
}

/// A closed conversation window and an ended attendance lock messages to the customer only.
#[rstest]
#[case::the_attendance_has_ended(json!({}), true)]
#[case::the_conversation_window_is_closed(json!({ "lastReceipt": "2026-11-01T13:45:00.000Z" }), false)]
fn bey_160_a_conversation_with_a_locked_composer_accepts_notes(#[case] changes: Value, #[case] ends: bool) {
    let mut bench = Bench::signed_in();
    let job = super::samples::with(if ends { chat_job("P1") } else { whatsapp_job("P1") }, changes);
    let event = if ends { "NewChatEvent" } else { "NewWhatsAppEvent" };
    bench.event(event, json!({ "job": job }));
    if ends {
        bench.finishes("P1");
    }
    adds(&mut bench, "Uma nota");
    assert_eq!(bench.only_note().phase, NotePhase::Kept);
}
