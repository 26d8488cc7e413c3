//! Limits of the machine's resources for one address, and for all together.

use contact_centre::StartPuzzle;
use contact_centre::wire::{Secret, limits};

use super::{SettingsError, Variables, checked};
use crate::disk::DiskLimits;
use crate::http::quotas::QuotaSettings;

const MB: u64 = 1_000_000;
/// Maximum of bits: with more, customers with slow telephones could not solve the puzzle.
const PUZZLE_MAX_BITS: u8 = 24;

/// Limits of the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LimitSettings {
    /// Connections of one address, 0: no limit; `None`: a part of all connections. Behind a proxy there is no such limit, because the
    /// proxy connects for all clients.
    pub connections_per_address: Option<usize>,
    /// Amounts that customers of one address may use.
    pub quotas: QuotaSettings,
    /// Limits of the disk.
    pub disk: DiskLimits,
    /// Longest new password, in characters; `None`: the domain's default.
    pub password_max_chars: Option<usize>,
    /// Settings of the puzzle before chats and calls begin.
    pub puzzle: PuzzleSettings,
}

/// Settings of the puzzle before chats and calls begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// Zero bits of the hash; 0: no puzzle.
    pub bits: u8,
    /// Starts per minute above which puzzles are harder; 0: never.
    pub busy_starts: usize,
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        Self { bits: 0, busy_starts: 60 }
    }
}

impl PuzzleSettings {
    /// The puzzle in the domain's form. Its key is derived from the server's key, so that puzzles stay valid after a
    /// restart.
    pub fn with_key(self, server_key: &str) -> Option<StartPuzzle> {
        let Self { bits, busy_starts } = self;
        (bits > 0).then(|| StartPuzzle { bits, busy_starts, key: Secret::new(format!("start puzzle {server_key}")) })
    }
}

impl LimitSettings {
    pub(super) fn read(variable: Variables<'_>) -> Result<Self, SettingsError> {
        let defaults = Self::default();
        let quotas = QuotaSettings {
            starts_per_hour: number(variable, "STARTS_PER_ADDRESS")?.unwrap_or(defaults.quotas.starts_per_hour),
            mb_per_day: number(variable, "MB_PER_ADDRESS")?.unwrap_or(defaults.quotas.mb_per_day),
            agent_mb_per_day: number(variable, "MB_PER_AGENT")?.unwrap_or(defaults.quotas.agent_mb_per_day),
        };
        let bytes = |name| Ok::<_, SettingsError>(number(variable, name)?.map(|count| u64::from(count) * MB));
        let disk = DiskLimits {
            floor: bytes("DISK_FLOOR_MB")?.unwrap_or(defaults.disk.floor),
            media: bytes("MEDIA_MAX_MB")?.filter(|bytes| *bytes > 0),
        };
        let connections_per_address = number(variable, "CONNECTIONS_PER_ADDRESS")?;
        let is_length = |text: &str| {
            text.parse().is_ok_and(|count| (limits::PASSWORD_MAX_CHARS..=limits::PASSWORD_LIMIT_CHARS).contains(&count))
        };
        let longest = checked(variable, "PASSWORD_MAX_CHARS", "a number from 15 to 128", is_length)?;
        let is_bits = |text: &str| text.parse().is_ok_and(|bits: u8| bits <= PUZZLE_MAX_BITS);
        let bits = checked(variable, "START_PUZZLE_BITS", "a number from 0 to 24", is_bits)?;
        let busy_starts = number(variable, "START_PUZZLE_BUSY")?.map(|count| count as usize);
        let puzzle = PuzzleSettings {
            bits: bits.and_then(|text| text.parse().ok()).unwrap_or(defaults.puzzle.bits),
            busy_starts: busy_starts.unwrap_or(defaults.puzzle.busy_starts),
        };
        Ok(Self {
            puzzle,
            connections_per_address: connections_per_address.map(|count| count as usize),
            quotas,
            disk,
            password_max_chars: longest.and_then(|text| text.parse().ok()),
        })
    }
}

fn number(variable: Variables<'_>, name: &'static str) -> Result<Option<u32>, SettingsError> {
    let text = checked(variable, name, "a number", |text| text.parse::<u32>().is_ok())?;
    Ok(text.and_then(|text| text.parse().ok()))
}
