//! Notes that the agent wrote and the server does not have: stored in the unsent database of the browser, for their
//! author only and for 24 hours (BEY-012).

use super::draft::Draft;
use super::machine::{Notes, OfConversation, Write, WriteKind};
use super::phase::Phase;
use super::{records, slices};
use crate::conversation::UNSENT_LIFE_MS;
use crate::flow::{Context, StoreKey, Text};
use crate::jobs::Jobs;
use crate::notifications::{self, NoticeKind, NoticeView};
use crate::shell::NamedCustomer;
use crate::wire::{AgentId, NoteId, NoteMention, NoteText, Protocol, Wall, from_object, json_text};
use derive::ReadObject;
use serde::Serialize;

/// A write that the server has not confirmed, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct WriteRecord {
    /// Kind of the write.
    pub kind: WriteKind,
    /// Id of the note.
    pub id: NoteId,
    /// The text.
    pub text: NoteText,
    /// The mentioned agents.
    pub mentions: Vec<NoteMention>,
    /// When the agent wrote the note.
    pub at: Wall,
    /// The server refused the write.
    pub failed: bool,
}

/// The stored notes of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct NotesRecord {
    /// The text of the composer.
    pub text: NoteText,
    /// The agents whom the text mentions.
    pub mentions: Vec<NoteMention>,
    /// Writes that the server has not confirmed.
    pub writes: Vec<WriteRecord>,
    /// Time on the server's clock; `None` until that is known.
    pub written_at: Option<Wall>,
    /// Name of the customer.
    pub customer: String,
    /// The attendance was removed: the text is shown so that it can be copied, and never sent.
    pub lost: bool,
    /// The agent has read that the note was not saved.
    pub read: bool,
}

impl NotesRecord {
    fn is_empty(&self) -> bool {
        self.text.is_blank() && self.writes.is_empty()
    }

    /// All texts, the text of the composer last.
    fn texts(&self) -> String {
        let writes = self.writes.iter().filter(|write| write.kind != WriteKind::Remove).map(|write| &write.text);
        let texts = writes.chain([&self.text]).filter(|text| !text.is_blank()).map(NoteText::for_staff);
        texts.collect::<Vec<_>>().join("\n\n")
    }

    fn is_old(&self, context: &Context) -> bool {
        let now = context.server_now();
        context.kernel.clock_known && self.written_at.is_some_and(|at| now.since_ms(at) > UNSENT_LIFE_MS)
    }
}

impl OfConversation {
    pub(super) fn record(&self, now: Wall, customer: &str) -> NotesRecord {
        NotesRecord {
            text: NoteText::new(self.draft.text.clone()),
            mentions: self.draft.mentions.clone(),
            writes: self.writes.iter().map(Write::record).collect(),
            written_at: Some(now),
            customer: customer.to_owned(),
            lost: false,
            read: false,
        }
    }
}

impl Write {
    fn record(&self) -> WriteRecord {
        WriteRecord {
            kind: self.kind,
            id: self.id.clone(),
            text: NoteText::new(self.text.clone()),
            mentions: self.mentions.clone(),
            at: self.at,
            failed: matches!(self.phase, Phase::Failed(_)),
        }
    }

    /// After a reload the result of a pending write is unknown.
    fn restored(record: WriteRecord) -> Self {
        let phase =
            if record.failed { Phase::Failed(Text::key("notes.failed.default")) } else { Phase::Asking { lost: 0 } };
        let text = record.text.for_staff().to_owned();
        Self { kind: record.kind, id: record.id, text, mentions: record.mentions, at: record.at, phase }
    }
}

impl Notes {
    /// Takes a record of the unsent database; one that cannot be read is dropped.
    pub fn take_record(&mut self, key: &StoreKey, text: &str) {
        if let Some((agent, protocol)) = records::NOTES.ids(key)
            && let Ok(record) = from_object::<NotesRecord>(text)
        {
            self.waiting.push((agent, protocol, record));
        }
    }

    /// The stored part of a conversation's notes; `None` deletes it.
    pub fn record(&self, jobs: &Jobs, protocol: &Protocol, now: Wall) -> Option<String> {
        if let Some((_, lost)) = self.lost.iter().find(|(of, _)| of == protocol) {
            return Some(json_text(lost));
        }
        let customer = jobs.customer(protocol).map(|customer| customer.name).unwrap_or_default();
        let record = self.held.get(protocol)?.record(now, &customer);
        (!record.is_empty()).then(|| json_text(&record))
    }

    /// The session ends: the notes of its agent wait for the agent's next sign-in on this page. They stay stored.
    pub fn keep_for(&mut self, jobs: &Jobs, agent: &AgentId, now: Wall) {
        for key in self.held.keys() {
            let protocol = Protocol::from(key);
            let customer = jobs.customer(&protocol).map(|customer| customer.name).unwrap_or_default();
            let record = self.held.get(&protocol).map(|held| held.record(now, &customer));
            if let Some(record) = record.filter(|record| !record.is_empty()) {
                self.waiting.push((agent.clone(), protocol, record));
            }
        }
        let lost = std::mem::take(&mut self.lost).into_iter();
        self.waiting.extend(lost.map(|(protocol, record)| (agent.clone(), protocol, record)));
    }

