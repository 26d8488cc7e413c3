//! Parses the frames of the session protocol. Uses no session.

use serde_json::{Map, Value};

use super::error::ProtocolError;

/// A frame of a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Transaction, which identifies the answer.
    pub transaction: String,
    /// The session, if the frame or its path names one.
    pub session: Option<u64>,
    /// The handle, if the frame or its path names one.
    pub handle: Option<u64>,
    /// Token of the client.
    pub token: Option<String>,
    /// Secret of the API.
    pub api_secret: Option<String>,
    /// The request of the frame.
    pub verb: Verb,
}

/// The requests of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// Describes the gateway.
    Info,
    /// Answers `pong`.
    Ping,
    /// Creates a session.
    Create,
    /// Takes over a session on this link.
    Claim,
    /// Keeps the session alive.
    KeepAlive,
    /// Ends the session.
    Destroy,
    /// Creates a handle of a plugin.
    Attach {
        /// Name of the plugin.
        plugin: String,
    },
    /// Ends the handle.
    Detach,
    /// Closes the handle's connection.
    HangUp,
    /// A request of the plugin.
    Message {
        /// The request.
        body: Map<String, Value>,
        /// Session description.
        jsep: Option<Jsep>,
    },
    /// Candidates of the client; the end of candidates is an empty list.
    Trickle {
        /// Lines that begin with `candidate:`.
        candidates: Vec<String>,
    },
}

impl Verb {
    /// Name of the verb on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Ping => "ping",
            Self::Create => "create",
            Self::Claim => "claim",
            Self::KeepAlive => "keepalive",
            Self::Destroy => "destroy",
            Self::Attach { .. } => "attach",
            Self::Detach => "detach",
            Self::HangUp => "hangup",
            Self::Message { .. } => "message",
            Self::Trickle { .. } => "trickle",
        }
    }
}

/// A session description with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jsep {
    /// An offer.
    Offer(String),
    /// An answer.
    Answer(String),
}

/// Parses a frame. The error contains the parts of the frame that are known.
pub fn parse(text: &str, transaction_length: usize) -> Result<Request, (Known, ProtocolError)> {
    let mut known = Known::default();
    parse_into(text, transaction_length, &mut known).map_err(|error| (known, error))
}

/// The parts of a frame that an error answer repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Transaction of the frame.
    pub transaction: Option<String>,
    /// Session of the frame.
    pub session: Option<u64>,
}

fn parse_into(text: &str, transaction_length: usize, known: &mut Known) -> Result<Request, ProtocolError> {
    let value: Value = serde_json::from_str(text).map_err(|_| ProtocolError::invalid_json())?;
    let Value::Object(frame) = value else { return Err(ProtocolError::invalid_object()) };
    let transaction = text_field(&frame, "transaction")?;
    if transaction.as_ref().is_some_and(|transaction| transaction.chars().nth(transaction_length).is_some()) {
        return Err(ProtocolError::long_transaction(transaction_length));
    }
    known.transaction.clone_from(&transaction);
    let session = number_field(&frame, "session_id")?;
    known.session = session;
    let transaction = transaction.ok_or_else(|| ProtocolError::missing("transaction"))?;
    let verb = text_field(&frame, "janus")?.ok_or_else(|| ProtocolError::missing("janus"))?;
    Ok(Request {
        transaction,
        session,
        handle: number_field(&frame, "handle_id")?,
        token: text_field(&frame, "token")?,
        api_secret: text_field(&frame, "apisecret")?,
        verb: parse_verb(&verb, &frame)?,
    })
}

fn parse_verb(verb: &str, frame: &Map<String, Value>) -> Result<Verb, ProtocolError> {
    Ok(match verb {
        "info" => Verb::Info,
        "ping" => Verb::Ping,
        "create" => Verb::Create,
        "claim" => Verb::Claim,
        "keepalive" => Verb::KeepAlive,
        "destroy" => Verb::Destroy,
        "attach" => {
            Verb::Attach { plugin: text_field(frame, "plugin")?.ok_or_else(|| ProtocolError::missing("plugin"))? }
        }
        "detach" => Verb::Detach,
        "hangup" => Verb::HangUp,
        "message" => Verb::Message { body: body(frame)?, jsep: jsep(frame)? },
        "trickle" => Verb::Trickle { candidates: ice_candidates(frame)? },
        other => return Err(ProtocolError::unknown_request(other)),
    })
}

fn text_field(frame: &Map<String, Value>, field: &str) -> Result<Option<String>, ProtocolError> {
    match frame.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(ProtocolError::wrong_type(field)),
    }
}

fn number_field(frame: &Map<String, Value>, field: &str) -> Result<Option<u64>, ProtocolError> {
    match frame.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| ProtocolError::wrong_type(field)),
    }
}

fn body(frame: &Map<String, Value>) -> Result<Map<String, Value>, ProtocolError> {
    match frame.get("body") {
        None => Err(ProtocolError::missing("body")),
        Some(Value::Object(body)) => Ok(body.clone()),
        Some(_) => Err(ProtocolError::wrong_type("body")),
    }
}

