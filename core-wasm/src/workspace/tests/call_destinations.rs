//! Agents, queues and campaigns to which a call can be transferred, and the earlier transfers of an attendance.

use super::bench::Bench;
use super::samples::with;
use super::voice::{intends, job, registered, talking};
use super::voice_rooms::{in_room, transfer_room, transfers};
use super::whatsapp::with_two;
use crate::channels::ChannelStatusView;
use crate::flow::ListState;
use crate::input::{Intent, PageInput};
use crate::transfers::{TransferListView, TransfersIntent, TransfersSlice};
use crate::view::View;
use crate::voice::{CallDestinationsView, VoiceIntent, VoiceSlice, slices};
use crate::wire::{DestinationKind, TransferKind};
use rstest::rstest;
use serde_json::{Value, json};

const AGENTS: &str = "GET agents/voice/agents-available";
const QUEUES: &str = "GET queues/voice/org-unit/1";
const CAMPAIGNS: &str = "GET agents/101/campaigns/voice";

fn destinations(bench: &Bench) -> Option<CallDestinationsView> {
    match bench.workspace.view(&slices::CALL_DESTINATIONS.key()) {
        View::Voice(VoiceSlice::CallDestinations(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn agent(id: &str, name: &str, status: &str) -> Value {
    json!({ "id": id, "name": name, "extension": "1002", "status": status, "since": 4_000, "groups": ["Vendas"], "open": 2 })
}

fn lists(bench: &mut Bench) {
    let agents = json!({ "data": [
        agent("103", "Davi", "paused"), agent("104", "Elisa", "in_attendance"), agent("105", "Gil", "disconnected"),
        agent("102", "Bruno", "available"), agent("101", "Ana Souza", "available"),
    ] });
    let queues = json!({ "data": [
        { "id": "8", "name": "Suporte", "agentsAvailable": 0, "agents": 0, "waiting": 0 },
        { "id": "9", "name": "Vendas", "agentsAvailable": 1, "agents": 4, "waiting": 3, "waitingSince": 2_000 },
    ] });
    bench.answer(AGENTS, 200, agents).answer(QUEUES, 200, queues);
    let campaign = json!({ "id": "31", "name": "Renovação", "agents": 5, "agentsAvailable": 2, "waiting": 4 });
    bench.answer(CAMPAIGNS, 200, json!({ "data": [campaign] }));
}

/// An agent in a call, with two call requests, who has opened the destinations and the transfers of the attendance.
pub(super) fn everything_loaded() -> Bench {
    let mut bench = super::voice::asked_twice();
    lists(&mut bench);
    bench.answer("GET job/V1/transfers", 200, json!({ "data": [] }));
    intends(&mut bench, VoiceIntent::WatchCallDestinations);
    bench.intent(Intent::Transfers(TransfersIntent::LoadTransfers { protocol: "V1".into() }));
    bench
}

fn watching() -> Bench {
    let mut bench = talking();
    lists(&mut bench);
    bench.forget();
    intends(&mut bench, VoiceIntent::WatchCallDestinations);
    bench
}

#[test]
fn trf_026_bey_059_the_destinations_of_a_call_show_state_load_and_why_they_cannot_be_chosen() {
    let bench = watching();
    assert_eq!(bench.call(AGENTS).query_text(), "agentId=101");
    let view = destinations(&bench).expect("the lists");
    let shown: Vec<_> = view
        .agents
        .iter()
        .map(|agent| (agent.name.as_str(), agent.status, agent.refusal.as_ref().map(|text| text.key.as_str())))
        .collect();
    assert_eq!(
        shown,
        [
            ("Bruno", ChannelStatusView::Available, None),
            ("Davi", ChannelStatusView::Paused, Some("transferError.agentPaused")),
            ("Elisa", ChannelStatusView::InAttendance, Some("transferError.agentInCall")),
            ("Gil", ChannelStatusView::Disconnected, Some("transferError.agentOffline")),
        ],
        "the own agent is left out"
    );
    assert_eq!((view.agents[0].extension.as_str(), view.agents[0].open), ("1002", 2));
    let groups: Vec<_> = view
        .groups
        .iter()
        .map(|group| {
            let load = (group.agents, group.agents_available, group.waiting);
            (group.kind, group.name.as_str(), group.current, load, group.refusal.is_some())
        })
        .collect();
    assert_eq!(
        groups,
        [
            (DestinationKind::Queue, "Vendas", true, (Some(4), Some(1), Some(3)), false),
            (DestinationKind::Queue, "Suporte", false, (Some(0), Some(0), Some(0)), true),
            (DestinationKind::Campaign, "Renovação", false, (Some(5), Some(2), Some(4)), false),
        ]
    );
    assert_eq!((view.agents_state, view.groups_state), (ListState::Ready, ListState::Ready));
}

/// Number of requests for agents, queues and campaigns.
fn asked(bench: &Bench) -> [usize; 3] {
    [AGENTS, QUEUES, CAMPAIGNS].map(|call| bench.calls_of(call).len())
}

#[test]
fn bey_059_the_shown_destinations_are_refetched_without_a_loading_state_while_the_page_is_visible() {
    let mut bench = watching();
    let queues = json!({ "data": [{ "id": "9", "name": "Vendas", "agentsAvailable": 1, "agents": 4, "waiting": 7 }] });
    bench.answer(QUEUES, 200, queues).forget().hold(AGENTS).advance(5_100);
    assert_eq!(asked(&bench), [1, 1, 1]);
    let waiting = |view: CallDestinationsView| view.groups.into_iter().find(|group| group.id == "9")?.waiting;
    assert_eq!(destinations(&bench).and_then(waiting), Some(7), "more customers wait than before");
    assert!(destinations(&bench).is_some_and(|view| view.agents_state == ListState::Ready && view.agents.len() == 4));
    bench.reply(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "paused")] }));
    assert!(destinations(&bench).is_some_and(|view| view.agents[0].refusal.is_some()));
    bench.answer(AGENTS, 200, json!({ "data": [] }));
    bench.page(PageInput::Visible { visible: false }).forget().advance(20_000);
    assert_eq!(asked(&bench), [0, 0, 0], "a hidden page asks nothing");
    bench.page(PageInput::Visible { visible: true }).forget().advance(5_100);
    assert_eq!(asked(&bench), [1, 1, 1]);
    intends(&mut bench, VoiceIntent::LeaveCallDestinations);
    bench.forget().advance(20_000);
    assert_eq!(asked(&bench), [0, 0, 0], "nor does a closed dialog");
}

