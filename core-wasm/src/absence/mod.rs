//! Absent mode: a supervisor marks the agent absent; the agent returns to work (spec session §4).
//!
//! The dialog opens once. An agent who stays absent sees a banner with a button to return (ABS-006).

mod area;
mod intent;
mod registry;

pub use intent::AbsenceIntent;
pub use registry::{AbsenceSlice, slices};

use crate::flow::path;
use crate::flow::{Answer, Context, RequestId, Requests, ServerWrite, Text};
use crate::wire::{AbsenceRecord, AgentId, Wall};
use registry::NAME;
use serde::Serialize;

/// Effects of absent mode on other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// Absent mode began: the dialog opens.
    Began,
    /// Absent mode ended: the dialog closes.
    Ended,
    /// A snackbar shows this error.
    Refused(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Return,
}

/// Absent mode of the agent.
pub(crate) struct Absence {
    enabled: bool,
    since: Option<Wall>,
    supervisor: String,
    version: u64,
    requests: Requests<Pending>,
}

/// Absent mode of the agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AbsenceView {
    /// Whether the agent is marked absent.
    pub absent: bool,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the supervisor who marked the agent; empty if unknown.
    pub supervisor: String,
    /// The request to return is pending.
    pub pending: bool,
}

impl Default for Absence {
    fn default() -> Self {
        Self { enabled: false, since: None, supervisor: String::new(), version: 0, requests: Requests::new(NAME) }
    }
}

impl Absence {
    /// Whether the agent is marked absent.
    pub fn is_absent(&self) -> bool {
        self.enabled
    }

    /// Sets absent mode from the agent's record, if the status answer does not contain it (ABS-008).
    pub fn loaded(&mut self, context: &mut Context, enabled: bool) -> Option<Exit> {
        self.set(context, enabled, None, String::new())
    }

    /// Sets absent mode from an event or an answer. Both contain a version: an older one is ignored, whatever the order
    /// of arrival. A server without versions sends 0. Returns `None` if nothing changed.
    pub fn take(&mut self, context: &mut Context, record: AbsenceRecord) -> Option<Exit> {
        if record.version != 0 && record.version < self.version {
            return None;
        }
        self.version = self.version.max(record.version);
        self.set(context, record.agent_absent_enabled, record.since, record.supervisor_name)
    }

    /// Sets absent mode from the status answer, which may be older than an event. Its version is 0 if the agent was
    /// never absent.
    pub fn take_status(&mut self, context: &mut Context, record: AbsenceRecord) -> Option<Exit> {
        if record.version < self.version { None } else { self.take(context, record) }
    }

    fn set(&mut self, context: &mut Context, enabled: bool, since: Option<Wall>, supervisor: String) -> Option<Exit> {
        let changed = self.enabled != enabled;
        self.enabled = enabled;
        self.since = if enabled { since.or(self.since).or(Some(context.happened_at())) } else { None };
        if !supervisor.is_empty() {
            self.supervisor = supervisor;
        }
        context.dirty(slices::ABSENCE.key());
        changed.then_some(if enabled { Exit::Began } else { Exit::Ended })
    }

    /// "Voltar ao atendimento": asks the server to end absent mode.
    pub fn come_back(&mut self, context: &mut Context, agent: &AgentId) {
        if self.enabled && !self.is_pending() {
            let request = ServerWrite::ReturnFromAbsence.put(path!["agents", agent, "remove-absent-mode"]);
            context.request(&mut self.requests, Pending::Return, request);
            context.dirty(slices::ABSENCE.key());
        }
    }

    /// Handles the answer to the return.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Option<Exit> {
        self.requests.take(request)?;
        context.dirty(slices::ABSENCE.key());
        match answer.read::<AbsenceRecord>() {
            Ok(record) => self.take(context, AbsenceRecord { agent_absent_enabled: false, ..record }),
            Err(answer) if answer.is_uncertain() => Some(Exit::Refused(ServerWrite::ReturnFromAbsence.unknown())),
            // The agent is still absent; the dialog stays open (ABS-007).
            Err(_) => Some(Exit::Refused(Text::key("absence.returnFailed"))),
        }
    }

    fn is_pending(&self) -> bool {
        self.requests.any(|_| true)
    }

    /// The view of the slice `absence`.
    pub fn view(&self) -> AbsenceView {
        AbsenceView {
            absent: self.enabled,
            since: self.since.map(Wall::as_js),
            supervisor: self.supervisor.clone(),
            pending: self.is_pending(),
        }
    }
}
