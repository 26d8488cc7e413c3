//! The requests of WhatsApp: when the core sends them, with which parameters, and what the answer changes.

use super::bench::Bench;
use super::samples::with;
use super::whatsapp::{connect, with_two};
use crate::channels::ChannelsIntent;
use crate::conversation::{self, ConversationIntent, ConversationSlice};
use crate::flow::ListState;
use crate::input::{Intent, PageInput};
use crate::qualification::QualificationIntent;
use crate::session::{FlagValue, Services};
use crate::view::View;
use crate::whatsapp::{WhatsAppIntent, WhatsAppSlice, slices};
use crate::wire::{Channel, Secret, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const W1: &str = "W1";

fn begins() -> WhatsAppIntent {
    let (phone, route_id) = ("+55 (11) 95555-0102".to_owned(), "1".to_owned());
    WhatsAppIntent::Begin { phone, contact_id: "5".into(), campaign_id: "31".into(), route_id }
}

#[rstest]
#[case::api_101(WhatsAppIntent::Pin { protocol: W1.into(), pinned: true }, "whatsapp/pin")]
#[case::api_102(WhatsAppIntent::Pin { protocol: W1.into(), pinned: false }, "whatsapp/unpin")]
#[case::api_103(WhatsAppIntent::MarkUnread { protocol: W1.into(), unread: false }, "whatsapp/read")]
#[case::api_104(WhatsAppIntent::MarkUnread { protocol: W1.into(), unread: true }, "whatsapp/unread")]
fn a_mark_of_an_attendance_is_sent_with_agent_and_protocol(#[case] intent: WhatsAppIntent, #[case] path: &str) {
    let mut bench = with_two();
    bench.whatsapp(intent);
    assert_eq!(bench.names(), [format!("POST {path}")]);
    assert_eq!(bench.calls[0].json(), json!({ "agent_id": "101", "protocol": "W1" }));
}

#[test]
fn api_094_api_097_the_open_whatsapp_sessions_of_the_number_are_requested_before_an_attendance_is_started() {
    let mut bench = with_two();
    let (check, begin) = ("POST job/whatsapp/check-active-sessions", "POST job/whatsapp/active-job");
    bench.hold(check).whatsapp(begins());
    let request = json!({ "agentId": "101", "channel": "whatsapp", "phone": "5511955550102", "contactId": "5",
        "campaignId": "31", "routeId": "1" });
    assert_eq!((bench.names(), bench.call(check).json()), (vec![check], request.clone()));
    bench.reply(check, 200, json!({ "active": false, "protocol": "", "agentName": "", "cause": "" }));
    assert_eq!((bench.names(), bench.call(begin).json()), (vec![check, begin], request));
}

#[test]
fn api_095_api_096_api_098_wap_101_an_attendance_is_finished_then_qualified_then_closed() {
    let mut bench = with_two();
    let named = json!({ "protocol": "W1", "agentId": "101", "org_unit_id": "1" });
    bench.finishes(W1);
    assert_eq!(bench.call("POST job/whatsapp/finish").json(), named);
    assert_eq!(bench.calls_of("POST job/whatsapp/close").len(), 0, "before the qualification");
    assert!(bench.row(W1).disabled);
    let protocol = || W1.into();
    bench.advance(42_000).intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: protocol(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: protocol() }));
    let payload = bench.call("POST job/whatsapp/qualify").json();
    let shown =
        ["channel", "qualify_id", "agent_id", "protocol", "client_whatsapp", "client_chat", "duration", "queue"];
    let shown: Vec<&Value> = shown.iter().map(|name| &payload[name]).collect();
    let expected = ["whatsapp", "1", "101", "W1", "5511955550101", ""].map(Value::from);
    assert_eq!(shown, expected.iter().chain([&json!(42), &json!("20")]).collect::<Vec<_>>());
    assert_eq!(bench.call("POST job/whatsapp/close").json(), named);
    assert!(!bench.has_job(W1));
}

#[rstest]
#[case::api_042(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }, "connect")]
#[case::api_043(ChannelsIntent::DisconnectChannel { channel: Channel::Whatsapp, confirmed: true }, "disconnect")]
fn the_agent_connects_and_disconnects_the_whatsapp_channel(#[case] intent: ChannelsIntent, #[case] call: &str) {
    let mut bench = Bench::signed_in();
    if call == "disconnect" {
        connect(&mut bench);
    }
    bench.forget().intent(Intent::Channels(intent));
    let path = format!("POST channels/whatsapp/{call}/agent/101");
    assert_eq!((bench.call(&path).query.len(), &bench.call(&path).body), (0, &None));
    assert_eq!(bench.workspace.channels.is_connected(Channel::Whatsapp), call == "connect");
}

