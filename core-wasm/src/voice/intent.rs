//! Intents of voice.

use crate::flow::FromPage;
use crate::wire::{ContactId, DestinationKey, Protocol, QueueId, TransferKind};

/// An action of the agent; the page writes `{ area: "voice", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum VoiceIntent {
    /// Accepts the call that waits for the agent.
    AcceptCall,
    /// Rejects the call that waits for the agent.
    RejectCall,
    /// Hangs up the call of the call bar.
    HangUp,
    /// Mutes or unmutes the microphone.
    Mute {
        /// True: the customer hears no sound of the agent.
        muted: bool,
    },
    /// Puts the call on hold, or resumes it.
    Hold {
        /// True: the call is put on hold.
        held: bool,
    },
    /// Sends DTMF tones.
    SendTones {
        /// 0 to 9, `*`, `#`.
        tones: String,
    },
    /// Calls a number or a contact (VOI-065).
    Dial {
        /// The number; empty for the number of the contact.
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
        /// True: the question is confirmed. False sends no request.
        confirmed: bool,
    },
    /// Sets the volume of the ring tone.
    SetRingVolume {
        /// 0–100.
        volume: u32,
    },
    /// Switches automatic reconnecting on or off (CON-016).
    SetAutoReconnect {
        /// Whether the page reconnects automatically.
        enabled: bool,
    },
    /// Sets the campaign of manual calls (VOI-081).
    SetDefaultCampaign {
        /// The campaign; empty: none.
        campaign_id: String,
    },
    /// Loads the campaigns with which the agent may dial.
    LoadCampaigns,
    /// Loads the fields of the attendance's script (QUA-020), or the script itself if its load failed.
    OpenScript {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The dialog of destinations for the call of the call bar opens: they are loaded now and every few seconds
    /// (BEY-059).
    WatchCallDestinations,
    /// The dialog closes.
    LeaveCallDestinations,
    /// The agent writes the note for the receiver; it is kept while the dialog is closed.
    NoteCallTransfer {
        /// The present text of the note.
        note: String,
    },
    /// Transfers the call of the call bar (TRF-001); the customer has to be registered (TRF-003).
    TransferCall {
        /// Blind or assisted transfer.
        kind: TransferKind,
        /// The destination of the call.
        destination: DestinationKey,
        /// The note for the receiver.
        #[serde(default)]
        note: String,
    },
    /// Completes the transfer: the consulted party takes the customer over. If the destination still rings, it takes
    /// the customer over when it answers.
    CompleteTransfer,
    /// Cancels the transfer; the agent talks to the customer again.
    CancelTransfer,
    /// Switches between the customer and the consulted party.
    TalkWith {
        /// True: the agent talks to the customer. False: to the consulted party.
        customer: bool,
    },
    /// Turns the consultation into a conference.
    JoinConference,
    /// Adds an agent or a number to a conference (TRF-030).
    AddToConference {
        /// The agent or number to add.
        destination: DestinationKey,
    },
    /// Puts a party on hold, or resumes it.
    HoldParty {
        /// Number of the party.
        party: u64,
        /// True: on hold.
        held: bool,
    },
    /// Mutes or unmutes a party.
    MuteParty {
        /// Number of the party.
        party: u64,
        /// True: the party is muted.
        muted: bool,
    },
    /// Removes a party from the call, also one that still rings.
    RemoveParty {
        /// Number of the party.
        party: u64,
    },
    /// Leaves the conference; a colleague takes the attendance over.
    LeaveConference,
    /// Ends the conference: the added parties leave, agent and customer stay (TRF-030).
    EndConference,
    /// Pauses the recording of the call, or resumes it (BEY-138).
    PauseRecording {
        /// True: silence is recorded.
        paused: bool,
    },
    /// Closes the note about a transfer that came back.
    DismissTransferFailure,
}
