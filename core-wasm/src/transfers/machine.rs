//! The agents and queues that an attendance can be transferred to, and the transfer. The lists are loaded when the
//! agent opens the dialog, every few seconds while it is open, and after a refusal: because availability changes all
//! the time (BEY-059). `campaigns.rs` has the campaigns.

use super::campaigns::{Campaigns, QuietCampaigns};
use super::registry::NAME;
use super::view::{DestinationAgentView, DestinationQueueView, DestinationsView, LoadView};
use super::{TransfersIntent, slices, timers};
use crate::channels::ChannelStatusView;
use crate::contacts::Contacts;
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, Outcome, RequestId,
    Requests, ServerWrite, Table, Text, WriteEvent, WriteState, WriteStep, camel_case_reason, path,
};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::shell::{SnackbarKind, avatar_color, initials};
use crate::wire::{
    AgentLoad, Channel, ChannelStatus, Protocol, QueueId, QueueRecord, ReportedStatus, TransferAgent, TransferRecord,
    TransferRequest,
};

/// An effect of a transfer on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A snackbar about the transfer of the attendance.
    Snackbar(Protocol, SnackbarKind, Text),
    /// The answer to the transfer was lost: the list of attendances is refetched, which shows whether the attendance
    /// left.
    LookUp,
    /// The attendance was transferred: it is removed (TRF-041).
    Transferred(Protocol),
    /// The lists of the open dialog are loaded again.
    LoadDestinations(Protocol),
    /// The agent has to register the customer first (TRF-003).
    ContactNeeded(Protocol),
}

pub(super) enum Pending {
    Agents(Protocol, Asked),
    Queues(Protocol, Asked),
    Campaigns(Protocol, Asked),
    CampaignAgents(Protocol, Asked),
    Records(Protocol, Asked),
    /// The attendance, its channel, and its number of earlier transfers.
    Transfer(Protocol, Channel, u32),
}

/// The lists of an open dialog are asked again after this time: state and load of a receiver change by the second.
const REFRESH_MS: u64 = 5_000;

/// The agents, queues and campaigns to which an attendance can be transferred.
#[derive(Clone, Debug, Default)]
pub(super) struct Destinations {
    agents: List<TransferAgent>,
    queues: List<QueueRecord>,
    pub campaigns: Campaigns,
    /// The note for the receiver; it stays when the dialog closes without a transfer.
    note: String,
    /// The dialog is open.
    watched: bool,
    /// Lists that are complete and are being loaded again automatically: the dialog shows no sign of loading.
    quiet: Quiet,
}

#[derive(Clone, Copy, Debug, Default)]
struct Quiet {
    agents: bool,
    queues: bool,
}

impl Destinations {
    /// The agent waits for the lists, so the dialog shows that they are being loaded.
    fn show_loading(&mut self) {
        self.quiet = Quiet::default();
        self.campaigns.quiet = QuietCampaigns::default();
    }
}

/// The transfers of one agent.
pub struct Transfers {
    pub(super) requests: Requests<Pending>,
    /// The earlier transfers of attendances.
    pub(super) records: Table<List<TransferRecord>>,
    pub(super) destinations: Table<Destinations>,
    /// Transfers whose answer was lost, with the number of transfers that the attendance had before.
    looked_up: Table<u32>,
}

impl Default for Transfers {
    fn default() -> Self {
        Self {
            requests: Requests::new(NAME),
            records: Table::default(),
            destinations: Table::default(),
            looked_up: Table::default(),
        }
    }
}

