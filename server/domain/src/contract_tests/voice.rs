//! Scenarios of calls for the examples in docs/contract/voice.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{CARLA, ELISA, FABIO, SALES, TestCentre, voice_body};
use crate::{CallEnd, CallNews, PartyNews, WebChatRequest};
use serde_json::{Value, json};
use wire::events::voice::Event;
use wire::{
    AckCallVolumeRequest, ActiveVoiceJobRequest, AreaEvent, AutoReconnectRequest, CallMode, CallPartyRole, CallType,
    CampaignDefaultRequest, ConferenceRequest, PreferentialCallRequest, RoomActionRequest, ScriptAnswerRequest,
    VoiceCallReportRequest, VoiceCallRequest, VoiceRoomRequest, VoiceTransferRequest, from_tolerant,
};

pub(super) const FOLDER: &str = "voice";

/// Whether the request belongs to voice; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "ActiveVoiceJobRequest" => read::<ActiveVoiceJobRequest>(body),
        "VoiceCallReportRequest" => read::<VoiceCallReportRequest>(body),
        "VoiceCallRequest" => read::<VoiceCallRequest>(body),
        "VoiceTransferRequest" => read::<VoiceTransferRequest>(body),
        "VoiceRoomRequest" => read::<VoiceRoomRequest>(body),
        "ConferenceRequest" => read::<ConferenceRequest>(body),
        "RoomActionRequest" => read::<RoomActionRequest>(body),
        "ScriptAnswerRequest" => read::<ScriptAnswerRequest>(body),
        "PreferentialCallRequest" => read::<PreferentialCallRequest>(body),
        "CampaignDefaultRequest" => read::<CampaignDefaultRequest>(body),
        "AckCallVolumeRequest" => read::<AckCallVolumeRequest>(body),
        "AutoReconnectRequest" => read::<AutoReconnectRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.centre.config.voice.relay_servers =
        vec![crate::RelayServer { urls: vec!["stun:relay.example".to_owned()], ..crate::RelayServer::default() }];
    for (file, path) in [
        ("voice/webrtc.json", "/webrtc"),
        ("voice/campaign.json", "/campaigns/voice/6100"),
        ("voice/script.json", "/queues/voice/5000/script"),
        ("voice/script-fields.json", "/script/12/fields?script_id=12&contact_id=1"),
        ("dialer-campaigns.json", "/campaign-dialer?username=elisa.prado"),
    ] {
        day.answers.insert(file, test.get(&elisa, path).ok().body);
    }
    let lines = test.web_chat(WebChatRequest::Lines { unit: None }).to_http().body;
    day.answers.insert("outside-lines.json", serde_json::from_str(&lines).unwrap());
    let call = WebChatRequest::Call {
        proof: None,
        name: "Otto".to_owned(),
        phone: None,
        signature: None,
        queue: SALES.into(),
        unit: None,
    };
    let telephone = test.web_chat(call).to_http().body;
    day.answers.insert("outside-call-started.json", serde_json::from_str(&telephone).unwrap());
    test.centre.config.voice.desk_telephones = true;
    test.centre.config.voice.demo_site = Some(wire::Secret::new("site of the demo".to_owned()));
    let sign = WebChatRequest::SignNumber { phone: "+5511955550101".to_owned(), unit: None };
    let signed = test.web_chat(sign).to_http().body;
    day.answers.insert("outside-signed.json", serde_json::from_str(&signed).unwrap());
    test.news(CallNews::Registered { exten: "1001".to_owned() });
    let desks = test.web_chat(WebChatRequest::DeskTelephones { unit: None }).to_http().body;
    day.answers.insert("outside-desks.json", serde_json::from_str(&desks).unwrap());
    let mut nodes = test.get(&elisa, "/voice/get-nodes/301").ok().body;
    test.centre.config.voice.nodes = vec![crate::VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    let further = test.get(&elisa, "/voice/get-nodes/301").ok().body["data"][0].clone();
    nodes["data"].as_array_mut().unwrap().push(further);
    day.answers.insert("voice/nodes.json", nodes);
    test.call_arrives("c0", "5541955550104", SALES);
    test.news(CallNews::Ended { call: "c0".to_owned(), end: CallEnd::ByCaller });
    let dial = json!({ "agentId": ELISA, "channel": "voice", "phone": "+55 11 95555-0101", "campaignId": "6100" });
    let dialled = test.post(&elisa, "/job/voice/active-job", dial).ok().body;
    let report = json!({
        "agentId": ELISA, "channel": "voice", "protocol": dialled["protocol"], "uniqueId": dialled["uniqueId"],
        "state": "endedByCustomer", "sipCause": 486,
    });
    test.post(&elisa, "/voice/call-report", report).ok();
    let fabio = test.at_telephone(FABIO);
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    let redial = voice_body(&elisa, dialled["protocol"].as_str().unwrap());
    day.answers.insert("voice/redial-reply.json", test.post(&elisa, "/voice/redial", redial).ok().body);
    day.answers.insert("voice/active-job-reply.json", dialled);
    test.call_arrives("c1", "5511955550101", SALES);
    test.news(CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCaller });
    let carla = test.sign_in(CARLA);
    test.bare(&carla, "POST", "/campaign-dialer/6100/start").ok();
    for raw in test.take_frames(ELISA).into_iter().chain(test.take_frames(fabio.id.as_str())) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
    transfers(day);
    let arrived = &mut day.events.get_mut("NewVoiceJobEvent").unwrap()["job"];
    assert_eq!(CallType::of_word(arrived["callType"].as_str().unwrap()), Some(CallType::Manual));
}

