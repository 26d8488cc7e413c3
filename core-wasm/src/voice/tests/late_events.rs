//! Events of a call that arrive late: the same call can ring for an agent more than once, and the leg of the telephone
//! shows its present state.

use super::agent::Agent;
use crate::jobs::EventNumber;
use crate::voice::Exit;
use crate::wire::{AckCallRequestEvent, HangupEvent};
use rstest::rstest;
use serde_json::json;

/// The end of a ring: the call returns to its queue, or its customer hung up.
fn ring_ends(agent: &mut Agent) {
    let event = HangupEvent { phone: "5511".to_owned(), unique_id: "u1".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
}

fn is_in_call(agent: &mut Agent) -> bool {
    agent.job_arrives(json!({}));
    let record = agent.voice.job_record(&"V1".into()).expect("a record");
    record.leg && !record.state.is_end()
}

#[test]
fn the_end_of_an_earlier_ring_does_not_end_an_accepted_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context));
    ring_ends(&mut agent);
    agent.leg_is_answered();
    ring_ends(&mut agent);
    assert!(agent.voice.holds_call() && is_in_call(&mut agent));
}

#[test]
fn a_call_that_rings_again_gets_the_new_leg() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1");
    ring_ends(&mut agent);
    assert_eq!(agent.news().last(), Some(&Exit::CallLost("5511".to_owned())));
    agent.sent.clear();
    agent.is_called(json!({})).run(|voice, context| voice.accept(context)).leg_is_answered();
    assert_eq!(agent.sip_requests(), ["accept"]);
    assert!(is_in_call(&mut agent));
}

#[test]
fn an_attendance_whose_call_request_was_lost_gets_the_leg_of_its_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_of("u1").run(|voice, context| voice.accept(context)).leg_is_answered();
    // The leg exists, and no call has it.
    agent.voice.table.remove("u1");
    agent.run(|voice, context| {
        voice.watch_leg(context);
        Vec::new()
    });
    agent.advance(1_000);
    assert!(agent.voice.holds_call(), "the leg is shown");
    assert!(is_in_call(&mut agent));
}

#[test]
fn a_leg_without_a_call_id_belongs_to_the_only_call_of_the_agent() {
    let mut agent = Agent::registered();
    // A leg of an older node; the call request and the number were lost.
    agent.leg_arrives().run(|voice, context| voice.accept(context)).leg_is_answered();
    agent.voice.table.remove("leg-1");
    agent.job_arrives(json!({ "phone": "5522" }));
    agent.run(|voice, context| {
        voice.watch_leg(context);
        Vec::new()
    });
    agent.advance(1_000);
    assert!(agent.voice.job_record(&"V1".into()).is_some_and(|record| record.leg));
}

#[test]
fn an_accepted_call_that_the_servers_lists_do_not_contain_has_ended() {
    let mut agent = Agent::with(json!({ "useWebRTC": "N" }));
    agent.is_called(json!({})).run(|voice, context| voice.accept(context));
    assert!(agent.voice.call_bar(&crate::jobs::Jobs::default()).is_some());
    // The event of its end arrived before its attendance, so neither event ended the call.
    agent.run(|voice, context| voice.on_requests_listed(context, Vec::new(), 9, "e", true));
    assert_eq!(agent.voice.call_bar(&crate::jobs::Jobs::default()), None);
}

/// The server made the list before the call ended, and the list arrived after the end.
#[rstest]
#[case::a_call_that_a_later_event_ended(Some(8), false, 7, false)]
#[case::a_call_that_an_event_in_the_list_ended(Some(7), false, 7, true)]
#[case::a_call_that_the_agent_rejected(None, false, 7, false)]
#[case::a_call_that_rang_again_since(Some(8), true, 7, true)]
fn an_old_list_does_not_make_an_ended_call_ring_again(
    #[case] ended_by: Option<u64>,
    #[case] rings_again: bool,
    #[case] as_of_seq: u64,
    #[case] expected: bool,
) {
    // In the agent channel a rejected call has no leg of its own that ends.
    let mut agent = Agent::with(json!({ "useWebRTC": "N" }));
    agent.is_called(json!({}));
    match ended_by {
        Some(seq) => {
            agent.voice.call_ended_by_event("u1", EventNumber { epoch: Some("e".to_owned()), seq });
            ring_ends(&mut agent);
        }
        None => {
            agent.run(|voice, context| voice.reject(context));
            agent.voice.table.remove("u1");
        }
    }
    assert_eq!(agent.voice.incoming_call(&[]), None);
    if rings_again {
        agent.is_called(json!({}));
    }
    let listed = AckCallRequestEvent {
        unique_id: "u1".to_owned(),
        phone_number: "5511".to_owned(),
        ..AckCallRequestEvent::default()
    };
    agent.run(|voice, context| voice.on_requests_listed(context, vec![listed], as_of_seq, "e", true));
    assert_eq!(agent.voice.incoming_call(&[]).is_some(), expected);
}
