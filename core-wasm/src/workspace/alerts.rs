//! What the agent hears and what the desktop shows, decided from what happened, what is before the agent's eyes and what
//! the agent prefers.

use super::{Workspace, context};
use crate::flow::{DesktopKind, DesktopNotice, LocalId, Sound, Text};
use crate::notifications;
use crate::notifications::{NoticeKind, Ring, RingKind};
use crate::shell::{PreferencesChange, SnackbarKind};
use crate::wire::{Channel, Protocol};

/// A desktop notification shows about two lines.
const LONGEST_BODY: usize = 200;

impl Workspace {
    /// A customer wrote. `unseen`: the message, where the agent is not looking at the conversation.
    pub(crate) fn customer_wrote(&mut self, protocol: &Protocol, unseen: Option<&LocalId>) {
        let Some(job) = self.jobs.get(protocol) else { return };
        let channel = job.channel();
        let record = &self.session.agent().agent_preferences;
        // WhatsApp's switch silences its sound too, chat's does not (CHT-005).
        let tone = self.shell.preferences().tone(channel);
        let sound = if unseen.is_some() { Sound::Message } else { Sound::MessageSoft };
        if channel != Channel::Whatsapp || record.notify_whats_app_message {
            context!(self).sound(sound, tone);
        }
        let Some(local_id) = unseen else { return };
        let text = job.thread.entry(local_id).map_or("", |entry| entry.message.message.as_str());
        let name = job.name();
        self.notifications.message(context!(self), protocol, name, text);
        let on_path = self.visible && self.shell.route().protocol() == Some(protocol);
        if on_path || !self.alerts.may_show() {
            return;
        }
        let hidden = text.is_empty() || self.shell.preferences().alerts.hide_content;
        let body = if hidden {
            Text::key("notifications.desktop.hidden")
        } else {
            Text::key("notifications.desktop.body").with("text", crate::shell::truncate(text, LONGEST_BODY))
        };
        let kind = if channel == Channel::Whatsapp { DesktopKind::Whatsapp } else { DesktopKind::Chat };
        let notice = DesktopNotice {
            kind,
            title: Text::key("notifications.desktop.title").with("name", name),
            body,
            tag: protocol.clone(),
            requires_interaction: DesktopNotice::requires_interaction(kind),
        };
        self.alerts.show(context!(self), record, notice);
    }

    /// A new attendance calls: once, or until it is opened.
    pub(crate) fn attendance_came(&mut self, protocol: &Protocol) {
        let Some(job) = self.jobs.get(protocol) else { return };
        let (channel, name) = (job.channel(), job.name().to_owned());
        let preferences = self.shell.preferences();
        if preferences.alerts.ring_until_opened && self.visible_conversation().as_ref() != Some(protocol) {
            let ring = Ring { kind: RingKind::Attendance, protocol: protocol.clone(), channel, name };
            self.alerts.begin_ring(context!(self), ring);
        } else {
            let tone = preferences.tone(channel);
            context!(self).sound(Sound::NewAttendance, tone);
        }
    }

    pub(crate) fn stop_calling(&mut self) {
        self.alerts.end_rings(context!(self), |ring| ring.kind == RingKind::Attendance);
    }

    /// It is over, also where it waits to be qualified.
    pub(crate) fn attendance_finished(&mut self, protocol: &Protocol) {
        self.notifications.job_finished(context!(self), protocol);
        self.alerts.answered(context!(self), protocol);
    }

    /// The list shows no attendance of a channel that the agent hides.
    pub(crate) fn apply_hidden_channels(&mut self) {
        self.jobs.hide_channels(context!(self), &self.shell.preferences().hidden_channels);
    }

    pub(crate) fn change_preferences(&mut self, change: PreferencesChange) {
        self.shell.change_preferences(context!(self), change);
        if !self.shell.preferences().alerts.ring_until_opened {
            self.stop_calling();
        }
        self.apply_hidden_channels();
        // A ring follows its volume.
        context!(self).dirty(notifications::slices::ALERTS.key());
    }

    /// As loud as the agent has set it, also where everything else is silent.
    pub(crate) fn test_sound(&mut self, sound: Sound, channel: Channel) {
        let tone = self.shell.preferences().alerts.tone(channel);
        context!(self).sound(sound, tone);
    }

    pub(crate) fn follow_unread(&mut self) {
        let preferences = self.shell.preferences();
        let wanted = preferences.alerts.repeat && preferences.sounds && self.jobs.unread_total() > 0;
        self.alerts.follow_unread(context!(self), wanted);
    }

    pub(crate) fn repeat_alert(&mut self) {
        let unread = self.jobs.protocols().find_map(|protocol| self.jobs.get(protocol).filter(|job| job.unread > 0));
        if let Some(channel) = unread.map(crate::jobs::Job::channel) {
            if !self.absence.is_absent() {
                let tone = self.shell.preferences().tone(channel);
                context!(self).sound(Sound::Message, tone);
            }
            self.alerts.repeat_later(context!(self));
        }
    }

    /// Stands at the foot of the page, and in the centre.
    pub(crate) fn snackbar(&mut self, kind: SnackbarKind, text: Text) {
        let notice = match kind {
            SnackbarKind::Success => NoticeKind::Success,
            SnackbarKind::Info => NoticeKind::Info,
            SnackbarKind::Warning => NoticeKind::Warning,
            SnackbarKind::Error => NoticeKind::Error,
        };
        let read = self.visible && self.focused;
        self.notifications.note(context!(self), notice, text.clone(), read);
        self.shell.snackbars.raise(context!(self), kind, text);
    }
}
