//! Broadcasts, registered with the workspace.

use super::creation::Surroundings;
use super::registry::NAME;
use super::{Broadcasts, BroadcastsIntent, BroadcastsSlice, Exit, records, slices, timers};
use crate::flow::{Answer, AreaName, EventNumber, FactKey, ListEvent, RequestId, SliceKey};
use crate::notifications::Topic;
use crate::people;
use crate::session;
use crate::shell::{Dialog, Route};
use crate::whatsapp::{self, TEMPLATES_BY_GROUP};
use crate::wire::{AgentId, BroadcastId, EventMeta, Name, events};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, ShowList, Shown, Timed, When};
use crate::workspace::{Workspace, context};

/// Facts of other areas, without borrowing the whole workspace.
macro_rules! around {
    ($workspace:ident) => {
        &Surroundings {
            groups: $workspace.session.member_groups(),
            campaigns: $workspace.whatsapp.loaded_campaigns(),
            routes: $workspace.whatsapp.loaded_routes(),
            columns: $workspace.people.columns(),
            templates_by_group: $workspace.services.flags_on().iter().any(|flag| flag == TEMPLATES_BY_GROUP),
        }
    };
}

impl Area for Broadcasts {
    type Intent = BroadcastsIntent;
    type Event = events::broadcasts::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::BROADCASTS, |workspace, ()| {
            BroadcastsSlice::Broadcasts(workspace.broadcasts.view(workspace.broadcasts_enabled()))
        }),
        &ShowList(&slices::ORDER, |workspace, ()| Some(workspace.broadcasts.order())),
        &Show(&slices::CARD, |workspace, id| {
            workspace.broadcasts.card(&id).map(|card| BroadcastsSlice::BroadcastCard(Box::new(card)))
        }),
        &Show(&slices::OPENED, |workspace, ()| {
            workspace.broadcasts.opened_view().map(|view| BroadcastsSlice::Broadcast(Box::new(view)))
        }),
        &ShowList(&slices::ENTRIES, |workspace, ()| workspace.broadcasts.entry_order()),
        &Show(&slices::ENTRY, |workspace, (list, entry)| {
            let view = workspace.broadcasts.entry_view(&list, &entry);
            view.map(|view| BroadcastsSlice::BroadcastEntry(Box::new(view)))
        }),
        &Show(&slices::NEW, |workspace, ()| {
            let view = workspace.broadcasts.new_view(around!(workspace));
            view.map(|view| BroadcastsSlice::NewBroadcast(Box::new(view)))
        }),
        &Show(&slices::CONTACTS, |workspace, ()| {
            workspace.broadcasts.contacts_view().map(|view| BroadcastsSlice::BroadcastContacts(Box::new(view)))
        }),
        &ShowList(&slices::CONTACT_ORDER, |workspace, ()| Some(workspace.broadcasts.contact_order())),
        &Show(&slices::CONTACT, |workspace, key| {
            let view = workspace.broadcasts.contact_view(&key);
            view.map(|view| BroadcastsSlice::BroadcastContact(Box::new(view)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::LISTS, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.broadcasts.apply_lists_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::START, |workspace, ()| workspace.broadcasts.follow_starts(context!(workspace))),
        &When(&timers::ENTRIES, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.broadcasts.apply_entries_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::TEMPLATES, |workspace, ()| {
            workspace.broadcasts.apply_templates_event(context!(workspace), ListEvent::Due);
        }),
        &When(&timers::CHECK, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.broadcasts.check(context!(workspace), &agent);
        }),
        &When(&timers::CONTACTS, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.broadcasts.apply_contacts_event(context!(workspace), &agent, ListEvent::Due);
        }),
    ];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::DRAFT, |workspace, _agent| workspace.broadcasts.record(workspace.server_now()))];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.broadcasts.live_keys());
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let agent = workspace.acting_agent();
        let exits = workspace.broadcasts.on_reply(context!(workspace), &agent, request, answer);
        workspace.route(exits);
        workspace.fit_new_broadcast();
    }

    fn reset(workspace: &mut Workspace) {
        workspace.broadcasts.reset(context!(workspace));
    }

    fn fact_changed(workspace: &mut Workspace, fact: &FactKey) {
        if session::facts::ORG_UNIT.has(fact) {
            workspace.follow_broadcast_route();
        } else if session::facts::CLOCK.has(fact) {
            workspace.broadcasts.follow_starts(context!(workspace));
        }
        if whatsapp::facts::CHOICES.has(fact) || people::facts::COLUMNS.has(fact) {
            workspace.fit_new_broadcast();
        }
    }

    fn reconcile(workspace: &mut Workspace, _agent: &AgentId) {
        if workspace.broadcasts.is_begun() {
            let agent = workspace.acting_agent();
            workspace.broadcasts.reload(context!(workspace), &agent);
        }
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        use events::broadcasts::Event::{Schedule, Schedules, Status};
        let agent = workspace.acting_agent();
        let of = match &event {
            Status(event) => &event.agent_id,
            Schedule(event) => &event.agent_id,
            Schedules(event) => &event.agent_id,
        };
        // The lists are loaded with the page, so that earlier events are not needed (BRD-013 for another agent).
        if *of != agent.agent_id || !workspace.broadcasts.is_begun() {
            return;
        }
        let number = EventNumber::of(meta);
        let (broadcasts, context) = (&mut workspace.broadcasts, context!(workspace));
        match event {
            Status(event) => {
                let exits = broadcasts.on_status(context, &agent, *event, number);
                workspace.route(exits);
            }
            Schedule(event) => broadcasts.on_schedule(context, &agent, event, number),
            Schedules(event) => broadcasts.on_schedules(context, &agent, event, number),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        use BroadcastsIntent as Intent;
        if workspace.broadcasts_enabled() != Some(true) {
            return;
        }
        let agent = workspace.acting_agent();
        let (broadcasts, context) = (&mut workspace.broadcasts, context!(workspace));
        match intent {
            Intent::ReloadBroadcasts => broadcasts.reload(context, &agent),
            Intent::FilterBroadcasts { filter } => broadcasts.filter_lists(context, filter),
            Intent::OpenBroadcast { id } => broadcasts.open(context, &agent, id),
            Intent::CloseBroadcast => broadcasts.close(context),
            Intent::FilterEntries { group, reason, search } => {
                broadcasts.filter_entries(context, group, reason, search)
            }
            Intent::AskCancelBroadcast { id } => workspace.ask_cancel_broadcast(id),
            Intent::CancelBroadcast { id, name } => {
                let exits = broadcasts.cancel(context, &agent, &id, &name);
                workspace.route(exits);
            }
            Intent::ResumeBroadcast { id } => broadcasts.resume(context, &agent, &id),
            Intent::RetryEntries { id, entries } => broadcasts.retry(context, &agent, &id, &entries),
            Intent::OpenNewBroadcast => workspace.open_new_broadcast(),
            Intent::CloseNewBroadcast => broadcasts.show_new(context, false),
            Intent::DiscardBroadcastDraft => broadcasts.discard_draft(context, &agent),
            Intent::ChangeBroadcastDraft { change } => {
                broadcasts.change_draft(context, &agent, around!(workspace), change);
                workspace.load_broadcast_routes();
            }
            Intent::SearchBroadcastContacts { text } => broadcasts.search_contacts(context, &agent, text),
            Intent::FilterBroadcastContacts { filter } => broadcasts.filter_contacts(context, &agent, filter),
            Intent::ShowChosenContacts { only } => broadcasts.show_only_chosen(context, only),
            Intent::MoreBroadcastContacts => broadcasts.apply_contacts_event(context, &agent, ListEvent::More),
            Intent::ChooseBroadcastContacts { ids, chosen } => {
                let ids: Vec<Name> = ids.iter().map(|id| id.as_str().into()).collect();
                broadcasts.choose(context, &agent, around!(workspace), &ids, chosen);
            }
            Intent::AddBroadcastFile { name, headings, rows, lines } => {
                let rows = lines.into_iter().zip(rows).collect();
                broadcasts.add_file(context, &agent, around!(workspace), (name, headings, rows));
            }
            Intent::StepBroadcastPreview { forward } => broadcasts.step_preview(context, forward),
            Intent::CheckBroadcastDraft => broadcasts.check(context, &agent),
            Intent::CreateBroadcast => broadcasts.create(context, &agent, around!(workspace)),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Said(kind, text) => workspace.snackbar(Topic::Broadcasts, kind, text),
            Self::CancelAnswered(id) => {
                let is_its = |dialog: &Dialog| matches!(dialog, Dialog::CancelBroadcast { id: of, .. } if *of == id);
                workspace.shell.dialogs.close(context!(workspace), is_its);
            }
        }
    }
}

