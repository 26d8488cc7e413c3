//! Transfer of an attendance to an agent or a queue: blind, without confirmation (TRF-034 to TRF-042). The agents and queues to
//! choose from are loaded when the agent opens the dialog, and again after a refusal: availability is a fact of the moment.

use super::machine::{Pending, WhatsApp};
use super::{Exit, slices};
use crate::channels::ChannelStatusView;
use crate::flow::{Answer, Catalogue, Context, HttpCall, ListState, Text, camel_case_reason, path};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::shell::{SnackbarKind, avatar_color, initials};
use crate::wire::{
    ChannelStatus, ListBody, Protocol, QueueId, QueueRecord, ReportedStatus, TransferAgent, TransferWhatsAppRequest,
};
use serde::Serialize;

/// Whom an attendance can be transferred to.
#[derive(Clone, Debug, Default)]
pub(super) struct Destinations {
    agents: Catalogue<TransferAgent>,
    queues: Catalogue<QueueRecord>,
}

/// An agent of the attendance's queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationAgentView {
    /// Id of the agent.
    pub id: String,
    /// Name of the agent.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Status of the agent's channel.
    pub status: ChannelStatusView,
    /// The agent can get the attendance now.
    pub available: bool,
}

/// A queue of the org unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationQueueView {
    /// Id of the queue.
    pub id: String,
    /// Name of the queue.
    pub name: String,
    /// The attendance is in this queue.
    pub current: bool,
    /// How many other agents can get the attendance now; `None` if the server does not say it.
    pub agents_available: Option<u32>,
}

/// Whom an attendance can be transferred to (TRF-041). A list that is loaded again keeps its items until the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DestinationsView {
    /// How much of `agents` was loaded.
    pub agents_state: ListState,
    /// Agents who can get the attendance now before the others.
    pub agents: Vec<DestinationAgentView>,
    /// How much of `queues` was loaded.
    pub queues_state: ListState,
    /// The attendance's own queue before the others.
    pub queues: Vec<DestinationQueueView>,
}

impl WhatsApp {
    /// Loads the agents and queues that the attendance can be transferred to, unless they are under way.
    pub fn load_destinations(&mut self, context: &mut Context, jobs: &Jobs, agent: &ActingAgent, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let queue = job.server().queue.as_ref().map(|queue| queue.id.clone()).unwrap_or_default();
        let destinations = self.destinations.or_default(protocol);
        if destinations.agents.begin(true) {
            let call =
                HttpCall::get(path!["queues", "whatsapp", queue, "agents-available"]).query("agentId", &agent.agent_id);
            context.call(&mut self.calls, Pending::DestinationAgents(protocol.clone()), call);
        }
        if destinations.queues.begin(true) {
            let call = HttpCall::get(path!["queues", "whatsapp", "agent", "org-unit", agent.org_unit_id]);
            context.call(&mut self.calls, Pending::DestinationQueues(protocol.clone()), call);
        }
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    pub(super) fn on_destination_agents(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if let Some(destinations) = self.destinations.get_mut(protocol) {
            let agents = answer.read::<ListBody<TransferAgent>>().ok().map(|list| list.data.into_vec());
            destinations.agents.take(agents);
            destinations.agents.items.sort_by_key(|agent| !can_receive(agent.status));
            context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        }
    }

    pub(super) fn on_destination_queues(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if let Some(destinations) = self.destinations.get_mut(protocol) {
            let queues = answer.read::<ListBody<QueueRecord>>().ok().map(|list| list.data.into_vec());
            destinations.queues.take(queues);
            context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        }
    }

    /// Whom an attendance can be transferred to; `None` until the lists were requested.
    pub fn destinations_view(&self, jobs: &Jobs, protocol: &Protocol) -> Option<DestinationsView> {
        let Destinations { agents, queues } = self.destinations.get(protocol)?;
        let own: Option<&QueueId> = jobs.get(protocol)?.server().queue.as_ref().map(|queue| &queue.id);
        let agent = |agent: &TransferAgent| DestinationAgentView {
            id: agent.id.to_string(),
            name: agent.name.clone(),
            initials: initials(&agent.name),
            color: avatar_color(&agent.name).to_owned(),
            status: ChannelStatusView::of_reported(agent.status),
            available: can_receive(agent.status),
        };
        let queue = |queue: &QueueRecord| DestinationQueueView {
            id: queue.id.to_string(),
            name: queue.name.clone(),
            current: own == Some(&queue.id),
            agents_available: queue.agents_available,
        };
        let mut queue_views: Vec<_> = queues.items.iter().map(queue).collect();
        queue_views.sort_by_key(|queue| !queue.current);
        Some(DestinationsView {
            agents_state: agents.state,
            agents: agents.items.iter().map(agent).collect(),
            queues_state: queues.state,
            queues: queue_views,
        })
    }

    /// The text of a refused transfer; the lists of the open dialog are loaded again.
    pub(super) fn on_refused_transfer(&self, protocol: Protocol, answer: &Answer) -> Vec<Exit> {
        let reload = self.destinations.contains_key(&protocol).then_some(Exit::LoadDestinations(protocol));
        std::iter::once(refusal(answer)).chain(reload).collect()
    }

    /// Sends the transfer; the attendance leaves as soon as the server has accepted it.
    pub fn transfer(&mut self, context: &mut Context, jobs: &Jobs, request: TransferWhatsAppRequest) {
        let protocol = request.protocol.clone();
        let open = jobs.get(&protocol).is_some_and(|job| !job.is_ended());
        if open && !self.is_busy(&protocol) {
            let call = HttpCall::post("job/whatsapp/transfer").json(&request);
            context.call(&mut self.calls, Pending::Transfer(protocol.clone()), call);
            self.mark(context, &protocol);
        }
    }
}

/// An agent who is paused, about to be, or not connected is refused (TRF-034, TRF-036).
fn can_receive(ReportedStatus { status, .. }: ReportedStatus) -> bool {
    match status {
        ChannelStatus::Available | ChannelStatus::InAttendance => true,
        ChannelStatus::Disconnected | ChannelStatus::Paused | ChannelStatus::ScheduledPause => false,
    }
}

/// The text of an accepted transfer (spec conversation §8).
pub(super) fn success() -> Exit {
    Exit::Snackbar(SnackbarKind::Success, Text::key("whatsapp.transfer.done"))
}

/// The text of a refused transfer.
fn refusal(answer: &Answer) -> Exit {
    let cause = answer.reason().map(camel_case_reason).unwrap_or_default();
    Exit::refused(Text::key(match cause.as_str() {
        "offline" => "whatsapp.transfer.offline",
        "queue" | "notInQueue" | "NotInQueue" => "whatsapp.transfer.queue",
        "pause" | "inPause" | "InPause" => "whatsapp.transfer.pause",
        _ => "whatsapp.transfer.failed",
    }))
}
