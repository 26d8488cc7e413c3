//! The exported class. Every method takes `&self`; inputs go through an inbox and are handled one after another, so that a
//! dispatch from inside a subscriber, an effect or a reply never re-enters the core. No future holds a borrow across an
//! await.

use super::effects::HostEffect;
use super::http;
use super::script_value::{TextReader, from_js, from_page, to_js};
use super::snapshots::Snapshots;
use super::voice_report::report_of;
use crate::connection::Frame;
use crate::conversation::ConvertedFile;
use crate::flow::{
    Effect, HttpFailure, HttpReply, Mono, Now, SliceKey, SortedMap, Sound, StoreId, TimeZone, Tone, Wake,
};
use crate::input::{BrokerInput, Input, Intent, PageInput, StoreFailure};
use crate::voice::VoiceReport;
use crate::wire::{MessageMedia, Protocol, Secret, Wall};
use crate::workspace::{Restored, Workspace};
use derive::ReadObject;
use js_sys::{Function, JsString};
use serde::Deserialize;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen(typescript_custom_section)]
const HOST_INTERFACE: &str = r#"
/** Implemented by the page for the core. All functions return at once and never throw. */
export interface WorkspaceHost {
    effect(effect: HostEffect): void;
    /** Call `wake()` after `afterMs`; replaces the earlier wake-up. A negative value: no wake-up is needed. */
    wakeAfter(afterMs: number, reason: string): void;
    /** The changed views were delivered to their receivers: listeners can be notified now. */
    onViewsDelivered(): void;
}

/** The view of an entity; undefined if it does not exist. */
export type OfEntity<Shown> = Shown | undefined;

type NameOf<Slice> = Slice extends unknown ? keyof Slice : never;
type ViewOf<Slice, Name extends PropertyKey> = Slice extends { [Key in Name]: infer Shown } ? Shown : never;

/** The view of each slice that is not a list, by the first part of its key. `View` comes from the areas' own lists. */
export type SliceViews = { [Name in NameOf<View>]: ViewOf<View, Name> };
"#;

#[wasm_bindgen]
extern "C" {
    /// Implemented by the page: executes effects and sets the wake-up.
    #[wasm_bindgen(typescript_type = "WorkspaceHost")]
    pub type WorkspaceHost;

    #[wasm_bindgen(method, catch, js_name = wakeAfter)]
    fn wake_after(this: &WorkspaceHost, after_ms: f64, reason: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    /// A resolved promise to schedule a microtask; every supported engine has promises.
    #[wasm_bindgen(js_name = Promise)]
    type Microtask;

    #[wasm_bindgen(static_method_of = Microtask, js_class = "Promise", js_name = resolve)]
    fn resolved() -> Microtask;

    #[wasm_bindgen(method)]
    fn then(this: &Microtask, work: &Closure<dyn FnMut(JsValue)>);
}

/// Calls of the host, guarded by `try` in JavaScript, which is faster than `catch` bindings for frequent calls.
#[wasm_bindgen(module = "/src/browser/shapes.js")]
extern "C" {
    #[wasm_bindgen(js_name = carryOut)]
    fn carry_out(host: &WorkspaceHost, effect: &JsValue);

    #[wasm_bindgen(js_name = onViewsDelivered)]
    fn on_views_delivered(host: &WorkspaceHost);
}

/// Stored records that the page read before the core starts.
#[derive(Debug, Default, ReadObject, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct RestoredRecords {
    /// Token of the session.
    #[tsify(optional)]
    pub token: Option<String>,
    /// JSON text of the preferences.
    #[tsify(optional)]
    pub preferences: Option<String>,
    /// Name and JSON text of each record of the local database.
    pub records: Vec<(String, String)>,
    /// Name and JSON text of each record of the unsent database.
    pub unsent: Vec<(String, String)>,
    /// Body of the frame during which an earlier instance crashed.
    #[tsify(optional)]
    pub unhandled_delivery: Option<String>,
}

/// Result of a write of the host.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StoredOutcome {
    /// Stored.
    Ok,
    /// The quota is exceeded.
    Full,
    /// Storage is forbidden, broken or closed.
    Unavailable,
}

struct Inner {
    workspace: RefCell<Workspace>,
    inbox: RefCell<VecDeque<Input>>,
    draining: Cell<bool>,
    notify_scheduled: Cell<bool>,
    host: WorkspaceHost,
    api_base: String,
    snapshots: Snapshots,
    clock: Clock,
    /// The wake-up that the host has set.
    wake: Cell<Option<Wake>>,
    /// The closure that delivers changes; created once and not for every microtask.
    notifier: Closure<dyn FnMut(JsValue)>,
    microtask: Microtask,
    reader: TextReader,
    /// Effects for sounds, created once and reused.
    sounds: RefCell<SortedMap<(Sound, Tone), JsValue>>,
}

