//! Switches for desktop notifications of messages, kept in the agent's record on the server (API-037, API-038). A switch
//! changes at once and is reverted if the server refuses. One request at a time per channel, so that the last change is
//! the last to arrive.

use super::machine::{Exit, Pending, Session};
use super::records;
use crate::flow::path;
use crate::flow::{Answer, Context, ServerWrite, Text};
use crate::notifications;
use crate::wire::{AgentId, Channel};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NotifyRequest {
    agent_id: AgentId,
    /// The value of the switch: 0 or 1.
    notify: u8,
}

impl Session {
    /// Turns desktop notifications of a channel's messages on or off; no effect for voice.
    pub fn set_notify(&mut self, context: &mut Context, channel: Channel, on: bool) {
        let Some(held) = self.notify_of(channel) else { return };
        if *held == on {
            return;
        }
        *held = on;
        context.persist(records::AGENT.key());
        context.dirty(notifications::slices::ALERTS.key());
        if !self.requests.any(|pending| matches!(pending, Pending::Notify { channel: asked, .. } if *asked == channel))
        {
            self.send_notify(context, channel, on);
        }
    }

    fn send_notify(&mut self, context: &mut Context, channel: Channel, on: bool) {
        let agent_id = self.agent_id();
        let path = path!["agents", agent_id, format!("{}-notify-message", channel.as_str())];
        let request =
            ServerWrite::SaveSetting.put(path).json(&NotifyRequest { agent_id, notify: on.into() }).repeat_when_busy();
        context.request(&mut self.requests, Pending::Notify { channel, on }, request);
    }

    pub(super) fn on_notify_set(
        &mut self,
        context: &mut Context,
        channel: Channel,
        on: bool,
        answer: &Answer,
    ) -> Option<Exit> {
        let held = self.notify_of(channel)?;
        if matches!(answer, Answer::Ok(_)) {
            let wanted = *held;
            if wanted != on {
                self.send_notify(context, channel, wanted);
            }
            return None;
        }
        *held = !on;
        context.persist(records::AGENT.key());
        context.dirty(notifications::slices::ALERTS.key());
        let text = match answer.is_uncertain() {
            true => ServerWrite::SaveSetting.unknown(),
            false => Text::key("notifications.preferences.failed"),
        };
        Some(if answer.is_passing() { Exit::SettingInDoubt(text) } else { Exit::Refused(text) })
    }

    /// The value of a channel's switch; `None` for voice, whose switch agents cannot change (NOT-017).
    fn notify_of(&mut self, channel: Channel) -> Option<&mut bool> {
        let preferences = &mut self.agent.agent_preferences;
        match channel {
            Channel::Whatsapp => Some(&mut preferences.notify_whats_app_message),
            Channel::Chat => Some(&mut preferences.notify_chat_message),
            Channel::Voice => None,
        }
    }
}
