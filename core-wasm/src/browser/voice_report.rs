//! Reads a report of the voice ports. Written by hand, because reports have few fields and a derived reader makes the
//! module 4 KB larger.

use crate::voice::{
    CaptureProblem, Description, DescriptionType, HttpOutcome, HttpProblem, IceState, Levels, LocalCandidate,
    MediaFailure, MediaFault, Quality, VoiceReport,
};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The fields of a JavaScript object.
struct Fields(JsValue);

impl Fields {
    fn value(&self, name: &str) -> Option<JsValue> {
        let value = Reflect::get(&self.0, &JsValue::from_str(name)).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.value(name)?.as_string()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.as_f64()
    }

    /// Number of a link or call, or an index.
    fn count(&self, name: &str) -> Option<u32> {
        let number = self.number(name)?;
        (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as u32)
    }

    fn flag(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    fn object(&self, name: &str) -> Option<Fields> {
        self.value(name).filter(JsValue::is_object).map(Fields)
    }
}

/// The report; `None` if it does not match its type.
pub fn report_of(value: JsValue) -> Option<VoiceReport> {
    let fields = Fields(value);
    let link = || fields.count("link");
    let call = || fields.count("call");
    Some(match fields.text("type")?.as_str() {
        "ready" => VoiceReport::Ready { web_rtc: fields.flag("webRtc")? },
        "opened" => VoiceReport::Opened { link: link()? },
        "closed" => VoiceReport::Closed { link: link()? },
        "text" => VoiceReport::Text { link: link()?, text: fields.text("text")? },
        "posted" => VoiceReport::Posted {
            link: link()?,
            transaction: fields.text("transaction")?,
            outcome: outcome_of(&fields.object("outcome")?)?,
        },
        "polled" => VoiceReport::Polled { link: link()?, outcome: outcome_of(&fields.object("outcome")?)? },
        "described" => {
            let description = fields.object("description")?;
            let kind = match description.text("type")?.as_str() {
                "offer" => DescriptionType::Offer,
                "answer" => DescriptionType::Answer,
                _ => return None,
            };
            VoiceReport::Described { call: call()?, description: Description { kind, sdp: description.text("sdp")? } }
        }
        "failed" => VoiceReport::Failed { call: call()?, failure: failure_of(&fields.object("failure")?)? },
        "candidate" => VoiceReport::Candidate {
            call: call()?,
            candidate: fields.object("candidate").map(|candidate| LocalCandidate {
                candidate: candidate.text("candidate").unwrap_or_default(),
                sdp_mid: candidate.text("sdpMid"),
                sdp_m_line_index: candidate.count("sdpMLineIndex"),
            }),
        },
        "tonesRefused" => VoiceReport::TonesRefused { call: call()?, tones: fields.text("tones")? },
        "ice" => VoiceReport::Ice { call: call()?, state: ice_state_of(&fields.text("state")?)? },
        "microphoneReplaced" => VoiceReport::MicrophoneReplaced { call: call()?, label: fields.text("label")? },
        "microphoneLost" => {
            VoiceReport::MicrophoneLost { call: call()?, failure: failure_of(&fields.object("failure")?)? }
        }
        "playbackBlocked" => VoiceReport::PlaybackBlocked { call: call()? },
        "levels" => {
            let levels = fields.object("levels")?;
            let levels = Levels { microphone: levels.number("microphone")?, speaker: levels.number("speaker")? };
            VoiceReport::Levels { call: call()?, levels }
        }
        "quality" => {
            let sample = fields.object("sample")?;
            let sample = Quality {
                round_trip_ms: sample.number("roundTripMs"),
                jitter_ms: sample.number("jitterMs"),
                loss: sample.number("loss"),
                bitrate: sample.number("bitrate"),
                received_bytes: sample.number("receivedBytes")?,
                sound_energy: sample.number("soundEnergy")?,
            };
            VoiceReport::Quality { call: call()?, sample }
        }
        "noMicrophone" => VoiceReport::NoMicrophone,
        "microphoneFound" => VoiceReport::MicrophoneFound,
        "networkChanged" => VoiceReport::NetworkChanged,
        _ => return None,
    })
}

fn outcome_of(fields: &Fields) -> Option<HttpOutcome> {
    Some(match fields.text("type")?.as_str() {
        "answered" => HttpOutcome::Answered { body: fields.text("body")? },
        "refused" => HttpOutcome::Refused { status: u16::try_from(fields.count("status")?).ok()? },
        "failed" => HttpOutcome::Failed {
            reason: match fields.text("reason")?.as_str() {
                "network" => HttpProblem::Network,
                "timedOut" => HttpProblem::TimedOut,
                _ => return None,
            },
        },
        _ => return None,
    })
}

fn failure_of(fields: &Fields) -> Option<MediaFailure> {
    let fault = match fields.text("fault")?.as_str() {
        "noWebRtc" => MediaFault::NoWebRtc,
        "noDevice" => MediaFault::NoDevice,
        "noAudioDevice" => MediaFault::NoAudioDevice,
        "invalidJsep" => MediaFault::InvalidJsep,
        _ => return None,
    };
    let problem = match fields.text("problem").as_deref() {
        Some("missing") => Some(CaptureProblem::Missing),
        Some("refused") => Some(CaptureProblem::Refused),
        Some("inUse") => Some(CaptureProblem::InUse),
        Some(_) | None => None,
    };
    Some(MediaFailure { fault, problem })
}

fn ice_state_of(word: &str) -> Option<IceState> {
    Some(match word {
        "new" => IceState::New,
        "checking" => IceState::Checking,
        "connected" => IceState::Connected,
        "completed" => IceState::Completed,
        "disconnected" => IceState::Disconnected,
        "failed" => IceState::Failed,
        "closed" => IceState::Closed,
        _ => return None,
    })
}
