//! State of the customer's page and the customer's typing (CHT-007 to CHT-009).

use super::EventNumber;
use super::machine::{CLIENT_TYPING_MS, Jobs};
use super::timers;
use crate::flow::Context;
use crate::wire::{ClientStatus, Contact, EventMeta, Protocol};

impl Jobs {
    /// The newest version of the contact: a late answer is older than the contact that another attendance of the
    /// customer shows, or that an event brought meanwhile. A server without versions sends none.
    pub(super) fn newest(&self, contact: Contact) -> Contact {
        if contact.version == 0 {
            return contact;
        }
        let known = self.jobs.values().filter_map(|job| job.contact.as_ref());
        let newer = known.filter(|held| held.id == contact.id && held.version > contact.version);
        newer.max_by_key(|held| held.version).cloned().unwrap_or(contact)
    }

    /// The customer began or stopped typing; both mean that the customer's page is open.
    pub fn set_typing(&mut self, context: &mut Context, protocol: &Protocol, typing: bool) {
        let Some(job) = self.jobs.get_mut(protocol) else { return };
        job.client_status = ClientStatus::Online;
        // The agent may have ended the chat after the customer came back.
        job.typing = typing && !job.is_ended();
        if job.typing {
            context.timer(timers::CLIENT_TYPING.of(protocol.clone()), CLIENT_TYPING_MS);
        } else {
            context.cancel_timer(&timers::CLIENT_TYPING.of(protocol.clone()));
        }
        self.changed(context, protocol);
    }

    /// No typing event arrived for some seconds: ends the typing mark and keeps the state of the page.
    pub fn typing_expired(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.typing = false;
            self.changed(context, protocol);
        }
    }

    /// Remembers the event that reported the state of the customer's page: a pending list may be older.
    pub fn on_customer_status(&mut self, protocol: &Protocol, meta: &EventMeta) {
        let number = if self.is_loading_list() { EventNumber::of(meta) } else { None };
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.status_event = number;
        }
    }

    /// Sets the state of the customer's page.
    pub fn set_client_status(&mut self, context: &mut Context, protocol: &Protocol, status: ClientStatus) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.client_status = status;
            job.typing = job.typing && status == ClientStatus::Online;
            self.changed(context, protocol);
        }
    }
}
