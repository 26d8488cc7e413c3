//! Mediator: the only module that knows every area. It passes each input to its area, routes the areas' exits, passes facts
//! to lower areas and collects the effects of one input in a step. It contains no rule of an area.

mod area;
mod broker;
mod bulk;
mod by_channel;
mod closing;
mod intents;
pub(crate) mod registry;
mod session_end;
mod storage;
#[cfg(test)]
mod tests;
mod views;

use crate::absence::Absence;
use crate::broadcasts::Broadcasts;
use crate::call_supervision::SupervisedCall;
use crate::channels::Channels;
use crate::colleagues::Colleagues;
use crate::connection::Connection;
use crate::contacts::Contacts;
use crate::conversation::{Conversation, WaitingUnsent};
use crate::dead_effects::DeadEffects;
use crate::flow::{
    Answer, Effect, HttpFailure, HttpReply, Kernel, Marks, Now, RequestId, Text, TimeZone, TokenChange, Wake,
};
use crate::input::{Input, PageInput, StoreFailure};
use crate::jobs::{Jobs, OnTheWay};
use crate::notifications::Topic;
use crate::notifications::{Alerts, Notifications};
use crate::pauses::Pauses;
use crate::people::People;
use crate::qualification::{Qualification, is_early_qualification};
use crate::session::{
    self, ActingAgent, Identity, PasswordLink, ServicesState, Session, StartedWith, is_expired, is_supported,
};
use crate::shell::{Route, RouteFacts, Shell, SnackbarKind};
use crate::supervision::Supervision;
use crate::voice::Voice;
use crate::whatsapp::WhatsApp;
use crate::wire::{AgentRole, Protocol, Wall};

pub use storage::Restored;

/// Limit of the timers that run in one step, against an endless loop: the others run at the next wake-up. Normal use
/// stays far below.
const MOST_TIMERS_A_STEP: usize = 10_000;
/// If the computer's clock and the monotonic clock diverge by more between two inputs, the clock was set.
const CLOCK_TOLERANCE_MS: u64 = 5_000;

/// The result of one input.
#[derive(Debug, Default, PartialEq)]
pub struct Step {
    /// I/O for the host, in this order.
    pub effects: Vec<Effect>,
    /// Slices whose view may have changed.
    pub dirty: Marks,
    /// When the host must send `Input::Wake`, if no other input comes first; `None`: no timer is set.
    pub wake: Option<Wake>,
}

/// The agent workspace: all areas and what they share.
pub struct Workspace {
    pub(crate) now: Now,
    /// Time zone of the computer, for calendar days.
    pub(crate) time_zone: TimeZone,
    pub(crate) kernel: Kernel,
    pub(crate) session: Session,
    pub(crate) services: ServicesState,
    pub(crate) connection: Connection,
    pub(crate) channels: Channels,
    pub(crate) pauses: Pauses,
    pub(crate) absence: Absence,
    pub(crate) supervision: Supervision,
    pub(crate) dead_effects: DeadEffects,
    pub(crate) supervised_call: SupervisedCall,
    pub(crate) colleagues: Colleagues,
    pub(crate) jobs: Jobs,
    pub(crate) conversation: Conversation,
    pub(crate) contacts: Contacts,
    pub(crate) people: People,
    pub(crate) qualification: Qualification,
    pub(crate) notifications: Notifications,
    pub(crate) alerts: Alerts,
    pub(crate) shell: Shell,
    pub(crate) voice: Voice,
    pub(crate) whatsapp: WhatsApp,
    pub(crate) tags: crate::tags::Tags,
    pub(crate) history: crate::history::History,
    pub(crate) churn: crate::churn::Churn,
    pub(crate) transfers: crate::transfers::Transfers,
    pub(crate) imports: crate::imports::Imports,
    pub(crate) message_search: crate::message_search::MessageSearch,
    pub(crate) list_views: crate::list_views::ListViews,
    pub(crate) notes: crate::notes::Notes,
    pub(crate) broadcasts: Broadcasts,
    #[cfg(test)]
    pub(crate) counter: crate::counter::Counter,
    pub(crate) supported_browser: bool,
    pub(crate) started: bool,
    pub(crate) focused: bool,
    pub(crate) visible: bool,
    /// Route to return to after the connection is restored.
    pub(crate) requested_route: Option<Route>,
    pub(crate) restored_identity: Option<Identity>,
    pub(crate) waiting_unsent: WaitingUnsent,
    /// Records that were read from the local database at the start, until the areas restore them.
    restored_records: Vec<(String, String)>,
    pub(crate) storage_failure_reported: bool,
    /// The attendance whose end the agent is asked about, and its messages that are still being sent.
    pub(crate) finish_asked: Option<(Protocol, OnTheWay)>,
    /// Computer's clock minus monotonic clock at the last input, in ms.
    pub(crate) clock_base_ms: Option<i64>,
}

