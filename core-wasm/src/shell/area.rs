//! The shell, registered with the workspace.

use super::ShellSlice;
use super::registry::NAME;
use super::{Dialog, Route, Shell, ShellIntent, records, slices, timers};
use crate::flow::{AreaName, Effect};
use crate::jobs::RemovalReason;
use crate::wire::{EventMeta, Protocol, events};
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Shell {
    type Intent = ShellIntent;
    type Event = events::shell::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::ROUTE, |workspace, ()| ShellSlice::Route(workspace.shell.view())),
        &Show(&slices::PREFERENCES, |workspace, ()| ShellSlice::Preferences(workspace.shell.preferences().clone())),
        &Show(&slices::DIALOG, |workspace, ()| ShellSlice::Dialog(workspace.shell.dialogs.current().cloned())),
        &Show(&slices::SNACKBARS, |workspace, ()| ShellSlice::Snackbars(workspace.shell.snackbars.view())),
        &Show(&slices::ANNOUNCEMENTS, |workspace, ()| ShellSlice::Announcements(workspace.shell.announcements())),
        &Show(&slices::UNSUPPORTED, |workspace, ()| {
            ShellSlice::Unsupported(workspace.kernel.unreadable.lists().to_vec())
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::SNACKBAR, |workspace, id| {
        workspace.shell.snackbars.dismiss(context!(workspace), u32::try_from(id).unwrap_or_default());
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::PREFERENCES, |workspace, ()| Some(workspace.shell.preferences_record()))];

    fn reset(workspace: &mut Workspace) {
        workspace.shell.end_work(context!(workspace));
        workspace.kernel.unreadable.clear();
        workspace.shell.snackbars.clear(context!(workspace));
        workspace.shell.dialogs.close(context!(workspace), |_| true);
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        workspace.shell.dialogs.close(context!(workspace), |dialog| dialog.protocol() == Some(protocol));
        if workspace.shell.route().protocol() == Some(protocol) {
            // Opens the list, unless exactly one attendance is left, whose exit opens that attendance (JOB-020).
            workspace.shell.show_route(context!(workspace), Route::AttendanceList, true);
        }
    }

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        match event {
            events::shell::Event::OpenUrl(event) => {
                if let Some(url) = super::outside_url(&event.url) {
                    context!(workspace).effect(Effect::OpenUrl { url });
                }
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            ShellIntent::ChangePreferences { change } => workspace.change_preferences(change),
            ShellIntent::OpenPreferences => workspace.shell.dialogs.open(context!(workspace), Dialog::Preferences),
            ShellIntent::OpenArea { path } => {
                let facts = workspace.route_facts();
                workspace.shell.visit(context!(workspace), &path, facts);
                workspace.on_route_changed();
            }
            ShellIntent::OpenFastTrigger { phone, name, channel } => {
                workspace.shell.dialogs.open(context!(workspace), Dialog::FastTrigger { phone, name, channel });
            }
            ShellIntent::CloseDialog { dialog } => workspace.shell.dialogs.close_seen(context!(workspace), &dialog),
            ShellIntent::SnackbarShown { id, chars } => {
                workspace.shell.snackbars.note_shown(context!(workspace), id, chars)
            }
            ShellIntent::SnackbarHeld { id, held } => workspace.shell.snackbars.set_held(context!(workspace), id, held),
            ShellIntent::SnackbarDismissed { id } => workspace.shell.snackbars.dismiss(context!(workspace), id),
        }
    }
}
