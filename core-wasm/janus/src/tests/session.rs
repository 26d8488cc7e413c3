//! The session over a WebSocket.

use crate::flow::{Command, Effect, Event, Input, Resume, Timer};
use crate::frame::RequestBody;
use crate::registration::RegistrationState;
use crate::session::SessionState;
use crate::testing::{Client, HANDLE, SESSION, node, setup};
use crate::{Fault, HandleId, Node, SessionId};
use rstest::rstest;
use serde_json::json;

#[test]
fn a_session_is_created_attached_and_registered() {
    let mut client = Client::connecting(setup(vec![Node { host: "voice".to_owned(), url: None }]));
    assert_eq!(client.effects(), [Effect::OpenSocket { link: client.link(), url: "wss://voice:8989".to_owned() }]);
    client.opened();
    client.success(SESSION);
    assert_eq!(client.last().body, RequestBody::Attach { plugin: "janus.plugin.sip".to_owned() });
    client.success(HANDLE);
    assert_eq!(client.sent(), ["create", "attach", "message register"]);
    assert_eq!(client.events(), [Event::Connected { claimed: false }]);
    assert_eq!(client.signalling.session(), SessionState::Ready);
}

#[test]
fn rtc_025_a_keep_alive_is_sent_every_8000_ms() {
    let mut client = Client::registered();
    client.sent();
    client.advance(7_999);
    assert_eq!(client.sent(), Vec::<String>::new());
    for _ in 0..3 {
        client.advance(1);
        assert_eq!(client.last().body, RequestBody::KeepAlive);
        assert_eq!((client.last().session, client.last().handle), (Some(SessionId(SESSION)), None));
        client.ack();
        assert_eq!(client.sent(), ["keepalive"]);
        client.advance(7_999);
    }
}

#[test]
fn an_unanswered_keep_alive_means_that_the_link_is_lost() {
    let mut client = Client::registered();
    client.advance(8_000);
    client.sent();
    let link = client.link();
    client.effects();
    client.advance(8_000);
    assert_eq!(client.sent(), Vec::<String>::new());
    assert_eq!(client.events(), [Event::Lost(Fault::LostConnection)]);
    assert!(client.effects().contains(&Effect::CloseLink(link)));
    assert!(client.timers().is_empty());
}

#[test]
fn rtc_049_a_lost_socket_raises_lost_connection_and_the_session_is_claimed() {
    let mut client = Client::registered();
    client.closed();
    assert_eq!(client.events(), [Event::Lost(Fault::LostConnection)]);
    client.sent();
    client.command(Command::Reconnect);
    client.opened();
    assert_eq!(client.last().body, RequestBody::Claim);
    assert_eq!(client.last().session, Some(SessionId(SESSION)));
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.events(), [Event::Connected { claimed: true }, Event::Registered]);
    assert_eq!(client.sent(), ["claim"]);
    client.advance(8_000);
    assert_eq!(client.sent(), ["keepalive"]);
}

#[test]
fn a_session_that_cannot_be_claimed_is_created_again() {
    let mut client = Client::registered();
    client.closed();
    client.command(Command::Reconnect);
    client.opened();
    client.events();
    client.sent();
    client.error(458);
    assert_eq!(client.events(), [Event::SessionEnded]);
    client.make_session();
    assert_eq!(client.sent(), ["create", "attach", "message register"]);
}

#[rstest]
#[case::a_keep_alive_is_refused(true)]
#[case::the_server_reports_a_time_out(false)]
fn a_session_that_ended_on_the_server_is_created_again(#[case] refused: bool) {
    let mut client = Client::registered();
    client.advance(8_000);
    client.sent();
    if refused {
        client.error(458);
    } else {
        client.frame(json!({ "janus": "timeout", "session_id": SESSION }));
    }
    assert_eq!(client.events(), [Event::SessionEnded]);
    assert_eq!(client.sent(), ["create"]);
    assert_eq!(client.signalling.registration(), RegistrationState::Idle);
}

