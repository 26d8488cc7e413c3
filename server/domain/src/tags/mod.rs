//! Tags: tags that an org unit offers, and adding them to contacts, companies and attendances (TAG, API-171 to API-181).
//!
//! A target stores copies of its items, so that an item that is no longer offered is still shown and can be removed. The
//! answer to a change has all items of the target; a repetition changes nothing.

use crate::audit::{self, Subject};
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::chat;
use crate::contacts;
use crate::employers;
use crate::http::{Failure, Listed, json};
use crate::jobs;
use crate::store::{JobRow, JobState, TagKind, TagRow};
use std::collections::BTreeMap;
use wire::{ContactId, JobTag, JobTagRequest, Protocol, Tag, TagItemsRequest};

/// Maximum of items of one contact, company or attendance.
const MAX_ITEMS: usize = 50;

/// A change of a target's items.
enum Change {
    Add(Vec<JobTag>),
    Remove(String),
}

impl Change {
    /// The items after the change.
    fn apply(self, mut items: Vec<JobTag>, field: &str) -> Result<Vec<JobTag>, Failure> {
        match self {
            Change::Remove(id) => items.retain(|item| item.tag_item_id != id),
            Change::Add(added) => {
                for item in added {
                    if !items.iter().any(|held| held.tag_item_id == item.tag_item_id) {
                        items.push(item);
                    }
                }
                if items.len() > MAX_ITEMS {
                    return Err(Failure::field(field, "tooLong"));
                }
            }
        }
        Ok(items)
    }
}

/// `GET /new-tag/tags?type=a,b&group=1,2`: tags of these kinds, by default of all kinds; of the attendance tags those of
/// these groups and those that belong to every group.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let words = |name: &str| -> Vec<String> {
        let text = call.query(name).unwrap_or_default();
        text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let kinds = words("type").iter().map(|word| TagKind::parse(word)).collect::<Option<Vec<_>>>();
    let kinds = kinds.ok_or_else(|| Failure::field("type", "invalid"))?;
    let groups = words("group");
    let is_wanted = |row: &TagRow| {
        let in_group = |group: &str| groups.is_empty() || groups.iter().any(|wanted| wanted == group);
        (kinds.is_empty() || kinds.contains(&row.kind)) && row.group_id.as_ref().is_none_or(|id| in_group(id.as_str()))
    };
    let rows = tx.store.tags_of(&caller.org_unit_id)?;
    json(&Listed::<Tag> { data: rows.into_iter().filter(is_wanted).map(wire_tag).collect() })
}

fn wire_tag(row: TagRow) -> Tag {
    Tag { tag_id: row.id, tag_name: row.name, tag_type: row.kind.as_str().to_owned(), items: row.items }
}

/// The item and its tag; 404 if the org unit does not offer it, 422 for `field` if the tag is for another kind of
/// target.
fn offered(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    id: &str,
    kind: TagKind,
    field: &str,
) -> Result<(TagRow, JobTag), Failure> {
    for row in tx.store.tags_of(&caller.org_unit_id)? {
        if let Some(item) = row.items.iter().find(|item| item.tag_item_id == id).cloned() {
            return if row.kind == kind { Ok((row, item)) } else { Err(Failure::field(field, "invalid")) };
        }
    }
    Err(Failure::not_found("tag item"))
}

/// The items that the body adds.
fn added(tx: &Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, kind: TagKind) -> Result<Change, Failure> {
    const FIELD: &str = "tag_item_ids";
    let request: TagItemsRequest = call.body()?;
    if request.tag_item_ids.is_empty() {
        return Err(Failure::field(FIELD, "required"));
    }
    let items = request.tag_item_ids.iter().map(|id| Ok(offered(tx, caller, id, kind, FIELD)?.1));
    items.collect::<Result<_, Failure>>().map(Change::Add)
}

/// The item that the path removes. An item that the target does not have must at least be offered.
fn removed(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    id: &str,
    kind: TagKind,
    held: &[JobTag],
) -> Result<Change, Failure> {
    if !held.iter().any(|item| item.tag_item_id == id) {
        offered(tx, caller, id, kind, "itemId")?;
    }
    Ok(Change::Remove(id.to_owned()))
}

fn require_agent(call: &OwnCall<'_>) -> Result<(), Failure> {
    call.query("agentId").map(drop).ok_or_else(|| Failure::field("agentId", "required"))
}

fn answer(data: Vec<JobTag>) -> Answer {
    json(&Listed { data })
}

/// `POST /new-tag/agent/contacts/{id}/tag-items?agentId=`.
pub(crate) fn add_to_contact(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    require_agent(call)?;
    let change = added(tx, call, caller, TagKind::Contact)?;
    change_contact(tx, call, caller, |_, _| Ok(change))
}

/// `DELETE /new-tag/agent/contacts/{id}/tag-items/{itemId}?agentId=`.
pub(crate) fn remove_from_contact(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    require_agent(call)?;
    change_contact(tx, call, caller, |tx, held| removed(tx, caller, call.param("itemId"), TagKind::Contact, held))
}

