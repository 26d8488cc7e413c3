//! The telephones: the gateway's real signalling without sockets and sound, connected with the real contact centre, and
//! the voice ports of the pages. Only sound is not real: every session description is accepted, and media is
//! established soon afterwards.

use crate::exchange::Exchange;
use crate::network::{Delivery, Party};
use crate::rooms::Rooms;
use crate::sim::Sim;
use crate::switch::Switch;
use crate::talks::Talks;
use contact_centre::{AccountChange, EffectKind, EffectOutcome, Recipients};
use core_wasm::flow::{Mono, PeerCommand, VoiceCommand};
use core_wasm::voice::{
    Description, DescriptionType, IceState, MediaFailure, MediaFault, VoiceReport, VoiceSlice, VoiceView,
};
use core_wasm::{Input, View, voice};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use voice_adapter::StartedCalls;
use voice_gateway::media::{
    Description as GatewayDescription, MediaCommand, MediaEvent, RecordingChange, RecordingCommand,
};
use voice_gateway::signalling::{
    Input as SignallingInput, LinkId, Output, Signalling, SignallingConfig, SignallingLimits,
};
use voice_gateway::{ControlCommand, RoomCommand};

/// Time in which a browser opens a microphone and describes its media.
const DESCRIBED_MS: u64 = 30;
/// Time until a pair of candidates works.
const CONNECTED_MS: u64 = 40;
/// Time in which a page loads its voice ports.
const PORTS_MS: u64 = 50;
const SDP: &str = "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=rtpmap:0 PCMU/8000\r\n";

/// Numbers of the telephone network.
pub mod numbers {
    /// The demo queue of calls.
    pub const SALES: &str = "5000";
    /// A number that answers after a second and talks until a party hangs up.
    pub const ANSWERS: &str = "5511955550101";
    /// Busy.
    pub const BUSY: &str = "5521955550102";
    /// A number that rings without an answer.
    pub const SILENT: &str = "5531955550103";
    /// Numbers with this beginning answer too.
    pub const ALSO_ANSWER: &str = "551196666";
    /// The demo campaign.
    pub const CAMPAIGN: &str = "6100";
    /// Number of a contact in the wallet of the first demo agent with a telephone. The number does not exist.
    pub const KEPT: &str = "5541955550104";
    /// A number that does not exist.
    pub const UNKNOWN: &str = "5541955550104";
}

/// A link of a page to the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VoiceLink {
    pub party: Party,
    pub number: u32,
}

/// A frame on such a link.
#[derive(Clone, Debug)]
pub(crate) enum VoiceFrame {
    Open,
    Text(String),
    Close,
}

/// A peer connection of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Peer {
    /// Whether sound is transmitted.
    pub is_connected: bool,
    /// Whether the page has muted the microphone.
    pub is_muted: bool,
}

/// The gateway, and the links and peer connections of the pages.
pub(crate) struct Telephony {
    pub switch: Arc<Switch>,
    signalling: Signalling,
    pub links: BTreeMap<VoiceLink, LinkId>,
    opened: u64,
    /// Number of starts of the gateway: each start has its own identifiers.
    generation: u64,
    started: StartedCalls,
    pub customers: u64,
    /// Peer connections that pages have open.
    pub peers: BTreeMap<(Party, u32), Peer>,
    /// Which parties are connected, according to the facts.
    pub talks: Talks,
    /// The parties of each call, according to the facts.
    pub rooms: Rooms,
    /// Telephones outside of browsers.
    pub exchange: Exchange,
    /// Pages that loaded their voice ports.
    loaded: BTreeSet<Party>,
    /// The next frame of a page that contains one of these texts is lost.
    pub losing: Vec<String>,
    /// Computers without a microphone.
    pub without_microphone: BTreeSet<usize>,
}

fn signalling(switch: &Arc<Switch>, generation: u64) -> Signalling {
    let config = SignallingConfig {
        session_timeout: Duration::from_secs(60),
        claim_timeout: Duration::from_secs(20),
        return_timeout: Duration::from_secs(20),
        poll_timeout: Duration::from_secs(30),
        ring_timeout: Duration::from_secs(30),
        silence: Duration::from_secs(5),
        ring_back: true,
        sip_host: "simulation".to_owned(),
        limits: SignallingLimits::default(),
    };
    let mut next = generation << 32;
    let ids = Box::new(move || {
        next += 1;
        next
    });
    Signalling::new(config, Arc::clone(switch) as _, ids)
}

