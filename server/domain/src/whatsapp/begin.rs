//! Attendances that an agent begins: the checks and the attendance (WAP-073 to WAP-088, WAP-100).

use super::attendance::{check_limits, reached_limit};
use super::conversation::{self, publish_job};
use super::identity;
use crate::address::{self, Number, NumberCountry};
use crate::auth::{Caller, OwnCall};
use crate::broker::link_is_alive;
use crate::call::Answer;
use crate::centre::Transaction;
use crate::channels;
use crate::http::{Failure, json};
use crate::jobs;
use crate::refusal::Refusal;
use crate::router;
use crate::store::{
    CampaignFact, ClaimFact, ConversationRow, JobRow, JobState, StoreResult, WhatsAppCampaignRow, WhatsAppRouteRow,
};
use crate::suppression;
use wire::events::whatsapp::without_plus;
use wire::{
    ActiveSessionsReply, ActiveWhatsAppJobReply, ActiveWhatsAppJobRequest, AgentId, Channel, MetaType, OrgUnitId,
    QueueId, WhatsAppManualRefusedEvent, events,
};

/// The customer, campaign and route that the request names.
struct Wanted {
    campaign: WhatsAppCampaignRow,
    /// The route; `None`: the campaign has no route.
    route: Option<WhatsAppRouteRow>,
    customer: String,
}

/// `POST /job/whatsapp/active-job`.
pub(crate) fn active_job(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ActiveWhatsAppJobRequest = call.body()?;
    let Wanted { campaign, route, customer } = requested_start(tx, caller, &request)?;
    let Some(route) = route else {
        let event = WhatsAppManualRefusedEvent {
            phone: Some(without_plus(request.phone.trim()).to_owned())
                .filter(|phone| !phone.is_empty())
                .unwrap_or(customer),
            reason: "ROUTE_NUMBER".to_owned(),
            ..WhatsAppManualRefusedEvent::default()
        };
        tx.publish_event(&caller.agent_id, events::whatsapp::Event::ManualRefused(event))?;
        return json(&ActiveWhatsAppJobReply::default());
    };
    let mut conversation = conversation::load(tx, &route, &customer)?;
    if let Some(refusal) = refusal(tx, caller, &campaign, &conversation)? {
        return Err(refusal.into());
    }
    check_limits(tx, &caller.agent_id, &campaign.queue_id)?;
    let queue = tx.store.queue(&campaign.queue_id)?.ok_or_else(|| Failure::field("campaignId", "unknown"))?;
    let group = tx.store.group(&campaign.group_id)?.ok_or_else(|| Failure::field("campaignId", "unknown"))?;
    let fact = CampaignFact { id: campaign.id, name: campaign.name };
    let mut job = conversation::begin(tx, &mut conversation, queue, group, Some(fact))?;
    job.state = JobState::Active;
    job.agent_id = caller.agent_id.clone();
    job.assigned(tx.now());
    job.contact_id = Some(request.contact_id).filter(|id| !id.is_empty());
    jobs::find_contact(tx, &mut job)?;
    if let (true, Some(id)) = (job.customer_name.is_empty(), &job.contact_id) {
        job.customer_name = tx.store.contact(id)?.map(|row| row.contact.fullname).unwrap_or_default();
    }
    conversation.owner = Some(caller.agent_id.clone());
    tx.store.put_conversation(&conversation)?;
    let job = jobs::save(tx, job)?;
    router::set_gone_due(tx, &caller.agent_id)?;
    publish_job(tx, &job)?;
    channels::recount(tx, &caller.agent_id, Channel::Whatsapp, false)?;
    json(&ActiveWhatsAppJobReply { success: true, protocol: job.protocol })
}

