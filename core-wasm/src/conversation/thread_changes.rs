//! Changes of a message after its arrival: its file is fetched, and its customer edits it, revokes it or reacts to it.
//! Such an event may arrive before the message.

use super::machine::Conversation;
use super::thread::Thread;
use super::{records, slices};
use crate::flow::Context;
use crate::jobs::Jobs;
use crate::wire::{Message, Protocol, WhatsAppChangeEvent, WhatsAppFileEvent};

/// Copies the newer state of a file and of the customer's changes into an older copy of a message.
pub(super) fn copy_state(newer: &Message, older: &mut Message) {
    older.message_media_type = newer.message_media_type;
    older.mimetype.clone_from(&newer.mimetype);
    older.file_name.clone_from(&newer.file_name);
    older.file_size = newer.file_size;
    older.attachment_url.clone_from(&newer.attachment_url);
    older.file_state = newer.file_state;
    older.message.clone_from(&newer.message);
    older.caption.clone_from(&newer.caption);
    older.edited = newer.edited;
    older.revoked = newer.revoked;
    older.reactions.clone_from(&newer.reactions);
    older.contact_cards.clone_from(&newer.contact_cards);
    older.details.clone_from(&newer.details);
    older.answered.clone_from(&newer.answered);
}

/// The customer's changes that the thread contains. The server counts them for each attendance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChangesKnown {
    /// The thread contains all changes up to this number.
    up_to: u64,
    /// The number of changes when the first portion of a load from the beginning was made.
    reading: Option<u64>,
    /// The pending load began at the beginning of the thread.
    from_start: bool,
}

impl ChangesKnown {
    /// The state restored with the messages of the thread.
    pub fn restored(up_to: u64) -> Self {
        Self { up_to, ..Self::default() }
    }

    /// The thread contains all changes up to this number.
    pub fn up_to(self) -> u64 {
        self.up_to
    }

    /// The first portion is requested. `after`: the number of the last message that it leaves out.
    pub fn reading_begins(&mut self, after: u64) {
        self.reading = None;
        self.from_start = after == 0;
    }

    /// A portion of the thread arrived, with the server's number of changes.
    pub fn portion_came(&mut self, server: u64) {
        if self.from_start {
            self.reading.get_or_insert(server);
        }
    }

    /// The thread was loaded to its end.
    pub fn reading_ends(&mut self) {
        self.up_to = self.up_to.max(self.reading.take().unwrap_or_default());
    }

    /// An event brought the change with this number; if a number is missing, the thread is refetched.
    fn event_came(&mut self, number: u64) {
        if number == self.up_to + 1 {
            self.up_to = number;
        }
    }
}

impl Thread {
    /// Applies the new state of the file of a customer's message. A message that is being loaded gets it on arrival.
    pub fn take_file(&mut self, context: &mut Context, protocol: &Protocol, file: WhatsAppFileEvent) {
        let Some(local_id) = self.numbered.get(file.thread_seq).cloned() else {
            if self.loader().is_loading() {
                self.early_files.insert(file.thread_seq, file);
            }
            return;
        };
        let Some(entry) = self.entries.get_mut(&local_id) else { return };
        if file.status_version > entry.message.status_version {
            file.apply_to(&mut entry.message);
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id)));
        }
    }

    /// Applies a change of a message by its customer. A message that is being loaded gets it on arrival; for an older
    /// message nothing is kept.
    pub fn take_change(&mut self, context: &mut Context, protocol: &Protocol, message: Message, number: u64) {
        self.changes.event_came(number);
        let held = self.local_id_of(&message).and_then(|local_id| self.entry(&local_id));
        match held.map(|entry| entry.message.status_version) {
            Some(known) if message.status_version > known => {
                self.take(context, protocol, message);
            }
            Some(_) => {}
            None if self.loader().is_loading() => {
                self.early_changes.insert(message.seq, message);
            }
            None => {}
        }
    }

    /// The newest copy of a message that a portion or an event contains.
    pub(super) fn with_early_change(&mut self, message: Message) -> Message {
        let early = self.early_changes.remove(&message.seq);
        early.filter(|early| early.status_version > message.status_version).unwrap_or(message)
    }
}

impl Conversation {
    /// The server reports the new state of the file of a customer's message.
    pub fn take_file(&mut self, context: &mut Context, jobs: &mut Jobs, file: WhatsAppFileEvent) {
        let protocol = file.protocol.clone();
        self.change_thread(context, jobs, &(&protocol).into(), |context, thread| {
            thread.take_file(context, &protocol, file)
        });
        context.persist(records::THREAD.of(protocol));
    }

    /// A customer edited or revoked a message, or reacted to it. No message becomes unread by this.
    pub fn take_change(&mut self, context: &mut Context, jobs: &mut Jobs, event: WhatsAppChangeEvent) {
        let WhatsAppChangeEvent { message, message_changes } = event;
        self.change_earlier_message(context, &message);
        let protocol = message.protocol.clone();
        jobs.message_changed(&message);
        self.change_thread(context, jobs, &(&protocol).into(), |context, thread| {
            thread.take_change(context, &protocol, message, message_changes);
        });
        context.persist(records::THREAD.of(protocol));
    }
}
