//! Sounds and desktop notifications, depending on the event and on what the page shows.

use super::bench::Bench;
use super::samples::{agent_record, chat_job, with};
use super::words::said;
use crate::flow::{DesktopCommand, DesktopKind, DesktopNotice, Effect, Melody, Sound, StorePlace, Text, Tone};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::DesktopPermission::{self, Denied, Granted, Undecided, Unsupported};
use crate::notifications::NotificationsIntent;
use crate::notifications::{NoticeKind, RingKind};
use crate::session::SessionIntent;
use crate::shell::ShellIntent;
use crate::shell::{AlertPreferences, PreferencesChange};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

const CHAT: Channel = Channel::Chat;

/// A signed-in agent with these alert preferences and the browser's permission.
fn with_record(preferences: Value, permission: DesktopPermission) -> Bench {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, with(agent_record(), json!({ "agentPreferences": preferences })));
    bench.page(PageInput::DesktopPermission { permission, answer: false });
    bench.start("/login").sign_in();
    bench
}

/// P1 is open while P2 waits; every type of alert is enabled and allowed.
fn with_two() -> Bench {
    let all = json!({ "notifyChatMessage": true, "notifyWhatsAppMessage": true, "notifyVoiceConnectionLost": true });
    let mut bench = with_record(all, Granted);
    bench.attends("P1").attends("P2").forget();
    bench
}

fn prefer(bench: &mut Bench, alerts: AlertPreferences) {
    let change = PreferencesChange { alerts: Some(alerts), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
}

fn desktop(bench: &Bench) -> Vec<String> {
    let word = |command: &DesktopCommand| match command {
        DesktopCommand::Ask => "ask".to_owned(),
        DesktopCommand::Show(notice) => {
            format!("{} {}: {}", notice.tag, said(&notice.title), said(&notice.body))
        }
        DesktopCommand::Close(tag) => format!("{tag} closed"),
    };
    let commands = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Desktop(command) => Some(word(command)),
        _ => None,
    });
    commands.collect()
}

fn tones(bench: &Bench) -> Vec<(Sound, Tone)> {
    let sounds = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Sound(sound, tone) => Some((*sound, *tone)),
        _ => None,
    });
    sounds.collect()
}

#[rstest]
#[case::cht_012_another_conversation("P2", true, true, true)]
#[case::cht_012_the_page_is_hidden("P1", false, false, true)]
#[case::cht_012_another_conversation_and_the_page_is_hidden("P2", false, false, true)]
#[case::cht_013_the_conversation_is_open_and_the_page_visible("P1", true, true, false)]
#[case::cht_013_the_page_is_visible_without_the_focus("P1", true, false, false)]
fn a_chat_message_shows_a_desktop_notification_unless_the_agent_sees_the_message(
    #[case] protocol: &str,
    #[case] visible: bool,
    #[case] focused: bool,
    #[case] shown: bool,
) {
    let mut bench = with_two();
    bench.page(PageInput::Visible { visible }).page(PageInput::Focus { focused }).forget();
    bench.customer_writes(protocol, 1, "Vocês abrem amanhã?");
    let expected = format!("{protocol} Mariana Albuquerque: Vocês abrem amanhã?");
    assert_eq!(desktop(&bench), if shown { vec![expected] } else { Vec::new() });
}

#[rstest]
#[case::cht_014_the_switch_is_off(json!({ "notifyChatMessage": false, "notifyWhatsAppMessage": true }), Granted, 0)]
#[case::sec_006_the_whatsapp_switch_does_not_decide_about_chat(json!({ "notifyChatMessage": true }), Granted, 1)]
#[case::not_008_the_permission_was_not_decided(json!({ "notifyChatMessage": true }), Undecided, 0)]
#[case::not_008_the_permission_was_denied(json!({ "notifyChatMessage": true }), Denied, 0)]
#[case::not_008_a_browser_without_notifications(json!({ "notifyChatMessage": true }), Unsupported, 0)]
fn without_switch_or_permission_no_desktop_notification_is_shown(
    #[case] record: Value,
    #[case] permission: DesktopPermission,
    #[case] shown: usize,
) {
    let mut bench = with_record(record, permission);
    bench.attends("P1").attends("P2").forget().customer_writes("P2", 1, "Oi");
    assert_eq!((desktop(&bench).len(), bench.sounds()), (shown, vec![Sound::Message]));
    assert_eq!(bench.reports().len(), 0);
}

