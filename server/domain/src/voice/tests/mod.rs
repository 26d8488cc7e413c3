//! Tests of calls of queues and of agents, and of the requests of the agent's page about them.

mod caller_numbers;
mod commands;
mod conference;
mod desk;
mod dialer;
mod dialling;
mod lookups;
mod page_calls;
mod preferential;
mod queue;
mod recording;
mod reservations;
mod supervision;
mod supervision_ends;
mod supervision_told;
mod take_over;
mod telephone;
mod transfer_races;
mod transfers;
mod transfers_elsewhere;
mod wrap_up;

use crate::testing::{Agent, Answered, TestCentre, voice_body};
use crate::{CallCommand, CallEnd, CallNews};
use serde_json::{Value, json};

const CUSTOMER: &str = "5511955550101";

impl TestCentre {
    fn connects(&self) -> Vec<(String, String)> {
        let connect = |command: &CallCommand| match command {
            CallCommand::Connect { call, exten } => Some((call.clone(), exten.clone())),
            _ => None,
        };
        self.commands.iter().filter_map(connect).collect()
    }

    /// Identifiers of a campaign's call: its own, the number that the customer sees, the customer's number.
    fn originated(&self) -> Vec<(String, String, String)> {
        let originate = |command: &CallCommand| match command {
            CallCommand::Originate { call, from, to } => Some((call.clone(), from.clone(), to.clone())),
            _ => None,
        };
        self.commands.iter().filter_map(originate).collect()
    }

    fn hang_ups(&self) -> Vec<String> {
        let hang_up = |command: &CallCommand| match command {
            CallCommand::HangUp { call } => Some(call.clone()),
            _ => None,
        };
        self.commands.iter().filter_map(hang_up).collect()
    }

    fn answers(&mut self, call: &str, exten: &str) {
        self.news(CallNews::Answered { call: call.to_owned(), exten: exten.to_owned() });
    }

    fn misses(&mut self, call: &str, exten: &str) {
        self.news(CallNews::Missed { call: call.to_owned(), exten: exten.to_owned() });
    }

    fn ends(&mut self, call: &str, end: CallEnd) {
        self.news(CallNews::Ended { call: call.to_owned(), end });
    }

    fn dial(&mut self, agent: &Agent, phone: &str) -> Answered {
        let body = json!({ "agentId": agent.id, "channel": "voice", "phone": phone });
        self.post(agent, "/job/voice/active-job", body)
    }

    /// Sends a request about a call of the agent.
    fn ask(&mut self, agent: &Agent, path: &str, protocol: &str) -> Answered {
        self.post(agent, path, voice_body(agent, protocol))
    }

    /// Status of the agent's voice channel.
    fn voice_status(&mut self, agent: &Agent) -> String {
        let body = self.get(agent, &format!("/agents/{}/status", agent.id)).ok().body;
        body["channels"]["voice"]["status"].as_str().unwrap().to_owned()
    }

    /// The agent's frames of this event; all frames are taken away.
    fn take_named(&mut self, agent: &str, event: &str) -> Vec<Value> {
        self.take_frames(agent).into_iter().filter(|frame| frame["event"] == event).collect()
    }

    /// A call of the queue that the agent answered; returns its protocol.
    fn talking(&mut self, call: &str, agent: &Agent) -> String {
        self.call_arrives(call, CUSTOMER, crate::testing::SALES);
        let exten = self.exten_of(agent);
        self.answers(call, &exten);
        let jobs = self.take_named(agent.id.as_str(), "NewVoiceJobEvent");
        jobs[0]["job"]["protocol"].as_str().unwrap().to_owned()
    }
}
