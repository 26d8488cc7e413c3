//! WhatsApp and Instagram: the network of the simulated messenger, the provider's code of the server and the real
//! contact centre, without sockets. Actions of customers are in `phones`, uploads of agents in `uploads`.
//!
//! Messages of one customer leave one after the other, as in `server/src/whatsapp/send.rs`. A webhook that the server
//! does not answer is sent again.

use crate::broadcast_rules;
use crate::broadcasting::sent_by;
use crate::network::Delivery;
use crate::provider_faults::ProviderFault;
use crate::server::Caller;
use crate::sim::Sim;
use crate::store::SimStore;
use contact_centre::store::{EffectLane, EffectStore, MessagePlace, RouteStore};
use contact_centre::wire::Secret;
use contact_centre::{
    Effect, EffectKind, WhatsAppFileSource, WhatsAppInbound, WhatsAppOutcome, WhatsAppSend, WhatsAppSendContent,
};
use messaging::simulated::{Simulated, SimulatedConfig};
use messaging::{FailureAbout, HttpAnswer, Inbound, InboundContent, MediaSource, Outbound, Provider, SendOutcome};
use messenger::{Network, OutgoingItem};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Key of the webhooks' signatures and token of the requests.
const SECRET: &str = "the secret of the simulated provider";
/// Duration of one way between the server and the provider, in ms.
pub(crate) const PROVIDER_MS: u64 = 60;
/// Time limit of the server's requests to a provider, in ms.
pub(crate) const PROVIDER_LIMIT_MS: u64 = 30_000;
/// Greatest number of messages that the worker of the server holds at a time.
const MAX_HELD: usize = 32;
/// Number of the last webhooks that can be repeated.
const REPLAYABLE: usize = 20;

/// The route and the customer.
type Receiver = (String, String);

/// One attempt to send a message.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// The process of the server that made the attempt.
    process: u32,
    effect: Effect,
    send: WhatsAppSend,
    /// The position of the message of an agent; the body of a broadcast's effect names its entry.
    place: Option<(String, u64)>,
}

impl Attempt {
    /// An attempt to send a message of an agent.
    fn of_message(process: u32, effect: Effect) -> Self {
        let send: WhatsAppSend = serde_json::from_str(&effect.body).expect("the body of the effect");
        let place = Some((send.protocol.to_string(), send.seq));
        Self { process, effect, send, place }
    }

    /// An attempt to send a message of a broadcast.
    pub(crate) fn of_broadcast(process: u32, effect: Effect, send: WhatsAppSend) -> Self {
        Self { process, effect, send, place: None }
    }

    fn receiver(&self) -> Receiver {
        (self.send.route_id.clone(), self.send.to.clone())
    }
}

pub(crate) struct Messaging {
    pub(crate) network: Network,
    pub(crate) provider: Simulated,
    /// Names of providers by account.
    providers: BTreeMap<String, String>,
    /// Number of starts of the server's process.
    pub(crate) process: u32,
    /// Messages that wait for the pending one; a receiver without an entry has no pending message.
    waiting: BTreeMap<Receiver, VecDeque<Attempt>>,
    /// Effects that the worker of this process holds.
    held: BTreeSet<String>,
    pub(crate) faults: VecDeque<ProviderFault>,
    /// The provider refuses every connection.
    pub(crate) is_down: bool,
    /// Milliseconds by which the provider's answers are delayed.
    pub(crate) slow_ms: u64,
    /// Webhooks that are held back.
    pub(crate) held_webhooks: Option<Vec<OutgoingItem>>,
    /// Whether each webhook arrives twice.
    pub(crate) doubling_webhooks: bool,
    /// Greatest random delay of a webhook, in ms.
    pub(crate) webhook_jitter_ms: u64,
    webhooks: u64,
    /// Webhooks that the server did not answer.
    unanswered: Vec<OutgoingItem>,
    /// The last webhooks, which may come again.
    pub(crate) answered: VecDeque<OutgoingItem>,
    files: u64,
    /// Number of messages that failed after the provider accepted them.
    pub(crate) failures: u64,
    /// Account and provider id of each customer message that a webhook reported.
    pub(crate) reported: BTreeSet<(String, String)>,
    /// The provider's ids of each message of an agent that the provider accepted, by the position of the message.
    pub(crate) taken: BTreeMap<(String, u64), BTreeSet<String>>,
    /// The provider's ids of messages that a receipt reported as failed after the provider took them.
    pub(crate) failed_later: BTreeSet<String>,
}

