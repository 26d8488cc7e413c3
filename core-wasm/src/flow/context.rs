//! The argument of every area: the time of the input and the shared state that collects effects.

use super::{
    BrokerCommand, ChangedRecords, Effect, FLUSH, FactKey, HttpRequest, HttpState, Ids, ItemList, Marks, Mono, Now,
    Report, ReportLevel, RequestId, Requests, SliceKey, SliceRow, Sound, StoreId, StoreKey, TimerKey, Timers, Tone,
    Unreadable, Unstored, UploadCommand,
};
use crate::wire::network_limits::Conversion;
use crate::wire::{Items, Protocol, Secret, Wall};

/// The state that outlives a single input.
pub struct Kernel {
    /// Source of identifiers and randomness.
    pub ids: Ids,
    /// Timers of all areas.
    pub timers: Timers,
    /// The session's token.
    pub http: HttpState,
    /// Server's clock minus the browser's, in ms (API-012); 0 until known.
    pub clock_offset_ms: i64,
    /// While an event of the broker is handled: the time at which the server sent it. The event may be late.
    pub event_sent_at: Option<Wall>,
    /// The server's time is known in this session, so that the age of stored texts can be judged.
    pub clock_known: bool,
    /// Records that changed since the last write.
    pub stale: ChangedRecords,
    /// Writes of the unsent database that failed.
    pub unstored: Unstored,
    /// Effects of the current input, in order.
    pub effects: Vec<Effect>,
    /// Slices that may have changed in the current input.
    pub dirty: Marks,
    /// The slices that follow facts of areas below.
    pub followers: Vec<&'static SliceRow>,
    /// Facts that changed in the current input, in order.
    pub changed: Vec<FactKey>,
    /// Lists with items that this version cannot read.
    pub unreadable: Unreadable,
}

impl Kernel {
    /// A kernel without token or timers; `seed` seeds [`Ids`].
    pub fn new(seed: [u8; 32]) -> Self {
        Self {
            ids: Ids::new(seed),
            timers: Timers::default(),
            http: HttpState::default(),
            clock_offset_ms: 0,
            event_sent_at: None,
            clock_known: false,
            stale: ChangedRecords::default(),
            unstored: Unstored::default(),
            effects: Vec::new(),
            dirty: Marks::default(),
            followers: Vec::new(),
            changed: Vec::new(),
            unreadable: Unreadable::default(),
        }
    }
}

/// What an area gets with each input: the time and the shared state.
pub struct Context<'a> {
    /// The time of the input.
    pub now: Now,
    /// The shared state.
    pub kernel: &'a mut Kernel,
}

