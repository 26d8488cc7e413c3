//! The Janus session: created or claimed, attached to the SIP plugin, kept alive, destroyed (spec session §7 "Voice
//! signalling").
//!
//! States: idle, connecting (waits for the link), creating, claiming, attaching, ready, lost (waits for a reconnect;
//! the session may still exist), destroying. At most one request of the session is open at a time. If a keep-alive is
//! not answered before the next one is due, the link counts as lost, so there are never two pending keep-alives.

use crate::fault::Fault;
use crate::frame::RequestBody;
use crate::ids::{HandleId, SessionId};

/// Interval of keep-alives (RTC-025). The 25 s of RTC-026 are the default of a library that is not used here (RTC-027).
pub const KEEP_ALIVE_MS: u64 = 8_000;
/// Longest time until the answer to a check of the session.
pub const CHECK_MS: u64 = 3_000;
/// Longest time that a request of the session waits for its answer.
pub const REQUEST_TIMEOUT_MS: u64 = 10_000;
/// The session does not exist (Janus `apierror.h`).
pub const SESSION_NOT_FOUND: u16 = 458;
/// The handle does not exist.
pub const HANDLE_NOT_FOUND: u16 = 459;
/// The server does not have the plugin.
pub const PLUGIN_NOT_FOUND: u16 = 460;

/// State of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SessionState {
    /// There is no session.
    #[default]
    Idle,
    /// The session waits for the link.
    Connecting,
    /// The session is being created.
    Creating,
    /// The session is being claimed.
    Claiming,
    /// The handle is being attached.
    Attaching,
    /// Requests to the plugin can be sent.
    Ready,
    /// The link was lost; the session waits for a reconnect.
    Lost,
    /// The session is being destroyed.
    Destroying,
}

/// An event of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEvent {
    /// Connect, or connect again.
    Connect,
    /// The link is open.
    LinkUp {
        /// Whether the link needs keep-alives: a long poll needs none.
        keep_alive: bool,
    },
    /// Another node is used.
    LinkMoved,
    /// The link is lost.
    LinkDown(Fault),
    /// The open request succeeded, with the id of the new session or handle.
    Succeeded(Option<u64>),
    /// The open request was refused with a code of `apierror.h`.
    Refused(u16),
    /// The open request could not be executed.
    RequestFailed(Fault),
    /// The next keep-alive is due.
    KeepAliveDue,
    /// The keep-alive was answered.
    KeepAliveAnswered,
    /// The page did not run for a while: the server is asked at once whether the session still exists.
    Check,
    /// The server reports that session or handle does not exist any more.
    Gone,
    /// End the session.
    Destroy,
}

/// An action that the session requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionAction {
    /// Open the link.
    OpenLink,
    /// Close the link.
    CloseLink,
    /// Send a request and wait for its answer.
    Request(RequestBody),
    /// Send a keep-alive and set the timer of the next.
    KeepAlive,
    /// Forget earlier keep-alives, send one, and set the timer for its answer.
    Check,
    /// Set the timer of the first keep-alive.
    StartKeepAlive,
    /// Cancel the timer of the keep-alive.
    StopKeepAlive,
    /// Request events if the link is a long poll.
    Poll,
    /// Plugin requests can be sent.
    Ready {
        /// Whether the session existed before and was claimed.
        claimed: bool,
    },
    /// Registration and call of the session no longer exist.
    Ended,
    /// The session waits for a reconnect.
    Lost(Fault),
    /// Link and session are closed.
    Closed,
    /// An error to report.
    Fault(Fault),
}

/// The session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    state: SessionState,
    plugin: String,
    id: Option<SessionId>,
    handle: Option<HandleId>,
    keep_alive: bool,
    unanswered: bool,
    checking: bool,
}

impl Session {
    /// An idle session for `plugin`. `existing` is claimed when the link is open. Fails with [`Fault::InvalidPlugin`]
    /// without a name of the plugin (RTC-043).
    pub fn new(plugin: String, existing: Option<(SessionId, HandleId)>) -> Result<Self, Fault> {
        if plugin.trim().is_empty() {
            return Err(Fault::InvalidPlugin);
        }
        let (id, handle) = existing.unzip();
        Ok(Self { plugin, id, handle, ..Self::default() })
    }

