//! Tests of pages that are reloaded in a call (BEY-024), and of pages that are left.

use rstest::rstest;
use serde_json::json;

use super::bench::{Bench, Phone, leg};
use crate::control::{CallFact, CallId, CallSide, EndCause};
use crate::media::{MediaCommand, MediaEvent};
use crate::signalling::{Input, LinkId};

/// An agent, 3001, in a call with 2002.
fn agent_in_call(bench: &mut Bench) -> (Phone, Phone) {
    let (agent, customer) = (bench.registered("3001"), bench.registered("2002"));
    bench.call(agent, "2002");
    bench.accept(customer);
    bench.forget();
    (agent, customer)
}

fn claim(bench: &mut Bench, phone: Phone) -> Phone {
    let link = bench.link();
    bench.frame(link, &json!({"janus": "claim", "transaction": "r", "session_id": phone.session}));
    Phone { link, ..phone }
}

fn close_link(bench: &mut Bench, link: LinkId) {
    bench.run(Input::LinkClosed { link });
}

fn ended(cause: EndCause) -> CallFact {
    CallFact::Ended { call: CallId(107), cause }
}

#[rstest]
#[case::the_connection_closes_first(true)]
#[case::the_link_closes_first(false)]
fn bey_024_the_call_of_a_reloaded_page_waits_for_the_claim_and_the_new_connection(#[case] connection_first: bool) {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    if connection_first {
        bench.media(MediaEvent::Closed { leg: leg(1) });
        close_link(&mut bench, agent.link);
    } else {
        close_link(&mut bench, agent.link);
        bench.media(MediaEvent::Closed { leg: leg(1) });
    }
    bench.pass(9);
    assert_eq!((bench.frames(customer), bench.facts()), (vec![], vec![]), "the customer waits");
    let agent = claim(&mut bench, agent);
    bench.pass(10);
    bench.forget();
    bench.ask(agent, json!({"request": "update"}), Some(("offer", "pcmu of the new page")));
    assert_eq!(bench.frames(agent), ["updating [update-5]", "accepted sip:2002@centre +answer [update-5]"]);
    bench.media(MediaEvent::Up { leg: leg(1) });
    bench.pass(30);
    assert_eq!(bench.frames(customer), Vec::<String>::new());
    assert_eq!(bench.facts(), []);
}

#[test]
fn a_page_that_claims_its_session_before_the_old_connection_is_reported_as_closed_keeps_its_call() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    bench.media(MediaEvent::Closed { leg: leg(1) });
    bench.pass(1);
    claim(&mut bench, agent);
    bench.pass(15);
    assert_eq!((bench.frames(customer), bench.facts()), (vec![], vec![]));
}

#[test]
fn an_offer_of_a_new_connection_keeps_the_call_of_a_page_whose_link_is_open() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    bench.media(MediaEvent::Closed { leg: leg(1) });
    bench.ask(agent, json!({"request": "update"}), Some(("offer", "pcmu")));
    bench.pass(15);
    assert_eq!((bench.frames(customer), bench.facts()), (vec![], vec![]));
}

#[rstest]
#[case::held_call(&["hold"], "holding")]
#[case::held_and_resumed_call(&["hold", "unhold"], "resuming")]
#[case::call_that_was_never_held(&[], "resuming")]
fn bey_024_a_page_that_claims_its_session_gets_an_event_if_its_call_is_on_hold(
    #[case] requests: &[&str],
    #[case] told: &str,
    #[values(true, false)] by_a_reload: bool,
) {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    for request in requests {
        bench.ask(agent, json!({"request": request}), None);
    }
    if by_a_reload {
        bench.media(MediaEvent::Closed { leg: leg(1) });
    }
    close_link(&mut bench, agent.link);
    bench.forget();
    let agent = claim(&mut bench, agent);
    assert_eq!(bench.frames(agent), ["success [r]".to_owned(), told.to_owned()]);
    assert_eq!(bench.frames(customer), Vec::<String>::new(), "the other side is not told again");
}

