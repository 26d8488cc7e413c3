//! The transaction around every entry.

use crate::http::Failure;
use crate::store::{Store, StoreError};
use crate::testing::{ANA, World};
use core_wasm::wire::{AgentId, BrokerEvent, JobFinishedEvent};
use rstest::rstest;

#[rstest]
#[case::refused(Failure::cause("jobEnded"))]
#[case::failed(Failure::Store(StoreError("disk".to_owned())))]
fn what_fails_after_its_first_change_leaves_neither_change_nor_delivery(#[case] failure: Failure) {
    let mut world = World::new();
    let agent = AgentId::from(ANA);
    let counter = world.store.clone().next_number("contact").unwrap();
    let outcome = world.with(|centre, store, context| {
        centre.transact(store, context, |work| -> Result<(), Failure> {
            work.store.next_number("contact")?;
            work.tell_agent(&agent, BrokerEvent::JobFinished(JobFinishedEvent::default()))?;
            Err(failure.clone())
        })
    });
    assert_eq!(outcome, Err(failure));
    assert!(world.delivery.is_empty());
    assert_eq!(world.store.frame_count(&agent), Ok(0));
    assert_eq!(world.store.queue_head(&agent), Ok(None));
    assert_eq!(world.store.next_number("contact"), Ok(counter));
}

#[test]
fn what_an_earlier_call_delivered_stays_with_the_context() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    world.with(|centre, store, context| {
        context.delivery.queues.insert(ana.id.clone());
        let refused =
            crate::HttpRequest { method: "GET".to_owned(), path: "/nowhere".to_owned(), ..Default::default() };
        assert_eq!(centre.http(store, context, &refused).status, 404);
    });
    assert!(world.delivery.queues.contains(&AgentId::from(ANA)));
}
