//! Candidates, renegotiation, lost links and reloads during calls.

use super::calls::{dialling, ended, incoming, peers, ringing, talking};
use crate::call::{CallEnd, CallReport, EndCause, EndedBy, HoldState, LegState, PeerEffect};
use crate::flow::{Command, Event, Input, PeerInput, Setup};
use crate::frame::{Candidate, RequestBody, SipRequest, Trickle};
use crate::ids::CallNumber;
use crate::testing::{Client, HANDLE, SESSION, answer, node, offer, setup};
use crate::{Fault, ResumedCall};
use rstest::rstest;
use serde_json::{Value, json};

fn candidate(line: &str) -> Trickle {
    Trickle::Candidate(Candidate { candidate: line.to_owned(), sdp_mid: None, sdp_m_line_index: None })
}

fn remote(client: &mut Client, candidate: &Value) {
    client.frame(json!({ "janus": "trickle", "session_id": SESSION, "sender": HANDLE, "candidate": candidate }));
}

#[rstest]
#[case::janus_is_still_cleaning_up(471)]
#[case::ice_of_the_last_call_still_exists(490)]
fn an_offer_that_janus_refuses_while_it_ends_the_last_call_is_sent_again_with_its_candidates(#[case] code: u16) {
    let mut client = Client::registered();
    client.sent();
    client.command(Command::Dial("2002".to_owned()));
    client.peer(PeerInput::Candidate(candidate("a")));
    client.peer(PeerInput::Described(offer()));
    client.peer(PeerInput::Candidate(candidate("b")));
    client.sent();
    client.error(code);
    client.advance(249);
    assert_eq!(client.sent(), Vec::<String>::new());
    client.advance(1);
    assert_eq!(client.sent(), ["message call"]);
    client.ack();
    assert_eq!(client.last().body, RequestBody::Trickle(vec![candidate("a"), candidate("b")]));
    client.peer(PeerInput::Candidate(Trickle::Completed));
    assert_eq!(client.last().body, RequestBody::Trickle(vec![Trickle::Completed]));
}

#[test]
fn a_repeated_acceptance_gets_the_full_time_for_its_confirmation() {
    let mut client = ringing();
    client.command(Command::Accept);
    client.peer(PeerInput::Described(answer()));
    client.error(471);
    client.sent();
    client.advance(250);
    assert_eq!(client.sent(), ["message accept"]);
    client.quiet(9_500);
    assert_eq!(client.sent(), Vec::<String>::new());
    client.quiet(500);
    assert_eq!(client.sent(), ["message hangup"]);
}

#[test]
fn an_offer_that_janus_refuses_for_two_seconds_fails_the_call() {
    let mut client = Client::registered();
    client.command(Command::Dial("2002".to_owned()));
    client.peer(PeerInput::Described(offer()));
    for _ in 0..8 {
        client.error(471);
        client.advance(250);
    }
    client.sent();
    client.error(471);
    assert_eq!(client.sent(), ["message hangup"]);
}

#[test]
fn remote_candidates_wait_for_the_remote_description() {
    let mut client = Client::registered();
    remote(&mut client, &json!({ "candidate": "r" }));
    incoming(&mut client, "c1", Some(offer()));
    assert_eq!(peers(&mut client), []);
    client.command(Command::Accept);
    assert_eq!(peers(&mut client), [PeerEffect::Answer(offer().sdp), PeerEffect::AddCandidate(candidate("r"))]);
    remote(&mut client, &json!({ "completed": true }));
    assert_eq!(peers(&mut client), [PeerEffect::AddCandidate(Trickle::Completed)]);
}

#[rstest]
#[case::the_answer_of_janus("accepted")]
#[case::the_answer_of_the_embedded_gateway("updated")]
fn after_a_network_change_new_candidates_are_negotiated(#[case] event: &str) {
    let mut client = talking();
    client.command(Command::RestartIce);
    assert_eq!(peers(&mut client), [PeerEffect::RestartIce]);
    remote(&mut client, &json!({ "candidate": "r" }));
    assert_eq!(peers(&mut client), []);
    client.peer(PeerInput::Described(offer()));
    assert_eq!(client.sent(), ["message update"]);
    client.peer(PeerInput::Candidate(candidate("l")));
    assert_eq!(client.sent(), Vec::<String>::new());
    client.ack();
    assert_eq!(client.last().body, RequestBody::Trickle(vec![candidate("l")]));
    client.news(json!({ "event": "updating" }), None);
    client.news(json!({ "event": event }), Some(answer()));
    assert_eq!(peers(&mut client), [PeerEffect::Complete(answer().sdp), PeerEffect::AddCandidate(candidate("r"))]);
    assert_eq!(client.reports(), [CallReport::Renegotiated]);
}

