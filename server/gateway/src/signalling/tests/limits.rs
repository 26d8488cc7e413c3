//! Tests of the limits of sessions, handles and waiting events, and of the cost of an input among many sessions.

use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use super::bench::{Bench, Phone};
use crate::control::CallFact;
use crate::signalling::{Input, LinkId, SignallingConfig};

/// The thing that a limit counts: creates one more (`Ok`: its session, link and handle), and ends one.
#[derive(Clone, Copy)]
enum Counted {
    SessionsInAll,
    SessionsOfALink,
    SessionsOfAnAddress,
    HandlesOfASession,
}

const LIMIT: usize = 3;

impl Counted {
    fn limit(self, config: &mut SignallingConfig) {
        let limits = &mut config.limits;
        *match self {
            Self::SessionsInAll => &mut limits.sessions,
            Self::SessionsOfALink => &mut limits.sessions_per_link,
            Self::SessionsOfAnAddress => &mut limits.sessions_per_address,
            Self::HandlesOfASession => &mut limits.handles_per_session,
        } = LIMIT;
    }

    /// The id of a new session or handle, or the code of the refusal.
    fn add(self, bench: &mut Bench, first: Phone, round: usize) -> Result<u64, u64> {
        let mut frame = json!({"janus": "create", "transaction": "t"});
        let mut link = first.link;
        match self {
            Self::SessionsOfALink => {}
            Self::SessionsInAll => link = bench.link(),
            Self::SessionsOfAnAddress => {
                link = bench.link();
                bench.run(Input::LinkOpened { link, address: Some("192.0.2.7".into()) });
            }
            Self::HandlesOfASession => {
                frame = json!({"janus": "attach", "transaction": "t", "session_id": first.session,
                    "plugin": "janus.plugin.sip"});
            }
        }
        // For the limit of an address, sessions over HTTP and over WebSockets count alike.
        if matches!(self, Self::SessionsOfAnAddress) && round % 2 == 1 {
            bench.run(Input::Post { link, session: None, handle: None, text: frame.to_string() });
            bench.run(Input::LinkClosed { link });
        } else {
            bench.frame(link, &frame);
        }
        let answer = bench.messages_to(link).pop().unwrap();
        assert_eq!(answer["transaction"], "t");
        answer["data"]["id"].as_u64().ok_or_else(|| answer["error"]["code"].as_u64().unwrap())
    }

    fn end(self, bench: &mut Bench, first: Phone, id: u64) {
        let frame = match self {
            Self::HandlesOfASession => {
                json!({"janus": "detach", "transaction": "e", "session_id": first.session, "handle_id": id})
            }
            _ => json!({"janus": "destroy", "transaction": "e", "session_id": id}),
        };
        bench.frame(first.link, &frame);
    }
}

#[rstest]
#[case::all_sessions(Counted::SessionsInAll, 1, 472)]
#[case::sessions_of_a_link(Counted::SessionsOfALink, 1, 472)]
#[case::sessions_of_an_address(Counted::SessionsOfAnAddress, 0, 472)]
#[case::handles_of_a_session(Counted::HandlesOfASession, 1, 461)]
fn at_a_limit_another_session_or_handle_is_refused_until_one_ends(
    #[case] counted: Counted,
    #[case] before: usize,
    #[case] code: u64,
) {
    let mut bench = Bench::with(|config| counted.limit(config));
    let first = bench.phone();
    let added: Vec<u64> = (before..LIMIT).map(|round| counted.add(&mut bench, first, round).unwrap()).collect();
    assert_eq!(counted.add(&mut bench, first, LIMIT), Err(code));
    assert_eq!(counted.add(&mut bench, first, LIMIT + 1), Err(code));
    counted.end(&mut bench, first, added[0]);
    assert!(counted.add(&mut bench, first, LIMIT).is_ok());
    assert_eq!(counted.add(&mut bench, first, LIMIT), Err(code));
}

#[test]
fn a_session_with_a_registered_telephone_does_not_count_for_its_address() {
    let counted = Counted::SessionsOfAnAddress;
    let mut bench = Bench::with(|config| counted.limit(config));
    let first = bench.phone();
    let mut office = Vec::new();
    for extension in 3_000..3_010 {
        let link = bench.link();
        bench.run(Input::LinkOpened { link, address: Some("192.0.2.7".into()) });
        office.push(bench.registered_on(link, &extension.to_string()));
    }
    let added: Vec<u64> = (0..LIMIT).map(|round| counted.add(&mut bench, first, round).unwrap()).collect();
    assert_eq!(counted.add(&mut bench, first, 0), Err(472));
    counted.end(&mut bench, first, added[0]);
    bench.request(office[0], "unregister");
    assert_eq!(counted.add(&mut bench, first, 0), Err(472), "a session without its telephone counts again");
}

#[test]
fn a_session_cannot_be_claimed_by_a_link_with_its_maximum_of_sessions() {
    let mut bench = Bench::with(|config| config.limits.sessions_per_link = 1);
    let (first, second) = (bench.registered("3001"), bench.registered("3002"));
    let claim = json!({"janus": "claim", "transaction": "r", "session_id": second.session});
    bench.frame(first.link, &claim);
    assert_eq!(bench.frames(first), ["error 472"]);
    bench.frame(second.link, &claim);
    assert_eq!(bench.frames(second), ["success [r]"], "a session may stay where it is");
}

