//! Voice in the browser, as the connection dialog and the voice channel show it.

use super::bench::Bench;
use super::voice::signed_in_with;
use crate::channels::ChannelStatusView;
use crate::channels::ChannelsIntent;
use crate::connection;
use crate::connection::ConnectionIntent;
use crate::connection::ConnectionSlice;
use crate::connection::{LinkHealth, LinkView, Problem};
use crate::flow::{Effect, HttpFailure};
use crate::input::Intent;
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

/// An agent who is connected to voice, and whose voice connection is not retried automatically.
fn speaking() -> Bench {
    let preferences = json!({ "webRtcAutoReconnect": false });
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y", "agentPreferences": preferences }));
    bench.registers();
    bench
}

/// The voice server becomes unreachable.
fn loses_voice(bench: &mut Bench) {
    let link = bench.voice_link();
    bench.reports_voice(json!({ "type": "closed", "link": link }));
}

#[test]
fn err_004_failed_signalling_is_logged_with_its_text_and_opens_the_dialog_of_the_voice_connection() {
    const WORDS: &str = "Lost connection to the server (is it down?)";
    let mut bench = speaking();
    loses_voice(&mut bench);
    let logged = |effect: &Effect| matches!(effect, Effect::Report(report) if report.detail == WORDS);
    assert!(bench.effects.iter().any(logged));
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::VoiceMedia)));
    assert!(bench.said().iter().all(|text| text != WORDS), "{:?}", bench.said());
    bench.intent(Intent::Connection(ConnectionIntent::RetryConnection)).advance(1_000);
    bench.link_opens();
    assert_eq!((bench.dialog(), link(&bench).voice), (None, Some(LinkHealth::Ok)));
}

#[test]
fn shell_018_a_lost_device_has_its_own_dialog_and_the_agent_can_go_on_without_the_device() {
    let mut bench = speaking();
    bench.reports_voice(json!({ "type": "noMicrophone" }));
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::Device)));
    assert_eq!(link(&bench).device, Some(LinkHealth::Lost));
    bench.intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!((bench.dialog(), bench.path().as_str()), (None, "/attendance"));
}

#[test]
fn ses_021_a_successful_check_does_not_close_the_dialog_while_the_reconnection_of_voice_waits_for_the_agent() {
    let mut bench = speaking();
    loses_voice(&mut bench);
    bench.fail(VALIDATE, HttpFailure::TimedOut).advance(60_000);
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::Internet)));
    bench.answer(VALIDATE, 200, json!({ "success": true })).advance(20_000);
    assert_eq!((bench.dialog(), link(&bench).problem), (Some(Dialog::ConnectionProblem), Some(Problem::VoiceMedia)));
    bench.intent(Intent::Connection(ConnectionIntent::RetryConnection));
    // The other dialog says that voice is being reconnected.
    assert_eq!(
        (bench.dialog(), link(&bench).problem),
        (Some(Dialog::Reconnecting), None),
        "the agent has confirmed it"
    );
}

#[test]
fn the_voice_channel_follows_its_media() {
    let mut bench = speaking();
    let status = |bench: &Bench| bench.channel(Channel::Voice).status;
    loses_voice(&mut bench);
    assert_eq!((status(&bench), link(&bench).voice), (ChannelStatusView::Lost, Some(LinkHealth::Connecting)));
    bench.intent(Intent::Connection(ConnectionIntent::RetryConnection)).advance(1_000);
    bench.link_opens();
    assert_eq!(status(&bench), ChannelStatusView::Available);
    bench.reports_voice(json!({ "type": "noMicrophone" }));
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
    bench.reports_voice(json!({ "type": "noMicrophone" }));
    let voice = json!({ "channels": { "voice": { "connected": true, "status": "available" } } });
    bench.answer("GET agents/101/status", 200, voice);
    let link = bench.link;
    // The link is opened again: the server's status still reports voice as connected.
    bench.forget().broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1);
    assert_eq!(status(&bench), ChannelStatusView::Disconnected);
}

#[test]
fn err_001_err_002_a_failed_request_is_shown_once_by_the_area_that_sent_it() {
    for status in [400, 403, 422, 500, 503] {
        let mut bench = Bench::new();
        bench.answer("GET agents/101/status", 200, json!({ "channels": {} })).start("/login").sign_in();
        bench.answer("POST channels/chat/connect/agent/101", status, json!({}));
        bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }));
        assert_eq!(bench.said(), ["Não foi possível conectar o canal de chat"], "{status}");
        assert_eq!(bench.session().phase, crate::session::SessionPhaseView::Ready);
    }
}
