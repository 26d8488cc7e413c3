//! History: attendances in the order of their starts, the last one first; the last one of a contact; messages of an
//! earlier attendance (HIS, CTC-037, EMP-023, API-155 to API-157, API-159).
//!
//! An attendance is in the history once an agent has it, or when it ended without one. `range` parses the dates,
//! `entry` makes the wire form, `last` finds the last attendance, `messages` reads the messages.

mod entry;
mod last;
mod messages;
mod range;

pub(crate) use entry::{Entries, qualification_of};
pub(crate) use last::{last_contact, last_of_contact, latest_interaction};
pub(crate) use messages::{messages, messages_of_contact};

use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::employers;
use crate::fold::folded;
use crate::http::{Failure, json};
use crate::store::{ContactRow, History, HistoryOf, JobRow, StoreResult};
use wire::numbers::finds_number;
use wire::{AgentRole, Channel, ContactId, HistoryEntry, ListBody, MetaType, OrgUnitId};

const DEFAULT_PER_PAGE: u32 = 25;
const MAX_PER_PAGE: u32 = 100;
/// Maximum of attendances of the range that a filter examines, the last ones first.
const FILTERED: usize = 2_000;
/// The position of the last attendance that a portion can contain.
const DEEPEST: usize = 10_000;

/// `GET /agents/history`: the caller's attendances; for a supervisor those of the org unit.
pub(crate) fn of_agent(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let page = Page::of(call, "page")?;
    let range = range::read(tx.now(), call)?;
    let filter = Filter::of(call)?;
    let of = match caller.role {
        AgentRole::Supervisor => HistoryOf::OrgUnit,
        AgentRole::Agent => HistoryOf::Agent(caller.agent_id.clone()),
    };
    let history = History { org_unit: caller.org_unit_id.clone(), of, from: Some(range.start), until: Some(range.end) };
    answer(tx, &[history], filter, &page)
}

/// `GET /contacts/history`: all attendances of the org unit with the contact.
pub(crate) fn of_contact(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let page = Page::of(call, "current_page")?;
    let id = call.query("contact_id").ok_or_else(|| Failure::field("contact_id", "required"))?;
    let contact = visible_contact(tx, &caller.org_unit_id, &ContactId::from(id))?;
    let history = History::all(&caller.org_unit_id, HistoryOf::Contact(contact.contact.id));
    answer(tx, &[history], None, &page)
}

/// `GET /employers/history`: all attendances of the org unit with contacts of the company (EMP-023).
pub(crate) fn of_employer(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let page = Page::of(call, "current_page")?;
    let id = call.query("employer_id").ok_or_else(|| Failure::field("employer_id", "required"))?;
    let employer = employers::of_unit(tx, caller, id)?;
    let contacts = employers::contacts_of(tx, &employer)?.into_iter();
    let histories = contacts.map(|row| History::all(&caller.org_unit_id, HistoryOf::Contact(row.contact.id)));
    answer(tx, &histories.collect::<Vec<_>>(), None, &page)
}

/// A contact of the org unit or of all org units.
pub(crate) fn visible_contact(
    tx: &Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    id: &ContactId,
) -> Result<ContactRow, Failure> {
    let row = tx.store.contact(id)?.filter(|row| row.org_unit_id.is_empty() || row.org_unit_id == *org_unit);
    row.ok_or_else(|| Failure::not_found("contact"))
}

/// A portion of a list.
struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// `name` is the parameter with the number of the portion.
    fn of(call: &Call, name: &str) -> Result<Self, Failure> {
        let number = positive(call, name, 1)?;
        let size = positive(call, "per_page", DEFAULT_PER_PAGE)?.min(MAX_PER_PAGE);
        let page = Self { number, size };
        if page.end() > DEEPEST { Err(Failure::field(name, "invalid")) } else { Ok(page) }
    }

    fn start(&self) -> usize {
        (self.number as usize - 1).saturating_mul(self.size as usize)
    }

    fn end(&self) -> usize {
        self.start().saturating_add(self.size as usize)
    }
}

fn positive(call: &Call, name: &str, default: u32) -> Result<u32, Failure> {
    match call.query(name).filter(|text| !text.is_empty()) {
        None => Ok(default),
        Some(text) => text.parse().ok().filter(|number| *number > 0).ok_or_else(|| Failure::field(name, "invalid")),
    }
}

