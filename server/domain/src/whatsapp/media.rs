//! Files of messages. Their bytes are the transport's; the domain knows which message a file belongs to and gives addresses
//! that work for an hour. A stored message names its file by `media:{id}`, never by an address.

use super::provider::WhatsAppInboundFile;
use crate::centre::{Centre, Transaction};
use crate::digest::{is_signed, sign_hex};
use crate::store::{JobRow, MediaRow, Store, StoreResult};
use wire::{AgentId, Message, Wall};

/// How a stored message names its file.
const STORED: &str = "media:";
/// How long an address works.
const ADDRESS_MS: i64 = 60 * 60 * 1000;

/// The file of a stored message.
pub(super) fn id_of(message: &Message) -> Option<&str> {
    message.attachment_url.strip_prefix(STORED)
}

/// How a message that uses the file is stored.
pub(super) fn stored(id: &str) -> String {
    format!("{STORED}{id}")
}

/// Keeps what is known of a customer's file; empty where its bytes could not be read.
pub(super) fn keep_inbound(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    file: &WhatsAppInboundFile,
) -> StoreResult<String> {
    if file.media_id.is_empty() {
        return Ok(String::new());
    }
    tx.store.put_media(&MediaRow {
        id: file.media_id.clone(),
        protocol: job.protocol.clone(),
        agent_id: AgentId::default(),
        kind: file.kind,
        mimetype: file.mimetype.clone(),
        file_name: file.file_name.clone(),
        size: file.size,
        created_at: tx.now(),
        is_used: true,
    })?;
    Ok(stored(&file.media_id))
}

/// The message with an address of its file that works now.
pub(crate) fn with_address(tx: &Transaction<'_, '_>, mut message: Message) -> Message {
    if let Some(id) = id_of(&message) {
        message.attachment_url = address(tx, id);
    }
    message
}

/// An address of the file that works for an hour.
pub(super) fn address(tx: &Transaction<'_, '_>, id: &str) -> String {
    signed_address(&tx.config.whatsapp.media_key, id, tx.now())
}

fn signed_address(key: &str, id: &str, now: Wall) -> String {
    // In seconds, rounded up to a minute, so that the same answer has the same address for a while.
    let expires = now.plus_ms(ADDRESS_MS).0.div_euclid(60_000) * 60 + 60;
    let signature = sign_hex(key, &signed_text(id, expires));
    format!("/api/media/{id}?expires={expires}&signature={signature}")
}

impl Centre {
    /// An address of the file that works for an hour, for a provider that opens files itself.
    pub fn address_of_media(&self, now: Wall, id: &str) -> String {
        signed_address(&self.config.whatsapp.media_key, id, now)
    }

    /// The file of this address, if the server gave the address and it still works; `expires` is in seconds.
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