#[test]
fn a_failed_list_of_destinations_is_shown_as_failed() {
    for call in [AGENTS, QUEUES, CAMPAIGNS] {
        let mut bench = talking();
        lists(&mut bench);
        bench.answer(call, 500, json!({}));
        intends(&mut bench, VoiceIntent::WatchCallDestinations);
        let view = destinations(&bench).expect("the lists");
        let failed = (view.agents_state == ListState::Failed, view.groups_state == ListState::Failed);
        assert_eq!(failed, (call == AGENTS, call != AGENTS), "{call}");
    }
}

#[test]
fn the_note_of_a_transfer_is_kept_until_the_transfer_is_accepted_and_a_refusal_is_shown_in_the_dialog() {
    let mut bench = watching();
    intends(&mut bench, VoiceIntent::NoteCallTransfer { note: "cliente VIP".to_owned() });
    intends(&mut bench, VoiceIntent::LeaveCallDestinations);
    intends(&mut bench, VoiceIntent::WatchCallDestinations);
    assert_eq!(destinations(&bench).map(|view| view.note).as_deref(), Some("cliente VIP"));
    bench.answer("POST job/voice/transfer-request", 409, json!({ "cause": "agentPaused" }));
    intends(&mut bench, transfers(TransferKind::Assisted));
    let view = destinations(&bench).expect("the lists");
    assert_eq!(view.failure.map(|text| text.key).as_deref(), Some("transferError.agentPaused"));
    assert_eq!(view.note, "cliente VIP");
    bench.hold("POST job/voice/transfer-request");
    intends(&mut bench, transfers(TransferKind::Assisted));
    assert!(destinations(&bench).is_some_and(|view| view.pending && view.failure.is_none()));
    let accepted = json!({ "protocol": "V1", "uniqueId": "u1", "destination": { "kind": "agent", "id": "102" } });
    bench.event("TransferAcceptedEvent", accepted);
    assert_eq!(destinations(&bench), None);
    // The attendance returns to the agent later.
    bench.event("NewVoiceJobEvent", job(json!({ "version": 7 })));
    intends(&mut bench, VoiceIntent::WatchCallDestinations);
    assert_eq!(destinations(&bench).map(|view| view.note).as_deref(), Some(""));
}