/// `POST /job/whatsapp/check-active-sessions`.
pub(crate) fn check_active_sessions(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ActiveWhatsAppJobRequest = call.body()?;
    let Wanted { campaign, route, customer } = requested_start(tx, caller, &request)?;
    let Some(route) = route else { return json(&ActiveSessionsReply::default()) };
    let conversation = conversation::load(tx, &route, &customer)?;
    let refusal = match refusal(tx, caller, &campaign, &conversation)? {
        None => reached_limit(tx, &caller.agent_id, &campaign.queue_id)?.map(Refusal::of),
        refusal => refusal,
    };
    let (cause, details) = refusal.map(Refusal::into_parts).unwrap_or_default();
    let job = conversation::current(tx, &conversation)?.filter(|job| job.state == JobState::Active);
    let agent_name = match &job {
        Some(job) => name_of(tx, &job.agent_id)?,
        None => String::new(),
    };
    let own = job.as_ref().filter(|job| job.agent_id == caller.agent_id);
    json(&ActiveSessionsReply {
        active: job.is_some(),
        protocol: own.map(|job| job.protocol.clone()).unwrap_or_default(),
        agent_name,
        cause,
        details,
    })
}

fn requested_start(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    request: &ActiveWhatsAppJobRequest,
) -> Result<Wanted, Failure> {
    if request.channel != Channel::Whatsapp {
        return Err(Failure::field("channel", "invalid"));
    }
    let campaign = campaign_of(tx, caller, &request.campaign_id)?;
    let route_id = if request.route_id.is_empty() { campaign.route_ids.first() } else { Some(&request.route_id) };
    let route = match route_id {
        Some(id) if !campaign.route_ids.contains(id) => return Err(Failure::field("routeId", "unknown")),
        Some(id) => tx.store.whatsapp_route(id)?,
        None => None,
    };
    let contact = match &request.contact_id {
        id if id.is_empty() => None,
        id => {
            let row = tx.store.contact(id)?;
            let row = row.filter(|row| row.org_unit_id.is_empty() || row.org_unit_id == caller.org_unit_id);
            Some(row.ok_or_else(|| Failure::field("contactId", "unknown"))?.contact.identifiers.whatsapp_identifier)
        }
    };
    let phone = request.phone.trim();
    let written = if phone.is_empty() { contact.unwrap_or_default() } else { phone.to_owned() };
    if written.is_empty() {
        return Err(Failure::field("phone", "required"));
    }
    let is_account = route.as_ref().is_some_and(|route| route.meta_type == MetaType::Instagram);
    let customer = if is_account { account(&written) } else { customer_number(tx.store.number_country(), &written) };
    let customer = customer.map_err(|fault| Failure::field("phone", fault))?;
    Ok(Wanted { campaign, route, customer })
}

/// The Instagram account that the agent typed: only digits; another text is refused.
fn account(written: &str) -> Result<String, &'static str> {
    let account = without_plus(written);
    if account.bytes().all(|byte| byte.is_ascii_digit()) { Ok(account.to_owned()) } else { Err("invalid") }
}

/// The canonical number of WhatsApp (WAP-071), or the id of a customer without a number.
fn customer_number(country: NumberCountry, written: &str) -> Result<String, &'static str> {
    match address::of_person(country, written) {
        Ok(Number::Full(number)) => Ok(number),
        Ok(Number::Local(_)) => Err("invalid"),
        Err(_) if address::is_user_id(written) => Ok(written.to_owned()),
        Err(fault) => Err(fault.as_str()),
    }
}

