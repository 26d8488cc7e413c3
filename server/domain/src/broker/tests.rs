//! Tests of broker links and agent queues.

use crate::store::{DueStore, Store};
use crate::testing::{ANA, BRUNO, SUPPORT, TestCentre};
use rstest::rstest;
use wire::{AgentId, BrokerEvent, Wall};

#[rstest]
#[case::the_agents_own_queue("/queue/agent.101", true)]
#[case::the_queue_of_another_agent("/queue/agent.102", false)]
#[case::a_prefix_of_another_agents_queue("/queue/agent.1010", false)]
#[case::a_destination_that_is_no_agents_queue("/topic/agent.101", false)]
#[case::the_queue_of_no_agent("/queue/agent.", false)]
fn an_agent_can_subscribe_to_its_own_queue_only(#[case] destination: &str, #[case] allowed: bool) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.centre.may_subscribe(&ana.principal, destination), allowed);
}

#[test]
fn frames_are_numbered_without_gaps_in_the_transaction_of_their_change() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.customer_writes(&chat, "Bom dia");
    test.agent_writes(&ana, &chat.protocol, "Olá").ok();
    // A refused request leaves no frame behind.
    assert_eq!(test.agent_writes(&ana, &chat.protocol, "").status, 422);
    test.customer_ends(&chat);
    let agent = AgentId::from(ANA);
    let frames = test.store.frames_after(&agent, 0, 100).unwrap();
    let seqs: Vec<u64> = frames.iter().map(|frame| frame.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    let metas: Vec<_> = frames.iter().map(|frame| BrokerEvent::parse(&frame.text).0).collect();
    assert!(
        metas.iter().zip(&frames).all(|(meta, frame)| meta.seq == Some(frame.seq) && meta.event_id == frame.event_id)
    );
    assert!(metas.iter().all(|meta| meta.epoch == metas[0].epoch && meta.sent_at == Some(test.now)));
    let mut ids: Vec<_> = metas.iter().map(|meta| meta.event_id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), frames.len(), "every event has its own id");
}

#[test]
fn acknowledged_frames_are_deleted_and_numbering_continues() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let agent = AgentId::from(ANA);
    let first = test.store.frames_after(&agent, 0, 100).unwrap();
    for frame in &first {
        test.store.acknowledge(&agent, frame.seq).unwrap();
    }
    test.customer("Helena", SUPPORT);
    let next = test.store.frames_after(&agent, 0, 100).unwrap();
    assert_eq!(next[0].seq, first.last().unwrap().seq + 1);
}

#[test]
fn a_queue_that_overflows_begins_a_new_epoch() {
    let mut test = TestCentre::new();
    test.centre.config.frame_limit = 3;
    test.at_work(ANA);
    test.customer("Helena", SUPPORT);
    test.customer("Rafael", SUPPORT);
    let frames = test.store.frames_after(&AgentId::from(ANA), 0, 100).unwrap();
    assert!(frames.len() <= 3);
    let (meta, _) = BrokerEvent::parse(&frames.last().unwrap().text);
    assert_eq!(meta.seq, Some(frames.len() as u64), "numbering began again with the epoch");
}

#[test]
fn new_frames_add_recipients_and_refused_requests_add_none() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    assert_eq!(test.recipients.queues.iter().map(AgentId::as_str).collect::<Vec<_>>(), [ANA]);
    let chat = test.customer("Helena", SUPPORT);
    assert!(test.recipients.queues.contains(&AgentId::from(ANA)));
    assert!(test.recipients.chats.contains(&chat.protocol));
    test.agent_writes(&ana, &chat.protocol, "");
    assert!(test.recipients.is_empty());
}

#[test]
fn a_waiting_customer_is_assigned_when_the_agents_link_reconnects() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.with(|centre, store, context| centre.link_down(store, context, &ana.principal).unwrap());
    let chat = test.customer("Helena", SUPPORT);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_none(), "no link is open");
    test.link_up(&ana);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[test]
fn a_waiting_customer_is_assigned_when_a_silent_link_sends_a_heartbeat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let bruno = test.sign_in(BRUNO);
    test.advance(16_000);
    let chat = test.customer("Helena", SUPPORT);
    test.beat(&bruno);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_none(), "the link is silent");
    test.beat(&ana);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[test]
fn bey_128_a_link_of_an_ended_session_is_not_admitted_again_and_its_queue_is_not_read() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert!(test.centre.session_is_open(&test.store, &ana.principal).unwrap());
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert!(!test.centre.session_is_open(&test.store, &ana.principal).unwrap());
    test.link_up(&ana);
    assert!(!test.store.session(&AgentId::from(ANA)).unwrap().unwrap().linked);
}

/// When the attendances of the agent return to the queue.
fn gone_at(test: &TestCentre) -> Option<Wall> {
    test.store.due_at("agent_gone", ANA).unwrap()
}

#[test]
fn a_link_with_heartbeats_has_no_due_time_and_a_silent_one_has_it_from_its_last_heartbeat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.customer("Helena", SUPPORT);
    test.advance(14_000);
    test.beat(&ana);
    let heard_at = test.now;
    assert_eq!(gone_at(&test), None);
    test.advance(15_001);
    let gone_ms = test.centre.config.link_gone_ms;
    assert_eq!(gone_at(&test), Some(heard_at.plus_ms(gone_ms)), "silent");
    test.beat(&ana);
    assert_eq!(gone_at(&test), None, "it responds again");
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(gone_at(&test), Some(test.now.plus_ms(gone_ms)), "the session ended");
}

#[test]
fn after_a_crash_of_the_server_an_agent_has_the_whole_time_limit_to_reconnect() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.advance(10_000);
    // The server ends here and starts an hour later.
    test.now = test.now.plus_ms(60 * 60 * 1000);
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    let gone_ms = test.centre.config.link_gone_ms;
    assert_eq!(gone_at(&test), Some(test.now.plus_ms(gone_ms)));
    test.tick();
    let holder = |test: &TestCentre| test.store.job(&chat.protocol).unwrap().unwrap().agent_id;
    assert_eq!(holder(&test), ana.id, "not yet");
    test.advance(gone_ms);
    test.tick();
    assert_eq!(holder(&test), AgentId::default());
}
