//! Transfer of a WhatsApp attendance: whom the agent can choose, and what becomes of the request.

use super::bench::Bench;
use super::whatsapp::with_two;
use crate::channels::ChannelStatusView;
use crate::flow::ListState;
use crate::input::Intent;
use crate::view::View;
use crate::whatsapp::{DestinationsView, WhatsAppIntent, WhatsAppSlice, slices};
use rstest::rstest;
use serde_json::{Value, json};

const AGENTS: &str = "GET queues/whatsapp/20/agents-available";
const QUEUES: &str = "GET queues/whatsapp/agent/org-unit/1";
const TRANSFER: &str = "POST job/whatsapp/transfer";

fn destinations(bench: &Bench) -> Option<DestinationsView> {
    match bench.workspace.view(&slices::DESTINATIONS.of("W1".into())) {
        View::Whatsapp(WhatsAppSlice::TransferDestinations(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn loads() -> WhatsAppIntent {
    WhatsAppIntent::LoadDestinations { protocol: "W1".into() }
}

fn agent(id: &str, name: &str, status: &str) -> Value {
    json!({ "id": id, "name": name, "status": status })
}

#[test]
fn api_109_api_113_the_agents_of_the_queue_and_the_queues_are_loaded_each_time_the_dialog_opens() {
    let mut bench = with_two();
    assert_eq!(destinations(&bench), None);
    let agents = json!({ "data": [
        agent("105", "Aline", "paused"), agent("102", "Bruno", "in_attendance"), agent("103", "Davi", "on_the_moon"),
        agent("104", "Elisa", "available"), agent("106", "Gil", "scheduled_pause"),
    ] });
    let queues = json!({ "data": [
        { "id": "30", "name": "Cobrança", "agentsAvailable": 2 }, { "id": "20", "name": "Vendas" },
    ] });
    bench.hold(AGENTS).hold(QUEUES).whatsapp(loads()).whatsapp(loads());
    assert_eq!(bench.call(AGENTS).query_text(), "agentId=101");
    assert_eq!(
        (bench.calls_of(AGENTS).len(), bench.calls_of(QUEUES).len()),
        (1, 1),
        "a list under way is not asked twice"
    );
    bench.reply(AGENTS, 200, agents).reply(QUEUES, 200, queues);
    let view = destinations(&bench).expect("the lists");
    let shown: Vec<_> = view.agents.iter().map(|agent| (agent.name.as_str(), agent.status, agent.available)).collect();
    assert_eq!(
        shown,
        [
            ("Bruno", ChannelStatusView::InAttendance, true),
            ("Elisa", ChannelStatusView::Available, true),
            ("Aline", ChannelStatusView::Paused, false),
            ("Davi", ChannelStatusView::Disconnected, false),
            ("Gil", ChannelStatusView::ScheduledPause, false),
        ]
    );
    let shown: Vec<_> =
        view.queues.iter().map(|queue| (queue.name.as_str(), queue.current, queue.agents_available)).collect();
    assert_eq!(shown, [("Vendas", true, None), ("Cobrança", false, Some(2))]);
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "disconnected")] })).whatsapp(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!(view.agents.iter().map(|agent| agent.available).collect::<Vec<_>>(), [false]);
}

#[test]
fn a_list_that_cannot_be_loaded_says_so_and_is_loaded_again() {
    let mut bench = with_two();
    bench.answer(AGENTS, 500, json!({})).answer(QUEUES, 200, json!({ "data": [] })).whatsapp(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!((view.agents_state, view.queues_state), (ListState::Failed, ListState::Ready));
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "available")] })).hold(QUEUES).whatsapp(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!((view.agents_state, view.queues_state, view.agents.len()), (ListState::Ready, ListState::Loading, 1));
}

#[test]
fn a_refused_transfer_loads_the_lists_of_the_open_dialog_again() {
    let mut bench = with_two();
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "available")] }));
    bench.answer(QUEUES, 200, json!({ "data": [] })).whatsapp(loads());
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "paused")] }));
    bench.answer(TRANSFER, 409, json!({ "cause": "pause" })).whatsapp(transfers());
    assert!(destinations(&bench).is_some_and(|view| !view.agents[0].available));
    bench.answer(TRANSFER, 200, json!({ "success": true })).whatsapp(transfers());
    assert_eq!(
        (destinations(&bench), bench.calls_of(AGENTS).len()),
        (None, 2),
        "an accepted one takes the lists with it"
    );
}

#[rstest]
#[case::trf_034(json!({ "cause": "offline" }), "O agente está offline")]
#[case::trf_035(json!({ "cause": "NotInQueue" }), "O agente não está na fila")]
#[case::trf_035_as_the_server_says_it(json!({ "cause": "queue" }), "O agente não está na fila")]
#[case::trf_036(json!({ "cause": "pause" }), "O agente está em pausa")]
#[case::trf_037(json!({ "cause": "other" }), "Não foi possível realizar a transferência")]
fn a_refused_transfer_shows_its_cause(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_two();
    bench.answer("POST job/whatsapp/transfer", 409, body).whatsapp(transfers());
    assert_eq!((bench.said(), bench.has_job("W1")), (vec![sentence.to_owned()], true));
}

fn transfers() -> WhatsAppIntent {
    let (protocol, to_agent_id, queue_id) = ("W1".into(), "102".into(), "20".into());
    WhatsAppIntent::Transfer { protocol, to_agent_id, queue_id, observation: "Quer renovar".to_owned() }
}

#[test]
fn trf_039_trf_041_trf_042_a_transferred_attendance_leaves_at_once_and_its_observation_too() {
    for by_event in [false, true] {
        let mut bench = with_two();
        let observation = "Quer renovar".to_owned();
        bench.intent(Intent::Qualification(crate::qualification::QualificationIntent::ObserveQualification {
            protocol: "W1".into(),
            observation,
        }));
        match by_event {
            true => bench.event("WhatsAppTransferResponseEvent", json!({ "protocol": "W1" })),
            false => bench.whatsapp(transfers()),
        };
        assert!(!bench.has_job("W1"));
        let said = if by_event { vec![] } else { vec!["Transferência realizada com sucesso".to_owned()] };
        assert_eq!(bench.said(), said, "the agent who transferred gets one snackbar");
        let form = bench.workspace.qualification.record_of(&"W1".into());
        assert!(form.is_none(), "{form:?}");
        if !by_event {
            let expected = json!({ "protocol": "W1", "agentId": "101", "toAgentId": "102", "queueId": "20", "observation": "Quer renovar" });
            assert_eq!(bench.call("POST job/whatsapp/transfer").json(), expected);
        }
    }
}
