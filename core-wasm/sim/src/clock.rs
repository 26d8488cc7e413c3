//! What happens by itself: arrivals, time rules of the centre, heartbeats, wake-ups, one thing after another. A moment
//! that never ends is a storm and stops the script.

use crate::broker::BEAT_EVERY_MS;
use crate::network::{Delivery, LinkId, Party};
use crate::sim::Sim;
use contact_centre::store::Store;
use core_wasm::connection::Frame;
use core_wasm::flow::Mono;
use core_wasm::{BrokerInput, Input};

/// More things than this at one moment never end.
const STORM: u32 = 5_000;

impl Sim {
    pub(crate) fn next_at(&self) -> Option<Mono> {
        let wake = self.browsers.iter().filter_map(|browser| browser.wake).map(|wake| wake.at).min();
        let beat = self.broker.ids().into_iter().filter_map(|id| self.broker.link(id)).map(|link| link.next_beat).min();
        let tick = self.server.up.then(|| self.server.tick_at());
        [self.network.next_at(), wake, beat, tick].into_iter().flatten().min().map(|at| at.max(self.now))
    }

    pub(crate) fn go_to(&mut self, at: Mono) {
        if at > self.now {
            self.now = at;
            self.same_moment = 0;
        }
        self.same_moment += 1;
        assert!(self.same_moment < STORM, "a storm at {:?}\n{}", self.now, self.trace.tail());
    }

    /// The one thing that is due first.
    pub(crate) fn happen(&mut self) {
        let now = self.now;
        if let Some(delivery) = self.network.pop_due(now) {
            return self.arrive(delivery);
        }
        if self.server.up && self.server.tick_at() <= now {
            let delivery = self.server.tick(now);
            return self.deliver(delivery);
        }
        for id in self.broker.ids() {
            let Some(link) = self.broker.link_mut(id).filter(|link| link.next_beat <= now) else { continue };
            link.next_beat = now.plus_ms(BEAT_EVERY_MS);
            let principal = link.principal.clone();
            let (told, delivery) =
                self.server.call(now, |centre, store, context| centre.link_beat(store, context, &principal));
            told.expect("store");
            return self.deliver(delivery);
        }
        let due = self.browsers.iter().position(|browser| browser.wake.is_some_and(|wake| wake.at <= now));
        if let Some(index) = due {
            let reason = self.browsers[index].wake.map_or("", |wake| wake.reason);
            self.feed(index, Input::Wake, &format!("< wake ({reason})"));
        }
    }

    pub(crate) fn arrive(&mut self, delivery: Delivery) {
        match delivery {
            Delivery::Request(request) => self.serve(request),
            Delivery::Answer { party, call, name, result } => {
                if self.lives(party) {
                    let outcome = match &result {
                        Ok(reply) => reply.status.to_string(),
                        Err(failure) => format!("{failure:?}"),
                    };
                    if let Some(token) = result.as_ref().ok().and_then(|reply| reply.authorization.as_ref()) {
                        self.ledger.secret(token.expose().trim_start_matches("Bearer ").trim());
                    }
                    self.feed(party.agent, Input::Reply(call, result), &format!("< {outcome} {name}"));
                }
            }
            Delivery::Write { party, id, write } => self.write(party, id, write),
            Delivery::Stored { party, id, result } => {
                if self.lives(party) {
                    let label = if result.is_ok() { String::new() } else { format!("< not stored {result:?}") };
                    self.feed(party.agent, Input::Stored(id, result), &label);
                }
            }
            Delivery::Connect { link, login, passcode } => self.connect(link, &login, &passcode),
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
            Delivery::Frame { link, ack, redelivered, body } => {
                let again = if redelivered { " again" } else { "" };
                let label = format!("< frame {}{again}", frame_name(&body));
                let frame = Frame { link: link.number, ack, redelivered, body };
                self.broker_input(link, BrokerInput::Frame(frame), &label);
            }
        }
    }

    pub(crate) fn lives(&self, party: Party) -> bool {
        self.browsers.get(party.agent).is_some_and(|browser| browser.party == party)
    }

    pub(crate) fn broker_input(&mut self, link: LinkId, input: BrokerInput, label: &str) {
        if self.lives(link.party) {
            self.feed(link.party.agent, Input::Broker(input), label);
        }
    }
}

fn frame_name(body: &str) -> String {
    let (meta, _) = core_wasm::wire::BrokerEvent::parse(body);
    match (meta.event.as_str(), meta.seq) {
        ("", _) => "(unreadable)".to_owned(),
        (event, Some(seq)) => format!("{event} #{seq}"),
        (event, None) => event.to_owned(),
    }
}
