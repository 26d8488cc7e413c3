//! Passes each broker event to its areas (spec session §4, conversation §4). The table of events is
//! `wire::BrokerEvent`; the compiler requires an arm here for a new one.

use super::{Workspace, context};
use crate::flow::{Effect, Text};
use crate::input::BrokerInput;
use crate::jobs::{Job, Jobs};
use crate::qualification::{self, Qualification};
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{AgentId, BrokerEvent, Channel, ChannelChange, ChannelStatus, EventMeta, Protocol};

impl Workspace {
    pub(crate) fn on_broker(&mut self, input: BrokerInput) {
        match input {
            BrokerInput::Opened { link } => {
                let exit = self.connection.opened(context!(self), link);
                if exit.is_some() {
                    self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::Reconnecting);
                }
                self.route(exit);
                let acting_agent = self.acting_agent();
                let exits = self.conversation.retry_all(context!(self), &acting_agent);
                self.route(exits);
            }
            BrokerInput::Closed { link } => {
                let exit = self.connection.closed(context!(self), link);
                self.route(exit);
            }
            BrokerInput::Refused { link, message } => {
                let exit = self.connection.refused(context!(self), link, &message);
                self.route(exit);
            }
            BrokerInput::Frame(frame) => {
                let exits = self.connection.frame(context!(self), frame);
                self.route(exits);
            }
        }
    }

    pub(crate) fn on_event(&mut self, meta: &EventMeta, event: BrokerEvent) {
        if self.is_covered(meta, &event) {
            return;
        }
        match event {
            BrokerEvent::NewChat(event) => {
                let mut job = event.job;
                job.channel = job.channel.or(Some(Channel::Chat));
                let protocol = job.protocol.clone();
                let has_ended = |jobs: &Jobs| jobs.get(&protocol).map(Job::is_ended);
                let before = has_ended(&self.jobs);
                let exits = self.jobs.upsert(context!(self), job, Some(meta));
                let after = has_ended(&self.jobs);
                self.route(exits);
                if before.is_none() {
                    self.on_job_added(&protocol);
                }
                if before == Some(true) && after == Some(false) {
                    // Either the attendance was reopened (JOB-009), or the event is older than its end: the reconcile decides.
                    self.reconcile();
                }
            }
            BrokerEvent::ChatMessage(event) => {
                let seen = self.visible_conversation();
                let acting_agent = || self.session.acting_agent();
                let (jobs, message) = (&mut self.jobs, event.message);
                let exits =
                    self.conversation.on_message(context!(self), jobs, acting_agent, meta, message, seen.as_ref());
                self.route(exits);
            }
            BrokerEvent::ChatTyping(event) => {
                self.jobs.on_customer_status(&event.protocol, meta);
                self.chat.on_typing(context!(self), &mut self.jobs, &event.protocol, event.typing);
            }
            BrokerEvent::ChatInactive(event) => {
                self.jobs.on_customer_status(&event.protocol, meta);
                self.chat.on_inactive(context!(self), &mut self.jobs, &event.protocol);
            }
            BrokerEvent::ChatEnd(event) => {
                let ended = self.jobs.get(&event.protocol).is_some_and(|job| !job.is_ended());
                let now = self.server_now();
                let exits = self.jobs.disable(context!(self), &event.protocol, Some(now));
                self.route(exits);
                self.refresh_status();
                if ended {
                    self.attendance_finished(&event.protocol);
                    self.snackbar(SnackbarKind::Info, Text::key("endChatByClient"));
                }
            }
            BrokerEvent::JobFinished(event) => {
                let known = self.jobs.get(&event.protocol).is_some();
                self.remove_job(&event.protocol);
                self.refresh_status();
                if known {
                    self.snackbar(SnackbarKind::Info, Text::key("jobFinished").with("protocol", &event.protocol));
                }
            }
            BrokerEvent::QualifiedAttendance(event) => {
                let Some(job) = self.jobs.get(&event.protocol) else { return };
                if self.qualification.is_pending(&event.protocol) {
                    // The event is faster than the answer to the agent's call: show one snackbar, not two (QUA-018).
                    return self.route(vec![qualification::Exit::Qualified(event.protocol)]);
                }
                let channel = event.channel.unwrap_or(job.channel());
                self.remove_job(&event.protocol);
                self.snackbar(SnackbarKind::Success, Qualification::qualified_text(channel, &event.protocol));
            }
            BrokerEvent::ForcedDisconnect(event) => {
                if self.is_for_this_session(&event.agent_id, event.up_to) {
                    let exit = self.session.disconnected_by_system(context!(self));
                    self.route(exit);
                }
            }
            BrokerEvent::TabDisabled(event) => {
                if self.is_for_this_session(&event.agent_id, event.up_to) {
                    self.leave_to_other_tab();
                }
            }
            BrokerEvent::AgentAbsent(event) => {
                if event.agent_id.is_empty() || event.agent_id == self.session.agent_id() {
                    let exit = self.absence.take(context!(self), event);
                    self.route(exit);
                }
            }
            BrokerEvent::AgentBoard(event) => self.supervision.take_event(context!(self), *event),
            BrokerEvent::AgentStatus(event) => {
                let exits: Vec<_> = Channel::ALL
                    .into_iter()
                    .filter_map(|channel| {
                        let record = event.channels.of(channel);
                        self.channels.take_event(context!(self), channel, meta, event.version, record)
                    })
                    .collect();
                self.route(exits);
            }
            BrokerEvent::Channel(channel, change, event) => {
                let channel = event.channel.unwrap_or(channel);
                let pause = (change == ChannelChange::Pause).then(|| event.reason.clone());
                let exit = self.channels.take_change(context!(self), channel, meta, change, *event);
                self.route(exit);
                if let Some(reason) = pause {
                    self.leave_login_pause(channel, &reason);
                }
            }
            BrokerEvent::Notification(event) => self.notifications.on_server_notification(context!(self), &event),
            BrokerEvent::OpenUrl(event) => {
                if let Some(url) = crate::shell::outside_url(&event.url) {
                    context!(self).effect(Effect::OpenUrl { url });
                }
            }
            BrokerEvent::Ping => {
                self.connection.pong(context!(self));
                #[cfg(test)]
                self.counter.on_ping(context!(self));
            }
        }
    }

    /// Whether the last answer of the event's area already contains the event. An answer covers only events of its own
    /// kind; absence (it has a version), notifications (they have ids) and pages to open are never covered.
    fn is_covered(&self, meta: &EventMeta, event: &BrokerEvent) -> bool {
        match event {
            BrokerEvent::NewChat(_)
            | BrokerEvent::ChatTyping(_)
            | BrokerEvent::ChatInactive(_)
            | BrokerEvent::ChatEnd(_)
            | BrokerEvent::JobFinished(_)
            | BrokerEvent::QualifiedAttendance(_) => self.jobs.covers(meta),
            // Threads are loaded separately and detect duplicates by `seq`; an attendance missing from the list has ended.
            BrokerEvent::ChatMessage(event) => {
                self.jobs.get(&event.message.protocol).is_none() && self.jobs.covers(meta)
            }
            BrokerEvent::AgentBoard(_) => self.supervision.covers(meta),
            // Each channel has its own coverage; the login pause is left even if the channel's state is covered.
            BrokerEvent::AgentStatus(_)
            | BrokerEvent::Channel(..)
            | BrokerEvent::ForcedDisconnect(_)
            | BrokerEvent::TabDisabled(_)
            | BrokerEvent::AgentAbsent(_)
            | BrokerEvent::Notification(_)
            | BrokerEvent::OpenUrl(_)
            | BrokerEvent::Ping => false,
        }
    }

    /// False for events about an earlier session or link.
    fn is_for_this_session(&self, agent: &AgentId, up_to: Option<u64>) -> bool {
        (agent.is_empty() || *agent == self.session.agent_id()) && self.connection.applies_to_credential(up_to)
    }

    /// A reconnected voice channel starts with the login pause; leaves it if the agent was available before (PAU-014).
    fn leave_login_pause(&mut self, channel: Channel, reason: &str) {
        let was_available =
            self.channels.previous_voice().is_some_and(|previous| previous.status == ChannelStatus::Available);
        let starts_paused = self.session.agent().agent_login_starts_paused.voice;
        let is_held = self.channels.pause_names(channel).contains(&Some(reason));
        if channel == Channel::Voice && starts_paused && was_available && is_held && self.pauses.is_login_pause(reason)
        {
            let agent = self.session.agent_id();
            self.pauses.leave(context!(self), &agent, &[channel]);
        }
    }

    /// An attendance was added.
    pub(crate) fn on_job_added(&mut self, protocol: &Protocol) {
        let Some(name) = self.jobs.get(protocol).map(|job| job.name().to_owned()) else { return };
        let agent = self.session.agent_id();
        self.contacts.ensure_contact(context!(self), &self.jobs, &agent, protocol);
        self.jobs.load_tags(context!(self), protocol);
        // No alert for an absent agent: the attendance is only listed (ABS-005).
        if !self.absence.is_absent() {
            self.attendance_came(protocol);
        }
        self.shell.announce(context!(self), Text::key("jobs.announce.added").with("name", name));
    }
}
