//! The signalling inside the core: effects of `workspace-janus` become commands for the browser and timers of the core,
//! its random numbers come from the core, and its session is stored in a record, so that a reloaded page claims it
//! (BEY-024).

use super::timer::VoiceTimer;
use super::{records, timers};
use crate::flow::{Context, Ids, PeerCommand, RemoteCandidate, Timer, VoiceCommand};
use crate::wire::{AgentId, Secret, VoiceNode, WebRtcSettings};
use janus::call::PeerEffect;
use janus::frame::{Candidate, Credentials, SIP_PLUGIN, Trickle};
use janus::{Account, AnswerMode, Effect, Event, Input, Node, Random, Resume, SUB_PROTOCOL, Setup, Signalling};

/// The signalling of the agent.
#[derive(Default)]
pub struct VoiceSignalling {
    signalling: Signalling,
    /// The session from before a reload, until the signalling connects.
    restored: Option<Resume>,
}

/// The result of one input of the signalling.
#[derive(Debug, Default, PartialEq)]
pub struct SignallingOutcome {
    /// Commands for the browser, in this order.
    pub commands: Vec<VoiceCommand>,
    /// Events for the voice area, in this order.
    pub events: Vec<Event>,
}

/// The random numbers of the core, for the signalling.
pub(crate) struct Draw<'a>(pub(crate) &'a mut Ids);

impl Random for Draw<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.random_below(bound)
    }
}

impl VoiceSignalling {
    /// Runs one input of the signalling.
    pub fn handle(&mut self, context: &mut Context, input: Input) -> SignallingOutcome {
        let before = self.signalling.resume();
        let outcome = self.signalling.handle(input, &mut Draw(&mut context.kernel.ids));
        if self.signalling.resume() != before {
            context.persist(records::SESSION.key());
        }
        let commands =
            outcome.effects.into_iter().filter_map(|effect| command(context, effect, &timers::VOICE, 0)).collect();
        SignallingOutcome { commands, events: outcome.events }
    }

    /// The data that a connection needs, from the server's answers and the session from before a reload.
    pub fn setup(
        &mut self,
        agent: &AgentId,
        settings: &WebRtcSettings,
        nodes: &[VoiceNode],
        mode: AnswerMode,
    ) -> Setup {
        setup_of(agent, settings, nodes, mode, self.restored.take())
    }

    /// The session that a reloaded page claims; `None` without one.
    pub fn record(&self) -> Option<Resume> {
        self.signalling.resume().or_else(|| self.restored.clone())
    }

    /// Restores the session from before a reload.
    pub fn restore(&mut self, resume: Resume) {
        self.restored = Some(resume);
    }

    /// State machine of the signalling, for the rules of the area.
    pub fn machine(&self) -> &Signalling {
        &self.signalling
    }
}

/// The data that a connection needs, from the server's answers.
pub(crate) fn setup_of(
    agent: &AgentId,
    settings: &WebRtcSettings,
    nodes: &[VoiceNode],
    answer_mode: AnswerMode,
    resume: Option<Resume>,
) -> Setup {
    let some = |secret: &Secret<String>| Some(secret.clone()).filter(|secret| !secret.expose().is_empty());
    let proxy_host = match settings.sip_proxy.as_str() {
        "" => nodes.first().map(|node| node.host.clone()).unwrap_or_default(),
        host => host.to_owned(),
    };
    let plugin = if settings.plugin.is_empty() { SIP_PLUGIN } else { &settings.plugin };
    Setup {
        nodes: nodes.iter().map(node_of).collect(),
        credentials: Credentials { token: some(&settings.token), api_secret: some(&settings.api_secret) },
        plugin: plugin.to_owned(),
        account: Account {
            agent: agent.0.clone(),
            extension: settings.exten.clone(),
            // The agent's id is the default of the server's setting (RTC-001, RTC-030).
            secret: some(&settings.secret).unwrap_or_else(|| Secret::new(agent.0.clone())),
            proxy_host,
        },
        answer_mode,
        resume,
    }
}

fn node_of(node: &VoiceNode) -> Node {
    Node { host: node.host.clone(), url: Some(node.url.clone()).filter(|url| !url.is_empty()) }
}

/// The browser command of an effect; a timer is set in the timer table of the core instead. `timers` and `base` belong
/// to one telephone: the page's voice ports serve several telephones, whose links and calls are numbered from their
/// base on.
pub(crate) fn command(
    context: &mut Context,
    effect: Effect,
    timers: &'static Timer<VoiceTimer>,
    base: u32,
) -> Option<VoiceCommand> {
    match effect {
        Effect::OpenSocket { link, url } => {
            Some(VoiceCommand::OpenSocket { link: base + link.0, url, protocol: SUB_PROTOCOL })
        }
        Effect::CloseLink(link) => Some(VoiceCommand::CloseLink { link: base + link.0 }),
        Effect::Send(link, request) => Some(VoiceCommand::Send { link: base + link.0, text: request.to_text() }),
        Effect::Post { link, url, request } => Some(VoiceCommand::Post {
            link: base + link.0,
            url,
            transaction: request.transaction.0.clone(),
            text: request.to_text(),
        }),
        Effect::Poll { link, url, timeout_ms } => Some(VoiceCommand::Poll { link: base + link.0, url, timeout_ms }),
        Effect::Peer(call, effect) => Some(VoiceCommand::Peer { call: base + call.0, command: peer_command(effect) }),
        Effect::SetTimer(timer, after_ms) => {
            context.timer(timers.of(VoiceTimer::Signalling(timer)), after_ms);
            None
        }
        Effect::CancelTimer(timer) => {
            context.cancel_timer(&timers.of(VoiceTimer::Signalling(timer)));
            None
        }
    }
}

fn peer_command(effect: PeerEffect) -> PeerCommand {
    match effect {
        PeerEffect::Offer => PeerCommand::Offer,
        PeerEffect::RestartIce => PeerCommand::RestartIce,
        PeerEffect::Answer(sdp) => PeerCommand::Answer { sdp },
        PeerEffect::Complete(sdp) => PeerCommand::Complete { sdp },
        PeerEffect::AddCandidate(Trickle::Completed) => PeerCommand::AddCandidate { candidate: None },
        PeerEffect::AddCandidate(Trickle::Candidate(candidate)) => {
            let Candidate { candidate, sdp_mid, sdp_m_line_index } = candidate;
            PeerCommand::AddCandidate { candidate: Some(RemoteCandidate { candidate, sdp_mid, sdp_m_line_index }) }
        }
        PeerEffect::Tones { tones, duration_ms, gap_ms } => PeerCommand::Tones { tones, duration_ms, gap_ms },
        PeerEffect::Close => PeerCommand::Close,
    }
}
