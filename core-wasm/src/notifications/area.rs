//! Notifications, registered with the workspace.

use super::{AlertsView, Notice, Notifications, Ring, RingKind, records, slices, timers};
use crate::flow::Tone;
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Notifications {
    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::NOTIFICATIONS, |workspace, ()| {
            View::Notifications(workspace.notifications.view(workspace.chat.unsent.notices()))
        }),
        &Show(&slices::ALERTS, |workspace, ()| View::Alerts(alerts_view(workspace))),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::DESKTOP_CLOSE, |workspace, tag| workspace.alerts.close(context!(workspace), &tag)),
        &When(&timers::REPEAT, |workspace, ()| workspace.repeat_alert()),
    ];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::NOTIFICATIONS, |workspace, ()| Some(json_text(&workspace.notifications.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let notices: Option<Vec<Notice>> = stored.one(&records::NOTIFICATIONS);
        if let Some(notices) = notices {
            workspace.notifications.restore(notices);
        }
    }
}

fn alerts_view(workspace: &Workspace) -> AlertsView {
    let agent = workspace.session.agent();
    let preferences = workspace.shell.preferences();
    let tone = |ring: &Ring| {
        let tone = preferences.tone(ring.channel);
        match ring.kind {
            // A call is as loud as the agent's record says.
            RingKind::Call if preferences.sounds => Tone { volume: agent.agent_ack_call_volume.min(100), ..tone },
            _ => tone,
        }
    };
    workspace.alerts.view(tone, &agent.agent_preferences)
}
