//! An internal note of the customer's attendance, for tests that go over every table.

use super::TestCustomer;
use crate::store::{MemoryStore, NoteRow, NoteStore};
use crate::testing::ANA;
use wire::{AgentId, NoteId, NoteText, Protocol, Wall};

pub(super) fn put_note(store: &mut MemoryStore, customer: &TestCustomer, protocol: &Protocol, at: Wall) {
    let note = NoteRow {
        protocol: protocol.clone(),
        id: NoteId::from("N1"),
        conversation: protocol.to_string(),
        agent_id: AgentId::from(ANA),
        agent_name: "Ana Souza".to_owned(),
        text: NoteText::new(customer.text.to_owned()),
        mentions: Vec::new(),
        at,
        edited: false,
        removed: false,
        version: 1,
    };
    store.put_note(&note).unwrap();
}
