//! Import of contacts from a file. The page reads the file and keeps its lines; the core proposes which column is which
//! field, lets the server stage the lines portion by portion, has them applied at once, and shows the refused lines.
//! Before the server has applied all lines, a cancel removes every trace (docs/decisions/0053-import-of-contacts.md).

mod area;
mod intent;
mod machine;
mod mapping;
mod registry;
mod steps;
mod view;

pub use intent::{FileFault, ImportPortion, ImportsIntent};
pub use machine::{Exit, Imports};
pub use mapping::proposed;
pub use registry::{ImportsSlice, slices, timers};
pub use view::{ContactImportView, ImportColumnView, ImportFieldView, ImportRefusalView, ImportStep};
