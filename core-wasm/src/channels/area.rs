//! The channels, registered with the workspace.

use super::ChannelsSlice;
use super::registry::NAME;
use super::{Channels, ChannelsIntent, ChannelsRecord, Exit, VoiceCheck, records, slices, timers};
use crate::flow::{Answer, AreaName, DesktopKind, DesktopNotice, RequestId, Text};
use crate::jobs;
use crate::notifications::Topic;
use crate::shell::{Dialog, PreferencesChange, SnackbarKind};
use crate::voice::Voice;
use crate::whatsapp;
use crate::wire::{AgentId, Channel, ChannelChange, ChannelStatus, EventMeta, Protocol, events, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Channels {
    type Intent = ChannelsIntent;
    type Event = events::channels::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::CHANNELS, |workspace, ()| {
        let voice = VoiceCheck {
            checking: workspace.voice.is_checking(),
            device: workspace.voice.microphone_problem(),
            on_desk: workspace.session.agent().use_web_rtc != "Y",
            in_call: workspace.voice.holds_call(),
        };
        ChannelsSlice::Channels(workspace.channels.view(workspace.connection.is_in_doubt(), voice))
    })];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::WRAP_UP, |workspace, ()| {
        let exits = workspace.channels.wrap_up_is_due(context!(workspace));
        workspace.route(exits);
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::CHANNEL, |workspace, ()| Some(json_text(&workspace.channels.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let record: Option<ChannelsRecord> = stored.one(&records::CHANNEL);
        if let Some(record) = record {
            workspace.channels.restore(record);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.channels.on_reply(context!(workspace), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.channels = Channels::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        workspace.channels.refresh(context!(workspace), agent);
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::channels::Event::Status(event) => {
                let exits: Vec<_> = Channel::ALL
                    .into_iter()
                    .filter_map(|channel| {
                        let record = event.channels.of(channel);
                        workspace.channels.take_event(context!(workspace), channel, meta, event.version, record)
                    })
                    .collect();
                workspace.route(exits);
            }
            events::channels::Event::Change(channel, change, event) => {
                let channel = event.channel.unwrap_or(channel);
                if (channel, change) == (Channel::Voice, ChannelChange::Login) {
                    if event.voice == Some(false) {
                        let text = Text::key("errorDisconnectChannel-voice");
                        return workspace.snackbar(Topic::Channel, SnackbarKind::Error, text);
                    }
                    workspace.restore_voice_status();
                }
                let pause = (change == ChannelChange::Pause).then(|| event.reason.clone());
                // Each channel has its own coverage.
                let exit = workspace.channels.take_change(context!(workspace), channel, meta, change, *event);
                workspace.route(exit);
                // Also if the answer covers the event, because no answer leaves the login pause.
                if let Some(reason) = pause {
                    workspace.leave_login_pause(channel, &reason);
                }
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            ChannelsIntent::ConnectChannel { channel: Channel::Voice } if workspace.voice.extension().is_some() => {
                let extension = workspace.voice.extension().unwrap_or_default().to_owned();
                // A channel without audio takes no call: an agent who connects it wants the telephone connected, too.
                workspace.with_voice(Voice::reconnect);
                workspace.connect_voice_with(&extension);
            }
            // The dialog does not ask for an extension that the server will send.
            ChannelsIntent::ConnectChannel { channel: Channel::Voice } if workspace.voice.is_loading_extension() => {
                workspace.channels.wants_voice(context!(workspace));
            }
            ChannelsIntent::ConnectChannel { channel } => {
                let exit = workspace.channels.connect(context!(workspace), &acting_agent.agent_id, channel);
                workspace.route(exit);
            }
            ChannelsIntent::ConnectVoice { exten } => {
                workspace.channels.connect_voice(context!(workspace), &acting_agent.agent_id, &exten)
            }
            ChannelsIntent::ExtendWrapUp => {
                workspace.channels.extend_wrap_up(context!(workspace), &acting_agent.agent_id);
            }
            ChannelsIntent::EndWrapUp => workspace.channels.end_wrap_up(context!(workspace), &acting_agent.agent_id),
            ChannelsIntent::DisconnectChannel { channel, confirmed } => {
                workspace.disconnect_channel(channel, confirmed)
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Refused(text) => workspace.snackbar(Topic::Channel, SnackbarKind::Error, text),
            Self::ExtensionNeeded => workspace.shell.dialogs.open(context!(workspace), Dialog::Extension),
            Self::ExtensionDone(taken) => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::Extension);
                match taken {
                    Some(extension) => {
                        let change = PreferencesChange { extension: Some(extension), ..Default::default() };
                        workspace.shell.change_preferences(context!(workspace), change);
                    }
                    None => workspace.refresh_status(),
                }
            }
            Self::Announce(text) => workspace.shell.announce(context!(workspace), text),
            Self::NotLoaded => workspace.schedule_reconcile(),
            Self::Incomparable => workspace.refresh_status(),
            Self::Absence(record) => {
                let exit = workspace.absence.take_status(context!(workspace), record);
                workspace.route(exit);
            }
            Self::StatusChanged(channel, status) => {
                // A composer shows whether its channel is connected.
                let protocols: Vec<Protocol> = workspace.jobs.protocols().cloned().collect();
                for protocol in protocols {
                    context!(workspace).dirty(whatsapp::slices::WHATSAPP_JOB.of(protocol.clone()));
                    context!(workspace).dirty(jobs::slices::JOB.of(protocol));
                }
                let text = Text::key(&format!("channels.announce.{}", status.as_str()));
                workspace.shell.announce(context!(workspace), text.with("channel", channel.display_name()));
            }
        }
    }

    fn followed(workspace: &mut Workspace) {
        workspace.follow_voice_media();
        workspace.sync_pauses();
        for exit in workspace.channels.follow_wrap_up(context!(workspace)) {
            exit.follow(workspace);
        }
    }
}

impl Workspace {
    pub(crate) fn refresh_status(&mut self) {
        let agent = self.session.agent_id();
        self.channels.refresh(context!(self), &agent);
    }
}

impl Workspace {
    fn disconnect_channel(&mut self, channel: Channel, confirmed: bool) {
        let open_jobs = self.channels.open_jobs(channel);
        if open_jobs > 0 && !confirmed {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmDisconnect { channel, open_jobs });
        } else {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmDisconnect { .. }));
            let agent = self.session.agent_id();
            self.channels.disconnect_by_agent(context!(self), &agent, channel);
        }
    }

    /// Voice is connected again. With WebRTC the agent gets the status of before: paused again, or available, with a
    /// text about it (CHN-025 to CHN-030).
    fn restore_voice_status(&mut self) {
        if self.session.agent().use_web_rtc != "Y" {
            return;
        }
        let Some(previous) = self.channels.apply_previous_voice(context!(self)) else { return };
        let text = match previous.status {
            ChannelStatus::Paused | ChannelStatus::ScheduledPause => {
                let agent = self.session.agent_id();
                self.pauses.enter_again(context!(self), &agent, Channel::Voice, previous.pause.as_deref());
                Text::key("voiceRestoredPaused")
            }
            // The login pause is left when its event arrives (`leave_login_pause`).
            ChannelStatus::Available => Text::key("voiceRestoredAvailable"),
            ChannelStatus::InAttendance | ChannelStatus::Disconnected => return,
        };
        let kind = DesktopKind::VoiceWebrtcReconnectionSuccess;
        let notice = DesktopNotice {
            kind,
            title: Text::key("voiceRestored"),
            body: text.clone(),
            tag: Channel::Voice.as_str().into(),
            requires_interaction: DesktopNotice::requires_interaction(kind),
        };
        self.titled_snackbar(Topic::VoiceConnection, SnackbarKind::Success, Some(Text::key("voiceRestored")), text);
        self.alerts.show(context!(self), &self.session.agent().agent_preferences, notice);
    }

    /// A reconnected voice channel starts with the login pause; leaves it if the agent was available before (PAU-014).
    fn leave_login_pause(&mut self, channel: Channel, reason: &str) {
        let was_available =
            self.channels.previous_voice().is_some_and(|previous| previous.status == ChannelStatus::Available);
        let starts_paused = self.session.agent().agent_login_starts_paused.voice;
        let is_held = self.channels.pause_names(channel).contains(&Some(reason));
        if channel == Channel::Voice && starts_paused && was_available && is_held && self.pauses.is_login_pause(reason)
        {
            let agent = self.session.agent_id();
            self.pauses.leave(context!(self), &agent, &[channel]);
        }
    }
}
