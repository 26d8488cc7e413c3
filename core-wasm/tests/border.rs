//! The core from the outside, in a JavaScript engine: round trips, invalid input, calls from inside a subscriber, and
//! ports that throw.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core_wasm::{WorkspaceHost, WorkspaceStore};
use js_sys::{Array, Function, JSON, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use tsify::Ts;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

const CHROME: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";

fn js(json: &str) -> JsValue {
    JSON::parse(json).expect("the test's own JSON")
}

/// A page that records the effects of the core.
struct Page {
    store: WorkspaceStore,
    effects: Array,
    /// Called after all new values were delivered.
    listener: Rc<RefCell<Option<Function>>>,
}

impl Page {
    fn new(restored: &str) -> Self {
        let effects = Array::new();
        let collect = effects.clone();
        let on_effect = Closure::<dyn FnMut(JsValue)>::new(move |effect| {
            collect.push(&effect);
        });
        let ignore = Function::new_no_args("");
        let host = Object::new();
        Reflect::set(&host, &"effect".into(), on_effect.as_ref()).unwrap();
        Reflect::set(&host, &"wakeAfter".into(), &ignore).unwrap();
        on_effect.forget();
        let listener: Rc<RefCell<Option<Function>>> = Rc::default();
        let listening = Rc::clone(&listener);
        let on_views_delivered = Closure::<dyn FnMut()>::new(move || {
            let listener = listening.borrow().clone();
            listener.map(|listener| listener.call0(&JsValue::UNDEFINED));
        });
        Reflect::set(&host, &"onViewsDelivered".into(), on_views_delivered.as_ref()).unwrap();
        on_views_delivered.forget();
        Self { store: store(restored, host.unchecked_into()), effects, listener }
    }

    fn start(&self, path: &str) {
        let input = format!(
            r#"{{"type":"started","path":"{path}","userAgent":"{CHROME}","online":true,"focused":true,"visible":true}}"#
        );
        assert!(self.store.page(Ts::new_unchecked(js(&input))).is_ok());
    }

    fn dispatch(&self, intent: &str) -> bool {
        self.store.dispatch(Ts::new_unchecked(js(intent))).is_ok()
    }

    fn snapshot(&self, key: &str) -> JsValue {
        self.store.snapshot(key).unwrap_or_else(|_| panic!("{key} is served"))
    }

    fn field(&self, key: &str, name: &str) -> JsValue {
        Reflect::get(&self.snapshot(key), &name.into()).unwrap()
    }

    fn effects_of(&self, kind: &str) -> Vec<JsValue> {
        self.effects.iter().filter(|effect| Reflect::get(effect, &"type".into()).unwrap() == kind).collect()
    }
}

fn store(restored: &str, host: WorkspaceHost) -> WorkspaceStore {
    WorkspaceStore::new(&[7; 32], "/api".to_owned(), Ts::new_unchecked(js(restored)), host)
        .unwrap_or_else(|_| panic!("the store starts"))
}

async fn microtasks() {
    // One turn of the promise queue runs the microtasks that the store has scheduled before.
    for _ in 0..3 {
        wasm_bindgen_futures::JsFuture::from(js_sys::Promise::resolve(&JsValue::NULL)).await.unwrap();
    }
}

#[wasm_bindgen_test]
fn a_page_without_a_token_is_signed_out_and_sent_to_the_login() {
    let page = Page::new(r#"{"records":[],"unsent":[]}"#);
    page.start("/attendance/7");
    assert_eq!(page.field("session", "phase"), "signedOut");
    assert_eq!(page.field("route", "path"), "/login");
    let navigations = page.effects_of("navigate");
    assert_eq!(Reflect::get(navigations.last().unwrap(), &"path".into()).unwrap(), "/login");
}

#[wasm_bindgen_test]
fn an_intent_of_the_wrong_shape_is_refused_and_changes_nothing() {
    let page = Page::new("{}");
    page.start("/login");
    let before = JSON::stringify(&page.snapshot("session")).unwrap();
    for bad in [
        "null",
        "{}",
        "17",
        r#"{"type":"unknown"}"#,
        r#"{"area":"session","type":"signIn","login":5,"password":"x"}"#,
        r#"{"area":"shell","type":"snackbarShown","id":"x","chars":-1}"#,
    ] {
        assert!(!page.dispatch(bad), "{bad} must be refused");
    }
    assert_eq!(JSON::stringify(&page.snapshot("session")).unwrap(), before);
    assert!(page.dispatch(r#"{"area":"notifications","type":"notificationsReadAll"}"#));
}

#[wasm_bindgen_test]
fn an_unknown_key_and_a_seed_of_the_wrong_length_are_errors() {
    let page = Page::new("{}");
    assert!(page.store.snapshot("nonsense").is_err());
    assert!(page.store.subscribe("job:", Function::new_no_args("")).is_err());
    let host: WorkspaceHost = Object::new().unchecked_into();
    assert!(WorkspaceStore::new(&[1; 31], String::new(), Ts::new_unchecked(js("{}")), host).is_err());
}

#[wasm_bindgen_test]
fn a_snapshot_keeps_its_identity_until_its_slice_changes() {
    let page = Page::new("{}");
    page.start("/login");
    // The value is read before any subscription, as a component does.
    let first = page.snapshot("preferences");
    let number = page.store.subscribe("preferences", Function::new_no_args("")).unwrap_or_default();
    assert!(Object::is(&first, &page.snapshot("preferences")));
    page.dispatch(r#"{"area":"shell","type":"changePreferences","change":{"language":"en","theme":"dark"}}"#);
    let second = page.snapshot("preferences");
    assert!(!Object::is(&first, &second));
    assert_eq!(Reflect::get(&second, &"language".into()).unwrap(), "en");
    page.store.unsubscribe(number);
}

#[wasm_bindgen_test]
async fn a_listener_may_read_and_dispatch_and_is_notified_once_per_turn() {
    let page = Rc::new(Page::new("{}"));
    page.start("/login");
    microtasks().await;
    let notified = Rc::new(RefCell::new(Vec::new()));
    let (inside, noted) = (Rc::clone(&page), Rc::clone(&notified));
    let listener = Closure::<dyn FnMut()>::new(move || {
        let theme = inside.field("preferences", "theme").as_string().unwrap();
        noted.borrow_mut().push(theme.clone());
        if theme == "dark" {
            // A call from inside a subscriber would use the core recursively.
            inside
                .dispatch(r#"{"area":"shell","type":"changePreferences","change":{"language":"en","theme":"light"}}"#);
        }
    });
    let function: &Function = listener.as_ref().unchecked_ref();
    *page.listener.borrow_mut() = Some(function.clone());
    let _ = page.store.subscribe("preferences", Function::new_no_args(""));
    page.dispatch(r#"{"area":"shell","type":"changePreferences","change":{"language":"pt-BR","theme":"light"}}"#);
    page.dispatch(r#"{"area":"shell","type":"changePreferences","change":{"language":"pt-BR","theme":"dark"}}"#);
    assert!(notified.borrow().is_empty(), "listeners run in their own turn");
    microtasks().await;
    assert_eq!(*notified.borrow(), ["dark", "light"]);
}

#[wasm_bindgen_test]
async fn a_receiver_gets_each_change_once_also_after_a_read_and_a_throwing_one_does_not_stop_the_others() {
    const DARK: &str = r#"{"area":"shell","type":"changePreferences","change":{"language":"en","theme":"dark"}}"#;
    let page = Page::new("{}");
    page.start("/login");
    microtasks().await;
    let got = Array::new();
    let collect = got.clone();
    let receive = Closure::<dyn FnMut(JsValue)>::new(move |news| {
        collect.push(&news);
    });
    let _ = page.store.subscribe("preferences", Function::new_no_args("throw new Error('a receiver at fault')"));
    let _ = page.store.subscribe("preferences", receive.as_ref().unchecked_ref::<Function>().clone());
    let _ = page.store.subscribe("session", receive.as_ref().unchecked_ref::<Function>().clone());
    page.snapshot("preferences");
    assert!(!page.store.has_news());
    page.dispatch(DARK);
    assert!(page.store.has_news());
    // A component reads the value before its subscriber is called.
    let read = page.snapshot("preferences");
    microtasks().await;
    assert!(!page.store.has_news());
    assert_eq!(got.length(), 1, "the session is what it was");
    assert!(Object::is(&got.get(0), &read));
    // The same dispatch again changes nothing.
    page.dispatch(DARK);
    microtasks().await;
    assert_eq!(got.length(), 1);
}

#[wasm_bindgen_test]
async fn an_effect_may_dispatch_an_intent_and_a_port_that_throws_does_not_stop_the_core() {
    let host = Object::new();
    let throwing = Function::new_no_args("throw new Error('a port at fault')");
    Reflect::set(&host, &"effect".into(), &throwing).unwrap();
    Reflect::set(&host, &"wakeAfter".into(), &throwing).unwrap();
    let store = store("{}", host.unchecked_into());
    let input = format!(
        r#"{{"type":"started","path":"/","userAgent":"{CHROME}","online":true,"focused":true,"visible":true}}"#
    );
    assert!(store.page(Ts::new_unchecked(js(&input))).is_ok());
    let phase = Reflect::get(&store.snapshot("session").unwrap_or_default(), &"phase".into()).unwrap();
    assert_eq!(phase, "signedOut");
}

#[wasm_bindgen_test]
fn broken_records_are_left_out_and_the_others_are_used() {
    let page = Page::new(
        r#"{"preferences":"{\"language\":\"en\"}","records":[["jobs/1","not json"],["unknown","{}"]],"unsent":[["draft/1/2","[]"]]}"#,
    );
    page.start("/login");
    assert_eq!(page.field("preferences", "language"), "en");
}

#[wasm_bindgen_test]
fn a_list_is_passed_to_the_page_whole_once_and_then_as_patches() {
    let page = Page::new("{}");
    page.start("/login");
    let list = page.store.list("jobOrder:active").unwrap_or_default();
    assert_eq!(Reflect::get(&list, &"version".into()).unwrap(), 0);
    let patch = page.store.patch("jobOrder:active", 0).unwrap_or_default();
    assert_eq!(Array::from(&Reflect::get(&patch, &"ops".into()).unwrap()).length(), 0);
    assert!(
        page.store.patch("jobOrder:active", 5).unwrap_or_default().is_undefined(),
        "an unknown version pulls the whole"
    );
}

#[wasm_bindgen_test]
fn texts_are_passed_to_the_page_unchanged_and_a_missing_value_is_undefined() {
    let words = "a\"b\\c\n\u{1}\u{7f}é👍</script>";
    let kept = format!(
        r#"[{{"id":"n1","kind":"system","protocol":"","subject":"x","body":{},"count":1,"time":1,"read":false}}]"#,
        quoted(words)
    );
    let identity = quoted(r#"{"agent_id":"101","org_unit_id":"1"}"#);
    let restored = format!(
        r#"{{"token":"t","records":[["authentication",{identity}],["notifications",{}]],"unsent":[]}}"#,
        quoted(&kept)
    );
    let page = Page::new(&restored);
    page.start("/");
    let items = Array::from(&page.field("notifications", "items"));
    assert_eq!(Reflect::get(&items.get(0), &"body".into()).unwrap(), words);
    assert_eq!(Reflect::get(&items.get(0), &"time".into()).unwrap(), 1);
    assert!(page.field("link", "lastEvent").is_undefined());
    assert!(page.snapshot("job:1").is_undefined());
}

fn quoted(text: &str) -> String {
    JSON::stringify(&text.into()).unwrap().into()
}

#[wasm_bindgen_test]
fn an_unchanged_wake_up_is_requested_once_for_many_frames() {
    let notified = Array::new();
    let host = Object::new();
    let collect = notified.clone();
    let on_wake = Closure::<dyn FnMut(JsValue)>::new(move |after: JsValue| {
        collect.push(&after);
    });
    Reflect::set(&host, &"effect".into(), &Function::new_no_args("")).unwrap();
    Reflect::set(&host, &"wakeAfter".into(), on_wake.as_ref()).unwrap();
    on_wake.forget();
    let store = store("{}", host.unchecked_into());
    store.wake();
    let after_wake = notified.length();
    for _ in 0..5 {
        store.broker_frame(1.0, "a".to_owned(), &js_sys::JsString::from("{}"));
    }
    assert_eq!(notified.length(), after_wake, "frames change no wake-up here");
    store.wake();
    assert_eq!(notified.length(), after_wake + 1, "a spent wake-up is requested again");
}

#[wasm_bindgen_test]
fn every_report_of_the_voice_ports_is_read_and_another_object_is_refused() {
    let page = Page::new("{}");
    page.start("/login");
    let reports: Array = js(include_str!("voice_reports.json")).unchecked_into();
    assert!(reports.length() > 20);
    for report in reports.iter() {
        let text = JSON::stringify(&report).unwrap();
        assert!(page.store.voice(Ts::new_unchecked(report)).is_ok(), "{text}");
    }
    let wrong = [
        r#"{}"#,
        r#"{"type":"rings"}"#,
        r#"{"type":"opened"}"#,
        r#"{"type":"opened","link":-1}"#,
        r#"{"type":"ice","call":1,"state":"warm"}"#,
        r#"{"type":"posted","link":1,"transaction":"a","outcome":{"type":"failed","reason":"x"}}"#,
        r#"{"type":"described","call":1,"description":{"type":"pranswer","sdp":""}}"#,
        r#"{"type":"failed","call":1,"failure":{"fault":"noCamera"}}"#,
    ];
    for report in wrong {
        assert!(page.store.voice(Ts::new_unchecked(js(report))).is_err(), "{report}");
    }
}
