//! The broker as the workspace uses it: connections that log in, subscribe, receive frames in order, acknowledge them
//! one by one and break. The real server decides about logins and subscriptions; frames and acknowledgements are in its
//! store. Only the newest subscriber of a queue receives frames; unacknowledged ones go to the next subscriber.

use crate::network::LinkId;
use crate::store::SimStore;
use contact_centre::store::Store;
use contact_centre::wire::AgentId;
use contact_centre::{BrokerPrincipal, EndedSession};
use std::collections::BTreeMap;

const FRAMES_PER_READ: usize = 100;

pub(crate) struct Link {
    pub principal: BrokerPrincipal,
    /// Heartbeat interval that both sides agreed on (CON-023).
    pub heartbeat_ms: u32,
    subscriptions: u32,
    /// Frames up to this number were delivered.
    cursor: u64,
    epoch: String,
    /// Delivered frames by their `ack` header: the frame's number, or `None` for one that a script injected.
    unacknowledged: BTreeMap<String, Option<u64>>,
    acks_given: u64,
}

pub(crate) struct OutFrame {
    pub link: LinkId,
    pub ack: String,
    pub redelivered: bool,
    pub body: String,
}

#[derive(Default)]
pub(crate) struct Broker {
    links: BTreeMap<LinkId, Link>,
    consumers: BTreeMap<AgentId, LinkId>,
    handed_out: BTreeMap<AgentId, (String, u64)>,
    /// Number of subscriptions of each queue on each connection, for the scripts.
    pub subscribed: Vec<(LinkId, String)>,
}

impl Broker {
    pub fn add_link(&mut self, id: LinkId, principal: BrokerPrincipal, heartbeat_ms: u32) {
        let link = Link {
            principal,
            heartbeat_ms,
            subscriptions: 0,
            cursor: 0,
            epoch: String::new(),
            unacknowledged: BTreeMap::new(),
            acks_given: 0,
        };
        self.links.insert(id, link);
    }

    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(&id)
    }

    pub fn link_mut(&mut self, id: LinkId) -> Option<&mut Link> {
        self.links.get_mut(&id)
    }

    pub fn ids(&self) -> Vec<LinkId> {
        self.links.keys().copied().collect()
    }

    pub fn links_of(&self, agent: usize) -> Vec<LinkId> {
        self.links.keys().filter(|id| id.party.agent == agent).copied().collect()
    }

    /// Makes this the newest subscriber, which receives the frames; returns the one before it, whose subscription
    /// ended.
    pub fn consume(&mut self, id: LinkId, destination: &str) -> Option<LinkId> {
        let link = self.links.get_mut(&id)?;
        link.subscriptions += 1;
        link.cursor = 0;
        let agent = link.principal.agent_id.clone();
        self.subscribed.push((id, destination.to_owned()));
        self.consumers.insert(agent, id).filter(|before| *before != id && self.links.contains_key(before))
    }

    /// The connection closed. Returns its principal if it was the last connection of its session.
    pub fn leave(&mut self, id: LinkId) -> Option<BrokerPrincipal> {
        let left = self.links.remove(&id)?;
        self.consumers.retain(|_, consumer| *consumer != id);
        let session_goes_on = self.links.values().any(|link| link.principal.session_id == left.principal.session_id);
        (!session_goes_on).then_some(left.principal)
    }

    pub fn clear(&mut self) -> Vec<LinkId> {
        self.consumers.clear();
        std::mem::take(&mut self.links).into_keys().collect()
    }

    pub fn links_of_session(&self, ended: &EndedSession) -> Vec<LinkId> {
        let of_session = self.links.iter().filter(|(_, link)| link.principal.session_id == ended.session_id);
        of_session.map(|(id, _)| *id).collect()
    }

    /// Frames that were not delivered to the agent's consumer yet.
    pub fn new_frames(&mut self, store: &SimStore, agent: &AgentId) -> Vec<OutFrame> {
        let Some(id) = self.consumers.get(agent).copied() else { return Vec::new() };
        let Some(link) = self.links.get_mut(&id) else { return Vec::new() };
        let Some(head) = store.queue_tail(agent).expect("store") else { return Vec::new() };
        if link.epoch != head.epoch {
            link.epoch.clone_from(&head.epoch);
            link.cursor = 0;
        }
        let mut out = Vec::new();
        loop {
            let frames = store.frames_after(agent, link.cursor, FRAMES_PER_READ).expect("store");
            let more = frames.len() == FRAMES_PER_READ;
            for frame in frames {
                link.cursor = frame.seq;
                let handed = self.handed_out.entry(agent.clone()).or_default();
                if handed.0 != head.epoch {
                    *handed = (head.epoch.clone(), 0);
                }
                let redelivered = frame.seq <= handed.1;
                handed.1 = handed.1.max(frame.seq);
                let ack = link.next_ack(Some(frame.seq));
                out.push(OutFrame { link: id, ack, redelivered, body: frame.text });
            }
            if !more {
                return out;
            }
        }
    }

    pub fn consumer(&self, agent: &AgentId) -> Option<LinkId> {
        self.consumers.get(agent).copied()
    }
}

impl Link {
    pub fn next_ack(&mut self, seq: Option<u64>) -> String {
        self.acks_given += 1;
        let ack = format!("a{}", self.acks_given);
        self.unacknowledged.insert(ack.clone(), seq);
        ack
    }

    /// The number of the acknowledged frame; `None` for an injected frame, or an `ack` that was used before.
    pub fn take_ack(&mut self, ack: &str) -> Option<u64> {
        self.unacknowledged.remove(ack).flatten()
    }

    pub fn unacknowledged(&self) -> usize {
        self.unacknowledged.len()
    }
}
