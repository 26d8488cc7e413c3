//! Progressive dialling of campaigns: for each agent of the campaign's group who is free, the next number of the list is
//! dialled. The agent is reserved until the customer answers or the attempt ends, so that an agent is free for every
//! customer who answers. An attempt without an answer creates no attendance.

mod attempts;
mod control;

pub(super) use attempts::{abandoned, attempt_ended, customer_answered, end_at_start};
pub(crate) use attempts::{attempt_is_due, dial_for_group, is_due, qualified};
pub(crate) use control::{campaigns, pause, start};

use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{DialerNumberRow, DialerNumberState, DialerRow, StoreResult};

/// A due number without a free agent is checked again after this time.
const CHECKED_AFTER_MS: i64 = 10_000;

/// Stores the number and sets when its campaign is due.
fn put_number(tx: &mut Transaction<'_, '_>, row: &DialerNumberRow) -> StoreResult<()> {
    tx.store.put_dialer_number(row)?;
    match tx.store.dialer(&row.campaign_id)? {
        Some(dialer) if row.state == DialerNumberState::Open => set_due(tx, &dialer),
        Some(_) | None => Ok(()),
    }
}

/// Sets when the campaign's next number is due. A number that is already due waits for a free agent: on PostgreSQL a
/// transaction that frees an agent may not see the number, so the number is checked again.
fn set_due(tx: &mut Transaction<'_, '_>, dialer: &DialerRow) -> StoreResult<()> {
    let next = if dialer.running { tx.store.next_dialer_number(&dialer.campaign_id)? } else { None };
    let checked_at = tx.now().plus_ms(CHECKED_AFTER_MS);
    let at = next.map(|number| if number.due_at > tx.now() { number.due_at } else { checked_at });
    match at {
        Some(at) => tx.mark_due(Due::Dialer, dialer.campaign_id.as_str(), at),
        None => tx.set_due(Due::Dialer, dialer.campaign_id.as_str(), None),
    }
}