#[test]
fn a_page_that_claims_its_session_without_a_call_gets_no_hold_event() {
    let mut bench = Bench::new();
    let agent = bench.registered("3001");
    close_link(&mut bench, agent.link);
    bench.forget();
    let agent = claim(&mut bench, agent);
    assert_eq!(bench.frames(agent), ["success [r]"]);
}

#[test]
fn the_call_of_an_open_page_ends_2_s_after_its_peer_connection_was_closed() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    bench.media(MediaEvent::Closed { leg: leg(1) });
    bench.pass(1);
    assert_eq!((bench.frames(agent), bench.facts()), (vec![], vec![]));
    bench.pass(1);
    assert_eq!(bench.frames(agent), ["hangingup", "closed: DTLS alert", "hangup 200 to BYE [call-3]"]);
    assert_eq!(bench.frames(customer)[0], "hangup 200 Session Terminated [accept-4]");
    assert_eq!(bench.facts(), [ended(EndCause::Closed(CallSide::Caller))]);
    assert!(bench.sounds().contains(&MediaCommand::Close { leg: leg(1) }));
    assert!(bench.machine.is_idle());
}

#[rstest]
#[case::the_connection_closes_first(true)]
#[case::the_link_closes_first(false)]
fn an_agents_page_that_is_left_for_good_ends_its_call_after_10_s(#[case] connection_first: bool) {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    if connection_first {
        bench.media(MediaEvent::Closed { leg: leg(1) });
        close_link(&mut bench, agent.link);
    } else {
        close_link(&mut bench, agent.link);
        bench.media(MediaEvent::Closed { leg: leg(1) });
    }
    bench.pass(9);
    assert_eq!(bench.frames(customer), Vec::<String>::new());
    bench.pass(1);
    assert_eq!(bench.frames(customer)[0], "hangup 200 Session Terminated [accept-4]");
    assert!(bench.facts().contains(&ended(EndCause::HungUp(CallSide::Caller))));
    assert!(bench.machine.is_idle());
}

#[test]
fn a_page_that_only_lost_its_link_may_claim_its_session_for_20_s() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    close_link(&mut bench, agent.link);
    bench.pass(19);
    assert_eq!((bench.frames(customer), bench.facts()), (vec![], vec![]));
    bench.pass(1);
    assert_eq!(bench.frames(customer)[0], "hangup 200 Session Terminated [accept-4]");
}

#[test]
fn a_claimed_call_without_a_new_peer_connection_ends_when_its_media_are_lost() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    close_link(&mut bench, agent.link);
    bench.media(MediaEvent::Closed { leg: leg(1) });
    claim(&mut bench, agent);
    bench.media(MediaEvent::Lost { leg: leg(1) });
    assert_eq!(bench.frames(customer)[0], "hangup 200 Session Terminated [accept-4]");
    assert_eq!(bench.facts(), [ended(EndCause::Lost(CallSide::Caller))]);
}

#[test]
fn a_customer_who_leaves_the_page_hangs_up_at_once() {
    let mut bench = Bench::new();
    let (agent, customer) = agent_in_call(&mut bench);
    close_link(&mut bench, customer.link);
    bench.media(MediaEvent::Closed { leg: leg(2) });
    assert_eq!(bench.frames(agent)[0], "hangup 200 Session Terminated [call-3]");
    assert_eq!(bench.facts(), [ended(EndCause::Closed(CallSide::Callee))]);
}

#[test]
fn a_call_that_rings_at_a_page_that_is_left_is_refused() {
    let mut bench = Bench::new();
    let (customer, agent) = (bench.registered("2002"), bench.registered("3001"));
    bench.call(customer, "3001");
    bench.forget();
    close_link(&mut bench, agent.link);
    bench.media(MediaEvent::Closed { leg: leg(2) });
    assert_eq!(bench.facts(), [ended(EndCause::Closed(CallSide::Callee))]);
}
