//! The accounts of the demo data. Their passwords are published, so every server knows them: one without the demo refuses a database that has
//! them.

use crate::context::Context;
use crate::store::{Store, StoreResult};
use wire::{AgentId, AgentRole, OrgUnitId, QueueId};

/// Identifiers of the demo data, for the start message and for tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoData {
    /// The org unit.
    pub org_unit: OrgUnitId,
    /// Users who can sign in.
    pub agents: Vec<DemoAgent>,
    /// Queue with qualifications; its group requires an observation.
    pub renewals: QueueId,
    /// Queue without qualifications; no observation required.
    pub support: QueueId,
}

/// A demo user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoAgent {
    /// Identifier.
    pub id: AgentId,
    /// Login.
    pub login: &'static str,
    /// Password.
    pub password: &'static str,
    /// Displayed name.
    pub name: &'static str,
    /// Role.
    pub role: AgentRole,
}

/// Identifier, login, password, name, role.
pub(crate) const AGENTS: [(&str, &str, &str, &str, AgentRole); 6] = [
    ("101", "ana.souza", "agente123", "Ana Souza", AgentRole::Agent),
    ("102", "bruno.lima", "agente123", "Bruno Lima", AgentRole::Agent),
    ("201", "carla.dias", "supervisora1", "Carla Dias", AgentRole::Supervisor),
    (ALL_CHANNELS, "davi.rocha", "agente123", "Davi Rocha", AgentRole::Agent),
    ("301", "elisa.prado", "agente123", "Elisa Prado", AgentRole::Agent),
    ("302", "fabio.reis", "agente123", "Fábio Reis", AgentRole::Agent),
];

/// The demo agent with an extension of the telephone system. Others work on chat and WhatsApp, those with a telephone also on voice.
pub(crate) const ALL_CHANNELS: &str = "103";

/// Logins of demo accounts that still have their published password; slow.
///
/// Errors: the store failed.
pub fn demo_accounts(store: &dyn Store, context: &Context<'_>) -> StoreResult<Vec<&'static str>> {
    let mut found = Vec::new();
    for (_, login, password, ..) in AGENTS {
        if store.agent_by_login(login)?.is_some_and(|agent| context.hasher.verify(password, &agent.password_hash)) {
            found.push(login);
        }
    }
    Ok(found)
}
