//! Requests in their written form, and frames that are read. The examples are from the Janus documentation and from a
//! capture of Janus 1.1.2 with its SIP plugin.

use super::*;
use crate::ids::{HandleId, SessionId, Transaction};
use rstest::rstest;
use serde_json::json;
use wire::Secret;

fn request(body: RequestBody, session: Option<u64>, handle: Option<u64>) -> Request {
    Request {
        transaction: Transaction("abcdefghijkl".to_owned()),
        session: session.map(SessionId),
        handle: handle.map(HandleId),
        credentials: Credentials {
            token: Some(Secret::new("a-token".to_owned())),
            api_secret: Some(Secret::new("an-apisecret".to_owned())),
        },
        body,
    }
}

fn written(request: &Request) -> Value {
    serde_json::from_str(request.to_text().expose()).unwrap()
}

#[rstest]
#[case::rtc_024_create(RequestBody::Create, None, None, json!({ "janus": "create" }), "")]
#[case::rtc_024_attach(
    RequestBody::Attach { plugin: SIP_PLUGIN.to_owned() }, Some(7), None,
    json!({ "janus": "attach", "session_id": 7, "plugin": "janus.plugin.sip" }), "/7"
)]
#[case::rtc_024_destroy(RequestBody::Destroy, Some(7), None, json!({ "janus": "destroy", "session_id": 7 }), "/7")]
#[case::rtc_024_info(RequestBody::Info, None, None, json!({ "janus": "info" }), "")]
#[case::rtc_024_hangup(
    RequestBody::HangUp, Some(7), Some(8), json!({ "janus": "hangup", "session_id": 7, "handle_id": 8 }), "/7/8"
)]
#[case::claim(RequestBody::Claim, Some(7), None, json!({ "janus": "claim", "session_id": 7 }), "/7")]
#[case::keep_alive(RequestBody::KeepAlive, Some(7), None, json!({ "janus": "keepalive", "session_id": 7 }), "/7")]
#[case::one_candidate(
    RequestBody::Trickle(vec![Trickle::Completed]), Some(7), Some(8),
    json!({ "janus": "trickle", "session_id": 7, "handle_id": 8, "candidate": { "completed": true } }), "/7/8"
)]
#[case::several_candidates(
    RequestBody::Trickle(vec![candidate("a"), Trickle::Completed]), Some(7), Some(8),
    json!({ "janus": "trickle", "session_id": 7, "handle_id": 8,
            "candidates": [{ "candidate": "a", "sdpMid": "0", "sdpMLineIndex": 0 }, { "completed": true }] }), "/7/8"
)]
fn every_request_contains_transaction_token_and_apisecret(
    #[case] body: RequestBody,
    #[case] session: Option<u64>,
    #[case] handle: Option<u64>,
    #[case] fields: Value,
    #[case] path: &str,
) {
    let request = request(body, session, handle);
    let mut expected = json!({ "transaction": "abcdefghijkl", "token": "a-token", "apisecret": "an-apisecret" });
    expected.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    assert_eq!(written(&request), expected);
    assert_eq!(request.path(), path);
}

fn candidate(line: &str) -> Trickle {
    Trickle::Candidate(Candidate {
        candidate: line.to_owned(),
        sdp_mid: Some("0".to_owned()),
        sdp_m_line_index: Some(0),
    })
}

#[rstest]
#[case(SipRequest::Call { uri: "sip:1@p".to_owned(), autoaccept_reinvites: false },
    json!({ "request": "call", "uri": "sip:1@p", "autoaccept_reinvites": false }))]
#[case(SipRequest::Accept { autoaccept_reinvites: false }, json!({ "request": "accept", "autoaccept_reinvites": false }))]
#[case(SipRequest::Decline { code: 486 }, json!({ "request": "decline", "code": 486 }))]
#[case(SipRequest::Hangup, json!({ "request": "hangup" }))]
#[case(SipRequest::Hold, json!({ "request": "hold" }))]
#[case(SipRequest::Unhold, json!({ "request": "unhold" }))]
#[case(SipRequest::Update, json!({ "request": "update" }))]
#[case(SipRequest::DtmfInfo { digit: "#".to_owned(), duration: 500 },
    json!({ "request": "dtmf_info", "digit": "#", "duration": 500 }))]
fn requests_of_the_sip_plugin_are_written_with_their_fields(#[case] body: SipRequest, #[case] expected: Value) {
    let jsep = Some(Jsep { kind: JsepKind::Offer, sdp: "v=0".to_owned() });
    let frame = written(&request(RequestBody::Message { body, jsep }, Some(7), Some(8)));
    assert_eq!(frame["body"], expected);
    assert_eq!(frame["jsep"], json!({ "type": "offer", "sdp": "v=0" }));
}

