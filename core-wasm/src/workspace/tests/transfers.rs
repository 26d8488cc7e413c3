//! Transfer of an attendance of WhatsApp and web chat: the agents, queues and campaigns to choose from, and the result of
//! the request.

use super::bench::Bench;
use super::samples::{chat_job, with};
use super::whatsapp::with_two;
use crate::channels::ChannelStatusView;
use crate::flow::{HttpFailure, ListState};
use crate::input::Intent;
use crate::transfers::{DestinationCampaignsView, DestinationsView, TransfersIntent, TransfersSlice, slices};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const AGENTS: &str = "GET queues/whatsapp/20/agents-available";
const QUEUES: &str = "GET queues/whatsapp/agent/org-unit/1";
const TRANSFER: &str = "POST job/whatsapp/transfer";
const CAMPAIGNS: &str = "GET campaigns/whatsapp";
const AGENTS_OF_31: &str = "GET campaigns/whatsapp/31/agents-available";
const AGENTS_OF_32: &str = "GET campaigns/whatsapp/32/agents-available";

impl Bench {
    pub fn transfers(&mut self, intent: TransfersIntent) -> &mut Self {
        self.intent(Intent::Transfers(intent))
    }
}

fn destinations(bench: &Bench) -> Option<DestinationsView> {
    match bench.workspace.view(&slices::DESTINATIONS.of("W1".into())) {
        View::Transfers(TransfersSlice::TransferDestinations(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn loads() -> TransfersIntent {
    TransfersIntent::LoadDestinations { protocol: "W1".into() }
}

/// The dialog of the transfer is opened.
fn watches() -> TransfersIntent {
    TransfersIntent::WatchDestinations { protocol: "W1".into() }
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
    bench.hold(AGENTS).hold(QUEUES).transfers(loads()).transfers(loads());
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
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "disconnected")] })).transfers(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!(view.agents.iter().map(|agent| agent.available).collect::<Vec<_>>(), [false]);
}

#[test]
fn a_failed_load_of_a_transfer_list_is_shown_and_can_be_repeated() {
    let mut bench = with_two();
    bench.answer(AGENTS, 500, json!({})).answer(QUEUES, 200, json!({ "data": [] })).transfers(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!((view.agents_state, view.queues_state), (ListState::Failed, ListState::Ready));
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "available")] })).hold(QUEUES).transfers(loads());
    let view = destinations(&bench).expect("the lists");
    assert_eq!((view.agents_state, view.queues_state, view.agents.len()), (ListState::Ready, ListState::Loading, 1));
}

#[test]
fn a_refused_transfer_loads_the_lists_of_the_open_dialog_again() {
    let mut bench = with_two();
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "available")] }));
    bench.answer(QUEUES, 200, json!({ "data": [] })).transfers(watches());
    bench.answer(AGENTS, 200, json!({ "data": [agent("102", "Bruno", "paused")] }));
    bench.answer(TRANSFER, 409, json!({ "cause": "pause" })).transfers(transfers());
    assert!(destinations(&bench).is_some_and(|view| !view.agents[0].available));
    bench.answer(TRANSFER, 200, json!({ "success": true })).transfers(transfers());
    assert_eq!(
        (destinations(&bench), bench.calls_of(AGENTS).len()),
        (None, 2),
        "an accepted one takes the lists with it"
    );
}

#[rstest]
#[case::trf_034(json!({ "cause": "offline" }), "O agente está offline")]
#[case::trf_035(json!({ "cause": "NotInQueue" }), "O agente não está na fila")]
#[case::trf_035_spelled_by_the_server(json!({ "cause": "queue" }), "O agente não está na fila")]
#[case::trf_036(json!({ "cause": "pause" }), "O agente está em pausa")]
#[case::trf_037(json!({ "cause": "other" }), "Não foi possível realizar a transferência")]
fn a_refused_transfer_shows_its_cause(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_two();
    bench.answer("POST job/whatsapp/transfer", 409, body).transfers(transfers());
    assert_eq!((bench.said(), bench.has_job("W1")), (vec![sentence.to_owned()], true));
}

