//! Who changed what, and when: a row for each contact and company that is created, changed or deleted, and for what
//! supervisors do to agents, campaigns and effects. Rows are added only.

use crate::auth::{Caller, SupervisorCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::Failure;
use crate::paging::Page;
use crate::security::{self, SecurityAction};
use crate::store::{AgentRow, AuditChange, AuditRow, ContactRow, EmployerRow, Sequence, StoreResult};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use wire::{AgentId, Employer, OrgUnitId, Wall};

const PER_PAGE: u32 = 50;
const MAX_PER_PAGE: u32 = 100;
/// The kind of what the area of the route writes to the audit itself, with the times and values that only it knows.
const WITH_OWN_ROWS: &str = "ownRows";
/// In place of an agent's name; the operator has no account.
const OPERATOR: &str = "operator";

/// The contact, company or setting that a row of the audit is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// `contact` or `employer`.
    pub kind: &'static str,
    /// Identifier of the target.
    pub id: String,
    /// Name of the target.
    pub name: String,
    /// Fields of the target; fields without a value are empty or missing.
    pub fields: BTreeMap<String, String>,
}

impl Subject {
    /// The subject after its end.
    pub fn without_fields(&self) -> Self {
        Self { fields: BTreeMap::new(), ..self.clone() }
    }
}

/// A contact as a subject.
pub(crate) fn contact(row: &ContactRow) -> Subject {
    let contact = &row.contact;
    let identifiers = &contact.identifiers;
    let others: Vec<&str> = row.others().map(|(_, value)| value).collect();
    let mut fields: BTreeMap<String, String> = [
        ("fullname", contact.fullname.as_str()),
        ("email", &contact.email),
        ("contact_identifier", &identifiers.id),
        ("whatsapp_identifier", &identifiers.whatsapp_identifier),
        ("chat_identifier", &identifiers.chat_identifier),
        ("contact_phone1", &identifiers.phone1),
        ("other_identifiers", &others.join(", ")),
        ("employer_id", contact.employer_id.as_str()),
        ("preferential", row.keeper().map(|agent| agent.as_str()).unwrap_or_default()),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let data = contact.data.as_ref().and_then(serde_json::Value::as_object);
    for (column, value) in data.into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        fields.insert(format!("data.{column}"), text);
    }
    Subject { kind: "contact", id: contact.id.to_string(), name: contact.fullname.clone(), fields }
}

/// A company as a subject.
pub(crate) fn employer(row: &EmployerRow) -> Subject {
    let Employer { employer_id, name, social_name, code, cnpj, roles, .. } = &row.employer;
    let roles: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
    let fields = [
        ("name", name.as_str()),
        ("socialName", social_name),
        ("code", code),
        ("cnpj", cnpj),
        ("roles", &roles.join(", ")),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    Subject { kind: "employer", id: employer_id.to_string(), name: name.clone(), fields }
}

/// The person who made the change that an audit row records.
#[derive(Clone, Copy)]
pub(crate) struct Author<'a> {
    /// Org unit of the row.
    pub org_unit_id: &'a OrgUnitId,
    /// The agent.
    pub agent_id: &'a AgentId,
    /// Name of the agent.
    pub agent_name: &'a str,
}

/// Adds an audit row: what the agent did, with the subject as it is now and, if it existed before, as it was before.
pub(crate) fn record(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    action: &str,
    now: &Subject,
    before: Option<&Subject>,
) -> Result<(), Failure> {
    let author =
        Author { org_unit_id: &caller.org_unit_id, agent_id: &caller.agent_id, agent_name: &caller.agent_name };
    Ok(add(tx, author, action, now, before)?)
}

