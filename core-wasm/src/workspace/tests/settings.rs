//! Settings of the agent whose change got no answer from the server.

use super::bench::Bench;
use super::samples::{agent_record, with};
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::notifications::{self, NotificationsSlice};
use crate::session::SessionIntent;
use crate::view::View;
use crate::voice::{self, VoiceIntent, VoiceSlice};
use crate::whatsapp::{self, WhatsAppIntent, WhatsAppSlice};
use crate::wire::Channel;
use serde_json::{Value, json};

const RECORD: &str = "GET agents/101";
/// A reconcile that is repeated starts after this time.
const REPEATED_AFTER_MS: u64 = 5_000;

struct Setting {
    /// The request that saves the setting.
    call: &'static str,
    change: fn() -> Intent,
    shown: fn(&Bench) -> String,
    /// Fields of the agent's record with the earlier and with the changed value.
    before: fn() -> Value,
    after: fn() -> Value,
}

const CHAT: Setting = Setting {
    call: "PUT agents/101/chat-notify-message",
    change: || Intent::Session(SessionIntent::SetNotify { channel: Channel::Chat, on: true }),
    shown: |bench| match bench.workspace.view(&notifications::slices::ALERTS.key()) {
        View::Notifications(NotificationsSlice::Alerts(alerts)) => alerts.notify.chat.to_string(),
        other => panic!("{other:?}"),
    },
    before: || json!({ "agentPreferences": { "notifyChatMessage": false } }),
    after: || json!({ "agentPreferences": { "notifyChatMessage": true } }),
};

const WHATSAPP_CAMPAIGN: Setting = Setting {
    call: "PUT agents/101/set-campaign-default",
    change: || Intent::Whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "31".to_owned() }),
    shown: |bench| match bench.workspace.view(&whatsapp::slices::WHATSAPP.key()) {
        View::Whatsapp(WhatsAppSlice::Whatsapp(view)) => view.default_campaign,
        other => panic!("{other:?}"),
    },
    before: || json!({ "campaignWhatsappDefault": "30" }),
    after: || json!({ "campaignWhatsappDefault": "31" }),
};

const VOICE_CAMPAIGN: Setting = Setting {
    call: "PUT agents/101/set-campaign-default",
    change: || Intent::Voice(VoiceIntent::SetDefaultCampaign { campaign_id: "31".to_owned() }),
    shown: |bench| voice_settings(bench).default_campaign,
    before: || json!({ "campaignVoiceDefault": "30" }),
    after: || json!({ "campaignVoiceDefault": "31" }),
};

const AUTO_RECONNECT: Setting = Setting {
    call: "PUT agents/101/webrtc-auto-reconnect",
    change: || Intent::Voice(VoiceIntent::SetAutoReconnect { enabled: true }),
    shown: |bench| voice_settings(bench).auto_reconnect.to_string(),
    before: || json!({ "agentPreferences": { "webRtcAutoReconnect": false } }),
    after: || json!({ "agentPreferences": { "webRtcAutoReconnect": true } }),
};

const RING_VOLUME: Setting = Setting {
    call: "PUT agents/101/ackcall-volume",
    change: || Intent::Voice(VoiceIntent::SetRingVolume { volume: 20 }),
    shown: |bench| voice_settings(bench).ring_volume.to_string(),
    before: || json!({ "agentAckCallVolume": 70 }),
    after: || json!({ "agentAckCallVolume": 20 }),
};

const SETTINGS: [Setting; 5] = [CHAT, WHATSAPP_CAMPAIGN, VOICE_CAMPAIGN, AUTO_RECONNECT, RING_VOLUME];

fn voice_settings(bench: &Bench) -> voice::VoiceSettings {
    match bench.workspace.view(&voice::slices::VOICE.key()) {
        View::Voice(VoiceSlice::Voice(view)) => view.settings,
        other => panic!("{other:?}"),
    }
}

fn record(fields: Value) -> Value {
    with(with(agent_record(), json!({ "useWebRTC": "N" })), fields)
}

fn signed_in_with(fields: Value) -> Bench {
    let mut bench = Bench::new();
    bench.answer(RECORD, 200, record(fields)).start("/login").sign_in();
    bench
}

fn shown_after_sign_in(setting: &Setting, fields: Value) -> String {
    (setting.shown)(&signed_in_with(fields))
}

/// The agent has changed the setting, and its request is pending.
fn with_changed_setting(setting: &Setting) -> Bench {
    let mut bench = signed_in_with((setting.before)());
    bench.hold(setting.call).hold(RECORD).forget().intent((setting.change)());
    // The volume is sent when the agent has stopped moving the slider.
    bench.advance(500);
    bench
}

#[test]
fn a_setting_whose_change_got_no_answer_is_refetched_until_the_server_answers() {
    let outcomes = SETTINGS.iter().flat_map(|setting| {
        [(setting, (setting.before)(), "the server has not got it"), (setting, (setting.after)(), "the server has it")]
    });
    for (setting, fields, outcome) in outcomes {
        let told = format!("{}: {outcome}", setting.call);
        let mut bench = with_changed_setting(setting);
        bench.loses_for_good(setting.call);
        assert_eq!(bench.calls_of(RECORD).len(), 0, "{told}: the reading waits for the reconcile");
        bench.advance(REPEATED_AFTER_MS).lose(RECORD, HttpFailure::NoAnswer).advance(REPEATED_AFTER_MS);
        assert_eq!(bench.calls_of(RECORD).len(), 2, "{told}");
        bench.reply(RECORD, 200, record(fields.clone()));
        assert_eq!((setting.shown)(&bench), shown_after_sign_in(setting, fields), "{told}");
        bench.advance(REPEATED_AFTER_MS);
        assert_eq!(bench.calls_of(RECORD).len(), 2, "{told}: it is known now");
    }
}

