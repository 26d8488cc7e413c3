//! Queues, campaigns, routes, templates and bots as an agent sees them, and the consent of a customer.

use super::conversation::{self, network_of};
use super::template;
use crate::address::{self, Number};
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::presets;
use crate::queues;
use crate::scripts;
use crate::store::{ConversationRow, StoreResult, TemplateRow, WhatsAppCampaignRow, WhatsAppRouteRow};
use crate::suppression;
use std::collections::BTreeSet;
use wire::events::whatsapp::without_plus;
use wire::{
    AgentId, BotRecord, CampaignRecord, Channel, MetaType, OptInRequest, OrgUnitId, QueueId, Success, TemplateRecord,
    WhatsAppRoute,
};

/// `GET /queues/whatsapp?without_paginate=`: all queues, with and without the parameter.
pub(crate) fn queues(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    queues::list(tx, Channel::Whatsapp, &caller.org_unit_id)
}

/// `GET /queues/whatsapp/{id}`.
pub(crate) fn queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    queues::one(tx, Channel::Whatsapp, call, caller)
}

/// The row of the campaign that the path names.
fn campaign_row(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller) -> Result<WhatsAppCampaignRow, Failure> {
    let row = tx.store.whatsapp_campaign(&QueueId::from(call.param("id")))?;
    let row = row.ok_or_else(|| Failure::not_found("campaign"))?;
    caller.must_belong_to(&row.org_unit_id)?;
    Ok(row)
}

fn campaign_record(row: WhatsAppCampaignRow) -> CampaignRecord {
    CampaignRecord { id: row.id, name: row.name, attendance_group_id: row.group_id }
}

/// `GET /campaigns/whatsapp`: campaigns of the agent's org unit.
pub(crate) fn campaigns(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    let rows = tx.store.whatsapp_campaigns_of_unit(&caller.org_unit_id)?;
    json(&Listed { data: rows.into_iter().map(campaign_record).collect() })
}

/// `GET /agents/{id}/campaigns/whatsapp`: campaigns of the agent's groups.
pub(crate) fn campaigns_of_agent(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    json(&Listed { data: of_agent(tx, &caller.agent_id)?.into_iter().map(campaign_record).collect() })
}

fn of_agent(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Vec<WhatsAppCampaignRow>> {
    let mut rows = Vec::new();
    for group in tx.store.groups_of_agent(agent)? {
        rows.extend(tx.store.whatsapp_campaigns_of_group(&group.group.id)?);
    }
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(rows)
}

/// Refuses a default campaign that is not one of the agent's.
pub(super) fn check_default_campaign(tx: &Transaction<'_, '_>, agent: &AgentId, id: &QueueId) -> Result<(), Failure> {
    let is_own = of_agent(tx, agent)?.iter().any(|row| &row.id == id);
    if is_own { Ok(()) } else { Err(Failure::field("campaignId", "unknown")) }
}

/// `GET /campaigns/whatsapp/{id}`.
pub(crate) fn campaign(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    json(&campaign_record(campaign_row(tx, call, caller)?))
}

/// `GET /campaigns/whatsapp/{id}/preset-messages`.
pub(crate) fn campaign_presets(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let campaign = campaign_row(tx, call, caller)?;
    presets::used_by(tx, &campaign.org_unit_id, &campaign.id)
}

/// `GET /queues/whatsapp/{id}/script`.
pub(crate) fn queue_script(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Whatsapp, call, caller)?;
    scripts::used_by(tx, &queue.org_unit_id, &queue.id)
}

/// `GET /campaigns/whatsapp/{id}/script`.
pub(crate) fn campaign_script(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let row = campaign_row(tx, call, caller)?;
    scripts::used_by(tx, &row.org_unit_id, &row.id)
}

fn route_record(row: WhatsAppRouteRow) -> WhatsAppRoute {
    WhatsAppRoute {
        id: row.id,
        name: row.name,
        phone: row.phone,
        route: row.provider,
        meta_type: Some(row.meta_type),
        connected: row.connected,
    }
}

/// `GET /queues/whatsapp/routes/{id}`.
pub(crate) fn queue_routes(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Whatsapp, call, caller)?;
    let rows = tx.store.whatsapp_routes_of_queue(&queue.id)?.into_iter();
    json(&Listed { data: rows.map(route_record).collect() })
}

/// `GET /campaigns/whatsapp/routes/{id}`.
pub(crate) fn campaign_routes(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let campaign = campaign_row(tx, call, caller)?;
    let rows = routes_of_campaign(tx, &campaign)?.into_iter();
    json(&Listed { data: rows.map(route_record).collect() })
}

