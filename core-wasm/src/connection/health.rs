//! What is known of the ways to the world, and which of them is the problem. Pure and total over the facts
//! (spec session §4 "Session validation result", CON-002 to CON-005).

use crate::session::{Validation, ValidationResult};
use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// The browser says that it has no network.
    pub offline: bool,
    pub validation: Validation,
    pub voice: VoiceHealth,
}

/// How the voice connection of the browser is: "connectionWebRTCStatus" of spec session §3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WebRtcStatus {
    /// Not used, or over.
    #[default]
    Disconnected,
    Logged,
    Connected,
    ConnectionLost,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoiceHealth {
    pub status: WebRtcStatus,
    /// Microphone or headphone went away.
    pub device_lost: bool,
    /// Signalling failed; its words are for the log (ERR-004).
    pub failed: bool,
    /// "reconnectionConfirmation" of spec session §3: the agent has not yet said that voice goes on.
    pub reconnection_confirmation: bool,
}

/// The variant of the dialog that tells what is wrong (SHELL-018).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Problem {
    Internet,
    Backend,
    VoiceMedia,
    Device,
}

impl Health {
    /// Spec session §3 "internet-connection-available": literally as §4 says it.
    pub fn internet_available(&self) -> bool {
        !self.offline && matches!(self.validation.result, ValidationResult::Logged | ValidationResult::Expired)
    }

    /// Spec session §3 "product-connection-available".
    pub fn product_available(&self) -> bool {
        self.validation.product_available
    }

    /// Whether the agent is told by a dialog: the product is gone, or the voice is and waits for the agent (SES-021).
    pub fn needs_dialog(&self) -> bool {
        let voice = &self.voice;
        !self.product_available() || voice.device_lost || voice.failed || voice.reconnection_confirmation
    }

    /// The first that applies. An answer that refuses or says nothing came over the internet, so the internet is the
    /// problem only while nobody answers (CON-004).
    pub fn problem(&self) -> Option<Problem> {
        let unanswered = self.offline || self.validation.result == ValidationResult::Timeout;
        if !self.internet_available() && unanswered {
            Some(Problem::Internet)
        } else if !self.product_available() {
            Some(Problem::Backend)
        } else if self.voice.device_lost {
            Some(Problem::Device)
        } else if self.voice.failed || self.voice.reconnection_confirmation {
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
    #[case::con_003_undefined(false, Undefined, false)]
    fn internet(#[case] offline: bool, #[case] result: ValidationResult, #[case] available: bool) {
        assert_eq!(health(offline, result, true).internet_available(), available);
    }

    #[rstest]
    #[case::all_is_well(false, Logged, true, None)]
    #[case::con_004_offline(true, Logged, true, Some(Problem::Internet))]
    #[case::con_004_nobody_answers(false, Timeout, false, Some(Problem::Internet))]
    #[case::con_004_a_refusal_came_over_the_internet(false, InvalidToken, true, None)]
    #[case::con_004_so_did_nonsense(false, Undefined, true, None)]
    #[case::con_005_the_product_is_gone_and_something_else_answers(false, Undefined, false, Some(Problem::Backend))]
    #[case::con_005_the_internet_comes_first(true, Undefined, false, Some(Problem::Internet))]
    fn problem(
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
    #[case::shell_018_voice_media(Health { voice: VoiceHealth { failed: true, ..VoiceHealth::default() }, ..health(false, Logged, true) }, Some(Problem::VoiceMedia))]
    #[case::shell_018_device(Health { voice: VoiceHealth { device_lost: true, failed: true, ..VoiceHealth::default() }, ..health(false, Logged, true) }, Some(Problem::Device))]
    #[case::the_server_comes_before_the_voice(Health { voice: VoiceHealth { device_lost: true, ..VoiceHealth::default() }, ..health(false, Undefined, false) }, Some(Problem::Backend))]
    fn variant(#[case] health: Health, #[case] expected: Option<Problem>) {
        assert_eq!((health.problem(), health.needs_dialog()), (expected, true));
    }
}
