//! Tests of signalling and engine together, with telephones whose sound is real and whose time is virtual.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::network::{Browser, Network, address};
use crate::config::GatewayConfig;
use crate::control::{CallControl, CallFact, CallOrigin, ControlCommand, LEG_HEADER, Route};
use crate::media::peer::Peer;
use crate::media::sound::{Generator, Sound};
use crate::signalling::{Input, LinkId, Output, Signalling};

/// First port of the telephones.
const FIRST_PORT: u16 = 10;

/// Every number is an extension.
struct Extensions;

impl CallControl for Extensions {
    fn admits(&self, _: Option<&str>, _: Option<&str>) -> bool {
        true
    }

    fn may_register(&self, _: &str, _: &str) -> bool {
        true
    }

    fn claims_after_reload(&self, _: &str) -> bool {
        true
    }

    fn may_call(&self, _: &str) -> bool {
        true
    }

    fn route(&self, _: CallOrigin<'_>, number: &str) -> Route {
        Route::Ring { extension: number.to_owned() }
    }

    fn report(&self, _: CallFact) {
        unreachable!("facts are outputs of the machine")
    }
}

/// The call state of a telephone.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Line {
    #[default]
    Free,
    /// The telephone rings; this is the offer.
    Rings { leg: u64, offer: String },
    /// The telephone accepted.
    InCall { leg: u64 },
}

/// A registered telephone with a tone of its own. Its extension and its port follow from its number.
pub struct Telephone {
    pub line: Line,
    tone: f64,
    session: u64,
    handle: u64,
    candidates: Vec<String>,
    /// Browser of the telephone while the network is cut.
    cut: Option<Browser>,
}

impl Telephone {
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }
}

/// The gateway without sockets and clock.
pub struct Exchange {
    pub network: Network,
    pub telephones: Vec<Telephone>,
    pub facts: Vec<CallFact>,
    machine: Signalling,
    began: Instant,
}

pub fn extension(telephone: usize) -> String {
    format!("{}", 3_000 + telephone)
}

pub fn port(telephone: usize) -> u16 {
    FIRST_PORT + u16::try_from(telephone).unwrap()
}

impl Exchange {
    /// An exchange with a registered telephone for each tone.
    pub fn new(tones: &[f64]) -> Self {
        let mut config = GatewayConfig::default().signalling;
        config.session_timeout = Duration::from_secs(100_000);
        let mut last_id = 100;
        let new_id = Box::new(move || {
            last_id += 1;
            last_id
        });
        let machine = Signalling::new(config, Arc::new(Extensions), new_id);
        let network = Network::new();
        let began = network.now;
        let mut exchange = Self { network, telephones: Vec::new(), facts: Vec::new(), machine, began };
        for tone in tones {
            exchange.register(*tone);
        }
        exchange
    }

    fn register(&mut self, tone: f64) {
        let telephone = self.telephones.len();
        let link = LinkId(telephone as u64);
        let create = json!({"janus": "create", "transaction": "c"});
        let session = self.id_of_answer(link, &create);
        let attach =
            json!({"janus": "attach", "transaction": "a", "session_id": session, "plugin": "janus.plugin.sip"});
        let handle = self.id_of_answer(link, &attach);
        let (line, candidates, cut) = (Line::Free, Vec::new(), None);
        self.telephones.push(Telephone { line, tone, session, handle, candidates, cut });
        let username = format!("sip:{}@centre", extension(telephone));
        self.ask(telephone, &json!({"request": "register", "username": username, "secret": "s"}), None);
    }

    fn id_of_answer(&mut self, link: LinkId, frame: &Value) -> u64 {
        let now = self.network.now - self.began;
        let outputs = self.machine.handle(Input::Frame { link, text: frame.to_string() }, now);
        let id = outputs.iter().find_map(|output| match output {
            Output::Send { message, .. } => message["data"]["id"].as_u64(),
            Output::Media(_) | Output::Fact(_) => None,
        });
        id.unwrap()
    }

    /// Sends a request of the plugin.
    pub fn ask(&mut self, telephone: usize, body: &Value, answer: Option<&str>) {
        let Telephone { session, handle, .. } = self.telephones[telephone];
        let mut frame = json!({"janus": "message", "transaction": "t", "session_id": session, "handle_id": handle,
            "body": body});
        if let Some(sdp) = answer {
            frame["jsep"] = json!({"type": "answer", "sdp": sdp});
        }
        self.run(Input::Frame { link: LinkId(telephone as u64), text: frame.to_string() });
    }

    pub fn control(&mut self, command: ControlCommand) {
        self.run(Input::Control(command));
    }

    /// Runs an input and its immediate consequences.
    fn run(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let now = self.network.now - self.began;
            for output in self.machine.handle(input, now) {
                match output {
                    Output::Media(command) => {
                        inputs.extend(self.network.command(command).into_iter().map(Input::Media))
                    }
                    Output::Send { link, message } => self.receive(usize::try_from(link.0).unwrap(), &message),
                    Output::Fact(fact) => self.facts.push(fact),
                }
            }
        }
    }

    /// Lets a telephone react to a frame.
    fn receive(&mut self, telephone: usize, message: &Value) {
        let Some(phone) = self.telephones.get_mut(telephone) else { return };
        if let Some(candidate) = message["candidate"]["candidate"].as_str() {
            phone.candidates.push(candidate.to_owned());
        }
        let result = &message["plugindata"]["data"]["result"];
        match result["event"].as_str() {
            Some("incomingcall") => {
                let leg = result["headers"][LEG_HEADER].as_str().unwrap().parse().unwrap();
                phone.line = Line::Rings { leg, offer: message["jsep"]["sdp"].as_str().unwrap().to_owned() };
            }
            Some("hangup") => {
                (phone.line, phone.cut) = (Line::Free, None);
                phone.candidates.clear();
                self.network.browsers.remove(&address(port(telephone)));
            }
            _ => {}
        }
    }

    /// Accepts the call that rings.
    pub fn accept(&mut self, telephone: usize) {
        let phone = &mut self.telephones[telephone];
        let Line::Rings { leg, offer } = std::mem::take(&mut phone.line) else { panic!("it rings") };
        phone.line = Line::InCall { leg };
        let mut peer = Peer::new(address(port(telephone)), self.network.now);
        let answer = peer.answer(&offer, self.network.now).unwrap().sdp;
        phone.candidates.drain(..).for_each(|candidate| peer.add_candidate(&candidate));
        let tone = Some(Generator::new(Sound::Tone { frequency: phone.tone }));
        let browser = Browser { peer, tone, heard: Vec::new(), events: Vec::new() };
        self.network.browsers.insert(address(port(telephone)), browser);
        self.ask(telephone, &json!({"request": "accept"}), Some(&answer));
    }

    /// Cuts the network of a telephone, or repairs it.
    pub fn cut(&mut self, telephone: usize) {
        let (phone, address) = (&mut self.telephones[telephone], address(port(telephone)));
        match phone.cut.take() {
            Some(mut browser) => {
                browser.heard.clear();
                self.network.browsers.insert(address, browser);
            }
            None => phone.cut = self.network.browsers.remove(&address),
        }
    }

    /// Advances the time of the telephones, the engine and the signalling.
    pub fn pass(&mut self, milliseconds: u64) {
        for _ in 0..milliseconds / 5 {
            self.network.step();
            for event in std::mem::take(&mut self.network.events) {
                self.run(Input::Media(event));
            }
            if self.machine.next_wake().is_some_and(|at| at <= self.network.now - self.began) {
                self.run(Input::Wake);
            }
        }
    }
}
