//! Files of messages, whatever their channel. The transport stores their content; the domain knows which message a file belongs
//! to and issues addresses that are valid for an hour. A stored message names its file by `media:{id}`, never by an address.

use crate::centre::{Centre, Transaction};
use crate::digest::{is_signed, sign_hex};
use crate::http::Failure;
use crate::store::{MediaRow, Store, StoreResult};
use wire::{AgentId, ChatMessageEvent, Message, Protocol, Wall, events};

/// The prefix by which a stored message names its file.
const STORED: &str = "media:";
/// How long an address is valid.
const ADDRESS_MS: i64 = 60 * 60 * 1000;

/// The file that a stored message names.
pub(crate) fn id_of(message: &Message) -> Option<&str> {
    message.attachment_url.strip_prefix(STORED)
}

/// The stored form of a message that uses the file.
pub(crate) fn stored(id: &str) -> String {
    format!("{STORED}{id}")
}

/// The message with an address of its file that is valid now.
pub(crate) fn with_address(tx: &Transaction<'_, '_>, mut message: Message) -> Message {
    message.attachment_url = address_of_stored(tx, message.attachment_url);
    message
}

/// An address that is valid now, if the text names a stored file; other texts stay unchanged.
pub(crate) fn address_of_stored(tx: &Transaction<'_, '_>, text: String) -> String {
    match text.strip_prefix(STORED) {
        Some(id) => address(tx, id),
        None => text,
    }
}

/// The content of a message that sends an uploaded file. The same agent must have uploaded it in the same attendance; if
/// `agent_id` is empty, the customer.
pub(crate) fn use_upload(
    tx: &mut Transaction<'_, '_>,
    protocol: &Protocol,
    agent_id: &AgentId,
    id: &str,
    caption: &str,
) -> Result<Message, Failure> {
    let file = tx.store.media(id)?.filter(|file| file.agent_id == *agent_id && file.protocol == *protocol);
    let file = file.ok_or_else(|| Failure::field("mediaId", "unknown"))?;
    tx.store.delete_unused_media(id)?;
    Ok(Message {
        message_media_type: Some(file.kind),
        mimetype: file.mimetype,
        file_name: file.file_name,
        file_size: file.size,
        caption: caption.trim().to_owned(),
        attachment_url: stored(&file.id),
        ..Message::default()
    })
}

/// An address of the file that is valid now.
pub(crate) fn address(tx: &Transaction<'_, '_>, id: &str) -> String {
    signed_address(&tx.config.whatsapp.media_key, id, tx.now())
}

fn signed_address(key: &str, id: &str, now: Wall) -> String {
    // Expiry in seconds, rounded up to a minute, so that the same answer has the same address for a while.
    let expires = now.plus_ms(ADDRESS_MS).0.div_euclid(60_000) * 60 + 60;
    let signature = sign_hex(key, &signed_text(id, expires));
    format!("/api/media/{id}?expires={expires}&signature={signature}")
}

impl Transaction<'_, '_> {
    /// Appends a message to the agent's queue, with an address of its file that is valid now.
    pub fn publish_message(&mut self, agent: &AgentId, message: Message) -> StoreResult<()> {
        let message = with_address(self, message);
        self.publish_event(agent, events::conversation::Event::Message(Box::new(ChatMessageEvent { message })))
    }
}

impl Centre {
    /// An address of the file that is valid for an hour, for a provider that downloads files itself.
    pub fn address_of_media(&self, now: Wall, id: &str) -> String {
        signed_address(&self.config.whatsapp.media_key, id, now)
    }

    /// The file of this address, if the server issued the address and it is still valid; `expires` is in seconds.
    pub fn media_of_address(
        &self,
        store: &dyn Store,
        now: Wall,
        id: &str,
        expires: i64,
        signature: &str,
    ) -> StoreResult<Option<MediaRow>> {
        let is_given = is_signed(&self.config.whatsapp.media_key, &signed_text(id, expires), signature);
        if !is_given || expires.saturating_mul(1000) <= now.0 {
            return Ok(None);
        }
        store.media(id)
    }
}

fn signed_text(id: &str, expires: i64) -> String {
    format!("{id}:{expires}")
}

#[cfg(test)]
mod tests;
