//! What time alone does.

use crate::outside::{OutsideEventKind, OutsideRequest};
use crate::store::{EndedBy, JobState, Store};
use crate::testing::{ANA, BRUNO, START, SUPPORT, World};
use crate::{OutsideReply, OutsideStarted};
use rstest::rstest;

fn page(world: &mut World, chat: &OutsideStarted, open: bool) {
    let request = OutsideRequest::Page { protocol: chat.protocol.clone(), secret: chat.secret.clone(), open };
    assert_eq!(world.outside(request), OutsideReply::Done);
}

#[test]
fn a_chat_whose_agents_link_is_gone_for_five_minutes_returns_to_the_queue() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.advance(1);
    let later = world.customer("Rafael", SUPPORT);
    world.take_events(ANA);
    world.advance(5 * 60 * 1000 - 2);
    world.tick();
    assert!(world.listed_job(&ana, "chat", &chat.protocol).is_some(), "not yet");
    world.take_events(ANA);
    world.advance(1);
    world.tick();
    let told = world.take_event_names(ANA);
    assert_eq!(told.iter().filter(|name| **name == "JobFinishedEvent").count(), 2);
    assert_eq!(told.last().map(String::as_str), Some("AgentStatusEvent"));
    let kinds: Vec<_> = world.customer_events(&chat).into_iter().map(|event| event.kind).collect();
    assert!(kinds.ends_with(&[OutsideEventKind::ReturnedToQueue, OutsideEventKind::Position { position: 1 }]));
    // It is the first of the line again, before the one that came later.
    let waiting = world.store.jobs_in_state(JobState::Waiting).unwrap();
    assert_eq!(waiting[0].protocol, chat.protocol);
    assert_eq!(waiting[1].protocol, later.protocol);
    let bruno = world.at_work(BRUNO);
    let job = world.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    assert_eq!(job["agentId"], BRUNO);
}

#[test]
fn a_beating_link_keeps_its_chats() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    for _ in 0..40 {
        world.advance(10_000);
        world.beat(&ana);
        world.tick();
    }
    assert!(world.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[test]
fn chats_of_an_agent_who_logged_off_wait_for_the_same_time() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.request(Some(&ana.token), "POST", "/auth/logoff", "").ok();
    let bruno = world.at_work(BRUNO);
    world.tick();
    assert!(world.listed_job(&bruno, "chat", &chat.protocol).is_none());
    world.advance(5 * 60 * 1000);
    world.beat(&bruno);
    world.tick();
    assert!(world.listed_job(&bruno, "chat", &chat.protocol).is_some());
}

#[rstest]
#[case::not_yet(2 * 60 * 1000 - 1, false)]
#[case::silent(2 * 60 * 1000, true)]
fn a_customer_who_is_silent_for_two_minutes_is_inactive(#[case] after_ms: i64, #[case] inactive: bool) {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.advance(1_000);
    world.customer_writes(&chat, "Oi");
    world.take_events(ANA);
    world.advance(after_ms);
    world.beat(&ana);
    world.tick();
    world.tick();
    let told: &[&str] = if inactive { &["ChatInactiveEvent"] } else { &[] };
    assert_eq!(world.take_event_names(ANA), told, "told once");
    let status = world.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"].clone();
    assert_eq!(status, if inactive { "inactive" } else { "online" });
}

#[test]
fn a_customer_whose_page_is_gone_is_inactive_until_it_is_back() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.take_events(ANA);
    page(&mut world, &chat, false);
    world.advance(9_999);
    world.tick();
    assert!(world.take_events(ANA).is_empty(), "a reload is no absence");
    world.advance(1);
    world.tick();
    assert_eq!(world.take_event_names(ANA), ["ChatInactiveEvent"]);
    page(&mut world, &chat, true);
    assert_eq!(world.take_event_names(ANA), ["ChatTypingEvent"]);
    assert_eq!(world.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"], "online");
}

#[test]
fn a_customer_whose_page_never_opened_is_inactive_after_ten_seconds_and_online_once_it_opens() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    let status = |world: &mut World| world.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"].clone();
    world.advance(9_999);
    world.tick();
    assert_eq!(status(&mut world), "online", "a new attendance is online (CHT-002)");
    world.advance(1);
    world.tick();
    assert_eq!(status(&mut world), "inactive");
    page(&mut world, &chat, true);
    assert_eq!(status(&mut world), "online");
}

#[rstest]
#[case::no_page_was_ever_open(false, "inactive")]
#[case::the_page_is_open(true, "online")]
fn an_attendance_that_is_taken_again_shows_the_customer_as_before(#[case] open: bool, #[case] expected: &str) {
    let mut world = World::new();
    world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    if open {
        page(&mut world, &chat, true);
    }
    world.advance(10_000);
    world.tick();
    world.advance(5 * 60 * 1000);
    world.tick();
    let bruno = world.at_work(BRUNO);
    assert_eq!(world.listed_job(&bruno, "chat", &chat.protocol).unwrap()["clientStatus"], expected);
}

#[test]
fn an_attendance_that_is_taken_again_says_that_it_returned_and_who_took_it() {
    let mut world = World::new();
    world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    for agent in [BRUNO, ANA] {
        world.advance(5 * 60 * 1000);
        world.tick();
        world.at_work(agent);
    }
    let messages = world.store.messages_after(&chat.protocol, 0, 10).unwrap();
    let lines: Vec<_> =
        messages.iter().map(|message| (message.system_key.as_str(), message.agent_name.as_str())).collect();
    assert_eq!(lines, [("chatStarted", ""), ("chatResumed", "Bruno Lima"), ("chatResumed", "Ana Souza")]);
    let preview = world.store.job(&chat.protocol).unwrap().unwrap().last_message.unwrap();
    assert_eq!(preview.system_key, "chatStarted", "the preview is not the line");
}

#[test]
fn a_waiting_customer_whose_page_is_gone_leaves_the_line() {
    let mut world = World::new();
    let chat = world.customer("Helena", SUPPORT);
    let next = world.customer("Rafael", SUPPORT);
    page(&mut world, &chat, false);
    world.advance(5 * 60 * 1000);
    world.tick();
    assert_eq!(world.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Abandoned);
    let told = world.customer_events(&chat).pop().unwrap();
    assert_eq!(told.kind, OutsideEventKind::Ended { by: EndedBy::System });
    let last = world.customer_events(&next).pop().unwrap();
    assert_eq!(last.kind, OutsideEventKind::Position { position: 1 });
}

#[test]
fn expired_tokens_and_credentials_are_forgotten_a_day_later() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    world.advance((12 + 24) * 60 * 60 * 1000);
    world.tick();
    assert_eq!(world.get(&ana, "/agents/101").refusal(), "401 expired");
    world.advance(1);
    world.tick();
    assert_eq!(world.get(&ana, "/agents/101").refusal(), "401 invalidToken");
}

#[test]
fn the_next_run_is_when_something_is_due() {
    let mut world = World::new();
    assert_eq!(world.tick(), START.plus_ms(60_000), "nothing is due");
    world.at_work(ANA);
    let chat = world.customer("Helena", SUPPORT);
    world.advance(1_000);
    page(&mut world, &chat, false);
    assert_eq!(world.tick(), START.plus_ms(11_000), "the page may be back until then");
}
