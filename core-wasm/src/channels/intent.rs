//! Intents of the channels.

use crate::flow::FromPage;
use crate::wire::Channel;

/// Written by the ui as `{ area: "channels", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChannelsIntent {
    /// Connects a channel; for voice a dialog asks for the extension first (CHN-037).
    ConnectChannel {
        /// The channel to connect.
        channel: Channel,
    },
    /// Connects voice with the extension (ramal) that the agent typed.
    ConnectVoice {
        /// Digits, as typed (CHN-038).
        exten: String,
    },
    /// Extends the wrap-up after a call by a minute, as often as the queue allows (BEY-159).
    ExtendWrapUp,
    /// Ends the wrap-up after a call: the next call may ring (BEY-159).
    EndWrapUp,
    /// Disconnects a channel. With open attendances a dialog asks first (CHN-060).
    DisconnectChannel {
        /// The channel to disconnect.
        channel: Channel,
        /// The agent confirmed the dialog.
        confirmed: bool,
    },
}
