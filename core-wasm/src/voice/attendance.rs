//! What the workspace does when the attendance of a call arrives and when the attendance ends.

use super::policy::{self, EndFacts};
use super::slices;
use crate::contacts::PanelState;
use crate::flow::{DesktopKind, DesktopNotice, Text};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{AgentId, Protocol, Wall};
use crate::workspace::{Workspace, context};

impl Workspace {
    pub(super) fn voice_job_arrived(&mut self, protocol: &Protocol) {
        let Some(name) = self.jobs.get(protocol).map(|job| job.name().to_owned()) else { return };
        let text = Text::key("callArrived").with("name", name);
        self.snackbar(Topic::CallArrived(protocol.clone()), SnackbarKind::Success, text.clone());
        self.notify_voice(DesktopKind::AckCall, protocol.as_str(), Text::key("callWaiting"), text);
        self.put_away_qualifications();
        self.refresh_history();
    }

    /// A call begins, so open qualification dialogs close and the controls of the call stay visible. The values that
    /// the agent entered are kept, and the attendances wait in the list for their qualification.
    fn put_away_qualifications(&mut self) {
        self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::Qualification { .. }));
    }

    pub(super) fn end_voice_job(&mut self, protocol: &Protocol, at: Wall) {
        let Some(job) = self.jobs.get(protocol) else { return };
        let opens = policy::opens_qualification(EndFacts {
            was_open: !job.is_ended(),
            has_another_call: self.voice.has_call_beside(protocol),
            closed_without_qualify: job.server().closed_without_qualify,
            has_contact: job.contact().is_some(),
            after_attendance: &self.session.agent().agent_preferences.after_attendance_behavior,
        });
        let exits = self.jobs.disable(context!(self), protocol, Some(at));
        self.route(exits);
        self.attendance_finished(protocol);
        self.refresh_history();
        if opens {
            let exit = self.qualification.open(context!(self), &self.jobs, protocol);
            self.route(exit);
        }
    }

    /// A desktop notification about voice, unless the agent looks at the page.
    pub(crate) fn notify_voice(&mut self, kind: DesktopKind, tag: &str, title: Text, body: Text) {
        if self.visible && self.focused {
            return;
        }
        let requires_interaction = DesktopNotice::requires_interaction(kind);
        let notice = DesktopNotice { kind, title, body, tag: tag.into(), requires_interaction };
        self.alerts.show(context!(self), &self.session.agent().agent_preferences, notice);
    }

    /// The agent answered a field of the script, which the attendance shows.
    pub(crate) fn script_answered(&mut self, protocol: &Protocol) {
        context!(self).dirty(slices::VOICE_JOB.of(protocol.clone()));
        context!(self).dirty(crate::whatsapp::slices::SCRIPT.of(protocol.clone()));
    }

    /// Uses the known contact of the attendance, or looks it up; for a voice attendance by the keys of its call.
    pub(crate) fn ensure_contact(&mut self, agent: &AgentId, protocol: &Protocol) {
        if self.voice.looks_up_contact(protocol) {
            self.contacts.look_up_elsewhere(context!(self), protocol, PanelState::Loading);
        } else {
            self.contacts.ensure_contact(context!(self), &self.jobs, agent, protocol);
        }
    }
}
