//! The agent's marks of a web chat: pinned, unread (decision 114). They are the agent's own: another one who gets the attendance finds none.

use super::own_chat;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::json;
use crate::jobs;
use crate::store::JobRow;
use wire::{Success, WhatsAppJobRequest};

/// `POST /chat/read`.
pub(crate) fn read(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_marks(tx, call, caller, |job| {
        job.messages_not_read = 0;
        job.transfer = None;
        job.marks.unread = false;
    })
}

/// `POST /chat/unread`. The marked messages were read before, so that the mark and unread messages can be
/// distinguished.
pub(crate) fn unread(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_marks(tx, call, caller, |job| {
        job.messages_not_read = 0;
        job.marks.unread = true;
    })
}

/// `POST /chat/pin`.
pub(crate) fn pin(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_marks(tx, call, caller, |job| job.marks.pinned = true)
}

/// `POST /chat/unpin`.
pub(crate) fn unpin(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    change_marks(tx, call, caller, |job| job.marks.pinned = false)
}

/// Changes the mark. If it does not differ, nothing is published.
fn change_marks(
    tx: &mut Transaction<'_, '_>,
    call: &OwnCall<'_>,
    caller: &Caller,
    set: impl FnOnce(&mut JobRow),
) -> Answer {
    let request: WhatsAppJobRequest = call.body()?;
    let job = own_chat(tx, caller, &request.protocol)?;
    let mut changed = job.clone();
    set(&mut changed);
    if changed != job {
        let job = jobs::save(tx, changed)?;
        jobs::publish(tx, &job)?;
    }
    json(&Success { success: true })
}