impl Messaging {
    pub fn new(store: &SimStore) -> Self {
        let templates = store.templates().expect("store");
        let of = |id: &str| templates.iter().filter(|template| template.route_id == id).cloned().collect();
        let routes = store.whatsapp_routes().expect("store");
        let providers = routes.iter().map(|route| (route.account.clone(), route.provider.clone())).collect();
        let lines = routes.into_iter().map(|route| messaging_adapter::line(route.clone(), of(&route.id))).collect();
        let config =
            SimulatedConfig { base: "http://provider.test".to_owned(), secret: Secret::new(SECRET.to_owned()) };
        Self {
            network: Network::new(lines, "network".to_owned()),
            provider: Simulated::new(config),
            providers,
            process: 1,
            waiting: BTreeMap::new(),
            held: BTreeSet::new(),
            faults: VecDeque::new(),
            is_down: false,
            slow_ms: 0,
            held_webhooks: None,
            doubling_webhooks: false,
            webhook_jitter_ms: 0,
            webhooks: 0,
            unanswered: Vec::new(),
            answered: VecDeque::new(),
            files: 0,
            failures: 0,
            reported: BTreeSet::new(),
            taken: BTreeMap::new(),
            failed_later: BTreeSet::new(),
        }
    }

    pub(crate) fn next_file(&mut self) -> String {
        self.files += 1;
        format!("{:032x}", self.files)
    }

    /// Whether no webhook waits for the server.
    pub(crate) fn has_reported_all(&self) -> bool {
        self.unanswered.is_empty() && self.held_webhooks.is_none()
    }
}

/// Whether effects of agents' messages wait for another attempt.
pub(crate) fn messages_wait(store: &SimStore) -> bool {
    let kind = EffectKind::SendWhatsApp.as_str();
    EffectLane::ALL.into_iter().any(|lane| store.next_effect(kind, lane).expect("store").is_some())
}

/// Traffic from the server to the provider.
impl Sim {
    /// The worker takes what is due.
    pub(crate) fn messages_are_due(&mut self) {
        while self.server.runs() && self.messaging.held.len() < MAX_HELD {
            let (taken, delivery) = self.server.call(self.now, |centre, store, context| {
                centre.take_effects(store, context, EffectKind::SendWhatsApp, 1).expect("store")
            });
            self.deliver(delivery);
            let Some(effect) = taken.into_iter().next() else { return };
            if !self.messaging.held.insert(effect.id.clone()) {
                continue;
            }
            if effect.is_uncertain {
                self.report_unknown(&effect);
                continue;
            }
            let attempt = Attempt::of_message(self.messaging.process, effect);
            match self.messaging.waiting.get_mut(&attempt.receiver()) {
                Some(behind) => behind.push_back(attempt),
                None => {
                    self.messaging.waiting.insert(attempt.receiver(), VecDeque::new());
                    self.network.send(self.now.plus_ms(PROVIDER_MS), Delivery::Send(attempt));
                }
            }
        }
    }

    /// An attempt of an earlier process has an unknown outcome: it is not repeated.
    fn report_unknown(&mut self, effect: &Effect) {
        self.note("provider", &format!("is not asked again for {}", effect.id));
        let (reported, delivery) = self.server.call(self.now, |centre, store, context| {
            centre.whatsapp_sent(store, context, effect, &WhatsAppOutcome::Unknown)
        });
        reported.expect("store");
        self.deliver(delivery);
        self.messaging.held.remove(&effect.id);
    }