#[test]
fn an_offer_of_the_other_side_is_answered() {
    let mut client = talking();
    client.news(json!({ "event": "updatingcall" }), Some(offer()));
    assert_eq!(peers(&mut client), [PeerEffect::Answer(offer().sdp)]);
    client.peer(PeerInput::Described(answer()));
    let expected = RequestBody::Message { body: SipRequest::Update, jsep: Some(answer()) };
    assert_eq!(client.last().body, expected);
    client.sip(json!({ "event": "updated" }), None);
    assert_eq!(client.reports(), [CallReport::Renegotiated]);
}

#[test]
fn a_call_continues_after_a_failed_renegotiation() {
    let mut client = talking();
    client.command(Command::RestartIce);
    client.quiet(10_000);
    assert_eq!(client.events(), [Event::Fault(Fault::TimedOut)]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

/// The hang-up was written to a socket that was broken already. The server reports whether it has the call when new
/// media are negotiated.
#[rstest]
#[case::the_server_has_no_call(447, [ended(EndedBy::Failure, EndCause::Lost, None)].to_vec(), LegState::Idle)]
#[case::media_are_refused(488, Vec::new(), LegState::InCall(HoldState::Active))]
fn a_call_whose_end_was_lost_with_the_socket_ends_after_the_claim(
    #[case] code: u16,
    #[case] reports: Vec<CallReport>,
    #[case] state: LegState,
) {
    let mut client = talking();
    client.closed();
    client.command(Command::Reconnect);
    client.opened();
    client.effects();
    client.reply(json!({ "janus": "success" }));
    client.peer(PeerInput::Described(offer()));
    client.plugin(json!({ "sip": "event", "error_code": code, "error": "refused" }), None);
    assert_eq!(client.reports(), reports);
    assert_eq!(client.signalling.call(), state);
}

#[test]
fn an_ice_restart_requested_during_another_one_follows_also_if_the_first_one_fails() {
    let mut client = talking();
    client.command(Command::RestartIce);
    client.peer(PeerInput::Described(offer()));
    client.command(Command::RestartIce);
    client.effects();
    client.quiet(10_000);
    assert_eq!(peers(&mut client), [PeerEffect::RestartIce]);
}

#[test]
fn a_call_continues_while_the_socket_is_lost_and_restarts_its_media_after_the_claim() {
    let mut client = talking();
    client.closed();
    assert_eq!(client.reports(), []);
    client.command(Command::Reconnect);
    client.opened();
    client.effects();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(peers(&mut client), [PeerEffect::RestartIce]);
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
    client.news(json!({ "event": "hangup", "code": 200 }), None);
    assert_eq!(client.reports(), [ended(EndedBy::Remote, EndCause::Normal, Some(200))]);
}

#[test]
fn a_hang_up_while_the_socket_is_lost_reaches_the_server_after_the_claim() {
    let mut client = talking();
    client.closed();
    client.command(Command::HangUp);
    assert_eq!(client.reports(), [ended(EndedBy::Agent, EndCause::Normal, None)]);
    client.command(Command::Reconnect);
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.sent(), ["claim", "message hangup"]);
}

#[rstest]
#[case::the_link_is_lost_before_the_request_is_sent(true, false)]
#[case::the_link_is_lost_before_the_request_is_received(false, false)]
#[case::the_link_is_lost_after_the_request_was_received(false, true)]
fn a_call_that_is_declined_while_the_socket_is_lost_is_declined_on_the_server_exactly_once(
    #[case] before: bool,
    #[case] received: bool,
) {
    let mut client = ringing();
    if !before {
        client.command(Command::Decline);
        if received {
            client.ack();
        }
    }
    client.closed();
    if before {
        client.command(Command::Decline);
    }
    let owed = client.signalling.resume().map(|resume| resume.call);
    assert_eq!(owed, Some(if received { ResumedCall::Unfinished } else { ResumedCall::Ringing }));
    client.sent();
    client.command(Command::Reconnect);
    client.opened();
    client.reply(json!({ "janus": "success" }));
    let expected = if received { vec!["claim"] } else { vec!["claim", "message decline"] };
    assert_eq!(client.sent(), expected);
}

#[test]
fn a_call_that_the_server_received_survives_the_loss_of_the_socket() {
    let mut client = dialling();
    client.closed();
    client.command(Command::Reconnect);
    client.opened();
    client.reply(json!({ "janus": "success" }));
    client.news(json!({ "event": "accepted" }), Some(answer()));
    assert_eq!(client.signalling.call(), LegState::InCall(HoldState::Active));
}

#[rstest]
#[case::a_ringing_call(ringing(), ResumedCall::Ringing, "message decline")]
#[case::a_call_that_the_agent_was_dialling(dialling(), ResumedCall::Unfinished, "message hangup")]
fn after_a_reload_a_call_that_was_not_answered_is_ended_by_its_request(
    #[case] before: Client,
    #[case] call: ResumedCall,
    #[case] request: &str,
) {
    let resume = before.signalling.resume();
    assert_eq!(resume.as_ref().map(|resume| resume.call), Some(call));
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.sent(), ["claim", request]);
    let expected = match call {
        ResumedCall::Ringing => SipRequest::Decline { code: 480 },
        ResumedCall::None | ResumedCall::Established | ResumedCall::Held | ResumedCall::Unfinished => {
            SipRequest::Hangup
        }
    };
    assert_eq!(client.last().body, RequestBody::Message { body: expected, jsep: None });
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[test]
fn a_late_refusal_of_the_last_call_does_not_end_the_next_one() {
    let mut client = talking();
    client.command(Command::HangUp);
    let hang_up = client.last().transaction.clone();
    client.news(json!({ "event": "hangup", "code": 200 }), None);
    client.command(Command::Dial("2003".to_owned()));
    client.peer(PeerInput::Described(offer()));
    client.command(Command::HangUp);
    client.events();
    client.frame(json!({ "janus": "error", "transaction": hang_up, "error": { "code": 471 } }));
    assert_eq!(client.reports(), []);
}

#[test]
fn a_call_whose_offer_was_lost_with_the_socket_ends() {
    let mut client = Client::registered();
    client.command(Command::Dial("2002".to_owned()));
    client.peer(PeerInput::Described(offer()));
    client.events();
    client.closed();
    let end = CallEnd::by_failure(Fault::LostConnection);
    assert_eq!(client.reports(), [CallReport::Ended(end)]);
}

#[test]
fn a_call_ends_with_its_session() {
    let mut client = talking();
    client.frame(json!({ "janus": "timeout", "session_id": SESSION }));
    assert_eq!(client.reports(), [CallReport::Ended(CallEnd::lost())]);
}

#[test]
fn after_a_reload_the_call_continues_with_new_media() {
    let resume = talking().signalling.resume().expect("a session");
    assert_eq!(resume.call, ResumedCall::Established);
    let mut client = Client::connecting(Setup { resume: Some(resume), ..setup(vec![node("wss://one")]) });
    assert_eq!(client.signalling.resume().map(|resume| resume.call), Some(ResumedCall::Established));
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.reports(), [CallReport::Resumed]);
    assert_eq!(peers(&mut client), [PeerEffect::Offer]);
    client.peer(PeerInput::Described(offer()));
    assert_eq!(client.sent(), ["claim", "message update"]);
}

