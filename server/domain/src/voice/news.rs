//! Reports of the telephone system about calls of attendances.

use super::{CallNews, accounts, ending, recording, ring, room};
use crate::centre::Transaction;
use crate::store::StoreResult;

/// Applies a report about a call that is no internal call.
pub(crate) fn take_news(tx: &mut Transaction<'_, '_>, news: &CallNews) -> StoreResult<()> {
    match news {
        CallNews::Registered { exten } => accounts::registered(tx, exten),
        CallNews::Unregistered { exten } => accounts::unregistered(tx, exten),
        CallNews::Queued { call, from, to } => ring::on_call_queued(tx, call, from, to),
        CallNews::Answered { call, exten } => ring::answered(tx, call, exten),
        CallNews::Missed { call, exten } => ring::missed(tx, call, exten),
        CallNews::Party { call, party, news } => room::party_news(tx, call, *party, *news),
        CallNews::Mode { call, mode } => room::mode_changed(tx, call, *mode),
        CallNews::Unattended { call } => room::unattended(tx, call),
        CallNews::Refused { call, command, refusal } => room::refused(tx, call, command, *refusal),
        CallNews::Recording { recording, news, .. } => recording::news(tx, recording, *news),
        CallNews::Ended { call, end } => ending::ended(tx, call, *end),
    }
}
