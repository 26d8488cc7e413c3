//! The transfers, registered with the workspace.

use super::registry::NAME;
use super::{Exit, Transfers, TransfersIntent, TransfersSlice, slices, timers};
use crate::contacts::Wanted;
use crate::flow::{Answer, AreaName, ListEvent, RequestId};
use crate::jobs::RemovalReason;
use crate::notifications::Topic;
use crate::wire::Protocol;
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Transfers {
    type Intent = TransfersIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::DESTINATIONS, |workspace, protocol| {
            let view = workspace.transfers.view(&workspace.jobs, &protocol)?;
            Some(TransfersSlice::TransferDestinations(Box::new(view)))
        }),
        &Show(&slices::TRANSFERS, |workspace, protocol| {
            let view = workspace.transfers.records_view(&protocol)?;
            Some(TransfersSlice::JobTransfers(Box::new(view)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::AGENTS, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let (transfers, jobs) = (&mut workspace.transfers, &workspace.jobs);
            transfers.apply_agents_event(context!(workspace), jobs, &agent, &protocol, ListEvent::Due);
        }),
        &When(&timers::QUEUES, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let (transfers, jobs) = (&mut workspace.transfers, &workspace.jobs);
            transfers.apply_queues_event(context!(workspace), jobs, &agent, &protocol, ListEvent::Due);
        }),
        &When(&timers::CAMPAIGNS, |workspace, protocol| {
            let (transfers, jobs) = (&mut workspace.transfers, &workspace.jobs);
            transfers.apply_campaigns_event(context!(workspace), jobs, &protocol, ListEvent::Due);
        }),
        &When(&timers::CAMPAIGN_AGENTS, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let (transfers, jobs) = (&mut workspace.transfers, &workspace.jobs);
            transfers.apply_campaign_agents_event(context!(workspace), jobs, &agent, &protocol, ListEvent::Due);
        }),
        &When(&timers::TRANSFERS, |workspace, protocol| {
            workspace.transfers.apply_records_event(context!(workspace), &protocol, ListEvent::Due);
        }),
        &When(&timers::REFRESH, |workspace, protocol| {
            let agent = workspace.acting_agent();
            workspace.transfers.refresh(context!(workspace), &workspace.jobs, &agent, &protocol);
        }),
    ];

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent();
        let exit = workspace.transfers.act(context!(workspace), &workspace.jobs, &agent, intent);
        workspace.route(exit);
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.transfers.on_reply(context!(workspace), &workspace.jobs, request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.transfers = Transfers::default();
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        let exits = workspace.transfers.job_removed(context!(workspace), &workspace.jobs, protocol);
        workspace.route(exits);
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Snackbar(protocol, kind, text) => workspace.snackbar(Topic::Transfer(protocol), kind, text),
            Self::LookUp => workspace.reconcile(),
            Self::Transferred(protocol) => {
                workspace.remove_job(&protocol, RemovalReason::Transferred);
                workspace.refresh_status();
            }
            Self::ContactNeeded(protocol) => workspace.need_contact(&protocol, Wanted::Transfer),
            Self::LoadDestinations(protocol) => {
                let agent = workspace.acting_agent();
                workspace.transfers.load_destinations(context!(workspace), &workspace.jobs, &agent, &protocol);
            }
        }
    }
}
