//! A telephone system outside of the gateway, for agents whose call is not a leg of its own in the browser: desk
//! telephones, and agents whose browser keeps one leg open for all calls (agent channel). Its calls ring, are answered
//! by a person or by a tone, and are reported to the contact centre; sound is not simulated.

use crate::sim::Sim;
use contact_centre::{CallCommand, CallEnd, CallNews, RoomRefusal};
use core_wasm::flow::Mono;
use std::collections::{BTreeMap, BTreeSet};
use voice_gateway::signalling::Input as SignallingInput;
use voice_gateway::{CallControl, CallFact, CallId, CallOrigin, ControlCommand, Route};

/// A call that is not answered rings for this time.
const RING_MS: u64 = 30_000;
/// Time until a person lifts the receiver, or a customer answers.
const ANSWER_MS: u64 = 1_000;
/// Delay before a lost leg of the agent channel is made again.
const CHANNEL_AGAIN_MS: u64 = 1_000;
/// The number to which the agent channel keeps its leg.
pub(crate) const CHANNEL: &str = "9000";

/// The kind of device of an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    /// A desk telephone.
    Desk,
    /// A leg that stays open in the browser (agent channel).
    AgentChannel,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// The agent's telephone rings because of a waiting customer.
    Ringing,
    /// The agent's telephone rings because of the agent's own call.
    CallingBack {
        number: String,
    },
    /// The customer's telephone rings.
    Dialling {
        number: String,
    },
    Talking,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    exten: String,
    state: State,
    /// Time at which the state ends by itself.
    until: Option<Mono>,
    outgoing: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange {
    devices: BTreeMap<String, Device>,
    calls: BTreeMap<String, Entry>,
    /// Extensions whose channel leg will be made, and when.
    due_channels: BTreeMap<String, Mono>,
    /// Channel legs: the gateway's call, with the extension.
    channels: BTreeMap<CallId, String>,
    made: u64,
    /// Events that will be reported to the contact centre.
    news: Vec<CallNews>,
    registered: BTreeSet<String>,
}

impl Exchange {
    pub fn device(&self, exten: &str) -> Option<Device> {
        self.devices.get(exten).copied()
    }

    /// The browser of this extension keeps a leg for all calls.
    pub fn has_channel_to(&self, exten: &str) -> bool {
        self.device(exten) == Some(Device::AgentChannel)
    }

