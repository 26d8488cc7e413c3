//! Random sequences of inputs, for which some invariants must hold.

use crate::call::{CallReport, LegState, PeerEffect};
use crate::flow::{Command, Effect, Event, Input, PeerInput};
use crate::frame::{RequestBody, Trickle};
use crate::ids::CallNumber;
use crate::session::SessionState;
use crate::testing::{Client, HANDLE, SESSION, answer, node, offer, setup};
use crate::{Fault, HttpFailure, Node};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A step of a random run.
#[derive(Clone, Debug)]
enum Action {
    Command(Command),
    Peer(PeerInput),
    Ack,
    Success(u64),
    Error(u16),
    Plugin(Value, bool),
    Frame(Value),
    Opened,
    Closed,
    PostFailed(HttpFailure),
    Polled(Result<(), HttpFailure>),
    Wait(u64),
}

fn commands() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(Command::Reconnect),
        Just(Command::Register),
        Just(Command::Dial("1".to_owned())),
        Just(Command::Accept),
        Just(Command::Decline),
        Just(Command::HangUp),
        Just(Command::Hold),
        Just(Command::Unhold),
        Just(Command::Tones("1".to_owned())),
        Just(Command::RestartIce),
    ]
    .prop_map(Action::Command)
}

fn peers() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(PeerInput::Described(offer())),
        Just(PeerInput::Described(answer())),
        Just(PeerInput::Failed(Fault::NoAudioDevice)),
        Just(PeerInput::Candidate(Trickle::Completed)),
        Just(PeerInput::TonesRefused("1".to_owned())),
    ]
    .prop_map(Action::Peer)
}

fn plugin() -> impl Strategy<Value = Action> {
    let names = [
        "registering",
        "registered",
        "calling",
        "ringing",
        "progress",
        "incomingcall",
        "accepting",
        "accepted",
        "updatingcall",
        "updating",
        "updated",
        "declining",
        "hangingup",
        "hangup",
        "holding",
        "resuming",
        "missed_call",
    ];
    let event = (proptest::sample::select(names.to_vec()), any::<bool>(), 0..3_u8, prop_oneof![Just(200), Just(486)]);
    event.prop_map(|(name, jsep, call, code)| {
        let data = json!({ "call_id": format!("c{call}"), "result": { "event": name, "code": code } });
        Action::Plugin(data, jsep)
    })
}

fn frames() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(json!({ "janus": "timeout", "session_id": SESSION })),
        Just(json!({ "janus": "hangup", "sender": HANDLE })),
        Just(json!({ "janus": "detached", "sender": HANDLE })),
        Just(json!({ "janus": "webrtcup", "sender": HANDLE })),
        Just(json!({ "janus": "trickle", "sender": HANDLE, "candidate": { "completed": true } })),
    ]
    .prop_map(Action::Frame)
}

fn actions() -> impl Strategy<Value = Action> {
    let failures =
        || prop_oneof![Just(HttpFailure::Network), Just(HttpFailure::TimedOut), Just(HttpFailure::Status(500))];
    prop_oneof![
        6 => commands(),
        6 => peers(),
        6 => Just(Action::Ack),
        6 => prop_oneof![Just(SESSION), Just(HANDLE)].prop_map(Action::Success),
        2 => proptest::sample::select(vec![403_u16, 458, 459, 460, 471]).prop_map(Action::Error),
        10 => plugin(),
        2 => frames(),
        3 => Just(Action::Opened),
        1 => Just(Action::Closed),
        1 => failures().prop_map(Action::PostFailed),
        2 => prop_oneof![Just(Ok(())), failures().prop_map(Err)].prop_map(Action::Polled),
        4 => proptest::sample::select(vec![100_u64, 250, 5_000, 8_000, 10_000]).prop_map(Action::Wait),
    ]
}

/// The state seen in the run so far.
#[derive(Default)]
struct Seen {
    transactions: BTreeSet<String>,
    keep_alive_open: bool,
    destroyed: bool,
    begun: BTreeSet<CallNumber>,
    ended: BTreeSet<CallNumber>,
}

