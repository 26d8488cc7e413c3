//! Requests, replies and events of the web chat between the customer's page and the centre, and their JSON. No rules.

use super::{CustomerMessage, CustomerSent, Puzzle, SolvedPuzzle};
use crate::auth::bearer;
use crate::body;
use crate::context::CustomerTyping;
use crate::http::{self, Failure, HttpReply, HttpRequest, Listed, json};
use crate::identifier::IdentifierSignature;
use crate::store::EndedBy;
use crate::voice::{DeskTelephone, VoiceTelephone};
use serde::{Deserialize, Serialize};
use wire::{CustomId, ErrorBody, OrgUnitId, Protocol, QueueId, Success, Wall};

/// Seconds after which a customer with too many open chats may try again: by then an abandoned chat has left the queue.
const RETRY_AFTER_SECONDS: u32 = 60;

/// A request of a customer's page.
///
/// `secret` authenticates the customer of one chat; an unknown chat and a wrong secret get the same reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebChatRequest {
    /// Lists the queues of the page's org unit.
    Queues {
        /// Org unit of the page; `None`: the first of `CentreConfig::public_org_units`, here and in the other requests.
        unit: Option<OrgUnitId>,
    },
    /// Lists the queues of the page's org unit that can be called.
    Lines {
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
    },
    /// Requests a telephone for one call.
    Call {
        /// Name of the customer.
        name: String,
        /// Number that the agent sees; `None`: the server chooses.
        phone: Option<String>,
        /// Confirmation of the number by the operator's site; `None`: the number is not verified.
        signature: Option<IdentifierSignature>,
        /// Queue to call; it belongs to the page's org unit.
        queue: QueueId,
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
        /// The solved puzzle, if the server requires one.
        proof: Option<SolvedPuzzle>,
    },
    /// Requests the puzzle for the next chat or call.
    Puzzle,
    /// Asks the demo, in the role of the operator's site, to confirm the number of a contact.
    SignNumber {
        /// The number.
        phone: String,
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
    },
    /// Lists the desk telephones that a page may act as.
    DeskTelephones {
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
    },
    /// Requests the account of a desk telephone.
    DeskTelephone {
        /// Extension of the desk telephone.
        extension: String,
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
    },
    /// Starts a chat.
    Start {
        /// Name of the customer.
        name: String,
        /// Identifier of a returning customer, such as an e-mail address.
        identifier: Option<String>,
        /// Confirmation of the identifier by the operator's site; `None`: the identifier is not verified.
        signature: Option<IdentifierSignature>,
        /// Queue to wait in; it belongs to the page's org unit.
        queue: QueueId,
        /// Org unit of the page.
        unit: Option<OrgUnitId>,
        /// Secret chosen by the page; a repeated start with the same secret returns the same chat. `None`: the server chooses.
        secret: Option<String>,
        /// The solved puzzle, if the server requires one.
        proof: Option<SolvedPuzzle>,
    },
    /// Sends a message.
    Message {
        /// The chat.
        protocol: Protocol,
        /// Secret of the chat.
        secret: String,
        /// Identifier of the message, chosen by the page; makes repetitions idempotent.
        custom_id: CustomId,
        /// Text, at most `CentreConfig::message_limit_bytes`; beside a file its caption, which may be empty.
        text: String,
        /// The uploaded file (`CustomerUpload::media_id`); empty without one.
        media_id: String,
        /// `seq` of the message that this one answers; 0 without one.
        answered: u64,
    },
    /// Reports that the customer started or stopped typing.
    Typing {
        /// The chat.
        protocol: Protocol,
        /// Secret of the chat.
        secret: String,
        /// Whether the customer is typing.
        typing: bool,
        /// The `custom_id` under which the text will be sent.
        custom_id: Option<CustomId>,
    },
    /// Ends the chat.
    End {
        /// The chat.
        protocol: Protocol,
        /// Secret of the chat.
        secret: String,
    },
    /// Requests the events after a number.
    Events {
        /// The chat.
        protocol: Protocol,
        /// Secret of the chat.
        secret: String,
        /// Number of the last event that the page has.
        after: u64,
    },
    /// Reports that the page opened its event stream, or that its last stream closed.
    Page {
        /// The chat.
        protocol: Protocol,
        /// Secret of the chat.
        secret: String,
        /// Whether a stream is open.
        open: bool,
    },
}

