//! Intents of voice.

use crate::flow::FromPage;
use crate::wire::{ContactId, DestinationKey, Protocol, QueueId, TransferKind};

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
    /// Asks the server why a call to this number would be refused; the agent is still filling in the form.
    CheckDial {
        /// The number.
        phone: String,
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
    /// The dialog of destinations of the call bar's call opens: they are loaded, and again every few seconds (BEY-059).
    WatchCallDestinations,
    /// The dialog closes.
    LeaveCallDestinations,
    /// The agent writes the note for the receiver; it is kept while the dialog is closed.
    NoteCallTransfer {
        /// The note so far.
        note: String,
    },
    /// Transfers the call of the call bar (TRF-001); the customer has to be registered (TRF-003).
    TransferCall {
        /// Blind, or assisted.
        kind: TransferKind,
        /// Where the call goes.
        destination: DestinationKey,
        /// The note for the receiver.
        #[serde(default)]
        note: String,
    },
    /// Hands the customer over to the consulted party. While the destination rings, it takes over with its answer.
    CompleteTransfer,
    /// Takes the transfer back; the customer is back.
    CancelTransfer,
    /// Talks with the customer, or again with who is consulted.
    TalkWith {
        /// True: with the customer.
        customer: bool,
    },
    /// Makes the consultation a conference.
    JoinConference,
    /// Calls somebody for a conference (TRF-030): an agent or a number.
    AddToConference {
        /// Whom.
        destination: DestinationKey,
    },
    /// Puts a party on hold, or takes it back.
    HoldParty {
        /// Number of the party.
        party: u64,
        /// True: on hold.
        held: bool,
    },
    /// Closes the microphone of a party, or opens it.
    MuteParty {
        /// Number of the party.
        party: u64,
        /// True: closed.
        muted: bool,
    },
    /// Ends a party, also one that rings.
    RemoveParty {
        /// Number of the party.
        party: u64,
    },
    /// Leaves the conference; a colleague keeps the attendance.
    LeaveConference,
    /// The added parties leave; agent and customer stay (TRF-030).
    EndConference,
    /// Closes the note about a transfer that came back.
    DismissTransferFailure,
}
