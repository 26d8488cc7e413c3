//! Conformance of the deletion of old rows, and of rows whose owner is deleted.

use super::web_chat::chat;
use super::{Check, committed, holds, job};
use crate::store::{
    ChurnRemovalRow, ConversationRow, ErasedCustomer, FrameRow, JobRow, JobState, KeptFor, MediaRow, MessagePlace,
    Portion, ProviderMessageRow, ReceiptFact, ScriptAnswerRow, SendRow, Store, StoreResult, UnusedMediaRow,
    WebChatEventRow, WhatsAppJobRow, erase_rows,
};
use wire::{
    AgentId, ContactId, CustomId, EventId, Message, MessageMedia, MessageStatus, OrgUnitId, Protocol, SendMessageReply,
    Wall,
};

/// Deletes all rows of this kind from before the time, in one portion.
pub(super) fn deletes_before(store: &mut dyn Store, kept: KeptFor, before: i64) -> Check {
    let mut is_done = false;
    committed(store, |store| {
        is_done = store.delete_aged(kept, Wall(before), &mut Portion::of(1_000))?;
        Ok(())
    })?;
    holds(is_done, "a portion that is not full is the last one")
}

const OLD: &str = "age-1";
const LATER: &str = "age-2";

fn attendance(protocol: &str, ended_at: Option<i64>) -> JobRow {
    let state = if ended_at.is_some() { JobState::Qualified } else { JobState::Active };
    JobRow { ended_at: ended_at.map(Wall), ..job(protocol, state, "age", 1) }
}

/// An attendance with a row in every table that belongs to attendances, with several in some.
fn put_attendance(store: &mut dyn Store, protocol: &str, ended_at: Option<i64>) -> Check {
    store.put_job(&attendance(protocol, ended_at))?;
    store.put_web_chat(&chat(protocol))?;
    let protocol = Protocol::from(protocol);
    for seq in 1..=3 {
        store.insert_message(&Message { protocol: protocol.clone(), seq, ..Message::default() })?;
        store.insert_web_chat_event(&WebChatEventRow {
            protocol: protocol.clone(),
            number: seq,
            text: String::new(),
        })?;
        store.insert_send(&SendRow {
            sender: format!("agent:{seq}"),
            protocol: protocol.clone(),
            custom_id: CustomId::from("c"),
            text: String::new(),
            reply: SendMessageReply::default(),
        })?;
        store.put_provider_message(&ProviderMessageRow {
            route_id: "age".to_owned(),
            provider_id: format!("{protocol}.{seq}"),
            message: Some(MessagePlace { protocol: protocol.clone(), seq }),
            early: None,
            entry: None,
            changes: None,
            at: Wall(1),
        })?;
    }
    let id = format!("file of {protocol}");
    store.put_media(&MediaRow {
        id: id.clone(),
        protocol: protocol.clone(),
        agent_id: AgentId::default(),
        kind: MessageMedia::Image,
        mimetype: String::new(),
        file_name: String::new(),
        size: 1,
        created_at: Wall(1),
    })?;
    store.put_unused_media(&UnusedMediaRow { id, created_at: Wall(i64::MAX - 1) })?;
    store.put_whatsapp_job(&WhatsAppJobRow {
        protocol: protocol.clone(),
        route_id: "age".to_owned(),
        customer: "age".to_owned(),
        campaign: None,
    })?;
    let owner = ScriptAnswerRow::of_attendance(&protocol);
    Ok(store.put_script_answer(&ScriptAnswerRow { owner, ..answer("f", 1) })?)
}

fn answer(field: &str, at: i64) -> ScriptAnswerRow {
    let owner = ScriptAnswerRow::of_identifier("u1:age");
    ScriptAnswerRow { owner, field_id: field.to_owned(), value: "x".to_owned(), at: Wall(at) }
}

/// Rows of the attendance that are left: messages, events, sends with the chat, ids of providers, files, others.
fn rows_of(store: &dyn Store, protocol: &str) -> StoreResult<[usize; 6]> {
    let protocol = Protocol::from(protocol);
    let mut sends = 0;
    let mut provider_messages = 0;
    for seq in 1..=3 {
        sends += store.sends_of(&format!("agent:{seq}"), &protocol)?.len();
        let id = format!("{protocol}.{seq}");
        provider_messages += usize::from(store.provider_message("age", &id)?.is_some());
    }
    let file = format!("file of {protocol}");
    let files = [store.media(&file)?.is_some(), store.unused_media(&file)?.is_some()];
    let others = [
        store.job(&protocol)?.is_some(),
        store.whatsapp_job(&protocol)?.is_some(),
        !store.script_answers(&ScriptAnswerRow::of_attendance(&protocol))?.is_empty(),
    ];
    Ok([
        store.messages_after(&protocol, 0, 9)?.len(),
        store.web_chat_events_after(&protocol, 0, 9)?.len(),
        sends + usize::from(store.web_chat(&protocol)?.is_some()),
        provider_messages,
        files.into_iter().filter(|is_there| *is_there).count(),
        others.into_iter().filter(|is_there| *is_there).count(),
    ])
}