    /// A send reaches the provider.
    pub(crate) fn provider_gets(&mut self, attempt: Attempt) {
        let source = match &attempt.send.content {
            WhatsAppSendContent::Media { media_id, .. } => Some(MediaSource::Uploaded(media_id.clone())),
            WhatsAppSendContent::Template { header: Some(header), .. } => match &header.source {
                WhatsAppFileSource::Stored(media_id) => Some(MediaSource::Uploaded(media_id.clone())),
                WhatsAppFileSource::Link(_) => None,
            },
            WhatsAppSendContent::Text(_)
            | WhatsAppSendContent::Template { header: None, .. }
            | WhatsAppSendContent::Contacts(_) => None,
        };
        let outbound = messaging_adapter::outbound(&attempt.effect.id, &attempt.send, source);
        let fault = self.messaging.faults.pop_front();
        let slow_ms = self.messaging.slow_ms;
        self.note("provider", &format!("gets {:?}, {fault:?}", outbound.content));
        let failed = |uncertain| SendOutcome::Failed {
            retry_after_ms: None,
            uncertain,
            about: FailureAbout::Connection,
            cause: "no answer".to_owned(),
        };
        let outcome = if self.messaging.is_down {
            failed(false)
        } else {
            match fault {
                Some(ProviderFault::Busy) => self.messaging.provider.send_outcome(&answer(429, "too many requests")),
                Some(ProviderFault::BadGateway) => self.messaging.provider.send_outcome(&answer(502, "<html>")),
                Some(ProviderFault::Fails) => {
                    if attempt.place.is_none() {
                        self.provider_takes(&outbound, &attempt);
                    }
                    self.messaging.provider.send_outcome(&answer(500, "<html>"))
                }
                Some(ProviderFault::Garbage) => {
                    self.provider_takes(&outbound, &attempt);
                    self.messaging.provider.send_outcome(&answer(200, "<html>"))
                }
                Some(ProviderFault::LostAnswer) => {
                    self.provider_takes(&outbound, &attempt);
                    failed(true)
                }
                Some(ProviderFault::Refusal(reason)) => self.provider_refuses(reason),
                Some(ProviderFault::Spam) => SendOutcome::Failed {
                    retry_after_ms: None,
                    uncertain: false,
                    about: FailureAbout::Spam,
                    cause: "customers reported the number".to_owned(),
                },
                Some(ProviderFault::FailsLater(reason)) => self.provider_drops(&outbound, &attempt, reason),
                None => {
                    let outcome = self.provider_takes(&outbound, &attempt);
                    if slow_ms >= PROVIDER_LIMIT_MS { failed(true) } else { outcome }
                }
            }
        };
        let at = self.now.plus_ms(PROVIDER_MS + slow_ms.min(PROVIDER_LIMIT_MS));
        self.network.send(at, Delivery::Sent(attempt, messaging_adapter::outcome(outcome)));
    }

