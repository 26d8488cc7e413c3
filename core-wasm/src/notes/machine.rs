//! The notes of all conversations, and the agent's writes that are being sent. A note never disappears: a removed note
//! stays as a mark, so that an answer and an event can be compared by the version of each note.

use super::draft::{Draft, NoteMode, mentioned};
use super::kept::NotesRecord;
use super::phase::{Event, Next, Phase};
use super::registry::NAME;
use super::{records, slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, ListStep, Loader, RequestId,
    Requests, ServerWrite, Table, Text, path,
};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::limits::NOTE_MAX_CHARS;
use crate::wire::{
    AddNoteRequest, AgentId, EditNoteRequest, Note, NoteId, NoteMention, NotePerson, NoteText, Protocol, Wall,
};
use serde::{Deserialize, Serialize};

/// The kind of a write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WriteKind {
    /// Adds a note.
    #[default]
    Add,
    /// Changes the text of a note.
    Edit,
    /// Removes a note.
    Remove,
}

/// A write that the server has not confirmed.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub kind: WriteKind,
    pub id: NoteId,
    pub text: String,
    pub mentions: Vec<NoteMention>,
    /// When the agent wrote the note, on the server's clock.
    pub at: Wall,
    pub phase: Phase,
}

impl Write {
    /// Whether the server's note shows that this write was executed.
    fn is_done(&self, note: &Note) -> bool {
        match self.kind {
            WriteKind::Add => true,
            WriteKind::Edit => !note.removed && note.text.for_staff() == self.text,
            WriteKind::Remove => note.removed,
        }
    }

    fn request(&self, protocol: &Protocol) -> HttpRequest {
        let text = || NoteText::new(self.text.clone());
        let mentions = || self.mentions.iter().map(|mention| mention.agent_id.clone()).collect();
        match self.kind {
            WriteKind::Add => ServerWrite::WriteNote.post(path!["job", protocol, "notes"]).json(&AddNoteRequest {
                id: self.id.clone(),
                text: text(),
                mentions: mentions(),
            }),
            WriteKind::Edit => ServerWrite::WriteNote
                .put(path!["job", protocol, "notes", self.id])
                .json(&EditNoteRequest { text: text(), mentions: mentions() }),
            WriteKind::Remove => ServerWrite::WriteNote.delete(path!["job", protocol, "notes", self.id]),
        }
    }
}

/// The notes of one conversation.
#[derive(Default)]
pub(super) struct OfConversation {
    loader: Loader,
    /// The notes, in the order of their times.
    pub notes: Vec<Note>,
    pub writes: Vec<Write>,
    pub draft: Draft,
    pub mode: NoteMode,
}

impl OfConversation {
    pub fn state(&self) -> ListState {
        self.loader.state()
    }

    /// Takes a note as the server has it; an older version changes nothing.
    fn take(&mut self, note: Note) {
        match self.notes.iter_mut().find(|held| held.id == note.id && held.protocol == note.protocol) {
            Some(held) if held.version >= note.version => {}
            Some(held) => *held = note,
            None => {
                let place = |note: &Note| (note.at, note.id.clone());
                let at = self.notes.partition_point(|held| place(held) <= place(&note));
                self.notes.insert(at, note);
            }
        }
    }

    fn note(&self, id: &NoteId) -> Option<&Note> {
        self.notes.iter().find(|note| note.id == *id)
    }
}

enum Pending {
    List(Protocol, Asked),
    People(Asked),
    Write(Protocol, NoteId),
}

/// Internal notes of all conversations.
pub struct Notes {
    pub(super) held: Table<OfConversation>,
    /// The agents whom a note may mention.
    pub(super) people: List<NotePerson>,
    /// The attendance for which these agents are requested.
    people_of: Protocol,
    /// Attendances of other agents and of the history whose notes are shown.
    elsewhere: Vec<Protocol>,
    /// Texts of attendances that left.
    pub(super) lost: Vec<(Protocol, NotesRecord)>,
    /// Notes of agents who are not signed in on this page now.
    pub(super) waiting: Vec<(AgentId, Protocol, NotesRecord)>,
    requests: Requests<Pending>,
}

impl Default for Notes {
    fn default() -> Self {
        Self {
            held: Table::default(),
            people: List::default(),
            people_of: Protocol::default(),
            elsewhere: Vec::new(),
            lost: Vec::new(),
            waiting: Vec::new(),
            requests: Requests::new(NAME),
        }
    }
}