macro_rules! context {
    ($workspace:ident) => {
        &mut $crate::flow::Context { now: $workspace.now, kernel: &mut $workspace.kernel }
    };
}
pub(crate) use context;

impl Workspace {
    /// `seed`: 32 random bytes, new for every instance. `restored`: stored records of an earlier instance.
    pub fn new(seed: [u8; 32], restored: Restored) -> Self {
        let mut workspace = Self {
            now: Now::default(),
            time_zone: TimeZone::default(),
            kernel: Kernel::new(seed),
            session: Session::default(),
            services: ServicesState::default(),
            connection: Connection::default(),
            channels: Channels::default(),
            pauses: Pauses::default(),
            absence: Absence::default(),
            supervision: Supervision::default(),
            dead_effects: DeadEffects::default(),
            supervised_call: SupervisedCall::default(),
            colleagues: Colleagues::default(),
            jobs: Jobs::default(),
            conversation: Conversation::default(),
            contacts: Contacts::default(),
            people: People::default(),
            qualification: Qualification::default(),
            notifications: Notifications::default(),
            alerts: Alerts::default(),
            shell: Shell::default(),
            voice: Voice::default(),
            whatsapp: WhatsApp::default(),
            tags: crate::tags::Tags::default(),
            history: crate::history::History::default(),
            churn: crate::churn::Churn::default(),
            transfers: crate::transfers::Transfers::default(),
            imports: crate::imports::Imports::default(),
            message_search: crate::message_search::MessageSearch::default(),
            list_views: crate::list_views::ListViews::default(),
            notes: crate::notes::Notes::default(),
            broadcasts: Broadcasts::default(),
            #[cfg(test)]
            counter: crate::counter::Counter::default(),
            supported_browser: true,
            started: false,
            focused: false,
            visible: true,
            requested_route: None,
            restored_identity: None,
            waiting_unsent: WaitingUnsent::default(),
            restored_records: Vec::new(),
            finish_asked: None,
            storage_failure_reported: false,
            clock_base_ms: None,
        };
        workspace.kernel.followers = Self::slice_rows().filter(|row| row.is_follower()).collect();
        workspace.take_restored(restored);
        workspace
    }

    /// Handles one input and all timers that are due.
    pub fn handle(&mut self, input: Input, now: Now) -> Step {
        self.now = now;
        self.detect_clock_change();
        match input {
            Input::Intent(intent) => self.on_intent(intent),
            Input::Page(page) => self.on_page(page),
            Input::Broker(broker) => self.on_broker(broker),
            Input::Voice(report) => {
                if let Some(report) = self.take_supervisor_report(report) {
                    self.on_voice_report(report);
                }
            }
            Input::Reply(request, result) => self.on_reply(request, result),
            Input::UploadEnded(number, result) => {
                if let Some(request) = self.kernel.http.upload(number) {
                    self.on_reply(request, result);
                }
            }
            Input::FileConverted { request, file } => {
                let acting_agent = self.acting_agent();
                let (conversation, jobs) = (&mut self.conversation, &mut self.jobs);
                let exit = conversation.file_converted(context!(self), jobs, &acting_agent, request, file);
                self.route(exit);
            }
            Input::UploadProgress { request, part } => {
                self.conversation.upload_progressed(context!(self), request, part);
            }
            Input::Stored(id, result) => {
                self.report_storage_failure(result);
                self.on_write_ended(id, result.is_ok());
                self.connection.on_stored(context!(self), id);
                let acting_agent = self.acting_agent();
                let exit = self.conversation.stored(context!(self), &mut self.jobs, &acting_agent, id);
                self.route(exit);
            }
            Input::TimeZone(zone) => {
                self.time_zone = zone;
                // The separators between days may move.
                self.conversation.mark_messages(context!(self));
            }
            Input::Wake => {}
        }
        for _ in 0..MOST_TIMERS_A_STEP {
            match self.kernel.timers.pop_due(now.mono) {
                Some(timer) => self.on_timer(&timer),
                None => break,
            }
        }
        self.follow_unread();
        self.follow_absence();
        self.follow_closings();
        self.follow_notes_dialog();
        self.follow_bulk();
        self.close_early_qualifications();
        self.pass_changes();
        if self.kernel.unreadable.take_change() {
            context!(self).dirty(crate::shell::slices::UNSUPPORTED.key());
        }
        Step {
            effects: std::mem::take(&mut self.kernel.effects),
            dirty: std::mem::take(&mut self.kernel.dirty),
            wake: self.kernel.timers.next(),
        }
    }

