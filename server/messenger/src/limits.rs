//! Limits of the simulated network: it lives in memory and anybody may open a telephone.

/// Open conversations; with more, the least recently used one is deleted.
pub const MAX_THREADS: usize = 5_000;
/// Messages that a telephone keeps.
pub const MAX_ENTRIES: usize = 1_000;
/// Longest text, in bytes of UTF-8.
pub const MAX_TEXT_BYTES: usize = 65_536;
/// Longest name, number or file name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of all files together; with more, the oldest files are deleted.
pub const MAX_FILES_BYTES: usize = 256 * 1024 * 1024;
/// Cards in one message.
pub const MAX_CARDS: usize = 20;
/// Length of the window in which a business may write freely, in milliseconds.
pub const WINDOW_MS: u64 = 86_400_000;
