//! Requests of supervisors, as types that only authorisation makes: an agent that the path or the body names belongs to
//! the supervisor's org unit. A handler of a `Supervisor` route cannot act for an agent that was not checked.

use super::Caller;
use super::own::{NamesAgent, agent_of_path};
use crate::call::Call;
use crate::centre::Transaction;
use crate::http::Failure;
use crate::store::AgentRow;
use serde::de::DeserializeOwned;
use std::ops::Deref;
use wire::AgentId;

/// An agent for whom the caller may act.
pub(crate) struct Supervised(AgentRow);

impl Supervised {
    /// The stored agent, to change it.
    pub fn into_row(self) -> AgentRow {
        self.0
    }
}

impl Deref for Supervised {
    type Target = AgentRow;

    fn deref(&self) -> &AgentRow {
        &self.0
    }
}

/// A request of a supervisor.
pub(crate) struct SupervisorCall<'a> {
    call: &'a Call,
    /// The supervisor who sent the request.
    pub caller: &'a Caller,
}

impl<'a> SupervisorCall<'a> {
    /// Refuses a caller that is no supervisor.
    pub fn authorise(call: &'a Call, caller: &'a Caller) -> Result<Self, Failure> {
        caller.must_supervise()?;
        Ok(Self { call, caller })
    }

    /// The request. Use `agent` for an agent that its path names.
    pub fn request(&self) -> &Call {
        self.call
    }

    /// The agent that the path names.
    ///
    /// Errors: 403 if it does not belong to the supervisor's org unit, and on routes whose path names none.
    pub fn agent(&self, tx: &Transaction<'_, '_>) -> Result<Supervised, Failure> {
        let id = agent_of_path(self.call).ok_or_else(Failure::forbidden)?;
        self.caller.supervised(tx, &AgentId::from(id)).map(Supervised)
    }

    /// The body, parsed strictly. Refuses a body that names an agent or org unit that is not the supervisor's.
    pub fn body<T: DeserializeOwned + NamesAgent>(&self, tx: &Transaction<'_, '_>) -> Result<T, Failure> {
        let body: T = self.call.body()?;
        body.agent().map_or(Ok(()), |agent| self.caller.supervised(tx, agent).map(drop))?;
        body.org_unit().map_or(Ok(()), |org_unit| self.caller.must_belong_to(org_unit))?;
        Ok(body)
    }
}

/// A request about an agent, sent by the agent itself or by a supervisor of its org unit.
pub(crate) struct AgentCall {
    agent: Supervised,
}

impl AgentCall {
    /// Refuses a caller that is neither of the two.
    pub fn authorise(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller) -> Result<Self, Failure> {
        let id = AgentId::from(agent_of_path(call).ok_or_else(Failure::forbidden)?);
        let row = match caller.must_be(&id) {
            Ok(()) => tx.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?,
            Err(_) => caller.supervised(tx, &id)?,
        };
        Ok(Self { agent: Supervised(row) })
    }

    /// The agent that the path names.
    pub fn into_agent(self) -> Supervised {
        self.agent
    }
}

#[cfg(test)]
mod tests {
    use crate::auth::own::agent_parameter;
    use crate::{API_ROUTES, Access};

    /// Path parameters of supervisors' routes that name no agent; the others are read with `agent`.
    #[test]
    fn bey_103_each_route_of_supervisors_without_an_agent_in_its_path_is_listed() {
        let of_supervisors =
            API_ROUTES.iter().filter(|route| matches!(route.access(), Access::Supervisor | Access::OwnOrSupervisor));
        let mut others: Vec<&str> = of_supervisors
            .filter(|route| route.path.contains('{') && agent_parameter(route.path).is_none())
            .map(|route| route.path)
            .collect();
        others.sort_unstable();
        let expected = [
            "/call-recordings/{id}/playback",
            "/call-supervision/{id}",
            "/call-supervision/{id}",
            "/call-supervision/{id}/take-over",
            "/campaign-dialer/{id}/pause",
            "/campaign-dialer/{id}/start",
            "/effects/{id}/retry",
            "/org-unit/{id}/agent-calls",
            "/org-unit/{id}/call-supervision",
            "/org-unit/{id}/call-supervision",
            "/supervisor/{id}/board",
        ];
        assert_eq!(others, expected);
    }
}
