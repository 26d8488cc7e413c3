//! Voice media in the whole core: a device that is lost and returns, media that stops, and the checks after the
//! computer slept.

use super::bench::Bench;
use super::voice::{intends, signed_in_with, takes_call, talking};
use crate::channels::{self, ChannelCause, ChannelStatusView, ChannelView, ChannelsSlice, VoiceCheck};
use crate::connection::{self, ConnectionIntent, ConnectionSlice, DeviceProblem, LinkHealth, LinkView, Problem};
use crate::flow::{Effect, HttpFailure, StorePlace, VoiceCommand};
use crate::input::{BrokerInput, Intent, PageInput};
use crate::session::SessionPhaseView;
use crate::shell::Dialog;
use crate::view::View;
use crate::voice::{VoiceIntent, VoiceStatus};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

const CONNECT: &str = "POST channels/voice/connect/agent/101";
const DISCONNECT: &str = "POST channels/voice/disconnect/agent/101";

fn link(bench: &Bench) -> LinkView {
    match bench.workspace.view(&connection::slices::LINK.key()) {
        View::Connection(ConnectionSlice::Link(link)) => link,
        other => panic!("{other:?}"),
    }
}

fn chip(bench: &Bench) -> ChannelView {
    let View::Channels(ChannelsSlice::Channels(view)) = bench.workspace.view(&channels::slices::CHANNELS.key()) else {
        panic!("no channels");
    };
    view.items.into_iter().find(|item| item.channel == Channel::Voice).expect("voice")
}

/// An agent whose voice connection is retried automatically.
fn reconnecting() -> Bench {
    let preferences = json!({ "webRtcAutoReconnect": true });
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y", "agentPreferences": preferences }));
    bench.registers();
    bench
}

fn loses_microphone(bench: &mut Bench, problem: &str) {
    let (call, fault) = (bench.peer_call(), if problem == "missing" { "noDevice" } else { "noAudioDevice" });
    let failure = json!({ "fault": fault, "problem": problem });
    bench.reports_voice(json!({ "type": "microphoneLost", "call": call, "failure": failure }));
}

fn destroys(bench: &Bench) -> usize {
    bench.sent_frames().iter().filter(|frame| frame["janus"] == "destroy").count()
}

#[rstest]
#[case::the_microphone_is_missing("missing", DeviceProblem::Missing, ChannelCause::MicrophoneMissing)]
#[case::the_microphone_is_blocked("refused", DeviceProblem::Refused, ChannelCause::MicrophoneRefused)]
#[case::the_microphone_is_in_use("inUse", DeviceProblem::InUse, ChannelCause::MicrophoneInUse)]
fn bey_021_rtc_014_a_call_goes_on_without_its_microphone_and_uses_the_microphone_again_when_it_is_back(
    #[case] word: &str,
    #[case] problem: DeviceProblem,
    #[case] cause: ChannelCause,
    #[values(false, true)] muted: bool,
) {
    let mut bench = talking();
    if muted {
        intends(&mut bench, VoiceIntent::Mute { muted });
    }
    loses_microphone(&mut bench, word);
    let shown = link(&bench);
    assert_eq!((bench.dialog(), shown.problem), (Some(Dialog::ConnectionProblem), Some(Problem::Device)));
    assert_eq!((shown.device_problem, chip(&bench).cause), (Some(problem), Some(cause)));
    assert_eq!((bench.calls_of(DISCONNECT).len(), destroys(&bench)), (0, 0), "leg and registration stay");
    assert_eq!(bench.workspace.voice.status(), VoiceStatus::Connected);
    let call = bench.peer_call();
    bench.intent(Intent::Connection(ConnectionIntent::RetryConnection));
    let opens = |effect: &Effect| *effect == Effect::Voice(VoiceCommand::OpenMicrophone { call });
    assert!(bench.effects.iter().any(opens), "the agent asks for it");
    bench.reports_voice(json!({ "type": "microphoneReplaced", "call": call, "label": "Fone" }));
    assert_eq!((bench.dialog(), link(&bench).device_problem, chip(&bench).cause), (None, None, None));
    assert_eq!(bench.workspace.voice.audio().muted, muted);
    bench.leg_ends();
    assert_eq!(bench.workspace.voice.status(), VoiceStatus::Connected, "the next call can be answered");
}

