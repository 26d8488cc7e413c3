//! A customer of the web chat with one chat at a time, through the routes of the customer's page. Verbs act on the real
//! server and wait until everything has arrived.

use crate::server::Caller;
use crate::sim::Sim;
use contact_centre::wire::{CustomId, Protocol, QueueId};
use contact_centre::{
    CustomerMessage, CustomerUpload, IdentifierSignature, Uploader, WebChatEvent, WebChatEventKind, WebChatReply,
    WebChatRequest,
};
use core_wasm::wire::SenderType;

/// Secret that the operator's site shares with the contact centre.
pub(crate) const IDENTIFIER_SECRET: &str = "shared with the operator's site";

pub(crate) struct Customer {
    pub name: String,
    identifier: Option<String>,
    /// Whether the operator's site signs the identifier.
    is_confirmed: bool,
    protocol: Protocol,
    secret: String,
    sends: u32,
    /// `seq` of the customer's last message that the server accepted in this chat; 0 before the first.
    last_sent: u64,
    /// The agent's typing, as the stream of the customer's page received it.
    pub sees_typing: Vec<bool>,
}

impl Customer {
    pub fn is_in(&self, protocol: &Protocol) -> bool {
        self.protocol == *protocol
    }

    /// A person whom the contact centre does not know.
    pub fn new(name: &str) -> Self {
        let identifier = format!("{}@example.com", name.to_lowercase().replace(' ', "."));
        Self {
            name: name.to_owned(),
            identifier: Some(identifier),
            is_confirmed: true,
            protocol: Protocol::default(),
            secret: String::new(),
            sends: 0,
            last_sent: 0,
            sees_typing: Vec::new(),
        }
    }
}

pub struct CustomerHandle<'a> {
    pub(crate) sim: &'a mut Sim,
    pub(crate) index: usize,
}

