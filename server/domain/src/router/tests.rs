//! Tests of assigning waiting customers, and of their positions.

use crate::store::{AssignmentStore, ChannelRow, DueStore, JobRow, JobState, Store, WebChatRow, WebChatStore};
use crate::testing::{ANA, BRUNO, RENEWALS, SUPPORT, TestCentre, pause_fact};
use crate::web_chat::WebChatEventKind;
use crate::{WebChatEvent, WebChatStarted};
use rstest::rstest;
use wire::{AgentId, Channel, ChannelStatus, Protocol};

fn change_channel(test: &mut TestCentre, id: &str, change: impl FnOnce(&mut ChannelRow)) {
    let mut row = test.store.channel(&AgentId::from(id), Channel::Chat).unwrap().unwrap();
    change(&mut row);
    test.store.put_channel(&row).unwrap();
}

fn holder(test: &TestCentre, chat: &WebChatStarted) -> String {
    test.store.job(&chat.protocol).unwrap().unwrap().agent_id.0
}

#[rstest]
#[case::fewest_open_attendances(2, 0, 1, 500, BRUNO)]
#[case::fewest_open_attendances_although_less_idle(1, 500, 2, 0, ANA)]
#[case::longest_idle_of_agents_with_equal_attendances(1, 10, 1, 20, ANA)]
#[case::longest_idle_in_the_opposite_order(1, 20, 1, 10, BRUNO)]
#[case::an_agent_at_the_maximum(5, 0, 4, 500, BRUNO)]
fn the_agent_with_fewest_attendances_is_chosen_and_among_equals_the_longest_idle(
    #[case] ana_open: u32,
    #[case] ana_idle_since: i64,
    #[case] bruno_open: u32,
    #[case] bruno_idle_since: i64,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    test.at_work(BRUNO);
    for (id, open, idle) in [(ANA, ana_open, ana_idle_since), (BRUNO, bruno_open, bruno_idle_since)] {
        change_channel(&mut test, id, |row| {
            row.open_jobs = open;
            row.idle_since.0 += idle;
        });
    }
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(holder(&test, &chat), expected);
}

#[rstest]
#[case::a_paused_agent(|row: &mut ChannelRow| row.pause = Some(pause_fact("Almoço")))]
#[case::an_agent_with_a_scheduled_pause(|row: &mut ChannelRow| row.scheduled_pause = Some(pause_fact("Almoço")))]
#[case::an_agent_at_the_maximum(|row: &mut ChannelRow| row.open_jobs = 5)]
#[case::a_disconnected_agent(|row: &mut ChannelRow| row.connected = false)]
fn an_agent_that_cannot_get_attendances_is_skipped(#[case] change: fn(&mut ChannelRow)) {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    change_channel(&mut test, ANA, change);
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(chat.position, 1);
    assert_eq!(holder(&test, &chat), "");
}

#[test]
fn an_absent_agent_gets_no_attendances() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let mut row = test.store.agent(&ana.id).unwrap().unwrap();
    row.record.agent_absent.agent_absent_enabled = true;
    test.store.put_agent(&row).unwrap();
    assert_eq!(test.customer("Helena", SUPPORT).position, 1);
}

fn on_hold(test: &mut TestCentre, agent: &crate::testing::Agent) -> serde_json::Value {
    let path = format!("/agents/{}/status", agent.id);
    test.get(agent, &path).ok().body["channels"]["chat"]["onHold"].clone()
}

#[test]
fn chn_005_the_channel_status_has_the_number_of_customers_waiting_in_its_queues() {
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = 1;
    let ana = test.at_work(ANA);
    let mut group = test.store.group(&SUPPORT.into()).unwrap().unwrap();
    group.members = vec![AgentId::from(ANA)];
    test.store.put_group(&group).unwrap();
    let bruno = test.at_work(BRUNO);
    let first = test.customer("Helena", SUPPORT);
    test.customer("Rafael", RENEWALS);
    test.take_frames(ANA);
    let second = test.customer("Otto", SUPPORT);
    test.customer("Iara", RENEWALS);
    assert_eq!((on_hold(&mut test, &ana), on_hold(&mut test, &bruno)), (2.into(), 1.into()));
    let told = test.take_frames(ANA).pop().unwrap();
    assert_eq!((&told["event"], &told["channels"]["chat"]["onHold"]), (&"AgentStatusEvent".into(), &2.into()));
    test.finish(&ana, &first.protocol).ok();
    assert_eq!(holder(&test, &second), ANA);
    assert_eq!(on_hold(&mut test, &ana), 1, "who was served waits no more");
    test.tick();
    test.take_frames(ANA);
    test.tick();
    assert!(test.take_frames(ANA).is_empty(), "nothing new is not told");
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    assert_eq!(on_hold(&mut test, &ana), 0);
}

