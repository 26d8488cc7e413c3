//! The session, registered with the workspace.

use super::SessionSlice;
use super::new_password::Typed;
use super::registry::NAME;
use super::{Exit, Identity, Session, SessionIntent, SignOutReason, ValidationResult, records, slices, timers};
use crate::flow::{Answer, AreaName, RequestId, Text};
use crate::notifications::Topic;
use crate::shell::{Dialog, Route, SnackbarKind};
use crate::wire::{
    AgentId, AgentRecord, AttendanceGroup, Channel, EventMeta, Protocol, SystemReply, events, json_text,
};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};
use crate::{qualification, voice};

impl Area for Session {
    type Intent = SessionIntent;
    type Event = events::session::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::SESSION, |workspace, ()| {
        SessionSlice::Session(Box::new(workspace.session.view(&workspace.kernel, &workspace.services)))
    })];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CHECK_RETRY, |workspace, ()| workspace.session.retry(context!(workspace))),
        &When(&timers::POLL, |workspace, ()| workspace.session.on_poll_timer(context!(workspace))),
        &When(&timers::SECOND_FACTOR, |workspace, ()| workspace.session.on_second_factor_timer(context!(workspace))),
        &When(&timers::IDLE_WARNING, |workspace, ()| workspace.warn_of_idle_end()),
        &When(&timers::FLAGS_LIMIT, |workspace, ()| workspace.services.on_flags(context!(workspace), &[])),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::TOKEN, |workspace, ()| workspace.kernel.http.token().map(|token| token.expose().clone())),
        &Keep(&records::AUTHENTICATION, |workspace, ()| workspace.session.identity().map(json_text)),
        &Keep(&records::AGENT, |workspace, ()| Some(json_text(workspace.session.agent()))),
        &Keep(&records::SYSTEM, |workspace, ()| Some(json_text(workspace.session.system()))),
        &Keep(&records::ATTENDANCE_GROUPS, |workspace, ()| Some(json_text(workspace.session.attendance_groups()))),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let identity: Option<Identity> = stored.one(&records::AUTHENTICATION);
        workspace.restored_identity = identity.filter(|identity| !identity.agent_id.is_empty());
        let agent: Option<AgentRecord> = stored.one(&records::AGENT);
        let system: Option<SystemReply> = stored.one(&records::SYSTEM);
        let groups: Option<Vec<AttendanceGroup>> = stored.one(&records::ATTENDANCE_GROUPS);
        workspace.session.restore(agent, system, groups);
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exit = workspace.session.on_reply(context!(workspace), request, answer);
        workspace.route(exit);
    }

    fn reconcile(workspace: &mut Workspace, _agent: &AgentId) {
        workspace.session.measure_unknown_clock(context!(workspace));
        workspace.session.read_doubtful_settings(context!(workspace));
    }

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        match event {
            events::session::Event::ForcedDisconnect(event) => {
                if workspace.is_for_this_session(&event.agent_id, event.up_to) {
                    let exit = workspace.session.disconnected_by_system(context!(workspace), &event.reason);
                    workspace.route(exit);
                }
            }
            events::session::Event::TabDisabled(event) => {
                if workspace.is_for_this_session(&event.agent_id, event.up_to) {
                    workspace.leave_to_other_tab();
                }
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            SessionIntent::SignIn { login, password } => {
                workspace.session.sign_in(context!(workspace), &login, &password)
            }
            SessionIntent::SignOut { confirmed } => workspace.sign_out(confirmed),
            SessionIntent::RetrySession => workspace.session.retry(context!(workspace)),
            SessionIntent::OpenNewPassword => {
                workspace.session.begin_new_password(context!(workspace), None);
                workspace.shell.dialogs.open(context!(workspace), Dialog::NewPassword);
            }
            SessionIntent::NewPassword { current, password, repeated, save } => {
                let typed =
                    Typed { current: current.expose(), password: password.expose(), repeated: repeated.expose() };
                workspace.session.new_password(context!(workspace), typed, save);
            }
            SessionIntent::GiveCode { code } => workspace.session.give_code(context!(workspace), &code),
            SessionIntent::ChangeCodeKind => workspace.session.change_code_kind(context!(workspace)),
            SessionIntent::KeepRecoveryCodes => workspace.session.keep_recovery_codes(context!(workspace)),
            SessionIntent::OpenSecondFactor => {
                workspace.session.open_second_factor(context!(workspace));
                workspace.shell.dialogs.open(context!(workspace), Dialog::SecondFactor);
            }
            SessionIntent::SetUpSecondFactor { password } => {
                workspace.session.set_up_factor(context!(workspace), &password);
            }
            SessionIntent::RemoveSecondFactor { password, code } => {
                workspace.session.remove_factor(context!(workspace), &password, &code);
            }
            SessionIntent::RenewRecoveryCodes { password, code } => {
                workspace.session.renew_recovery_codes(context!(workspace), &password, &code);
            }
            SessionIntent::LeaveSecondFactor => {
                workspace.session.leave_second_factor(context!(workspace));
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::SecondFactor);
            }
            SessionIntent::SetNotify { channel, on } => {
                workspace.setting_changes();
                workspace.session.set_notify(context!(workspace), channel, on);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::NoSession => workspace.reconsider_route(),
            Self::LostConnection => workspace.shell.show_route(context!(workspace), Route::LostConnection, true),
            Self::SignedOut(because) => {
                if because == SignOutReason::PasswordChanged {
                    workspace.shell.show_route(context!(workspace), Route::Login, true);
                }
                if because == SignOutReason::LoggedOff {
                    workspace.connection.send_logoff(context!(workspace));
                }
                workspace.end_session();
            }
            Self::Ready { status } => {
                let enabled = workspace.session.agent().channels.clone();
                workspace.channels.set_enabled(context!(workspace), &enabled);
                if status.absence.is_none() {
                    let absent = workspace.session.agent().agent_absent.agent_absent_enabled;
                    let exit = workspace.absence.loaded(context!(workspace), absent);
                    workspace.route(exit);
                }
                workspace.begin_voice();
                let exits = workspace.channels.take_status(context!(workspace), *status);
                workspace.route(exits);
                let agent = workspace.session.agent_id();
                workspace.shell.begin_work(context!(workspace), &agent);
                workspace.set_unsent_owner(agent.clone());
                workspace.apply_list_filter();
                workspace.pauses.load(context!(workspace), &agent);
                workspace.notifications.load(context!(workspace), &agent);
                workspace.jobs.restore(context!(workspace), &agent);
                if matches!(workspace.shell.route(), Route::LostConnection | Route::TabDisabled | Route::Login) {
                    let requested_route = workspace
                        .requested_route
                        .take()
                        .filter(|requested_route| !requested_route.is_public())
                        .unwrap_or_default();
                    workspace.shell.show_route(context!(workspace), requested_route, true);
                }
                workspace.reconsider_route();
                if let Some(left) = workspace.session.take_recovery_codes_left() {
                    let text = Text::key("session.secondFactor.recoveryUsed").with("count", left as usize);
                    workspace.snackbar(Topic::Account, SnackbarKind::Warning, text);
                }
                workspace.track();
            }
            Self::SystemLoaded => {
                workspace.pauses.follow_clock(context!(workspace));
                let exits = workspace.channels.follow_wrap_up_clock(context!(workspace));
                workspace.route(exits);
                workspace.close_settled_pause_alert();
                workspace.start_broker();
                workspace.send_broker_login();
                let acting_agent = workspace.acting_agent();
                if workspace.kernel.clock_known {
                    workspace.conversation.backdate_outbox(context!(workspace), &acting_agent);
                }
                workspace.conversation.follow_windows(context!(workspace), &workspace.jobs);
                workspace.conversation.unsent.expire(context!(workspace), &acting_agent.agent_id);
                if workspace.jobs.has_been_restored() {
                    workspace.restore_unsent();
                }
            }
            Self::Validated => {
                let logged = workspace.session.validation().result == ValidationResult::Logged;
                if logged {
                    workspace.start_broker();
                    workspace.session.measure_unknown_clock(context!(workspace));
                }
                workspace.update_idle_warning();
                workspace.with_voice(|voice, context| voice.on_validation(context, logged));
                workspace.update_connection_dialog();
            }
            Self::NewPasswordNeeded => workspace.shell.show_route(context!(workspace), Route::ResetPassword, false),
            Self::PasswordSaved => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::NewPassword);
                if workspace.session.is_ready() {
                    workspace.snackbar(Topic::Account, SnackbarKind::Success, Text::key("password.form.saved"));
                }
                if *workspace.shell.route() == Route::ResetPassword {
                    workspace.shell.show_route(context!(workspace), Route::Login, true);
                    workspace.reconsider_route();
                }
            }
            Self::FactorChanged(text) => workspace.snackbar(Topic::Account, SnackbarKind::Success, text),
            Self::Refused(text) => workspace.snackbar(Topic::Account, SnackbarKind::Error, text),
            Self::SettingInDoubt(text) => {
                workspace.snackbar(Topic::Setting, SnackbarKind::Error, text);
                workspace.doubt_settings();
            }
            Self::SettingsRead(record) => workspace.take_settings(&record),
            Self::SettingsNotRead => workspace.schedule_reconcile(),
            Self::GroupsLoaded => {
                let protocols: Vec<Protocol> = workspace.jobs.protocols().cloned().collect();
                for protocol in protocols {
                    context!(workspace).dirty(qualification::slices::QUALIFICATION.of(protocol));
                }
                // A waiting call is shown with the name of its queue.
                context!(workspace).dirty(voice::slices::INCOMING_CALL.key());
            }
        }
    }
}

