//! Tests of the transaction that each method of the centre runs in.

use crate::http::{Failure, HttpReply};
use crate::store::{Backend, Sequence, Store, StoreError};
use crate::testing::{ANA, TestCentre};
use rstest::rstest;
use wire::{AgentId, JobFinishedEvent, events};

#[rstest]
#[case::a_refused_request(Failure::cause("jobEnded"))]
#[case::a_failed_request(Failure::Store(StoreError::Unavailable("disk".to_owned())))]
fn a_request_that_fails_after_its_first_change_leaves_neither_changes_nor_recipients(#[case] failure: Failure) {
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

/// The changes may be stored: a recipient that is notified although nothing changed finds nothing new.
#[test]
fn after_a_commit_whose_answer_was_lost_the_recipients_are_notified() {
    let mut test = TestCentre::new();
    let agent = AgentId::from(ANA);
    test.with(|centre, store, context| {
        centre
            .transact(store, context, |tx| -> Result<(), Failure> {
                tx.publish_event(&agent, events::jobs::Event::Finished(JobFinishedEvent::default()))?;
                Err(Failure::Store(StoreError::InDoubt("the connection is closed".to_owned())))
            })
            .unwrap_err()
    });
    assert!(test.recipients.queues.contains(&agent));
}

#[rstest]
#[case::the_store_is_unavailable(StoreError::Unavailable("disk".to_owned()), 503, Some(1), "STORE_UNAVAILABLE")]
#[case::a_conflict_at_every_attempt(StoreError::Conflict("job".to_owned()), 503, Some(1), "STORE_UNAVAILABLE")]
#[case::the_answer_to_the_commit_was_lost(StoreError::InDoubt("job".to_owned()), 504, None, "OUTCOME_UNKNOWN")]
#[case::a_row_cannot_be_read(StoreError::Corrupt("job".to_owned()), 500, None, "INTERNAL_ERROR")]
fn a_request_that_the_store_did_not_run_is_repeated_only_if_the_failure_is_temporary(
    #[case] error: StoreError,
    #[case] status: u16,
    #[case] retry_after_seconds: Option<u32>,
    #[case] reason: &str,
) {
    let reply = HttpReply::from(error);
    assert_eq!((reply.status, reply.retry_after_seconds), (status, retry_after_seconds));
    assert!(reply.body.contains(reason) && !reply.body.contains("job"), "{}", reply.body);
}

#[test]
fn recipients_of_an_earlier_request_stay_in_the_context() {
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
