//! Conversations whose customer left before an agent answered: they close by themselves after the time that the queue sets,
//! with the queue's qualification (QUA-003, BEY-156). If the customer has an identifier but is no contact, the conversation
//! waits until the customer is registered.

use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{EndedBy, JobRow, JobState, QueueSettings, StoreResult, StoredQualification};
use wire::{AgentId, Protocol, QualificationId, QualifiedAttendanceEvent, QualifyPayload, Wall, events};

/// Alias of the qualification that is used if the queue names none.
const UNQUALIFIED: &str = "unqualified";
const MINUTE_MS: i64 = 60_000;

/// Sets when the ended conversation closes by itself. A later change of its contact sets the time again.
pub(super) fn set_due(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    if !is_abandoned(tx, job) {
        return Ok(());
    }
    let at = if needs_registration(tx, job) { None } else { closes_at(&tx.store.queue_settings(&job.queue_id)?, job) };
    tx.set_due(Due::Abandonment, job.protocol.as_str(), at)
}

/// Whether the customer left before an agent answered, and nobody qualified the attendance. Calls have no written
/// answer, so they are left out.
fn is_abandoned(tx: &Transaction<'_, '_>, job: &JobRow) -> bool {
    job.state == JobState::Ended
        && tx.rules(job.channel).is_written()
        && job.ended_by == Some(EndedBy::Customer)
        && !job.answered
}

/// A visitor of the web chat without an identifier cannot be registered.
fn needs_registration(tx: &Transaction<'_, '_>, job: &JobRow) -> bool {
    let is_known = !tx.rules(job.channel).has_strangers() || job.identifier_verified.is_some();
    is_known && job.contact_id.is_none()
}

fn closes_at(settings: &QueueSettings, job: &JobRow) -> Option<Wall> {
    job.ended_at.map(|at| at.plus_ms(i64::from(settings.abandonment_minutes) * MINUTE_MS))
}

/// Due work: the time of the queue is over. Subject: the protocol.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, protocol: &str) -> StoreResult<()> {
    let Some(job) = tx.store.job(&Protocol::from(protocol))?.filter(|job| is_abandoned(tx, job)) else { return Ok(()) };
    if needs_registration(tx, &job) {
        return Ok(());
    }
    let settings = tx.store.queue_settings(&job.queue_id)?;
    match closes_at(&settings, &job) {
        // The operator set a longer time meanwhile.
        Some(at) if at > tx.now() => tx.set_due(Due::Abandonment, protocol, Some(at)),
        Some(_) => close_abandoned(tx, job, settings),
        None => Ok(()),
    }
}

fn close_abandoned(tx: &mut Transaction<'_, '_>, mut job: JobRow, settings: QueueSettings) -> StoreResult<()> {
    let Some(qualify_id) = qualification(tx, &job, settings)? else { return Ok(()) };
    let payload = QualifyPayload {
        protocol: job.protocol.clone(),
        channel: Some(job.channel),
        qualify_id,
        ..QualifyPayload::default()
    };
    job.state = JobState::Qualified;
    job.qualification = Some(StoredQualification { payload, agent_id: AgentId::default(), at: tx.now() });
    let job = super::save(tx, job)?;
    let event = QualifiedAttendanceEvent { protocol: job.protocol, channel: Some(job.channel) };
    tx.publish_event(&job.agent_id, events::qualification::Event::Qualified(event))
}

/// The queue's qualification, else the one with the alias: of the org unit, else of all org units. `None`: there is none, and the
/// conversation stays open.
fn qualification(
    tx: &Transaction<'_, '_>,
    job: &JobRow,
    settings: QueueSettings,
) -> StoreResult<Option<QualificationId>> {
    if let Some(id) = settings.abandonment_qualification
        && tx.store.qualification(&id)?.is_some()
    {
        return Ok(Some(id));
    }
    let found = tx.store.qualification_by_alias(UNQUALIFIED, &job.org_unit_id)?;
    Ok(found.map(|row| row.record.id))
}

#[cfg(test)]
mod tests {
    use crate::WebChatStarted;
    use crate::store::{JobState, Store};
    use crate::testing::{ANA, RENEWALS, SUPPORT, TestCentre};
    use wire::Protocol;

