//! `POST /broadcast/whatsapp` and `POST /broadcast/whatsapp/check`: both make the same list of the request; the check stores nothing.

use super::audience::{Customer, Facts, Omission, omission};
use super::hours::Hours;
use super::{entry, lists, opt_out, pace};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::contacts;
use crate::digest::sha256_hex;
use crate::due::Due;
use crate::fold::folded;
use crate::http::{Failure, json};
use crate::store::{
    BroadcastEntryRow, BroadcastRow, ContactRow, ConversationRow, EntryStage, GroupRow, StoreResult, TemplateRow,
    WhatsAppCampaignRow, WhatsAppRouteRow,
};
use crate::suppression;
use crate::whatsapp::conversation::{self, network_of};
use crate::whatsapp::template::is_offered;
use std::collections::BTreeSet;
use wire::limits::{BROADCAST_NAME_MAX_CHARS, BROADCAST_NAME_MIN_CHARS};
use wire::templates::{is_header_link, sent_names};
use wire::{
    BroadcastCheck, BroadcastContact, BroadcastCounts, BroadcastId, BroadcastRequest, BroadcastStatus,
    BroadcastTemplate, CustomId, EntryStatus, LeftOut, MetaType, VariableSource, Wall,
};

/// What the request names.
struct Named {
    group: GroupRow,
    campaign: WhatsAppCampaignRow,
    route: WhatsAppRouteRow,
    template: TemplateRow,
}

/// A customer of the list to be.
struct Recipient {
    row: BroadcastEntryRow,
    /// Why the customer gets no message, and the column without a value.
    left_out: Option<(Omission, String)>,
}

/// `POST /broadcast/whatsapp` (API-182): a repeated `customId` gets the list that the first request created.
pub(crate) fn create(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    lists::check_enabled(tx, caller)?;
    let request: BroadcastRequest = call.body()?;
    check_custom_id(&request.custom_id)?;
    let request_digest = sha256_hex(&json(&request)?);
    if let Some(first) = tx.store.broadcast_of_request(&caller.agent_id, &request.custom_id)? {
        if first.request_digest != request_digest {
            return Err(Failure::cause("customIdUsed"));
        }
        return lists::answer(&first, 0);
    }
    let name = checked_name(&request.name)?;
    let named = named(tx, caller, &request)?;
    check_request(tx, caller, &request, &named)?;
    let folded_name = folded(&name);
    if tx.store.broadcast_of_name(&caller.org_unit_id, &folded_name)?.is_some() {
        return Err(Failure::cause("duplicate"));
    }
    let starts_at = request.starts_at.unwrap_or(tx.now());
    let id = BroadcastId(tx.context.random_hex(8));
    let recipients = recipients(tx, caller, &request, &named, &id)?;
    let Named { group, campaign, route, template } = named;
    let mut list = BroadcastRow {
        id,
        agent_id: caller.agent_id.clone(),
        org_unit_id: caller.org_unit_id.clone(),
        custom_id: request.custom_id,
        request_digest,
        name,
        folded_name,
        group_id: group.group.id,
        group_name: group.group.name,
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        queue_id: campaign.queue_id,
        route_id: route.id,
        route_name: route.name,
        variables: sent_names(&template.body, &template.variables),
        template_id: template.id,
        template_name: template.name,
        template_body: template.body,
        language: template.language,
        header_media: template.header_media,
        header_link: request.template.header_link,
        created_at: tx.now(),
        starts_at,
        status: BroadcastStatus::Queued,
        finished_at: None,
        cancelled_at: None,
        paused_reason: String::new(),
        resumes_at: None,
        counts: BroadcastCounts::default(),
        retryable: 0,
        leased: 0,
        outcomes: 0,
        failures: 0,
        version: 0,
        published_version: 1,
    };
    for Recipient { row, .. } in &recipients {
        entry::count(&mut list, row, true);
        tx.store.insert_broadcast_entry(row)?;
    }
    if list.counts.queued == 0 {
        list.finished_at = Some(tx.now());
    } else {
        tx.mark_due(Due::Broadcast, list.id.as_str(), starts_at)?;
    }
    entry::publish(tx, &mut list)?;
    lists::answer(&list, 0)
}

/// `POST /broadcast/whatsapp/check`: what the server would do now.
pub(crate) fn check(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    lists::check_enabled(tx, caller)?;
    let request: BroadcastRequest = call.body()?;
    let named = named(tx, caller, &request)?;
    check_request(tx, caller, &request, &named)?;
    let recipients = recipients(tx, caller, &request, &named, &BroadcastId::default())?;
    let starts_at = request.starts_at.unwrap_or(tx.now());
    let hours = Hours::of(tx, &named.campaign.queue_id)?;
    let numbers = recipients.iter().filter(|recipient| recipient.left_out.is_none()).map(|found| &found.row.number);
    let openings: Vec<Wall> = numbers.map(|number| hours.opening(number, starts_at)).collect();
    let daily_used = pace::customers_of_day(tx, &named.route.id)?;
    let first_at = openings.iter().min().copied().unwrap_or(starts_at);
    let last_opening = openings.iter().max().copied().unwrap_or(starts_at);
    let last_at = last_opening.plus_ms(sending_ms(tx, openings.len(), daily_used));
    let left_out = (0..).zip(&recipients).filter_map(|(index, recipient)| {
        let (omission, column) = recipient.left_out.clone()?;
        let Omission { status, reason, .. } = omission;
        let contact_name = recipient.row.name.clone();
        Some(LeftOut { index, contact_name, status, reason: reason.to_owned(), column })
    });
    json(&BroadcastCheck {
        receives: u32::try_from(openings.len()).unwrap_or(u32::MAX),
        left_out: left_out.collect::<Vec<_>>().into(),
        first_at,
        last_at,
        daily_limit: tx.config.whatsapp.broadcasts.daily_customers,
        daily_used: u32::try_from(daily_used).unwrap_or(u32::MAX),
    })
}

