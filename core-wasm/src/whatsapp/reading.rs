//! What the agent reads beside the thread: media of the conversation, and messages of earlier attendances (WAP-068, CTC-038).

use super::machine::{Pending, WhatsApp};
use super::slices;
use crate::flow::{Answer, Context, HttpCall, path};
use crate::jobs::Jobs;
use crate::wire::{ListBody, Message, Protocol, WhatsAppMedia};

impl WhatsApp {
    /// The agent opens the media of the conversation: they are loaded from the first page, with those that are new.
    pub fn open_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if jobs.get(protocol).is_some() {
            self.galleries.or_default(protocol).restart();
        }
        self.load_media(context, jobs, protocol);
    }

    /// Loads the next page of the media of the conversation's customer (API-106).
    pub fn load_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let gallery = self.galleries.or_default(protocol);
        if gallery.begin() {
            let call = HttpCall::get("contacts/media/whatsapp")
                .query("contactIdentifier", &job.server().contact_identifier)
                .query("page", gallery.page + 1);
            context.call(&mut self.calls, Pending::Gallery(protocol.clone(), gallery.page + 1), call);
        }
        context.dirty(slices::MEDIA.of(protocol.clone()));
    }

    pub(super) fn on_media(&mut self, context: &mut Context, protocol: &Protocol, page: u32, answer: Answer) {
        // A page of before the gallery was opened again is no part of it.
        if let Some(gallery) = self.galleries.get_mut(protocol).filter(|gallery| gallery.page + 1 == page) {
            gallery.take(answer.read::<ListBody<WhatsAppMedia>>().ok().map(|list| list.data.into_vec()));
            context.dirty(slices::MEDIA.of(protocol.clone()));
        }
    }

    /// Loads messages before the oldest one held (API-090); earlier attendances have protocols of their own.
    pub fn load_earlier(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let earlier = self.earlier.or_default(protocol);
        if earlier.begin() {
            let thread = job.thread();
            let first = thread.list().ids().find_map(|id| thread.entry(id)).map(|entry| &entry.message);
            let oldest = earlier.items.last().or(first);
            let (id, before) = oldest.map_or((protocol, 1), |message| (&message.protocol, message.seq.max(1)));
            let call = HttpCall::get(path!["whatsapp", "messages", id]).query("before", before);
            context.call(&mut self.calls, Pending::Earlier(protocol.clone()), call);
        }
        context.dirty(slices::EARLIER.of(protocol.clone()));
    }

    pub(super) fn on_earlier(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if let Some(earlier) = self.earlier.get_mut(protocol) {
            let newest_first = answer.read::<ListBody<Message>>().ok().map(|list| {
                let mut messages = list.data.into_vec();
                messages.sort_by_key(|message| std::cmp::Reverse((message.time, message.seq)));
                messages
            });
            earlier.take(newest_first);
            context.dirty(slices::EARLIER.of(protocol.clone()));
        }
    }
}