/// Like `record`, for an agent who sent no request at this moment.
pub(crate) fn add(
    tx: &mut Transaction<'_, '_>,
    author: Author<'_>,
    action: &str,
    now: &Subject,
    before: Option<&Subject>,
) -> StoreResult<()> {
    let nothing = BTreeMap::new();
    let old = before.map_or(&nothing, |before| &before.fields);
    let names: BTreeSet<&String> = old.keys().chain(now.fields.keys()).collect();
    let value = |fields: &BTreeMap<String, String>, name: &String| fields.get(name).cloned().unwrap_or_default();
    let change =
        |name: &String| AuditChange { field: name.clone(), before: value(old, name), after: value(&now.fields, name) };
    let changes = names.into_iter().map(change).filter(|change| change.before != change.after).collect();
    let row = AuditRow {
        org_unit_id: author.org_unit_id.clone(),
        number: tx.store.next_number(Sequence::Audit)?,
        at: tx.now(),
        agent_id: author.agent_id.clone(),
        agent_name: author.agent_name.to_owned(),
        action: action.to_owned(),
        kind: now.kind.to_owned(),
        id: now.id.clone(),
        name: now.name.clone(),
        changes,
    };
    tx.store.insert_audit(&row)
}

/// Adds a row: what the operator did to an account by a command. The operator has no account.
pub(crate) fn record_of_operator(tx: &mut Transaction<'_, '_>, action: &str, agent: &AgentRow) -> StoreResult<()> {
    let number = tx.store.next_number(Sequence::Audit)?;
    tx.store.insert_audit(&AuditRow {
        org_unit_id: agent.record.org_unit_id.clone(),
        number,
        at: tx.now(),
        agent_id: AgentId::default(),
        agent_name: OPERATOR.to_owned(),
        action: action.to_owned(),
        kind: "agent".to_owned(),
        id: agent.id.to_string(),
        name: agent.record.agent_name.clone(),
        changes: Vec::new(),
    })
}

/// A queue or campaign whose settings the operator changed.
#[derive(Clone, Copy)]
pub(crate) struct SettingsOf<'a> {
    /// Org unit of the queue or campaign.
    pub org_unit_id: &'a OrgUnitId,
    /// `queue` or `campaign`.
    pub kind: &'static str,
    /// Identifier of the queue or campaign.
    pub id: &'a str,
    /// Name of the queue or campaign.
    pub name: &'a str,
}

/// Adds a row: what the operator's command changed of the settings of a queue or campaign.
pub(crate) fn record_queue_settings(
    tx: &mut Transaction<'_, '_>,
    of: SettingsOf<'_>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> StoreResult<()> {
    let value = |fields: &Map<String, Value>, name: &String| fields.get(name).map(Value::to_string).unwrap_or_default();
    let change =
        |name: &String| AuditChange { field: name.clone(), before: value(before, name), after: value(after, name) };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let number = tx.store.next_number(Sequence::Audit)?;
    tx.store.insert_audit(&AuditRow {
        org_unit_id: of.org_unit_id.clone(),
        number,
        at: tx.now(),
        agent_id: AgentId::default(),
        agent_name: OPERATOR.to_owned(),
        action: "settings".to_owned(),
        kind: of.kind.to_owned(),
        id: of.id.to_owned(),
        name: of.name.to_owned(),
        changes: names.into_iter().map(change).filter(|change| change.before != change.after).collect(),
    })
}

/// Adds a row that says that the operator erased a customer, without the customer's name. Its changes are the numbers of erased rows by table.
pub(crate) fn record_erasure(
    tx: &mut Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    rows: &BTreeMap<&'static str, usize>,
) -> StoreResult<()> {
    let change = |(table, rows): (&&str, &usize)| AuditChange {
        field: (*table).to_owned(),
        before: rows.to_string(),
        after: "0".to_owned(),
    };
    let number = tx.store.next_number(Sequence::Audit)?;
    tx.store.insert_audit(&AuditRow {
        org_unit_id: org_unit.clone(),
        number,
        at: tx.now(),
        agent_id: AgentId::default(),
        agent_name: OPERATOR.to_owned(),
        action: "erased".to_owned(),
        kind: "customer".to_owned(),
        id: String::new(),
        name: String::new(),
        changes: rows.iter().map(change).collect(),
    })
}

