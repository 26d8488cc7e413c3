//! Rows for tests of every table: one of a customer in each table that can hold customer data, and one in each other table.

use crate::store::{AssignmentStore, InternalCallRow, InternalCallStore, ListViewRow, ListViewStore, OnHoldRow};
use crate::store::{
    AttemptRow, AuditChange, AuditRow, Backend, BlockedNumberRow, CallPhase, CallRow, ChurnRemovalRow, ChurnScoreRow,
    ContactColumnRow, ContactFilterRow, ContactRow, ConversationAliasRow, ConversationAliasStore, ConversationRow,
    CustomerFact, DialRow, DialerNumberRow, DialerNumberState, DialerRow, DialerStore, DueStore, ENTITIES, EffectRow,
    EffectStore, EmployerRow, Entity, ExtensionRow, FileStore, FilterRule, Found, FrameRow, ImportPhase,
    ImportPortionRow, ImportRow, ImportStore, JobRow, JobState, MediaRow, MemoryStore, MessagePlace, NotificationRow,
    PeopleStore, PresenceStore, ProviderMessageRow, QueueSettings, QueueSettingsRow, QueueSettingsStore, ReceiptFact,
    ReservationStore, Scan, ScriptAnswerRow, SecondFactorRow, SecondFactorStore, SendRow, SignInPlaceRow,
    SolvedPuzzleRow, Store, StoredQualification, SuppressedRow, SuppressionStore, TagKind, TagRow, TagStore,
    UnusedMediaRow, VoiceAccountRow, VoiceStore, WebChatEventRow, WebChatUseRow, WhatsAppJobRow, WhatsAppStore,
};
use crate::testing::{ANA, Agent, START, TestCentre};
use serde_json::json;
use std::collections::BTreeMap;
use wire::{
    AgentId, CallType, Channel, Contact, ContactColumn, ContactId, ContactIdentifiers, CustomId, Employer, EventId,
    Message, MessageMedia, MessageStatus, OrgUnitId, Protocol, QualifyPayload, QueueId, SendMessageReply, Wall,
};

pub(crate) const UNIT: &str = "1";
const CAMPAIGN: &str = "6100";

/// The data of a test customer.
pub(crate) struct TestCustomer {
    pub name: &'static str,
    /// Number with the country code.
    pub phone: &'static str,
    pub email: &'static str,
    pub external: &'static str,
    /// Texts that the customer wrote, and texts that agents wrote about the customer.
    pub text: &'static str,
    /// A text that makes ids different.
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

    /// Protocols of the attendances: chat, voice, WhatsApp.
    pub fn protocols(&self) -> [Protocol; 3] {
        [1, 2, 3].map(|channel| Protocol::from(format!("2026010{}00000{channel}", self.number)))
    }

    pub fn files(&self) -> [String; 2] {
        ["received", "unsent"].map(|kind| format!("0123456789abcdef-{kind}-{}", self.number))
    }

