//! Who is connected right now, in memory: broker links, the one consumer of each agent queue, customers' pages that wait for
//! news, and how far each queue has been handed out since this process started. Nothing here is remembered across a restart and
//! nothing here decides; frames and events themselves stay in the store.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use contact_centre::store::QueueTail;
use contact_centre::wire::{AgentId, Protocol};
use contact_centre::{BrokerPrincipal, Recipients};
use tokio::sync::{mpsc, watch};

use crate::stomp::CloseReason;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkId(u64);

/// What a link is told; the latest state counts, so a link that is busy misses nothing.
#[derive(Debug, Clone, Default)]
pub struct Signal {
    /// Grows with each news of the queue.
    pub changes: u64,
    pub end: Option<LinkEnd>,
    /// The connection is to vanish without a word (a fault on purpose).
    pub dropped: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkEnd {
    pub reason: CloseReason,
    /// Body of a last message.
    pub close_notice: Option<String>,
}

impl From<CloseReason> for LinkEnd {
    fn from(reason: CloseReason) -> Self {
        Self { reason, close_notice: None }
    }
}

pub struct Hub {
    state: Mutex<State>,
    stopping: watch::Sender<bool>,
    /// Who carries everything on to a broker outside, if there is one.
    forwarder: OnceLock<mpsc::UnboundedSender<Recipients>>,
}

#[derive(Default)]
struct State {
    last_link: u64,
    links: BTreeMap<LinkId, Link>,
    consumers: HashMap<AgentId, LinkId>,
    delivered_up_to: HashMap<AgentId, Position>,
    chat_watchers: HashMap<Protocol, watch::Sender<u64>>,
}

struct Link {
    principal: BrokerPrincipal,
    signal: watch::Sender<Signal>,
}

struct Position {
    epoch: String,
    seq: u64,
}

impl Hub {
    /// `tails`: where the queues stood when this process started. What is up to there may have been delivered by the process before.
    pub fn new(tails: Vec<QueueTail>) -> Self {
        let delivered_up_to =
            tails.into_iter().map(|tail| (tail.agent_id, Position { epoch: tail.epoch, seq: tail.seq })).collect();
        Self {
            state: Mutex::new(State { delivered_up_to, ..State::default() }),
            stopping: watch::Sender::new(false),
            forwarder: OnceLock::new(),
        }
    }

    /// From now on everything that is delivered is told there too.
    pub fn forward_to(&self, forwarder: mpsc::UnboundedSender<Recipients>) {
        let _ = self.forwarder.set(forwarder);
    }

    /// A link whose credentials were accepted. It ends at once when the server is stopping.
    pub fn add_link(&self, principal: BrokerPrincipal) -> (LinkId, watch::Receiver<Signal>) {
        let (signal, signals) = watch::channel(Signal::default());
        let mut state = self.state();
        if *self.stopping.borrow() {
            signal.send_modify(|signal| signal.end = Some(CloseReason::ServerStops.into()));
        }
        state.last_link += 1;
        let id = LinkId(state.last_link);
        state.links.insert(id, Link { principal, signal });
        (id, signals)
    }

    /// True when the session has no link left.
    pub fn remove_link(&self, id: LinkId) -> bool {
        let mut state = self.state();
        let Some(left) = state.links.remove(&id) else { return false };
        state.remove_consumer(id);
        !state.links.values().any(|link| link.principal.session_id == left.principal.session_id)
    }

    /// The newest subscriber reads the queue; the one before gets the farewell and is ended.
    pub fn start_consuming(&self, id: LinkId, close_notice: Option<String>) {
        let mut state = self.state();
        let Some(agent) = state.links.get(&id).map(|link| link.principal.agent_id.clone()) else { return };
        let before = state.consumers.insert(agent, id).filter(|before| *before != id);
        if let Some(link) = before.and_then(|before| state.links.get(&before)) {
            link.end(LinkEnd { reason: CloseReason::TakenOver, close_notice });
        }
    }

    pub fn stop_consuming(&self, id: LinkId) {
        self.state().remove_consumer(id);
    }

    /// Notes that a frame goes out now; true when it may have gone out before.
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

    /// Passes on what a change of the centre brought.
    pub fn notify(&self, recipients: &Recipients) {
        if let Some(forwarder) = self.forwarder.get().filter(|_| !recipients.is_empty()) {
            // It ends with the server.
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
                page.send_modify(|changes| *changes += 1);
            }
        }
        state.chat_watchers.retain(|_, page| page.receiver_count() > 0);
    }