    /// The provider delivers the message to the customer. Its answer goes through the provider's code of the server.
    fn provider_takes(&mut self, outbound: &Outbound, attempt: &Attempt) -> SendOutcome {
        let now_ms = self.network_time();
        let (outcome, items) = self.messaging.network.deliver(outbound, now_ms);
        self.report_items(&outbound.account, items);
        let answer = match outcome {
            SendOutcome::Accepted { provider_id, .. } => {
                self.note_taken(attempt, &provider_id);
                answer(200, &format!(r#"{{"id":"{provider_id}"}}"#))
            }
            SendOutcome::Refused(refusal) => answer(409, &serde_json::to_string(&refusal).expect("a refusal")),
            SendOutcome::Failed { cause, .. } => answer(503, &cause),
        };
        self.messaging.provider.send_outcome(&answer)
    }

    /// The provider accepted the message under this id.
    pub(crate) fn note_taken(&mut self, attempt: &Attempt, provider_id: &str) {
        match &attempt.place {
            Some(place) => {
                self.messaging.taken.entry(place.clone()).or_default().insert(provider_id.to_owned());
            }
            None => {
                self.broadcasting.attempts.accepted(&sent_by(&attempt.effect), provider_id);
            }
        }
    }

    /// The provider's answer reaches the server.
    pub(crate) fn provider_answers(&mut self, attempt: Attempt, outcome: &WhatsAppOutcome) {
        if attempt.process != self.messaging.process {
            // The process that waited for it is gone.
            return;
        }
        if attempt.place.is_none() {
            self.broadcast_ends(&attempt.effect, outcome);
            return self.broadcasts_are_due();
        }
        self.note("provider", &format!("answers {outcome:?}"));
        let (reported, delivery) = self.server.call_of(Caller::Provider, self.now, |centre, store, context| {
            centre.whatsapp_sent(store, context, &attempt.effect, outcome)
        });
        reported.expect("store");
        self.deliver(delivery);
        self.messaging.held.remove(&attempt.effect.id);
        let receiver = attempt.receiver();
        match self.messaging.waiting.get_mut(&receiver).and_then(VecDeque::pop_front) {
            Some(next) => self.network.send(self.now.plus_ms(PROVIDER_MS), Delivery::Send(next)),
            None => {
                self.messaging.waiting.remove(&receiver);
            }
        }
        self.messages_are_due();
    }

    /// The process of the server ended: pending attempts have an unknown outcome.
    pub(crate) fn messaging_dies(&mut self) {
        self.messaging.process += 1;
        self.messaging.waiting.clear();
        self.messaging.held.clear();
        self.broadcasting_dies();
    }

    /// The process of the server runs again: it takes what is due, and providers repeat webhooks.
    pub(crate) fn messaging_starts(&mut self) {
        self.messages_are_due();
        self.broadcasts_are_due();
        self.files_are_due();
        for item in std::mem::take(&mut self.messaging.unanswered) {
            self.call_webhook(item);
        }
    }
}

/// The item changes another message, and is no message itself.
fn is_change(content: &InboundContent) -> bool {
    matches!(content, InboundContent::Edit { .. } | InboundContent::Revoke { .. } | InboundContent::Reaction { .. })
}

pub(crate) fn answer(status: u16, body: &str) -> HttpAnswer {
    HttpAnswer { status, headers: Vec::new(), body: body.as_bytes().to_vec() }
}

/// Traffic from the provider to the server.
impl Sim {
    /// Milliseconds since 1970 on the clock of the provider.
    pub(crate) fn network_time(&self) -> u64 {
        u64::try_from(self.server_time().0).expect("after 1970")
    }

    /// The provider reports items of an account.
    pub(crate) fn report_items(&mut self, account: &str, items: Vec<Inbound>) {
        if items.is_empty() {
            return;
        }
        for item in &items {
            if let Inbound::Message(message) = item
                && !is_change(&message.content)
            {
                self.messaging.reported.insert((account.to_owned(), message.provider_id.clone()));
            }
        }
        let item = OutgoingItem { account: account.to_owned(), items };
        match &mut self.messaging.held_webhooks {
            Some(held) => held.push(item),
            None => self.call_webhook(item),
        }
    }

    pub(crate) fn call_webhook(&mut self, item: OutgoingItem) {
        for _ in 0..=u32::from(self.messaging.doubling_webhooks) {
            self.messaging.webhooks += 1;
            let jitter = self.messaging.webhook_jitter_ms;
            // Multiplying by a prime spreads consecutive numbers.
            let late = if jitter > 0 { self.messaging.webhooks * 7_919 % jitter } else { 0 };
            self.network.send(self.now.plus_ms(PROVIDER_MS + late), Delivery::Webhook(item.clone()));
        }
    }

    /// A webhook reaches the server: its signature is checked, it is read, and the domain handles it.
    pub(crate) fn webhook(&mut self, item: OutgoingItem) {
        if !self.server.runs() {
            self.messaging.unanswered.push(item);
            return;
        }
        let call = item.webhook(SECRET);
        self.messaging.provider.verify_signature(&call).expect("the provider's signature");
        let items = self.messaging.provider.read(&call).expect("the provider's items");
        let taken: Vec<WhatsAppInbound> = items.into_iter().filter_map(messaging_adapter::inbound).collect();
        self.note("provider", &format!("reports {} items of {}", taken.len(), item.account));
        self.take_items(&item.account, &taken);
        let failed = taken.iter().filter_map(broadcast_rules::failed_later).map(str::to_owned);
        self.messaging.failed_later.extend(failed);
        let routes = self.server.store.whatsapp_routes().expect("store");
        if let Some(route) = routes.iter().find(|route| route.account == item.account) {
            self.note_wishes(route, &taken);
        }
        self.messaging.answered.push_back(item);
        if self.messaging.answered.len() > REPLAYABLE {
            self.messaging.answered.pop_front();
        }
    }

    /// The domain takes items of an account of the demo.
    pub(crate) fn take_items(&mut self, account: &str, items: &[WhatsAppInbound]) {
        let provider = self.messaging.providers.get(account).cloned().unwrap_or_default();
        let is_known = self.take_items_of(&provider, account, items);
        assert!(is_known, "the account {account} has a route");
    }

    /// The domain takes items of an account of a provider; `false`: no route has the account.
    pub(crate) fn take_items_of(&mut self, provider: &str, account: &str, items: &[WhatsAppInbound]) -> bool {
        let (known, delivery) = self.server.call_of(Caller::Provider, self.now, |centre, store, context| {
            centre.whatsapp_inbound(store, context, provider, account, items)
        });
        self.deliver(delivery);
        known.expect("store")
    }
}

/// The position of an agent's message as `books` expresses it: protocol and number.
pub(crate) fn place_of(place: &MessagePlace) -> (String, u64) {
    (place.protocol.to_string(), place.seq)
}
