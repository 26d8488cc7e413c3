//! One dialog at a time; the others wait in line, the more urgent ones first (design: ui, Accessibility). A dialog is state: it is open because it stands here first.

use super::slices;
use crate::flow::Context;
use crate::wire::{AgentId, Channel, Protocol};
use serde::Serialize;
use std::collections::VecDeque;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Log-off with open attendances asks first (SES-043).
    ConfirmSignOut {
        open_jobs: u32,
    },
    /// Finishing ends the chat for the customer: it asks first.
    ConfirmFinish {
        protocol: Protocol,
    },
    Qualification {
        protocol: Protocol,
    },
    /// Of one channel, or of those the agent ticks ("geral", PAU-005).
    Pause {
        channel: Option<Channel>,
    },
    /// A pause has taken longer than it may.
    PauseAlert,
    /// A supervisor marked the agent absent (ABS-001).
    AgentAbsent,
    /// The product has not answered five times in a row (SES-023); it closes by itself.
    ConnectionProblem,
    /// How the link to the broker comes back (SHELL-017); it closes by itself.
    Reconnecting,
    Preferences,
    /// Voice is connected with an extension (CHN-037).
    Extension,
    /// A channel with open attendances is disconnected (CHN-060).
    ConfirmDisconnect {
        channel: Channel,
        open_jobs: u32,
    },
    /// At the supervisor's desk: an agent is marked absent, or the mark is taken back.
    ConfirmAbsent {
        agent_id: AgentId,
        name: String,
        absent: bool,
    },
    /// At the supervisor's desk: an agent's session is ended.
    ConfirmForceDisconnect {
        agent_id: AgentId,
        name: String,
        open_jobs: u32,
    },
    /// The agent's own new password.
    NewPassword,
}

/// The name under which the registry of the ui holds the dialog.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DialogView {
    None,
    ConfirmSignOut {
        open_jobs: u32,
    },
    ConfirmFinish {
        protocol: String,
        name: String,
    },
    Qualification {
        protocol: String,
    },
    /// Without a channel it is the general one.
    Pause {
        channel: Option<Channel>,
    },
    PauseAlert,
    AgentAbsent,
    ConnectionProblem,
    Reconnecting,
    Preferences,
    Extension,
    ConfirmDisconnect {
        channel: Channel,
        open_jobs: u32,
    },
    ConfirmAbsent {
        agent_id: String,
        name: String,
        absent: bool,
    },
    ConfirmForceDisconnect {
        agent_id: String,
        name: String,
        open_jobs: u32,
    },
    NewPassword,
}

impl Dialog {
    /// The attendance that the dialog is about: it closes with it.
    pub fn protocol(&self) -> Option<&Protocol> {
        self.facts().1
    }

    /// The lower, the earlier: what the agent must know stands before what the agent asked for.
    fn rank(&self) -> u8 {
        self.facts().0
    }

    /// The table of dialogs: rank and attendance.
    fn facts(&self) -> (u8, Option<&Protocol>) {
        match self {
            Dialog::ConnectionProblem => (0, None),
            Dialog::AgentAbsent => (1, None),
            Dialog::PauseAlert => (2, None),
            Dialog::ConfirmFinish { protocol } | Dialog::Qualification { protocol } => (3, Some(protocol)),
            Dialog::ConfirmSignOut { .. }
            | Dialog::Pause { .. }
            | Dialog::Reconnecting
            | Dialog::Preferences
            | Dialog::Extension
            | Dialog::ConfirmDisconnect { .. }
            | Dialog::ConfirmAbsent { .. }
            | Dialog::ConfirmForceDisconnect { .. }
            | Dialog::NewPassword => (3, None),
        }
    }
}

#[derive(Default)]
pub struct Dialogs {
    line: VecDeque<Dialog>,
}

impl Dialogs {
    pub fn current(&self) -> Option<&Dialog> {
        self.line.front()
    }

    /// Opens at once, or after those of the same rank; what it goes before comes back after it. The same dialog is not
    /// opened twice.
    pub fn open(&mut self, context: &mut Context, dialog: Dialog) {
        if !self.line.contains(&dialog) {
            let place = self.line.iter().position(|other| other.rank() > dialog.rank()).unwrap_or(self.line.len());
            self.line.insert(place, dialog);
            context.dirty(slices::DIALOG.key());
        }
    }

    pub fn close(&mut self, context: &mut Context, matches: impl Fn(&Dialog) -> bool) {
        let before = self.line.len();
        self.line.retain(|dialog| !matches(dialog));
        if self.line.len() != before {
            context.dirty(slices::DIALOG.key());
        }
    }

    pub fn close_current(&mut self, context: &mut Context) -> Option<Dialog> {
        let closed = self.line.pop_front()?;
        context.dirty(slices::DIALOG.key());
        Some(closed)
    }
}