impl Notes {
    /// The agent opened the conversation: the composer is set to a message to the customer, and the notes are loaded.
    pub fn opened(&mut self, context: &mut Context, protocol: &Protocol) {
        self.set_mode(context, protocol, NoteMode::Reply);
        self.apply_list_event(context, protocol, ListEvent::Reopened);
    }

    /// The notes of these attendances are shown beside the open conversation: new ones are read, and those that are not shown any more are forgotten.
    pub fn read_elsewhere(&mut self, context: &mut Context, jobs: &Jobs, shown: Vec<Protocol>) {
        if shown == self.elsewhere {
            return;
        }
        let before = std::mem::replace(&mut self.elsewhere, shown.clone());
        for gone in before.iter().filter(|before| !shown.contains(before) && jobs.get(before).is_none()) {
            self.held.remove(gone);
            context.cancel_timer(&timers::LIST.of(gone.clone()));
            context.dirty(slices::NOTES.of(gone.clone()));
        }
        for shown in &shown {
            // Which of its notes show depends on where.
            context.dirty(slices::NOTES.of(shown.clone()));
            if !before.contains(shown) {
                self.apply_list_event(context, shown, ListEvent::Reopened);
            }
        }
    }

    /// Whether the notes of this attendance are shown beside the open conversation.
    pub fn reads_elsewhere(&self, protocol: &Protocol) -> bool {
        self.elsewhere.contains(protocol)
    }

    /// Chooses what the composer writes. Both drafts stay.
    pub fn set_mode(&mut self, context: &mut Context, protocol: &Protocol, mode: NoteMode) {
        self.held.or_default(protocol).mode = mode;
        context.dirty(slices::DRAFT.of(protocol.clone()));
    }

    /// The agent typed a note.
    pub fn typed(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, text: &str) {
        if self.held.or_default(protocol).draft.typed(text) {
            self.changed(context, agent, protocol);
        }
    }

    /// The agent chose whom the note mentions.
    pub fn mention(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, person: &AgentId) {
        let Some(person) = self.people.items().iter().find(|held| held.agent_id == *person) else { return };
        let mention = NoteMention { agent_id: person.agent_id.clone(), name: person.name.clone() };
        let draft = &mut self.held.or_default(protocol).draft;
        if !draft.mentions.contains(&mention) {
            draft.mentions.push(mention);
            self.changed(context, agent, protocol);
        }
    }

    /// Adds the note and clears the composer. A text that the server would refuse stays in the composer.
    pub fn add(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, text: &str) {
        let held = self.held.or_default(protocol);
        held.draft.typed(text);
        if fits(text) {
            let mentions = mentioned(text, &held.draft.mentions);
            held.draft.replace("", Vec::new());
            let id = NoteId::from(context.kernel.ids.custom_id().as_str());
            self.begin(context, protocol, WriteKind::Add, id, text, mentions);
        }
        self.changed(context, agent, protocol);
    }

    /// Changes an own note.
    pub fn edit(&mut self, context: &mut Context, agent: &ActingAgent, protocol: &Protocol, id: &NoteId, text: &str) {
        let Some(note) = self.changeable(context, agent, protocol, id).filter(|_| fits(text)) else { return };
        if note.text.for_staff() != text {
            let mentions = mentioned(text, &note.mentions);
            self.begin(context, protocol, WriteKind::Edit, id.clone(), text, mentions);
            self.changed(context, &agent.agent_id, protocol);
        }
    }

    /// Removes an own note.
    pub fn remove(&mut self, context: &mut Context, agent: &ActingAgent, protocol: &Protocol, id: &NoteId) {
        if self.changeable(context, agent, protocol, id).is_some() {
            self.begin(context, protocol, WriteKind::Remove, id.clone(), "", Vec::new());
            self.changed(context, &agent.agent_id, protocol);
        }
    }

    /// An own note of this attendance that may be changed and has no pending change.
    fn changeable(&self, context: &Context, agent: &ActingAgent, protocol: &Protocol, id: &NoteId) -> Option<&Note> {
        let held = self.held.get(protocol)?;
        let is_free = held.writes.iter().all(|write| write.id != *id);
        let now = context.server_now();
        held.note(id).filter(|note| {
            let is_own = note.agent_id == agent.agent_id && note.protocol == *protocol;
            is_free && is_own && !note.removed && note.changeable_until.is_some_and(|until| now <= until)
        })
    }

    fn begin(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        kind: WriteKind,
        id: NoteId,
        text: &str,
        mentions: Vec<NoteMention>,
    ) {
        let (text, at, phase) = (text.to_owned(), context.server_now(), Phase::Sending { lost: 0 });
        let write = Write { kind, id: id.clone(), text, mentions, at, phase };
        let request = write.request(protocol);
        self.held.or_default(protocol).writes.push(write);
        context.request(&mut self.requests, Pending::Write(protocol.clone(), id), request);
    }

