//! An attendance that the agent begins: the request, its refusals, and the default campaign (WAP-071 to WAP-107).

use super::machine::{Pending, WhatsApp};
use super::{Exit, facts, slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent, Outcome, SavingStep, ServerWrite, Text,
    WriteEvent, WriteState, WriteStep, camel_case_reason, path,
};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::wire::numbers::typed_number;
use crate::wire::{
    ActiveSessionsReply, ActiveWhatsAppJobReply, ActiveWhatsAppJobRequest, AgentId, CampaignDefaultRequest,
    CampaignRecord, Channel, ErrorBody, Protocol, QueueId, WhatsAppManualRefusedEvent, WhatsAppRoute, without_plus,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// An attendance that the agent began and that has not arrived yet (WAP-074).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManualActivation {
    pub protocol: Protocol,
    pub phone: String,
}

impl WhatsApp {
    /// The agent begins an attendance with a number or a contact. First the server is asked for an open session with
    /// the number (WAP-100).
    pub fn begin(
        &mut self,
        context: &mut Context,
        mut request: ActiveWhatsAppJobRequest,
        connected: bool,
        is_of_brazil: bool,
    ) -> Vec<Exit> {
        if self.is_beginning() {
            return Vec::new();
        }
        let has_number = request.phone.chars().any(|letter| letter.is_ascii_digit());
        if has_number || request.contact_id.is_empty() {
            let Some(phone) = typed_number(&request.phone, is_of_brazil) else {
                return vec![Exit::refused(Topic::NewConversation, Text::key("whatsapp.start.phoneTooShort"))];
            };
            request.phone = phone;
        }
        if !connected {
            return vec![Exit::refused(Topic::NewConversation, Text::key("whatsapp.start.agentWhatsappOffline"))];
        }
        if request.campaign_id.is_empty() {
            request.campaign_id = self.default_campaign.as_deref().unwrap_or_default().into();
        }
        self.begin_left = false;
        let check = HttpRequest::ask("job/whatsapp/check-active-sessions").json(&request);
        context.request(&mut self.requests, Pending::Check(Box::new(request)), check);
        context.dirty(slices::WHATSAPP.key());
        Vec::new()
    }

    /// Asks why a start would be refused, so that the agent reads the reason before filling in the rest of the form.
    /// The answer to an earlier question is dropped. Without an answer the reason is unknown, and a refusal of the
    /// start itself shows it.
    pub fn check_begin(&mut self, context: &mut Context, mut request: ActiveWhatsAppJobRequest, is_of_brazil: bool) {
        if let Some(phone) = typed_number(&request.phone, is_of_brazil) {
            request.phone = phone;
        }
        self.begin_refusal = None;
        self.requests.forget(|pending| matches!(pending, Pending::EarlyCheck));
        let check = HttpRequest::ask("job/whatsapp/check-active-sessions").json(&request);
        context.request(&mut self.requests, Pending::EarlyCheck, check);
        context.dirty(slices::WHATSAPP.key());
    }

    /// The agent's own attendance is no refusal: the start opens it.
    pub(super) fn on_begin_checked(&mut self, context: &mut Context, answer: Answer) {
        let reply = answer.read::<ActiveSessionsReply>().ok();
        let reply = reply.filter(|reply| reply.protocol.is_empty() && !reply.cause.is_empty());
        self.begin_refusal = reply.map(|reply| cause_of(&reply.cause, &reply.details));
        context.dirty(slices::WHATSAPP.key());
    }

    /// The agent closed the dialog before the attendance had come: it does not open any more, because the agent is at something
    /// else, and one that was not requested yet is not begun.
    pub fn leave_begin(&mut self, context: &mut Context) {
        self.begin_left = true;
        self.manual_activations.clear();
        context.dirty(slices::WHATSAPP.key());
    }