    /// State.
    pub fn state(&self) -> SessionState {
        self.state
    }

    /// The session, if it exists.
    pub fn id(&self) -> Option<SessionId> {
        self.id
    }

    /// The handle of the plugin, if it exists.
    pub fn handle_id(&self) -> Option<HandleId> {
        self.handle
    }

    /// Whether the answer to a check is pending: the session may not exist any more.
    pub fn is_checking(&self) -> bool {
        self.state == SessionState::Ready && self.checking
    }

    /// Changes the state; returns what is to be done.
    pub fn handle(&mut self, event: SessionEvent) -> Vec<SessionAction> {
        use SessionAction as Action;
        use SessionEvent as Event;
        use SessionState::{Attaching, Claiming, Connecting, Creating, Destroying, Idle, Lost, Ready};
        match (self.state, event) {
            (Idle | Lost, Event::Connect) => {
                self.state = Connecting;
                vec![Action::OpenLink]
            }
            (Lost, Event::Destroy) => {
                self.forget();
                self.state = Idle;
                vec![Action::Fault(Fault::DestroyFailed), Action::Closed]
            }
            (Connecting, Event::LinkUp { keep_alive }) => {
                self.keep_alive = keep_alive;
                if self.id.is_some() {
                    self.request(Claiming, RequestBody::Claim)
                } else {
                    self.request(Creating, RequestBody::Create)
                }
            }
            (Connecting, Event::LinkMoved) => self.end_existing(),
            (Connecting | Creating | Claiming | Attaching, Event::LinkDown(fault)) => self.lose(fault, Vec::new()),
            (Connecting | Creating, Event::Destroy) => {
                let failed = self.id.map(|_| Action::Fault(Fault::DestroyFailed));
                self.forget();
                self.state = Idle;
                failed.into_iter().chain([Action::CloseLink, Action::Closed]).collect()
            }
            (Creating, Event::Succeeded(Some(id))) => {
                self.id = Some(SessionId(id));
                let mut actions = self.attach();
                actions.push(Action::Poll);
                actions
            }
            (Claiming, Event::Succeeded(_)) => {
                if self.handle.is_some() {
                    let mut actions = vec![Action::Poll];
                    actions.extend(self.ready(true));
                    actions
                } else {
                    let mut actions = self.attach();
                    actions.push(Action::Poll);
                    actions
                }
            }
            // The session cannot be used, for whatever reason: a new one replaces it.
            (Claiming, Event::Refused(_)) => self.create_anew(),
            (Attaching, Event::Succeeded(Some(id))) => {
                self.handle = Some(HandleId(id));
                self.ready(false)
            }
            (Attaching, Event::Refused(SESSION_NOT_FOUND) | Event::Gone) | (Ready, Event::Gone) => self.create_anew(),
            (Attaching, Event::Refused(PLUGIN_NOT_FOUND)) => self.session_failed(Fault::InvalidPlugin),
            (Creating | Attaching, Event::Refused(_) | Event::Succeeded(None)) => {
                self.session_failed(Fault::CallFailed)
            }
            (Creating | Claiming | Attaching, Event::RequestFailed(fault)) => self.session_failed(fault),
            (Creating | Claiming | Attaching | Ready, Event::LinkMoved) => {
                let mut actions = vec![Action::StopKeepAlive];
                actions.extend(self.end_existing());
                self.state = Connecting;
                actions
            }
            (Ready, Event::LinkDown(fault)) => self.lose(fault, vec![Action::StopKeepAlive]),
            (Ready, Event::KeepAliveDue) if self.unanswered => {
                self.lose(Fault::LostConnection, vec![Action::CloseLink])
            }
            // A long poll needs no keep-alive; the timer belonged to a check.
            (Ready, Event::KeepAliveDue) if !self.keep_alive => Vec::new(),
            (Ready, Event::KeepAliveDue) => {
                self.unanswered = true;
                vec![Action::KeepAlive]
            }
            (Ready, Event::KeepAliveAnswered) => {
                (self.unanswered, self.checking) = (false, false);
                Vec::new()
            }
            (Ready, Event::Check) => {
                (self.unanswered, self.checking) = (true, true);
                vec![Action::Check]
            }
            (Claiming | Attaching | Ready, Event::Destroy) => {
                let mut actions = vec![Action::StopKeepAlive];
                actions.extend(self.request(Destroying, RequestBody::Destroy));
                actions
            }
            (
                Destroying,
                Event::Succeeded(_)
                | Event::Refused(_)
                | Event::RequestFailed(_)
                | Event::LinkDown(_)
                | Event::LinkMoved
                | Event::Gone,
            ) => {
                self.forget();
                self.state = Idle;
                vec![Action::CloseLink, Action::Closed]
            }
            (
                Idle,
                Event::LinkUp { .. }
                | Event::LinkMoved
                | Event::LinkDown(_)
                | Event::Succeeded(_)
                | Event::Refused(_)
                | Event::RequestFailed(_)
                | Event::KeepAliveDue
                | Event::KeepAliveAnswered
                | Event::Check
                | Event::Gone
                | Event::Destroy,
            )
            | (
                Lost,
                Event::LinkUp { .. }
                | Event::LinkMoved
                | Event::LinkDown(_)
                | Event::Succeeded(_)
                | Event::Refused(_)
                | Event::RequestFailed(_)
                | Event::KeepAliveDue
                | Event::KeepAliveAnswered
                | Event::Check
                | Event::Gone,
            )
            | (
                Connecting,
                Event::Connect
                | Event::Succeeded(_)
                | Event::Refused(_)
                | Event::RequestFailed(_)
                | Event::KeepAliveDue
                | Event::KeepAliveAnswered
                | Event::Check
                | Event::Gone,
            )
            | (
                Creating | Claiming,
                Event::Connect
                | Event::LinkUp { .. }
                | Event::KeepAliveDue
                | Event::KeepAliveAnswered
                | Event::Check
                | Event::Gone,
            )
            | (
                Attaching,
                Event::Connect | Event::LinkUp { .. } | Event::KeepAliveDue | Event::KeepAliveAnswered | Event::Check,
            )
            | (
                Ready,
                Event::Connect
                | Event::LinkUp { .. }
                | Event::Succeeded(_)
                | Event::Refused(_)
                | Event::RequestFailed(_),
            )
            | (
                Destroying,
                Event::Connect
                | Event::LinkUp { .. }
                | Event::KeepAliveDue
                | Event::KeepAliveAnswered
                | Event::Check
                | Event::Destroy,
            ) => Vec::new(),
        }
    }

