//! Requests of the SIP plugin: how they are parsed, and which requests each state of a handle allows.

use std::time::Duration;

use serde_json::{Map, Value};

use super::error::SipError;
use super::request::Jsep;
use crate::media::is_key;

/// SIP code of a decline without a code.
const DEFAULT_DECLINE: u16 = 486;
/// Duration of a tone without a duration, in ms (as in Janus).
const DEFAULT_TONE_MS: u64 = 160;

/// State of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SipState {
    /// No extension belongs to the handle.
    Unregistered,
    /// The extension can call and be called.
    Registered,
    /// The handle calls and has no answer yet.
    Calling,
    /// The handle rings.
    Invited,
    /// The handle accepted; the media processes its answer.
    Accepting,
    /// The call is answered.
    InCall,
}

/// A request of the plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SipRequest {
    /// Registers an extension.
    Register {
        /// User part of the address.
        extension: String,
        /// Secret of the extension.
        secret: String,
        /// Name that other parties see.
        display_name: Option<String>,
    },
    /// Unregisters the extension.
    Unregister,
    /// Calls a number.
    Call {
        /// User part of the address.
        number: String,
        /// Session description.
        offer: String,
        /// Whether changes by the other side are accepted without asking the client.
        auto_accept_changes: bool,
    },
    /// Answers the ringing call.
    Accept {
        /// Session description.
        answer: String,
        /// Like in `Call`.
        auto_accept_changes: bool,
    },
    /// Declines the ringing call.
    Decline {
        /// SIP code.
        code: u16,
    },
    /// Ends or cancels the call.
    HangUp,
    /// Puts the other side on hold.
    Hold,
    /// Takes the other side back from hold.
    Unhold,
    /// Sends a key as SIP INFO.
    DtmfInfo {
        /// The key.
        digit: char,
        /// Duration of the tone.
        duration: Duration,
    },
    /// Sends a SIP INFO.
    Info {
        /// Content type.
        kind: String,
        /// Content.
        content: String,
    },
    /// Offers a change of the connection, or answers one.
    Update(Jsep),
}

/// The decision about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The request is executed.
    Execute,
    /// Nothing happens and no event is sent.
    Ignore,
    /// The request is refused with an error event.
    Refuse(SipError),
}

/// Parses a request of the plugin.
pub fn parse(body: &Map<String, Value>, jsep: Option<Jsep>) -> Result<SipRequest, SipError> {
    let text = |field: &str| body.get(field).and_then(Value::as_str).map(str::to_owned);
    let required = |field: &str| text(field).ok_or_else(|| SipError::missing(field));
    let auto_accept_changes = body.get("autoaccept_reinvites").and_then(Value::as_bool).unwrap_or(true);
    Ok(match required("request")?.as_str() {
        "register" => SipRequest::Register {
            extension: user_part(&required("username")?)?,
            secret: text("secret").unwrap_or_default(),
            display_name: text("display_name"),
        },
        "unregister" => SipRequest::Unregister,
        "call" => SipRequest::Call { number: user_part(&required("uri")?)?, offer: offer(jsep)?, auto_accept_changes },
        "accept" => SipRequest::Accept { answer: answer(jsep)?, auto_accept_changes },
        "decline" => SipRequest::Decline { code: decline_code(body)? },
        "hangup" => SipRequest::HangUp,
        "hold" => SipRequest::Hold,
        "unhold" => SipRequest::Unhold,
        "dtmf_info" => SipRequest::DtmfInfo {
            digit: single_key(&required("digit")?)?,
            duration: Duration::from_millis(body.get("duration").and_then(Value::as_u64).unwrap_or(DEFAULT_TONE_MS)),
        },
        "info" => SipRequest::Info { kind: required("type")?, content: required("content")? },
        "update" => SipRequest::Update(jsep.ok_or_else(SipError::missing_sdp)?),
        other => return Err(SipError::unknown_request(other)),
    })
}

