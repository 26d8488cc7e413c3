//! Internal calls between agents in the whole core: outgoing and incoming calls with the leg of the telephone,
//! notifications and reload. The tests of the list are in `colleagues_list`.

use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::samples::{active_jobs, with};
use super::voice::{bar, incoming, registered};
use crate::colleagues::{
    CallObstacle, ColleagueObstacle, ColleagueRowView, ColleaguesIntent, ColleaguesSlice, ColleaguesView,
    InternalCallStage as Stage, InternalCallView, slices,
};
use crate::flow::{DesktopKind, Effect, HttpFailure};
use crate::input::{Intent, PageInput};
use crate::notifications::RingKind;
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

pub(super) const LIST: &str = "GET internal-call/list";
pub(super) const STATUS: &str = "POST internal-call/status";
const CALL: &str = "POST internal-call/call";
const HANG_UP: &str = "POST internal-call/hangup";
const ACTIVE: &str = "GET agents/101/jobs/active";

pub(super) fn list(bench: &Bench) -> ColleaguesView {
    match bench.workspace.view(&slices::COLLEAGUES.key()) {
        View::Colleagues(ColleaguesSlice::Colleagues(view)) => *view,
        other => panic!("{other:?}"),
    }
}

pub(super) fn row(bench: &Bench, agent: &str) -> ColleagueRowView {
    match bench.workspace.view(&slices::ROW.of(agent.into())) {
        View::Colleagues(ColleaguesSlice::ColleagueRow(row)) => *row,
        other => panic!("{other:?}"),
    }
}

