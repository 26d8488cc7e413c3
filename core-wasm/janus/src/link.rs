//! The link to a node: a WebSocket, or HTTP with a long poll. It chooses the node and falls back to the next one.
//!
//! States: closed, opening (WebSocket only), open. A socket that cannot be opened falls back to the next node; a socket
//! that closes later is lost, because the session may still be claimed on the same node. A long poll falls back at its
//! fourth failure in a row (RTC-026, RTC-028). After the last node the list starts again with the first.

use crate::fault::Fault;
use crate::ids::LinkNumber;
use crate::node::{Carrier, Endpoint, Node, Nodes};

/// Longest time that a long poll waits for an answer (RTC-026).
pub const POLL_TIMEOUT_MS: u64 = 60_000;
/// Greatest number of events in the answer of one long poll (RTC-026).
pub const POLL_EVENTS: u32 = 10;
/// Number of consecutive failures of the long poll that are tolerated (RTC-026).
const POLL_FAILURES: u32 = 3;

/// State of the link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// There is no link.
    #[default]
    Closed,
    /// The socket is being opened.
    Opening,
    /// Requests can be sent.
    Open,
}

/// An event of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// The session needs a link.
    Open,
    /// The socket is open.
    Opened,
    /// The socket closed or could not be opened.
    Failed,
    /// The session exists, so events can be requested.
    Poll,
    /// A long poll was answered.
    PollAnswered,
    /// A long poll failed.
    PollFailed,
    /// The session needs no link any more.
    Close,
}

/// An action that the link requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkAction {
    /// Opens the socket of the current endpoint.
    OpenSocket(String),
    /// Closes the socket, or aborts what runs over HTTP.
    Close(LinkNumber),
    /// Starts a long poll.
    Poll,
    /// The link is open.
    Up,
    /// Another node is used from now on: it does not have the session of the earlier node.
    Moved,
    /// The link is lost.
    Down(Fault),
}

/// The link.
#[derive(Clone, Debug, Default)]
pub struct Link {
    nodes: Nodes,
    state: LinkState,
    endpoint: Option<Endpoint>,
    number: LinkNumber,
    poll_failures: u32,
}

impl Link {
    /// A closed link to one of `nodes`, beginning with the first one.
    pub fn new(nodes: Nodes, last: LinkNumber) -> Self {
        Self { nodes, number: last, ..Self::default() }
    }

    /// State.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// Number of the present link; while it is closed, of the last one.
    pub fn number(&self) -> LinkNumber {
        self.number
    }

    /// Address in use.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref()
    }

    /// Node in use.
    pub fn node(&self) -> Option<&Node> {
        self.nodes.current()
    }

    /// Changes the state; returns what is to be done.
    pub fn handle(&mut self, event: LinkEvent) -> Vec<LinkAction> {
        use LinkEvent as Event;
        use LinkState::{Closed, Open, Opening};
        match (self.state, event) {
            (Closed, Event::Open) => self.open(Vec::new()),
            (Opening, Event::Opened) => {
                self.state = Open;
                vec![LinkAction::Up]
            }
            (Opening, Event::Failed) => self.fall_back(Vec::new()),
            (Opening | Open, Event::Close) => {
                self.state = Closed;
                vec![LinkAction::Close(self.number)]
            }
            (Open, Event::Failed) => self.down(Fault::LostConnection, Vec::new()),
            (Open, Event::Poll) => self.poll(),
            (Open, Event::PollAnswered) => {
                self.poll_failures = 0;
                self.poll()
            }
            (Open, Event::PollFailed) => {
                self.poll_failures += 1;
                if self.poll_failures > POLL_FAILURES {
                    self.fall_back(vec![LinkAction::Close(self.number)])
                } else {
                    self.poll()
                }
            }
            (
                Closed,
                Event::Opened | Event::Failed | Event::Poll | Event::PollAnswered | Event::PollFailed | Event::Close,
            )
            | (Opening, Event::Open | Event::Poll | Event::PollAnswered | Event::PollFailed)
            | (Open, Event::Open | Event::Opened) => Vec::new(),
        }
    }

    fn poll(&self) -> Vec<LinkAction> {
        match self.endpoint.as_ref().map(|endpoint| endpoint.carrier) {
            Some(Carrier::LongPoll) => vec![LinkAction::Poll],
            Some(Carrier::WebSocket) | None => Vec::new(),
        }
    }

    fn open(&mut self, mut actions: Vec<LinkAction>) -> Vec<LinkAction> {
        match self.nodes.current().map(Node::endpoint) {
            Some(Ok(endpoint)) => {
                self.number = self.number.next();
                self.poll_failures = 0;
                match endpoint.carrier {
                    Carrier::WebSocket => {
                        self.state = LinkState::Opening;
                        actions.push(LinkAction::OpenSocket(endpoint.url.clone()));
                    }
                    Carrier::LongPoll => {
                        self.state = LinkState::Open;
                        actions.push(LinkAction::Up);
                    }
                }
                self.endpoint = Some(endpoint);
                actions
            }
            Some(Err(_)) if self.nodes.advance() => {
                actions.push(LinkAction::Moved);
                self.open(actions)
            }
            Some(Err(fault)) => self.down(fault, actions),
            None => self.down(Fault::InvalidServerUrl, actions),
        }
    }

    fn fall_back(&mut self, mut actions: Vec<LinkAction>) -> Vec<LinkAction> {
        if !self.nodes.advance() {
            self.nodes.restart();
            return self.down(Fault::LostConnection, actions);
        }
        actions.push(LinkAction::Moved);
        self.open(actions)
    }

    fn down(&mut self, fault: Fault, mut actions: Vec<LinkAction>) -> Vec<LinkAction> {
        self.state = LinkState::Closed;
        actions.push(LinkAction::Down(fault));
        actions
    }
}
