//! The channels, registered with the workspace.

use super::registry::NAME;
use super::{Channels, ChannelsRecord, Exit, records, slices};
use crate::flow::{Answer, AreaName, CallId, Text};
use crate::jobs;
use crate::shell::{Dialog, PreferencesChange, SnackbarKind};
use crate::view::View;
use crate::wire::{AgentId, Protocol, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords};
use crate::workspace::{Workspace, context};

impl Area for Channels {
    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::CHANNELS, |workspace, ()| {
        View::Channels(workspace.channels.view(workspace.connection.is_in_doubt()))
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::CHANNEL, |workspace, ()| Some(json_text(&workspace.channels.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let record: Option<ChannelsRecord> = stored.one(&records::CHANNEL);
        if let Some(record) = record {
            workspace.channels.restore(record);
        }
    }

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let exits = workspace.channels.on_reply(context!(workspace), call, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.channels = Channels::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        workspace.channels.refresh(context!(workspace), agent);
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Refused(text) => workspace.snackbar(SnackbarKind::Error, text),
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
            Self::Absence(told) => {
                let exit = workspace.absence.take(context!(workspace), told);
                workspace.route(exit);
            }
            Self::StatusChanged(channel, status) => {
                // A composer shows whether its channel is connected.
                let protocols: Vec<Protocol> = workspace.jobs.protocols().cloned().collect();
                for protocol in protocols {
                    context!(workspace).dirty(jobs::slices::JOB.of(protocol));
                }
                let text = Text::key(&format!("channels.announce.{}", status.as_str()));
                workspace.shell.announce(context!(workspace), text.with("channel", channel.display_name()));
            }
        }
    }

    fn followed(workspace: &mut Workspace) {
        workspace.sync_pauses();
    }
}

impl Workspace {
    pub(crate) fn refresh_status(&mut self) {
        let agent = self.session.agent_id();
        self.channels.refresh(context!(self), &agent);
    }
}
