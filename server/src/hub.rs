//! Connected broker links and customers' event streams, in memory: the consumer of each agent queue, the watchers of
//! each chat, and the last frame delivered since this process started. The hub stores nothing; frames and events are in
//! the store.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use contact_centre::store::QueueTail;
use contact_centre::wire::{AgentId, Protocol};
use contact_centre::{AccountChange, BrokerPrincipal, Recipients, WebChatEvent};
use tokio::sync::{mpsc, watch};

use crate::stomp::CloseReason;

/// Identifies a link within this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkId(u64);

/// State that the hub signals to a link. Only the latest value counts, so a busy link loses no information.
#[derive(Debug, Clone, Default)]
pub struct Signal {
    /// Incremented with each change of the queue.
    pub changes: u64,
    /// Typing frames that were not sent yet, the latest per attendance.
    pub typing: BTreeMap<Protocol, String>,
    /// The reason to close; set when the link must close.
    pub end: Option<LinkEnd>,
    /// Closes the socket without a close frame (fault injection).
    pub dropped: bool,
}

/// State that the hub signals to the streams of a chat. Only the latest value counts.
#[derive(Debug, Clone, Default)]
pub struct ChatSignal {
    /// Incremented with each stored event.
    pub changes: u64,
    /// The agent's latest typing; the number is incremented with each typing event.
    pub typing: (u64, Option<WebChatEvent>),
}

/// Why a link must close, with its last message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkEnd {
    /// The reason.
    pub reason: CloseReason,
    /// Body of a last message before closing.
    pub close_notice: Option<String>,
}

impl From<CloseReason> for LinkEnd {
    fn from(reason: CloseReason) -> Self {
        Self { reason, close_notice: None }
    }
}

/// A receiver of changed accounts of telephones.
pub type AccountListener = Box<dyn Fn(&AccountChange) + Send + Sync>;

/// The registry of links and streams.
pub struct Hub {
    state: Mutex<State>,
    stopping: watch::Sender<bool>,
    /// The forwarder of recipients to the external broker.
    forwarder: OnceLock<mpsc::UnboundedSender<Recipients>>,
    /// The receiver of changed accounts of telephones.
    telephony: OnceLock<AccountListener>,
}

#[derive(Default)]
struct State {
    last_link: u64,
    links: BTreeMap<LinkId, Link>,
    consumers: HashMap<AgentId, LinkId>,
    /// Last frame delivered per agent.
    delivered_up_to: HashMap<AgentId, Position>,
    chat_watchers: HashMap<Protocol, watch::Sender<ChatSignal>>,
    /// Streams of customers' pages, by chat.
    open_pages: HashMap<Protocol, usize>,
}

struct Link {
    principal: BrokerPrincipal,
    signal: watch::Sender<Signal>,
    /// Whether nothing was received for a while.
    is_silent: bool,
}

struct Position {
    epoch: String,
    seq: u64,
}

impl Hub {
    /// `tails`: ends of the queues at the start of this process; frames up to there may have been delivered by an
    /// earlier process.
    pub fn new(tails: Vec<QueueTail>) -> Self {
        let delivered_up_to =
            tails.into_iter().map(|tail| (tail.agent_id, Position { epoch: tail.epoch, seq: tail.seq })).collect();
        Self {
            state: Mutex::new(State { delivered_up_to, ..State::default() }),
            stopping: watch::Sender::new(false),
            forwarder: OnceLock::new(),
            telephony: OnceLock::new(),
        }
    }

    /// Makes the hub pass the recipients of every call to `forwarder`, too.
    pub fn forward_to(&self, forwarder: mpsc::UnboundedSender<Recipients>) {
        let _ = self.forwarder.set(forwarder);
    }

    /// Passes changed accounts of telephones to `listener`, which must not wait. The request is answered only after that, because its page
    /// registers at once.
    pub fn give_accounts_to(&self, listener: AccountListener) {
        let _ = self.telephony.set(listener);
    }

    /// Adds an admitted link. It is closed at once if the server is stopping.
    pub fn add_link(&self, principal: BrokerPrincipal) -> (LinkId, watch::Receiver<Signal>) {
        let (signal, signals) = watch::channel(Signal::default());
        let mut state = self.state();
        if *self.stopping.borrow() {
            signal.send_modify(|signal| signal.end = Some(CloseReason::ServerStops.into()));
        }
        state.last_link += 1;
        let id = LinkId(state.last_link);
        state.links.insert(id, Link { principal, signal, is_silent: false });
        (id, signals)
    }

