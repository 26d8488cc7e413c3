//! The conversation of a customer on a route: its attendances, its owner, its window, and the fields that an attendance
//! shows of it.

use super::identity;
use crate::centre::Transaction;
use crate::jobs;
use crate::store::{
    CampaignFact, ConversationRow, GroupRow, JobRow, JobState, QueueRow, StoreError, StoreResult, WhatsAppJobRow,
    WhatsAppRouteRow,
};
use crate::suppression;
use wire::limits::WHATSAPP_WINDOW_SECONDS;
use wire::network_limits::Network;
use wire::{
    AttendanceType, Channel, InboxJob, Job, MetaType, NewWhatsAppEvent, QueueInfo, Wall, WhatsAppInboxEvent, events,
};

/// Providers whose routes have a conversation window.
const OFFICIAL: [&str; 5] = ["twilio", "zenvia", "infobip", "gupshup", "meta"];

/// An attendance with its route and conversation.
pub(super) struct Place {
    pub route: WhatsAppRouteRow,
    pub conversation: ConversationRow,
    pub job: WhatsAppJobRow,
}

/// The network and provider that carry the messages of a route.
pub(super) fn network_of(route: &WhatsAppRouteRow) -> Network {
    let known = Network::of(Channel::Whatsapp, Some(route.meta_type), &route.provider);
    known.unwrap_or(Network::OtherWhatsApp)
}