impl Default for Telephony {
    fn default() -> Self {
        let switch = Arc::<Switch>::default();
        let signalling = signalling(&switch, 1);
        Self {
            switch,
            signalling,
            links: BTreeMap::new(),
            opened: 0,
            generation: 1,
            started: StartedCalls::default(),
            customers: 0,
            peers: BTreeMap::new(),
            talks: Talks::default(),
            rooms: Rooms::default(),
            exchange: Exchange::default(),
            loaded: BTreeSet::new(),
            losing: Vec::new(),
            without_microphone: BTreeSet::new(),
        }
    }
}

fn clock(now: Mono) -> Duration {
    Duration::from_millis(now.0)
}

impl Telephony {
    pub fn next_at(&self) -> Option<Mono> {
        let wake = self.signalling.next_wake()?;
        // The next whole millisecond.
        Some(Mono(u64::try_from(wake.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX)))
    }
}

/// The sound of a leg is established at once.
fn media_events(command: MediaCommand) -> Vec<MediaEvent> {
    let described = || GatewayDescription { sdp: SDP.to_owned(), mid: "0".to_owned(), candidates: Vec::new() };
    match command {
        MediaCommand::Answer { leg, .. } => {
            vec![MediaEvent::Answered { leg, description: described() }, MediaEvent::Up { leg }]
        }
        MediaCommand::Offer { leg } | MediaCommand::Reoffer { leg, .. } => {
            vec![MediaEvent::Offered { leg, description: described() }]
        }
        MediaCommand::AcceptAnswer { leg, .. } => vec![MediaEvent::AnswerAccepted { leg }, MediaEvent::Up { leg }],
        MediaCommand::Candidate { .. }
        | MediaCommand::Simulate { .. }
        | MediaCommand::Hear { .. }
        | MediaCommand::Tone { .. }
        | MediaCommand::Close { .. } => Vec::new(),
        // The notice has no duration.
        MediaCommand::Record { recording, command: RecordingCommand::Begin { .. } } => {
            vec![MediaEvent::Recording { recording, change: RecordingChange::Began }]
        }
        MediaCommand::Record { .. } => Vec::new(),
    }
}

