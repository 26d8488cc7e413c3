//! Connectivity facts and the total function that derives the reported problem
//! (spec session §4 "Session validation result", CON-002 to CON-005).

use crate::session::{Validation, ValidationResult};
use serde::Serialize;

/// Facts about network, product and voice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// The browser reports that it has no network.
    pub offline: bool,
    /// Result of the session checks.
    pub validation: Validation,
    /// Facts about the browser's voice.
    pub voice: VoiceHealth,
}

/// State of the browser's voice connection: "connectionWebRTCStatus" of spec session §3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WebRtcStatus {
    /// Voice is not used, or its connection ended.
    #[default]
    Disconnected,
    /// Registered; media is not up yet (RTC-005).
    Logged,
    /// The extension is registered and media is established.
    Connected,
    /// The connection was lost; the browser reconnects.
    ConnectionLost,
}

/// Why the customer cannot hear the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DeviceProblem {
    /// There is no microphone.
    Missing,
    /// The agent or the browser refuses access to the microphone.
    Refused,
    /// Another program uses the microphone.
    InUse,
    /// The audio ended, or did not return.
    Stopped,
}

/// Facts about the browser's voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoiceHealth {
    /// State of the connection.
    pub status: WebRtcStatus,
    /// The problem of microphone or headphone.
    pub device: Option<DeviceProblem>,
    /// The computer slept; the voice server is being asked if the telephone is still registered.
    pub checking: bool,
    /// "reconnectionConfirmation" of spec session §3: the agent has not yet confirmed the reconnection.
    pub reconnection_confirmation: bool,
}

/// A change that the voice area reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceHealthChange {
    /// The state of the connection changed.
    Status(WebRtcStatus),
    /// Microphone or headphone was lost; `None`: it works again.
    Device(Option<DeviceProblem>),
    /// Whether the voice server is being asked if it still knows the telephone.
    Checking(bool),
    /// Whether the agent still has to confirm the reconnection.
    ReconnectionConfirmation(bool),
}

impl VoiceHealth {
    /// The facts after a change. `microphone`: the problem of the microphone in a call that continues without it.
    pub fn after(self, change: VoiceHealthChange, microphone: Option<DeviceProblem>) -> Self {
        match change {
            VoiceHealthChange::Status(status @ WebRtcStatus::Connected) => Self { status, device: microphone, ..self },
            VoiceHealthChange::Status(status) => Self { status, ..self },
            VoiceHealthChange::Device(device) => Self { device, ..self },
            VoiceHealthChange::Checking(checking) => Self { checking, ..self },
            VoiceHealthChange::ReconnectionConfirmation(pending) => Self { reconnection_confirmation: pending, ..self },
        }
    }
}

/// Subject of the dialog about a connection problem (SHELL-018).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Problem {
    /// The browser has no network, or the server does not answer.
    Internet,
    /// The product is not available.
    Backend,
    /// Voice waits for the agent's confirmation, because it could not be connected or reconnected.
    VoiceMedia,
    /// Microphone or headphone is missing.
    Device,
}

impl Health {
    /// Spec session §3 "internet-connection-available", by the definition of §4.
    pub fn internet_available(&self) -> bool {
        !self.offline && matches!(self.validation.result, ValidationResult::Logged | ValidationResult::Expired)
    }

    /// Spec session §3 "product-connection-available".
    pub fn product_available(&self) -> bool {
        self.validation.product_available
    }

    /// Whether a dialog is needed: the product is unavailable, or voice has a problem (SES-021).
    pub fn needs_dialog(&self) -> bool {
        let voice = &self.voice;
        !self.product_available() || voice.device.is_some() || voice.reconnection_confirmation
    }

