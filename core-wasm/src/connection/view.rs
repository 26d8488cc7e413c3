//! The view of the connection: the meter in the header, and the rows of the dialog about a problem.

use super::Connection;
use super::health::{DeviceProblem, Problem, WebRtcStatus};
use super::machine::State;
use crate::session::ValidationResult;
use crate::wire::Wall;
use serde::Serialize;

/// State of one part of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum LinkHealth {
    /// This part works.
    Ok,
    /// This part is being established or checked.
    Connecting,
    /// This part does not work.
    Lost,
}

/// The connection, part by part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// The browser's network.
    pub internet: LinkHealth,
    /// The broker link, which delivers events.
    pub server: LinkHealth,
    /// The server, by the session checks.
    pub product: LinkHealth,
    /// The browser's voice; `None` if it is not used.
    pub voice: Option<LinkHealth>,
    /// Microphone and headphone; `None` if they are not used.
    pub device: Option<LinkHealth>,
    /// Subject of the dialog; `None` without a problem.
    pub problem: Option<Problem>,
    /// The problem of microphone or headphone; `None` if they work.
    pub device_problem: Option<DeviceProblem>,
    /// Number of consecutive session checks without an answer.
    pub attempts: u32,
    /// Round trip of the last answered session check, in ms.
    pub latency_ms: Option<u32>,
    /// When the last event arrived: JavaScript time value on the server's clock.
    pub last_event: Option<f64>,
    /// When the last reconcile ran: JavaScript time value on the server's clock.
    pub reconciled_at: Option<f64>,
    /// When the link is retried automatically: JavaScript time value on the browser's clock.
    pub retry_at: Option<f64>,
    /// State of the browser's voice (spec session §3).
    #[serde(rename = "connectionWebRTCStatus")]
    pub web_rtc: WebRtcStatus,
    /// Voice was reconnected and waits for the agent's confirmation.
    pub reconnection_confirmation: bool,
    /// Whether the internet is available (CON-002, CON-003).
    pub internet_available: bool,
    /// False after five session checks in a row without an answer (SES-026).
    pub product_available: bool,
    /// The server registered the agent's queue.
    pub queue_listener_message_broker: bool,
}

impl Connection {
    /// The view of the slice `link`.
    pub fn view(&self) -> LinkView {
        let health = self.health();
        let unanswered = health.validation.result == ValidationResult::Timeout;
        let has_voice = health.voice.status != WebRtcStatus::Disconnected;
        let voice = match health.voice.status {
            WebRtcStatus::Connected | WebRtcStatus::Logged if health.voice.checking => LinkHealth::Connecting,
            WebRtcStatus::Connected | WebRtcStatus::Logged => LinkHealth::Ok,
            WebRtcStatus::ConnectionLost => LinkHealth::Connecting,
            WebRtcStatus::Disconnected => LinkHealth::Lost,
        };
        let device_lost = health.voice.device.is_some();
        let device = if device_lost { LinkHealth::Lost } else { LinkHealth::Ok };
        LinkView {
            internet: match (health.offline, unanswered) {
                (true, _) => LinkHealth::Lost,
                (false, true) => LinkHealth::Connecting,
                (false, false) => LinkHealth::Ok,
            },
            server: match self.state() {
                State::Connected => LinkHealth::Ok,
                State::Idle | State::Connecting => LinkHealth::Connecting,
                State::Waiting | State::NeedsCredential => LinkHealth::Lost,
            },
            product: match (health.product_available(), unanswered) {
                (false, _) => LinkHealth::Lost,
                (true, true) => LinkHealth::Connecting,
                (true, false) => LinkHealth::Ok,
            },
            voice: (has_voice || device_lost).then_some(voice),
            device: (has_voice || device_lost).then_some(device),
            problem: health.problem(),
            device_problem: health.voice.device,
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
