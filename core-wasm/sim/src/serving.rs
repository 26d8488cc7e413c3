//! The server's side of the network: requests with their faults, deliveries after a change, and broker links that open
//! and close. Every decision is that of the real server.

use crate::books;
use crate::disk::Write;
use crate::later;
use crate::network::{Delivery, FailKind, LinkId, Party, Request};
use crate::server::{Caller, sent};
use crate::sim::Sim;
use crate::uploads;
use contact_centre::EffectKind;
use core_wasm::conversation;
use core_wasm::flow::{HttpFailure, HttpReply, Mono, RequestId, RetryAfter, StoreId};
use core_wasm::wire::Secret;

impl Sim {
    pub(crate) fn serve(&mut self, request: Request) {
        let Request { party, call, name, request, deadline } = request;
        let fault = self.network.take_fault(&name);
        let online = self.browsers.get(party.agent).is_some_and(|browser| browser.online);
        if self.server.up && online && self.server.frozen {
            let hanging = Request { party, call, name: name.clone(), request, deadline };
            self.server.keep_hanging(Delivery::Request(hanging));
            let result = Err(HttpFailure::TimedOut);
            return self.network.send(deadline, Delivery::Answer { party, call, name, result });
        }
        if !self.server.up || !online || fault == Some(FailKind::NoAnswer) {
            return self.answer(party, call, name, Err(HttpFailure::NoAnswer), deadline, 0);
        }
        let made_up = match fault {
            _ if self.network.failing.is_some() => self.network.failing.map(|status| (status, "{}")),
            Some(FailKind::Status(status)) => Some((status, "{}")),
            // A request that was executed before gets its first answer again, also from a server that refuses new ones.
            Some(FailKind::Answer(status, body)) if !self.server.has_taken(&request) => Some((status, body)),
            _ => None,
        };
        if let Some((status, body)) = made_up {
            if let Some(send) = sent(&request.path, &request.body).filter(|_| (400..500).contains(&status)) {
                self.ledger.refused(send);
            }
            let reply =
                HttpReply { status, authorization: None, retry_after: None, body: Secret::new(body.to_owned()) };
            return self.answer(party, call, name, Ok(reply), deadline, 0);
        }
        let now = self.now;
        let was_taken = self.server.has_taken(&request);
        let entry = self.server.entry_taken_by(&request);
        let (reply, delivery) = match uploads::channel_of(&request.path) {
            Some(channel) => self.upload(party, call, &request, channel),
            None => {
                let caller = Caller::Browser(party.agent);
                self.server.call_of(caller, now, |centre, store, context| centre.http(store, context, &request))
            }
        };
        let mut reply = reply;
        self.telephony.exchange.describes_account(&request.path, &mut reply.body);
        self.trace.detail(&format!("{} {}", reply.status, reply.body));
        self.deliver(delivery);
        self.note_broadcast_answer(&request, reply.status, &reply.body);
        if let Some((agent, protocol)) = entry.filter(|_| (200..300).contains(&reply.status)) {
            let checked = self.ledger.took_entry(&self.server, &agent, &protocol);
            self.must(party.agent, checked);
        }
        if let Some(send) = sent(&request.path, &request.body) {
            let checked = self.ledger.nothing_twice(&self.server, &send.protocol);
            self.must(party.agent, checked);
            if send.needs_window && !was_taken && (200..300).contains(&reply.status) {
                let checked = books::window_is_open(&self.server.store, &send.protocol, self.server_time());
                self.must(party.agent, checked);
            }
            if (400..500).contains(&reply.status) {
                self.ledger.refused(send);
            }
        }
        if fault == Some(FailKind::LaterItem) {
            later::add_item(&mut reply.body);
        }
        let reply = HttpReply {
            status: reply.status,
            authorization: reply.authorization.map(Secret::new),
            retry_after: reply.retry_after_seconds.map(|seconds| RetryAfter::Seconds(seconds.into())),
            body: Secret::new(reply.body),
        };
        match fault {
            Some(FailKind::LostReply) => self.answer(party, call, name, Err(HttpFailure::NoAnswer), deadline, 0),
            Some(FailKind::Late(late_ms)) => self.answer(party, call, name, Ok(reply), deadline, late_ms),
            Some(FailKind::Doubled) => {
                self.answer(party, call, name.clone(), Ok(reply.clone()), deadline, 0);
                self.answer(party, call, name, Ok(reply), deadline, 0);
            }
            _ => self.answer(party, call, name, Ok(reply), deadline, 0),
        }
    }

    pub(crate) fn answer(
        &mut self,
        party: Party,
        call: RequestId,
        name: String,
        result: Result<HttpReply, HttpFailure>,
        deadline: Mono,
        late_ms: u64,
    ) {
        if self.now > deadline {
            // The request waited for longer than its caller does.
            return;
        }
        let at = self.now.plus_ms(self.network.latency_ms + self.network.slow_ms + late_ms);
        let (at, result) = if at > deadline { (deadline, Err(HttpFailure::TimedOut)) } else { (at, result) };
        self.network.send(at, Delivery::Answer { party, call, name, result });
    }