/// A client that claims the session of a page whose record knows no call.
fn client_that_claims_without_a_call() -> Client {
    let resume = Client::registered().signalling.resume();
    assert_eq!(resume.as_ref().map(|resume| resume.call), Some(ResumedCall::None));
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    client.opened();
    client.reply(json!({ "janus": "success" }));
    client
}

#[test]
fn after_a_reload_an_answered_call_that_was_dialled_after_the_last_record_continues_with_new_media() {
    let mut client = client_that_claims_without_a_call();
    client.reports();
    peers(&mut client);
    client.sent();
    client.plugin(json!({ "sip": "event", "call_id": "9", "result": { "event": "ringing" } }), None);
    assert_eq!(client.signalling.call(), LegState::Idle);
    client.plugin(json!({ "sip": "event", "call_id": "9", "result": { "event": "accepted" } }), None);
    assert_eq!(client.reports(), [CallReport::Resumed]);
    assert_eq!(peers(&mut client), [PeerEffect::Offer]);
    client.peer(PeerInput::Described(offer()));
    assert_eq!(client.sent(), ["message update"]);
    client.plugin(json!({ "sip": "event", "call_id": "9", "result": { "event": "hangup", "code": 200 } }), None);
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[test]
fn after_a_reload_an_answered_call_whose_end_was_requested_does_not_continue() {
    let resume = dialling().signalling.resume();
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.sent(), ["claim", "message hangup"]);
    client.plugin(json!({ "sip": "event", "call_id": "9", "result": { "event": "accepted" } }), None);
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[rstest]
#[case::the_call_is_on_hold(true)]
#[case::hold_was_requested(false)]
fn after_a_reload_a_call_on_hold_is_still_on_hold(#[case] confirmed: bool) {
    let mut before = talking();
    before.command(Command::Hold);
    if confirmed {
        before.news(json!({ "event": "holding" }), None);
    }
    let resume = before.signalling.resume();
    assert_eq!(resume.as_ref().map(|resume| resume.call), Some(ResumedCall::Held));
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    assert_eq!(client.signalling.resume().map(|resume| resume.call), Some(ResumedCall::Held));
    client.opened();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.reports(), [CallReport::Resumed, CallReport::Held]);
    client.peer(PeerInput::Described(offer()));
    client.command(Command::Unhold);
    assert_eq!(client.sent(), ["claim", "message update", "message unhold"]);
}

