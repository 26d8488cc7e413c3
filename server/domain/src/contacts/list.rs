//! Lists of contacts: search, filters, order, portions, saved filters.

use super::shown_with_last;
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::paging::{Page, flag};
use crate::store::{Facet, FilterRule, ListQuery, SearchOrder, TermRange, last_contact_value, text_ranges};
use wire::{Contact, ContactFilter, OrgUnitId, Wall, rfc3339};

const DEFAULT_PER_PAGE: u32 = 20;
const MAX_PER_PAGE: u32 = 100;
/// The request for a company returns all its contacts at once (EMP-021).
const EMPLOYER_PER_PAGE: u32 = 9_999;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// `GET /contacts`; 204 for a portion without contacts (API-146).
pub(crate) fn search(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    listed(tx, call, caller, Vec::new())
}

/// `GET /template/contact-filters/{id}`: the saved filters of the agent's org unit.
pub(crate) fn filter_list(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let rows = tx.store.contact_filters_of(&caller.org_unit_id)?;
    json(&Listed { data: rows.into_iter().map(|row| ContactFilter { id: row.id, name: row.name }).collect() })
}

/// `GET /template/contact-filters/contacts/{id}`: contacts of a saved filter; search, filters, order and portions as in
/// `GET /contacts`.
pub(crate) fn filtered(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let row = tx.store.contact_filter(call.param("id"))?;
    let row = row.filter(|row| row.org_unit_id == caller.org_unit_id);
    let row = row.ok_or_else(|| Failure::not_found("filter"))?;
    listed(tx, call, caller, vec![vec![range_of(&row.rule, tx.now())]])
}

fn range_of(rule: &FilterRule, now: Wall) -> TermRange {
    match rule {
        FilterRule::DateWithin { column, days } => {
            let from = format!("{column}:{}", day(now));
            let to =
                format!("{column}:{}", day(now.plus_ms(i64::from(*days).saturating_add(1).saturating_mul(DAY_MS))));
            TermRange::between(Facet::Date, &from, &to)
        }
        FilterRule::NoContactFor { days } => {
            let before = now.plus_ms(-i64::from(*days).saturating_mul(DAY_MS));
            TermRange::between(Facet::LastContact, "", &last_contact_value(before))
        }
    }
}

/// A date such as `2026-12-31`.
fn day(at: Wall) -> String {
    rfc3339(at).chars().take(10).collect()
}

fn listed(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller, mut groups: Vec<Vec<TermRange>>) -> Answer {
    if let Some(unit) = call.query("org_unit") {
        caller.must_belong_to(&OrgUnitId::from(unit))?;
    }
    // The server stores no contacts of broadcasts: both values list the same contacts.
    flag(call, "broadcast")?;
    groups.extend(text_ranges(tx.store.number_country(), call.query("search").unwrap_or_default()));
    if flag(call, "preferential")? == Some(true) {
        groups.push(vec![TermRange::facet(Facet::Wallet, caller.agent_id.as_str())]);
    }
    let employer = call.query("employerId");
    groups.extend(employer.map(|id| vec![TermRange::facet(Facet::Employer, id)]));
    let tags = call.query("tags").unwrap_or_default().split(',').map(str::trim).filter(|tag| !tag.is_empty());
    let tags: Vec<TermRange> = tags.map(|tag| TermRange::facet(Facet::Tag, tag)).collect();
    groups.extend((!tags.is_empty()).then_some(tags));
    let (default, most) = match employer {
        Some(_) => (EMPLOYER_PER_PAGE, EMPLOYER_PER_PAGE),
        None => (DEFAULT_PER_PAGE, MAX_PER_PAGE),
    };
    let page = Page::of(call, default, most)?;
    let (rows, total) = tx.store.contacts_listed(&query_of(&page, caller, groups, order(call)?, true))?;
    if rows.is_empty() {
        return Ok(String::new());
    }
    let data = rows.into_iter().map(|row| shown_with_last(tx, caller, row)).collect::<Result<Vec<Contact>, _>>()?;
    page.answer(data, total)
}

/// `name`, `risk` or `lastContact`; `-` before it reverses the order. A contact without a risk or an attendance counts
/// as the lowest.
fn order(call: &Call) -> Result<SearchOrder, Failure> {
    let text = call.query("sort").unwrap_or("name");
    let (name, is_descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    let by = match name {
        "name" => None,
        "risk" => Some(Facet::Risk),
        "lastContact" => Some(Facet::LastContact),
        _ => return Err(Failure::field("sort", "invalid")),
    };
    Ok(SearchOrder { by, is_descending })
}

/// The portion of a list of the caller's org unit, `with_shared` also of rows of all org units.
pub(crate) fn query_of(
    page: &Page,
    caller: &Caller,
    groups: Vec<Vec<TermRange>>,
    order: SearchOrder,
    with_shared: bool,
) -> ListQuery {
    let mut org_units = vec![caller.org_unit_id.clone()];
    org_units.extend(with_shared.then(OrgUnitId::default));
    ListQuery { org_units, groups, order, offset: page.offset(), limit: page.limit() }
}