const ALL: [usize; 6] = [3, 3, 4, 3, 2, 3];

pub(super) fn check(store: &mut dyn Store) -> Check {
    deletes_before(store, KeptFor::Attendances, i64::MAX)?;
    traces(store)?;
    attendances(store)?;
    conversations(store)?;
    others(store)?;
    erasure(store)
}

fn traces(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        put_attendance(store, OLD, Some(10))?;
        put_attendance(store, LATER, Some(20))?;
        put_attendance(store, "age-open", None)
    })?;
    holds(store.oldest_aged(KeptFor::Traces)? == Some(Wall(10)), "the attendance that ended first is found")?;
    deletes_before(store, KeptFor::Traces, 20)?;
    holds(rows_of(store, OLD)? == [3, 0, 0, 3, 2, 3], "traces go, the attendance stays")?;
    holds(rows_of(store, LATER)? == ALL, "one that ended later has its traces")?;
    let found = store.web_chat_by_secret(&chat(OLD).secret_hash)?;
    holds(found.is_none(), "no page opens it any more")?;
    let found = store.web_chat_by_secret(&chat(LATER).secret_hash)?;
    holds(found == Some(chat(LATER)), "a chat that has ended is found by its secret")?;
    holds(store.oldest_aged(KeptFor::Traces)? == Some(Wall(20)), "traces are deleted once")
}

fn attendances(store: &mut dyn Store) -> Check {
    // The deleted rows: three messages and three provider ids, the file with its mark, the answer, the attendance.
    let mut files = Vec::new();
    let mut portions = 0;
    loop {
        let mut portion = Portion::of(2);
        let mut is_done = false;
        committed(store, |store| {
            is_done = store.delete_aged(KeptFor::Attendances, Wall(20), &mut portion)?;
            Ok(())
        })?;
        files.extend(portion.files);
        portions += 1;
        let left = rows_of(store, OLD)?;
        let is_there = store.job(&Protocol::from(OLD))?.is_some();
        let is_shown = store.whatsapp_job(&Protocol::from(OLD))?.is_some();
        holds(is_there == is_shown, "what shows an attendance goes with it")?;
        holds(is_there || left == [0; 6], "the attendance goes last")?;
        if is_done {
            break;
        }
        holds(portions < 20, "portions come to an end")?;
    }
    holds(portions > 3, "a portion has no more rows than it may")?;
    holds(files == [format!("file of {OLD}")], "the files of the attendance are named")?;
    holds(rows_of(store, LATER)? == ALL, "an attendance that ended later stays")?;
    holds(rows_of(store, "age-open")? == ALL, "an attendance that did not end stays")?;
    holds(store.oldest_aged(KeptFor::Attendances)? == Some(Wall(20)), "the next one is found")?;
    deletes_before(store, KeptFor::Attendances, 21)?;
    holds(store.oldest_aged(KeptFor::Attendances)?.is_none(), "an open attendance does not become old")
}

fn conversations(store: &mut dyn Store) -> Check {
    let row = |customer: &str, last_receipt: i64| ConversationRow {
        route_id: "age".to_owned(),
        customer: customer.to_owned(),
        network_id: String::new(),
        name: String::new(),
        org_unit_id: OrgUnitId::from("u1"),
        owner: None,
        current: None,
        last_ended_at: Some(Wall(5)),
        last_receipt: Some(Wall(last_receipt)),
        template_sent_at: None,
        pinned: false,
        marked_unread: false,
        opted_out: false,
        consent_at: None,
        number_not_exists: false,
        claim: None,
    };
    committed(store, |store| {
        store.put_conversation(&row("old", 10))?;
        store.put_conversation(&row("later", 30))?;
        store.put_conversation(&ConversationRow { opted_out: true, ..row("out", 10) })?;
        let current = Some(Protocol::from("age-open"));
        Ok(store.put_conversation(&ConversationRow { current, ..row("open", 10) })?)
    })?;
    deletes_before(store, KeptFor::Attendances, 30)?;
    let left = store.conversations_of_route("age")?.into_iter().map(|row| row.customer);
    let left: Vec<String> = left.collect();
    holds(left == ["later", "open", "out"], "a conversation stays while it is young, open or a wish")
}

