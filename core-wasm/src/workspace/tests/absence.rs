//! Absent mode for the agent who is marked absent and for the supervisor who marks the agent.

use super::bench::Bench;
use super::samples::{active_jobs, agent_record, board_row, with};
use crate::absence;
use crate::absence::AbsenceIntent;
use crate::absence::AbsenceSlice;
use crate::absence::AbsenceView;
use crate::channels::ChannelStatusView;
use crate::flow::Sound;
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::shell::Dialog;
use crate::shell::ShellIntent;
use crate::supervision;
use crate::supervision::{BoardFilter, BoardOrder, BoardRowView, SupervisionIntent, SupervisionSlice, SupervisionView};
use crate::view::View;
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

const RETURN: &str = "PUT agents/101/remove-absent-mode";
const BOARD: &str = "GET supervisor/201/board";

fn absence(bench: &Bench) -> AbsenceView {
    match bench.workspace.view(&absence::slices::ABSENCE.key()) {
        View::Absence(AbsenceSlice::Absence(absence)) => absence,
        other => panic!("{other:?}"),
    }
}

fn board(bench: &Bench) -> SupervisionView {
    match bench.workspace.view(&supervision::slices::SUPERVISION.key()) {
        View::Supervision(SupervisionSlice::Supervision(board)) => board,
        other => panic!("{other:?}"),
    }
}

fn row(bench: &Bench, agent: &str) -> BoardRowView {
    match bench.workspace.view(&supervision::slices::ROW.of(agent.into())) {
        View::Supervision(SupervisionSlice::BoardRow(row)) => *row,
        other => panic!("{other:?}"),
    }
}

/// Ids of the agents that the board shows, in the order of the board.
fn board_agents(bench: &Bench) -> Vec<String> {
    match bench.workspace.view(&supervision::slices::ORDER.key()) {
        View::List(list) => list.ids.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// A supervisor has just marked the agent absent.
fn marked() -> Bench {
    let mut bench = Bench::signed_in();
    bench.event(
        "AgentAbsentEvent",
        json!({ "agentId": "101", "agentAbsentEnabled": true, "since": "2026-11-20T13:45:00.000Z",
            "supervisorName": "Carla Dias", "version": 3 }),
    );
    bench
}

#[test]
fn abs_001_an_absence_mark_by_a_supervisor_opens_the_dialog() {
    let bench = marked();
    let reported = absence(&bench);
    assert_eq!(
        (reported.absent, reported.supervisor.as_str(), bench.dialog()),
        (true, "Carla Dias", Some(Dialog::AgentAbsent))
    );
    assert_eq!(reported.since, Some(super::bench::START.as_js()));
}

#[test]
fn an_absence_mark_of_another_agent_and_an_older_status_change_nothing() {
    let mut bench = marked();
    bench.event("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": false, "version": 2 }));
    assert!(absence(&bench).absent);
    bench.event("AgentAbsentEvent", json!({ "agentId": "102", "agentAbsentEnabled": false, "version": 9 }));
    assert!(absence(&bench).absent);
    bench.event("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": false, "version": 4 }));
    assert_eq!((absence(&bench).absent, bench.dialog()), (false, None));
}

#[test]
fn abs_002_api_030_the_return_is_sent_and_ends_absent_mode_when_it_is_accepted() {
    let mut bench = marked();
    bench
        .hold(RETURN)
        .intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence))
        .intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
    assert_eq!((bench.call(RETURN).body.clone(), absence(&bench).pending), (None, true), "asked once");
    assert_eq!((absence(&bench).absent, bench.dialog()), (true, Some(Dialog::AgentAbsent)));
    bench.reply(RETURN, 200, json!({ "success": true, "agentAbsentEnabled": false }));
    assert_eq!((absence(&bench).absent, absence(&bench).pending, bench.dialog()), (false, false, None));
}

#[test]
fn abs_003_abs_006_an_agent_who_stays_absent_sends_no_request_and_keeps_the_banner() {
    let mut bench = marked();
    bench.forget().close_dialog().advance(5_000);
    assert_eq!((absence(&bench).absent, bench.dialog(), bench.names()), (true, None, vec![]));
    // The banner's button to return.
    bench.intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
    assert!(!absence(&bench).absent);
}

#[test]
fn abs_005_an_attendance_that_arrives_while_absent_is_listed_without_a_sound() {
    let mut bench = marked();
    bench.forget().attends("P1");
    assert_eq!(bench.summary().total, 1);
    assert!(!bench.sounds().contains(&Sound::NewAttendance));
    bench.intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence)).attends("P2");
    assert!(bench.sounds().contains(&Sound::NewAttendance));
}

