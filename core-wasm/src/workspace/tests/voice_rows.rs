//! Requirements of voice that concern the whole core: which notifications are shown, and what the arrival of a call and
//! a hang-up change.

use super::bench::Bench;
use super::samples::with;
use super::voice::{call_waits, job, registered, signed_in_with, takes_call, talking};
use super::words::said;
use crate::connection::{self, ConnectionSlice, Problem};
use crate::flow::{DesktopCommand, Effect};
use crate::input::PageInput;
use crate::notifications::DesktopPermission::Granted;
use crate::shell::{Dialog, SnackbarKind};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

/// The agent looks at another window, and the browser shows notifications.
fn looks_away(bench: &mut Bench) {
    bench.page(PageInput::DesktopPermission { permission: Granted, answer: false });
    bench.page(PageInput::Focus { focused: false });
}

/// Title and body of the browser's notifications.
fn desktop(bench: &Bench) -> Vec<(String, String)> {
    let shown = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Desktop(DesktopCommand::Show(notice)) => Some((said(&notice.title), said(&notice.body))),
        _ => None,
    });
    shown.collect()
}

fn pair(title: &str, body: &str) -> (String, String) {
    (title.to_owned(), body.to_owned())
}

#[rstest]
#[case::voi_018_queue("QUEUE", true)]
#[case::voi_018_dialer("DIALER", true)]
#[case::voi_019_manual("MANUAL", false)]
fn a_call_that_the_agent_did_not_dial_is_notified_on_the_page_and_by_the_browser(
    #[case] call_type: &str,
    #[case] notified: bool,
) {
    let mut bench = registered();
    looks_away(&mut bench);
    bench.event("NewVoiceJobEvent", job(json!({ "callType": call_type, "from": "Marina Prado" })));
    let snackbars: Vec<_> = bench.snackbars().iter().map(|bar| (bar.kind, said(&bar.body))).collect();
    let text = "Ligação de Marina Prado";
    let (expected, shown) = if notified {
        (vec![(SnackbarKind::Success, text.to_owned())], vec![pair("Ligação", text)])
    } else {
        (vec![], vec![])
    };
    assert_eq!((snackbars, desktop(&bench)), (expected, shown));
}

#[test]
fn not_013_voi_043_a_received_and_a_lost_call_request_each_show_a_notification() {
    let mut bench = registered();
    looks_away(&mut bench);
    call_waits(&mut bench);
    assert_eq!(desktop(&bench), [pair("Ligação", "Chamada recebida: 5511")]);
    let texts: Vec<_> = bench.notifications().items.iter().map(|item| said(&item.title)).collect();
    assert_eq!(texts, ["Chamada recebida: 5511"]);
    bench.event("HangupEvent", json!({ "protocol": "", "phone": "5511", "requestSource": "CLIENT" }));
    assert_eq!(bench.said(), ["Chamada perdida: 5511"]);
}

#[test]
fn a_missed_call_stays_unread_although_its_snackbar_was_visible() {
    let mut bench = registered();
    call_waits(&mut bench);
    bench.event("HangupEvent", json!({ "protocol": "", "phone": "5511", "requestSource": "CLIENT" }));
    let items = bench.notifications().items;
    let unread: Vec<String> = items.iter().filter(|item| !item.read).map(|item| said(&item.title)).collect();
    assert_eq!(unread, ["Chamada perdida: 5511"]);
    assert_eq!(items.len(), 1, "what was missed is not listed as received too");
}

#[test]
fn a_received_call_stays_listed_when_a_later_call_of_the_same_number_is_missed() {
    let mut bench = registered();
    call_waits(&mut bench);
    bench.advance(3 * 60_000);
    bench.event("HangupEvent", json!({ "protocol": "", "phone": "5511", "requestSource": "CLIENT" }));
    let texts = bench.notifications().items.into_iter().map(|item| said(&item.title));
    let calls: Vec<_> = texts.filter(|text| text.starts_with("Chamada")).collect();
    assert_eq!(calls, ["Chamada perdida: 5511", "Chamada recebida: 5511"]);
}

