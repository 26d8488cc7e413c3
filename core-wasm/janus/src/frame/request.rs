//! Requests of the Janus session protocol (Janus documentation, "WebSockets and REST API"; RTC-024).

use super::{Jsep, SipRequest, Trickle};
use crate::ids::{HandleId, SessionId, Transaction};
use serde_json::{Value, json};
use wire::Secret;

/// Credentials of a request, if the server requires them (RTC-024).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// Token of the token-based authentication.
    pub token: Option<Secret<String>>,
    /// Secret of the API, shared by all clients.
    pub api_secret: Option<Secret<String>>,
}

/// The content of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestBody {
    /// Creates a session.
    Create,
    /// Takes over an existing session with this link.
    Claim,
    /// Attaches the session to a plugin.
    Attach {
        /// Name of the plugin.
        plugin: String,
    },
    /// Keeps the session alive.
    KeepAlive,
    /// Requests a description of the server.
    Info,
    /// Destroys the session.
    Destroy,
    /// Closes the peer connection of the handle.
    HangUp,
    /// A request of the SIP plugin.
    Message {
        /// Body for the plugin.
        body: SipRequest,
        /// Session description that goes with it.
        jsep: Option<Jsep>,
    },
    /// Local candidates.
    Trickle(Vec<Trickle>),
}

impl RequestBody {
    /// The value of the field `janus`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Claim => "claim",
            Self::Attach { .. } => "attach",
            Self::KeepAlive => "keepalive",
            Self::Info => "info",
            Self::Destroy => "destroy",
            Self::HangUp => "hangup",
            Self::Message { .. } => "message",
            Self::Trickle(_) => "trickle",
        }
    }
}

/// A request with everything that is needed to write it. `Debug` shows no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Identifies the request; its answers contain it.
    pub transaction: Transaction,
    /// The session, once it was created.
    pub session: Option<SessionId>,
    /// The handle, for requests to a plugin.
    pub handle: Option<HandleId>,
    /// Credentials.
    pub credentials: Credentials,
    /// The content of the request.
    pub body: RequestBody,
}

impl Request {
    /// The text for the link. It contains secrets.
    pub fn to_text(&self) -> Secret<String> {
        let mut frame = json!({ "janus": self.body.name(), "transaction": self.transaction });
        let mut set = |name: &str, value: Value| {
            if let Some(fields) = frame.as_object_mut() {
                fields.insert(name.to_owned(), value);
            }
        };
        if let Some(session) = self.session {
            set("session_id", json!(session));
        }
        if let Some(handle) = self.handle {
            set("handle_id", json!(handle));
        }
        if let Some(token) = &self.credentials.token {
            set("token", json!(token.expose()));
        }
        if let Some(secret) = &self.credentials.api_secret {
            set("apisecret", json!(secret.expose()));
        }
        match &self.body {
            RequestBody::Attach { plugin } => set("plugin", json!(plugin)),
            RequestBody::Message { body, jsep } => {
                set("body", json!(body));
                if let Some(jsep) = jsep {
                    set("jsep", json!(jsep));
                }
            }
            RequestBody::Trickle(candidates) => match candidates.as_slice() {
                [only] => set("candidate", only.to_json()),
                several => set("candidates", several.iter().map(Trickle::to_json).collect()),
            },
            RequestBody::Create
            | RequestBody::Claim
            | RequestBody::KeepAlive
            | RequestBody::Info
            | RequestBody::Destroy
            | RequestBody::HangUp => {}
        }
        Secret::new(frame.to_string())
    }

    /// The path below the base address of the HTTP interface: session and handle are part of it.
    pub fn path(&self) -> String {
        let session = self.session.map(|id| format!("/{}", id.0)).unwrap_or_default();
        let handle = self.handle.map(|id| format!("/{}", id.0)).unwrap_or_default();
        format!("{session}{handle}")
    }
}
