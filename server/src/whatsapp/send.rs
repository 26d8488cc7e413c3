//! The worker of the effect `SendWhatsApp`: brings agents' messages to providers. Messages of one customer are due one after the
//! other (their effects are a sequence), those of different customers go at the same time, so that a slow provider does not hold up
//! the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use contact_centre::store::StoreResult;
use contact_centre::{
    Effect, EffectKind, EffectOutcome, WhatsAppFailure, WhatsAppFailureAbout, WhatsAppOutcome, WhatsAppSend,
    WhatsAppSendContent,
};
use futures_util::StreamExt;
use messaging::media::BlobId;
use messaging::{ClientFault, FetchFault, MediaSource, ReadFault};
use tokio::sync::watch;
use tokio::task::{self, JoinSet};

use super::Messaging;
use super::providers::{Connection, OutgoingFile};
use crate::effects;

const KIND: EffectKind = EffectKind::SendWhatsApp;
/// Messages that this process holds at a time.
const MAX_HELD: usize = 32;
/// When the store is asked again after it failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

struct Work {
    effect: Effect,
    send: WhatsAppSend,
}

/// Runs until the server stops and no message is under way.
pub async fn run(messaging: Messaging, mut stopped: watch::Receiver<bool>) {
    let mut sender = Sender { messaging, held: BTreeSet::new(), running: JoinSet::new(), tasks: BTreeMap::new() };
    loop {
        let taken = sender.take_due().await;
        if let Err(error) = &taken {
            tracing::error!(%error, "messages to customers cannot be read");
        }
        tokio::select! {
            () = sender.messaging.inner.service.effects().of(KIND) => {}
            Some(ended) = sender.running.join_next_with_id() => {
                let task = match ended {
                    Ok((task, ())) => task,
                    Err(error) => {
                        tracing::error!(%error, "a message to a customer ended without an outcome");
                        error.id()
                    }
                };
                sender.ended(task);
            }
            () = tokio::time::sleep(AFTER_FAILURE), if taken.is_err() => {}
            _ = stopped.wait_for(|stopped| *stopped) => break,
        }
    }
    while sender.running.join_next().await.is_some() {}
}

struct Sender {
    messaging: Messaging,
    /// Ids of effects under way: one that takes long is due again after its lease.
    held: BTreeSet<String>,
    running: JoinSet<()>,
    /// Effect of each task, also of one that panics.
    tasks: BTreeMap<task::Id, String>,
}

impl Sender {
    async fn take_due(&mut self) -> StoreResult<()> {
        while self.held.len() < MAX_HELD {
            let service = &self.messaging.inner.service;
            let Some(effect) = effects::take(service, KIND).await? else { return Ok(()) };
            let Ok(send) = serde_json::from_str::<WhatsAppSend>(&effect.body) else {
                let outcome = EffectOutcome::Refused("the body is unreadable".to_owned());
                effects::end(service, KIND, effect, outcome).await?;
                continue;
            };
            // One that is under way here was taken again after its lease, which is longer by that.
            if self.held.insert(effect.id.clone()) {
                self.start(Work { effect, send });
            }
        }
        Ok(())
    }

    fn start(&mut self, work: Work) {
        let (messaging, id) = (self.messaging.clone(), work.effect.id.clone());
        let task = self.running.spawn(async move {
            let outcome = match work.effect.is_uncertain {
                true => WhatsAppOutcome::Unknown,
                false => messaging.send(&work.effect, &work.send).await,
            };
            messaging.report(work, outcome).await;
        });
        self.tasks.insert(task.id(), id);
    }

    fn ended(&mut self, task: task::Id) {
        if let Some(id) = self.tasks.remove(&task) {
            self.held.remove(&id);
        }
    }
}

impl Messaging {
    async fn send(&self, effect: &Effect, send: &WhatsAppSend) -> WhatsAppOutcome {
        let Some(connection) = self.inner.providers.of(&send.provider, send.is_simulated) else {
            return failed(format!("no provider {} is configured", send.provider), WhatsAppFailureAbout::Route);
        };
        let source = match &send.content {
            WhatsAppSendContent::Media { media_id, kind, mimetype, file_name, .. } => {
                let file = Placed { media_id, kind: messaging_adapter::kind(*kind), mimetype, file_name };
                match self.place(connection, &send.account, file).await {
                    Ok(source) => Some(source),
                    Err(fault) if fault.is_temporary() => return failed(fault.to_string(), about(&fault)),
                    Err(fault) => {
                        tracing::warn!(provider = send.provider, %fault, "a file was not taken");
                        return WhatsAppOutcome::Refused("MEDIA_REFUSED".to_owned());
                    }
                }
            }
            _ => None,
        };
        if self.inner.service.hub().has_stopped() {
            return failed("the server stops".to_owned(), WhatsAppFailureAbout::Pace);
        }
        messaging_adapter::outcome(connection.send(&messaging_adapter::outbound(&effect.id, send, source)).await)
    }

    async fn place(&self, connection: &Connection, account: &str, file: Placed<'_>) -> Result<MediaSource, FetchFault> {
        let bytes = self.read_blob(file.media_id).await.ok_or(FetchFault::NotOffered)?;
        let address = self.public_address(file.media_id).await;
        let file = OutgoingFile { name: file.file_name, mime: file.mimetype, kind: file.kind, bytes, address };
        connection.place(account, file).await
    }

    /// The whole file; `None` where there is none.
    async fn read_blob(&self, id: &str) -> Option<Vec<u8>> {
        let reader = self.inner.blobs.read(&BlobId::new(id)?).await.ok()??;
        let mut bytes = Vec::with_capacity(usize::try_from(reader.length).unwrap_or_default());
        let mut chunks = reader.chunks;
        while let Some(chunk) = chunks.next().await {
            bytes.extend_from_slice(&chunk.ok()?);
        }
        Some(bytes)
    }

    /// Repeated until it is stored: without its outcome a message that the customer has would get an error.
    async fn report(&self, work: Work, outcome: WhatsAppOutcome) {
        let report = Arc::new((work.effect, outcome));
        let mut stopping = self.inner.service.hub().stopping();
        loop {
            let stored = Arc::clone(&report);
            let ended = self.inner.service.call(move |scope| {
                let (effect, outcome) = &*stored;
                scope.centre.whatsapp_sent(scope.store, scope.context, effect, outcome)
            });
            let Err(error) = ended.await.and_then(|ended| ended) else { return };
            tracing::error!(%error, "the outcome of a message to a customer was not stored");
            if *stopping.borrow() {
                // Its lease ends, and the outcome is unknown.
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(AFTER_FAILURE) => {}
                _ = stopping.wait_for(|stopping| *stopping) => {}
            }
        }
    }
}

fn failed(cause: String, about: WhatsAppFailureAbout) -> WhatsAppOutcome {
    WhatsAppOutcome::Failed(WhatsAppFailure { cause, retry_after_ms: None, about })
}

/// What a file that the provider did not store says about the route.
fn about(fault: &FetchFault) -> WhatsAppFailureAbout {
    match fault {
        FetchFault::Client(ClientFault { uncertain: false, .. }) => WhatsAppFailureAbout::Route,
        FetchFault::Read(ReadFault::Status(429)) => WhatsAppFailureAbout::Pace,
        _ => WhatsAppFailureAbout::Message,
    }
}

struct Placed<'a> {
    media_id: &'a str,
    kind: messaging::MediaKind,
    mimetype: &'a str,
    file_name: &'a str,
}
