//! Demo data of a new installation. All people are fictitious.

use crate::context::Context;
use crate::demo_accounts::{AGENTS, ALL_CHANNELS, DemoAgent, DemoData};
use crate::demo_broadcasts;
use crate::demo_people;
use crate::demo_tags;
use crate::demo_voice;
use crate::demo_whatsapp;
use crate::store::{
    AgentRow, ContactRow, ExtensionRow, GroupRow, PauseRow, QualificationRow, QueueRow, QueueSettings,
    QueueSettingsRow, Sequence, Store, StoreError, StoreResult,
};
use wire::{
    AgentId, AgentPreferences, AgentRecord, AttendanceGroup, AttendanceGroupId, Channel, Contact, ContactId,
    ContactIdentifiers, JobTag, OrgUnit, OrgUnitId, QualificationId, QualificationRecord, QueueId,
};

/// Number, whether there is a desk telephone for it, whether the telephone system can call it.
const EXTENSIONS: [(&str, bool, bool); 5] =
    [("1001", true, true), ("1002", true, true), ("1003", true, true), ("1008", false, false), ("1009", true, false)];

/// Identifier, name, maximum in seconds, login pause.
const PAUSES: [(&str, &str, u32, bool); 6] = [
    ("1", "Almoço", 60 * 60, false),
    ("2", "Café", 15 * 60, false),
    ("3", "Banheiro", 10 * 60, false),
    ("4", "Treinamento", 0, false),
    ("5", "Feedback", 30 * 60, false),
    ("9", "Pausa de login", 0, true),
];

const QUALIFICATIONS: [(&str, &str, &str); 7] = [
    ("1", "Renovação > Aceita", "positive"),
    ("2", "Renovação > Vai pensar", "neutral"),
    ("3", "Renovação > Recusada > Preço", "negative"),
    ("4", "Renovação > Recusada > Mudou de fornecedor", "negative"),
    ("5", "Dúvida > Resolvida", "positive"),
    ("6", "Dúvida > Encaminhada", "neutral"),
    ("7", "Engano", "neutral"),
];

/// Full name, e-mail (also the chat identifier), telephone (also the WhatsApp number).
pub(crate) const CONTACTS: [(&str, &str, &str); 6] = [
    ("Helena Duarte", "helena.duarte@example.com", "5511955550101"),
    ("Rafael Moreira", "rafael.moreira@example.com", "5521955550102"),
    ("Beatriz Campos", "beatriz.campos@example.com", "5531955550103"),
    ("Otávio Ramos", "otavio.ramos@example.com", "5541955550104"),
    ("Lívia Nogueira", "livia.nogueira@example.com", "5551955550105"),
    ("Caetano Freitas", "caetano.freitas@example.com", "5571955550106"),
];

/// Number of the contact in the wallet of an agent with a telephone.
const PREFERENTIAL: &str = "5541955550104";

pub(crate) const ORG_UNIT: &str = "1";
pub(crate) const RENEWALS: &str = "10";
pub(crate) const SUPPORT: &str = "20";

