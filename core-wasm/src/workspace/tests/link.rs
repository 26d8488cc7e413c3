//! Messages to the broker, reconnects, and the state after the computer slept.

use super::bench::Bench;
use super::samples::validate_reply;
use crate::channels::ChannelStatusView;
use crate::channels::ChannelsIntent;
use crate::channels::VoiceCheck;
use crate::connection::ConnectionIntent;
use crate::connection::{LinkHealth, LinkView, VoiceHealth, WebRtcStatus};
use crate::flow::{BrokerCommand, HttpFailure};
use crate::input::{BrokerInput, Intent, PageInput};
use crate::session::SessionIntent;
use crate::session::SessionPhaseView;
use crate::shell::Dialog;
use crate::wire::Channel;
use crate::workspace::context;
use rstest::rstest;
use serde_json::{Value, json};

const CHECK: &str = "POST auth/validate";

fn with_settings(settings: Value) -> Bench {
    let mut bench = Bench::new();
    bench.answer("GET system", 200, json!({ "broker": settings })).start("/login");
    bench
}

fn pong_queues() -> Value {
    json!({ "url": "/broker", "communicatorQueue": "/queue/communicator", "whatsappQueue": "/topic/pongs.{agentId}",
        "chatvisorQueue": "/queue/chatvisor" })
}

/// Destination and body of the sent message.
fn sent(bench: &Bench) -> Vec<(String, Value)> {
    let send = |command: &&BrokerCommand| match command {
        BrokerCommand::Send { link, destination, body } => {
            assert_eq!(*link, bench.link);
            Some((destination.clone(), serde_json::from_str(body.expose()).expect("JSON")))
        }
        _ => None,
    };
    bench.broker_commands().iter().filter_map(send).collect()
}

fn ping(bench: &mut Bench) -> &mut Bench {
    bench.frame(&json!({ "event": "PingEvent", "eventId": "", "seq": null, "epoch": null }).to_string())
}

fn view(bench: &Bench) -> LinkView {
    bench.workspace.connection.view()
}

#[test]
fn con_027_con_028_con_030_a_ping_is_answered_to_each_queue_that_the_settings_name() {
    let mut bench = with_settings(pong_queues());
    ping(bench.sign_in().forget());
    let pong = json!({ "event": "PongBrokerAction", "username": "ana.souza", "client": "AGENT-101" });
    let expected = [
        ("/queue/communicator".to_owned(), pong.clone()),
        ("/topic/pongs.101".to_owned(), pong),
        ("/queue/chatvisor".to_owned(), json!({ "event": "PongChatvisorBrokerAction" })),
    ];
    assert_eq!(sent(&bench), expected);
    // Events without an id are not taken for duplicates of the previous event.
    assert_eq!(sent(ping(bench.forget())).len(), 3);
}

#[test]
fn con_030_a_queue_that_the_settings_do_not_name_gets_nothing() {
    let mut bench = with_settings(json!({ "chatvisorQueue": "/queue/chatvisor" }));
    ping(bench.sign_in().forget());
    assert_eq!(sent(&bench).len(), 1);
}

#[rstest]
#[case::con_029_the_link_is_lost(true)]
#[case::con_029_the_link_is_not_open_yet(false)]
fn no_pong_without_a_link(#[case] was_open: bool) {
    let mut bench = with_settings(pong_queues());
    bench.broker_opens = was_open;
    bench.sign_in().forget();
    let link = bench.link;
    if was_open {
        bench.broker(BrokerInput::Closed { link });
    }
    let workspace = &mut bench.workspace;
    workspace.connection.send_pong(context!(workspace));
    ping(&mut bench);
    assert_eq!((sent(&bench).len(), bench.reports().len()), (0, 0));
}

fn login(channels: Value) -> Bench {
    let mut bench = with_settings(json!({ "loginQueue": "/queue/logins" }));
    let record = super::samples::with(super::samples::agent_record(), json!({ "channels": channels }));
    bench.answer("GET agents/101", 200, record);
    bench.sign_in();
    bench
}

#[test]
fn chn_061_chn_064_chn_065_a_broker_that_requires_a_sign_in_message_gets_it_once() {
    let mut bench = login(json!(["chat"]));
    let expected = json!({ "event": "AgentLoginAction", "agentId": "101", "client": "agent-101", "password": "agente123",
        "voice": true, "chat": true, "whatsApp": true, "facebook": true });
    assert_eq!(sent(&bench), [("/queue/logins".to_owned(), expected)]);
    let link = bench.link;
    bench.forget().broker(BrokerInput::Closed { link }).advance(5_000);
    assert_eq!((view(&bench).server, sent(&bench).len()), (LinkHealth::Ok, 0));
}

#[test]
fn chn_063_the_sign_in_of_a_whatsapp_agent_sends_the_message_of_whatsapp_too() {
    let bench = login(json!(["chat", "whatsapp"]));
    assert_eq!(sent(&bench)[1].1, json!({ "event": "AgentWhatsAppLoginAction", "agentId": "101" }));
}

