//! Events that happen by themselves: arrivals, time rules of the contact centre and wake-ups, one after another.
//! Endless events at one time are an endless loop and stop the script.

use crate::browser::Browser;
use crate::network::{Delivery, LinkId, Party};
use crate::sim::Sim;
use contact_centre::store::Store;
use core_wasm::connection::Frame;
use core_wasm::flow::{HttpFailure, Mono};
use core_wasm::{BrokerInput, Input, PageInput};

/// More events than this at one time are an endless loop.
const STORM: u32 = 50_000;
/// The browser's time limit for opening a connection (`connectLimitMs` of the ui's broker port).
const CONNECT_LIMIT_MS: u64 = 10_000;
/// Longest time until a draft is stored (BEY-009, PER-005): 500 ms, and the write itself.
const DRAFT_STORED_MS: u64 = 500 + 2;

impl Sim {
    pub(crate) fn next_at(&self) -> Option<Mono> {
        let awake = self.browsers.iter().filter(|browser| browser.asleep.is_none());
        let wake = awake.filter_map(|browser| browser.wake).map(|wake| wake.at).min();
        let runs = self.server.runs();
        let tick = runs.then(|| self.server.tick_at());
        let gateway = self.telephony.next_at().filter(|_| runs);
        let exchange = self.telephony.exchange.next_at().filter(|_| runs);
        [self.network.next_at(), wake, tick, gateway, exchange].into_iter().flatten().min().map(|at| at.max(self.now))
    }

    pub(crate) fn go_to(&mut self, at: Mono) {
        if at > self.now {
            let checked = self.check_calls(at);
            self.must(0, checked);
            self.now = at;
            self.same_moment = 0;
            let checked = self.drafts_are_stored();
            self.must(0, checked);
        }
        self.same_moment += 1;
        assert!(self.same_moment < STORM, "a storm at {:?}", self.now);
    }

    /// Executes the event that is due first.
    pub(crate) fn happen(&mut self) {
        let now = self.now;
        if let Some(delivery) = self.network.pop_due(now) {
            return self.arrive(delivery);
        }
        if self.server.runs() && self.server.tick_at() <= now {
            let delivery = self.server.tick(now);
            return self.deliver(delivery);
        }
        if self.server.runs() && self.telephony.next_at().is_some_and(|at| at <= now) {
            return self.gateway_wakes();
        }
        if self.server.runs() && self.telephony.exchange.next_at().is_some_and(|at| at <= now) {
            return self.exchange_wakes();
        }
        let is_due = |browser: &Browser| browser.asleep.is_none() && browser.wake.is_some_and(|wake| wake.at <= now);
        let due = self.browsers.iter().position(is_due);
        if let Some(index) = due {
            let reason = self.browsers[index].wake.map_or("", |wake| wake.reason);
            let label = if self.trace.keeps { format!("< wake ({reason})") } else { String::new() };
            self.feed(index, Input::Wake, &label);
        }
    }