#[test]
fn api_024_api_117_the_campaigns_of_the_agent_and_their_routes_are_offered() {
    let mut bench = with_two();
    let (campaigns, routes) = ("GET agents/101/campaigns/whatsapp", "GET campaigns/whatsapp/routes/31");
    bench.answer(campaigns, 200, json!({ "data": [{ "id": "31", "name": "Renovação", "attendance_group_id": "40" }] }));
    bench.answer(routes, 200, json!({ "data": [{ "id": "1", "name": "Vendas", "phone": "551140004000" }] }));
    bench.whatsapp(WhatsAppIntent::LoadCampaigns).whatsapp(WhatsAppIntent::LoadRoutes { campaign_id: "31".into() });
    assert_eq!(bench.names(), [campaigns, routes]);
    let View::Whatsapp(WhatsAppSlice::Whatsapp(view)) = bench.workspace.view(&slices::WHATSAPP.key()) else {
        panic!("the view")
    };
    let names = |list: &[crate::whatsapp::ChoiceView]| list.iter().map(|item| item.name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&view.campaigns), view.routes_of.as_str()), (vec!["Renovação".to_owned()], "31"));
    assert_eq!(names(&view.routes), ["Vendas"]);
}

#[test]
fn api_107_a_number_is_registered_by_its_user() {
    let mut bench = with_two();
    bench.attends_whatsapp("W3", json!({ "phone": "", "contactIdentifier": "5521955550103" })).forget();
    for (protocol, user) in [(W1, "5511955550101"), ("W3", "5521955550103")] {
        bench.forget().whatsapp(WhatsAppIntent::OptIn { protocol: protocol.into() });
        assert_eq!(bench.call("POST gupshup/set-optin").json(), json!({ "user": user }));
    }
}

#[test]
fn api_110_a_queue_sent_with_its_id_only_gets_its_name() {
    let mut bench = Bench::signed_in();
    bench.hold("GET queues/whatsapp/20").attends_whatsapp(W1, json!({ "queue": { "id": "20" } }));
    assert_eq!(bench.row(W1).queue, "");
    bench.reply("GET queues/whatsapp/20", 200, json!({ "id": "20", "name": "Vendas", "channel": "whatsapp" }));
    assert_eq!(bench.row(W1).queue, "Vendas");
}

#[rstest]
#[case::api_114_pre_003_of_the_queue(json!({}), "GET queues/whatsapp/20/preset-messages")]
#[case::api_121_pre_003_of_the_campaign(json!({ "campaign": { "id": "31", "name": "Renovação" } }), "GET campaigns/whatsapp/31/preset-messages")]
fn presets_are_those_of_the_queue_or_campaign(#[case] changes: Value, #[case] path: &str) {
    let mut bench = Bench::signed_in();
    bench.attends_whatsapp(W1, changes).open(W1).forget();
    let preset = json!({ "preset_message_id": "1", "preset_message_name": "Saudação",
        "preset_message_description": "Olá!", "preset_message_template_type": "text" });
    bench.answer(path, 200, json!({ "data": [preset] }));
    bench.intent(Intent::Conversation(ConversationIntent::LoadPresets { protocol: W1.into() }));
    let presets = conversation::slices::PRESETS.of(W1.into());
    let View::Conversation(ConversationSlice::Presets(view)) = bench.workspace.view(&presets) else {
        panic!("the presets")
    };
    assert_eq!((bench.names(), view.state, view.items.len()), (vec![path], ListState::Ready, 1));
}

/// Loads the templates of an attendance with these fields; returns the requests with their queries.
fn template_calls(flag: &str, changes: Value) -> Vec<String> {
    let mut bench = Bench::new();
    let flags = vec![FlagValue { name: "templates_by_group".to_owned(), value: flag.to_owned() }];
    let flags_key = Some(Secret::new("key".to_owned()));
    let services = Services { host: "acme.example.com".to_owned(), flags_key, ..Services::default() };
    bench.start("/login").page(PageInput::Configured { services }).page(PageInput::FlagsLoaded { flags }).sign_in();
    let of_unit = json!({ "orgUnitId": "1", "attendanceGroupId": "40" });
    bench.attends_whatsapp(W1, with(of_unit, changes)).open(W1).forget();
    bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: W1.into() });
    bench.calls.iter().map(|call| format!("{}?{}", call.name, call.query_text())).collect()
}

#[rstest]
#[case::api_118(json!({ "campaign": { "id": "31" } }), &["GET campaigns/whatsapp/templates-messages/31?routePhone=551140004000"])]
#[case::api_122(json!({ "routeWhatsapp": "infobip" }), &["GET infobip/templates?routePhone=551140004000"])]
#[case::api_123(json!({ "routeWhatsapp": "zenvia" }), &["GET zenvia/templates?routePhone=551140004000"])]
#[case::api_111_api_124(json!({}), &["GET queues/whatsapp/routes/20?", "GET gupshup/templates/Vendas/551140004000?"])]
#[case::api_127(json!({ "routeWhatsapp": "meta" }), &["GET whatsapp/templates/org-unit/1?routePhone=551140004000"])]
fn without_the_flag_templates_are_those_of_campaign_route_or_org_unit(
    #[case] changes: Value,
    #[case] expected: &[&str],
) {
    assert_eq!(template_calls("false", changes), expected);
}

