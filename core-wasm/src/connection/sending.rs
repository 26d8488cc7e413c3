//! Frames sent to the broker: answers to its pings (CON-027, CON-028) and, if configured, the agent's sign-in and log-off
//! (CHN-061 to CHN-065). Without a connected link nothing is sent, and that is not an error (CON-029).

use super::machine::{Connection, State};
use crate::flow::{BrokerCommand, Context};
use crate::wire::Secret;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Action<'a> {
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exten: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<&'a str>,
    #[serde(flatten)]
    login: Option<Login<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Login<'a> {
    password: &'a str,
    voice: bool,
    chat: bool,
    whats_app: bool,
    facebook: bool,
}

/// Data of a sign-in message for the broker; kept in memory until it was sent once.
pub(super) struct BrokerLogin {
    password: Secret<String>,
    whatsapp: bool,
}

const NOTHING: Action = Action { event: "", agent_id: None, username: None, exten: None, client: None, login: None };

impl Connection {
    /// Answers a ping of the broker.
    pub fn send_pong(&mut self, context: &mut Context) {
        let Some(access) = self.access() else { return };
        let (settings, id) = (&access.settings, access.agent.as_str());
        let pong = Action {
            event: "PongBrokerAction",
            username: Some(&access.username),
            client: Some(&["AGENT-", id].concat()),
            ..NOTHING
        };
        self.send(context, &settings.communicator_queue, &pong);
        self.send(context, &settings.whatsapp_queue, &pong);
        self.send(context, &settings.chatvisor_queue, &Action { event: "PongChatvisorBrokerAction", ..NOTHING });
    }

    /// Sends the sign-in with this password now, or as soon as the link is connected.
    pub fn log_in_with(&mut self, context: &mut Context, password: Secret<String>, whatsapp: bool) {
        self.login = Some(BrokerLogin { password, whatsapp });
        self.send_login(context);
    }

    pub(super) fn send_login(&mut self, context: &mut Context) {
        if self.state() != State::Connected {
            return;
        }
        let Some(BrokerLogin { password, whatsapp }) = self.login.take() else { return };
        let Some(access) = self.access() else { return };
        let (queue, agent_id) = (&access.settings.login_queue, Some(access.agent.as_str()));
        let everything =
            Login { password: password.expose(), voice: true, chat: true, whats_app: true, facebook: true };
        let client = client(&access.agent.0);
        let action = Action { event: "AgentLoginAction", agent_id, client: Some(&client), ..NOTHING };
        self.send(context, queue, &Action { login: Some(everything), ..action });
        if whatsapp {
            self.send(context, queue, &Action { event: "AgentWhatsAppLoginAction", agent_id, ..NOTHING });
        }
    }

    /// Sends the log-off; the link is closed afterwards.
    pub fn send_logoff(&self, context: &mut Context) {
        let Some(access) = self.access() else { return };
        let client = client(&access.agent.0);
        let agent_id = Some(access.agent.as_str());
        let action = Action { event: "AgentLogoffAction", agent_id, exten: Some(""), client: Some(&client), ..NOTHING };
        self.send(context, &access.settings.login_queue, &action);
    }

    fn send(&self, context: &mut Context, destination: &str, action: &Action) {
        let Some(access) = self.access().filter(|_| self.state() == State::Connected) else { return };
        if destination.is_empty() {
            return;
        }
        let Ok(body) = serde_json::to_string(action) else { return };
        let destination = destination.replace("{agentId}", access.agent.as_str());
        context.broker(BrokerCommand::Send { link: self.link(), destination, body: Secret::new(body) });
    }
}

/// The client name in login messages; a pong has it in capitals (CHN-064).
fn client(agent: &str) -> String {
    ["agent-", agent].concat()
}