/// The campaign's routes, by identifier.
fn routes_of_campaign(tx: &Transaction<'_, '_>, campaign: &WhatsAppCampaignRow) -> StoreResult<Vec<WhatsAppRouteRow>> {
    let ids: BTreeSet<&String> = campaign.route_ids.iter().collect();
    let routes = ids.into_iter().map(|id| tx.store.whatsapp_route(id));
    Ok(routes.collect::<StoreResult<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The templates of the routes of the org unit, or of the one with the query `routePhone`: a route sends its own templates only.
fn templates(tx: &Transaction<'_, '_>, call: &Call, routes: Vec<WhatsAppRouteRow>, unit: &OrgUnitId) -> Answer {
    let phone = call.query("routePhone").map(without_plus);
    let is_named = |route: &WhatsAppRouteRow| phone.is_none_or(|phone| route.phone == phone);
    let mut rows = Vec::new();
    for route in routes.iter().filter(|row| &row.org_unit_id == unit && is_named(row)) {
        let templates = tx.store.templates_of_route(&route.id)?.into_iter();
        rows.extend(templates.filter(|row| template::is_offered(network_of(route), row)));
    }
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    let record = |row: TemplateRow| TemplateRecord {
        id: row.id,
        name: row.name,
        language: row.language,
        category: row.category,
        header: row.header,
        header_media: row.header_media,
        body: row.body,
        footer: row.footer,
        buttons: row.buttons,
        variables: row.variables,
    };
    json(&Listed { data: rows.into_iter().map(record).collect() })
}

/// `GET /campaigns/whatsapp/templates-messages/{id}`.
pub(crate) fn campaign_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let campaign = campaign_row(tx, call, caller)?;
    let routes = routes_of_campaign(tx, &campaign)?;
    templates(tx, call, routes, &caller.org_unit_id)
}

/// `GET /whatsapp/templates/org-unit/{id}`: all of the org unit, or those of one route (API-127).
pub(crate) fn unit_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let org_unit = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&org_unit)?;
    let routes = tx.store.whatsapp_routes_of_unit(&org_unit)?;
    templates(tx, call, routes, &org_unit)
}

/// Templates of the wanted routes of the provider in the caller's org unit.
fn templates_of_provider(
    tx: &Transaction<'_, '_>,
    call: &Call,
    caller: &Caller,
    provider: &str,
    is_wanted: impl Fn(&WhatsAppRouteRow) -> bool,
) -> Answer {
    let mut routes = tx.store.whatsapp_routes_of_unit(&caller.org_unit_id)?;
    routes.retain(|route| route.provider == provider && is_wanted(route));
    templates(tx, call, routes, &caller.org_unit_id)
}

/// `GET /infobip/templates`.
pub(crate) fn infobip_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    templates_of_provider(tx, call, caller, "infobip", |_| true)
}

/// `GET /zenvia/templates`.
pub(crate) fn zenvia_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    templates_of_provider(tx, call, caller, "zenvia", |_| true)
}

/// `GET /gupshup/templates/{a}/{b}`: name and phone of the route (API-125).
pub(crate) fn gupshup_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let phone = without_plus(call.param("b"));
    let is_named = |route: &WhatsAppRouteRow| route.name == call.param("a") && route.phone == phone;
    templates_of_provider(tx, call, caller, "gupshup", is_named)
}

/// `GET /gupshup/templates/group/{id}`: templates of the routes of the group's queues and campaigns.
pub(crate) fn group_templates(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let group = tx.store.group(&call.param("id").into())?.ok_or_else(|| Failure::not_found("group"))?;
    caller.must_belong_to(&group.org_unit_id)?;
    let queues = tx.store.queues_of_unit(&group.org_unit_id, Channel::Whatsapp)?;
    let campaigns = tx.store.whatsapp_campaigns_of_group(&group.group.id)?;
    let is_of_queue =
        |route: &WhatsAppRouteRow| queues.iter().any(|row| row.group_id == group.group.id && row.id == route.queue_id);
    let is_of_campaign = |route: &WhatsAppRouteRow| campaigns.iter().any(|row| row.route_ids.contains(&route.id));
    let mut routes = tx.store.whatsapp_routes_of_unit(&caller.org_unit_id)?;
    routes.retain(|route| is_of_queue(route) || is_of_campaign(route));
    templates(tx, call, routes, &caller.org_unit_id)
}

/// `GET /bots`.
pub(crate) fn bots(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    let rows = tx.store.bots_of_unit(&caller.org_unit_id)?.into_iter();
    json(&Listed { data: rows.map(|row| BotRecord { id: row.id, name: row.name }).collect() })
}

/// `POST /gupshup/set-optin`: stores that the customer allowed messages on every WhatsApp route of the org unit.
pub(crate) fn set_opt_in(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let OptInRequest { user } = call.body()?;
    let Ok(Number::Full(customer)) = address::of_person(tx.store.number_country(), &user) else {
        return Err(Failure::field("user", "invalid"));
    };
    for route in tx.store.whatsapp_routes_of_unit(&caller.org_unit_id)? {
        if route.meta_type == MetaType::Whatsapp {
            let row = conversation::load(tx, &route, &customer)?;
            suppression::forget_opt_out(tx, &route.id, &row.customer)?;
            let consent_at = Some(tx.now());
            tx.store.put_conversation(&ConversationRow { opted_out: false, consent_at, ..row })?;
        }
    }
    json(&Success { success: true })
}