#[test]
fn the_switch_of_whatsapp_decides_about_notification_and_sound_of_its_messages() {
    for (on, expected) in [(true, 1), (false, 0)] {
        let mut bench = with_record(json!({ "notifyWhatsAppMessage": on, "notifyChatMessage": !on }), Granted);
        let job = with(chat_job("W1"), json!({ "channel": "whatsapp" }));
        bench.event("NewChatEvent", json!({ "job": job })).page(PageInput::Visible { visible: false }).forget();
        bench.customer_writes("W1", 1, "Oi");
        assert_eq!((desktop(&bench).len(), bench.sounds().len()), (expected, expected));
    }
}

#[test]
fn if_the_agent_hides_contents_a_desktop_notification_does_not_contain_the_text() {
    let mut bench = with_two();
    prefer(&mut bench, AlertPreferences { hide_content: true, ..AlertPreferences::default() });
    bench.customer_writes("P2", 1, "Meu CPF é 123");
    assert_eq!(desktop(&bench), ["P2 Mariana Albuquerque: Nova mensagem"]);
}

#[test]
fn a_desktop_notification_is_closed_when_its_conversation_is_opened_or_ended() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi").forget().intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }));
    assert_eq!(desktop(&bench), ["P2 closed"]);
    bench.customer_writes("P1", 1, "Oi").forget().event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!(desktop(&bench), ["P1 closed"]);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() })).customer_writes("P2", 2, "Alô?").forget();
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!(desktop(&bench), ["P2 closed"]);
}

#[test]
fn not_012_a_click_on_a_notification_opens_its_attendance() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi").page(PageInput::DesktopClicked { tag: "P2".into() });
    assert_eq!(bench.path(), "/attendance/P2");
    bench.page(PageInput::DesktopClicked { tag: "gone".into() });
    assert_eq!(bench.path(), "/attendance/P2");
}

#[test]
fn not_011_the_core_closes_an_unanswered_notification_after_15_s() {
    let mut bench = with_two();
    let notice = DesktopNotice {
        kind: DesktopKind::Colleagues,
        title: Text::key("notifications.bell.label"),
        body: Text::key("notifications.desktop.hidden"),
        tag: "P2".into(),
        requires_interaction: true,
    };
    // No area starts a ring yet: this test starts the alerts as the area of calls will.
    let record = bench.workspace.session.agent().agent_preferences.clone();
    let context = &mut crate::flow::Context { now: bench.now, kernel: &mut bench.workspace.kernel };
    bench.workspace.alerts.show(context, &record, notice);
    bench.page(PageInput::Online { online: true }).forget().advance(14_999);
    assert_eq!(desktop(&bench), Vec::<String>::new());
    bench.advance(1);
    assert_eq!(desktop(&bench), ["P2 closed"]);
}

#[test]
fn rtc_018_rtc_019_rtc_020_on_focus_the_browser_is_asked_for_the_permission_unless_the_agent_has_decided() {
    let focus = |focused| PageInput::Focus { focused };
    let mut bench = with_record(json!({}), Undecided);
    bench.forget().page(focus(false));
    assert!(!bench.workspace.focused);
    bench.page(focus(true)).page(focus(false)).page(focus(true));
    assert!(bench.workspace.focused);
    assert_eq!(desktop(&bench), ["ask"], "not again while the question is shown");
    for permission in [Granted, Denied, Unsupported] {
        let mut bench = with_record(json!({}), permission);
        bench
            .forget()
            .page(focus(false))
            .page(focus(true))
            .intent(Intent::Notifications(NotificationsIntent::AskDesktop));
        assert_eq!(desktop(&bench), Vec::<String>::new(), "{permission:?}");
    }
}

#[test]
fn if_the_browser_requires_a_click_a_banner_requests_the_permission_until_the_agent_decides() {
    let answered = |permission| PageInput::DesktopPermission { permission, answer: true };
    let mut bench = with_record(json!({}), Undecided);
    assert!(!bench.alerts().ask_desktop);
    bench.page(PageInput::Focus { focused: true }).page(answered(Undecided));
    assert!(bench.alerts().ask_desktop);
    bench.forget().intent(Intent::Notifications(NotificationsIntent::AskDesktop)).page(answered(Granted));
    assert_eq!((desktop(&bench), bench.alerts().ask_desktop), (vec!["ask".to_owned()], false));
    assert_eq!(bench.alerts().desktop, Granted);
    let mut bench = with_record(json!({}), Undecided);
    bench
        .page(PageInput::Focus { focused: true })
        .page(answered(Undecided))
        .intent(Intent::Notifications(NotificationsIntent::DeclineDesktop))
        .forget();
    bench.page(PageInput::Focus { focused: true });
    assert_eq!((desktop(&bench), bench.alerts().ask_desktop), (Vec::new(), false));
}

