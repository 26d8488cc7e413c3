//! The answers of the contact centre to the gateway: who may register, and where a number leads. They are read from the
//! store of the real server.

use crate::exchange;
use crate::store::SimStore;
use crate::telephony::numbers;
use contact_centre::store::{Store, VoiceAccountRow, VoiceStore};
use contact_centre::voice_secret_hash;
use contact_centre::wire::Channel;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;
use voice_gateway::{CallControl, CallFact, CallOrigin, Route, SimulatedCustomer};

/// Accounts and queues, as the contact centre has them.
#[derive(Default)]
struct Directory {
    queues: BTreeSet<String>,
    accounts: BTreeMap<String, Account>,
}

/// An account of a telephone.
struct Account {
    secret_hash: String,
    /// The account of a supervision's telephone: it calls nobody, and only the contact centre calls it.
    hidden: bool,
}

impl Directory {
    fn is_hidden(&self, extension: &str) -> bool {
        self.accounts.get(extension).is_some_and(|account| account.hidden)
    }
}

/// Accounts and queues at the time of the gateway's next input.
#[derive(Default)]
pub(crate) struct Switch(RwLock<Directory>);

impl Switch {
    /// Reads accounts and queues from the store.
    pub fn learn(&self, store: &SimStore) {
        let mut directory = self.0.write().unwrap_or_else(PoisonError::into_inner);
        directory.queues = store.queues(Channel::Voice).expect("store").into_iter().map(|row| row.id.0).collect();
        let accounts = store.voice_accounts().expect("store").into_iter();
        let account = |row: VoiceAccountRow| (row.exten, Account { secret_hash: row.secret_hash, hidden: row.hidden });
        directory.accounts = accounts.map(account).collect();
    }
}

impl CallControl for Switch {
    fn admits(&self, _: Option<&str>, _: Option<&str>) -> bool {
        true
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        let directory = self.0.read().unwrap_or_else(PoisonError::into_inner);
        directory.accounts.get(extension).is_some_and(|account| account.secret_hash == voice_secret_hash(secret))
    }

    fn claims_after_reload(&self, extension: &str) -> bool {
        self.may_call(extension)
    }

    fn may_call(&self, extension: &str) -> bool {
        !self.0.read().unwrap_or_else(PoisonError::into_inner).is_hidden(extension)
    }

    fn route(&self, origin: CallOrigin<'_>, number: &str) -> Route {
        let directory = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match number {
            _ if directory.is_hidden(number) => Route::Unknown,
            // An internal call.
            _ if matches!(origin, CallOrigin::Dialled(_)) && directory.accounts.contains_key(number) => {
                Route::Ring { extension: number.to_owned() }
            }
            _ if directory.queues.contains(number) && !directory.accounts.contains_key(origin.number()) => Route::Queue,
            _ if number == exchange::CHANNEL => Route::Simulated(SimulatedCustomer {
                answers_after: Duration::ZERO,
                hangs_up_after: None,
                pitch: 200.0,
            }),
            _ if number == numbers::ANSWERS || number.starts_with(numbers::ALSO_ANSWER) => {
                Route::Simulated(SimulatedCustomer {
                    answers_after: Duration::from_secs(1),
                    hangs_up_after: None,
                    pitch: 200.0,
                })
            }
            numbers::BUSY => Route::Busy,
            numbers::SILENT => Route::NoAnswer,
            _ => Route::Unknown,
        }
    }

    fn report(&self, _: CallFact) {
        // Facts are outputs too.
    }
}