impl Transfers {
    /// Carries out an intent. The customer has to be a registered contact before the agent transfers.
    pub fn act(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &ActingAgent,
        intent: TransfersIntent,
    ) -> Option<Exit> {
        if let TransfersIntent::LoadTransfers { protocol } = &intent {
            self.load_records(context, protocol);
            return None;
        }
        let (TransfersIntent::LoadDestinations { protocol }
        | TransfersIntent::LoadTransfers { protocol }
        | TransfersIntent::WatchDestinations { protocol }
        | TransfersIntent::LeaveDestinations { protocol }
        | TransfersIntent::NoteTransfer { protocol, .. }
        | TransfersIntent::ChooseCampaign { protocol, .. }
        | TransfersIntent::Transfer { protocol, .. }) = &intent;
        jobs.get(protocol)?;
        if let TransfersIntent::LeaveDestinations { protocol } = &intent {
            if let Some(destinations) = self.destinations.get_mut(protocol) {
                destinations.watched = false;
                destinations.campaigns.clear_choice();
                context.dirty(slices::DESTINATIONS.of(protocol.clone()));
            }
            context.cancel_timer(&timers::REFRESH.of(protocol.clone()));
            return None;
        }
        if !Contacts::is_registered(jobs, protocol) {
            return Some(Exit::ContactNeeded(protocol.clone()));
        }
        match intent {
            TransfersIntent::LoadDestinations { protocol } => {
                self.destinations.or_default(&protocol).show_loading();
                self.load_destinations(context, jobs, agent, &protocol);
            }
            TransfersIntent::WatchDestinations { protocol } => {
                let destinations = self.destinations.or_default(&protocol);
                destinations.watched = true;
                destinations.show_loading();
                self.load_destinations(context, jobs, agent, &protocol);
                context.timer(timers::REFRESH.of(protocol), REFRESH_MS);
            }
            TransfersIntent::LeaveDestinations { .. } | TransfersIntent::LoadTransfers { .. } => {}
            TransfersIntent::NoteTransfer { protocol, note } => {
                self.destinations.or_default(&protocol).note = note;
                context.dirty(slices::DESTINATIONS.of(protocol));
            }
            TransfersIntent::ChooseCampaign { protocol, campaign_id } => {
                self.choose_campaign(context, jobs, agent, &protocol, campaign_id);
            }
            TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation } => {
                let agent_id = agent.agent_id.clone();
                self.transfer(
                    context,
                    jobs,
                    &TransferRequest { protocol, agent_id, to_agent_id, queue_id, campaign_id, observation },
                );
            }
        }
        None
    }

    /// Loads the lists of an open dialog again.
    pub fn refresh(&mut self, context: &mut Context, jobs: &Jobs, agent: &ActingAgent, protocol: &Protocol) {
        let Some(destinations) = self.destinations.get_mut(protocol).filter(|destinations| destinations.watched) else {
            return;
        };
        let is_whole = |state: ListState| state == ListState::Ready;
        destinations.quiet =
            Quiet { agents: is_whole(destinations.agents.state()), queues: is_whole(destinations.queues.state()) };
        let campaigns = &mut destinations.campaigns;
        campaigns.quiet =
            QuietCampaigns { list: is_whole(campaigns.list.state()), agents: is_whole(campaigns.agents.state()) };
        self.load_destinations(context, jobs, agent, protocol);
        context.timer(timers::REFRESH.of(protocol.clone()), REFRESH_MS);
    }

    /// Loads the agents, queues and campaigns that the attendance can be transferred to, unless they are under way.
    pub fn load_destinations(&mut self, context: &mut Context, jobs: &Jobs, agent: &ActingAgent, protocol: &Protocol) {
        self.apply_agents_event(context, jobs, agent, protocol, ListEvent::Reopened);
        self.apply_queues_event(context, jobs, agent, protocol, ListEvent::Reopened);
        self.apply_campaigns_event(context, jobs, protocol, ListEvent::Reopened);
        self.apply_campaign_agents_event(context, jobs, agent, protocol, ListEvent::Reopened);
    }

    /// Applies an event to the list of agents.
    pub fn apply_agents_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &ActingAgent,
        protocol: &Protocol,
        event: ListEvent,
    ) {
        let Some(job) = jobs.get(protocol) else { return };
        let queue = job.server().queue.as_ref().map(|queue| queue.id.clone()).unwrap_or_default();
        let path = match job.channel() {
            Channel::Chat => path!["queues", queue, "chat", "agents-available"],
            Channel::Whatsapp => path!["queues", "whatsapp", queue, "agents-available"],
            Channel::Voice => return,
        };
        let step = self.destinations.or_default(protocol).agents.after(event);
        if let Some(asked) = step.follow(context, timers::AGENTS.of(protocol.clone())) {
            let request = HttpRequest::get(path).query("agentId", &agent.agent_id);
            context.request(&mut self.requests, Pending::Agents(protocol.clone(), asked), request);
        }
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    /// Applies an event to the list of queues.
    pub fn apply_queues_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &ActingAgent,
        protocol: &Protocol,
        event: ListEvent,
    ) {
        let path = match jobs.get(protocol).map(|job| job.channel()) {
            Some(Channel::Chat) => path!["queues", "chat", "org-unit", agent.org_unit_id],
            Some(Channel::Whatsapp) => path!["queues", "whatsapp", "agent", "org-unit", agent.org_unit_id],
            Some(Channel::Voice) | None => return,
        };
        let step = self.destinations.or_default(protocol).queues.after(event);
        if let Some(asked) = step.follow(context, timers::QUEUES.of(protocol.clone())) {
            context.request(&mut self.requests, Pending::Queues(protocol.clone(), asked), HttpRequest::get(path));
        }
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    /// Sends the transfer; the attendance is removed when the server has accepted it.
    fn transfer(&mut self, context: &mut Context, jobs: &Jobs, request: &TransferRequest) {
        let protocol = &request.protocol;
        let Some(job) = jobs.get(protocol).filter(|job| !job.is_ended()) else { return };
        let path = match job.channel() {
            Channel::Chat if request.campaign_id.is_empty() => "job/chat/transfer",
            Channel::Whatsapp => "job/whatsapp/transfer",
            Channel::Chat | Channel::Voice => return,
        };
        if !self.is_pending(protocol) {
            let pending = Pending::Transfer(protocol.clone(), job.channel(), job.server().transfer_count);
            context.request(&mut self.requests, pending, ServerWrite::Transfer.post(path).json(request));
            context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        }
    }

    fn is_pending(&self, protocol: &Protocol) -> bool {
        self.looked_up.contains_key(protocol)
            || self.requests.any(|pending| matches!(pending, Pending::Transfer(moving, ..) if moving == protocol))
    }

    /// The list was loaded after a transfer without an answer: an attendance that still belongs to the agent was not
    /// transferred.
    pub fn on_jobs_listed(&mut self, context: &mut Context, jobs: &Jobs) -> Vec<Exit> {
        let asked: Vec<Protocol> = self.looked_up.keys().map(Protocol::from).collect();
        asked.iter().flat_map(|protocol| self.look_up_ends(context, jobs, protocol)).collect()
    }

    fn look_up_ends(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) -> Vec<Exit> {
        let Some(before) = self.looked_up.remove(protocol) else { return Vec::new() };
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        let is_here = jobs.get(protocol).is_some_and(|job| job.server().transfer_count <= before);
        let event = if is_here { WriteEvent::FoundNotDone } else { WriteEvent::FoundDone };
        match WriteState::LookingUp.after(event, ServerWrite::Transfer.action_after_loss()).1 {
            WriteStep::Tell(Outcome::Done) => vec![success(protocol.clone())],
            WriteStep::Tell(Outcome::NotDone | Outcome::Refused | Outcome::Unknown) => {
                vec![Exit::Snackbar(protocol.clone(), SnackbarKind::Error, Text::key("transfers.failed"))]
            }
            WriteStep::SendAgain(_) | WriteStep::LookUp | WriteStep::Nothing => Vec::new(),
        }
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, jobs: &Jobs, request: RequestId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.requests.take(request) else { return Vec::new() };
        let (Pending::Agents(protocol, _)
        | Pending::Queues(protocol, _)
        | Pending::Campaigns(protocol, _)
        | Pending::CampaignAgents(protocol, _)
        | Pending::Records(protocol, _)
        | Pending::Transfer(protocol, ..)) = &pending;
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        match pending {
            Pending::Agents(protocol, asked) => {
                if let Some(Destinations { agents, .. }) = self.destinations.get_mut(&protocol)
                    && let Some(step) = agents.answered(context, asked, available_first(answer))
                {
                    agents.shown(context, ItemList::TransferAgents);
                    step.follow(context, timers::AGENTS.of(protocol));
                }
                Vec::new()
            }
            Pending::Records(protocol, asked) => {
                self.on_records(context, protocol, asked, answer);
                Vec::new()
            }
            Pending::Queues(protocol, asked) => {
                if let Some(Destinations { queues, .. }) = self.destinations.get_mut(&protocol)
                    && let Some(step) = queues.answered(context, asked, ListAnswer::whole(answer))
                {
                    queues.shown(context, ItemList::TransferQueues);
                    step.follow(context, timers::QUEUES.of(protocol));
                }
                Vec::new()
            }
            Pending::Campaigns(protocol, asked) => {
                self.on_campaigns(context, protocol, asked, answer);
                Vec::new()
            }
            Pending::CampaignAgents(protocol, asked) => {
                self.on_campaign_agents(context, protocol, asked, answer);
                Vec::new()
            }
            Pending::Transfer(protocol, channel, before) => {
                let held = jobs.get(&protocol);
                let (_, step) =
                    WriteState::SENT.after(WriteEvent::of(&answer), ServerWrite::Transfer.action_after_loss());
                // The answer was lost, but the event that removes the attendance has arrived.
                let has_left = step == WriteStep::LookUp && held.is_none();
                // If the agent is the only one of a queue, the attendance may return before the answer arrives.
                let is_back = held.is_some_and(|job| job.server().transfer_count > before);
                if is_back {
                    return vec![success(protocol)];
                }
                if matches!(answer, Answer::Ok(_)) || has_left {
                    return vec![Exit::Transferred(protocol.clone()), success(protocol)];
                }
                if step == WriteStep::LookUp {
                    self.looked_up.insert(&protocol, before);
                    return vec![Exit::LookUp];
                }
                let is_open = self.destinations.get(&protocol).is_some_and(|destinations| destinations.watched);
                let reload = is_open.then(|| Exit::LoadDestinations(protocol.clone()));
                std::iter::once(refusal(protocol, channel, &answer)).chain(reload).collect()
            }
        }
    }

    /// An attendance was removed. If it was being transferred without an answer, it was transferred.
    pub fn job_removed(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) -> Vec<Exit> {
        context.cancel_timer(&timers::REFRESH.of(protocol.clone()));
        if self.records.remove(protocol).is_some() {
            context.dirty(slices::TRANSFERS.of(protocol.clone()));
        }
        if self.destinations.remove(protocol).is_some() {
            context.dirty(slices::DESTINATIONS.of(protocol.clone()));
        }
        self.look_up_ends(context, jobs, protocol)
    }

    /// The agents and queues to which an attendance can be transferred; `None` until the lists were requested.
    pub fn view(&self, jobs: &Jobs, protocol: &Protocol) -> Option<DestinationsView> {
        let Destinations { agents, queues, campaigns, note, quiet, .. } = self.destinations.get(protocol)?;
        let job = jobs.get(protocol)?;
        let own: Option<&QueueId> = job.server().queue.as_ref().map(|queue| &queue.id);
        let queue = |queue: &QueueRecord| DestinationQueueView {
            id: queue.id.to_string(),
            name: queue.name.clone(),
            current: own == Some(&queue.id),
            agents_available: queue.agents_available,
            waiting: queue.waiting,
        };
        let mut queue_views: Vec<_> = queues.items().iter().map(queue).collect();
        queue_views.sort_by_key(|queue| !queue.current);
        Some(DestinationsView {
            agents_state: shown_state(agents.state(), quiet.agents),
            agents: agents.items().iter().map(agent_view).collect(),
            queues_state: shown_state(queues.state(), quiet.queues),
            queues: queue_views,
            campaigns: campaigns.view(job),
            pending: self.is_pending(protocol),
            note: note.clone(),
        })
    }
}