fn transfers() -> TransfersIntent {
    let (protocol, to_agent_id, queue_id) = ("W1".into(), "102".into(), "20".into());
    let (campaign_id, observation) = (Default::default(), "Quer renovar".to_owned());
    TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation }
}

#[test]
fn trf_039_trf_041_trf_042_a_transferred_attendance_is_removed_at_once_with_its_observation() {
    for by_event in [false, true] {
        let mut bench = with_two();
        let observation = "Quer renovar".to_owned();
        bench.intent(Intent::Qualification(crate::qualification::QualificationIntent::ObserveQualification {
            protocol: "W1".into(),
            observation,
        }));
        match by_event {
            true => bench.event("WhatsAppTransferResponseEvent", json!({ "protocol": "W1" })),
            false => bench.transfers(transfers()),
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

const CHAT_TRANSFER: &str = "POST job/chat/transfer";

/// The agent has the chat P1 open.
fn with_chat() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").open("P1").forget();
    bench
}

fn transfers_chat() -> TransfersIntent {
    let (protocol, to_agent_id) = ("P1".into(), "102".into());
    let (queue_id, campaign_id, observation) = (Default::default(), Default::default(), "Quer renovar".to_owned());
    TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation }
}

#[test]
fn api_133_the_agents_of_a_chats_queue_and_the_chat_queues_are_loaded() {
    let mut bench = with_chat();
    let agents = "GET queues/10/chat/agents-available";
    bench.answer(agents, 200, json!({ "data": [agent("102", "Bruno", "available")] }));
    let queues = "GET queues/chat/org-unit/1";
    bench.answer(queues, 200, json!({ "data": [{ "id": "10", "name": "Renovações", "agentsAvailable": 1 }] }));
    bench.transfers(TransfersIntent::LoadDestinations { protocol: "P1".into() });
    assert_eq!(bench.call(agents).query_text(), "agentId=101");
    let View::Transfers(TransfersSlice::TransferDestinations(view)) =
        bench.workspace.view(&slices::DESTINATIONS.of("P1".into()))
    else {
        panic!("no lists")
    };
    assert_eq!((view.agents[0].available, view.queues[0].current, view.pending), (true, true, false));
}

#[test]
fn trf_031_api_138_a_transferred_chat_is_removed_with_its_observation_and_one_snackbar_confirms_the_transfer() {
    let mut bench = with_chat();
    bench.intent(Intent::Qualification(crate::qualification::QualificationIntent::ObserveQualification {
        protocol: "P1".into(),
        observation: "Quer renovar".to_owned(),
    }));
    bench.hold(CHAT_TRANSFER).transfers(transfers_chat()).transfers(transfers_chat());
    assert_eq!(bench.calls_of(CHAT_TRANSFER).len(), 1, "a transfer under way is not repeated");
    let expected =
        json!({ "protocol": "P1", "agentId": "101", "toAgentId": "102", "queueId": "", "observation": "Quer renovar" });
    assert_eq!(bench.call(CHAT_TRANSFER).json(), expected);
    bench.event("ChatTransferResponseEvent", json!({ "protocol": "P1" }));
    assert!(!bench.has_job("P1"), "the event may come before the answer");
    assert!(bench.said().is_empty());
    bench.reply(CHAT_TRANSFER, 200, json!({ "success": true }));
    assert_eq!(bench.said(), ["Transferência realizada com sucesso"]);
    assert!(bench.workspace.qualification.record_of(&"P1".into()).is_none());
}

#[rstest]
#[case::trf_032_trf_038(json!({ "cause": "offline" }), "Não é possível transferir: o agente está offline")]
#[case::trf_033_the_agent_is_not_in_the_queue(json!({ "cause": "queue" }), "O agente não está na fila")]
#[case::trf_033_the_agent_is_paused(json!({ "cause": "pause" }), "O agente está em pausa")]
#[case::trf_033_the_job_has_ended(json!({ "cause": "jobEnded" }), "O atendimento já foi finalizado")]
#[case::trf_033_another_cause(json!({ "cause": "moonPhase" }), "Não foi possível realizar a transferência")]
fn a_refused_transfer_of_a_chat_shows_its_reason_and_keeps_the_chat(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_chat();
    bench.answer(CHAT_TRANSFER, 409, body).transfers(transfers_chat());
    assert_eq!((bench.said(), bench.has_job("P1")), (vec![sentence.to_owned()], true));
}

/// The event removes the attendance although the answer never arrives, so the transfer was carried out.
#[rstest]
#[case::before_the_answer_is_lost(true)]
#[case::after_the_answer_was_lost(false)]
fn bey_153_after_the_event_of_a_transfer_without_an_answer_the_text_says_that_it_was_carried_out(#[case] before: bool) {
    let mut bench = with_chat();
    bench.hold(CHAT_TRANSFER).hold(ACTIVE).transfers(transfers_chat());
    if before {
        bench.event("ChatTransferResponseEvent", json!({ "protocol": "P1" }));
    }
    bench.lose(CHAT_TRANSFER, HttpFailure::NoAnswer);
    if !before {
        assert!(bench.said().is_empty());
        bench.event("ChatTransferResponseEvent", json!({ "protocol": "P1" }));
    }
    assert_eq!((bench.said(), bench.has_job("P1")), (vec![DONE.to_owned()], false));
}

/// An attendance that left the list, one that returned because the agent is the only one of its queue, and one that was
/// never transferred.
#[rstest]
#[case::the_attendance_left_the_list(None, true)]
#[case::the_attendance_returned(Some(json!({ "version": 2, "transferCount": 1 })), true)]
#[case::the_attendance_stays(Some(json!({})), false)]
fn bey_153_a_transfer_without_an_answer_is_looked_up_before_a_result_is_shown(
    #[case] listed: Option<Value>,
    #[case] is_done: bool,
) {
    for is_chat in [true, false] {
        let mut bench = if is_chat { with_chat() } else { with_two() };
        let (call, intent) = if is_chat { (CHAT_TRANSFER, transfers_chat()) } else { (TRANSFER, transfers()) };
        let (protocol, record) =
            if is_chat { ("P1", chat_job("P1")) } else { ("W1", super::samples::whatsapp_job("W1")) };
        bench.hold(ACTIVE).fail(call, HttpFailure::TimedOut).transfers(intent);
        let had = bench.calls_of(ACTIVE).len();
        assert_eq!((bench.said().len(), had), (0, 1), "{call}: nothing is said before it is known");
        let jobs: Vec<Value> = listed.iter().map(|changes| with(record.clone(), changes.clone())).collect();
        let channel = if is_chat { "chat" } else { "whatsapp" };
        bench.reply(ACTIVE, 200, json!({ "asOfSeq": 50, "epoch": "e1", "data": { (channel): jobs } }));
        let told = if is_done { DONE } else { "Não foi possível realizar a transferência" };
        assert_eq!((bench.said(), bench.has_job(protocol)), (vec![told.to_owned()], listed.is_some()), "{call}");
        assert_eq!(bench.calls_of(call).len(), 1, "{call}: a transfer is never repeated by itself");
    }
}

const ACTIVE: &str = "GET agents/101/jobs/active";
const DONE: &str = "Transferência realizada com sucesso";

#[test]
fn a_transferred_chat_that_returned_before_the_late_answer_to_the_transfer_stays() {
    let mut bench = with_chat();
    bench.hold(CHAT_TRANSFER).transfers(transfers_chat());
    bench.event("ChatTransferResponseEvent", json!({ "protocol": "P1" }));
    let back = with(chat_job("P1"), json!({ "version": 2, "transferCount": 1 }));
    bench.event("NewChatEvent", json!({ "job": back })).reply(CHAT_TRANSFER, 200, json!({ "success": true }));
    assert_eq!((bench.said(), bench.has_job("P1")), (vec!["Transferência realizada com sucesso".to_owned()], true));
}

#[test]
fn trf_003_an_unregistered_contact_is_registered_before_the_transfer() {
    let lists = TransfersIntent::LoadDestinations { protocol: "P1".into() };
    for intent in [lists, transfers_chat()] {
        let mut bench = Bench::signed_in();
        bench.attends_visitor("P1").forget().transfers(intent);
        assert_eq!(bench.said(), ["Cadastre o contato para continuar."]);
        assert!(bench.contact("P1").form.is_some() && bench.contact("P1").needed);
        assert!(bench.calls_of(CHAT_TRANSFER).is_empty() && bench.calls_of("GET queues/chat/org-unit/1").is_empty());
    }
}

#[test]
fn an_ended_chat_is_not_transferred() {
    let mut bench = with_chat();
    bench.event("ChatEndEvent", json!({ "protocol": "P1" })).transfers(transfers_chat());
    assert!(bench.calls_of(CHAT_TRANSFER).is_empty());
}

#[test]
fn bey_059_the_lists_of_an_open_dialog_are_refreshed_with_state_and_load_until_it_closes() {
    let mut bench = with_two();
    let busy = |open: u32| with(agent("102", "Bruno", "available"), json!({ "load": { "open": open, "limit": 5 } }));
    let queue = |waiting: u32| json!({ "data": [{ "id": "30", "name": "Cobrança", "waiting": waiting }] });
    bench.answer(AGENTS, 200, json!({ "data": [busy(1)] })).answer(QUEUES, 200, queue(0)).transfers(watches());
    bench.answer(AGENTS, 200, json!({ "data": [busy(2)] })).answer(QUEUES, 200, queue(3)).advance(5_000);
    bench.hold(AGENTS).hold(QUEUES).advance(5_000);
    let view = destinations(&bench).expect("the lists");
    assert_eq!(view.queues_state, ListState::Ready, "nothing blinks and nothing is announced meanwhile");
    assert_eq!(view.agents[0].load.map(|load| (load.open, load.limit)), Some((2, 5)));
    assert_eq!((view.queues[0].waiting, view.agents_state), (Some(3), ListState::Ready));
    bench.transfers(TransfersIntent::LeaveDestinations { protocol: "W1".into() }).advance(60_000);
    assert_eq!((bench.calls_of(AGENTS).len(), bench.calls_of(QUEUES).len()), (3, 3), "a closed dialog asks nothing");
}

#[test]
fn the_note_of_a_transfer_is_kept_while_the_dialog_is_closed_and_removed_with_the_attendance() {
    let mut bench = with_two();
    bench.answer(AGENTS, 200, json!({ "data": [] })).answer(QUEUES, 200, json!({ "data": [] })).transfers(loads());
    bench.transfers(TransfersIntent::NoteTransfer { protocol: "W1".into(), note: "Quer o boleto".to_owned() });
    bench.transfers(TransfersIntent::LeaveDestinations { protocol: "W1".into() }).transfers(loads());
    assert_eq!(destinations(&bench).expect("the lists").note, "Quer o boleto");
    bench.event("WhatsAppTransferResponseEvent", json!({ "protocol": "W1" }));
    assert_eq!(destinations(&bench), None);
    bench.forget().advance(60_000);
    assert_eq!(bench.calls_of(AGENTS).len(), 0);
}

/// The agent chooses a campaign in the dialog and stops there.
fn chooses(campaign: &str) -> TransfersIntent {
    TransfersIntent::ChooseCampaign { protocol: "W1".into(), campaign_id: campaign.into() }
}

fn campaigns(bench: &Bench) -> DestinationCampaignsView {
    destinations(bench).and_then(|view| view.campaigns).expect("the campaigns")
}

/// Names of the agents of the chosen campaign.
fn campaign_agents(bench: &Bench) -> (ListState, Vec<String>) {
    let view = campaigns(bench);
    (view.agents_state, view.agents.into_iter().map(|agent| agent.name).collect())
}

fn three_campaigns() -> Value {
    json!({ "data": [{ "id": "31", "name": "renovação" }, { "id": "32", "name": "Ócio" }, { "id": "33", "name": "Pesquisa" }] })
}

#[test]
fn api_115_api_120_the_campaigns_of_whatsapp_and_the_agents_of_the_chosen_one_are_loaded() {
    let mut bench = Bench::signed_in();
    super::whatsapp::connect(&mut bench);
    bench.attends_whatsapp("W1", json!({ "campaign": { "id": "31", "name": "renovação" } })).forget();
    bench.answer(CAMPAIGNS, 200, three_campaigns()).transfers(loads());
    let view = campaigns(&bench);
    let shown: Vec<_> = view.items.iter().map(|item| (item.name.as_str(), item.current)).collect();
    assert_eq!(shown, [("renovação", true), ("Ócio", false), ("Pesquisa", false)], "its own first, then by name");
    assert_eq!((view.state, view.chosen.as_str(), view.agents_state), (ListState::Ready, "", ListState::NotAsked));
    let agents = json!({ "data": [agent("105", "Aline", "paused"), agent("102", "Bruno", "available")] });
    bench.answer(AGENTS_OF_31, 200, agents).transfers(chooses("31")).advance(250);
    assert_eq!(bench.call(AGENTS_OF_31).query_text(), "agentId=101");
    let view = campaigns(&bench);
    let shown: Vec<_> = view.agents.iter().map(|agent| (agent.name.as_str(), agent.available)).collect();
    assert_eq!((view.chosen.as_str(), shown), ("31", vec![("Bruno", true), ("Aline", false)]));
}

#[test]
fn api_120_only_the_agents_of_the_campaign_chosen_last_are_requested_and_shown() {
    let mut bench = with_two();
    bench.hold(AGENTS_OF_31).hold(AGENTS_OF_32).transfers(loads());
    bench.transfers(chooses("33")).transfers(chooses("31")).advance(250);
    assert_eq!(bench.calls_of("GET campaigns/whatsapp/33/agents-available").len(), 0, "passed by the arrow keys");
    bench.transfers(chooses("32"));
    let bruno = json!({ "data": [agent("102", "Bruno", "available")] });
    bench.reply(AGENTS_OF_31, 200, bruno.clone());
    assert_eq!(campaign_agents(&bench), (ListState::Loading, vec![]), "an answer before the request of the other one");
    bench.transfers(chooses("31")).transfers(chooses("32")).advance(250);
    bench.reply(AGENTS_OF_32, 200, bruno.clone());
    assert_eq!(campaign_agents(&bench), (ListState::Ready, vec!["Bruno".to_owned()]));
    bench.transfers(chooses("31")).advance(250).transfers(chooses("32")).advance(250);
    bench.reply(AGENTS_OF_31, 200, bruno);
    assert_eq!(campaign_agents(&bench), (ListState::Loading, vec![]), "an answer after the request of the other one");
    bench.reply(AGENTS_OF_32, 200, json!({ "data": [agent("104", "Elisa", "available")] }));
    assert_eq!(campaign_agents(&bench), (ListState::Ready, vec!["Elisa".to_owned()]));
    bench.transfers(chooses(""));
    assert_eq!((campaign_agents(&bench), campaigns(&bench).chosen), ((ListState::NotAsked, vec![]), String::new()));
}

#[test]
fn api_120_a_failed_load_of_campaigns_or_their_agents_is_shown_and_repeated() {
    let mut bench = with_two();
    bench.answer(CAMPAIGNS, 503, json!({})).answer(AGENTS_OF_31, 503, json!({}));
    bench.transfers(loads()).transfers(chooses("31")).advance(250);
    let view = campaigns(&bench);
    assert_eq!((view.state, view.agents_state), (ListState::Failed, ListState::Failed));
    bench.answer(CAMPAIGNS, 200, three_campaigns());
    bench.answer(AGENTS_OF_31, 200, json!({ "data": [agent("102", "Bruno", "available")] })).advance(10_000);
    assert_eq!((campaigns(&bench).items.len(), campaign_agents(&bench).1), (3, vec!["Bruno".to_owned()]));
}

#[test]
fn api_120_bey_059_campaigns_and_agents_of_the_chosen_one_are_refreshed_until_the_dialog_closes() {
    let mut bench = with_two();
    let bruno = |status: &str| json!({ "data": [agent("102", "Bruno", status)] });
    bench.answer(CAMPAIGNS, 200, three_campaigns()).answer(AGENTS_OF_31, 200, bruno("available"));
    bench.transfers(watches()).transfers(chooses("31")).advance(250);
    bench.answer(AGENTS_OF_31, 200, bruno("paused")).advance(5_000);
    assert!(!campaigns(&bench).agents[0].available);
    bench.hold(CAMPAIGNS).hold(AGENTS_OF_31).advance(5_000);
    let view = campaigns(&bench);
    assert_eq!((view.state, view.agents_state), (ListState::Ready, ListState::Ready), "nothing blinks meanwhile");
    bench.transfers(TransfersIntent::LeaveDestinations { protocol: "W1".into() }).advance(60_000);
    assert_eq!((bench.calls_of(CAMPAIGNS).len(), bench.calls_of(AGENTS_OF_31).len()), (3, 3));
    assert_eq!(campaigns(&bench).chosen, "", "the dialog opens without a choice");
}

#[rstest]
#[case::to_any_agent("")]
#[case::to_one_agent("102")]
fn api_120_a_transfer_to_a_campaign_names_the_campaign_in_the_place_of_a_queue(#[case] receiver: &str) {
    let mut bench = with_two();
    bench.transfers(to_campaign("W1", receiver));
    let expected = json!({ "protocol": "W1", "agentId": "101", "toAgentId": receiver, "queueId": "", "campaignId": "31",
        "observation": "Quer renovar" });
    assert_eq!(bench.call(TRANSFER).json(), expected);
    assert_eq!((bench.said(), bench.has_job("W1")), (vec![DONE.to_owned()], false));
}

fn to_campaign(protocol: &str, receiver: &str) -> TransfersIntent {
    let (protocol, to_agent_id, queue_id) = (protocol.into(), receiver.into(), Default::default());
    let (campaign_id, observation) = ("31".into(), "Quer renovar".to_owned());
    TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation }
}

