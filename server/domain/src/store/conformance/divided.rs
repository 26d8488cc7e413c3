//! Attendances of the version before web chats had rows of their own: what a backend makes of them when it opens such a database.

use super::web_chat::chat;
use super::{Check, committed, holds, job};
use crate::store::{JobRow, JobState, Store, WebChatRow};
use wire::{Channel, Protocol, Wall};

const OPEN: &str = "former-open";
const ENDED: &str = "former-ended";
const CLOSED: &str = "former-closed";
const WHATSAPP: &str = "former-whatsapp";

/// The attendances, and the fields that their rows had beside those of today, as JSON.
#[must_use]
pub fn former_fields() -> Vec<(&'static str, String)> {
    let fields = |protocol: &str, secret: &str| {
        format!(
            r#"{{"secret_hash":"{secret}","address_hash":"address of {protocol}","position_told":2,"last_customer_activity":8,"page_gone_since":9,"customer_seen":true,"outside_number":10}}"#
        )
    };
    let of = |protocol: &'static str| (protocol, fields(protocol, &chat(protocol).secret_hash));
    vec![of(OPEN), of(ENDED), (CLOSED, fields(CLOSED, "closed")), of(WHATSAPP)]
}

fn row(protocol: &str) -> JobRow {
    match protocol {
        OPEN => job(OPEN, JobState::Active, "former", 1),
        ENDED => JobRow { ended_at: Some(Wall(5)), ..job(ENDED, JobState::Ended, "former", 1) },
        CLOSED => JobRow { has_no_traces: true, ..job(CLOSED, JobState::Qualified, "former", 1) },
        _ => JobRow { channel: Channel::Whatsapp, ..job(WHATSAPP, JobState::Active, "former", 1) },
    }
}

/// Stores the attendances as this version does; the caller adds their former fields to the rows.
///
/// # Errors
/// The store failed.
pub fn put(store: &mut dyn Store) -> Check {
    committed(store, |store| Ok(former_fields().iter().try_for_each(|(protocol, _)| store.put_job(&row(protocol)))?))
}

/// Checks what the database has now.
///
/// # Errors
/// The first statement that does not hold.
pub fn check(store: &mut dyn Store) -> Check {
    for (protocol, _) in former_fields() {
        holds(store.job(&Protocol::from(protocol))? == Some(row(protocol)), "an attendance keeps its other fields")?;
    }
    let open = WebChatRow { address_hash: Some(format!("address of {OPEN}")), ..chat(OPEN) };
    holds(store.web_chat(&open.protocol)? == Some(open.clone()), "an open chat has what only chats have")?;
    holds(store.open_chats_of_address(&format!("address of {OPEN}"))? == 1, "an open chat counts for its address")?;
    holds(
        store.web_chat_by_secret(&chat(ENDED).secret_hash)? == Some(chat(ENDED)),
        "a chat that has ended is found by its secret, and has no address",
    )?;
    holds(store.web_chat(&Protocol::from(CLOSED))?.is_none(), "a chat without traces has none")?;
    holds(store.web_chat(&Protocol::from(WHATSAPP))?.is_none(), "an attendance of another channel has none")?;
    committed(store, |store| {
        let job = store.job(&Protocol::from(OPEN))?.ok_or("the attendance is there")?;
        Ok(store.put_job(&job)?)
    })
}