#[rstest]
#[case::the_flag_is_off("false", "GET zenvia/templates?routePhone=551140004000")]
#[case::api_126_the_flag_is_on("true", "GET gupshup/templates/group/40?routePhone=551140004000")]
fn sec_007_wap_098_the_flag_loads_templates_by_group(#[case] flag: &str, #[case] expected: &str) {
    assert_eq!(template_calls(flag, json!({ "routeWhatsapp": "zenvia" })), [expected]);
}

#[test]
fn tag_009_opening_an_attendance_loads_the_tags_of_its_protocol() {
    let mut bench = with_two();
    let path = "GET tags/protocol/W2";
    bench.hold(path).open("W2");
    assert_eq!((bench.call(path).query.len(), &bench.call(path).body), (0, &None));
    let tags = json!({ "data": [{ "tag_item_id": "41", "tag_item_name": "VIP", "tag_item_color": "#1B5E20" }] });
    bench.reply(path, 200, tags);
    let shown: Vec<_> = bench.job("W2").tags.into_iter().map(|tag| (tag.name, tag.color)).collect();
    assert_eq!(shown, [("VIP".to_owned(), "#1B5E20".to_owned())]);
    assert_eq!(bench.job(W1).tags.len(), 0);
}

#[rstest]
#[case::whatsapp("whatsapp")]
#[case::instagram("instagram")]
fn wap_001_every_action_works_in_an_attendance_of_whatsapp_and_of_instagram(#[case] kind: &str) {
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    for protocol in [W1, "W2"] {
        bench.attends_whatsapp(protocol, json!({ "metaType": kind }));
    }
    bench.open(W1).customer_sends(W1, 1, "Oi").sends(W1, "Bom dia!");
    assert_eq!(bench.texts(W1), ["Oi", "Bom dia!"], "received and sent");
    assert_eq!((bench.row("W2").channel.as_str(), bench.calls_of("POST whatsapp/messages").len()), ("whatsapp", 1));
    bench.whatsapp(WhatsAppIntent::SelectForward { protocol: W1.into(), local_id: "s1".to_owned() });
    bench.whatsapp(WhatsAppIntent::ForwardTo { protocol: "W2".into() });
    assert_eq!(bench.thread("W2").iter().map(|message| message.forwarded).collect::<Vec<_>>(), [true]);
    for (pinned, unread) in [(true, true), (false, false)] {
        bench.whatsapp(WhatsAppIntent::Pin { protocol: "W2".into(), pinned });
        bench.whatsapp(WhatsAppIntent::MarkUnread { protocol: "W2".into(), unread });
        assert_eq!((bench.row("W2").pinned, bench.row("W2").marked_unread), (pinned, unread));
    }
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W2" }));
    assert!(bench.row("W2").disabled);
    bench.whatsapp(WhatsAppIntent::Reopen { protocol: "W2".into() });
    assert_eq!((bench.row("W2").disabled, bench.path().as_str()), (false, "/attendance/W2"));
    assert_eq!(bench.said(), Vec::<String>::new());
}

#[rstest]
#[case::the_window_has_expired(86_400_000, json!({ "state": "expired" }))]
#[case::one_ms_before_the_end_of_the_window(86_399_999, Value::Null)]
fn wap_032_after_a_day_the_countdown_of_the_conversation_window_has_ended(
    #[case] ago_ms: i64,
    #[case] expected: Value,
) {
    let mut bench = Bench::signed_in();
    let receipt = rfc3339(bench.now.wall.plus_ms(-ago_ms));
    bench.attends_whatsapp(W1, json!({ "lastReceipt": receipt }));
    let window = serde_json::to_value(super::whatsapp::job(&bench, W1).window).expect("JSON");
    match expected {
        Value::Null => assert_eq!(window["state"], "open"),
        expected => assert_eq!(window, expected),
    }
}

#[test]
fn wap_014_each_message_is_sent_with_a_new_id_of_ten_upper_case_characters() {
    let mut bench = with_two();
    bench.sends(W1, "um").sends(W1, "dois");
    let ids: Vec<String> = bench
        .calls_of("POST whatsapp/messages")
        .iter()
        .map(|call| call.json()["custom_id"].as_str().expect("an id").to_owned())
        .collect();
    let is_valid =
        |id: &String| id.len() == 10 && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    assert!(ids.len() == 2 && ids[0] != ids[1] && ids.iter().all(is_valid), "{ids:?}");
}
