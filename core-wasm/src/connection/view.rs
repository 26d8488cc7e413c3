//! The connection meter.

use super::Connection;
use super::machine::State;
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
    pub server: LinkState,
    /// When the last event came, as a JavaScript time value.
    pub last_event: Option<f64>,
}

impl Connection {
    pub fn view(&self) -> LinkView {
        LinkView {
            internet: if self.is_online() { LinkState::Ok } else { LinkState::Lost },
            server: match self.state() {
                State::Connected => LinkState::Ok,
                State::Idle | State::Connecting => LinkState::Connecting,
                State::Waiting | State::NeedsCredential => LinkState::Lost,
            },
            last_event: self.last_frame().map(Wall::as_js),
        }
    }
}
