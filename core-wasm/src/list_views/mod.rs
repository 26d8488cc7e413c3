//! Saved views of the attendance list (BEY-161, decision 99), which the server stores for each agent. A view is a named
//! combination of filters, order and search text; choosing one changes the preferences of the list and its search.

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
