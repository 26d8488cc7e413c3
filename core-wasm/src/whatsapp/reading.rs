//! What the agent reads beside the thread: media of the conversation, and messages of earlier attendances (WAP-068, CTC-038).

use super::machine::{Pending, WhatsApp};
use super::slices;
use crate::conversation::Pages;
use crate::flow::{Answer, Context, HttpCall, path};
use crate::jobs::{Job, Jobs};
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
            let call = messages_before(earlier.items.last(), job);
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

    /// Reads a message before the thread again. Requests during a call are answered by its page or by the next one.
    pub fn renew_earlier(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, message_id: String) {
        if self.earlier.get(protocol).is_some_and(|earlier| position(earlier, &message_id).is_some()) {
            self.expired.or_default(protocol).insert(message_id);
            self.read_expired(context, jobs, protocol);
        }
    }

    /// `GET /whatsapp/messages/{id}` from the first message that waits.
    fn read_expired(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if self.calls.any(|pending| matches!(pending, Pending::EarlierAgain(asked, _) if asked == protocol)) {
            return;
        }
        let (Some(job), Some(earlier)) = (jobs.get(protocol), self.earlier.get(protocol)) else { return };
        let Some(first) = self.expired.get(protocol).and_then(|waiting| waiting.first()) else { return };
        let newer = position(earlier, first).and_then(|at| at.checked_sub(1)).and_then(|at| earlier.items.get(at));
        let call = messages_before(newer, job);
        context.call(&mut self.calls, Pending::EarlierAgain(protocol.clone(), first.clone()), call);
    }

    /// Takes the new addresses. After a failure the page keeps showing that the files are missing.
    pub(super) fn on_earlier_again(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: &Protocol,
        asked: &str,
        answer: Answer,
    ) {
        let Ok(list) = answer.read::<ListBody<Message>>() else {
            self.expired.remove(protocol);
            return;
        };
        let Some(earlier) = self.earlier.get_mut(protocol) else { return };
        let waiting = self.expired.or_default(protocol);
        // The message that was asked for counts as read in any case, so that no server is asked for it without end.
        waiting.remove(asked);
        for message in list.data.into_vec() {
            waiting.remove(message.message_id.as_str());
            if let Some(held) = position(earlier, &message.message_id).and_then(|at| earlier.items.get_mut(at)) {
                *held = message;
            }
        }
        context.dirty(slices::EARLIER.of(protocol.clone()));
        self.read_expired(context, jobs, protocol);
    }
}

fn position(earlier: &Pages<Message>, message_id: &str) -> Option<usize> {
    earlier.items.iter().position(|message| message.message_id == message_id)
}

/// Messages before this one; before the thread without one.
fn messages_before(message: Option<&Message>, job: &Job) -> HttpCall {
    let thread = job.thread();
    let first = || thread.list().ids().find_map(|id| thread.entry(id)).map(|entry| &entry.message);
    let (id, before) =
        message.or_else(first).map_or((job.protocol(), 1), |message| (&message.protocol, message.seq.max(1)));
    HttpCall::get(path!["whatsapp", "messages", id]).query("before", before)
}
