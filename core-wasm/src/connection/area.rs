//! The broker link, registered with the workspace.

use super::ConnectionSlice;
use super::registry::NAME;
use super::{
    Access, Connection, ConnectionIntent, Exit, GateRecord, State, VoiceHealth, VoiceHealthChange, WebRtcStatus,
    records, slices, timers,
};
use crate::channels::{Media, slices::CHANNELS};
use crate::flow::{Answer, AreaName, RequestId, Text};
use crate::shell::{Dialog, Route};
use crate::voice::Voice;
use crate::wire::{Channel, EventMeta, events, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

/// Used if the server gives no address; relative to the page's origin.
const DEFAULT_BROKER_PATH: &str = "/broker";

impl Area for Connection {
    type Intent = ConnectionIntent;
    type Event = events::connection::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::LINK, |workspace, ()| ConnectionSlice::Link(workspace.connection.view()))];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::RECONNECT, |workspace, ()| {
        let exit = workspace.connection.on_reconnect_timer(context!(workspace));
        workspace.route(exit);
    })];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::JOURNAL, |workspace, ()| Some(json_text(&workspace.connection.gate().record()))),
        &Keep(&records::EVENTS, |workspace, block| workspace.connection.gate().block(block).as_ref().map(json_text)),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let gate: Option<GateRecord> = stored.one(&records::JOURNAL);
        if let Some(gate) = gate {
            workspace.connection.restore_gate(gate, stored.all(&records::EVENTS).collect());
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        workspace.connection.on_reply(context!(workspace), request, answer);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.connection.stop(context!(workspace));
    }

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        match event {
            events::connection::Event::Ping(_) => workspace.connection.send_pong(context!(workspace)),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            ConnectionIntent::RetryConnection => {
                workspace.session.validate(context!(workspace));
                workspace.with_voice(Voice::reconnect);
                let exit = workspace.connection.reconnect_now(context!(workspace));
                workspace.route(exit);
            }
            ConnectionIntent::GiveUpConnection => workspace.give_up_connection(),
            ConnectionIntent::ShowReconnecting => {
                if workspace.connection.state() != State::Connected && workspace.session.is_ready() {
                    workspace.shell.dialogs.open(context!(workspace), Dialog::Reconnecting);
                }
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Reconcile => workspace.reconcile(),
            Self::NeedsCredential => workspace.session.validate(context!(workspace)),
            Self::Event { meta, body, after_gap } => {
                let fault = workspace.on_event(&meta, &body).err();
                let exit =
                    fault.and_then(|fault| workspace.connection.on_unreadable_event(context!(workspace), &fault));
                workspace.route(exit.or(after_gap.then_some(Self::Reconcile)));
            }
            Self::Lost => {
                workspace.shell.announce(context!(workspace), Text::key("connection.announce.lost"));
            }
        }
    }
}

impl Workspace {
    pub(crate) fn start_broker(&mut self) {
        let Some((credentials, passcode)) = self.session.broker_credential().cloned() else { return };
        let mut settings = self.session.system().broker.clone();
        if settings.url.is_empty() {
            settings.url = DEFAULT_BROKER_PATH.to_owned();
        }
        let agent = self.session.agent_id();
        let username = self.session.identity().map(|identity| identity.login_identifier.clone()).unwrap_or_default();
        let access = Access { agent, username, settings, credentials, passcode };
        self.connection.start(context!(self), access);
    }

    /// Sends the sign-in to the broker if a login queue is configured; the password is dropped either way (CHN-065).
    pub(crate) fn send_broker_login(&mut self) {
        let Some(password) = self.session.take_password() else { return };
        if !self.session.system().broker.login_queue.is_empty() {
            let whatsapp = self.session.agent().channels.contains(&Channel::Whatsapp);
            self.connection.log_in_with(context!(self), password, whatsapp);
        }
    }

    /// Passes the session's result to the connection and opens or closes the dialog (CON-005, SES-020, SES-023).
    pub(crate) fn update_connection_dialog(&mut self) {
        let validation = self.session.validation().clone();
        self.connection.set_validation(context!(self), validation);
        let is_problem = |dialog: &Dialog| *dialog == Dialog::ConnectionProblem;
        if !self.session.is_ready() || !self.connection.health().needs_dialog() {
            self.shell.dialogs.close(context!(self), is_problem);
        } else {
            self.shell.dialogs.open(context!(self), Dialog::ConnectionProblem);
        }
    }

    /// Facts of the browser's voice: channel, chip and dialog follow.
    pub(crate) fn voice_health_changed(&mut self, change: VoiceHealthChange) {
        if let VoiceHealthChange::Status(status) = change {
            let media = match status {
                WebRtcStatus::Logged | WebRtcStatus::Connected => Media::Connected,
                WebRtcStatus::ConnectionLost => Media::Reconnecting,
                WebRtcStatus::Disconnected => Media::Stopped,
            };
            let exit = self.channels.set_media(context!(self), media);
            self.route(exit);
        }
        let voice = self.connection.health().voice.after(change, self.voice.microphone_problem());
        self.connection.set_voice(context!(self), voice);
        // The chip shows a running check and the lost device.
        context!(self).dirty(CHANNELS.key());
        self.update_connection_dialog();
    }

    pub(crate) fn give_up_connection(&mut self) {
        if self.connection.health().product_available() {
            // Only voice has a problem: the agent continues to work without it.
            let voice = VoiceHealth { status: self.connection.health().voice.status, ..VoiceHealth::default() };
            self.connection.set_voice(context!(self), voice);
            self.update_connection_dialog();
        } else if self.session.is_ready() {
            self.session.give_up(context!(self));
            self.connection.stop(context!(self));
            self.update_connection_dialog();
            self.requested_route = Some(self.shell.route().clone());
            self.shell.show_route(context!(self), Route::LostConnection, false);
        }
    }
}
