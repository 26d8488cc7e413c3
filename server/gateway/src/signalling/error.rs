//! Error codes of the Janus protocol and of its SIP plugin.

/// An error of the session protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError {
    /// Code of the Janus API.
    pub code: u16,
    /// Text for logs.
    pub reason: String,
}

impl ProtocolError {
    fn new(code: u16, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// 403: token or API secret is wrong.
    pub fn unauthorized() -> Self {
        Self::new(403, "Unauthorized request (wrong or missing secret/token)")
    }

    /// 453: the verb does not exist.
    pub fn unknown_request(verb: &str) -> Self {
        Self::new(453, format!("Unknown request '{}'", shortened(verb)))
    }

    /// 454: the frame is not JSON.
    pub fn invalid_json() -> Self {
        Self::new(454, "Invalid JSON")
    }

    /// 455: the frame is JSON, but no object.
    pub fn invalid_object() -> Self {
        Self::new(455, "Invalid JSON object")
    }

    /// 456: a field is missing.
    pub fn missing(field: &str) -> Self {
        Self::new(456, format!("Missing mandatory element ({field})"))
    }

    /// 457: the verb does not belong to this path.
    pub fn wrong_path(verb: &str) -> Self {
        Self::new(457, format!("Unhandled request '{verb}' at this path"))
    }

    /// 458: there is no such session.
    pub fn no_session(session: u64) -> Self {
        Self::new(458, format!("No such session {session}"))
    }

    /// 459: the session has no such handle.
    pub fn no_handle(session: u64, handle: u64) -> Self {
        Self::new(459, format!("No such handle {handle} in session {session}"))
    }

    /// 460: there is no such plugin.
    pub fn no_plugin(plugin: &str) -> Self {
        Self::new(460, format!("No such plugin '{}'", shortened(plugin)))
    }

    /// 461: the session has its maximum of handles.
    pub fn too_many_handles(session: u64) -> Self {
        Self::new(461, format!("Too many handles in session {session}"))
    }

    /// 467: the transaction is longer than the limit. Events would repeat it, so it is not stored.
    pub fn long_transaction(limit: usize) -> Self {
        Self::new(467, format!("Invalid element type (transaction has more than {limit} characters)"))
    }

    /// 472: the maximum of sessions is reached.
    pub fn too_many_sessions(place: &str) -> Self {
        Self::new(472, format!("Too many sessions {place}"))
    }

    /// 467: a field has another type.
    pub fn wrong_type(field: &str) -> Self {
        Self::new(467, format!("Invalid element type ({field})"))
    }
}

/// Only the beginning of a client's text: an error must not repeat kilobytes.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(64).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// An error of the SIP plugin, sent as its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SipError {
    /// Code of the plugin.
    pub code: u16,
    /// Text for logs.
    pub reason: String,
}

impl SipError {
    fn new(code: u16, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// 442: the plugin has no such request.
    pub fn unknown_request(request: &str) -> Self {
        Self::new(442, format!("Unknown request ({})", shortened(request)))
    }

    /// 443: a field is missing.
    pub fn missing(field: &str) -> Self {
        Self::new(443, format!("Missing mandatory element ({field})"))
    }

    /// 444: a field has a value that is not allowed.
    pub fn invalid(field: &str) -> Self {
        Self::new(444, format!("Invalid element ({field})"))
    }

    /// 445: the handle is registered.
    pub fn already_registered() -> Self {
        Self::new(445, "Already registered")
    }

    /// 446: an address is no SIP address.
    pub fn invalid_address(address: &str) -> Self {
        Self::new(446, format!("Invalid user address {}", shortened(address)))
    }

    /// 447: the request does not fit the state of the handle.
    pub fn wrong_state(reason: &str) -> Self {
        Self::new(447, format!("Wrong state ({reason})"))
    }

    /// 448: the request needs a session description.
    pub fn missing_sdp() -> Self {
        Self::new(448, "Missing SDP")
    }

    /// 450: a description that changes the call cannot be used.
    pub fn bad_sdp() -> Self {
        Self::new(450, "The session description cannot be used")
    }
}