impl Sim {
    /// Handles one input of the gateway and everything that follows: frames to pages, facts to the server, its commands
    /// back.
    pub(crate) fn gateway(&mut self, input: SignallingInput) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            match &input {
                SignallingInput::Control(ControlCommand::HangUp { call, .. }) => {
                    self.telephony.rooms.ends_for_all(*call);
                }
                SignallingInput::Control(ControlCommand::Room {
                    call,
                    command: RoomCommand::Supervise { party, .. },
                }) => self.telephony.rooms.supervises(*call, *party),
                _ => {}
            }
            self.telephony.switch.learn(&self.server.store);
            for output in self.telephony.signalling.handle(input, clock(self.now)) {
                match output {
                    Output::Send { link, message } => {
                        let link = self.telephony.links.iter().find(|(_, id)| **id == link).map(|(link, _)| *link);
                        if let Some(link) = link {
                            let report = VoiceReport::Text { link: link.number, text: message.to_string() };
                            let latency = self.network.latency_ms;
                            self.gateway_answers(link.party, self.now.plus_ms(latency));
                            self.report_voice(link.party, latency, report);
                        }
                    }
                    Output::Media(command) => {
                        inputs.extend(media_events(command).into_iter().map(SignallingInput::Media))
                    }
                    Output::Fact(fact) => {
                        self.note("gateway", &format!("{fact:?}"));
                        self.telephony.talks.take(&fact, self.now);
                        self.telephony.rooms.take(&fact);
                        self.telephony.exchange.learns(&fact, self.now);
                        // Nodes outside have no connection to the centre.
                        if !self.server.centre.config.voice.nodes.is_empty() {
                            continue;
                        }
                        let Some(news) = self.telephony.started.news_of(fact) else { continue };
                        let (taken, mut recipients) = self
                            .server
                            .call(self.now, |centre, store, context| centre.call_news(store, context, &news));
                        taken.expect("store");
                        inputs.extend(self.due_commands(&mut recipients));
                        self.deliver(recipients);
                        self.exchange_reports();
                    }
                }
            }
        }
    }

    /// The accounts that ended, and the commands that the worker of the server would execute after a call. The exchange
    /// executes the commands for its own calls.
    fn due_commands(&mut self, recipients: &mut Recipients) -> Vec<SignallingInput> {
        let ended = recipients.accounts.drain(..).filter(|change| change.account.is_none());
        let unregister = |change: AccountChange| ControlCommand::Unregister { extension: change.exten };
        let mut inputs: Vec<_> = ended.map(unregister).map(SignallingInput::Control).collect();
        if !recipients.effects.remove(&EffectKind::CommandTelephone) {
            return inputs;
        }
        loop {
            let (taken, _) = self.server.call(self.now, |centre, store, context| {
                let taken = centre.take_call_commands(store, context, 1).expect("store").pop()?;
                centre.end_effect(store, context, &taken.0, EffectOutcome::Done).expect("store");
                Some(taken.1)
            });
            let Some(command) = taken else { return inputs };
            let of_gateway = command.filter(|command| !self.exchange_takes(command));
            let control = of_gateway.map(|command| voice_adapter::control_of(&command).expect("an id of the gateway"));
            inputs.extend(control.map(SignallingInput::Control));
        }
    }

    /// Commands of the centre that no fact of the gateway caused.
    pub(crate) fn execute_calls(&mut self, recipients: &mut Recipients) {
        for input in self.due_commands(recipients) {
            self.gateway(input);
        }
        self.exchange_reports();
    }

    pub(crate) fn gateway_wakes(&mut self) {
        self.gateway(SignallingInput::Wake);
    }

    pub(crate) fn report_voice(&mut self, party: Party, after_ms: u64, report: VoiceReport) {
        self.network.send(self.now.plus_ms(after_ms), Delivery::VoiceReport { party, report });
    }

    /// Executes a command of a page's core for voice.
    pub(crate) fn voice_command(&mut self, party: Party, command: VoiceCommand) {
        // The first command of a page without calls, which belongs to a supervisor.
        if command != VoiceCommand::Release && self.telephony.loaded.insert(party) {
            self.report_voice(party, PORTS_MS, VoiceReport::Ready { web_rtc: true });
        }
        let latency = self.network.latency_ms;
        let send = |sim: &mut Self, number, frame| {
            let link = VoiceLink { party, number };
            sim.network.send(sim.now.plus_ms(latency), Delivery::VoiceFrame { link, frame });
        };
        match command {
            VoiceCommand::OpenSocket { link, .. } => send(self, link, VoiceFrame::Open),
            VoiceCommand::CloseLink { link } => send(self, link, VoiceFrame::Close),
            VoiceCommand::Send { link, text } => send(self, link, VoiceFrame::Text(text.expose().clone())),
            VoiceCommand::Post { .. } | VoiceCommand::Poll { .. } => unreachable!("the centre names WebSockets only"),
            VoiceCommand::Peer { call, command } => self.peer_command(party, call, command),
            VoiceCommand::Release => self.release_ports(party),
            VoiceCommand::Mute { call, muted } => {
                if let Some(peer) = self.telephony.peers.get_mut(&(party, call)) {
                    peer.is_muted = muted;
                }
            }
            VoiceCommand::OpenMicrophone { .. } | VoiceCommand::Relays(_) => {}
        }
    }

    fn peer_command(&mut self, party: Party, call: u32, command: PeerCommand) {
        let kind = match &command {
            PeerCommand::Offer | PeerCommand::RestartIce => Some(DescriptionType::Offer),
            PeerCommand::Answer { .. } => Some(DescriptionType::Answer),
            PeerCommand::Close => {
                self.telephony.peers.remove(&(party, call));
                None
            }
            PeerCommand::Complete { .. } => None,
            PeerCommand::Tones { tones, .. } => {
                // The DTMF tones of the agent channel answer and decline.
                let extension = self.extension_of(party.agent);
                if self.telephony.exchange.has_channel_to(&extension) && matches!(tones.as_str(), "#" | "*") {
                    self.answers_telephone(&extension, tones == "#");
                }
                return;
            }
            PeerCommand::AddCandidate { .. } => return,
        };
        let Some(kind) = kind else {
            if matches!(command, PeerCommand::Complete { .. }) {
                self.report_voice(party, CONNECTED_MS, VoiceReport::Ice { call, state: IceState::Connected });
            }
            return;
        };
        self.telephony.peers.entry((party, call)).or_default();
        if self.telephony.without_microphone.contains(&self.browsers[party.agent].machine) {
            let failure = MediaFailure { fault: MediaFault::NoAudioDevice, problem: None };
            return self.report_voice(party, DESCRIBED_MS, VoiceReport::Failed { call, failure });
        }
        let description = Description { kind, sdp: SDP.to_owned() };
        self.report_voice(party, DESCRIBED_MS, VoiceReport::Described { call, description });
        if kind == DescriptionType::Answer {
            let after = DESCRIBED_MS + CONNECTED_MS;
            self.report_voice(party, after, VoiceReport::Ice { call, state: IceState::Connected });
        }
    }

    /// The page was closed, or releases its voice ports: sockets and peer connections are closed.
    pub(crate) fn release_ports(&mut self, party: Party) {
        let open: Vec<VoiceLink> = self.telephony.links.keys().filter(|link| link.party == party).copied().collect();
        for link in open {
            // Happens after the frames that the page has sent.
            let at = self.now.plus_ms(self.network.latency_ms);
            self.network.send(at, Delivery::VoiceFrame { link, frame: VoiceFrame::Close });
        }
        self.telephony.peers.retain(|(of, _), _| *of != party);
    }

    pub(crate) fn voice_frame(&mut self, link: VoiceLink, frame: VoiceFrame) {
        let online = self.browsers.get(link.party.agent).is_some_and(|browser| browser.online);
        match frame {
            VoiceFrame::Open if self.server.up && online && self.is_current(link.party) => {
                self.telephony.opened += 1;
                self.telephony.links.insert(link, LinkId(self.telephony.opened));
                self.report_voice(link.party, self.network.latency_ms, VoiceReport::Opened { link: link.number });
            }
            VoiceFrame::Open => {
                self.report_voice(link.party, self.network.latency_ms, VoiceReport::Closed { link: link.number });
            }
            VoiceFrame::Text(text) => {
                if let Some(place) = self.telephony.losing.iter().position(|lost| text.contains(lost.as_str())) {
                    self.telephony.losing.remove(place);
                    return;
                }
                if let Some(id) = self.telephony.links.get(&link).copied() {
                    self.gateway(SignallingInput::Frame { link: id, text });
                }
            }
            VoiceFrame::Close => {
                if let Some(id) = self.telephony.links.remove(&link) {
                    self.gateway(SignallingInput::LinkClosed { link: id });
                }
            }
        }
    }

    /// A page whose agent calls in the browser loads its voice ports once.
    pub(crate) fn load_ports(&mut self, index: usize) {
        let party = self.browsers[index].party;
        let wanted = voice_view(&self.browsers[index].workspace).is_some_and(|view| view.web_rtc);
        if wanted && self.telephony.loaded.insert(party) {
            self.report_voice(party, PORTS_MS, VoiceReport::Ready { web_rtc: true });
        }
    }

    /// The gateway sends the sound of an agent's leg to one peer connection: the last one with a complete negotiation.
    fn media_moves_to(&mut self, party: Party) {
        let extension = self.extension_of(party.agent);
        let parties: BTreeSet<Party> = self.telephony.peers.keys().map(|(of, _)| *of).collect();
        let is_former = |of: &Party| *of != party && self.extension_of(of.agent) == extension;
        let former: BTreeSet<Party> = parties.into_iter().filter(is_former).collect();
        for ((of, _), peer) in &mut self.telephony.peers {
            peer.is_connected &= !former.contains(of);
        }
    }

    pub(crate) fn voice_report(&mut self, party: Party, report: VoiceReport) {
        let is_of_open_peer = match &report {
            VoiceReport::Described { call, .. } | VoiceReport::Failed { call, .. } | VoiceReport::Ice { call, .. } => {
                self.telephony.peers.contains_key(&(party, *call))
            }
            _ => true,
        };
        if let VoiceReport::Ice { call, state } = &report
            && let Some(peer) = self.telephony.peers.get_mut(&(party, *call))
        {
            peer.is_connected = *state == IceState::Connected;
            if peer.is_connected {
                self.media_moves_to(party);
            }
        }
        if self.is_current(party) && is_of_open_peer {
            let label = if self.trace.keeps { format!("< voice {}", label_of(&report)) } else { String::new() };
            self.feed(party.agent, Input::Voice(report), &label);
        }
    }

    /// The sockets of all pages to the gateway break.
    fn cut_voice_links(&mut self) {
        for (link, _) in std::mem::take(&mut self.telephony.links) {
            self.report_voice(link.party, 0, VoiceReport::Closed { link: link.number });
        }
    }

    /// The process of the server ended, and the gateway with it.
    pub(crate) fn gateway_dies(&mut self) {
        self.cut_voice_links();
        self.telephony.generation += 1;
        self.telephony.signalling = signalling(&self.telephony.switch, self.telephony.generation);
        self.telephony.started = StartedCalls::default();
        self.telephony.talks.clear();
        self.telephony.rooms.clear();
        self.telephony.exchange.clear();
    }
}

fn label_of(report: &VoiceReport) -> String {
    match report {
        VoiceReport::Text { text, .. } => text.clone(),
        other => format!("{other:?}"),
    }
}

/// The slice of the connection; `None` before the page started.
pub(crate) fn voice_view(workspace: &core_wasm::Workspace) -> Option<VoiceView> {
    match workspace.view(&voice::slices::VOICE.key()) {
        View::Voice(VoiceSlice::Voice(view)) => Some(*view),
        _ => None,
    }
}
