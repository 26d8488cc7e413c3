//! The supervision of a call in the whole core: the supervisor's telephone in the page, the modes, the microphone, and
//! every way in which it ends.

use super::absence::at_the_board;
use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::samples::with;
use super::voice::{bar, talking};
use super::words::said;
use crate::call_supervision::{
    CallSupervisionIntent, CallSupervisionSlice, FIRST_NUMBER, SupervisedCallView, SupervisionStage,
    SupervisorMicrophone, slices,
};
use crate::flow::{PeerCommand, VoiceCommand};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::view::View;
use crate::voice::CallStatus;
use crate::wire::SupervisionMode;
use rstest::rstest;
use serde_json::{Value, json};

const BEGIN: &str = "POST call-supervision";
const MODE: &str = "PUT call-supervision/s1";
const TAKE_OVER: &str = "POST call-supervision/s1/take-over";
const END: &str = "DELETE call-supervision/s1";
const OPEN: &str = "GET call-supervision";

fn shown(bench: &Bench) -> Option<SupervisedCallView> {
    match bench.workspace.view(&slices::SUPERVISED_CALL.key()) {
        View::CallSupervision(CallSupervisionSlice::SupervisedCall(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn view(bench: &Bench) -> SupervisedCallView {
    shown(bench).expect("the drawer")
}

fn acts(bench: &mut Bench, intent: CallSupervisionIntent) -> &mut Bench {
    bench.intent(Intent::CallSupervision(intent))
}

/// A supervision as the server reports it.
pub(super) fn supervision(version: u64, status: &str, mode: &str) -> Value {
    let party =
        |number: u32, role: &str, name: &str| json!({ "party": number, "role": role, "name": name, "number": "5511" });
    json!({ "id": "s1", "version": version, "status": status, "mode": mode, "protocol": "V1", "uniqueId": "u1", "agentId": "101",
        "agentName": "Priscila Tavares", "customerName": "Carlos Nunes", "phone": "5511", "place": "Suporte N2",
        "answeredAt": "2026-11-20T13:40:00.000Z", "agentIsTold": true, "hearsConsultations": true,
        "room": { "mode": "together", "parties": [party(1, "customer", "Carlos Nunes"), party(2, "agent", "Priscila Tavares")] } })
}

pub(super) fn granted() -> Value {
    json!({ "supervision": supervision(1, "connecting", "listen"), "webRtc": { "exten": "sup-s1", "secret": "x" },
        "nodes": [{ "host": "voice.example" }] })
}

fn supervises(bench: &mut Bench) {
    acts(bench, CallSupervisionIntent::Supervise { agent_id: "101".into() });
}

/// A supervisor on the page of the board, with loaded voice ports.
fn at_the_board_with_ports() -> Bench {
    let mut bench = at_the_board();
    bench.reports_voice(json!({ "type": "ready", "webRtc": true }));
    bench
}

fn news(bench: &mut Bench, version: u64, status: &str, mode: &str) {
    bench.event("CallSupervisionEvent", supervision(version, status, mode));
}

/// The supervisor's telephone is registered, the server has called it, and the page has answered.
pub(super) fn in_the_call() -> Bench {
    let mut bench = at_the_board_with_ports();
    supervises(&mut bench);
    bench.link_opens().leg_arrives().leg_is_answered();
    news(&mut bench, 2, "active", "listen");
    bench
}

fn in_mode(mode: &str) -> Bench {
    let mut bench = in_the_call();
    news(&mut bench, 3, "active", mode);
    bench
}

/// The mute commands that the page's voice ports received, oldest first.
fn mutes(bench: &Bench) -> Vec<bool> {
    let muted = |command: &VoiceCommand| match command {
        VoiceCommand::Mute { call, muted } => {
            assert!(*call > FIRST_NUMBER);
            Some(*muted)
        }
        _ => None,
    };
    bench.voice_commands().into_iter().filter_map(muted).collect()
}

#[test]
fn bey_136_a_supervisor_listens_with_a_telephone_of_its_own_that_answers_by_itself() {
    let mut bench = at_the_board_with_ports();
    supervises(&mut bench);
    assert_eq!(
        (view(&bench).stage, view(&bench).agent_name.as_str()),
        (SupervisionStage::Connecting, "Priscila Tavares")
    );
    assert!(bench.voice_link() > FIRST_NUMBER);
    bench.link_opens().leg_arrives();
    assert_eq!(mutes(&bench), [true], "nothing is sent while the supervisor only listens");
    bench.leg_is_answered();
    assert!(bench.sip_requests().contains(&"accept".to_owned()));
    assert_eq!(view(&bench).stage, SupervisionStage::Connecting, "the server has not said it");
    news(&mut bench, 2, "active", "listen");
    let shown = view(&bench);
    assert_eq!(
        (shown.stage, shown.mode, shown.microphone),
        (SupervisionStage::Active, SupervisionMode::Listen, SupervisorMicrophone::Closed)
    );
    assert_eq!((shown.customer_name.as_str(), shown.place.as_str()), ("Carlos Nunes", "Suporte N2"));
    let hears: Vec<Vec<usize>> = shown.people.into_iter().map(|person| person.hears).collect();
    assert_eq!(hears, [vec![1], vec![0], vec![0, 1]]);
}

#[test]
fn a_page_without_calls_loads_its_voice_ports_before_the_supervisors_telephone_connects() {
    let mut bench = at_the_board();
    supervises(&mut bench);
    assert_eq!(bench.voice_commands(), [&VoiceCommand::Relays(Vec::new())]);
    bench.reports_voice(json!({ "type": "ready", "webRtc": true }));
    assert!(bench.voice_link() > FIRST_NUMBER);
}

#[rstest]
#[case::whisper(SupervisionMode::Whisper, "whisper")]
#[case::barge(SupervisionMode::Barge, "barge")]
fn bey_136_the_mode_of_the_supervision_changes_when_the_server_confirms_it(
    #[case] mode: SupervisionMode,
    #[case] word: &str,
) {
    let mut bench = in_the_call();
    acts(bench.forget().hold(MODE), CallSupervisionIntent::ChooseMode { mode });
    assert_eq!((view(&bench).mode, view(&bench).changing_to), (SupervisionMode::Listen, Some(mode)));
    assert_eq!(mutes(&bench), [] as [bool; 0], "the microphone stays closed until the server has confirmed");
    bench.reply(MODE, 200, supervision(2, "active", "listen"));
    assert_eq!(view(&bench).changing_to, Some(mode), "an answer confirms nothing");
    news(&mut bench, 3, "active", word);
    assert_eq!((view(&bench).mode, view(&bench).changing_to), (mode, None));
    assert_eq!((mutes(&bench), view(&bench).microphone), (vec![false], SupervisorMicrophone::Open));
}

#[test]
fn without_a_confirmation_of_the_server_in_time_the_mode_stays_and_the_supervisor_is_informed() {
    let mut bench = in_the_call();
    acts(&mut bench, CallSupervisionIntent::ChooseMode { mode: SupervisionMode::Barge }).advance(4_999);
    assert_eq!(view(&bench).changing_to, Some(SupervisionMode::Barge));
    bench.advance(1);
    assert_eq!((view(&bench).mode, view(&bench).changing_to), (SupervisionMode::Listen, None));
    assert_eq!(bench.said(), ["Não foi possível mudar o modo."]);
}

#[test]
fn bey_136_the_supervisor_mutes_and_unmutes_the_microphone_in_the_page() {
    let mut bench = in_mode("whisper");
    acts(bench.forget(), CallSupervisionIntent::MuteSupervisor { muted: true });
    let shown = view(&bench);
    assert_eq!((mutes(&bench), shown.microphone), (vec![true], SupervisorMicrophone::Muted));
    assert_eq!(shown.people[1].hears, [0], "the agent does not hear a closed microphone");
    acts(&mut bench, CallSupervisionIntent::MuteSupervisor { muted: false });
    assert_eq!((mutes(&bench), view(&bench).people[1].hears.clone()), (vec![true, false], vec![0, 2]));
}

#[test]
fn without_a_microphone_a_supervisor_can_only_listen() {
    let mut bench = in_the_call();
    let call = bench.peer_call();
    let failure = json!({ "fault": "noAudioDevice", "problem": "missing" });
    bench.forget().reports_voice(json!({ "type": "microphoneLost", "call": call, "failure": failure }));
    acts(&mut bench, CallSupervisionIntent::ChooseMode { mode: SupervisionMode::Whisper });
    assert_eq!((view(&bench).microphone, bench.calls_of(MODE).len()), (SupervisorMicrophone::Unavailable, 0));
    bench.reports_voice(json!({ "type": "microphoneReplaced", "call": call, "label": "USB" }));
    acts(&mut bench, CallSupervisionIntent::ChooseMode { mode: SupervisionMode::Whisper });
    assert_eq!(bench.calls_of(MODE).len(), 1);
}

#[test]
fn bey_136_a_supervisor_who_talks_and_loses_the_microphone_continues_as_a_listener() {
    let mut bench = in_mode("barge");
    let call = bench.peer_call();
    let failure = json!({ "fault": "noAudioDevice", "problem": "missing" });
    bench.forget().reports_voice(json!({ "type": "microphoneLost", "call": call, "failure": failure }));
    assert_eq!(bench.calls_of(MODE).last().map(|call| call.json()), Some(json!({ "mode": "listen" })));
}

#[test]
fn bey_136_closing_the_drawer_leaves_the_call_and_so_does_leaving_the_board() {
    for leaves_board in [false, true] {
        let mut bench = in_the_call();
        bench.forget();
        if leaves_board {
            bench.intent(Intent::Jobs(JobsIntent::CloseJob));
        } else {
            acts(&mut bench, CallSupervisionIntent::LeaveSupervision);
        }
        assert_eq!((shown(&bench), bench.calls_of(END).len()), (None, 1));
        let ends = |command: &&VoiceCommand| matches!(command, VoiceCommand::Peer { command: PeerCommand::Close, .. });
        assert!(bench.voice_commands().iter().any(ends), "{:?}", bench.voice_commands());
    }
}

#[rstest]
#[case::call_ended("callEnded", Some("A ligação terminou."))]
#[case::connection_lost("connectionLost", Some("Você perdeu a conexão com a ligação."))]
#[case::session_ended("sessionEnded", Some("O acompanhamento foi encerrado."))]
#[case::supervision_failed("failed", Some("Não foi possível acompanhar a ligação."))]
#[case::an_unknown_reason_of_a_newer_server("sleepy", Some("Não foi possível acompanhar a ligação."))]
#[case::the_supervisor_took_over("tookOver", None)]
fn bey_136_each_end_is_shown_with_its_reason(#[case] end: &str, #[case] text: Option<&str>) {
    let mut bench = in_the_call();
    bench.event("CallSupervisionEvent", with(supervision(3, "ended", "listen"), json!({ "end": end })));
    let failure = shown(&bench).map(|view| (view.stage, said(&view.failure.expect("a reason"))));
    assert_eq!(failure, text.map(|text| (SupervisionStage::Over, text.to_owned())));
    if text.is_none() {
        assert_eq!(bench.said(), ["Você assumiu a ligação de Carlos Nunes."]);
    }
    acts(&mut bench, CallSupervisionIntent::LeaveSupervision);
    assert_eq!(shown(&bench), None);
}

#[rstest]
#[case::the_agent_has_no_call("noCall", "Este agente não está em ligação agora.")]
#[case::the_call_has_enough_supervisors("full", "Já há supervisores demais nesta ligação.")]
#[case::the_voice_node_failed("notSupportedByNode", "O servidor de voz desta ligação não permite acompanhar.")]
#[case::another_reason("later", "Não foi possível acompanhar a ligação.")]
fn a_refused_supervision_says_why_in_the_drawer(#[case] cause: &str, #[case] text: &str) {
    let mut bench = at_the_board_with_ports();
    bench.answer(BEGIN, 409, json!({ "cause": cause }));
    supervises(&mut bench);
    let shown = view(&bench);
    assert_eq!((shown.stage, said(&shown.failure.expect("a reason"))), (SupervisionStage::Over, text.to_owned()));
}

#[test]
fn bey_136_taking_over_a_call_is_requested_once_and_only_if_the_server_allows_it() {
    let mut bench = in_the_call();
    bench.event(
        "CallSupervisionEvent",
        with(supervision(3, "active", "listen"), json!({ "takeOverRefusal": "noVoiceChannel" })),
    );
    acts(bench.forget(), CallSupervisionIntent::TakeOver);
    let refusal = view(&bench).take_over_refusal.expect("a reason");
    assert_eq!((said(&refusal).as_str(), bench.calls_of(TAKE_OVER).len()), ("Você não tem o canal de voz.", 0));
    news(&mut bench, 4, "active", "listen");
    bench.hold(TAKE_OVER);
    acts(acts(&mut bench, CallSupervisionIntent::TakeOver), CallSupervisionIntent::TakeOver);
    assert_eq!((bench.calls_of(TAKE_OVER).len(), view(&bench).taking_over), (1, true));
}

#[test]
fn an_old_event_and_an_event_of_another_supervision_change_nothing() {
    let mut bench = in_mode("whisper");
    news(&mut bench, 2, "active", "listen");
    bench.event(
        "CallSupervisionEvent",
        with(supervision(9, "ended", "listen"), json!({ "id": "s0", "end": "callEnded" })),
    );
    assert_eq!((view(&bench).stage, view(&bench).mode), (SupervisionStage::Active, SupervisionMode::Whisper));
}

#[test]
fn the_end_of_a_supervision_that_arrives_before_the_answer_to_its_request_is_applied() {
    let mut bench = at_the_board_with_ports();
    bench.hold(BEGIN);
    supervises(&mut bench);
    bench.event("CallSupervisionEvent", with(supervision(2, "ended", "listen"), json!({ "end": "callEnded" })));
    bench.reply(BEGIN, 200, granted());
    assert_eq!(view(&bench).stage, SupervisionStage::Over);
}

#[test]
fn a_supervision_of_another_agent_uses_another_telephone_and_late_events_of_the_first_are_ignored() {
    let mut bench = in_the_call();
    let first = bench.voice_link();
    bench.answer(BEGIN, 200, with(granted(), json!({ "supervision": with(supervision(1, "connecting", "listen"), json!({ "id": "s2", "agentId": "102" })) })));
    acts(&mut bench, CallSupervisionIntent::Supervise { agent_id: "102".into() });
    let second = bench.voice_link();
    assert!(second > first + 100, "{first} {second}");
    bench.reports_voice(json!({ "type": "closed", "link": first }));
    bench.link_opens();
    assert_eq!((view(&bench).agent_id.as_str(), view(&bench).stage), ("102", SupervisionStage::Connecting));
    news(&mut bench, 5, "ended", "listen");
    assert_eq!(view(&bench).stage, SupervisionStage::Connecting, "that was the first one");
}

#[test]
fn after_a_reload_the_page_has_no_supervision_and_the_one_on_the_server_is_ended() {
    let mut bench = in_the_call();
    bench.answer(OPEN, 200, json!({ "data": [supervision(2, "active", "barge")] }));
    bench.forget().reload().start("/supervisor");
    assert_eq!((shown(&bench), bench.calls_of(END).len()), (None, 1));
}

#[test]
fn after_a_lost_answer_the_page_ends_the_supervision_that_the_server_may_have_begun() {
    let mut bench = at_the_board_with_ports();
    bench.fail(BEGIN, crate::flow::HttpFailure::NoAnswer);
    bench.answer(OPEN, 200, json!({ "data": [supervision(1, "connecting", "listen")] }));
    supervises(&mut bench);
    assert_eq!((view(&bench).stage, bench.calls_of(END).len()), (SupervisionStage::Over, 1));
}

#[test]
fn the_end_of_one_of_the_two_telephones_of_a_page_does_not_change_the_other() {
    let mut bench = talking();
    let own = bench.peer_call();
    bench.answer("GET agents/101", 200, json!({ "agentId": "101", "role": "supervisor" }));
    supervises(&mut bench);
    bench.link_opens().leg_arrives().leg_is_answered();
    news(&mut bench, 2, "active", "listen");
    assert!(own < FIRST_NUMBER && bench.peer_call() > FIRST_NUMBER);
    let levels = |call: u32, level: f64| json!({ "type": "levels", "call": call, "levels": { "microphone": level, "speaker": 0.0 } });
    let supervisors = bench.peer_call();
    bench.reports_voice(levels(own, 0.25)).reports_voice(levels(supervisors, 0.5));
    let shown = bench.workspace.supervised_call.levels().microphone;
    assert_eq!((bench.workspace.voice.levels_view().microphone, shown), (0.25, 0.5));
    acts(bench.forget(), CallSupervisionIntent::LeaveSupervision);
    assert_eq!(bar(&bench).map(|bar| bar.status), Some(CallStatus::InCall));
    let touches_own = |command: &&VoiceCommand| matches!(command, VoiceCommand::Peer { call, .. } if *call == own);
    assert!(
        !bench.voice_commands().iter().any(touches_own) && !bench.voice_commands().contains(&&VoiceCommand::Release)
    );
}

#[test]
fn bey_137_the_agents_call_bar_names_the_supervisors_and_is_otherwise_unchanged() {
    let mut bench = talking();
    let (before, said) = (bar(&bench).expect("the bar"), bench.said());
    for (mode, supervisors) in [("listen", 1), ("whisper", 1), ("barge", 1), ("", 0)] {
        let named = if mode.is_empty() { json!([]) } else { json!([{ "name": "Carla Dias", "mode": mode }]) };
        bench.event("CallUpdateEvent", json!({ "protocol": "V1", "uniqueId": "u1", "supervisors": named }));
        let bar = bar(&bench).expect("the bar");
        assert_eq!(bar.supervisors.len(), supervisors, "{mode}");
        assert_eq!(crate::voice::CallBarView { supervisors: Vec::new(), ..bar }, before);
    }
    assert_eq!(bench.said(), said);
}

#[test]
fn bey_137_the_row_of_the_attendance_names_the_supervisors_too() {
    let mut bench = talking();
    let job = json!({ "callSupervisors": [{ "name": "Carla Dias", "mode": "barge" }], "version": 2 });
    bench.event("NewVoiceJobEvent", super::voice::job(job));
    assert_eq!(bar(&bench).expect("the bar").supervisors.len(), 1);
    bench.event("HangupEvent", json!({ "protocol": "V1", "requestSource": "CLIENT" })).leg_ends();
    assert!(bar(&bench).is_none_or(|bar| bar.supervisors.is_empty()));
}

#[test]
fn a_supervision_ends_with_the_session_of_the_supervisor() {
    let mut bench = in_the_call();
    bench.forget().page(PageInput::TabDisabled);
    assert_eq!(shown(&bench), None);
    assert!(bench.voice_commands().contains(&&VoiceCommand::Release));
}

pub(super) const CALL_SUPERVISION_ROWS: &[Row] = &[
    Row {
        pending: "call_supervision::Begin",
        call: BEGIN,
        before: at_the_board_with_ports,
        told: Told::Inline,
        act: supervises,
    },
    Row {
        pending: "call_supervision::Mode",
        call: MODE,
        before: in_the_call,
        told: Told::Snackbar,
        act: |bench| {
            acts(bench, CallSupervisionIntent::ChooseMode { mode: SupervisionMode::Whisper });
        },
    },
    Row {
        pending: "call_supervision::TakeOver",
        call: TAKE_OVER,
        before: in_the_call,
        told: Told::Snackbar,
        act: |bench| {
            acts(bench, CallSupervisionIntent::TakeOver);
        },
    },
    Row {
        pending: "call_supervision::End",
        call: END,
        before: in_the_call,
        told: Told::Silently,
        act: |bench| {
            acts(bench, CallSupervisionIntent::LeaveSupervision);
        },
    },
    Row {
        pending: "call_supervision::Open",
        call: OPEN,
        before: at_the_board_with_ports,
        told: Told::Silently,
        act: |bench| {
            bench.workspace.schedule_reconcile();
            bench.advance(60_000);
        },
    },
];
