//! Commands of the contact centre. Each command is answered by a fact, even if it comes too late; a repeated command changes
//! nothing.

use super::Signalling;
use super::call::{CallKind, Device, Phase};
use crate::control::{CallFact, CallId, CallSide, ControlCommand, EndCause};

/// SIP code of `Missed` for an agent whose telephone did not ring, because the call no longer waited (RFC 3261: Request Terminated).
const NOT_CALLED: u16 = 487;

impl Signalling {
    pub(super) fn on_control(&mut self, command: ControlCommand) {
        match command {
            // The command is repeated.
            ControlCommand::CustomerCall { call, .. }
            | ControlCommand::Originate { call, .. }
            | ControlCommand::Dial { call, .. }
                if self.calls.contains_key(&call) => {}
            ControlCommand::CustomerCall { call, from, to, customer } => {
                self.begin(call, CallKind::Network, from.clone(), to);
                self.add_side(call, CallSide::Caller, from, Device::Simulated(customer), true);
                self.route_call(call);
            }
            ControlCommand::Originate { call, from, to } => {
                self.begin(call, CallKind::Centre, from, to);
                self.route_call(call);
            }
            ControlCommand::Dial { call, extension, to } => {
                self.begin(call, CallKind::Dialled, extension.clone(), to);
                self.call_back(call, extension);
            }
            ControlCommand::Connect { call, .. }
            | ControlCommand::HangUp { call, .. }
            | ControlCommand::Room { call, .. }
            | ControlCommand::Record { call, .. }
                if !self.calls.contains_key(&call) =>
            {
                self.fact(CallFact::Ended { call, cause: EndCause::Released });
            }
            ControlCommand::Connect { call, extension } => self.connect(call, extension),
            ControlCommand::HangUp { call, by: None } => self.end(call, EndCause::Released),
            ControlCommand::HangUp { call, by: Some(side) } => self.hang_up(call, side),
            ControlCommand::Room { call, command } => self.on_room_command(call, command),
            ControlCommand::Record { call, recording, order } => self.on_record_order(call, recording, order),
            ControlCommand::Unregister { extension } => self.unregister_extension(extension),
        }
    }

    /// Rings at an agent for a waiting call. A ring of the call at another agent ends.
    fn connect(&mut self, id: CallId, extension: String) {
        let Some(call) = self.calls.get(&id) else { return };
        let callee = call.callee().map(|callee| callee.number.clone());
        if callee.as_ref() == Some(&extension) {
            return;
        }
        if call.phase != Phase::Waiting {
            return self.fact(CallFact::Missed { call: id, extension, code: NOT_CALLED });
        }
        if let Some(former) = callee {
            self.callee_failed(id, &former, EndCause::Cancelled);
        }
        self.ring(id, extension);
    }

    /// The media ended, so no call has sound: all calls end, and later calls end at once.
    pub(super) fn on_media_ended(&mut self) {
        self.media_works = false;
        while let Some(call) = self.calls.keys().next().copied() {
            self.end(call, EndCause::Released);
        }
    }
}