    fn forget(&mut self) {
        (self.id, self.handle) = (None, None);
    }

    fn request(&mut self, state: SessionState, body: RequestBody) -> Vec<SessionAction> {
        self.state = state;
        vec![SessionAction::Request(body)]
    }

    fn attach(&mut self) -> Vec<SessionAction> {
        let plugin = self.plugin.clone();
        self.request(SessionState::Attaching, RequestBody::Attach { plugin })
    }

    fn ready(&mut self, claimed: bool) -> Vec<SessionAction> {
        self.state = SessionState::Ready;
        (self.unanswered, self.checking) = (false, false);
        let keep_alive = self.keep_alive.then_some(SessionAction::StartKeepAlive);
        keep_alive.into_iter().chain([SessionAction::Ready { claimed }]).collect()
    }

    /// Forgets the session. Its registration and call have ended if it existed.
    fn end_existing(&mut self) -> Vec<SessionAction> {
        let existed = self.id.is_some();
        self.forget();
        existed.then_some(SessionAction::Ended).into_iter().collect()
    }

    fn create_anew(&mut self) -> Vec<SessionAction> {
        let mut actions = vec![SessionAction::StopKeepAlive];
        actions.extend(self.end_existing());
        actions.extend(self.request(SessionState::Creating, RequestBody::Create));
        actions
    }

    /// Closes the link after a request that failed.
    fn session_failed(&mut self, fault: Fault) -> Vec<SessionAction> {
        self.lose(fault, vec![SessionAction::CloseLink])
    }

    fn lose(&mut self, fault: Fault, mut actions: Vec<SessionAction>) -> Vec<SessionAction> {
        self.state = SessionState::Lost;
        actions.push(SessionAction::Lost(fault));
        actions
    }
}
