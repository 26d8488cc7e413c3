//! Verbs of the session protocol: they create, keep alive, claim and end sessions and handles.

use super::deadlines::Subject;
use super::error::ProtocolError;
use super::message::{self, PLUGIN, Sender};
use super::plugin::Handle;
use super::request::{self, Known, Request, Verb};
use super::session::{Poll, Session, Transport};
use super::{LinkId, Output, Signalling};
use crate::media::MediaCommand;

/// The link and address that a request came from.
#[derive(Clone, Copy)]
enum Origin {
    Socket(LinkId),
    Http(LinkId),
}

impl Origin {
    fn link(self) -> LinkId {
        match self {
            Self::Socket(link) | Self::Http(link) => link,
        }
    }

    fn transport(self) -> Transport {
        match self {
            Self::Socket(link) => Transport::Socket(link),
            Self::Http(_) => Transport::Polled(None),
        }
    }
}

impl Signalling {
    pub(super) fn on_frame(&mut self, link: LinkId, text: &str) {
        self.on_text(Origin::Socket(link), None, None, text);
    }

    pub(super) fn on_post(&mut self, link: LinkId, session: Option<u64>, handle: Option<u64>, text: &str) {
        self.on_text(Origin::Http(link), session, handle, text);
    }

    fn on_text(&mut self, origin: Origin, session: Option<u64>, handle: Option<u64>, text: &str) {
        let mut request = match request::parse(text, self.config.limits.transaction_length) {
            Ok(request) => request,
            Err((mut known, error)) => {
                known.session = session.or(known.session);
                self.reply(origin.link(), message::error(&known, &error));
                return;
            }
        };
        request.session = session.or(request.session);
        request.handle = handle.or(request.handle);
        let known = Known { transaction: Some(request.transaction.clone()), session: request.session };
        if let Err(error) = self.run(origin, request) {
            self.reply(origin.link(), message::error(&known, &error));
        }
    }

    fn reply(&mut self, link: LinkId, message: serde_json::Value) {
        self.output.push(Output::Send { link, message });
    }

    fn run(&mut self, origin: Origin, request: Request) -> Result<(), ProtocolError> {
        let Request { transaction, session, handle, token, api_secret, verb } = request;
        let link = origin.link();
        match &verb {
            Verb::Info => {
                let (session, claim) = (self.config.session_timeout.as_secs(), self.config.claim_timeout.as_secs());
                self.reply(link, message::info(Some(&transaction), session, claim));
                return Ok(());
            }
            Verb::Ping if session.is_none() => {
                self.reply(link, message::pong(&transaction));
                return Ok(());
            }
            _ => {}
        }
        if !self.control.admits(token.as_deref(), api_secret.as_deref()) {
            return Err(ProtocolError::unauthorized());
        }
        let Some(session) = session else {
            return match verb {
                Verb::Create => self.create(origin, &transaction),
                other => Err(ProtocolError::wrong_path(other.name())),
            };
        };
        self.sessions.change(session).ok_or_else(|| ProtocolError::no_session(session))?.touch(self.now);
        match handle {
            None => self.run_on_session(origin, session, &transaction, verb),
            Some(handle) => {
                let sender = Sender { session, handle };
                if self.handles.get(&handle).is_none_or(|handle| handle.session != session) {
                    return Err(ProtocolError::no_handle(session, handle));
                }
                self.run_on_handle(link, sender, &transaction, verb)
            }
        }
    }

    fn create(&mut self, origin: Origin, transaction: &str) -> Result<(), ProtocolError> {
        let (link, limits) = (origin.link(), &self.config.limits);
        if self.sessions.len() >= limits.sessions {
            return Err(ProtocolError::too_many_sessions("in all"));
        }
        if self.sessions.count_on_link(link) >= limits.sessions_per_link {
            return Err(ProtocolError::too_many_sessions("on this link"));
        }
        if self.sessions.count_at_address_of(link) >= limits.sessions_per_address {
            return Err(ProtocolError::too_many_sessions("without a registered telephone at this network address"));
        }
        let id = self.fresh_id();
        self.sessions.insert(id, Session::new(origin.transport(), self.now), link);
        self.reply(link, message::created(None, transaction, id));
        Ok(())
    }

    /// A link that cannot have another new session cannot take over a session either.
    fn may_claim(&self, origin: Origin, id: u64) -> Result<(), ProtocolError> {
        let Origin::Socket(link) = origin else { return Ok(()) };
        let is_there = self.sessions.get(id).is_some_and(|session| session.link() == Some(link));
        if !is_there && self.sessions.count_on_link(link) >= self.config.limits.sessions_per_link {
            return Err(ProtocolError::too_many_sessions("on this link"));
        }
        Ok(())
    }