    pub(crate) fn arrive(&mut self, delivery: Delivery) {
        if let Some(party) = delivery.browser()
            && let Some((_, held)) = self.browsers.get_mut(party.agent).and_then(|browser| browser.asleep.as_mut())
        {
            // A request that was pending when the computer fell asleep fails when it wakes up.
            held.push(match delivery {
                Delivery::Answer { party, call, name, .. } => {
                    Delivery::Answer { party, call, name, result: Err(HttpFailure::NoAnswer) }
                }
                other => other,
            });
            return;
        }
        if self.server.frozen
            && matches!(
                delivery,
                Delivery::Subscribe { .. }
                    | Delivery::Acknowledge { .. }
                    | Delivery::Disconnect { .. }
                    | Delivery::BroadcastBegins { .. }
                    | Delivery::Sent(..)
                    | Delivery::Fetched(..)
            )
        {
            self.server.keep_hanging(delivery);
            return;
        }
        match delivery {
            Delivery::Request(request) => self.serve(request),
            Delivery::Answer { party, call, name, result } => {
                if self.is_current(party) {
                    let label = match &result {
                        _ if !self.trace.keeps => String::new(),
                        Ok(reply) => format!("< {} {name}", reply.status),
                        Err(failure) => format!("< {failure:?} {name}"),
                    };
                    if let Some(token) = result.as_ref().ok().and_then(|reply| reply.authorization.as_ref()) {
                        self.ledger.secret(token.expose().trim_start_matches("Bearer ").trim());
                    }
                    if let Ok(reply) = &result {
                        self.browsers[party.agent].later_items.note(&name, call, reply);
                    }
                    self.feed(party.agent, Input::Reply(call, result), &label);
                }
            }
            Delivery::BroadcastBegins { process, effect } => self.broadcast_begins(process, effect),
            Delivery::Send(attempt) => self.provider_gets(attempt),
            Delivery::Sent(attempt, outcome) => self.provider_answers(attempt, &outcome),
            Delivery::Fetch(fetch) => self.provider_is_asked(fetch),
            Delivery::Fetched(fetch, outcome) => self.file_arrives(&fetch, &outcome),
            Delivery::Webhook(item) => self.webhook(item),
            Delivery::VoiceReport { party, report } => self.voice_report(party, report),
            Delivery::VoiceFrame { link, frame } => self.voice_frame(link, frame),
            Delivery::TabDisabled { party } => {
                if self.is_current(party) {
                    self.feed(party.agent, Input::Page(PageInput::TabDisabled), "< another tab works");
                }
            }
            Delivery::Write { party, id, write } => self.write(party, id, write),
            Delivery::Stored { party, id, result } => {
                if self.is_current(party) {
                    let label = if result.is_ok() { String::new() } else { format!("< not stored {result:?}") };
                    self.feed(party.agent, Input::Stored(id, result), &label);
                }
            }
            Delivery::Connect { link, login, passcode, heartbeat_ms } => {
                if self.server.frozen {
                    self.network.send(self.now.plus_ms(CONNECT_LIMIT_MS), Delivery::Closed { link });
                    self.server.keep_hanging(Delivery::Connect { link, login, passcode, heartbeat_ms });
                } else {
                    self.connect(link, &login, &passcode, heartbeat_ms);
                }
            }
            Delivery::BrowserHearsNothing { link } => {
                if self.is_current(link.party) && self.browsers[link.party.agent].links.contains(&link) {
                    self.network.cut_connection(link);
                    // The socket is closed; a frozen server notices that when it continues.
                    self.network.send(self.now, Delivery::Disconnect { link });
                    self.broker_input(link, BrokerInput::Closed { link: link.number }, "< link closed (silent)");
                }
            }
            Delivery::ServerHearsNothing { link } => self.link_gone(link),
            Delivery::Subscribe { link, destination } => self.subscribe(link, &destination),
            Delivery::Acknowledge { link, ack } => {
                let agent = self.broker.link(link).map(|link| link.principal.agent_id.clone());
                let seq = self.broker.link_mut(link).and_then(|link| link.take_ack(&ack));
                if let (Some(agent), Some(seq)) = (agent, seq) {
                    self.server.store.acknowledge(&agent, seq).expect("store");
                }
            }
            Delivery::Disconnect { link } => self.link_gone(link),
            Delivery::Opened { link } => {
                self.broker_input(link, BrokerInput::Opened { link: link.number }, "< link opened")
            }
            Delivery::Refused { link } => {
                let refused = BrokerInput::Refused { link: link.number, message: "access refused".to_owned() };
                self.broker_input(link, refused, "< link refused");
            }
            Delivery::Closed { link } => {
                self.broker_input(link, BrokerInput::Closed { link: link.number }, "< link closed")
            }
            Delivery::Frame { link, ack, body, .. } if self.network.loses(&body) => {
                self.arrive(Delivery::Acknowledge { link, ack });
            }
            Delivery::Frame { link, ack, redelivered, body } => {
                if self.is_current(link.party) && self.dies_of(link.party.agent, &body) {
                    return;
                }
                let label = if self.trace.keeps { frame_label(&body, redelivered) } else { String::new() };
                let frame = Frame { link: link.number, ack, body };
                self.broker_input(link, BrokerInput::Frame(frame), &label);
            }
        }
    }

    /// A frame on which the core crashes: the host has recorded it, the page reloads, and the next page receives it.
    /// Only a page that did not receive it at its start may crash.
    fn dies_of(&mut self, index: usize, body: &str) -> bool {
        let browser = &mut self.browsers[index];
        let Some(deadly) = &mut browser.deadly else { return false };
        let killer = deadly.get_or_insert_with(|| body.to_owned());
        if killer != body || browser.given_delivery.as_deref() == Some(body) {
            return false;
        }
        browser.crashed_cores += 1;
        browser.noted_delivery = Some(body.to_owned());
        let party = browser.party;
        self.note("browser", "dies of a frame");
        // The page still runs, so the earlier writes of its core are stored.
        for write in self.network.take_writes(party) {
            self.apply(index, write);
        }
        self.load_page(index);
        true
    }

    /// A draft is stored within 500 ms after the last key, unless the disk fails (BEY-009).
    fn drafts_are_stored(&self) -> Result<(), String> {
        if self.network.disk_hangs(self.now) {
            return Ok(());
        }
        for browser in self.browsers.iter().filter(|browser| browser.asleep.is_none()) {
            let late = browser.unstored_drafts.iter().find(|(_, since)| self.now.since_ms(**since) > DRAFT_STORED_MS);
            if let Some((protocol, since)) = late {
                return Err(format!(
                    "the draft of {protocol} in {}, typed at {}, is not stored",
                    browser.name, since.0
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn is_current(&self, party: Party) -> bool {
        self.browsers.get(party.agent).is_some_and(|browser| browser.party == party)
    }

    pub(crate) fn broker_input(&mut self, link: LinkId, input: BrokerInput, label: &str) {
        if matches!(input, BrokerInput::Closed { .. } | BrokerInput::Refused { .. }) {
            self.browsers[link.party.agent].links.retain(|open| *open != link);
        }
        if self.is_current(link.party) {
            self.feed(link.party.agent, Input::Broker(input), label);
        }
    }
}

fn frame_label(body: &str, redelivered: bool) -> String {
    let again = if redelivered { " again" } else { "" };
    let (meta, _) = core_wasm::wire::BrokerEvent::parse(body);
    match (meta.event.as_str(), meta.seq) {
        ("", _) => format!("< frame (unreadable){again}"),
        (event, Some(seq)) => format!("< frame {event} #{seq}{again}"),
        (event, None) => format!("< frame {event}{again}"),
    }
}