#[test]
fn abs_007_a_failed_return_is_shown_and_the_agent_stays_absent() {
    let mut bench = marked();
    bench.answer(RETURN, 500, json!({})).intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
    assert_eq!(bench.said(), ["Não foi possível voltar ao atendimento. Tente de novo."]);
    assert_eq!((absence(&bench).absent, bench.dialog()), (true, Some(Dialog::AgentAbsent)));
}

#[test]
fn abs_008_after_a_reload_the_agents_record_opens_the_dialog_again() {
    let mut bench = Bench::with_token();
    let record = with(agent_record(), json!({ "agentAbsent": { "agentAbsentEnabled": true } }));
    bench.answer("GET agents/101", 200, record).start("/");
    assert_eq!((absence(&bench).absent, bench.dialog()), (true, Some(Dialog::AgentAbsent)));
}

/// A supervisor has opened the board.
pub(super) fn at_the_board() -> Bench {
    opening_the_board(Bench::new())
}

fn opening_the_board(mut bench: Bench) -> Bench {
    let login = json!({ "agentId": "201", "agentName": "Carla Dias", "loginIdentifier": "carla.dias", "org_unit_id": "1", "role": "supervisor" });
    let record = with(agent_record(), json!({ "agentId": "201", "agentName": "Carla Dias", "role": "supervisor" }));
    bench.answer_with_token("POST auth/login", "token-1", login).answer("GET agents/201", 200, record);
    bench.answer("GET agents/201/jobs/active", 200, active_jobs(&[]));
    for path in ["status", "member/attendance-groups"] {
        bench.answer(&format!("GET agents/201/{path}"), 200, json!({ "data": [], "channels": {} }));
    }
    bench.start("/login").sign_in();
    bench.page(PageInput::RouteRequested { path: "/supervisor".to_owned() });
    bench
}

fn chat_of(bench: &Bench, agent: &str) -> (ChannelStatusView, u32) {
    let row = row(bench, agent);
    let chat = row.channels.iter().find(|state| state.channel == Channel::Chat).expect("the channel");
    (chat.status, chat.active_attendances)
}

fn reported(id: &str, version: u64, status: &str, attendances: u32) -> Value {
    let chat = json!({ "connected": true, "status": status, "activeAttendances": attendances });
    json!({ "version": version, "agent": with(board_row(id, "Ana Souza"), json!({ "channels": { "chat": chat } })) })
}

#[test]
fn sec_002_the_board_shows_every_agent_to_a_supervisor_and_is_not_shown_to_an_agent() {
    let bench = at_the_board();
    assert_eq!((bench.path().as_str(), board_agents(&bench).len()), ("/supervisor", 2));
    let mut agent = Bench::signed_in();
    agent.page(PageInput::RouteRequested { path: "/supervisor".to_owned() });
    assert_eq!((agent.path().as_str(), board_agents(&agent).len()), ("/attendance", 0));
}

#[test]
fn sec_014_an_agent_without_the_role_who_opens_the_board_in_any_way_sees_the_reason() {
    const REFUSED: [&str; 1] = ["Só supervisores veem a página de supervisão."];
    let mut by_address = Bench::signed_in();
    by_address.page(PageInput::RouteRequested { path: "/supervisor".to_owned() });
    let mut by_the_rail = Bench::signed_in();
    by_the_rail.intent(Intent::Shell(ShellIntent::OpenArea { path: "/supervisor".to_owned() }));
    let mut at_load = Bench::with_token();
    at_load.start("/supervisor");
    let mut at_the_door = Bench::new();
    at_the_door.start("/supervisor").sign_in();
    for bench in [by_address, by_the_rail, at_load, at_the_door] {
        assert_eq!((bench.path().as_str(), bench.said()), ("/attendance", REFUSED.map(str::to_owned).to_vec()));
        assert!(bench.calls_of("GET supervisor/101/board").is_empty(), "not even asked for");
    }
}

#[test]
fn the_navigation_rail_opens_the_board_and_leads_to_other_pages() {
    let mut bench = at_the_board();
    bench.intent(Intent::Jobs(JobsIntent::CloseJob));
    assert_eq!((bench.path().as_str(), bench.said().len()), ("/attendance", 0));
    bench.forget().intent(Intent::Shell(ShellIntent::OpenArea { path: "/supervisor".to_owned() }));
    assert_eq!((bench.path().as_str(), bench.names().len()), ("/supervisor", 0), "the board is kept by the broker");
}

