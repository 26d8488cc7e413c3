//! Serialises requests that check the same limit. On PostgreSQL two requests can count the same rows and both be below the limit. Here they
//! write the same row, so that the later one runs again and sees the row that the first one added.

use crate::centre::Transaction;
use crate::digest::sha256_hex;
use crate::store::StoreResult;

/// Number of rows for each limit. Several subjects share a row: two such subjects only wait for each other.
const NUMBERS_OF_A_LIMIT: usize = 256;

/// The limits, each with its subject.
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
    /// Call this before counting the rows of the subject: if another request does the same at the same time, one of the
    /// two runs again.
    pub fn one_at_a_time(&mut self, limit: Limit, subject: &str) -> StoreResult<()> {
        let digest = sha256_hex(subject);
        let number = usize::from_str_radix(digest.get(..4).unwrap_or_default(), 16).unwrap_or_default();
        let counter = format!("limit/{}/{}", limit.as_str(), number % NUMBERS_OF_A_LIMIT);
        self.store.next_version(&counter).map(|_| ())
    }
}
