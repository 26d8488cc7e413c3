//! Rows for tests that go over every table: a customer who has a row in each that can say something of one, and a row in each other table.

mod broadcast;
mod centre;
mod note;
mod same_person;
mod supervision;
mod voice;
mod whatsapp;

pub(crate) use centre::{centre, centre_with_agent};
pub(crate) use voice::put_dial;

use crate::store::{
    AuditChange, AuditRow, Backend, ChurnRemovalRow, ChurnScoreRow, ContactRow, DueStore, ENTITIES, EffectLane,
    EffectRow, EffectStore, Entity, Found, FrameRow, ImportPortionRow, ImportStore, JobRow, JobState, MemoryStore,
    NotificationRow, PeopleStore, PresenceStore, Scan, SendRow, Store, StoredQualification, TagStore, WebChatEventRow,
    WebChatRow, WebChatStore, WebChatUseRow,
};
use crate::testing::{ANA, START};
use serde_json::json;
use std::collections::BTreeMap;
use wire::{
    AgentId, Channel, Contact, ContactId, ContactIdentifiers, CustomId, EventId, Message, OrgUnitId, Protocol,
    QualifyPayload, SendMessageReply, Wall,
};

pub(crate) const UNIT: &str = "1";
const CAMPAIGN: &str = "6100";

/// The values from which a customer's rows are made.
pub(crate) struct TestCustomer {
    pub name: &'static str,
    /// The telephone number, with the code of the country.
    pub phone: &'static str,
    pub email: &'static str,
    pub external: &'static str,
    /// A text that the customer wrote, and that agents wrote about the customer.
    pub text: &'static str,
    /// Distinguishes ids.
    pub number: u32,
}

pub(crate) const ZULEICA: TestCustomer = TestCustomer {
    name: "Zuleica Quintanilha",
    phone: "5511987650001",
    email: "zuleica@correio.example",
    external: "CPF-39053344705",
    text: "Meu gato derrubou o roteador",
    number: 1,
};

pub(crate) const WALDEMAR: TestCustomer = TestCustomer {
    name: "Waldemar Brunhoso",
    phone: "5511987650002",
    email: "waldemar@correio.example",
    external: "CPF-11144477735",
    text: "Quero mudar o vencimento",
    number: 2,
};

impl TestCustomer {
    pub fn contact_id(&self) -> ContactId {
        ContactId(format!("77{}", self.number))
    }

    /// Attendances: chat, voice, WhatsApp.
    pub fn protocols(&self) -> [Protocol; 3] {
        [1, 2, 3].map(|channel| Protocol::from(format!("2026010{}00000{channel}", self.number)))
    }

    pub fn files(&self) -> [String; 2] {
        ["received", "unsent"].map(|kind| format!("0123456789abcdef-{kind}-{}", self.number))
    }

    /// Words that only rows of the customer have, in lower case: the search splits names into words.
    pub fn words(&self) -> Vec<String> {
        let local = self.phone.strip_prefix("55").unwrap_or(self.phone);
        let names = self.name.split(' ');
        let others = [local, self.email, self.external, self.text];
        names.chain(others).map(str::to_lowercase).collect()
    }

    fn json(&self) -> String {
        json!({ "from": self.name, "phone": self.phone, "message": self.text }).to_string()
    }
}

/// Stores a row of the customer in every table that can say something of one; attendances ended at `ended_at`.
pub(crate) fn put_customer(store: &mut MemoryStore, customer: &TestCustomer, ended_at: Wall) {
    store.begin().unwrap();
    put_contact(store, customer, ended_at);
    for (protocol, channel) in customer.protocols().into_iter().zip([Channel::Chat, Channel::Voice, Channel::Whatsapp])
    {
        put_attendance(store, customer, &protocol, channel, ended_at);
    }
    voice::put_voice(store, customer, ended_at);
    whatsapp::put_whatsapp(store, customer, ended_at);
    broadcast::put_broadcast(store, customer, ended_at);
    put_texts(store, customer, ended_at);
    same_person::put_join(store, customer, ended_at);
    store.commit().unwrap();
}

fn put_contact(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let identifiers = ContactIdentifiers {
        id: customer.external.to_owned(),
        whatsapp_identifier: customer.phone.to_owned(),
        chat_identifier: String::new(),
        phone1: customer.phone.to_owned(),
    };
    let contact = Contact {
        id: customer.contact_id(),
        fullname: customer.name.to_owned(),
        email: customer.email.to_owned(),
        data: Some(json!({ "plano": customer.text })),
        identifiers,
        ..Contact::default()
    };
    let (org_unit_id, wallet) = (OrgUnitId::from(UNIT), Some(AgentId::from(ANA)));
    store
        .put_contact(&ContactRow {
            contact,
            org_unit_id,
            blocked: false,
            wallet,
            last_contact_at: Some(at),
            other_whatsapp: Vec::new(),
            other_identifiers: Vec::new(),
        })
        .unwrap();
    let contact_id = customer.contact_id();
    let (agent_id, justification) = (AgentId::from(ANA), customer.text.to_owned());
    store
        .insert_churn_removal(&ChurnRemovalRow {
            contact_id: contact_id.clone(),
            at,
            agent_id,
            justification,
            probability: 9.0,
        })
        .unwrap();
    store.put_churn_score(&ChurnScoreRow { contact_id: contact_id.clone(), asked_at: at, factors: None }).unwrap();
    for (number, id, action) in
        [(1, contact_id.to_string(), "created"), (2, format!("88{}", customer.number), "deleted")]
    {
        let changes = vec![
            AuditChange { field: "fullname".into(), before: customer.name.into(), after: String::new() },
            AuditChange { field: "email".into(), before: String::new(), after: customer.email.into() },
        ];
        store
            .insert_audit(&AuditRow {
                org_unit_id: OrgUnitId::from(UNIT),
                number: u64::from(customer.number) * 1_000 + number,
                at,
                agent_id: AgentId::from(ANA),
                agent_name: "Ana Souza".to_owned(),
                action: action.to_owned(),
                kind: "contact".to_owned(),
                id,
                name: customer.name.to_owned(),
                changes,
            })
            .unwrap();
    }
}

