//! The import of contacts from a file: lines are staged portion by portion, then applied by the server or removed
//! (docs/contract.md, "Import of contacts").

use super::AgentId;
use super::tolerant::Items;
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Body of `POST /contacts/imports`; the answer is the new [`ContactImport`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The agent who imports.
    pub agent: AgentId,
    /// The field of each column of the lines, named like a [`super::ContactColumn`]; each at most once.
    pub columns: Vec<String>,
    /// Number of lines that will be staged.
    pub lines: u32,
}

/// Body of `POST /contacts/imports/{id}/lines/{from}`: the lines from this position on, at most 200.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportLines {
    /// The agent who imports.
    pub agent: AgentId,
    /// The values of each line in the order of the columns; missing ones at the end are empty.
    pub lines: Vec<Vec<String>>,
}

/// The state of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportState {
    /// Lines are being staged; no contact was created.
    Staged,
    /// All lines were applied or refused.
    Done,
    /// The import was cancelled: its contacts are being removed.
    Removing,
    /// The import was cancelled and nothing of it is left.
    Removed,
    /// Contacts are being created; also any word that this version does not know.
    #[default]
    #[serde(other)]
    Applying,
}

/// An import and its progress: the answer of every request about an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ContactImport {
    /// Id of the import.
    pub id: String,
    /// The state of the import.
    pub state: ImportState,
    /// Number of lines of the file.
    pub lines: u32,
    /// Number of lines that the server has.
    pub staged: u32,
    /// Number of lines that became contacts.
    pub created: u32,
    /// Refused lines from `from` to before `next`, in their order.
    pub refused: Items<ImportRefusal>,
    /// The first line after those of this answer.
    pub next: u32,
}

/// A line that was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ImportRefusal {
    /// Position of the line, from 0.
    pub line: u32,
    /// The field that is refused, named like a [`super::ContactColumn`].
    pub field: String,
    /// `required`, `tooLong`, `whitespace`, `invalid`, `unknown`, `total`, `DUPLICATE_IDENTIFIER` or `BLOCKED_CONTACT`.
    pub reason: String,
}