#[derive(Clone, Copy, Debug)]
enum Stop {
    /// The last microphone is removed without a call.
    NoMicrophone,
    /// The call in which the microphone was lost ends.
    CallWithoutMicrophoneEnds,
    /// The peer connection of a call ends.
    PeerConnectionEnds,
    /// No microphone can be opened for a call that the agent accepted.
    MicrophoneIsRefused,
}

fn stops(bench: &mut Bench, stop: Stop) {
    match stop {
        Stop::NoMicrophone => {
            bench.reports_voice(json!({ "type": "noMicrophone" }));
        }
        Stop::CallWithoutMicrophoneEnds => {
            takes_call(bench);
            loses_microphone(bench, "missing");
            bench.leg_ends();
        }
        Stop::PeerConnectionEnds => {
            takes_call(bench);
            let call = bench.peer_call();
            bench.reports_voice(json!({ "type": "ice", "call": call, "state": "closed" }));
        }
        Stop::MicrophoneIsRefused => {
            super::voice::call_waits(bench);
            intends(bench, VoiceIntent::AcceptCall);
            let failure = json!({ "fault": "noAudioDevice", "problem": "refused" });
            let call = bench.peer_call();
            bench.reports_voice(json!({ "type": "failed", "call": call, "failure": failure }));
        }
    }
}

/// The stored status that voice had before the loss.
fn previous(bench: &mut Bench) -> Value {
    bench.advance(300);
    let record = bench.stored(StorePlace::Database, "channel").expect("the record");
    serde_json::from_str::<Value>(record).expect("JSON")["previous_voice"].clone()
}

#[rstest]
fn rtc_013_media_that_stops_stores_the_status_disconnects_the_channel_and_ends_the_session(
    #[values(Stop::NoMicrophone, Stop::CallWithoutMicrophoneEnds, Stop::PeerConnectionEnds, Stop::MicrophoneIsRefused)]
    stop: Stop,
    #[values(false, true)] automatic: bool,
) {
    let preferences = json!({ "webRtcAutoReconnect": automatic });
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y", "agentPreferences": preferences }));
    bench.registers();
    stops(&mut bench, stop);
    assert_eq!(bench.calls_of(DISCONNECT).len(), 1, "the server gives no more calls");
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::Device)));
    assert_eq!((bench.workspace.voice.status(), destroys(&bench)), (VoiceStatus::Disconnected, 1));
    assert_eq!(chip(&bench).status, ChannelStatusView::Disconnected);
    assert!(chip(&bench).cause.is_some(), "the chip says why");
    assert_ne!(previous(&mut bench), Value::Null);
}

#[test]
fn rtc_013_voice_that_was_disconnected_without_a_microphone_is_connected_again_when_the_microphone_is_back() {
    let mut bench = reconnecting();
    bench.answer(DISCONNECT, 200, json!({ "success": true })).reports_voice(json!({ "type": "noMicrophone" }));
    bench.voice_server_answers();
    bench.reports_voice(json!({ "type": "microphoneFound" })).advance(1_000).link_opens();
    assert_eq!((bench.workspace.voice.status(), chip(&bench).cause), (VoiceStatus::Connected, None));
    assert_eq!((bench.dialog(), bench.calls_of(CONNECT).len()), (None, 1));
}

#[test]
fn con_033_the_reconnecting_dialog_opens_once_for_each_loss_also_if_the_first_check_gets_no_answer() {
    let mut bench = reconnecting();
    bench.fail("POST auth/validate", HttpFailure::TimedOut);
    let lost = bench.voice_link();
    bench.reports_voice(json!({ "type": "closed", "link": lost }));
    assert_eq!(bench.dialog(), Some(Dialog::Reconnecting));
}

/// What the voice server does with the keep-alive that the page sends after a sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
enum KeepAliveAnswer {
    Answers,
    IsSilent,
    KnowsNoSession,
}