fn change_contact(
    tx: &mut Transaction<'_, '_>,
    call: &OwnCall<'_>,
    caller: &Caller,
    change: impl FnOnce(&Transaction<'_, '_>, &[JobTag]) -> Result<Change, Failure>,
) -> Answer {
    let mut row = contacts::editable(tx, caller, &ContactId::from(call.param("id")))?;
    let change = change(tx, &row.contact.tags)?;
    let tags = change.apply(row.contact.tags.clone(), "tag_item_ids")?;
    if row.contact.tags != tags {
        record(tx, caller, audit::contact(&row), &row.contact.tags, &tags)?;
        row.contact.tags = tags;
        tx.store.put_contact(&row)?;
        contacts::publish(tx, &row.contact.id)?;
    }
    answer(row.contact.tags)
}

/// `POST /new-tag/agent/employers/{id}/tag-items?agentId=`.
pub(crate) fn add_to_employer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    require_agent(call)?;
    let change = added(tx, call, caller, TagKind::Employer)?;
    change_employer(tx, call, caller, |_, _| Ok(change))
}

/// `DELETE /new-tag/agent/employers/{id}/tag-items/{itemId}?agentId=`.
pub(crate) fn remove_from_employer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    require_agent(call)?;
    change_employer(tx, call, caller, |tx, held| removed(tx, caller, call.param("itemId"), TagKind::Employer, held))
}

fn change_employer(
    tx: &mut Transaction<'_, '_>,
    call: &OwnCall<'_>,
    caller: &Caller,
    change: impl FnOnce(&Transaction<'_, '_>, &[JobTag]) -> Result<Change, Failure>,
) -> Answer {
    let mut row = employers::of_unit(tx, caller, call.param("id"))?;
    let change = change(tx, &row.employer.tags)?;
    let tags = change.apply(row.employer.tags.clone(), "tag_item_ids")?;
    if row.employer.tags != tags {
        record(tx, caller, audit::employer(&row), &row.employer.tags, &tags)?;
        row.employer.tags = tags;
        tx.store.put_employer(&row)?;
        for contact in employers::contacts_of(tx, &row)? {
            contacts::publish(tx, &contact.contact.id)?;
        }
    }
    answer(row.employer.tags)
}

/// Adds the change to the audit.
fn record(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    subject: Subject,
    before: &[JobTag],
    now: &[JobTag],
) -> Result<(), Failure> {
    let with = |tags: &[JobTag]| {
        let names: Vec<&str> = tags.iter().map(|tag| tag.tag_item_name.as_str()).collect();
        Subject { fields: BTreeMap::from([("tags".to_owned(), names.join(", "))]), ..subject.clone() }
    };
    audit::record(tx, caller, "changed", &with(now), Some(&with(before)))
}

/// `POST /new-tag/agent/job/{protocol}/add-tag/{tagId}`.
pub(crate) fn add_to_job(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let job = live_job(tx, call, caller)?;
    let (tag, item) = offered(tx, caller, call.param("tagId"), TagKind::Attendance, "tagId")?;
    if tag.group_id.is_some_and(|group| group != job.group_id) {
        return Err(Failure::field("tagId", "invalid"));
    }
    let tags = Change::Add(vec![item]).apply(job.tags.clone(), "tagId")?;
    put_job(tx, job, tags)
}

/// `POST /new-tag/agent/job/{protocol}/remove-tag/{tagId}`.
pub(crate) fn remove_from_job(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let job = live_job(tx, call, caller)?;
    without(tx, call, caller, job)
}

/// The caller's attendance that is not qualified yet, named by the body.
fn live_job(tx: &Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Result<JobRow, Failure> {
    let request: JobTagRequest = call.body()?;
    let job = chat::assigned_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    if request.channel != Some(job.channel) {
        return Err(Failure::field("channel", "invalid"));
    }
    if request.contact_identifier != job.chat_identifier {
        return Err(Failure::field("contactIdentifier", "invalid"));
    }
    match job.state {
        JobState::Active | JobState::Ended => Ok(job),
        JobState::Qualified => Err(Failure::cause("jobEnded")),
        JobState::Waiting | JobState::Abandoned | JobState::Inbox => Err(Failure::cause("jobNotFound")),
    }
}

/// `DELETE /tags/protocol/{protocol}/{tagId}`: removes a tag of an earlier attendance of the caller (API-181).
pub(crate) fn remove_from_ended(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let job = jobs::own_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    match job.state {
        JobState::Ended | JobState::Qualified | JobState::Abandoned => without(tx, call, caller, job),
        JobState::Waiting | JobState::Active | JobState::Inbox => Err(Failure::cause("jobActive")),
    }
}

fn without(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, job: JobRow) -> Answer {
    let change = removed(tx, caller, call.param("tagId"), TagKind::Attendance, &job.tags)?;
    let tags = change.apply(job.tags.clone(), "tagId")?;
    put_job(tx, job, tags)
}

/// Stores the items; the agent's page is notified if it shows the attendance.
fn put_job(tx: &mut Transaction<'_, '_>, mut job: JobRow, tags: Vec<JobTag>) -> Answer {
    if job.tags != tags {
        job.tags = tags;
        job = jobs::save(tx, job)?;
        if matches!(job.state, JobState::Active | JobState::Ended) {
            jobs::publish(tx, &job)?;
        }
    }
    answer(job.tags)
}

#[cfg(test)]
mod tests;