#[test]
fn voi_013_a_voice_job_that_arrives_loads_its_tags_and_the_observation_requirement_of_its_group() {
    let mut bench = registered();
    let tag = json!({ "tag_item_id": "7", "tag_item_name": "VIP", "tag_item_color": "#663399" });
    bench.answer("GET tags/protocol/V1", 200, json!({ "data": [tag] }));
    bench.event("NewVoiceJobEvent", job(json!({ "attendanceGroupInfo": { "observationRequired": true } })));
    assert_eq!(bench.row("V1").tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["VIP"]);
    bench.event("HangupEvent", json!({ "protocol": "V1", "requestSource": "CLIENT" }));
    assert!(bench.qualification("V1").observation_required);
}

#[test]
fn voi_038_a_hang_up_disables_the_job_starts_its_qualification_now_and_refetches_the_status() {
    let mut bench = talking();
    bench.advance(7_000).forget();
    let now = bench.now.wall;
    bench.event("HangupEvent", json!({ "protocol": "V1", "phone": "5511", "requestSource": "CLIENT" }));
    let ended = bench.workspace.jobs.get(&"V1".into()).expect("the attendance");
    assert_eq!((ended.is_ended(), ended.qualification_started()), (true, Some(now)));
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1, "before the 800 ms of VOI-042");
}

#[test]
fn rtc_009_a_lost_ice_connection_is_notified_with_title_and_body() {
    let preferences = json!({ "notifyVoiceConnectionLost": true, "webRtcAutoReconnect": true });
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y", "agentPreferences": preferences }));
    bench.registers();
    takes_call(&mut bench);
    looks_away(&mut bench);
    let call = bench.peer_call();
    bench.reports_voice(json!({ "type": "ice", "call": call, "state": "disconnected" }));
    assert_eq!(desktop(&bench), [pair("Conexão de voz perdida", "Tentando se reconectar novamente")]);
}

#[rstest]
#[case::shell_020_rtc_014_ice_stays_disconnected(json!({ "type": "ice", "state": "disconnected" }))]
#[case::rtc_014_ice_fails_without_a_disconnect_before(json!({ "type": "ice", "state": "failed" }))]
#[case::shell_020_rtc_014_the_microphone_is_gone(json!({ "type": "microphoneLost", "failure": { "fault": "noDevice", "problem": null } }))]
#[case::shell_020_the_microphone_of_an_accepted_call_is_refused(json!({ "type": "failed", "failure": { "fault": "noAudioDevice", "problem": "refused" } }))]
fn a_loss_of_voice_media_opens_the_dialog_of_the_lost_device(#[case] report: Value) {
    let mut bench = talking();
    let call = bench.peer_call();
    bench.reports_voice(with(report, json!({ "call": call })));
    bench.advance(6_000);
    let View::Connection(ConnectionSlice::Link(link)) = bench.workspace.view(&connection::slices::LINK.key()) else {
        panic!("no link");
    };
    assert_eq!((bench.dialog(), link.problem), (Some(Dialog::ConnectionProblem), Some(Problem::Device)));
}

#[test]
fn voi_003_a_voice_job_opens_with_the_tab_script() {
    let mut bench = registered();
    bench.event("NewVoiceJobEvent", job(json!({})));
    let tab = bench.job_record(&"V1".into()).and_then(|record| record.wire.tab).expect("a tab");
    assert_eq!((tab.index, tab.name.as_str()), (0, "script"));
}

#[test]
fn con_033_the_first_attempt_to_reconnect_voice_opens_the_dialog_which_closes_when_voice_is_connected() {
    let preferences = json!({ "webRtcAutoReconnect": true });
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y", "agentPreferences": preferences }));
    bench.registers();
    takes_call(&mut bench);
    let call = bench.peer_call();
    assert_eq!(bench.dialog(), None);
    bench.reports_voice(json!({ "type": "ice", "call": call, "state": "disconnected" }));
    assert_eq!(bench.dialog(), Some(Dialog::Reconnecting));
    bench.reports_voice(json!({ "type": "ice", "call": call, "state": "connected" }));
    assert_eq!(bench.dialog(), None);
}