/// Reply to a `WebChatRequest`.
#[derive(Clone, Debug, PartialEq)]
pub enum WebChatReply {
    /// The queues.
    Queues(Vec<WebChatQueue>),
    /// The puzzle of the next chat or call.
    Puzzle(Puzzle),
    /// The telephone.
    Telephone(Box<VoiceTelephone>),
    /// The confirmed number.
    Signed(SignedNumber),
    /// The desk telephones.
    DeskTelephones(Vec<DeskTelephone>),
    /// The started chat.
    Started(WebChatStarted),
    /// The message was stored.
    Sent(CustomerSent),
    /// The request succeeded; there is nothing to return.
    Done,
    /// The events.
    Events(WebChatEvents),
    /// The request was refused.
    Refused {
        /// HTTP status.
        status: u16,
        /// Reason.
        body: Box<ErrorBody>,
    },
}

/// A queue that a customer can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatQueue {
    /// Identifier.
    pub id: QueueId,
    /// Displayed name.
    pub name: String,
}

/// A number that the demo confirms in the role of the operator's site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedNumber {
    /// The number, digits only.
    pub phone: String,
    /// End of the validity, in seconds since 1970-01-01 UTC.
    pub phone_expires: i64,
    /// The signature in hexadecimal.
    pub phone_signature: String,
}

/// A started chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatStarted {
    /// Protocol of the attendance.
    pub protocol: Protocol,
    /// Secret that authenticates the customer's later requests.
    pub secret: String,
    /// Position in the queue; 0: an agent is assigned already.
    pub position: u32,
}

/// A portion of events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebChatEvents {
    /// Number to continue after.
    pub last: u64,
    /// The chat has ended.
    pub ended: bool,
    /// Events by number.
    pub data: Vec<WebChatEvent>,
    /// Whether further events follow: a read is limited. A page that polls gets them by its next request.
    #[serde(skip)]
    pub has_more: bool,
}

/// One event of the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebChatEvent {
    /// Number within the stream, from 1; 0, and omitted, for typing, which is not stored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: u64,
    /// Time of the event.
    pub at: Wall,
    /// The event itself.
    #[serde(flatten)]
    pub kind: WebChatEventKind,
}

