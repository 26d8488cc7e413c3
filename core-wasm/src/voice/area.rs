//! Voice, registered with the workspace.

use super::policy::{self, RingChange};
use super::registry::NAME;
use super::timer::VoiceTimer;
use super::{DialTarget, Exit, PreferentialCallView, Voice, VoiceIntent, VoiceJobRecord, VoiceReport, VoiceSlice};
use super::{VoiceStatus, facts, records, slices, timers};
use crate::channels::slices::CHANNELS;
use crate::connection::{self, VoiceHealthChange, WebRtcStatus};
use crate::contacts::{PanelState, Wanted};
use crate::flow::{Answer, AreaName, Context, DesktopKind, Effect, ReportLevel, RequestId, Text, VoiceCommand};
use crate::jobs::{EventNumber, Job, JobOrigin, RemovalReason};
use crate::notifications::{self, NoticeKind, Ring, RingKind, Topic};
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{Channel, EventMeta, Protocol, events, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

/// Identifies the ring and the desktop notification of the call that waits for the agent, which has no attendance yet.
const WAITING_CALL: &str = "voice-call";

impl Area for Voice {
    type Intent = VoiceIntent;
    type Event = events::voice::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::VOICE, |workspace, ()| VoiceSlice::Voice(Box::new(workspace.voice.view()))),
        &Show(&slices::CALL_BAR, |workspace, ()| {
            workspace.voice.call_bar(&workspace.jobs).map(|bar| VoiceSlice::CallBar(Box::new(bar)))
        }),
        &Show(&slices::CALL_LEVELS, |workspace, ()| VoiceSlice::CallLevels(workspace.voice.levels_view())),
        &Show(&slices::CALL_QUALITY, |workspace, ()| VoiceSlice::CallQuality(workspace.voice.quality_view())),
        &Show(&slices::INCOMING_CALL, |workspace, ()| {
            let call = workspace.voice.incoming_call(workspace.session.attendance_groups());
            call.map(|call| VoiceSlice::IncomingCall(Box::new(call)))
        }),
        &Show(&slices::PREFERENTIAL_CALL, |workspace, ()| {
            let call = workspace.voice.preferential();
            call.map(|call| {
                let (name, phone) = (call.name.clone(), call.phone.clone());
                VoiceSlice::PreferentialCall(Box::new(PreferentialCallView { name, phone }))
            })
        }),
        &Show(&slices::CALL_DESTINATIONS, |workspace, ()| {
            let view = workspace.voice.destinations_view(&workspace.jobs)?;
            Some(VoiceSlice::CallDestinations(Box::new(view)))
        }),
        &Show(&slices::VOICE_JOB, |workspace, protocol| {
            let answers = workspace.jobs.get(&protocol)?.script_answers();
            let job = workspace.voice.job_view(&protocol, answers)?;
            Some(VoiceSlice::VoiceJob(Box::new(job)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::VOICE, |workspace, timer| {
        if timer == VoiceTimer::Destinations {
            let visible = workspace.visible;
            workspace.voice.refresh_destinations(context!(workspace), visible);
            return;
        }
        workspace.with_voice(|voice, context| voice.on_timer(context, timer));
    })];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::SESSION, |workspace, ()| workspace.voice.record().as_ref().map(json_text)),
        &Keep(&records::CALL, |workspace, protocol| workspace.voice.job_record(&protocol).as_ref().map(json_text)),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        if let Some(session) = stored.one(&records::SESSION) {
            workspace.voice.restore(session);
        }
        for (protocol, call) in stored.all::<_, VoiceJobRecord>(&records::CALL) {
            workspace.voice.restore_job(&protocol, call);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        workspace.with_voice(|voice, context| voice.on_reply(context, request, answer));
    }

    /// The page closes its links and peer connections. The session of the voice server ends with the agent's session,
    /// or another tab claims it.
    fn reset(workspace: &mut Workspace) {
        if workspace.voice.is_used() {
            context!(workspace).effect(Effect::Voice(VoiceCommand::Release));
        }
        // The page keeps the voice ports that it has loaded.
        if let Some(web_rtc) = std::mem::take(&mut workspace.voice).ports {
            workspace.with_voice(|voice, context| voice.on_ports(context, web_rtc));
        }
    }

    fn job_added(workspace: &mut Workspace, protocol: &Protocol, origin: JobOrigin) {
        let is_voice = |job: &&Job| job.channel() == Channel::Voice;
        let Some(job) = workspace.jobs.get(protocol).filter(is_voice).map(Job::with_contact) else { return };
        context!(workspace).dirty(slices::VOICE_JOB.of(protocol.clone()));
        // Before other areas look the contact up: voice looks it up by the keys of the call.
        workspace.with_voice(|voice, context| voice.on_added(context, &job, origin));
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        context!(workspace).dirty(slices::VOICE_JOB.of(protocol.clone()));
        workspace.with_voice(|voice, context| voice.job_removed(context, protocol));
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::voice::Event::New(_) if workspace.jobs.covers(meta) => {}
            events::voice::Event::New(event) => {
                let mut job = event.job;
                job.channel = Some(Channel::Voice);
                let known = workspace.jobs.get(&job.protocol).is_some().then(|| job.clone());
                let room = super::room_area::room_of(&job);
                // A new attendance comes back by `job_added`.
                workspace.on_job_event(job, meta);
                if let Some(job) = known {
                    workspace.with_voice(|voice, context| voice.on_job(context, &job));
                }
                let number = EventNumber::of(meta);
                workspace.with_voice(|voice, context| voice.on_job_room(context, room, number));
            }
            // The list, which is newer than the event, contains the ringing calls and the attendances whose calls have
            // ended: an older event belongs to an earlier ring.
            events::voice::Event::Request(_) | events::voice::Event::Hangup(_) if workspace.jobs.covers(meta) => {}
            events::voice::Event::Request(info) => {
                let ack_call = workspace.session.agent().agent_ack_call.eq_ignore_ascii_case("Y");
                workspace
                    .with_voice(|voice, context| voice.on_request(context, *info, EventNumber::of(meta), ack_call));
            }
            events::voice::Event::Hangup(event) => {
                if let Some(number) = EventNumber::of(meta) {
                    workspace.voice.call_ended_by_event(&event.unique_id, number);
                }
                workspace.with_voice(|voice, context| voice.on_hangup(context, event));
            }
            events::voice::Event::Status(event) => {
                workspace.with_voice(|voice, context| voice.on_status(context, &event));
            }
            events::voice::Event::DialerAuto(event) => {
                if !event.active {
                    let exit = workspace.channels.end_processing(context!(workspace), Channel::Voice);
                    workspace.route(exit);
                }
            }
            // The list, which is newer than the event, contains the rooms.
            events::voice::Event::Room(_)
            | events::voice::Event::TransferRequest(_)
            | events::voice::Event::TransferResponse(_)
            | events::voice::Event::TransferAccepted(_)
            | events::voice::Event::ConferenceStart(_)
            | events::voice::Event::ConferenceStop(_)
                if workspace.jobs.covers(meta) => {}
            event @ (events::voice::Event::Room(_)
            | events::voice::Event::TransferRequest(_)
            | events::voice::Event::TransferResponse(_)
            | events::voice::Event::TransferAccepted(_)
            | events::voice::Event::ConferenceStart(_)
            | events::voice::Event::ConferenceStop(_)) => workspace.on_room_event(event, EventNumber::of(meta)),
            events::voice::Event::Preferential(event) => workspace.with_voice(|voice, _| {
                voice.on_preferential(event);
                Vec::new()
            }),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let tone = workspace.shell.preferences().tone(Channel::Voice);
        let connected = workspace.channels.is_connected(Channel::Voice);
        let job = match &intent {
            VoiceIntent::OpenScript { protocol } => workspace.jobs.get(protocol).map(Job::with_contact),
            _ => None,
        };
        let facts = workspace.room_facts();
        if matches!(
            intent,
            VoiceIntent::SetRingVolume { .. }
                | VoiceIntent::SetAutoReconnect { .. }
                | VoiceIntent::SetDefaultCampaign { .. }
        ) {
            workspace.setting_changes();
        }
        workspace.with_voice(|voice, context| match intent {
            VoiceIntent::AcceptCall => voice.accept(context),
            VoiceIntent::RejectCall => voice.reject(context),
            VoiceIntent::HangUp => voice.hang_up_shown(context, tone),
            VoiceIntent::Mute { muted } => voice.mute(context, muted),
            VoiceIntent::Hold { held } => voice.hold(context, held),
            VoiceIntent::SendTones { tones } => voice.send_tones(context, &tones),
            VoiceIntent::Dial { phone, contact_id, campaign_id } => {
                let target = DialTarget { phone, contact_id, campaign_id, schedule: None };
                voice.dial(context, target, connected)
            }
            VoiceIntent::CheckDial { phone } => voice.check_dial(context, phone),
            VoiceIntent::Redial { protocol } => voice.redial(context, &protocol),
            VoiceIntent::BeginEchoTest => voice.begin_echo_test(context),
            VoiceIntent::EndEchoTest => voice.end_echo_test(context),
            VoiceIntent::ConfirmPreferential { confirmed } => {
                voice.confirm_preferential(context, confirmed);
                Vec::new()
            }
            VoiceIntent::SetRingVolume { volume } => {
                voice.set_ring_volume(context, volume);
                Vec::new()
            }
            VoiceIntent::SetAutoReconnect { enabled } => voice.set_auto_reconnect(context, enabled),
            VoiceIntent::SetDefaultCampaign { campaign_id } => {
                voice.set_default_campaign(context, &campaign_id);
                Vec::new()
            }
            VoiceIntent::LoadCampaigns => {
                voice.load_campaigns(context);
                Vec::new()
            }
            intent @ (VoiceIntent::WatchCallDestinations
            | VoiceIntent::LeaveCallDestinations
            | VoiceIntent::NoteCallTransfer { .. }
            | VoiceIntent::TransferCall { .. }
            | VoiceIntent::CompleteTransfer
            | VoiceIntent::CancelTransfer
            | VoiceIntent::TalkWith { .. }
            | VoiceIntent::JoinConference
            | VoiceIntent::AddToConference { .. }
            | VoiceIntent::HoldParty { .. }
            | VoiceIntent::MuteParty { .. }
            | VoiceIntent::RemoveParty { .. }
            | VoiceIntent::LeaveConference
            | VoiceIntent::EndConference
            | VoiceIntent::PauseRecording { .. }
            | VoiceIntent::DismissTransferFailure) => voice.on_room_intent(context, intent, facts),
            VoiceIntent::OpenScript { .. } => {
                if let Some(job) = job {
                    voice.load_script_fields(context, &job);
                }
                Vec::new()
            }
        });
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Command(command) => context!(workspace).effect(Effect::Voice(command)),
            Self::Announce(text) => workspace.shell.announce(context!(workspace), text),
            Self::Snackbar(kind, text) => workspace.snackbar(Topic::CallControl, kind, text),
            Self::Fault(fault) => context!(workspace).report(ReportLevel::Error, "signallingFailed", fault.text()),
            Self::Unregistered(name) => {
                context!(workspace).report(ReportLevel::Warning, "unregisteredSignalling", name);
            }
            Self::StrayLeg(thought) => {
                context!(workspace).report(ReportLevel::Error, "legWithoutCall", thought);
            }
            Self::SoundBlocked => workspace.alerts.on_sound_blocked(context!(workspace), true),
            Self::Status(status) => {
                workspace.voice_health_changed(VoiceHealthChange::Status(web_rtc_status(status)));
                workspace.show_voice_attempt(status);
            }
            Self::Validate => workspace.session.validate(context!(workspace)),
            Self::ConnectChannel(extension) if workspace.channels.take_voice_connect(context!(workspace)) => {
                workspace.connect_voice_with(&extension);
            }
            // The channel is connected already, or the agent or a supervisor disconnected it.
            Self::ConnectChannel(_) => {}
            Self::StoreStatus => workspace.channels.remember_voice(context!(workspace)),
            Self::DisconnectChannel => {
                let agent = workspace.session.agent_id();
                workspace.channels.disconnect(context!(workspace), &agent, Channel::Voice);
            }
            Self::OpenLostDevice(problem) => workspace.voice_health_changed(VoiceHealthChange::Device(Some(problem))),
            Self::DeviceReturned => workspace.voice_health_changed(VoiceHealthChange::Device(None)),
            Self::Checking(pending) => workspace.voice_health_changed(VoiceHealthChange::Checking(pending)),
            Self::Attempt => workspace.shell.dialogs.open(context!(workspace), Dialog::Reconnecting),
            Self::AskAgent(pending) => {
                workspace.voice_health_changed(VoiceHealthChange::ReconnectionConfirmation(pending));
                if pending {
                    workspace.hide_voice_attempt();
                }
            }
            Self::ConnectionLost => {
                let (title, body) = (Text::key("voiceConnectionLost"), Text::key("voiceReconnecting"));
                workspace.snackbar(Topic::VoiceConnection, SnackbarKind::Warning, title.clone());
                workspace.notify_voice(DesktopKind::VoiceWebrtcProblem, Channel::Voice.as_str(), title, body);
            }
            Self::ConnectionRestored => {
                let text = Text::key("voiceConnectionRestored");
                workspace.snackbar(Topic::VoiceConnection, SnackbarKind::Success, text.clone());
                let kind = DesktopKind::VoiceWebrtcReconnectionSuccess;
                workspace.notify_voice(kind, Channel::Voice.as_str(), Text::key("voiceRestored"), text);
                workspace.channels.voice_came_back(context!(workspace));
                workspace.reconnect_voice();
            }
            Self::RefreshStatus => workspace.refresh_status(),
            Self::SettingsInDoubt => workspace.doubt_settings(),
            // The room ended with its call; a dialog of another attendance stays open.
            Self::ClearTransfer => workspace.close_dialogs_of_ended_calls(),
            Self::CloseTransferDialog(protocol) => workspace.close_transfer_dialog(&protocol),
            Self::LookUp => workspace.reconcile(),
            Self::HandedOver(protocol) => {
                workspace.remove_job(&protocol, RemovalReason::Transferred);
                workspace.refresh_status();
                let text = Text::key("transfers.done");
                workspace.snackbar(Topic::Transfer(protocol), SnackbarKind::Success, text);
            }
            Self::ContactNeeded(protocol) => workspace.need_contact(&protocol, Wanted::Transfer),
            Self::EndJob(protocol, at) => workspace.end_voice_job(&protocol, at),
            Self::EnableJob(protocol) => {
                let exits = workspace.jobs.enable(context!(workspace), &protocol);
                workspace.route(exits);
            }
            Self::JobArrived(protocol) => workspace.voice_job_arrived(&protocol),
            Self::JobOpens(protocol) => workspace.open_job(&protocol, false),
            Self::ContactFound(protocol, contact) => {
                workspace.jobs.set_contact(context!(workspace), &protocol, Some(*contact));
                workspace.contacts.look_up_elsewhere(context!(workspace), &protocol, PanelState::Found);
            }
            Self::ContactUnknown(protocol) => {
                workspace.contacts.look_up_elsewhere(context!(workspace), &protocol, PanelState::Unknown);
            }
            Self::ContactNotRead(protocol) => {
                workspace.contacts.look_up_elsewhere(context!(workspace), &protocol, PanelState::Failed);
            }
            Self::CallLost(phone) => {
                // The call that rang was not answered.
                let received = Text::key("callReceived").with("phone", &phone);
                workspace.notifications.remove_untrue_entry(context!(workspace), &received);
                workspace.snackbar(Topic::LostCall, SnackbarKind::Warning, Text::key("callLost").with("phone", phone))
            }
            Self::OfferReceived(name) => {
                let text = Text::key("transferReceived").with("name", name);
                let read = workspace.visible && workspace.focused;
                workspace.notifications.add_snackbar(context!(workspace), NoticeKind::Info, text.clone(), read);
                workspace.notify_voice(DesktopKind::AckCall, WAITING_CALL, Text::key("transferWaiting"), text);
            }
            Self::InternalLegEnded(id) => workspace.internal_leg_ended(&id),
            Self::CallReceived(phone) => {
                // The dialog is open, so only an entry in the notification centre is added, without a snackbar.
                let text = Text::key("callReceived").with("phone", phone);
                let read = workspace.visible && workspace.focused;
                workspace.notifications.add_snackbar(context!(workspace), NoticeKind::Info, text.clone(), read);
                workspace.notify_voice(DesktopKind::AckCall, WAITING_CALL, Text::key("callWaiting"), text);
            }
        }
    }

    fn followed(workspace: &mut Workspace) {
        workspace.follow_waiting_call();
        workspace.follow_guest();
    }
}

