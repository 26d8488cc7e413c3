//! Broadcasts: the worker of the server, which sends them through the provider of `messaging`, and what is remembered for their rules
//! (`broadcast_rules`).

use crate::broadcast_rules::{Attempts, Wishes};
use crate::messaging::{Attempt, PROVIDER_MS};
use crate::network::Delivery;
use crate::server::Caller;
use crate::sim::Sim;
use contact_centre::store::WhatsAppRouteRow;
use contact_centre::wire::{BroadcastId, BroadcastReply, OptInRequest};
use contact_centre::{BroadcastSend, Effect, EffectKind, HttpRequest, WhatsAppInbound, WhatsAppOutcome};
use std::collections::BTreeSet;

/// Greatest number of messages that the worker of the server holds at a time.
const MAX_HELD: usize = 8;
/// Time between taking an effect and the last transaction before the request to the provider.
const BEGIN_MS: u64 = 5;

/// The worker of broadcasts, and the facts of which the rules are about.
#[derive(Default)]
pub(crate) struct Broadcasting {
    /// Effects that the worker of this process holds.
    held: BTreeSet<String>,
    /// Lists whose cancellation was answered.
    cancelled: BTreeSet<BroadcastId>,
    /// What customers said about broadcasts.
    pub(crate) wishes: Wishes,
    /// The attempts that the provider accepted.
    pub(crate) attempts: Attempts,
}

/// The attempt in the body of an effect.
pub(crate) fn sent_by(effect: &Effect) -> BroadcastSend {
    serde_json::from_str(&effect.body).expect("the body of the effect")
}

impl Sim {
    /// The worker takes what is due.
    pub(crate) fn broadcasts_are_due(&mut self) {
        while self.server.runs() && self.broadcasting.held.len() < MAX_HELD {
            let (taken, delivery) = self.server.call(self.now, |centre, store, context| {
                centre.take_effects(store, context, EffectKind::SendBroadcast, 1).expect("store")
            });
            self.deliver(delivery);
            let Some(effect) = taken.into_iter().next() else { return };
            if !self.broadcasting.held.insert(effect.id.clone()) {
                continue;
            }
            if effect.is_uncertain {
                // An attempt of an earlier process: it is not repeated.
                self.broadcast_ends(&effect, &WhatsAppOutcome::Unknown);
                continue;
            }
            let begins = Delivery::BroadcastBegins { process: self.messaging.process, effect };
            self.network.send(self.now.plus_ms(BEGIN_MS), begins);
        }
    }

    /// The last transaction before the request to the provider, and the request.
    pub(crate) fn broadcast_begins(&mut self, process: u32, effect: Effect) {
        if process != self.messaging.process {
            // The process that took the effect is gone.
            return;
        }
        let (begun, delivery) = self.server.call_of(Caller::Worker, self.now, |centre, store, context| {
            centre.begin_broadcast_send(store, context, &effect)
        });
        let begun = begun.expect("store");
        self.deliver(delivery);
        let Some(send) = begun else {
            self.broadcasting.held.remove(&effect.id);
            return self.broadcasts_are_due();
        };
        let body = sent_by(&effect);
        self.note("server", &format!("sends {} of the broadcast {} to {}", body.position, body.broadcast_id, send.to));
        let checked = self.may_be_sent(&body);
        self.must(0, checked);
        let attempt = Attempt::of_broadcast(process, effect, send);
        self.network.send(self.now.plus_ms(PROVIDER_MS), Delivery::Send(attempt));
    }

    /// Nothing of a list is sent after its cancellation was answered, and nothing to a customer who said so last (BEY-142).
    fn may_be_sent(&self, send: &BroadcastSend) -> Result<(), String> {
        if self.broadcasting.cancelled.contains(&send.broadcast_id) {
            return Err(format!("{send:?} is sent after the cancellation was answered"));
        }
        self.broadcasting.wishes.allow(&self.server.store, send)
    }

    /// The outcome of an attempt reaches the server.
    pub(crate) fn broadcast_ends(&mut self, effect: &Effect, outcome: &WhatsAppOutcome) {
        self.note("provider", &format!("answers {outcome:?}"));
        let (reported, delivery) = self.server.call_of(Caller::Provider, self.now, |centre, store, context| {
            centre.broadcast_sent(store, context, effect, outcome)
        });
        reported.expect("store");
        if *outcome == WhatsAppOutcome::Refused("MARKETING_STOPPED".to_owned()) {
            let now = self.server_time();
            self.broadcasting.wishes.network_stops(&self.server.store, &sent_by(effect), now);
        }
        self.deliver(delivery);
        self.broadcasting.held.remove(&effect.id);
    }

    /// The process of the server ended: pending attempts have an unknown outcome.
    pub(crate) fn broadcasting_dies(&mut self) {
        self.broadcasting.held.clear();
    }

    /// The server answered a request that the rules of broadcasts depend on.
    pub(crate) fn note_broadcast_answer(&mut self, request: &HttpRequest, status: u16, body: &str) {
        if status != 200 {
            return;
        }
        match request.path.as_str() {
            "broadcast/whatsapp/cancel" => {
                let reply: BroadcastReply = serde_json::from_str(body).expect("the answer");
                if reply.broadcast.cancelled_at.is_some() {
                    self.broadcasting.cancelled.insert(reply.broadcast.id);
                }
            }
            "gupshup/set-optin" => {
                let OptInRequest { user } = serde_json::from_str(&request.body).expect("the request");
                let now = self.server_time();
                self.broadcasting.wishes.agent_records_consent(&user, now);
            }
            _ => {}
        }
    }

    /// The server took these items of a route.
    pub(crate) fn note_wishes(&mut self, route: &WhatsAppRouteRow, items: &[WhatsAppInbound]) {
        let now = self.server_time();
        self.broadcasting.wishes.note(&self.server.store, route, items, now);
    }
}
