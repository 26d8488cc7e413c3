//! Hashing and verifying passwords, as tasks that run without a transaction of the store.

use argon2::password_hash::SaltString;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, PasswordVerifier as _, Version};
use std::fmt;

/// Hashes and verifies passwords; each takes tens of milliseconds with real parameters.
pub trait PasswordHasher {
    /// A PHC string; `None` if the parameters are invalid.
    fn hash(&self, password: &str, salt: [u8; 16]) -> Option<String>;
    /// Whether the password matches the PHC string.
    fn verify(&self, password: &str, hash: &str) -> bool;
}

/// argon2id. `standard` is for real passwords, `cheap` for tests and simulated sign-ins.
#[derive(Clone, Debug)]
pub struct Argon2id {
    memory_kib: u32,
    passes: u32,
}

impl Argon2id {
    /// OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
    pub fn standard() -> Self {
        Self { memory_kib: 19_456, passes: 2 }
    }

    /// The smallest parameters: 8 KiB, one pass.
    pub fn cheap() -> Self {
        Self { memory_kib: 8, passes: 1 }
    }

    fn argon2(&self) -> Option<Argon2<'static>> {
        let params = Params::new(self.memory_kib, self.passes, 1, None).ok()?;
        Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
    }
}

impl PasswordHasher for Argon2id {
    fn hash(&self, password: &str, salt: [u8; 16]) -> Option<String> {
        let salt = SaltString::encode_b64(&salt).ok()?;
        let hash = self.argon2()?.hash_password(password.as_bytes(), &salt).ok()?;
        Some(hash.to_string())
    }

    /// The parameters come from the stored hash, so old hashes stay valid when the standard parameters grow.
    fn verify(&self, password: &str, hash: &str) -> bool {
        let Ok(parsed) = PasswordHash::new(hash) else {
            return false;
        };
        self.argon2().is_some_and(|argon2| argon2.verify_password(password.as_bytes(), &parsed).is_ok())
    }
}

/// Hashing or verifying a password. A request that needs such a task ends, and is run again with the outcome, so that
/// no transaction is open meanwhile.
#[derive(Clone, PartialEq, Eq)]
pub enum PasswordTask {
    /// Verifies a password.
    Verify {
        /// Password to verify.
        password: String,
        /// Stored PHC string.
        hash: String,
    },
    /// Hashes a password.
    Hash {
        /// Password to hash.
        password: String,
        /// Random salt.
        salt: [u8; 16],
    },
    /// Verifies the current password, then hashes the new one.
    Replace {
        /// Current password as the caller gave it.
        current: String,
        /// Stored PHC string of the current password.
        hash: String,
        /// New password.
        password: String,
        /// Random salt of the new password.
        salt: [u8; 16],
    },
}

/// Outcome of a `PasswordTask`.
#[derive(Clone, PartialEq, Eq)]
pub enum PasswordOutcome {
    /// Whether the password matched; `false` also if the current password of a `Replace` did not match.
    Verified(bool),
    /// The PHC string; `None` if hashing failed.
    Hashed(Option<String>),
}

impl PasswordTask {
    /// Runs the task; slow.
    pub fn run(&self, hasher: &dyn PasswordHasher) -> PasswordOutcome {
        match self {
            PasswordTask::Verify { password, hash } => PasswordOutcome::Verified(hasher.verify(password, hash)),
            PasswordTask::Hash { password, salt } => PasswordOutcome::Hashed(hasher.hash(password, *salt)),
            PasswordTask::Replace { current, hash, password, salt } => match hasher.verify(current, hash) {
                true => PasswordOutcome::Hashed(hasher.hash(password, *salt)),
                false => PasswordOutcome::Verified(false),
            },
        }
    }

    /// Whether both are the same task; the salt is ignored because each run of the request draws a new one.
    pub(crate) fn is_same(&self, other: &PasswordTask) -> bool {
        match (self, other) {
            (PasswordTask::Hash { password, .. }, PasswordTask::Hash { password: other, .. }) => password == other,
            (
                PasswordTask::Replace { current, hash, password, .. },
                PasswordTask::Replace { current: other_current, hash: other_hash, password: other, .. },
            ) => (current, hash, password) == (other_current, other_hash, other),
            _ => self == other,
        }
    }
}

/// The debug output contains neither passwords nor hashes.
impl fmt::Debug for PasswordTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordTask")
    }
}