fn card(bench: &Bench) -> Option<InternalCallView> {
    match bench.workspace.view(&slices::INTERNAL_CALL.key()) {
        View::Colleagues(ColleaguesSlice::InternalCall(call)) => Some(*call),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn stage(bench: &Bench) -> Option<Stage> {
    card(bench).map(|card| card.stage)
}

pub(super) fn order(bench: &Bench) -> Vec<String> {
    match bench.workspace.view(&slices::ORDER.key()) {
        View::List(list) => list.ids.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

pub(super) fn colleague(id: &str, name: &str, extension: &str, voice: &str) -> Value {
    json!({ "id": id, "name": name, "groups": ["Vendas"], "extension": extension, "openAttendances": 1, "inCall": false,
        "channels": { "voice": { "status": voice, "since": "2026-11-20T13:40:00.000Z", "activeAttendances": 0 } } })
}

pub(super) fn answered_list() -> Value {
    json!({ "agentCallOrgUnitBlocked": false, "extension": "1001", "data": [
        colleague("302", "Fábio Castro", "4002", "available"),
        colleague("303", "Ana Reis", "4003", "paused"),
        colleague("304", "Bia Luz", "", "disconnected"),
    ] })
}

pub(super) fn acts(bench: &mut Bench, intent: ColleaguesIntent) -> &mut Bench {
    bench.intent(Intent::Colleagues(intent))
}

pub(super) fn shows(bench: &mut Bench, ids: &[&str]) {
    let agent_ids = ids.iter().map(|id| (*id).into()).collect();
    acts(bench, ColleaguesIntent::ShownColleagues { agent_ids });
}

/// The agent's telephone is registered and the page of colleagues is open.
pub(super) fn at_the_list() -> Bench {
    let mut bench = registered();
    bench.answer(ACTIVE, 200, with(active_jobs(&[]), json!({ "internalCalls": [] })));
    bench.answer(LIST, 200, answered_list()).answer(HANG_UP, 200, json!({ "success": true }));
    bench.page(PageInput::RouteRequested { path: "/colleagues".to_owned() });
    bench
}

fn calls(bench: &mut Bench) {
    acts(bench, ColleaguesIntent::CallColleague { agent_id: "302".into() });
}

fn call(is_caller: bool) -> Value {
    let (from, to) = if is_caller { ("1001", "4002") } else { ("4002", "1001") };
    json!({ "uniqueId": "i1", "from": from, "to": to, "isCaller": is_caller, "status": "calling", "colleagueId": "302",
        "colleagueName": "Fábio Castro", "colleagueGroups": ["Vendas"], "since": "2026-11-20T13:45:00.000Z" })
}

pub(super) fn begins(bench: &mut Bench, is_caller: bool) {
    bench.event("InternalCallEvent", call(is_caller));
}

fn colleague_answers(bench: &mut Bench) {
    bench.event(
        "InternalCallStatusEvent",
        json!({ "uniqueId": "i1", "status": "answer", "answeredAt": "2026-11-20T13:45:10.000Z" }),
    );
}

pub(super) fn ends(bench: &mut Bench, cause: &str, by_you: bool) {
    bench.event(
        "InternalCallHangupEvent",
        json!({ "uniqueId": "i1", "from": "1001", "to": "4002", "cause": cause, "byYou": by_you }),
    );
}

/// The leg of the call, which names it, arrives on the agent's telephone.
fn leg_of(bench: &mut Bench, id: &str) {
    let leg = json!({ "event": "incomingcall", "username": "sip:4002@proxy", "headers": { "X-Call-Id": id } });
    bench.sip(leg, Some("an offer"));
}

/// A call from the agent whose leg is on the agent's telephone.
pub(super) fn calling() -> Bench {
    let mut bench = at_the_list();
    bench.answer(CALL, 200, json!({ "success": true, "call": call(true) }));
    calls(&mut bench);
    leg_of(&mut bench, "i1");
    bench.leg_is_answered();
    bench
}

/// A call from the agent which the colleague has accepted.
fn talking() -> Bench {
    let mut bench = calling();
    colleague_answers(&mut bench);
    bench
}

/// A call from a colleague that rings on the agent's telephone.
fn ringing() -> Bench {
    let mut bench = registered();
    bench.answer(HANG_UP, 200, json!({ "success": true }));
    begins(&mut bench, false);
    leg_of(&mut bench, "i1");
    bench
}

/// A call from a colleague which the agent has accepted.
fn accepted() -> Bench {
    let mut bench = ringing();
    acts(&mut bench, ColleaguesIntent::AcceptColleague);
    bench.leg_is_answered();
    colleague_answers(&mut bench);
    bench
}

/// Requests to the telephone system after the first `since` ones.
fn sip_since(bench: &Bench, before: usize) -> Vec<String> {
    bench.sip_requests().split_off(before)
}

#[test]
fn int_001_int_014_a_call_has_both_extensions_and_the_core_answers_the_leg_of_the_caller_automatically() {
    let bench = calling();
    let body = bench.call(CALL).json();
    assert_eq!(body["to"], "4002");
    assert!(body["from"].as_str().is_some_and(|from| !from.is_empty()), "{body}");
    assert!(bench.sip_requests().contains(&"accept".to_owned()), "{:?}", bench.sip_requests());
    let card = card(&bench).expect("a card");
    assert_eq!((card.stage, card.is_caller, card.here), (Stage::Calling, true, true));
    assert_eq!((card.name.as_str(), card.extension.as_str()), ("Fábio Castro", "4002"));
    assert_eq!((incoming(&bench), bar(&bench)), (None, None), "neither dialog nor call bar");
    assert_eq!(row(&bench, "302").obstacle, Some(ColleagueObstacle::WithYou));
    assert_eq!(list(&bench).obstacle, Some(CallObstacle::OwnCall));
}

/// Answer, event and leg of the call come in any order.
#[rstest]
#[case(["reply", "event", "leg"])]
#[case(["event", "leg", "reply"])]
#[case(["leg", "event", "reply"])]
#[case(["leg", "reply", "event"])]
fn int_002_answer_event_and_leg_in_any_order_belong_to_one_call(#[case] steps: [&str; 3]) {
    let mut bench = at_the_list();
    bench.hold(CALL);
    calls(&mut bench);
    for step in steps {
        match step {
            "reply" => {
                bench.reply(CALL, 200, json!({ "success": true, "call": call(true) }));
            }
            "event" => begins(&mut bench, true),
            _ => leg_of(&mut bench, "i1"),
        }
        assert_eq!((incoming(&bench), bar(&bench)), (None, None), "{step}");
    }
    bench.leg_is_answered();
    colleague_answers(&mut bench);
    let card = card(&bench).expect("a card");
    assert_eq!((card.stage, card.here, bench.snackbars().len()), (Stage::InProgress, true, 0));
}

#[test]
fn int_004_int_005_a_colleagues_call_rings_and_the_accepted_one_is_in_progress() {
    let mut bench = ringing();
    let shown = card(&bench).expect("a card");
    assert_eq!((shown.stage, shown.is_caller, shown.here), (Stage::Ringing, false, true));
    assert_eq!(shown.extension, "4002");
    assert_eq!(bench.workspace.alerts.ring().map(|ring| ring.kind), Some(RingKind::Colleague));
    assert_eq!((incoming(&bench), bar(&bench)), (None, None));
    acts(&mut bench, ColleaguesIntent::AcceptColleague);
    assert_eq!(stage(&bench), Some(Stage::InProgress), "the ringing card is gone");
    assert!(bench.workspace.alerts.ring().is_none());
    bench.leg_is_answered();
    colleague_answers(&mut bench);
    let shown = card(&bench).expect("a card");
    assert_eq!((shown.stage, shown.since.is_some()), (Stage::InProgress, true));
}

#[test]
fn a_call_that_is_answered_on_a_desk_phone_is_in_progress_without_a_leg_in_this_page() {
    let mut bench = registered();
    begins(&mut bench, false);
    assert!(!card(&bench).expect("a card").here);
    colleague_answers(&mut bench);
    let shown = card(&bench).expect("a card");
    assert_eq!((shown.stage, shown.here), (Stage::InProgress, false));
}

#[test]
fn int_008_int_012_a_declined_call_is_declined_on_the_telephone_and_at_the_server() {
    let mut bench = ringing();
    let before = bench.sip_requests().len();
    acts(&mut bench, ColleaguesIntent::DeclineColleague);
    assert_eq!((stage(&bench), sip_since(&bench, before)), (None, vec!["decline".to_owned()]));
    let body = bench.call(HANG_UP).json();
    assert_eq!((body["from"].as_str(), body["uniqueId"].as_str()), (Some("1001"), Some("i1")));
    ends(&mut bench, "declined", true);
    assert_eq!((stage(&bench), bench.snackbars().len()), (None, 0));
    assert!(bench.workspace.alerts.ring().is_none());
}

#[rstest]
#[case::int_012_while_it_rings(calling)]
#[case::while_both_talk(talking)]
fn a_hang_up_ends_the_leg_and_is_sent_to_the_server(#[case] before: fn() -> Bench) {
    let mut bench = before();
    let before = bench.sip_requests().len();
    acts(&mut bench, ColleaguesIntent::HangUpColleague);
    assert_eq!((stage(&bench), sip_since(&bench, before)), (None, vec!["hangup".to_owned()]));
    assert_eq!(bench.call(HANG_UP).json()["uniqueId"], "i1");
    bench.leg_ends();
    ends(&mut bench, "hungUp", true);
    assert_eq!((stage(&bench), list(&bench).obstacle, bench.snackbars().len()), (None, None, 0));
}

/// The text for the caller and for the callee; the card of the ringing call or of the call in progress disappears.
#[rstest]
#[case::int_007_the_caller_hung_up(accepted, Stage::InProgress, "hungUp", "Fábio Castro encerrou a ligação")]
#[case::the_colleague_hung_up(talking, Stage::InProgress, "hungUp", "Fábio Castro encerrou a ligação")]
#[case::int_012_declined(calling, Stage::Calling, "declined", "Chamada recusada por Fábio Castro")]
#[case::busy(calling, Stage::Calling, "busy", "Fábio Castro: ocupado")]
#[case::not_answered(calling, Stage::Calling, "notAnswered", "Fábio Castro não atendeu")]
#[case::unavailable(calling, Stage::Calling, "unavailable", "Não foi possível ligar para Fábio Castro. Tente de novo.")]
#[case::the_call_failed(calling, Stage::Calling, "failed", "Não foi possível ligar para Fábio Castro. Tente de novo.")]
#[case::int_012_the_caller_gave_up(ringing, Stage::Ringing, "cancelled", "Ligação perdida de Fábio Castro")]
#[case::the_agent_missed_the_call(ringing, Stage::Ringing, "notAnswered", "Ligação perdida de Fábio Castro")]
#[case::the_server_was_restarted(ringing, Stage::Ringing, "failed", "A ligação com Fábio Castro terminou")]
fn int_006_every_end_of_a_call_removes_its_card_and_shows_the_cause(
    #[case] before: fn() -> Bench,
    #[case] shown: Stage,
    #[case] cause: &str,
    #[case] text: &str,
) {
    let mut bench = before();
    assert_eq!(stage(&bench), Some(shown));
    bench.leg_ends();
    ends(&mut bench, cause, false);
    assert_eq!((stage(&bench), bench.said()), (None, vec![text.to_owned()]), "{cause}");
    assert!(bench.workspace.alerts.ring().is_none());
    ends(&mut bench, cause, false);
    assert_eq!(bench.said().len(), 1, "a repeated end says nothing");
}

#[test]
fn int_013_a_blocked_call_says_that_calls_between_agents_are_not_allowed() {
    let mut bench = at_the_list();
    bench.answer(CALL, 409, json!({ "cause": "agentCallOrgUnitBlocked" }));
    calls(&mut bench);
    assert_eq!(bench.said(), ["Chamadas entre agentes não são permitidas"]);
    bench.answer(LIST, 200, with(answered_list(), json!({ "agentCallOrgUnitBlocked": true })));
    acts(&mut bench, ColleaguesIntent::ReloadColleagues);
    assert_eq!(list(&bench).obstacle, Some(CallObstacle::Blocked));
    bench.forget();
    calls(&mut bench);
    assert_eq!(bench.calls_of(CALL).len(), 0);
}

#[rstest]
#[case("agentVoiceDisconnected", "Conecte o canal Voz para ligar")]
#[case("agentInCall", "Termine a sua ligação para ligar")]
#[case("ownExtension", "Este é o seu ramal")]
#[case("colleagueUnknown", "Este ramal não é de um colega da sua unidade")]
#[case("colleagueVoiceDisconnected", "Fábio Castro está com a voz desconectada")]
#[case("colleagueInCall", "Fábio Castro está em outra ligação")]
#[case("internalCallsNotSupported", "O servidor de voz não liga para colegas")]
#[case("somethingNew", "Não foi possível ligar para Fábio Castro. Tente de novo.")]
fn every_refusal_of_an_internal_call_has_a_text(#[case] cause: &str, #[case] text: &str) {
    let mut bench = at_the_list();
    bench.answer(CALL, 409, json!({ "cause": cause }));
    calls(&mut bench);
    assert_eq!((bench.said(), stage(&bench)), (vec![text.to_owned()], None));
}

#[test]
fn bey_153_a_call_whose_answer_was_lost_is_looked_up_before_a_text_is_shown() {
    for has_begun in [true, false] {
        let mut bench = at_the_list();
        bench.hold(CALL);
        calls(&mut bench);
        let listed = if has_begun { json!([call(true)]) } else { json!([]) };
        bench.answer(ACTIVE, 200, with(active_jobs(&[]), json!({ "internalCalls": listed })));
        bench.lose(CALL, HttpFailure::NoAnswer);
        let expected = if has_begun { (Some(Stage::Calling), 0) } else { (None, 1) };
        assert_eq!((stage(&bench), bench.said().len()), expected);
        assert_eq!(bench.calls_of(CALL).len(), 1, "a second request would be a second call");
    }
}

#[test]
fn bey_153_a_hang_up_whose_answer_was_lost_is_repeated() {
    let mut bench = calling();
    bench.hold(HANG_UP);
    acts(&mut bench, ColleaguesIntent::HangUpColleague);
    bench.lose(HANG_UP, HttpFailure::NoAnswer).advance(1_300);
    assert_eq!((bench.calls_of(HANG_UP).len(), bench.said().len()), (2, 0));
}

#[test]
fn a_call_that_the_agent_cancels_before_the_answer_is_hung_up_when_its_id_is_known() {
    let mut bench = at_the_list();
    bench.hold(CALL);
    calls(&mut bench);
    acts(&mut bench, ColleaguesIntent::HangUpColleague);
    assert_eq!((stage(&bench), bench.calls_of(HANG_UP).len()), (None, 0));
    bench.reply(CALL, 200, json!({ "success": true, "call": call(true) }));
    assert_eq!((stage(&bench), bench.call(HANG_UP).json()["uniqueId"].clone()), (None, json!("i1")));
    let before = bench.sip_requests().len();
    leg_of(&mut bench, "i1");
    assert_eq!(sip_since(&bench, before), ["decline"], "its late leg is declined");
}

#[test]
fn a_late_answer_about_an_ended_call_begins_no_call() {
    let mut bench = at_the_list();
    bench.hold(CALL);
    calls(&mut bench);
    begins(&mut bench, true);
    ends(&mut bench, "busy", false);
    bench.reply(CALL, 200, json!({ "success": true, "call": call(true) }));
    assert_eq!((stage(&bench), list(&bench).obstacle), (None, None));
}

#[rstest]
#[case::ringing("calling", Stage::Ringing, 1)]
#[case::talking("answer", Stage::InProgress, 0)]
fn a_reloaded_page_shows_the_call_that_the_servers_list_contains(
    #[case] status: &str,
    #[case] expected: Stage,
    #[case] rings: usize,
) {
    let mut bench = Bench::with_token();
    let listed = with(call(false), json!({ "status": status, "answeredAt": "2026-11-20T13:45:10.000Z" }));
    bench.answer(ACTIVE, 200, with(active_jobs(&[]), json!({ "internalCalls": [listed] })));
    bench.start("/");
    assert_eq!(stage(&bench), Some(expected));
    assert_eq!(usize::from(bench.workspace.alerts.ring().is_some()), rings);
}

#[test]
fn a_list_of_the_server_without_the_call_removes_the_card() {
    let mut bench = calling();
    bench.advance(1_000);
    let later = json!({ "asOfSeq": 900, "epoch": "e1", "internalCalls": [] });
    bench.answer(ACTIVE, 200, with(active_jobs(&[]), later));
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    assert_eq!(stage(&bench), None);
}

fn desktop_notices(bench: &Bench) -> usize {
    let is_colleagues = |effect: &&Effect| matches!(effect, Effect::Desktop(crate::flow::DesktopCommand::Show(notice)) if notice.kind == DesktopKind::Colleagues);
    bench.effects.iter().filter(is_colleagues).count()
}

#[test]
fn int_016_a_colleagues_call_shows_a_notification_while_the_page_is_not_visible() {
    for (visible, focused, notices) in [(true, true, 0), (false, true, 1), (true, false, 1)] {
        let mut bench = registered();
        bench.page(PageInput::DesktopPermission {
            permission: crate::notifications::DesktopPermission::Granted,
            answer: false,
        });
        bench.page(PageInput::Visible { visible }).page(PageInput::Focus { focused }).forget();
        begins(&mut bench, false);
        assert_eq!(desktop_notices(&bench), notices, "{visible} {focused}");
        let mut caller = registered();
        caller.page(PageInput::Visible { visible }).forget();
        begins(&mut caller, true);
        assert_eq!(desktop_notices(&caller), 0, "the caller's own call");
    }
}

#[test]
fn the_card_of_a_call_shows_that_the_agent_is_muted() {
    let mut bench = calling();
    colleague_answers(&mut bench);
    bench.intent(Intent::Voice(crate::voice::VoiceIntent::Mute { muted: true }));
    assert!(card(&bench).expect("a card").muted);
}

#[test]
fn events_of_another_call_change_nothing() {
    let mut bench = calling();
    bench.event("InternalCallStatusEvent", json!({ "uniqueId": "i9", "status": "answer" }));
    bench.event("InternalCallHangupEvent", json!({ "uniqueId": "i9", "cause": "hungUp" }));
    bench.event("InternalCallStatusEvent", json!({ "uniqueId": "i1", "status": "transferring" }));
    assert_eq!(stage(&bench), Some(Stage::Calling));
}

pub(super) const COLLEAGUES_ROWS: &[Row] = &[
    Row {
        pending: "colleagues::List",
        call: LIST,
        before: at_the_list,
        told: Told::Inline,
        act: |bench| {
            acts(bench, ColleaguesIntent::ReloadColleagues);
        },
    },
    Row {
        pending: "colleagues::Statuses",
        call: STATUS,
        before: || {
            let mut bench = at_the_list();
            shows(&mut bench, &["302"]);
            bench
        },
        told: Told::Inline,
        act: |bench| {
            bench.advance(5_000);
        },
    },
    Row { pending: "colleagues::Call", call: CALL, before: at_the_list, told: Told::Snackbar, act: calls },
    Row {
        pending: "colleagues::HangUp",
        call: HANG_UP,
        // Without a telephone, because the loss of its connection would be shown meanwhile.
        before: || {
            let mut bench = Bench::signed_in();
            begins(&mut bench, true);
            bench
        },
        told: Told::Silently,
        act: |bench| {
            acts(bench, ColleaguesIntent::HangUpColleague);
        },
    },
];