    /// News of one chat, for a customer's page. Subscribe first, then read: nothing falls between.
    pub fn watch_chat(&self, protocol: &Protocol) -> watch::Receiver<u64> {
        self.state().chat_watchers.entry(protocol.clone()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// How many pages watch this chat now.
    pub fn watcher_count(&self, protocol: &Protocol) -> usize {
        self.state().chat_watchers.get(protocol).map_or(0, watch::Sender::receiver_count)
    }

    pub fn links(&self) -> usize {
        self.state().links.len()
    }

    /// Every connection vanishes without a word.
    pub fn drop_links(&self) {
        for link in self.state().links.values() {
            link.signal.send_modify(|signal| signal.dropped = true);
        }
    }

    /// As if the broker had been started again: links end, and nobody remembers what was handed out.
    pub fn restart(&self) {
        let mut state = self.state();
        state.delivered_up_to.clear();
        for link in state.links.values() {
            link.end(CloseReason::ServerStops.into());
        }
    }

    pub fn stop(&self) {
        self.stopping.send_replace(true);
        for link in self.state().links.values() {
            link.end(CloseReason::ServerStops.into());
        }
    }

    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Every change here is one step, so a panic elsewhere leaves nothing half done.
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
    /// The first reason stands.
    fn end(&self, end: LinkEnd) {
        self.signal.send_modify(|signal| {
            signal.end.get_or_insert(end);
        });
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::EndedSession;

    use super::*;

    fn principal(agent: &str, session: &str) -> BrokerPrincipal {
        BrokerPrincipal { agent_id: AgentId::from(agent), session_id: session.to_owned(), number: 1 }
    }

    fn ended(signals: &watch::Receiver<Signal>) -> Option<CloseReason> {
        signals.borrow().end.as_ref().map(|end| end.reason)
    }

    fn news_for(agent: &str) -> Recipients {
        Recipients { queues: [AgentId::from(agent)].into(), ..Recipients::default() }
    }

    #[test]
    fn a_newer_subscriber_takes_the_queue_over_and_only_it_hears_news() {
        let hub = Hub::new(Vec::new());
        let (first, first_signals) = hub.add_link(principal("7", "a"));
        let (second, second_signals) = hub.add_link(principal("7", "a"));
        hub.start_consuming(first, None);
        hub.start_consuming(second, None);
        hub.notify(&news_for("7"));
        assert_eq!((ended(&first_signals), ended(&second_signals)), (Some(CloseReason::TakenOver), None));
        assert_eq!((first_signals.borrow().changes, second_signals.borrow().changes), (0, 1));
    }

    #[test]
    fn subscribing_again_does_not_end_the_own_link() {
        let hub = Hub::new(Vec::new());
        let (link, signals) = hub.add_link(principal("7", "a"));
        hub.start_consuming(link, None);
        hub.stop_consuming(link);
        hub.start_consuming(link, None);
        assert_eq!(ended(&signals), None);
    }

    #[test]
    fn an_ended_session_ends_its_own_links_only_with_its_farewell() {
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
    fn the_last_link_of_a_session_is_known_when_it_leaves() {
        let hub = Hub::new(Vec::new());
        let (first, _) = hub.add_link(principal("7", "a"));
        let (second, _) = hub.add_link(principal("7", "a"));
        let (_, _other) = hub.add_link(principal("8", "b"));
        assert!(!hub.remove_link(first));
        assert!(hub.remove_link(second));
        assert!(!hub.remove_link(second));
    }

    #[test]
    fn what_was_handed_out_before_or_by_the_process_before_is_known() {
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
    fn a_page_hears_of_its_own_chat_and_a_page_that_is_gone_is_forgotten() {
        let hub = Hub::new(Vec::new());
        let (one, two) = (hub.watch_chat(&Protocol::from("1")), hub.watch_chat(&Protocol::from("2")));
        drop(two);
        let both = [Protocol::from("1"), Protocol::from("2")].into();
        hub.notify(&Recipients { chats: both, ..Recipients::default() });
        assert!(one.has_changed().unwrap());
        assert_eq!(hub.state().chat_watchers.len(), 1);
    }

    #[test]
    fn a_stopping_server_ends_all_links_also_those_that_come_late() {
        let hub = Hub::new(Vec::new());
        let (_, early) = hub.add_link(principal("7", "a"));
        hub.stop();
        let (_, late) = hub.add_link(principal("8", "b"));
        assert_eq!((ended(&early), ended(&late)), (Some(CloseReason::ServerStops), Some(CloseReason::ServerStops)));
        assert!(*hub.stopping().borrow());
    }
}