    /// The session ended: everything is forgotten except the notes that wait for the next sign-in of their author.
    pub fn reset(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        *self = Self::default();
        self.waiting = waiting;
    }

    /// Restores the notes of this agent when the attendances and the server's time are known. Old ones are deleted,
    /// also those of other agents.
    pub fn restore(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId) {
        for (author, protocol, mut record) in std::mem::take(&mut self.waiting) {
            let key = records::NOTES.of((author.clone(), protocol.clone()));
            if record.is_old(context) {
                context.write(key, None);
            } else if author != *agent {
                self.waiting.push((author, protocol, record));
            } else if jobs.get(&protocol).is_some() && !record.lost {
                self.resume(context, &protocol, record);
            } else {
                record.lost = true;
                self.lose(context, agent, protocol, record);
            }
        }
    }

    fn resume(&mut self, context: &mut Context, protocol: &Protocol, record: NotesRecord) {
        let held = self.held.or_default(protocol);
        if held.draft.text.is_empty() {
            let epoch = held.draft.epoch.wrapping_add(1);
            held.draft = Draft { text: record.text.for_staff().to_owned(), mentions: record.mentions, epoch };
        }
        for write in record.writes {
            if held.writes.iter().all(|known| known.id != write.id) {
                held.writes.push(Write::restored(write));
            }
        }
        context.dirty(slices::DRAFT.of(protocol.clone()));
        context.dirty(slices::NOTES.of(protocol.clone()));
        self.look_up(context, protocol);
    }

    /// The attendance was removed: its unsaved texts are shown so that they can be copied, and are not sent any more.
    pub fn job_removed(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, customer: &str) {
        context.dirty(slices::DRAFT.of(protocol.clone()));
        context.dirty(slices::NOTES.of(protocol.clone()));
        let Some(held) = self.held.remove(protocol) else { return };
        let record = held.record(context.server_now(), customer);
        // A record that became empty is deleted with the next write already.
        if !record.is_empty() {
            self.lose(context, agent, protocol.clone(), NotesRecord { lost: true, ..record });
        }
    }

    fn lose(&mut self, context: &mut Context, agent: &AgentId, protocol: Protocol, record: NotesRecord) {
        context.write(records::NOTES.of((agent.clone(), protocol.clone())), Some(json_text(&record)));
        context.dirty(notifications::slices::NOTIFICATIONS.key());
        self.lost.retain(|(of, _)| *of != protocol);
        self.lost.push((protocol, record));
    }

    /// The server has saved a write of an attendance that was removed meanwhile.
    pub(super) fn kept_late(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, id: &NoteId) {
        let Some(index) = self.lost.iter().position(|(of, _)| of == protocol) else { return };
        let Some((_, record)) = self.lost.get_mut(index) else { return };
        record.writes.retain(|write| write.id != *id);
        if record.is_empty() {
            self.lost.remove(index);
        }
        context.persist(records::NOTES.of((agent.clone(), protocol.clone())));
        context.dirty(notifications::slices::NOTIFICATIONS.key());
    }

    /// Entries of the notification centre for texts that the server does not have.
    pub fn notices(&self) -> Vec<NoticeView> {
        let notice = |(protocol, record): &(Protocol, NotesRecord)| {
            let name = if record.customer.is_empty() { protocol.to_string() } else { record.customer.clone() };
            let customer = NamedCustomer { protocol: protocol.clone(), name, ..NamedCustomer::default() };
            NoticeView {
                id: notice_id(protocol),
                kind: NoticeKind::Unsent,
                protocol: protocol.to_string(),
                title: Text::key("notifications.unsentNote").with("customer", &customer.name),
                customers: vec![customer.view()],
                body: record.texts(),
                file: String::new(),
                count: 1,
                time: record.written_at.unwrap_or_default().as_js(),
                read: record.read,
            }
        };
        self.lost.iter().rev().map(notice).collect()
    }

    /// The agent marks the entry about a lost text as read or unread.
    pub fn set_notice_read(&mut self, context: &mut Context, agent: &AgentId, id: Option<&str>, read: bool) {
        for (protocol, record) in &mut self.lost {
            if id.is_none_or(|id| id == notice_id(protocol)) && record.read != read {
                record.read = read;
                context.persist(records::NOTES.of((agent.clone(), protocol.clone())));
                context.dirty(notifications::slices::NOTIFICATIONS.key());
            }
        }
    }

    /// The agent discards a lost text.
    pub fn discard_notice(&mut self, context: &mut Context, agent: &AgentId, id: &str) {
        let Some(index) = self.lost.iter().position(|(protocol, _)| notice_id(protocol) == id) else { return };
        let (protocol, _) = self.lost.remove(index);
        context.write(records::NOTES.of((agent.clone(), protocol)), None);
        context.dirty(notifications::slices::NOTIFICATIONS.key());
    }
}

fn notice_id(protocol: &Protocol) -> String {
    format!("note-{protocol}")
}
