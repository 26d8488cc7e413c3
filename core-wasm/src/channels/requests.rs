//! Requests that connect and disconnect a channel, and their answers.

use super::Exit;
use super::machine::{Channels, Pending, Request};
use super::refusal::{ExtensionForm, ResponseConnectionErrorChannel, is_extension};
use super::slices;
use super::voice_return::VoiceReturnEvent;
use crate::flow::{Answer, Context, EventNumber, HttpRequest, ServerWrite, Text, path};
use crate::wire::{AgentId, Channel, ChannelReply, ReportedStatus};

impl Channels {
    /// Connects a channel. No effect while a request is pending or the channel is connected.
    pub fn connect(&mut self, context: &mut Context, agent: &AgentId, channel: Channel) -> Option<Exit> {
        if !self.may_ask(channel, false) {
            return None;
        }
        if channel == Channel::Voice {
            self.extension = ExtensionForm::default();
            context.dirty(slices::CHANNELS.key());
            return Some(Exit::ExtensionNeeded);
        }
        self.ask(context, channel, Request::Connecting);
        let request = ServerWrite::ConnectChannel.post(path!["channels", channel.as_str(), "connect", "agent", agent]);
        context.request(&mut self.requests, Pending::Connect(channel), request);
        None
    }

    /// Connects voice with an extension; without a valid one no request is sent (CHN-037, CHN-038).
    pub fn connect_voice(&mut self, context: &mut Context, agent: &AgentId, exten: &str) {
        let exten = exten.trim();
        if !self.may_ask(Channel::Voice, false) {
            return;
        }
        let fault = match exten {
            "" => Some("shell.form.required"),
            _ if !is_extension(exten) => Some("channels.extension.digits"),
            _ => None,
        };
        self.extension = ExtensionForm { invalid: fault.map(Text::key), failure: None };
        context.dirty(slices::CHANNELS.key());
        if fault.is_none() {
            self.ask(context, Channel::Voice, Request::Connecting);
            let request = connect_voice_request(agent, exten);
            context.request(&mut self.requests, Pending::ConnectVoice(exten.to_owned()), request);
        }
    }

    /// Connects voice with the agent's own extension (RTC-021, CHN-038); a refusal is shown in a snackbar.
    pub fn connect_extension(&mut self, context: &mut Context, agent: &AgentId, exten: &str) {
        if self.may_ask(Channel::Voice, false) {
            self.ask(context, Channel::Voice, Request::Connecting);
            let request = connect_voice_request(agent, exten);
            context.request(&mut self.requests, Pending::Connect(Channel::Voice), request);
        }
    }

    fn ask(&mut self, context: &mut Context, channel: Channel, request: Request) {
        self.state_mut(channel).request = Some(request);
        context.dirty(slices::CHANNELS.key());
    }

    /// The agent disconnects a channel: voice stays disconnected, whatever its connection does.
    pub fn disconnect_by_agent(&mut self, context: &mut Context, agent: &AgentId, channel: Channel) {
        // Also for a channel that waits for its extension, or for the end of a loss.
        if channel == Channel::Voice && self.state(channel).request.is_none() {
            self.agent_disconnects_voice(context);
        }
        self.disconnect(context, agent, channel);
    }

    /// Disconnects a channel. No effect while a request is pending or the channel is disconnected.
    pub fn disconnect(&mut self, context: &mut Context, agent: &AgentId, channel: Channel) {
        if !self.may_ask(channel, true) {
            return;
        }
        self.ask(context, channel, Request::Disconnecting);
        let request =
            ServerWrite::DisconnectChannel.post(path!["channels", channel.as_str(), "disconnect", "agent", agent]);
        context.request(&mut self.requests, Pending::Disconnect(channel), request);
    }

    /// Loads the server's facts of every channel ("the agent status is refreshed").
    pub fn refresh(&mut self, context: &mut Context, agent: &AgentId) {
        self.status_again = self.requests.any(|pending| matches!(pending, Pending::Status(_)));
        if !self.status_again {
            self.status.begin();
            let request = HttpRequest::get(path!["agents", agent, "status"]);
            context.request(&mut self.requests, Pending::Status(agent.clone()), request);
        }
    }

    pub(super) fn on_connection_reply(
        &mut self,
        context: &mut Context,
        channel: Channel,
        answer: Answer,
        request: Request,
    ) -> Vec<Exit> {
        self.state_mut(channel).request = None;
        context.dirty(slices::CHANNELS.key());
        match answer.read::<ChannelReply>() {
            Ok(reply) => {
                let number = EventNumber { epoch: Some(reply.epoch.clone()), seq: reply.as_of_seq };
                self.status.event(channel, Some(number).filter(|_| !reply.epoch.is_empty()));
                let mut record = reply.state;
                record.connected = request == Request::Connecting;
                if !record.connected {
                    record.status = ReportedStatus::default();
                }
                self.take_reply(context, channel, reply.as_of_seq, &reply.epoch, &record).into_iter().collect()
            }
            Err(answer) => {
                let is_in_doubt = answer.is_passing();
                if (channel, request) == (Channel::Voice, Request::Disconnecting) && !is_in_doubt {
                    self.decide_voice(context, VoiceReturnEvent::DisconnectRefused);
                }
                // Without an answer the server may still have executed the request.
                self.status.event(channel, None);
                if answer.is_uncertain() {
                    let write = match request {
                        Request::Connecting => ServerWrite::ConnectChannel,
                        Request::Disconnecting => ServerWrite::DisconnectChannel,
                    };
                    return vec![Exit::Refused(write.unknown()), Exit::NotLoaded];
                }
                let errors = answer.error_body().cloned();
                let reason = answer.reason().map(str::to_owned);
                let error = ResponseConnectionErrorChannel { channel, request, reason, errors };
                error.text().map(Exit::Refused).into_iter().collect()
            }
        }
    }
}

fn connect_voice_request(agent: &AgentId, exten: &str) -> HttpRequest {
    ServerWrite::ConnectChannel
        .post(path!["channels", "voice", "connect", "agent", agent])
        .json(&serde_json::json!({ "exten": exten }))
}