/// A channel as the agent sees it: Instagram is a channel of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Channel(Channel),
    Instagram,
}

/// The filters of the agent beside the range.
struct Filter {
    /// Channels; empty: all.
    channels: Vec<Shown>,
    /// Part of a protocol, a name or an identifier, folded; empty: all.
    text: String,
    /// Id of a qualification, or part of its name, folded; empty: all.
    qualification: String,
}

impl Shown {
    fn of(channel: Channel, meta_type: Option<MetaType>) -> Self {
        match meta_type {
            Some(MetaType::Instagram) => Self::Instagram,
            _ => Self::Channel(channel),
        }
    }

    /// The query's `channel`: words with commas between them; empty for all channels.
    fn list(call: &Call) -> Result<Vec<Self>, Failure> {
        let words = call.query("channel").unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let shown = words.map(|word| {
            let channel = Channel::ALL.into_iter().find(|channel| channel.as_str() == word).map(Self::Channel);
            let shown = channel.or_else(|| (word == "instagram").then_some(Self::Instagram));
            shown.ok_or_else(|| Failure::field("channel", "invalid"))
        });
        shown.collect()
    }
}

impl Filter {
    /// The filters; `None` if the agent set none.
    fn of(call: &Call) -> Result<Option<Self>, Failure> {
        let channels = Shown::list(call)?;
        let text_of = |name: &str| folded(call.query(name).unwrap_or_default().trim());
        let filter = Self { channels, text: text_of("search"), qualification: text_of("qualification") };
        let is_everything = filter.channels.is_empty() && filter.text.is_empty() && filter.qualification.is_empty();
        Ok((!is_everything).then_some(filter))
    }

    fn fits(&self, row: &JobRow, entry: &HistoryEntry) -> bool {
        let shown = Shown::of(row.channel, entry.meta_type);
        (self.channels.is_empty() || self.channels.contains(&shown))
            && self.has_text(entry)
            && self.is_qualified(row, entry)
    }

    fn has_text(&self, entry: &HistoryEntry) -> bool {
        let texts = [entry.protocol.as_str(), &entry.contact_name, &entry.contact_identifier];
        self.text.is_empty()
            || texts.iter().any(|text| folded(text).contains(&self.text))
            || finds_number(&entry.contact_identifier, &self.text)
    }

    fn is_qualified(&self, row: &JobRow, entry: &HistoryEntry) -> bool {
        let given = row.qualification.as_ref().map(|given| given.payload.qualify_id.as_str());
        self.qualification.is_empty()
            || given == Some(self.qualification.as_str())
            || folded(&entry.qualification).contains(&self.qualification)
    }
}

/// A portion of several histories merged into one.
fn answer(tx: &Transaction<'_, '_>, histories: &[History], filter: Option<Filter>, page: &Page) -> Answer {
    let wanted = if filter.is_some() { FILTERED } else { page.end() };
    let rows = newest(tx, histories, wanted)?;
    let mut entries = Entries::new(tx);
    let (data, total) = match filter {
        Some(filter) => {
            let mut found = Vec::new();
            for row in rows {
                let entry = entries.of(&row)?;
                if filter.fits(&row, &entry) {
                    found.push(entry);
                }
            }
            let total = found.len();
            (found.into_iter().skip(page.start()).take(page.size as usize).collect::<Vec<_>>(), total)
        }
        None => {
            let mut total = 0;
            for history in histories {
                total += tx.store.history_count(history)?;
            }
            let shown = rows.iter().skip(page.start()).map(|row| entries.of(row));
            (shown.collect::<StoreResult<Vec<_>>>()?, total)
        }
    };
    json(&ListBody::<HistoryEntry> {
        data: data.into(),
        current_page: page.number,
        per_page: page.size,
        total: u32::try_from(total).unwrap_or(u32::MAX),
    })
}

/// At most `limit` attendances of all the histories, the one that started last first.
fn newest(tx: &Transaction<'_, '_>, histories: &[History], limit: usize) -> StoreResult<Vec<JobRow>> {
    let mut rows = Vec::new();
    for history in histories {
        rows.extend(tx.store.history(history, limit)?);
    }
    rows.sort_by(|one, other| (other.created_at, &other.protocol).cmp(&(one.created_at, &one.protocol)));
    rows.truncate(limit);
    Ok(rows)
}

#[cfg(test)]
mod tests;