#[rstest]
#[case::transaction_at_the_limit(64, "pong")]
#[case::transaction_over_the_limit(65, "error")]
fn a_long_transaction_is_refused_and_not_repeated(#[case] length: usize, #[case] expected: &str) {
    let mut bench = Bench::new();
    let link = bench.link();
    let transaction = "é".repeat(length);
    bench.frame(link, &json!({"janus": "ping", "transaction": transaction}));
    let answer = bench.messages_to(link).pop().unwrap();
    assert_eq!(answer["janus"], expected);
    if expected == "error" {
        assert_eq!((&answer["error"]["code"], &answer["transaction"]), (&json!(467), &Value::Null));
    }
}

#[rstest]
#[case::by_the_number_of_events(256, usize::MAX)]
#[case::by_the_size_of_events(usize::MAX, 256 * 1024)]
fn a_session_whose_client_takes_no_events_ends_at_the_limit(#[case] events: usize, #[case] bytes: usize) {
    let mut bench = Bench::with(|config| {
        config.limits.waiting_events = events;
        config.limits.waiting_bytes = bytes;
    });
    let phone = bench.registered("3001");
    bench.run(Input::LinkClosed { link: phone.link });
    let link = bench.link();
    // Each request causes one event; its size is mostly the reason of the error.
    let frame = json!({"janus": "message", "transaction": "x".repeat(64), "body": {"request": "y".repeat(64)}});
    let mut accepted = 0;
    loop {
        let (session, handle) = (Some(phone.session), Some(phone.handle));
        bench.run(Input::Post { link, session, handle, text: frame.to_string() });
        if bench.facts() == [CallFact::Unregistered { extension: "3001".into() }] {
            break;
        }
        accepted += 1;
        assert!(accepted < 10_000, "the events of the session grow without end");
    }
    let most = if events == 256 { 256 } else { 256 * 1024 / 250 };
    assert!(accepted <= most && accepted > most / 4, "{accepted}");
    assert_eq!(bench.machine.sessions.len(), 0);
    bench.frame(link, &json!({"janus": "claim", "transaction": "r", "session_id": phone.session}));
    assert_eq!(bench.frames_to(link).pop().unwrap(), "error 458");
}

#[test]
fn a_session_without_a_telephone_ends_after_10_s_whatever_it_sends() {
    let mut bench = Bench::new();
    let phone = bench.phone();
    bench.ask(phone, json!({"request": "register", "username": "sip:3001@c", "secret": "wrong"}), None);
    for _ in 0..9 {
        bench.pass(1);
        bench.frame(phone.link, &json!({"janus": "keepalive", "transaction": "k", "session_id": phone.session}));
        bench.frame(phone.link, &json!({"janus": "ping", "transaction": "p"}));
    }
    assert!(!bench.frames(phone).contains(&"timeout".to_owned()));
    bench.pass(1);
    assert_eq!(bench.frames(phone).pop().unwrap(), "timeout");
    assert_eq!(bench.machine.sessions.len(), 0);
}

#[test]
fn a_session_that_unregistered_its_telephone_may_stay_and_register_again() {
    let mut bench = Bench::new();
    let phone = bench.registered("3001");
    bench.request(phone, "unregister");
    bench.pass(30);
    assert!(!bench.frames(phone).contains(&"timeout".to_owned()));
}

#[test]
fn sessions_that_ended_leave_no_state() {
    let mut bench = Bench::new();
    let link = bench.link();
    bench.run(Input::LinkOpened { link, address: Some("192.0.2.7".into()) });
    bench.frame(link, &json!({"janus": "create", "transaction": "t"}));
    bench.phone();
    bench.run(Input::LinkClosed { link });
    bench.pass(60);
    assert!(bench.machine.sessions.is_empty());
    assert_eq!(bench.machine.next_wake(), None);
}

/// The number of sessions that one input visits among `count` sessions.
fn visits(count: u64, input: impl Fn(Phone) -> Input) -> usize {
    let mut bench = Bench::with(|config| {
        config.limits.sessions = usize::MAX;
        config.limits.registration_timeout = Duration::from_secs(3_600);
    });
    let phone = bench.registered("3001");
    for number in 0..count {
        let link = LinkId(1_000_000 + number);
        bench.frame(link, &json!({"janus": "create", "transaction": "t"}));
    }
    bench.machine.sessions.visits.set(0);
    bench.run(input(phone));
    assert!(bench.machine.next_wake().is_some());
    bench.machine.sessions.visits.get()
}

#[rstest]
#[case::a_ping(|phone: Phone| Input::Frame { link: phone.link, text: r#"{"janus":"ping","transaction":"t"}"#.into() })]
#[case::a_new_session(|phone: Phone| Input::Frame { link: phone.link, text: r#"{"janus":"create","transaction":"t"}"#.into() })]
#[case::a_keep_alive(|phone: Phone| Input::Frame { link: phone.link,
    text: json!({"janus": "keepalive", "transaction": "t", "session_id": phone.session}).to_string() })]
#[case::a_closed_link(|phone: Phone| Input::LinkClosed { link: phone.link })]
#[case::a_wake_up(|_| Input::Wake)]
fn an_input_visits_no_more_sessions_among_10_000_than_among_10(#[case] input: impl Fn(Phone) -> Input) {
    let (few, many) = (visits(10, &input), visits(10_000, &input));
    assert_eq!(few, many);
    assert!(many <= 12, "{many}");
}
