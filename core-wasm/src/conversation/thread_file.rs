//! Files of customers' messages: they arrive after their messages, and their news may overtake them.

use super::slices;
use super::thread::Thread;
use crate::flow::{Context, LocalId};
use crate::wire::{Message, Protocol, WhatsAppFileEvent};

/// Gives an older copy of a message the file of the newer one.
pub(super) fn copy_file(newer: &Message, older: &mut Message) {
    older.message_media_type = newer.message_media_type;
    older.mimetype.clone_from(&newer.mimetype);
    older.file_name.clone_from(&newer.file_name);
    older.file_size = newer.file_size;
    older.attachment_url.clone_from(&newer.attachment_url);
    older.file_state = newer.file_state;
}

impl Thread {
    /// Applies what became of the file of a customer's message. A message that is on its way gets it when it arrives.
    pub fn take_file(&mut self, context: &mut Context, protocol: &Protocol, file: WhatsAppFileEvent) {
        let is_its = |id: &&LocalId| self.entries.get(*id).is_some_and(|entry| entry.message.seq == file.thread_seq);
        let Some(local_id) = self.list.ids().rev().find(is_its).cloned() else {
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
}