#[test]
fn after_a_reload_the_session_is_claimed_on_its_node() {
    let first = Client::registered_with(setup(vec![node("wss://one"), node("wss://two")]));
    let resume = first.signalling.resume().expect("a session");
    assert_eq!(
        resume,
        Resume {
            node: node("wss://one"),
            session: SessionId(SESSION),
            handle: HandleId(HANDLE),
            registered: true,
            call: crate::ResumedCall::None
        }
    );
    let moved = Resume { node: node("wss://two"), ..resume };
    let text = serde_json::to_string(&moved).expect("JSON");
    let stored: Resume = serde_json::from_str(&text).expect("a record");
    let setup = crate::Setup { resume: Some(stored), ..setup(vec![node("wss://one"), node("wss://two")]) };
    let mut client = Client::connecting(setup);
    assert_eq!(client.effects(), [Effect::OpenSocket { link: client.link(), url: "wss://two".to_owned() }]);
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.sent(), ["claim"]);
    assert_eq!(client.events(), [Event::Connected { claimed: true }, Event::Registered]);
}

#[test]
fn nothing_is_sent_after_the_session_is_destroyed() {
    let mut client = Client::registered();
    client.sent();
    client.command(Command::Disconnect);
    assert_eq!(client.sent(), ["destroy"]);
    client.advance(9_999);
    assert_eq!(client.sent(), Vec::<String>::new());
    client.advance(1);
    assert_eq!(client.events(), [Event::Disconnected]);
    assert!(client.timers().is_empty());
    client.command(Command::Register);
    client.advance(100_000);
    assert_eq!(client.sent(), Vec::<String>::new());
    assert_eq!(client.signalling.resume(), None);
}

#[test]
fn a_destroyed_session_closes_its_link_and_can_be_followed_by_another() {
    let mut client = Client::registered();
    client.command(Command::Disconnect);
    let link = client.link();
    client.reply(json!({ "janus": "success" }));
    assert!(client.effects().contains(&Effect::CloseLink(link)));
    assert_eq!(client.events(), [Event::Disconnected]);
    client.command(Command::Connect(Box::new(setup(vec![node("wss://one")]))));
    assert_ne!(client.link(), link);
    client.input(Input::Opened(link));
    assert_eq!(client.signalling.session(), SessionState::Connecting);
}

#[test]
fn rtc_048_a_session_whose_link_is_lost_cannot_be_destroyed() {
    let mut client = Client::registered();
    client.closed();
    client.events();
    client.command(Command::Disconnect);
    assert_eq!(client.events(), [Event::Fault(Fault::DestroyFailed), Event::Disconnected]);
    assert_eq!(Fault::DestroyFailed.text(), "Failed to destroy the server: Is the server down?");
}

#[test]
fn rtc_042_a_call_without_a_link_fails() {
    let mut client = Client::registered();
    client.closed();
    client.events();
    client.command(Command::Dial("2002".to_owned()));
    assert_eq!(client.events(), [Event::Fault(Fault::ServerDown)]);
    assert_eq!(Fault::ServerDown.text(), "Is the server down? (connected=false)");
}

#[test]
fn rtc_040_a_request_to_an_unknown_handle_fails() {
    let mut client = Client::registered();
    client.command(Command::Dial("2002".to_owned()));
    client.peer(crate::PeerInput::Described(crate::testing::offer()));
    client.events();
    client.sent();
    client.error(459);
    assert!(client.events().contains(&Event::Fault(Fault::InvalidHandle)));
    assert_eq!(Fault::InvalidHandle.text(), "Invalid handle");
    assert_eq!(client.sent(), ["create"]);
}

#[test]
fn a_call_before_the_handle_exists_fails() {
    let mut client = Client::connecting(setup(vec![node("wss://one")]));
    client.opened();
    client.command(Command::Dial("2002".to_owned()));
    assert_eq!(client.events(), [Event::Fault(Fault::InvalidHandle)]);
}

#[rstest]
#[case::a_plugin_without_a_name(None)]
#[case::a_plugin_that_the_server_lacks(Some(460))]
fn rtc_043_an_attach_without_a_valid_plugin_fails(#[case] refused: Option<u16>) {
    let mut setup = setup(vec![node("wss://one")]);
    let expected = match refused {
        None => {
            setup.plugin = " ".to_owned();
            Event::Fault(Fault::InvalidPlugin)
        }
        Some(_) => Event::Lost(Fault::InvalidPlugin),
    };
    let mut client = Client::connecting(setup);
    if let Some(code) = refused {
        client.opened();
        client.success(SESSION);
        client.error(code);
    }
    assert_eq!(client.events(), [expected]);
    assert_eq!(Fault::InvalidPlugin.text(), "Invalid plugin");
}