/// The user part of an address: `2001` of `sip:2001@centre:5060`.
fn user_part(address: &str) -> Result<String, SipError> {
    let rest = address.strip_prefix("sip:").or_else(|| address.strip_prefix("sips:"));
    let user = rest.and_then(|rest| rest.split(['@', ';']).next()).unwrap_or_default();
    if user.is_empty() { Err(SipError::invalid_address(address)) } else { Ok(user.to_owned()) }
}

fn offer(jsep: Option<Jsep>) -> Result<String, SipError> {
    match jsep {
        Some(Jsep::Offer(sdp)) => Ok(sdp),
        Some(Jsep::Answer(_)) | None => Err(SipError::missing_sdp()),
    }
}

fn answer(jsep: Option<Jsep>) -> Result<String, SipError> {
    match jsep {
        Some(Jsep::Answer(sdp)) => Ok(sdp),
        Some(Jsep::Offer(_)) | None => Err(SipError::missing_sdp()),
    }
}

fn decline_code(body: &Map<String, Value>) -> Result<u16, SipError> {
    match body.get("code") {
        None | Some(Value::Null) => Ok(DEFAULT_DECLINE),
        // Only codes of refusals; Janus replaces other codes by its default.
        Some(code) => {
            let code =
                code.as_u64().and_then(|code| u16::try_from(code).ok()).ok_or_else(|| SipError::invalid("code"))?;
            Ok(if (400..700).contains(&code) { code } else { DEFAULT_DECLINE })
        }
    }
}

fn single_key(digit: &str) -> Result<char, SipError> {
    let mut characters = digit.chars();
    match (characters.next(), characters.next()) {
        (Some(key), None) if is_key(key) => Ok(key.to_ascii_uppercase()),
        _ => Err(SipError::invalid("digit")),
    }
}

