//! What the contact centre reads over REST and from the customers' page: any body to any route, as anybody.

use crate::desk::{centre_of_the_day, protocols};
use crate::split;
use contact_centre::store::MemoryStore;
use contact_centre::wire::Wall;
use contact_centre::{API_ROUTES, Argon2id, Centre, Context, HttpRequest, SeededEntropy};
use std::sync::LazyLock;

/// Which route, who, which of the things that the path names.
pub const HEAD: usize = 3;
const NOW: Wall = Wall(1_795_182_400_000);
const OUTSIDE: [(&str, &str); 6] = [
    ("GET", "queues"),
    ("POST", "chats"),
    ("POST", "chats/{protocol}/messages"),
    ("POST", "chats/{protocol}/typing"),
    ("POST", "chats/{protocol}/end"),
    ("GET", "chats/{protocol}/events"),
];

struct Scene {
    store: MemoryStore,
    /// Nobody, the agent, the customer, a stranger.
    callers: [Option<String>; 4],
    written: String,
}

static SCENE: LazyLock<Scene> = LazyLock::new(|| {
    let (store, token, secret) = centre_of_the_day();
    let bearer = |word: &str| Some(format!("Bearer {word}"));
    let written = format!("{store:?}");
    Scene { store, callers: [None, bearer(&token), bearer(&secret), bearer("nobody")], written }
});

pub fn run(input: &[u8]) {
    let ([route, who, named], text) = split::<HEAD>(input);
    let scene = &*SCENE;
    let all = API_ROUTES.len() + OUTSIDE.len();
    let outside = (route % all).checked_sub(API_ROUTES.len());
    let (method, pattern) = match outside {
        Some(place) => OUTSIDE[place],
        None => (API_ROUTES[route % all].method, API_ROUTES[route % all].path),
    };
    // A body may bring its own query before the first line's end.
    let (query, body) = match text.split_once('\n') {
        Some((query, body)) => (query.to_owned(), body.to_owned()),
        None => (String::new(), text),
    };
    let request = HttpRequest {
        method: method.to_owned(),
        path: filled(pattern, named),
        query,
        authorization: scene.callers[who % scene.callers.len()].clone(),
        body,
    };
    let mut store = scene.store.clone();
    let (mut entropy, hasher) = (SeededEntropy(3), Argon2id::cheap());
    let mut context = Context::new(NOW, &mut entropy, &hasher);
    let centre = Centre::default();
    let reply = match outside {
        Some(_) => centre.web_chat_http(&mut store, &mut context, &request),
        None => centre.http(&mut store, &mut context, &request),
    };
    assert!(reply.status < 500, "{request:?} is answered with {} {}", reply.status, reply.body);
    if reply.status != 204 {
        serde_json::from_str::<serde_json::Value>(&reply.body).expect("an answer in JSON");
    }
    // What a wrong password leaves behind is the way to refuse the next ones.
    let counts_failures = pattern == "/auth/login" || pattern.ends_with("-password");
    if reply.status >= 400 && !counts_failures {
        assert!(
            format!("{store:?}") == scene.written,
            "{request:?} was refused with {} and changed something",
            reply.status
        );
    }
    centre.tick(&mut store, &mut context).expect("time passes");
}

/// The path with names of things that are there, and sometimes of things that are not.
fn filled(pattern: &str, named: usize) -> String {
    let protocols = protocols();
    let segments = pattern.trim_start_matches('/').split('/').map(|segment| match segment {
        "{protocol}" => protocols.get(named % 4).cloned().unwrap_or_else(|| "77".to_owned()),
        "{channel}" => ["chat", "whatsapp", "voice", "smoke"][named % 4].to_owned(),
        "{id}" | "{agent}" | "{agentId}" => ["101", "101", "102", "999"][named % 4].to_owned(),
        other if other.starts_with('{') => ["1", "2", "", "%2F%00%FF"][named % 4].to_owned(),
        other => other.to_owned(),
    });
    segments.collect::<Vec<_>>().join("/")
}