/// The core, as the page uses it.
#[wasm_bindgen]
pub struct WorkspaceStore {
    inner: Rc<Inner>,
}

#[wasm_bindgen]
impl WorkspaceStore {
    /// `seed`: 32 new random bytes. `apiBase`: without a trailing slash. Throws if `restored` does not match its type.
    #[wasm_bindgen(constructor)]
    pub fn new(
        seed: &[u8],
        api_base: String,
        restored: Ts<RestoredRecords>,
        host: WorkspaceHost,
    ) -> Result<WorkspaceStore, JsError> {
        let seed: [u8; 32] = seed.try_into().map_err(|_| JsError::new("the seed must have 32 bytes"))?;
        let restored: RestoredRecords = from_js(restored.js_value())?;
        let restored = Restored {
            token: restored.token.map(Secret::new),
            preferences: restored.preferences,
            records: restored.records,
            unsent: restored.unsent,
            unhandled_delivery: restored.unhandled_delivery,
        };
        Ok(WorkspaceStore {
            inner: Rc::new_cyclic(|inner: &Weak<Inner>| Inner {
                workspace: RefCell::new(Workspace::new(seed, restored)),
                inbox: RefCell::default(),
                draining: Cell::new(false),
                notify_scheduled: Cell::new(false),
                host,
                api_base,
                snapshots: Snapshots::default(),
                clock: Clock::default(),
                wake: Cell::new(None),
                notifier: notifier(inner.clone()),
                microtask: Microtask::resolved(),
                reader: TextReader::default(),
                sounds: RefCell::default(),
            }),
        })
    }

    /// An intent of the agent. Throws, without any change, if it does not match its type.
    pub fn dispatch(&self, intent: Ts<Intent>) -> Result<(), JsError> {
        let intent = from_page(intent.js_value())?;
        self.inner.accept(Input::Intent(intent));
        Ok(())
    }

    /// An event of the page; `started` must be the first. Throws if it does not match its type.
    pub fn page(&self, input: Ts<PageInput>) -> Result<(), JsError> {
        let input = from_page(input.js_value())?;
        self.inner.accept(Input::Page(input));
        Ok(())
    }

    /// A link to the broker is open. `link`: number of the `brokerConnect` effect.
    #[wasm_bindgen(js_name = brokerOpened)]
    pub fn broker_opened(&self, link: f64) {
        self.inner.accept(Input::Broker(BrokerInput::Opened { link: link as u64 }));
    }

    /// A link to the broker closed.
    #[wasm_bindgen(js_name = brokerClosed)]
    pub fn broker_closed(&self, link: f64) {
        self.inner.accept(Input::Broker(BrokerInput::Closed { link: link as u64 }));
    }

    /// The broker sent an ERROR frame with this message.
    #[wasm_bindgen(js_name = brokerRefused)]
    pub fn broker_refused(&self, link: f64, message: String) {
        self.inner.accept(Input::Broker(BrokerInput::Refused { link: link as u64, message }));
    }

    /// A frame with its `ack` header and its body as text; it is only parsed here.
    #[wasm_bindgen(js_name = brokerFrame)]
    pub fn broker_frame(&self, link: f64, ack: String, body: &JsString) {
        let body = self.inner.reader.read(body);
        self.inner.accept(Input::Broker(BrokerInput::Frame(Frame { link: link as u64, ack, body })));
    }

    /// A report of the voice ports; `ready` must be the first. Throws if it does not match its type.
    pub fn voice(&self, report: Ts<VoiceReport>) -> Result<(), JsError> {
        let report = report_of(report.js_value()).ok_or_else(|| JsError::new("not a report of the voice ports"))?;
        self.inner.accept(Input::Voice(report));
        Ok(())
    }

    /// The host has sent a part (0 to 1) of the file of an upload.
    #[wasm_bindgen(js_name = uploadProgressed)]
    pub fn upload_progressed(&self, call: f64, part: f64) {
        self.inner.accept(Input::UploadProgress { request: call as u64, part });
    }

    /// A conversion ended; without a MIME type it failed.
    #[wasm_bindgen(js_name = fileConverted)]
    pub fn file_converted(&self, call: f64, name: String, mimetype: Option<String>, size: f64) {
        let file = mimetype.map(|mimetype| ConvertedFile { name, mimetype, size });
        self.inner.accept(Input::FileConverted { request: call as u64, file });
    }