#[rstest]
fn bey_029_after_a_sleep_voice_is_checked_before_it_is_shown_as_available(
    #[values(KeepAliveAnswer::Answers, KeepAliveAnswer::IsSilent, KeepAliveAnswer::KnowsNoSession)]
    after: KeepAliveAnswer,
) {
    let mut bench = reconnecting();
    assert_eq!(chip(&bench).status, ChannelStatusView::Available);
    // An answer that was sent before the computer fell asleep does not prove that the link works.
    bench.advance(8_000);
    let asked_before = keep_alives(&bench).pop().expect("a keep-alive");
    bench.page(PageInput::Gap { ms: 600_000.0 });
    assert_eq!((chip(&bench).status, link(&bench).voice), (ChannelStatusView::Checking, Some(LinkHealth::Connecting)));
    answer(&mut bench, &asked_before, "ack", Value::Null);
    assert_eq!(chip(&bench).status, ChannelStatusView::Checking);
    let asked = keep_alives(&bench).pop().expect("a keep-alive");
    assert_ne!(asked["transaction"], asked_before["transaction"], "it is sent at once");
    match after {
        KeepAliveAnswer::Answers => {
            answer(&mut bench, &asked, "ack", Value::Null);
            assert_eq!((chip(&bench).status, link(&bench).voice), (ChannelStatusView::Available, Some(LinkHealth::Ok)));
        }
        KeepAliveAnswer::IsSilent => {
            bench.advance(2_999);
            assert_eq!(chip(&bench).status, ChannelStatusView::Checking);
            bench.advance(1);
            assert_eq!(chip(&bench).status, ChannelStatusView::Lost);
        }
        KeepAliveAnswer::KnowsNoSession => {
            answer(&mut bench, &asked, "error", json!({ "code": 458, "reason": "No such session" }));
            assert_eq!(chip(&bench).status, ChannelStatusView::Lost);
        }
    }
}

#[rstest]
#[case::no_open_leg_and_no_check(false, false, ChannelStatusView::Available)]
#[case::only_a_check(true, false, ChannelStatusView::Checking)]
#[case::only_an_open_leg(false, true, ChannelStatusView::InAttendance)]
#[case::an_open_leg_during_a_check(true, true, ChannelStatusView::InAttendance)]
fn with_an_open_leg_voice_is_shown_as_in_attendance_also_while_it_is_checked_after_a_gap(
    #[case] checking: bool,
    #[case] in_call: bool,
    #[case] shown: ChannelStatusView,
) {
    let bench = reconnecting();
    let view = bench.workspace.channels.view(false, VoiceCheck { checking, in_call, ..VoiceCheck::default() });
    let voice = view.items.into_iter().find(|item| item.channel == Channel::Voice).expect("voice");
    assert_eq!(voice.status, shown);
}

#[test]
fn bey_029_voice_is_checked_after_a_sleep_also_while_the_session_is_being_checked() {
    let mut bench = reconnecting();
    bench.broker_opens = false;
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).fail("POST auth/validate", HttpFailure::TimedOut);
    for _ in 0..10 {
        bench.advance(8_000);
        for asked in keep_alives(&bench) {
            answer(&mut bench, &asked, "ack", Value::Null);
        }
    }
    bench.intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!(bench.session().phase, SessionPhaseView::Reconnecting);
    assert_eq!(chip(&bench).status, ChannelStatusView::Available, "the node is there");
    let asked = keep_alives(&bench).len();
    bench.page(PageInput::Gap { ms: 600_000.0 });
    assert_eq!(keep_alives(&bench).len(), asked + 1, "it is asked at once");
    assert_eq!(chip(&bench).status, ChannelStatusView::Checking);
}

fn keep_alives(bench: &Bench) -> Vec<Value> {
    bench.sent_frames().into_iter().filter(|frame| frame["janus"] == "keepalive").collect()
}

fn answer(bench: &mut Bench, asked: &Value, kind: &str, error: Value) {
    bench
        .voice_frame(json!({ "janus": kind, "transaction": asked["transaction"], "session_id": 1001, "error": error }));
}

/// In the connection states without a check, voice is never shown as available.
#[rstest]
#[case::not_loaded(&[], None)]
#[case::registered(&["registers"], Some(ChannelStatusView::Checking))]
#[case::signalling_lost(&["registers", "closed"], Some(ChannelStatusView::Lost))]
#[case::media_stopped(&["registers", "noMicrophone"], Some(ChannelStatusView::Disconnected))]
fn bey_029_no_state_of_the_connection_is_available_right_after_a_sleep(
    #[case] steps: &[&str],
    #[case] expected: Option<ChannelStatusView>,
) {
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y" }));
    for step in steps {
        match *step {
            "registers" => bench.registers(),
            "closed" => {
                let link = bench.voice_link();
                bench.reports_voice(json!({ "type": "closed", "link": link }))
            }
            report => bench.reports_voice(json!({ "type": report })),
        };
    }
    bench.broker_opens = false;
    bench.page(PageInput::Gap { ms: 600_000.0 });
    let shown = chip(&bench).status;
    assert_ne!(shown, ChannelStatusView::Available);
    if let Some(expected) = expected {
        assert_eq!(shown, expected);
    }
}
