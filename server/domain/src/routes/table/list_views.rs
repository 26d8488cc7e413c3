//! Routes of saved views of the attendance list.

use crate::body;
use crate::list_views;
use crate::routes::{ApiRoute, Handler, delete, get, put};

use Handler::Own;

/// The routes of saved views.
pub(super) const ROUTES: &[ApiRoute] = &[
    get("/agents/{id}/list-views", "Saved views of the agent's list", &body::LIST_VIEWS, Own(list_views::list)),
    put(
        "/agents/{id}/list-views/{viewId}",
        "Make or replace a saved view",
        &body::SAVE_LIST_VIEW_REQUEST,
        &body::LIST_VIEWS,
        Own(list_views::save),
    ),
    delete("/agents/{id}/list-views/{viewId}", "Remove a saved view", &body::LIST_VIEWS, Own(list_views::remove)),
];
