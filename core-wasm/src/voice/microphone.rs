//! The agent's microphone. A call goes on without one, because the agent still hears the customer, and takes it when it is back (BEY-021,
//! RTC-014). Without a call a lost microphone ends the connection (RTC-013): the next call would ring at an agent who cannot answer it.

use super::Exit;
use super::connection::{VoiceConnectionEvent, VoiceConnectionState};
use super::machine::Voice;
use super::report::{CaptureProblem, MediaFailure};
use crate::connection::DeviceProblem;
use crate::flow::{Context, Text, VoiceCommand};
use crate::shell::SnackbarKind;
use janus::call::LegState;

impl Voice {
    /// Why the agent cannot be heard; `None` if nothing is known to be wrong.
    pub fn microphone_problem(&self) -> Option<DeviceProblem> {
        self.device
    }

    /// Whether a call is on the agent's telephone, also before it is answered; not the leg of the agent channel alone.
    fn has_call(&self) -> bool {
        let has_leg = self.signalling.machine().call() != LegState::Idle && !self.testing;
        has_leg && (!self.facts.agent_channel || self.holds_call())
    }

    /// The microphone is gone, and there is no other one.
    pub(super) fn on_microphone_lost(&mut self, context: &mut Context, failure: MediaFailure) -> Vec<Exit> {
        self.device = Some(problem_of(failure));
        if self.has_call() {
            return vec![Exit::OpenLostDevice(problem_of(failure))];
        }
        self.on_media_stopped(context)
    }

    /// Another microphone is used, or the one that was gone is back.
    pub(super) fn on_microphone_replaced(&mut self, label: &str) -> Vec<Exit> {
        let text = Text::key("microphoneReplaced").with("label", label);
        let mut exits = vec![Exit::Snackbar(SnackbarKind::Info, text)];
        if self.device.take().is_some() {
            exits.push(Exit::DeviceReturned);
        }
        exits
    }

    /// The last microphone of the computer was removed. In a call the call itself reports it.
    pub(super) fn on_no_microphone(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.has_call() {
            return Vec::new();
        }
        self.device = Some(DeviceProblem::Missing);
        self.on_media_stopped(context)
    }

    /// The computer has a microphone again, or the agent has allowed it: voice that ended for want of it is connected again.
    pub(super) fn on_microphone_found(&mut self, context: &mut Context) -> Vec<Exit> {
        let has_ended = self.connection.state() == VoiceConnectionState::Failed && self.device.is_some();
        if has_ended && self.facts.retries() {
            self.on_connection_event(context, VoiceConnectionEvent::AgentRetries)
        } else {
            Vec::new()
        }
    }

    /// A track ended, or the last device was removed, and no call goes on; or the peer connection ended (RTC-013).
    pub fn on_media_stopped(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_connection_event(context, VoiceConnectionEvent::MediaStopped)
    }

    /// The call without a microphone is over.
    pub(super) fn after_call(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.device.is_some() && !self.has_call() { self.on_media_stopped(context) } else { Vec::new() }
    }

    /// The agent asks for an attempt: for the microphone of the call, or for the connection.
    pub fn reconnect(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.device.is_some() && self.has_call() {
            return vec![Exit::Command(VoiceCommand::OpenMicrophone { call: self.call_number })];
        }
        self.on_connection_event(context, VoiceConnectionEvent::AgentRetries)
    }
}

pub(super) fn problem_of(failure: MediaFailure) -> DeviceProblem {
    match failure.problem {
        Some(CaptureProblem::Missing) => DeviceProblem::Missing,
        Some(CaptureProblem::Refused) => DeviceProblem::Refused,
        Some(CaptureProblem::InUse) => DeviceProblem::InUse,
        None => DeviceProblem::Stopped,
    }
}
