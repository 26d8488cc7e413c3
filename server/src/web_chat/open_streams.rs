//! Counts the open event streams per address, so that one caller cannot hold all of the server's connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum of open streams per address.
pub const MAX_STREAMS: usize = 100;

/// Open streams by address; clones share the counts.
#[derive(Debug, Clone, Default)]
pub struct OpenStreams {
    by_address: Arc<Mutex<HashMap<String, usize>>>,
}

/// A counted stream; dropping it frees its place.
#[derive(Debug)]
pub struct StreamPermit {
    streams: OpenStreams,
    address: String,
}

impl OpenStreams {
    /// Counts a stream; `None` if the address has too many.
    pub fn open(&self, address: Option<String>) -> Option<StreamPermit> {
        let address = address.unwrap_or_default();
        let mut by_address = self.lock();
        let count = by_address.entry(address.clone()).or_default();
        if *count >= MAX_STREAMS {
            return None;
        }
        *count += 1;
        Some(StreamPermit { streams: self.clone(), address })
    }

    /// Every change is a single step, so poisoned counts are still consistent.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut by_address = self.streams.lock();
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bey_127_the_open_streams_of_an_address_are_limited_and_closed_ones_do_not_count() {
        let streams = OpenStreams::default();
        let one = || Some("192.0.2.1".to_owned());
        let mut open: Vec<_> = (0..MAX_STREAMS).map(|_| streams.open(one()).expect("a place")).collect();
        assert!(streams.open(one()).is_none());
        assert!(streams.open(Some("192.0.2.2".to_owned())).is_some(), "another address");
        open.pop();
        assert!(streams.open(one()).is_some());
        drop(open);
        assert!(streams.lock().is_empty(), "nothing is kept of closed streams");
    }
}
