//! Intents of broadcasts.

use super::draft::DraftChange;
use super::lists::BroadcastFilter;
use super::policy::EntryGroup;
use crate::flow::FromPage;
use crate::people::ContactFilterChoice;
use crate::wire::{BroadcastId, ContactId, ScheduleId};

/// An action of the agent; the page writes `{ area: "broadcasts", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BroadcastsIntent {
    /// Loads the lists again, and the entries of the opened list.
    ReloadBroadcasts,
    /// Chooses which lists are shown.
    FilterBroadcasts {
        /// The filter.
        filter: BroadcastFilter,
    },
    /// Opens a list and loads its entries.
    OpenBroadcast {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
    },
    /// Returns to the lists.
    CloseBroadcast,
    /// Chooses which entries of the opened list are shown.
    FilterEntries {
        /// The group of statuses.
        group: EntryGroup,
        /// A reason of `BroadcastView`; empty: every reason.
        #[serde(default)]
        reason: String,
        /// Part of a name or number; empty: every entry.
        #[serde(default)]
        search: String,
    },
    /// Opens the confirmation of a cancellation.
    AskCancelBroadcast {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
    },
    /// Cancels a list.
    CancelBroadcast {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
        /// Name of the list as the agent typed it.
        name: String,
    },
    /// Goes on with a paused list.
    ResumeBroadcast {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
    },
    /// Sends failed entries again.
    RetryEntries {
        /// The list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        id: BroadcastId,
        /// The entries; empty: every one that may be sent again.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string[]"))]
        entries: Vec<ScheduleId>,
    },
    /// Opens the draft of a new broadcast.
    OpenNewBroadcast,
    /// Closes the draft, which is kept.
    CloseNewBroadcast,
    /// Discards the draft.
    DiscardBroadcastDraft,
    /// Changes the draft.
    ChangeBroadcastDraft {
        /// The changed fields.
        change: DraftChange,
    },
    /// Changes the text of the search for contacts.
    SearchBroadcastContacts {
        /// Part of a name, number or company.
        text: String,
    },
    /// Chooses which contacts are found.
    FilterBroadcastContacts {
        /// The filter.
        filter: ContactFilterChoice,
    },
    /// Shows only the chosen contacts, or those that the search found.
    ShowChosenContacts {
        /// Only the chosen ones.
        only: bool,
    },
    /// Loads the next portion of contacts.
    MoreBroadcastContacts,
    /// Chooses contacts, or takes the choice back.
    ChooseBroadcastContacts {
        /// Ids of the contacts or rows; empty: all that the search finds, also those that are not loaded yet.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
        ids: Vec<ContactId>,
        /// The contacts are chosen.
        chosen: bool,
    },
    /// Adds the rows of a file to the chosen contacts; rows of an earlier file are removed.
    AddBroadcastFile {
        /// Name of the file.
        name: String,
        /// The headings of the columns.
        headings: Vec<String>,
        /// The rows below the headings.
        rows: Vec<Vec<String>>,
        /// The line of the file that each row comes from: files have titles and empty lines.
        lines: Vec<u32>,
    },
    /// Shows the next chosen contact in the preview, or the one before.
    StepBroadcastPreview {
        /// The next one.
        forward: bool,
    },
    /// Repeats a failed check of the draft.
    CheckBroadcastDraft,
    /// Creates the broadcast.
    CreateBroadcast,
}