impl Seen {
    /// Checks every effect since the last check.
    fn check(&mut self, client: &mut Client) {
        for effect in client.effects() {
            match effect {
                Effect::Send(_, request) | Effect::Post { request, .. } => {
                    assert!(!self.destroyed, "a frame after destroy: {request:?}");
                    assert!(self.transactions.insert(request.transaction.0.clone()), "a transaction id twice");
                    // A new session owes no answer to a keep-alive of the old one.
                    self.keep_alive_open &= request.body != RequestBody::Create;
                    let is_keep_alive = request.body == RequestBody::KeepAlive;
                    assert!(!(is_keep_alive && self.keep_alive_open), "two keep-alives");
                    self.keep_alive_open |= is_keep_alive;
                    self.destroyed = request.body == RequestBody::Destroy;
                }
                Effect::OpenSocket { .. } | Effect::CloseLink(_) => self.keep_alive_open = false,
                Effect::Peer(number, PeerEffect::Close) => assert!(self.begun.contains(&number)),
                Effect::Peer(number, _) => {
                    assert!(!self.ended.contains(&number), "{number:?} was used after its end");
                    self.begun.insert(number);
                }
                Effect::Poll { .. } | Effect::SetTimer(..) | Effect::CancelTimer(_) => {}
            }
        }
        for event in client.events() {
            if let Event::Call(number, report) = event {
                assert!(!self.ended.contains(&number), "{report:?} after the end of {number:?}");
                self.begun.insert(number);
                if matches!(report, CallReport::Ended(_)) {
                    self.ended.insert(number);
                }
            }
        }
    }
}

fn apply(client: &mut Client, seen: &mut Seen, action: Action) {
    match action {
        Action::Command(command) => client.command(command),
        Action::Peer(input) => client.peer(input),
        Action::Ack => {
            seen.keep_alive_open &= client.last().body != RequestBody::KeepAlive;
            client.ack();
        }
        Action::Success(id) => {
            seen.keep_alive_open &= client.last().body != RequestBody::KeepAlive;
            client.success(id);
        }
        Action::Error(code) => {
            seen.keep_alive_open &= client.last().body != RequestBody::KeepAlive;
            client.error(code);
        }
        Action::Plugin(data, jsep) => client.plugin(data, jsep.then(offer)),
        Action::Frame(frame) => client.frame(frame),
        Action::Opened => client.opened(),
        Action::Closed => client.closed(),
        Action::PostFailed(failure) => {
            let transaction = client.last().transaction.clone();
            client.input(Input::Posted(client.link(), transaction, Err(failure)));
        }
        Action::Polled(answer) => {
            let answer = answer.map(|()| "[]".to_owned());
            client.input(Input::Polled(client.link(), answer));
        }
        Action::Wait(ms) => client.advance(ms),
    }
}

fn run(nodes: Vec<Node>, actions: Vec<Action>) {
    let mut client = Client::connecting(setup(nodes));
    client.opened();
    client.make_session();
    let mut seen = Seen::default();
    seen.check(&mut client);
    for action in actions {
        apply(&mut client, &mut seen, action);
        seen.check(&mut client);
    }
    // A call always ends, at the latest five seconds after the agent hung up.
    client.command(Command::HangUp);
    client.advance(5_000);
    seen.check(&mut client);
    assert_eq!(client.signalling.call(), LegState::Idle);
    assert_eq!(seen.begun, seen.ended);
    // A session always ends, and leaves no timer set.
    client.command(Command::Disconnect);
    client.advance(10_000);
    seen.check(&mut client);
    assert_eq!(client.signalling.session(), SessionState::Idle);
    assert_eq!(client.timers(), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_events_over_a_socket_keeps_the_invariants(actions in proptest::collection::vec(actions(), 0..60)) {
        run(vec![node("wss://one"), node("wss://two")], actions);
    }

    #[test]
    fn any_order_of_events_over_http_keeps_the_invariants(actions in proptest::collection::vec(actions(), 0..60)) {
        run(vec![node("https://one"), node("https://two")], actions);
    }
}
