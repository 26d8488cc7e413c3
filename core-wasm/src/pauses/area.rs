//! Pauses, registered with the workspace.

use super::{Pauses, StoredPauses, records, slices, timers};
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Pauses {
    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::PAUSES, |workspace, ()| View::Pauses(workspace.pauses.view(workspace.channels.enabled())))];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::LIMIT, |workspace, channel| {
        let exit = workspace.pauses.on_limit_timer(context!(workspace), channel);
        workspace.route_pauses(exit.into_iter().collect());
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::PAUSE, |workspace, ()| Some(json_text(&workspace.pauses.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let record: Option<StoredPauses> = stored.one(&records::PAUSE);
        if let Some(record) = record {
            workspace.pauses.restore(context!(workspace), record);
        }
    }
}
