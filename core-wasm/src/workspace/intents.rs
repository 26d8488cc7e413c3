//! From the agent's wish to the area that serves it.

use super::{Workspace, context};
use crate::chat::FailedMessageAction;
use crate::connection;
use crate::input::Intent;
use crate::shell::{Dialog, Route};
use crate::wire::{AgentId, Channel, Protocol};

impl Workspace {
    pub(crate) fn on_intent(&mut self, intent: Intent) {
        if self.session.is_in_other_tab() {
            // Another tab works (SES-045).
            return;
        }
        let acting_agent = self.acting_agent();
        match intent {
            Intent::SignIn { login, password } => self.session.sign_in(context!(self), &login, &password),
            Intent::SignOut { confirmed } => self.sign_out(confirmed),
            Intent::RetrySession => self.session.retry(context!(self)),
            Intent::RetryConnection => {
                self.session.validate(context!(self));
                let exit = self.connection.reconnect_now(context!(self));
                self.route(exit);
            }
            Intent::GiveUpConnection => self.give_up_connection(),
            Intent::ShowReconnecting => {
                if self.connection.state() != connection::State::Connected && self.session.is_ready() {
                    self.shell.dialogs.open(context!(self), Dialog::Reconnecting);
                }
            }
            Intent::ChangePreferences { change } => self.change_preferences(change),
            Intent::OpenPreferences => self.shell.dialogs.open(context!(self), Dialog::Preferences),
            Intent::OpenArea { path } => {
                let facts = self.route_facts();
                self.shell.visit(context!(self), &path, facts);
                self.on_route_changed();
            }
            Intent::OpenNewPassword => {
                self.session.begin_new_password(context!(self), None);
                self.shell.dialogs.open(context!(self), Dialog::NewPassword);
            }
            Intent::NewPassword { password, repeated, save } => {
                self.session.new_password(context!(self), password.expose(), repeated.expose(), save);
            }

            Intent::ConnectChannel { channel } => {
                let exit = self.channels.connect(context!(self), &acting_agent.agent_id, channel);
                self.route(exit);
            }
            Intent::ConnectVoice { exten } => {
                self.channels.connect_voice(context!(self), &acting_agent.agent_id, &exten)
            }
            Intent::DisconnectChannel { channel, confirmed } => self.disconnect_channel(channel, confirmed),

            Intent::OpenPauseDialog { channels } => {
                let channel = if let [channel] = channels[..] { Some(channel) } else { None };
                self.pauses.load(context!(self), &acting_agent.agent_id);
                self.shell.dialogs.open(context!(self), Dialog::Pause { channel });
            }
            Intent::ReloadPauses => self.pauses.load(context!(self), &acting_agent.agent_id),
            Intent::EnterPause { channels, pause_id } => {
                self.pauses.enter(context!(self), &acting_agent.agent_id, &channels, &pause_id);
            }
            Intent::LeavePause { channels } => self.pauses.leave(context!(self), &acting_agent.agent_id, &channels),

            Intent::ReturnFromAbsence => self.absence.come_back(context!(self), &acting_agent.agent_id),
            Intent::ReloadBoard => self.supervision.load(context!(self), &acting_agent.agent_id),
            Intent::SetAbsent { agent_id, absent, confirmed } => self.set_absent(agent_id, absent, confirmed),
            Intent::ForceDisconnect { agent_id, confirmed } => self.force_disconnect(agent_id, confirmed),

            Intent::OpenJob { protocol } => self.open_job(&protocol, false),
            Intent::CloseJob => {
                self.shell.go(context!(self), Route::AttendanceList, false);
                self.on_route_changed();
            }
            Intent::HoldOrder { inside } => self.jobs.hold_order(context!(self), inside),
            Intent::SearchJobs { text } => self.jobs.search(context!(self), &text),
            Intent::ReloadJobs => self.reconcile(),
            Intent::ReloadThread { protocol } => self.jobs.load_thread(context!(self), &protocol),
            Intent::ScrollChanged { protocol, scroll_top } => {
                self.jobs.set_scroll_top(context!(self), &protocol, scroll_top);
            }

            Intent::DraftChanged { protocol, text } => {
                self.chat.draft_changed(context!(self), &self.jobs, &acting_agent, &protocol, &text);
            }
            Intent::SendMessage { protocol, text } => {
                self.resume_unsent_of(&protocol);
                let exit = self.chat.send(context!(self), &mut self.jobs, &acting_agent, &protocol, &text);
                self.route(exit);
            }
            Intent::RetryMessage { protocol, local_id } => {
                let exit = self.chat.retry_failed(context!(self), &mut self.jobs, &acting_agent, &protocol, &local_id);
                self.route(exit);
            }
            Intent::EditMessage { protocol, local_id } => self.give_up(&protocol, &local_id, FailedMessageAction::Edit),
            Intent::DiscardMessage { protocol, local_id } => {
                self.give_up(&protocol, &local_id, FailedMessageAction::Discard)
            }
            Intent::FinishJob { protocol, confirmed } => self.finish_job(protocol, confirmed),

            Intent::OpenContactForm { protocol } => self.contacts.open_form(context!(self), &self.jobs, &protocol),
            Intent::CloseContactForm { protocol } => self.contacts.close_form(context!(self), &protocol),
            Intent::SaveContact { protocol, fullname, identifier } => {
                let agent = &acting_agent.agent_id;
                let exit = self.contacts.save(context!(self), &self.jobs, agent, &protocol, &fullname, &identifier);
                self.route(exit);
            }
            Intent::OpenContactSearch { protocol, open } => self.contacts.open_search(context!(self), &protocol, open),
            Intent::SearchContacts { protocol, text } => {
                self.contacts.search(context!(self), &acting_agent.agent_id, &protocol, &text);
            }
            Intent::LinkContact { protocol, contact_id } => {
                self.contacts.link(context!(self), &self.jobs, &acting_agent.agent_id, &protocol, &contact_id);
            }
            Intent::ReloadContact { protocol } => {
                self.contacts.look_up(context!(self), &self.jobs, &acting_agent.agent_id, &protocol);
            }

            Intent::OpenQualification { protocol } => {
                let exit = self.qualification.open(context!(self), &self.jobs, &protocol);
                self.route(exit);
            }
            Intent::ReloadQualifications { protocol } => self.qualification.load(context!(self), &self.jobs, &protocol),
            Intent::ChooseQualification { protocol, qualification_id } => {
                self.qualification.choose(context!(self), &protocol, qualification_id);
            }
            Intent::ObserveQualification { protocol, observation } => {
                self.qualification.observe(context!(self), &protocol, &observation);
            }
            Intent::ConfirmQualification { protocol } => {
                let groups = self.session.attendance_groups();
                let exit = self.qualification.confirm(context!(self), &self.jobs, groups, &acting_agent, &protocol);
                self.route(exit);
            }
            Intent::AnswerScript { protocol, field_id, value } => {
                self.jobs.set_script_field(context!(self), &protocol, &field_id, &value);
            }

            Intent::CloseDialog => {
                self.shell.dialogs.close_current(context!(self));
            }
            Intent::SnackbarShown { id, chars } => self.shell.snackbars.shown(context!(self), id, chars),
            Intent::SnackbarHeld { id, held } => self.shell.snackbars.held(context!(self), id, held),
            Intent::SnackbarDismissed { id } => self.shell.snackbars.dismiss(context!(self), id),
            Intent::NotificationRead { id, read } => {
                self.notifications.set_read(context!(self), &id, read);
                self.chat.unsent.set_read(context!(self), &acting_agent.agent_id, &id, read);
            }
            Intent::NotificationDismissed { id } => {
                self.notifications.dismiss(context!(self), &id);
                self.chat.unsent.discard(context!(self), &acting_agent.agent_id, &id);
            }
            Intent::NotificationsReadAll => {
                self.notifications.read_all(context!(self), &acting_agent.agent_id);
                self.chat.unsent.read_all(context!(self), &acting_agent.agent_id);
            }

            Intent::AskDesktop => self.alerts.ask_now(context!(self)),
            Intent::DeclineDesktop => self.alerts.decline(context!(self)),
            Intent::SetNotify { channel, on } => self.session.set_notify(context!(self), channel, on),
            Intent::TestSound { sound, channel } => self.test_sound(sound, channel),
        }
    }

