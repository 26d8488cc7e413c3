//! Tests of a STOMP session with a virtual clock.

use std::time::Duration;

use proptest::prelude::*;
use rstest::rstest;

use super::decoder::{Decoded, Decoder, Limits};
use super::frame::{Command, Frame};
use super::session::StompSession;
use super::traffic::{
    Admission, CloseReason, Credentials, Delivery, DeliveryId, Input, Output, PongRoute, SessionPolicy,
};

/// A session with a clock; outputs as text.
struct Peer {
    session: StompSession,
    now: Duration,
}

impl Peer {
    fn new() -> Self {
        Self { session: StompSession::new(SessionPolicy::default()), now: Duration::ZERO }
    }

    fn connected() -> Self {
        let mut peer = Self::new();
        peer.say("CONNECT\naccept-version:1.2\nhost:/\nlogin:7\npasscode:secret\nheart-beat:2500,2500\n\n\0");
        peer.give(Input::Admitted(own_queue()));
        peer
    }

    fn subscribed(ack: &str) -> Self {
        let mut peer = Self::connected();
        peer.say(&format!("SUBSCRIBE\nid:s1\ndestination:/queue/agent.7\nack:{ack}\n\n\0"));
        peer
    }

    fn say(&mut self, wire: &str) -> Vec<String> {
        self.give(Input::Received(wire.as_bytes()))
    }

    fn give(&mut self, input: Input<'_>) -> Vec<String> {
        self.session.handle(self.now, input).into_iter().map(in_words).collect()
    }

    fn deliver(&mut self, id: u64) -> Vec<String> {
        self.give(Input::Deliver(Delivery {
            id: DeliveryId { epoch_index: 0, seq: id },
            body: format!("body {id}"),
            redelivered: false,
        }))
    }

    fn at(&mut self, millis: u64) -> &mut Self {
        self.now = Duration::from_millis(millis);
        self
    }
}

fn own_queue() -> Admission {
    Admission { queue: "/queue/agent.7".to_owned(), client: "AGENT-7".to_owned() }
}

fn in_words(output: Output) -> String {
    match output {
        Output::Transmit(wire) if wire == b"\n" => "beat".to_owned(),
        Output::Transmit(wire) => frame_in_words(&wire),
        Output::Authenticate(Credentials { login, passcode }) => format!("authenticate {login} {passcode}"),
        Output::Consume => "consume".to_owned(),
        Output::StopConsuming => "stop consuming".to_owned(),
        Output::Acknowledge(ids) => format!("acknowledged {:?}", ids.iter().map(|id| id.seq).collect::<Vec<_>>()),
        Output::Pong(PongRoute { destination, .. }) => format!("pong {destination}"),
        Output::Close(reason) => format!("close {reason:?}"),
    }
}

fn frame_in_words(wire: &[u8]) -> String {
    let mut decoder = Decoder::new(Limits::default());
    decoder.push(wire);
    let Ok(Some(Decoded::Frame(frame))) = decoder.decode() else { panic!("not a frame: {wire:?}") };
    let header = |name: &str| frame.header(name).unwrap_or("-").to_owned();
    match frame.command {
        Command::Message => format!(
            "MESSAGE {} ack {} redelivered {}: {}",
            header("message-id"),
            header("ack"),
            header("redelivered"),
            String::from_utf8_lossy(&frame.body)
        ),
        Command::Receipt => format!("RECEIPT {}", header("receipt-id")),
        Command::Error => format!("ERROR {}", header("message")),
        command => format!("{} {}", command.as_str(), header("heart-beat")),
    }
}

#[test]
fn a_stomp_connection_is_admitted_after_its_credentials_were_checked() {
    let mut peer = Peer::new();
    let asked = peer.say("CONNECT\naccept-version:1.1,1.2\nhost:/\nlogin:7\npasscode:se:cret\n\n\0");
    assert_eq!(asked, ["authenticate 7 se:cret"]);
    assert_eq!(peer.give(Input::Admitted(own_queue())), ["CONNECTED 2500,2500"]);
}

#[test]
fn frames_that_arrive_during_authentication_are_handled_after_it() {
    let mut peer = Peer::new();
    let asked = peer
        .say("CONNECT\naccept-version:1.2\nlogin:7\npasscode:x\n\n\0SUBSCRIBE\nid:1\ndestination:/queue/agent.7\n\n\0");
    assert_eq!(asked, ["authenticate 7 x"]);
    assert_eq!(peer.say("UNSUBSCRIBE\nid:1\n\n\0"), Vec::<String>::new());
    assert_eq!(peer.give(Input::Admitted(own_queue())), ["CONNECTED 2500,2500", "consume", "stop consuming"]);
}

