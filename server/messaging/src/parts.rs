//! Providers that put a text and several files into one message: each part becomes a message of its own.

use crate::types::{InboundContent, InboundMedia};

/// A part of a message beside its text.
pub(crate) enum PartKind {
    /// A file, which can have the text as its caption.
    Media(InboundMedia),
    /// Any other content.
    Other(InboundContent),
}

/// The contents in their order. The text is the caption of the first file, or a message of its own if there is no file.
pub(crate) fn split(text: Option<String>, parts: Vec<PartKind>) -> Vec<InboundContent> {
    let mut text = text;
    let mut contents: Vec<InboundContent> = Vec::new();
    for part in parts {
        contents.push(match part {
            PartKind::Media(mut media) => {
                media.caption = media.caption.or_else(|| text.take());
                InboundContent::Media(media)
            }
            PartKind::Other(content) => content,
        });
    }
    if let Some(text) = text {
        contents.insert(0, InboundContent::Text(text));
    }
    contents
}

/// The provider's id for the first part, with a number for the others: a repeated webhook has the same ids.
pub(crate) fn part_id(provider_id: &str, number: usize) -> String {
    if number == 0 { provider_id.to_owned() } else { format!("{provider_id}#{number}") }
}
