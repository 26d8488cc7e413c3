//! What an area is handed with each event: the time, and where to put what follows.

use super::{
    BrokerCommand, CallId, Calls, Effect, FLUSH, HttpCall, HttpState, Ids, Marks, Mono, Now, Report, ReportLevel,
    SliceKey, Sound, StoreId, StoreKey, StorePlace, TimerKey, Timers, Tone, Unstored,
};
use crate::wire::{Protocol, Secret, Wall};
use litemap::LiteMap;

/// What outlives a single input.
pub struct Kernel {
    pub ids: Ids,
    pub timers: Timers,
    pub http: HttpState,
    /// Server's clock minus the browser's, in ms (API-012); 0 until known.
    pub clock_offset_ms: i64,
    /// The server told its time in this session: what was written on another day may be called old.
    pub clock_known: bool,
    /// Records that changed since the last write.
    pub stale: LiteMap<StoreKey, ()>,
    /// Words that the disk did not take.
    pub unstored: Unstored,
    pub effects: Vec<Effect>,
    pub dirty: Marks,
    /// Kinds of items of which one that cannot be read was reported.
    pub reported_unreadable: Vec<&'static str>,
}

impl Kernel {
    pub fn new(seed: [u8; 32]) -> Self {
        Self {
            ids: Ids::new(seed),
            timers: Timers::default(),
            http: HttpState::default(),
            clock_offset_ms: 0,
            clock_known: false,
            stale: LiteMap::new(),
            unstored: Unstored::default(),
            effects: Vec::new(),
            dirty: Marks::default(),
            reported_unreadable: Vec::new(),
        }
    }
}

pub struct Context<'a> {
    pub now: Now,
    pub kernel: &'a mut Kernel,
}

impl Context<'_> {
    /// A change waits this long for others before it is written; PER-005 allows 500 ms.
    const FLUSH_AFTER_MS: u64 = 300;

    pub fn mono(&self) -> Mono {
        self.now.mono
    }

    /// The present moment on the server's clock: whatever compares with "now" uses this.
    pub fn server_now(&self) -> Wall {
        self.now.wall.plus_ms(self.kernel.clock_offset_ms)
    }

    pub fn effect(&mut self, effect: Effect) {
        self.kernel.effects.push(effect);
    }

    pub fn broker(&mut self, command: BrokerCommand) {
        self.effect(Effect::Broker(command));
    }

    /// Nothing where it would be silent.
    pub fn sound(&mut self, sound: Sound, tone: Tone) {
        if tone.volume > 0 {
            self.effect(Effect::Sound(sound, tone));
        }
    }

    pub fn report(&mut self, level: ReportLevel, code: &str, detail: impl Into<String>) {
        self.effect(Effect::Report(Report { level, code: code.to_owned(), detail: detail.into() }));
    }

    /// Reports items that this version cannot read or show: each kind once in the life of the page (BEY-121).
    pub fn report_unreadable(&mut self, what: &'static str, count: usize) {
        if count > 0 && !self.kernel.reported_unreadable.contains(&what) {
            self.kernel.reported_unreadable.push(what);
            self.report(ReportLevel::Warning, "unsupportedItem", what);
        }
    }

    pub fn dirty(&mut self, key: SliceKey) {
        self.kernel.dirty.insert(key);
    }

    /// Sends a call and keeps what to do with its answer.
    pub fn call<P>(&mut self, calls: &mut Calls<P>, pending: P, call: HttpCall) -> CallId {
        let id = calls.register(self.kernel.ids.number(), pending);
        self.send(id, call);
        id
    }

    /// Sends a call in the name of a token that is not the session's.
    pub fn call_as<P>(&mut self, calls: &mut Calls<P>, pending: P, call: HttpCall, token: Secret<String>) -> CallId {
        let id = calls.register(self.kernel.ids.number(), pending);
        self.kernel.http.sent_for_another(id.number);
        self.effect(Effect::Http(id, call, Some(token)));
        id
    }

    /// The part that is the same for every area, and so in the module once.
    fn send(&mut self, id: CallId, call: HttpCall) {
        self.kernel.http.sent(id.number, self.now.mono);
        let token = self.kernel.http.token().cloned();
        self.effect(Effect::Http(id, call, token));
    }

    pub fn timer(&mut self, key: TimerKey, after_ms: u64) {
        self.kernel.timers.set(key, self.now.mono.plus_ms(after_ms));
    }

    pub fn cancel_timer(&mut self, key: &TimerKey) {
        self.kernel.timers.cancel(key);
    }

    pub fn stop_timers_of(&mut self, protocol: &Protocol) {
        self.kernel.timers.cancel_protocol(protocol);
    }

    /// Marks a record for the next write.
    pub fn persist(&mut self, key: StoreKey) {
        // What is marked already waits for its flush.
        if self.kernel.stale.insert(key, ()).is_none() && !self.kernel.timers.is_set(&FLUSH.key()) {
            self.timer(FLUSH.key(), Self::FLUSH_AFTER_MS);
        }
    }

    /// Writes a record at once; `None` removes it.
    pub fn write(&mut self, key: StoreKey, value: Option<String>) -> StoreId {
        let id = StoreId(self.kernel.ids.number());
        self.kernel.stale.remove(&key);
        if key.place() == StorePlace::Unsent {
            self.kernel.unstored.begun(id, &key, &value);
        }
        self.effect(Effect::Persist(id, key, value.map(Secret::new)));
        id
    }
}
