//! Events of the SIP plugin (Janus documentation, "SIP plugin API").

use super::json::{code, text, texts};
use serde_json::Value;
use std::collections::BTreeMap;

/// An event of the SIP plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SipEvent {
    /// SIP Call-ID of the call, if there is one.
    pub call_id: Option<String>,
    /// The content of the event.
    pub body: SipEventBody,
}

/// The end of a call, as SIP reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SipHangup {
    /// SIP code; 200 for a regular end.
    pub code: Option<u16>,
    /// SIP phrase.
    pub reason: String,
    /// Q.850 cause of the Reason header.
    pub q850: Option<u16>,
}

/// The content of an event of the SIP plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SipEventBody {
    /// The registration was sent.
    Registering,
    /// The extension is registered.
    Registered {
        /// The user part of the SIP address.
        username: String,
    },
    /// The proxy refused the registration.
    RegistrationFailed {
        /// SIP code.
        code: u16,
        /// SIP phrase.
        reason: String,
    },
    /// The end of the registration was sent.
    Unregistering,
    /// The extension is no longer registered.
    Unregistered,
    /// The call was sent.
    Calling,
    /// The other telephone rings.
    Ringing,
    /// Another provisional answer.
    Proceeding,
    /// Media before the answer; the answer SDP is attached.
    Progress,
    /// A call arrives; the offer is attached.
    IncomingCall {
        /// SIP address of the caller.
        caller: String,
        /// Name of the caller, without quotes.
        display_name: String,
        /// SIP headers with the prefixes that the registration asked for.
        headers: BTreeMap<String, String>,
    },
    /// The acceptance was sent, and the call is not established yet.
    Accepting,
    /// The call is established, or the other side answered an update.
    Accepted,
    /// The other side offers new media; the offer is attached.
    UpdatingCall,
    /// Our offer of new media was sent.
    Updating,
    /// Our answer to an offer of new media was sent. The embedded gateway answers our own offer by it, Janus by `accepted`.
    Updated,
    /// The refusal of the call was sent.
    Declining,
    /// The hang-up was sent.
    HangingUp,
    /// The call ended.
    Hangup(SipHangup),
    /// A call that arrived during another one.
    MissedCall {
        /// SIP address of the caller.
        caller: String,
        /// Name of the caller, without quotes.
        display_name: String,
    },
    /// Hold was sent.
    Holding,
    /// The end of hold was sent.
    Resuming,
    /// A DTMF tone was sent by SIP INFO.
    DtmfSent,
    /// An INFO was sent.
    InfoSent,
    /// A SIP INFO arrived, for example a tone of the other party.
    Info {
        /// Content type.
        kind: String,
        /// Content.
        content: String,
    },
    /// The plugin refused the request.
    Error {
        /// Code of the plugin: 440 to 499.
        code: u16,
        /// Text for reports.
        reason: String,
    },
    /// An event of a newer plugin, by its name.
    Unknown(String),
}

impl SipEvent {
    /// Reads the plugin's data.
    pub(super) fn read(data: &Value) -> Self {
        let null = Value::Null;
        let result = data.get("result").unwrap_or(&null);
        let call_id = text(data, "call_id").or_else(|| text(result, "call_id"));
        let body = match code(data, "error_code") {
            Some(code) => SipEventBody::Error { code, reason: text(data, "error").unwrap_or_default() },
            None => read_result(result),
        };
        Self { call_id, body }
    }
}

/// Converts `"\"Ana\""` to `Ana`: the plugin keeps the quotes of SIP.
fn unquoted(name: Option<String>) -> String {
    name.unwrap_or_default().trim_matches('"').to_owned()
}

fn read_result(result: &Value) -> SipEventBody {
    use SipEventBody as Body;
    let field = |name: &str| text(result, name).unwrap_or_default();
    let name = field("event");
    match name.as_str() {
        "registering" => Body::Registering,
        "registered" => Body::Registered { username: field("username") },
        "registration_failed" => {
            Body::RegistrationFailed { code: code(result, "code").unwrap_or_default(), reason: field("reason") }
        }
        "unregistering" => Body::Unregistering,
        "unregistered" => Body::Unregistered,
        "calling" => Body::Calling,
        "ringing" => Body::Ringing,
        // Janus reports the same 180 as `ringing` and as `proceeding`.
        "proceeding" if code(result, "code") == Some(180) => Body::Ringing,
        "proceeding" => Body::Proceeding,
        "progress" => Body::Progress,
        "incomingcall" => Body::IncomingCall {
            caller: field("username"),
            display_name: unquoted(text(result, "displayname")),
            headers: texts(result, "headers"),
        },
        "accepting" => Body::Accepting,
        "accepted" => Body::Accepted,
        "updatingcall" => Body::UpdatingCall,
        "updating" => Body::Updating,
        "updated" => Body::Updated,
        "declining" => Body::Declining,
        "hangingup" => Body::HangingUp,
        "hangup" => Body::Hangup(SipHangup {
            code: code(result, "code"),
            reason: field("reason"),
            q850: (field("reason_header_protocol") == "Q.850").then(|| code(result, "reason_header_cause")).flatten(),
        }),
        "missed_call" => {
            Body::MissedCall { caller: field("caller"), display_name: unquoted(text(result, "displayname")) }
        }
        "holding" => Body::Holding,
        "resuming" => Body::Resuming,
        "dtmfsent" => Body::DtmfSent,
        "infosent" => Body::InfoSent,
        "info" => Body::Info { kind: field("type"), content: field("content") },
        _ => Body::Unknown(name),
    }
}
