//! Calls of a registered extension.

use crate::Fault;
use crate::call::{CallEnd, CallReport, EndCause, EndedBy, HoldState, LegState, PeerEffect};
use crate::flow::{AnswerMode, Command, Effect, Event, PeerInput, Setup};
use crate::frame::{Jsep, RequestBody, SipRequest};
use crate::testing::{Client, HANDLE, SESSION, answer, node, offer, setup};
use rstest::rstest;
use serde_json::json;

fn agent_channel() -> Setup {
    Setup { answer_mode: AnswerMode::AgentChannel, ..setup(vec![node("wss://one")]) }
}

/// The agent has dialled and the request is being sent.
pub(super) fn dialling() -> Client {
    let mut client = Client::registered();
    client.command(Command::Dial("2002".to_owned()));
    client.peer(PeerInput::Described(offer()));
    client.ack();
    client.sip(json!({ "event": "calling" }), None);
    client
}

/// A call from the agent that the other party answered.
pub(super) fn talking() -> Client {
    let mut client = dialling();
    client.sip(json!({ "event": "accepted" }), Some(answer()));
    assert_eq!(client.reports().last(), Some(&CallReport::Accepted));
    client.effects();
    client.sent();
    client
}

pub(super) fn incoming(client: &mut Client, call_id: &str, jsep: Option<Jsep>) {
    let result = json!({ "event": "incomingcall", "username": "sip:2001@p", "displayname": "\"Ana\"",
        "headers": { "X-Protocol": "p-1" } });
    client.sip_of(call_id, result, jsep);
}

/// An incoming call that rings.
pub(super) fn ringing() -> Client {
    let mut client = Client::registered();
    incoming(&mut client, "c1", Some(offer()));
    client.sent();
    client
}

fn hangup(client: &mut Client, code: u16) {
    client.sip(json!({ "event": "hangup", "code": code, "reason": "because" }), None);
}

pub(super) fn peers(client: &mut Client) -> Vec<PeerEffect> {
    let effects = client.effects().into_iter();
    effects.filter_map(|effect| if let Effect::Peer(_, peer) = effect { Some(peer) } else { None }).collect()
}

pub(super) fn ended(by: EndedBy, cause: EndCause, code: Option<u16>) -> CallReport {
    CallReport::Ended(CallEnd { by, cause, code, fault: None })
}

#[test]
fn an_outgoing_call_rings_and_is_accepted() {
    let mut client = Client::registered();
    client.command(Command::Dial("*43#".to_owned()));
    assert_eq!(peers(&mut client), [PeerEffect::Offer]);
    client.peer(PeerInput::Described(offer()));
    let RequestBody::Message { body, jsep } = &client.last().body else { panic!("{:?}", client.last()) };
    assert_eq!(*body, SipRequest::Call { uri: "sip:*43%23@proxy".to_owned(), autoaccept_reinvites: false });
    assert_eq!(*jsep, Some(offer()));
    client.ack();
    client.sip(json!({ "event": "calling" }), None);
    client.sip(json!({ "event": "ringing" }), None);
    client.sip(json!({ "event": "proceeding", "code": 180 }), None);
    client.sip(json!({ "event": "accepted" }), Some(answer()));
    assert_eq!(client.reports(), [CallReport::Dialling, CallReport::Ringing, CallReport::Accepted]);
    assert_eq!(peers(&mut client), [PeerEffect::Complete(answer().sdp)]);
}

#[test]
fn early_media_brings_the_answer_before_the_call_is_accepted() {
    let mut client = dialling();
    client.sip(json!({ "event": "progress" }), Some(answer()));
    client.sip(json!({ "event": "accepted" }), None);
    assert_eq!(client.reports(), [CallReport::Dialling, CallReport::EarlyMedia, CallReport::Accepted]);
    assert_eq!(peers(&mut client).into_iter().filter(|peer| *peer == PeerEffect::Complete(answer().sdp)).count(), 1);
}

