//! All timers in one table. The host keeps one wake-up, for the earliest timer. Early, late and repeated wake-ups are
//! harmless, because only due timers fire.

use super::key::{Ids, Key, Kind, Row, RowName};
use super::{Mono, SortedMap, Table};
use crate::wire::Protocol;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One kind of timer.
#[derive(Debug)]
pub struct TimerRow {
    name: RowName,
    stops_with_job: bool,
}

impl Row for TimerRow {
    fn name(&self) -> &RowName {
        &self.name
    }
}

/// A kind of timer whose keys carry the identifiers `I`.
pub type Timer<I> = Kind<TimerRow, I>;

/// The key of one timer.
pub type TimerKey = Key<TimerRow>;

/// Writes changed records to storage.
pub static FLUSH: Timer<()> = Timer::named("flush");
/// Sends a request again that the server delayed, identified by its number.
pub static REPEAT: Timer<u64> = Timer::named("request again");

impl<I: Ids> Timer<I> {
    /// A timer without an attendance. `reason` is shown in traces and passed to the host.
    pub const fn named(reason: &'static str) -> Self {
        assert!(!I::PARTS.has_protocol(), "of_job or outlives_job");
        Self::new(TimerRow { name: RowName::of::<I>(reason), stops_with_job: false })
    }

    /// A timer that stops when its attendance is removed.
    pub const fn of_job(reason: &'static str) -> Self {
        assert!(I::PARTS.has_protocol(), "the key has no attendance");
        Self::new(TimerRow { name: RowName::of::<I>(reason), stops_with_job: true })
    }

    /// A timer of an attendance that continues after its removal.
    pub const fn outlives_job(reason: &'static str) -> Self {
        assert!(I::PARTS.has_protocol(), "the key has no attendance");
        Self::new(TimerRow { name: RowName::of::<I>(reason), stops_with_job: false })
    }
}

impl TimerKey {
    /// Reason, for traces and the host.
    pub fn reason(&self) -> &'static str {
        self.row().name.as_str()
    }

    /// The attendance whose removal stops this timer, if any.
    pub fn stops_with(&self) -> Option<&Protocol> {
        self.protocol().filter(|_| self.row().stops_with_job)
    }
}

/// The wake-up that the host has to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wake {
    /// When the earliest timer is due.
    pub at: Mono,
    /// Reason of that timer, for traces.
    pub reason: &'static str,
}

/// All timers that are set.
#[derive(Default)]
pub struct Timers {
    /// By the name of the kind, then by the identifiers. Thousands of a kind: each attendance of WhatsApp has a timer for the end of its
    /// window.
    due: SortedMap<&'static str, Table<(TimerKey, Mono)>>,
    /// Number of set timers.
    count: usize,
    /// All settings with the earliest first, including outdated ones; the first one is always valid. A heap takes a fraction
    /// of the bytes that a second tree would take in the module.
    order: BinaryHeap<Reverse<(Mono, TimerKey)>>,
}

impl Timers {
    /// Up to this number, outdated settings are always kept.
    const FEW: usize = 32;

    /// Sets a timer to `at`; replaces an earlier setting.
    pub fn set(&mut self, key: TimerKey, at: Mono) {
        self.order.push(Reverse((at, key.clone())));
        let of_kind = self.due.or_default(key.reason());
        if of_kind.insert(key.subject_name(), (key, at)).is_none() {
            self.count += 1;
        }
        self.tidy();
    }

    /// Cancels a timer; no effect if it is not set.
    pub fn cancel(&mut self, key: &TimerKey) {
        let of_kind = self.due.get_mut(key.reason());
        if of_kind.and_then(|timers| timers.remove(&key.subject_name())).is_some() {
            self.count -= 1;
            self.tidy();
        }
    }

    /// Removes outdated settings: those at the front, and all of them if they are more than half.
    fn tidy(&mut self) {
        if self.order.len() > 2 * self.count + Self::FEW {
            self.order = self.set_timers().map(|(key, at)| Reverse((*at, key.clone()))).collect();
        }
        while self.order.peek().is_some_and(|Reverse((at, key))| self.due_at(key) != Some(*at)) {
            self.order.pop();
        }
    }

    /// When the timer is due; `None` if it is not set.
    fn due_at(&self, key: &TimerKey) -> Option<Mono> {
        self.due.get(key.reason())?.get(&key.subject_name()).map(|(_, at)| *at)
    }