    /// Sends a refused write again.
    pub fn retry(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, id: &NoteId) {
        self.apply_write_event(context, protocol, id, Event::Retried);
        self.changed(context, agent, protocol);
    }

    /// Discards a refused write; a pending write stays.
    pub fn discard(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, id: &NoteId) {
        if let Some(held) = self.held.get_mut(protocol) {
            held.writes.retain(|write| write.id != *id || !matches!(write.phase, Phase::Failed(_)));
        }
        self.changed(context, agent, protocol);
    }

    /// The look-up of the writes without an answer is due.
    pub fn look_up(&mut self, context: &mut Context, protocol: &Protocol) {
        let ids: Vec<NoteId> = self.write_ids(protocol);
        for id in ids {
            self.apply_write_event(context, protocol, &id, Event::Due);
        }
        let is_asking = |write: &Write| matches!(write.phase, Phase::Asking { .. });
        if self.held.get(protocol).is_some_and(|held| held.writes.iter().any(is_asking)) {
            self.apply_list_event(context, protocol, ListEvent::NeededAfresh);
        }
    }

    fn write_ids(&self, protocol: &Protocol) -> Vec<NoteId> {
        self.held
            .get(protocol)
            .map(|held| held.writes.iter().map(|write| write.id.clone()).collect())
            .unwrap_or_default()
    }

    /// Applies an event to a write.
    fn apply_write_event(&mut self, context: &mut Context, protocol: &Protocol, id: &NoteId, event: Event) {
        let Some(held) = self.held.get_mut(protocol) else { return };
        let Some(index) = held.writes.iter().position(|write| write.id == *id) else { return };
        let Some(write) = held.writes.get_mut(index) else { return };
        match write.phase.clone().after(event) {
            Next::Done => {
                held.writes.remove(index);
            }
            Next::Stay(phase) | Next::Ask(phase) => write.phase = phase,
            Next::Wait(phase, ms) => {
                write.phase = phase;
                context.timer(timers::LOOK_UP.of(protocol.clone()), ms);
            }
            Next::Send(phase) => {
                write.phase = phase;
                let request = write.request(protocol);
                context.request(&mut self.requests, Pending::Write(protocol.clone(), id.clone()), request);
            }
        }
        context.dirty(slices::NOTES.of(protocol.clone()));
    }

    /// Applies an event to the loading of the notes of a conversation.
    pub fn apply_list_event(&mut self, context: &mut Context, protocol: &Protocol, event: ListEvent) {
        let step = self.held.or_default(protocol).loader.after(event);
        self.follow(context, protocol, step);
    }

    fn follow(&mut self, context: &mut Context, protocol: &Protocol, step: ListStep<Asked>) {
        if let Some(asked) = step.follow(context, timers::LIST.of(protocol.clone())) {
            let request = HttpRequest::get(path!["job", protocol, "notes"]);
            context.request(&mut self.requests, Pending::List(protocol.clone(), asked), request);
        }
        context.dirty(slices::NOTES.of(protocol.clone()));
    }

    /// Loads the agents whom a note may mention; the present list is shown meanwhile.
    pub fn load_people(&mut self, context: &mut Context, protocol: &Protocol) {
        protocol.clone_into(&mut self.people_of);
        self.apply_people_event(context, ListEvent::Reopened);
    }

    /// Applies an event to the loading of the people.
    pub fn apply_people_event(&mut self, context: &mut Context, event: ListEvent) {
        let step = self.people.after(event);
        self.follow_people(context, step);
    }

    fn follow_people(&mut self, context: &mut Context, step: ListStep<Asked>) {
        if let Some(asked) = step.follow(context, timers::PEOPLE.key()) {
            let request = HttpRequest::get(path!["job", self.people_of, "notes", "people"]);
            context.request(&mut self.requests, Pending::People(asked), request);
        }
        context.dirty(slices::PEOPLE.key());
    }

    /// Another agent added, changed or removed a note in a conversation of this agent.
    pub fn note_changed(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, note: Note) {
        if jobs.get(protocol).is_some() {
            self.held.or_default(protocol).take(note);
            context.dirty(slices::NOTES.of(protocol.clone()));
        }
    }

