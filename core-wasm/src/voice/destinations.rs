//! The agents, queues and campaigns to which the call of the call bar can be transferred, or who can be added to it
//! (TRF-026, BEY-059). They are loaded again every few seconds while the dialog is open. The server decides about a
//! transfer; the state of a destination only tells the agent what to expect.

use super::machine::{Pending, Voice};
use super::room_news::failure_text;
use super::room_view::{CallDestinationAgentView, CallDestinationGroupView, CallDestinationsView};
use super::timer::VoiceTimer;
use super::{slices, timers};
use crate::channels::ChannelStatusView;
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, Table, Text, path,
};
use crate::jobs::Jobs;
use crate::shell::{avatar_color, initials};
use crate::wire::{
    ChannelStatus, DestinationKind, OrgUnitId, Protocol, ReportedStatus, VoiceDestinationAgent, VoiceDestinationGroup,
    Wall,
};

/// The lists of an open dialog are loaded again after this time, because state and load of a receiver change within
/// seconds.
const REFRESH_MS: u64 = 5_000;

/// One of the lists of destinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DestinationList {
    Agents,
    Queues,
    Campaigns,
}

impl DestinationList {
    const ALL: [Self; 3] = [Self::Agents, Self::Queues, Self::Campaigns];

    fn timer(self) -> VoiceTimer {
        match self {
            Self::Agents => VoiceTimer::DestinationAgents,
            Self::Queues => VoiceTimer::DestinationQueues,
            Self::Campaigns => VoiceTimer::DestinationCampaigns,
        }
    }
}

/// The destinations for the attendance of the call bar, and the notes for receivers.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// The attendance whose dialog was opened last; empty before.
    protocol: Protocol,
    org_unit: OrgUnitId,
    /// Whether the dialog is open.
    watched: bool,
    agents: List<VoiceDestinationAgent>,
    queues: List<VoiceDestinationGroup>,
    campaigns: List<VoiceDestinationGroup>,
    /// The lists were complete and are being loaded again automatically: no sign of loading is shown.
    quiet: bool,
    /// Why the last request was refused.
    pub(super) failure: Option<Text>,
    /// The notes for receivers, kept until a transfer is accepted.
    notes: Table<String>,
}

/// Why an agent with this status cannot receive a call (TRF-016 to TRF-018).
fn refusal_of_agent(ReportedStatus { status, .. }: ReportedStatus) -> Option<&'static str> {
    match status {
        ChannelStatus::Available => None,
        ChannelStatus::InAttendance => Some("agentInCall"),
        ChannelStatus::Paused | ChannelStatus::ScheduledPause => Some("agentPaused"),
        ChannelStatus::Disconnected => Some("agentOffline"),
    }
}

/// Why a queue or campaign cannot receive a call: no agent is connected (TRF-023).
fn refusal_of_group(agents: Option<u32>) -> Option<&'static str> {
    (agents == Some(0)).then_some("noAvailableAgents")
}

impl Voice {
    /// The attendance of the call on the call bar, while the call continues.
    pub fn transferable(&self) -> Option<Protocol> {
        let (_, call) = self.shown_call().filter(|(_, call)| call.is_live())?;
        call.attendance.clone().filter(|protocol| self.jobs.get(protocol).is_some())
    }

    /// Whether the dialog was opened for an attendance that still exists.
    pub fn has_destinations(&self) -> bool {
        !self.destinations.protocol.is_empty()
    }

    /// The dialog opens: the lists are loaded now and every few seconds.
    pub fn watch_destinations(&mut self, context: &mut Context, protocol: &Protocol, org_unit: OrgUnitId) {
        if self.destinations.protocol != *protocol {
            let notes = std::mem::take(&mut self.destinations.notes);
            self.destinations = Destinations { notes, protocol: protocol.clone(), ..Destinations::default() };
        }
        (self.destinations.org_unit, self.destinations.watched) = (org_unit, true);
        (self.destinations.quiet, self.destinations.failure) = (false, None);
        self.load_destinations(context);
        context.timer(timers::VOICE.of(VoiceTimer::Destinations), REFRESH_MS);
    }

