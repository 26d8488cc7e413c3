//! The real server: demo data in memory, seeded random numbers, a cheap password hash, and its own time rules, which
//! run when they are due. Every change goes through one of its routes; scripts only read the store.

use crate::network::Delivery;
use crate::store::SimStore;
use contact_centre::store::{JobState, Store};
use contact_centre::wire::{
    AgentId, CustomId, Protocol, SendMessageRequest, SendWhatsAppRequest, Wall, WhatsAppJobRequest,
};
use contact_centre::{
    Argon2id, Centre, CentreConfig, Context, DemoData, Due, DueLane, Entropy, HttpRequest, Recipients, SeededEntropy,
    seed_demo,
};
use core_wasm::flow::Mono;

/// Duration of one way; a request and its answer take twice this time.
pub(crate) const LATENCY_MS: u64 = 20;

/// The caller of a request. Requests of one caller are executed one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A browser.
    Browser(usize),
    /// A customer of the web chat.
    Customer(usize),
    /// A provider of messages.
    Provider,
    /// The worker that sends broadcasts.
    Worker,
    /// A time rule that was due, and began to run when another call was running.
    Alarm,
    /// The server itself.
    Server,
}

/// Greatest number of deliveries that wait for a frozen process while another one may open a socket.
const BACKLOG: usize = 512;

pub(crate) struct Server {
    pub centre: Centre,
    pub store: SimStore,
    pub demo: DemoData,
    entropy: SeededEntropy,
    hasher: Argon2id,
    start: Wall,
    next_tick: Mono,
    pub up: bool,
    /// The process is frozen (SIGSTOP): sockets stay open, nothing is answered.
    pub frozen: bool,
    /// Requests and messages that reached the frozen process.
    pub hanging: Vec<Delivery>,
    /// Random choice of the calls that overlap; `None`: no calls overlap.
    overlap: Option<SeededEntropy>,
    /// Time and caller of the last change.
    last_change: Option<(Mono, Caller)>,
    /// Number of calls that overlapped, and of those that ran again.
    pub overlaps: (u64, u64),
}

impl Server {
    pub fn new(seed: u64, start: Wall, config: CentreConfig, mut store: SimStore) -> Self {
        let mut entropy = SeededEntropy(seed ^ 0x5e17_4e55);
        let hasher = Argon2id::cheap();
        let mut context = Context::new(start, &mut entropy, &hasher);
        let demo = seed_demo(&mut store, &mut context).expect("demo data");
        let due = context.due;
        let mut server = Self {
            centre: Centre::new(config),
            store,
            demo,
            entropy,
            hasher,
            start,
            next_tick: Mono(0),
            up: true,
            frozen: false,
            hanging: Vec::new(),
            overlap: None,
            last_change: None,
            overlaps: (0, 0),
        };
        server.wake_by(due);
        server
    }

    /// The server requests `tick` at this time or earlier.
    fn wake_by(&mut self, due: Option<Wall>) {
        if let Some(due) = due {
            let at = Mono(u64::try_from(due.since_ms(self.start)).unwrap_or(0));
            self.next_tick = self.next_tick.min(at);
        }
    }

    pub fn runs(&self) -> bool {
        self.up && !self.frozen
    }

    /// Requests beyond the operating system's queues never arrive.
    /// A message on an open socket waits in the buffers of the operating system, however many there are. A request that opens a socket
    /// is dropped when too many wait.
    pub fn keep_hanging(&mut self, delivery: Delivery) {
        let opens_socket = matches!(delivery, Delivery::Request(_) | Delivery::Connect { .. });
        if !opens_socket || self.hanging.len() < BACKLOG {
            self.hanging.push(delivery);
        }
    }

    pub fn wall(&self, now: Mono) -> Wall {
        self.start.plus_ms(i64::try_from(now.0).unwrap_or(i64::MAX))
    }

    /// From now on simultaneous calls are executed as in PostgreSQL: some do not see the changes of the call before
    /// them, and run again if they change the same rows.
    pub fn let_calls_overlap(&mut self, seed: u64) {
        self.store.let_transactions_overlap();
        self.overlap = Some(SeededEntropy(seed ^ 0x0f3e_17a9));
    }