    pub(super) fn is_beginning(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Check(_) | Pending::Begin(_) | Pending::BeginLookUp(_)))
    }

    pub(super) fn on_checked(
        &mut self,
        context: &mut Context,
        request: ActiveWhatsAppJobRequest,
        answer: Answer,
    ) -> Vec<Exit> {
        context.dirty(slices::WHATSAPP.key());
        if self.begin_left {
            return Vec::new();
        }
        let reply = match answer.read::<ActiveSessionsReply>() {
            Ok(reply) => reply,
            Err(answer) => return vec![Exit::refused(Topic::NewConversation, refusal(&answer))],
        };
        match (reply.active && !reply.protocol.is_empty(), reply.cause.is_empty()) {
            (true, _) => vec![Exit::Open(reply.protocol)],
            (false, false) if !reply.agent_name.is_empty() => {
                let mut details = BTreeMap::new();
                details.insert("agentName".to_owned(), Value::from(reply.agent_name));
                vec![Exit::refused(Topic::NewConversation, cause_of(&reply.cause, &details))]
            }
            // For other causes this answer lacks the details; the refusal of the start contains them.
            (false, _) => {
                let start = ServerWrite::BeginConversation.post("job/whatsapp/active-job").json(&request);
                context.request(&mut self.requests, Pending::Begin(Box::new(request)), start);
                Vec::new()
            }
        }
    }

    pub(super) fn on_begun(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        request: Box<ActiveWhatsAppJobRequest>,
        answer: Answer,
    ) -> Vec<Exit> {
        context.dirty(slices::WHATSAPP.key());
        if self.begin_left {
            return Vec::new();
        }
        let answer = answer.readable::<ActiveWhatsAppJobReply>();
        let (_, step) =
            WriteState::SENT.after(WriteEvent::of(&answer), ServerWrite::BeginConversation.action_after_loss());
        if step == WriteStep::LookUp {
            let check = HttpRequest::ask("job/whatsapp/check-active-sessions").json(&request);
            context.request(&mut self.requests, Pending::BeginLookUp(request), check);
            return Vec::new();
        }
        match answer.read::<ActiveWhatsAppJobReply>() {
            Ok(reply) if reply.success => self.conversation_begun(jobs, reply.protocol, &request.phone),
            Ok(_) => vec![Exit::refused(Topic::NewConversation, Text::key("triggerActiveJobError"))],
            Err(answer) => vec![Exit::refused(Topic::NewConversation, refusal(&answer))],
        }
    }

    /// The attendance was begun; its event may have arrived before the answer.
    fn conversation_begun(&mut self, jobs: &Jobs, protocol: Protocol, phone: &str) -> Vec<Exit> {
        if jobs.get(&protocol).is_some() {
            return vec![Exit::Open(protocol)];
        }
        self.manual_activations.push(ManualActivation { protocol, phone: without_plus(phone).to_owned() });
        Vec::new()
    }

    /// The look-up after a start without an answer: whether the agent has an attendance with the customer (BEY-153).
    pub(super) fn on_begin_looked_up(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        request: &ActiveWhatsAppJobRequest,
        answer: Answer,
    ) -> Vec<Exit> {
        context.dirty(slices::WHATSAPP.key());
        if self.begin_left {
            return Vec::new();
        }
        let (event, protocol) = match answer.read::<ActiveSessionsReply>() {
            Ok(reply) if reply.active && !reply.protocol.is_empty() => (WriteEvent::FoundDone, reply.protocol),
            Ok(_) => (WriteEvent::FoundNotDone, Protocol::default()),
            Err(_) => (WriteEvent::NotFound, Protocol::default()),
        };
        let write = ServerWrite::BeginConversation;
        let text = match WriteState::LookingUp.after(event, write.action_after_loss()).1 {
            WriteStep::Tell(Outcome::Done) => return self.conversation_begun(jobs, protocol, &request.phone),
            WriteStep::Tell(Outcome::NotDone | Outcome::Refused) => Text::key("triggerActiveJobError"),
            WriteStep::Tell(Outcome::Unknown) => write.unknown(),
            WriteStep::SendAgain(_) | WriteStep::LookUp | WriteStep::Nothing => return Vec::new(),
        };
        vec![Exit::refused(Topic::NewConversation, text)]
    }

    /// Whether the agent began or reopened this attendance, so that it opens; its entry is removed (NAV-037).
    pub fn take_awaited(&mut self, context: &mut Context, protocol: &Protocol, phone: &str) -> bool {
        let phone = without_plus(phone);
        let is_same = |manual: &ManualActivation| match manual.protocol.is_empty() {
            true => !phone.is_empty() && manual.phone == phone,
            false => manual.protocol == *protocol,
        };
        let before = self.manual_activations.len() + self.to_open.len();
        self.manual_activations.retain(|manual| !is_same(manual));
        self.to_open.retain(|awaited| awaited != protocol);
        context.dirty(slices::WHATSAPP.key());
        self.manual_activations.len() + self.to_open.len() < before
    }

    /// A request that the server had accepted was refused afterwards (WAP-089 to WAP-096).
    pub fn on_manual_refused(&mut self, context: &mut Context, event: &WhatsAppManualRefusedEvent) -> Vec<Exit> {
        let phone = without_plus(&event.phone);
        let is_same = |manual: &ManualActivation| {
            (!event.protocol.is_empty() && manual.protocol == event.protocol)
                || (!phone.is_empty() && manual.phone == phone)
        };
        self.manual_activations.retain(|manual| !is_same(manual));
        context.dirty(slices::WHATSAPP.key());
        vec![Exit::refused(Topic::NewConversation, manual_refusal(&event.reason))]
    }

    /// Loads the campaigns with which the agent may begin attendances (API-024).
    pub fn load_campaigns(&mut self, context: &mut Context, agent: &AgentId) {
        self.apply_campaigns_event(context, agent, ListEvent::Reopened);
    }

    /// Applies an event to the list of campaigns.
    pub fn apply_campaigns_event(&mut self, context: &mut Context, agent: &AgentId, event: ListEvent) {
        let step = self.campaigns.after(event);
        if let Some(asked) = step.follow(context, timers::CAMPAIGNS.key()) {
            let request = HttpRequest::get(path!["agents", agent, "campaigns", "whatsapp"]);
            context.request(&mut self.requests, Pending::Campaigns(asked), request);
        }
        context.dirty(slices::WHATSAPP.key());
    }

    pub(super) fn on_campaigns(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.campaigns.answered(context, asked, ListAnswer::whole(answer)) {
            self.campaigns.shown(context, ItemList::Campaigns);
            self.has_campaigns |= self.campaigns.is_complete();
            step.follow(context, timers::CAMPAIGNS.key());
            context.dirty(slices::WHATSAPP.key());
            context.changed(facts::CHOICES.key());
        }
    }

    /// Loads the routes of a campaign (API-117). An answer about another campaign than the one chosen last is not used.
    pub fn load_routes(&mut self, context: &mut Context, campaign: &QueueId) {
        let event = if self.routes.wanted == *campaign { ListEvent::Reopened } else { ListEvent::Changed };
        self.routes.wanted.clone_from(campaign);
        self.apply_routes_event(context, event);
    }

    /// Applies an event to the list of routes.
    pub fn apply_routes_event(&mut self, context: &mut Context, event: ListEvent) {
        if let Some(asked) = self.routes.list.after(event).follow(context, timers::ROUTES.key()) {
            let request = HttpRequest::get(path!["campaigns", "whatsapp", "routes", self.routes.wanted]);
            context.request(&mut self.requests, Pending::Routes(asked), request);
        }
    }

    pub(super) fn on_routes(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let routes = &mut self.routes;
        let Some(step) = routes.list.answered(context, asked, ListAnswer::whole(answer)) else { return };
        step.follow(context, timers::ROUTES.key());
        if routes.list.is_complete() {
            routes.of.clone_from(&routes.wanted);
        }
        context.dirty(slices::WHATSAPP.key());
        context.changed(facts::CHOICES.key());
    }

    /// The campaigns with which the agent may begin attendances, also while they are loaded again; `None` before they are loaded.
    pub fn loaded_campaigns(&self) -> Option<&[CampaignRecord]> {
        self.has_campaigns.then(|| self.campaigns.items())
    }

    /// The campaign whose routes are loaded, and its routes.
    pub fn loaded_routes(&self) -> (&QueueId, &[WhatsAppRoute]) {
        (&self.routes.of, self.routes.list.items())
    }

    /// The agent chooses the campaign of the attendances that the agent begins; empty: none (WAP-104).
    pub fn set_default_campaign(&mut self, context: &mut Context, agent: &AgentId, campaign: &str) {
        let before = self.default_campaign.replace(campaign.to_owned()).unwrap_or_default();
        if let Some(campaign) = self.campaign_saving.change(before, campaign.to_owned()) {
            self.send_default_campaign(context, agent, &campaign);
        }
        context.dirty(slices::WHATSAPP.key());
    }

    fn send_default_campaign(&mut self, context: &mut Context, agent: &AgentId, campaign: &str) {
        let body = CampaignDefaultRequest {
            agent_id: agent.clone(),
            channel: Channel::Whatsapp,
            campaign_id: campaign.into(),
        };
        let request =
            ServerWrite::SaveSetting.put(path!["agents", agent, "set-campaign-default"]).json(&body).repeat_when_busy();
        context.request(&mut self.requests, Pending::DefaultCampaign(agent.clone()), request);
    }

    pub(super) fn on_default_campaign(&mut self, context: &mut Context, agent: &AgentId, answer: &Answer) -> Vec<Exit> {
        let before = match self.campaign_saving.answered(matches!(answer, Answer::Ok(_))) {
            SavingStep::Saved => return Vec::new(),
            SavingStep::Send(campaign) => {
                self.send_default_campaign(context, agent, &campaign);
                return Vec::new();
            }
            SavingStep::Restore(before) => before,
        };
        self.default_campaign = Some(before);
        context.dirty(slices::WHATSAPP.key());
        let in_doubt = answer.is_passing().then_some(Exit::SettingsInDoubt);
        let text = match answer.is_uncertain() {
            true => ServerWrite::SaveSetting.unknown(),
            false => Text::key("whatsapp.settingNotSaved"),
        };
        std::iter::once(Exit::refused(Topic::Setting, text)).chain(in_doubt).collect()
    }

    /// Whether the change of a setting waits for its answer.
    pub fn saves_setting(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::DefaultCampaign(_)))
    }

    /// The server's default campaign, loaded because a change got no answer.
    pub fn set_saved_campaign(&mut self, context: &mut Context, campaign: &str) {
        self.default_campaign = Some(campaign.to_owned());
        context.dirty(slices::WHATSAPP.key());
    }

    /// The agent's record was loaded; a later choice of the agent stays.
    pub fn take_default_campaign(&mut self, context: &mut Context, campaign: &str) {
        if self.default_campaign.is_none() {
            self.default_campaign = Some(campaign.to_owned());
            context.dirty(slices::WHATSAPP.key());
        }
    }
}

