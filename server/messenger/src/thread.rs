//! One conversation in the form of the customer's telephone.

use messaging::{ContactCard, MediaKind};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

use crate::items::SampleItem;
use crate::limits::MAX_ENTRIES;

/// Delivery state of a message, shown by the ticks below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryStatus {
    /// The telephone is offline and has not sent the message.
    Waiting,
    /// The network has the message.
    Sent,
    /// The receiver's device has the message.
    Delivered,
    /// The receiver has read the message.
    Read,
}

/// Content of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A file.
    Media {
        /// `image`, `video`, `audio`, `voice`, `sticker` or `document`.
        medium: &'static str,
        /// Address of the content for the page.
        address: String,
        /// MIME type.
        mime: String,
        /// Caption below the file; empty without one.
        caption: String,
        /// Name of the file; empty without one.
        file_name: String,
    },
    /// Contact cards.
    Contacts {
        /// The cards.
        cards: Vec<ContactCard>,
    },
    /// A sample item that the telephone sent.
    Item {
        /// The kind of item.
        item: SampleItem,
        /// The text of the item; empty without one.
        text: String,
    },
    /// A template of the company.
    Template {
        /// Header line above the text; empty without one.
        header: String,
        /// File in the header.
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<HeaderFile>,
        /// The text with its variables.
        text: String,
        /// Labels of the buttons.
        buttons: Vec<String>,
    },
}

/// The file in the header of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeaderFile {
    /// `image`, `video` or `document`.
    pub medium: &'static str,
    /// Address of the content for the page.
    pub address: String,
    /// MIME type; empty if the company did not set it.
    pub mime: String,
    /// Name of the file; empty without one.
    pub file_name: String,
}

/// The word for a kind of file.
pub(crate) fn medium_of(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Video => "video",
        MediaKind::Audio { voice: true } => "voice",
        MediaKind::Audio { voice: false } => "audio",
        MediaKind::Sticker => "sticker",
        MediaKind::Document => "document",
    }
}

/// One message on the telephone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Number of the change that wrote or last changed it; grows within the conversation.
    pub change: u64,
    /// Id of the message in the network.
    pub id: String,
    /// Id that the telephone chose; empty for messages of the company.
    pub custom_id: String,
    /// The key of the company's send, which its receipts return; empty for messages of the customer.
    #[serde(skip)]
    pub key: String,
    /// Whether the customer wrote the message.
    pub mine: bool,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Content.
    pub content: Content,
    /// Id of the message that this one answers; empty without one.
    pub quoted_id: String,
    /// Whether the message is marked as forwarded.
    pub forwarded: bool,
    /// Whether the customer edited the message.
    pub edited: bool,
    /// Whether the customer removed the message.
    pub revoked: bool,
    /// The customer's reaction; empty without one.
    pub reaction: String,
    /// Delivery state.
    pub status: EntryStatus,
}

/// A message that the customer wants to send.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Draft {
    /// Id that the telephone chose; a draft with the same id is a repetition.
    pub custom_id: String,
    /// Text, or caption of `media_id`.
    #[serde(default)]
    pub text: String,
    /// Id of an uploaded file.
    #[serde(default)]
    pub media_id: String,
    /// An item instead of text, file and cards.
    #[serde(default)]
    pub item: Option<SampleItem>,
    /// Cards to send.
    #[serde(default)]
    pub cards: Vec<ContactCard>,
    /// Id of the answered message.
    #[serde(default)]
    pub quoted_id: String,
    /// Whether the message is marked as forwarded.
    #[serde(default)]
    pub forwarded: bool,
}

/// The settings of the telephone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Whether the company sees that its messages were read.
    pub receipts: bool,
    /// Whether the telephone has no connection.
    pub offline: bool,
    /// Whether the customer blocked the company.
    pub blocked: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { receipts: true, offline: false, blocked: false }
    }
}

/// The state that a telephone loads: everything after a change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadState {
    /// Number to continue after.
    pub change: u64,
    /// The settings.
    pub settings: Settings,
    /// Milliseconds since 1970 of the customer's last message as the network counts it; 0 without one.
    pub last_written_ms: u64,
    /// New and changed messages, oldest first.
    pub entries: Vec<Entry>,
}

/// One conversation.
#[derive(Debug)]
pub(crate) struct Thread {
    /// Secret of the telephone; `None` until one is opened for the number.
    pub secret: Option<String>,
    /// Name of the customer's profile.
    pub name: String,
    pub settings: Settings,
    pub entries: VecDeque<Entry>,
    pub change: u64,
    /// When the customer wrote last; 0 without a message.
    pub last_written_ms: u64,
    /// When anything changed last.
    pub touched_ms: u64,
    /// Drafts that wait for the connection, oldest first, by id.
    pub waiting: Vec<String>,
}

impl Thread {
    pub fn new(now_ms: u64) -> Self {
        Self {
            secret: None,
            name: String::new(),
            settings: Settings::default(),
            entries: VecDeque::new(),
            change: 0,
            last_written_ms: 0,
            touched_ms: now_ms,
            waiting: Vec::new(),
        }
    }

    /// Whether the telephone receives messages: it was opened for the number and has a connection.
    pub fn is_reachable(&self) -> bool {
        self.secret.is_some() && !self.settings.offline && !self.settings.blocked
    }

    pub fn next_change(&mut self, now_ms: u64) -> u64 {
        self.change = self.change.saturating_add(1);
        self.touched_ms = now_ms;
        self.change
    }

    pub fn push(&mut self, entry: Entry) {
        self.entries.push_back(entry);
        while self.entries.len() > MAX_ENTRIES {
            self.entries.pop_front();
        }
    }

    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.id == id)
    }

    /// Raises the delivery state of an entry. Returns whether it changed.
    pub fn raise(&mut self, id: &str, status: EntryStatus, now_ms: u64) -> bool {
        let lower = self.entry(id).is_some_and(|entry| entry.status < status);
        if lower {
            let change = self.next_change(now_ms);
            if let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.id == id) {
                entry.status = status;
                entry.change = change;
            }
        }
        lower
    }

    pub fn state_after(&self, after: u64) -> ThreadState {
        let mut entries: Vec<Entry> = self.entries.iter().filter(|entry| entry.change > after).cloned().collect();
        entries.sort_by_key(|entry| entry.change);
        ThreadState { change: self.change, settings: self.settings, last_written_ms: self.last_written_ms, entries }
    }
}
