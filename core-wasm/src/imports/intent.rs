//! Intents of the import of contacts.

use crate::flow::FromPage;
use serde::Deserialize;

/// Lines of one request. The page keeps them under `file`, as the body of that request.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ImportPortion {
    /// The page's name of the body.
    pub file: String,
    /// Number of lines in the portion.
    pub lines: u32,
}

/// Why the page could not read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FileFault {
    /// The file has no lines below its headings.
    Empty,
    /// The file is no table: an image, a program, or a text without columns.
    NoTable,
    /// The file is an encrypted or damaged workbook.
    Unreadable,
    /// The file is larger than the page reads.
    TooLarge,
    /// A line opens a quotation mark that is never closed: the later lines would be part of its value.
    OpenQuote,
}

/// An action of the agent; the page writes `{ area: "imports", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ImportsIntent {
    /// Opens the dialog.
    OpenImport,
    /// Closes the dialog; a running import continues.
    CloseImport,
    /// The page has read the file that the agent chose.
    ChooseImportFile {
        /// The page's name of the lines that it keeps.
        handle: String,
        /// Name of the file.
        name: String,
        /// The headings of the columns.
        headings: Vec<String>,
        /// The first lines of the file.
        sample: Vec<Vec<String>>,
        /// Number of lines below the headings.
        lines: u32,
    },
    /// The page could not read the file that the agent chose.
    RefuseImportFile {
        /// Name of the file.
        name: String,
        /// Why the file is refused.
        fault: FileFault,
        /// The line of the file that caused the fault, from 1; 0 if no line did.
        #[serde(default)]
        line: u32,
    },
    /// Chooses the field that a column is imported into.
    MapImportColumn {
        /// Position of the column.
        column: u32,
        /// `database` name of the field; empty: the column is not imported.
        field: String,
    },
    /// Starts the import.
    BeginImport {
        /// All lines of the file, each with the values of the columns that have a field, in their order.
        portions: Vec<ImportPortion>,
    },
    /// Cancels the import and removes its lines and contacts from the server.
    CancelImport,
    /// Continues after a failure.
    RetryImport,
}