/// The text of a refused start.
pub(super) fn refusal(answer: &Answer) -> Text {
    let is_about_number = answer.error_body().is_some_and(|body: &ErrorBody| body.errors.contains_key("phone"));
    match (answer, answer.reason()) {
        (Answer::ServerFault(_), _) => Text::key("whatsapp.start.failed"),
        _ if is_about_number => Text::key("whatsapp.start.phoneInvalid"),
        (_, Some(cause)) => {
            let details = answer.error_body().map(|body: &ErrorBody| body.details.clone()).unwrap_or_default();
            cause_of(&camel_case_reason(cause), &details)
        }
        (_, None) => Text::key("triggerActiveJobError"),
    }
}

/// The text of a cause, with its details. An unknown cause is shown as it is (WAP-107).
fn cause_of(cause: &str, details: &BTreeMap<String, Value>) -> Text {
    let is_preferential = details.get("agentName").and_then(Value::as_str).is_some_and(|name| !name.is_empty());
    let text = match cause {
        "clientOnHold" if is_preferential => Text::key("whatsapp.start.clientOnHoldPreferential"),
        "clientOnHold" => Text::key("whatsapp.start.clientOnHold"),
        "clientOnBot" => Text::key("whatsapp.start.clientOnBot"),
        "agentWhatsappOffline" => Text::key("whatsapp.start.agentWhatsappOffline"),
        "alreadyInAttendance" => Text::key("whatsapp.start.alreadyInAttendance"),
        "alreadyInInbox" => Text::key("whatsapp.start.alreadyInInbox"),
        "alreadyPreferential" => Text::key("whatsapp.start.alreadyPreferential"),
        "evaluation" => Text::key("whatsapp.start.evaluation"),
        "limitQueue" => Text::key("whatsapp.start.limitQueue"),
        "limitGlobal" => Text::key("whatsapp.start.limitGlobal"),
        "agentNotInCampaign" => Text::key("whatsapp.start.agentNotInCampaign"),
        "theNumberDoesNotHaveWhatsapp" => Text::key("theNumberDoesNotHaveWhatsapp"),
        "blacklist" => Text::key("contactInBlacklist"),
        "pause" => Text::key("cannotActiveJobBecauseInPause"),
        cause => Text { fallback: Some("triggerActiveJobError".to_owned()), ..Text::key(cause) },
    };
    details.iter().fold(text, |text, (name, value)| {
        text.with(name, value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    })
}

/// The text of a manual request that was refused afterwards.
fn manual_refusal(reason: &str) -> Text {
    Text::key(match reason {
        "EVALUATION" => "whatsapp.manual.evaluation",
        "ALREADY_IN_INBOX" => "whatsapp.manual.alreadyInInbox",
        "ALREADY_PREFERENTIAL" => "whatsapp.manual.alreadyPreferential",
        "ROUTE_NUMBER" => "whatsapp.manual.routeNumber",
        "ALREADY_IN_ATTENDANCE" => "whatsapp.manual.alreadyInAttendance",
        "CLIENT_ON_HOLD" => "whatsapp.manual.clientOnHold",
        _ => "whatsapp.manual.other",
    })
}
