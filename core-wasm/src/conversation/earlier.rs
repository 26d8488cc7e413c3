//! Messages before the thread, from earlier attendances of the customer (CTC-038): loaded portion by portion while the agent scrolls
//! up. A file among them whose address expired gets a new one (WAP-069).

use super::conversation_facts::facts_of;
use super::machine::{Conversation, Pending};
use super::rules::EarlierFrom;
use super::thread::Thread;
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, List, ListAnswer, ListEvent, SortedSet, path};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{ContactId, ListBody, Message, Protocol};
use std::cmp::Reverse;

/// Number of earlier messages that stay in memory when the agent leaves the conversation; the others are loaded again
/// when needed.
const MOST_KEPT_EARLIER: usize = 100;

/// The messages before one thread.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// The messages, newest first.
    pub list: List<Message>,
    /// The contact whose messages they are; empty if the customer's identifier decides.
    of: ContactId,
    /// Ids of the messages whose files wait for a new address.
    expired: SortedSet<String>,
}

impl Conversation {
    /// Loads the next portion of the messages before the thread (API-090, API-156).
    pub fn load_earlier(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) {
        self.apply_earlier_event(context, jobs, acting_agent, protocol, ListEvent::More);
    }

    /// Applies an event to the messages before the thread.
    pub fn apply_earlier_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        event: ListEvent,
    ) {
        let Some((from, of)) = source_of(jobs, protocol) else { return };
        let earlier = self.earlier.or_default(protocol);
        if earlier.of != of {
            *earlier = Earlier { of: of.clone(), ..Earlier::default() };
        }
        if from == EarlierFrom::Contact && of.is_empty() {
            earlier.list.give(Vec::new());
        } else if let Some(asked) = earlier.list.after(event).follow(context, timers::EARLIER.of(protocol.clone())) {
            let request =
                page_request(from, self.threads.get(&protocol.into()), acting_agent, protocol, earlier, asked);
            context.request(&mut self.requests, Pending::Earlier(protocol.clone(), of, asked), request);
        }
        context.dirty(slices::EARLIER.of(protocol.clone()));
    }

    pub(super) fn on_earlier(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        of: &ContactId,
        asked: Asked,
        answer: Answer,
    ) {
        let Some(earlier) = self.earlier.get_mut(protocol).filter(|earlier| earlier.of == *of) else { return };
        // An attendance that ended meanwhile has moved known messages to this portion.
        let answer = ListAnswer::portion(answer).map(|mut portion: ListAnswer<Message>| {
            portion.items.sort_by_key(|message| Reverse((message.shown_at(), message.time, message.seq)));
            portion.without_known(&earlier.list, asked, |held, message| {
                held.seq == message.seq && held.protocol == message.protocol
            })
        });
        let Some(step) = earlier.list.answered(context, asked, answer) else { return };
        step.follow(context, timers::EARLIER.of(protocol.clone()));
        self.drop_earlier_of_thread(context, protocol);
        let Some(earlier) = self.earlier.get_mut(protocol) else { return };
        in_order(earlier.list.items_mut());
        context.dirty(slices::EARLIER.of(protocol.clone()));
    }

    /// The thread has been loaded to its beginning since the earlier messages were requested: messages that are in both
    /// are removed from the earlier ones.
    pub(super) fn drop_earlier_of_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(first) = self.threads.get(&protocol.into()).and_then(Thread::first_number) else { return };
        let Some(earlier) = self.earlier.get_mut(protocol) else { return };
        let is_before = |message: &Message| message.protocol != *protocol || message.seq < first;
        if !earlier.list.items().iter().all(is_before) {
            earlier.list.keep(is_before);
            context.dirty(slices::EARLIER.of(protocol.clone()));
        }
    }

    /// Refetches an earlier message. While a request is pending, its answer or the next request brings the new address
    /// of the file.
    pub fn renew_earlier(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, message_id: String) {
        let Some(earlier) = self.earlier.get_mut(protocol) else { return };
        if position(earlier.list.items(), &message_id).is_some() {
            earlier.expired.insert(message_id);
            self.load_expired_messages(context, jobs, protocol);
        }
    }

    /// Loads the messages whose file addresses have expired, from the first one on.
    fn load_expired_messages(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if self.requests.any(|pending| matches!(pending, Pending::EarlierAgain(asked, _) if asked == protocol)) {
            return;
        }
        let Some((from, _)) = source_of(jobs, protocol) else { return };
        let Some(earlier) = self.earlier.get(protocol) else { return };
        let Some(first) = earlier.expired.first() else { return };
        let request = renewal_request(from, protocol, earlier, first);
        context.request(&mut self.requests, Pending::EarlierAgain(protocol.clone(), first.clone()), request);
    }

    /// Takes the new addresses over. After a failure the page still shows that the files are missing.
    pub(super) fn on_earlier_again(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: &Protocol,
        asked: &str,
        answer: Answer,
    ) {
        let Some(earlier) = self.earlier.get_mut(protocol) else { return };
        let Ok(list) = answer.read::<ListBody<Message>>() else {
            earlier.expired.clear();
            return;
        };
        // The requested message counts as refetched in any case, so that the request is not repeated without end.
        earlier.expired.remove(asked);
        for message in list.data.into_vec() {
            earlier.expired.remove(message.message_id.as_str());
            let held = position(earlier.list.items(), &message.message_id);
            if let Some(held) = held.and_then(|at| earlier.list.items_mut().get_mut(at)) {
                *held = message;
            }
        }
        context.dirty(slices::EARLIER.of(protocol.clone()));
        self.load_expired_messages(context, jobs, protocol);
    }

    /// The customer changed one of the loaded earlier messages, which are shown above the thread.
    pub(super) fn change_earlier_message(&mut self, context: &mut Context, message: &Message) {
        let threads: Vec<Protocol> = self.earlier.iter().map(|(of, _)| Protocol::from(of)).collect();
        for of in threads {
            let Some(earlier) = self.earlier.get_mut(&of) else { continue };
            let held = earlier.list.items_mut().iter_mut();
            let mut held = held.filter(|held| held.protocol == message.protocol && held.seq == message.seq);
            if let Some(held) = held.find(|held| held.status_version < message.status_version) {
                held.clone_from(message);
                context.dirty(slices::EARLIER.of(of));
            }
        }
    }

    /// The messages before the thread; `None` before they were requested, and after the attendance got another contact.
    pub fn earlier_of(&self, jobs: &Jobs, protocol: &Protocol) -> Option<&Earlier> {
        let (_, of) = source_of(jobs, protocol)?;
        self.earlier.get(protocol).filter(|earlier| earlier.of == of)
    }

    /// The agent opened this conversation, or none: long lists of earlier messages of other conversations are dropped.
    pub fn trim_earlier(&mut self, context: &mut Context, open: Option<&Protocol>) {
        let is_long = |earlier: &Earlier| earlier.list.items().len() > MOST_KEPT_EARLIER && !earlier.list.is_loading();
        let long = self.earlier.iter().filter(|(_, earlier)| is_long(earlier)).map(|(of, _)| Protocol::from(of));
        let left: Vec<Protocol> = long.filter(|protocol| Some(protocol) != open).collect();
        for protocol in left {
            self.forget_earlier(context, &protocol);
        }
    }

    pub(super) fn forget_earlier(&mut self, context: &mut Context, protocol: &Protocol) {
        self.earlier.remove(protocol);
        context.cancel_timer(&timers::EARLIER.of(protocol.clone()));
        context.dirty(slices::EARLIER.of(protocol.clone()));
    }
}

