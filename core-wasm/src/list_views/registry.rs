//! The keys of saved views: one row per kind of slice.

use super::ListViewsView;
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("listViews");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::jobs::facts::LIST_FILTER;

    /// The saved views, and which one the list shows.
    pub static VIEWS: Slice<()> = Slice::view("listViews").follows(&[LIST_FILTER.row()]);
}

slice_views! {
    /// The view of a slice of saved views.
    ListViewsSlice {
        /// The saved views, and which one the list shows.
        ListViews(OfEntity<ListViewsView>),
    }
}