    const MINUTE_MS: i64 = 60_000;

    /// A customer without an identifier wrote to Ana and left.
    fn left(change: &str, answered: bool) -> (TestCentre, Protocol) {
        let mut test = TestCentre::new();
        test.with(|centre, store, context| centre.change_queue_settings(store, context, SUPPORT, change)).unwrap();
        let ana = test.at_work(ANA);
        let chat = test.anonymous("Zuleica", SUPPORT);
        if answered {
            test.agent_writes(&ana, &chat.protocol, "Bom dia").ok();
        }
        test.customer_ends(&chat);
        (test, chat.protocol)
    }

    impl TestCentre {
        /// A customer who gave no identifier.
        fn anonymous(&mut self, name: &str, queue: &str) -> WebChatStarted {
            let chat = self.customer(name, queue);
            let mut job = self.store.job(&chat.protocol).unwrap().unwrap();
            job.identifier_verified = None;
            self.store.put_job(&job).unwrap();
            chat
        }

        fn state_after(&mut self, protocol: &Protocol, ms: i64) -> JobState {
            self.advance(ms);
            self.tick();
            self.store.job(protocol).unwrap().unwrap().state
        }

        fn qualification_of(&self, protocol: &Protocol) -> String {
            let job = self.store.job(protocol).unwrap().unwrap();
            job.qualification.map(|given| given.payload.qualify_id.0).unwrap_or_default()
        }
    }

    #[test]
    fn qua_003_an_abandoned_conversation_closes_after_the_time_of_the_queue_with_the_default_qualification() {
        let (mut test, protocol) = left("{}", false);
        assert_eq!(test.state_after(&protocol, 30 * MINUTE_MS - 1), JobState::Ended);
        assert_eq!(test.state_after(&protocol, 1), JobState::Qualified);
        assert_eq!(test.qualification_of(&protocol), "99", "that of the alias");
        assert!(test.take_event_names(ANA).contains(&"QualifiedAttendanceEvent".to_owned()));
    }

    #[test]
    fn the_queue_sets_time_and_qualification_of_abandoned_conversations() {
        let mut test = TestCentre::new();
        let queue = RENEWALS;
        let change = r#"{"abandonmentMinutes": 5, "abandonmentQualification": "1"}"#;
        test.with(|centre, store, context| centre.change_queue_settings(store, context, queue, change)).unwrap();
        test.at_work(ANA);
        let chat = test.anonymous("Zuleica", queue);
        test.customer_ends(&chat);
        assert_eq!(test.state_after(&chat.protocol, 5 * MINUTE_MS - 1), JobState::Ended);
        assert_eq!(test.state_after(&chat.protocol, 1), JobState::Qualified);
        assert_eq!(test.qualification_of(&chat.protocol), "1");
    }

    #[test]
    fn an_answered_conversation_is_never_closed_by_itself() {
        let (mut test, protocol) = left("{}", true);
        assert_eq!(test.state_after(&protocol, 24 * 60 * MINUTE_MS), JobState::Ended);
    }

    #[test]
    fn a_longer_time_of_the_queue_that_is_set_meanwhile_postpones_the_close() {
        let (mut test, protocol) = left("{}", false);
        let change = r#"{"abandonmentMinutes": 60}"#;
        test.with(|centre, store, context| centre.change_queue_settings(store, context, SUPPORT, change)).unwrap();
        assert_eq!(test.state_after(&protocol, 30 * MINUTE_MS), JobState::Ended);
        assert_eq!(test.state_after(&protocol, 30 * MINUTE_MS), JobState::Qualified);
    }

    #[test]
    fn qua_005_the_conversation_of_an_abandoned_customer_who_is_not_registered_is_not_closed() {
        let mut test = TestCentre::new();
        test.at_work(ANA);
        let chat = test.customer("Zuleica", SUPPORT);
        test.customer_ends(&chat);
        let protocol = chat.protocol;
        assert_eq!(test.state_after(&protocol, 24 * 60 * MINUTE_MS), JobState::Ended);
    }
}