#[test]
fn trf_003_an_unregistered_customer_is_registered_before_a_call_is_transferred() {
    let mut bench = registered();
    bench.answer("GET contacts/5511", 200, json!({ "data": [] }));
    super::voice::takes_call(&mut bench);
    bench.forget();
    for intent in [VoiceIntent::WatchCallDestinations, transfers(TransferKind::Blind)] {
        intends(&mut bench, intent);
        assert!(bench.calls_of("POST job/voice/transfer").is_empty() && bench.calls_of(AGENTS).is_empty());
        assert!(bench.contact("V1").form.is_some(), "the form opens");
    }
}

#[test]
fn an_event_of_another_attendance_does_not_recompute_a_thousand_destinations() {
    let mut bench = watching();
    let many: Vec<Value> = (0..1_000).map(|number| agent(&format!("a{number}"), "Alguém", "available")).collect();
    bench.answer(AGENTS, 200, json!({ "data": many })).advance(5_100);
    assert!(destinations(&bench).is_some_and(|view| view.agents.len() == 1_000));
    bench.forget().attends("P1");
    assert!(!bench.dirty.contains(&slices::CALL_DESTINATIONS.key()));
}

fn records(bench: &Bench, protocol: &str) -> Option<TransferListView> {
    match bench.workspace.view(&crate::transfers::slices::TRANSFERS.of(protocol.into())) {
        View::Transfers(TransfersSlice::JobTransfers(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::whatsapp(with_two, "W1")]
#[case::voice(talking, "V1")]
fn job_040_the_transfers_of_an_attendance_are_listed_on_demand(#[case] before: fn() -> Bench, #[case] protocol: &str) {
    let mut bench = before();
    let call = format!("GET job/{protocol}/transfers");
    assert_eq!(records(&bench, protocol), None);
    let record = |number: u32, fields: Value| {
        let whole = json!({ "number": number, "agentId": "102", "agentName": "Bruno", "note": "VIP", "askedAt": 5_000,
            "destination": { "kind": "queue", "id": "9", "name": "Vendas" }, "cause": "" });
        with(whole, fields)
    };
    let answer = json!({ "data": [
        record(2, json!({ "kind": "assisted", "cause": "busy", "endedAt": 9_000 })),
        record(3, json!({ "kind": "assisted", "cause": "conference", "endedAt": 12_000 })), record(1, json!({ "endedAt": 6_000 })),
    ] });
    bench.forget().hold(&call);
    bench.intent(Intent::Transfers(TransfersIntent::LoadTransfers { protocol: protocol.into() }));
    assert_eq!(records(&bench, protocol).map(|view| view.state), Some(ListState::Loading));
    bench.reply(&call, 200, answer);
    let view = records(&bench, protocol).expect("the list");
    let shown: Vec<_> = view
        .items
        .iter()
        .map(|item| (item.number, item.kind, item.ended_at, item.failure.as_ref().map(|text| text.key.as_str())))
        .collect();
    assert_eq!(
        shown,
        [
            (1, None, Some(6_000.0), None),
            (2, Some(TransferKind::Assisted), Some(9_000.0), Some("transferError.busy")),
            (3, Some(TransferKind::Assisted), Some(12_000.0), None),
        ]
    );
    assert_eq!((view.items[0].agent.as_str(), view.items[0].destination.as_str()), ("Bruno", "Vendas"));
    bench.answer(&call, 500, json!({}));
    bench.intent(Intent::Transfers(TransfersIntent::LoadTransfers { protocol: protocol.into() }));
    assert!(records(&bench, protocol).is_some_and(|view| view.state == ListState::Failed && view.items.len() == 3));
}

#[test]
fn the_dialog_of_a_transfer_closes_when_the_transfer_begins_or_the_call_ends() {
    let mut bench = in_room(transfer_room("blind", "ringing"));
    lists(&mut bench);
    intends(&mut bench, VoiceIntent::WatchCallDestinations);
    assert!(destinations(&bench).is_some());
    bench.event("HangupEvent", json!({ "protocol": "V1", "uniqueId": "u1", "requestSource": "CLIENT" }));
    assert_eq!(destinations(&bench), None);
}
