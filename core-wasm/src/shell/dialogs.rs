//! One dialog is shown at a time; the others wait in a queue, the more urgent ones first. A dialog is state: the first
//! one of the queue is open.

use super::slices;
use crate::flow::{Context, FromPage, read_tagged};
use crate::wire::{AgentId, BroadcastId, Channel, Protocol};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::VecDeque;

/// A dialog and what it is about; the interface maps `kind` to a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Dialog {
    /// Signing out with open attendances needs confirmation (SES-043).
    ConfirmSignOut {
        /// Number of open attendances.
        open_jobs: u32,
    },
    /// Finishing needs confirmation, because it ends the chat for the customer.
    ConfirmFinish {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The qualification of an attendance.
    Qualification {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// A bulk action: its question, its progress, and its result.
    Bulk,
    /// The transfer of an attendance, after its customer was registered.
    Transfer {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The time until which an attendance is snoozed (BEY-161).
    Snooze {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The internal notes of an attendance of another agent, one of which mentions this agent.
    Notes {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Name of the customer.
        customer: String,
    },
    /// The search over the messages of all conversations (BEY-162).
    MessageSearch,
    /// Choice of a pause, for one channel or for several ("geral", PAU-005).
    Pause {
        /// The channel; `None` for several channels.
        channel: Option<Channel>,
    },
    /// A pause has exceeded its maximum.
    PauseAlert,
    /// A supervisor set the agent absent (ABS-001).
    AgentAbsent,
    /// The server has not answered five times in a row (SES-023); closes by itself.
    ConnectionProblem,
    /// Progress of the broker's reconnection (SHELL-017); closes by itself.
    Reconnecting,
    /// The agent's preferences.
    Preferences,
    /// The extension with which the voice channel is connected (CHN-037).
    Extension,
    /// Disconnecting a channel with open attendances needs confirmation (CHN-060).
    ConfirmDisconnect {
        /// The channel.
        channel: Channel,
        /// Number of its open attendances.
        open_jobs: u32,
    },
    /// A supervisor sets an agent absent or ends absent mode.
    ConfirmAbsent {
        /// The agent.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        /// Name of the agent.
        name: String,
        /// True sets absent mode, false ends it.
        absent: bool,
    },
    /// A supervisor ends an agent's session.
    ConfirmForceDisconnect {
        /// The agent.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        /// Name of the agent.
        name: String,
        /// Number of the agent's open attendances.
        open_jobs: u32,
    },
    /// The rules of calls of a supervisor's org unit.
    CallRules,
    /// The effects outside the server that were given up (BEY-131).
    DeadEffects,
    /// Cancelling a broadcast needs its name (BRD-027).
    CancelBroadcast {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
        /// Name of the list.
        name: String,
    },
    /// The agent changes the own password.
    NewPassword,
    /// The agent's second factor.
    SecondFactor,
    /// The idle session ends soon; the dialog closes automatically.
    IdleEnd,
    /// A number that the agent can call or write to (SHELL-021).
    FastTrigger {
        /// The number.
        phone: String,
        /// Name of its owner; empty if unknown.
        name: String,
        /// The channel for which the number was shown.
        channel: Channel,
    },
}

impl<'de> Deserialize<'de> for Dialog {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_tagged(deserializer)
    }
}

impl Dialog {
    /// The attendance that the dialog is about, if any; the dialog closes when it is removed.
    pub fn protocol(&self) -> Option<&Protocol> {
        self.facts().1
    }

    /// Dialogs with a lower rank are shown first: warnings come before dialogs that the agent opened.
    fn rank(&self) -> u8 {
        self.facts().0
    }

    /// The table of dialogs: rank and attendance.
    fn facts(&self) -> (u8, Option<&Protocol>) {
        match self {
            Dialog::ConnectionProblem => (0, None),
            Dialog::AgentAbsent => (1, None),
            Dialog::PauseAlert | Dialog::IdleEnd => (2, None),
            Dialog::ConfirmFinish { protocol }
            | Dialog::Qualification { protocol }
            | Dialog::Transfer { protocol }
            | Dialog::Snooze { protocol } => (3, Some(protocol)),
            Dialog::ConfirmSignOut { .. }
            | Dialog::Notes { .. }
            | Dialog::MessageSearch
            | Dialog::Pause { .. }
            | Dialog::Reconnecting
            | Dialog::Preferences
            | Dialog::Extension
            | Dialog::ConfirmDisconnect { .. }
            | Dialog::ConfirmAbsent { .. }
            | Dialog::ConfirmForceDisconnect { .. }
            | Dialog::CallRules
            | Dialog::DeadEffects
            | Dialog::CancelBroadcast { .. }
            | Dialog::NewPassword
            | Dialog::Bulk
            | Dialog::SecondFactor
            | Dialog::FastTrigger { .. } => (3, None),
        }
    }
}

/// The open dialog, and those that wait after it.
#[derive(Default)]
pub struct Dialogs {
    line: VecDeque<Dialog>,
}

impl Dialogs {
    /// The dialog that shows; `None` without one.
    pub fn current(&self) -> Option<&Dialog> {
        self.line.front()
    }

    /// The value in the first matching dialog, also in a waiting one.
    pub fn find<T>(&self, matches: impl Fn(&Dialog) -> Option<T>) -> Option<T> {
        self.line.iter().find_map(matches)
    }

    /// Queues a dialog after those of the same rank; a dialog of higher rank shows again after it. A queued dialog is not
    /// added twice.
    pub fn open(&mut self, context: &mut Context, dialog: Dialog) {
        if !self.line.contains(&dialog) {
            let place = self.line.iter().position(|other| other.rank() > dialog.rank()).unwrap_or(self.line.len());
            self.line.insert(place, dialog);
            context.dirty(slices::DIALOG.key());
        }
    }

    /// Closes all dialogs that match.
    pub fn close(&mut self, context: &mut Context, matches: impl Fn(&Dialog) -> bool) {
        let before = self.line.len();
        self.line.retain(|dialog| !matches(dialog));
        if self.line.len() != before {
            context.dirty(slices::DIALOG.key());
        }
    }

    /// Closes the dialog that the agent saw. A more urgent one that was opened meanwhile stays open.
    pub fn close_seen(&mut self, context: &mut Context, seen: &Dialog) {
        if self.line.front() == Some(seen) {
            self.line.pop_front();
            context.dirty(slices::DIALOG.key());
        }
    }
}
