//! The session, registered with the workspace.

use super::{Identity, Session, records, slices, timers};
use crate::view::View;
use crate::wire::{AgentRecord, AttendanceGroup, SystemReply, json_text};
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Session {
    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::SESSION, |workspace, ()| {
        View::Session(Box::new(workspace.session.view(&workspace.kernel, &workspace.services)))
    })];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CHECK_RETRY, |workspace, ()| workspace.session.retry(context!(workspace))),
        &When(&timers::POLL, |workspace, ()| workspace.session.on_poll_timer(context!(workspace))),
        &When(&timers::FLAGS_LIMIT, |workspace, ()| workspace.services.on_flags(context!(workspace), &[])),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::TOKEN, |workspace, ()| workspace.kernel.http.token().map(|token| token.expose().clone())),
        &Keep(&records::AUTHENTICATION, |workspace, ()| workspace.session.identity().map(json_text)),
        &Keep(&records::AGENT, |workspace, ()| Some(json_text(workspace.session.agent()))),
        &Keep(&records::SYSTEM, |workspace, ()| Some(json_text(workspace.session.system()))),
        &Keep(&records::ATTENDANCE_GROUPS, |workspace, ()| Some(json_text(workspace.session.attendance_groups()))),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let identity: Option<Identity> = stored.one(&records::AUTHENTICATION);
        workspace.restored_identity = identity.filter(|identity| !identity.agent_id.is_empty());
        let agent: Option<AgentRecord> = stored.one(&records::AGENT);
        let system: Option<SystemReply> = stored.one(&records::SYSTEM);
        let groups: Option<Vec<AttendanceGroup>> = stored.one(&records::ATTENDANCE_GROUPS);
        workspace.session.restore(agent, system, groups);
    }
}
