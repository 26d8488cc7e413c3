//! Comparison of the saved views of the list with the server.

use super::{Differences, Page};
use contact_centre::store::{ListViewRow, ListViewStore};
use core_wasm::View;
use core_wasm::flow::SliceKey;
use core_wasm::list_views::{ListViewsSlice, ViewsPhase};

pub(super) fn list_views(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::ListViews(ListViewsSlice::ListViews(shown)) = view else { return };
    found.must(!shown.changing, || "a saved view is still being changed".to_owned());
    found.compare("whether the saved views are known", shown.phase, ViewsPhase::Ready);
    let there: Vec<ListViewRow> = page.server.store.list_views_of(&page.agent).expect("store");
    let mut there: Vec<(String, String, String)> =
        there.into_iter().map(|row| (row.id, row.name, row.filters.search)).collect();
    let mut here: Vec<(String, String, String)> =
        shown.views.into_iter().map(|view| (view.id, view.name, view.search)).collect();
    there.sort_unstable();
    here.sort_unstable();
    found.compare("saved views", here, there);
}