    /// The decision about a file that the agent chooses in the composer of an attendance; with `header`, about a file
    /// for the header of a template that needs this kind.
    #[wasm_bindgen(js_name = planFile, unchecked_return_type = "FilePlanView")]
    pub fn plan_file(&self, protocol: &str, mimetype: &str, size: f64, header: Option<String>) -> JsValue {
        let header = header.map(|word| match word.as_str() {
            "image" => MessageMedia::Image,
            "video" => MessageMedia::Video,
            "file" => MessageMedia::File,
            _ => MessageMedia::Unsupported,
        });
        let plan = self.inner.workspace.borrow().plan_file(&Protocol::from(protocol), mimetype, size, header);
        to_js(&plan)
    }

    /// An upload ended; `status` is 0 without an answer of the server.
    #[wasm_bindgen(js_name = uploadEnded)]
    pub fn upload_ended(&self, call: f64, status: u16, authorization: Option<String>, body: String) {
        let authorization = authorization.map(Secret::new);
        let reply = HttpReply { status, authorization, retry_after: None, body: Secret::new(body) };
        let result = if status == 0 { Err(HttpFailure::NoAnswer) } else { Ok(reply) };
        self.inner.accept(Input::UploadEnded(call as u64, result));
    }

    /// A `persist` effect ended. Throws if the outcome does not match its type.
    pub fn stored(&self, id: f64, outcome: Ts<StoredOutcome>) -> Result<(), JsError> {
        let result = match from_js(outcome.js_value())? {
            StoredOutcome::Ok => Ok(()),
            StoredOutcome::Full => Err(StoreFailure::Full),
            StoredOutcome::Unavailable => Err(StoreFailure::Unavailable),
        };
        self.inner.accept(Input::Stored(StoreId(id as u64), result));
        Ok(())
    }

    /// The wake-up of `wakeAfter` is due.
    pub fn wake(&self) {
        self.inner.accept(Input::Wake);
    }

    /// Calls `receiver` once per microtask in which the slice changed, with its view or a `ListPatch` (`undefined`: read the
    /// whole list). The receiver must only store the value; listeners are notified in `onViewsDelivered`. Returns the number to
    /// unsubscribe with. Throws on an unknown key.
    pub fn subscribe(
        &self,
        key: &str,
        #[wasm_bindgen(unchecked_param_type = "(news: unknown) => void")] receiver: Function,
    ) -> Result<u32, JsError> {
        Ok(self.inner.snapshots.subscribe(&self.inner.workspace.borrow(), parse_key(key)?, receiver))
    }

    /// Removes a receiver by the number that `subscribe` returned.
    pub fn unsubscribe(&self, receiver: u32) {
        self.inner.snapshots.unsubscribe(receiver);
    }

    /// Whether there are changes that are not yet delivered.
    #[wasm_bindgen(js_name = hasNews)]
    pub fn has_news(&self) -> bool {
        self.inner.snapshots.is_marked()
    }

    /// The view of a slice; `undefined` if it does not exist. The same object as long as it is equal. Throws on an unknown key.
    #[wasm_bindgen(unchecked_return_type = "SliceViews[keyof SliceViews]")]
    pub fn snapshot(&self, key: &str) -> Result<JsValue, JsError> {
        let key = parse_key(key)?;
        Ok(self.inner.snapshots.get(&self.inner.workspace.borrow(), &key))
    }

    /// Whether the slice is a list, which is read with `list` and `patch` instead of `snapshot`. Throws on an unknown key.
    #[wasm_bindgen(js_name = isList)]
    pub fn is_list(&self, key: &str) -> Result<bool, JsError> {
        Ok(parse_key(key)?.is_list())
    }

    /// A whole list: `{ version, ids }`; `undefined` if it does not exist. Throws on an unknown key.
    #[wasm_bindgen(unchecked_return_type = "ListSnapshot | undefined")]
    pub fn list(&self, key: &str) -> Result<JsValue, JsError> {
        let key = parse_key(key)?;
        Ok(match self.inner.workspace.borrow().view(&key) {
            crate::view::View::List(list) => to_js(&list),
            _ => JsValue::UNDEFINED,
        })
    }

    /// Changes of a list since `version`; `undefined`: read the whole list. Throws on an unknown key.
    #[wasm_bindgen(unchecked_return_type = "ListPatch | undefined")]
    pub fn patch(&self, key: &str, version: u32) -> Result<JsValue, JsError> {
        let key = parse_key(key)?;
        Ok(self.inner.snapshots.patch(&self.inner.workspace.borrow(), &key, version))
    }
}

