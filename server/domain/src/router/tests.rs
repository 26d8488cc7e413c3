//! Who gets the waiting customer, and what the waiting line tells.

use crate::outside::OutsideEventKind;
use crate::store::{ChannelRow, Store};
use crate::testing::{ANA, BRUNO, RENEWALS, SUPPORT, World, pause_fact};
use crate::{OutsideEvent, OutsideStarted};
use core_wasm::wire::{AgentId, Channel};
use rstest::rstest;

fn change_channel(world: &mut World, id: &str, change: impl FnOnce(&mut ChannelRow)) {
    let mut row = world.store.channel(&AgentId::from(id), Channel::Chat).unwrap().unwrap();
    change(&mut row);
    world.store.put_channel(&row).unwrap();
}

fn holder(world: &World, chat: &OutsideStarted) -> String {
    world.store.job(&chat.protocol).unwrap().unwrap().agent_id.0
}

#[rstest]
#[case::fewest_open(2, 0, 1, 500, BRUNO)]
#[case::fewest_open_although_less_idle(1, 500, 2, 0, ANA)]
#[case::longest_idle_among_equals(1, 10, 1, 20, ANA)]
#[case::longest_idle_the_other_way(1, 20, 1, 10, BRUNO)]
#[case::ana_is_full(5, 0, 4, 500, BRUNO)]
fn the_fewest_open_attendances_win_then_the_longest_idle(
    #[case] ana_open: u32,
    #[case] ana_idle_since: i64,
    #[case] bruno_open: u32,
    #[case] bruno_idle_since: i64,
    #[case] expected: &str,
) {
    let mut world = World::new();
    world.at_work(ANA);
    world.at_work(BRUNO);
    for (id, open, idle) in [(ANA, ana_open, ana_idle_since), (BRUNO, bruno_open, bruno_idle_since)] {
        change_channel(&mut world, id, |row| {
            row.open_jobs = open;
            row.idle_since.0 += idle;
        });
    }
    let chat = world.customer("Helena", SUPPORT);
    assert_eq!(holder(&world, &chat), expected);
}

#[rstest]
#[case::paused(|row: &mut ChannelRow| row.pause = Some(pause_fact("Almoço")))]
#[case::about_to_pause(|row: &mut ChannelRow| row.scheduled_pause = Some(pause_fact("Almoço")))]
#[case::full(|row: &mut ChannelRow| row.open_jobs = 5)]
#[case::disconnected(|row: &mut ChannelRow| row.connected = false)]
fn an_agent_that_takes_no_new_ones_is_passed_over(#[case] change: fn(&mut ChannelRow)) {
    let mut world = World::new();
    world.at_work(ANA);
    change_channel(&mut world, ANA, change);
    let chat = world.customer("Helena", SUPPORT);
    assert_eq!(chat.position, 1);
    assert_eq!(holder(&world, &chat), "");
}

#[test]
fn an_absent_agent_is_passed_over() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let mut row = world.store.agent(&ana.id).unwrap().unwrap();
    row.record.agent_absent.agent_absent_enabled = true;
    world.store.put_agent(&row).unwrap();
    assert_eq!(world.customer("Helena", SUPPORT).position, 1);
}

fn on_hold(world: &mut World, agent: &crate::testing::Agent) -> serde_json::Value {
    let path = format!("/agents/{}/status", agent.id);
    world.get(agent, &path).ok().body["channels"]["chat"]["onHold"].clone()
}

#[test]
fn chn_005_the_channel_tells_how_many_customers_wait_in_its_queues() {
    let mut world = World::new();
    world.centre.config.jobs_per_channel = 1;
    let ana = world.at_work(ANA);
    let mut group = world.store.group(&SUPPORT.into()).unwrap().unwrap();
    group.members = vec![AgentId::from(ANA)];
    world.store.put_group(&group).unwrap();
    let bruno = world.at_work(BRUNO);
    let first = world.customer("Helena", SUPPORT);
    world.customer("Rafael", RENEWALS);
    world.take_frames(ANA);
    let second = world.customer("Otto", SUPPORT);
    world.customer("Iara", RENEWALS);
    assert_eq!((on_hold(&mut world, &ana), on_hold(&mut world, &bruno)), (2.into(), 1.into()));
    let told = world.take_frames(ANA).pop().unwrap();
    assert_eq!((&told["event"], &told["channels"]["chat"]["onHold"]), (&"AgentStatusEvent".into(), &2.into()));
    world.finish(&ana, &first.protocol).ok();
    assert_eq!(holder(&world, &second), ANA);
    assert_eq!(on_hold(&mut world, &ana), 1, "who was served waits no more");
    world.tick();
    world.take_frames(ANA);
    world.tick();
    assert!(world.take_frames(ANA).is_empty(), "nothing new is not told");
    world.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    assert_eq!(on_hold(&mut world, &ana), 0);
}