    /// Removes a link.
    pub fn remove_link(&self, id: LinkId) {
        let mut state = self.state();
        state.links.remove(&id);
        state.remove_consumer(id);
    }

    /// Stores whether the link responds.
    pub fn set_silent(&self, id: LinkId, is_silent: bool) {
        if let Some(link) = self.state().links.get_mut(&id) {
            link.is_silent = is_silent;
        }
    }

    /// Whether the session has a link that responds.
    pub fn session_responds(&self, session_id: &str) -> bool {
        self.state().links.values().any(|link| link.principal.session_id == session_id && !link.is_silent)
    }

    /// Makes the link the consumer of its agent's queue; the former consumer gets the close notice and is closed.
    pub fn start_consuming(&self, id: LinkId, close_notice: Option<String>) {
        let mut state = self.state();
        let Some(agent) = state.links.get(&id).map(|link| link.principal.agent_id.clone()) else { return };
        let before = state.consumers.insert(agent, id).filter(|before| *before != id);
        if let Some(link) = before.and_then(|before| state.links.get(&before)) {
            link.end(LinkEnd { reason: CloseReason::TakenOver, close_notice });
        }
    }

    /// Ends the link's consumption of its queue.
    pub fn stop_consuming(&self, id: LinkId) {
        self.state().remove_consumer(id);
    }

    /// Records that a frame is being delivered; returns whether it may have been delivered before.
    pub fn mark_delivered(&self, agent: &AgentId, epoch: &str, seq: u64) -> bool {
        let mut state = self.state();
        match state.delivered_up_to.get_mut(agent) {
            Some(position) if position.epoch == epoch => {
                let again = seq <= position.seq;
                position.seq = position.seq.max(seq);
                again
            }
            _ => {
                state.delivered_up_to.insert(agent.clone(), Position { epoch: epoch.to_owned(), seq });
                false
            }
        }
    }

    /// Signals the recipients of a call.
    pub fn notify(&self, recipients: &Recipients) {
        if let Some(listener) = self.telephony.get() {
            recipients.accounts.iter().for_each(listener);
        }
        if let Some(forwarder) = self.forwarder.get().filter(|_| !recipients.is_empty()) {
            // The receiver may have ended with the server.
            let _ = forwarder.send(recipients.clone());
        }
        let mut state = self.state();
        for ended in &recipients.ended_sessions {
            for link in state.links.values().filter(|link| link.principal.session_id == ended.session_id) {
                link.end(LinkEnd { reason: CloseReason::SessionEnded, close_notice: ended.close_notice.clone() });
            }
        }
        for agent in &recipients.queues {
            if let Some(link) = state.consumers.get(agent).and_then(|id| state.links.get(id)) {
                link.signal.send_modify(|signal| signal.changes += 1);
            }
        }
        for protocol in &recipients.chats {
            if let Some(page) = state.chat_watchers.get(protocol) {
                page.send_modify(|signal| signal.changes += 1);
            }
        }
        for typing in &recipients.agents_of_typing {
            if let Some(link) = state.consumers.get(&typing.agent_id).and_then(|id| state.links.get(id)) {
                link.signal.send_modify(|signal| {
                    signal.typing.insert(typing.protocol.clone(), typing.frame.clone());
                });
            }
        }
        for typing in &recipients.customers_of_typing {
            if let Some(page) = state.chat_watchers.get(&typing.protocol) {
                page.send_modify(|signal| signal.typing = (signal.typing.0 + 1, Some(WebChatEvent::of_typing(typing))));
            }
        }
        state.chat_watchers.retain(|_, page| page.receiver_count() > 0);
    }

    /// Takes the typing frames for the link.
    pub fn take_typing(&self, id: LinkId) -> Vec<String> {
        let state = self.state();
        let Some(link) = state.links.get(&id) else { return Vec::new() };
        let mut taken = BTreeMap::new();
        link.signal.send_if_modified(|signal| {
            taken = std::mem::take(&mut signal.typing);
            // The link takes the frames itself and needs no signal.
            false
        });
        taken.into_values().collect()
    }

    /// Subscribes to the events of a chat; the value changes with each event. Subscribe before reading, so no event is
    /// missed.
    pub fn watch_chat(&self, protocol: &Protocol) -> watch::Receiver<ChatSignal> {
        self.state().chat_watchers.entry(protocol.clone()).or_default().subscribe()
    }

