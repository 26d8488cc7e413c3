use crate::notes::tests::{attendance, writes_on};
use crate::store::{JobState, Store};
use crate::testing::{ANA, Agent, Answered, BRUNO, CARLA, RENEWALS, SUPPORT, TestCentre};
use crate::{WebChatStarted, WhatsAppChange, WhatsAppChangeKind, WhatsAppInbound};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Protocol, rfc3339};

const MINUTE_MS: i64 = 60 * 1_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn path(protocol: &Protocol) -> String {
    format!("/job/{protocol}/snooze")
}

fn snooze(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, ms: i64) -> Answered {
    let until = rfc3339(test.now.plus_ms(ms));
    test.put(agent, &path(protocol), json!({ "until": until }))
}

fn cancel(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Answered {
    test.bare(agent, "DELETE", &path(protocol))
}

/// The time until which the agent's list shows the attendance as snoozed.
fn listed(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Value {
    let body = test.get(agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
    let lists = body["data"].as_object().unwrap().values().flat_map(|list| list.as_array().unwrap().clone());
    let job = lists.into_iter().find(|job| job["protocol"] == protocol.as_str());
    job.map(|job| job["snoozedUntil"].clone()).unwrap_or_default()
}

/// The causes of ended snoozes that the agent received, in order.
fn causes(test: &mut TestCentre, agent: &str) -> Vec<String> {
    let frames = test.take_frames(agent);
    let ends = frames.iter().filter(|frame| frame["event"] == "SnoozeEndedEvent");
    ends.map(|frame| frame["cause"].as_str().unwrap().to_owned()).collect()
}

/// Ana has a chat of Helena, which is snoozed for ten minutes.
fn snoozed_chat() -> (TestCentre, Agent, WebChatStarted) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Bom dia");
    snooze(&mut test, &ana, &chat.protocol, 10 * MINUTE_MS).ok();
    test.take_frames(ANA);
    (test, ana, chat)
}

#[rstest]
#[case::chat("chat")]
#[case::whatsapp("whatsapp")]
#[case::instagram("instagram")]
fn bey_161_a_snoozed_conversation_returns_at_its_time_with_a_notification(#[case] channel: &str) {
    let (mut test, agent, protocol) = attendance(channel);
    let until = test.now.plus_ms(10 * MINUTE_MS);
    let answer = snooze(&mut test, &agent, &protocol, 10 * MINUTE_MS).ok().body;
    assert_eq!((&answer["snoozedUntil"], &answer["protocol"]), (&json!(rfc3339(until)), &json!(protocol)));
    assert_eq!(listed(&mut test, &agent, &protocol), json!(rfc3339(until)), "it survives a reload");
    test.take_frames(ANA);
    test.advance(10 * MINUTE_MS - 1);
    test.beat(&agent);
    test.tick();
    assert_eq!(causes(&mut test, ANA), Vec::<String>::new(), "a moment before");
    test.advance(1);
    test.tick();
    let frames = test.take_frames(ANA);
    let names: Vec<&str> = frames.iter().map(|frame| frame["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["SnoozeEndedEvent", "NotificationEvent"]);
    assert_eq!((&frames[0]["cause"], &frames[0]["protocol"]), (&json!("time"), &json!(protocol)));
    assert!(frames[0]["version"].as_u64() > answer["version"].as_u64());
    assert_eq!((&frames[1]["type"], &frames[1]["protocol"]), (&json!("snooze"), &json!(protocol)));
    assert!(!frames[1]["customer"].as_str().unwrap().is_empty(), "it names the customer");
    assert_eq!(listed(&mut test, &agent, &protocol), Value::Null);
}

#[rstest]
#[case::too_early_a_time(MINUTE_MS - 1, "422 until:tooEarly")]
#[case::the_shortest_snooze(MINUTE_MS, "200")]
#[case::the_longest_snooze(30 * DAY_MS, "200")]
#[case::too_late_a_time(30 * DAY_MS + 1, "422 until:tooLate")]
#[case::a_past_time(-MINUTE_MS, "422 until:tooEarly")]
fn bey_161_a_snooze_lasts_from_a_minute_to_thirty_days(#[case] ms: i64, #[case] expected: &str) {
    let (mut test, agent, protocol) = attendance("chat");
    let answer = snooze(&mut test, &agent, &protocol, ms);
    assert_eq!(answer.refusal(), expected);
    assert_eq!(listed(&mut test, &agent, &protocol).is_string(), expected == "200");
}

#[test]
fn bey_161_only_the_agent_of_an_open_conversation_snoozes_it() {
    let (mut test, ana, chat) = snoozed_chat();
    for other in [BRUNO, CARLA] {
        let other = test.sign_in(other);
        assert_eq!(snooze(&mut test, &other, &chat.protocol, DAY_MS).refusal(), "403");
        assert_eq!(cancel(&mut test, &other, &chat.protocol).refusal(), "403");
    }
    assert_eq!(snooze(&mut test, &ana, &"99".into(), DAY_MS).refusal(), "404");
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(snooze(&mut test, &ana, &chat.protocol, DAY_MS).refusal(), "409 jobEnded");
    assert_eq!(cancel(&mut test, &ana, &chat.protocol).refusal(), "409 jobEnded");
    let (mut test, elisa, call) = attendance("voice");
    let mut job = test.store.job(&call).unwrap().unwrap();
    (job.agent_id, job.state) = (elisa.id.clone(), JobState::Active);
    test.store.put_job(&job).unwrap();
    assert_eq!(snooze(&mut test, &elisa, &call, DAY_MS).refusal(), "409 channel");
}

#[test]
fn bey_161_repetitions_change_nothing_and_another_time_replaces_the_one_before() {
    let (mut test, ana, protocol) = attendance("chat");
    let until = rfc3339(test.now.plus_ms(2 * MINUTE_MS));
    let set = |test: &mut TestCentre| test.put(&ana, &path(&protocol), json!({ "until": until })).ok().body;
    let first = set(&mut test);
    // Now the time of the snooze is too early for a new one.
    test.advance(MINUTE_MS + 1);
    assert_eq!(set(&mut test), first);
    snooze(&mut test, &ana, &protocol, 30 * MINUTE_MS).ok();
    test.take_frames(ANA);
    test.advance(20 * MINUTE_MS);
    test.beat(&ana);
    test.tick();
    assert_eq!(causes(&mut test, ANA), Vec::<String>::new(), "the first time does not count any more");
    let cancelled = cancel(&mut test, &ana, &protocol).ok().body;
    assert_eq!(cancelled["snoozedUntil"], Value::Null);
    assert_eq!(cancel(&mut test, &ana, &protocol).ok().body, cancelled);
    assert_eq!(causes(&mut test, ANA), ["agent"]);
    test.advance(20 * MINUTE_MS);
    test.tick();
    assert_eq!(causes(&mut test, ANA), Vec::<String>::new(), "a cancelled one has no time");
}

/// Each act that ends a snooze before its time, and the cause that the agent receives.
#[rstest]
#[case::the_customer_writes("reply", |test: &mut TestCentre, _: &Agent, chat: &WebChatStarted| { test.customer_writes(chat, "Oi?"); })]
#[case::the_customer_types("", |test: &mut TestCentre, _: &Agent, chat: &WebChatStarted| { test.customer_types(chat, true, None); })]
#[case::the_agent_writes("", |test: &mut TestCentre, ana: &Agent, chat: &WebChatStarted| { test.agent_writes(ana, &chat.protocol, "Um momento").ok(); })]
#[case::the_customer_leaves("ended", |test: &mut TestCentre, _: &Agent, chat: &WebChatStarted| test.customer_ends(chat))]
#[case::the_agent_finishes("ended", |test: &mut TestCentre, ana: &Agent, chat: &WebChatStarted| { test.finish(ana, &chat.protocol).ok(); })]
#[case::a_colleague_mentions_the_agent("mention", |test: &mut TestCentre, _: &Agent, chat: &WebChatStarted| {
    let carla = test.sign_in(CARLA);
    let note = json!({ "id": "N1", "text": "@Ana, veja", "mentions": [ANA] });
    test.post(&carla, &format!("/job/{}/notes", chat.protocol), note).ok();
})]
#[case::a_transfer("left", |test: &mut TestCentre, ana: &Agent, chat: &WebChatStarted| {
    test.at_work(BRUNO);
    let body = json!({ "protocol": chat.protocol, "agentId": ANA, "queueId": SUPPORT, "toAgentId": BRUNO, "observation": "" });
    test.post(ana, "/job/chat/transfer", body).ok();
})]
#[case::the_agent_is_gone("left", |test: &mut TestCentre, ana: &Agent, _: &WebChatStarted| {
    test.link_down(ana);
    test.advance(5 * MINUTE_MS);
    test.tick();
})]
fn bey_161_the_agent_receives_the_cause_that_ended_a_snooze(
    #[case] cause: &str,
    #[case] act: fn(&mut TestCentre, &Agent, &WebChatStarted),
) {
    let (mut test, ana, chat) = snoozed_chat();
    act(&mut test, &ana, &chat);
    let expected: Vec<&str> = Some(cause).filter(|cause| !cause.is_empty()).into_iter().collect();
    assert_eq!(causes(&mut test, ANA), expected);
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!(job.snoozed.is_some(), cause.is_empty());
    test.advance(30 * MINUTE_MS);
    test.tick();
    assert!(!causes(&mut test, ANA).contains(&"time".to_owned()) || cause.is_empty(), "its time does not come twice");
}

