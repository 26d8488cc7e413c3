//! Where an area's exit leads: down as a fact, across to another area, or out as a note to the agent.

use super::area::timers;
use super::{Workspace, context};
use crate::channels::Media;
use crate::connection::{VoiceHealth, WebRtcStatus};
use crate::flow::{Effect, ReportLevel, Sound, StoreKey, StorePlace, Text};
use crate::input::MediaInput;
use crate::session::ValidationResult;
use crate::shell;
use crate::shell::{Dialog, PreferencesChange, Route, SnackbarKind};
use crate::wire::{Channel, Protocol};
use crate::{absence, channels, chat, connection, contacts, jobs, pauses, qualification, session, supervision};

/// Where the server is asked again after a reconcile that got no answer.
const RECONCILE_RETRY_MS: u64 = 5_000;
/// Used where the server names no address: the page's own origin.
const DEFAULT_BROKER_PATH: &str = "/broker";

impl Workspace {
    pub(crate) fn route_session(&mut self, exit: session::Exit) {
        match exit {
            session::Exit::NoSession => self.reconsider_route(),
            session::Exit::LostConnection => self.shell.go(context!(self), Route::LostConnection, true),
            session::Exit::SignedOut(because) => {
                if because == session::SignOutReason::PasswordChanged {
                    self.shell.go(context!(self), Route::Login, true);
                }
                if because == session::SignOutReason::LoggedOff {
                    self.connection.send_logoff(context!(self));
                }
                self.end_session();
            }
            session::Exit::Ready { status } => {
                let enabled = self.session.agent().channels.clone();
                self.channels.set_enabled(context!(self), &enabled);
                if status.absence.is_none() {
                    let absent = self.session.agent().agent_absent.agent_absent_enabled;
                    let exit = self.absence.loaded(context!(self), absent);
                    self.route_absence(exit);
                }
                let exits = self.channels.take_status(context!(self), *status);
                self.route_channels(exits);
                let agent = self.session.agent_id();
                self.shell.begin_work(context!(self), &agent);
                self.set_unsent_owner(agent.clone());
                self.apply_hidden_channels();
                self.pauses.load(context!(self), &agent);
                self.notifications.load(context!(self), &agent);
                self.jobs.restore(context!(self), &agent);
                if matches!(self.shell.route(), Route::LostConnection | Route::TabDisabled | Route::Login) {
                    let requested_route = self
                        .requested_route
                        .take()
                        .filter(|requested_route| !requested_route.is_public())
                        .unwrap_or_default();
                    self.shell.go(context!(self), requested_route, true);
                }
                self.reconsider_route();
                self.track();
            }
            session::Exit::SystemLoaded => {
                self.start_broker();
                self.send_broker_login();
                let acting_agent = self.acting_agent();
                if self.kernel.clock_known {
                    self.chat.backdate_outbox(context!(self), &acting_agent);
                }
                self.chat.unsent.expire(context!(self), &acting_agent.agent_id);
                if self.jobs.has_been_restored() {
                    self.restore_unsent();
                }
            }
            session::Exit::Validated => {
                if self.session.validation().result == ValidationResult::Logged {
                    self.start_broker();
                }
                self.update_connection_dialog();
            }
            session::Exit::NewPasswordNeeded => self.shell.go(context!(self), Route::ResetPassword, false),
            session::Exit::PasswordSaved => {
                self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::NewPassword);
                if self.session.is_ready() {
                    self.snackbar(SnackbarKind::Success, Text::key("password.form.saved"));
                }
                if *self.shell.route() == Route::ResetPassword {
                    self.shell.go(context!(self), Route::Login, true);
                    self.reconsider_route();
                }
            }
            session::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
            session::Exit::GroupsLoaded => {
                let protocols: Vec<Protocol> = self.jobs.protocols().cloned().collect();
                for protocol in protocols {
                    context!(self).dirty(qualification::slices::QUALIFICATION.of(protocol));
                }
            }
        }
    }

    fn start_broker(&mut self) {
        let Some((credentials, passcode)) = self.session.broker_credential().cloned() else { return };
        let mut settings = self.session.system().broker.clone();
        if settings.url.is_empty() {
            settings.url = DEFAULT_BROKER_PATH.to_owned();
        }
        let agent = self.session.agent_id();
        let username = self.session.identity().map(|identity| identity.login_identifier.clone()).unwrap_or_default();
        let access = connection::Access { agent, username, settings, credentials, passcode };
        self.connection.start(context!(self), access);
    }

    /// The password has lived as long as it may: it is told to a broker that wants it, or forgotten (CHN-065).
    fn send_broker_login(&mut self) {
        let Some(password) = self.session.take_password() else { return };
        if !self.session.system().broker.login_queue.is_empty() {
            let whatsapp = self.session.agent().channels.contains(&Channel::Whatsapp);
            self.connection.log_in_with(context!(self), password, whatsapp);
        }
    }

    fn reconsider_route(&mut self) {
        let facts = self.route_facts();
        self.shell.reconsider(context!(self), facts);
        self.on_route_changed();
    }

    /// What session and browser know of the connection, pushed down; the dialog follows (CON-005, SES-020, SES-023).
    pub(crate) fn update_connection_dialog(&mut self) {
        let validation = self.session.validation().clone();
        self.connection.set_validation(context!(self), validation);
        let told = |dialog: &Dialog| *dialog == Dialog::ConnectionProblem;
        if !self.session.is_ready() || !self.connection.health().needs_dialog() {
            self.shell.dialogs.close(context!(self), told);
        } else {
            self.shell.dialogs.open(context!(self), Dialog::ConnectionProblem);
        }
    }

    /// What the browser's voice told, as a fact of the channel and of the connection.
    pub(crate) fn on_media(&mut self, media: MediaInput) {
        let mut voice = self.connection.health().voice.clone();
        match media {
            MediaInput::Status(status) => {
                voice.status = status;
                if status == WebRtcStatus::Connected {
                    (voice.failed, voice.device_lost) = (false, false);
                }
                let fact = match status {
                    WebRtcStatus::Logged | WebRtcStatus::Connected => Media::Connected,
                    WebRtcStatus::ConnectionLost => Media::Reconnecting,
                    WebRtcStatus::Disconnected => Media::Stopped,
                };
                let exit = self.channels.set_media(context!(self), fact);
                self.route_channels(exit.into_iter().collect());
            }
            MediaInput::Device { lost } => voice.device_lost = lost,
            MediaInput::Failed { message } => {
                context!(self).report(ReportLevel::Error, "signallingFailed", &message);
                voice.failed = true;
            }
            MediaInput::ConfirmReconnection { pending } => voice.reconnection_confirmation = pending,
        }
        self.connection.set_voice(context!(self), voice);
        self.update_connection_dialog();
    }

    pub(crate) fn give_up_connection(&mut self) {
        if self.connection.health().product_available() {
            // Only the voice is gone: the work goes on without it.
            let voice = VoiceHealth { status: self.connection.health().voice.status, ..VoiceHealth::default() };
            self.connection.set_voice(context!(self), voice);
            self.update_connection_dialog();
        } else if self.session.is_ready() {
            self.session.give_up(context!(self));
            self.connection.stop(context!(self));
            self.update_connection_dialog();
            self.requested_route = Some(self.shell.route().clone());
            self.shell.go(context!(self), Route::LostConnection, false);
        }
    }

    /// Another tab works now. What was changed here reaches the disk first, where the other tab finds it; nothing on the
    /// disk, and nothing of the session on the server, goes.
    pub(crate) fn leave_to_other_tab(&mut self) {
        if self.session.is_signed_out() {
            return;
        }
        self.flush();
        self.reset_areas();
        self.session.leave_to_other_tab(context!(self));
        self.reconsider_route();
    }

    /// The session is over: in memory and on disk nothing of it stays but what was never sent (PER-004, BEY-012).
    fn end_session(&mut self) {
        self.flush_unsent();
        self.keep_unsent();
        let preferences_changed = self.kernel.stale.contains_key(&shell::records::PREFERENCES.key());
        self.reset_areas();
        context!(self).effect(Effect::ClearStorage);
        if preferences_changed {
            context!(self).persist(shell::records::PREFERENCES.key());
        }
        self.schedule_store_retry();
        self.reconsider_route();
    }

    fn reset_areas(&mut self) {
        for key in self.live_keys() {
            self.kernel.dirty.insert(key);
        }
        self.connection.stop(context!(self));
        self.channels = channels::Channels::default();
        self.pauses = pauses::Pauses::default();
        self.absence = absence::Absence::default();
        self.supervision = supervision::Supervision::default();
        self.jobs = jobs::Jobs::default();
        self.chat = chat::Chat::default();
        self.contacts = contacts::Contacts::default();
        self.qualification = qualification::Qualification::default();
        self.notifications = crate::notifications::Notifications::default();
        self.alerts.leave(context!(self));
        self.shell.end_work();
        self.shell.snackbars.clear(context!(self));
        self.shell.dialogs.close(context!(self), |_| true);
        let kernel = &mut self.kernel;
        kernel.timers.cancel_all();
        kernel.http.clear_token(&mut kernel.ids);
        kernel.clock_offset_ms = 0;
        kernel.clock_known = false;
        kernel.stale.clear();
    }

    pub(crate) fn route_connection(&mut self, exit: Option<connection::Exit>) {
        match exit {
            Some(connection::Exit::Reconcile) => self.reconcile(),
            Some(connection::Exit::NeedsCredential) => self.session.validate(context!(self)),
            Some(connection::Exit::Event(meta, event)) => self.on_event(&meta, *event),
            Some(connection::Exit::Lost) => {
                self.shell.announce(context!(self), Text::key("connection.announce.lost"));
            }
            None => {}
        }
    }

    /// Jobs, threads and statuses are compared with the server's (design: wire, Reconcile).
    pub(crate) fn reconcile(&mut self) {
        if self.session.is_ready() {
            let agent = self.session.agent_id();
            self.jobs.restore(context!(self), &agent);
            self.channels.refresh(context!(self), &agent);
            if !self.kernel.clock_known {
                self.session.measure_clock(context!(self));
            }
            self.pauses.load(context!(self), &agent);
            self.notifications.load(context!(self), &agent);
            if self.supervision.is_loaded() || self.supervision.is_loading() {
                self.supervision.load(context!(self), &agent);
            }
        }
    }

    pub(crate) fn refresh_status(&mut self) {
        let agent = self.session.agent_id();
        self.channels.refresh(context!(self), &agent);
    }

    pub(crate) fn route_channels(&mut self, exits: Vec<channels::Exit>) {
        for exit in exits {
            match exit {
                channels::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
                channels::Exit::ExtensionNeeded => self.shell.dialogs.open(context!(self), Dialog::Extension),
                channels::Exit::ExtensionDone(taken) => {
                    self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::Extension);
                    match taken {
                        Some(extension) => {
                            let change = PreferencesChange { extension: Some(extension), ..Default::default() };
                            self.shell.change_preferences(context!(self), change);
                        }
                        None => self.refresh_status(),
                    }
                }
                channels::Exit::Absence(told) => {
                    let exit = self.absence.take(context!(self), told);
                    self.route_absence(exit);
                }
                channels::Exit::StatusChanged(channel, status) => {
                    // A composer shows whether its channel is connected.
                    let protocols: Vec<Protocol> = self.jobs.protocols().cloned().collect();
                    for protocol in protocols {
                        context!(self).dirty(jobs::slices::JOB.of(protocol));
                    }
                    let text = Text::key(&format!("channels.announce.{}", status.as_str()));
                    self.shell.announce(context!(self), text.with("channel", channel.display_name()));
                }
            }
        }
        self.sync_pauses();
    }

    /// What the channels know of their pauses, pushed down.
    pub(crate) fn sync_pauses(&mut self) {
        for channel in Channel::ALL {
            let (status, names) = (self.channels.status(channel), self.channels.pause_names(channel));
            self.pauses.sync_channel(context!(self), channel, status, names);
        }
        if self.pauses.exceeded().is_empty() {
            self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::PauseAlert);
        }
    }

    pub(crate) fn route_absence(&mut self, exit: Option<absence::Exit>) {
        match exit {
            Some(absence::Exit::Began) => {
                self.stop_calling();
                self.shell.dialogs.open(context!(self), Dialog::AgentAbsent);
            }
            Some(absence::Exit::Ended) => {
                self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::AgentAbsent);
            }
            Some(absence::Exit::Refused(text)) => self.snackbar(SnackbarKind::Error, text),
            None => {}
        }
    }

    pub(crate) fn route_pauses(&mut self, exits: Vec<pauses::Exit>) {
        for exit in exits {
            match exit {
                pauses::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
                pauses::Exit::ChannelState(channel, record) => {
                    let exit = self.channels.take_record(context!(self), channel, &record);
                    self.route_channels(exit.into_iter().collect());
                }
                pauses::Exit::AlreadyLeft(channels) => {
                    for channel in channels {
                        let exit = self.channels.on_pause_gone(context!(self), channel);
                        self.route_channels(exit.into_iter().collect());
                    }
                    self.refresh_status();
                }
                pauses::Exit::Entered => {
                    self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::Pause { .. }));
                }
                pauses::Exit::Exceeded => {
                    self.shell.dialogs.open(context!(self), Dialog::PauseAlert);
                    let channel = self.pauses.exceeded().first().copied().unwrap_or(Channel::Chat);
                    let tone = self.shell.preferences().tone(channel);
                    context!(self).sound(Sound::PauseAlert, tone);
                }
            }
        }
    }

    pub(crate) fn route_jobs(&mut self, exits: Vec<jobs::Exit>) {
        for exit in exits {
            match exit {
                jobs::Exit::OpenJobsChanged(channel) => {
                    let open = self.jobs.open_count(channel);
                    let exit = self.channels.set_open_jobs(context!(self), channel, open);
                    self.route_channels(exit.into_iter().collect());
                }
                jobs::Exit::OnlyOneLeft(protocol) => {
                    // Counted again: of a restore's jobs the first was the only one for a moment.
                    let only = self.jobs.len() == 1;
                    if only && self.session.is_ready() && *self.shell.route() == Route::AttendanceList {
                        self.open_job(&protocol, true);
                    }
                }
                jobs::Exit::Added(_) => {}
                jobs::Exit::Removed(protocol) => self.job_removed(&protocol),
                jobs::Exit::RestoreFailed(text) => {
                    // Once: it is asked again every few seconds, and the list shows that it failed.
                    if let Some(text) = text {
                        self.snackbar(SnackbarKind::Error, text);
                    }
                    context!(self).timer(timers::RECONCILE_RETRY.key(), RECONCILE_RETRY_MS);
                }
                jobs::Exit::Restored { as_of_seq, epoch } => {
                    self.connection.reconciled(context!(self));
                    context!(self).cancel_timer(&timers::RECONCILE_RETRY.key());
                    self.connection.gate_mut().begin_after(as_of_seq, &epoch);
                    context!(self).persist(connection::records::JOURNAL.key());
                    self.restore_unsent();
                    self.on_route_changed();
                    if self.jobs.restore_again {
                        let agent = self.session.agent_id();
                        self.jobs.restore(context!(self), &agent);
                    }
                }
                jobs::Exit::ThreadNotLoaded { protocol, gone } => {
                    let acting_agent = self.acting_agent();
                    let exits =
                        self.chat.thread_not_read(context!(self), &mut self.jobs, &acting_agent, &protocol, gone);
                    self.route_chat(exits);
                }
                jobs::Exit::ThreadLoaded { protocol, complete } => {
                    let acting_agent = self.acting_agent();
                    let exits = if complete {
                        self.chat.thread_read(context!(self), &mut self.jobs, &acting_agent, &protocol)
                    } else {
                        self.chat.confirm_placed(context!(self), &mut self.jobs, &acting_agent, &protocol)
                    };
                    self.route_chat(exits);
                    if self.visible_conversation().as_ref() == Some(&protocol) {
                        self.jobs.will_be_read(context!(self), &protocol);
                    }
                }
            }
        }
    }

    pub(crate) fn remove_job(&mut self, protocol: &Protocol) {
        let exits = self.jobs.remove(context!(self), protocol);
        self.route_jobs(exits);
    }

    fn job_removed(&mut self, protocol: &Protocol) {
        let acting_agent = self.acting_agent();
        self.contacts.job_removed(context!(self), protocol);
        self.qualification.job_removed(context!(self), protocol);
        self.attendance_finished(protocol);
        let exits = self.chat.job_removed(context!(self), &acting_agent, protocol);
        self.route_chat(exits);
        self.shell.dialogs.close(context!(self), |dialog| dialog.protocol() == Some(protocol));
        if self.shell.route().protocol() == Some(protocol) {
            // The list, unless exactly one attendance is left, whose exit follows (JOB-020).
            self.shell.go(context!(self), Route::AttendanceList, true);
        }
    }

    pub(crate) fn route_chat(&mut self, exits: Vec<chat::Exit>) {
        for exit in exits {
            match exit {
                chat::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
                chat::Exit::UnknownJob => self.reconcile(),
                chat::Exit::Unseen { protocol, local_id } => self.customer_wrote(&protocol, Some(&local_id)),
                chat::Exit::CustomerWrote(protocol) => {
                    self.customer_wrote(&protocol, None);
                    if self.visible_conversation().as_ref() == Some(&protocol) {
                        self.shell.announce(context!(self), Text::key("chat.announce.newMessage"));
                    }
                }
                chat::Exit::Finished(protocol) => {
                    let now = self.server_now();
                    let exits = self.jobs.disable(context!(self), &protocol, Some(now));
                    self.route_jobs(exits);
                    self.attendance_finished(&protocol);
                    self.refresh_status();
                    let exit = self.qualification.open(context!(self), &self.jobs, &protocol);
                    self.route_qualification(exit.into_iter().collect());
                }
                chat::Exit::JobGone(_) | chat::Exit::FinishInDoubt => self.reconcile(),
                chat::Exit::ReadThread(protocol) => self.jobs.load_thread_afresh(context!(self), &protocol),
                chat::Exit::KeptUnsent(protocol) => {
                    let text = Text::key("chat.unsent.kept").with("protocol", &protocol);
                    self.snackbar(SnackbarKind::Warning, text);
                }
            }
        }
    }

    pub(crate) fn route_contacts(&mut self, exits: Vec<contacts::Exit>) {
        for exit in exits {
            match exit {
                contacts::Exit::Success(text) => self.snackbar(SnackbarKind::Success, text),
                contacts::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
            }
        }
    }

    pub(crate) fn route_qualification(&mut self, exits: Vec<qualification::Exit>) {
        for exit in exits {
            match exit {
                qualification::Exit::ContactNeeded(protocol) => {
                    self.shell.dialogs.close(
                        context!(self),
                        |dialog| matches!(dialog, Dialog::Qualification { protocol: open } if *open == protocol),
                    );
                    self.contacts.require_registration(context!(self), &protocol);
                    self.open_job(&protocol, false);
                    self.snackbar(SnackbarKind::Warning, Text::key("contacts.registerFirst"));
                }
                qualification::Exit::Open(protocol) => {
                    self.shell.dialogs.open(context!(self), Dialog::Qualification { protocol });
                }
                qualification::Exit::Qualified(protocol) => {
                    let acting_agent = self.acting_agent();
                    self.chat.close(context!(self), &acting_agent, &protocol);
                    // The agent is done with it, half-written words included.
                    self.chat.drafts.remove(context!(self), &acting_agent.agent_id, &protocol);
                    self.remove_job(&protocol);
                    self.snackbar(SnackbarKind::Success, Text::key("qualificationSuccess"));
                }
                qualification::Exit::Refused(text) => self.snackbar(SnackbarKind::Error, text),
            }
        }
    }

    /// Drafts and unsent messages reach the disk before the house is emptied.
    fn flush_unsent(&mut self) {
        let keys: Vec<StoreKey> =
            self.kernel.stale.keys().filter(|key| key.place() == StorePlace::Unsent).cloned().collect();
        for key in keys {
            let value = self.record(&key);
            context!(self).write(key, value);
        }
    }
}