    /// Words that occur only in rows of the customer, in lower case because the search index splits names into words.
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

/// A centre with one row in every table that holds no customer data.
pub(crate) fn centre() -> TestCentre {
    centre_with_agent().0
}

/// Like `centre`, with its agent, who is signed in.
pub(crate) fn centre_with_agent() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let store = &mut test.store;
    store
        .put_attempts(&AttemptRow { key: "a".into(), failures: 1, last_failed_at: START, previous_failed_at: None })
        .unwrap();
    store.put_sign_in_place(&SignInPlaceRow { key: "a".into(), last_at: START }).unwrap();
    store.insert_solved_puzzle(&SolvedPuzzleRow { salt: "a".into(), at: START }).unwrap();
    let unit = OrgUnitId::from(UNIT);
    store.put_extension(&ExtensionRow { id: "9".into(), org_unit_id: unit.clone(), reachable: true }).unwrap();
    let (sealed_secret, recovery_hashes) = ("sealed".to_owned(), Vec::new());
    let agent_id = AgentId::from(ANA);
    let factor = SecondFactorRow {
        agent_id: AgentId::from("9"),
        sealed_secret,
        active: true,
        last_step: None,
        recovery_hashes,
        since: START,
    };
    store.put_second_factor(&factor).unwrap();
    let settings = QueueSettings::default();
    store.put_queue_settings(&QueueSettingsRow { queue_id: "9".into(), settings }).unwrap();
    store.reserve_agent(&AgentId::from("9"), "c").unwrap();
    store
        .insert_internal_call(&InternalCallRow {
            unique_id: "i".into(),
            caller_id: AgentId::from("7"),
            callee_id: AgentId::from("8"),
            from: "1".into(),
            to: "2".into(),
            since: START,
            answered_at: None,
        })
        .unwrap();
    super::supervision_for_tests::put(store);
    store.put_on_hold(&OnHoldRow { group_id: "g".into(), channel: Channel::Chat, on_hold: 1 }).unwrap();
    let (tag, items) = ("Tag".to_owned(), Vec::new());
    let kind = TagKind::Contact;
    store
        .put_tag(&TagRow { org_unit_id: unit.clone(), id: "9".into(), name: tag, kind, group_id: None, items })
        .unwrap();
    let employer =
        Employer { employer_id: "9".into(), name: "Empresa".into(), code: "E9".into(), ..Employer::default() };
    store.put_employer(&EmployerRow { employer, org_unit_id: unit.clone(), last_role: 0 }).unwrap();
    let column = ContactColumn { database: "plano".into(), ..ContactColumn::default() };
    store.put_contact_column(&ContactColumnRow { org_unit_id: unit.clone(), column }).unwrap();
    let (name, rule) = ("Filtro".to_owned(), FilterRule::NoContactFor { days: 9 });
    store
        .put_contact_filter(&ContactFilterRow { id: "9".into(), org_unit_id: unit.clone(), name, position: 1, rule })
        .unwrap();
    let (name, filters) = ("Visão".to_owned(), wire::ListViewFilters::default());
    store.put_list_view(&ListViewRow { agent_id: AgentId::from("9"), id: "V".into(), name, filters }).unwrap();
    let columns = vec!["fullname".to_owned()];
    store
        .put_import(&ImportRow {
            agent_id,
            id: "i".into(),
            org_unit_id: unit.clone(),
            columns,
            lines: 9,
            staged: 9,
            applied: 0,
            created: 0,
            phase: ImportPhase::Applying,
        })
        .unwrap();
    store.put_suppressed(&SuppressedRow { scope: "calls:9".into(), digest: "d".into(), at: START }).unwrap();
    let (max_attempts, busy_retry_ms, retry_ms) = (3, 1, 1);
    let dialer = DialerRow {
        campaign_id: CAMPAIGN.into(),
        group_id: "g".into(),
        running: false,
        max_attempts,
        busy_retry_ms,
        retry_ms,
    };
    store.put_dialer(&dialer).unwrap();
    (test, ana)
}

/// Stores a row of the customer in every table that can hold customer data; attendances ended at `ended_at`.
pub(crate) fn put_customer(store: &mut MemoryStore, customer: &TestCustomer, ended_at: Wall) {
    store.begin().unwrap();
    put_contact(store, customer, ended_at);
    for (protocol, channel) in customer.protocols().into_iter().zip([Channel::Chat, Channel::Voice, Channel::Whatsapp])
    {
        put_attendance(store, customer, &protocol, channel, ended_at);
    }
    put_voice(store, customer, ended_at);
    put_whatsapp(store, customer, ended_at);
    put_texts(store, customer, ended_at);
    super::same_person_for_tests::put_join(store, customer, ended_at);
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
            secret_hash: format!("secret of {protocol}"),
            address_hash: Some("address".to_owned()),
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
    super::note_for_tests::put_note(store, customer, protocol, at);
    let (sender, text, reply) = ("customer".to_owned(), customer.text.to_owned(), SendMessageReply::default());
    store
        .insert_send(&SendRow { sender, protocol: protocol.clone(), custom_id: CustomId::from("c"), text, reply })
        .unwrap();
    store
        .insert_web_chat_event(&WebChatEventRow { protocol: protocol.clone(), number: 1, text: customer.json() })
        .unwrap();
    store.put_web_chat_use(&WebChatUseRow { protocol: protocol.clone(), messages: 1, files: 1, bytes: 9 }).unwrap();
}

fn answer(customer: &TestCustomer, owner: String, at: Wall) -> ScriptAnswerRow {
    ScriptAnswerRow { owner, field_id: "1:1".to_owned(), value: customer.text.to_owned(), at }
}