#[test]
fn a_refused_stomp_connection_gets_an_error_frame_and_is_closed() {
    let mut peer = Peer::new();
    peer.say("CONNECT\naccept-version:1.2\nlogin:7\npasscode:wrong\n\n\0");
    assert_eq!(peer.give(Input::Refused), ["ERROR access refused", "close Refused"]);
    assert_eq!(peer.say("SEND\n\n\0"), Vec::<String>::new());
    assert_eq!(peer.session.deadline(), None);
}

#[rstest]
#[case::another_command_than_connect("ACK\nid:1\n\n\0", "CONNECT is expected first")]
#[case::old_version("CONNECT\naccept-version:1.0,1.1\nlogin:7\npasscode:x\n\n\0", "only version 1.2 is spoken here")]
#[case::no_version("CONNECT\nlogin:7\npasscode:x\n\n\0", "only version 1.2 is spoken here")]
#[case::no_passcode("CONNECT\naccept-version:1.2\nlogin:7\n\n\0", "login and passcode are required")]
#[case::empty_host("CONNECT\naccept-version:1.2\nhost:\nlogin:7\npasscode:x\n\n\0", "host is empty")]
#[case::bad_heart_beat(
    "CONNECT\naccept-version:1.2\nlogin:7\npasscode:x\nheart-beat:soon\n\n\0",
    "heart-beat is malformed"
)]
#[case::bytes_that_are_no_stomp("GET / HTTP/1.1\n\n\0", "unknown command")]
fn an_invalid_first_frame_is_answered_with_an_error_frame(#[case] wire: &str, #[case] message: &str) {
    assert_eq!(Peer::new().say(wire), [format!("ERROR {message}"), "close Protocol".to_owned()]);
}

#[rstest]
#[case::subscription_to_another_agents_queue(
    "SUBSCRIBE\nid:1\ndestination:/queue/agent.8\n\n\0",
    "this destination may not be read"
)]
#[case::subscription_to_a_prefix_of_the_own_queue(
    "SUBSCRIBE\nid:1\ndestination:/queue/agent.77\n\n\0",
    "this destination may not be read"
)]
#[case::subscription_without_an_id("SUBSCRIBE\ndestination:/queue/agent.7\n\n\0", "header id is required")]
#[case::unknown_ack_mode(
    "SUBSCRIBE\nid:1\ndestination:/queue/agent.7\nack:sometimes\n\n\0",
    "ack must be auto, client or client-individual"
)]
#[case::unsubscribe_without_a_subscription("UNSUBSCRIBE\nid:1\n\n\0", "no such subscription")]
#[case::ack_without_a_delivery("ACK\nid:1\n\n\0", "no such acknowledgement id")]
#[case::ack_with_words("ACK\nid:all\n\n\0", "no such acknowledgement id")]
#[case::begin_of_a_transaction("BEGIN\ntransaction:t\n\n\0", "transactions are not supported")]
#[case::ack_in_a_transaction("ACK\nid:1\ntransaction:t\n\n\0", "transactions are not supported")]
#[case::connect_again("CONNECT\naccept-version:1.2\n\n\0", "already connected")]
#[case::server_frame("MESSAGE\n\nhello\0", "this frame is for clients")]
#[case::send_to_another_agents_queue(
    "SEND\ndestination:/queue/agent.8\n\n{}\0",
    "nothing may be sent to this destination"
)]
#[case::send_to_own_queue("SEND\ndestination:/queue/agent.7\n\n{}\0", "nothing may be sent to this destination")]
#[case::send_of_something_else_than_a_pong(
    "SEND\ndestination:/queue/communicator\n\n{\"event\":\"AgentLoginAction\",\"client\":\"AGENT-7\"}\0",
    "only this agent's own pong may be sent to this destination"
)]
#[case::pong_with_another_agents_name(
    "SEND\ndestination:/queue/communicator\n\n{\"event\":\"PongBrokerAction\",\"client\":\"AGENT-8\"}\0",
    "only this agent's own pong may be sent to this destination"
)]
#[case::malformed_pong(
    "SEND\ndestination:/queue/whatsapp\n\n{\0",
    "only this agent's own pong may be sent to this destination"
)]
#[case::pong_of_another_queue(
    "SEND\ndestination:/queue/chatvisor\n\n{\"event\":\"PongBrokerAction\",\"client\":\"AGENT-7\"}\0",
    "only this agent's own pong may be sent to this destination"
)]
fn a_protocol_violation_is_answered_with_an_error_frame(#[case] wire: &str, #[case] message: &str) {
    assert_eq!(Peer::connected().say(wire), [format!("ERROR {message}"), "close Protocol".to_owned()]);
}

