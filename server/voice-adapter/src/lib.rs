//! Between the voice gateway and the contact centre: facts of calls as news, and commands in the gateway's form. The
//! server and the simulation use the same functions. No I/O and no state but the numbers of calls that began.

#![warn(missing_docs)]

use std::collections::BTreeMap;
use std::num::ParseIntError;

use contact_centre::{CallCommand, CallEnd, CallNews};
use voice_gateway::{CallFact, CallId, CallSide, ControlCommand, EndCause};

/// Calls that began and have not ended, with their numbers: the fact of the waiting call does not repeat them.
#[derive(Debug, Default)]
pub struct StartedCalls(BTreeMap<CallId, (String, String)>);

impl StartedCalls {
    /// The news for the contact centre that follows from a fact; `None`: the contact centre does not need it.
    pub fn news_of(&mut self, fact: CallFact) -> Option<CallNews> {
        Some(match fact {
            CallFact::Registered { extension } => CallNews::Registered { exten: extension },
            CallFact::Unregistered { extension } => CallNews::Unregistered { exten: extension },
            CallFact::Started { call, from, to } => {
                self.0.insert(call, (from, to));
                return None;
            }
            CallFact::Queued { call } => {
                let (from, to) = self.0.get(&call).cloned()?;
                CallNews::Queued { call: call.sip_call_id(), from, to }
            }
            CallFact::Answered { call, extension } => CallNews::Answered { call: call.sip_call_id(), exten: extension },
            CallFact::Missed { call, extension, .. } => CallNews::Missed { call: call.sip_call_id(), exten: extension },
            CallFact::Ended { call, cause } => {
                self.0.remove(&call);
                CallNews::Ended { call: call.sip_call_id(), end: end_of(cause) }
            }
            CallFact::Ringing { .. }
            | CallFact::Tone { .. }
            | CallFact::Held { .. }
            | CallFact::Media { .. }
            // The contact centre gives no commands for further parties yet.
            | CallFact::Party { .. }
            | CallFact::Mode { .. }
            | CallFact::Unattended { .. }
            | CallFact::Refused { .. } => return None,
        })
    }
}

fn end_of(cause: EndCause) -> CallEnd {
    match cause {
        EndCause::HungUp(CallSide::Caller) | EndCause::Closed(CallSide::Caller) => CallEnd::ByCaller,
        EndCause::HungUp(CallSide::Callee) | EndCause::Closed(CallSide::Callee) => CallEnd::ByCallee,
        EndCause::Cancelled => CallEnd::Cancelled,
        EndCause::Declined(code) => CallEnd::Declined(code),
        EndCause::NotAnswered => CallEnd::NotAnswered,
        EndCause::NotFound => CallEnd::NotFound,
        EndCause::Busy => CallEnd::Busy,
        EndCause::Unavailable => CallEnd::Unavailable,
        EndCause::Blacklisted => CallEnd::Blacklisted,
        EndCause::NotAcceptable => CallEnd::NotAcceptable,
        EndCause::Released => CallEnd::Released,
        EndCause::Lost(_) => CallEnd::Lost,
    }
}

/// A command in the gateway's form.
///
/// # Errors
/// The identifier of the call is not hexadecimal, as `CallId::sip_call_id` writes it.
pub fn control_of(command: &CallCommand) -> Result<ControlCommand, ParseIntError> {
    Ok(match command {
        CallCommand::Dial { call, exten, number } => {
            ControlCommand::Dial { call: id_of(call)?, extension: exten.clone(), to: number.clone() }
        }
        CallCommand::Originate { call, from, to } => {
            ControlCommand::Originate { call: id_of(call)?, from: from.clone(), to: to.clone() }
        }
        CallCommand::Connect { call, exten } => {
            ControlCommand::Connect { call: id_of(call)?, extension: exten.clone() }
        }
        CallCommand::HangUp { call } => ControlCommand::HangUp { call: id_of(call)?, by: None },
    })
}

fn id_of(call: &str) -> Result<CallId, ParseIntError> {
    u64::from_str_radix(call, 16).map(CallId)
}

#[cfg(test)]
mod tests;