#[test]
fn debug_output_shows_no_secret_and_the_frame_has_it() {
    let body = SipRequest::Register {
        username: "sip:1001@p".to_owned(),
        display_name: "agent-7-1001".to_owned(),
        proxy: "sip:p:5060".to_owned(),
        secret: Secret::new("pass-word".to_owned()),
        incoming_header_prefixes: Vec::new(),
    };
    let request = request(RequestBody::Message { body, jsep: None }, Some(7), Some(8));
    assert_eq!(written(&request)["body"]["secret"], "pass-word");
    for text in [format!("{request:?}"), format!("{:?}", request.to_text())] {
        for secret in ["pass-word", "a-token", "an-apisecret"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}

fn read(value: Value) -> ServerFrame {
    read_frames(&value.to_string()).unwrap().remove(0)
}

#[rstest]
#[case(json!({ "janus": "ack" }), FrameBody::Ack)]
#[case(json!({ "janus": "success", "data": { "id": 4_503_599_627_370_495_u64 } }),
    FrameBody::Success { id: Some(4_503_599_627_370_495) })]
#[case(json!({ "janus": "success" }), FrameBody::Success { id: None })]
#[case(json!({ "janus": "error", "error": { "code": 458, "reason": "No such session" } }),
    FrameBody::Error { code: 458, reason: "No such session".to_owned() })]
#[case(json!({ "janus": "error" }), FrameBody::Error { code: 0, reason: String::new() })]
#[case(json!({ "janus": "webrtcup" }), FrameBody::WebRtcUp)]
#[case(json!({ "janus": "media", "type": "audio", "receiving": true, "mid": "0" }),
    FrameBody::Media { kind: "audio".to_owned(), receiving: true })]
#[case(json!({ "janus": "slowlink", "uplink": true, "lost": 12 }), FrameBody::SlowLink { uplink: true, lost: 12 })]
#[case(json!({ "janus": "hangup", "reason": "Close PC" }), FrameBody::HangUp { reason: "Close PC".to_owned() })]
#[case(json!({ "janus": "detached" }), FrameBody::Detached)]
#[case(json!({ "janus": "timeout" }), FrameBody::Timeout)]
#[case(json!({ "janus": "keepalive" }), FrameBody::KeepAlive)]
#[case(json!({ "janus": "server_info", "name": "Janus" }), FrameBody::ServerInfo)]
#[case(json!({ "janus": "trickle", "candidate": { "completed": true } }), FrameBody::Trickle(Trickle::Completed))]
#[case(json!({ "janus": "trickle", "candidate": { "candidate": "c", "sdpMid": "0", "sdpMLineIndex": 0 } }),
    FrameBody::Trickle(candidate("c")))]
#[case(json!({ "janus": "trickle", "candidate": 3 }), FrameBody::Unknown("trickle".to_owned()))]
#[case(json!({ "janus": "teleport" }), FrameBody::Unknown("teleport".to_owned()))]
#[case(json!({ "janus": 3 }), FrameBody::Unknown(String::new()))]
#[case(json!("text"), FrameBody::Unknown(String::new()))]
fn frames_are_read_by_their_type(#[case] value: Value, #[case] expected: FrameBody) {
    assert_eq!(read(value).body, expected);
}

#[test]
fn a_frame_names_its_transaction_session_and_sender() {
    let frame = read(json!({ "janus": "ack", "transaction": "t", "session_id": 7, "sender": 8, "new": [] }));
    assert_eq!(frame.transaction, Some(Transaction("t".to_owned())));
    assert_eq!((frame.session, frame.sender), (Some(SessionId(7)), Some(HandleId(8))));
    let tolerant = read(json!({ "janus": "ack", "transaction": 5, "session_id": "7", "sender": null }));
    assert_eq!((tolerant.transaction, tolerant.session, tolerant.sender), (None, None, None));
}

#[test]
fn the_answer_to_a_long_poll_can_contain_several_frames() {
    let frames = read_frames(r#"[{ "janus": "keepalive" }, { "janus": "webrtcup" }]"#).unwrap();
    assert_eq!(
        frames.into_iter().map(|frame| frame.body).collect::<Vec<_>>(),
        [FrameBody::KeepAlive, FrameBody::WebRtcUp]
    );
}

fn sip(data: Value) -> SipEvent {
    let frame = read(json!({ "janus": "event", "plugindata": { "plugin": SIP_PLUGIN, "data": data } }));
    match frame.body {
        FrameBody::Event { event, .. } => *event,
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case(json!({ "event": "registering" }), SipEventBody::Registering)]
#[case(json!({ "event": "registered", "username": "2001", "register_sent": true }),
    SipEventBody::Registered { username: "2001".to_owned() })]
#[case(json!({ "event": "registration_failed", "code": 904, "reason": "Operation has no matching challenge " }),
    SipEventBody::RegistrationFailed { code: 904, reason: "Operation has no matching challenge ".to_owned() })]