impl CustomerHandle<'_> {
    /// Sets the identifier by which the contact centre may know the person; `None`: a number for this visit only.
    pub fn is_known_as(&mut self, identifier: Option<&str>) -> &mut Self {
        self.sim.customers[self.index].identifier = identifier.map(str::to_owned);
        self
    }

    /// The customer types the identifier, and the operator's site does not confirm it.
    pub fn is_not_confirmed(&mut self) -> &mut Self {
        self.sim.customers[self.index].is_confirmed = false;
        self
    }

    /// Begins a new chat in this queue.
    pub fn starts(&mut self, queue: &str) -> Protocol {
        let customer = &self.sim.customers[self.index];
        let signature = customer.identifier.as_deref().filter(|_| customer.is_confirmed).map(|identifier| {
            let expires = self.sim.server_time().0 / 1000 + 60;
            IdentifierSignature::sign(IDENTIFIER_SECRET, identifier, expires)
        });
        let request = WebChatRequest::Start {
            proof: None,
            unit: None,
            name: customer.name.clone(),
            signature,
            identifier: customer.identifier.clone(),
            queue: QueueId::from(queue),
            secret: None,
        };
        match self.ask(&format!("starts in {queue}"), request) {
            WebChatReply::Started(started) => {
                let customer = &mut self.sim.customers[self.index];
                customer.protocol = started.protocol.clone();
                customer.secret = started.secret;
                customer.last_sent = 0;
                self.opens_page();
                self.sim.settle();
                started.protocol
            }
            other => panic!("the chat did not start: {other:?}"),
        }
    }

    /// The customer's page opens its stream of events as soon as the chat has begun.
    fn opens_page(&mut self) {
        let (protocol, secret) = self.chat();
        let request = WebChatRequest::Page { protocol, secret, open: true };
        let now = self.sim.now;
        let (_, delivery) = self.sim.server.call_of(Caller::Customer(self.index), now, |centre, store, context| {
            centre.web_chat(store, context, &request)
        });
        self.sim.deliver(delivery);
    }

    #[track_caller]
    pub fn writes(&mut self, text: &str) -> &mut Self {
        match self.tries_to_write(text) {
            WebChatReply::Sent(_) => self,
            other => panic!("not sent: {other:?}"),
        }
    }

    /// Writes a text where a refusal is expected.
    pub fn tries_to_write(&mut self, text: &str) -> WebChatReply {
        self.sends(text, String::new())
    }

    /// Sends one of the files that `uploads::file` defines. `None`: the server refuses it.
    pub fn tries_to_share(&mut self, file: &str, caption: &str) -> Option<WebChatReply> {
        let (protocol, secret) = self.chat();
        let uploader = Uploader::Customer { authorization: Some(format!("Bearer {secret}")) };
        let (reply, delivery) = self.sim.keep_file(&uploader, &protocol, file);
        self.sim.deliver(delivery);
        let kept: CustomerUpload = serde_json::from_str(&reply.body).ok()?;
        Some(self.sends(caption, kept.media_id))
    }

    fn sends(&mut self, text: &str, media_id: String) -> WebChatReply {
        let number = self.index * 100_000 + self.sim.customers[self.index].sends as usize;
        self.sim.customers[self.index].sends += 1;
        let custom_id = CustomId(format!("C{number:09}"));
        let (protocol, secret) = self.chat();
        let shown: String = text.chars().take(80).collect();
        // Every third message answers the one before it.
        let answered = if number % 3 == 2 { self.sim.customers[self.index].last_sent } else { 0 };
        let request =
            WebChatRequest::Message { protocol, secret, custom_id, text: text.to_owned(), media_id, answered };
        let reply = self.ask(&format!("writes {shown:?}"), request);
        if let WebChatReply::Sent(sent) = &reply {
            self.sim.customers[self.index].last_sent = sent.seq;
        }
        self.sim.settle();
        reply
    }

    pub fn types(&mut self, typing: bool) -> &mut Self {
        let (protocol, secret) = self.chat();
        if typing {
            let now = self.sim.server.wall(self.sim.now);
            self.sim.read_times.types(&protocol, now);
        }
        self.done(&format!("types {typing}"), WebChatRequest::Typing { protocol, secret, typing, custom_id: None })
    }

    pub fn ends(&mut self) -> &mut Self {
        let (protocol, secret) = self.chat();
        self.done("ends", WebChatRequest::End { protocol, secret })
    }

    /// Closes the customer's page, or opens it again.
    pub fn has_page_open(&mut self, open: bool) -> &mut Self {
        let (protocol, secret) = self.chat();
        self.done(&format!("page open {open}"), WebChatRequest::Page { protocol, secret, open })
    }

    pub fn protocol(&self) -> Protocol {
        self.sim.customers[self.index].protocol.clone()
    }

    /// The typing events that the page received, in order.
    pub fn sees_typing(&self) -> Vec<bool> {
        self.sim.customers[self.index].sees_typing.clone()
    }

    /// All other events that the page received, in order.
    pub fn hears(&mut self) -> Vec<String> {
        let (protocol, secret) = self.chat();
        let mut heard = Vec::new();
        let mut after = 0;
        loop {
            let request = WebChatRequest::Events { protocol: protocol.clone(), secret: secret.clone(), after };
            let now = self.sim.now;
            let (reply, _) = self.sim.server.call_of(Caller::Customer(self.index), now, |centre, store, context| {
                centre.web_chat(store, context, &request)
            });
            let WebChatReply::Events(events) = reply else { panic!("no events: {reply:?}") };
            if events.data.is_empty() {
                return heard;
            }
            after = events.last;
            heard.extend(events.data.iter().map(line_of));
        }
    }

    /// Expects each text exactly once.
    #[track_caller]
    pub fn expect_hears(&mut self, line: &str) -> &mut Self {
        let heard = self.hears();
        let times = heard.iter().filter(|other| *other == line).count();
        assert_eq!(times, 1, "times that {line:?} is among {heard:#?}");
        self
    }

    fn chat(&self) -> (Protocol, String) {
        let customer = &self.sim.customers[self.index];
        assert!(!customer.protocol.is_empty(), "{} has no chat", customer.name);
        (customer.protocol.clone(), customer.secret.clone())
    }

    fn done(&mut self, what: &str, request: WebChatRequest) -> &mut Self {
        // A chat that has ended meanwhile refuses the message; the page knows that.
        self.ask(what, request);
        self.sim.settle();
        self
    }

    fn ask(&mut self, what: &str, request: WebChatRequest) -> WebChatReply {
        assert!(self.sim.server.runs(), "the server does not run: it cannot be called");
        let name = self.sim.customers[self.index].name.clone();
        self.sim.note(&name, what);
        let now = self.sim.now;
        let (reply, delivery) = self.sim.server.call_of(Caller::Customer(self.index), now, |centre, store, context| {
            centre.web_chat(store, context, &request)
        });
        self.sim.deliver(delivery);
        reply
    }
}

fn line_of(event: &WebChatEvent) -> String {
    match &event.kind {
        WebChatEventKind::Position { position } => format!("position {position}"),
        WebChatEventKind::AgentJoined { agent_name } => format!("{agent_name} joined"),
        WebChatEventKind::Message { message } => shown_text(message),
        WebChatEventKind::Typing { .. } => panic!("typing is not stored: {event:?}"),
        WebChatEventKind::ReturnedToQueue => "returned to queue".to_owned(),
        WebChatEventKind::Ended { by } => format!("ended by {by:?}").to_lowercase(),
    }
}

fn shown_text(message: &CustomerMessage) -> String {
    let file = message.media.as_ref().map_or(String::new(), |media| format!("[{}] ", media.file_name));
    match message.sender {
        SenderType::Customer => format!("customer: {file}{}", message.text),
        _ => format!("{}: {file}{}", message.agent_name, message.text),
    }
}
