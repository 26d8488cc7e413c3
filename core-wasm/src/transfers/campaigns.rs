//! Campaigns as destinations of an attendance of WhatsApp, and the agents of the campaign that the agent chose (API-115,
//! API-120). A web chat has no campaigns.

use super::machine::{Pending, Transfers, agent_view, available_first, shown_state};
use super::view::{DestinationCampaignView, DestinationCampaignsView};
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, folded, path};
use crate::jobs::{Job, Jobs};
use crate::session::ActingAgent;
use crate::wire::{CampaignRecord, Channel, Protocol, QueueId, TransferAgent};

/// The campaigns of the org unit, and the agents of the chosen one.
#[derive(Clone, Debug, Default)]
pub(super) struct Campaigns {
    pub list: List<CampaignRecord>,
    /// The campaign whose agents are loaded; empty: none.
    pub chosen: QueueId,
    pub agents: List<TransferAgent>,
    /// Lists that are complete and are being loaded again automatically, as in `Destinations`.
    pub quiet: QuietCampaigns,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuietCampaigns {
    pub list: bool,
    pub agents: bool,
}

impl Campaigns {
    /// Chooses no campaign; a pending answer about agents is ignored.
    pub fn clear_choice(&mut self) {
        self.chosen = QueueId::default();
        self.agents.clear();
        self.quiet.agents = false;
    }

    /// The campaigns that the attendance can be transferred to; `None` for a web chat.
    pub fn view(&self, job: &Job) -> Option<DestinationCampaignsView> {
        if !has_campaigns(job) {
            return None;
        }
        let own = job.server().campaign.as_ref().map(|campaign| &campaign.id);
        let campaign = |campaign: &CampaignRecord| DestinationCampaignView {
            id: campaign.id.to_string(),
            name: campaign.name.clone(),
            current: own == Some(&campaign.id),
        };
        let mut items: Vec<_> = self.list.items().iter().map(campaign).collect();
        items.sort_by_key(|campaign| !campaign.current);
        Some(DestinationCampaignsView {
            state: shown_state(self.list.state(), self.quiet.list),
            items,
            chosen: self.chosen.to_string(),
            agents_state: shown_state(self.agents.state(), self.quiet.agents),
            agents: self.agents.items().iter().map(agent_view).collect(),
        })
    }
}

impl Transfers {
    /// The agent chooses a campaign, whose agents are loaded; empty: none. Who walks through the campaigns with the arrow
    /// keys stops at one before its agents are requested. Agents of the campaign chosen before are not shown any more.
    pub(super) fn choose_campaign(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &ActingAgent,
        protocol: &Protocol,
        campaign: QueueId,
    ) {
        if !jobs.get(protocol).is_some_and(has_campaigns) {
            return;
        }
        let campaigns = &mut self.destinations.or_default(protocol).campaigns;
        let event = if campaigns.chosen == campaign {
            ListEvent::Reopened
        } else {
            campaigns.clear_choice();
            campaigns.chosen = campaign;
            ListEvent::Typed
        };
        self.apply_campaign_agents_event(context, jobs, agent, protocol, event);
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    /// Applies an event to the list of campaigns.
    pub fn apply_campaigns_event(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, event: ListEvent) {
        if !jobs.get(protocol).is_some_and(has_campaigns) {
            return;
        }
        let step = self.destinations.or_default(protocol).campaigns.list.after(event);
        if let Some(asked) = step.follow(context, timers::CAMPAIGNS.of(protocol.clone())) {
            let request = HttpRequest::get("campaigns/whatsapp");
            context.request(&mut self.requests, Pending::Campaigns(protocol.clone(), asked), request);
        }
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    /// Applies an event to the list of agents of the chosen campaign.
    pub fn apply_campaign_agents_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &ActingAgent,
        protocol: &Protocol,
        event: ListEvent,
    ) {
        if !jobs.get(protocol).is_some_and(has_campaigns) {
            return;
        }
        let campaigns = &mut self.destinations.or_default(protocol).campaigns;
        if campaigns.chosen.is_empty() {
            return;
        }
        let path = path!["campaigns", "whatsapp", campaigns.chosen, "agents-available"];
        let step = campaigns.agents.after(event);
        if let Some(asked) = step.follow(context, timers::CAMPAIGN_AGENTS.of(protocol.clone())) {
            let request = HttpRequest::get(path).query("agentId", &agent.agent_id);
            context.request(&mut self.requests, Pending::CampaignAgents(protocol.clone(), asked), request);
        }
        context.dirty(slices::DESTINATIONS.of(protocol.clone()));
    }

    pub(super) fn on_campaigns(&mut self, context: &mut Context, protocol: Protocol, asked: Asked, answer: Answer) {
        let Some(destinations) = self.destinations.get_mut(&protocol) else { return };
        let answer = ListAnswer::whole(answer).map(|mut list| {
            list.items.sort_by_cached_key(|campaign: &CampaignRecord| folded(&campaign.name));
            list
        });
        let list = &mut destinations.campaigns.list;
        if let Some(step) = list.answered(context, asked, answer) {
            list.shown(context, ItemList::TransferCampaigns);
            step.follow(context, timers::CAMPAIGNS.of(protocol));
        }
    }

    pub(super) fn on_campaign_agents(
        &mut self,
        context: &mut Context,
        protocol: Protocol,
        asked: Asked,
        answer: Answer,
    ) {
        let Some(destinations) = self.destinations.get_mut(&protocol) else { return };
        let agents = &mut destinations.campaigns.agents;
        if let Some(step) = agents.answered(context, asked, available_first(answer)) {
            agents.shown(context, ItemList::TransferCampaignAgents);
            step.follow(context, timers::CAMPAIGN_AGENTS.of(protocol));
        }
    }
}

/// Only attendances of WhatsApp and Instagram are transferred to campaigns.
fn has_campaigns(job: &Job) -> bool {
    job.channel() == Channel::Whatsapp
}