/// The agents of an answer; those who can receive the attendance now come first.
pub(super) fn available_first(answer: Answer) -> Result<ListAnswer<TransferAgent>, Answer> {
    let mut list = ListAnswer::whole(answer)?;
    list.items.sort_by_key(|agent: &TransferAgent| !can_receive(agent.status));
    Ok(list)
}

pub(super) fn agent_view(agent: &TransferAgent) -> DestinationAgentView {
    DestinationAgentView {
        id: agent.id.to_string(),
        name: agent.name.clone(),
        initials: initials(&agent.name),
        color: avatar_color(&agent.name).to_owned(),
        status: ChannelStatusView::of_reported(agent.status),
        available: can_receive(agent.status),
        load: agent.load.map(|AgentLoad { open, limit }| LoadView { open, limit }),
    }
}

/// A list that is loaded again by itself stays as it is until the answer.
pub(super) fn shown_state(state: ListState, quiet: bool) -> ListState {
    if quiet && state == ListState::Loading { ListState::Ready } else { state }
}

/// Whether the agent can receive the attendance: not one who is paused, about to be paused, or not connected (TRF-034,
/// TRF-036).
fn can_receive(ReportedStatus { status, .. }: ReportedStatus) -> bool {
    match status {
        ChannelStatus::Available | ChannelStatus::InAttendance => true,
        ChannelStatus::Disconnected | ChannelStatus::Paused | ChannelStatus::ScheduledPause => false,
    }
}

