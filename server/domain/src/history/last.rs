//! The last attendance of a customer.

use super::entry::{channel_facts, qualification_of};
use super::visible_contact;
use crate::address::{self, NumberCountry};
use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::store::{History, HistoryOf, JobRow, StoreResult};
use std::collections::BTreeSet;
use wire::events::whatsapp::without_plus;
use wire::{Channel, ContactId, LastContact, OrgUnitId};

/// Maximum of a customer's attendances that are searched for one of the channel and the route.
const LOOKED_AT: usize = 200;

/// `GET /contacts/{id}/last-contact`; 204 without an attendance.
pub(crate) fn last_of_contact(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let contact = visible_contact(tx, &caller.org_unit_id, &ContactId::from(call.param("id")))?;
    found(last_contact(tx, &caller.org_unit_id, &contact.contact.id)?)
}

/// `GET /contacts/latest-contact-interaction?agentId&contactIdentifier&orgUnitId&channel&whatsAppRoute`: the last
/// attendance of a customer of the channel, registered or not; 204 without one. The route is its id or its number.
pub(crate) fn latest_interaction(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let required = |name: &str| {
        let value = call.query(name).filter(|value| !value.is_empty());
        value.ok_or_else(|| Failure::field(name, "required"))
    };
    required("agentId")?;
    caller.must_belong_to(&OrgUnitId::from(required("orgUnitId")?))?;
    let word = required("channel")?;
    let channel = Channel::ALL.into_iter().find(|channel| channel.as_str() == word);
    let channel = channel.ok_or_else(|| Failure::field("channel", "invalid"))?;
    let identifier = without_plus(required("contactIdentifier")?);
    let route = call.query("whatsAppRoute").filter(|route| !route.is_empty());
    let mut jobs = Vec::new();
    for writing in writings(tx.store.number_country(), channel, identifier) {
        jobs.extend(jobs_of(tx, &caller.org_unit_id, HistoryOf::Customer(writing))?);
    }
    for row in tx.store.contacts_by(tx.rules(channel).identifier(), identifier)? {
        if row.org_unit_id.is_empty() || row.org_unit_id == caller.org_unit_id {
            jobs.extend(jobs_of(tx, &caller.org_unit_id, HistoryOf::Contact(row.contact.id))?);
        }
    }
    jobs.retain(|job| job.channel == channel);
    jobs.sort_by(|one, other| (other.created_at, &other.protocol).cmp(&(one.created_at, &one.protocol)));
    for job in jobs {
        if is_on_route(tx, &job, route)? {
            return found(Some(described(tx, job)?));
        }
    }
    found(None)
}

/// The forms in which attendances of the channel may have the identifier.
fn writings(country: NumberCountry, channel: Channel, identifier: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::from([identifier.to_owned()]);
    match channel {
        Channel::Chat => {}
        Channel::Voice => found.extend(address::writings(country, &address::key(country, identifier))),
        Channel::Whatsapp => found.extend(address::network_writings(&address::network_key(country, identifier))),
    }
    found
}

fn jobs_of(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, of: HistoryOf) -> StoreResult<Vec<JobRow>> {
    tx.store.history(&History::all(org_unit, of), LOOKED_AT)
}

/// Whether the attendance is on this WhatsApp route; `None` means every route; attendances of other channels have no
/// route.
pub(super) fn is_on_route(tx: &Transaction<'_, '_>, job: &JobRow, wanted: Option<&str>) -> StoreResult<bool> {
    let Some(wanted) = wanted.filter(|_| job.channel == Channel::Whatsapp) else { return Ok(true) };
    let Some(facts) = tx.store.whatsapp_job(&job.protocol)? else { return Ok(false) };
    let phone = tx.store.whatsapp_route(&facts.route_id)?.map(|route| route.phone);
    Ok(facts.route_id == wanted || phone.is_some_and(|phone| without_plus(&phone) == without_plus(wanted)))
}

fn found(last: Option<LastContact>) -> Answer {
    last.map_or_else(|| Ok(String::new()), |last| json(&last))
}

/// The contact's attendance in the org unit that started last.
pub(crate) fn last_contact(
    tx: &Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    contact: &ContactId,
) -> StoreResult<Option<LastContact>> {
    let history = History::all(org_unit, HistoryOf::Contact(contact.clone()));
    let last = tx.store.history(&history, 1)?.pop();
    last.map(|job| described(tx, job)).transpose()
}

fn described(tx: &Transaction<'_, '_>, job: JobRow) -> StoreResult<LastContact> {
    let facts = channel_facts(tx, &job)?;
    let agent = if job.agent_id.is_empty() { None } else { tx.store.agent(&job.agent_id)? };
    let qualification = qualification_of(tx.store, &job)?;
    Ok(LastContact {
        protocol: job.protocol,
        channel: Some(job.channel),
        meta_type: facts.meta_type,
        at: Some(job.created_at),
        agent_name: agent.map(|row| row.record.agent_name).unwrap_or_default(),
        // The campaign or, without one, the queue, as everywhere (SHELL-046).
        queue_name: if facts.campaign.is_empty() { job.queue_name } else { facts.campaign },
        qualification: qualification.map(|row| row.record.name).unwrap_or_default(),
        last_message: match job.channel {
            Channel::Voice => String::new(),
            Channel::Chat | Channel::Whatsapp => job.last_message.map(|message| message.message).unwrap_or_default(),
        },
    })
}