#[test]
fn only_agents_of_the_queues_group_get_attendances() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let mut group = test.store.group(&RENEWALS.into()).unwrap().unwrap();
    group.members = vec![AgentId::from(BRUNO)];
    test.store.put_group(&group).unwrap();
    assert_eq!(test.customer("Helena", RENEWALS).position, 1);
    assert_eq!(test.customer("Rafael", SUPPORT).position, 0);
}

#[test]
fn the_setting_jobs_per_channel_limits_active_attendances() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chats: Vec<_> = (1..=6).map(|number| test.customer(&format!("c{number}"), SUPPORT)).collect();
    assert_eq!(chats.iter().map(|chat| chat.position).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1]);
    test.finish(&ana, &chats[2].protocol).ok();
    assert_eq!(holder(&test, &chats[5]), ANA);
}

fn positions(events: &[WebChatEvent]) -> Vec<u32> {
    events
        .iter()
        .filter_map(|event| match event.kind {
            WebChatEventKind::Position { position } => Some(position),
            _ => None,
        })
        .collect()
}

#[test]
fn waiting_customers_get_each_changed_position_and_are_assigned_in_order() {
    let mut test = TestCentre::new();
    let first = test.customer("Helena", SUPPORT);
    test.advance(1);
    let second = test.customer("Rafael", SUPPORT);
    test.advance(1);
    let third = test.customer("Beatriz", SUPPORT);
    let other_queue = test.customer("Caetano", RENEWALS);
    assert_eq!([first.position, second.position, third.position, other_queue.position], [1, 2, 3, 1]);
    test.customer_ends(&second);
    let events = test.customer_events(&third);
    assert_eq!(positions(&events), [3, 2]);
    let events = test.customer_events(&first);
    assert_eq!(positions(&events), [1], "an unchanged place is told once");
    test.centre.config.jobs_per_channel = 1;
    test.at_work(ANA);
    assert_eq!(holder(&test, &first), ANA, "the first of the line is served when an agent connects");
    let events = test.customer_events(&third);
    assert_eq!(positions(&events), [3, 2, 1]);
    let events = test.customer_events(&first);
    assert!(
        matches!(&events.last().unwrap().kind, WebChatEventKind::AgentJoined { agent_name } if agent_name == "Ana Souza")
    );
}

#[test]
fn job_001_every_attendance_has_a_unique_protocol() {
    let mut test = TestCentre::new();
    let mut protocols: Vec<_> = (0..20).map(|_| test.customer("Helena", SUPPORT).protocol).collect();
    test.advance(24 * 60 * 60 * 1000);
    protocols.extend((0..20).map(|_| test.customer("Helena", SUPPORT).protocol));
    assert_eq!(protocols[0].as_str(), "20261120000001");
    assert_eq!(protocols[20].as_str(), "20261121000021");
    protocols.sort();
    protocols.dedup();
    assert_eq!(protocols.len(), 40);
}

#[test]
fn the_idle_time_of_an_agent_starts_with_the_end_of_an_attendance() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let first = test.customer("Helena", SUPPORT);
    test.advance(1_000);
    test.at_work(BRUNO);
    test.advance(1_000);
    assert_eq!(holder(&test, &first), ANA);
    test.finish(&ana, &first.protocol).ok();
    let second = test.customer("Rafael", SUPPORT);
    assert_eq!(holder(&test, &second), BRUNO, "both have none; Bruno waits longer");
}

#[test]
fn a_customer_who_returns_to_the_queue_gets_the_earlier_position() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    test.at_work(ANA);
    test.advance(5 * 60 * 1000);
    test.tick();
    let events = test.customer_events(&chat);
    assert_eq!(positions(&events), [1, 1]);
}

/// Stores this number of copies of a waiting attendance, each a millisecond later.
fn fill_the_queue(test: &mut TestCentre, customers: usize) -> Vec<Protocol> {
    let first = test.customer("Helena", SUPPORT);
    let row = test.store.job(&first.protocol).unwrap().unwrap();
    let chat = test.store.web_chat(&first.protocol).unwrap().unwrap();
    let protocols: Vec<Protocol> = (0..customers).map(|number| format!("{}{number:04}", row.protocol).into()).collect();
    for (number, protocol) in protocols.iter().enumerate() {
        let mut copy = row.clone();
        copy.protocol = protocol.clone();
        copy.waiting_since = copy.waiting_since.plus_ms(number as i64 + 1);
        test.store.put_job(&copy).unwrap();
        let chat = WebChatRow { protocol: protocol.clone(), secret_hash: format!("secret-{number}"), ..chat.clone() };
        test.store.put_web_chat(&chat).unwrap();
    }
    test.customer_ends(&first);
    protocols
}