/// The route of the earlier messages, and the contact whose messages they are. The contact is empty on WhatsApp, and
/// for an unregistered customer of a web chat.
fn source_of(jobs: &Jobs, protocol: &Protocol) -> Option<(EarlierFrom, ContactId)> {
    let facts = facts_of(jobs, protocol)?;
    let from = facts.rules?.earlier;
    let contact = match from {
        EarlierFrom::Conversation => None,
        EarlierFrom::Contact => jobs.get(protocol).and_then(|job| job.contact()).map(|contact| &contact.id),
    };
    Some((from, contact.cloned().unwrap_or_default()))
}

/// Portions are ordered by the server's numbers, so a message that arrived late may be among messages of another
/// portion. Newest first.
fn in_order(messages: &mut [Message]) {
    let mut attendances: Vec<Protocol> = Vec::new();
    for message in &*messages {
        if !attendances.contains(&message.protocol) {
            attendances.push(message.protocol.clone());
        }
    }
    messages.sort_by_cached_key(|message| {
        let attendance = attendances.iter().position(|protocol| *protocol == message.protocol);
        (attendance, Reverse((message.shown_at(), message.time, message.seq)))
    });
}

fn position(messages: &[Message], message_id: &str) -> Option<usize> {
    messages.iter().position(|message| message.message_id == message_id)
}

fn page_request(
    from: EarlierFrom,
    thread: Option<&Thread>,
    acting_agent: &ActingAgent,
    protocol: &Protocol,
    earlier: &Earlier,
    asked: Asked,
) -> HttpRequest {
    match from {
        EarlierFrom::Conversation => {
            let held = earlier.list.items();
            let oldest = held.last().map(|last| &last.protocol);
            let of_oldest = held.iter().filter(|message| Some(&message.protocol) == oldest);
            let first = of_oldest.min_by_key(|message| message.seq);
            let first = first.map(|message| (&message.protocol, message.seq));
            messages_before(first.unwrap_or((protocol, thread.and_then(Thread::first_number).unwrap_or(1))))
        }
        EarlierFrom::Contact => HttpRequest::get(path!["contacts", &earlier.of, "messages"])
            .query("page", earlier.list.page(asked))
            .query("channel", "chat")
            .query("must_not", protocol)
            .query("org_unit_id", &acting_agent.org_unit_id),
    }
}

fn renewal_request(from: EarlierFrom, protocol: &Protocol, earlier: &Earlier, message_id: &str) -> HttpRequest {
    let held = earlier.list.items();
    let place = position(held, message_id);
    match from {
        EarlierFrom::Conversation => {
            let held = place.and_then(|at| held.get(at));
            messages_before(held.map_or((protocol, 1), |held| (&held.protocol, held.seq + 1)))
        }
        EarlierFrom::Contact => {
            let (of, seq) = place
                .and_then(|at| held.get(at))
                .map_or((protocol.clone(), 1), |message| (message.protocol.clone(), message.seq));
            HttpRequest::get(path!["contacts", &earlier.of, "messages", "db"])
                .query("protocol", of)
                .query("after", seq.saturating_sub(1))
        }
    }
}

/// The messages of the conversation before this number of an attendance. Earlier attendances have protocols of their own.
fn messages_before((protocol, number): (&Protocol, u64)) -> HttpRequest {
    HttpRequest::get(path!["whatsapp", "messages", protocol]).query("before", number.max(1))
}