#[test]
fn marking_an_agent_absent_and_ending_a_session_ask_for_confirmation() {
    let mut bench = at_the_board();
    bench.event("AgentBoardEvent", reported("101", 5, "in_attendance", 2)).forget();
    let agent_id = || "101".into();
    bench.intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: agent_id(),
        absent: true,
        confirmed: false,
    }));
    let name = "Ana Souza".to_owned();
    let asked = Some(Dialog::ConfirmAbsent { agent_id: "101".into(), name: name.clone(), absent: true });
    assert_eq!((bench.dialog(), bench.names().len()), (asked, 0));
    bench.intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: agent_id(),
        absent: true,
        confirmed: true,
    }));
    assert_eq!((bench.dialog(), bench.names()), (None, vec!["PUT agents/101/set-absent-mode"]));
    bench
        .forget()
        .intent(Intent::Supervision(SupervisionIntent::ForceDisconnect { agent_id: agent_id(), confirmed: false }));
    let asked = Some(Dialog::ConfirmForceDisconnect { agent_id: "101".into(), name, open_jobs: 2 });
    assert_eq!((bench.dialog(), bench.names().len()), (asked, 0));
    bench.intent(Intent::Supervision(SupervisionIntent::ForceDisconnect { agent_id: agent_id(), confirmed: true }));
    assert_eq!((bench.dialog(), bench.names()), (None, vec!["POST agents/101/force-disconnect"]));
    assert_eq!(bench.said().first().map(String::as_str), Some("A sessão de Ana Souza foi encerrada"));
}

#[test]
fn the_answer_to_an_absence_mark_changes_the_row_without_an_event() {
    let mut bench = at_the_board();
    let since = super::bench::START;
    let answer = json!({ "agentId": "101", "agentAbsentEnabled": true, "since": crate::wire::rfc3339(since) });
    bench.answer("PUT agents/101/set-absent-mode", 200, answer);
    bench.intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: "101".into(),
        absent: true,
        confirmed: true,
    }));
    let absence = |bench: &Bench| (row(bench, "101").absent, row(bench, "101").absent_since);
    assert_eq!(absence(&bench), (true, Some(since.as_js())));
    bench.intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: "101".into(),
        absent: false,
        confirmed: true,
    }));
    assert_eq!(absence(&bench), (false, None));
}

#[test]
fn the_board_follows_the_broker_and_an_older_event_changes_nothing() {
    let mut bench = at_the_board();
    bench.event("AgentBoardEvent", reported("101", 5, "in_attendance", 2));
    assert_eq!(chat_of(&bench, "101"), (ChannelStatusView::InAttendance, 2));
    bench.event("AgentBoardEvent", reported("101", 4, "available", 0));
    assert_eq!(chat_of(&bench, "101"), (ChannelStatusView::InAttendance, 2));
    bench.event("AgentBoardEvent", reported("103", 1, "available", 0));
    assert_eq!(board_agents(&bench).len(), 3, "a new colleague");
}

#[test]
fn an_event_of_one_agent_changes_only_that_agents_row_and_the_counts() {
    let mut bench = at_the_board();
    bench.event("AgentBoardEvent", reported("101", 5, "in_attendance", 2));
    bench.forget().event("AgentBoardEvent", reported("101", 6, "in_attendance", 3));
    let slices: Vec<String> = bench.dirty.iter().map(ToString::to_string).collect();
    assert_eq!(slices, ["boardRow:101", "link", "supervision"], "the link shows the time of the last frame");
    assert_eq!((board(&bench).summary.attendances, board(&bench).summary.in_attendance), (3, 1));
}

#[test]
fn the_filter_decides_which_agents_are_shown_and_in_which_order() {
    let mut bench = at_the_board();
    let filter = |filter: BoardFilter| Intent::Supervision(SupervisionIntent::FilterBoard { filter });
    assert_eq!(board_agents(&bench), ["101", "102"]);
    bench.intent(filter(BoardFilter { search: "BRUNO".to_owned(), ..Default::default() }));
    assert_eq!(board_agents(&bench), ["102"]);
    bench.event("AgentBoardEvent", reported("101", 5, "in_attendance", 2));
    assert_eq!(
        (board_agents(&bench), board(&bench).summary.total),
        (vec!["102".to_owned()], 2),
        "counts are of all agents"
    );
    bench.intent(filter(BoardFilter { order: BoardOrder::Attendances, ..Default::default() }));
    bench.event(
        "AgentBoardEvent",
        json!({ "version": 6, "agent": with(board_row("102", "Bruno Lima"),
        json!({ "channels": { "chat": { "connected": true, "status": "in_attendance", "activeAttendances": 3 } } })) }),
    );
    assert_eq!(board_agents(&bench), ["102", "101"]);
}