#[test]
fn chn_062_chn_064_the_log_off_message_is_sent_before_the_link_is_closed() {
    let mut bench = login(json!(["chat"]));
    let link = bench.link;
    bench.forget().intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    let expected = json!({ "event": "AgentLogoffAction", "agentId": "101", "exten": "", "client": "agent-101" });
    assert_eq!(sent(&bench), [("/queue/logins".to_owned(), expected)]);
    assert_eq!(bench.broker_commands().last(), Some(&&BrokerCommand::Disconnect { link }));
}

#[test]
fn chn_065_without_the_setting_nothing_is_sent_and_the_password_is_forgotten_and_never_stored() {
    let mut bench = Bench::signed_in();
    assert_eq!(bench.workspace.session.take_password(), None);
    bench.forget().intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    assert_eq!(sent(&bench).len(), 0);
    for bench in [bench, login(json!(["chat"]))] {
        assert!(bench.disk.values().all(|text| !text.contains("agente123")));
        assert!(!format!("{:?}", bench.effects).contains("agente123"));
    }
}

#[test]
fn chn_065_the_sign_in_message_is_sent_when_the_link_opens_late_and_after_a_reload_without_a_password_not_at_all() {
    let mut bench = with_settings(json!({ "loginQueue": "/queue/logins" }));
    bench.broker_opens = false;
    bench.sign_in();
    assert_eq!(sent(&bench).len(), 0);
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link });
    assert_eq!(sent(&bench)[0].1["event"], "AgentLoginAction");
    bench.reload().start("/attendance");
    assert_eq!((view(&bench).server, sent(&bench).len()), (LinkHealth::Ok, 0));
}

#[test]
fn con_001_the_connection_state_has_the_fields_of_the_specification() {
    let mut bench = Bench::signed_in();
    let shown = |bench: &Bench| serde_json::to_value(view(bench)).expect("a view");
    let fields = |view: Value| {
        ["connectionWebRTCStatus", "reconnectionConfirmation", "internetAvailable", "productAvailable"]
            .into_iter()
            .chain(["queueListenerMessageBroker"])
            .map(|name| view[name].clone())
            .collect::<Vec<_>>()
    };
    bench.advance(10_000);
    assert_eq!(fields(shown(&bench)), [json!("disconnected"), json!(false), json!(true), json!(true), json!(true)]);
    for (status, spelled) in [
        (WebRtcStatus::Logged, "logged"),
        (WebRtcStatus::ConnectionLost, "connection-lost"),
        (WebRtcStatus::Connected, "connected"),
    ] {
        let workspace = &mut bench.workspace;
        let voice = VoiceHealth { status, reconnection_confirmation: true, ..VoiceHealth::default() };
        workspace.connection.set_voice(context!(workspace), voice);
        assert_eq!(fields(shown(&bench))[..2], [json!(spelled), json!(true)]);
    }
    bench.fail(CHECK, HttpFailure::TimedOut).advance(50_000);
    assert_eq!(fields(shown(&bench))[2..4], [json!(false), json!(false)]);
    let workspace = &mut bench.workspace;
    workspace.connection.stop(context!(workspace));
    assert_eq!(fields(shown(&bench))[4], json!(false));
}

#[test]
fn shell_017_while_the_link_is_lost_the_agent_sees_the_time_of_the_next_attempt_and_can_start_it_now() {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Connection(ConnectionIntent::ShowReconnecting));
    assert_eq!((bench.dialog(), view(&bench).retry_at), (None, None));
    let link = bench.link;
    bench.broker_opens = false;
    bench.broker(BrokerInput::Closed { link }).intent(Intent::Connection(ConnectionIntent::ShowReconnecting));
    let [earliest, latest] = [2_500, 5_000].map(|ms| bench.now.wall.plus_ms(ms).as_js());
    assert_eq!(bench.dialog(), Some(Dialog::Reconnecting));
    assert!(view(&bench).retry_at.is_some_and(|at| (earliest..=latest).contains(&at)));
    bench.advance(1_000).forget().intent(Intent::Connection(ConnectionIntent::RetryConnection));
    assert_eq!((view(&bench).server, view(&bench).retry_at), (LinkHealth::Connecting, None));
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link });
    assert_eq!(bench.dialog(), None);
}

#[test]
fn the_page_of_a_lost_connection_shows_when_the_check_is_repeated() {
    let mut bench = Bench::with_token();
    bench.fail(CHECK, HttpFailure::NoAnswer).start("/attendance");
    let in_two_seconds = bench.now.wall.plus_ms(2_000).as_js();
    assert_eq!(
        (bench.session().phase, bench.session().retry_at),
        (SessionPhaseView::Reconnecting, Some(in_two_seconds))
    );
    bench.hold(CHECK).advance(2_000);
    assert_eq!(bench.session().retry_at, None);
}

// The state of the page after the computer slept.

fn slept(bench: &mut Bench) -> &mut Bench {
    bench.page(PageInput::Gap { ms: 3_600_000.0 })
}

fn chip(bench: &Bench) -> ChannelStatusView {
    let workspace = &bench.workspace;
    let view = workspace.channels.view(workspace.connection.is_in_doubt(), VoiceCheck::default());
    view.items.iter().find(|item| item.channel == Channel::Chat).expect("chat").status
}

