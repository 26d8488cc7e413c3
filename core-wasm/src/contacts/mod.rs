//! The contact of an attendance: look-up, registration, linking, renaming (spec conversation §3 "Contact", §8); and the
//! search over all contacts.

mod area;
mod directory;
mod intent;
mod machine;
mod payload;
mod registering;
mod registry;
mod rename;
mod rule;
mod view;

pub use intent::ContactsIntent;
pub(crate) use machine::save_refusal;
pub use machine::{Contacts, Exit, PanelState, Wanted};
pub use payload::Typed;
pub(crate) use registering::{is_looked_up, look_up, looked_up};
pub use registry::{ContactsSlice, slices, timers};
pub(crate) use rename::changed_record;
pub use rule::{FieldError, email_error, identifier_error, normalized_identifier, search_text};
pub use view::{
    CandidateView, ContactFieldErrors, ContactFormView, ContactPanelView, ContactSearchView, ContactStateView,
    ContactView, FoundContactsView,
};