    /// Events may have been missed: the notes of the open conversation are refetched now, those of others when they are
    /// opened. Writes that wait for a look-up are looked up.
    pub fn reconcile(&mut self, context: &mut Context, open: Option<&Protocol>) {
        if let Some(open) = open {
            self.apply_list_event(context, open, ListEvent::NeededAfresh);
        }
        let with_writes = self.held.keys().map(Protocol::from);
        let with_writes: Vec<Protocol> = with_writes.filter(|protocol| Some(protocol) != open).collect();
        for protocol in with_writes {
            self.look_up(context, &protocol);
        }
    }

    /// Events may have been missed, and no event reports notes of another agent's attendance: those that the dialog
    /// shows are refetched.
    pub fn reconcile_elsewhere(&mut self, context: &mut Context, jobs: &Jobs) {
        for shown in self.elsewhere.clone().iter().filter(|shown| jobs.get(shown).is_none()) {
            self.apply_list_event(context, shown, ListEvent::NeededAfresh);
        }
    }

    /// The answer to a request of this area.
    pub fn on_reply(&mut self, context: &mut Context, agent: &AgentId, request: RequestId, answer: Answer) {
        match self.requests.take(request) {
            Some(Pending::List(protocol, asked)) => self.on_list(context, agent, &protocol, asked, answer),
            Some(Pending::People(asked)) => {
                let people = ListAnswer::<NotePerson>::whole(answer);
                if let Some(step) = self.people.answered(context, asked, people) {
                    self.follow_people(context, step);
                }
            }
            Some(Pending::Write(protocol, id)) => self.on_written(context, agent, &protocol, &id, answer),
            None => {}
        }
    }

    fn on_written(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, id: &NoteId, answer: Answer) {
        let event = match answer.read::<Note>() {
            Ok(note) => {
                self.kept_late(context, agent, protocol, id);
                if let Some(held) = self.held.get_mut(protocol) {
                    held.take(note);
                }
                Event::Kept
            }
            Err(answer) => refusal(&answer).map_or(Event::Lost, Event::Refused),
        };
        self.apply_write_event(context, protocol, id, event);
        if self.held.contains_key(protocol) {
            self.changed(context, agent, protocol);
        }
    }

    fn on_list(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, asked: Asked, answer: Answer) {
        let Some(held) = self.held.get_mut(protocol).filter(|held| held.loader.awaits(asked)) else { return };
        let (event, refused) = match ListAnswer::<Note>::whole(answer) {
            Ok(list) => {
                context.report_unsupported(ItemList::Notes, list.unreadable);
                list.items.into_iter().for_each(|note| held.take(note));
                (ListEvent::ArrivedLast, None)
            }
            Err(answer) => (ListEvent::of_failure(context, &answer), refusal(&answer)),
        };
        let step = held.loader.after(event);
        let is_read = held.loader.is_complete();
        self.follow(context, protocol, step);
        let ids = self.write_ids(protocol);
        if !ids.is_empty() {
            context.persist(records::NOTES.of((agent.clone(), protocol.clone())));
        }
        for id in ids {
            let Some(held) = self.held.get(protocol) else { return };
            let Some(write) = held.writes.iter().find(|write| write.id == id) else { continue };
            let is_asking = matches!(write.phase, Phase::Asking { .. });
            let is_done = held.note(&id).is_some_and(|note| write.is_done(note));
            let found = match &refused {
                Some(reason) if is_asking => Event::Refused(reason.clone()),
                Some(_) => continue,
                None if is_done => Event::Found,
                None if is_read => Event::Missing,
                None => continue,
            };
            self.apply_write_event(context, protocol, &id, found);
        }
    }

    fn changed(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol) {
        context.dirty(slices::DRAFT.of(protocol.clone()));
        context.dirty(slices::NOTES.of(protocol.clone()));
        context.persist(records::NOTES.of((agent.clone(), protocol.clone())));
    }
}

/// Whether the server accepts the text.
fn fits(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NOTE_MAX_CHARS
}

/// Why the server refused the write; `None`: the same request may succeed later.
fn refusal(answer: &Answer) -> Option<Text> {
    let key = match answer {
        Answer::NotFound(_) | Answer::Refused(403, _) => "notes.failed.gone",
        Answer::Conflict(_) => match answer.reason() {
            Some("qualified") => "notes.failed.qualified",
            Some("tooLate") => "notes.failed.tooLate",
            Some("noteRemoved") => "notes.failed.removed",
            Some("tooManyNotes") => "notes.failed.tooMany",
            _ => "notes.failed.default",
        },
        Answer::Refused(..) => "notes.failed.default",
        Answer::Ok(_)
        | Answer::Unauthorized(_)
        | Answer::TryLater(_)
        | Answer::ServerFault(_)
        | Answer::Unreachable(_) => return None,
    };
    Some(Text::key(key))
}