#[rstest]
#[case::whatsapp("whatsapp")]
#[case::instagram("instagram")]
fn bey_161_a_message_of_a_network_ends_a_snooze_but_a_reaction_does_not(#[case] network: &str) {
    let (mut test, ana, protocol) = attendance(network);
    snooze(&mut test, &ana, &protocol, DAY_MS).ok();
    test.take_frames(ANA);
    let (provider, account) = test.account_of(network);
    let reaction = WhatsAppInbound::Change(WhatsAppChange {
        message_id: "m1".to_owned(),
        customer: "5511955550101".to_owned(),
        sent_at: None,
        kind: WhatsAppChangeKind::Reacted("👍".to_owned()),
    });
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, &provider, &account, std::slice::from_ref(&reaction)).unwrap()
    });
    assert_eq!(causes(&mut test, ANA), Vec::<String>::new());
    writes_on(&mut test, (&provider, &account), "m2");
    assert_eq!(causes(&mut test, ANA), ["reply"]);
    assert_eq!(listed(&mut test, &ana, &protocol), Value::Null);
}

#[test]
fn bey_161_a_snoozed_conversation_counts_for_the_agents_maximum_but_not_as_waiting() {
    let (mut test, ana, chat) = snoozed_chat();
    let carla = test.sign_in(CARLA);
    let row = |test: &mut TestCentre| {
        let body = test.get(&carla, "/supervisor/201/board").ok().body;
        let rows = body["data"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["agentId"] == ANA).unwrap()
    };
    let snoozed = row(&mut test);
    assert_eq!((&snoozed["longestWait"], &snoozed["channels"]["chat"]["activeAttendances"]), (&Value::Null, &json!(1)));
    cancel(&mut test, &ana, &chat.protocol).ok();
    assert!(row(&mut test)["longestWait"].is_object(), "the wait went on meanwhile");
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Active);
}

/// No clock ends it: neither its time nor a restart.
#[test]
fn bey_161_a_snooze_without_a_time_ends_with_the_customers_reply() {
    let (mut test, ana, chat) = snoozed_chat();
    let body = json!({ "until": "9999-12-31T00:00:00.000Z" });
    let answer = test.put(&ana, &path(&chat.protocol), body).ok().body;
    assert_eq!(answer["snoozedUntil"], "9999-12-31T00:00:00.000Z");
    test.advance(11 * MINUTE_MS);
    assert_eq!(causes(&mut test, ANA), [] as [&str; 0], "the time of before is gone");
    assert_eq!(listed(&mut test, &ana, &chat.protocol), "9999-12-31T00:00:00.000Z");
    test.customer_writes(&chat, "Voltei");
    assert_eq!(causes(&mut test, ANA), ["reply"]);
    assert_eq!(listed(&mut test, &ana, &chat.protocol), Value::Null);
}
