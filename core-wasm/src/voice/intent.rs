//! Intents of voice.

use crate::flow::FromPage;
use crate::wire::{ContactId, Protocol, QueueId};

/// An action of the agent; the page writes `{ area: "voice", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum VoiceIntent {
    /// Accepts the call that waits.
    AcceptCall,
    /// Rejects the call that waits.
    RejectCall,
    /// Hangs up the call of the call bar.
    HangUp,
    /// Mutes or unmutes the microphone.
    Mute {
        /// True: the customer hears silence.
        muted: bool,
    },
    /// Puts the call on hold, or takes it off.
    Hold {
        /// True: on hold.
        held: bool,
    },
    /// Sends tones.
    SendTones {
        /// 0 to 9, `*`, `#`.
        tones: String,
    },
    /// Calls a number or a contact (VOI-065).
    Dial {
        /// The number; empty for the contact's own.
        #[serde(default)]
        phone: String,
        /// The contact; empty for a number.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        contact_id: ContactId,
        /// The campaign; empty: the agent's default one.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        campaign_id: QueueId,
    },
    /// Calls the number of an ended call again (VOI-076).
    Redial {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Calls the echo test of the voice server.
    BeginEchoTest,
    /// Hangs up the echo test.
    EndEchoTest,
    /// Answers the question about a preferential call (CHN-022).
    ConfirmPreferential {
        /// False sends nothing.
        confirmed: bool,
    },
    /// Moves the volume of the ring tone.
    SetRingVolume {
        /// 0–100.
        volume: u32,
    },
    /// Switches automatic reconnecting (CON-016).
    SetAutoReconnect {
        /// The page reconnects by itself.
        enabled: bool,
    },
    /// Chooses the campaign of manual calls (VOI-081).
    SetDefaultCampaign {
        /// The campaign; empty: none.
        campaign_id: String,
    },
    /// Loads the campaigns that the agent may dial with.
    LoadCampaigns,
    /// Loads the fields of the attendance's script (QUA-020), or the script itself if that failed.
    OpenScript {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