    /// Counts a stream of the chat that the customer's page opened.
    pub fn add_page(&self, protocol: &Protocol) {
        *self.state().open_pages.entry(protocol.clone()).or_default() += 1;
    }

    /// Counts the end of a stream.
    pub fn remove_page(&self, protocol: &Protocol) {
        let mut state = self.state();
        if let Some(count) = state.open_pages.get_mut(protocol) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                state.open_pages.remove(protocol);
            }
        }
    }

    /// Whether a page of the customer has an open stream of the chat.
    pub fn has_page(&self, protocol: &Protocol) -> bool {
        self.state().open_pages.contains_key(protocol)
    }

    /// Number of open links.
    #[cfg(feature = "development")]
    pub fn links(&self) -> usize {
        self.state().links.len()
    }

    /// Drops every link without a close frame (fault injection).
    #[cfg(feature = "development")]
    pub fn drop_links(&self) {
        for link in self.state().links.values() {
            link.signal.send_modify(|signal| signal.dropped = true);
        }
    }

    /// Simulates a restart of the broker: closes links and resets the last delivered frames (fault injection).
    #[cfg(feature = "development")]
    pub fn restart(&self) {
        let mut state = self.state();
        state.delivered_up_to.clear();
        for link in state.links.values() {
            link.end(CloseReason::ServerStops.into());
        }
    }

    /// Closes every link and stream; later ones are closed at once.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
        for link in self.state().links.values() {
            link.end(CloseReason::ServerStops.into());
        }
    }

    /// Whether the server is stopping.
    pub fn has_stopped(&self) -> bool {
        *self.stopping.borrow()
    }

    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Every change is a single step, so the state of a poisoned lock is still consistent.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove_consumer(&mut self, id: LinkId) {
        self.consumers.retain(|_, consumer| *consumer != id);
    }
}

