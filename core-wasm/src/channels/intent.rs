//! What the agent asks of the channels.

use crate::wire::Channel;
use serde::Deserialize;

/// Written by the ui as `{ area: "channels", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChannelsIntent {
    ConnectChannel {
        channel: Channel,
    },
    /// Voice, with the extension (ramal) that was typed.
    ConnectVoice {
        exten: String,
    },
    /// Asks first where attendances are open, unless `confirmed` (CHN-060).
    DisconnectChannel {
        channel: Channel,
        confirmed: bool,
    },
}
