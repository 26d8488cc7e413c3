//! Demo data of voice: two agents with telephones, two queues, a campaign with a script, and a blocked number.

use crate::demo::{CONTACTS, ORG_UNIT, put_group, put_queue};
use crate::store::{
    BlockedNumberRow, CampaignRow, DialerNumberRow, DialerNumberState, DialerRow, ExtensionRow, QualificationRow,
    QueueSettings, QueueSettingsRow, ScriptFieldFact, ScriptRow, Store, StoreResult, VoiceAccountRow,
};
use wire::{
    AgentId, AttendanceGroupId, Channel, OrgUnitId, QualificationId, QualificationRecord, QueueId, ScriptFieldKind,
    Wall,
};

/// An agent and the agent's extension.
pub(crate) const TELEPHONES: [(&str, &str); 2] = [("301", "2001"), ("302", "2002")];

/// The agent who has a preferential contact.
pub(crate) const WALLET_OWNER: &str = TELEPHONES[0].0;

/// A queue: number (also the identifier of the queue and of its group) and name.
const QUEUES: [(&str, &str); 2] = [("5000", "Vendas por telefone"), ("5001", "Suporte por telefone")];

/// The queue whose agents have a wrap-up after each call.
const WITH_WRAP_UP: &str = QUEUES[1].0;

const CAMPAIGN: &str = "6100";
const BLOCKED: &str = "5511955550199";

const QUALIFICATIONS: [(&str, &str, &str, bool); 4] = [
    ("51", "Venda > Fechada", "positive", true),
    ("52", "Venda > Ligar depois", "neutral", false),
    ("53", "Venda > Sem interesse", "negative", true),
    ("54", "Chamada interrompida", "neutral", false),
];

/// Adds missing rows; existing rows are kept.
pub(crate) fn put_voice(store: &mut dyn Store) -> StoreResult<()> {
    if store.campaign(&QueueId::from(CAMPAIGN))?.is_some() {
        return Ok(());
    }
    for (agent, exten) in TELEPHONES {
        store.put_extension(&ExtensionRow {
            id: exten.to_owned(),
            org_unit_id: OrgUnitId::from(ORG_UNIT),
            reachable: true,
        })?;
        put_account(store, exten, AgentId::from(agent))?;
    }
    for (id, name) in QUEUES {
        let members = TELEPHONES.map(|(agent, _)| AgentId::from(agent)).to_vec();
        put_group(store, id, name, Channel::Voice, members, false)?;
        put_queue(store, id, name, Channel::Voice, Vec::new())?;
    }
    let settings = QueueSettings { wrap_up_seconds: 120, wrap_up_extensions: 2, ..QueueSettings::default() };
    store.put_queue_settings(&QueueSettingsRow { queue_id: QueueId::from(WITH_WRAP_UP), settings })?;
    put_qualifications(store)?;
    store.put_campaign(&CampaignRow {
        id: QueueId::from(CAMPAIGN),
        name: "Renovação de contratos".to_owned(),
        group_id: AttendanceGroupId::from("5000"),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
    })?;
    put_dialer(store)?;
    put_script(store)?;
    store.put_blocked_number(&BlockedNumberRow { org_unit_id: OrgUnitId::from(ORG_UNIT), phone: BLOCKED.to_owned() })
}

/// Adds the account of a telephone that is not registered yet, unless it exists. Without an agent it is a desk
/// telephone.
pub(crate) fn put_account(store: &mut dyn Store, exten: &str, agent_id: AgentId) -> StoreResult<()> {
    if store.voice_account(exten)?.is_some() {
        return Ok(());
    }
    store.put_voice_account(&VoiceAccountRow {
        exten: exten.to_owned(),
        agent_id,
        secret_hash: String::new(),
        registered: false,
        version: 0,
        hidden: false,
        customer: None,
    })
}

/// The campaign calls the contacts of the demo data, one for each result of a call, and a blocked number.
fn put_dialer(store: &mut dyn Store) -> StoreResult<()> {
    store.put_dialer(&DialerRow {
        campaign_id: QueueId::from(CAMPAIGN),
        group_id: AttendanceGroupId::from("5000"),
        running: false,
        max_attempts: 3,
        busy_retry_ms: 60_000,
        retry_ms: 5 * 60_000,
    })?;
    let contacts = CONTACTS.iter().map(|(name, _, phone)| (*phone, *name));
    for (position, (phone, name)) in (0..).zip(contacts.chain([(BLOCKED, "")])) {
        store.put_dialer_number(&DialerNumberRow {
            campaign_id: QueueId::from(CAMPAIGN),
            phone: phone.to_owned(),
            name: name.to_owned(),
            state: DialerNumberState::Open,
            attempts: 0,
            // The contacts in the order of the campaign's list.
            due_at: Wall(position),
        })?;
    }
    Ok(())
}

fn put_qualifications(store: &mut dyn Store) -> StoreResult<()> {
    for (position, (id, name, kind, finish_dialing)) in (0..).zip(QUALIFICATIONS) {
        store.put_qualification(&QualificationRow {
            record: QualificationRecord {
                id: QualificationId::from(id),
                name: name.to_owned(),
                kind: kind.to_owned(),
                finish_dialing,
            },
            list: Some(QueueId::from("5000")),
            position,
            alias: None,
            org_unit_id: OrgUnitId::default(),
        })?;
    }
    Ok(())
}

/// A field of a script.
pub(crate) fn script_field(id: &str, name: &str, kind: ScriptFieldKind, options: &[&str]) -> ScriptFieldFact {
    ScriptFieldFact {
        id: id.to_owned(),
        name: name.to_owned(),
        kind,
        options: options.iter().map(|option| (*option).to_owned()).collect(),
    }
}

fn put_script(store: &mut dyn Store) -> StoreResult<()> {
    store.put_script(&ScriptRow {
        id: "12".to_owned(),
        name: "Vendas".to_owned(),
        text: "Bom dia, {{fullname}}. Posso falar sobre o seu plano?".to_owned(),
        fields: vec![
            script_field("1", "Plano", ScriptFieldKind::Select, &["Básico", "Completo"]),
            script_field("2", "Aceita contato", ScriptFieldKind::Checkbox, &[]),
            script_field("3", "Linhas", ScriptFieldKind::Number, &[]),
            script_field("4", "Melhor dia", ScriptFieldKind::Date, &[]),
            script_field("5", "Observação", ScriptFieldKind::Text, &[]),
        ],
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        used_by: vec![QueueId::from("5000"), QueueId::from(CAMPAIGN)],
    })
}
