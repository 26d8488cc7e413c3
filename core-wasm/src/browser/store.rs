//! The exported class. Every method takes `&self`; inputs go through an inbox and are handled one after another, so a
//! dispatch from inside a subscriber, an effect or a reply never meets the core half-way. No future holds a borrow
//! across an await.

use super::effects::HostEffect;
use super::http;
use super::script_value::{TextReader, from_js, to_js};
use super::snapshots::Snapshots;
use crate::connection::Frame;
use crate::flow::{Effect, Mono, Now, SliceKey, Sound, StoreId, Tone, Wake};
use crate::input::{BrokerInput, Input, Intent, PageInput, StoreFailure};
use crate::wire::{Secret, Wall};
use crate::workspace::{Restored, Workspace};
use js_sys::{Function, JsString};
use litemap::LiteMap;
use serde::Deserialize;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen(typescript_custom_section)]
const HOST_INTERFACE: &str = r#"
/** What the page does for the core. All functions return at once and never throw. */
export interface WorkspaceHost {
    effect(effect: HostEffect): void;
    /** Call `wake()` after `afterMs`; it replaces the wake-up set before. A negative value: none is needed. */
    wakeAfter(afterMs: number, reason: string): void;
    /** The receivers have got everything that is new: whoever listens may be told now. */
    handedOver(): void;
}

/** The first part of the keys of list slices. */
export type ListName = 'jobOrder' | 'thread';

/** The view of each slice that is not a list, by the first part of its key. */
export interface SliceViews {
    session: SessionView;
    route: RouteView;
    link: LinkView;
    channels: ChannelsView;
    preferences: Preferences;
    dialog: DialogView;
    snackbars: SnackbarsView;
    notifications: NotificationsView;
    alerts: AlertsView;
    pauses: PausesView;
    absence: AbsenceView;
    supervision: SupervisionView;
    announcement: Announcement;
    jobSummary: JobSummaryView;
    jobRow: JobRowView | undefined;
    job: JobView | undefined;
    draft: DraftView;
    message: MessageView | undefined;
    contact: ContactPanelView | undefined;
    qualification: QualificationView | undefined;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "WorkspaceHost")]
    pub type WorkspaceHost;

    #[wasm_bindgen(method, catch, js_name = wakeAfter)]
    fn wake_after(this: &WorkspaceHost, after_ms: f64, reason: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    /// Only what a turn of the listeners needs: the promise that `then` makes is dropped, and old engines have it.
    #[wasm_bindgen(js_name = Promise)]
    type Microtask;

    #[wasm_bindgen(static_method_of = Microtask, js_class = "Promise", js_name = resolve)]
    fn resolved() -> Microtask;

    #[wasm_bindgen(method)]
    fn then(this: &Microtask, work: &Closure<dyn FnMut(JsValue)>);
}

/// Guarded by the engine's own `try`: each event comes this way.
#[wasm_bindgen(module = "/src/browser/shapes.js")]
extern "C" {
    #[wasm_bindgen(js_name = carryOut)]
    fn carry_out(host: &WorkspaceHost, effect: &JsValue);

    #[wasm_bindgen(js_name = handedOver)]
    fn handed_over(host: &WorkspaceHost);
}

/// What the page found in storage before the core starts.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct RestoredRecords {
    #[tsify(optional)]
    pub token: Option<String>,
    #[tsify(optional)]
    pub preferences: Option<String>,
    /// Name and JSON text of each record of the local database.
    pub records: Vec<(String, String)>,
    pub unsent: Vec<(String, String)>,
    #[tsify(optional)]
    pub unhandled_delivery: Option<String>,
}

/// How a write of the host ended.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StoredOutcome {
    Ok,
    Full,
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
    /// What the host was told last.
    wake: Cell<Option<Wake>>,
    /// Hands over what is new; made once, not for every microtask.
    notifier: Closure<dyn FnMut(JsValue)>,
    microtask: Microtask,
    reader: TextReader,
    /// The same object for the same sound.
    sounds: RefCell<LiteMap<(Sound, Tone), JsValue>>,
}

