//! Limits of the simulated network: its data is in memory and anybody may open a telephone.

/// Maximum of open conversations; beyond it the least recently used one is deleted.
pub const MAX_THREADS: usize = 5_000;
/// Maximum of messages that a telephone keeps.
pub const MAX_ENTRIES: usize = 1_000;
/// Longest text, in bytes of UTF-8.
pub const MAX_TEXT_BYTES: usize = 65_536;
/// Longest name, number or file name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Maximum of bytes of all files together; beyond it the oldest files are deleted.
pub const MAX_FILES_BYTES: usize = 256 * 1024 * 1024;
/// Maximum of cards in one message.
pub const MAX_CARDS: usize = 20;
/// Length of the window in which a business may write freely, in milliseconds.
pub const WINDOW_MS: u64 = 86_400_000;