fn web_rtc_status(status: VoiceStatus) -> WebRtcStatus {
    match status {
        VoiceStatus::Disconnected => WebRtcStatus::Disconnected,
        VoiceStatus::Logged => WebRtcStatus::Logged,
        VoiceStatus::Connected => WebRtcStatus::Connected,
        VoiceStatus::ConnectionLost | VoiceStatus::Reconnecting => WebRtcStatus::ConnectionLost,
    }
}

impl Workspace {
    /// Runs a step of voice, marks its slices and executes its exits.
    pub(crate) fn with_voice(&mut self, step: impl FnOnce(&mut Voice, &mut Context) -> Vec<Exit>) {
        let exits = step(&mut self.voice, context!(self));
        self.voice.watch_leg(context!(self));
        self.mark_voice();
        self.route(exits);
    }

    /// Marks all slices of voice except levels and measurements; equal views are not delivered.
    fn mark_voice(&mut self) {
        context!(self).changed(facts::LEG.key());
        let global = [
            slices::VOICE.key(),
            slices::CALL_BAR.key(),
            slices::CALL_LEVELS.key(),
            slices::CALL_QUALITY.key(),
            slices::INCOMING_CALL.key(),
            slices::PREFERENTIAL_CALL.key(),
            // The channel's chip shows that the agent is in a call.
            CHANNELS.key(),
        ];
        // The agent may have many calls; only the dialog that was opened for this call closes.
        let destinations = self.voice.has_destinations().then(|| slices::CALL_DESTINATIONS.key());
        let of_jobs: Vec<_> = self.voice.protocols().map(|protocol| slices::VOICE_JOB.of(protocol)).collect();
        global.into_iter().chain(destinations).chain(of_jobs).for_each(|key| context!(self).dirty(key));
    }

