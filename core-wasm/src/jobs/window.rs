//! The conversation window and the agent's marks of WhatsApp attendances.

use super::job::Job;
use super::machine::Jobs;
use super::{EventNumber, facts};
use crate::conversation::{Countdown, timers};
use crate::flow::Context;
use crate::wire::{Channel, EventMeta, Protocol};

impl Jobs {
    /// The window of the attendance closed, or its time on the page's clock may have changed.
    pub fn follow_window(&self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get(protocol) {
            follow_window(context, job);
        }
    }

    /// The server's time became known, or the channel of attendances was connected or disconnected.
    pub fn follow_windows(&self, context: &mut Context) {
        self.jobs.values().for_each(|job| follow_window(context, job));
    }

    /// The agent pins or unpins the attendance (JOB-027).
    pub fn set_pinned(&mut self, context: &mut Context, protocol: &Protocol, pinned: bool) {
        self.update(context, protocol, |_, job| job.server.pinned = pinned);
    }

    /// The agent marks the attendance as read or unread (JOB-028).
    pub fn set_marked_unread(&mut self, context: &mut Context, protocol: &Protocol, unread: bool) {
        self.update(context, protocol, |_, job| {
            job.marked_unread = unread && job.unread() == 0;
            if !unread {
                job.read_mark.read(job.thread.last_seq());
            }
        });
    }

    /// The provider says that the customer's number has no WhatsApp (WAP-046).
    pub fn set_number_not_exists(&mut self, context: &mut Context, protocol: &Protocol, meta: &EventMeta) {
        self.update(context, protocol, |_, job| {
            job.server.whatsapp_number_not_exists = true;
            job.number_event = EventNumber::of(meta);
        });
    }
}

/// The composer of a WhatsApp attendance follows its window: a timer wakes the core at the moment when it closes.
pub(super) fn follow_window(context: &mut Context, job: &Job) {
    let protocol = job.protocol();
    if job.channel() == Channel::Whatsapp {
        context.changed(facts::ATTENDANCE.of(protocol.clone()));
        let key = timers::WINDOW.of(protocol.clone());
        let now = context.server_now();
        match job.window().at(now).0 {
            Countdown::Open { ends_at } => {
                context.timer(key, u64::try_from(ends_at.since_ms(now)).unwrap_or_default());
            }
            _ => context.cancel_timer(&key),
        }
    }
}