#[test]
fn an_incoming_call_shows_its_caller_and_is_accepted() {
    let mut client = ringing();
    let report = CallReport::Incoming {
        caller: "sip:2001@p".to_owned(),
        display_name: "Ana".to_owned(),
        headers: [("X-Protocol".to_owned(), "p-1".to_owned())].into(),
    };
    assert_eq!(client.reports(), [report]);
    assert_eq!(peers(&mut client), []);
    client.command(Command::Accept);
    assert_eq!(peers(&mut client), [PeerEffect::Answer(offer().sdp)]);
    client.peer(PeerInput::Described(answer()));
    assert_eq!(client.sent(), ["message accept"]);
}

#[test]
fn accepting_a_call_twice_sends_one_request() {
    let mut client = ringing();
    client.command(Command::Accept);
    client.command(Command::Accept);
    client.peer(PeerInput::Described(answer()));
    client.peer(PeerInput::Described(answer()));
    assert_eq!(client.sent(), ["message accept"]);
}

#[test]
fn voi_024_in_agent_channel_mode_an_incoming_call_is_answered_automatically() {
    let mut client = Client::registered_with(agent_channel());
    incoming(&mut client, "c1", Some(offer()));
    assert_eq!(peers(&mut client), [PeerEffect::Answer(offer().sdp)]);
    client.sent();
    client.peer(PeerInput::Described(answer()));
    assert_eq!(client.sent(), ["message accept"]);
}

#[rstest]
#[case::voi_025_accept(Command::Accept, "#")]
#[case::voi_026_reject(Command::Decline, "*")]
fn in_agent_channel_mode_a_call_request_is_answered_by_a_tone(#[case] command: Command, #[case] tone: &str) {
    let mut client = Client::registered_with(agent_channel());
    incoming(&mut client, "c1", Some(offer()));
    client.peer(PeerInput::Described(answer()));
    client.sip(json!({ "event": "accepted" }), None);
    client.sent();
    client.effects();
    client.command(command);
    assert_eq!(peers(&mut client), [PeerEffect::Tones { tones: tone.to_owned(), duration_ms: 500, gap_ms: 50 }]);
    assert_eq!(client.sent(), Vec::<String>::new());
}

#[rstest]
#[case::voi_027_accept(Command::Accept, "message accept")]
#[case::voi_027_decline(Command::Decline, "message decline")]
fn without_agent_channel_mode_a_call_request_is_answered_by_a_request(#[case] command: Command, #[case] request: &str) {
    let mut client = ringing();
    client.command(command);
    client.peer(PeerInput::Described(answer()));
    assert_eq!(client.sent(), [request]);
}

#[test]
fn rtc_036_tones_last_500_ms_with_a_gap_of_50_ms() {
    let mut client = talking();
    client.command(Command::Tones("12#".to_owned()));
    assert_eq!(peers(&mut client), [PeerEffect::Tones { tones: "12#".to_owned(), duration_ms: 500, gap_ms: 50 }]);
}

#[test]
fn tones_that_the_browser_cannot_send_are_sent_by_sip_info() {
    let mut client = talking();
    client.peer(PeerInput::TonesRefused("1#".to_owned()));
    assert_eq!(client.sent(), ["message dtmf_info", "message dtmf_info"]);
    let tone = SipRequest::DtmfInfo { digit: "#".to_owned(), duration: 500 };
    client.command(Command::Tones(String::new()));
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
    client.peer(PeerInput::TonesRefused("#".to_owned()));
    assert_eq!(client.last().body, RequestBody::Message { body: tone, jsep: None });
}

