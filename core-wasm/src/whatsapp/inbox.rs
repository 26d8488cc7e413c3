//! The inbox: conversations of the agent without an open attendance (WAP-009, WAP-039, WAP-048 to WAP-051).

use super::lists::customer_name;
use super::machine::{Pending, WhatsApp};
use super::{Exit, slices};
use crate::flow::{
    Answer, Context, Coverage, EventNumber, HttpRequest, ItemList, Outcome, ServerWrite, Text, WriteEvent, WriteState,
    WriteStep, path,
};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::shell::NamedCustomer;
use crate::wire::{AgentId, EventMeta, InboxJob, InboxJobs, Protocol};

/// The entries of the inbox.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// The entries, that of the newest message first.
    pub entries: Vec<InboxJob>,
    /// Covers the events that the last list contains.
    coverage: Coverage,
    /// The load of the list failed.
    pub failed: bool,
}

impl Inbox {
    /// Number of unread messages: the badge of the inbox.
    pub fn unattended(&self) -> u32 {
        self.entries.iter().map(|entry| entry.messages_not_read).fold(0, u32::saturating_add)
    }

    fn put(&mut self, entry: InboxJob) {
        if let Some(held) = self.entries.iter_mut().find(|held| held.protocol == entry.protocol) {
            if entry.version >= held.version {
                *held = entry;
            }
        } else {
            self.entries.push(entry);
        }
        self.entries.sort_by_key(|entry| std::cmp::Reverse(entry.last_receipt));
    }

    fn remove(&mut self, protocol: &Protocol) {
        self.entries.retain(|entry| entry.protocol != *protocol);
    }
}

impl WhatsApp {
    /// `GET /agents/{id}/jobs/inbox`; one request at a time.
    pub fn load_inbox(&mut self, context: &mut Context, agent: &AgentId) {
        if !self.requests.any(|pending| matches!(pending, Pending::Inbox)) {
            self.inbox_fresh.begin();
            context.request(
                &mut self.requests,
                Pending::Inbox,
                HttpRequest::get(path!["agents", agent, "jobs", "inbox"]),
            );
        }
    }

    pub(super) fn on_inbox(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        context.dirty(slices::INBOX.key());
        match answer.read::<InboxJobs>() {
            Ok(list) => {
                context.report_unreadable(ItemList::Inbox, list.data.unreadable);
                // The effect of an event that is newer than the list is kept.
                let freshness = self.inbox_fresh.answer(list.as_of_seq, &list.epoch);
                self.inbox.failed = false;
                self.inbox.entries.retain(|entry| !freshness.applies_to(&entry.protocol));
                self.inbox.coverage.extend(list.as_of_seq, &list.epoch);
                let listed = list.data.into_iter().filter(|entry| freshness.applies_to(&entry.protocol));
                listed.for_each(|entry| self.inbox.put(entry));
                freshness.is_again().then_some(Exit::Reconcile).into_iter().collect()
            }
            Err(answer) => {
                self.inbox_fresh.fail();
                self.inbox.failed = true;
                answer.is_passing().then_some(Exit::Reconcile).into_iter().collect()
            }
        }
    }

    /// A message of a conversation in the inbox, or a change of its entry (WAP-039).
    pub fn on_inbox_entry(&mut self, context: &mut Context, meta: &EventMeta, entry: InboxJob) {
        if self.is_inbox_news(meta, &entry.protocol) {
            self.inbox.put(entry);
            context.dirty(slices::INBOX.key());
        }
    }

    /// The entry left the inbox (WAP-048).
    pub fn on_inbox_end(&mut self, context: &mut Context, meta: &EventMeta, protocol: &Protocol) {
        if self.is_inbox_news(meta, protocol) {
            self.inbox.remove(protocol);
            context.dirty(slices::INBOX.key());
        }
    }

    fn is_inbox_news(&mut self, meta: &EventMeta, protocol: &Protocol) -> bool {
        self.inbox_fresh.event(protocol.clone(), EventNumber::of(meta));
        !self.inbox.coverage.contains(meta)
    }

    /// The agent opens an ended attendance or an entry of the inbox again (WAP-050).
    pub fn reopen(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol) {
        if self.is_busy(protocol) {
            return;
        }
        self.post(context, Pending::Reopen(protocol.clone()), ServerWrite::Reopen, "whatsapp/reopen", agent, protocol);
        self.mark(context, protocol);
    }

    pub(super) fn on_reopened(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: Protocol,
        answer: &Answer,
    ) -> Vec<Exit> {
        self.mark(context, &protocol);
        match answer {
            Answer::Ok(_) if jobs.get(&protocol).is_some() => vec![Exit::Enable(protocol)],
            // The event `NewWhatsAppEvent` adds the attendance.
            Answer::Ok(_) => {
                self.to_open.push(protocol);
                Vec::new()
            }
            answer if is_looked_up(answer) => {
                // The event may arrive first: then the attendance opens at once.
                self.to_open.push(protocol.clone());
                self.reopened_unanswered.insert(protocol);
                vec![Exit::LookUp]
            }
            answer => vec![Exit::refused(Topic::Mark(protocol), reopen_refusal(answer))],
        }
    }

    /// The list was loaded after attendances were reopened without an answer (BEY-153).
    pub fn look_up_reopened(&mut self, context: &mut Context, jobs: &Jobs) -> Vec<Exit> {
        let asked = std::mem::take(&mut self.reopened_unanswered);
        let mut exits = Vec::new();
        for protocol in asked.iter() {
            self.mark(context, protocol);
            let waits = self.to_open.contains(protocol);
            self.to_open.retain(|awaited| awaited != protocol);
            let is_open = jobs.get(protocol).is_some_and(|job| !job.is_ended());
            let event = if is_open { WriteEvent::FoundDone } else { WriteEvent::FoundNotDone };
            match WriteState::LookingUp.after(event, ServerWrite::Reopen.action_after_loss()).1 {
                WriteStep::Tell(Outcome::Done) if waits => exits.push(Exit::Enable(protocol.clone())),
                // The attendance opened with its event.
                WriteStep::Tell(Outcome::Done) => {}
                WriteStep::Tell(Outcome::NotDone | Outcome::Refused | Outcome::Unknown) => {
                    exits.push(Exit::refused(Topic::Mark(protocol.clone()), Text::key(REOPEN_FAILED)));
                }
                WriteStep::SendAgain(_) | WriteStep::LookUp | WriteStep::Nothing => {}
            }
        }
        exits
    }

    /// The customer of an inbox entry, for snackbars and notifications.
    pub fn inbox_customer(&self, protocol: &Protocol) -> Option<NamedCustomer> {
        let entry = self.inbox.entries.iter().find(|entry| entry.protocol == *protocol)?;
        let contact_id = entry.contact.as_ref().map(|contact| contact.id.clone()).unwrap_or_default();
        Some(NamedCustomer { protocol: protocol.clone(), contact_id, name: customer_name(entry).to_owned() })
    }
}

fn is_looked_up(answer: &Answer) -> bool {
    WriteState::SENT.after(WriteEvent::of(answer), ServerWrite::Reopen.action_after_loss()).1 == WriteStep::LookUp
}

const REOPEN_FAILED: &str = "whatsapp.reopen.failed";

/// The text of the server's cause (WAP-051).
fn reopen_refusal(answer: &Answer) -> Text {
    match (answer.error_body(), answer.reason()) {
        (Some(body), Some(reason)) => Text::reason("whatsapp.reopen", reason, &body.details, REOPEN_FAILED),
        _ => Text::key(REOPEN_FAILED),
    }
}
