//! The agent ends an attendance. The areas involved are jobs, conversation, qualification and shell.

use super::{Workspace, context};
use crate::flow::Text;
use crate::jobs::{Afterwards, ClosingEvent, Job, OnTheWay};
use crate::shell::{AfterClosing, Dialog, Route};
use crate::wire::{Channel, Protocol};

impl Workspace {
    /// Asks before an attendance is finished, or finishes it.
    pub(crate) fn finish_job(&mut self, protocol: Protocol, confirmed: bool, waits: bool) {
        let Some(job) = self.jobs.get(&protocol).filter(|job| !job.is_ended() || confirmed) else { return };
        let is_text = job.channel() != Channel::Voice;
        if confirmed {
            if !waits {
                self.close_finish_dialog(&protocol);
            }
            return self.finish_by_channel(&protocol, Afterwards::AskQualification, waits);
        }
        if waits {
            let route = self.shell.route().clone();
            let exit = self.jobs.ask_closing(context!(self), &protocol, ClosingEvent::SentToFinish, &route);
            return self.route(exit);
        }
        // The agent chose to end the attendance without waiting for the messages that are being sent.
        let exit = self.jobs.ask_after_sending_ends(context!(self), &protocol);
        self.route(exit);
        if is_text {
            self.qualification.prepare(context!(self), &self.jobs, &protocol);
        }
        self.shell.dialogs.open(context!(self), Dialog::ConfirmFinish { protocol });
    }

    /// The server has every message that had to be sent before the end, so the dialog of the finish opens. An agent who
    /// has opened another conversation meanwhile is not interrupted.
    pub(crate) fn ask_finish(&mut self, protocol: Protocol, route: &Route) {
        if self.shell.route() == route {
            self.finish_job(protocol, false, false);
        }
    }

    /// Finishes an attendance and qualifies it with the values of the dialog; a missing value is marked first. An
    /// attendance that has ended meanwhile is only qualified.
    pub(crate) fn finish_and_qualify(&mut self, protocol: &Protocol, waits: bool) {
        let groups = self.session.attendance_groups();
        if self.qualification.complete(context!(self), &self.jobs, groups, protocol).is_none() {
            return;
        }
        if self.jobs.get(protocol).is_some_and(Job::is_ended) {
            return self.qualify_closed(protocol);
        }
        self.finish_by_channel(protocol, Afterwards::Qualify, waits);
    }

    /// The agent cancels the end of the attendance.
    pub(crate) fn cancel_finish(&mut self, protocol: &Protocol) {
        let exit = self.jobs.apply_closing_event(context!(self), protocol, ClosingEvent::Cancelled);
        self.route(exit);
    }

    /// An attendance that this agent finished has ended.
    pub(crate) fn attendance_closed(&mut self, protocol: &Protocol, route: &Route, then: Afterwards) {
        self.end_job(protocol);
        match then {
            Afterwards::Qualify => self.qualify_closed(protocol),
            Afterwards::Nothing => self.close_finish_dialog(protocol),
            // An agent who has opened another conversation is not interrupted: the attendance stays in the list until
            // it is qualified.
            Afterwards::AskQualification if self.shell.route() != route => self.close_finish_dialog(protocol),
            Afterwards::AskQualification => {
                self.close_finish_dialog(protocol);
                let exit = self.qualification.open(context!(self), &self.jobs, protocol);
                self.route(exit);
            }
        }
    }

    /// Sends the qualification that was chosen in the dialog of the finish. The dialog of the qualification replaces
    /// it, because it shows a refusal.
    fn qualify_closed(&mut self, protocol: &Protocol) {
        self.close_finish_dialog(protocol);
        let exit = self.qualification.open(context!(self), &self.jobs, protocol);
        self.route(exit);
        self.confirm_qualification(protocol);
    }

    /// Checks the qualification and sends it.
    pub(crate) fn confirm_qualification(&mut self, protocol: &Protocol) {
        let acting_agent = self.acting_agent();
        let groups = self.session.attendance_groups();
        let (jobs, context) = (&self.jobs, context!(self));
        let exit = self.qualification.confirm(context, jobs, groups, &acting_agent, protocol);
        self.route(exit);
    }

    fn close_finish_dialog(&mut self, protocol: &Protocol) {
        let asks = |dialog: &Dialog| matches!(dialog, Dialog::ConfirmFinish { protocol: asked } if asked == protocol);
        self.shell.dialogs.close(context!(self), asks);
    }

    /// The open attendance was qualified: the next page follows from the agent's preference.
    pub(crate) fn go_on_after_closing(&mut self) {
        match self.shell.preferences().after_closing {
            AfterClosing::List => {}
            AfterClosing::NextWaiting => match self.jobs.longest_waiting(self.server_now()).cloned() {
                Some(next) => self.open_by_itself(&next),
                None => self.shell.announce(context!(self), Text::key("jobs.announce.nobodyWaits")),
            },
        }
    }

    /// The messages that are still being sent in the attendance whose end the agent is asked about.
    pub(crate) fn shown_on_the_way(&self, protocol: &Protocol) -> Option<OnTheWay> {
        let (asked, on_the_way) = self.finish_asked.as_ref()?;
        (asked == protocol && on_the_way.messages > 0).then(|| on_the_way.clone())
    }

    /// The attendance ended while the dialog of the finish was open: only its qualification is missing, and the values
    /// chosen in the dialog are kept.
    fn ended_while_asked(&mut self, protocol: &Protocol) {
        self.close_finish_dialog(protocol);
        if self.jobs.get(protocol).is_some_and(|job| job.channel() != Channel::Voice) {
            let exit = self.qualification.open(context!(self), &self.jobs, protocol);
            self.route(exit);
        }
    }

    /// Finishes the attendances whose messages have been sent, and shows in the dialog which messages are still being
    /// sent.
    pub(crate) fn follow_closings(&mut self) {
        for protocol in self.jobs.closing_after_sending() {
            if self.conversation.on_the_way(&protocol).messages > 0 {
                continue;
            }
            let is_refused = self.conversation.has_refused(&protocol);
            let event = if is_refused { ClosingEvent::SendingFailed } else { ClosingEvent::AllSent };
            let exit = self.jobs.apply_closing_event(context!(self), &protocol, event);
            self.route(exit);
        }
        let asked = self.shell.dialogs.find(|dialog| match dialog {
            Dialog::ConfirmFinish { protocol } => Some(protocol.clone()),
            _ => None,
        });
        if let Some(ended) = asked.as_ref().filter(|asked| self.jobs.get(asked).is_some_and(Job::is_ended)).cloned() {
            self.ended_while_asked(&ended);
        }
        let now = asked.map(|protocol| (protocol.clone(), self.conversation.on_the_way(&protocol)));
        if now != self.finish_asked {
            let before = std::mem::replace(&mut self.finish_asked, now);
            for (protocol, _) in before.iter().chain(&self.finish_asked) {
                let key = crate::jobs::slices::JOB.of(protocol.clone());
                self.kernel.dirty.insert(key);
            }
        }
    }
}
