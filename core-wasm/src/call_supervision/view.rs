//! The view of the supervised call: its participants, its mode, and which participants hear each other.

use super::SupervisedCall;
use super::hearing::{Own, heard_by, present};
use super::machine::Phase;
use crate::connection::DeviceProblem;
use crate::flow::Text;
use crate::shell::{avatar_color, initials};
use crate::wire::{CallPartyRole, SupervisionMode, Wall, is_visible};
use serde::Serialize;

/// The stage of a supervision, as the drawer shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisionStage {
    /// The supervisor is being connected.
    Connecting,
    /// The supervisor is in the call.
    Active,
    /// The supervision ended or failed.
    Over,
}

/// State of the supervisor's microphone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SupervisorMicrophone {
    /// The microphone is closed because of the mode.
    Closed,
    /// The microphone is open for the participants that the mode names.
    Open,
    /// The supervisor muted the microphone.
    Muted,
    /// There is no microphone: only listening is possible.
    Unavailable,
}

/// A participant of the call, and whom it hears.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HearingView {
    /// Role of the participant; absent for the supervisor of this page, who is the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub role: Option<CallPartyRole>,
    /// Name, otherwise the number; empty for the supervisor of this page.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Positions of the participants whom it hears.
    pub hears: Vec<usize>,
}

/// The supervised call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SupervisedCallView {
    /// The stage of the supervision.
    pub stage: SupervisionStage,
    /// The agent.
    pub agent_id: String,
    /// Name of the agent.
    pub agent_name: String,
    /// Name of the customer, otherwise the number; empty until the server reports it.
    pub customer_name: String,
    /// Initials of the customer's name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the customer's avatar.
    pub color: String,
    /// Name of the queue or campaign; empty without one.
    pub place: String,
    /// Since when customer and agent talk, on the server's clock.
    pub answered_at: Option<f64>,
    /// The mode, which says who hears the supervisor, as the server reports it.
    pub mode: SupervisionMode,
    /// The mode that was requested and is not confirmed.
    pub changing_to: Option<SupervisionMode>,
    /// All participants of the call, the supervisor last; empty until the supervisor is in the call.
    pub people: Vec<HearingView>,
    /// State of the supervisor's microphone.
    pub microphone: SupervisorMicrophone,
    /// Names of the other supervisors in the call.
    pub others: Vec<String>,
    /// The agent sees that a supervisor is in the call.
    pub agent_is_told: bool,
    /// Why the supervisor cannot take over; `None`: it is possible.
    pub take_over_refusal: Option<Text>,
    /// The request to take the attendance over is pending.
    pub taking_over: bool,
    /// Why the supervision has ended.
    pub failure: Option<Text>,
}

impl SupervisedCall {
    /// The view; `None` without a supervision, and while its end is pending.
    pub fn view(&self) -> Option<SupervisedCallView> {
        let stage = match self.phase {
            Phase::Closed | Phase::Withdrawn | Phase::Leaving => return None,
            Phase::Asking | Phase::Registering | Phase::Joining => SupervisionStage::Connecting,
            Phase::Active | Phase::Changing => SupervisionStage::Active,
            Phase::Over => SupervisionStage::Over,
        };
        let told = &self.told;
        let customer = if is_visible(&told.customer_name) { &told.customer_name } else { &told.phone };
        let refusal = told.take_over_refusal.as_str();
        Some(SupervisedCallView {
            stage,
            agent_id: told.agent_id.0.clone(),
            agent_name: told.agent_name.clone(),
            customer_name: customer.clone(),
            initials: initials(customer),
            color: avatar_color(customer).to_owned(),
            place: told.place.clone(),
            answered_at: told.answered_at.map(Wall::as_js),
            mode: told.mode,
            changing_to: (self.phase == Phase::Changing).then_some(self.wanted),
            people: if stage == SupervisionStage::Active { self.people() } else { Vec::new() },
            microphone: self.microphone_state(),
            others: told.others.iter().map(|other| other.name.clone()).collect(),
            agent_is_told: told.agent_is_told,
            take_over_refusal: (!refusal.is_empty()).then(|| super::take_over_refusal(Some(refusal))),
            taking_over: self.is_taking_over(),
            failure: self.failure.clone().filter(|_| stage == SupervisionStage::Over),
        })
    }

    fn people(&self) -> Vec<HearingView> {
        let own = Own { mode: self.told.mode, muted: self.muted, hears_consultations: self.told.hears_consultations };
        let mut heard = heard_by(&self.told.room, own).into_iter();
        let parties = present(&self.told.room).map(|party| {
            let name = if is_visible(&party.name) { &party.name } else { &party.number };
            (Some(party.role), name.as_str())
        });
        parties
            .chain([(None, "")])
            .map(|(role, name)| HearingView {
                role,
                name: name.to_owned(),
                initials: initials(name),
                color: avatar_color(name).to_owned(),
                hears: heard.next().unwrap_or_default(),
            })
            .collect()
    }

    fn microphone_state(&self) -> SupervisorMicrophone {
        let is_missing = |problem: &DeviceProblem| {
            matches!(
                problem,
                DeviceProblem::Missing | DeviceProblem::Refused | DeviceProblem::InUse | DeviceProblem::Stopped
            )
        };
        match self.told.mode {
            _ if self.microphone.as_ref().is_some_and(is_missing) => SupervisorMicrophone::Unavailable,
            SupervisionMode::Listen => SupervisorMicrophone::Closed,
            _ if self.muted => SupervisorMicrophone::Muted,
            SupervisionMode::Whisper | SupervisionMode::Barge => SupervisorMicrophone::Open,
        }
    }

    /// The audio levels of the supervisor's telephone.
    pub fn levels(&self) -> crate::voice::Levels {
        self.levels
    }
}