impl WebChatEvent {
    /// The agent's typing, for the customer's open streams. It has no number.
    pub fn of_typing(typing: &CustomerTyping) -> Self {
        Self { number: 0, at: typing.at, kind: WebChatEventKind::Typing { typing: typing.typing } }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The content of an event of a web chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WebChatEventKind {
    /// The customer has a new position in the queue.
    Position {
        /// Position, from 1.
        position: u32,
    },
    /// An agent was assigned.
    AgentJoined {
        /// Name of the agent.
        agent_name: String,
    },
    /// A message of either side; the customer's own are included, so that a reloaded page shows the whole conversation.
    Message {
        /// The message.
        message: Box<CustomerMessage>,
    },
    /// The agent started or stopped typing; sent to open streams only.
    Typing {
        /// Whether the agent is typing.
        typing: bool,
    },
    /// The agent left; the customer waits again.
    ReturnedToQueue,
    /// The chat ended.
    Ended {
        /// Who ended the attendance.
        by: EndedBy,
    },
}

impl WebChatRequest {
    /// Parses a request below the web chat's base path. The secret is the bearer token and never a part of the address,
    /// which is logged.
    ///
    /// Errors: 400, 404 or 422 as a complete reply.
    pub fn from_http(request: &HttpRequest) -> Result<WebChatRequest, HttpReply> {
        read_request(request).map_err(|failure| HttpReply::from_outcome(Err(failure)))
    }
}

impl WebChatReply {
    /// The reply as HTTP.
    pub fn to_http(&self) -> HttpReply {
        HttpReply::from_outcome(match self {
            WebChatReply::Queues(data) => json(&Listed { data: data.clone() }),
            WebChatReply::Puzzle(puzzle) => json(puzzle),
            WebChatReply::Telephone(telephone) => json(telephone),
            WebChatReply::Signed(signed) => json(signed),
            WebChatReply::DeskTelephones(data) => json(&Listed { data: data.clone() }),
            WebChatReply::Started(started) => json(started),
            WebChatReply::Sent(sent) => json(sent),
            WebChatReply::Done => json(&Success { success: true }),
            WebChatReply::Events(events) => json(events),
            WebChatReply::Refused { status: 429, body } => {
                Err(Failure::refused(429, (**body).clone()).retry_after(RETRY_AFTER_SECONDS))
            }
            WebChatReply::Refused { status, body } => Err(Failure::refused(*status, (**body).clone())),
        })
    }
}

#[derive(Deserialize)]
struct StartBody {
    name: String,
    #[serde(default)]
    identifier: Option<String>,
    #[serde(default, rename = "identifierExpires")]
    identifier_expires: Option<i64>,
    #[serde(default, rename = "identifierSignature")]
    identifier_signature: Option<String>,
    queue: QueueId,
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    challenge: Option<String>,
    #[serde(default)]
    solution: Option<String>,
}

#[derive(Deserialize)]
struct CallBody {
    name: String,
    #[serde(default)]
    phone: Option<String>,
    #[serde(default, rename = "phoneExpires")]
    phone_expires: Option<i64>,
    #[serde(default, rename = "phoneSignature")]
    phone_signature: Option<String>,
    queue: QueueId,
    #[serde(default)]
    challenge: Option<String>,
    #[serde(default)]
    solution: Option<String>,
}

#[derive(Deserialize)]
struct SignBody {
    phone: String,
}

/// The two fields of a signature, which must come together. `expires` and `signature` are their names.
fn signature_of(
    expires: (&'static str, Option<i64>),
    signature: (&'static str, Option<String>),
) -> Result<Option<IdentifierSignature>, Failure> {
    match (expires.1, signature.1) {
        (Some(expires), Some(signature)) => Ok(Some(IdentifierSignature { expires, signature })),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(Failure::field(expires.0, "required")),
        (Some(_), None) => Err(Failure::field(signature.0, "required")),
    }
}

/// The two fields of a solved puzzle, which must come together.
fn proof_of(challenge: Option<String>, solution: Option<String>) -> Result<Option<SolvedPuzzle>, Failure> {
    match (challenge, solution) {
        (Some(challenge), Some(solution)) => Ok(Some(SolvedPuzzle { challenge, solution })),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(Failure::field("challenge", "required")),
        (Some(_), None) => Err(Failure::field("solution", "required")),
    }
}

#[derive(Deserialize)]
struct DeskBody {
    extension: String,
}

#[derive(Deserialize)]
struct MessageBody {
    custom_id: CustomId,
    text: String,
    #[serde(default, rename = "mediaId")]
    media_id: String,
    #[serde(default)]
    answered: u64,
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
    let unit = || query.get("unit").map(|unit| OrgUnitId::from(unit.as_str()));
    let secret = || bearer(request.authorization.as_deref()).unwrap_or_default().to_owned();
    match (request.method.as_str(), segments.as_slice()) {
        ("GET", ["queues"]) => Ok(WebChatRequest::Queues { unit: unit() }),
        ("GET", ["lines"]) => Ok(WebChatRequest::Lines { unit: unit() }),
        ("GET", ["puzzle"]) => Ok(WebChatRequest::Puzzle),
        ("POST", ["calls"]) => {
            let CallBody { name, phone, phone_expires, phone_signature, queue, challenge, solution } =
                http::read_body(&body::OUTSIDE_CALL, &request.body)?;
            let proof = proof_of(challenge, solution)?;
            let signature = signature_of(("phoneExpires", phone_expires), ("phoneSignature", phone_signature))?;
            Ok(WebChatRequest::Call { name, phone, signature, queue, unit: unit(), proof })
        }
        ("POST", ["signatures"]) => {
            let SignBody { phone } = http::read_body(&body::OUTSIDE_SIGNATURE, &request.body)?;
            Ok(WebChatRequest::SignNumber { phone, unit: unit() })
        }
        ("GET", ["telephones"]) => Ok(WebChatRequest::DeskTelephones { unit: unit() }),
        ("POST", ["telephones"]) => {
            let DeskBody { extension } = http::read_body(&body::OUTSIDE_DESK, &request.body)?;
            Ok(WebChatRequest::DeskTelephone { extension, unit: unit() })
        }
        ("POST", ["chats"]) => {
            let body: StartBody = http::read_body(&body::WEB_CHAT_START, &request.body)?;
            let StartBody { name, identifier, identifier_expires, identifier_signature, queue, secret, .. } = body;
            let proof = proof_of(body.challenge, body.solution)?;
            let signature =
                signature_of(("identifierExpires", identifier_expires), ("identifierSignature", identifier_signature))?;
            Ok(WebChatRequest::Start { name, identifier, signature, queue, unit: unit(), secret, proof })
        }
        ("POST", ["chats", protocol, "messages"]) => {
            let MessageBody { custom_id, text, media_id, answered } =
                http::read_body(&body::WEB_CHAT_MESSAGE, &request.body)?;
            let protocol = Protocol::from(*protocol);
            Ok(WebChatRequest::Message { protocol, secret: secret(), custom_id, text, media_id, answered })
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