    fn close_early_qualifications(&mut self) {
        let jobs = &self.jobs;
        let has_ended = |protocol: &Protocol| jobs.get(protocol).is_some_and(|job| job.is_ended());
        self.shell.dialogs.close(context!(self), |dialog| is_early_qualification(dialog, has_ended));
    }

    /// Reuses the buffers of a finished step.
    pub fn recycle_buffers(&mut self, mut effects: Vec<Effect>, mut marks: Marks) {
        effects.clear();
        marks.clear();
        (self.kernel.effects, self.kernel.dirty) = (effects, marks);
    }

    /// If the computer's clock was set, the server's time is unknown until it is loaded again; meanwhile nothing expires.
    fn detect_clock_change(&mut self) {
        let base_ms = self.now.wall.0.saturating_sub_unsigned(self.now.mono.0);
        let before = self.clock_base_ms.replace(base_ms);
        if before.is_some_and(|before| before.abs_diff(base_ms) > CLOCK_TOLERANCE_MS) {
            self.kernel.clock_known = false;
            // Until then the conversation windows open and close by the clock that was set.
            self.conversation.follow_windows(context!(self), &self.jobs);
            if self.session.is_ready() {
                self.session.measure_clock(context!(self));
            }
        }
    }

    pub(crate) fn acting_agent(&self) -> ActingAgent {
        self.session.acting_agent()
    }

    pub(crate) fn server_now(&self) -> Wall {
        self.now.wall.plus_ms(self.kernel.clock_offset_ms)
    }

    /// The open conversation, if the page is visible and focused.
    pub(crate) fn visible_conversation(&self) -> Option<Protocol> {
        (self.focused && self.visible).then(|| self.shell.route().protocol().cloned()).flatten()
    }

    pub(crate) fn route_facts(&self) -> RouteFacts {
        RouteFacts {
            supported_browser: self.supported_browser,
            undecided: !self.session.is_signed_out() && !self.session.is_ready(),
            signed_in: self.session.is_ready(),
            in_other_tab: self.session.is_in_other_tab(),
            supervisor: self.session.agent().role == AgentRole::Supervisor,
        }
    }

    fn on_page(&mut self, page: PageInput) {
        match page {
            PageInput::Started { path, user_agent, online, focused, visible } => {
                self.on_started(&path, &user_agent, online, focused, visible);
            }
            PageInput::RouteRequested { path } => {
                if self.started {
                    let facts = self.route_facts();
                    self.shell.request(context!(self), &path, facts);
                    self.on_route_changed();
                }
            }
            PageInput::Focus { focused } => {
                self.focused = focused;
                if focused && self.session.is_ready() {
                    self.alerts.ask(context!(self));
                }
                self.mark_conversation_seen();
            }
            PageInput::Visible { visible } => {
                self.visible = visible;
                if visible {
                    self.mark_conversation_seen();
                    self.session.validate(context!(self));
                    self.with_voice(Voice::on_visible);
                    self.colleagues_are_visible();
                } else {
                    // The browser may close a hidden page without another event.
                    self.channels.remember_voice(context!(self));
                    self.flush();
                    self.write_unstored();
                }
            }
            PageInput::Online { online } => {
                self.connection.set_online(context!(self), online);
                self.update_connection_dialog();
                if online {
                    self.session.retry(context!(self));
                    self.session.validate(context!(self));
                    let exit = self.connection.reconnect_now(context!(self));
                    self.route(exit);
                    let acting_agent = self.acting_agent();
                    let exits = self.conversation.retry_all(context!(self), &mut self.jobs, &acting_agent);
                    self.route(exits);
                }
            }
            PageInput::SoundAllowed { allowed } => self.alerts.on_sound_blocked(context!(self), !allowed),
            PageInput::DesktopPermission { permission, answer } => {
                self.alerts.on_desktop_permission(context!(self), permission, answer);
            }
            PageInput::DesktopClicked { tag } => {
                self.alerts.close(context!(self), &tag);
                self.open_job(&tag, false);
            }
            PageInput::Acted => self.agent_acted(),
            PageInput::TabDisabled => self.leave_to_other_tab(),
            PageInput::Configured { services } => {
                self.services.configure(context!(self), services);
                self.track();
            }
            PageInput::FlagsLoaded { flags } => self.services.on_flags(context!(self), &flags),
            PageInput::TokenMissing => {
                if !matches!(self.shell.route(), Route::Login | Route::ResetPassword)
                    && let Some(exit) = self.session.token_lost(context!(self))
                {
                    self.route(Some(exit));
                }
            }
            PageInput::Gap { .. } => {
                // Also while the session is being checked: the telephone has its own link, which the session check does
                // not cover.
                self.with_voice(Voice::on_gap);
                if self.session.is_ready() {
                    self.session.validate(context!(self));
                    let exit = self.connection.on_resume(context!(self));
                    self.route(exit);
                    self.session.measure_clock(context!(self));
                    // The reconcile follows when the new link is open: `connection::Exit::Reconcile`.
                }
            }
        }
    }

