//! The history, registered with the workspace.

use super::registry::NAME;
use super::{History, HistoryIntent, HistorySlice, Range, slices, timers};
use crate::flow::{Answer, AreaName, Entity, ListEvent, RequestId, SliceKey};
use crate::shell::Route;
use crate::wire::{AgentRole, Protocol};
use crate::workspace::registry::{Area, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for History {
    type Intent = HistoryIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::PAGE, |workspace, ()| HistorySlice::HistoryPage(Box::new(workspace.history.page_view()))),
        &Show(&slices::ENTRY, |workspace, protocol| {
            let view =
                workspace.history.entry_view(&workspace.time_zone, workspace.session.viewer(), protocol.as_str());
            view.map(|view| HistorySlice::HistoryEntry(Box::new(view)))
        }),
        &Show(&slices::OF, |workspace, entity| {
            workspace.history.of_view(&entity).map(|view| HistorySlice::HistoryOf(Box::new(view)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::SEARCH, |workspace, ()| {
            workspace.history.apply_list_event(context!(workspace), ListEvent::Due);
        }),
        &When(&timers::ENTRY, |workspace, protocol| {
            let protocol = Protocol::from(protocol.as_str());
            workspace.history.apply_messages_event(context!(workspace), &protocol, ListEvent::Due);
        }),
        &When(&timers::OF, |workspace, entity| workspace.history.load_of(context!(workspace), entity, ListEvent::Due)),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.history.entities().map(|entity| slices::OF.of(entity)));
        keys.extend(workspace.history.opened().map(|protocol| slices::ENTRY.of(protocol.into())));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        workspace.history.on_reply(context!(workspace), request, answer);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.history = History::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let zone = &workspace.time_zone;
        let history = &mut workspace.history;
        let context = context!(workspace);
        match intent {
            HistoryIntent::ReloadHistory => history.reload(context),
            HistoryIntent::SetHistoryRange { from, to } => history.set_range(context, Range { from, to }, zone),
            HistoryIntent::FilterHistory { filter } => history.set_filter(context, filter),
            HistoryIntent::SearchHistory { text } => history.search(context, text),
            HistoryIntent::TurnHistoryPage { page } => history.ask(context, page),
            HistoryIntent::OpenHistoryEntry { protocol } => {
                history.open_entry(context, &protocol);
                if workspace.session.agent().role == AgentRole::Supervisor {
                    history.load_recordings(context, &protocol);
                }
            }
            HistoryIntent::PlayRecording { protocol, id } => history.play(context, &protocol, &id),
            HistoryIntent::CloseHistoryEntry { protocol } => history.close_entry(context, &protocol),
            HistoryIntent::LoadHistoryOf { kind, id } => {
                history.load_of(context, Entity::new(kind, id), ListEvent::Reopened)
            }
            HistoryIntent::MoreHistoryOf { kind, id } => {
                history.load_of(context, Entity::new(kind, id), ListEvent::More)
            }
        }
    }
}

impl Workspace {
    /// The agent went to the page of the history.
    pub(crate) fn open_history(&mut self) {
        self.history.open(context!(self), &self.time_zone);
    }

    /// An attendance began, ended or was qualified: the list is refetched while the agent looks at it.
    pub(crate) fn refresh_history(&mut self) {
        if *self.shell.route() == Route::History {
            self.history.reload(context!(self));
        }
    }
}