/// A count per attendance would read every attendance of the agent each time: half a million reads for a thousand
/// attendances.
#[test]
fn assigning_and_returning_a_thousand_waiting_customers_costs_in_proportion_to_their_number() {
    const CUSTOMERS: usize = 1_000;
    const LISTS: usize = 6;
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = CUSTOMERS as u32;
    let protocols = fill_the_queue(&mut test, CUSTOMERS);
    let ana = test.sign_in(ANA);
    test.store.take_listed_jobs();
    test.connect_chat(&ana);
    assert!(test.store.take_listed_jobs() <= LISTS * CUSTOMERS);
    let row = test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap();
    assert_eq!((row.open_jobs as usize, row.status), (CUSTOMERS, ChannelStatus::InAttendance));
    let names = test.take_event_names(ANA);
    assert_eq!(names.iter().filter(|name| *name == "NewChatEvent").count(), CUSTOMERS);
    assert_eq!(names.last().map(String::as_str), Some("AgentStatusEvent"), "the status follows the attendances");
    assert!(names.iter().filter(|name| *name == "AgentStatusEvent").count() < LISTS);

    test.advance(5 * 60 * 1000);
    test.store.take_listed_jobs();
    test.tick();
    assert!(test.store.take_listed_jobs() <= LISTS * CUSTOMERS);
    let states = protocols.iter().map(|protocol| test.store.job(protocol).unwrap().unwrap().state);
    assert!(states.eq(std::iter::repeat_n(JobState::Waiting, CUSTOMERS)));
    assert_eq!(test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap().open_jobs, 0);
}

/// Waiting customers of other groups, who would be read if the router read all queues.
#[test]
fn a_change_of_an_agent_reads_only_waiting_customers_of_the_agents_groups() {
    let mut test = TestCentre::new();
    let mut group = test.store.group(&RENEWALS.into()).unwrap().unwrap();
    group.members = vec![AgentId::from(BRUNO)];
    test.store.put_group(&group).unwrap();
    let row = test.customer("Helena", RENEWALS);
    let row = test.store.job(&row.protocol).unwrap().unwrap();
    for number in 0..50 {
        test.store.put_job(&JobRow { protocol: format!("w{number}").into(), ..row.clone() }).unwrap();
    }
    test.store.take_listed_jobs();
    let ana = test.at_work(ANA);
    let chat = test.customer("Rafael", SUPPORT);
    test.finish(&ana, &chat.protocol).ok();
    assert!(test.store.take_listed_jobs() < 10, "Ana is not in the group of the fifty");
}

#[test]
fn an_agent_of_two_groups_gets_the_customer_who_waits_longest() {
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = 2;
    let first = test.customer("Helena", SUPPORT);
    test.advance(1);
    let second = test.customer("Rafael", RENEWALS);
    test.advance(1);
    let third = test.customer("Beatriz", SUPPORT);
    test.at_work(ANA);
    assert_eq!([&first, &second, &third].map(|chat| holder(&test, chat)), [ANA, ANA, ""]);
}

/// On PostgreSQL the end of an attendance and the start of a chat that do not see each other both commit.
#[test]
fn a_customer_who_still_waits_although_an_agent_is_free_is_assigned_a_second_later() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    change_channel(&mut test, ANA, |row| row.open_jobs = 5);
    let chat = test.customer("Helena", SUPPORT);
    change_channel(&mut test, ANA, |row| row.open_jobs = 0);
    test.advance(999);
    test.tick();
    assert_eq!(holder(&test, &chat), "");
    test.advance(1);
    test.tick();
    assert_eq!(holder(&test, &chat), ANA);
}

#[test]
fn customers_who_waited_at_a_restart_of_the_server_are_assigned_after_it() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    change_channel(&mut test, ANA, |row| row.open_jobs = 5);
    let chat = test.customer("Helena", SUPPORT);
    test.store.delete_due("assignment_check", SUPPORT).unwrap();
    change_channel(&mut test, ANA, |row| row.open_jobs = 0);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    test.tick();
    assert_eq!(holder(&test, &chat), ANA);
}

const LONG: usize = 300;

fn published(test: &TestCentre, protocols: &[Protocol]) -> Vec<u32> {
    protocols.iter().map(|protocol| test.store.web_chat(protocol).unwrap().unwrap().published_position).collect()
}

fn customer_leaves(test: &mut TestCentre, protocol: &Protocol) {
    let mut chat = test.store.web_chat(protocol).unwrap().unwrap();
    chat.page_gone_since = Some(test.now.plus_ms(-60 * 60 * 1000));
    test.store.put_web_chat(&chat).unwrap();
    test.store.set_due("customer", protocol.as_str(), Some(test.now), test.now).unwrap();
    test.tick();
    assert_eq!(test.store.job(protocol).unwrap().unwrap().state, JobState::Abandoned);
}