/// About how long this number of messages takes, without the pauses of the calendar.
fn sending_ms(tx: &Transaction<'_, '_>, messages: usize, used: usize) -> i64 {
    let config = &tx.config.whatsapp.broadcasts;
    let messages = i64::try_from(messages).unwrap_or(i64::MAX);
    let at_rate = messages.saturating_mul(1_000) / i64::from(config.per_second.max(1));
    let Some(limit) = config.daily_customers.filter(|limit| *limit > 0) else { return at_rate };
    let beyond = messages.saturating_add(i64::try_from(used).unwrap_or(i64::MAX)).saturating_sub(1).max(0);
    at_rate.saturating_add((beyond / i64::from(limit)).saturating_mul(pace::DAY_MS))
}

fn check_custom_id(custom_id: &CustomId) -> Result<(), Failure> {
    let id = custom_id.as_str();
    let is_id = id.len() == 10 && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if is_id { Ok(()) } else { Err(Failure::field("customId", "invalid")) }
}

/// The name without space around it (BRD-009, BRD-010).
fn checked_name(name: &str) -> Result<String, Failure> {
    let name = name.trim();
    if !wire::is_visible(name) {
        return Err(Failure::field("name", "required"));
    }
    match name.chars().count() {
        ..BROADCAST_NAME_MIN_CHARS => Err(Failure::field("name", "tooShort")),
        BROADCAST_NAME_MIN_CHARS..=BROADCAST_NAME_MAX_CHARS => Ok(name.to_owned()),
        _ => Err(Failure::too_long("name", BROADCAST_NAME_MAX_CHARS)),
    }
}

/// Group, campaign, route and template of the request (BRD-007, BRD-008).
fn named(tx: &Transaction<'_, '_>, caller: &Caller, request: &BroadcastRequest) -> Result<Named, Failure> {
    let unknown = |field: &str| Failure::field(field, "unknown");
    let id = &request.attendance_group_id;
    if id.is_empty() {
        return Err(Failure::field("attendanceGroupId", "required"));
    }
    if !id.as_str().bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::field("attendanceGroupId", "invalid"));
    }
    let is_own = |row: &GroupRow| {
        row.group.broadcast_enabled && row.org_unit_id == caller.org_unit_id && row.members.contains(&caller.agent_id)
    };
    let group = tx.store.group(id)?.filter(is_own).ok_or_else(|| unknown("attendanceGroupId"))?;
    let is_of_group = |row: &WhatsAppCampaignRow| row.group_id == *id && row.org_unit_id == caller.org_unit_id;
    let campaign = tx.store.whatsapp_campaign(&request.campaign_id)?.filter(is_of_group);
    let campaign = campaign.ok_or_else(|| unknown("campaignId"))?;
    let route_id = if request.route_id.is_empty() { campaign.route_ids.first() } else { Some(&request.route_id) };
    let route = match route_id.filter(|id| campaign.route_ids.contains(id)) {
        Some(id) => tx.store.whatsapp_route(id)?,
        None => None,
    };
    let is_whatsapp =
        |row: &WhatsAppRouteRow| row.meta_type == MetaType::Whatsapp && row.org_unit_id == caller.org_unit_id;
    let route = route.filter(is_whatsapp).ok_or_else(|| unknown("routeId"))?;
    let is_of_route = |row: &TemplateRow| row.route_id == route.id && is_offered(network_of(&route), row);
    let template = tx.store.template(&request.template.id)?.filter(is_of_route).ok_or_else(|| unknown("template"))?;
    Ok(Named { group, campaign, route, template })
}

fn check_request(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    request: &BroadcastRequest,
    named: &Named,
) -> Result<(), Failure> {
    let most = tx.config.whatsapp.broadcasts.max_contacts;
    match request.contacts.len() {
        0 => return Err(Failure::field("contacts", "required")),
        number if number > most => return Err(Failure::too_long("contacts", most)),
        _ => {}
    }
    check_template(tx, caller, &request.template, &named.template, &request.contacts)?;
    match request.starts_at {
        Some(at) if at < tx.now() => Err(Failure::field("startsAt", "invalid")),
        Some(_) | None => Ok(()),
    }
}