#[test]
fn after_a_reload_a_call_without_media_is_hung_up() {
    let resume = talking().signalling.resume();
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    client.opened();
    client.reply(json!({ "janus": "success" }));
    client.sent();
    client.peer(PeerInput::Failed(Fault::NoAudioDevice));
    assert_eq!(client.sent(), ["message hangup", "hangup"]);
}

#[test]
fn after_a_reload_a_call_that_ended_meanwhile_is_reported_as_ended_when_the_server_closed_its_connection() {
    let resume = talking().signalling.resume();
    let mut client = Client::connecting(Setup { resume, ..setup(vec![node("wss://one")]) });
    client.opened();
    client.reply(json!({ "janus": "success" }));
    client.peer(PeerInput::Described(offer()));
    client.sent();
    client.reports();
    // The plugin has no call, and Janus keeps the peer connection that was offered to it: the next call would get it.
    client.plugin(json!({ "sip": "event", "error_code": 447, "error": "Wrong state (not in a call?)" }), None);
    assert_eq!(client.sent(), ["message hangup", "hangup"]);
    assert_eq!(client.reports(), []);
    client.reply(json!({ "janus": "success" }));
    assert!(matches!(client.reports()[..], [CallReport::Ended(_)]));
    assert_eq!(client.signalling.call(), LegState::Idle);
}

#[test]
fn reports_of_an_earlier_call_or_of_no_call_are_ignored() {
    let mut client = talking();
    hangup_of_last_call(&mut client);
    client.sent();
    client.events();
    client.effects();
    client.command(Command::Dial("2003".to_owned()));
    client.input(Input::Peer(CallNumber(1), PeerInput::Described(offer())));
    assert_eq!(client.sent(), Vec::<String>::new());
    client.input(Input::Peer(CallNumber(2), PeerInput::Described(offer())));
    assert_eq!(client.sent(), ["message call"]);
}

#[test]
fn media_are_reported_during_a_call_only() {
    let frames = |client: &mut Client| {
        for frame in [
            json!({ "janus": "webrtcup" }),
            json!({ "janus": "media", "type": "audio", "receiving": true }),
            json!({ "janus": "media", "type": "video", "receiving": false }),
            json!({ "janus": "slowlink", "uplink": true, "lost": 3 }),
        ] {
            client.frame(frame);
        }
        client.news(json!({ "event": "info", "type": "t", "content": "c" }), None);
    };
    let mut client = talking();
    frames(&mut client);
    assert_eq!(
        client.reports(),
        [
            CallReport::MediaUp,
            CallReport::AudioReceived(true),
            CallReport::SlowLink { uplink: true, lost: 3 },
            CallReport::Info { kind: "t".to_owned(), content: "c".to_owned() },
        ]
    );
    hangup_of_last_call(&mut client);
    client.events();
    frames(&mut client);
    assert_eq!(client.events(), []);
}

#[test]
fn a_disconnect_ends_the_call_before_the_session() {
    let mut client = talking();
    client.command(Command::Disconnect);
    assert_eq!(client.reports(), [CallReport::Ended(CallEnd::by_agent(EndCause::Canceled))]);
    assert_eq!(client.sent(), ["destroy"]);
}

#[test]
fn a_call_that_arrives_while_the_session_is_being_ended_ends_with_the_session() {
    let mut client = Client::registered();
    client.sent();
    client.command(Command::Disconnect);
    client.events();
    client.news(json!({ "event": "incomingcall", "username": "sip:2001@p" }), Some(offer()));
    let reports = client.reports();
    assert!(matches!(reports.as_slice(), [CallReport::Incoming { .. }]), "{reports:?}");
    assert_eq!(client.sent(), ["destroy"]);
    client.reply(json!({ "janus": "success" }));
    let ends = client.events();
    let is_ended = matches!(ends.as_slice(), [Event::Call(_, CallReport::Ended(_)), .., Event::Disconnected]);
    assert!(is_ended, "{ends:?}");
}

fn hangup_of_last_call(client: &mut Client) {
    client.news(json!({ "event": "hangup", "code": 200 }), None);
}
