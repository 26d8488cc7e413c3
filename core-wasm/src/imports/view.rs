//! The import as the dialog shows it.

use super::machine::Imports;
use super::mapping::{fields, missing};
use super::steps::{Step, Work};
use crate::flow::Text;
use crate::wire::limits::{IMPORT_MAX_LINES, LIST_MAX_ITEMS};
use crate::wire::{ContactColumn, ImportRefusal};
use serde::Serialize;

/// The step of the import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ImportStep {
    /// No file was chosen.
    NoFile,
    /// The agent says which column is which field.
    Mapping,
    /// Lines are sent to the server.
    Sending,
    /// The server applies the lines.
    Applying,
    /// The server removes what a cancelled import has stored.
    Removing,
    /// The work got no answer; the agent can try again or cancel.
    Failed,
    /// The report shows.
    Done,
}

/// A field that a column can be imported into.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ImportFieldView {
    /// `database` of the column.
    pub name: String,
    /// Label for the agent; empty for a main field without a label in the org unit.
    pub label: String,
}

/// A column of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ImportColumnView {
    /// Heading of the column; may be empty.
    pub heading: String,
    /// The field into which the column is imported; empty without one.
    pub field: String,
    /// Values of the column in the first lines.
    pub sample: Vec<String>,
}

/// A line that was refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ImportRefusalView {
    /// Position among the lines of the file, from 0.
    pub line: u32,
    /// The field that is refused.
    pub field: String,
    /// Why the line was refused.
    pub reason: Text,
}

/// The import of contacts from a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactImportView {
    /// The dialog shows.
    pub open: bool,
    /// The step of the import.
    pub step: ImportStep,
    /// The page's name of the lines of the file.
    pub handle: String,
    /// Name of the file; empty without one.
    pub file: String,
    /// Number of lines of the file below the headings.
    pub lines: u32,
    /// Columns of the file.
    pub columns: Vec<ImportColumnView>,
    /// The fields that columns can be imported into.
    pub fields: Vec<ImportFieldView>,
    /// Why the import cannot start with these fields.
    pub missing: Option<Text>,
    /// Progress in percent.
    pub percent: u32,
    /// Contacts that were created.
    pub created: u32,
    /// Lines that were refused, in their order.
    pub refused: Vec<ImportRefusalView>,
    /// Why a file was refused or the import stopped.
    pub error: Option<Text>,
    /// The import can be cancelled.
    pub cancellable: bool,
    /// The greatest number of lines in a portion.
    pub portion_lines: u32,
}

impl Imports {
    /// The import as the dialog shows it.
    pub fn view(&self, columns: &[ContactColumn]) -> ContactImportView {
        let column = |(index, heading): (usize, &String)| ImportColumnView {
            heading: heading.clone(),
            field: self.mapping.get(index).cloned().unwrap_or_default(),
            sample: self.chosen.sample.iter().map(|line| line.get(index).cloned().unwrap_or_default()).collect(),
        };
        let field = |field: super::mapping::Field<'_>| ImportFieldView {
            name: field.name.to_owned(),
            label: field.label.to_owned(),
        };
        ContactImportView {
            open: self.open,
            step: shown(self.step),
            handle: self.chosen.handle.clone(),
            file: self.chosen.name.clone(),
            lines: self.chosen.lines,
            columns: self.chosen.headings.iter().enumerate().map(column).collect(),
            fields: fields(columns).into_iter().map(field).collect(),
            missing: missing(&self.mapping),
            percent: self.percent(),
            created: self.created,
            refused: self.refused.iter().map(refusal).collect(),
            error: self.error.clone(),
            cancellable: matches!(self.step, Step::Working(work) if work != Work::Removing)
                || matches!(self.step, Step::Failed(_)),
            portion_lines: LIST_MAX_ITEMS as u32,
        }
    }

    /// The server needs about twice as long to apply a line as the page needs to send it.
    fn percent(&self) -> u32 {
        let done = u64::from(self.sent) + 2 * u64::from(self.applied);
        let all = 3 * u64::from(self.chosen.lines.clamp(1, IMPORT_MAX_LINES));
        (100 * done / all).min(100) as u32
    }
}

fn shown(step: Step) -> ImportStep {
    match step {
        Step::NoFile => ImportStep::NoFile,
        Step::Mapping => ImportStep::Mapping,
        Step::Working(Work::Creating | Work::Sending) => ImportStep::Sending,
        Step::Working(Work::Committing | Work::Applying) => ImportStep::Applying,
        Step::Working(Work::Removing) => ImportStep::Removing,
        Step::Failed(_) => ImportStep::Failed,
        Step::Done => ImportStep::Done,
    }
}

fn refusal(refusal: &ImportRefusal) -> ImportRefusalView {
    let reason = Text::reason("imports.reasons", &refusal.reason, &Default::default(), "imports.reasons.other");
    ImportRefusalView { line: refusal.line, field: refusal.field.clone(), reason }
}
