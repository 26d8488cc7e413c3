//! Renews the addresses of files: the server's addresses expire after a while, but a page stays open for hours and a restored
//! thread is older still. When the page cannot load a file, its message is read again (WAP-069).

use super::machine::{Jobs, Pending};
use super::messages::MESSAGES_PER_PAGE;
use super::records;
use crate::flow::path;
use crate::flow::{Answer, Context, HttpCall, SortedMap};
use crate::wire::{MessagesReply, Protocol};
use std::collections::BTreeSet;

/// The messages whose files wait for a new address, by attendance.
#[derive(Default)]
pub(super) struct Renewals(SortedMap<Protocol, BTreeSet<u64>>);

impl Renewals {
    pub(super) fn forget(&mut self, protocol: &Protocol) {
        self.0.remove(protocol);
    }

    fn add(&mut self, protocol: &Protocol, seq: u64) {
        match self.0.get_mut(protocol) {
            Some(waiting) => {
                waiting.insert(seq);
            }
            None => {
                self.0.insert(protocol.clone(), BTreeSet::from([seq]));
            }
        }
    }

    fn first(&self, protocol: &Protocol) -> Option<u64> {
        self.0.get(protocol)?.first().copied()
    }

    /// The server's page contained all messages from `first` to `last`.
    fn read(&mut self, protocol: &Protocol, first: u64, last: u64) {
        let Some(waiting) = self.0.get_mut(protocol) else { return };
        waiting.retain(|seq| *seq < first || *seq > last);
        if waiting.is_empty() {
            self.forget(protocol);
        }
    }
}

impl Jobs {
    /// Reads a message with a file again. Requests during a call are answered by its page or by the next one.
    pub fn renew_file(&mut self, context: &mut Context, protocol: &Protocol, local_id: &str) {
        let entry = self.get(protocol).and_then(|job| job.thread.entry(local_id));
        let on_server = entry.map(|entry| &entry.message).filter(|message| !message.attachment_url.is_empty());
        let Some(seq) = on_server.map(|message| message.seq).filter(|seq| *seq > 0) else { return };
        self.renewals.add(protocol, seq);
        self.read_first(context, protocol);
    }

    /// `GET /job/{protocol}/messages` from the first message that waits.
    fn read_first(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.calls.any(|pending| matches!(pending, Pending::Renewal { protocol: asked, .. } if asked == protocol)) {
            return;
        }
        let Some(first) = self.renewals.first(protocol) else { return };
        let call = HttpCall::get(path!["job", protocol, "messages"]).query("after", first - 1);
        context.call(&mut self.calls, Pending::Renewal { protocol: protocol.clone(), first }, call);
    }

    /// Takes the new addresses. Messages that the thread does not have are left to its own loading, which counts them. After a
    /// failure the page keeps showing that the files are missing.
    pub(super) fn on_renewed(&mut self, context: &mut Context, protocol: &Protocol, first: u64, answer: Answer) {
        let Ok(reply) = answer.read::<MessagesReply>() else {
            self.renewals.forget(protocol);
            return;
        };
        let is_full = reply.data.len() >= MESSAGES_PER_PAGE;
        let highest = reply.data.iter().map(|message| message.seq).max().unwrap_or_default();
        // The message that was asked for counts as read in any case, so that no server is asked for it without end.
        let last = if is_full { highest.max(first) } else { u64::MAX };
        self.update(context, protocol, |context, job| {
            for message in reply.data.into_vec() {
                if job.thread.local_id_of(&message).is_some() {
                    job.thread.take(context, protocol, message);
                }
            }
        });
        context.persist(records::THREAD.of(protocol.clone()));
        self.renewals.read(protocol, first, last);
        self.read_first(context, protocol);
    }
}