#[rstest]
#[case::api_037_api_039_not_015_whatsapp_switch(Channel::Whatsapp, "PUT agents/101/whatsapp-notify-message")]
#[case::api_038_api_039_not_016_chat_switch(CHAT, "PUT agents/101/chat-notify-message")]
fn each_notification_switch_is_saved_with_notify_1_or_0(#[case] channel: Channel, #[case] call: &str) {
    let mut bench = with_record(json!({}), Granted);
    for (on, notify) in [(true, 1), (false, 0)] {
        bench
            .forget()
            .answer(call, 200, json!({ "success": true }))
            .intent(Intent::Session(SessionIntent::SetNotify { channel, on }));
        assert_eq!(bench.call(call).json(), json!({ "agentId": "101", "notify": notify }));
        let shown = bench.alerts().notify;
        assert_eq!((shown.chat, shown.whatsapp), (on && channel == CHAT, on && channel == Channel::Whatsapp));
    }
    bench.forget().intent(Intent::Session(SessionIntent::SetNotify { channel, on: false }));
    assert_eq!(bench.names(), Vec::<&str>::new(), "it is off already");
}

#[test]
fn a_notification_switch_that_the_server_refuses_is_reverted_and_the_agents_last_choice_is_sent_last() {
    const CALL: &str = "PUT agents/101/chat-notify-message";
    let mut bench = with_record(json!({}), Granted);
    let switch = |on| Intent::Session(SessionIntent::SetNotify { channel: CHAT, on });
    bench.answer(CALL, 500, json!({})).intent(switch(true));
    assert_eq!(bench.said(), ["Não foi possível salvar a preferência. Tente de novo."]);
    assert!(!bench.alerts().notify.chat);
    bench.hold(CALL).forget().intent(switch(true)).intent(switch(false)).intent(switch(true)).intent(switch(false));
    assert_eq!((bench.calls_of(CALL).len(), bench.alerts().notify.chat), (1, false));
    bench.reply(CALL, 200, json!({ "success": true }));
    let sent: Vec<Value> = bench.calls_of(CALL).iter().map(|call| call.json()["notify"].clone()).collect();
    assert_eq!(sent, [1, 0]);
}

#[test]
fn not_017_the_switch_of_the_voice_connection_comes_from_the_agents_record_only() {
    for on in [true, false] {
        let mut bench = with_record(json!({ "notifyVoiceConnectionLost": on }), Granted);
        bench.forget().intent(Intent::Session(SessionIntent::SetNotify { channel: Channel::Voice, on: !on }));
        assert_eq!((bench.alerts().notify.voice_connection, bench.names().len()), (on, 0));
    }
}

#[test]
fn bey_057_each_channel_has_its_own_sound_and_volume() {
    let mut bench = with_two();
    let job = with(chat_job("W1"), json!({ "channel": "whatsapp" }));
    bench.event("NewChatEvent", json!({ "job": job }));
    let (chat, whatsapp) = (Tone { melody: Melody::Low, volume: 30 }, Tone { melody: Melody::Double, volume: 90 });
    prefer(&mut bench, AlertPreferences { chat, whatsapp, ..AlertPreferences::default() });
    bench.forget().customer_writes("P2", 1, "Oi").customer_writes("W1", 1, "Oi");
    assert_eq!(tones(&bench), [(Sound::Message, chat), (Sound::Message, whatsapp)]);
    prefer(&mut bench, AlertPreferences { chat: Tone { volume: 0, ..chat }, ..AlertPreferences::default() });
    bench.forget().customer_writes("P2", 2, "Alô?");
    assert_eq!(tones(&bench), []);
}

#[test]
fn bey_057_an_unread_message_sounds_again_every_30_s_until_it_is_read() {
    let mut bench = with_two();
    prefer(&mut bench, AlertPreferences { repeat: true, ..AlertPreferences::default() });
    bench.customer_writes("P2", 1, "Oi").forget().advance(29_999);
    assert_eq!(bench.sounds(), []);
    bench.advance(1);
    assert_eq!(bench.sounds(), [Sound::Message]);
    bench.advance(60_000);
    assert_eq!(bench.sounds().len(), 3);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() })).advance(750).forget().advance(120_000);
    assert_eq!(bench.sounds(), []);
    // A message that arrives afterwards has its own 30 s.
    bench.customer_writes("P1", 1, "Oi").forget().advance(29_999);
    assert_eq!(bench.sounds(), []);
    prefer(&mut bench, AlertPreferences::default());
    bench.advance(60_000);
    assert_eq!(bench.sounds(), [], "the preference is off");
}

#[test]
fn not_018_one_switch_silences_every_sound_except_a_sample_in_the_preferences() {
    let mut bench = with_two();
    let change = PreferencesChange { sounds: Some(false), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change })).forget();
    bench.customer_writes("P1", 1, "Oi").customer_writes("P2", 1, "Oi").attends("P3");
    assert_eq!(bench.sounds(), []);
    assert!(bench.stored(StorePlace::LocalStorage, "preferences").is_none());
    bench.advance(300);
    assert!(
        bench.stored(StorePlace::LocalStorage, "preferences").is_some_and(|kept| kept.contains("\"sounds\":false"))
    );
    bench.intent(Intent::Notifications(NotificationsIntent::TestSound { sound: Sound::Hangup, channel: CHAT }));
    assert_eq!(bench.sounds(), [Sound::Hangup]);
}

