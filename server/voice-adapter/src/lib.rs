//! Converts between the voice gateway and the contact centre: facts of calls to reports (news), and commands to the
//! gateway's form. The server and the simulation use the same functions. No I/O; the only state are the numbers of
//! calls that began.

#![warn(missing_docs)]

use std::collections::BTreeMap;
use std::num::ParseIntError;

use contact_centre::store::RecordingRule;
use contact_centre::wire::{CallMode, CallPartyRole, SupervisionMode};
use contact_centre::{CallCommand, CallEnd, CallNews, PartyNews, RecordingNews, RoomRefusal};
use voice_gateway::media::{Notice, RecordingId};
use voice_gateway::{
    CallFact, CallId, CallSide, ControlCommand, Destination, EndCause, Mode, Partner, PartyChange, PartyId,
    RecordOrder, RecordingState, Refusal, Role, RoomCommand, Supervision,
};

/// Calls that began and have not ended, with their numbers: the fact of the waiting call does not repeat them.
#[derive(Debug, Default)]
pub struct StartedCalls(BTreeMap<CallId, (String, String)>);

impl StartedCalls {
    /// The report for the contact centre that follows from a fact; `None`: the contact centre does not need it.
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
            CallFact::Party { call, party, change } => {
                CallNews::Party { call: call.sip_call_id(), party: party.0, news: party_news(change)? }
            }
            CallFact::Held { call, side, held } => {
                CallNews::Party { call: call.sip_call_id(), party: side.party().0, news: PartyNews::Holds(held) }
            }
            CallFact::Mode { call, mode } => CallNews::Mode { call: call.sip_call_id(), mode: mode_of(mode) },
            CallFact::Unattended { call } => CallNews::Unattended { call: call.sip_call_id() },
            CallFact::Refused { call, command, cause } => {
                CallNews::Refused { call: call.sip_call_id(), command: order_of(command), refusal: refusal_of(cause) }
            }
            CallFact::Recording { call, recording, state } => {
                CallNews::Recording { call: call.sip_call_id(), recording: recording.0, news: recording_news(state) }
            }
            CallFact::Ringing { .. } | CallFact::Tone { .. } | CallFact::Media { .. } => return None,
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

/// Converts a command to the gateway's form.
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
        CallCommand::Room { call, command } => {
            ControlCommand::Room { call: id_of(call)?, command: room_command(command) }
        }
        CallCommand::Record { call, recording, order } => ControlCommand::Record {
            call: id_of(call)?,
            recording: RecordingId(recording.clone()),
            order: record_order(*order),
        },
        CallCommand::HangUp { call } => ControlCommand::HangUp { call: id_of(call)?, by: None },
    })
}

fn recording_news(state: RecordingState) -> RecordingNews {
    match state {
        RecordingState::Began => RecordingNews::Began,
        RecordingState::Paused(paused) => RecordingNews::Paused(paused),
        RecordingState::Ended => RecordingNews::Ended,
        RecordingState::Stopped => RecordingNews::Stopped,
    }
}

fn record_order(order: contact_centre::RecordOrder) -> RecordOrder {
    use contact_centre::RecordOrder as Order;
    match order {
        Order::Begin(RecordingRule::Off | RecordingRule::Unannounced) => RecordOrder::Begin(Notice::None),
        Order::Begin(RecordingRule::Beep) => RecordOrder::Begin(Notice::Beep),
        Order::Begin(RecordingRule::Announcement) => RecordOrder::Begin(Notice::Announcement),
        Order::Pause(paused) => RecordOrder::Pause(paused),
        Order::End => RecordOrder::End,
    }
}

/// `None`: the contact centre does not need it.
fn party_news(change: PartyChange) -> Option<PartyNews> {
    Some(match change {
        PartyChange::Ringing => PartyNews::Ringing,
        PartyChange::Answered => PartyNews::Answered,
        PartyChange::Failed(code) => PartyNews::Failed(code),
        PartyChange::Held(held) => PartyNews::Held(held),
        PartyChange::Holds(holds) => PartyNews::Holds(holds),
        PartyChange::Muted(muted) => PartyNews::Muted(muted),
        PartyChange::Role(Role::Customer) => PartyNews::Role(CallPartyRole::Customer),
        PartyChange::Role(Role::Agent) => PartyNews::Role(CallPartyRole::Agent),
        PartyChange::Role(Role::Consulted) => PartyNews::Role(CallPartyRole::Consulted),
        PartyChange::Role(Role::Colleague) => PartyNews::Role(CallPartyRole::Colleague),
        PartyChange::Left(_) => PartyNews::Left,
        PartyChange::Role(Role::Supervisor(supervision)) => PartyNews::Supervision(mode_of_supervision(supervision)),
        PartyChange::Receiving(_) | PartyChange::Key(_) => return None,
    })
}

fn mode_of_supervision(supervision: Supervision) -> SupervisionMode {
    match supervision {
        Supervision::Listen => SupervisionMode::Listen,
        Supervision::Whisper => SupervisionMode::Whisper,
        Supervision::Barge => SupervisionMode::Barge,
    }
}

