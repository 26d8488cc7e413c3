//! Renews the addresses of files. The server's addresses expire, but a page stays open for hours and a restored thread
//! may be older. When the page cannot load a file, its message is refetched (WAP-069).

use super::machine::{Conversation, Pending};
use super::reading::MESSAGES_PER_PAGE;
use super::records;
use super::threads::ConversationKey;
use crate::flow::{Answer, Context, HttpRequest, SortedSet, Table, path};
use crate::jobs::Jobs;
use crate::wire::{MessagesReply, Protocol};

/// The messages whose files wait for a new address, by conversation.
#[derive(Default)]
pub(super) struct Renewals(Table<SortedSet<u64>>);

impl Renewals {
    pub(super) fn forget(&mut self, key: &ConversationKey) {
        self.0.remove(key);
    }

    fn add(&mut self, key: &ConversationKey, seq: u64) {
        self.0.or_default(key).insert(seq);
    }

    fn first(&self, key: &ConversationKey) -> Option<u64> {
        self.0.get(key)?.first().copied()
    }

    /// The portion contained all messages from `first` to `last`.
    fn read(&mut self, key: &ConversationKey, first: u64, last: u64) {
        let Some(waiting) = self.0.get_mut(key) else { return };
        waiting.retain(|seq| *seq < first || *seq > last);
        if waiting.is_empty() {
            self.forget(key);
        }
    }
}

impl Conversation {
    /// Refetches a message with a file. While a request is pending, its answer or the next request brings the new
    /// address of the file.
    pub fn renew_file(&mut self, context: &mut Context, protocol: &Protocol, local_id: &str) {
        let key = ConversationKey::from(protocol);
        let entry = self.threads.get(&key).and_then(|thread| thread.entry(local_id));
        let on_server = entry.map(|entry| &entry.message).filter(|message| !message.attachment_url.is_empty());
        let Some(seq) = on_server.map(|message| message.seq).filter(|seq| *seq > 0) else { return };
        self.threads.renewals.add(&key, seq);
        self.read_first(context, &key);
    }

    /// `GET /job/{protocol}/messages` from the first message whose file waits for a new address.
    fn read_first(&mut self, context: &mut Context, key: &ConversationKey) {
        if self.requests.any(|pending| matches!(pending, Pending::Renewal { key: asked, .. } if asked == key)) {
            return;
        }
        let Some(first) = self.threads.renewals.first(key) else { return };
        let request = HttpRequest::get(path!["job", key.protocol(), "messages"]).query("after", first - 1);
        context.request(&mut self.requests, Pending::Renewal { key: key.clone(), first }, request);
    }

    /// Takes the new addresses over. Messages that the thread lacks are ignored: the load of the thread adds and counts
    /// them. After a failure the page still shows that the files are missing.
    pub(super) fn on_renewed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        key: &ConversationKey,
        first: u64,
        answer: Answer,
    ) {
        let Ok(reply) = answer.read::<MessagesReply>() else {
            self.threads.renewals.forget(key);
            return;
        };
        let protocol = key.protocol();
        let is_full = reply.data.len() >= MESSAGES_PER_PAGE;
        let highest = reply.data.iter().map(|message| message.seq).max().unwrap_or_default();
        // The message that was asked for counts as read in any case, so that no server is asked for it without end.
        let last = if is_full { highest.max(first) } else { u64::MAX };
        self.change_thread(context, jobs, key, |context, thread| {
            for message in reply.data.into_vec() {
                if thread.local_id_of(&message).is_some() {
                    thread.take(context, protocol, message);
                }
            }
        });
        context.persist(records::THREAD.of(protocol.clone()));
        self.threads.renewals.read(key, first, last);
        self.read_first(context, key);
    }
}