impl Place {
    /// The route and conversation of a WhatsApp attendance.
    pub fn of(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Self> {
        let found = match tx.store.whatsapp_job(&job.protocol)? {
            Some(facts) => {
                let route = tx.store.whatsapp_route(&facts.route_id)?;
                let conversation = tx.store.conversation(&facts.route_id, &facts.customer)?;
                route.zip(conversation).map(|(route, conversation)| Place { route, conversation, job: facts })
            }
            None => None,
        };
        found.ok_or_else(|| StoreError::Corrupt(format!("attendance {} has no conversation", job.protocol)))
    }

    /// The network and provider that carry the messages of the conversation.
    pub fn network(&self) -> Network {
        network_of(&self.route)
    }

    /// Whether only a template may be sent now, because the conversation window is closed.
    pub fn is_window_closed(&self, tx: &Transaction<'_, '_>) -> StoreResult<bool> {
        Ok(!self.may_write_without_template(tx)? && is_closed(&self.route, &self.conversation, tx.now()))
    }

    fn may_write_without_template(&self, tx: &Transaction<'_, '_>) -> StoreResult<bool> {
        let Some(campaign) = &self.job.campaign else { return Ok(false) };
        Ok(tx.store.whatsapp_campaign(&campaign.id)?.is_some_and(|row| row.without_template))
    }
}

/// The window of an official route lasts 86,400 s from the customer's last message (WAP-018 to WAP-024).
pub(super) fn is_closed(route: &WhatsAppRouteRow, conversation: &ConversationRow, now: Wall) -> bool {
    let has_window = route.meta_type == MetaType::Whatsapp && OFFICIAL.contains(&route.provider.as_str());
    let is_over = |at: Wall| now.since_ms(at) >= WHATSAPP_WINDOW_SECONDS * 1000;
    has_window && conversation.last_receipt.is_none_or(is_over)
}

/// The conversation of the customer with this canonical name, or a new one.
pub(super) fn load(tx: &Transaction<'_, '_>, route: &WhatsAppRouteRow, customer: &str) -> StoreResult<ConversationRow> {
    if let Some(known) = identity::known(tx.store, &route.id, customer)? {
        return Ok(known);
    }
    Ok(ConversationRow {
        route_id: route.id.clone(),
        customer: customer.to_owned(),
        network_id: String::new(),
        name: String::new(),
        org_unit_id: route.org_unit_id.clone(),
        owner: None,
        current: None,
        last_ended_at: None,
        last_receipt: None,
        template_sent_at: None,
        pinned: false,
        marked_unread: false,
        opted_out: suppression::has_opted_out(tx, &route.id, customer)?,
        consent_at: None,
        number_not_exists: false,
        claim: None,
    })
}

/// The attendance of the conversation that is waiting, active or in the inbox.
pub(super) fn current(tx: &Transaction<'_, '_>, conversation: &ConversationRow) -> StoreResult<Option<JobRow>> {
    conversation.current.as_ref().map_or(Ok(None), |protocol| tx.store.job(protocol))
}

/// A new attendance of the conversation, in its queue; the caller sets another state, and stores both rows.
pub(super) fn begin(
    tx: &mut Transaction<'_, '_>,
    conversation: &mut ConversationRow,
    queue: QueueRow,
    group: GroupRow,
    campaign: Option<CampaignFact>,
) -> StoreResult<JobRow> {
    let waiting = JobRow::waiting(jobs::next_protocol(tx)?, Channel::Whatsapp, tx.now());
    let job = JobRow {
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: group.group.id,
        group_name: group.group.name,
        observation_required: group.group.observation_required,
        org_unit_id: conversation.org_unit_id.clone(),
        customer_name: conversation.name.clone(),
        chat_identifier: identity::identifier(conversation),
        tags: queue.tags,
        ..waiting
    };
    conversation.current = Some(job.protocol.clone());
    conversation.pinned = false;
    conversation.marked_unread = false;
    tx.store.put_whatsapp_job(&WhatsAppJobRow {
        protocol: job.protocol.clone(),
        route_id: conversation.route_id.clone(),
        customer: conversation.customer.clone(),
        campaign,
    })?;
    Ok(job)
}

/// Called when the attendance gets an agent.
pub(super) fn assigned(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let mut conversation = Place::of(tx, job)?.conversation;
    if conversation.owner.as_ref() != Some(&job.agent_id) {
        conversation.owner = Some(job.agent_id.clone());
        conversation.pinned = false;
        conversation.marked_unread = false;
    }
    tx.store.put_conversation(&conversation)
}

/// Called when the attendance returned to its queue: the conversation has no owner.
pub(super) fn returned(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let conversation = Place::of(tx, job)?.conversation;
    tx.store.put_conversation(&ConversationRow { owner: None, ..conversation })
}

/// Called when the attendance ended: the next message of the customer begins another one.
pub(super) fn ended(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let mut conversation = Place::of(tx, job)?.conversation;
    conversation.last_ended_at = Some(tx.now());
    conversation.marked_unread = false;
    if conversation.current.as_ref() == Some(&job.protocol) {
        conversation.current = None;
    }
    tx.store.put_conversation(&conversation)
}

/// Adds the conversation to the wire form of its attendance.
pub(super) fn describe(tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job> {
    let place = Place::of(tx, row)?;
    let needs_template = place.is_window_closed(tx)?;
    let template_sent = place
        .conversation
        .template_sent_at
        .is_some_and(|sent| place.conversation.last_receipt.is_none_or(|received| received < sent));
    let allowed = place.may_write_without_template(tx)?;
    let Place { route, conversation, job: facts } = place;
    Ok(Job {
        meta_type: Some(route.meta_type),
        phone: identity::identifier(&conversation),
        unread: job.unread || conversation.marked_unread,
        pinned: conversation.pinned,
        last_receipt: conversation.last_receipt,
        route_phone: route.phone,
        route_disconnected: !route.connected,
        route_whatsapp: route.provider,
        waiting_answer: needs_template,
        start_conversation: needs_template,
        template_sent,
        allow_conversation_without_template: allowed,
        attendance_type: Some(if facts.campaign.is_some() { AttendanceType::Manual } else { AttendanceType::Queue }),
        campaign: facts.campaign.map(|campaign| QueueInfo { id: campaign.id, name: campaign.name }),
        whatsapp_number_not_exists: conversation.number_not_exists,
        ..job
    })
}

/// Publishes a new or changed attendance to its agent.
pub(super) fn publish_job(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let view = jobs::view(tx, job)?;
    tx.publish_event(&job.agent_id, events::whatsapp::Event::New(Box::new(NewWhatsAppEvent { job: view })))
}

/// The entry of the inbox in the form that its agent receives.
pub(super) fn inbox_view(tx: &Transaction<'_, '_>, row: &JobRow) -> StoreResult<InboxJob> {
    let job = jobs::view(tx, row)?;
    Ok(InboxJob {
        protocol: job.protocol,
        channel: job.channel,
        meta_type: job.meta_type,
        contact_id: job.contact_id,
        whats_app_phone: job.phone,
        route_phone: job.route_phone,
        route_whatsapp: job.route_whatsapp,
        color: String::new(),
        contact: job.contact,
        contact_identifier: job.contact_identifier,
        from: job.from,
        last_message: job.last_message,
        messages_not_read: job.messages_not_read,
        last_receipt: job.last_receipt,
        version: job.version,
    })
}

/// Publishes a new or changed entry of the inbox to its agent.
pub(super) fn publish_inbox(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    debug_assert!(job.state == JobState::Inbox, "only entries of the inbox are published as such");
    let event = WhatsAppInboxEvent { inbox_job: inbox_view(tx, job)? };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::Inbox(Box::new(event)))
}
