//! Notifications, registered with the workspace.

use super::NotificationsSlice;
use super::centre::{MENTION, SNOOZE};
use super::policy::{self, AttendanceAlert, MessageFacts, MessageNotice, UnreadFacts};
use super::registry::NAME;
use super::{
    AlertsView, News, Notice, Notifications, NotificationsIntent, Ring, RingKind, Subject, Topic, records, slices,
    timers,
};
use crate::flow::{Answer, AreaName, DesktopNotice, LocalId, RequestId, Sound, Text, Tone};
use crate::jobs::{ClosingEvent, RemovalReason};
use crate::shell::{NamedCustomer, PreferencesChange, Route, SnackbarKind};
use crate::wire::{AgentId, Channel, ContactId, EventMeta, Protocol, events, json_text};
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

/// Greatest length of a desktop notification's text, which shows about two lines.
const LONGEST_BODY: usize = 200;

impl Area for Notifications {
    type Intent = NotificationsIntent;
    type Event = events::notifications::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::NOTIFICATIONS, |workspace, ()| {
            let kept = workspace.conversation.unsent.notices().into_iter().chain(workspace.notes.notices());
            NotificationsSlice::Notifications(workspace.notifications.view(kept.collect()))
        }),
        &Show(&slices::ALERTS, |workspace, ()| NotificationsSlice::Alerts(alerts_view(workspace))),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::DESKTOP_CLOSE, |workspace, tag| workspace.alerts.close(context!(workspace), &tag)),
        &When(&timers::REPEAT, |workspace, ()| workspace.repeat_alert()),
    ];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::NOTIFICATIONS, |workspace, ()| Some(json_text(&workspace.notifications.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let notices: Option<Vec<Notice>> = stored.one(&records::NOTIFICATIONS);
        if let Some(notices) = notices {
            workspace.notifications.restore(notices);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        if !workspace.notifications.on_reply(context!(workspace), request, answer) {
            workspace.schedule_reconcile();
        }
    }

    fn reset(workspace: &mut Workspace) {
        workspace.notifications = Notifications::default();
        workspace.alerts.leave(context!(workspace));
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        workspace.attendance_finished(protocol);
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        workspace.notifications.load(context!(workspace), agent);
    }

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        // Notifications have identifiers, so no answer covers the event.
        match event {
            events::notifications::Event::New(event) => {
                let customer = workspace.jobs.customer(&event.protocol);
                let is_new = workspace.notifications.on_server_notification(context!(workspace), &event, customer);
                match event.kind.as_str() {
                    MENTION if is_new => workspace.mentioned(&event),
                    SNOOZE if is_new => workspace.snooze_is_over(&event),
                    _ => return,
                }
                workspace.mark_conversation_seen();
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            NotificationsIntent::NotificationRead { id, read } => {
                workspace.notifications.set_read(context!(workspace), &id, read);
                workspace.conversation.unsent.set_read(context!(workspace), &acting_agent.agent_id, &id, read);
                workspace.notes.set_notice_read(context!(workspace), &acting_agent.agent_id, Some(&id), read);
            }
            NotificationsIntent::NotificationDismissed { id } => {
                workspace.notifications.dismiss(context!(workspace), &id);
                workspace.conversation.unsent.discard(context!(workspace), &acting_agent.agent_id, &id);
                workspace.notes.discard_notice(context!(workspace), &acting_agent.agent_id, &id);
            }
            NotificationsIntent::NotificationsReadAll => {
                workspace.notifications.read_all(context!(workspace), &acting_agent.agent_id);
                workspace.conversation.unsent.read_all(context!(workspace), &acting_agent.agent_id);
                workspace.notes.set_notice_read(context!(workspace), &acting_agent.agent_id, None, true);
            }
            NotificationsIntent::OpenCustomer { protocol, contact_id } => workspace.open_customer(protocol, contact_id),
            NotificationsIntent::AskDesktop => workspace.alerts.ask_now(context!(workspace)),
            NotificationsIntent::DeclineDesktop => workspace.alerts.decline(context!(workspace)),
            NotificationsIntent::TestSound { sound, channel } => workspace.test_sound(sound, channel),
        }
    }
}

impl Workspace {
    /// A customer wrote a message. `seen`: the conversation is open and focused. `newest`: the message, if the thread
    /// contains it; otherwise the last message in the server's list is used.
    pub(crate) fn customer_wrote(&mut self, protocol: &Protocol, seen: bool, newest: Option<&LocalId>) {
        let exit = self.jobs.apply_closing_event(context!(self), protocol, ClosingEvent::CustomerWrote);
        self.route(exit);
        let Some(job) = self.jobs.get(protocol) else { return };
        let record = &self.session.agent().agent_preferences;
        let facts = MessageFacts {
            channel: job.channel(),
            seen,
            shows: self.visible && self.shell.route().protocol() == Some(protocol),
            ended: job.is_ended(),
            notifies_whatsapp: record.notify_whats_app_message,
            desktop: self.alerts.may_show(),
        };
        let (sound, notice) = policy::alert_for(facts);
        if let Some(sound) = sound {
            let tone = self.shell.preferences().tone(facts.channel);
            context!(self).sound(sound, tone);
        }
        match notice {
            MessageNotice::Nothing => return,
            MessageNotice::Announced => {
                return self.shell.announce(context!(self), Text::key("chat.announce.newMessage"));
            }
            MessageNotice::Entry | MessageNotice::EntryAndDesktop(_) => {}
        }
        let text = self.conversation.customer_text(&self.jobs, protocol, newest);
        let name = job.name();
        self.notifications.add_message(context!(self), job.customer(), text);
        let MessageNotice::EntryAndDesktop(kind) = notice else { return };
        let hidden = text.is_empty() || self.shell.preferences().alerts.hide_content;
        let body = if hidden {
            Text::key("notifications.desktop.hidden")
        } else {
            Text::key("notifications.desktop.body").with("text", crate::shell::truncate(text, LONGEST_BODY))
        };
        let notice = DesktopNotice {
            kind,
            title: Text::key("notifications.desktop.title").with("name", name),
            body,
            tag: protocol.clone(),
            requires_interaction: DesktopNotice::requires_interaction(kind),
        };
        self.alerts.show(context!(self), record, notice);
    }

    /// Alerts about a new attendance: one sound, or ringing until it is opened.
    pub(crate) fn attendance_came(&mut self, protocol: &Protocol) {
        let Some(job) = self.jobs.get(protocol) else { return };
        let (channel, name) = (job.channel(), job.name().to_owned());
        let preferences = self.shell.preferences();
        let is_open = self.visible_conversation().as_ref() == Some(protocol);
        match policy::attendance_alert(preferences.alerts.ring_until_opened, is_open) {
            AttendanceAlert::Ring => {
                let ring = Ring { kind: RingKind::Attendance, protocol: protocol.clone(), channel, name };
                self.alerts.begin_ring(context!(self), ring);
            }
            AttendanceAlert::Sound => {
                let tone = preferences.tone(channel);
                context!(self).sound(Sound::NewAttendance, tone);
            }
        }
    }

    /// Ends the ringing of new attendances.
    pub(crate) fn stop_calling(&mut self) {
        self.alerts.end_rings(context!(self), |ring| ring.kind == RingKind::Attendance);
    }

    /// Removes alerts and entries of an attendance that ended, also if it still waits for qualification.
    pub(crate) fn attendance_finished(&mut self, protocol: &Protocol) {
        self.notifications.job_finished(context!(self), protocol);
        self.alerts.answered(context!(self), protocol);
    }

    /// Removes alerts and entries of attendances that ended according to the list, also of one whose stored record was lost.
    pub(crate) fn finish_ended_attendances(&mut self) {
        let ended = |protocol: &&Protocol| self.jobs.get(protocol).is_none_or(crate::jobs::Job::is_ended);
        let known = self.jobs.protocols().chain(self.notifications.attendances());
        let ended: Vec<Protocol> = known.filter(ended).cloned().collect();
        for protocol in ended {
            self.attendance_finished(&protocol);
        }
    }

    pub(crate) fn change_preferences(&mut self, change: PreferencesChange) {
        self.shell.change_preferences(context!(self), change);
        if !self.shell.preferences().alerts.ring_until_opened {
            self.stop_calling();
        }
        self.apply_list_filter();
        // The volume of a ring may have changed.
        context!(self).dirty(slices::ALERTS.key());
    }

    /// Plays a sound with the agent's volume, also while sounds are off.
    pub(crate) fn test_sound(&mut self, sound: Sound, channel: Channel) {
        let tone = self.shell.preferences().alerts.tone(channel);
        context!(self).sound(sound, tone);
    }

    pub(crate) fn follow_unread(&mut self) {
        let preferences = self.shell.preferences();
        let wanted = policy::repeats_sound(UnreadFacts {
            repeats: preferences.alerts.repeat,
            sounds: preferences.sounds,
            unread: self.jobs.unread_total(),
        });
        self.alerts.follow_unread(context!(self), wanted);
    }

    pub(crate) fn repeat_alert(&mut self) {
        let unread =
            self.jobs.protocols().find_map(|protocol| self.jobs.get(protocol).filter(|job| job.counted_unread() > 0));
        if let Some(channel) = unread.map(crate::jobs::Job::channel) {
            if !self.absence.is_absent() {
                let tone = self.shell.preferences().tone(channel);
                context!(self).sound(Sound::Message, tone);
            }
            self.alerts.repeat_later(context!(self));
        }
    }

    /// Shows a snackbar, which names the customer of its topic. An event that the agent did not cause is also added to
    /// the notification centre.
    pub(crate) fn snackbar(&mut self, topic: Topic, kind: SnackbarKind, text: Text) {
        self.titled_snackbar(topic, kind, None, text);
    }

    /// Like `snackbar`, with a title, which the notification centre does not show.
    pub(crate) fn titled_snackbar(&mut self, topic: Topic, kind: SnackbarKind, title: Option<Text>, text: Text) {
        let customer = self.named_customer(&topic);
        let shown = self.shell.route().protocol();
        let is_shown = customer.as_ref().is_some_and(|customer| shown == Some(&customer.protocol));
        if is_shown && self.visible && topic.is_in_thread() {
            return;
        }
        // A write that fails after the session ended must not leave an entry for the next agent.
        let entry = topic.entry(kind).filter(|_| !self.session.is_signed_out());
        match (entry, &customer) {
            (None, _) => {}
            (Some(kind), Some(customer)) => {
                let (said, customer) = (text.clone(), customer.clone());
                let body = said.params.get("note").cloned().unwrap_or_default();
                self.notifications.add_customer_event(context!(self), News { kind, said, body, customer });
            }
            (Some(kind), None) => {
                let read = self.visible && self.focused && !topic.stays_unread();
                self.notifications.add_snackbar(context!(self), kind, text.clone(), read);
            }
        }
        let customer = customer.map(|customer| (customer.view(), !is_shown));
        self.shell.snackbars.raise_about(context!(self), kind, title, text, customer);
    }

    /// The customer whom a snackbar names: from the list, from the inbox, otherwise the protocol of the attendance.
    fn named_customer(&self, topic: &Topic) -> Option<NamedCustomer> {
        match topic.subject() {
            Subject::Nobody(_) => None,
            Subject::Contact(id, name) => {
                Some(NamedCustomer { contact_id: id.clone(), name: name.to_owned(), ..NamedCustomer::default() })
            }
            Subject::Attendance(protocol) => {
                let listed = self.jobs.customer(protocol);
                let found = listed.or_else(|| self.whatsapp.inbox_customer(protocol));
                let found = found.or_else(|| self.notifications.mentioned_in(protocol).cloned());
                let (protocol, name) = (protocol.clone(), protocol.to_string());
                Some(found.unwrap_or_else(|| NamedCustomer { protocol, name, ..NamedCustomer::default() }))
            }
        }
    }

    /// Opens the conversation of a customer whom a snackbar or notification names.
    fn open_customer(&mut self, protocol: Protocol, contact_id: ContactId) {
        if self.jobs.get(&protocol).is_some() {
            return self.open_job(&protocol, false);
        }
        if let Some(NamedCustomer { name, .. }) = self.notifications.mentioned_in(&protocol).cloned() {
            self.notifications.conversation_opened(context!(self), &protocol);
            return self.open_notes_of(protocol, name);
        }
        let route = if contact_id.is_empty() { Route::History } else { Route::Contact(contact_id) };
        let searches = route == Route::History && !protocol.is_empty();
        self.shell.show_route(context!(self), route, false);
        self.on_route_changed();
        if searches {
            self.history.search(context!(self), protocol.to_string());
        }
    }
}

fn alerts_view(workspace: &Workspace) -> AlertsView {
    let agent = workspace.session.agent();
    let preferences = workspace.shell.preferences();
    let tone = |ring: &Ring| {
        let tone = preferences.tone(ring.channel);
        match ring.kind {
            // Calls have their own volume; a call that does not ring is shown without sound (VOI-031).
            RingKind::Call if preferences.sounds => Tone { volume: workspace.voice.ring_tone_volume(), ..tone },
            RingKind::Call | RingKind::Colleague | RingKind::Attendance => tone,
        }
    };
    workspace.alerts.view(tone, &agent.agent_preferences)
}
