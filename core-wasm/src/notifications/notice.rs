//! An entry of the notification centre, and the data it is created from.

use crate::flow::Text;
use crate::shell::NamedCustomer;
use crate::wire::{Channel, Named, Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// Type of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    /// A customer wrote in a conversation that was not open and focused.
    Message,
    /// Unsent text of an attendance that ended.
    Unsent,
    /// A notification of the server.
    #[default]
    System,
    /// A pause began or exceeded its maximum.
    Pause,
    /// Customers ended the attendance.
    Ended,
    /// A colleague transferred attendances to the agent.
    Transfer,
    /// A note mentions the agent.
    Mention,
    /// A snoozed attendance returned at its time.
    Snooze,
    /// Attendances were removed from the list without an action of the agent.
    LeftList,
    /// The provider cannot reach the customer's number.
    NumberFault,
    /// A snackbar about a success that the agent did not cause (BEY-058).
    Success,
    /// A snackbar with information that the agent did not cause (BEY-058).
    Info,
    /// A snackbar with a warning that the agent did not cause (BEY-058).
    Warning,
    /// A snackbar about an error that the agent did not cause (BEY-058).
    Error,
}

impl NoticeKind {
    /// Whether the conversation shows the same information.
    pub(super) fn is_seen_in_thread(self) -> bool {
        matches!(
            self,
            NoticeKind::Message
                | NoticeKind::Ended
                | NoticeKind::Transfer
                | NoticeKind::NumberFault
                | NoticeKind::Mention
                | NoticeKind::Snooze
        )
    }

    pub(super) fn is_note(self) -> bool {
        matches!(self, NoticeKind::Success | NoticeKind::Info | NoticeKind::Warning | NoticeKind::Error)
    }
}

/// An entry of the notification centre, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Notice {
    /// Id of the entry; the server's id if `stored`.
    pub id: String,
    /// Type.
    pub kind: NoticeKind,
    /// The attendance; may be empty.
    pub protocol: Protocol,
    /// The customer, pause or type in the title.
    pub subject: String,
    /// Text of a person, shown as plain text.
    pub body: String,
    /// Number of collapsed messages or repeated snackbars.
    pub count: u32,
    /// Server's clock.
    pub time: Wall,
    /// Marked read.
    pub read: bool,
    /// The server keeps it under this id.
    pub stored: bool,
    /// The agent dismissed the entry; it is kept hidden, because a late list or event may still contain it.
    pub dismissed: bool,
    /// The channel of a pause.
    pub channel: Option<Channel>,
    /// Whether a pause exceeded its maximum.
    pub exceeded: bool,
    /// The text of a snackbar.
    pub said: Text,
    /// The customers whom it is about, the last one first.
    pub customers: Vec<NamedCustomer>,
}

/// An event of a customer that the agent did not cause.
#[derive(Clone, Debug)]
pub struct News {
    /// The kind of event.
    pub kind: NoticeKind,
    /// The text of its snackbar.
    pub said: Text,
    /// Text that a person wrote.
    pub body: String,
    /// The customer.
    pub customer: NamedCustomer,
}

/// The protocol's hash is cached, because each message of a customer is compared with all entries.
pub(crate) struct Held {
    pub(super) number: u32,
    pub(super) notice: Box<Notice>,
}

impl From<Notice> for Held {
    fn from(notice: Notice) -> Self {
        Self { number: notice.protocol.text_hash(), notice: Box::new(notice) }
    }
}

impl Notice {
    pub(super) fn of(kind: NoticeKind, protocol: Protocol) -> Held {
        Notice { kind, protocol, ..Notice::default() }.into()
    }
}

impl Deref for Held {
    type Target = Notice;

    fn deref(&self) -> &Notice {
        &self.notice
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Notice {
        &mut self.notice
    }
}