#[test]
fn rtc_041_an_accepted_call_without_a_description_is_hung_up() {
    let mut client = dialling();
    client.sent();
    client.news(json!({ "event": "accepted" }), None);
    assert_eq!(client.sent(), ["message hangup"]);
    client.events();
    client.news(json!({ "event": "hangup", "code": 200 }), None);
    let fault = Fault::InvalidJsep;
    let end = CallEnd { by: EndedBy::Failure, cause: EndCause::Failed, code: Some(200), fault: Some(fault) };
    assert_eq!(client.reports(), [CallReport::Ended(end)]);
    assert_eq!(fault.text(), "Invalid JSEP");
}

#[test]
fn rtc_041_an_incoming_call_without_an_offer_is_declined() {
    let mut client = Client::registered();
    client.sent();
    incoming(&mut client, "c1", None);
    assert_eq!(client.events(), [Event::Fault(Fault::InvalidJsep)]);
    assert_eq!(client.last().body, RequestBody::Message { body: SipRequest::Decline { code: 488 }, jsep: None });
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[rstest]
#[case::hung_up_by_the_other_party(200, EndedBy::Remote, EndCause::Normal)]
#[case::not_found(404, EndedBy::Remote, EndCause::NotFound)]
#[case::no_answer(408, EndedBy::Remote, EndCause::NotAnswered)]
#[case::busy(486, EndedBy::Remote, EndCause::Busy)]
#[case::declined(603, EndedBy::Remote, EndCause::Rejected)]
#[case::failed(500, EndedBy::Failure, EndCause::Failed)]
fn a_call_that_sip_ends_is_reported_with_its_cause(#[case] code: u16, #[case] by: EndedBy, #[case] cause: EndCause) {
    let mut client = dialling();
    client.events();
    hangup(&mut client, code);
    assert_eq!(client.reports(), [ended(by, cause, Some(code))]);
    assert_eq!(peers(&mut client).last(), Some(&PeerEffect::Close));
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[test]
fn a_hang_up_of_the_agent_is_confirmed_by_the_server() {
    let mut client = talking();
    client.command(Command::HangUp);
    client.command(Command::HangUp);
    assert_eq!(client.sent(), ["message hangup"]);
    client.ack();
    client.sip(json!({ "event": "hangingup" }), None);
    assert_eq!(client.reports(), []);
    hangup(&mut client, 200);
    assert_eq!(client.reports(), [ended(EndedBy::Agent, EndCause::Normal, Some(200))]);
}

#[test]
fn a_hang_up_that_is_not_confirmed_ends_the_call_after_5_s() {
    let mut client = talking();
    client.command(Command::HangUp);
    client.ack();
    client.advance(4_999);
    assert_eq!(client.reports(), []);
    client.advance(1);
    assert_eq!(client.reports(), [ended(EndedBy::Agent, EndCause::Normal, None)]);
}

#[rstest]
#[case::while_the_browser_makes_the_offer(false, EndCause::Canceled)]
#[case::while_the_other_telephone_rings(true, EndCause::Canceled)]
fn an_outgoing_call_is_hung_up_before_its_answer(#[case] sent: bool, #[case] cause: EndCause) {
    let mut client = Client::registered();
    client.sent();
    client.command(Command::Dial("2002".to_owned()));
    if sent {
        client.peer(PeerInput::Described(offer()));
        client.sip(json!({ "event": "calling" }), None);
    }
    client.command(Command::HangUp);
    if sent {
        assert_eq!(client.sent(), ["message call", "message hangup"]);
        hangup(&mut client, 487);
    } else {
        assert_eq!(client.sent(), Vec::<String>::new());
    }
    let end = ended(EndedBy::Agent, cause, sent.then_some(487));
    assert_eq!(client.reports().last(), Some(&end));
}

#[test]
fn a_call_whose_caller_hangs_up_stops_ringing() {
    let mut client = ringing();
    client.events();
    client.news(json!({ "event": "hangup", "code": 487 }), None);
    assert_eq!(client.reports(), [ended(EndedBy::Remote, EndCause::Canceled, Some(487))]);
}

#[test]
fn a_late_hang_up_of_the_last_call_does_not_end_the_next_one() {
    let mut client = talking();
    client.command(Command::HangUp);
    client.advance(5_000);
    client.command(Command::Dial("2003".to_owned()));
    client.peer(PeerInput::Described(offer()));
    client.events();
    client.sip_of("c1", json!({ "event": "hangup", "code": 200 }), None);
    assert_eq!(client.reports(), []);
    client.sip_of("c2", json!({ "event": "calling" }), None);
    client.sip_of("c3", json!({ "event": "hangup", "code": 200 }), None);
    assert_eq!(client.reports(), []);
    client.sip_of("c2", json!({ "event": "hangup", "code": 486 }), None);
    assert_eq!(client.reports(), [ended(EndedBy::Remote, EndCause::Busy, Some(486))]);
}

#[rstest]
#[case::the_browser_reports_a_failure(true)]
#[case::the_browser_never_makes_it(false)]
fn a_call_ends_if_the_browser_cannot_make_its_description(#[case] reported: bool) {
    let mut client = ringing();
    client.command(Command::Accept);
    client.events();
    let fault = if reported {
        client.peer(PeerInput::Failed(Fault::NoAudioDevice));
        Fault::NoAudioDevice
    } else {
        client.quiet(10_000);
        Fault::TimedOut
    };
    assert_eq!(client.last().body, RequestBody::Message { body: SipRequest::Decline { code: 488 }, jsep: None });
    client.sip(json!({ "event": "hangup", "code": 488 }), None);
    let end = CallEnd { by: EndedBy::Failure, cause: EndCause::Failed, code: Some(488), fault: Some(fault) };
    assert_eq!(client.reports(), [CallReport::Ended(end)]);
}

#[test]
fn a_call_is_held_and_taken_off_hold() {
    let mut client = talking();
    client.command(Command::Hold);
    client.command(Command::Hold);
    assert_eq!(client.sent(), ["message hold"]);
    client.sip(json!({ "event": "holding" }), None);
    client.command(Command::Unhold);
    assert_eq!(client.sent(), ["message unhold"]);
    client.sip(json!({ "event": "resuming" }), None);
    assert_eq!(client.reports(), [CallReport::Held, CallReport::Unheld]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

#[test]
fn a_hold_that_is_refused_leaves_the_call_active() {
    let mut client = talking();
    client.command(Command::Hold);
    client.plugin(json!({ "sip": "event", "error_code": 447, "error": "Wrong state" }), None);
    assert_eq!(client.events(), [Event::Fault(Fault::CallFailed)]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

#[test]
fn a_hold_that_is_not_confirmed_leaves_the_call_active() {
    let mut client = talking();
    client.command(Command::Hold);
    client.ack();
    client.quiet(10_000);
    assert_eq!(client.events(), [Event::Fault(Fault::TimedOut)]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

#[test]
fn the_peer_connection_is_closed_as_soon_as_the_server_has_received_the_hang_up() {
    let mut client = talking();
    client.command(Command::HangUp);
    assert_eq!(peers(&mut client), []);
    client.ack();
    assert_eq!(peers(&mut client), [PeerEffect::Close]);
    assert_eq!(client.reports(), []);
}

#[test]
fn an_incoming_call_during_another_call_is_missed() {
    let mut client = talking();
    client.news(json!({ "event": "missed_call", "caller": "sip:3@p", "displayname": "Bia" }), None);
    assert_eq!(client.events(), [Event::Missed { caller: "sip:3@p".to_owned(), display_name: "Bia".to_owned() }]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

#[test]
fn a_peer_connection_that_the_server_closes_ends_the_call_as_a_failure() {
    let mut client = talking();
    client.frame(json!({ "janus": "hangup", "session_id": SESSION, "sender": HANDLE, "reason": "DTLS alert" }));
    assert_eq!(client.reports(), []);
    client.news(json!({ "event": "hangup", "code": 200 }), None);
    let end =
        CallEnd { by: EndedBy::Failure, cause: EndCause::Failed, code: Some(200), fault: Some(Fault::LostConnection) };
    assert_eq!(client.reports(), [CallReport::Ended(end)]);
}

#[test]
fn the_closed_peer_connection_of_an_earlier_call_does_not_end_the_next_call() {
    let mut client = dialling();
    client.command(Command::HangUp);
    client.ack();
    hangup(&mut client, 487);
    client.command(Command::Dial("2002".to_owned()));
    client.peer(PeerInput::Described(offer()));
    client.frame(json!({ "janus": "hangup", "session_id": SESSION, "sender": HANDLE, "reason": "Close PC" }));
    client.ack();
    client.sip_of("c2", json!({ "event": "calling" }), None);
    client.reports();
    client.sip_of("c2", json!({ "event": "accepted" }), Some(answer()));
    assert_eq!(client.reports(), [CallReport::Accepted]);
}

#[test]
fn a_refusal_is_the_cause_although_the_server_closed_the_peer_connection_first() {
    let mut client = dialling();
    client.frame(json!({ "janus": "hangup", "session_id": SESSION, "sender": HANDLE, "reason": "Close PC" }));
    client.events();
    client.news(json!({ "event": "hangup", "code": 404 }), None);
    assert_eq!(client.reports(), [ended(EndedBy::Remote, EndCause::NotFound, Some(404))]);
}

#[test]
fn a_call_that_rings_again_with_the_same_id_can_be_accepted() {
    let mut client = ringing();
    hangup_of(&mut client, "c1");
    incoming(&mut client, "c1", Some(offer()));
    client.command(Command::Accept);
    client.peer(PeerInput::Described(answer()));
    client.ack();
    client.sip_of("c1", json!({ "event": "accepted" }), None);
    assert_eq!(client.reports().last(), Some(&CallReport::Accepted));
}

#[test]
fn a_call_that_replaced_another_one_while_the_link_was_lost_gets_new_media() {
    let mut client = ringing();
    client.command(Command::Accept);
    client.peer(PeerInput::Described(answer()));
    client.ack();
    client.reports();
    client.effects();
    client.sip_of("c2", json!({ "event": "accepted" }), None);
    let reports = client.reports();
    assert!(matches!(reports.as_slice(), [CallReport::Ended(_), CallReport::Resumed, ..]), "{reports:?}");
    assert!(peers(&mut client).contains(&PeerEffect::Offer));
    // The end of this call is not taken for the end of another call.
    client.sip_of("c2", json!({ "event": "hangup", "code": 200, "reason": "to BYE" }), None);
    assert!(matches!(client.reports().last(), Some(CallReport::Ended(_))));
}

#[rstest]
#[case::the_second_call_only_rings(false)]
#[case::the_agent_accepts_the_second_call_too(true)]
fn an_acceptance_that_arrives_after_the_end_of_its_call_is_taken_for_the_next_call(#[case] accepts_again: bool) {
    let mut client = ringing();
    client.command(Command::Accept);
    client.peer(PeerInput::Described(answer()));
    client.ack();
    // The request crosses the end of the first call, and contains no call id.
    hangup_of(&mut client, "c1");
    incoming(&mut client, "c2", Some(offer()));
    if accepts_again {
        client.command(Command::Accept);
    }
    client.reports();
    client.effects();
    client.sip_of("c2", json!({ "event": "accepted" }), None);
    let reports = client.reports();
    assert!(matches!(reports.as_slice(), [CallReport::Ended(_), CallReport::Resumed, ..]), "{reports:?}");
    assert!(peers(&mut client).contains(&PeerEffect::Offer), "its own media");
}

fn hangup_of(client: &mut Client, call_id: &str) {
    client.sip_of(call_id, json!({ "event": "hangup", "code": 487, "reason": "because" }), None);
}