    /// Log-off with open attendances asks first (SES-043).
    fn sign_out(&mut self, confirmed: bool) {
        let open = Channel::ALL.into_iter().map(|channel| self.jobs.open_count(channel)).fold(0, u32::saturating_add);
        if open > 0 && !confirmed {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmSignOut { open_jobs: open });
            return;
        }
        let exit = self.session.sign_out(context!(self));
        self.route(exit);
    }

    fn give_up(&mut self, protocol: &Protocol, local_id: &str, farewell: FailedMessageAction) {
        let exit = self.chat.ask_before_giving_up(context!(self), &mut self.jobs, protocol, local_id, farewell);
        self.route(exit);
    }

    fn finish_job(&mut self, protocol: Protocol, confirmed: bool) {
        let acting_agent = self.acting_agent();
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmFinish { .. }));
            self.chat.finish(context!(self), &mut self.jobs, &acting_agent, &protocol);
        } else if self.jobs.get(&protocol).is_some_and(|job| !job.wire.disabled) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmFinish { protocol });
        }
    }

    fn disconnect_channel(&mut self, channel: Channel, confirmed: bool) {
        let open_jobs = self.channels.open_jobs(channel);
        if open_jobs > 0 && !confirmed {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmDisconnect { channel, open_jobs });
        } else {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmDisconnect { .. }));
            let agent = self.session.agent_id();
            self.channels.disconnect(context!(self), &agent, channel);
        }
    }

    fn set_absent(&mut self, agent_id: AgentId, absent: bool, confirmed: bool) {
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmAbsent { .. }));
            self.supervision.set_absent(context!(self), &agent_id, absent);
        } else if let Some((name, _)) = self.supervision.summary_of(&agent_id) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmAbsent { agent_id, name, absent });
        }
    }

    fn force_disconnect(&mut self, agent_id: AgentId, confirmed: bool) {
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmForceDisconnect { .. }));
            self.supervision.disconnect(context!(self), &agent_id);
        } else if let Some((name, open_jobs)) = self.supervision.summary_of(&agent_id) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmForceDisconnect { agent_id, name, open_jobs });
        }
    }

    /// Shows a conversation, if it may be shown.
    pub(crate) fn open_job(&mut self, protocol: &Protocol, replace: bool) {
        let navigable = self.jobs.get(protocol).is_some_and(crate::jobs::Job::may_navigate);
        if navigable {
            self.shell.go(context!(self), Route::Attendance(protocol.clone()), replace);
            self.on_route_changed();
        }
    }

    /// The route is decided: the conversation it names becomes the active job.
    pub(crate) fn on_route_changed(&mut self) {
        if !self.session.is_ready() {
            return;
        }
        let Some(protocol) = self.shell.route().protocol().cloned() else {
            self.jobs.leave_active(context!(self));
            if *self.shell.route() == Route::Supervisor && !self.supervision.is_loaded() {
                let supervisor = self.session.agent_id();
                self.supervision.load(context!(self), &supervisor);
            }
            return;
        };
        if self.jobs.active_job() == Some(&protocol) {
            return;
        }
        if self.jobs.open(context!(self), &protocol) {
            let agent = self.session.agent_id();
            self.jobs.load_thread(context!(self), &protocol);
            self.jobs.load_tags(context!(self), &protocol);
            self.contacts.ensure_contact(context!(self), &self.jobs, &agent, &protocol);
            self.mark_conversation_seen();
        } else if self.jobs.has_been_restored() {
            // A protocol nobody knows, or one that may not be shown (NAV-036, NAV-040).
            self.shell.go(context!(self), Route::AttendanceList, true);
            self.jobs.leave_active(context!(self));
        }
    }
}
