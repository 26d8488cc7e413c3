//! The connection meter, and the rows of the dialog that tells what is wrong.

use super::Connection;
use super::health::{Problem, WebRtcStatus};
use super::machine::State;
use crate::session::ValidationResult;
use crate::wire::Wall;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum LinkState {
    Ok,
    Connecting,
    Lost,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    pub internet: LinkState,
    /// The broker link: what happens reaches the page.
    pub server: LinkState,
    /// The session check is answered.
    pub product: LinkState,
    /// The browser's voice, where it is used.
    pub voice: Option<LinkState>,
    /// Microphone and headphone, where they are used.
    pub device: Option<LinkState>,
    /// What the dialog is about; it is open only while the product has not answered for a while.
    pub problem: Option<Problem>,
    /// Session checks in a row that nobody answered.
    pub attempts: u32,
    /// Round trip of the last answered session check.
    pub latency_ms: Option<u32>,
    /// When the last event came, as a JavaScript time value.
    pub last_event: Option<f64>,
    /// When everything was last compared with the server, as a JavaScript time value.
    pub reconciled_at: Option<f64>,
    /// When the broker is tried again by itself, on the browser's clock.
    pub retry_at: Option<f64>,
    /// Spec session §3, by its names.
    #[serde(rename = "connectionWebRTCStatus")]
    pub web_rtc: WebRtcStatus,
    pub reconnection_confirmation: bool,
    pub internet_available: bool,
    pub product_available: bool,
    pub queue_listener_message_broker: bool,
}

impl Connection {
    pub fn view(&self) -> LinkView {
        let health = self.health();
        let unanswered = health.validation.result == ValidationResult::Timeout;
        let has_voice = health.voice.status != WebRtcStatus::Disconnected || health.voice.failed;
        let voice = match health.voice.status {
            _ if health.voice.failed => LinkState::Lost,
            WebRtcStatus::Connected | WebRtcStatus::Logged => LinkState::Ok,
            WebRtcStatus::ConnectionLost => LinkState::Connecting,
            WebRtcStatus::Disconnected => LinkState::Lost,
        };
        let device = if health.voice.device_lost { LinkState::Lost } else { LinkState::Ok };
        LinkView {
            internet: match (health.offline, unanswered) {
                (true, _) => LinkState::Lost,
                (false, true) => LinkState::Connecting,
                (false, false) => LinkState::Ok,
            },
            server: match self.state() {
                State::Connected => LinkState::Ok,
                State::Idle | State::Connecting => LinkState::Connecting,
                State::Waiting | State::NeedsCredential => LinkState::Lost,
            },
            product: match (health.product_available(), unanswered) {
                (false, _) => LinkState::Lost,
                (true, true) => LinkState::Connecting,
                (true, false) => LinkState::Ok,
            },
            voice: (has_voice || health.voice.device_lost).then_some(voice),
            device: (has_voice || health.voice.device_lost).then_some(device),
            problem: health.problem(),
            attempts: health.validation.timeouts,
            latency_ms: health.validation.latency_ms,
            last_event: self.last_frame().map(Wall::as_js),
            reconciled_at: self.reconciled_at().map(Wall::as_js),
            retry_at: self.retry_at().map(Wall::as_js),
            web_rtc: health.voice.status,
            reconnection_confirmation: health.voice.reconnection_confirmation,
            internet_available: health.internet_available(),
            product_available: health.product_available(),
            queue_listener_message_broker: self.queue_listener(),
        }
    }
}
