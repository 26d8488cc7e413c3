//! Portions of lists.

use crate::call::{Answer, Call};
use crate::http::{Failure, json};
use serde::Serialize;
use wire::ListBody;

/// A portion that a request asks for.
pub(crate) struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// `page` and `per_page`, at most `most`.
    pub fn of(call: &Call, default: u32, most: u32) -> Result<Self, Failure> {
        Ok(Self { number: number(call, "page", 1)?, size: number(call, "per_page", default)?.min(most) })
    }

    /// Number of rows before the portion.
    pub fn offset(&self) -> usize {
        (self.number as usize - 1).saturating_mul(self.size as usize)
    }

    /// Rows of the portion.
    pub fn limit(&self) -> usize {
        self.size as usize
    }

    /// The reply with the portion.
    pub fn answer<T: Serialize + Default>(&self, data: Vec<T>, total: usize) -> Answer {
        json(&ListBody::<T> {
            data: data.into(),
            current_page: self.number,
            per_page: self.size,
            total: u32::try_from(total).unwrap_or(u32::MAX),
        })
    }
}

fn number(call: &Call, name: &str, default: u32) -> Result<u32, Failure> {
    match call.query(name) {
        None => Ok(default),
        Some(text) => text.parse().ok().filter(|number| *number > 0).ok_or_else(|| Failure::field(name, "invalid")),
    }
}

/// A query parameter that is `true` or `false`.
pub(crate) fn flag(call: &Call, name: &str) -> Result<Option<bool>, Failure> {
    let read = |text: &str| text.parse().map_err(|_| Failure::field(name, "invalid"));
    call.query(name).map(read).transpose()
}