/// Creates the demo data in a transaction of its own; if demo agents exist, adds only missing rows.
///
/// Errors: the store failed or a password could not be hashed.
pub fn seed_demo(store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<DemoData> {
    store.begin()?;
    match seed(store, context).and_then(|data| store.commit().map(|()| data)) {
        Ok(data) => Ok(data),
        Err(error) => {
            store.rollback()?;
            Err(error)
        }
    }
}

fn seed(store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<DemoData> {
    let agents = AGENTS.map(|(id, login, password, name, role)| DemoAgent {
        id: AgentId::from(id),
        login,
        password,
        name,
        role,
    });
    let data = DemoData {
        org_unit: OrgUnitId::from(ORG_UNIT),
        agents: agents.to_vec(),
        renewals: QueueId::from(RENEWALS),
        support: QueueId::from(SUPPORT),
    };
    for agent in &data.agents {
        if store.agent(&agent.id)?.is_some() {
            put_presence(store, context, &data)?;
            put_voice(store, context, &data)?;
            demo_whatsapp::put_whatsapp(store, &data)?;
            demo_broadcasts::put_broadcasts(store, context.now)?;
            demo_tags::put_tags(store)?;
            demo_people::put_people(store, context.now)?;
            return Ok(data);
        }
    }
    store.put_org_unit(&OrgUnit {
        id: data.org_unit.clone(),
        name: "Central Aurora".to_owned(),
        ..OrgUnit::default()
    })?;
    for agent in &data.agents {
        put_agent(store, context, agent)?;
    }
    let everybody = || AGENTS.iter().map(|(id, ..)| AgentId::from(*id)).collect();
    put_group(store, RENEWALS, "Renovações", Channel::Chat, everybody(), true)?;
    put_group(store, SUPPORT, "Atendimento geral", Channel::Chat, everybody(), false)?;
    let renewal = JobTag {
        tag_item_id: "31".to_owned(),
        tag_item_name: "Renovação".to_owned(),
        tag_item_color: "#2E7D32".to_owned(),
    };
    put_queue(store, RENEWALS, "Renovações", Channel::Chat, vec![renewal])?;
    put_queue(store, SUPPORT, "Suporte", Channel::Chat, Vec::new())?;
    put_qualifications(store)?;
    put_contacts(store)?;
    put_presence(store, context, &data)?;
    put_voice(store, context, &data)?;
    demo_whatsapp::put_whatsapp(store, &data)?;
    demo_broadcasts::put_broadcasts(store, context.now)?;
    demo_tags::put_tags(store)?;
    demo_people::put_people(store, context.now)?;
    Ok(data)
}

fn put_agent(store: &mut dyn Store, context: &mut Context<'_>, agent: &DemoAgent) -> StoreResult<()> {
    let salt = context.salt();
    let password_hash = context
        .hasher
        .hash(agent.password, salt)
        .ok_or_else(|| StoreError::Unavailable("the password could not be hashed".to_owned()))?;
    store.put_agent(&AgentRow {
        id: agent.id.clone(),
        login: agent.login.to_owned(),
        password_hash,
        record: AgentRecord {
            identifier: agent.id.0.clone(),
            agent_id: agent.id.clone(),
            agent_name: agent.name.to_owned(),
            org_unit_id: OrgUnitId::from(ORG_UNIT),
            channels: channels_of(&agent.id),
            email: format!("{}@example.com", agent.login),
            login_identifier: agent.login.to_owned(),
            role: agent.role,
            use_web_rtc: yes_or_no(has_telephone(&agent.id)),
            agent_ack_call: yes_or_no(has_telephone(&agent.id)),
            agent_ack_call_volume: 80,
            agent_preferences: AgentPreferences {
                notify_chat_message: true,
                notify_whats_app_message: true,
                notify_voice_connection_lost: true,
                web_rtc_auto_reconnect: has_telephone(&agent.id),
                call_control_behavior: "inside".to_owned(),
                after_attendance_behavior: "qualification".to_owned(),
            },
            ..AgentRecord::default()
        },
        absence: None,
        absence_version: 0,
        must_change_password: false,
    })
}

fn has_telephone(agent: &AgentId) -> bool {
    demo_voice::TELEPHONES.iter().any(|(id, _)| *id == agent.as_str())
}

fn channels_of(agent: &AgentId) -> Vec<Channel> {
    match agent.as_str() {
        ALL_CHANNELS => Channel::ALL.to_vec(),
        _ if has_telephone(agent) => vec![Channel::Voice, Channel::Chat, Channel::Whatsapp],
        _ => vec![Channel::Chat, Channel::Whatsapp],
    }
}

fn yes_or_no(flag: bool) -> String {
    if flag { "Y" } else { "N" }.to_owned()
}

pub(crate) fn put_group(
    store: &mut dyn Store,
    id: &str,
    name: &str,
    channel: Channel,
    members: Vec<AgentId>,
    observation_required: bool,
) -> StoreResult<()> {
    store.put_group(&GroupRow {
        group: AttendanceGroup {
            id: AttendanceGroupId::from(id),
            name: name.to_owned(),
            observation_required,
            queue_voice_context: format!("queue_{id}"),
            channel: Some(channel),
            broadcast_enabled: false,
            ack_call_behavior: "ring".to_owned(),
            ack_call_assisted_transfer_behavior: "ring".to_owned(),
        },
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        members,
    })
}

/// A queue has the same identifier as its attendance group.
pub(crate) fn put_queue(
    store: &mut dyn Store,
    id: &str,
    name: &str,
    channel: Channel,
    tags: Vec<JobTag>,
) -> StoreResult<()> {
    store.put_queue(&QueueRow {
        id: QueueId::from(id),
        name: name.to_owned(),
        channel,
        group_id: AttendanceGroupId::from(id),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        tags,
    })?;
    let (first_answer_seconds, next_answer_seconds) = match channel {
        Channel::Voice => (0, 0),
        Channel::Chat => (2 * 60, 5 * 60),
        Channel::Whatsapp => (10 * 60, 15 * 60),
    };
    let settings = QueueSettings { first_answer_seconds, next_answer_seconds, ..QueueSettings::default() };
    store.put_queue_settings(&QueueSettingsRow { queue_id: QueueId::from(id), settings })
}

fn put_qualifications(store: &mut dyn Store) -> StoreResult<()> {
    for (position, (id, name, kind)) in (0..).zip(QUALIFICATIONS) {
        store.put_qualification(&QualificationRow {
            record: QualificationRecord {
                id: QualificationId::from(id),
                name: name.to_owned(),
                kind: kind.to_owned(),
                finish_dialing: false,
            },
            list: Some(QueueId::from(RENEWALS)),
            position,
            alias: None,
            org_unit_id: OrgUnitId::default(),
        })?;
    }
    store.put_qualification(&QualificationRow {
        record: QualificationRecord {
            id: QualificationId::from("99"),
            name: "Sem qualificação".to_owned(),
            kind: "neutral".to_owned(),
            finish_dialing: false,
        },
        list: None,
        position: 0,
        alias: Some("unqualified".to_owned()),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
    })
}

/// Also for databases created by a version without pauses; existing rows are kept.
fn put_presence(store: &mut dyn Store, context: &mut Context<'_>, data: &DemoData) -> StoreResult<()> {
    if !store.pauses_of(&data.org_unit)?.is_empty() {
        return Ok(());
    }
    put_pauses(store)?;
    for agent in &data.agents {
        if store.agent(&agent.id)?.is_none() {
            put_agent(store, context, agent)?;
        }
    }
    for (id, name, channel) in [("30", "Telefonia", Channel::Voice), ("40", "WhatsApp", Channel::Whatsapp)] {
        put_group(store, id, name, channel, vec![AgentId::from(ALL_CHANNELS)], false)?;
    }
    for (id, _, reachable) in EXTENSIONS {
        let org_unit_id = data.org_unit.clone();
        store.put_extension(&ExtensionRow { id: id.to_owned(), org_unit_id, reachable })?;
    }
    Ok(())
}

/// Also for databases created by a version without calls; existing rows are kept.
fn put_voice(store: &mut dyn Store, context: &mut Context<'_>, data: &DemoData) -> StoreResult<()> {
    for agent in &data.agents {
        if store.agent(&agent.id)?.is_none() {
            put_agent(store, context, agent)?;
        }
    }
    for (exten, ..) in EXTENSIONS.iter().filter(|(_, has_telephone, _)| *has_telephone) {
        demo_voice::put_account(store, exten, AgentId::default())?;
    }
    demo_voice::put_voice(store)
}

fn put_pauses(store: &mut dyn Store) -> StoreResult<()> {
    for (position, (id, name, max_seconds, login)) in (0..).zip(PAUSES) {
        store.put_pause(&PauseRow {
            id: id.to_owned(),
            name: name.to_owned(),
            org_unit_id: OrgUnitId::from(ORG_UNIT),
            position,
            channels: Channel::ALL.to_vec(),
            max_seconds,
            login,
        })?;
    }
    Ok(())
}

fn put_contacts(store: &mut dyn Store) -> StoreResult<()> {
    for (fullname, email, phone) in CONTACTS {
        let id = store.next_number(Sequence::Contact)?;
        store.put_contact(&ContactRow {
            contact: Contact {
                id: ContactId(id.to_string()),
                fullname: fullname.to_owned(),
                email: email.to_owned(),
                identifiers: ContactIdentifiers {
                    id: format!("C-{id:04}"),
                    whatsapp_identifier: phone.to_owned(),
                    chat_identifier: email.to_owned(),
                    phone1: phone.to_owned(),
                },
                preferential: phone == PREFERENTIAL,
                version: 1,
                ..Contact::default()
            },
            org_unit_id: OrgUnitId::from(ORG_UNIT),
            blocked: false,
            wallet: (phone == PREFERENTIAL).then(|| AgentId::from(demo_voice::WALLET_OWNER)),
            last_contact_at: None,
            other_whatsapp: Vec::new(),
            other_identifiers: Vec::new(),
        })?;
    }
    Ok(())
}