/// Runs due work, including work that becomes due at once because of it.
fn tick_often(test: &mut TestCentre) {
    for _ in 0..10 {
        test.tick();
        test.advance(1);
    }
}

#[test]
fn customers_of_a_long_queue_get_changed_positions_later_once_and_in_portions() {
    let mut test = TestCentre::new();
    let protocols = fill_the_queue(&mut test, LONG);
    // A copy of the page that stays connected for each customer, so that the customer does not leave the queue.
    test.advance(10_000);
    let numbers = |test: &TestCentre| -> Vec<u64> {
        protocols.iter().map(|protocol| test.store.web_chat(protocol).unwrap().unwrap().last_event).collect()
    };
    tick_often(&mut test);
    let all: Vec<u32> = (1..).take(LONG).collect();
    assert_eq!(published(&test, &protocols), all);

    let before = numbers(&test);
    test.store.take_listed_jobs();
    customer_leaves(&mut test, &protocols[0]);
    customer_leaves(&mut test, &protocols[1]);
    assert_eq!(test.store.take_listed_jobs(), 0, "who leaves a long queue reads no other attendance");
    assert_eq!(published(&test, &protocols)[2..], all[2..], "nothing is published at once");

    test.advance(5 * LONG as i64);
    test.tick();
    let first_portion = published(&test, &protocols);
    assert_eq!((first_portion[2], first_portion[LONG - 1]), (1, LONG as u32), "a transaction publishes to a portion");
    tick_often(&mut test);
    assert_eq!(published(&test, &protocols)[2..], all[..LONG - 2]);
    let events = numbers(&test).iter().zip(&before).skip(2).map(|(after, before)| after - before).max();
    assert_eq!(events, Some(1), "two changes are one event");
}

#[test]
fn a_customer_who_enters_a_long_queue_gets_the_position_at_once() {
    let mut test = TestCentre::new();
    let protocols = fill_the_queue(&mut test, LONG);
    test.advance(1_000);
    test.store.take_listed_jobs();
    let chat = test.customer("Otto", SUPPORT);
    assert_eq!(chat.position as usize, protocols.len() + 1);
    assert_eq!(test.store.take_listed_jobs(), 0);
    let events = test.customer_events(&chat);
    assert_eq!(positions(&events), [chat.position]);
}

#[test]
fn agents_of_a_large_group_get_the_number_of_waiting_customers_later() {
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = 1;
    let ana = test.at_work(ANA);
    let mut group = test.store.group(&SUPPORT.into()).unwrap().unwrap();
    group.members = (0..LONG).map(|number| AgentId(format!("1{number:03}"))).chain([ana.id.clone()]).collect();
    test.store.put_group(&group).unwrap();
    for name in ["Helena", "Otto", "Iara"] {
        test.customer(name, SUPPORT);
    }
    assert_eq!(on_hold(&mut test, &ana), 0);
    test.take_frames(ANA);
    test.advance(5 * LONG as i64 + 1_000);
    tick_often(&mut test);
    assert_eq!(on_hold(&mut test, &ana), 2);
    let names = test.take_event_names(ANA);
    assert_eq!(names.iter().filter(|name| *name == "AgentStatusEvent").count(), 1, "{names:?}");
}

#[test]
fn agents_whose_link_is_lost_are_read_once_by_the_router_and_again_when_the_link_returns() {
    const GONE: usize = 30;
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    change_channel(&mut test, ANA, |row| row.open_jobs = 1);
    let row = test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap();
    let mut group = test.store.group(&SUPPORT.into()).unwrap().unwrap();
    group.members = (0..GONE).map(|number| AgentId(format!("9{number:02}"))).chain([ana.id.clone()]).collect();
    test.store.put_group(&group).unwrap();
    for agent_id in group.members.iter().take(GONE).cloned() {
        test.store.put_channel(&ChannelRow { agent_id, open_jobs: 0, ..row.clone() }).unwrap();
    }
    let candidates = |test: &TestCentre| test.store.candidate_agents(&SUPPORT.into(), Channel::Chat, 99).unwrap().len();
    assert_eq!(candidates(&test), GONE + 1);
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(holder(&test, &chat), ANA, "the first who is there");
    assert_eq!(candidates(&test), 1);

    test.advance(test.centre.config.link_gone_ms);
    let later = test.customer("Otto", SUPPORT);
    assert_eq!((holder(&test, &later).as_str(), candidates(&test)), ("", 0));
    test.beat(&ana);
    assert_eq!(holder(&test, &later), ANA);
}
