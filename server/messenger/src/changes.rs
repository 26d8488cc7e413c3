//! Changes that a customer makes to messages: another text, removal, a reaction. The telephone shows the change, and the company receives it as the
//! network sends it.

use messaging::{Inbound, InboundContent};
use serde::Deserialize;

use crate::limits::{MAX_NAME_CHARS, MAX_TEXT_BYTES};
use crate::network::{Network, Refused, Written};
use crate::thread::Content;

/// A change of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Change {
    /// The customer edits the own text or caption.
    Edit {
        /// Id of the message.
        id: String,
        /// The new text of the message.
        text: String,
    },
    /// The customer removes the own message.
    Revoke {
        /// Id of the message.
        id: String,
    },
    /// A reaction to a message of either side; an empty emoji removes it.
    React {
        /// Id of the message.
        id: String,
        /// The emoji of the reaction.
        emoji: String,
    },
}

impl Network {
    /// The customer changes a message. A repeated change is not sent to the company.
    ///
    /// # Errors
    /// A wrong secret, an unknown message, one that the customer may not change so, or a text that is empty or too long. Without a connection a telephone
    /// changes nothing.
    pub fn change(
        &mut self,
        account: &str,
        number: &str,
        secret: &str,
        change: &Change,
        now_ms: u64,
    ) -> Result<Written, Refused> {
        let id = match change {
            Change::Edit { id, .. } | Change::Revoke { id } | Change::React { id, .. } => id.clone(),
        };
        let thread = self.opened(account, number, secret)?;
        if thread.settings.offline || thread.settings.blocked {
            return Err(Refused::Field("offline"));
        }
        let number_of_change = thread.change.saturating_add(1);
        let entry = thread.entries.iter_mut().rev().find(|entry| entry.id == id).ok_or(Refused::Field("id"))?;
        if entry.revoked {
            return Err(Refused::Field("id"));
        }
        let before = entry.clone();
        let content = match change {
            Change::Edit { text, .. } => {
                if text.trim().is_empty() {
                    return Err(Refused::Field("text"));
                }
                if text.len() > MAX_TEXT_BYTES {
                    return Err(Refused::TooLarge("text"));
                }
                match &mut entry.content {
                    Content::Text { text: own } | Content::Media { caption: own, .. } if entry.mine => {
                        own.clone_from(text);
                    }
                    _ => return Err(Refused::Field("id")),
                }
                entry.edited = entry.edited || entry.content != before.content;
                InboundContent::Edit { text: text.clone(), message_id: id }
            }
            Change::Revoke { .. } => {
                if !entry.mine {
                    return Err(Refused::Field("id"));
                }
                entry.revoked = true;
                entry.content = Content::Text { text: String::new() };
                entry.reaction.clear();
                InboundContent::Revoke { message_id: id }
            }
            Change::React { emoji, .. } => {
                if emoji.chars().count() > MAX_NAME_CHARS {
                    return Err(Refused::TooLarge("emoji"));
                }
                entry.reaction.clone_from(emoji);
                InboundContent::Reaction { emoji: emoji.clone(), message_id: id }
            }
        };
        if *entry == before {
            return Ok(Written { entry: before, outgoing: Vec::new() });
        }
        entry.change = number_of_change;
        let entry = entry.clone();
        thread.next_change(now_ms);
        let provider_id = self.next_id();
        let message = self.inbound(account, number, provider_id, content, now_ms);
        Ok(Written {
            entry,
            outgoing: message.map(|message| Inbound::Message(Box::new(message))).into_iter().collect(),
        })
    }
}
