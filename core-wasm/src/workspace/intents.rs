//! Passes each intent to its area, and reacts to a change of route.

use super::registry::Area;
use super::{Workspace, context};
use crate::input::Intent;
use crate::jobs::Job;
use crate::shell::Route;
use crate::wire::Protocol;

impl Workspace {
    pub(crate) fn on_intent(&mut self, intent: Intent) {
        if self.session.is_in_other_tab() {
            // Another tab has the session (SES-045).
            return;
        }
        if self.session.is_signed_out() && !needs_no_session(&intent) {
            // A click that was under way when the session ended: its state would be there for the next agent (PER-004).
            return;
        }
        match intent {
            Intent::Session(intent) => crate::session::Session::on_intent(self, intent),
            Intent::Shell(intent) => crate::shell::Shell::on_intent(self, intent),
            Intent::Connection(intent) => crate::connection::Connection::on_intent(self, intent),
            Intent::Channels(intent) => crate::channels::Channels::on_intent(self, intent),
            Intent::Pauses(intent) => crate::pauses::Pauses::on_intent(self, intent),
            Intent::Absence(intent) => crate::absence::Absence::on_intent(self, intent),
            Intent::Supervision(intent) => crate::supervision::Supervision::on_intent(self, intent),
            Intent::DeadEffects(intent) => crate::dead_effects::DeadEffects::on_intent(self, intent),
            Intent::Notifications(intent) => crate::notifications::Notifications::on_intent(self, intent),
            Intent::Jobs(intent) => crate::jobs::Jobs::on_intent(self, intent),
            Intent::Contacts(intent) => crate::contacts::Contacts::on_intent(self, intent),
            Intent::People(intent) => crate::people::People::on_intent(self, intent),
            Intent::Conversation(intent) => crate::conversation::Conversation::on_intent(self, intent),
            Intent::Qualification(intent) => crate::qualification::Qualification::on_intent(self, intent),
            Intent::Voice(intent) => crate::voice::Voice::on_intent(self, intent),
            Intent::CallSupervision(intent) => crate::call_supervision::SupervisedCall::on_intent(self, intent),
            Intent::Colleagues(intent) => crate::colleagues::Colleagues::on_intent(self, intent),
            Intent::Whatsapp(intent) => crate::whatsapp::WhatsApp::on_intent(self, intent),
            Intent::Tags(intent) => crate::tags::Tags::on_intent(self, intent),
            Intent::History(intent) => crate::history::History::on_intent(self, intent),
            Intent::Transfers(intent) => crate::transfers::Transfers::on_intent(self, intent),
            Intent::Churn(intent) => crate::churn::Churn::on_intent(self, intent),
            Intent::MessageSearch(intent) => crate::message_search::MessageSearch::on_intent(self, intent),
            Intent::ListViews(intent) => crate::list_views::ListViews::on_intent(self, intent),
            Intent::Notes(intent) => crate::notes::Notes::on_intent(self, intent),
            Intent::Broadcasts(intent) => crate::broadcasts::Broadcasts::on_intent(self, intent),
            Intent::Imports(intent) => crate::imports::Imports::on_intent(self, intent),
            #[cfg(test)]
            Intent::Counter(intent) => crate::counter::Counter::on_intent(self, intent),
        }
    }

    /// Opens a conversation if the agent may see it. `replace`: without a new entry in the browser's history.
    pub(crate) fn open_job(&mut self, protocol: &Protocol, replace: bool) {
        let navigable = self.jobs.get(protocol).is_some_and(Job::may_navigate);
        if navigable {
            self.shell.show_route(context!(self), Route::Attendance(protocol.clone()), replace);
            self.on_route_changed();
        }
    }

    /// Opens an attendance that the agent did not choose: opening it does not mark it as read.
    pub(crate) fn open_by_itself(&mut self, protocol: &Protocol) {
        self.open_job(protocol, true);
        if self.jobs.active_job() == Some(protocol) {
            self.jobs.opened_by_itself();
        }
    }

    /// The page shows the conversation down to this message, which is marked as read after it was visible long enough.
    pub(crate) fn viewed_to(&mut self, protocol: &Protocol, local_id: &str) {
        self.jobs.viewed_to(protocol, local_id);
        if self.visible_conversation().as_ref() == Some(protocol) && !self.jobs.is_opened_by_itself(protocol) {
            self.jobs.will_be_read(context!(self), protocol);
        }
    }

    /// Marks the messages that the agent has seen as read.
    pub(crate) fn read_what_was_seen(&mut self, protocol: &Protocol) {
        let is_visible = self.visible_conversation().as_ref() == Some(protocol);
        if !is_visible || self.jobs.is_opened_by_itself(protocol) {
            return;
        }
        let not_seen = match self.jobs.last_viewed(protocol) {
            Some(viewed) => self.conversation.of_customer_after(protocol, viewed),
            None => 0,
        };
        let was_marked = self.jobs.get(protocol).is_some_and(Job::is_marked_unread);
        if self.jobs.mark_read(context!(self), protocol, not_seen) {
            self.read_by_channel(protocol, was_marked);
        }
    }

    /// The page shows no conversation any more.
    fn leave_conversation(&mut self) {
        if let Some(left) = self.jobs.leave_active(context!(self)) {
            self.conversation.left(context!(self), &left);
        }
    }

    /// The route changed: its conversation becomes the active job.
    pub(crate) fn on_route_changed(&mut self) {
        if !self.session.is_ready() {
            return;
        }
        let acting_agent = self.acting_agent();
        self.people.follow_route(context!(self), &acting_agent, self.shell.route());
        self.message_search.follow_route(context!(self), self.shell.route());
        self.follow_colleagues_route();
        self.follow_board_route();
        self.follow_broadcast_route();
        self.conversation.trim_earlier(context!(self), self.shell.route().protocol());
        let Some(protocol) = self.shell.route().protocol().cloned() else {
            self.leave_conversation();
            if *self.shell.route() == Route::History {
                self.open_history();
            }
            if *self.shell.route() == Route::Supervisor {
                if !self.supervision.is_loaded() {
                    let supervisor = self.session.agent_id();
                    self.supervision.load(context!(self), &supervisor);
                }
                self.dead_effects.need(context!(self));
            }
            return;
        };
        if self.jobs.active_job() == Some(&protocol) {
            return;
        }
        if self.jobs.get(&protocol).is_some_and(Job::may_navigate) {
            self.leave_conversation();
            self.jobs.open(context!(self), &protocol);
            self.conversation.opened(context!(self), &protocol);
            let unread = self.jobs.get(&protocol).map_or(0, Job::unread);
            self.conversation.mark_unread(context!(self), &protocol, unread);
            let agent = self.session.agent_id();
            self.conversation.load_thread(context!(self), &self.jobs, &protocol);
            self.jobs.load_tags(context!(self), &protocol);
            self.notes.opened(context!(self), &protocol);
            self.ensure_contact(&agent, &protocol);
            self.mark_conversation_seen();
        } else if self.jobs.has_been_restored() {
            // An unknown protocol, or one that may not be shown (NAV-036, NAV-040).
            self.shell.show_route(context!(self), Route::AttendanceList, true);
            self.leave_conversation();
        }
    }
}

/// Whether the intent is of use on a page without a session.
fn needs_no_session(intent: &Intent) -> bool {
    matches!(intent, Intent::Session(_) | Intent::Shell(_) | Intent::Connection(_) | Intent::Notifications(_))
}
