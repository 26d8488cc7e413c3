//! Contacts, registered with the workspace.

use super::registry::NAME;
use super::{Contacts, Exit, slices};
use crate::flow::{Answer, AreaName, CallId};
use crate::shell::SnackbarKind;
use crate::view::View;
use crate::wire::Protocol;
use crate::workspace::registry::{Area, AreaExit, Show, Shown};
use crate::workspace::{Workspace, context};

impl Area for Contacts {
    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::CONTACT, |workspace, protocol| {
        let panel = workspace.contacts.view(&workspace.jobs, &protocol);
        panel.map_or(View::Absent, |panel| View::Contact(Box::new(panel)))
    })];

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let exits = workspace.contacts.on_reply(context!(workspace), &mut workspace.jobs, call, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.contacts = Contacts::default();
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol) {
        workspace.contacts.job_removed(context!(workspace), protocol);
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Success(text) => workspace.snackbar(SnackbarKind::Success, text),
            Self::Refused(text) => workspace.snackbar(SnackbarKind::Error, text),
        }
    }
}