#[test]
fn a_setting_that_the_server_refused_is_not_refetched() {
    let mut bench = with_changed_setting(&WHATSAPP_CAMPAIGN);
    bench.reply(WHATSAPP_CAMPAIGN.call, 409, json!({})).advance(REPEATED_AFTER_MS);
    assert_eq!(((WHATSAPP_CAMPAIGN.shown)(&bench).as_str(), bench.calls_of(RECORD).len()), ("30", 0));
}

#[test]
fn an_agent_record_that_is_being_loaded_does_not_undo_a_later_change() {
    SETTINGS.iter().for_each(a_later_change_stays);
}

fn a_later_change_stays(setting: &Setting) {
    let told = setting.call;
    let mut bench = with_changed_setting(setting);
    let changed_value = shown_after_sign_in(setting, (setting.after)());
    bench.loses_for_good(setting.call).advance(REPEATED_AFTER_MS);
    bench.intent((setting.change)()).reply(RECORD, 200, record((setting.before)()));
    assert_eq!((setting.shown)(&bench), changed_value, "{told}: the change was made after the request");
    bench.advance(REPEATED_AFTER_MS).reply(RECORD, 200, record((setting.before)()));
    assert_eq!((setting.shown)(&bench), changed_value, "{told}: the change waits for its answer");
    bench.reply(setting.call, 200, json!({})).advance(REPEATED_AFTER_MS).reply(RECORD, 200, record((setting.after)()));
    assert_eq!((setting.shown)(&bench), changed_value, "{told}");
}

/// The agent changes the setting again before the first answer: the server gets one request after the other, and the
/// last value stays.
#[test]
fn a_setting_that_is_changed_twice_has_the_last_value_whatever_the_order_of_answers() {
    for setting in SETTINGS {
        let told = setting.call;
        let mut bench = with_changed_setting(&setting);
        let once = (setting.shown)(&bench);
        let again = match (setting.change)() {
            Intent::Session(SessionIntent::SetNotify { channel, on }) => {
                Intent::Session(SessionIntent::SetNotify { channel, on: !on })
            }
            Intent::Whatsapp(_) => {
                Intent::Whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "32".to_owned() })
            }
            Intent::Voice(VoiceIntent::SetDefaultCampaign { .. }) => {
                Intent::Voice(VoiceIntent::SetDefaultCampaign { campaign_id: "32".to_owned() })
            }
            Intent::Voice(VoiceIntent::SetAutoReconnect { enabled }) => {
                Intent::Voice(VoiceIntent::SetAutoReconnect { enabled: !enabled })
            }
            _ => Intent::Voice(VoiceIntent::SetRingVolume { volume: 90 }),
        };
        bench.intent(again).advance(500);
        let wanted = (setting.shown)(&bench);
        assert_ne!(wanted, once, "{told}");
        assert_eq!(bench.calls_of(told).len(), 1, "{told}: the second waits for the first");
        bench.reply(told, 200, json!({}));
        let bodies: Vec<Value> = bench.calls_of(told).iter().map(|call| call.json()).collect();
        assert_eq!(bodies.len(), 2, "{told}");
        assert_ne!(bodies[0], bodies[1], "{told}");
        bench.reply(told, 200, json!({}));
        assert_eq!(((setting.shown)(&bench), bench.snackbars().len()), (wanted, 0), "{told}");
    }
}

#[test]
fn a_pin_or_unread_mark_that_is_changed_twice_has_the_last_value() {
    type Mark = fn(bool) -> WhatsAppIntent;
    let marks: [(Mark, [&str; 2]); 2] = [
        (|pinned| WhatsAppIntent::Pin { protocol: "W1".into(), pinned }, ["POST whatsapp/pin", "POST whatsapp/unpin"]),
        (
            |unread| WhatsAppIntent::MarkUnread { protocol: "W1".into(), unread },
            ["POST whatsapp/unread", "POST whatsapp/read"],
        ),
    ];
    for (mark, [on, off]) in marks {
        let mut bench = Bench::signed_in();
        bench.attends_whatsapp("W1", json!({})).hold(on).hold(off).forget();
        bench.intent(Intent::Whatsapp(mark(true))).intent(Intent::Whatsapp(mark(false)));
        assert_eq!((bench.calls_of(on).len(), bench.calls_of(off).len()), (1, 0), "{on}");
        bench.reply(on, 200, json!({ "success": true }));
        assert_eq!((bench.calls_of(on).len(), bench.calls_of(off).len()), (1, 1), "{on}");
        bench.reply(off, 500, json!({}));
        let job = bench.workspace.jobs.get(&"W1".into()).expect("the attendance");
        assert!(job.server().pinned || job.is_unread(), "{on}: the server has the first value");
    }
}