#[rstest]
#[case::pong_of_communicator("/queue/communicator", "PongBrokerAction")]
#[case::pong_of_whatsapp("/queue/whatsapp", "PongBrokerAction")]
#[case::pong_of_chatvisor("/queue/chatvisor", "PongChatvisorBrokerAction")]
fn a_pong_is_accepted_at_each_of_its_destinations(#[case] destination: &str, #[case] event: &str) {
    let body = format!(r#"{{"event":"{event}","username":"ana","client":"AGENT-7"}}"#);
    let said = Peer::connected().say(&format!("SEND\ndestination:{destination}\nreceipt:r\n\n{body}\0"));
    assert_eq!(said, [format!("pong {destination}"), "RECEIPT r".to_owned()]);
}

#[test]
fn an_error_frame_names_the_receipt_of_the_frame_that_caused_it() {
    let mut session = Peer::connected().session;
    let outputs = session.handle(Duration::ZERO, Input::Received(b"SEND\ndestination:/x\nreceipt:r9\n\n\0"));
    let Some(Output::Transmit(wire)) = outputs.first() else { panic!("an ERROR frame") };
    assert!(String::from_utf8_lossy(wire).contains("\nreceipt-id:r9\n"));
}

#[test]
fn a_disconnect_frame_is_confirmed_before_the_connection_is_closed() {
    let mut peer = Peer::subscribed("client");
    assert_eq!(peer.say("DISCONNECT\nreceipt:bye\n\n\0"), ["RECEIPT bye", "stop consuming", "close Disconnected"]);
}

#[test]
fn individual_acknowledgement_covers_one_message_in_any_order() {
    let mut peer = Peer::subscribed("client-individual");
    assert_eq!(peer.deliver(41), ["MESSAGE 0-41 ack 1 redelivered -: body 41"]);
    peer.deliver(42);
    peer.deliver(43);
    assert_eq!(peer.say("ACK\nid:2\n\n\0"), ["acknowledged [42]"]);
    assert_eq!(
        peer.say("ACK\nid:3\nreceipt:r\n\n\0ACK\nid:1\n\n\0"),
        ["acknowledged [43]", "RECEIPT r", "acknowledged [41]"]
    );
}

#[test]
fn cumulative_acknowledgement_covers_all_earlier_messages() {
    let mut peer = Peer::subscribed("client");
    for id in 1..=4 {
        peer.deliver(id);
    }
    assert_eq!(peer.say("ACK\nid:3\n\n\0"), ["acknowledged [1, 2, 3]"]);
    assert_eq!(peer.say("ACK\nid:4\n\n\0"), ["acknowledged [4]"]);
}

#[test]
fn a_repeated_acknowledgement_changes_nothing() {
    let mut peer = Peer::subscribed("client-individual");
    peer.deliver(1);
    peer.say("ACK\nid:1\n\n\0");
    assert_eq!(peer.say("ACK\nid:1\nreceipt:r\n\n\0"), ["RECEIPT r"]);
}

#[test]
fn a_message_is_acknowledged_by_its_delivery_in_auto_mode() {
    let mut peer = Peer::subscribed("auto");
    assert_eq!(peer.deliver(1), ["MESSAGE 0-1 ack - redelivered -: body 1", "acknowledged [1]"]);
}

#[test]
fn a_nacked_message_is_neither_acknowledged_nor_redelivered_at_once() {
    let mut peer = Peer::subscribed("client-individual");
    peer.deliver(1);
    assert_eq!(peer.say("NACK\nid:1\n\n\0"), Vec::<String>::new());
    assert_eq!(peer.session.credit(), SessionPolicy::default().prefetch);
}

#[test]
fn a_redelivered_message_has_the_header_redelivered() {
    let mut peer = Peer::subscribed("client");
    let given = peer.give(Input::Deliver(Delivery {
        id: DeliveryId { epoch_index: 0, seq: 5 },
        body: "b".to_owned(),
        redelivered: true,
    }));
    assert_eq!(given, ["MESSAGE 0-5 ack 1 redelivered true: b"]);
}

#[test]
fn unacknowledged_deliveries_are_limited_to_the_prefetch_of_a_subscription() {
    let mut peer = Peer::connected();
    assert_eq!(peer.session.credit(), 0);
    assert_eq!(peer.deliver(1), Vec::<String>::new());
    let mut peer = Peer::subscribed("client-individual");
    for id in 1..=256 {
        assert_eq!(peer.session.credit(), 257 - id as usize);
        peer.deliver(id);
    }
    assert_eq!(peer.session.credit(), 0);
    peer.say("ACK\nid:10\n\n\0");
    assert_eq!(peer.session.credit(), 1);
    peer.say("UNSUBSCRIBE\nid:s1\n\n\0");
    assert_eq!(peer.session.credit(), 0);
}

#[test]
fn a_connection_that_sends_nothing_before_admission_is_closed() {
    let mut peer = Peer::new();
    assert_eq!(peer.session.deadline(), Some(Duration::from_secs(10)));
    assert_eq!(peer.at(9_999).give(Input::Wake), Vec::<String>::new());
    assert_eq!(peer.at(10_000).give(Input::Wake), ["ERROR no CONNECT received in time", "close NotConnectedInTime"]);
}

#[test]
fn an_idle_server_sends_heart_beats_within_the_interval() {
    let mut peer = Peer::connected();
    assert_eq!(peer.session.deadline(), Some(Duration::from_millis(2_000)));
    assert_eq!(peer.at(1_999).give(Input::Wake), Vec::<String>::new());
    assert_eq!(peer.at(2_000).give(Input::Wake), ["beat"]);
    peer.at(3_500).say("SUBSCRIBE\nid:1\ndestination:/queue/agent.7\nreceipt:r\n\n\0");
    assert_eq!(peer.at(4_000).give(Input::Wake), Vec::<String>::new());
    assert_eq!(peer.at(5_500).give(Input::Wake), ["beat"]);
}

#[test]
fn a_client_without_heart_beats_is_dropped_after_two_intervals_and_the_tolerance() {
    let mut peer = Peer::connected();
    peer.at(2_500).say("\n");
    assert_eq!(peer.at(8_499).give(Input::Wake), ["beat"]);
    assert_eq!(peer.at(8_500).give(Input::Wake), ["ERROR no heart-beat received", "close Silent"]);
}

#[rstest]
#[case::no_heart_beats("0,0", None)]
#[case::heart_beat_header_absent("", None)]
#[case::client_only_sends("2500,0", Some(6_000))]
#[case::client_only_receives("0,2500", Some(2_000))]
#[case::slower_client("10000,10000", Some(8_000))]
#[case::faster_client("100,100", Some(2_000))]
fn the_longer_heart_beat_interval_of_both_sides_is_used(#[case] heart_beat: &str, #[case] first_deadline: Option<u64>) {
    let mut peer = Peer::new();
    let header = if heart_beat.is_empty() { String::new() } else { format!("heart-beat:{heart_beat}\n") };
    peer.say(&format!("CONNECT\naccept-version:1.2\nlogin:7\npasscode:x\n{header}\n\0"));
    peer.give(Input::Admitted(own_queue()));
    assert_eq!(peer.session.deadline(), first_deadline.map(Duration::from_millis));
}

#[rstest]
#[case::taken_over_by_a_newer_connection(
    CloseReason::TakenOver,
    "ERROR the queue was taken over by a newer connection"
)]
#[case::session_ended(CloseReason::SessionEnded, "ERROR the session has ended")]
#[case::server_stops(CloseReason::ServerStops, "ERROR the server is stopping")]
#[case::failure(CloseReason::Failure, "ERROR internal error")]
fn a_connection_that_the_server_closes_gets_the_reason(#[case] reason: CloseReason, #[case] error: &str) {
    let ended = Peer::subscribed("client").give(Input::End(reason));
    assert_eq!(ended, [error.to_owned(), "stop consuming".to_owned(), format!("close {reason:?}")]);
}