    /// One call of the server, with the deliveries that it causes. The server makes it as a consequence of an earlier
    /// event.
    pub fn call<T>(
        &mut self,
        now: Mono,
        run: impl Fn(&Centre, &mut SimStore, &mut Context<'_>) -> T,
    ) -> (T, Recipients) {
        self.call_of(Caller::Server, now, run)
    }

    /// One call from outside. It takes `LATENCY_MS` to arrive, so it overlaps with a call that was answered within this
    /// time.
    pub fn call_of<T>(
        &mut self,
        caller: Caller,
        now: Mono,
        run: impl Fn(&Centre, &mut SimStore, &mut Context<'_>) -> T,
    ) -> (T, Recipients) {
        let changes = self.store.changes();
        if self.may_overlap(caller, now) {
            self.overlaps.0 += 1;
            self.store.overlap_next();
        }
        let (result, mut recipients) = self.run(now, &run);
        let result = if self.store.take_conflict() {
            self.overlaps.1 += 1;
            let (again, later) = self.run(now, &run);
            // An earlier transaction of the call may have been committed.
            recipients.add(later);
            again
        } else {
            result
        };
        if self.store.changes() != changes {
            self.last_change = Some((now, caller));
        }
        (result, recipients)
    }

    fn run<T>(&mut self, now: Mono, run: &impl Fn(&Centre, &mut SimStore, &mut Context<'_>) -> T) -> (T, Recipients) {
        let wall = self.wall(now);
        let mut context = Context::new(wall, &mut self.entropy, &self.hasher);
        let result = run(&self.centre, &mut self.store, &mut context);
        let (recipients, due) = (context.recipients, context.due);
        self.wake_by(due);
        (result, recipients)
    }

    /// Half of the possible overlaps happen.
    fn may_overlap(&mut self, caller: Caller, now: Mono) -> bool {
        let Some(dice) = &mut self.overlap else { return false };
        let is_under_way = caller != Caller::Server
            && self.last_change.is_some_and(|(at, last)| last != caller && now.since_ms(at) <= LATENCY_MS);
        let mut byte = [0];
        if is_under_way {
            dice.fill(&mut byte);
        }
        byte[0] & 1 == 1
    }

    pub fn tick_at(&self) -> Mono {
        self.next_tick
    }

    pub fn tick(&mut self, now: Mono) -> Recipients {
        let wall = self.wall(now);
        let mut recipients = Recipients::default();
        for kind in Due::ALL {
            for subject in self.centre.due_subjects(&self.store, wall, kind).expect("store") {
                let (outcome, told) = self.call_of(Caller::Alarm, now, |centre, store, context| {
                    centre.run_due(store, context, kind, &subject)
                });
                recipients.add(told);
                if let Err(error) = outcome {
                    let (postponed, _) = self.call(now, |centre, store, context| {
                        centre.postpone_due(store, context, kind, &subject, &error)
                    });
                    postponed.expect("store");
                }
            }
        }
        let next = DueLane::ALL.into_iter().map(|lane| self.centre.next_due(&self.store, wall, lane).expect("store"));
        let next = next.min();
        self.next_tick = Mono(u64::MAX);
        self.wake_by(next);
        recipients
    }

    /// Whether the server has executed this send of an agent before.
    pub fn has_taken(&self, request: &HttpRequest) -> bool {
        sent(&request.path, &request.body).is_some_and(|send| {
            let sender = format!("agent:{}", send.agent_id);
            self.store.send(&sender, &send.protocol, &send.custom_id).expect("store").is_some()
        })
    }

    /// The inbox entry that a request takes, with the agent.
    pub fn entry_taken_by(&self, request: &HttpRequest) -> Option<(AgentId, Protocol)> {
        if request.path != "whatsapp/reopen" {
            return None;
        }
        let WhatsAppJobRequest { agent_id, protocol } = serde_json::from_str(&request.body).ok()?;
        let job = self.store.job(&protocol).expect("store")?;
        (job.state == JobState::Inbox).then_some((agent_id, protocol))
    }

    /// Numbers of the unacknowledged frames.
    pub fn frame_numbers(&self, agent: &contact_centre::wire::AgentId) -> Vec<u64> {
        let frames = self.store.frames_after(agent, 0, usize::MAX).expect("store");
        frames.into_iter().map(|frame| frame.seq).collect()
    }
}

/// A message that a request sends.
pub(crate) struct Sent {
    pub agent_id: AgentId,
    pub protocol: Protocol,
    pub custom_id: CustomId,
    pub text: String,
    /// The message is sent to WhatsApp and is no template.
    pub needs_window: bool,
}

/// The message that a request sends, if it sends one.
pub(crate) fn sent(path: &str, body: &str) -> Option<Sent> {
    match path {
        "chat/messages" => {
            let SendMessageRequest { agent_id, protocol, custom_id, message: text, .. } =
                serde_json::from_str(body).ok()?;
            Some(Sent { agent_id, protocol, custom_id, text, needs_window: false })
        }
        "whatsapp/messages" => {
            let SendWhatsAppRequest { agent_id, protocol, custom_id, message: text, template, .. } =
                serde_json::from_str(body).ok()?;
            Some(Sent { agent_id, protocol, custom_id, text, needs_window: template.is_none() })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{LinkId, Party};
    use crate::sim::Sim;
    use contact_centre::wire::Secret;

    #[test]
    fn a_frozen_process_gets_every_message_of_an_open_socket_however_many_requests_wait() {
        let mut sim = Sim::new(1);
        let link = LinkId { party: Party { agent: 0, page: 0 }, number: 1 };
        for number in 0..2 * BACKLOG {
            let connect =
                Delivery::Connect { link, login: String::new(), passcode: Secret::new(String::new()), heartbeat_ms: 0 };
            sim.server.keep_hanging(connect);
            sim.server.keep_hanging(Delivery::Acknowledge { link, ack: number.to_string() });
        }
        let is_kept = |kind: fn(&Delivery) -> bool| sim.server.hanging.iter().filter(|delivery| kind(delivery)).count();
        assert_eq!(is_kept(|delivery| matches!(delivery, Delivery::Acknowledge { .. })), 2 * BACKLOG);
        assert_eq!(is_kept(|delivery| matches!(delivery, Delivery::Connect { .. })), BACKLOG / 2);
    }
}
