//! What a call needs from outside the domain (time, randomness, password hashing) and whom the transport must notify
//! after it. No rules.

use crate::store::StoreError;
use argon2::password_hash::SaltString;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, PasswordVerifier as _, Version};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;
use wire::{AgentId, Protocol, Wall};

/// Source of randomness: the operating system in the server, a seeded generator in tests.
pub trait Entropy {
    /// Fills `bytes` with random bytes.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// SplitMix64 for tests and the simulation: repeatable, never for secrets.
#[derive(Clone, Debug)]
pub struct SeededEntropy(pub u64);

impl Entropy for SeededEntropy {
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^= word >> 31;
            for (byte, random) in chunk.iter_mut().zip(word.to_le_bytes()) {
                *byte = random;
            }
        }
    }
}

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

    /// The parameters come from the stored hash, so old hashes stay valid when the standard grows.
    fn verify(&self, password: &str, hash: &str) -> bool {
        let Ok(parsed) = PasswordHash::new(hash) else {
            return false;
        };
        self.argon2().is_some_and(|argon2| argon2.verify_password(password.as_bytes(), &parsed).is_ok())
    }
}

/// Hashing or verifying a password. A call that needs one ends, and is run again with the outcome, so that the store is
/// not held meanwhile.
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
}

/// Outcome of a `PasswordTask`.
#[derive(Clone, PartialEq, Eq)]
pub enum PasswordOutcome {
    /// Whether the password matched.
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
        }
    }

    /// Whether both are the same task; the salt is ignored because each run of the call draws a new one.
    fn is_same(&self, other: &PasswordTask) -> bool {
        match (self, other) {
            (PasswordTask::Hash { password, .. }, PasswordTask::Hash { password: other, .. }) => password == other,
            _ => self == other,
        }
    }
}

/// Prints neither passwords nor hashes.
impl fmt::Debug for PasswordTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordTask")
    }
}

/// Environment of one call. After the call the transport notifies `recipients`.
pub struct Context<'a> {
    /// Time of the call.
    pub now: Wall,
    /// Source of randomness.
    pub entropy: &'a mut dyn Entropy,
    /// Password hasher.
    pub hasher: &'a dyn PasswordHasher,
    /// Recipients to notify after the commit.
    pub recipients: Recipients,
    /// Network address of the caller, if known.
    pub address: Option<String>,
    /// The task that an earlier run of the call asked for, and its outcome.
    pub password: Option<(PasswordTask, PasswordOutcome)>,
    /// Cause of a 500 reply of the last call, for the transport.
    pub fault: Option<StoreError>,
}

impl<'a> Context<'a> {
    /// A context for one call.
    pub fn new(now: Wall, entropy: &'a mut dyn Entropy, hasher: &'a dyn PasswordHasher) -> Self {
        Self { now, entropy, hasher, recipients: Recipients::default(), address: None, password: None, fault: None }
    }

    /// The outcome of this task, if the call was run again with it.
    pub(crate) fn password_outcome(&self, task: &PasswordTask) -> Option<PasswordOutcome> {
        self.password.as_ref().filter(|(asked, _)| asked.is_same(task)).map(|(_, outcome)| outcome.clone())
    }

    /// `bytes` random bytes in hexadecimal.
    pub(crate) fn random_hex(&mut self, bytes: usize) -> String {
        let mut buffer = vec![0; bytes];
        self.entropy.fill(&mut buffer);
        hex(&buffer)
    }

    pub(crate) fn salt(&mut self) -> [u8; 16] {
        let mut salt = [0; 16];
        self.entropy.fill(&mut salt);
        salt
    }
}

/// Recipients to notify after the commit; empty after a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipients {
    /// Agents whose broker queue has new frames.
    pub queues: BTreeSet<AgentId>,
    /// Agents whose queue was cleared before that: frames that an external broker still holds are obsolete.
    pub cleared: BTreeSet<AgentId>,
    /// Web chats with new events.
    pub chats: BTreeSet<Protocol>,
    /// Ended sessions: their broker links get the close notice, if any, and are closed.
    pub ended_sessions: Vec<EndedSession>,
}

impl Recipients {
    /// Whether nobody is to be notified.
    pub fn is_empty(&self) -> bool {
        self.queues.is_empty() && self.cleared.is_empty() && self.chats.is_empty() && self.ended_sessions.is_empty()
    }

    /// Adds the recipients of an earlier call in the same context.
    pub(crate) fn add_earlier(&mut self, earlier: Recipients) {
        self.queues.extend(earlier.queues);
        self.cleared.extend(earlier.cleared);
        self.chats.extend(earlier.chats);
        let later = std::mem::replace(&mut self.ended_sessions, earlier.ended_sessions);
        self.ended_sessions.extend(later);
    }
}

/// A session that ended in this call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSession {
    /// Owner of the session.
    pub agent_id: AgentId,
    /// The session.
    pub session_id: String,
    /// Body of a last frame (`ForcedDisconnectEvent`) for the links of this session. It is not stored, has no `seq` and
    /// needs no acknowledgement, so it cannot reach a later session.
    pub close_notice: Option<String>,
}

/// SHA-256 in hexadecimal: the stored form of tokens, passcodes and customers' secrets.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
