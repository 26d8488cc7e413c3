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
    /// A command for the browser.
    Command(VoiceCommand),
    /// A text for screen readers: an event of a call that is announced nowhere else.
    Announce(Text),
    /// A snackbar is shown.
    Snackbar(SnackbarKind, Text),
    /// An error of the signalling, to be reported.
    Fault(Fault),
    /// A leg had sound for a second although it had no call or its call had ended; the page shows it now. To be
    /// reported with the state that the page assumed.
    StrayLeg(&'static str),
    /// The browser plays no sound before the agent has clicked or typed.
    SoundBlocked,
    /// A frame or event that this version does not know, to be reported.
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
    /// Whether the voice server is being asked, after a sleep of the computer, if the telephone is still registered.
    Checking(bool),
    /// The dialog about an attempt to reconnect opens (CON-033).
    Attempt,
    /// The connection-problem dialog about voice opens (true) or closes (false): the agent starts a new attempt there
    /// (CON-007).
    AskAgent(bool),
    /// The agent is notified that the voice connection is lost (RTC-009).
    ConnectionLost,
    /// The agent is notified that the voice connection is back.
    ConnectionRestored,
    /// The agent's status is refetched from the server.
    RefreshStatus,
    /// A change of a setting got no answer: the agent's record is refetched to see whether the server has it.
    SettingsInDoubt,
    /// The dialog of the call's transfer closes (VOI-037): its call has ended.
    ClearTransfer,
    /// The dialog of this attendance's transfer closes (TRF-008, TRF-015).
    CloseTransferDialog(Protocol),
    /// The answer to a request about a room was lost, or its events: the list of attendances, which contains the room,
    /// is refetched.
    LookUp,
    /// The attendance has another owner: it is removed from the list (TRF-011).
    HandedOver(Protocol),
    /// The agent has to register the customer before the transfer (TRF-003).
    ContactNeeded(Protocol),
    /// The attendance has ended; its qualification began at this time (VOI-038).
    EndJob(Protocol, Wall),
    /// The attendance is enabled again for a new call (VOI-076).
    EnableJob(Protocol),
    /// A call of a queue or campaign arrived: notification and desktop notification (VOI-018).
    JobArrived(Protocol),
    /// The page of a new attendance opens, because the agent talks to its customer.
    JobOpens(Protocol),
    /// The contact of the attendance was found.
    ContactFound(Protocol, Box<Contact>),
    /// No contact was found by the keys of the call.
    ContactUnknown(Protocol),
    /// The look-up of the contact failed.
    ContactNotRead(Protocol),
    /// A call request was lost, with the number of the customer (VOI-043, NOT-013).
    CallLost(String),
    /// A call waits for the agent because a colleague transfers it or invites to a conference; with the name of the
    /// colleague (TRF-006).
    OfferReceived(String),
    /// The leg of this internal call ended.
    InternalLegEnded(String),
    /// A call that waits for the agent arrived, with the number of the customer (NOT-013).
    CallReceived(String),
}