#[rstest]
#[case::rtc_050_before_the_browser_has_reported(None, Fault::NotInitialized, "Library not initialized")]
#[case::rtc_051_without_web_rtc(Some(false), Fault::NoWebRtc, "WebRTC not supported by this browser")]
fn a_session_is_refused_before_the_browser_reports_webrtc(
    #[case] web_rtc: Option<bool>,
    #[case] fault: Fault,
    #[case] text: &str,
) {
    let mut client = Client::default();
    if let Some(web_rtc) = web_rtc {
        client.input(Input::Environment { web_rtc });
    }
    client.command(Command::Connect(Box::new(setup(vec![node("wss://one")]))));
    assert_eq!(client.events(), [Event::Fault(fault)]);
    assert_eq!(client.effects(), []);
    assert_eq!(fault.text(), text);
}

#[rstest]
#[case::without_nodes(Vec::new())]
#[case::without_an_address(vec![Node::default()])]
fn rtc_052_a_session_without_a_valid_node_address_fails(#[case] nodes: Vec<Node>) {
    let mut client = Client::connecting(setup(nodes));
    assert_eq!(client.events(), [Event::Lost(Fault::InvalidServerUrl)]);
    assert_eq!(Fault::InvalidServerUrl.text(), "Invalid server url");
}

#[test]
fn a_socket_that_cannot_be_opened_falls_back_to_the_next_node_and_then_to_the_first() {
    let mut client = Client::connecting(setup(vec![node("wss://one"), Node::default(), node("wss://three")]));
    client.effects();
    client.closed();
    assert_eq!(client.effects(), [Effect::OpenSocket { link: client.link(), url: "wss://three".to_owned() }]);
    client.closed();
    assert_eq!(client.events(), [Event::Lost(Fault::LostConnection)]);
    client.effects();
    client.command(Command::Reconnect);
    assert_eq!(client.effects(), [Effect::OpenSocket { link: client.link(), url: "wss://one".to_owned() }]);
}

#[rstest]
#[case::the_request_create(0, "create")]
#[case::the_request_attach(1, "attach")]
fn a_session_request_without_an_answer_times_out(#[case] answers: usize, #[case] request: &str) {
    let mut client = Client::connecting(setup(vec![node("wss://one")]));
    client.opened();
    for _ in 0..answers {
        client.success(SESSION);
    }
    assert_eq!(client.sent().last().map(String::as_str), Some(request));
    assert_eq!(client.timers(), [Timer::Request]);
    client.advance(10_000);
    assert_eq!(client.events(), [Event::Lost(Fault::TimedOut)]);
}

#[test]
fn frames_of_another_session_handle_or_link_are_ignored() {
    let mut client = Client::registered();
    let hangup = json!({ "sip": "event", "result": { "event": "registration_failed", "code": 403 } });
    let event = |session: u64, sender: u64| json!({ "janus": "event", "session_id": session, "sender": sender, "plugindata": { "data": hangup } });
    client.frame(event(SESSION + 1, HANDLE));
    client.frame(event(SESSION, HANDLE + 1));
    let link = client.link();
    client.input(Input::Text(crate::LinkNumber(link.0 + 1), event(SESSION, HANDLE).to_string()));
    assert_eq!(client.events(), []);
    client.frame(event(SESSION, HANDLE));
    assert_eq!(client.events(), [Event::RegistrationRefused { code: 403 }]);
}

#[test]
fn an_unknown_frame_or_event_is_reported_by_its_name() {
    let mut client = Client::registered();
    client.frame(json!({ "janus": "teleport" }));
    client.sip(json!({ "event": "hologram" }), None);
    assert_eq!(
        client.events(),
        [Event::Unregistered("teleport".to_owned()), Event::Unregistered("hologram".to_owned())]
    );
    client.input(Input::Text(client.link(), "{".to_owned()));
    assert_eq!(client.events(), [Event::Fault(Fault::Unparsable)]);
}
