//! Calls that the agent's page makes itself. With external nodes (`VOICE_NODES`) the contact centre has no connection to the telephone
//! system: the page calls the number over its node and reports the result, which has the same consequences as a report of the embedded
//! gateway.

use super::{CallEnd, ending, ring};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::store::{CallPhase, StoreResult};
use wire::{AgentId, Channel, PageCallState, Success, VoiceCallReportRequest, VoiceCallRequest};

/// Whether the page of this agent makes its calls: it is registered at an external node.
pub(super) fn page_dials(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    let by_web_rtc = || Ok(tx.store.agent(agent)?.is_some_and(|agent| agent.record.use_web_rtc == "Y"));
    if tx.config.voice.nodes.is_empty() { Ok(false) } else { by_web_rtc() }
}

/// `POST /voice/call-report`. Idempotent: a report of a call that is over, or of an earlier one of the attendance, is a success.
pub(crate) fn report(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VoiceCallReportRequest = call.body()?;
    if request.channel != Channel::Voice {
        return Err(Failure::field("channel", "invalid"));
    }
    if request.protocol.is_empty() {
        return Err(Failure::field("protocol", "required"));
    }
    let VoiceCallReportRequest { agent_id, channel, protocol, unique_id, state, sip_cause } = request;
    let known = VoiceCallRequest { agent_id, channel, protocol, unique_id: unique_id.clone() };
    let call = ring::call_of(tx, caller, &known)?;
    if !page_dials(tx, &caller.agent_id)? || call.as_ref().is_some_and(|call| !call.outgoing) {
        return Err(Failure::cause("notByPage"));
    }
    if let Some(call) = call.filter(|call| call.unique_id == unique_id) {
        match end_of(state, sip_cause, call.phase == CallPhase::Talking) {
            None => ring::answered(tx, &unique_id, "")?,
            Some(end) => ending::ended(tx, &unique_id, end)?,
        }
    }
    json(&Success { success: true })
}

/// The end that the page reports; `None`: the customer answered.
fn end_of(state: PageCallState, sip_cause: u16, was_answered: bool) -> Option<CallEnd> {
    Some(match (state, sip_cause) {
        (PageCallState::Answered, _) => return None,
        (PageCallState::Failed, _) => CallEnd::Lost,
        (PageCallState::EndedByAgent, _) if was_answered => CallEnd::ByCaller,
        (PageCallState::EndedByAgent, _) => CallEnd::Cancelled,
        (PageCallState::EndedByCustomer, _) if was_answered => CallEnd::ByCallee,
        (PageCallState::EndedByCustomer, 404 | 604) => CallEnd::NotFound,
        (PageCallState::EndedByCustomer, 0 | 200 | 408) => CallEnd::NotAnswered,
        (PageCallState::EndedByCustomer, 487) => CallEnd::Cancelled,
        (PageCallState::EndedByCustomer, code) => CallEnd::Declined(code),
    })
}