impl Workspace {
    /// A log-off with open attendances opens a dialog first (SES-043), and so does one during a call, whose attendance may not
    /// have arrived yet.
    fn sign_out(&mut self, confirmed: bool) {
        let open = Channel::ALL.into_iter().map(|channel| self.jobs.open_count(channel)).fold(0, u32::saturating_add);
        if (open > 0 || self.voice.holds_call()) && !confirmed {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmSignOut { open_jobs: open });
            return;
        }
        let exit = self.session.sign_out(context!(self));
        self.route(exit);
    }

    /// The agent used the page, with the keyboard, the pointer or the wheel.
    pub(crate) fn agent_acted(&mut self) {
        // The messages of a conversation that opened automatically count as read from now on.
        if self.jobs.acted() {
            self.mark_conversation_seen();
        }
        if self.session.agent_acted(self.server_now()) {
            // The answer contains the new end of the session, which closes the warning.
            self.session.validate(context!(self));
        }
    }

    /// The session ends soon. If the agent used the page since the last check, the check is sent; otherwise the agent
    /// is warned.
    fn warn_of_idle_end(&mut self) {
        if self.session.has_acted() {
            self.session.validate(context!(self));
        } else {
            self.update_idle_warning();
        }
    }

    fn update_idle_warning(&mut self) {
        if self.session.is_ending_by_idling(self.server_now()) {
            self.shell.dialogs.open(context!(self), Dialog::IdleEnd);
        } else {
            self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::IdleEnd);
        }
    }

    /// A change of a setting got no answer: the agent's record is refetched when the server can be reached.
    pub(crate) fn doubt_settings(&mut self) {
        self.session.doubt_settings();
        self.schedule_reconcile();
    }

    /// The agent changes a setting: a record that is being loaded may be older than the change.
    pub(crate) fn setting_changes(&mut self) {
        self.session.drop_settings_read();
        if self.session.are_settings_in_doubt() {
            self.schedule_reconcile();
        }
    }

    /// The agent's record was loaded because settings are in doubt. A change that is still pending decides later.
    fn take_settings(&mut self, record: &AgentRecord) {
        if self.session.saves_setting() || self.voice.saves_setting() || self.whatsapp.saves_setting() {
            self.schedule_reconcile();
            return;
        }
        self.session.take_settings(context!(self), record);
        self.whatsapp.set_saved_campaign(context!(self), &record.campaign_whatsapp_default);
        if self.session.agent().channels.contains(&Channel::Voice) {
            self.with_voice(|voice, context| voice.set_agent(context, record));
        }
    }

    /// Whether an event is about the present session and link.
    fn is_for_this_session(&self, agent: &AgentId, up_to: Option<u64>) -> bool {
        (agent.is_empty() || *agent == self.session.agent_id()) && self.connection.applies_to_credential(up_to)
    }
}