#[rstest]
#[case::the_first_load_of_the_board(false)]
#[case::a_later_load_of_the_board(true)]
fn a_board_that_may_be_older_than_an_event_does_not_undo_the_event(#[case] loaded: bool) {
    let mut bench = Bench::new();
    if !loaded {
        bench.hold(BOARD);
    }
    let mut bench = opening_the_board(bench);
    bench.hold(BOARD).intent(Intent::Supervision(SupervisionIntent::ReloadBoard));
    bench.event("AgentBoardEvent", reported("101", 6, "paused", 0));
    assert_eq!(board_agents(&bench).is_empty(), !loaded, "nothing is shown before the board is whole");
    bench.reply(BOARD, 200, json!({ "data": [board_row("101", "Ana Souza"), board_row("102", "Bruno Lima")] }));
    assert_eq!(chat_of(&bench, "101"), (ChannelStatusView::Paused, 0));
    assert_eq!(board_agents(&bench).len(), 2);
}

#[test]
fn a_request_for_the_board_during_its_load_loads_the_board_again_afterwards() {
    let mut bench = at_the_board();
    bench
        .hold(BOARD)
        .forget()
        .intent(Intent::Supervision(SupervisionIntent::ReloadBoard))
        .intent(Intent::Supervision(SupervisionIntent::ReloadBoard));
    assert_eq!(bench.calls_of(BOARD).len(), 1);
    bench.reply(BOARD, 503, json!({}));
    assert_eq!(bench.calls_of(BOARD).len(), 2);
    bench.reply(BOARD, 200, json!({ "data": [board_row("101", "Ana Souza")] }));
    assert_eq!((bench.calls_of(BOARD).len(), board_agents(&bench).len()), (2, 1));
}

#[test]
fn sec_002_a_supervisor_marks_an_agent_absent_and_ends_the_absence() {
    let mut bench = at_the_board();
    bench.forget().intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: "101".into(),
        absent: true,
        confirmed: true,
    }));
    assert_eq!(
        (bench.names(), bench.said()),
        (vec!["PUT agents/101/set-absent-mode"], vec!["Ana Souza está em modo ausente".to_owned()])
    );
    bench.forget().intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: "101".into(),
        absent: false,
        confirmed: true,
    }));
    assert_eq!(bench.names(), ["PUT agents/101/remove-absent-mode"]);
}

#[test]
fn a_failed_absence_mark_is_shown() {
    let mut bench = at_the_board();
    bench.answer("PUT agents/101/set-absent-mode", 403, json!({}));
    bench.intent(Intent::Supervision(SupervisionIntent::SetAbsent {
        agent_id: "101".into(),
        absent: true,
        confirmed: true,
    }));
    assert_eq!(bench.said(), ["Não foi possível mudar o modo ausente de Ana Souza. Tente de novo."]);
}

#[test]
fn a_failed_load_of_the_board_is_shown_until_the_board_is_loaded() {
    let mut bench = Bench::new();
    bench.answer(BOARD, 500, json!({}));
    assert!(board(&bench).loading);
    let mut bench = at_the_board();
    bench.answer(BOARD, 500, json!({})).intent(Intent::Supervision(SupervisionIntent::ReloadBoard));
    assert_eq!((board(&bench).failed, board_agents(&bench).len()), (false, 2), "what was known stays");
}

/// The status answer of a server that reports absent mode in it.
fn status_with(version: u64, absent: bool) -> Value {
    json!({ "agentId": "101", "channels": {}, "absence": { "version": version, "agentId": "101", "agentAbsentEnabled": absent,
        "since": "2026-11-20T13:40:00.000Z", "supervisorName": "Carla Dias" } })
}

#[test]
fn abs_008_the_status_answer_contains_absent_mode_with_its_time_and_supervisor() {
    let mut bench = Bench::with_token();
    bench.answer("GET agents/101/status", 200, status_with(3, true)).start("/");
    let reported = absence(&bench);
    assert_eq!(
        (reported.absent, reported.supervisor.as_str(), bench.dialog()),
        (true, "Carla Dias", Some(Dialog::AgentAbsent))
    );
    assert_eq!(reported.since, Some(super::bench::START.plus_ms(-5 * 60_000).as_js()));
}

#[test]
fn an_older_status_answer_does_not_make_a_returned_agent_absent_again() {
    let mut bench = marked();
    bench.hold("GET agents/101/status").intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    bench.answer(RETURN, 200, json!({ "success": true, "agentAbsentEnabled": false, "version": 4 }));
    bench.intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
    assert!(!absence(&bench).absent);
    bench.reply("GET agents/101/status", 200, status_with(3, true));
    assert_eq!((absence(&bench).absent, bench.dialog()), (false, None));
}

/// An agent who was never absent has no version yet.
#[test]
fn a_status_answer_older_than_the_first_absence_does_not_end_the_absence() {
    let mut bench = Bench::with_token();
    bench.answer("GET agents/101/status", 200, status_with(0, false)).start("/");
    bench.hold("GET agents/101/status");
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    bench.event("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 1 }));
    bench.reply("GET agents/101/status", 200, status_with(0, false));
    assert_eq!((absence(&bench).absent, bench.dialog()), (true, Some(Dialog::AgentAbsent)));
}
