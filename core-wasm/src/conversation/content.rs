//! The content of a message besides its text, as its bubble shows it (WAP-069, WAP-070).

use crate::shell::{Author, Viewer};
use crate::wire::{
    AnsweredMessage, ContactCard, FileState, Message, MessageDetails, MessageMedia, Reaction, TemplateShown,
    first_visible,
};
use serde::Serialize;

/// The content of a message besides its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessageContentView {
    /// The file; `None` without one.
    pub attachment: Option<AttachmentView>,
    /// Contact cards.
    pub contact_cards: Vec<ContactCard>,
    /// Content that the network sent in a form of its own, for example an order; absent without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub details: Option<MessageDetails>,
    /// The customer edited the text after sending it; absent otherwise.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub edited: bool,
    /// The customer revoked the message, which has no content any more; absent otherwise.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub revoked: bool,
    /// Reactions, at most one of each person; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub reactions: Vec<Reaction>,
    /// The message that this one answers.
    pub answered: Option<AnsweredView>,
    /// The template that the message was made from.
    pub template: Option<TemplateShown>,
    /// Name of the agent that the customer saw; empty without one (WAP-070).
    pub header_name: String,
    /// A bot sent the message.
    pub bot: bool,
    /// Part of the file that is uploaded, 0 to 1; `None` while no upload runs.
    pub upload: Option<f64>,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AttachmentView {
    /// Address of the bytes: the server's, or the page's own for a file that is being sent.
    pub url: String,
    /// Name of the file; empty if unknown.
    pub name: String,
    /// Size in bytes; 0 if unknown.
    pub size: u32,
    /// MIME type; empty if unknown.
    pub mimetype: String,
    /// Why the bytes are missing; absent if they are available.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub state: Option<FileState>,
}

/// A message that another one answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnsweredView {
    /// The server's id of the message, as in `MessageView`; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub id: Option<String>,
    /// The text or caption of that message.
    pub text: String,
    /// Kind of the file of that message; `None` for text.
    pub media: Option<MessageMedia>,
    /// The author of the answered message.
    pub sender: Author,
    /// Name of the agent who sent that message; empty for other senders.
    pub agent_name: String,
    /// The customer revoked that message; absent otherwise.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub revoked: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl AnsweredView {
    fn of(message: &AnsweredMessage, viewer: Viewer<'_>) -> Self {
        Self {
            id: id_shown(&message.message_id),
            text: first_visible([message.message.as_str()]).to_owned(),
            media: message.message_media_type,
            sender: Author::of(message.sender_type, message.agent_id.as_str(), &message.agent_name, viewer),
            agent_name: message.agent_name.clone(),
            revoked: message.revoked,
        }
    }
}

/// The server's id in a `message_id`; `None` before the server gave one.
pub(super) fn id_shown(message_id: &str) -> Option<String> {
    let id = message_id.split_once('|').map_or(message_id, |(primary, _)| primary);
    (!id.is_empty()).then(|| id.to_owned())
}

impl MessageContentView {
    /// `None` for a message that contains only text.
    pub fn of(message: &Message, viewer: Viewer<'_>) -> Option<Self> {
        let has_file =
            !message.attachment_url.is_empty() || !message.file_name.is_empty() || message.file_state.is_some();
        let attachment = has_file.then(|| AttachmentView {
            url: message.attachment_url.clone(),
            name: message.file_name.clone(),
            size: u32::try_from(message.file_size).unwrap_or(u32::MAX),
            mimetype: message.mimetype.clone(),
            state: message.file_state,
        });
        let content = Self {
            attachment,
            contact_cards: message.contact_cards.clone(),
            details: message.details.as_deref().cloned(),
            edited: message.edited,
            revoked: message.revoked,
            reactions: message.reactions.clone(),
            answered: message.answered.as_ref().map(|answered| AnsweredView::of(answered, viewer)),
            template: message.template.clone(),
            header_name: header_name(message).to_owned(),
            bot: message.bot,
            upload: None,
        };
        (content != Self::default()).then_some(content)
    }
}

/// The name that the customer saw: complete, or the first name.
fn header_name(message: &Message) -> &str {
    let name = message.header_agent_name.trim();
    match (message.header_show_agent_name, message.header_show_complete_agent_name) {
        (false, _) => "",
        (true, true) => name,
        (true, false) => name.split_whitespace().next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::wap_070_not_shown(false, true, "")]
    #[case::wap_070_first_name_shown(true, false, "Ana")]
    #[case::wap_070_complete_name_shown(true, true, "Ana Souza")]
    fn the_settings_decide_which_name_of_the_agent_the_customer_saw(
        #[case] show: bool,
        #[case] complete: bool,
        #[case] expected: &str,
    ) {
        let message = Message {
            header_agent_name: "Ana Souza".to_owned(),
            header_show_agent_name: show,
            header_show_complete_agent_name: complete,
            bot: true,
            ..Message::default()
        };
        assert_eq!(MessageContentView::of(&message, Viewer::default()).expect("content").header_name, expected);
        assert_eq!(MessageContentView::of(&Message::default(), Viewer::default()), None, "text alone has no content");
    }
}