impl Workspace {
    /// The flag of the org unit; `None` before the org unit is loaded.
    pub(crate) fn broadcasts_enabled(&self) -> Option<bool> {
        let org_unit = self.session.org_unit();
        (!org_unit.id.is_empty()).then_some(org_unit.broadcast_whatsapp_enabled)
    }

    /// The page of broadcasts is shown with its route.
    pub(crate) fn follow_broadcast_route(&mut self) {
        if *self.shell.route() == Route::Broadcast && self.broadcasts_enabled() == Some(true) {
            let agent = self.acting_agent();
            self.broadcasts.show(context!(self), &agent);
        }
    }

    /// Restores the draft of the agent.
    pub(crate) fn restore_broadcast_draft(&mut self, agent: &AgentId) {
        self.broadcasts.restore(context!(self), agent);
        if self.broadcasts.is_begun() {
            let agent = self.acting_agent();
            self.broadcasts.reload(context!(self), &agent);
        }
    }

    fn ask_cancel_broadcast(&mut self, id: BroadcastId) {
        if let Some(card) = self.broadcasts.card(&id).filter(|card| card.may_cancel) {
            self.shell.dialogs.open(context!(self), Dialog::CancelBroadcast { id, name: card.name });
        }
    }

    fn open_new_broadcast(&mut self) {
        let agent = self.acting_agent();
        self.broadcasts.show_new(context!(self), true);
        self.whatsapp.load_campaigns(context!(self), &agent.agent_id);
        self.people.apply_columns_event(context!(self), ListEvent::Needed);
        self.broadcasts.need_contacts(context!(self), &agent);
        self.broadcasts.apply_templates_event(context!(self), ListEvent::Needed);
        self.load_broadcast_routes();
        self.fit_new_broadcast();
    }

    /// Loads the routes of the chosen campaign.
    fn load_broadcast_routes(&mut self) {
        if let Some(campaign) = self.broadcasts.wanted_routes() {
            self.whatsapp.load_routes(context!(self), &campaign);
        }
    }

    /// Brings the draft in line with what was loaded.
    fn fit_new_broadcast(&mut self) {
        if self.broadcasts.is_new_open() {
            let agent = self.acting_agent();
            let around = around!(self);
            self.broadcasts.fit(context!(self), &agent, around);
            self.broadcasts.choose_all_loaded(context!(self), &agent, around);
        }
    }
}
