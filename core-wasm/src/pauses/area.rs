//! Pauses, registered with the workspace.

use super::PausesSlice;
use super::machine::PauseDialog;
use super::registry::NAME;
use super::{Exit, PauseAnswer, Pauses, PausesIntent, StoredPauses, records, slices, timers};
use crate::flow::{Answer, AreaName, RequestId, Sound};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{AgentId, Channel, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Pauses {
    type Intent = PausesIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::PAUSES, |workspace, ()| {
        PausesSlice::Pauses(workspace.pauses.view(workspace.channels.enabled()))
    })];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::LIMIT, |workspace, channel| {
        if workspace.session.is_measuring_clock() {
            // By the computer's clock the pause may only seem to be over its limit; the timer is set again with the
            // server's time.
            return;
        }
        let exit = workspace.pauses.on_limit_timer(context!(workspace), channel);
        workspace.route(exit);
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::PAUSE, |workspace, ()| Some(json_text(&workspace.pauses.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let record: Option<StoredPauses> = stored.one(&records::PAUSE);
        if let Some(record) = record {
            workspace.pauses.restore(context!(workspace), record);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.pauses.on_reply(context!(workspace), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.pauses = Pauses::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        workspace.pauses.load(context!(workspace), agent);
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            PausesIntent::OpenPauseDialog { channels } => {
                let channel = if let [channel] = channels[..] { Some(channel) } else { None };
                workspace.pauses.load(context!(workspace), &acting_agent.agent_id);
                workspace.shell.dialogs.open(context!(workspace), Dialog::Pause { channel });
            }
            PausesIntent::ReloadPauses => workspace.pauses.load(context!(workspace), &acting_agent.agent_id),
            PausesIntent::EnterPause { channels, pause_id } => {
                let chosen_in = workspace.shell.dialogs.find(|dialog| match dialog {
                    Dialog::Pause { channel } => Some(PauseDialog(*channel)),
                    _ => None,
                });
                let agent = &acting_agent.agent_id;
                workspace.pauses.enter(context!(workspace), agent, &channels, &pause_id, chosen_in);
            }
            PausesIntent::LeavePause { channels } => {
                workspace.pauses.leave(context!(workspace), &acting_agent.agent_id, &channels)
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::NotLoaded => workspace.schedule_reconcile(),
            Self::Refused(text) => workspace.snackbar(Topic::Pause, SnackbarKind::Error, text),
            Self::ChannelStates(PauseAnswer { as_of_seq, epoch, states }) => {
                for (channel, record) in states {
                    let exit = workspace.channels.take_reply(context!(workspace), channel, as_of_seq, &epoch, &record);
                    workspace.route(exit);
                }
            }
            Self::AlreadyLeft(channels) => {
                for channel in channels {
                    let exit = workspace.channels.on_pause_gone(context!(workspace), channel);
                    workspace.route(exit);
                }
                workspace.refresh_status();
            }
            Self::Entered(PauseDialog(channel)) => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::Pause { channel });
            }
            Self::Exceeded => {
                workspace.shell.dialogs.open(context!(workspace), Dialog::PauseAlert);
                let channel = workspace.pauses.exceeded().first().copied().unwrap_or(Channel::Chat);
                let tone = workspace.shell.preferences().tone(channel);
                context!(workspace).sound(Sound::PauseAlert, tone);
            }
        }
    }
}

impl Workspace {
    /// Passes status and pause names of the channels on to the pauses.
    pub(crate) fn sync_pauses(&mut self) {
        for channel in Channel::ALL {
            let (status, names) = (self.channels.status(channel), self.channels.pause_names(channel));
            let (pause_since, since) = (self.channels.pause_since(channel), self.channels.status_since(channel));
            self.pauses.sync_channel(context!(self), channel, status, names, pause_since, since);
        }
        self.close_settled_pause_alert();
    }

    /// Closes the alert when no pause exceeds its maximum any more.
    pub(crate) fn close_settled_pause_alert(&mut self) {
        if self.pauses.exceeded().is_empty() {
            self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::PauseAlert);
        }
    }
}
