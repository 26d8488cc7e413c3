//! What authorisation has proved, as types that only this module makes. A handler of an `Own` route gets an `OwnCall`:
//! each agent that its path, query or body names is the caller. So the handler cannot act for an agent that was not
//! checked.

use super::Caller;
use crate::call::Call;
use crate::http::Failure;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::Deref;
use wire::{
    AckCallVolumeRequest, ActiveVoiceJobRequest, ActiveWhatsAppJobRequest, AddNoteRequest, AgentId,
    AutoReconnectRequest, BroadcastChangeRequest, BroadcastRequest, CampaignDefaultRequest, CancelBroadcastRequest,
    ColleagueStatusRequest, ConferenceRequest, ContactSave, EditNoteRequest, EmployerSave, ImportLines, ImportRequest,
    InternalCallRequest, InternalHangUpRequest, JobRequest, JobTagRequest, JoinRequest, JustificationRequest,
    OrgUnitId, PauseAllRequest, PauseRequest, PreferentialCallRequest, QualifyPayload, RoomActionRequest,
    SamePersonDecision, SaveListViewRequest, ScriptAnswerRequest, SendMessageRequest, SendWhatsAppRequest,
    SnoozeRequest, StartListenerRequest, TagItemsRequest, TransferRequest, TypingRequest, UnpauseAllRequest,
    ValidateRequest, VinculateRequest, VoiceCallReportRequest, VoiceCallRequest, VoiceRoomRequest,
    VoiceTransferRequest, WhatsAppJobRequest,
};

/// Query parameters that name the agent for whom a route acts.
const AGENT_QUERY: [&str; 3] = ["agent", "agentId", "agent_id"];
/// Routes whose `{id}` is an agent although the path does not say so.
const AGENT_PATHS: [&str; 1] = ["/template/contact-filters/{id}"];
/// The prefix of the agent's name in a `{sub}` parameter (CTC-042).
const SUB_PREFIX: &str = "AGENT-";

/// A value that belongs to the caller of the request: authorisation makes it, nothing else can.
pub(crate) struct Own<T>(T);

impl<T> Own<T> {
    pub(super) fn proven(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Own<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl PartialEq<Own<AgentId>> for AgentId {
    fn eq(&self, own: &Own<AgentId>) -> bool {
        *self == own.0
    }
}

impl<T: fmt::Display> fmt::Display for Own<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<T: fmt::Debug> fmt::Debug for Own<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// A request body of an `Own` route. A type without this trait cannot be read by such a route.
pub(crate) trait NamesAgent {
    /// The agent that the body names, if neither path nor query of its route names one.
    fn agent(&self) -> Option<&AgentId>;

    /// The org unit that the body names.
    fn org_unit(&self) -> Option<&OrgUnitId> {
        None
    }
}

/// A request of an `Own` route, sent by the agent that it names.
pub(crate) struct OwnCall<'a> {
    call: &'a Call,
    caller: &'a Caller,
}

impl<'a> OwnCall<'a> {
    /// Refuses a request whose path or query names another agent.
    pub fn authorise(call: &'a Call, caller: &'a Caller) -> Result<Self, Failure> {
        if let Some(agent) = agent_of_path(call) {
            caller.must_be(&AgentId::from(agent))?;
        }
        check_agent_of_query(call, caller)?;
        Ok(Self { call, caller })
    }

    /// Returns a path parameter.
    pub fn param(&self, name: &str) -> &str {
        self.call.param(name)
    }

    /// Returns a query parameter.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.call.query(name)
    }

    /// The body, parsed strictly. Refuses a body that names another agent or org unit.
    pub fn body<T: DeserializeOwned + NamesAgent>(&self) -> Result<T, Failure> {
        let body: T = self.call.body()?;
        body.agent().map_or(Ok(()), |agent| self.caller.must_be(agent))?;
        body.org_unit().map_or(Ok(()), |org_unit| self.caller.must_belong_to(org_unit))?;
        Ok(body)
    }
}

/// An agent that the query names must be the caller.
pub(crate) fn check_agent_of_query(call: &Call, caller: &Caller) -> Result<(), Failure> {
    AGENT_QUERY.iter().filter_map(|name| call.query(name)).try_for_each(|agent| caller.must_be(&AgentId::from(agent)))
}

/// The agent that the path names; `None` if it names none.
pub(super) fn agent_of_path(call: &Call) -> Option<&str> {
    let name = agent_parameter(call.path)?;
    let value = call.param(name);
    if name == "sub" { value.strip_prefix(SUB_PREFIX) } else { Some(value) }
}