    fn on_started(&mut self, path: &str, user_agent: &str, online: bool, focused: bool, visible: bool) {
        if self.started {
            return;
        }
        self.started = true;
        self.focused = focused;
        self.visible = visible;
        self.supported_browser = is_supported(user_agent);
        self.connection.set_online(context!(self), online);
        let requested = Route::parse(path);
        if requested != Route::TabDisabled {
            self.restore_areas();
        }
        if requested == Route::ResetPassword {
            self.session.begin_new_password(context!(self), PasswordLink::of_path(path));
        }
        let facts = RouteFacts { undecided: true, ..self.route_facts() };
        self.shell.request(context!(self), path, facts);
        let with = StartedWith {
            supported_browser: self.supported_browser,
            identity: self.restored_identity.take(),
            skip_check: requested.skips_check(),
            in_other_tab: requested == Route::TabDisabled,
            offline: !online,
        };
        self.requested_route = Some(requested);
        let exit = self.session.start(context!(self), with);
        self.route(exit);
    }

    pub(crate) fn track(&mut self) {
        self.services.track(context!(self), &mut self.session);
    }

    /// Marks the open conversation read, if the page is visible and focused.
    pub(crate) fn mark_conversation_seen(&mut self) {
        if let Some(protocol) = self.visible_conversation().filter(|shown| !self.jobs.is_opened_by_itself(shown)) {
            self.jobs.will_be_read(context!(self), &protocol);
            self.notifications.conversation_opened(context!(self), &protocol);
            self.alerts.answered(context!(self), &protocol);
        }
    }

    fn on_reply(&mut self, request: RequestId, result: Result<HttpReply, HttpFailure>) {
        let carried_token = self.kernel.http.finish(request);
        if let Ok(reply) = &result
            && self.kernel.http.take_header(request, reply) == TokenChange::Replaced
        {
            let token = self.kernel.http.token().map(|token| token.expose().clone());
            context!(self).write(session::records::TOKEN.key(), token);
        }
        let answer = Answer::of(result);
        let Some(request) = context!(self).settle(request, &answer) else { return };
        if carried_token && let Answer::Unauthorized(error) = &answer {
            if is_expired(error) {
                if let Some(exit) = self.session.token_refused(context!(self), error) {
                    self.route(Some(exit));
                    return;
                }
            } else {
                // Only the session check decides that a token is invalid (ERR-002).
                self.session.validate(context!(self));
            }
        }
        self.answer(request, answer);
    }

    /// Work continues in memory; a snackbar informs the agent once, and only in the tab with the session.
    fn report_storage_failure(&mut self, result: Result<(), StoreFailure>) {
        if let Err(failure) = result
            && !self.storage_failure_reported
            && !self.session.is_in_other_tab()
        {
            self.storage_failure_reported = true;
            context!(self).report(crate::flow::ReportLevel::Warning, "storageUnavailable", failure.as_str());
            self.snackbar(Topic::Storage, SnackbarKind::Warning, Text::key("shell.storage.failed"));
        }
    }
}
