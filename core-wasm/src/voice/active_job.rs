//! Dialling by the agent: the request, and the texts of its refusals (spec session §8 "Voice call", VOI-063 to VOI-075).

use crate::flow::{Answer, HttpRequest, ServerWrite, Text, camel_case_reason, path};
use crate::wire::{ActiveVoiceJobReply, ActiveVoiceJobRequest, AgentId, Channel, ContactId, QueueId};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the agent dials.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DialTarget {
    /// The number to call; empty if the contact's own number is called.
    pub phone: String,
    /// The contact to call; empty if a number is called.
    pub contact_id: ContactId,
    /// The chosen campaign; empty: the agent's default one (VOI-081).
    pub campaign_id: QueueId,
    /// The schedule that the call belongs to.
    pub schedule: Option<Value>,
}

impl DialTarget {
    /// The request. `default_campaign` is used if the agent chose no other campaign.
    pub fn request(self, agent: &AgentId, default_campaign: &str) -> HttpRequest {
        ServerWrite::Dial.post(path!["job", "voice", "active-job"]).json(&self.body(agent, default_campaign))
    }

    /// The body of the request, and of the question why it would be refused.
    pub fn body(self, agent: &AgentId, default_campaign: &str) -> ActiveVoiceJobRequest {
        let Self { phone, contact_id, campaign_id, schedule } = self;
        let campaign_id = if campaign_id.is_empty() { default_campaign.into() } else { campaign_id };
        let (agent_id, channel) = (agent.clone(), Channel::Voice);
        ActiveVoiceJobRequest { agent_id, channel, phone, contact_id, campaign_id, schedule }
    }
}

/// The answer to the request; fails with the text of an answer that is no success.
pub fn read_reply(answer: Answer) -> Result<ActiveVoiceJobReply, Text> {
    let answer = match answer.read::<ActiveVoiceJobReply>() {
        Ok(reply) if reply.success => return Ok(reply),
        Ok(_) => return Err(Text::key("cannotCallToContact")),
        Err(answer) => answer,
    };
    let cause = answer.reason().map(camel_case_reason).unwrap_or_default();
    let details = answer.error_body().map(|body| body.details.clone()).unwrap_or_default();
    Err(refusal(&cause, &details))
}

/// The text of a cause.
pub fn refusal(cause: &str, details: &BTreeMap<String, Value>) -> Text {
    let text = match cause {
        "" => Text::key("triggerActiveJobError"),
        "pause" => Text::key("cannotActiveJobBecauseInPause"),
        "blacklist" => Text::key("contactInBlacklist"),
        "agentCallOrgUnitBlocked" => Text::key("callsBetweenAgentsNotAllowed"),
        // The cause is the key of the text (VOI-068).
        cause => Text { fallback: Some("triggerActiveJobError".to_owned()), ..Text::key(cause) },
    };
    details.iter().fold(text, |text, (name, value)| {
        text.with(name, value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    })
}
