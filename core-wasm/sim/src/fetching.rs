//! The server fetches the files of customers' messages from the provider, as `server/src/whatsapp/fetch.rs` does.

use crate::messaging::{PROVIDER_LIMIT_MS, PROVIDER_MS};
use crate::network::Delivery;
use crate::server::Caller;
use crate::sim::Sim;
use crate::store::SimStore;
use contact_centre::store::{EffectLane, EffectStore};
use contact_centre::{Effect, EffectKind, FetchedFile, FileOrder, FileOutcome, FileRefusal};
use messaging::MediaReference;
use std::collections::{BTreeSet, VecDeque};

/// "Not found" counts from this attempt on.
const GONE_FROM_ATTEMPT: u32 = 5;

/// A fault of one request for a file at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// The provider answers 503.
    Busy,
    /// The provider does not have the file any more.
    Gone,
}

/// One attempt to fetch a file.
#[derive(Clone, Debug)]
pub(crate) struct Fetch {
    /// The number of the server's process that made the attempt.
    process: u32,
    effect: Effect,
    order: FileOrder,
}

/// The state of the files at the provider.
#[derive(Default)]
pub(crate) struct ProviderFiles {
    faults: VecDeque<FileFault>,
    /// Files that the provider does not have any more.
    gone: BTreeSet<String>,
}

/// Effects that wait for an attempt to fetch a file.
pub(crate) fn orders(store: &SimStore) -> Vec<FileOrder> {
    let far = contact_centre::wire::Wall(i64::MAX / 2);
    let rows = store.effects_until(EffectKind::FetchFile.as_str(), EffectLane::Prompt, far, usize::MAX).expect("store");
    rows.iter().map(|row| serde_json::from_str(&row.body).expect("the body of the effect")).collect()
}

impl Sim {
    /// The worker takes the attempts that are due.
    pub(crate) fn files_are_due(&mut self) {
        if !self.server.runs() {
            return;
        }
        let (taken, delivery) = self.server.call(self.now, |centre, store, context| {
            centre.take_effects(store, context, EffectKind::FetchFile, usize::MAX).expect("store")
        });
        self.deliver(delivery);
        for effect in taken {
            let order = serde_json::from_str(&effect.body).expect("the body of the effect");
            let fetch = Fetch { process: self.messaging.process, effect, order };
            self.network.send(self.now.plus_ms(PROVIDER_MS), Delivery::Fetch(fetch));
        }
    }

    /// The request for a file reaches the provider.
    pub(crate) fn provider_is_asked(&mut self, fetch: Fetch) {
        let fault = self.files.faults.pop_front();
        let outcome = self.fetched(&fetch, fault);
        self.note("provider", &format!("is asked for the file of {}, {fault:?}", fetch.order.protocol));
        let at = self.now.plus_ms(PROVIDER_MS + self.messaging.slow_ms.min(PROVIDER_LIMIT_MS));
        self.network.send(at, Delivery::Fetched(fetch, outcome));
    }

    fn fetched(&mut self, fetch: &Fetch, fault: Option<FileFault>) -> FileOutcome {
        let failed = |cause: &str| FileOutcome::Failed { cause: cause.to_owned(), retry_after_ms: None };
        // The provider reports a file and does not have it.
        let Some(reference) = messaging_adapter::reference(&fetch.order) else {
            return FileOutcome::Refused(FileRefusal::Gone);
        };
        let MediaReference::Id(id) = reference else { return FileOutcome::Refused(FileRefusal::NotAllowed) };
        if self.messaging.is_down || self.messaging.slow_ms >= PROVIDER_LIMIT_MS {
            return failed("no answer");
        }
        match fault {
            Some(FileFault::Busy) => return failed("status 503"),
            Some(FileFault::Gone) => {
                self.files.gone.insert(id.clone());
            }
            None => {}
        }
        let found = self.messaging.network.file(&id).filter(|_| !self.files.gone.contains(&id));
        let Some(found) = found.cloned() else {
            let is_final = fetch.effect.attempt >= GONE_FROM_ATTEMPT;
            return if is_final { FileOutcome::Refused(FileRefusal::Gone) } else { failed("status 404") };
        };
        let (mime, name) = (&fetch.order.mimetype, &fetch.order.file_name);
        let given = |text: &'_ String| Some(text.clone()).filter(|text| !text.is_empty());
        match crate::uploads::sniffed(&found.bytes, given(mime).as_deref(), given(name).as_deref(), false) {
            Ok(sniffed) => FileOutcome::Fetched(FetchedFile {
                media_id: fetch.effect.id.clone(),
                kind: messaging_adapter::shown_medium(fetch.order.kind, sniffed.kind),
                mimetype: sniffed.mime,
                file_name: sniffed.file_name,
                size: u64::try_from(found.bytes.len()).unwrap_or(u64::MAX),
            }),
            Err(_) => FileOutcome::Refused(FileRefusal::NotAllowed),
        }
    }

    /// The file, or the reason why there is none, reaches the server.
    pub(crate) fn file_arrives(&mut self, fetch: &Fetch, outcome: &FileOutcome) {
        if fetch.process != self.messaging.process {
            // The process that waited for the file has ended.
            return;
        }
        let (stored, delivery) = self.server.call_of(Caller::Provider, self.now, |centre, store, context| {
            centre.file_fetched(store, context, &fetch.effect, &fetch.order, outcome)
        });
        stored.expect("store");
        self.deliver(delivery);
    }

    /// The next request for a file at the provider fails.
    pub fn file_fails_next(&mut self, fault: FileFault) -> &mut Self {
        self.note("provider", &format!("the next file will fail: {fault:?}"));
        self.files.faults.push_back(fault);
        self
    }

    /// Requests for files do not fail any more.
    pub(crate) fn files_recover(&mut self) {
        self.files.faults.clear();
    }
}
