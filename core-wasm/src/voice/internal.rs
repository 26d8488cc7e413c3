//! Legs of internal calls, for the area `colleagues`: the telephone answers the leg of a call that the agent made
//! automatically; the leg of a colleague's call waits for the agent. The area `colleagues` decides about the call; here
//! it is a call without attendance, dialog and call bar.

use super::Exit;
use super::call::{Call, CallEvent, CallKind, LegAnswer, Progress};
use super::machine::Voice;
use crate::flow::Context;
use janus::call::LegState as Signalled;
use janus::{Command, Input};

/// State of the leg of the internal call on this page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InternalLeg {
    /// Whether the leg is on the telephone of this page.
    pub here: bool,
    /// Whether the agent's microphone is muted.
    pub muted: bool,
}

impl Voice {
    /// A request to call a colleague begins or ends. A leg that arrives during the request opens no dialog.
    pub fn expect_internal(&mut self, expected: bool) {
        self.expects_internal = expected;
    }

    /// The agent has this internal call. `outgoing`: the agent made it, so the telephone answers its leg automatically.
    pub fn carry_internal(&mut self, context: &mut Context, id: &str, phone: &str, outgoing: bool) -> Vec<Exit> {
        let mut exits = self.end_echo_test(context);
        let is_left_over = |call: &Call| call.kind == CallKind::Internal && call.progress == Progress::Rejected;
        for over in self.table.ids_where(|call| is_left_over(call) && call.leg.is_none()) {
            self.table.remove(&over);
        }
        if self.table.get(id).is_some_and(|call| call.kind == CallKind::Internal) {
            return exits;
        }
        let leg = self.table.get(id).and_then(|call| call.leg).or_else(|| self.free_leg_of(id));
        let progress = if outgoing { Progress::Accepted } else { Progress::Asking };
        let mut call = Call::new(CallKind::Internal, progress, phone, context.mono());
        call.leg = leg;
        self.table.insert(id, call);
        if outgoing && leg.is_some() && self.signalling.machine().call() == Signalled::Incoming {
            exits.extend(self.answer_leg(context, id, LegAnswer::Accept));
        }
        exits
    }

    /// The agent accepts the colleague's call.
    pub fn accept_internal(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        self.take_event(context, id, CallEvent::Accept);
        self.answer_leg(context, id, LegAnswer::Accept)
    }

    /// The agent declines the colleague's call.
    pub fn decline_internal(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        self.take_event(context, id, CallEvent::Reject);
        self.answer_leg(context, id, LegAnswer::Decline)
    }

    /// The agent hangs up. A leg that has not arrived yet is declined when it arrives.
    pub fn hang_up_internal(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        let Some(call) = self.table.get_mut(id).filter(|call| call.kind == CallKind::Internal) else {
            return Vec::new();
        };
        if call.leg.is_some_and(|leg| leg.number == self.call_number) {
            return self.on_signalling(context, Input::Command(Command::HangUp));
        }
        call.progress = Progress::Rejected;
        Vec::new()
    }

    /// The internal call was answered: both agents talk.
    pub fn internal_answered(&mut self, context: &mut Context, id: &str) {
        if self.table.get(id).is_some_and(|call| call.kind == CallKind::Internal) {
            self.take_event(context, id, CallEvent::Answered);
        }
    }

    /// The server does not have the call any more. A leg that arrives later is declined.
    pub fn release_internal(&mut self, id: &str) {
        let Some(call) = self.table.get_mut(id).filter(|call| call.kind == CallKind::Internal) else { return };
        if call.leg.is_none() {
            call.progress = Progress::Rejected;
        } else {
            self.table.remove(id);
        }
    }

    /// The leg of the internal call on this page.
    pub fn internal_leg(&self) -> InternalLeg {
        let here = self.carried_call().is_some_and(|(_, call)| call.kind == CallKind::Internal);
        InternalLeg { here, muted: here && self.audio.state().muted }
    }

    /// Whether the agent has a call that is not internal, or such a call waits for the agent.
    pub fn has_customer_call(&self) -> bool {
        let counts =
            |call: &Call| call.kind != CallKind::Internal && call.is_live() && call.progress != Progress::Rejected;
        self.table.iter().any(|(_, call)| counts(call))
    }
}
