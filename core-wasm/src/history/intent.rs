//! Intents of the history.

use super::HistoryFilter;
use crate::flow::{EntityKind, FromPage};
use crate::wire::Protocol;

/// An action of the agent; the page writes `{ area: "history", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HistoryIntent {
    /// Loads the shown portion again, after a failure or at the agent's request. Opening the page `history` loads it
    /// automatically.
    ReloadHistory,
    /// Chooses the range of dates, both inclusive. A refused range marks the fields and the shown result stays.
    SetHistoryRange {
        /// First day, `YYYY-MM-DD`.
        from: String,
        /// Last day, `YYYY-MM-DD`.
        to: String,
    },
    /// Chooses which attendances the list shows.
    FilterHistory {
        /// The whole choice.
        filter: HistoryFilter,
    },
    /// Searches for the text that the agent is typing; an empty text ends the search.
    SearchHistory {
        /// Name or identifier of the contact, or protocol, as typed.
        text: String,
    },
    /// Loads another portion of the list.
    TurnHistoryPage {
        /// Number of the portion, from 1.
        page: u32,
    },
    /// Opens an attendance of a loaded list: its messages are loaded (slice `historyEntry:<protocol>`). Also repeats a
    /// failed load.
    OpenHistoryEntry {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Plays a recording of an opened call; the server notes it.
    PlayRecording {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The recording.
        id: String,
    },
    /// Closes an opened attendance.
    CloseHistoryEntry {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the attendances of a contact or a company from the first portion (slice `historyOf:<kind>/<id>`).
    LoadHistoryOf {
        /// `contact` or `employer`.
        kind: EntityKind,
        /// Id of the contact or the company.
        id: String,
    },
    /// Loads the next portion of the attendances of a contact or a company; after a failure the portion that failed.
    MoreHistoryOf {
        /// `contact` or `employer`.
        kind: EntityKind,
        /// Id of the contact or the company.
        id: String,
    },
}