/// P1 is open and a new attendance rings until it is opened.
fn ringing() -> Bench {
    let mut bench = with_two();
    prefer(&mut bench, AlertPreferences { ring_until_opened: true, ..AlertPreferences::default() });
    bench.forget().attends("P3");
    bench
}

#[test]
fn bey_026_a_new_attendance_rings_until_it_is_opened() {
    let mut bench = ringing();
    let ring = bench.alerts().ring.expect("it rings");
    assert_eq!((ring.kind, ring.protocol.as_str(), ring.volume), (RingKind::Attendance, "P3", 70));
    assert_eq!(bench.sounds(), [], "the ring is its sound");
    bench.advance(600_000);
    assert!(bench.alerts().ring.is_some(), "until the agent opens it");
    bench
        .page(PageInput::Visible { visible: false })
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P3".into() }));
    assert!(bench.alerts().ring.is_some(), "the page is hidden");
    bench.page(PageInput::Visible { visible: true });
    assert!(bench.alerts().ring.is_none());
}

#[rstest]
#[case::bey_026_the_customer_left("ChatEndEvent", json!({ "protocol": "P3" }))]
#[case::bey_026_the_attendance_returned_to_the_queue("JobFinishedEvent", json!({ "protocol": "P3" }))]
#[case::bey_026_the_agent_is_absent("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 5 }))]
#[case::bey_026_the_session_ended("ForcedDisconnectEvent", json!({ "agentId": "101" }))]
#[case::bey_026_another_tab_took_the_session("TabDisabledEvent", json!({ "agentId": "101" }))]
fn the_ringing_for_an_attendance_stops_when_the_attendance_stops_waiting(#[case] event: &str, #[case] fields: Value) {
    let mut bench = ringing();
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    assert!(bench.alerts().ring.is_some(), "another one's end is not its own");
    bench.event(event, fields);
    assert!(bench.alerts().ring.is_none());
}

#[test]
fn a_changed_volume_or_tone_applies_to_a_sound_that_is_ringing() {
    let mut bench = ringing();
    let muted = PreferencesChange { sounds: Some(false), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change: muted }));
    assert_eq!(bench.alerts().ring.map(|ring| ring.volume), Some(0), "for the eyes only");
    prefer(&mut bench, AlertPreferences::default());
    assert!(bench.alerts().ring.is_none());
}

#[test]
fn bey_027_blocked_sound_is_shown_until_the_browser_allows_sound() {
    let mut bench = with_two();
    bench.page(PageInput::SoundAllowed { allowed: false });
    assert!(bench.alerts().sound_blocked);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert!(bench.alerts().sound_blocked, "also at the sign-in");
    bench.page(PageInput::SoundAllowed { allowed: true });
    assert!(!bench.alerts().sound_blocked);
}

#[test]
fn bey_058_an_event_that_the_agent_did_not_see_is_also_in_the_notification_centre() {
    let mut bench = with_two();
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    let shown = |bench: &Bench| {
        let notice = bench.notifications().items.remove(0);
        (notice.kind, said(&notice.title), notice.count, notice.read)
    };
    let expected = (NoticeKind::LeftList, "O atendimento saiu da sua lista".to_owned(), 1, false);
    assert_eq!((shown(&bench), bench.said()), (expected.clone(), vec!["Atendimento P2 finalizado".to_owned()]));
    bench.advance(300).reload().start("/");
    assert_eq!(shown(&bench), expected, "also after the page was loaded anew");
}

#[test]
fn bey_058_other_entries_do_not_displace_customer_messages_in_the_notification_centre() {
    let mut bench = with_two();
    bench.customer_writes("P2", 1, "Oi");
    for number in 0..40 {
        let protocol = format!("J{number}");
        bench.attends(&protocol).event("JobFinishedEvent", json!({ "protocol": protocol }));
    }
    let kinds: Vec<NoticeKind> = bench.notifications().items.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::LeftList, NoticeKind::Message]);
}

#[test]
fn bey_058_an_attendance_has_one_notification_also_after_it_was_read() {
    let mut bench = with_two();
    bench
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Notifications(NotificationsIntent::NotificationsReadAll))
        .customer_writes("P2", 2, "Alô?");
    let centre = bench.notifications();
    assert_eq!((centre.items.len(), centre.items[0].count, centre.unread), (1, 1, 1));
}
