//! Conformance of the rows of web chats: the chats, the events of customers' pages, and the counts of what customers
//! have sent.

use super::{Check, committed, holds, retention};
use crate::store::{KeptFor, SolvedPuzzleRow, Store, StoreError, WebChatEventRow, WebChatRow, WebChatUseRow};
use wire::{Protocol, Wall};

/// A chat with a value in every field.
pub(super) fn chat(protocol: &str) -> WebChatRow {
    WebChatRow {
        protocol: Protocol::from(protocol),
        secret_hash: format!("hash of {protocol}"),
        address_hash: None,
        published_position: 2,
        last_activity: Wall(8),
        page_gone_since: Some(Wall(9)),
        customer_seen: true,
        last_event: 10,
    }
}

fn chats(store: &mut dyn Store) -> Check {
    let from = |protocol: &str, address: &str| WebChatRow { address_hash: Some(address.to_owned()), ..chat(protocol) };
    committed(store, |store| {
        store.put_web_chat(&chat("w1"))?;
        store.put_web_chat(&from("w2", "home"))?;
        store.put_web_chat(&from("w3", "home"))?;
        store.put_web_chat(&from("w4", "office"))?;
        Ok(store.put_web_chat(&chat("w4"))?)
    })?;
    holds(store.web_chat(&Protocol::from("w2"))? == Some(from("w2", "home")), "a chat comes back as it was put")?;
    holds(store.web_chat(&Protocol::from("w9"))?.is_none(), "an unknown chat is none")?;
    holds(store.web_chat_by_secret("hash of w1")? == Some(chat("w1")), "a chat is found by its customer's secret")?;
    holds(store.web_chat_by_secret("hash of w9")?.is_none(), "an unknown secret finds nothing")?;
    let open = [store.open_chats_of_address("home")?, store.open_chats_of_address("office")?];
    holds(open == [2, 0], "open chats of an address are counted")
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    chats(store)?;
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
    holds(store.web_chat_use(&none.protocol)? == none, "a customer without a row has sent nothing")?;
    solved_puzzles(store)
}

fn solved_puzzles(store: &mut dyn Store) -> Check {
    let solved = |salt: &str, at: i64| SolvedPuzzleRow { salt: salt.to_owned(), at: Wall(at) };
    holds(store.oldest_aged(KeptFor::SolvedPuzzles)?.is_none(), "no puzzle is solved")?;
    committed(store, |store| {
        store.insert_solved_puzzle(&solved("b", 20))?;
        store.insert_solved_puzzle(&solved("a", 30))?;
        Ok(store.insert_solved_puzzle(&solved("c", 10))?)
    })?;
    store.begin()?;
    let again = store.insert_solved_puzzle(&solved("a", 40));
    store.rollback()?;
    holds(matches!(again, Err(StoreError::Conflict(_))), "a puzzle is solved once")?;
    holds(store.is_puzzle_solved("a")? && !store.is_puzzle_solved("d")?, "a solved puzzle is found by its salt")?;
    holds(store.puzzles_solved_after(Wall(10))? == 2, "puzzles solved after a time are counted")?;
    holds(store.oldest_aged(KeptFor::SolvedPuzzles)? == Some(Wall(10)), "the puzzle solved first is found")?;
    retention::deletes_before(store, KeptFor::SolvedPuzzles, 20)?;
    holds(store.oldest_aged(KeptFor::SolvedPuzzles)? == Some(Wall(20)), "older puzzles are deleted")?;
    holds(!store.is_puzzle_solved("c")?, "a deleted puzzle is unknown")
}