    fn run_on_session(&mut self, origin: Origin, id: u64, transaction: &str, verb: Verb) -> Result<(), ProtocolError> {
        let link = origin.link();
        match verb {
            Verb::KeepAlive => self.reply(link, message::ack(id, transaction)),
            Verb::Claim => {
                self.may_claim(origin, id)?;
                self.reply(link, message::success(Some(id), transaction));
                if let Some(session) = self.sessions.change(id) {
                    session.claim(origin.transport(), &mut self.output);
                }
                self.keep_calls(id);
                self.send_hold_state(id);
            }
            Verb::Destroy => {
                self.reply(link, message::success(Some(id), transaction));
                self.end_session(id);
            }
            Verb::Attach { plugin } if plugin == PLUGIN => {
                let count = self.sessions.get(id).map_or(0, |session| session.handles.len());
                if count >= self.config.limits.handles_per_session {
                    return Err(ProtocolError::too_many_handles(id));
                }
                let handle = self.fresh_id();
                self.handles.insert(handle, Handle::new(id));
                if let Some(session) = self.sessions.change(id) {
                    session.handles.push(handle);
                }
                self.reply(link, message::created(Some(id), transaction, handle));
            }
            Verb::Attach { plugin } => return Err(ProtocolError::no_plugin(&plugin)),
            other => return Err(ProtocolError::wrong_path(other.name())),
        }
        Ok(())
    }

    fn run_on_handle(
        &mut self,
        link: LinkId,
        sender: Sender,
        transaction: &str,
        verb: Verb,
    ) -> Result<(), ProtocolError> {
        match verb {
            Verb::Message { body, jsep } => {
                self.reply(link, message::ack(sender.session, transaction));
                self.on_message(sender, transaction, &body, jsep);
            }
            Verb::Trickle { candidates } => {
                self.reply(link, message::ack(sender.session, transaction));
                if let Some(leg) = self.leg_of(sender.handle) {
                    for candidate in candidates {
                        self.media(MediaCommand::Candidate { leg, candidate });
                    }
                }
            }
            Verb::HangUp => {
                self.reply(link, message::success(Some(sender.session), transaction));
                self.leave_call(sender.handle);
            }
            Verb::Detach => {
                self.reply(link, message::success(Some(sender.session), transaction));
                self.detach(sender.handle);
                if let Some(session) = self.sessions.change(sender.session) {
                    session.handles.retain(|handle| *handle != sender.handle);
                }
                self.send(sender, message::detached(sender));
            }
            other => return Err(ProtocolError::wrong_path(other.name())),
        }
        Ok(())
    }

    /// Ends a session with its handles and their calls. Its client receives no further events.
    fn end_session(&mut self, id: u64) {
        let Some(mut session) = self.sessions.remove(id) else { return };
        for handle in std::mem::take(&mut session.handles) {
            self.detach(handle);
        }
        session.finish(&mut self.output);
    }

    /// The deadline of a session has come: the session ends, or its long poll is answered after all changes.
    pub(super) fn on_session_deadline(&mut self, id: u64) {
        // Marks the session as changed.
        let _ = self.sessions.change(id);
    }

    /// Ends changed sessions that are over, answers the long polls of the others, and updates their deadlines.
    pub(super) fn process_changed_sessions(&mut self) {
        while let Some(id) = self.sessions.next_changed() {
            let Some(session) = self.sessions.processed(id) else {
                self.deadlines.cancel(&Subject::Session(id));
                continue;
            };
            if session.is_over(self.now, &self.config) {
                session.deliver(message::timeout(id), &mut self.output);
                session.answer_poll(self.now, &mut self.output);
                self.end_session(id);
                continue;
            }
            session.answer_poll(self.now, &mut self.output);
            match session.deadline(&self.config) {
                Some(at) => self.deadlines.set(Subject::Session(id), at),
                None => _ = self.deadlines.cancel(&Subject::Session(id)),
            }
            let handles = session.handles.iter().filter_map(|handle| self.handles.get(handle));
            let is_registered = handles.into_iter().any(|handle| handle.extension.is_some());
            self.sessions.index(id, is_registered);
        }
    }

    pub(super) fn on_poll(
        &mut self,
        link: LinkId,
        id: u64,
        max_events: Option<usize>,
        token: Option<&str>,
        api_secret: Option<&str>,
    ) {
        let known = Known { transaction: None, session: Some(id) };
        if !self.control.admits(token, api_secret) {
            self.reply(link, message::error(&known, &ProtocolError::unauthorized()));
            return;
        }
        let until = self.now + self.config.poll_timeout;
        match self.sessions.change(id) {
            None => self.reply(link, message::error(&known, &ProtocolError::no_session(id))),
            Some(session) => {
                session.touch(self.now);
                session.poll(Poll { link, max_events, until }, &mut self.output);
            }
        }
    }

    pub(super) fn on_link_closed(&mut self, link: LinkId) {
        for id in self.sessions.close_link(link) {
            if self.sessions.change(id).is_some_and(|session| session.link_closed(link, self.now)) {
                self.keep_calls(id);
            }
        }
    }
}