    /// A report of the voice ports.
    pub(crate) fn on_voice_report(&mut self, report: VoiceReport) {
        match report {
            // These reports are frequent, so only their own slices are marked.
            VoiceReport::Levels { call, levels } => {
                self.voice.on_levels(call, levels);
                context!(self).dirty(slices::CALL_LEVELS.key());
            }
            VoiceReport::Quality { call, sample } => {
                self.voice.on_quality(self.now.mono, call, sample);
                context!(self).dirty(slices::CALL_QUALITY.key());
                context!(self).dirty(slices::CALL_BAR.key());
            }
            report => self.with_voice(|voice, context| voice.on_report(context, report)),
        }
    }

    /// Agent and session check are loaded: voice connects if the agent has the voice channel (SES-018, SES-019).
    pub(crate) fn begin_voice(&mut self) {
        if !self.session.agent().channels.contains(&Channel::Voice) {
            return;
        }
        let record = self.session.agent().clone();
        self.with_voice(|voice, context| voice.set_agent(context, &record));
        if self.voice.is_used() && self.voice.status() == VoiceStatus::Disconnected {
            let exit = self.channels.expect_media(context!(self));
            self.route(exit);
        }
        self.with_voice(|voice, context| voice.on_validation(context, true));
    }

    /// Passes on facts of other areas that decide whether voice reconnects.
    pub(crate) fn follow_absence(&mut self) {
        let absent = self.absence.is_absent();
        if self.voice.is_absent() != absent {
            self.with_voice(|voice, context| voice.set_absent(context, absent));
        }
    }