/// Elisa consults Fábio and starts a conference, which ends; then she transfers the call.
fn transfers(day: &mut Day) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    let call = || "c1".to_owned();
    test.call_arrives("c1", "5511955550101", SALES);
    test.news(CallNews::Answered { call: call(), exten: "2001".to_owned() });
    let job = test.get(&elisa, "/agents/301/jobs/active").ok().body["data"]["voice"][0].clone();
    let body = |more: Value| {
        let mut body = voice_body(&elisa, job["protocol"].as_str().unwrap());
        body["uniqueId"] = json!("c1");
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let to_fabio = json!({ "destination": { "kind": "agent", "id": FABIO }, "observation": "Quer mudar de plano." });
    let party = |test: &mut TestCentre, party: u64, news: PartyNews| {
        test.news(CallNews::Party { call: "c1".to_owned(), party, news });
    };
    test.call_arrives("c2", "5521955550102", SALES);
    for (file, path) in
        [("voice/campaigns.json", "/agents/301/campaigns/voice"), ("voice/queues.json", "/queues/voice/org-unit/1")]
    {
        day.answers.insert(file, test.get(&elisa, path).ok().body);
    }
    test.news(CallNews::Ended { call: "c2".to_owned(), end: CallEnd::ByCaller });
    for path in [
        "/agents/voice/agents-available?agentId=301",
        "/queues/5000/voice/agents-available?agentId=301",
        "/campaigns/6100/voice/agents-available?agentId=301",
    ] {
        day.answers.insert("voice/destination-agents.json", test.get(&elisa, path).ok().body);
    }
    test.post(&elisa, "/job/voice/transfer-request", body(to_fabio.clone())).ok();
    test.news(CallNews::Mode { call: call(), mode: CallMode::Consulting });
    party(&mut test, 3, PartyNews::Ringing);
    party(&mut test, 3, PartyNews::Failed(486));
    test.post(&elisa, "/voice/room", body(json!({ "action": "cancelTransfer", "party": 0 }))).ok();
    test.news(CallNews::Mode { call: call(), mode: CallMode::Together });
    test.post(&elisa, "/voice/start-conference", body(json!({ "destination": to_fabio["destination"] }))).ok();
    party(&mut test, 4, PartyNews::Ringing);
    party(&mut test, 4, PartyNews::Answered);
    test.post(&elisa, "/voice/end-conference", body(json!({}))).ok();
    party(&mut test, 4, PartyNews::Left);
    test.post(&elisa, "/job/voice/transfer-request", body(to_fabio)).ok();
    test.news(CallNews::Mode { call: call(), mode: CallMode::Consulting });
    party(&mut test, 5, PartyNews::Ringing);
    let called = test.take_frames(FABIO).into_iter().rev().find(|frame| frame["event"] == "TransferRequestEvent");
    day.events.insert("TransferRequestEvent".to_owned(), called.unwrap());
    party(&mut test, 5, PartyNews::Answered);
    let path = format!("/job/{}/transfers", job["protocol"].as_str().unwrap());
    day.answers.insert("voice/transfers.json", test.get(&elisa, &path).ok().body);
    let update = test.take_frames(FABIO).into_iter().rev().find(|frame| frame["event"] == "CallUpdateEvent");
    day.events.insert("CallUpdateEvent".to_owned(), update.unwrap());
    test.post(&elisa, "/job/voice/transfer-accept", body(json!({}))).ok();
    party(&mut test, 5, PartyNews::Role(CallPartyRole::Agent));
    for raw in test.take_frames(ELISA).into_iter().chain(test.take_frames(fabio.id.as_str())) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}

/// The type of the wire crate can parse what the server publishes.
#[track_caller]
pub(super) fn is_read(raw: &Value) {
    let name = raw["event"].as_str().unwrap();
    if !Event::names().contains(&name) {
        return;
    }
    let event = Event::read(name, &raw.to_string()).unwrap().unwrap();
    assert_eq!(event.name(), name);
    let job: Result<wire::Job, _> = from_tolerant(&raw["job"].to_string());
    assert!(raw.get("job").is_none() || job.is_ok());
}
