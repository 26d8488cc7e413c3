//! Permits of a resource that is limited for all callers together and for each network address, so that one address
//! cannot use all of it: connections, event streams, bytes of bodies, verifications of passwords.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The permits; clones share them.
#[derive(Debug, Clone)]
pub struct Permits {
    limits: Limits,
    taken: Arc<Mutex<Taken>>,
}

/// Numbers of permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Number for all callers together.
    pub all: usize,
    /// Number for one address.
    pub per_address: usize,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_address: HashMap<String, usize>,
}

/// Taken permits; they are free again when this is dropped.
#[derive(Debug)]
pub struct Permit {
    permits: Permits,
    address: Option<String>,
    count: usize,
}

impl Permits {
    pub fn new(limits: Limits) -> Self {
        Self { limits, taken: Arc::default() }
    }

    /// Takes one permit; `None`: none is free for this address. A caller without an address counts only for the total.
    pub fn take(&self, address: Option<&str>) -> Option<Permit> {
        let mut permit = self.none(address);
        permit.add(1).then_some(permit)
    }

    /// An empty permit, to which more is added.
    pub fn none(&self, address: Option<&str>) -> Permit {
        Permit { permits: self.clone(), address: address.map(str::to_owned), count: 0 }
    }

    /// Every change is a single step, so the counts of a poisoned lock are still consistent.
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// Takes `count` more; `false`: this number is not free, and nothing was taken.
    #[must_use]
    pub fn add(&mut self, count: usize) -> bool {
        let Limits { all, per_address } = self.permits.limits;
        let mut taken = self.permits.taken();
        let here = self.address.as_ref().and_then(|address| taken.by_address.get(address)).copied().unwrap_or_default();
        let of_address = if self.address.is_some() { here + count } else { 0 };
        if taken.all + count > all || of_address > per_address {
            return false;
        }
        taken.all += count;
        if let Some(address) = self.address.clone().filter(|_| count > 0) {
            taken.by_address.insert(address, of_address);
        }
        self.count += count;
        true
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.permits.taken();
        taken.all = taken.all.saturating_sub(self.count);
        let Some(address) = self.address.take() else { return };
        match taken.by_address.get_mut(&address) {
            Some(count) if *count > self.count => *count -= self.count,
            _ => drop(taken.by_address.remove(&address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_only_its_part_of_the_permits_and_a_dropped_permit_is_free_again() {
        let permits = Permits::new(Limits { all: 4, per_address: 2 });
        let mut guesses = vec![permits.take(Some("203.0.113.7")).unwrap(), permits.take(Some("203.0.113.7")).unwrap()];
        assert!(permits.take(Some("203.0.113.7")).is_none());
        let owner = permits.take(Some("198.51.100.7")).unwrap();
        let unknown = permits.take(None).unwrap();
        assert!(permits.take(Some("192.0.2.1")).is_none(), "all are taken");
        drop(owner);
        assert!(permits.take(Some("192.0.2.1")).is_some());
        guesses.pop();
        assert!(permits.take(Some("203.0.113.7")).is_some());
        drop((guesses, unknown));
        let taken = permits.taken();
        assert_eq!((taken.all, taken.by_address.len()), (0, 0), "nothing is kept");
    }

    #[test]
    fn a_permit_can_grow_until_its_address_or_the_total_is_used_up() {
        let permits = Permits::new(Limits { all: 10, per_address: 6 });
        let (mut first, mut other) = (permits.none(Some("203.0.113.7")), permits.none(Some("198.51.100.7")));
        assert!(first.add(6) && !first.add(1), "its address has no more");
        assert!(!other.add(5) && other.add(4), "all have no more, and a refused addition takes nothing");
        drop(first);
        assert!(other.add(2));
        drop(other);
        assert_eq!(permits.taken().all, 0);
    }
}