#[test]
fn a_close_notice_needs_no_acknowledgement() {
    let mut peer = Peer::subscribed("client-individual");
    let close_notice = peer.give(Input::CloseNotice("bye".to_owned()));
    assert_eq!(close_notice, ["MESSAGE farewell ack 1 redelivered -: bye"]);
    assert_eq!(peer.say("ACK\nid:1\nreceipt:r\n\n\0"), ["RECEIPT r"]);
    assert_eq!(Peer::connected().give(Input::CloseNotice("bye".to_owned())), Vec::<String>::new());
}

#[test]
fn a_typing_frame_needs_no_acknowledgement_and_is_not_sent_without_a_subscription() {
    let mut peer = Peer::subscribed("client-individual");
    assert_eq!(peer.give(Input::Typing("types".to_owned())), ["MESSAGE typing ack 1 redelivered -: types"]);
    assert_eq!(peer.say("ACK\nid:1\nreceipt:r\n\n\0"), ["RECEIPT r"]);
    assert_eq!(Peer::connected().give(Input::Typing("types".to_owned())), Vec::<String>::new());
}

#[test]
fn a_closed_stomp_session_ignores_every_input() {
    let mut peer = Peer::subscribed("client");
    peer.give(Input::End(CloseReason::TakenOver));
    assert_eq!(peer.say("DISCONNECT\nreceipt:r\n\n\0"), Vec::<String>::new());
    assert_eq!(peer.deliver(1), Vec::<String>::new());
    assert_eq!(peer.give(Input::Wake), Vec::<String>::new());
}