#[wasm_bindgen]
pub struct WorkspaceStore {
    inner: Rc<Inner>,
}

#[wasm_bindgen]
impl WorkspaceStore {
    /// `seed`: 32 new random bytes. `apiBase`: without a trailing slash. Throws on records that are not of the shape.
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

    /// What the agent wants. Throws on an intent that is not of the shape; nothing changed then.
    pub fn dispatch(&self, intent: Ts<Intent>) -> Result<(), JsError> {
        let intent = from_js(intent.js_value())?;
        self.inner.accept(Input::Intent(intent));
        Ok(())
    }

    /// What the page lives through; `started` comes first.
    pub fn page(&self, input: Ts<PageInput>) -> Result<(), JsError> {
        let input = from_js(input.js_value())?;
        self.inner.accept(Input::Page(input));
        Ok(())
    }

    #[wasm_bindgen(js_name = brokerOpened)]
    pub fn broker_opened(&self, link: f64) {
        self.inner.accept(Input::Broker(BrokerInput::Opened { link: link as u64 }));
    }

    #[wasm_bindgen(js_name = brokerClosed)]
    pub fn broker_closed(&self, link: f64) {
        self.inner.accept(Input::Broker(BrokerInput::Closed { link: link as u64 }));
    }

    #[wasm_bindgen(js_name = brokerRefused)]
    pub fn broker_refused(&self, link: f64, message: String) {
        self.inner.accept(Input::Broker(BrokerInput::Refused { link: link as u64, message }));
    }

    /// One delivery, as raw text: it is parsed once, here.
    #[wasm_bindgen(js_name = brokerFrame)]
    pub fn broker_frame(&self, link: f64, ack: String, redelivered: bool, body: &JsString) {
        let body = self.inner.reader.read(body);
        self.inner.accept(Input::Broker(BrokerInput::Frame(Frame { link: link as u64, ack, redelivered, body })));
    }

    /// A `persist` effect ended.
    pub fn stored(&self, id: f64, outcome: Ts<StoredOutcome>) -> Result<(), JsError> {
        let result = match from_js(outcome.js_value())? {
            StoredOutcome::Ok => Ok(()),
            StoredOutcome::Full => Err(StoreFailure::Full),
            StoredOutcome::Unavailable => Err(StoreFailure::Unavailable),
        };
        self.inner.accept(Input::Stored(StoreId(id as u64), result));
        Ok(())
    }

    pub fn wake(&self) {
        self.inner.accept(Input::Wake);
    }

    /// Gives `receiver` what is new in the slice, once per microtask: its view, or a `ListPatch` (`undefined` where the list must be
    /// pulled whole). It may do nothing but take it; listeners are told in `handedOver`. Returns the number to unsubscribe
    /// with. Throws on a key nobody serves.
    pub fn subscribe(
        &self,
        key: &str,
        #[wasm_bindgen(unchecked_param_type = "(news: unknown) => void")] receiver: Function,
    ) -> Result<u32, JsError> {
        Ok(self.inner.snapshots.subscribe(&self.inner.workspace.borrow(), parse_key(key)?, receiver))
    }

    pub fn unsubscribe(&self, receiver: u32) {
        self.inner.snapshots.unsubscribe(receiver);
    }

    /// Whether something is new that the receivers were not given yet.
    #[wasm_bindgen(js_name = hasNews)]
    pub fn has_news(&self) -> bool {
        self.inner.snapshots.is_marked()
    }

    /// The view of a slice; `undefined` where the thing is not there. The same object as long as it is equal.
    #[wasm_bindgen(unchecked_return_type = "SliceViews[keyof SliceViews]")]
    pub fn snapshot(&self, key: &str) -> Result<JsValue, JsError> {
        let key = parse_key(key)?;
        Ok(self.inner.snapshots.get(&self.inner.workspace.borrow(), key))
    }

