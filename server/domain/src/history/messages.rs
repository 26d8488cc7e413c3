//! Messages of earlier attendances: of one attendance, and of all attendances of a contact.

use super::entry::channel_facts;
use super::last::is_on_route;
use super::{Shown, positive, range};
use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::jobs;
use crate::media;
use crate::store::{History, HistoryOf, JobRow, StoreResult};
use wire::{AttendanceType, ContactId, ListBody, Message, MessagesReply, OrgUnitId, Protocol};

/// Maximum of messages of one attendance in one answer; the next portion starts after the last `seq`.
const OF_ONE_PER_PAGE: usize = 500;
/// Maximum of messages of a contact in one answer.
const OF_CONTACT_PER_PAGE: usize = 50;
/// Maximum of attendances that one request reads, the last ones first.
const LOOKED_AT: usize = 2_000;

/// `GET /contacts/{id}/messages/db?protocol&after`: messages of an attendance of the org unit with this contact or with a
/// customer of this identifier.
pub(crate) fn messages(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let protocol = call.query("protocol").ok_or_else(|| Failure::field("protocol", "required"))?;
    let after = match call.query("after") {
        Some(text) => text.parse::<u64>().map_err(|_| Failure::field("after", "invalid"))?,
        None => 0,
    };
    let id = call.param("id");
    let is_with = |job: &JobRow| {
        job.contact_id.as_ref().is_some_and(|contact| contact.as_str() == id) || job.chat_identifier == id
    };
    let job = tx.store.job(&Protocol::from(protocol))?;
    let job = job.filter(|job| job.org_unit_id == caller.org_unit_id && job.is_in_history() && is_with(job));
    let job = job.ok_or_else(|| Failure::not_found("attendance"))?;
    let data = tx.store.messages_after(&job.protocol, after, OF_ONE_PER_PAGE)?;
    let data: Vec<_> = data.into_iter().map(|message| media::with_address(tx, message)).collect();
    json(&MessagesReply { data: data.into(), ..MessagesReply::default() })
}

/// The query of the agent, beside the contact.
struct Wanted<'c> {
    channels: Vec<Shown>,
    /// The attendance whose messages are left out, because the agent sees them already.
    without: Option<&'c str>,
    /// An attendance whose messages are included although it waits in a queue, as after a transfer.
    transferred: Option<&'c str>,
    attendance_type: Option<AttendanceType>,
    /// Id or number of a WhatsApp route.
    route: Option<&'c str>,
}

/// `GET /contacts/{id}/messages?initial_date&page&channel&must_not&org_unit_id&protocol_transfer&attendanceType&route` (API-156):
/// messages of all attendances of the org unit with the contact, in portions, the newest portion first; the messages within a
/// portion are in order. A portion after the last one is empty.
pub(crate) fn messages_of_contact(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let contact = super::visible_contact(tx, &caller.org_unit_id, &ContactId::from(call.param("id")))?;
    let filled = |name: &str| call.query(name).filter(|text| !text.is_empty());
    if let Some(org_unit) = filled("org_unit_id") {
        caller.must_belong_to(&OrgUnitId::from(org_unit))?;
    }
    let page = positive(call, "page", 1)?;
    let attendance_type = match filled("attendanceType") {
        None => None,
        Some("MANUAL") => Some(AttendanceType::Manual),
        Some("QUEUE") => Some(AttendanceType::Queue),
        Some(_) => return Err(Failure::field("attendanceType", "invalid")),
    };
    let wanted = Wanted {
        channels: Shown::list(call)?,
        without: filled("must_not"),
        transferred: filled("protocol_transfer"),
        attendance_type,
        route: filled("route"),
    };
    let from = range::first_moment(call)?;
    let of = HistoryOf::Contact(contact.contact.id);
    let history = History { org_unit: caller.org_unit_id.clone(), of, from, until: None };
    let mut jobs = tx.store.history(&history, LOOKED_AT)?;
    jobs.extend(transferred(tx, &history, &wanted)?);
    jobs.sort_by(|one, other| (other.created_at, &other.protocol).cmp(&(one.created_at, &one.protocol)));
    let mut left_out = (page as usize - 1).saturating_mul(OF_CONTACT_PER_PAGE);
    let mut newest_first = Vec::new();
    let mut total = 0;
    for job in jobs {
        if !wanted.fits(tx, &job)? {
            continue;
        }
        let held = usize::try_from(job.seq).unwrap_or(usize::MAX);
        total += held;
        let missing = OF_CONTACT_PER_PAGE - newest_first.len();
        if left_out >= held {
            left_out -= held;
        } else if missing > 0 {
            let before = job.seq + 1 - u64::try_from(left_out).unwrap_or_default();
            newest_first.extend(tx.store.messages_before(&job.protocol, before, missing)?);
            left_out = 0;
        }
    }
    let data: Vec<Message> = newest_first.into_iter().rev().map(|message| media::with_address(tx, message)).collect();
    json(&ListBody::<Message> {
        data: data.into(),
        current_page: page,
        per_page: OF_CONTACT_PER_PAGE as u32,
        total: u32::try_from(total).unwrap_or(u32::MAX),
    })
}

/// The attendance of `protocol_transfer`, unless the history contains it anyway.
fn transferred(tx: &Transaction<'_, '_>, history: &History, wanted: &Wanted<'_>) -> StoreResult<Option<JobRow>> {
    let Some(protocol) = wanted.transferred else { return Ok(None) };
    let job = tx.store.job(&Protocol::from(protocol))?;
    Ok(job.filter(|job| {
        let is_with = matches!(&history.of, HistoryOf::Contact(contact) if job.contact_id.as_ref() == Some(contact));
        is_with && job.org_unit_id == history.org_unit && !job.is_in_history()
    }))
}

impl Wanted<'_> {
    fn fits(&self, tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<bool> {
        if job.seq == 0 || self.without == Some(job.protocol.as_str()) {
            return Ok(false);
        }
        if !self.channels.is_empty() {
            let meta_type = channel_facts(tx, job)?.meta_type;
            if !self.channels.contains(&Shown::of(job.channel, meta_type)) {
                return Ok(false);
            }
        }
        if self.attendance_type.is_some() && jobs::view(tx, job)?.attendance_type != self.attendance_type {
            return Ok(false);
        }
        is_on_route(tx, job, self.route)
    }
}