#[test]
fn a_newline_in_a_receipt_cannot_forge_a_header() {
    let mut session = Peer::connected().session;
    let outputs =
        session.handle(Duration::ZERO, Input::Received(b"UNSUBSCRIBE\nid:x\nreceipt:a\\nmessage\\cforged\n\n\0"));
    let Some(Output::Transmit(wire)) = outputs.first() else { panic!("an ERROR frame") };
    let text = String::from_utf8_lossy(wire);
    assert!(text.contains("receipt-id:a\\nmessage\\cforged"), "{text}");
    assert_eq!(Frame::new(Command::Error).encode(), b"ERROR\n\n\0");
}

/// Fragments from which random client input is built.
fn any_bytes() -> impl Strategy<Value = String> {
    let pieces = vec![
        "CONNECT\n",
        "SUBSCRIBE\n",
        "SEND\n",
        "ACK\n",
        "NACK\n",
        "UNSUBSCRIBE\n",
        "DISCONNECT\n",
        "BEGIN\n",
        "accept-version:1.2\n",
        "login:7\n",
        "passcode:x\n",
        "heart-beat:1,1\n",
        "id:s1\n",
        "id:1\n",
        "receipt:r\n",
        "destination:/queue/agent.7\n",
        "destination:/queue/agent.8\n",
        "ack:client\n",
        "ack:client-individual\n",
        "\n\0",
        "\n",
        "\0",
        "\\",
        "content-length:3\n",
        "{}",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

fn any_step() -> impl Strategy<Value = (u64, String)> {
    let step = prop_oneof![
        4 => any_bytes(),
        2 => Just("SUBSCRIBE\nid:s1\ndestination:/queue/agent.7\nack:client\n\n\0".to_owned()),
        1 => Just("(admitted)".to_owned()),
        2 => Just("(deliver)".to_owned()),
        1 => Just("(wake)".to_owned()),
        1 => Just("(end)".to_owned()),
    ];
    (0u64..4_000, step)
}

proptest! {
    #[test]
    fn with_any_input_a_stomp_session_closes_at_most_once_and_acknowledges_only_deliveries(
        begins_connected in any::<bool>(),
        steps in prop::collection::vec(any_step(), 0..40),
    ) {
        let mut peer = if begins_connected { Peer::connected() } else { Peer::new() };
        let (mut now, mut delivered, mut acknowledged, mut closed) = (0, 0u64, Vec::new(), 0);
        for (pause, step) in steps {
            now += pause;
            peer.now = Duration::from_millis(now);
            let id = DeliveryId { epoch_index: 0, seq: delivered + 1 };
            let input = match step.as_str() {
                "(admitted)" => Input::Admitted(own_queue()),
                "(deliver)" => Input::Deliver(Delivery { id, body: "b".to_owned(), redelivered: false }),
                "(wake)" => Input::Wake,
                "(end)" => Input::End(CloseReason::ServerStops),
                wire => Input::Received(wire.as_bytes()),
            };
            let outputs = peer.session.handle(peer.now, input);
            prop_assert!(closed == 0 || outputs.is_empty());
            for output in outputs {
                match output {
                    Output::Close(_) => closed += 1,
                    Output::Acknowledge(ids) => acknowledged.extend(ids),
                    Output::Transmit(wire) if wire.starts_with(b"MESSAGE") => delivered += 1,
                    _ => {}
                }
            }
            prop_assert!(peer.session.credit() <= SessionPolicy::default().prefetch);
        }
        prop_assert!(closed <= 1);
        prop_assert!(acknowledged.iter().all(|id| id.seq <= delivered));
        let unique: std::collections::BTreeSet<_> = acknowledged.iter().collect();
        prop_assert_eq!(unique.len(), acknowledged.len());
    }
}