    /// Whether the slice is a list: it crosses by `list` and `patch`, not by `snapshot`. Throws on a key of no area.
    #[wasm_bindgen(js_name = isList)]
    pub fn is_list(&self, key: &str) -> Result<bool, JsError> {
        Ok(parse_key(key)?.is_list())
    }

    /// A list slice whole: `{ version, ids }`, or `undefined`.
    #[wasm_bindgen(unchecked_return_type = "ListSnapshot | undefined")]
    pub fn list(&self, key: &str) -> Result<JsValue, JsError> {
        let key = parse_key(key)?;
        Ok(match self.inner.workspace.borrow().view(&key) {
            crate::view::View::List(list) => to_js(&list),
            _ => JsValue::UNDEFINED,
        })
    }

    /// What changed in a list slice since `version`; `undefined` where it must be pulled whole.
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
    /// Handles the input now, or after those already waiting.
    fn accept(self: &Rc<Self>, input: Input) {
        self.inbox.borrow_mut().push_back(input);
        if self.draining.replace(true) {
            return;
        }
        loop {
            let next = self.inbox.borrow_mut().pop_front();
            let Some(input) = next else { break };
            let is_frame = matches!(input, Input::Broker(BrokerInput::Frame(_)));
            let mut step = self.workspace.borrow_mut().handle(input, self.clock.now());
            if self.snapshots.mark(&step.dirty) {
                self.schedule_notify();
            }
            for effect in step.effects.drain(..) {
                self.execute(effect);
            }
            self.workspace.borrow_mut().recycle_buffers(step.effects, step.dirty);
            // The one input that comes by the hundred: a wake-up that stands is left standing.
            if !is_frame || self.wake.get() != step.wake {
                self.set_wake(step.wake);
            }
        }
        self.draining.set(false);
    }

    fn execute(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Http(id, call, token) => {
                let inner = Rc::clone(self);
                spawn_local(async move {
                    let result = http::send(inner.api_base.clone(), call, token).await;
                    inner.accept(Input::Reply(id, result));
                });
            }
            Effect::Sound(sound, tone) => {
                let mut sounds = self.sounds.borrow_mut();
                let made = sounds.entry((sound, tone)).or_insert_with(|| to_js(&HostEffect::Sound { sound, tone }));
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
        // The page's queue of microtasks still holds the turn that was asked for: it must find its function.
        if self.notify_scheduled.get() {
            std::mem::replace(&mut self.notifier, notifier(Weak::new())).forget();
        }
    }
}

/// Nothing is told any more once the store is gone.
fn notifier(inner: Weak<Inner>) -> Closure<dyn FnMut(JsValue)> {
    Closure::new(move |_| {
        let Some(inner) = inner.upgrade() else { return };
        inner.notify_scheduled.set(false);
        if inner.snapshots.deliver(&inner.workspace.borrow()) {
            handed_over(&inner.host);
        }
    })
}

/// Asks the page for the time; for the offset from UTC, which changes at most with the minute, once a minute.
#[derive(Default)]
struct Clock {
    minute: Cell<i64>,
    utc_offset_minutes: Cell<i32>,
}

impl Clock {
    fn now(&self) -> Now {
        let wall = Wall(js_sys::Date::now() as i64);
        let minute = wall.0 / 60_000;
        if self.minute.replace(minute) != minute {
            self.utc_offset_minutes.set(-(js_sys::Date::new_0().get_timezone_offset() as i32));
        }
        Now { mono: Mono(performance_now() as u64), wall, utc_offset_minutes: self.utc_offset_minutes.get() }
    }
}

/// A port that throws is a fault of the port: the core goes on.
fn log_error(result: Result<(), JsValue>) {
    if let Err(error) = result {
        web_sys::console::error_1(&error);
    }
}