/// The named campaign, or the agent's default one.
fn campaign_of(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> Result<WhatsAppCampaignRow, Failure> {
    let id = match id {
        id if id.is_empty() => {
            let agent = tx.store.agent(&caller.agent_id)?;
            QueueId(agent.map(|agent| agent.record.campaign_whatsapp_default).unwrap_or_default())
        }
        id => id.clone(),
    };
    if id.is_empty() {
        return Err(Failure::field("campaignId", "required"));
    }
    let row = tx.store.whatsapp_campaign(&id)?.filter(|row| row.org_unit_id == caller.org_unit_id);
    row.ok_or_else(|| Failure::field("campaignId", "unknown"))
}

fn name_of(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<String> {
    Ok(tx.store.agent(agent)?.map(|row| row.record.agent_name).unwrap_or_default())
}

/// The first condition that holds is the cause of the refusal.
fn refusal(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    campaign: &WhatsAppCampaignRow,
    conversation: &ConversationRow,
) -> StoreResult<Option<Refusal>> {
    let group = tx.store.group(&campaign.group_id)?;
    if !group.is_some_and(|group| group.members.contains(&caller.agent_id)) {
        return Ok(Some(Refusal::of("agentNotInCampaign")));
    }
    let channel = channels::row_of(tx, &caller.agent_id, Channel::Whatsapp)?;
    if !channel.connected || !link_is_alive(tx, &caller.agent_id)? {
        return Ok(Some(Refusal::of("agentWhatsappOffline")));
    }
    if channel.pause.is_some() {
        return Ok(Some(Refusal::of("pause")));
    }
    if conversation.opted_out || suppression::is_blocked(tx, &caller.org_unit_id, &conversation.customer)? {
        return Ok(Some(Refusal::of("blacklist")));
    }
    if let Some(job) = conversation::current(tx, conversation)? {
        return Ok(Some(refusal_of_attendance(tx, &job)?));
    }
    match &conversation.claim {
        None => Ok(None),
        Some(ClaimFact::Bot) => Ok(Some(Refusal::of("clientOnBot"))),
        Some(ClaimFact::Evaluation(agent)) => {
            Ok(Some(Refusal::of("evaluation").with("agentName", name_of(tx, agent)?)))
        }
        Some(ClaimFact::Wallet(agent)) if agent == &caller.agent_id => Ok(None),
        Some(ClaimFact::Wallet(agent)) => {
            Ok(Some(Refusal::of("alreadyPreferential").with("agentName", name_of(tx, agent)?)))
        }
    }
}

/// Why a contact cannot get another number while an agent attends it by this one (CTC-026 to CTC-030): that agent would lose
/// the customer's contact. `None` if no agent does.
pub(super) fn engagement(
    tx: &Transaction<'_, '_>,
    agent: &AgentId,
    org_unit: &OrgUnitId,
    customer: &str,
) -> StoreResult<Option<&'static str>> {
    for route in tx.store.whatsapp_routes_of_unit(org_unit)? {
        let conversation = identity::known(tx.store, &route.id, &identity::canonical(&route, customer))?;
        let Some(conversation) = conversation.filter(|row| &row.org_unit_id == org_unit) else { continue };
        if let Some(job) = conversation::current(tx, &conversation)? {
            return Ok(Some(match job.state {
                JobState::Waiting => "CLIENT_ON_HOLD",
                JobState::Inbox => "ALREADY_IN_INBOX",
                JobState::Active | JobState::Ended | JobState::Qualified | JobState::Abandoned => {
                    "ALREADY_IN_ATTENDANCE"
                }
            }));
        }
        match &conversation.claim {
            Some(ClaimFact::Bot) => return Ok(Some("CLIENT_ON_BOT")),
            Some(ClaimFact::Wallet(owner)) if owner != agent => return Ok(Some("ALREADY_PREFERENTIAL")),
            Some(ClaimFact::Wallet(_) | ClaimFact::Evaluation(_)) | None => {}
        }
    }
    Ok(None)
}

/// Why no other attendance can begin with the customer of this attendance, which waits, is active or in the inbox.
pub(super) fn refusal_of_attendance(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Refusal> {
    Ok(match job.state {
        JobState::Waiting => Refusal::of("clientOnHold")
            .with("queueName", job.queue_name.clone())
            .with("position", tx.store.position_of(job)?),
        JobState::Inbox => Refusal::of("alreadyInInbox").with("agentName", name_of(tx, &job.agent_id)?),
        JobState::Active | JobState::Ended | JobState::Qualified | JobState::Abandoned => {
            Refusal::of("alreadyInAttendance").with("agentName", name_of(tx, &job.agent_id)?)
        }
    })
}