    /// The session ends: the call is hung up and the signalling session destroyed.
    pub(crate) fn end_voice(&mut self) {
        if self.voice.is_used() {
            self.with_voice(Voice::end);
        }
    }

    /// The dialog about a reconnect (`Exit::Attempt`) closes when voice is connected or no attempt follows (CON-033).
    fn show_voice_attempt(&mut self, status: VoiceStatus) {
        match status {
            VoiceStatus::Reconnecting | VoiceStatus::ConnectionLost => {}
            VoiceStatus::Connected | VoiceStatus::Logged | VoiceStatus::Disconnected => self.hide_voice_attempt(),
        }
    }

    /// A dialog about a lost link to the broker stays open.
    fn hide_voice_attempt(&mut self) {
        if self.connection.state() == connection::State::Connected {
            self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::Reconnecting);
        }
    }

    /// Connects the voice channel with the agent's own extension (RTC-021, CHN-038).
    pub(crate) fn connect_voice_with(&mut self, extension: &str) {
        let agent = self.session.agent_id();
        self.channels.connect_extension(context!(self), &agent, extension);
    }

    /// A voice server that was restarted or lost the registration has disconnected the channel, which the agent did not
    /// request. The page may get that event before or after the telephone is registered again.
    fn reconnect_voice(&mut self) {
        let extension = self.voice.extension().unwrap_or_default().to_owned();
        let is_registered = matches!(self.voice.status(), VoiceStatus::Connected | VoiceStatus::Logged);
        if is_registered && !extension.is_empty() && self.channels.take_voice_reconnect(context!(self)) {
            self.connect_voice_with(&extension);
        }
    }

    /// The voice channel becomes available again when calls in the browser are possible.
    pub(crate) fn follow_voice_media(&mut self) {
        let possible = match self.voice.status() {
            VoiceStatus::Connected | VoiceStatus::Logged => true,
            VoiceStatus::Disconnected | VoiceStatus::ConnectionLost | VoiceStatus::Reconnecting => false,
        };
        if possible && self.channels.voice_media_ended() {
            self.voice_health_changed(VoiceHealthChange::Status(web_rtc_status(self.voice.status())));
        }
        self.reconnect_voice();
    }

    /// The ring and the desktop notification last as long as the call waits.
    fn follow_waiting_call(&mut self) {
        let tag = Protocol::from(WAITING_CALL);
        let waiting = self.voice.incoming_call(&[]);
        let is_ringing = self.alerts.ring().is_some_and(|ring| ring.kind == RingKind::Call);
        match policy::ring_change(waiting.is_some(), is_ringing) {
            RingChange::Begin => {
                let Some(call) = waiting else { return };
                let name = if call.name.is_empty() { call.phone } else { call.name };
                let ring = Ring { kind: RingKind::Call, protocol: tag, channel: Channel::Voice, name };
                self.alerts.begin_ring(context!(self), ring);
            }
            // Voice knows ring and volume: a call request may follow its media leg, and the agent sets the volume.
            RingChange::Follow => context!(self).dirty(notifications::slices::ALERTS.key()),
            RingChange::End => self.alerts.answered(context!(self), &tag),
            RingChange::Nothing => {}
        }
    }
}
