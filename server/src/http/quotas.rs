//! Limits for one address within an hour and a day. Customers need no account: with only a limit of requests per second
//! one of them could fill the agents' queues and the disk. Counted in memory; after a restart the counting begins anew.

use std::hash::Hash;
use std::num::NonZeroU32;

use contact_centre::wire::AgentId;
use governor::Quota;
use governor::clock::{Clock, DefaultClock};

use super::keyed::{Exceeded, KeyedLimit};

const HOURS_PER_DAY: u32 = 24;
const KIB: usize = 1_024;
const KIB_PER_MB: u32 = 1_000;
/// Texts of one chat: per second, and at once.
const TEXTS: (u32, u32) = (5, 50);

/// Limits of an address; 0: no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaSettings {
    /// Chats and calls that may begin in an hour.
    pub starts_per_hour: u32,
    /// MB of texts and files of customers in a day.
    pub mb_per_day: u32,
    /// MB of files of one agent in a day.
    pub agent_mb_per_day: u32,
}

impl Default for QuotaSettings {
    /// Set high because an office, a school or a mobile network has one address, too.
    fn default() -> Self {
        Self { starts_per_hour: 120, mb_per_day: 500, agent_mb_per_day: 2_000 }
    }
}

/// The amounts that customers have used.
pub struct Quotas<C: Clock = DefaultClock> {
    starts: Option<KeyedLimit<C>>,
    kib: Option<KeyedLimit<C>>,
    agent_kib: Option<KeyedLimit<C>>,
    texts: Option<KeyedLimit<C>>,
}

impl Quotas {
    pub fn new(settings: QuotaSettings) -> Self {
        Self::with_clock(settings, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Quotas<C> {
    fn with_clock(settings: QuotaSettings, clock: C) -> Self {
        let keyed = |quota: Quota| KeyedLimit::new(quota, clock.clone());
        let (per_second, burst) = TEXTS;
        let texts = NonZeroU32::new(per_second).zip(NonZeroU32::new(burst));
        // A bucket that holds a day's amount and is refilled by the part of an hour.
        let daily = |mb: u32| {
            let kib = mb.saturating_mul(KIB_PER_MB);
            let rates = NonZeroU32::new(kib / HOURS_PER_DAY).zip(NonZeroU32::new(kib));
            rates.map(|(hourly, daily)| keyed(Quota::per_hour(hourly).allow_burst(daily)))
        };
        Self {
            starts: NonZeroU32::new(settings.starts_per_hour).map(|starts| keyed(Quota::per_hour(starts))),
            kib: daily(settings.mb_per_day),
            agent_kib: daily(settings.agent_mb_per_day),
            // Without limits of addresses, as in tests, there is no limit of texts per chat either.
            texts: texts
                .filter(|_| (settings.starts_per_hour, settings.mb_per_day) != (0, 0))
                .map(|(rate, burst)| keyed(Quota::per_second(rate).allow_burst(burst))),
        }
    }

    /// Counts a chat or a call that begins.
    ///
    /// # Errors
    /// The address has begun as many as it may.
    pub fn start(&self, address: Option<&str>) -> Result<(), Exceeded> {
        take_from_quota(self.starts.as_ref(), &address, 1)
    }

    /// Counts a text of this chat; the key is the chat with its secret.
    ///
    /// # Errors The texts are sent too quickly.
    pub fn text(&self, chat: &impl Hash) -> Result<(), Exceeded> {
        take_from_quota(self.texts.as_ref(), chat, 1)
    }

    /// Counts bytes that are stored.
    ///
    /// # Errors
    /// The address has stored as much as it may.
    pub fn bytes(&self, address: Option<&str>, bytes: usize) -> Result<(), Exceeded> {
        take_from_quota(self.kib.as_ref(), &address, bytes.div_ceil(KIB))
    }

    /// Counts bytes of a file that an agent sends: so that a stolen token does not circumvent the limits of strangers.
    ///
    /// # Errors
    /// The agent has sent as much as an agent may.
    pub fn agent_bytes(&self, agent: &AgentId, bytes: usize) -> Result<(), Exceeded> {
        take_from_quota(self.agent_kib.as_ref(), &agent.as_str(), bytes.div_ceil(KIB))
    }
}

fn take_from_quota<C: Clock + Clone>(
    limit: Option<&KeyedLimit<C>>,
    key: &impl Hash,
    count: usize,
) -> Result<(), Exceeded> {
    limit.map_or(Ok(()), |limit| limit.take(key, u32::try_from(count).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    const NONE: QuotaSettings = QuotaSettings { starts_per_hour: 0, mb_per_day: 0, agent_mb_per_day: 0 };

    #[test]
    fn bey_127_the_number_of_chats_that_an_address_may_begin_in_an_hour_is_limited() {
        let clock = FakeRelativeClock::default();
        let quotas = Quotas::with_clock(QuotaSettings { starts_per_hour: 60, ..NONE }, clock.clone());
        assert!((0..60).all(|_| quotas.start(Some("192.0.2.1")).is_ok()));
        assert_eq!(quotas.start(Some("192.0.2.1")), Err(Exceeded(60)));
        assert_eq!(quotas.start(Some("192.0.2.2")), Ok(()));
        clock.advance(Duration::from_secs(61));
        assert_eq!((quotas.start(Some("192.0.2.1")), quotas.start(Some("192.0.2.1")).is_err()), (Ok(()), true));
    }

    #[test]
    fn bey_127_the_bytes_that_an_address_or_an_agent_may_store_in_a_day_are_limited() {
        let clock = FakeRelativeClock::default();
        let quotas = Quotas::with_clock(QuotaSettings { mb_per_day: 24, agent_mb_per_day: 48, ..NONE }, clock.clone());
        let megabyte = 1_000 * KIB;
        assert!((0..24).all(|_| quotas.bytes(Some("192.0.2.1"), megabyte).is_ok()));
        assert!(quotas.bytes(Some("192.0.2.1"), 1).is_err() && quotas.bytes(Some("192.0.2.2"), megabyte).is_ok());
        let [ana, bruno] = ["101", "102"].map(AgentId::from);
        assert!((0..48).all(|_| quotas.agent_bytes(&ana, megabyte).is_ok()), "agents have their own");
        assert!(quotas.agent_bytes(&ana, 1).is_err() && quotas.agent_bytes(&bruno, megabyte).is_ok());
        assert_eq!(quotas.bytes(Some("192.0.2.3"), 25 * megabyte), Err(Exceeded(3_600)), "more than a day at once");
        clock.advance(Duration::from_secs(3_601));
        assert!(quotas.bytes(Some("192.0.2.1"), megabyte).is_ok() && quotas.bytes(Some("192.0.2.1"), 9 * KIB).is_err());
    }

    #[test]
    fn bey_127_the_texts_of_one_chat_are_limited_to_the_speed_of_a_person() {
        let clock = FakeRelativeClock::default();
        let quotas = Quotas::with_clock(QuotaSettings::default(), clock.clone());
        assert_eq!((0..200).filter(|_| quotas.text(&"20261128000001").is_ok()).count(), 50);
        assert!(quotas.text(&"20261128000002").is_ok(), "another chat");
        clock.advance(Duration::from_secs(1));
        assert_eq!((0..200).filter(|_| quotas.text(&"20261128000001").is_ok()).count(), 5);
    }
}