/// How a supervisor's request that changes something is recorded in the audit; `None`: the request changes the
/// supervisor's own data.
pub(crate) fn supervised_action(method: &str, path: &str) -> Option<(&'static str, &'static str)> {
    match (method, path) {
        ("POST", "/agents/{id}/reset-password") => Some(("resetPassword", "agent")),
        ("PUT", "/agents/{id}/set-absent-mode") => Some(("setAbsent", "agent")),
        ("PUT", "/agents/{id}/remove-absent-mode") => Some(("removeAbsent", "agent")),
        ("POST", "/agents/{id}/force-disconnect") => Some(("disconnect", "agent")),
        ("POST", "/agents/{id}/open-url") => Some(("openAddress", "agent")),
        ("PUT", "/org-unit/{id}/call-supervision") => Some(("setCallSupervision", WITH_OWN_ROWS)),
        ("POST", "/call-supervision") => Some(("supervise", WITH_OWN_ROWS)),
        ("PUT", "/call-supervision/{id}") => Some(("supervise", WITH_OWN_ROWS)),
        ("DELETE", "/call-supervision/{id}") => Some(("superviseEnd", WITH_OWN_ROWS)),
        ("POST", "/call-supervision/{id}/take-over") => Some(("takeOver", WITH_OWN_ROWS)),
        ("POST", "/call-recordings/{id}/playback") => Some(("playRecording", WITH_OWN_ROWS)),
        ("PUT", "/org-unit/{id}/agent-calls") => Some(("setAgentCalls", "orgUnit")),
        ("POST", "/campaign-dialer/{id}/start") => Some(("start", "campaign")),
        ("POST", "/campaign-dialer/{id}/pause") => Some(("pause", "campaign")),
        ("POST", "/effects/{id}/retry") => Some(("retry", "effect")),
        _ => None,
    }
}

/// Writes to the log and the audit what the caller did to an agent, a campaign or an effect. What agents do to
/// themselves is not written.
pub(crate) fn supervised(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    (action, kind): (&'static str, &'static str),
    id: &str,
) -> Result<(), Failure> {
    if kind == WITH_OWN_ROWS || (kind == "agent" && caller.agent_id.as_str() == id) {
        return Ok(());
    }
    let agent = AgentId::from(id);
    let name = match kind {
        "agent" => tx.store.agent(&agent)?.map(|agent| agent.record.agent_name),
        _ => None,
    };
    let subject =
        Subject { kind, id: id.to_owned(), name: name.unwrap_or_else(|| id.to_owned()), fields: BTreeMap::new() };
    record(tx, caller, action, &subject, None)?;
    let agent_id = if kind == "agent" { agent } else { AgentId::default() };
    let detail = format!("{action} {kind} {id}");
    let by = (*caller.agent_id).clone();
    security::note_by(tx, SecurityAction::Supervised, &agent_id, by, detail);
    Ok(())
}

/// An audit row as a supervisor receives it.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    number: u64,
    at: Option<Wall>,
    agent_id: String,
    agent_name: String,
    action: String,
    kind: String,
    id: String,
    name: String,
    changes: Vec<AuditChange>,
}

/// `GET /audit?page&per_page`: changes in the supervisor's org unit, newest first.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let page = Page::of(call.request(), PER_PAGE, MAX_PER_PAGE)?;
    let (rows, total) = tx.store.audit_of(&call.caller.org_unit_id, page.offset(), page.limit())?;
    let entry = |row: AuditRow| Entry {
        number: row.number,
        at: Some(row.at),
        agent_id: row.agent_id.0,
        agent_name: row.agent_name,
        action: row.action,
        kind: row.kind,
        id: row.id,
        name: row.name,
        changes: row.changes,
    };
    page.answer(rows.into_iter().map(entry).collect(), total)
}
