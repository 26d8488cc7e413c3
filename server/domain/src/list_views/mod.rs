//! Saved views of the attendance list (BEY-161, decision 99): each agent has views of their own, stored on the server for all the agent's
//! machines.

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::fold::folded;
use crate::http::{Failure, Listed, json};
use crate::store::{ListViewRow, ListViewStore, StoreResult};
use std::collections::BTreeSet;
use wire::limits::{LIST_MAX_ITEMS, LIST_VIEW_NAME_MAX_CHARS, LIST_VIEW_SEARCH_MAX_CHARS, LIST_VIEWS_MAX};
use wire::{ListView, ListViewFilters, QueueId, SaveListViewRequest, is_visible};

/// Longest id of a view.
const ID_MAX_CHARS: usize = 20;

/// `GET /agents/{id}/list-views`: the agent's views, by name.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    answer(tx, caller)
}

/// `PUT /agents/{id}/list-views/{viewId}`: makes the view or replaces it.
pub(crate) fn save(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: SaveListViewRequest = call.body()?;
    let id = call.param("viewId");
    if id.chars().count() > ID_MAX_CHARS || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(Failure::field("viewId", "invalid"));
    }
    let name = request.name.trim().to_owned();
    if !is_visible(&name) {
        return Err(Failure::field("name", "required"));
    }
    if name.chars().count() > LIST_VIEW_NAME_MAX_CHARS {
        return Err(Failure::too_long("name", LIST_VIEW_NAME_MAX_CHARS));
    }
    check_filters(&request.filters)?;
    let others: Vec<ListViewRow> = views_of(tx, caller)?.into_iter().filter(|row| row.id != id).collect();
    if others.iter().any(|row| folded(&row.name) == folded(&name)) {
        return Err(Failure::cause("nameTaken"));
    }
    if others.len() >= LIST_VIEWS_MAX {
        return Err(Failure::cause("tooManyViews"));
    }
    let row = ListViewRow { agent_id: caller.agent_id.clone(), id: id.to_owned(), name, filters: request.filters };
    tx.store.put_list_view(&row)?;
    answer(tx, caller)
}

/// `DELETE /agents/{id}/list-views/{viewId}`. A repetition changes nothing.
pub(crate) fn remove(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    tx.store.delete_list_view(&caller.agent_id, call.param("viewId"))?;
    answer(tx, caller)
}

fn views_of(tx: &Transaction<'_, '_>, caller: &Caller) -> StoreResult<Vec<ListViewRow>> {
    tx.store.list_views_of(&caller.agent_id)
}

fn check_filters(filters: &ListViewFilters) -> Result<(), Failure> {
    let lists = [
        filters.hidden_channels.len(),
        filters.queues.len(),
        filters.contact_tags.len(),
        filters.employer_tags.len(),
        filters.attendance_tags.len(),
    ];
    if lists.into_iter().any(|length| length > LIST_MAX_ITEMS) {
        return Err(Failure::too_long("filters", LIST_MAX_ITEMS));
    }
    if filters.search.chars().count() > LIST_VIEW_SEARCH_MAX_CHARS {
        return Err(Failure::too_long("search", LIST_VIEW_SEARCH_MAX_CHARS));
    }
    Ok(())
}

fn answer(tx: &Transaction<'_, '_>, caller: &Caller) -> Answer {
    let mut rows = views_of(tx, caller)?;
    rows.sort_by_cached_key(|row| (folded(&row.name), row.id.clone()));
    let offered = offered_tags(tx, caller)?;
    let data = rows.into_iter().map(|row| shown(tx, row, &offered)).collect::<StoreResult<Vec<_>>>()?;
    json(&Listed { data })
}

/// The ids of all items of tags that the org unit offers.
fn offered_tags(tx: &Transaction<'_, '_>, caller: &Caller) -> StoreResult<BTreeSet<u32>> {
    let tags = tx.store.tags_of(&caller.org_unit_id)?;
    Ok(tags.iter().flat_map(|tag| &tag.items).filter_map(|item| item.tag_item_id.parse().ok()).collect())
}

fn shown(tx: &Transaction<'_, '_>, row: ListViewRow, offered: &BTreeSet<u32>) -> StoreResult<ListView> {
    let mut gone_queues = Vec::new();
    for id in &row.filters.queues {
        if !exists(tx, &QueueId::from(id.as_str()))? {
            gone_queues.push(id.clone());
        }
    }
    let ListViewFilters { contact_tags, employer_tags, attendance_tags, .. } = &row.filters;
    let chosen: BTreeSet<u32> = contact_tags.iter().chain(employer_tags).chain(attendance_tags).copied().collect();
    let gone_tags = chosen.difference(offered).copied().collect();
    Ok(ListView { id: row.id, name: row.name, filters: row.filters, gone_queues, gone_tags })
}

/// A queue or a campaign with this id exists.
fn exists(tx: &Transaction<'_, '_>, id: &QueueId) -> StoreResult<bool> {
    Ok(tx.store.queue(id)?.is_some() || tx.store.campaign(id)?.is_some() || tx.store.whatsapp_campaign(id)?.is_some())
}

#[cfg(test)]
mod tests;
