//! Reports of the browser's voice connection, in the connection dialog and in the voice channel.

use super::bench::Bench;
use crate::channels::ChannelStatusView;
use crate::channels::ChannelsIntent;
use crate::connection;
use crate::connection::ConnectionIntent;
use crate::connection::ConnectionSlice;
use crate::connection::{DeviceProblem, LinkState, LinkView, Problem, WebRtcStatus};
use crate::flow::{Effect, HttpFailure};
use crate::input::{Input, Intent, MediaInput};
use crate::shell::Dialog;
use crate::view::View;
use crate::wire::Channel;
use serde_json::json;

const VALIDATE: &str = "POST auth/validate";

fn link(bench: &Bench) -> LinkView {
    match bench.workspace.view(&connection::slices::LINK.key()) {
        View::Connection(ConnectionSlice::Link(link)) => link,
        other => panic!("{other:?}"),
    }
}

fn report_media(bench: &mut Bench, media: MediaInput) {
    bench.input(Input::Media(media));
}

/// An agent who is connected to voice.
fn speaking() -> Bench {
    let mut bench = Bench::signed_in();
    bench.event("VoiceLoginEvent", json!({}));
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Connected));
    bench
}

#[test]
fn err_004_a_failed_signalling_is_logged_literally_and_the_agent_sees_the_dialog_of_the_voice_connection() {
    const WORDS: &str = "Lost connection to the server (is it down?)";
    let mut bench = speaking();
    report_media(&mut bench, MediaInput::Failed { message: WORDS.to_owned() });
    let logged = |effect: &Effect| matches!(effect, Effect::Report(report) if report.detail == WORDS);
    assert!(bench.effects.iter().any(logged));
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::VoiceMedia)));
    assert_eq!((link(&bench).voice, bench.said().len()), (Some(LinkState::Lost), 0));
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Connected));
    assert_eq!((bench.dialog(), link(&bench).voice), (None, Some(LinkState::Ok)));
}

#[test]
fn shell_018_a_device_that_went_away_has_its_own_dialog_and_the_work_may_go_on_without_it() {
    let mut bench = speaking();
    report_media(&mut bench, MediaInput::Device { problem: Some(DeviceProblem::Stopped) });
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::Device)));
    assert_eq!(link(&bench).device, Some(LinkState::Lost));
    bench.intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!((bench.dialog(), bench.path().as_str()), (None, "/attendance"));
}

#[test]
fn ses_021_a_good_answer_leaves_the_dialog_while_the_reconnection_waits_for_the_agent() {
    let mut bench = speaking();
    report_media(&mut bench, MediaInput::ConfirmReconnection { pending: true });
    bench.fail(VALIDATE, HttpFailure::TimedOut).advance(60_000);
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::Internet)));
    bench.answer(VALIDATE, 200, json!({ "success": true })).advance(20_000);
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::VoiceMedia)));
    report_media(&mut bench, MediaInput::ConfirmReconnection { pending: false });
    assert_eq!(bench.dialog(), None);
}

#[test]
fn the_voice_channel_follows_its_media() {
    let mut bench = speaking();
    let status = |bench: &Bench| bench.channel(Channel::Voice).status;
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::ConnectionLost));
    assert_eq!((status(&bench), link(&bench).voice), (ChannelStatusView::Lost, Some(LinkState::Connecting)));
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Connected));
    assert_eq!(status(&bench), ChannelStatusView::Available);
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Disconnected));
    assert_eq!(status(&bench), ChannelStatusView::Disconnected);
}

#[test]
fn chn_035_a_voice_logoff_marks_the_channel_and_its_media_disconnected() {
    let mut bench = speaking();
    bench.event("VoiceLogoffEvent", json!({}));
    assert_eq!(bench.channel(Channel::Voice).status, ChannelStatusView::Disconnected);
    assert_eq!(bench.workspace.channels.media(), Some(crate::channels::Media::Stopped));
}

#[test]
fn voice_that_failed_in_the_browser_stays_disconnected_whatever_status_the_server_reports() {
    let mut bench = speaking();
    let status = |bench: &Bench| bench.channel(Channel::Voice).status;
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Disconnected));
    let voice = json!({ "channels": { "voice": { "connected": true, "status": "available" } } });
    bench.answer("GET agents/101/status", 200, voice);
    let link = bench.link;
    // The link is opened again: the server's status still reports voice as connected.
    bench.forget().broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1);
    assert_eq!(status(&bench), ChannelStatusView::Disconnected);
    report_media(&mut bench, MediaInput::Status(WebRtcStatus::Connected));
    assert_eq!(status(&bench), ChannelStatusView::Available);
}

#[test]
fn err_001_err_002_a_failed_call_is_shown_once_by_the_area_that_made_it() {
    for status in [400, 403, 422, 500, 503] {
        let mut bench = Bench::new();
        bench.answer("GET agents/101/status", 200, json!({ "channels": {} })).start("/login").sign_in();
        bench.answer("POST channels/chat/connect/agent/101", status, json!({}));
        bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }));
        assert_eq!(bench.said(), ["Não foi possível conectar o canal de chat"], "{status}");
        assert_eq!(bench.session().phase, crate::session::SessionPhaseView::Ready);
    }
}