#[test]
fn only_members_of_the_queues_group_are_served() {
    let mut world = World::new();
    world.at_work(ANA);
    let mut group = world.store.group(&RENEWALS.into()).unwrap().unwrap();
    group.members = vec![AgentId::from(BRUNO)];
    world.store.put_group(&group).unwrap();
    assert_eq!(world.customer("Helena", RENEWALS).position, 1);
    assert_eq!(world.customer("Rafael", SUPPORT).position, 0);
}

#[test]
fn jobs_per_channel_is_the_limit_and_a_finished_one_makes_room() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let chats: Vec<_> = (1..=6).map(|number| world.customer(&format!("c{number}"), SUPPORT)).collect();
    assert_eq!(chats.iter().map(|chat| chat.position).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1]);
    world.finish(&ana, &chats[2].protocol).ok();
    assert_eq!(holder(&world, &chats[5]), ANA);
}

fn positions(events: &[OutsideEvent]) -> Vec<u32> {
    events
        .iter()
        .filter_map(|event| match event.kind {
            OutsideEventKind::Position { position } => Some(position),
            _ => None,
        })
        .collect()
}

#[test]
fn the_waiting_are_told_every_place_that_changes_and_are_served_in_order() {
    let mut world = World::new();
    let first = world.customer("Helena", SUPPORT);
    world.advance(1);
    let second = world.customer("Rafael", SUPPORT);
    world.advance(1);
    let third = world.customer("Beatriz", SUPPORT);
    let other_queue = world.customer("Caetano", RENEWALS);
    assert_eq!([first.position, second.position, third.position, other_queue.position], [1, 2, 3, 1]);
    world.customer_ends(&second);
    let events = world.customer_events(&third);
    assert_eq!(positions(&events), [3, 2]);
    let events = world.customer_events(&first);
    assert_eq!(positions(&events), [1], "an unchanged place is told once");
    world.centre.config.jobs_per_channel = 1;
    world.at_work(ANA);
    assert_eq!(holder(&world, &first), ANA, "the first of the line is served when an agent connects");
    let events = world.customer_events(&third);
    assert_eq!(positions(&events), [3, 2, 1]);
    let events = world.customer_events(&first);
    assert!(
        matches!(&events.last().unwrap().kind, OutsideEventKind::AgentJoined { agent_name } if agent_name == "Ana Souza")
    );
}

#[test]
fn job_001_two_attendances_never_share_a_protocol() {
    let mut world = World::new();
    let mut protocols: Vec<_> = (0..20).map(|_| world.customer("Helena", SUPPORT).protocol).collect();
    world.advance(24 * 60 * 60 * 1000);
    protocols.extend((0..20).map(|_| world.customer("Helena", SUPPORT).protocol));
    assert_eq!(protocols[0].as_str(), "20261120000001");
    assert_eq!(protocols[20].as_str(), "20261121000021");
    protocols.sort();
    protocols.dedup();
    assert_eq!(protocols.len(), 40);
}

#[test]
fn who_finished_last_has_been_idle_the_shortest() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let first = world.customer("Helena", SUPPORT);
    world.advance(1_000);
    world.at_work(BRUNO);
    world.advance(1_000);
    assert_eq!(holder(&world, &first), ANA);
    world.finish(&ana, &first.protocol).ok();
    let second = world.customer("Rafael", SUPPORT);
    assert_eq!(holder(&world, &second), BRUNO, "both have none; Bruno waits longer");
}

#[test]
fn who_returns_to_the_line_is_told_the_place_again() {
    let mut world = World::new();
    let chat = world.customer("Helena", SUPPORT);
    world.at_work(ANA);
    world.advance(5 * 60 * 1000);
    world.tick();
    let events = world.customer_events(&chat);
    assert_eq!(positions(&events), [1, 1]);
}
