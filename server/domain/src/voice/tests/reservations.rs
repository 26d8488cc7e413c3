//! Tests of reservations: the agent of a call that is not an attendance of the agent yet.

use super::CUSTOMER;
use crate::VoiceNode;
use crate::store::{Backend, ReservationRow, ReservationStore, Scan};
use crate::testing::{ELISA, SALES, TestCentre};
use rstest::rstest;
use wire::AgentId;

fn reserved_by(test: &TestCentre) -> Option<String> {
    test.store.reservation_of(&AgentId::from(ELISA)).unwrap().map(|row| row.unique_id)
}

/// Elisa with a call that rings, or one that she dials; returns the identifier of the call.
fn call_of_elisa(test: &mut TestCentre, dials: bool) -> String {
    let elisa = test.at_telephone(ELISA);
    if dials {
        test.dial(&elisa, CUSTOMER).ok();
        return test.dialled_call();
    }
    test.call_arrives("c1", CUSTOMER, SALES);
    "c1".to_owned()
}

#[rstest]
#[case::a_call_that_rings(false, "2001")]
#[case::a_call_that_the_agent_dials(true, CUSTOMER)]
fn a_call_reserves_its_agent_until_it_is_answered(#[case] dials: bool, #[case] answered_by: &str) {
    let mut test = TestCentre::new();
    let call = call_of_elisa(&mut test, dials);
    assert_eq!(reserved_by(&test), Some(call.clone()));
    test.answers(&call, answered_by);
    assert_eq!(reserved_by(&test), None);
}

/// Calls continue after a restart of the server only with external voice nodes.
#[rstest]
#[case::a_call_that_rings(false)]
#[case::a_call_that_the_agent_dials(true)]
fn the_start_of_the_server_reserves_the_agent_of_a_call_that_an_older_server_stored(#[case] dials: bool) {
    let mut test = TestCentre::new();
    let call = call_of_elisa(&mut test, dials);
    test.store.delete(&Scan::of::<ReservationRow>()).unwrap();
    test.centre.config.voice.nodes = vec![VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!(reserved_by(&test), Some(call));
}