/// Decides about a request in a state.
pub fn admit(state: SipState, request: &SipRequest) -> Admission {
    use SipRequest as R;
    use SipState as S;
    let refuse = |reason: &str| Admission::Refuse(SipError::wrong_state(reason));
    match (state, request) {
        (S::Unregistered, R::Register { .. })
        | (S::Registered, R::Unregister | R::Call { .. })
        | (S::Calling, R::HangUp)
        | (S::Invited, R::Accept { .. } | R::Decline { .. } | R::HangUp)
        | (S::Accepting, R::HangUp)
        | (S::InCall, R::HangUp | R::Hold | R::Unhold | R::DtmfInfo { .. } | R::Info { .. } | R::Update(_)) => {
            Admission::Execute
        }
        // A hang-up request and the event of the call's end may cross on the wire.
        (S::Unregistered | S::Registered, R::HangUp) => Admission::Ignore,
        (S::Registered | S::Calling | S::Invited | S::Accepting | S::InCall, R::Register { .. }) => {
            Admission::Refuse(SipError::already_registered())
        }
        (S::Unregistered, R::Unregister | R::Call { .. }) => refuse("not registered"),
        (S::Calling | S::Invited | S::Accepting | S::InCall, R::Call { .. }) => refuse("already in a call"),
        (S::Calling | S::Invited | S::Accepting | S::InCall, R::Unregister) => refuse("in a call"),
        (
            S::Unregistered | S::Registered | S::Calling | S::Accepting | S::InCall,
            R::Accept { .. } | R::Decline { .. },
        ) => refuse("not invited"),
        (
            S::Unregistered | S::Registered | S::Calling | S::Invited | S::Accepting,
            R::Hold | R::Unhold | R::DtmfInfo { .. } | R::Info { .. } | R::Update(_),
        ) => refuse("not in a call"),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    const STATES: [SipState; 6] = [
        SipState::Unregistered,
        SipState::Registered,
        SipState::Calling,
        SipState::Invited,
        SipState::Accepting,
        SipState::InCall,
    ];

    fn request(name: &str) -> SipRequest {
        let body = json!({"request": name, "username": "sip:2001@centre", "uri": "sip:2002@centre", "digit": "5",
            "type": "text/plain", "content": "x"});
        let jsep = if name == "accept" { Jsep::Answer("v=0".into()) } else { Jsep::Offer("v=0".into()) };
        parse(body.as_object().unwrap(), Some(jsep)).unwrap()
    }

    /// One column per state, in the order of `STATES`: `x` executed, `-` ignored, else the code of the refusal.
    #[rstest]
    #[case("register", ["x", "445", "445", "445", "445", "445"])]
    #[case("unregister", ["447", "x", "447", "447", "447", "447"])]
    #[case("call", ["447", "x", "447", "447", "447", "447"])]
    #[case("accept", ["447", "447", "447", "x", "447", "447"])]
    #[case("decline", ["447", "447", "447", "x", "447", "447"])]
    #[case("hangup", ["-", "-", "x", "x", "x", "x"])]
    #[case("hold", ["447", "447", "447", "447", "447", "x"])]
    #[case("unhold", ["447", "447", "447", "447", "447", "x"])]
    #[case("dtmf_info", ["447", "447", "447", "447", "447", "x"])]
    #[case("info", ["447", "447", "447", "447", "447", "x"])]
    #[case("update", ["447", "447", "447", "447", "447", "x"])]
    fn each_request_is_executed_ignored_or_refused_by_state(#[case] name: &str, #[case] expected: [&str; 6]) {
        let request = request(name);
        let found = STATES.map(|state| match admit(state, &request) {
            Admission::Execute => "x".to_owned(),
            Admission::Ignore => "-".to_owned(),
            Admission::Refuse(error) => error.code.to_string(),
        });
        assert_eq!(found, expected);
    }

    #[rstest]
    #[case::missing_request(json!({}), 443)]
    #[case::unknown_request(json!({"request": "transfer"}), 442)]
    #[case::missing_username(json!({"request": "register"}), 443)]
    #[case::username_is_no_address(json!({"request": "register", "username": "2001"}), 446)]
    #[case::empty_user(json!({"request": "call", "uri": "sip:@centre"}), 446)]
    #[case::no_uri(json!({"request": "call"}), 443)]
    #[case::call_without_an_offer(json!({"request": "call", "uri": "sip:2@centre"}), 448)]
    #[case::accept_without_an_answer(json!({"request": "accept"}), 448)]
    #[case::update_without_a_description(json!({"request": "update"}), 448)]
    #[case::tone_of_two_digits(json!({"request": "dtmf_info", "digit": "12"}), 444)]
    #[case::tone_without_a_key(json!({"request": "dtmf_info", "digit": "x"}), 444)]
    #[case::info_without_content(json!({"request": "info", "type": "text/plain"}), 443)]
    #[case::code_that_is_no_number(json!({"request": "decline", "code": "busy"}), 444)]
    fn an_invalid_request_of_the_plugin_is_refused_with_its_code(#[case] body: Value, #[case] code: u16) {
        assert_eq!(parse(body.as_object().unwrap(), None).map_err(|error| error.code), Err(code));
    }

    #[test]
    fn missing_fields_of_a_plugin_request_have_defaults_and_addresses_give_their_user_part() {
        let parse = |body: Value| parse(body.as_object().unwrap(), None).unwrap();
        assert_eq!(parse(json!({"request": "decline"})), SipRequest::Decline { code: 486 });
        assert_eq!(parse(json!({"request": "decline", "code": 603})), SipRequest::Decline { code: 603 });
        assert_eq!(parse(json!({"request": "decline", "code": 200})), SipRequest::Decline { code: 486 });
        let tone = SipRequest::DtmfInfo { digit: '#', duration: Duration::from_millis(160) };
        assert_eq!(parse(json!({"request": "dtmf_info", "digit": "#"})), tone);
        let register = SipRequest::Register { extension: "2001".into(), secret: "s".into(), display_name: None };
        assert_eq!(parse(json!({"request": "register", "username": "sips:2001@c:5060;x=1", "secret": "s"})), register);
    }
}
