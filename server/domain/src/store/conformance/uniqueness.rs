//! Conformance of rows that never change, and of values that no two rows may share.

use super::frames::frame;
use super::web_chat::chat;
use super::{Check, committed, holds};
use crate::store::{
    AgentRow, ChannelRow, ContactRow, SendRow, Store, StoreError, StoreResult, WebChatEventRow, WebChatRow,
};
use wire::{
    AgentId, AgentRecord, Channel, ChannelStatus, Contact, ContactId, ContactIdentifiers, CustomId, Message, OrgUnitId,
    Protocol, SendMessageReply, Wall,
};

pub(super) fn check(store: &mut dyn Store) -> Check {
    inserted_rows_stay(store)?;
    logins(store)?;
    identifiers(store)?;
    extensions(store)?;
    secrets(store)
}

/// Asserts that the change fails with a conflict; it is rolled back.
fn refused(store: &mut dyn Store, change: impl FnOnce(&mut dyn Store) -> StoreResult<()>, statement: &str) -> Check {
    store.begin()?;
    let outcome = change(store);
    store.rollback()?;
    holds(matches!(outcome, Err(StoreError::Conflict(_))), &format!("{statement}: {outcome:?}"))
}

fn inserted_rows_stay(store: &mut dyn Store) -> Check {
    let message = |text: &str| Message {
        protocol: Protocol::from("once"),
        seq: 1,
        message: text.to_owned(),
        ..Message::default()
    };
    let send = |text: &str| SendRow {
        sender: "customer".to_owned(),
        protocol: Protocol::from("once"),
        custom_id: CustomId::from("AAAAAAAAAA"),
        text: text.to_owned(),
        reply: SendMessageReply::default(),
    };
    let event = |text: &str| WebChatEventRow { protocol: Protocol::from("once"), number: 1, text: text.to_owned() };
    let once = AgentId::from("once");
    committed(store, |store| {
        store.insert_message(&message("first"))?;
        store.insert_send(&send("first"))?;
        store.insert_web_chat_event(&event("first"))?;
        Ok(store.insert_frame(&frame("once", 1))?)
    })?;
    refused(store, |store| store.insert_message(&message("second")), "a message is never overwritten")?;
    refused(store, |store| store.insert_send(&send("second")), "a send is never overwritten")?;
    refused(store, |store| store.insert_web_chat_event(&event("second")), "a customer's event is never overwritten")?;
    refused(store, |store| store.insert_frame(&frame("once", 1)), "a frame is never overwritten")?;
    let stored = store.messages_after(&Protocol::from("once"), 0, 9)?;
    holds(stored == [message("first")], "the first message stays")?;
    committed(store, |store| {
        store.acknowledge(&once, 1)?;
        Ok(store.insert_frame(&frame("once", 1))?)
    })?;
    holds(store.frame_count(&once)? == 1, "the number of a deleted frame is free again")
}

fn logins(store: &mut dyn Store) -> Check {
    let agent = |id: &str| AgentRow {
        id: AgentId::from(id),
        login: "unique".to_owned(),
        password_hash: "hash".to_owned(),
        record: AgentRecord::default(),
        absence: None,
        absence_version: 0,
        must_change_password: false,
    };
    committed(store, |store| {
        store.put_agent(&agent("u1"))?;
        Ok(store.put_agent(&agent("u1"))?)
    })?;
    refused(store, |store| store.put_agent(&agent("u2")), "no two agents have one login")
}

fn identifiers(store: &mut dyn Store) -> Check {
    let contact = |id: &str, unit: &str, phone: &str| ContactRow {
        contact: Contact {
            id: ContactId::from(id),
            identifiers: ContactIdentifiers { phone1: phone.to_owned(), ..ContactIdentifiers::default() },
            ..Contact::default()
        },
        org_unit_id: OrgUnitId::from(unit),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    };
    committed(store, |store| {
        store.put_contact(&contact("u1", "unit-1", "5511"))?;
        store.put_contact(&contact("u2", "unit-2", "5511"))?;
        store.put_contact(&contact("u3", "unit-1", ""))?;
        Ok(store.put_contact(&contact("u4", "unit-1", ""))?)
    })?;
    refused(
        store,
        |store| store.put_contact(&contact("u3", "unit-1", "5511")),
        "no two contacts of an org unit have one identifier",
    )
}

fn extensions(store: &mut dyn Store) -> Check {
    let row = |agent: &str, connected: bool| ChannelRow {
        agent_id: AgentId::from(agent),
        channel: Channel::Voice,
        connected,
        pause: None,
        scheduled_pause: None,
        paused_ms: 0,
        exten: "7007".to_owned(),
        on_hold: 0,
        open_jobs: 0,
        wrap_up: None,
        interrupted_wrap_up: None,
        internal_call: false,
        status: ChannelStatus::default(),
        since: None,
        connected_since: None,
        logged_ms: 0,
        idle_since: Wall(0),
    };
    committed(store, |store| {
        store.put_channel(&row("u1", true))?;
        Ok(store.put_channel(&row("u2", false))?)
    })?;
    let agent = store.channel_of_extension("7007")?.map(|row| row.agent_id);
    holds(agent == Some(AgentId::from("u1")), "an extension is found by the connected channel")?;
    refused(store, |store| store.put_channel(&row("u2", true)), "an extension serves one agent")?;
    committed(store, |store| {
        store.put_channel(&row("u1", false))?;
        Ok(store.put_channel(&row("u2", true))?)
    })
}

fn secrets(store: &mut dyn Store) -> Check {
    let same = |protocol: &str| WebChatRow { secret_hash: "one secret".to_owned(), ..chat(protocol) };
    committed(store, |store| Ok(store.put_web_chat(&same("u1"))?))?;
    refused(store, |store| store.put_web_chat(&same("u2")), "a customer's secret starts one chat")
}
