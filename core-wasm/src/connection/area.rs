//! The broker link, registered with the workspace.

use super::{Connection, GateRecord, records, slices, timers};
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Connection {
    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::LINK, |workspace, ()| View::Link(workspace.connection.view()))];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::RECONNECT, |workspace, ()| {
        let exit = workspace.connection.on_reconnect_timer(context!(workspace));
        workspace.route_connection(exit);
    })];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::JOURNAL, |workspace, ()| Some(json_text(&workspace.connection.gate().record()))),
        &Keep(&records::EVENTS, |workspace, page| workspace.connection.gate().page(page).as_ref().map(json_text)),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let gate: Option<GateRecord> = stored.one(&records::JOURNAL);
        if let Some(gate) = gate {
            workspace.connection.restore_gate(gate, stored.all(&records::EVENTS).collect());
        }
    }
}