impl Link {
    /// The first reason is kept.
    fn end(&self, end: LinkEnd) {
        self.signal.send_modify(|signal| {
            signal.end.get_or_insert(end);
        });
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::wire::Wall;
    use contact_centre::{AgentTyping, CustomerTyping, EndedSession};

    use super::*;

    fn principal(agent: &str, session: &str) -> BrokerPrincipal {
        BrokerPrincipal { agent_id: AgentId::from(agent), session_id: session.to_owned(), number: 1 }
    }

    fn ended(signals: &watch::Receiver<Signal>) -> Option<CloseReason> {
        signals.borrow().end.as_ref().map(|end| end.reason)
    }

    fn change_for(agent: &str) -> Recipients {
        Recipients { queues: [AgentId::from(agent)].into(), ..Recipients::default() }
    }

    #[test]
    fn a_newer_subscriber_takes_over_the_agents_queue_and_is_the_only_one_that_gets_signals() {
        let hub = Hub::new(Vec::new());
        let (first, first_signals) = hub.add_link(principal("7", "a"));
        let (second, second_signals) = hub.add_link(principal("7", "a"));
        hub.start_consuming(first, None);
        hub.start_consuming(second, None);
        hub.notify(&change_for("7"));
        assert_eq!((ended(&first_signals), ended(&second_signals)), (Some(CloseReason::TakenOver), None));
        assert_eq!((first_signals.borrow().changes, second_signals.borrow().changes), (0, 1));
    }

    fn typing_of(agent: &str, protocol: &str, frame: &str) -> AgentTyping {
        let (agent_id, protocol) = (AgentId::from(agent), Protocol::from(protocol));
        AgentTyping { agent_id, protocol, frame: frame.to_owned() }
    }

    #[test]
    fn typing_is_sent_to_the_link_that_consumes_the_queue_and_only_the_latest_of_an_attendance_is_kept() {
        let hub = Hub::new(Vec::new());
        let (reader, signals) = hub.add_link(principal("7", "a"));
        let (waiting, _) = hub.add_link(principal("7", "a"));
        let typing = vec![typing_of("7", "1", "starts"), typing_of("7", "2", "other"), typing_of("7", "1", "stops")];
        let recipients = Recipients { agents_of_typing: typing, ..Recipients::default() };
        hub.notify(&recipients);
        hub.start_consuming(reader, None);
        assert_eq!(hub.take_typing(reader), Vec::<String>::new(), "nobody read the queue");
        hub.notify(&recipients);
        assert!(signals.has_changed().unwrap());
        assert_eq!(signals.borrow().changes, 0, "there is nothing to read in the store");
        assert_eq!(hub.take_typing(waiting), Vec::<String>::new());
        assert_eq!(hub.take_typing(reader), ["stops", "other"]);
        assert_eq!(hub.take_typing(reader), Vec::<String>::new());
    }

    #[test]
    fn the_agents_typing_goes_to_the_open_streams_of_the_chat() {
        let hub = Hub::new(Vec::new());
        let (one, two) = (hub.watch_chat(&Protocol::from("1")), hub.watch_chat(&Protocol::from("2")));
        let typing = CustomerTyping { protocol: Protocol::from("1"), at: Wall(5), typing: true };
        hub.notify(&Recipients { customers_of_typing: vec![typing.clone(); 2], ..Recipients::default() });
        assert_eq!(
            (one.borrow().changes, one.borrow().typing.clone()),
            (0, (2, Some(WebChatEvent::of_typing(&typing))))
        );
        assert!(!two.has_changed().unwrap());
    }

    #[test]
    fn a_link_that_subscribes_again_is_not_closed() {
        let hub = Hub::new(Vec::new());
        let (link, signals) = hub.add_link(principal("7", "a"));
        hub.start_consuming(link, None);
        hub.stop_consuming(link);
        hub.start_consuming(link, None);
        assert_eq!(ended(&signals), None);
    }

    #[test]
    fn when_a_session_ends_only_its_own_links_are_closed_with_the_close_notice() {
        let hub = Hub::new(Vec::new());
        let (_, old) = hub.add_link(principal("7", "old"));
        let (_, new) = hub.add_link(principal("7", "new"));
        let session = EndedSession {
            agent_id: AgentId::from("7"),
            session_id: "old".to_owned(),
            close_notice: Some("bye".to_owned()),
        };
        hub.notify(&Recipients { ended_sessions: vec![session], ..Recipients::default() });
        let expected = LinkEnd { reason: CloseReason::SessionEnded, close_notice: Some("bye".to_owned()) };
        assert_eq!((old.borrow().end.clone(), ended(&new)), (Some(expected), None));
    }

    #[test]
    fn a_session_counts_as_responding_while_one_of_its_links_responds() {
        let hub = Hub::new(Vec::new());
        let (first, _) = hub.add_link(principal("7", "a"));
        let (second, _) = hub.add_link(principal("7", "a"));
        let (_, _other) = hub.add_link(principal("8", "b"));
        hub.set_silent(first, true);
        assert!(hub.session_responds("a"));
        hub.remove_link(second);
        assert!(!hub.session_responds("a"));
        hub.set_silent(first, false);
        assert!(hub.session_responds("a"));
        hub.remove_link(first);
        assert_eq!((hub.session_responds("a"), hub.session_responds("b")), (false, true));
    }

    #[test]
    fn the_hub_recognises_frames_that_were_delivered_before_also_after_a_restart() {
        let tail = QueueTail { agent_id: AgentId::from("7"), epoch: "e1".to_owned(), seq: 10 };
        let hub = Hub::new(vec![tail]);
        let seven = AgentId::from("7");
        assert!(hub.mark_delivered(&seven, "e1", 10));
        assert!(!hub.mark_delivered(&seven, "e1", 11));
        assert!(hub.mark_delivered(&seven, "e1", 11));
        assert!(!hub.mark_delivered(&seven, "e2", 1));
        assert!(hub.mark_delivered(&seven, "e2", 1));
    }

    #[test]
    fn a_watcher_gets_only_events_of_its_chat_and_is_removed_when_dropped() {
        let hub = Hub::new(Vec::new());
        let (one, two) = (hub.watch_chat(&Protocol::from("1")), hub.watch_chat(&Protocol::from("2")));
        drop(two);
        let both = [Protocol::from("1"), Protocol::from("2")].into();
        hub.notify(&Recipients { chats: both, ..Recipients::default() });
        assert!(one.has_changed().unwrap());
        assert_eq!(hub.state().chat_watchers.len(), 1);
    }

    #[test]
    fn a_stopping_server_closes_all_links_including_later_ones() {
        let hub = Hub::new(Vec::new());
        let (_, early) = hub.add_link(principal("7", "a"));
        hub.stop();
        let (_, late) = hub.add_link(principal("8", "b"));
        assert_eq!((ended(&early), ended(&late)), (Some(CloseReason::ServerStops), Some(CloseReason::ServerStops)));
        assert!(*hub.stopping().borrow());
    }
}