impl Context<'_> {
    /// Delay in milliseconds that collects changes into one write; PER-005 allows 500 ms.
    const FLUSH_AFTER_MS: u64 = 300;

    /// Monotonic time of the input.
    pub fn mono(&self) -> Mono {
        self.now.mono
    }

    /// The present time on the server's clock; used for every comparison with "now".
    pub fn server_now(&self) -> Wall {
        self.now.wall.plus_ms(self.kernel.clock_offset_ms)
    }

    /// When the fact of this input came about, on the server's clock: for an event the time at which it was sent,
    /// otherwise the present time.
    pub fn happened_at(&self) -> Wall {
        let now = self.server_now();
        self.kernel.event_sent_at.map_or(now, |sent| sent.min(now))
    }

    /// Adds an effect to the step.
    pub fn effect(&mut self, effect: Effect) {
        self.kernel.effects.push(effect);
    }

    /// Adds a broker command to the step.
    pub fn broker(&mut self, command: BrokerCommand) {
        self.effect(Effect::Broker(command));
    }

    /// Adds a sound to the step, unless its volume is 0.
    pub fn sound(&mut self, sound: Sound, tone: Tone) {
        if tone.volume > 0 {
            self.effect(Effect::Sound(sound, tone));
        }
    }

    /// Adds an error report to the step. `detail` must not contain secrets or texts that people wrote.
    pub fn report(&mut self, level: ReportLevel, code: &str, detail: impl Into<String>) {
        self.effect(Effect::Report(Report { level, code: code.to_owned(), detail: detail.into() }));
    }

    /// A list was loaded: the items that this version cannot read are shown as not supported, and reported (BEY-121).
    pub fn report_unreadable(&mut self, list: ItemList, count: usize) {
        self.kernel.unreadable.set(list, u32::try_from(count).unwrap_or(u32::MAX));
        self.report_unsupported(list, count);
    }

    /// The items of a loaded list; its unreadable items are counted.
    pub fn items<T>(&mut self, list: ItemList, items: Items<T>) -> Vec<T> {
        self.report_unreadable(list, items.unreadable);
        items.into_vec()
    }

    /// Reports items that this version cannot show: each list once per page load.
    pub fn report_unsupported(&mut self, list: ItemList, count: usize) {
        if count > 0 && self.kernel.unreadable.is_new(list) {
            self.report(ReportLevel::Warning, "unsupportedItem", list.as_str());
        }
    }

    /// Marks a slice as possibly changed.
    pub fn dirty(&mut self, key: SliceKey) {
        self.kernel.dirty.insert(key);
    }

    /// Sends a request with the session's token and remembers `pending` for its answer.
    pub fn request<P>(&mut self, requests: &mut Requests<P>, pending: P, request: HttpRequest) -> RequestId {
        let id = requests.register(self.kernel.ids.number(), pending);
        self.send(id, request);
        id
    }

    /// Lets the page upload a file with the session's token and remembers `pending` for the answer.
    pub fn upload<P>(
        &mut self,
        requests: &mut Requests<P>,
        pending: P,
        request: HttpRequest,
        file: String,
    ) -> RequestId {
        let id = requests.register(self.kernel.ids.number(), pending);
        self.kernel.http.upload_began(id);
        let token = self.kernel.http.token().cloned();
        self.effect(Effect::Upload(UploadCommand::Start { id, request, token, file }));
        id
    }

    /// Asks the page to convert a file, which keeps its name in the page; `Input::FileConverted` reports the end.
    pub fn convert<P>(&mut self, requests: &mut Requests<P>, pending: P, file: String, to: Conversion) -> RequestId {
        let id = requests.register(self.kernel.ids.number(), pending);
        self.effect(Effect::Upload(UploadCommand::Convert { id, file, to }));
        id
    }

    /// Asks the page to stop an upload, or to drop its file if the upload has ended; no answer follows.
    pub fn cancel_upload(&mut self, id: RequestId) {
        self.kernel.http.finish(id);
        self.effect(Effect::Upload(UploadCommand::Cancel(id)));
    }

    /// Sends a request with another token than that of the session.
    pub fn request_as<P>(
        &mut self,
        requests: &mut Requests<P>,
        pending: P,
        request: HttpRequest,
        token: Secret<String>,
    ) -> RequestId {
        let id = requests.register(self.kernel.ids.number(), pending);
        self.kernel.http.sent_for_another(id.number);
        self.effect(Effect::Http(id, request, Some(token)));
        id
    }

    /// Like `request_as`, for an answer that may begin the session: the token of the answer becomes the session's
    /// token.
    pub fn request_for_session<P>(
        &mut self,
        requests: &mut Requests<P>,
        pending: P,
        request: HttpRequest,
        token: Secret<String>,
    ) -> RequestId {
        let id = requests.register(self.kernel.ids.number(), pending);
        self.effect(Effect::Http(id, request, Some(token)));
        id
    }

    pub(super) fn send_now(&mut self, id: RequestId, request: HttpRequest) {
        self.kernel.http.sent(id.number);
        let token = self.kernel.http.token().cloned();
        self.effect(Effect::Http(id, request, token));
    }

    /// Sets a timer `after_ms` milliseconds from now; replaces an earlier setting.
    pub fn timer(&mut self, key: TimerKey, after_ms: u64) {
        self.kernel.timers.set(key, self.now.mono.plus_ms(after_ms));
    }

    /// Cancels a timer; no effect if it is not set.
    pub fn cancel_timer(&mut self, key: &TimerKey) {
        self.kernel.timers.cancel(key);
    }

    /// Cancels the timers that stop with the attendance.
    pub fn stop_timers_of(&mut self, protocol: &Protocol) {
        self.kernel.timers.cancel_protocol(protocol);
    }

    /// Marks a record for the next write.
    pub fn persist(&mut self, key: StoreKey) {
        // A marked record has a flush timer already.
        if self.kernel.stale.insert(key) && !self.kernel.timers.is_set(&FLUSH.key()) {
            self.timer(FLUSH.key(), Self::FLUSH_AFTER_MS);
        }
    }

    /// Writes a record at once; `None` removes it.
    pub fn write(&mut self, key: StoreKey, value: Option<String>) -> StoreId {
        let id = StoreId(self.kernel.ids.number());
        self.kernel.stale.remove(&key);
        if key.is_retried() {
            self.kernel.unstored.begun(id, &key, &value);
        }
        self.effect(Effect::Persist(id, key, value.map(Secret::new)));
        id
    }
}
