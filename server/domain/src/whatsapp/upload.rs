//! Files that agents send: `POST /whatsapp/media`. The transport reads and keeps the bytes; the domain says whether the
//! agent may send them and remembers what they are.

use super::{attendance, media};
use crate::auth;
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::http::{Failure, HttpReply, json};
use crate::store::{JobState, MediaRow, Store};
use wire::{MediaReply, MessageMedia, Protocol};

/// A file whose bytes the transport keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppUpload {
    /// Identifier of the bytes.
    pub media_id: String,
    /// Medium that was found in the bytes.
    pub kind: MessageMedia,
    /// MIME type that was found in the bytes.
    pub mimetype: String,
    /// Name that the agent's device gave.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
}

impl Centre {
    /// Whether the caller may send files in this attendance, before its body is read; `Err` is the answer.
    pub fn may_upload(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        authorization: Option<&str>,
        protocol: &Protocol,
    ) -> Result<(), HttpReply> {
        let checked = self.transact(store, context, |tx| may_upload(tx, authorization, protocol).map(|_| ()));
        checked.map_err(|failure| HttpReply::from_outcome(Err(failure)))
    }

    /// Remembers a file that the caller will send in this attendance. The answer has its identifier.
    pub fn uploaded(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        authorization: Option<&str>,
        protocol: &Protocol,
        upload: &WhatsAppUpload,
    ) -> HttpReply {
        let answered = self.transact(store, context, |tx| {
            let agent_id = may_upload(tx, authorization, protocol)?;
            tx.store.put_media(&MediaRow {
                id: upload.media_id.clone(),
                protocol: protocol.clone(),
                agent_id,
                kind: upload.kind,
                mimetype: upload.mimetype.clone(),
                file_name: upload.file_name.clone(),
                size: upload.size,
                created_at: tx.now(),
                is_used: false,
            })?;
            json(&MediaReply {
                id: upload.media_id.clone(),
                message_media_type: Some(upload.kind),
                mimetype: upload.mimetype.clone(),
                file_name: upload.file_name.clone(),
                file_size: upload.size,
                attachment_url: media::address(tx, &upload.media_id),
            })
        });
        HttpReply { authenticated: answered.is_ok(), ..HttpReply::from_outcome(answered) }
    }
}

fn may_upload(
    tx: &mut Transaction<'_, '_>,
    authorization: Option<&str>,
    protocol: &Protocol,
) -> Result<wire::AgentId, Failure> {
    let caller = auth::authenticate(tx, authorization)?;
    let job = attendance::own(tx, &caller, protocol)?;
    if job.state != JobState::Active {
        return Err(Failure::cause("jobEnded"));
    }
    Ok(caller.agent_id)
}