fn asleep_and_awake() -> Bench {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }));
    assert_eq!(chip(&bench), ChannelStatusView::Available);
    bench.broker_opens = false;
    bench.hold(CHECK).forget();
    slept(&mut bench);
    bench
}

#[test]
fn bey_029_after_a_sleep_no_channel_shows_available_before_socket_and_session_were_checked() {
    let mut bench = asleep_and_awake();
    assert_eq!(chip(&bench), ChannelStatusView::Checking);
    // The old socket is not used, because it would seem to work for some time.
    let commands: Vec<&str> = bench.broker_commands().iter().map(|command| kind(command)).collect();
    assert_eq!(commands, ["disconnect", "connect"]);
    bench.reply(CHECK, 200, validate_reply());
    assert_eq!(chip(&bench), ChannelStatusView::Checking);
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link });
    assert_eq!(chip(&bench), ChannelStatusView::Available);
}

#[test]
fn bey_029_an_open_socket_alone_does_not_end_the_check_after_a_sleep_and_an_expired_token_ends_the_session() {
    let mut bench = asleep_and_awake();
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link });
    assert_eq!(chip(&bench), ChannelStatusView::Checking);
    bench.reply(CHECK, 401, json!({ "cause": "expired" }));
    assert_eq!(bench.session().phase, SessionPhaseView::SignedOut);
}

#[test]
fn bey_029_channels_show_checking_until_the_session_check_is_answered_and_not_after_a_later_loss_of_the_link() {
    let mut bench = asleep_and_awake();
    bench.reply(CHECK, 503, json!({}));
    let link = bench.link;
    bench.broker(BrokerInput::Opened { link });
    assert_eq!(chip(&bench), ChannelStatusView::Checking);
    bench.answer(CHECK, 200, validate_reply()).advance(10_000);
    assert_eq!(chip(&bench), ChannelStatusView::Available);
    bench.broker(BrokerInput::Closed { link });
    assert_eq!(chip(&bench), ChannelStatusView::Available);
}

#[test]
fn after_a_sleep_no_channel_shows_checking_to_an_agent_who_stopped_waiting_for_the_check() {
    let mut bench = asleep_and_awake();
    bench.reply(CHECK, 503, json!({}));
    bench.fail(CHECK, HttpFailure::TimedOut).advance(50_000);
    assert_eq!(chip(&bench), ChannelStatusView::Checking);
    bench.intent(Intent::Connection(ConnectionIntent::GiveUpConnection));
    assert_eq!((bench.path().as_str(), chip(&bench)), ("/lost-connection", ChannelStatusView::Available));
}

fn kind(command: &BrokerCommand) -> &'static str {
    match command {
        BrokerCommand::Connect { .. } => "connect",
        BrokerCommand::Disconnect { .. } => "disconnect",
        BrokerCommand::Subscribe { .. } => "subscribe",
        BrokerCommand::Acknowledge { .. } => "acknowledge",
        BrokerCommand::Send { .. } => "send",
    }
}

// Events that end the session of one of several links that share a queue.

fn numbered(number: u64) -> Bench {
    let mut bench = Bench::new();
    let broker = json!({ "login": "a", "passcode": "p", "destination": "/queue/agent.101", "number": number });
    bench.answer(CHECK, 200, json!({ "success": true, "broker": broker })).start("/login").sign_in();
    bench
}

#[rstest]
#[case::ses_046_the_event_ends_links_up_to_this_one(json!({ "upTo": 7 }), true)]
#[case::ses_046_the_event_has_no_link_number(json!({}), true)]
#[case::the_event_ends_older_links_only_and_arrives_late(json!({ "upTo": 6 }), false)]
#[case::the_event_names_another_agent(json!({ "agentId": "999" }), false)]
fn a_tab_is_disabled_if_the_event_names_it(#[case] fields: Value, #[case] disabled: bool) {
    let mut bench = numbered(7);
    bench.event("TabDisabledEvent", fields);
    assert_eq!(bench.path() == "/tab-disabled", disabled);
}

#[rstest]
#[case::the_session_of_this_link(7, true)]
#[case::an_earlier_session(6, false)]
fn a_session_is_ended_if_the_event_names_it(#[case] up_to: u64, #[case] ended: bool) {
    let mut bench = numbered(7);
    bench.event("ForcedDisconnectEvent", json!({ "agentId": "101", "upTo": up_to }));
    assert_eq!(bench.session().phase == SessionPhaseView::SignedOut, ended);
}

#[test]
fn a_later_credential_does_not_change_the_number_of_the_open_link() {
    let mut bench = numbered(7);
    let broker = json!({ "login": "b", "passcode": "p", "destination": "/queue/agent.101", "number": 8 });
    bench.answer(CHECK, 200, json!({ "success": true, "broker": broker })).advance(10_000);
    bench.event("TabDisabledEvent", json!({ "agentId": "101", "upTo": 7 }));
    assert_eq!(bench.path(), "/tab-disabled");
}
