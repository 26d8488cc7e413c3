//! What the contact centre cannot know by itself (the moment, randomness, the cost of a password) and what it tells the
//! transport after a change (which queues, chats and sessions to look after). No rule lives here.

use crate::store::StoreError;
use argon2::password_hash::SaltString;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, PasswordVerifier as _, Version};
use core_wasm::wire::{AgentId, Protocol, Wall};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;

/// The operating system's randomness in the server, a seeded generator in tests.
pub trait Entropy {
    fn fill(&mut self, bytes: &mut [u8]);
}

/// A small seeded generator (SplitMix64) for tests and the simulation: repeatable, never for secrets.
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

pub trait PasswordHasher {
    /// A PHC string, or none where the parameters do not allow one.
    fn hash(&self, password: &str, salt: [u8; 16]) -> Option<String>;
    fn verify(&self, password: &str, hash: &str) -> bool;
}

/// argon2id. `standard` is for people's passwords; `cheap` makes thousands of simulated sign-ins affordable.
#[derive(Clone, Debug)]
pub struct Argon2id {
    memory_kib: u32,
    passes: u32,
}

impl Argon2id {
    /// The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
    pub fn standard() -> Self {
        Self { memory_kib: 19_456, passes: 2 }
    }

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

/// Costly work on a password. A call asks for it and is run again with the outcome, so that nobody waits for the store
/// meanwhile.
#[derive(Clone, PartialEq, Eq)]
pub enum PasswordTask {
    Verify { password: String, hash: String },
    Hash { password: String, salt: [u8; 16] },
}

#[derive(Clone, PartialEq, Eq)]
pub enum PasswordOutcome {
    Verified(bool),
    /// None where the hasher could not.
    Hashed(Option<String>),
}

impl PasswordTask {
    pub fn run(&self, hasher: &dyn PasswordHasher) -> PasswordOutcome {
        match self {
            PasswordTask::Verify { password, hash } => PasswordOutcome::Verified(hasher.verify(password, hash)),
            PasswordTask::Hash { password, salt } => PasswordOutcome::Hashed(hasher.hash(password, *salt)),
        }
    }

    /// The same question; a salt is drawn anew each time it is asked.
    fn is_same(&self, other: &PasswordTask) -> bool {
        match (self, other) {
            (PasswordTask::Hash { password, .. }, PasswordTask::Hash { password: other, .. }) => password == other,
            _ => self == other,
        }
    }
}

/// Neither passwords nor hashes are printed.
impl fmt::Debug for PasswordTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PasswordTask")
    }
}

/// One call's surroundings. After the call the transport takes `delivery`.
pub struct Context<'a> {
    pub now: Wall,
    pub entropy: &'a mut dyn Entropy,
    pub hasher: &'a dyn PasswordHasher,
    pub recipients: Recipients,
    /// Where the call comes from, if that is known.
    pub address: Option<String>,
    /// What was asked for when this call was run before.
    pub password: Option<(PasswordTask, PasswordOutcome)>,
    /// Why the last call was answered with 500: for the server's log, never for the caller.
    pub fault: Option<StoreError>,
}

impl<'a> Context<'a> {
    pub fn new(now: Wall, entropy: &'a mut dyn Entropy, hasher: &'a dyn PasswordHasher) -> Self {
        Self { now, entropy, hasher, recipients: Recipients::default(), address: None, password: None, fault: None }
    }

    /// The outcome of this task, where the call was run again with it.
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

/// What got something new; empty after a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipients {
    /// Agents whose broker queue has new frames.
    pub queues: BTreeSet<AgentId>,
    /// Agents whose queue was emptied before that: what an outer broker still holds for them is over too.
    pub cleared: BTreeSet<AgentId>,
    /// Chats whose customer has new events.
    pub chats: BTreeSet<Protocol>,
    /// Sessions that ended: their broker links get the farewell frame, if there is one, and are closed.
    pub ended_sessions: Vec<EndedSession>,
}

impl Recipients {
    pub fn is_empty(&self) -> bool {
        self.queues.is_empty() && self.cleared.is_empty() && self.chats.is_empty() && self.ended_sessions.is_empty()
    }

    /// For a context that is used for several calls.
    pub(crate) fn add_earlier(&mut self, earlier: Recipients) {
        self.queues.extend(earlier.queues);
        self.cleared.extend(earlier.cleared);
        self.chats.extend(earlier.chats);
        let later = std::mem::replace(&mut self.ended_sessions, earlier.ended_sessions);
        self.ended_sessions.extend(later);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSession {
    pub agent_id: AgentId,
    pub session_id: String,
    /// Body of a last frame for the links of this session only (`ForcedDisconnectEvent`). It has no `seq`, is not stored
    /// and needs no acknowledgement, so it can never reach the session that came after.
    pub close_notice: Option<String>,
}

/// SHA-256 in hexadecimal: what is kept of tokens, passcodes and customers' secrets.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
