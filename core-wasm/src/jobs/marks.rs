//! The agent's marks of attendances, and what a provider says of their numbers.

use super::EventNumber;
use super::machine::Jobs;
use crate::flow::Context;
use crate::wire::{EventMeta, Protocol};

impl Jobs {
    /// The agent pins or unpins the attendance (JOB-027).
    pub fn set_pinned(&mut self, context: &mut Context, protocol: &Protocol, pinned: bool) {
        self.update(context, protocol, |_, job| job.server.pinned = pinned);
    }

    /// The agent marks the attendance as read or unread (JOB-028).
    pub fn set_marked_unread(&mut self, context: &mut Context, protocol: &Protocol, unread: bool) {
        self.update(context, protocol, |_, job| {
            job.marked_unread = unread && job.unread() == 0;
            if !unread {
                job.read_mark.read();
            }
        });
    }

    /// The provider reports that the customer's number has no WhatsApp (WAP-046).
    pub fn set_number_not_exists(&mut self, context: &mut Context, protocol: &Protocol, meta: &EventMeta) {
        self.update(context, protocol, |_, job| {
            job.server.whatsapp_number_not_exists = true;
            job.number_event = EventNumber::of(meta);
        });
    }
}