#[test]
fn api_120_a_refused_transfer_to_a_campaign_loads_the_agents_of_the_campaign_again() {
    let mut bench = with_two();
    bench.answer(AGENTS_OF_31, 200, json!({ "data": [agent("102", "Bruno", "available")] }));
    bench.transfers(watches()).transfers(chooses("31")).advance(250);
    bench.answer(AGENTS_OF_31, 200, json!({ "data": [agent("102", "Bruno", "paused")] }));
    bench.answer(TRANSFER, 409, json!({ "cause": "pause" })).transfers(to_campaign("W1", "102"));
    assert_eq!((bench.said(), bench.has_job("W1")), (vec!["O agente está em pausa".to_owned()], true));
    assert!(!campaigns(&bench).agents[0].available);
}

#[test]
fn api_120_a_web_chat_has_no_campaigns() {
    let mut bench = with_chat();
    let protocol = || "P1".into();
    for list in ["GET queues/10/chat/agents-available", "GET queues/chat/org-unit/1"] {
        bench.answer(list, 200, json!({ "data": [] }));
    }
    bench.transfers(TransfersIntent::LoadDestinations { protocol: protocol() });
    bench.transfers(TransfersIntent::ChooseCampaign { protocol: protocol(), campaign_id: "31".into() }).advance(250);
    bench.transfers(to_campaign("P1", ""));
    let View::Transfers(TransfersSlice::TransferDestinations(view)) =
        bench.workspace.view(&slices::DESTINATIONS.of(protocol()))
    else {
        panic!("no lists")
    };
    assert_eq!(view.campaigns, None);
    let asked = [CAMPAIGNS, AGENTS_OF_31, CHAT_TRANSFER].map(|name| bench.calls_of(name).len());
    assert_eq!(asked, [0, 0, 0]);
}
