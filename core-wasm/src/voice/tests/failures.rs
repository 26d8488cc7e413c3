//! One failure shows one text (ERR-001), for every request of the voice area.

use super::agent::Agent;
use crate::flow::{Melody, ServerWrite, Tone};
use crate::voice::{DialTarget, Exit};
use crate::wire::ManualCallStatusEvent;
use serde_json::json;

/// Where the failure of a request is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shown {
    Snackbar,
    /// The failure is shown in the connection-problem dialog of voice.
    Dialog,
    /// The failure is shown as an empty part of the attendance; for a hang-up, the call bar shows that the call
    /// continues.
    Elsewhere,
}

type Act = fn(&mut Agent);

const TONE: Tone = Tone { melody: Melody::Bright, volume: 50 };

const ROWS: [(&str, Shown, Act); 16] = [
    ("GET webrtc", Shown::Dialog, |agent| {
        agent.logged();
    }),
    ("GET voice/get-nodes/101", Shown::Dialog, |agent| {
        agent.logged().answer("GET webrtc", 200, json!({ "exten": "1001" }));
    }),
    ("POST job/voice/active-job", Shown::Snackbar, |agent| {
        agent.run(|voice, context| voice.dial(context, DialTarget::default(), true));
    }),
    ("POST job/voice/check-active-job", Shown::Elsewhere, |agent| {
        agent.run(|voice, context| voice.check_dial(context, "1140001234".to_owned()));
    }),
    ("POST voice/redial", Shown::Snackbar, |agent| {
        agent.job_arrives(json!({ "callType": "MANUAL" }));
        let event = ManualCallStatusEvent { protocol: "V1".into(), sip_cause: 408, ..Default::default() };
        agent.run(|voice, context| voice.on_status(context, &event));
        agent.run(|voice, context| voice.redial(context, &"V1".into()));
    }),
    ("POST job/voice/reject", Shown::Snackbar, |agent| {
        agent.is_called(json!({})).run(|voice, context| voice.reject(context));
    }),
    ("POST voice/hang-up", Shown::Elsewhere, |agent| {
        agent.job_arrives(json!({})).run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    }),
    ("POST voice/confirm-preferencial-call", Shown::Snackbar, |agent| {
        agent.run(|voice, context| {
            voice.on_preferential(crate::wire::PreferentialCallEvent { active: true, ..Default::default() });
            voice.confirm_preferential(context, true);
            Vec::new()
        });
    }),
    ("GET contacts/5511", Shown::Elsewhere, |agent| {
        agent.job_arrives(json!({ "phone": "5511" }));
    }),
    ("GET queues/voice/9", Shown::Elsewhere, |agent| {
        agent.job_arrives(json!({ "queue": { "id": "9" } }));
    }),
    ("GET queues/voice/9/script", Shown::Snackbar, |agent| {
        agent.job_arrives(json!({ "queue": { "id": "9" } }));
    }),
    ("GET script/12/fields", Shown::Snackbar, |agent| {
        agent.job_arrives(json!({ "queue": { "id": "9" } }));
        agent.answer("GET queues/voice/9/script", 200, json!({ "id": "12" }));
        let job = crate::wire::Job { protocol: "V1".into(), ..Default::default() };
        agent.run(|voice, context| {
            voice.load_script_fields(context, &job);
            Vec::new()
        });
    }),
    ("GET agents/101/campaigns/voice", Shown::Elsewhere, |agent| {
        agent.run(|voice, context| {
            voice.load_campaigns(context);
            Vec::new()
        });
    }),
    ("PUT agents/101/webrtc-auto-reconnect", Shown::Snackbar, |agent| {
        agent.run(|voice, context| voice.set_auto_reconnect(context, false));
    }),
    ("PUT agents/101/set-campaign-default", Shown::Snackbar, |agent| {
        agent.run(|voice, context| {
            voice.set_default_campaign(context, "31");
            Vec::new()
        });
    }),
    ("PUT agents/101/ackcall-volume", Shown::Snackbar, |agent| {
        agent.run(|voice, context| {
            voice.set_ring_volume(context, 40);
            Vec::new()
        });
        agent.advance(500);
    }),
];

#[test]
fn err_001_every_failed_request_of_voice_is_shown_once_whatever_the_failure() {
    for (call, shown, act) in ROWS {
        for status in [Some(400), Some(403), Some(422), Some(500), Some(503), None] {
            let mut agent = Agent::new();
            act(&mut agent);
            agent.news();
            match status {
                Some(status) => agent.answer(call, status, json!({})),
                None => agent.fails(call),
            };
            let news = agent.news();
            let snackbars = news.iter().filter(|exit| matches!(exit, Exit::Snackbar(..))).count();
            let dialogs = news.iter().filter(|exit| **exit == Exit::AskAgent(true)).count();
            let expected = (usize::from(shown == Shown::Snackbar), usize::from(shown == Shown::Dialog));
            assert_eq!((snackbars, dialogs), expected, "{call} {status:?}: {news:?}");
        }
    }
}

/// The kernel has repeated the requests that may be repeated; this is the text if no repetition was answered either.
#[test]
fn bey_153_a_write_of_voice_without_any_answer_is_shown_as_unknown_and_not_as_failed() {
    let mut told = Vec::new();
    for (call, _, act) in ROWS.into_iter().filter(|(_, shown, _)| *shown == Shown::Snackbar) {
        let mut agent = Agent::new();
        act(&mut agent);
        agent.news();
        let Some(write) = agent.write_of(call) else { continue };
        agent.fails(call);
        let said: Vec<String> = agent.snackbars().into_iter().map(|(_, text)| text.key).collect();
        assert_eq!(said, [write.row().unknown], "{call}");
        told.push(write);
    }
    assert!(told.contains(&ServerWrite::Dial) && told.contains(&ServerWrite::Redial), "{told:?}");
    assert!(told.contains(&ServerWrite::RejectCall) && told.contains(&ServerWrite::TakePreferentialCall), "{told:?}");
}
