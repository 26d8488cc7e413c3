//! Conformance of the index of texts: all backends find the same texts.

use super::{Check, committed, holds, job};
use crate::store::{JobRow, JobState, Store, StoreResult, TextSearch, TextsOf};
use wire::{AgentId, Message, OrgUnitId, Protocol, Wall};

const START: i64 = 1_795_000_000_000;

fn message(protocol: &str, seq: u64, at: i64, text: &str) -> Message {
    let (protocol, time) = (Protocol::from(protocol), Some(Wall(START + at)));
    Message { protocol, seq, time, message: text.to_owned(), ..Message::default() }
}

/// Protocol and position of the results.
fn found(
    store: &dyn Store,
    of: &TextsOf,
    words: &[&str],
    before: Option<i64>,
    limit: usize,
) -> StoreResult<Vec<String>> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let search = TextSearch::new(&OrgUnitId::from("t.U"), of, &words, before, limit);
    let rows = store.find_texts(&search)?.into_iter();
    Ok(rows.map(|row| format!("{} {}", row.protocol, row.id)).collect())
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let row = |protocol: &str, state: JobState, agent: &str| JobRow {
        org_unit_id: OrgUnitId::from("t.U"),
        ..job(protocol, state, agent, 1)
    };
    let ana = TextsOf::Agent(AgentId::from("t-Ana 1"));
    let all = TextsOf::OrgUnit;
    committed(store, |store| {
        store.put_job(&row("t-1", JobState::Active, "t-Ana 1"))?;
        store.put_job(&row("t-2", JobState::Ended, "t-bia"))?;
        store.put_job(&row("t-3", JobState::Waiting, ""))?;
        let elsewhere = OrgUnitId::from("t.u");
        store.put_job(&JobRow { org_unit_id: elsewhere, ..row("t-4", JobState::Active, "t-ana 1") })?;
        store.insert_message(&message("t-1", 1, 10, "Não recebi o BOLETO, ação já"))?;
        store.insert_message(&message("t-1", 2, 30, "boletos (dois) 📄 d'água"))?;
        store.insert_message(&message("t-1", 3, 40, "📄 ?"))?;
        store.insert_message(&message("t-2", 1, 20, "o boleto da ação: aço"))?;
        store.insert_message(&message("t-3", 1, 50, "boleto"))?;
        store.insert_message(&message("t-4", 1, 60, "boleto"))?;
        // Words of other alphabets, and characters that a database might treat as separators or as its own syntax.
        store.insert_message(&message("t-2", 2, 70, "квитанция 領収書 AND OR NOT \"' x:y*"))?;
        Ok(store.insert_message(&message("t-1", 4, 70, "a_b naïve ｆｕｌｌ"))?)
    })?;
    let finds = |store: &dyn Store, of: &TextsOf, words: &[&str], expected: &[&str], what: &str| -> Check {
        let found = found(store, of, words, None, 9)?;
        holds(found == expected, &format!("{what}: {found:?}"))
    };
    finds(
        store,
        &all,
        &["boleto"],
        &["t-1 2", "t-2 1", "t-1 1"],
        "words are found by their beginning, the last text first",
    )?;
    finds(store, &ana, &["boleto"], &["t-1 2", "t-1 1"], "an agent finds the texts of the own attendances")?;
    finds(store, &all, &["boleto", "acao"], &["t-2 1", "t-1 1"], "a text has all words")?;
    finds(store, &all, &["ac", "bol"], &["t-2 1", "t-1 1"], "beginnings of two words")?;
    finds(store, &all, &["oleto"], &[], "not the inside of a word")?;
    finds(store, &all, &["agua"], &["t-1 2"], "a word that a sign divides is found from its parts on")?;
    finds(store, &all, &["dagua"], &["t-1 2"], "and from its beginning")?;
    for word in ["квит", "領収", "and", "or", "not", "x", "xy"] {
        finds(store, &all, &[word], &["t-2 2"], word)?;
    }
    for word in ["ab", "b", "naive", "ｆｕ"] {
        let mine: Vec<String> =
            found(store, &ana, &[word], None, 9)?.into_iter().filter(|row| row == "t-1 4").collect();
        holds(mine.len() == 1, word)?;
    }
    holds(found(store, &all, &["boleto"], None, 2)? == ["t-1 2", "t-2 1"], "a portion has a limit")?;
    let number = store.find_texts(&TextSearch::new(&OrgUnitId::from("t.U"), &all, &["boleto".to_owned()], None, 2))?;
    let last = number.last().map(|row| row.number);
    holds(found(store, &all, &["boleto"], last, 2)? == ["t-1 1"], "the next portion is behind the last text")?;
    committed(store, |store| {
        store.put_job(&row("t-3", JobState::Active, "t-Ana 1"))?;
        store.put_message(&message("t-1", 1, 10, "a fatura"))?;
        Ok(store.put_message(&Message { revoked: true, ..message("t-1", 2, 30, "") })?)
    })?;
    finds(store, &ana, &["boleto"], &["t-3 1"], "changed texts and attendances are found as they are")?;
    finds(store, &ana, &["fatura"], &["t-1 1"], "a changed text keeps its place")?;
    store.begin()?;
    store.insert_message(&message("t-1", 9, 90, "fatura"))?;
    holds(found(store, &ana, &["fatura"], None, 9)?.len() == 2, "a transaction finds its own texts")?;
    store.rollback()?;
    finds(store, &ana, &["fatura"], &["t-1 1"], "a roll-back takes its texts back")?;
    committed(store, |store| {
        store.insert_message(&message("t-1", 10, 10, "mesma hora"))?;
        Ok(store.insert_message(&message("t-1", 1_010, 10, "mesma hora"))?)
    })?;
    holds(found(store, &ana, &["hora"], None, 9)?.len() == 2, "texts of one millisecond have places of their own")
}
