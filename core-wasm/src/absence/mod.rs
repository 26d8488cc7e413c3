//! Absent mode: a supervisor says that the agent is away; the agent says when work goes on (spec session §4).
//!
//! The dialog asks once. Who stays absent goes on seeing a banner with the way back (ABS-006).

mod area;
mod intent;
mod registry;

pub use intent::AbsenceIntent;
pub use registry::slices;

use crate::flow::path;
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, Text};
use crate::wire::{AbsenceRecord, AgentId, Wall};
use registry::NAME;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Absent mode began: the agent is asked.
    Began,
    Ended,
    Refused(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Return,
}

pub struct Absence {
    enabled: bool,
    since: Option<Wall>,
    supervisor: String,
    version: u64,
    calls: Calls<Pending>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AbsenceView {
    pub absent: bool,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Who said so; empty where it is not known.
    pub supervisor: String,
    /// The return is with the server.
    pub pending: bool,
}

impl Default for Absence {
    fn default() -> Self {
        Self { enabled: false, since: None, supervisor: String::new(), version: 0, calls: Calls::new(NAME) }
    }
}

impl Absence {
    pub fn is_absent(&self) -> bool {
        self.enabled
    }

    /// The agent's record says so (ABS-008): for a server whose status answer does not tell it.
    pub fn loaded(&mut self, context: &mut Context, enabled: bool) -> Option<Exit> {
        self.set(context, enabled, None, String::new())
    }

    /// What an event or an answer tells. Both carry the version of the absence: an older one than the one held is ignored,
    /// in whatever order they arrive.
    pub fn take(&mut self, context: &mut Context, told: AbsenceRecord) -> Option<Exit> {
        if told.version != 0 && told.version < self.version {
            return None;
        }
        self.version = self.version.max(told.version);
        self.set(context, told.agent_absent_enabled, told.since, told.supervisor_name)
    }

    fn set(&mut self, context: &mut Context, enabled: bool, since: Option<Wall>, supervisor: String) -> Option<Exit> {
        let changed = self.enabled != enabled;
        self.enabled = enabled;
        self.since = if enabled { since.or(self.since).or(Some(context.server_now())) } else { None };
        if !supervisor.is_empty() {
            self.supervisor = supervisor;
        }
        context.dirty(slices::ABSENCE.key());
        changed.then_some(if enabled { Exit::Began } else { Exit::Ended })
    }

    /// "Voltar ao atendimento".
    pub fn come_back(&mut self, context: &mut Context, agent: &AgentId) {
        if self.enabled && !self.is_pending() {
            let call = HttpCall::put(path!["agents", agent, "remove-absent-mode"]);
            context.call(&mut self.calls, Pending::Return, call);
            context.dirty(slices::ABSENCE.key());
        }
    }

    pub fn on_reply(&mut self, context: &mut Context, call: CallId, answer: Answer) -> Option<Exit> {
        self.calls.take(call)?;
        context.dirty(slices::ABSENCE.key());
        match answer.read::<AbsenceRecord>() {
            Ok(told) => self.take(context, AbsenceRecord { agent_absent_enabled: false, ..told }),
            // Still absent; the dialog stays (ABS-007).
            Err(_) => Some(Exit::Refused(Text::key("absence.returnFailed"))),
        }
    }

    fn is_pending(&self) -> bool {
        self.calls.any(|_| true)
    }

    pub fn view(&self) -> AbsenceView {
        AbsenceView {
            absent: self.enabled,
            since: self.since.map(Wall::as_js),
            supervisor: self.supervisor.clone(),
            pending: self.is_pending(),
        }
    }
}
