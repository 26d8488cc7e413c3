//! Files that agents and customers send, whatever their channel. The transport receives and stores the content; the domain decides whether the caller
//! may send files and stores their kind, type, name and size.

use crate::auth;
use crate::centre::{Centre, Transaction};
use crate::chat;
use crate::context::Context;
use crate::http::{Failure, HttpReply, json};
use crate::media;
use crate::store::{JobRow, JobState, MediaRow, Store, UnusedMediaRow};
use crate::web_chat::{self, CustomerUpload, Sent};
use wire::{AgentId, Channel, MediaReply, MessageMedia, Protocol};

/// The uploader of a file, with the credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uploader {
    /// An agent, in an attendance of this channel.
    Agent {
        /// Value of the `authorization` header.
        authorization: Option<String>,
        /// Channel of the route.
        channel: Channel,
    },
    /// The customer of a web chat.
    Customer {
        /// Value of the `authorization` header, with the secret of the chat.
        authorization: Option<String>,
    },
}

/// A file whose content the transport has stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaUpload {
    /// Identifier of the stored content.
    pub media_id: String,
    /// Kind of the file, detected from its content.
    pub kind: MessageMedia,
    /// MIME type detected from the content.
    pub mimetype: String,
    /// Name that the sender's device gave.
    pub file_name: String,
    /// Size in bytes.
    pub size: u64,
}

impl Centre {
    /// Checks before the body is read whether the caller may send files in this attendance. Returns the agent, empty
    /// for a customer; `Err` is the reply.
    pub fn may_upload(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        uploader: &Uploader,
        protocol: &Protocol,
    ) -> Result<AgentId, HttpReply> {
        let checked = self.transact(store, context, |tx| may_upload(tx, uploader, protocol).map(|(_, agent)| agent));
        checked.map_err(|failure| HttpReply::from_outcome(Err(failure)))
    }

    /// Stores a file that the caller will send in this attendance. The reply has the file's identifier.
    pub fn uploaded(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        uploader: &Uploader,
        protocol: &Protocol,
        upload: &MediaUpload,
    ) -> HttpReply {
        let answered = self.transact(store, context, |tx| {
            let (job, agent_id) = may_upload(tx, uploader, protocol)?;
            let is_customers = agent_id.is_empty();
            tx.store.put_media(&MediaRow {
                id: upload.media_id.clone(),
                protocol: protocol.clone(),
                agent_id,
                kind: upload.kind,
                mimetype: upload.mimetype.clone(),
                file_name: upload.file_name.clone(),
                size: upload.size,
                created_at: tx.now(),
            })?;
            tx.store.put_unused_media(&UnusedMediaRow { id: upload.media_id.clone(), created_at: tx.now() })?;
            if is_customers {
                web_chat::count_sent(tx, &job.protocol, Sent::File { bytes: upload.size })?;
                return json(&CustomerUpload { media_id: upload.media_id.clone() });
            }
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

/// The attendance, and the agent who uploads the file; empty for a customer.
fn may_upload(
    tx: &mut Transaction<'_, '_>,
    uploader: &Uploader,
    protocol: &Protocol,
) -> Result<(JobRow, AgentId), Failure> {
    match uploader {
        Uploader::Agent { authorization, channel } => {
            let caller = auth::authenticate(tx, authorization.as_deref())?;
            let job = chat::assigned_job(tx, &caller, protocol)?;
            if job.channel != *channel {
                return Err(Failure::cause("jobNotFound"));
            }
            if job.state != JobState::Active {
                return Err(Failure::cause("jobEnded"));
            }
            Ok((job, caller.agent_id.clone()))
        }
        Uploader::Customer { authorization } => {
            let secret = auth::bearer(authorization.as_deref()).unwrap_or_default();
            let job = web_chat::open_chat(tx, protocol, secret)?;
            web_chat::may_send(tx, &job.protocol, Sent::File { bytes: 0 })?;
            Ok((job, AgentId::default()))
        }
    }
}