    fn set_timers(&self) -> impl Iterator<Item = &(TimerKey, Mono)> {
        self.due.values().flat_map(Table::values)
    }

    /// Cancels the timers that stop with the attendance.
    pub fn cancel_protocol(&mut self, protocol: &Protocol) {
        let keys: Vec<TimerKey> = self.keys().filter(|key| key.stops_with() == Some(protocol)).cloned().collect();
        for key in keys {
            self.cancel(&key);
        }
    }

    /// Cancels all timers.
    pub fn cancel_all(&mut self) {
        *self = Self::default();
    }

    /// Whether the timer is set.
    pub fn is_set(&self, key: &TimerKey) -> bool {
        self.due_at(key).is_some()
    }

    /// Removes and returns the earliest due timer; `None` if none is due.
    pub fn pop_due(&mut self, now: Mono) -> Option<TimerKey> {
        let Reverse((_, key)) = self.order.peek().filter(|Reverse((at, _))| *at <= now)?;
        let key = key.clone();
        self.cancel(&key);
        Some(key)
    }

    /// The wake-up for the earliest timer; `None` if no timer is set.
    pub fn next(&self) -> Option<Wake> {
        self.order.peek().map(|Reverse((at, key))| Wake { at: *at, reason: key.reason() })
    }

    /// The timers that are set.
    pub fn keys(&self) -> impl Iterator<Item = &TimerKey> {
        self.set_timers().map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    static READ: Timer<Protocol> = Timer::of_job("test read");
    static TYPING: Timer<Protocol> = Timer::of_job("test typing");
    static SENT: Timer<Protocol> = Timer::outlives_job("test sent");

    #[test]
    fn a_timer_that_is_set_twice_fires_once_at_the_later_time() {
        let mut timers = Timers::default();
        timers.set(FLUSH.key(), Mono(100));
        timers.set(FLUSH.key(), Mono(300));
        assert_eq!(timers.pop_due(Mono(200)), None);
        assert_eq!(timers.pop_due(Mono(300)), Some(FLUSH.key()));
        assert_eq!(timers.pop_due(Mono(300)), None);
        assert_eq!(timers.next(), None);
    }

    proptest! {
        /// Compares the timers with a list that is searched for the earliest; timers of the same time fire in the order of
        /// their keys.
        #[test]
        fn timers_fire_at_their_latest_settings_in_the_order_of_time_and_key(
            changes in proptest::collection::vec((0u64..12, 0u8..6, 0u64..40), 0..400),
        ) {
            let (mut timers, mut plain) = (Timers::default(), BTreeMap::new());
            for (number, change, at) in changes {
                let key = TYPING.of(number.to_string().as_str().into());
                match change {
                    0 => {
                        timers.cancel(&key);
                        plain.remove(&key);
                    }
                    1 => {
                        let first = plain.iter().map(|(key, due)| (*due, key)).min().filter(|(due, _)| *due <= Mono(at));
                        let first = first.map(|(_, key): (Mono, &TimerKey)| key.clone());
                        prop_assert_eq!(&timers.pop_due(Mono(at)), &first);
                        first.and_then(|key| plain.remove(&key));
                    }
                    _ => {
                        timers.set(key.clone(), Mono(at));
                        plain.insert(key, Mono(at));
                    }
                }
                prop_assert_eq!(timers.next().map(|wake| wake.at), plain.values().min().copied());
                prop_assert_eq!(timers.keys().collect::<BTreeSet<_>>(), plain.keys().collect());
                prop_assert!(timers.order.len() <= 2 * plain.len() + Timers::FEW);
            }
        }
    }

    #[test]
    fn removing_an_attendance_stops_its_timers_only() {
        let mut timers = Timers::default();
        timers.set(READ.of("1".into()), Mono(10));
        timers.set(TYPING.of("2".into()), Mono(20));
        timers.set(SENT.of("1".into()), Mono(30));
        timers.cancel_protocol(&"1".into());
        assert_eq!(timers.pop_due(Mono(50)), Some(TYPING.of("2".into())));
        assert_eq!(timers.pop_due(Mono(50)), Some(SENT.of("1".into())));
        assert_eq!(timers.pop_due(Mono(50)), None);
    }
}