#[case(json!({ "event": "unregistering" }), SipEventBody::Unregistering)]
#[case(json!({ "event": "unregistered" }), SipEventBody::Unregistered)]
#[case(json!({ "event": "calling" }), SipEventBody::Calling)]
#[case(json!({ "event": "ringing" }), SipEventBody::Ringing)]
#[case(json!({ "event": "proceeding", "code": 180 }), SipEventBody::Ringing)]
#[case(json!({ "event": "proceeding", "code": 183 }), SipEventBody::Proceeding)]
#[case(json!({ "event": "progress" }), SipEventBody::Progress)]
#[case(json!({ "event": "accepting" }), SipEventBody::Accepting)]
#[case(json!({ "event": "accepted" }), SipEventBody::Accepted)]
#[case(json!({ "event": "updatingcall" }), SipEventBody::UpdatingCall)]
#[case(json!({ "event": "updating" }), SipEventBody::Updating)]
#[case(json!({ "event": "updated" }), SipEventBody::Updated)]
#[case(json!({ "event": "declining" }), SipEventBody::Declining)]
#[case(json!({ "event": "hangingup" }), SipEventBody::HangingUp)]
#[case(json!({ "event": "holding" }), SipEventBody::Holding)]
#[case(json!({ "event": "resuming" }), SipEventBody::Resuming)]
#[case(json!({ "event": "dtmfsent" }), SipEventBody::DtmfSent)]
#[case(json!({ "event": "infosent" }), SipEventBody::InfoSent)]
#[case(json!({ "event": "info", "type": "application/dtmf-relay", "content": "Signal=5" }),
    SipEventBody::Info { kind: "application/dtmf-relay".to_owned(), content: "Signal=5".to_owned() })]
#[case(json!({ "event": "missed_call", "caller": "sip:1@p", "displayname": "\"Ana\"" }),
    SipEventBody::MissedCall { caller: "sip:1@p".to_owned(), display_name: "Ana".to_owned() })]
#[case(json!({ "event": "hangup", "code": 486, "reason": "Busy Here" }),
    SipEventBody::Hangup(SipHangup { code: Some(486), reason: "Busy Here".to_owned(), q850: None }))]
#[case(json!({ "event": "hangup", "code": "200", "reason": "to BYE", "reason_header_protocol": "Q.850", "reason_header_cause": "17" }),
    SipEventBody::Hangup(SipHangup { code: Some(200), reason: "to BYE".to_owned(), q850: Some(17) }))]
#[case(json!({ "event": "hangup", "reason_header_protocol": "SIP", "reason_header_cause": "200" }),
    SipEventBody::Hangup(SipHangup { code: None, reason: String::new(), q850: None }))]
#[case(json!({ "event": "transfer" }), SipEventBody::Unknown("transfer".to_owned()))]
#[case(json!({}), SipEventBody::Unknown(String::new()))]
fn events_of_the_sip_plugin_are_read_with_their_fields(#[case] result: Value, #[case] expected: SipEventBody) {
    assert_eq!(sip(json!({ "sip": "event", "result": result })).body, expected);
}

#[test]
fn the_event_of_an_incoming_call_contains_the_caller_and_headers_of_the_contact_centre() {
    let event = sip(json!({
        "sip": "event",
        "call_id": "c1",
        "result": {
            "event": "incomingcall", "username": "sip:2001@127.0.0.1:5060", "displayname": "\"Ana\"",
            "headers": { "X-Protocol": "p-1", "X-Number": 5 },
        },
    }));
    assert_eq!(event.call_id.as_deref(), Some("c1"));
    assert_eq!(
        event.body,
        SipEventBody::IncomingCall {
            caller: "sip:2001@127.0.0.1:5060".to_owned(),
            display_name: "Ana".to_owned(),
            headers: [("X-Protocol".to_owned(), "p-1".to_owned())].into(),
        }
    );
}

#[test]
fn the_call_id_may_be_in_the_result_and_an_error_has_a_code() {
    assert_eq!(sip(json!({ "result": { "event": "calling", "call_id": "c2" } })).call_id.as_deref(), Some("c2"));
    let error = sip(json!({ "sip": "event", "error_code": 447, "error": "Wrong state" }));
    assert_eq!(error.body, SipEventBody::Error { code: 447, reason: "Wrong state".to_owned() });
}

#[rstest]
#[case(json!({ "type": "answer", "sdp": "v=0" }), true)]
#[case(json!({ "type": "answer", "sdp": "" }), false)]
#[case(json!({ "type": "rollback", "sdp": "v=0" }), false)]
#[case(json!("v=0"), false)]
fn an_unusable_description_counts_as_missing(#[case] jsep: Value, #[case] usable: bool) {
    let frame = read(json!({ "janus": "event", "jsep": jsep }));
    let FrameBody::Event { jsep, .. } = frame.body else { panic!("an event") };
    assert_eq!(jsep.is_some(), usable);
}