fn jsep(frame: &Map<String, Value>) -> Result<Option<Jsep>, ProtocolError> {
    let jsep = match frame.get("jsep") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(jsep)) => jsep,
        Some(_) => return Err(ProtocolError::wrong_type("jsep")),
    };
    let sdp = text_field(jsep, "sdp")?.ok_or_else(|| ProtocolError::missing("sdp"))?;
    match text_field(jsep, "type")?.as_deref() {
        Some("offer") => Ok(Some(Jsep::Offer(sdp))),
        Some("answer") => Ok(Some(Jsep::Answer(sdp))),
        Some(_) => Err(ProtocolError { code: 464, reason: "Unsupported JSEP type".into() }),
        None => Err(ProtocolError::missing("type")),
    }
}

fn ice_candidates(frame: &Map<String, Value>) -> Result<Vec<String>, ProtocolError> {
    let list = match (frame.get("candidate"), frame.get("candidates")) {
        (Some(one), _) => std::slice::from_ref(one),
        (None, Some(Value::Array(list))) => list.as_slice(),
        (None, Some(_)) => return Err(ProtocolError::wrong_type("candidates")),
        (None, None) => return Err(ProtocolError::missing("candidate|candidates")),
    };
    // `{ completed: true }` and null end the list; they carry no candidate.
    Ok(list.iter().filter_map(|item| item.get("candidate")?.as_str()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    fn parse(text: &str) -> Result<Request, (Known, ProtocolError)> {
        super::parse(text, 64)
    }

    #[rstest]
    #[case::text_that_is_no_json("{", 454)]
    #[case::json_that_is_no_object("[]", 455)]
    #[case::missing_transaction(r#"{"janus":"create"}"#, 456)]
    #[case::missing_verb(r#"{"transaction":"t"}"#, 456)]
    #[case::missing_plugin(r#"{"janus":"attach","transaction":"t"}"#, 456)]
    #[case::missing_body(r#"{"janus":"message","transaction":"t"}"#, 456)]
    #[case::missing_candidate(r#"{"janus":"trickle","transaction":"t"}"#, 456)]
    #[case::missing_sdp(r#"{"janus":"message","transaction":"t","body":{},"jsep":{"type":"offer"}}"#, 456)]
    #[case::wrong_transaction(r#"{"janus":"create","transaction":1}"#, 467)]
    #[case::wrong_session(r#"{"janus":"attach","transaction":"t","session_id":"1"}"#, 467)]
    #[case::wrong_body(r#"{"janus":"message","transaction":"t","body":1}"#, 467)]
    #[case::wrong_jsep(r#"{"janus":"message","transaction":"t","body":{},"jsep":1}"#, 467)]
    #[case::wrong_candidates(r#"{"janus":"trickle","transaction":"t","candidates":1}"#, 467)]
    #[case::unknown_verb(r#"{"janus":"dance","transaction":"t"}"#, 453)]
    #[case::unknown_jsep(r#"{"janus":"message","transaction":"t","body":{},"jsep":{"type":"rollback","sdp":""}}"#, 464)]
    fn an_invalid_frame_is_refused_with_its_code(#[case] text: &str, #[case] code: u16) {
        assert_eq!(parse(text).map_err(|(_, error)| error.code), Err(code));
    }

    #[test]
    fn an_error_answer_repeats_transaction_and_session_of_the_frame() {
        let (known, error) = parse(r#"{"janus":"dance","transaction":"t","session_id":7}"#).unwrap_err();
        assert_eq!(known, Known { transaction: Some("t".into()), session: Some(7) });
        assert_eq!(error.reason, "Unknown request 'dance'");
    }

    #[test]
    fn the_fields_of_a_message_frame_are_parsed() {
        let text = json!({"janus":"message","transaction":"t","session_id":1,"handle_id":2,"token":"a","apisecret":"b",
            "body":{"request":"call"},"jsep":{"type":"offer","sdp":"v=0"}})
        .to_string();
        let request = parse(&text).unwrap();
        assert_eq!((request.session, request.handle), (Some(1), Some(2)));
        assert_eq!((request.token.as_deref(), request.api_secret.as_deref()), (Some("a"), Some("b")));
        let Verb::Message { body, jsep } = request.verb else { panic!("another verb") };
        assert_eq!(body.get("request"), Some(&json!("call")));
        assert_eq!(jsep, Some(Jsep::Offer("v=0".into())));
    }

    #[rstest]
    #[case::one_candidate(r#""candidate":{"candidate":"candidate:1"}"#, &["candidate:1"])]
    #[case::several_candidates(r#""candidates":[{"candidate":"candidate:1"},{"candidate":"candidate:2"}]"#, &["candidate:1", "candidate:2"])]
    #[case::end_of_candidates(r#""candidate":{"completed":true}"#, &[])]
    fn candidates_of_a_frame_are_parsed(#[case] field: &str, #[case] expected: &[&str]) {
        let request = parse(&format!(r#"{{"janus":"trickle","transaction":"t",{field}}}"#)).unwrap();
        assert_eq!(
            request.verb,
            Verb::Trickle { candidates: expected.iter().map(|line| (*line).to_owned()).collect() }
        );
    }
}