fn check_template(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    choice: &BroadcastTemplate,
    template: &TemplateRow,
    contacts: &[BroadcastContact],
) -> Result<(), Failure> {
    let has_one_field = |source: &VariableSource| source.column.is_empty() != source.text.is_empty();
    let has_file = match template.header_media {
        Some(_) => is_header_link(&choice.header_link),
        None => choice.header_link.is_empty(),
    };
    let mut known: BTreeSet<String> = contacts::importable_columns(tx, &caller.org_unit_id)?.into_iter().collect();
    known.insert("employer_name".to_owned());
    let is_known = |source: &VariableSource| {
        let column = &source.column;
        column.is_empty() || known.contains(column) || contacts.iter().any(|row| row.fields.contains_key(column))
    };
    let is_valid = choice.variables.len() == template.variables.len()
        && choice.variables.iter().all(|source| has_one_field(source) && is_known(source))
        && has_file;
    if is_valid { Ok(()) } else { Err(Failure::field("template", "invalid")) }
}

/// The customers of the request, with what is known of them now.
fn recipients(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    request: &BroadcastRequest,
    named: &Named,
    id: &BroadcastId,
) -> StoreResult<Vec<Recipient>> {
    let opt_in = tx.store.queue_settings(&named.campaign.queue_id)?.broadcast_opt_in_column;
    // An attendance that is open now says nothing about a later day.
    let begins_now = request.starts_at.is_none();
    let mut customers = BTreeSet::new();
    let mut found = Vec::with_capacity(request.contacts.len());
    for (position, row) in (0..).zip(&request.contacts) {
        let contact = contact_of(tx, caller, row)?;
        let customer = Customer { row, contact: contact.as_ref() };
        let number = customer.number(tx.store.number_country());
        let values = customer.values(&request.template.variables);
        let state = CustomerState::of(tx, &named.route, number.canonical())?;
        let left_out = omission(Facts {
            is_of_unit: row.contact_id.is_empty() || contact.is_some(),
            number: &number,
            lacks_value: values.is_err(),
            is_duplicate: customers.contains(state.customer()),
            is_opted_out: state.is_opted_out,
            is_blocked: state.is_blocked,
            lacks_opt_in: !opt_in.is_empty() && !customer.has_opt_in(&opt_in),
            is_in_attendance: state.is_in_attendance && begins_now,
        });
        if left_out.is_none() {
            customers.insert(state.customer().to_owned());
        }
        let (values, column) = match values {
            Ok(values) => (values, String::new()),
            Err(column) => (Vec::new(), column),
        };
        let is_value = |omission: &Omission| omission.reason == wire::broadcast_reasons::MISSING_VALUE;
        found.push(Recipient {
            row: BroadcastEntryRow {
                broadcast_id: id.clone(),
                position,
                contact_id: row.contact_id.clone(),
                name: customer.name(),
                identifier: customer.identifier(),
                number: number.canonical().to_owned(),
                values,
                status: left_out.map_or(EntryStatus::Queued, |omission| omission.status),
                reason: left_out.map_or("", |omission| omission.reason).to_owned(),
                attempt: 1,
                is_retryable: left_out.is_some_and(|omission| omission.is_retryable),
                stage: if left_out.is_some() { EntryStage::Ended } else { EntryStage::Waiting },
                not_before: request.starts_at.unwrap_or(tx.now()),
                changed_at: tx.now(),
                version: 1,
            },
            left_out: left_out.map(|omission| (omission, if is_value(&omission) { column } else { String::new() })),
        });
    }
    Ok(found)
}

/// The contact that the row names, if the org unit has it.
fn contact_of(tx: &Transaction<'_, '_>, caller: &Caller, row: &BroadcastContact) -> StoreResult<Option<ContactRow>> {
    if row.contact_id.is_empty() {
        return Ok(None);
    }
    let contact = tx.store.contact(&row.contact_id)?;
    Ok(contact.filter(|row| row.is_shared() || row.org_unit_id == caller.org_unit_id))
}

/// What the route knows of a customer now.
#[derive(Clone, Debug, Default)]
pub(super) struct CustomerState {
    /// The customer opted out.
    pub is_opted_out: bool,
    /// The number is blocked.
    pub is_blocked: bool,
    /// An attendance with the customer is open.
    pub is_in_attendance: bool,
    /// The conversation, also one that does not exist yet.
    pub conversation: Option<ConversationRow>,
}

impl CustomerState {
    /// The customer's name as the conversation has it: the same for each of the names by which the network knows a customer. Empty without a number.
    fn customer(&self) -> &str {
        self.conversation.as_ref().map_or("", |row| &row.customer)
    }

    /// The state of the customer with this canonical number.
    pub fn of(tx: &Transaction<'_, '_>, route: &WhatsAppRouteRow, number: &str) -> StoreResult<Self> {
        if number.is_empty() {
            return Ok(Self::default());
        }
        let conversation = conversation::load(tx, route, number)?;
        Ok(Self {
            is_opted_out: opt_out::wants_none(tx, route, &conversation)?,
            is_blocked: suppression::is_blocked(tx, &route.org_unit_id, number)?,
            is_in_attendance: conversation::current(tx, &conversation)?.is_some(),
            conversation: Some(conversation),
        })
    }
}
