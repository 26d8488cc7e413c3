//! The events of customers' pages, and what customers have sent.

use super::{Check, committed, holds};
use crate::store::{Store, WebChatEventRow, WebChatUseRow};
use wire::Protocol;

pub(super) fn check(store: &mut dyn Store) -> Check {
    let event = |protocol: &str, number: u64| WebChatEventRow {
        protocol: Protocol::from(protocol),
        number,
        text: format!("{{\"number\":{number}}}"),
    };
    committed(store, |store| {
        for number in [2, 1, 3] {
            store.insert_web_chat_event(&event("p1", number))?;
        }
        Ok(store.insert_web_chat_event(&event("p2", 1))?)
    })?;
    let found = store.web_chat_events_after(&Protocol::from("p1"), 1, 10)?;
    holds(found == [event("p1", 2), event("p1", 3)], "a customer's events come by number after the given one")?;
    holds(store.web_chat_events_after(&Protocol::from("p1"), 0, 1)?.len() == 1, "events come up to the limit")?;
    let used = WebChatUseRow { protocol: Protocol::from("p1"), messages: 2, files: 1, bytes: 9_000_000_000 };
    committed(store, |store| Ok(store.put_web_chat_use(&used)?))?;
    holds(store.web_chat_use(&used.protocol)? == used, "what a customer sent is counted")?;
    let none = WebChatUseRow { protocol: Protocol::from("p2"), ..WebChatUseRow::default() };
    holds(store.web_chat_use(&none.protocol)? == none, "a customer without a row has sent nothing")
}
