//! Calls that check the same limit. PostgreSQL lets two of them count the same rows and both be one below the limit; here they write the same
//! number, so that the later one runs again and sees what the first one added.

use crate::centre::Transaction;
use crate::digest::sha256_hex;
use crate::store::StoreResult;

/// Subjects share numbers, so that there are no more than these of a limit: two subjects that share one only wait for each other.
const NUMBERS_OF_A_LIMIT: usize = 256;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Open chats. Subject: the address.
    ChatsOfAddress,
    /// Telephones of customers. Subject: the address.
    TelephonesOfAddress,
    /// Active attendances. Subject: the queue.
    AttendancesOfQueue,
}

impl Limit {
    fn as_str(self) -> &'static str {
        match self {
            Limit::ChatsOfAddress => "chats",
            Limit::TelephonesOfAddress => "telephones",
            Limit::AttendancesOfQueue => "attendances",
        }
    }
}

impl Transaction<'_, '_> {
    /// Who calls this before it counts what the subject has is run again if another call does the same at the same time.
    pub fn one_at_a_time(&mut self, limit: Limit, subject: &str) -> StoreResult<()> {
        let digest = sha256_hex(subject);
        let number = usize::from_str_radix(digest.get(..4).unwrap_or_default(), 16).unwrap_or_default();
        let counter = format!("limit/{}/{}", limit.as_str(), number % NUMBERS_OF_A_LIMIT);
        self.store.next_version(&counter).map(|_| ())
    }
}
