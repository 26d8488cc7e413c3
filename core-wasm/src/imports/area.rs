//! The import of contacts, registered with the workspace.

use super::machine::Chosen;
use super::registry::NAME;
use super::{Exit, Imports, ImportsIntent, ImportsSlice, slices, timers};
use crate::flow::{Answer, AreaName, RequestId};
use crate::notifications::Topic;
use crate::shell::SnackbarKind;
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Imports {
    type Intent = ImportsIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::IMPORT, |workspace, ()| {
        ImportsSlice::ContactImport(workspace.imports.view(workspace.people.columns()))
    })];

    const TIMERS: &'static [&'static dyn Timed] =
        &[&When(&timers::PROGRESS, |workspace, ()| workspace.imports.ask_progress(context!(workspace)))];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exit = workspace.imports.on_reply(context!(workspace), request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.imports.reset(context!(workspace));
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent().agent_id;
        let columns = workspace.people.columns();
        let context = context!(workspace);
        let imports = &mut workspace.imports;
        match intent {
            ImportsIntent::OpenImport => imports.show(context, true),
            ImportsIntent::CloseImport => imports.show(context, false),
            ImportsIntent::ChooseImportFile { handle, name, headings, sample, lines } => {
                imports.choose(context, columns, Chosen { handle, name, headings, sample, lines });
            }
            ImportsIntent::RefuseImportFile { name, fault, line } => imports.refuse_file(context, &name, fault, line),
            ImportsIntent::MapImportColumn { column, field } => imports.map(context, column, &field),
            ImportsIntent::BeginImport { portions } => imports.begin(context, &agent, portions),
            ImportsIntent::CancelImport => imports.cancel(context),
            ImportsIntent::RetryImport => imports.retry(context),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        let Self::Changed(text) = self;
        let agent = workspace.acting_agent();
        workspace.people.begin_contacts(context!(workspace), &agent);
        if let Some(text) = text {
            workspace.snackbar(Topic::Import, SnackbarKind::Success, text);
        }
    }
}
