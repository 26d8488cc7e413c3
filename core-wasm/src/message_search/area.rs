//! The search over messages, registered with the workspace.

use super::registry::NAME;
use super::{Exit, MessageSearch, MessageSearchIntent, MessageSearchSlice, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId};
use crate::jobs::Job;
use crate::shell::{Dialog, Route};
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for MessageSearch {
    type Intent = MessageSearchIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::SEARCH, |workspace, ()| {
            let view = workspace.message_search.view(workspace.session.viewer());
            MessageSearchSlice::MessageSearch(Box::new(view))
        }),
        &Show(&slices::TARGET, |workspace, ()| {
            let target = workspace.message_search.target_view();
            target.map(|target| MessageSearchSlice::FoundMessage(Box::new(target)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::SEARCH, |workspace, ()| {
        workspace.message_search.apply_list_event(context!(workspace), ListEvent::Due);
    })];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        workspace.message_search.on_reply(context!(workspace), request, answer);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.message_search = MessageSearch::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let search = &mut workspace.message_search;
        let context = context!(workspace);
        match intent {
            MessageSearchIntent::OpenMessageSearch { text } => {
                search.open(context, &text);
                workspace.shell.dialogs.open(context!(workspace), Dialog::MessageSearch);
            }
            MessageSearchIntent::TypeMessageSearch { text } => search.type_text(context, &text),
            MessageSearchIntent::MoreFoundMessages => search.load_more(context),
            MessageSearchIntent::OpenFoundMessage { id } => {
                let exit = search.choose(context, &id);
                workspace.route(exit);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Open(entry) => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::MessageSearch);
                if workspace.jobs.get(&entry.protocol).is_some_and(Job::may_navigate) {
                    workspace.open_job(&entry.protocol, false);
                } else {
                    workspace.history.open_given(context!(workspace), *entry);
                    workspace.shell.show_route(context!(workspace), Route::History, false);
                    workspace.on_route_changed();
                }
            }
        }
    }
}
