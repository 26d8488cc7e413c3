//! The transaction of every entry.

use crate::http::Failure;
use crate::store::{Backend, Sequence, Store, StoreError};
use crate::testing::{ANA, TestCentre};
use rstest::rstest;
use wire::{AgentId, JobFinishedEvent, events};

#[rstest]
#[case::refused(Failure::cause("jobEnded"))]
#[case::failed(Failure::Store(StoreError::Unavailable("disk".to_owned())))]
fn a_failure_after_the_first_change_leaves_neither_changes_nor_recipients(#[case] failure: Failure) {
    let mut test = TestCentre::new();
    let agent = AgentId::from(ANA);
    let counter = test.store.clone().next_number(Sequence::Contact).unwrap();
    let outcome = test.with(|centre, store, context| {
        centre.transact(store, context, |tx| -> Result<(), Failure> {
            tx.store.next_number(Sequence::Contact)?;
            tx.publish_event(&agent, events::jobs::Event::Finished(JobFinishedEvent::default()))?;
            Err(failure.clone())
        })
    });
    assert_eq!(outcome, Err(failure));
    assert!(test.recipients.is_empty());
    assert_eq!(test.store.frame_count(&agent), Ok(0));
    assert_eq!(test.store.queue_tail(&agent), Ok(None));
    assert_eq!(test.store.next_number(Sequence::Contact), Ok(counter));
}

#[test]
fn recipients_of_an_earlier_call_stay_in_the_context() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.with(|centre, store, context| {
        context.recipients.queues.insert(ana.id.clone());
        let refused =
            crate::HttpRequest { method: "GET".to_owned(), path: "/nowhere".to_owned(), ..Default::default() };
        assert_eq!(centre.http(store, context, &refused).status, 404);
    });
    assert!(test.recipients.queues.contains(&AgentId::from(ANA)));
}
