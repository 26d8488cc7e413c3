//! The agent's microphone. A call continues without a microphone, because the agent still hears the customer, and uses
//! the microphone again when it is back (BEY-021, RTC-014). Without a call, a lost microphone ends the connection
//! (RTC-013): the next call would ring for an agent whom the customer could not hear.

use super::Exit;
use super::connection::{VoiceConnectionEvent, VoiceConnectionState};
use super::machine::Voice;
use super::report::{CaptureProblem, MediaFailure};
use crate::connection::DeviceProblem;
use crate::flow::{Context, Text, VoiceCommand};
use crate::shell::SnackbarKind;
use janus::call::LegState;

impl Voice {
    /// Why the customer cannot hear the agent; `None` if no problem is known.
    pub fn microphone_problem(&self) -> Option<DeviceProblem> {
        self.device
    }

    /// Whether a call is on the agent's telephone, also before it is answered. The leg of the agent channel alone is no
    /// call.
    fn has_call(&self) -> bool {
        let has_leg = self.signalling.machine().call() != LegState::Idle && !self.testing;
        has_leg && (!self.facts.agent_channel || self.holds_call())
    }

    /// The microphone was lost, and there is no other one.
    pub(super) fn on_microphone_lost(&mut self, context: &mut Context, failure: MediaFailure) -> Vec<Exit> {
        self.device = Some(problem_of(failure));
        if self.has_call() {
            return vec![Exit::OpenLostDevice(problem_of(failure))];
        }
        self.on_media_stopped(context)
    }

    /// Another microphone is used, or the lost one is back.
    pub(super) fn on_microphone_replaced(&mut self, label: &str) -> Vec<Exit> {
        let text = Text::key("microphoneReplaced").with("label", label);
        let mut exits = vec![Exit::Snackbar(SnackbarKind::Info, text)];
        if self.device.take().is_some() {
            exits.push(Exit::DeviceReturned);
        }
        exits
    }

    /// The last microphone of the computer was removed. During a call, the call itself reports it.
    pub(super) fn on_no_microphone(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.has_call() {
            return Vec::new();
        }
        self.device = Some(DeviceProblem::Missing);
        self.on_media_stopped(context)
    }

    /// The computer has a microphone again, or the agent has allowed its use: voice that was disconnected for lack of a
    /// microphone is connected again.
    pub(super) fn on_microphone_found(&mut self, context: &mut Context) -> Vec<Exit> {
        let has_ended = self.connection.state() == VoiceConnectionState::Failed && self.device.is_some();
        if has_ended && self.facts.retries() {
            self.on_connection_event(context, VoiceConnectionEvent::AgentRetries)
        } else {
            Vec::new()
        }
    }

    /// A track ended or the last device was removed while no call exists; or the peer connection ended (RTC-013).
    pub fn on_media_stopped(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_connection_event(context, VoiceConnectionEvent::MediaStopped)
    }

    /// A call without a microphone ended.
    pub(super) fn after_call(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.device.is_some() && !self.has_call() { self.on_media_stopped(context) } else { Vec::new() }
    }

    /// The agent starts an attempt: to open the microphone of the call, or to connect voice.
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