fn put_voice(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let [_, protocol, _] = customer.protocols();
    let phone = customer.phone.to_owned();
    store
        .put_call(&CallRow {
            protocol: protocol.clone(),
            unique_id: format!("call-{}", customer.number),
            call_type: CallType::Queue,
            phone: phone.clone(),
            telephone: None,
            outgoing: false,
            campaign: None,
            schedule: Some(json!({ "name": customer.name })),
            phase: CallPhase::Ended,
            answered_at: None,
            ring: None,
            missed: Vec::new(),
            room: None,
            last_party: 0,
            transfers: Vec::new(),
        })
        .unwrap();
    let fact = CustomerFact {
        name: customer.name.to_owned(),
        phone: phone.clone(),
        phone_verified: None,
        queue_id: QueueId::from("5000"),
        address_hash: None,
    };
    store
        .insert_voice_account(&VoiceAccountRow {
            exten: format!("customer-{}", customer.number),
            agent_id: AgentId::default(),
            secret_hash: String::new(),
            registered: false,
            version: 0,
            hidden: false,
            customer: Some(fact),
        })
        .unwrap();
    let owners = [
        ScriptAnswerRow::of_attendance(&protocol),
        ScriptAnswerRow::of_contact(&customer.contact_id()),
        ScriptAnswerRow::of_identifier(&format!("{UNIT}:{}", customer.email)),
    ];
    owners.into_iter().for_each(|owner| store.put_script_answer(&answer(customer, owner, at)).unwrap());
    let org_unit_id = OrgUnitId::from(UNIT);
    store.put_blocked_number(&BlockedNumberRow { org_unit_id, phone: phone.clone() }).unwrap();
    store
        .put_dialer_number(&DialerNumberRow {
            campaign_id: QueueId::from(CAMPAIGN),
            phone,
            name: customer.name.to_owned(),
            state: DialerNumberState::Finished,
            attempts: 1,
            due_at: at,
        })
        .unwrap();
}

fn route() -> String {
    "r1".to_owned()
}

fn put_whatsapp(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let [chat, _, protocol] = customer.protocols();
    let mut own = store.whatsapp_routes().unwrap().remove(0);
    own.id = route();
    own.account = "account of tests".to_owned();
    own.org_unit_id = OrgUnitId::from(UNIT);
    store.put_whatsapp_route(&own).unwrap();
    let phone = customer.phone.to_owned();
    store
        .put_conversation(&ConversationRow {
            route_id: route(),
            customer: phone.clone(),
            network_id: phone.clone(),
            name: customer.name.to_owned(),
            org_unit_id: OrgUnitId::from(UNIT),
            owner: Some(AgentId::from(ANA)),
            current: None,
            last_ended_at: Some(at),
            last_receipt: Some(at),
            template_sent_at: None,
            pinned: false,
            marked_unread: false,
            opted_out: false,
            number_not_exists: false,
            claim: None,
        })
        .unwrap();
    let alias = format!("BR.{}", customer.number);
    let alias = ConversationAliasRow { route_id: route(), alias, customer: phone.clone(), at };
    store.put_conversation_alias(&alias).unwrap();
    let facts = WhatsAppJobRow { protocol: protocol.clone(), route_id: route(), customer: phone, campaign: None };
    store.put_whatsapp_job(&facts).unwrap();
    let place = Some(MessagePlace { protocol: protocol.clone(), seq: 1 });
    let provider_id = format!("wamid.{}", customer.number);
    let row = ProviderMessageRow { route_id: route(), provider_id, message: place, early: None, changes: None, at };
    store.put_provider_message(&row).unwrap();
    let early = Some(ReceiptFact { status: MessageStatus::Read, reason: String::new() });
    store
        .put_provider_message(&ProviderMessageRow {
            provider_id: format!("foreign.{}", customer.number),
            message: None,
            early,
            ..row
        })
        .unwrap();
    for (id, protocol) in customer.files().into_iter().zip([protocol, chat]) {
        let media = MediaRow {
            id,
            protocol,
            agent_id: AgentId::default(),
            kind: MessageMedia::Image,
            mimetype: "image/png".to_owned(),
            file_name: format!("{}.png", customer.name),
            size: 9,
            created_at: at,
        };
        store.put_media(&media).unwrap();
        if media.id.contains("received") {
            super::supervision_for_tests::put_recording(store, &media, at);
        }
        if media.id.contains("unsent") {
            store.put_unused_media(&UnusedMediaRow { id: media.id, created_at: at }).unwrap();
        }
    }
}

/// Texts in rows of agents and of settings.
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
        lane: crate::store::EffectLane::Prompt,
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

/// A campaign dials the customer now.
pub(crate) fn put_dial(store: &mut MemoryStore, customer: &TestCustomer) {
    let (org_unit_id, phone) = (OrgUnitId::from(UNIT), customer.phone.to_owned());
    let unique_id = format!("dial-{}", customer.number);
    let (agent_id, campaign_id) = (AgentId::from("301"), QueueId::from(CAMPAIGN));
    store.insert_dial(&DialRow { org_unit_id, phone, unique_id, agent_id, campaign_id }).unwrap();
}

/// The rows of every table as texts, with their columns.
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
