//! The real contact centre: demo data in memory, seeded randomness, a cheap password hash, its own time
//! rules run when they ask for it. Every change goes through one of its routes; scripts read the store only.

use contact_centre::store::{JobState, MemoryStore, Store};
use contact_centre::wire::{
    AgentId, CustomId, Protocol, SendMessageRequest, SendWhatsAppRequest, Wall, WhatsAppJobRequest,
};
use contact_centre::{
    Argon2id, Centre, CentreConfig, Context, DemoData, HttpRequest, Recipients, SeededEntropy, seed_demo,
};
use core_wasm::flow::Mono;

/// Requests and messages on open sockets that wait for a frozen process.
const BACKLOG: usize = 512;

pub(crate) struct Server {
    pub centre: Centre,
    pub store: MemoryStore,
    pub demo: DemoData,
    entropy: SeededEntropy,
    hasher: Argon2id,
    start: Wall,
    next_tick: Mono,
    pub up: bool,
    /// The process is frozen (SIGSTOP): sockets stay open, nothing is answered.
    pub frozen: bool,
    /// What reached it meanwhile.
    pub hanging: Vec<crate::network::Delivery>,
}

impl Server {
    pub fn new(seed: u64, start: Wall, config: CentreConfig) -> Self {
        let mut store = MemoryStore::new();
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
        };
        server.wake_by(due);
        server
    }

    /// The centre wants `tick` at this time or earlier.
    fn wake_by(&mut self, due: Option<Wall>) {
        if let Some(due) = due {
            let at = Mono(u64::try_from(due.since_ms(self.start)).unwrap_or(0));
            self.next_tick = self.next_tick.min(at);
        }
    }

    pub fn runs(&self) -> bool {
        self.up && !self.frozen
    }

    /// What does not fit into the operating system's queues never arrives.
    pub fn keep_hanging(&mut self, delivery: crate::network::Delivery) {
        if self.hanging.len() < BACKLOG {
            self.hanging.push(delivery);
        }
    }

    pub fn wall(&self, now: Mono) -> Wall {
        self.start.plus_ms(i64::try_from(now.0).unwrap_or(i64::MAX))
    }

    /// One call of the centre, with what it wants delivered.
    pub fn call<T>(
        &mut self,
        now: Mono,
        run: impl FnOnce(&Centre, &mut MemoryStore, &mut Context<'_>) -> T,
    ) -> (T, Recipients) {
        let wall = self.wall(now);
        let mut context = Context::new(wall, &mut self.entropy, &self.hasher);
        let result = run(&self.centre, &mut self.store, &mut context);
        let (recipients, due) = (context.recipients, context.due);
        self.wake_by(due);
        (result, recipients)
    }

    pub fn tick_at(&self) -> Mono {
        self.next_tick
    }

    pub fn tick(&mut self, now: Mono) -> Recipients {
        // What the call itself sets is in its answer.
        self.next_tick = Mono(u64::MAX);
        let (next, recipients) = self.call(now, |centre, store, context| centre.tick(store, context).expect("tick"));
        self.next_tick = Mono(u64::MAX);
        self.wake_by(Some(next));
        recipients
    }

    /// Whether this send of an agent was done before.
    pub fn has_taken(&self, request: &HttpRequest) -> bool {
        sent(&request.path, &request.body).is_some_and(|send| {
            let sender = format!("agent:{}", send.agent_id);
            self.store.send(&sender, &send.protocol, &send.custom_id).expect("store").is_some()
        })
    }

    /// The entry of an inbox that a request takes, with the agent.
    pub fn entry_taken_by(&self, request: &HttpRequest) -> Option<(AgentId, Protocol)> {
        if request.path != "whatsapp/reopen" {
            return None;
        }
        let WhatsAppJobRequest { agent_id, protocol } = serde_json::from_str(&request.body).ok()?;
        let job = self.store.job(&protocol).expect("store")?;
        (job.state == JobState::Inbox).then_some((agent_id, protocol))
    }

    pub fn frame_count(&self, agent: &contact_centre::wire::AgentId) -> usize {
        self.store.frame_count(agent).expect("store")
    }
}

/// A message that a request sends.
pub(crate) struct Sent {
    pub agent_id: AgentId,
    pub protocol: Protocol,
    pub custom_id: CustomId,
    pub text: String,
    /// It is sent to WhatsApp and is no template.
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
