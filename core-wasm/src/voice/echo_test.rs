//! "Testar minha voz": a call to the echo test of the voice server, which records 3 s and plays them back. The call
//! uses the agent's telephone and has no attendance. A customer's call ends it.

use super::Exit;
use super::connection::VoiceStatus;
use super::machine::Voice;
use super::media::CallPhase;
use crate::flow::Context;
use janus::{Command, Input};
use serde::Serialize;

/// Number of the echo test.
const NUMBER: &str = "*43";

/// State of the echo test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum EchoTest {
    /// The echo test cannot begin: the agent's telephone is not registered, or in use.
    #[default]
    Unavailable,
    /// The echo test can begin.
    Possible,
    /// The echo test is being called.
    Calling,
    /// The echo test is connected: the voice server records, then plays back.
    Connected,
}

impl Voice {
    /// The present state of the echo test.
    pub fn echo_test(&self) -> EchoTest {
        let idle = self.audio().phase == CallPhase::None
            && !self.table.has_live()
            && !self.facts.agent_channel
            && !self.is_dialling();
        match (self.testing, self.status()) {
            (true, _) if self.audio.is_established() => EchoTest::Connected,
            (true, _) => EchoTest::Calling,
            (false, VoiceStatus::Connected) if idle => EchoTest::Possible,
            (false, _) => EchoTest::Unavailable,
        }
    }

    /// The agent begins the test.
    pub fn begin_echo_test(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.echo_test() != EchoTest::Possible {
            return Vec::new();
        }
        self.testing = true;
        self.on_signalling(context, Input::Command(Command::Dial(NUMBER.to_owned())))
    }

    /// The agent ends the test, or the telephone is needed for a call.
    pub fn end_echo_test(&mut self, context: &mut Context) -> Vec<Exit> {
        if self.testing { self.on_signalling(context, Input::Command(Command::HangUp)) } else { Vec::new() }
    }
}
