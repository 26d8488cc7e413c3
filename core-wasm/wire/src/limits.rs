//! Limits that the core shows and the server enforces.

/// Shortest new password, in characters (spec session §5).
pub const PASSWORD_MIN_CHARS: usize = 8;
/// Longest new password, in characters (spec session §5).
pub const PASSWORD_MAX_CHARS: usize = 15;
/// Longest login, in characters.
pub const LOGIN_MAX_CHARS: usize = 254;
/// Longest name of a person, a queue or another record, in characters.
pub const NAME_MAX_CHARS: usize = 200;
/// Longest message of an agent or a customer, in bytes of UTF-8.
pub const MESSAGE_MAX_BYTES: usize = 65_536;
/// Longest extension number, in characters.
pub const EXTENSION_MAX_CHARS: usize = 20;
