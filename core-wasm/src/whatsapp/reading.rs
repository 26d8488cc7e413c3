//! Files of a conversation, which the agent opens besides the thread (WAP-068).

use super::machine::{Pending, WhatsApp};
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent};
use crate::jobs::{Job, Jobs};
use crate::wire::{ListBody, Protocol, WhatsAppMedia};

/// Number of files in one portion of the server.
const MEDIA_PER_PAGE: usize = 50;

impl WhatsApp {
    /// The agent opens the files of the conversation: they are loaded from the first portion on, including new ones.
    pub fn open_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.apply_media_event(context, jobs, protocol, ListEvent::Reopened);
    }

    /// Loads the next portion of the files of the conversation's customer (API-106).
    pub fn load_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.apply_media_event(context, jobs, protocol, ListEvent::More);
    }

    /// Applies an event to the files of the conversation.
    pub fn apply_media_event(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, event: ListEvent) {
        let Some(job) = jobs.get(protocol) else { return };
        let gallery = self.galleries.or_default(protocol);
        if let Some(asked) = gallery.after(event).follow(context, timers::MEDIA.of(protocol.clone())) {
            let request = media_of(job, gallery.page(asked));
            context.request(&mut self.requests, Pending::Gallery(protocol.clone(), asked), request);
        }
        context.dirty(slices::MEDIA.of(protocol.clone()));
    }

    pub(super) fn on_media(&mut self, context: &mut Context, protocol: &Protocol, asked: Asked, answer: Answer) {
        let Some(gallery) = self.galleries.get_mut(protocol) else { return };
        // Files that arrived meanwhile have moved known files to this portion.
        let answer = ListAnswer::portion(answer).map(|portion: ListAnswer<WhatsAppMedia>| {
            portion.without_known(gallery, asked, |held, medium| held.id == medium.id)
        });
        if let Some(step) = gallery.answered(context, asked, answer) {
            gallery.shown(context, ItemList::Media);
            step.follow(context, timers::MEDIA.of(protocol.clone()));
            context.dirty(slices::MEDIA.of(protocol.clone()));
        }
    }

    /// Refetches the portion with a file (WAP-069). While a request is pending, its answer or the next request brings
    /// the new address of the file.
    pub fn renew_medium(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, id: String) {
        if self.galleries.get(protocol).is_some_and(|gallery| place_in(gallery.items(), &id).is_some()) {
            self.expired_media.or_default(protocol).insert(id);
            self.read_expired_media(context, jobs, protocol);
        }
    }

    /// `GET /contacts/media/whatsapp`: the portion of the first file that waits for a new address.
    fn read_expired_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if self.requests.any(|pending| matches!(pending, Pending::GalleryAgain(asked, ..) if asked == protocol)) {
            return;
        }
        let (Some(job), Some(gallery)) = (jobs.get(protocol), self.galleries.get(protocol)) else { return };
        let Some(first) = self.expired_media.get(protocol).and_then(|waiting| waiting.first()).cloned() else { return };
        let place = place_in(gallery.items(), &first).unwrap_or_default();
        let page = u32::try_from(place / MEDIA_PER_PAGE + 1).unwrap_or(u32::MAX);
        context.request(&mut self.requests, Pending::GalleryAgain(protocol.clone(), first, page), media_of(job, page));
    }

    /// Takes the new addresses over. New files are added only when the gallery is opened again; they may have moved the
    /// requested file to the next portion. After a failure the page still shows that the files are missing.
    pub(super) fn on_media_again(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: &Protocol,
        asked: &str,
        page: u32,
        answer: Answer,
    ) {
        let Ok(list) = answer.read::<ListBody<WhatsAppMedia>>() else {
            self.expired_media.remove(protocol);
            return;
        };
        let (Some(job), Some(gallery)) = (jobs.get(protocol), self.galleries.get_mut(protocol)) else { return };
        let was_there =
            place_in(gallery.items(), asked).is_some_and(|place| place / MEDIA_PER_PAGE + 1 == page as usize);
        let waiting = self.expired_media.or_default(protocol);
        for medium in list.data.into_vec() {
            waiting.remove(medium.id.as_str());
            for held in gallery.items_mut().iter_mut().filter(|held| held.id == medium.id) {
                *held = medium.clone();
            }
        }
        context.dirty(slices::MEDIA.of(protocol.clone()));
        if was_there && waiting.contains(asked) {
            let next = page.saturating_add(1);
            let pending = Pending::GalleryAgain(protocol.clone(), asked.to_owned(), next);
            context.request(&mut self.requests, pending, media_of(job, next));
            return;
        }
        // The file counts as refetched in any case, so that the request is not repeated without end.
        waiting.remove(asked);
        self.read_expired_media(context, jobs, protocol);
    }
}

fn place_in(media: &[WhatsAppMedia], id: &str) -> Option<usize> {
    media.iter().position(|medium| medium.id == id)
}

fn media_of(job: &Job, page: u32) -> HttpRequest {
    HttpRequest::get("contacts/media/whatsapp")
        .query("contactIdentifier", &job.server().contact_identifier)
        .query("page", page)
}
