//! All sessions, with indexes for direct access: the sessions of a link, and their number by network address. A session
//! is only visited by its id, so the work of an input does not grow with the number of sessions.

#[cfg(test)]
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::LinkId;
use super::session::Session;

/// The sessions and their indexes.
#[derive(Default)]
pub struct SessionTable {
    sessions: BTreeMap<u64, Entry>,
    links: BTreeMap<LinkId, Link>,
    /// Number of sessions without a registered telephone, by the address that created them.
    unregistered: BTreeMap<Arc<str>, usize>,
    /// Sessions whose deadline, long poll and indexes have to be checked.
    changed: BTreeSet<u64>,
    /// How often a session was visited.
    #[cfg(test)]
    pub visits: Cell<usize>,
}

struct Entry {
    session: Session,
    address: Option<Arc<str>>,
    /// The link under which the session is indexed.
    link: Option<LinkId>,
    /// Whether the session counts for its address.
    counts: bool,
}

#[derive(Default)]
struct Link {
    address: Option<Arc<str>>,
    sessions: BTreeSet<u64>,
}

impl SessionTable {
    /// Number of sessions.
    pub fn len(&self) -> usize {
        self.sessions.len()
    }

    pub fn get(&self, id: u64) -> Option<&Session> {
        self.visit();
        self.sessions.get(&id).map(|entry| &entry.session)
    }

    /// Marks a session that is about to change; `next_changed` returns it later.
    pub fn change(&mut self, id: u64) -> Option<&mut Session> {
        self.visit();
        let entry = self.sessions.get_mut(&id)?;
        self.changed.insert(id);
        Some(&mut entry.session)
    }

    /// Takes the id of a changed session, which may have ended.
    pub fn next_changed(&mut self) -> Option<u64> {
        self.changed.pop_first()
    }

    /// A changed session while its changes are processed.
    pub fn processed(&mut self, id: u64) -> Option<&mut Session> {
        self.visit();
        self.sessions.get_mut(&id).map(|entry| &mut entry.session)
    }

    /// Adds a session that `link` created.
    pub fn insert(&mut self, id: u64, session: Session, link: LinkId) {
        let address = self.links.get(&link).and_then(|link| link.address.clone());
        self.sessions.insert(id, Entry { session, address, link: None, counts: false });
        self.changed.insert(id);
        self.index(id, false);
    }

    pub fn remove(&mut self, id: u64) -> Option<Session> {
        self.visit();
        let entry = self.sessions.remove(&id)?;
        self.changed.insert(id);
        if let Some(link) = entry.link {
            self.leave_link(link, id);
        }
        if entry.counts {
            self.count_less(entry.address.as_ref());
        }
        Some(entry.session)
    }

    /// Updates the indexes after a session changed.
    pub fn index(&mut self, id: u64, is_registered: bool) {
        let Some(entry) = self.sessions.get_mut(&id) else { return };
        let (before, now) = (entry.link, entry.session.link());
        entry.link = now;
        let counts = !is_registered && entry.address.is_some();
        let counted = std::mem::replace(&mut entry.counts, counts);
        let address = entry.address.clone();
        if before != now {
            if let Some(link) = before {
                self.leave_link(link, id);
            }
            if let Some(link) = now {
                self.links.entry(link).or_default().sessions.insert(id);
            }
        }
        match (counted, counts, address) {
            (false, true, Some(address)) => *self.unregistered.entry(address).or_default() += 1,
            (true, false, address) => self.count_less(address.as_ref()),
            (false, true, None) | (true, true, _) | (false, false, _) => {}
        }
    }

    fn leave_link(&mut self, link: LinkId, id: u64) {
        let Some(entry) = self.links.get_mut(&link) else { return };
        entry.sessions.remove(&id);
        // A link that was opened with its address stays known until it closes.
        if entry.sessions.is_empty() && entry.address.is_none() {
            self.links.remove(&link);
        }
    }

    fn count_less(&mut self, address: Option<&Arc<str>>) {
        let Some(address) = address else { return };
        let Some(count) = self.unregistered.get_mut(address) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.unregistered.remove(address);
        }
    }

    pub fn open_link(&mut self, link: LinkId, address: Option<String>) {
        if let Some(address) = address {
            self.links.entry(link).or_default().address = Some(address.into());
        }
    }

    /// Removes a link and returns the sessions that used it.
    pub fn close_link(&mut self, link: LinkId) -> BTreeSet<u64> {
        self.links.remove(&link).map(|link| link.sessions).unwrap_or_default()
    }

    /// Number of the sessions that use a link.
    pub fn count_on_link(&self, link: LinkId) -> usize {
        self.links.get(&link).map_or(0, |link| link.sessions.len())
    }

    /// Number of sessions without a registered telephone that the address of a link made; 0 for a link without an address.
    pub fn count_at_address_of(&self, link: LinkId) -> usize {
        let address = self.links.get(&link).and_then(|link| link.address.as_ref());
        address.and_then(|address| self.unregistered.get(address)).copied().unwrap_or_default()
    }

    /// Whether no session, link or address is kept.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.sessions.is_empty() && self.links.is_empty() && self.unregistered.is_empty() && self.changed.is_empty()
    }

    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "the count is of tests only"))]
    fn visit(&self) {
        #[cfg(test)]
        self.visits.set(self.visits.get() + 1);
    }
}
