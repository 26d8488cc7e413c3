//! Every state and event of each state machine: the next state and the actions. Events without effect are listed in one
//! line. A changed line in a snapshot has to be reviewed.

use crate::call::table_of_calls;
use crate::fault::Fault;
use crate::ids::{HandleId, LinkNumber, SessionId};
use crate::link::{Link, LinkEvent};
use crate::node::Nodes;
use crate::registration::{Registration, RegistrationEvent};
use crate::session::{Session, SessionEvent};
use crate::testing::node;
use std::fmt::Debug;

/// Appends the cells of one state to the table. `step` handles an event in that state and returns the next state and
/// the actions.
pub(crate) fn append_state_to_table<E: Clone + Debug, A: Debug>(
    table: &mut String,
    name: &str,
    events: &[E],
    step: impl Fn(E) -> (String, Vec<A>),
) {
    table.push_str(&format!("{name}\n"));
    let mut ignored = Vec::new();
    for event in events {
        let (next, actions) = step(event.clone());
        if next == name.split(' ').next().unwrap_or_default() && actions.is_empty() {
            ignored.push(format!("{event:?}"));
        } else {
            table.push_str(&format!("    {event:?} -> {next} {actions:?}\n"));
        }
    }
    if !ignored.is_empty() {
        table.push_str(&format!("    ignored: {}\n", ignored.join(", ")));
    }
}

#[test]
fn link() {
    use LinkEvent::{Close, Failed, Open, Opened, Poll, PollAnswered, PollFailed};
    let events = [Open, Opened, Failed, Poll, PollAnswered, PollFailed, Close];
    let states: [(&str, &str, &[LinkEvent]); 6] = [
        ("Closed", "wss", &[]),
        ("Opening", "wss", &[Open]),
        ("Open by WebSocket", "wss", &[Open, Opened]),
        ("Open by HTTP", "https", &[Open]),
        ("Open by HTTP after three failures", "https", &[Open, PollFailed, PollFailed, PollFailed]),
        ("Closed after three failures", "https", &[Open, PollFailed, PollFailed, PollFailed, Close]),
    ];
    let mut table = String::new();
    for (name, scheme, history) in states {
        for nodes in [vec![node(&format!("{scheme}://one"))], vec![node(&format!("{scheme}://one")), node("wss://two")]]
        {
            let count = nodes.len();
            let mut link = Link::new(Nodes::new(nodes), LinkNumber(0));
            for event in history {
                link.handle(*event);
            }
            append_state_to_table(&mut table, &format!("{name} ({count} nodes)"), &events, |event| {
                let mut link = link.clone();
                let actions = link.handle(event);
                (format!("{:?}", link.state()), actions)
            });
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn session() {
    use SessionEvent::{
        Connect, Destroy, Gone, KeepAliveAnswered, KeepAliveDue, LinkDown, LinkMoved, LinkUp, Refused, RequestFailed,
        Succeeded,
    };
    let up = LinkUp { keep_alive: true };
    let events = [
        Connect,
        up,
        LinkUp { keep_alive: false },
        LinkMoved,
        LinkDown(Fault::LostConnection),
        Succeeded(Some(9)),
        Succeeded(None),
        Refused(403),
        Refused(458),
        Refused(460),
        RequestFailed(Fault::TimedOut),
        KeepAliveDue,
        KeepAliveAnswered,
        Gone,
        Destroy,
    ];
    let ready = [Connect, up, Succeeded(Some(1)), Succeeded(Some(2))];
    let with = |more: &[SessionEvent]| [&ready[..], more].concat();
    let states = [
        ("Idle", false, vec![]),
        ("Connecting", false, vec![Connect]),
        ("Connecting with a session", true, vec![Connect]),
        ("Creating", false, vec![Connect, up]),
        ("Claiming", true, vec![Connect, up]),
        ("Attaching", false, vec![Connect, up, Succeeded(Some(1))]),
        ("Ready", false, with(&[])),
        ("Ready by HTTP", false, vec![Connect, LinkUp { keep_alive: false }, Succeeded(Some(1)), Succeeded(Some(2))]),
        ("Ready with a keep-alive", false, with(&[KeepAliveDue])),
        ("Lost", false, with(&[LinkDown(Fault::LostConnection)])),
        ("Destroying", false, with(&[Destroy])),
    ];
    let mut table = String::new();
    for (name, existing, history) in states {
        let existing = existing.then_some((SessionId(1), HandleId(2)));
        let mut session = Session::new("p".to_owned(), existing).expect("a plugin");
        for event in history {
            session.handle(event);
        }
        append_state_to_table(&mut table, name, &events, |event| {
            let mut session = session.clone();
            let actions = session.handle(event);
            (format!("{:?}", session.state()), actions)
        });
    }
    insta::assert_snapshot!(table);
}

#[test]
fn registration() {
    use RegistrationEvent::{Ended, Failed, Ready, Refused, Registered, Retry, TimerDue};
    let events = [Ready, Retry, Registered, Failed(403), Failed(503), Refused(445), Refused(447), TimerDue, Ended];
    let states: [(&str, &[RegistrationEvent]); 5] = [
        ("Idle", &[]),
        ("Registering", &[Ready]),
        ("Registered", &[Ready, Registered]),
        ("Waiting", &[Ready, Failed(503)]),
        ("Refused", &[Ready, Failed(403)]),
    ];
    let mut table = String::new();
    for (name, history) in states {
        let mut registration = Registration::default();
        for event in history {
            registration.handle(*event);
        }
        append_state_to_table(&mut table, name, &events, |event| {
            let mut registration = registration.clone();
            let actions = registration.handle(event);
            (format!("{:?}", registration.state()), actions)
        });
    }
    insta::assert_snapshot!(table);
}

#[test]
fn call() {
    insta::assert_snapshot!(table_of_calls());
}

#[test]
fn negotiation() {
    insta::assert_snapshot!(crate::call::table_of_negotiations());
}
