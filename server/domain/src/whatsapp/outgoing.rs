//! The limits of a conversation's network (`wire::network_limits`), checked for every sent message whatever the page
//! allowed (BEY-170).

use super::provider::WhatsAppSendContent;
use crate::http::Failure;
use crate::media;
use wire::network_limits::{Fate, FileType, Network, TextLimit};
use wire::{Message, MessageMedia, SendWhatsAppRequest};

/// Refuses with 422 a text, or a caption, that is longer than the network accepts.
pub(super) fn check_text(network: Network, request: &SendWhatsAppRequest) -> Result<(), Failure> {
    match (request.media_id.is_empty(), network.caption_limit()) {
        (true, _) => check_length(network.text_limit(), &request.message, "message"),
        (false, Some(limit)) => check_length(limit, request.message.trim(), "message"),
        (false, None) if request.message.trim().is_empty() => Ok(()),
        (false, None) => Err(Failure::field("message", "noCaption")),
    }
}

/// The refusal 422 with the limit.
pub(super) fn check_length(limit: TextLimit, text: &str, field: &str) -> Result<(), Failure> {
    if limit.takes(text) { Ok(()) } else { Err(Failure::too_long(field, limit.most)) }
}

/// The kind in which a file is sent to the network; 422 if the network does not accept it. A file that the network
/// cannot display is sent as a document.
pub(super) fn file_content(
    network: Network,
    message: &Message,
    voice: bool,
    field: &str,
) -> Result<WhatsAppSendContent, Failure> {
    let unknown = || Failure::field(field, "unknown");
    let media_id = media::id_of(message).ok_or_else(unknown)?.to_owned();
    let shown = message.message_media_type.ok_or_else(unknown)?;
    let file = file_type(message, field)?;
    let kind = if shown == MessageMedia::Sticker && file == FileType::Webp {
        MessageMedia::Sticker
    } else {
        let shape = network.shape(file, message.file_size).map_err(|refused| not_taken(refused, field))?;
        shape.media()
    };
    check_caption(network, message, field)?;
    Ok(WhatsAppSendContent::Media {
        media_id,
        kind,
        mimetype: file.mimetype().unwrap_or(&message.mimetype).to_owned(),
        caption: message.caption.clone(),
        file_name: message.file_name.clone(),
        voice: voice && file == FileType::Ogg && kind == MessageMedia::Audio,
    })
}

/// The type of a message's file; 422 for a type that no conversation may contain.
pub(super) fn file_type(message: &Message, field: &str) -> Result<FileType, Failure> {
    FileType::of(&message.mimetype).ok_or_else(|| not_taken(Fate::WrongType, field))
}

/// The reason in one word why the network does not accept a file.
pub(super) fn not_taken(refused: Fate, field: &str) -> Failure {
    match refused {
        Fate::TooLarge(_) => Failure::field(field, "tooLarge"),
        Fate::Send(_) | Fate::Convert(..) | Fate::WrongType => Failure::field(field, "typeNotAllowed"),
    }
}

/// The caption of a forwarded file; the caption of an upload was checked with the request.
fn check_caption(network: Network, message: &Message, field: &str) -> Result<(), Failure> {
    match network.caption_limit() {
        Some(limit) => check_length(limit, &message.caption, field),
        None if message.caption.is_empty() => Ok(()),
        None => Err(Failure::field(field, "noCaption")),
    }
}
