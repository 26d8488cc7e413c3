//! The words between the customers' page and the centre, and their JSON. No rule lives here.

use crate::agents::Listed;
use crate::auth::bearer;
use crate::body;
use crate::http::{self, Failure, HttpReply, HttpRequest, json};
use crate::store::EndedBy;
use core_wasm::wire::{CustomId, ErrorBody, Message, Protocol, QueueId, SendMessageReply, Success, Wall};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebChatRequest {
    Queues,
    Start {
        name: String,
        identifier: Option<String>,
        queue: QueueId,
        /// The customer's own choice; the same once more is the same chat.
        secret: Option<String>,
    },
    Message {
        protocol: Protocol,
        secret: String,
        custom_id: CustomId,
        text: String,
    },
    Typing {
        protocol: Protocol,
        secret: String,
        typing: bool,
        /// Under which what is being typed will be sent.
        custom_id: Option<CustomId>,
    },
    End {
        protocol: Protocol,
        secret: String,
    },
    Events {
        protocol: Protocol,
        secret: String,
        after: u64,
    },
    /// The customer's page opened its stream of events, or its last stream is gone.
    Page {
        protocol: Protocol,
        secret: String,
        open: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum WebChatReply {
    Queues(Vec<WebChatQueue>),
    Started(WebChatStarted),
    Sent(SendMessageReply),
    Done,
    Events(WebChatEvents),
    Refused { status: u16, body: Box<ErrorBody> },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatQueue {
    pub id: QueueId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatStarted {
    pub protocol: Protocol,
    pub secret: String,
    /// Place in the waiting line; 0: an agent is there already.
    pub position: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebChatEvents {
    /// Number to read on from.
    pub last: u64,
    pub ended: bool,
    pub data: Vec<WebChatEvent>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebChatEvent {
    pub number: u64,
    pub at: Wall,
    #[serde(flatten)]
    pub kind: WebChatEventKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WebChatEventKind {
    /// A new place in the waiting line.
    Position {
        position: u32,
    },
    AgentJoined {
        agent_name: String,
    },
    /// Of either side: the customer's own come too, so that a reloaded page has the whole talk.
    Message {
        message: Box<Message>,
    },
    /// The agent types.
    Typing {
        typing: bool,
    },
    /// The agent is gone; the customer waits again.
    ReturnedToQueue,
    Ended {
        by: EndedBy,
    },
}

impl WebChatRequest {
    /// The secret is the bearer token; the stream of events, which cannot have headers, has it as `secret`.
    pub fn from_http(request: &HttpRequest) -> Result<WebChatRequest, HttpReply> {
        read_request(request).map_err(|failure| HttpReply::from_outcome(Err(failure)))
    }
}

impl WebChatReply {
    pub fn to_http(&self) -> HttpReply {
        HttpReply::from_outcome(match self {
            WebChatReply::Queues(data) => json(&Listed { data: data.clone() }),
            WebChatReply::Started(started) => json(started),
            WebChatReply::Sent(sent) => json(sent),
            WebChatReply::Done => json(&Success { success: true }),
            WebChatReply::Events(events) => json(events),
            WebChatReply::Refused { status, body } => Err(Failure::refused(*status, (**body).clone())),
        })
    }
}

#[derive(Deserialize)]
struct StartBody {
    name: String,
    #[serde(default)]
    identifier: Option<String>,
    queue: QueueId,
    #[serde(default)]
    secret: Option<String>,
}

#[derive(Deserialize)]
struct MessageBody {
    custom_id: CustomId,
    text: String,
}

#[derive(Deserialize)]
struct TypingBody {
    typing: bool,
    #[serde(default)]
    custom_id: Option<CustomId>,
}

fn read_request(request: &HttpRequest) -> Result<WebChatRequest, Failure> {
    let segments = http::path_segments(&request.path);
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let query = http::parse_query(&request.query);
    let secret = || {
        bearer(request.authorization.as_deref())
            .or_else(|| query.get("secret").map(String::as_str))
            .unwrap_or_default()
            .to_owned()
    };
    match (request.method.as_str(), segments.as_slice()) {
        ("GET", ["queues"]) => Ok(WebChatRequest::Queues),
        ("POST", ["chats"]) => {
            let StartBody { name, identifier, queue, secret } = http::read_body(&body::WEB_CHAT_START, &request.body)?;
            Ok(WebChatRequest::Start { name, identifier, queue, secret })
        }
        ("POST", ["chats", protocol, "messages"]) => {
            let MessageBody { custom_id, text } = http::read_body(&body::WEB_CHAT_MESSAGE, &request.body)?;
            Ok(WebChatRequest::Message { protocol: Protocol::from(*protocol), secret: secret(), custom_id, text })
        }
        ("POST", ["chats", protocol, "typing"]) => {
            let TypingBody { typing, custom_id } = http::read_body(&body::WEB_CHAT_TYPING, &request.body)?;
            Ok(WebChatRequest::Typing { protocol: Protocol::from(*protocol), secret: secret(), typing, custom_id })
        }
        ("POST", ["chats", protocol, "end"]) => {
            Ok(WebChatRequest::End { protocol: Protocol::from(*protocol), secret: secret() })
        }
        ("GET", ["chats", protocol, "events"]) => {
            let after = query.get("after").map_or(Ok(0), |text| text.parse());
            let after = after.map_err(|_| Failure::field("after", "invalid"))?;
            Ok(WebChatRequest::Events { protocol: Protocol::from(*protocol), secret: secret(), after })
        }
        _ => Err(Failure::not_found("route")),
    }
}