    /// Delivers the consequences of a change: frames for consumers, ends of sessions.
    pub(crate) fn deliver(&mut self, mut delivery: contact_centre::Recipients) {
        for ended in &delivery.ended_sessions {
            for link in self.broker.links_of_session(ended) {
                self.broker.leave(link);
                let at = self.now.plus_ms(self.network.latency_ms);
                self.network.close(at, link, ended.close_notice.clone());
            }
        }
        self.execute_calls(&mut delivery);
        if delivery.effects.contains(&EffectKind::SendWhatsApp) {
            self.messages_are_due();
        }
        if delivery.effects.contains(&EffectKind::SendBroadcast) {
            self.broadcasts_are_due();
        }
        if delivery.effects.contains(&EffectKind::FetchFile) {
            self.files_are_due();
        }
        self.deliver_typing(&delivery);
        for agent in delivery.queues {
            let wall = self.server.wall(self.now);
            let checked = self.presence.check(&self.server, &agent, wall);
            self.must(0, checked);
            self.hand_out(&agent);
        }
    }

    /// Typing is only sent to connected pages.
    fn deliver_typing(&mut self, delivery: &contact_centre::Recipients) {
        let at = self.now.plus_ms(self.network.latency_ms);
        for typing in &delivery.agents_of_typing {
            if let Some(link) = self.broker.consumer(&typing.agent_id) {
                let body = typing.frame.clone();
                self.network.send(at, Delivery::Frame { link, ack: String::new(), redelivered: false, body });
            }
        }
        for typing in &delivery.customers_of_typing {
            for customer in self.customers.iter_mut().filter(|customer| customer.is_in(&typing.protocol)) {
                customer.sees_typing.push(typing.typing);
            }
        }
    }

    pub(crate) fn hand_out(&mut self, agent: &contact_centre::wire::AgentId) {
        let at = self.now.plus_ms(self.network.latency_ms);
        for frame in self.broker.new_frames(&self.server.store, agent) {
            let crate::broker::OutFrame { link, ack, redelivered, body } = frame;
            self.network.send(at, Delivery::Frame { link, ack, redelivered, body });
        }
    }

    pub(crate) fn connect(&mut self, link: LinkId, login: &str, passcode: &Secret<String>, heartbeat_ms: u32) {
        if !self.is_current(link.party) {
            // The page was closed, and its sockets with it.
            return;
        }
        let back = self.now.plus_ms(self.network.latency_ms);
        let online = self.browsers.get(link.party.agent).is_some_and(|browser| browser.online);
        if !self.server.up || !online {
            return self.network.send(back, Delivery::Closed { link });
        }
        let now = self.now;
        let (entered, delivery) =
            self.server.call_of(Caller::Browser(link.party.agent), now, |centre, store, context| {
                let principal = centre.broker_login(store, context.now, login, passcode.expose())?;
                centre.link_up(store, context, &principal)?;
                Ok::<_, contact_centre::BrokerRefusal>(principal)
            });
        match entered {
            Ok(principal) => {
                self.broker.add_link(link, principal, heartbeat_ms);
                self.network.send(back, Delivery::Opened { link });
            }
            Err(_) => self.network.send(back, Delivery::Refused { link }),
        }
        self.deliver(delivery);
    }

    pub(crate) fn subscribe(&mut self, link: LinkId, destination: &str) {
        let Some(principal) = self.broker.link(link).map(|link| link.principal.clone()) else { return };
        if !self.server.centre.may_subscribe(&principal, destination) {
            self.link_gone(link);
            return self.network.send(self.now.plus_ms(self.network.latency_ms), Delivery::Closed { link });
        }
        if let Some(before) = self.broker.consume(link, destination) {
            // The close notice of the link that loses the queue (SES-046).
            let (body, _) = self.server.call(self.now, |centre, _, context| {
                centre.tab_disabled(context, &principal.agent_id, None).expect("a farewell")
            });
            let at = self.now.plus_ms(self.network.latency_ms);
            self.link_gone(before);
            self.network.close(at, before, Some(body));
        }
        self.hand_out(&principal.agent_id);
    }

    /// The server notices that a connection is lost.
    pub(crate) fn link_gone(&mut self, link: LinkId) {
        let Some(principal) = self.broker.leave(link) else { return };
        let now = self.now;
        let (result, delivery) =
            self.server.call_of(Caller::Browser(link.party.agent), now, |centre, store, context| {
                centre.link_down(store, context, &principal)
            });
        result.expect("store");
        self.deliver(delivery);
    }

    pub(crate) fn write(&mut self, party: Party, id: Option<StoreId>, write: Write) {
        let failure = self.disk(party.agent).failure();
        if let Write::Record(key, _) = &write
            && let Some((_, protocol)) = conversation::records::DRAFT.ids(key)
        {
            self.browsers[party.agent].unstored_drafts.remove(&protocol);
        }
        self.apply(party.agent, write);
        if let Some(id) = id {
            self.network.send(self.now, Delivery::Stored { party, id, result: failure.map_or(Ok(()), Err) });
        }
    }

    pub(crate) fn apply(&mut self, index: usize, write: Write) {
        let machine = self.browsers[index].machine;
        let pages = self.browsers.iter().filter(|other| other.open && other.machine == machine).count();
        self.disks[machine].apply(write, pages > 1);
    }
}
