//! The network as shared state: one lock, a counter per conversation that event streams wait on, and the channel of
//! outgoing items.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use messaging::{Inbound, Outbound, SendOutcome};
use tokio::sync::{mpsc, watch};

use crate::changes::Change;
use crate::network::{Line, MediaFile, Network, Refused, Written};
use crate::thread::{Draft, Settings, ThreadState};

/// Items of one account, in order; the centre receives them as a webhook.
#[derive(Clone, Debug, PartialEq)]
pub struct OutgoingItem {
    /// The account.
    pub account: String,
    /// Items of the account.
    pub items: Vec<Inbound>,
}

/// Moves the centre's record of a customer's last message into the past: account, customer, seconds.
pub type AgeConversation = Arc<dyn Fn(&str, &str, u64) + Send + Sync>;

/// The network; clones share it.
#[derive(Clone)]
pub struct Messenger {
    inner: Arc<Inner>,
}

struct Inner {
    network: Mutex<Network>,
    changes: Mutex<BTreeMap<(String, String), watch::Sender<u64>>>,
    outgoing: mpsc::UnboundedSender<OutgoingItem>,
    age: Option<AgeConversation>,
    clock: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Messenger {
    /// A network with these accounts. Items that customers cause are sent to `outgoing`; `age` is set if conversations
    /// may be aged.
    pub fn new(lines: Vec<Line>, outgoing: mpsc::UnboundedSender<OutgoingItem>, age: Option<AgeConversation>) -> Self {
        let mut prefix = [0_u8; 6];
        // Ids of two starts may be equal without randomness: then a message of the second start would count as a
        // repetition.
        let prefix = getrandom::fill(&mut prefix).map_or_else(|_| now_ms().to_string(), |()| hex::encode(prefix));
        Self::with_clock(lines, outgoing, age, prefix, Box::new(now_ms))
    }

    /// Like `new`, with a clock (milliseconds since 1970) and a prefix of ids, for tests.
    pub fn with_clock(
        lines: Vec<Line>,
        outgoing: mpsc::UnboundedSender<OutgoingItem>,
        age: Option<AgeConversation>,
        prefix: String,
        clock: Box<dyn Fn() -> u64 + Send + Sync>,
    ) -> Self {
        let network = Mutex::new(Network::new(lines, prefix));
        Self { inner: Arc::new(Inner { network, changes: Mutex::default(), outgoing, age, clock }) }
    }

    /// The rules leave the network consistent after every call, so a poisoned lock is still usable.
    fn network(&self) -> MutexGuard<'_, Network> {
        self.inner.network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        (self.inner.clock)()
    }

    /// The accounts.
    pub fn lines(&self) -> Vec<Line> {
        self.network().lines().to_vec()
    }

    /// See `Network::open`.
    ///
    /// # Errors
    /// See `Network::open`.
    pub fn open(&self, account: &str, number: &str, name: &str, secret: &str) -> Result<String, Refused> {
        let (opened, items) = self.network().open(account, number, name, secret, self.now())?;
        self.publish(account, &opened, items);
        Ok(opened)
    }

    /// The state of a telephone: see `Network::state`.
    ///
    /// # Errors
    /// See `Network::state`.
    pub fn state(&self, account: &str, number: &str, secret: &str, after: u64) -> Result<ThreadState, Refused> {
        self.network().state(account, number, secret, after)
    }

    /// A counter that is increased by every change of the conversation.
    pub fn watch(&self, account: &str, number: &str) -> watch::Receiver<u64> {
        let mut changes = self.inner.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.retain(|_, sender| sender.receiver_count() > 0);
        let key = (account.to_owned(), number.to_owned());
        changes.entry(key).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// Ends every event stream because the server stops.
    pub fn close(&self) {
        self.inner.changes.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn publish(&self, account: &str, number: &str, items: Vec<Inbound>) {
        if !items.is_empty() {
            // The receiver may have ended with the server.
            let _ = self.inner.outgoing.send(OutgoingItem { account: account.to_owned(), items });
        }
        let changes = self.inner.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = changes.get(&(account.to_owned(), number.to_owned())) {
            sender.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// See `Network::upload`.
    ///
    /// # Errors
    /// See `Network::upload`.
    pub fn upload(&self, account: &str, number: &str, secret: &str, file: MediaFile) -> Result<String, Refused> {
        self.network().upload(account, number, secret, file)
    }

    /// Stores a file that the company sends.
    pub fn keep_file(&self, file: MediaFile) -> String {
        self.network().keep_file(file)
    }

    /// A file of either side.
    pub fn file(&self, id: &str) -> Option<MediaFile> {
        self.network().file(id).cloned()
    }

    /// See `Network::write`.
    ///
    /// # Errors
    /// See `Network::write`.
    pub fn write(&self, account: &str, number: &str, secret: &str, draft: Draft) -> Result<Written, Refused> {
        let written = self.network().write(account, number, secret, draft, self.now())?;
        self.publish(account, number, written.outgoing.clone());
        Ok(written)
    }

    /// See `Network::change`.
    ///
    /// # Errors
    /// See `Network::change`.
    pub fn change(&self, account: &str, number: &str, secret: &str, change: &Change) -> Result<Written, Refused> {
        let written = self.network().change(account, number, secret, change, self.now())?;
        self.publish(account, number, written.outgoing.clone());
        Ok(written)
    }

    /// See `Network::set`.
    ///
    /// # Errors
    /// See `Network::set`.
    pub fn set(&self, account: &str, number: &str, secret: &str, settings: Settings) -> Result<(), Refused> {
        let items = self.network().set(account, number, secret, settings, self.now())?;
        self.publish(account, number, items);
        Ok(())
    }

    /// See `Network::seen`.
    ///
    /// # Errors
    /// See `Network::seen`.
    pub fn seen(&self, account: &str, number: &str, secret: &str) -> Result<(), Refused> {
        let items = self.network().seen(account, number, secret, self.now())?;
        if !items.is_empty() {
            self.publish(account, number, items);
        }
        Ok(())
    }

    /// Ages the conversation here and in the centre. `false`: this installation does not allow it.
    ///
    /// # Errors
    /// See `Network::age`.
    pub fn age(&self, account: &str, number: &str, secret: &str, seconds: u64) -> Result<bool, Refused> {
        let Some(age) = &self.inner.age else { return Ok(false) };
        self.network().age(account, number, secret, seconds, self.now())?;
        age(account, number, seconds);
        self.publish(account, number, Vec::new());
        Ok(true)
    }

    /// Whether conversations may be aged.
    pub fn can_age(&self) -> bool {
        self.inner.age.is_some()
    }

    /// The company sends a message to a customer.
    pub fn deliver(&self, outbound: &Outbound) -> SendOutcome {
        let (outcome, items) = self.network().deliver(outbound, self.now());
        self.publish(&outbound.account, &outbound.to, items);
        outcome
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