fn supervision_of(mode: SupervisionMode) -> Supervision {
    match mode {
        SupervisionMode::Listen => Supervision::Listen,
        SupervisionMode::Whisper => Supervision::Whisper,
        SupervisionMode::Barge => Supervision::Barge,
    }
}

fn mode_of(mode: Mode) -> CallMode {
    match mode {
        Mode::Together => CallMode::Together,
        Mode::Consulting { .. } => CallMode::Consulting,
        Mode::Swapped { .. } => CallMode::WithCustomer,
    }
}

fn refusal_of(cause: Refusal) -> RoomRefusal {
    match cause {
        Refusal::NotTalking => RoomRefusal::NotTalking,
        Refusal::NobodyRemains => RoomRefusal::NobodyRemains,
        Refusal::Full => RoomRefusal::Full,
        Refusal::UnknownParty
        | Refusal::PartyTaken
        | Refusal::NotAnswered
        | Refusal::AlreadyConsulting
        | Refusal::NotConsulting
        | Refusal::Consulting
        | Refusal::Supervisor
        | Refusal::NoSupervisor
        | Refusal::Agent
        | Refusal::NoColleague => RoomRefusal::Outdated,
    }
}

/// The refused command in the contact centre's form.
fn order_of(command: RoomCommand) -> contact_centre::RoomCommand {
    use contact_centre::RoomCommand as Order;
    let destination = |to: Destination| match to {
        Destination::Extension(extension) => contact_centre::RoomDestination::Extension(extension),
        Destination::Number(number) => contact_centre::RoomDestination::Number(number),
    };
    match command {
        RoomCommand::Consult { party, to, is_supervised } => {
            Order::Consult { party: party.0, to: destination(to), is_supervised }
        }
        RoomCommand::TalkWith { partner: Partner::Customer } => Order::TalkWithCustomer,
        RoomCommand::TalkWith { partner: Partner::Consulted } => Order::TalkWithConsulted,
        RoomCommand::Join => Order::Join,
        RoomCommand::CancelConsultation => Order::CancelConsultation,
        RoomCommand::Complete => Order::Complete,
        RoomCommand::Invite { party, to } => Order::Invite { party: party.0, to: destination(to) },
        RoomCommand::Hold { party, held } => Order::Hold { party: party.0, held },
        RoomCommand::Mute { party, muted } => Order::Mute { party: party.0, muted },
        RoomCommand::Remove { party } => Order::Remove { party: party.0 },
        RoomCommand::Leave { successor } => Order::Leave { successor: successor.0 },
        RoomCommand::ToQueue => Order::ToQueue,
        // Each supervision begins with listening.
        RoomCommand::Supervise { party, extension, .. } => Order::Supervise { party: party.0, exten: extension },
        RoomCommand::ChangeSupervision { party, supervision } => {
            Order::ChangeSupervision { party: party.0, mode: mode_of_supervision(supervision) }
        }
    }
}

fn room_command(order: &contact_centre::RoomCommand) -> RoomCommand {
    use contact_centre::RoomCommand as Order;
    let destination = |to: &contact_centre::RoomDestination| match to {
        contact_centre::RoomDestination::Extension(extension) => Destination::Extension(extension.clone()),
        contact_centre::RoomDestination::Number(number) => Destination::Number(number.clone()),
    };
    match order {
        Order::Consult { party, to, is_supervised } => {
            RoomCommand::Consult { party: PartyId(*party), to: destination(to), is_supervised: *is_supervised }
        }
        Order::TalkWithCustomer => RoomCommand::TalkWith { partner: Partner::Customer },
        Order::TalkWithConsulted => RoomCommand::TalkWith { partner: Partner::Consulted },
        Order::Join => RoomCommand::Join,
        Order::CancelConsultation => RoomCommand::CancelConsultation,
        Order::Complete => RoomCommand::Complete,
        Order::Invite { party, to } => RoomCommand::Invite { party: PartyId(*party), to: destination(to) },
        Order::Hold { party, held } => RoomCommand::Hold { party: PartyId(*party), held: *held },
        Order::Mute { party, muted } => RoomCommand::Mute { party: PartyId(*party), muted: *muted },
        Order::Remove { party } => RoomCommand::Remove { party: PartyId(*party) },
        Order::Leave { successor } => RoomCommand::Leave { successor: PartyId(*successor) },
        Order::ToQueue => RoomCommand::ToQueue,
        // The microphone is closed from the first packet on, whatever comes later.
        Order::Supervise { party, exten } => RoomCommand::Supervise {
            party: PartyId(*party),
            extension: exten.clone(),
            supervision: Supervision::Listen,
        },
        Order::ChangeSupervision { party, mode } => {
            RoomCommand::ChangeSupervision { party: PartyId(*party), supervision: supervision_of(*mode) }
        }
    }
}

fn id_of(call: &str) -> Result<CallId, ParseIntError> {
    u64::from_str_radix(call, 16).map(CallId)
}

#[cfg(test)]
mod tests;
