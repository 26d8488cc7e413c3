//! The voice ports of the simulated page and a scripted voice server, which registers the extension; tests script the
//! calls.

use super::bench::Bench;
use crate::flow::{Effect, VoiceCommand};
use crate::input::Input;
use crate::voice::VoiceReport;
use serde_json::{Value, json};

const SESSION: u64 = 1001;
const HANDLE: u64 = 2002;

impl Bench {
    /// A report of the page about its voice ports, in the page's format.
    pub fn reports_voice(&mut self, report: Value) -> &mut Self {
        let report: VoiceReport = serde_json::from_value(report).expect("a report");
        self.input(Input::Voice(report))
    }

    /// The page loads its voice ports, and the voice server registers the extension.
    pub fn registers(&mut self) -> &mut Self {
        self.reports_voice(json!({ "type": "ready", "webRtc": true }));
        self.link_opens()
    }

    /// The socket opens, and the voice server answers what the page sends.
    pub fn link_opens(&mut self) -> &mut Self {
        let link = self.voice_link();
        self.reports_voice(json!({ "type": "opened", "link": link }));
        self.voice_server_answers()
    }

    /// Number of the last link that the core opened.
    pub fn voice_link(&self) -> u32 {
        let mut links = self.voice_commands().into_iter().filter_map(|command| match command {
            VoiceCommand::OpenSocket { link, .. } => Some(*link),
            _ => None,
        });
        links.next_back().expect("a link")
    }

    pub fn voice_commands(&self) -> Vec<&VoiceCommand> {
        self.effects
            .iter()
            .filter_map(|effect| if let Effect::Voice(command) = effect { Some(command) } else { None })
            .collect()
    }

    /// Frames that the page sent to the voice server.
    pub fn sent_frames(&self) -> Vec<Value> {
        let text = |command: &VoiceCommand| match command {
            VoiceCommand::Send { text, .. } => serde_json::from_str(text.expose()).ok(),
            _ => None,
        };
        self.voice_commands().into_iter().filter_map(text).collect()
    }

    /// Requests to the SIP plugin.
    pub fn sip_requests(&self) -> Vec<String> {
        let request = |frame: Value| frame["body"]["request"].as_str().map(str::to_owned);
        self.sent_frames().into_iter().filter_map(request).collect()
    }

    /// Answers every frame that has no answer yet, also the frames that an answer causes.
    pub fn voice_server_answers(&mut self) -> &mut Self {
        let mut answered = 0;
        while let Some(frame) = self.sent_frames().get(answered).cloned() {
            answered += 1;
            let reply = |kind: &str, data: Value| json!({ "janus": kind, "transaction": frame["transaction"], "session_id": SESSION, "data": data });
            match frame["janus"].as_str() {
                Some("create") => self.voice_frame(reply("success", json!({ "id": SESSION }))),
                Some("attach") => self.voice_frame(reply("success", json!({ "id": HANDLE }))),
                Some("claim" | "destroy") => self.voice_frame(reply("success", json!({}))),
                _ => self.voice_frame(reply("ack", json!({}))),
            };
            if frame["body"]["request"] == "register" {
                self.sip(json!({ "event": "registered" }), None);
            }
        }
        self
    }

    /// Answers the keep-alives.
    pub fn voice_server_is_alive(&mut self) -> &mut Self {
        let asked: Vec<Value> = self.sent_frames().into_iter().filter(|frame| frame["janus"] == "keepalive").collect();
        for frame in asked {
            self.voice_frame(json!({ "janus": "ack", "transaction": frame["transaction"], "session_id": SESSION }));
        }
        self
    }

    pub fn voice_frame(&mut self, frame: Value) -> &mut Self {
        let link = self.voice_link();
        self.reports_voice(json!({ "type": "text", "link": link, "text": frame.to_string() }))
    }

    /// An event of the SIP plugin.
    pub fn sip(&mut self, result: Value, offer: Option<&str>) -> &mut Self {
        let data = json!({ "sip": "event", "call_id": "c1", "result": result });
        let mut frame = json!({ "janus": "event", "session_id": SESSION, "sender": HANDLE,
            "plugindata": { "plugin": "janus.plugin.sip", "data": data } });
        if let Some(sdp) = offer {
            frame["jsep"] = json!({ "type": "offer", "sdp": sdp });
        }
        self.voice_frame(frame)
    }

    /// The media leg of a call arrives from `5511`.
    pub fn leg_arrives(&mut self) -> &mut Self {
        let call = json!({ "event": "incomingcall", "username": "sip:5511@proxy", "displayname": "\"Marina\"" });
        self.sip(call, Some("an offer"))
    }

    /// The browser describes its media, and the voice server establishes the call.
    pub fn leg_is_answered(&mut self) -> &mut Self {
        let call = self.peer_call();
        let description = json!({ "type": "answer", "sdp": "an answer" });
        self.reports_voice(json!({ "type": "described", "call": call, "description": description }));
        let accept = self.sent_frames().pop().expect("the answer");
        let ack = json!({ "janus": "ack", "session_id": SESSION, "transaction": accept["transaction"] });
        self.voice_frame(ack);
        self.sip(json!({ "event": "accepted", "username": "sip:5511@proxy" }), None)
    }

    pub fn leg_ends(&mut self) -> &mut Self {
        self.sip(json!({ "event": "hangup", "code": 200, "reason": "to BYE" }), None)
    }

    /// Number of the last call that a peer command named.
    pub fn peer_call(&self) -> u32 {
        let mut calls = self.voice_commands().into_iter().filter_map(|command| match command {
            VoiceCommand::Peer { call, .. } => Some(*call),
            _ => None,
        });
        calls.next_back().expect("a call")
    }
}