    /// The contact centre describes every account as one whose calls have their own legs.
    pub fn describes_account(&self, path: &str, body: &mut String) {
        let mut of_channel = self.devices.iter().filter(|(_, device)| **device == Device::AgentChannel);
        if path == "webrtc" && of_channel.any(|(exten, _)| body.contains(&format!(r#""exten":"{exten}""#))) {
            *body = body.replace(r#""agentChannel":"N""#, r#""agentChannel":"Y""#);
        }
    }

    pub fn next_at(&self) -> Option<Mono> {
        let calls = self.calls.values().filter_map(|entry| entry.until);
        calls.chain(self.due_channels.values().copied()).min()
    }

    /// Whether the agent of this extension talks to a customer.
    pub fn talks(&self, exten: &str) -> bool {
        self.calls.values().any(|entry| entry.exten == exten && entry.state == State::Talking)
    }

    /// Whether the telephone of this extension rings for a customer.
    pub fn rings(&self, exten: &str) -> bool {
        self.calls.values().any(|entry| entry.exten == exten && entry.state == State::Ringing)
    }

    /// Handles a command that concerns one of its extensions or calls; returns false if the gateway handles it.
    fn takes(&mut self, command: &CallCommand, now: Mono) -> bool {
        match command {
            CallCommand::Connect { call, exten } => {
                let Some(device) = self.device(exten) else { return false };
                let busy = self.calls.values().any(|entry| entry.exten == *exten);
                let is_up = device == Device::Desk || self.channels.values().any(|of| of == exten);
                if busy || !is_up {
                    self.news.push(CallNews::Missed { call: call.clone(), exten: exten.clone() });
                    return true;
                }
                let until = Some(now.plus_ms(RING_MS));
                let entry = Entry { exten: exten.clone(), state: State::Ringing, until, outgoing: false };
                self.calls.insert(call.clone(), entry);
                true
            }
            CallCommand::Dial { call, exten, number } => {
                let Some(device) = self.device(exten) else { return false };
                let number = number.clone();
                let state = match device {
                    Device::Desk => State::CallingBack { number },
                    Device::AgentChannel => State::Dialling { number },
                };
                let until = Some(now.plus_ms(ANSWER_MS));
                self.calls.insert(call.clone(), Entry { exten: exten.clone(), state, until, outgoing: true });
                true
            }
            CallCommand::HangUp { call } => match self.calls.remove(call) {
                Some(entry) => {
                    self.news.push(CallNews::Ended { call: call.clone(), end: CallEnd::Released });
                    // A customer who waited in the gateway's queue is still connected.
                    entry.outgoing
                }
                None => false,
            },
            // These telephones have no rooms.
            CallCommand::Room { call, command } => {
                let is_its = self.calls.contains_key(call);
                if is_its {
                    let (call, command, refusal) = (call.clone(), command.clone(), RoomRefusal::NotTalking);
                    self.news.push(CallNews::Refused { call, command, refusal });
                }
                is_its
            }
            // Nor recordings.
            CallCommand::Record { call, .. } => self.calls.contains_key(call),
            CallCommand::Originate { .. } => false,
        }
    }

    /// The person at the telephone, or the tone of the browser, answers or declines the ringing call.
    fn answers(&mut self, exten: &str, accepts: bool) {
        let rings = self.calls.iter_mut().find(|(_, entry)| entry.exten == exten && entry.state == State::Ringing);
        let Some((call, entry)) = rings else { return };
        let (call, exten) = (call.clone(), exten.to_owned());
        if accepts {
            (entry.state, entry.until) = (State::Talking, None);
            self.news.push(CallNews::Answered { call, exten });
        } else {
            self.calls.remove(&call);
            self.news.push(CallNews::Missed { call, exten });
        }
    }

    /// Executes what is due.
    fn wakes(&mut self, route: impl Fn(&str) -> Route, now: Mono) {
        let due: Vec<String> = self
            .calls
            .iter()
            .filter(|(_, entry)| entry.until.is_some_and(|at| at <= now))
            .map(|(call, _)| call.clone())
            .collect();
        for call in due {
            let Some(entry) = self.calls.get_mut(&call) else { continue };
            match entry.state.clone() {
                State::Ringing => {
                    let exten = entry.exten.clone();
                    self.calls.remove(&call);
                    self.news.push(CallNews::Missed { call, exten });
                }
                State::CallingBack { number } => {
                    (entry.state, entry.until) = (State::Dialling { number }, Some(now.plus_ms(ANSWER_MS)));
                }
                State::Dialling { number } => match route(&number) {
                    Route::Simulated(_) => {
                        (entry.state, entry.until) = (State::Talking, None);
                        self.news.push(CallNews::Answered { call, exten: number });
                    }
                    other => {
                        let end = match other {
                            Route::Busy => CallEnd::Busy,
                            Route::NoAnswer => CallEnd::NotAnswered,
                            _ => CallEnd::NotFound,
                        };
                        self.calls.remove(&call);
                        self.news.push(CallNews::Ended { call, end });
                    }
                },
                State::Talking => entry.until = None,
            }
        }
    }

    /// The gateway reports more about a call that also rings here, or about a channel leg.
    pub fn learns(&mut self, fact: &CallFact, now: Mono) {
        match fact {
            CallFact::Registered { extension } if self.has_channel_to(extension) => {
                self.registered.insert(extension.clone());
                if !self.channels.values().any(|of| of == extension) {
                    self.due_channels.insert(extension.clone(), now.plus_ms(CHANNEL_AGAIN_MS));
                }
            }
            CallFact::Unregistered { extension } => {
                self.registered.remove(extension);
                self.due_channels.remove(extension);
            }
            CallFact::Ended { call, .. } => {
                if let Some(extension) = self.channels.remove(call)
                    && self.registered.contains(&extension)
                {
                    self.due_channels.insert(extension, now.plus_ms(CHANNEL_AGAIN_MS));
                }
                // The customer who waited in the gateway's queue, or talked through this exchange, hung up.
                self.calls.remove(&call.sip_call_id());
            }
            _ => {}
        }
    }

    /// The process with the calls ended.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.channels.clear();
        self.due_channels.clear();
        self.registered.clear();
    }
}

impl Sim {
    /// Gives the agent of this extension a desk telephone.
    pub fn has_desk_telephone(&mut self, exten: &str) -> &mut Self {
        self.telephony.exchange.devices.insert(exten.to_owned(), Device::Desk);
        self.registers_desk_telephones();
        self
    }

    /// The browser of this extension keeps one leg open for all its calls.
    pub fn has_agent_channel(&mut self, exten: &str) -> &mut Self {
        self.telephony.exchange.devices.insert(exten.to_owned(), Device::AgentChannel);
        self
    }

    /// Desk telephones register again after the start of the server.
    pub(crate) fn registers_desk_telephones(&mut self) {
        let exchange = &mut self.telephony.exchange;
        let desks = exchange.devices.iter().filter(|(_, device)| **device == Device::Desk);
        let news: Vec<CallNews> = desks.map(|(exten, _)| CallNews::Registered { exten: exten.clone() }).collect();
        exchange.news.extend(news);
        self.exchange_reports();
    }

    /// Whether the exchange executes the command.
    pub(crate) fn exchange_takes(&mut self, command: &CallCommand) -> bool {
        let now = self.now;
        self.telephony.exchange.takes(command, now)
    }

    /// The person at the desk telephone lifts the receiver, or the browser sends the tone of the agent channel.
    pub fn answers_telephone(&mut self, exten: &str, accepts: bool) -> &mut Self {
        self.telephony.exchange.answers(exten, accepts);
        self.exchange_reports();
        self
    }

    /// The person at the desk telephone hangs up.
    pub fn hangs_up_telephone(&mut self, exten: &str) -> &mut Self {
        let exchange = &mut self.telephony.exchange;
        let talk = exchange.calls.iter().find(|(_, entry)| entry.exten == exten && entry.state == State::Talking);
        if let Some((call, outgoing)) = talk.map(|(call, entry)| (call.clone(), entry.outgoing)) {
            exchange.calls.remove(&call);
            let end = if outgoing { CallEnd::ByCaller } else { CallEnd::ByCallee };
            exchange.news.push(CallNews::Ended { call: call.clone(), end });
            self.exchange_reports();
            self.releases(&call);
        }
        self
    }

    /// The customer of a call that the exchange made or transmits hangs up.
    pub fn customer_of_telephone_hangs_up(&mut self, exten: &str) -> &mut Self {
        let exchange = &mut self.telephony.exchange;
        let talk = exchange.calls.iter().find(|(_, entry)| entry.exten == exten && entry.state == State::Talking);
        if let Some((call, outgoing)) = talk.map(|(call, entry)| (call.clone(), entry.outgoing)) {
            exchange.calls.remove(&call);
            let end = if outgoing { CallEnd::ByCallee } else { CallEnd::ByCaller };
            exchange.news.push(CallNews::Ended { call: call.clone(), end });
            self.exchange_reports();
            self.releases(&call);
        }
        self
    }

    /// Whether this telephone rings for a customer.
    pub fn telephone_rings(&self, exten: &str) -> bool {
        self.telephony.exchange.rings(exten)
    }

    /// Whether the agent of this telephone is connected to a customer.
    pub fn telephone_talks(&self, exten: &str) -> bool {
        self.telephony.exchange.talks(exten)
    }

    /// The customer's leg in the gateway ends too.
    fn releases(&mut self, call: &str) {
        if let Ok(call) = u64::from_str_radix(call, 16) {
            self.gateway(SignallingInput::Control(ControlCommand::HangUp { call: CallId(call), by: None }));
        }
    }

    pub(crate) fn exchange_wakes(&mut self) {
        let now = self.now;
        let switch = std::sync::Arc::clone(&self.telephony.switch);
        self.telephony.exchange.wakes(|number| switch.route(CallOrigin::Centre(""), number), now);
        let exchange = &mut self.telephony.exchange;
        let due: Vec<String> =
            exchange.due_channels.iter().filter(|(_, at)| **at <= now).map(|(exten, _)| exten.clone()).collect();
        for extension in due {
            let exchange = &mut self.telephony.exchange;
            exchange.due_channels.remove(&extension);
            exchange.made += 1;
            let call = CallId((0xc4a1 << 32) + exchange.made);
            exchange.channels.insert(call, extension.clone());
            let dial = ControlCommand::Dial { call, extension, to: CHANNEL.to_owned() };
            self.gateway(SignallingInput::Control(dial));
        }
        self.exchange_reports();
    }

    /// Reports the events to the contact centre.
    pub(crate) fn exchange_reports(&mut self) {
        while !self.telephony.exchange.news.is_empty() {
            let news = self.telephony.exchange.news.remove(0);
            if !self.server.up {
                continue;
            }
            self.note("exchange", &format!("{news:?}"));
            let (taken, recipients) =
                self.server.call(self.now, |centre, store, context| centre.call_news(store, context, &news));
            taken.expect("store");
            self.deliver(recipients);
        }
    }
}