    /// The dialog closes; the lists are not loaded any more.
    pub fn leave_destinations(&mut self, context: &mut Context) {
        (self.destinations.watched, self.destinations.failure) = (false, None);
        context.cancel_timer(&timers::VOICE.of(VoiceTimer::Destinations));
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    /// Loads the lists of an open dialog again. A hidden page sends no request.
    pub fn refresh_destinations(&mut self, context: &mut Context, visible: bool) {
        if !self.destinations.watched {
            return;
        }
        context.timer(timers::VOICE.of(VoiceTimer::Destinations), REFRESH_MS);
        if visible {
            let Destinations { agents, queues, campaigns, .. } = &self.destinations;
            let states = [agents.state(), queues.state(), campaigns.state()];
            self.destinations.quiet = states.iter().all(|state| *state == ListState::Ready);
            self.load_destinations(context);
        }
    }

    fn load_destinations(&mut self, context: &mut Context) {
        for list in DestinationList::ALL {
            self.apply_destinations_event(context, list, ListEvent::Reopened);
        }
    }

    /// Applies an event to one of the lists.
    pub(super) fn apply_destinations_event(&mut self, context: &mut Context, list: DestinationList, event: ListEvent) {
        let step = match list {
            DestinationList::Agents => self.destinations.agents.after(event),
            DestinationList::Queues => self.destinations.queues.after(event),
            DestinationList::Campaigns => self.destinations.campaigns.after(event),
        };
        context.dirty(slices::CALL_DESTINATIONS.key());
        let Some(asked) = step.follow(context, timers::VOICE.of(list.timer())) else { return };
        let (pending, request) = match list {
            DestinationList::Agents => {
                let request = HttpRequest::get(path!["agents", "voice", "agents-available"]);
                (Pending::DestinationAgents(asked), request.query("agentId", &self.agent))
            }
            DestinationList::Queues => {
                let request = HttpRequest::get(path!["queues", "voice", "org-unit", self.destinations.org_unit]);
                (Pending::DestinationQueues(asked), request)
            }
            DestinationList::Campaigns => {
                let request = HttpRequest::get(path!["agents", self.agent, "campaigns", "voice"]);
                (Pending::DestinationCampaigns(asked), request)
            }
        };
        context.request(&mut self.requests, pending, request);
    }

    pub(super) fn on_destination_agents(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let own = self.agent.clone();
        let answer = ListAnswer::whole(answer).map(|list| {
            let mut list = list.keep(|agent: &VoiceDestinationAgent| agent.id != own);
            // Sorted once per answer and not for each view: agents who can receive the call come first.
            list.items.sort_by_key(|agent| refusal_of_agent(agent.status).is_some());
            list
        });
        if let Some(step) = self.destinations.agents.answered(context, asked, answer) {
            self.destinations.agents.shown(context, ItemList::TransferAgents);
            step.follow(context, timers::VOICE.of(VoiceTimer::DestinationAgents));
        }
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    pub(super) fn on_destination_queues(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.destinations.queues.answered(context, asked, ListAnswer::whole(answer)) {
            self.destinations.queues.shown(context, ItemList::TransferQueues);
            step.follow(context, timers::VOICE.of(VoiceTimer::DestinationQueues));
        }
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    pub(super) fn on_destination_campaigns(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.destinations.campaigns.answered(context, asked, ListAnswer::whole(answer)) {
            self.destinations.campaigns.shown(context, ItemList::Campaigns);
            step.follow(context, timers::VOICE.of(VoiceTimer::DestinationCampaigns));
        }
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    /// The agent writes the note for the receiver of a transfer.
    pub fn note_transfer(&mut self, context: &mut Context, protocol: &Protocol, note: String) {
        self.destinations.notes.insert(protocol, note);
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    /// A transfer of the attendance was accepted, or the attendance was removed: the note is deleted.
    pub(super) fn forget_note(&mut self, context: &mut Context, protocol: &Protocol) {
        self.destinations.notes.remove(protocol);
        if self.destinations.protocol == *protocol {
            let notes = std::mem::take(&mut self.destinations.notes);
            self.destinations = Destinations { notes, ..Destinations::default() };
            for timer in [VoiceTimer::Destinations].into_iter().chain(DestinationList::ALL.map(DestinationList::timer))
            {
                context.cancel_timer(&timers::VOICE.of(timer));
            }
        }
        context.dirty(slices::CALL_DESTINATIONS.key());
    }

    /// The view of the destinations; `None` until the dialog was opened for the call of the call bar.
    pub fn destinations_view(&self, jobs: &Jobs) -> Option<CallDestinationsView> {
        let Destinations { protocol, agents, queues, campaigns, quiet, failure, notes, .. } = &self.destinations;
        let (_, call) = self.shown_call().filter(|(_, call)| call.is_live())?;
        if protocol.is_empty() || call.attendance.as_ref() != Some(protocol) {
            return None;
        }
        let server = jobs.get(protocol)?.server();
        let queue_id = server.voice_queue.as_ref().or(server.queue.as_ref()).map(|queue| &queue.id);
        let campaign_id = server.voice_campaign.as_ref().map(|campaign| &campaign.id);
        let of_queues = queues.items().iter().map(|queue| {
            let current = queue_id == Some(&queue.id);
            group_view(DestinationKind::Queue, queue, current)
        });
        let of_campaigns = campaigns.items().iter().map(|campaign| {
            let current = campaign_id == Some(&campaign.id);
            group_view(DestinationKind::Campaign, campaign, current)
        });
        let mut groups: Vec<_> = of_queues.chain(of_campaigns).collect();
        groups.sort_by_key(|group| !group.current);
        let both = [queues.state(), campaigns.state()];
        Some(CallDestinationsView {
            agents_state: shown_state(agents.state(), *quiet),
            agents: agents.items().iter().map(agent_view).collect(),
            groups_state: shown_state(joined_state(both), *quiet),
            groups,
            pending: call.room.state.is_pending(),
            failure: failure.clone(),
            note: notes.get(protocol).cloned().unwrap_or_default(),
        })
    }
}

/// A list that is loaded again automatically keeps its state until the answer.
fn shown_state(state: ListState, quiet: bool) -> ListState {
    if quiet && state == ListState::Loading { ListState::Ready } else { state }
}

/// The state of two lists that are shown as one: the less complete state.
fn joined_state(both: [ListState; 2]) -> ListState {
    [ListState::Failed, ListState::Loading, ListState::NotAsked]
        .into_iter()
        .find(|state| both.contains(state))
        .unwrap_or(ListState::Ready)
}

fn agent_view(agent: &VoiceDestinationAgent) -> CallDestinationAgentView {
    CallDestinationAgentView {
        id: agent.id.to_string(),
        name: agent.name.clone(),
        initials: initials(&agent.name),
        color: avatar_color(&agent.name).to_owned(),
        extension: agent.extension.clone(),
        status: ChannelStatusView::of_reported(agent.status),
        since: agent.since.as_js(),
        pause: agent.pause.clone(),
        groups: agent.groups.clone(),
        open: agent.open,
        refusal: refusal_of_agent(agent.status).map(failure_text),
    }
}

fn group_view(kind: DestinationKind, group: &VoiceDestinationGroup, current: bool) -> CallDestinationGroupView {
    CallDestinationGroupView {
        kind,
        id: group.id.to_string(),
        name: group.name.clone(),
        current,
        agents_available: group.agents_available,
        agents: group.agents,
        waiting: group.waiting,
        waiting_since: group.waiting_since.map(Wall::as_js),
        refusal: refusal_of_group(group.agents).map(failure_text),
    }
}