fn others(store: &mut dyn Store) -> Check {
    let contact = ContactId::from("age");
    let early = |provider_id: &str, at: i64| ProviderMessageRow {
        route_id: "early".to_owned(),
        provider_id: provider_id.to_owned(),
        message: None,
        early: Some(ReceiptFact { status: MessageStatus::Read, reason: String::new() }),
        entry: None,
        changes: None,
        at: Wall(at),
    };
    committed(store, |store| {
        for (id, at) in [("a", 10), ("b", 20)] {
            store.put_provider_message(&early(id, at))?;
            store.put_unused_media(&UnusedMediaRow { id: format!("age-{id}"), created_at: Wall(at) })?;
            store.put_script_answer(&answer(id, at))?;
            store.insert_churn_removal(&ChurnRemovalRow {
                contact_id: contact.clone(),
                at: Wall(at),
                agent_id: AgentId::from("age"),
                justification: String::new(),
                probability: 1.0,
            })?;
        }
        Ok(store.put_script_answer(&answer("undated", 0))?)
    })?;
    committed(store, |store| Ok(store.date_script_answers(Wall(15))?))?;
    let mut portion = Portion::of(9);
    committed(store, |store| {
        for kept in [KeptFor::EarlyReceipts, KeptFor::UnusedFiles, KeptFor::Attendances] {
            store.delete_aged(kept, Wall(15), &mut portion)?;
        }
        Ok(())
    })?;
    holds(store.provider_message("early", "a")?.is_none(), "an old receipt goes")?;
    holds(store.provider_message("early", "b")?.is_some(), "a receipt of today stays")?;
    holds(portion.files.contains(&"age-a".to_owned()), "a file that nobody sent is named")?;
    holds(!portion.files.contains(&"age-b".to_owned()), "a file of today is not")?;
    let left = store.script_answers(&answer("a", 0).owner)?;
    holds(left == [answer("b", 20), answer("undated", 15)], "answers without a date are as old as the first look")?;
    committed(store, |store| Ok(store.delete_rows_of_contact(contact.as_str())?))?;
    holds(store.churn_removal(&contact)?.is_none(), "rows of a contact go with it")
}

fn frame(agent: &str, seq: u64, text: &str) -> FrameRow {
    FrameRow { agent_id: AgentId::from(agent), seq, event_id: EventId::from("e"), text: text.to_owned() }
}

/// More rows than are read at a time, with two values in the first column of the key.
fn erasure(store: &mut dyn Store) -> Check {
    let (number, protocol) = ("5511900000001", Protocol::from("age-erased"));
    let mentions = format!("{{\"phone\":\"{number}\"}}");
    committed(store, |store| {
        for seq in 1..=600 {
            store.insert_frame(&frame("erased-1", seq, "another text"))?;
        }
        store.insert_frame(&frame("erased-1", 601, &mentions))?;
        store.insert_frame(&frame("erased-2", 1, &mentions))?;
        store.insert_message(&Message { protocol: protocol.clone(), seq: 1, ..Message::default() })?;
        Ok(store.insert_message(&Message { protocol: Protocol::from("age-erased-2"), seq: 1, ..Message::default() })?)
    })?;
    let customer = ErasedCustomer {
        org_unit_id: OrgUnitId::from("u1"),
        identifiers: [number.to_owned()].into(),
        protocols: [protocol.clone()].into(),
        ..ErasedCustomer::default()
    };
    let mut rows = Vec::new();
    committed(store, |store| {
        rows = erase_rows(store, &customer)?.into_iter().collect();
        Ok(())
    })?;
    holds(rows == [("frame", 2), ("message", 1)], "rows are counted by table")?;
    let left = store.frames_after(&AgentId::from("erased-1"), 0, 1_000)?;
    holds(left.len() == 600 && left.iter().all(|frame| frame.text == "another text"), "other texts stay")?;
    holds(store.frame_count(&AgentId::from("erased-2"))? == 0, "every row is looked at")?;
    holds(store.message(&protocol, 1)?.is_none(), "rows of the customer's attendances go")?;
    holds(store.message(&Protocol::from("age-erased-2"), 1)?.is_some(), "rows of others stay")?;
    committed(store, |store| Ok(store.clear_frames(&AgentId::from("erased-1"))?))
}