/// The text of an accepted transfer (TRF-031).
fn success(protocol: Protocol) -> Exit {
    Exit::Snackbar(protocol, SnackbarKind::Success, Text::key("transfers.done"))
}

/// The text of a refused transfer: on WhatsApp by cause (TRF-034 to TRF-037), in a web chat with the documents' keys (TRF-032,
/// TRF-033).
fn refusal(protocol: Protocol, channel: Channel, answer: &Answer) -> Exit {
    let cause = answer.reason().map(camel_case_reason).unwrap_or_default();
    let text = match (channel, cause.as_str()) {
        (_, "") => Text::key("transfers.failed"),
        (Channel::Whatsapp, "offline") => Text::key("transfers.offline"),
        (Channel::Whatsapp, "queue" | "notInQueue" | "NotInQueue") => Text::key("transfers.queue"),
        (Channel::Whatsapp, "pause" | "inPause" | "InPause") => Text::key("transfers.pause"),
        (Channel::Whatsapp, _) => Text::key("transfers.failed"),
        (_, "offline") => Text::key("cannotTransferBecauseAgentOffline"),
        (_, cause) => Text::reason("transferError", cause, &Default::default(), "transfers.failed"),
    };
    Exit::Snackbar(protocol, SnackbarKind::Error, text)
}