fn parse_key(key: &str) -> Result<SliceKey, JsError> {
    Workspace::slice_key(key).ok_or_else(|| JsError::new("unknown slice key"))
}

impl Inner {
    /// Handles the input now, or after the inputs in the inbox.
    fn accept(self: &Rc<Self>, input: Input) {
        self.inbox.borrow_mut().push_back(input);
        if self.draining.replace(true) {
            return;
        }
        loop {
            let next = self.inbox.borrow_mut().pop_front();
            let Some(input) = next else { break };
            let now = self.clock.now();
            if let Some(zone) = self.clock.new_time_zone(now.wall) {
                self.handle(Input::TimeZone(zone), now);
            }
            self.handle(input, now);
        }
        self.draining.set(false);
    }

    fn handle(self: &Rc<Self>, input: Input, now: Now) {
        let is_frame = matches!(input, Input::Broker(BrokerInput::Frame(_)));
        let mut step = self.workspace.borrow_mut().handle(input, now);
        if self.snapshots.mark(&step.dirty) {
            self.schedule_notify();
        }
        for effect in step.effects.drain(..) {
            self.execute(effect);
        }
        self.workspace.borrow_mut().recycle_buffers(step.effects, step.dirty);
        // Frames are frequent: skip the host call if the wake-up did not change.
        if !is_frame || self.wake.get() != step.wake {
            self.set_wake(step.wake);
        }
    }

    fn execute(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Http(id, request, token) => {
                let inner = Rc::clone(self);
                spawn_local(async move {
                    let result = http::send(inner.api_base.clone(), request, token).await;
                    inner.accept(Input::Reply(id, result));
                });
            }
            Effect::Sound(sound, tone) => {
                let mut sounds = self.sounds.borrow_mut();
                let made = sounds.or_insert_with((sound, tone), || to_js(&HostEffect::Sound { sound, tone }));
                let effect = made.clone();
                drop(sounds);
                carry_out(&self.host, &effect);
            }
            other => {
                if let Some(effect) = HostEffect::of(other) {
                    carry_out(&self.host, &to_js(&effect));
                }
            }
        }
    }

    fn set_wake(&self, wake: Option<Wake>) {
        self.wake.set(wake);
        let (after_ms, reason) = match wake {
            Some(wake) => (wake.at.since_ms(Mono(performance_now() as u64)) as f64, wake.reason),
            None => (-1.0, ""),
        };
        log_error(self.host.wake_after(after_ms, reason));
    }

    fn schedule_notify(self: &Rc<Self>) {
        if !self.notify_scheduled.replace(true) {
            self.microtask.then(&self.notifier);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // A scheduled microtask still calls the closure, so it must not be freed.
        if self.notify_scheduled.get() {
            std::mem::replace(&mut self.notifier, notifier(Weak::new())).forget();
        }
    }
}

/// The closure that delivers changes; it does nothing after the store was dropped.
fn notifier(inner: Weak<Inner>) -> Closure<dyn FnMut(JsValue)> {
    Closure::new(move |_| {
        let Some(inner) = inner.upgrade() else { return };
        inner.notify_scheduled.set(false);
        if inner.snapshots.deliver(&inner.workspace.borrow()) {
            on_views_delivered(&inner.host);
        }
    })
}

/// Clock and time zone of the page. The zone is compared once a minute.
#[derive(Default)]
struct Clock {
    minute: Cell<i64>,
    time_zone: RefCell<Option<TimeZone>>,
}

impl Clock {
    fn now(&self) -> Now {
        Now { mono: Mono(performance_now() as u64), wall: Wall(js_sys::Date::now() as i64) }
    }

    /// The time zone, if the core does not know it yet.
    fn new_time_zone(&self, now: Wall) -> Option<TimeZone> {
        let minute = now.0 / 60_000;
        if self.minute.replace(minute) == minute {
            return None;
        }
        let mut known = self.time_zone.borrow_mut();
        if known.as_ref().is_some_and(|zone| zone.agrees_with(now, utc_offset_minutes)) {
            return None;
        }
        known.replace(TimeZone::read(now, utc_offset_minutes));
        known.clone()
    }
}

/// Minutes to add to UTC at a time.
fn utc_offset_minutes(moment: Wall) -> i32 {
    let date = js_sys::Date::new(&JsValue::from_f64(moment.as_js()));
    -(date.get_timezone_offset() as i32)
}

/// An exception in a port is logged; the core continues.
fn log_error(result: Result<(), JsValue>) {
    if let Err(error) = result {
        web_sys::console::error_1(&error);
    }
}
