//! All timers as one table. Setting replaces; the host keeps exactly one wake-up, at the earliest entry. Early, late
//! and doubled wake-ups are harmless: only what is due is taken.

use super::Mono;
use crate::wire::{Channel, CustomId, Protocol};
use litemap::LiteMap;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimerKey {
    /// Asks the session check again while the server is silent.
    SessionCheckRetry,
    /// Asks while the agent works whether the session still holds.
    SessionPoll,
    /// The feature-flag service is waited for no longer.
    FlagsLimit,
    BrokerReconnect,
    ReconcileRetry,
    /// Writes what changed to storage.
    Flush,
    /// Words that the disk did not take are written again.
    StoreRetry,
    /// A send waits no longer for its outbox entry to be stored.
    OutboxStore(Protocol, CustomId),
    OutboxRetry(Protocol),
    /// The agent's own typing: nothing typed for a while.
    TypingSilence(Protocol),
    /// The customer's typing mark expires.
    ClientTyping(Protocol),
    MarkRead(Protocol),
    /// A thread that could not be read is asked for again.
    ThreadRetry(Protocol),
    /// A pause may take no longer.
    PauseLimit(Channel),
    /// A desktop notification that waits for somebody has waited long enough.
    DesktopClose(Protocol),
    /// What is unread is told again.
    RepeatAlert,
    /// The oldest words that were never sent have been kept long enough.
    UnsentExpiry,
    Snackbar(u64),
    /// A moved row may take its place although the pointer is still in the list.
    HeldOrder,
}

impl TimerKey {
    /// Shown in traces and given to the host with the wake-up.
    pub fn reason(&self) -> &'static str {
        match self {
            TimerKey::SessionCheckRetry => "session check",
            TimerKey::SessionPoll => "session poll",
            TimerKey::FlagsLimit => "flags limit",
            TimerKey::BrokerReconnect => "broker reconnect",
            TimerKey::ReconcileRetry => "reconcile",
            TimerKey::Flush => "flush",
            TimerKey::StoreRetry => "store retry",
            TimerKey::OutboxStore(..) => "outbox stored",
            TimerKey::OutboxRetry(_) => "outbox retry",
            TimerKey::TypingSilence(_) => "typing silence",
            TimerKey::ClientTyping(_) => "client typing",
            TimerKey::MarkRead(_) => "mark read",
            TimerKey::ThreadRetry(_) => "thread retry",
            TimerKey::PauseLimit(_) => "pause limit",
            TimerKey::DesktopClose(_) => "desktop close",
            TimerKey::RepeatAlert => "repeat alert",
            TimerKey::UnsentExpiry => "unsent expiry",
            TimerKey::Snackbar(_) => "snackbar",
            TimerKey::HeldOrder => "held order",
        }
    }

    /// The attendance whose end stops this timer. The outbox is not among them: what was sent is still delivered.
    pub fn protocol(&self) -> Option<&Protocol> {
        match self {
            TimerKey::TypingSilence(protocol)
            | TimerKey::ClientTyping(protocol)
            | TimerKey::MarkRead(protocol)
            | TimerKey::ThreadRetry(protocol) => Some(protocol),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wake {
    pub at: Mono,
    pub reason: &'static str,
}

#[derive(Default)]
pub struct Timers {
    due: LiteMap<TimerKey, Mono>,
    order: LiteMap<(Mono, TimerKey), ()>,
}

impl Timers {
    pub fn set(&mut self, key: TimerKey, at: Mono) {
        self.cancel(&key);
        self.order.insert((at, key.clone()), ());
        self.due.insert(key, at);
    }

    pub fn cancel(&mut self, key: &TimerKey) {
        if let Some(at) = self.due.remove(key) {
            self.order.remove(&(at, key.clone()));
        }
    }

    pub fn cancel_protocol(&mut self, protocol: &Protocol) {
        let keys: Vec<TimerKey> = self.due.keys().filter(|key| key.protocol() == Some(protocol)).cloned().collect();
        for key in keys {
            self.cancel(&key);
        }
    }

    pub fn cancel_all(&mut self) {
        self.due.clear();
        self.order.clear();
    }

    pub fn is_set(&self, key: &TimerKey) -> bool {
        self.due.contains_key(key)
    }

    /// Takes the earliest timer that is due.
    pub fn pop_due(&mut self, now: Mono) -> Option<TimerKey> {
        let ((_, key), ()) = self.order.first().filter(|((at, _), ())| *at <= now)?;
        let key = key.clone();
        self.cancel(&key);
        Some(key)
    }

    pub fn next(&self) -> Option<Wake> {
        self.order.first().map(|((at, key), ())| Wake { at: *at, reason: key.reason() })
    }

    pub fn keys(&self) -> impl Iterator<Item = &TimerKey> {
        self.due.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_set_twice_fires_once_at_the_later_setting() {
        let mut timers = Timers::default();
        timers.set(TimerKey::Flush, Mono(100));
        timers.set(TimerKey::Flush, Mono(300));
        assert_eq!(timers.pop_due(Mono(200)), None);
        assert_eq!(timers.pop_due(Mono(300)), Some(TimerKey::Flush));
        assert_eq!(timers.pop_due(Mono(300)), None);
        assert_eq!(timers.next(), None);
    }

    #[test]
    fn removing_an_attendance_stops_its_timers_only() {
        let mut timers = Timers::default();
        timers.set(TimerKey::MarkRead("1".into()), Mono(10));
        timers.set(TimerKey::ClientTyping("2".into()), Mono(20));
        timers.cancel_protocol(&"1".into());
        assert_eq!(timers.pop_due(Mono(50)), Some(TimerKey::ClientTyping("2".into())));
        assert_eq!(timers.pop_due(Mono(50)), None);
    }
}
