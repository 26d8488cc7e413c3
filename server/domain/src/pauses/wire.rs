//! Converts stored pauses to the bodies of the contract (docs/contract.md, "Pauses").

use crate::store::{PauseFact, PauseRow};
use ::wire::{HeldPause, PauseRecord};

impl From<PauseRow> for PauseRecord {
    fn from(row: PauseRow) -> Self {
        Self {
            id: row.id.into(),
            name: row.name,
            channels: row.channels,
            max_duration_seconds: row.max_seconds,
            login_pause: row.login,
        }
    }
}

impl From<PauseFact> for HeldPause {
    fn from(fact: PauseFact) -> Self {
        Self {
            pause_id: fact.id.into(),
            pause_name: fact.name,
            since: Some(fact.since),
            max_duration_seconds: fact.max_seconds,
            exceeded: fact.exceeded,
        }
    }
}
