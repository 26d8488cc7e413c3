//! Saved views of the attendance list (BEY-161, decision 99): each agent's own, kept by the server. A view is a name for what the list shows and in which
//! order; choosing one changes the preferences of the list and its search.

mod area;
mod intent;
mod machine;
mod phase;
mod registry;
mod view;

pub use intent::ListViewsIntent;
pub use machine::{Exit, ListViews};
pub use phase::{ViewsEvent, ViewsPhase};
pub use registry::{ListViewsSlice, slices};
pub use view::{ListViewItem, ListViewsView};