fn put_attendance(store: &mut MemoryStore, customer: &TestCustomer, protocol: &Protocol, channel: Channel, at: Wall) {
    let message = Message {
        protocol: protocol.clone(),
        seq: 1,
        from: customer.name.to_owned(),
        message: customer.text.to_owned(),
        ..Message::default()
    };
    let identifier = if channel == Channel::Chat { customer.email } else { customer.phone };
    store
        .put_job(&JobRow {
            state: JobState::Qualified,
            org_unit_id: OrgUnitId::from(UNIT),
            agent_id: AgentId::from(ANA),
            customer_name: customer.name.to_owned(),
            chat_identifier: identifier.to_owned(),
            contact_id: Some(customer.contact_id()),
            ended_at: Some(at),
            seq: 1,
            last_message: Some(message.clone()),
            qualification: Some(StoredQualification {
                payload: QualifyPayload { observation: customer.text.to_owned(), ..QualifyPayload::default() },
                agent_id: AgentId::from(ANA),
                at,
            }),
            ..JobRow::waiting(protocol.clone(), channel, at.plus_ms(-60_000))
        })
        .unwrap();
    store.insert_message(&message).unwrap();
    note::put_note(store, customer, protocol, at);
    let (sender, text, reply) = ("customer".to_owned(), customer.text.to_owned(), SendMessageReply::default());
    store
        .insert_send(&SendRow { sender, protocol: protocol.clone(), custom_id: CustomId::from("c"), text, reply })
        .unwrap();
    store
        .insert_web_chat_event(&WebChatEventRow { protocol: protocol.clone(), number: 1, text: customer.json() })
        .unwrap();
    store.put_web_chat(&WebChatRow::new(protocol.clone(), format!("secret of {protocol}"), at)).unwrap();
    store.put_web_chat_use(&WebChatUseRow { protocol: protocol.clone(), messages: 1, files: 1, bytes: 9 }).unwrap();
}

/// Texts in rows of agents and of the work.
fn put_texts(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let [protocol, ..] = customer.protocols();
    let seq = 1_000 + u64::from(customer.number);
    let event_id = EventId(format!("event-{seq}"));
    store.insert_frame(&FrameRow { agent_id: AgentId::from(ANA), seq, event_id, text: customer.json() }).unwrap();
    store
        .put_notification(&NotificationRow {
            id: format!("n-{seq}"),
            number: seq,
            agent_id: AgentId::from(ANA),
            at,
            read: false,
            kind: "message".to_owned(),
            channel: None,
            protocol: Protocol::default(),
            text: format!("Nova mensagem de {}", customer.name),
            pause: None,
        })
        .unwrap();
    let dead = EffectRow {
        id: format!("e-{seq}"),
        kind: "send_whatsapp".to_owned(),
        lane: EffectLane::Prompt,
        body: json!({ "protocol": protocol, "customer": customer.phone, "text": customer.text }).to_string(),
        org_unit_id: OrgUnitId::from(UNIT),
        created_at: at,
        not_before: at,
        attempts: 64,
        is_dead: true,
        cause: format!("{} is not on WhatsApp", customer.phone),
        sequence: String::new(),
        position: 0,
        is_waiting: false,
        is_running: false,
    };
    store.insert_effect(&dead).unwrap();
    let question = json!({ "contact_id": customer.contact_id(), "contact_identifier": customer.external }).to_string();
    let of_contact =
        EffectRow { id: format!("q-{seq}"), kind: "score_churn".into(), body: question, cause: String::new(), ..dead };
    store.insert_effect(&of_contact).unwrap();
    let number = customer.phone;
    store.set_due("old", &format!("{UNIT}/{number}"), Some(at.plus_ms(1)), START).unwrap();
    let line = |name: &str| vec![name.to_owned(), "x".to_owned()];
    store
        .put_import_portion(&ImportPortionRow {
            import_id: format!("import-{}", customer.number),
            first: 0,
            count: 2,
            lines: vec![line(customer.name), line("Outro Cliente")],
            created: vec![customer.contact_id()],
            refused: Vec::new(),
        })
        .unwrap();
}

/// The rows of every table, with their columns, as texts.
pub(crate) fn all_rows(store: &MemoryStore) -> BTreeMap<&'static str, Vec<String>> {
    ENTITIES.iter().map(|entity| (entity.table.name, rows_of(store, entity))).collect()
}

fn rows_of(store: &MemoryStore, entity: &Entity) -> Vec<String> {
    let text = |found: Found| {
        let row = match &found {
            Found::Shared(row) => row.to_json().unwrap(),
            Found::Json(text) => text.clone(),
        };
        format!("{row} {:?}", (entity.values_of)(found).unwrap())
    };
    store.scan(&Scan::of_table(entity.table)).unwrap().into_iter().map(text).collect()
}

/// Deletes the rows of the tables.
pub(crate) fn clear(store: &mut MemoryStore, is_cleared: impl Fn(&Entity) -> bool) {
    store.begin().unwrap();
    for entity in ENTITIES.iter().filter(|entity| is_cleared(entity)) {
        store.delete(&Scan::of_table(entity.table)).unwrap();
    }
    store.commit().unwrap();
}
