//! What the voice area asks of the browser and of other areas.

use super::connection::VoiceStatus;
use crate::connection::DeviceProblem;
use crate::flow::{Text, VoiceCommand};
use crate::shell::SnackbarKind;
use crate::wire::{Contact, Protocol, Wall};
use janus::Fault;

/// What the voice area asks of the browser and of other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// For the browser.
    Command(VoiceCommand),
    /// A text for screen readers: what happened to a call, where nothing else says it.
    Announce(Text),
    /// A snackbar.
    Snackbar(SnackbarKind, Text),
    /// An error of the signalling, for error reports.
    Fault(Fault),
    /// A leg had sound for a second although its call had ended, or it had none; it is shown now. For error reports: what the page
    /// thought.
    StrayLeg(&'static str),
    /// The browser plays nothing before a gesture of the agent.
    SoundBlocked,
    /// A frame or event that this version does not know, for error reports.
    Unregistered(String),
    /// The status of the voice connection changed.
    Status(VoiceStatus),
    /// The session is validated (CON-010).
    Validate,
    /// The voice channel is connected with this extension (RTC-021).
    ConnectChannel(String),
    /// The present status of the voice channel is stored (RTC-013).
    StoreStatus,
    /// The voice channel is disconnected.
    DisconnectChannel,
    /// The lost-device-connection dialog opens (RTC-014).
    OpenLostDevice(DeviceProblem),
    /// The device is back: the dialog closes.
    DeviceReturned,
    /// Whether the voice server still knows the telephone is being asked after a sleep of the computer (true), or no longer.
    Checking(bool),
    /// The dialog about an attempt to reconnect opens (CON-033).
    Attempt,
    /// The connection-problem dialog of the kind voice media opens (true) or closes: the agent confirms a new attempt (CON-007).
    AskAgent(bool),
    /// The agent is notified that the voice connection is lost (RTC-009).
    ConnectionLost,
    /// The agent is notified that the voice connection is back.
    ConnectionRestored,
    /// The agent's status is read from the server.
    RefreshStatus,
    /// A change of a setting got no answer: the agent's record says whether the server has it.
    SettingsInDoubt,
    /// The dialog of the call's transfer closes (VOI-037): its call has ended.
    ClearTransfer,
    /// The dialog of this attendance's transfer closes (TRF-008, TRF-015).
    CloseTransferDialog(Protocol),
    /// The answer to a request about a room was lost, or its news: the list of attendances is read, which names the room.
    LookUp,
    /// The attendance has another owner: it leaves the list (TRF-011).
    HandedOver(Protocol),
    /// The agent has to register the customer first (TRF-003).
    ContactNeeded(Protocol),
    /// The attendance has ended; its qualification began at this time (VOI-038).
    EndJob(Protocol, Wall),
    /// The attendance is enabled again (VOI-076).
    EnableJob(Protocol),
    /// A call of a queue or campaign arrived: notification and desktop notification (VOI-018).
    JobArrived(Protocol),
    /// The page of a new attendance opens: the agent talks to its customer.
    JobOpens(Protocol),
    /// The contact of the attendance was found.
    ContactFound(Protocol, Box<Contact>),
    /// No contact has a key of the call.
    ContactUnknown(Protocol),
    /// The look-up of the contact failed.
    ContactNotRead(Protocol),
    /// A call was lost; with the number of the customer (VOI-043, NOT-013).
    CallLost(String),
    /// A call that a colleague transfers waits for the agent, or a conference does; with the name of the colleague (TRF-006).
    OfferReceived(String),
    /// The leg of this internal call ended.
    InternalLegEnded(String),
    /// A call that waits for the agent arrived; with the number of the customer (NOT-013).
    CallReceived(String),
}