/// The parameter of a path that names an agent: it follows `agents` or `agent`, is called `agent_id` or `sub`, or its
/// path is in `AGENT_PATHS`.
pub(super) fn agent_parameter(path: &'static str) -> Option<&'static str> {
    let segments: Vec<&'static str> = path.split('/').collect();
    let mut previous = "";
    for segment in segments {
        let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = name
            && (["agents", "agent"].contains(&previous) || ["agent_id", "sub"].contains(&name))
        {
            return Some(name);
        }
        previous = segment;
    }
    AGENT_PATHS.contains(&path).then_some("id")
}

macro_rules! names_agent {
    ($($body:ident { $agent:expr $(, $org_unit:expr)? })*) => {$(
        impl NamesAgent for $body {
            fn agent(&self) -> Option<&AgentId> {
                let agent: fn(&Self) -> Option<&AgentId> = $agent;
                agent(self)
            }
            $(fn org_unit(&self) -> Option<&OrgUnitId> {
                let org_unit: fn(&Self) -> &OrgUnitId = $org_unit;
                Some(org_unit(self))
            })?
        }
    )*};
}

names_agent! {
    AddNoteRequest { |_| None }
    ColleagueStatusRequest { |_| None }
    InternalCallRequest { |_| None }
    InternalHangUpRequest { |_| None }
    EditNoteRequest { |_| None }
    SaveListViewRequest { |_| None }
    SnoozeRequest { |_| None }
    AckCallVolumeRequest { |body| Some(&body.agent_id) }
    ActiveVoiceJobRequest { |body| Some(&body.agent_id) }
    ActiveWhatsAppJobRequest { |body| Some(&body.agent_id) }
    AutoReconnectRequest { |body| Some(&body.agent_id) }
    BroadcastChangeRequest { |body| Some(&body.agent_id) }
    BroadcastRequest { |body| Some(&body.agent_id), |body| &body.org_unit_id }
    CampaignDefaultRequest { |body| Some(&body.agent_id) }
    CancelBroadcastRequest { |body| Some(&body.agent_id) }
    ConferenceRequest { |body| Some(&body.agent_id) }
    ContactSave { |body| Some(&body.agent) }
    JoinRequest { |body| Some(&body.agent) }
    RoomActionRequest { |body| Some(&body.agent_id) }
    SamePersonDecision { |body| Some(&body.agent) }
    EmployerSave { |body| Some(&body.agent_id) }
    ImportLines { |body| Some(&body.agent) }
    ImportRequest { |body| Some(&body.agent) }
    JobRequest { |body| Some(&body.agent_id), |body| &body.org_unit_id }
    JobTagRequest { |body| Some(&body.agent_id) }
    JustificationRequest { |body| Some(&body.agent_id) }
    PauseAllRequest { |_| None }
    PauseRequest { |_| None }
    PreferentialCallRequest { |body| Some(&body.agent_id) }
    QualifyPayload { |body| Some(&body.agent_id) }
    ScriptAnswerRequest { |_| None }
    SendMessageRequest { |body| Some(&body.agent_id), |body| &body.org_unit_id }
    SendWhatsAppRequest { |body| Some(&body.agent_id), |body| &body.org_unit_id }
    StartListenerRequest { |body| Some(&body.agent_id) }
    TagItemsRequest { |_| None }
    TransferRequest { |body| Some(&body.agent_id) }
    TypingRequest { |body| Some(&body.agent_id) }
    UnpauseAllRequest { |_| None }
    ValidateRequest { |body| Some(&body.agent_id), |body| &body.org_unit_id }
    VinculateRequest { |body| Some(&body.data.agent) }
    VoiceCallReportRequest { |body| Some(&body.agent_id) }
    VoiceCallRequest { |body| Some(&body.agent_id) }
    VoiceRoomRequest { |body| Some(&body.agent_id) }
    VoiceTransferRequest { |body| Some(&body.agent_id) }
    WhatsAppJobRequest { |body| Some(&body.agent_id) }
}

#[cfg(test)]
mod tests {
    use super::agent_parameter;
    use crate::{API_ROUTES, Access};
    use std::collections::BTreeSet;

    /// The names of path parameters that may be an agent's, on routes that act for one.
    #[test]
    fn bey_103_each_own_route_whose_path_names_an_agent_is_checked() {
        let own = API_ROUTES.iter().filter(|route| route.access() == Access::Own);
        let with_id = own.filter(|route| route.path.contains("{id}") && agent_parameter(route.path).is_none());
        let others: BTreeSet<&str> = with_id.map(|route| route.path).collect();
        // `{id}` is a broadcast, a contact, a proposal, a company, an import, an attendance or a message here.
        let expected = [
            "/broadcast/whatsapp/{id}/contacts",
            "/broadcast/whatsapp/{id}/resume",
            "/broadcast/whatsapp/{id}/retry",
            "/contacts/imports/{id}",
            "/contacts/imports/{id}/commit",
            "/contacts/imports/{id}/lines/{from}",
            "/contacts/same-person/{id}/join",
            "/contacts/same-person/{id}/refuse",
            "/contacts/same-person/{id}/undo",
            "/contacts/{id}",
            "/contacts/{id}/vinculate-with-contact/{channel}",
            "/employers/{id}/update",
            "/new-tag/agent/contacts/{id}/tag-items",
            "/new-tag/agent/contacts/{id}/tag-items/{itemId}",
            "/new-tag/agent/employers/{id}/tag-items",
            "/new-tag/agent/employers/{id}/tag-items/{itemId}",
            "/job/{id}/transfers",
            "/whatsapp/message/{id}",
            "/whatsapp/messages/{id}",
        ];
        assert_eq!(others, expected.into());
    }
}