    /// The first problem that applies. Any answer, even a refusal, arrived over the internet; so the internet counts as
    /// the problem only if there is no answer (CON-004).
    pub fn problem(&self) -> Option<Problem> {
        let unanswered = self.offline || self.validation.result == ValidationResult::Timeout;
        if !self.internet_available() && unanswered {
            Some(Problem::Internet)
        } else if !self.product_available() {
            Some(Problem::Backend)
        } else if self.voice.device.is_some() {
            Some(Problem::Device)
        } else if self.voice.reconnection_confirmation {
            Some(Problem::VoiceMedia)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValidationResult::{Expired, InvalidToken, Logged, Timeout, Undefined};
    use rstest::rstest;

    const LOST: VoiceHealth = VoiceHealth {
        status: WebRtcStatus::ConnectionLost,
        device: Some(DeviceProblem::Missing),
        checking: false,
        reconnection_confirmation: false,
    };

    fn health(offline: bool, result: ValidationResult, product_available: bool) -> Health {
        let validation = Validation { result, product_available, ..Validation::default() };
        Health { offline, validation, ..Health::default() }
    }

    #[rstest]
    #[case::con_002_online_and_logged(false, Logged, true)]
    #[case::con_002_online_and_expired(false, Expired, true)]
    #[case::con_003_offline(true, Logged, false)]
    #[case::con_003_offline_and_expired(true, Expired, false)]
    #[case::con_003_invalid_token(false, InvalidToken, false)]
    #[case::con_003_timeout(false, Timeout, false)]
    #[case::con_003_undefined_result(false, Undefined, false)]
    fn the_internet_is_available_unless_the_browser_is_offline_or_the_check_failed(
        #[case] offline: bool,
        #[case] result: ValidationResult,
        #[case] available: bool,
    ) {
        assert_eq!(health(offline, result, true).internet_available(), available);
    }

    #[rstest]
    #[case::err_004_the_agent_is_asked(VoiceHealthChange::ReconnectionConfirmation(true), VoiceHealth { reconnection_confirmation: true, ..LOST })]
    #[case::ses_021_the_agent_confirmed(VoiceHealthChange::ReconnectionConfirmation(false), LOST)]
    #[case::a_running_check(VoiceHealthChange::Checking(true), VoiceHealth { checking: true, ..LOST })]
    #[case::a_lost_device(VoiceHealthChange::Device(Some(DeviceProblem::InUse)), VoiceHealth { device: Some(DeviceProblem::InUse), ..LOST })]
    #[case::a_device_that_works_again(VoiceHealthChange::Device(None), VoiceHealth { device: None, ..LOST })]
    #[case::registered_without_media(VoiceHealthChange::Status(WebRtcStatus::Logged), VoiceHealth { status: WebRtcStatus::Logged, ..LOST })]
    #[case::connected_with_the_microphone_problem_of_the_call(VoiceHealthChange::Status(WebRtcStatus::Connected), VoiceHealth { status: WebRtcStatus::Connected, device: Some(DeviceProblem::Refused), ..LOST })]
    fn each_change_of_voice_sets_its_connection_facts(
        #[case] change: VoiceHealthChange,
        #[case] expected: VoiceHealth,
    ) {
        assert_eq!(LOST.after(change, Some(DeviceProblem::Refused)), expected);
    }

    #[rstest]
    #[case::no_problem(false, Logged, true, None)]
    #[case::con_004_offline(true, Logged, true, Some(Problem::Internet))]
    #[case::con_004_no_answer(false, Timeout, false, Some(Problem::Internet))]
    #[case::con_004_a_refusal_is_an_answer(false, InvalidToken, true, None)]
    #[case::con_004_an_unreadable_answer_is_an_answer(false, Undefined, true, None)]
    #[case::con_005_product_unavailable_with_unreadable_answers(false, Undefined, false, Some(Problem::Backend))]
    #[case::con_005_internet_takes_precedence(true, Undefined, false, Some(Problem::Internet))]
    fn the_health_of_the_connection_gives_its_problem(
        #[case] offline: bool,
        #[case] result: ValidationResult,
        #[case] product_available: bool,
        #[case] expected: Option<Problem>,
    ) {
        assert_eq!(health(offline, result, product_available).problem(), expected);
    }

    #[rstest]
    #[case::shell_018_internet(health(true, Timeout, false), Some(Problem::Internet))]
    #[case::shell_018_backend(health(false, Undefined, false), Some(Problem::Backend))]
    #[case::shell_018_voice_media(Health { voice: VoiceHealth { reconnection_confirmation: true, ..VoiceHealth::default() }, ..health(false, Logged, true) }, Some(Problem::VoiceMedia))]
    #[case::shell_018_device(Health { voice: VoiceHealth { device: Some(DeviceProblem::Missing), reconnection_confirmation: true, ..VoiceHealth::default() }, ..health(false, Logged, true) }, Some(Problem::Device))]
    #[case::backend_takes_precedence_over_voice(Health { voice: VoiceHealth { device: Some(DeviceProblem::Missing), ..VoiceHealth::default() }, ..health(false, Undefined, false) }, Some(Problem::Backend))]
    fn each_problem_opens_the_dialog_of_its_variant(#[case] health: Health, #[case] expected: Option<Problem>) {
        assert_eq!((health.problem(), health.needs_dialog()), (expected, true));
    }
}
