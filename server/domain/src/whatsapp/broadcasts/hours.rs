//! When a message of a broadcast may be sent: within the calendar of the campaign's queue, in the time zone of the customer.

use crate::calendar::Calendar;
use crate::centre::Transaction;
use crate::store::StoreResult;
use wire::{QueueId, Wall};

const BRAZIL: &str = "55";
/// A calendar that does not open within its search is looked at again after this time.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The zones of Brazil's area codes that are not those of Brasília.
const AREA_ZONES: [(&str, &str); 8] = [
    ("65", "America/Cuiaba"),
    ("66", "America/Cuiaba"),
    ("67", "America/Campo_Grande"),
    ("68", "America/Rio_Branco"),
    ("69", "America/Porto_Velho"),
    ("92", "America/Manaus"),
    ("95", "America/Boa_Vista"),
    ("97", "America/Manaus"),
];

/// The time zone of a canonical number; `None`: that of the contact centre.
fn zone_of(number: &str) -> Option<&'static str> {
    let area = number.strip_prefix(BRAZIL)?.get(..2)?;
    let listed = AREA_ZONES.into_iter().find(|(code, _)| *code == area);
    Some(listed.map_or("America/Sao_Paulo", |(_, zone)| zone))
}

/// The open hours of a campaign's queue.
pub(super) struct Hours {
    /// `None`: always open.
    calendar: Option<Calendar>,
}

impl Hours {
    /// The hours of the queue.
    pub fn of(tx: &Transaction<'_, '_>, queue: &QueueId) -> StoreResult<Self> {
        Ok(Self { calendar: tx.store.queue_settings(queue)?.calendar })
    }

    /// The first moment from `at` on at which the customer with this number may get a message.
    pub fn opening(&self, number: &str, at: Wall) -> Wall {
        let Some(calendar) = &self.calendar else { return at };
        let of_zone = zone_of(number).and_then(|zone| calendar.in_zone(zone));
        let calendar = of_zone.as_ref().unwrap_or(calendar);
        if calendar.is_open(at) {
            return at;
        }
        calendar.next_opening(at).unwrap_or(at.plus_ms(DAY_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::sao_paulo("5511955550101", "2026-11-20T11:00:00Z", "2026-11-20T11:00:00Z")]
    #[case::manaus_an_hour_later("5592955550101", "2026-11-20T11:00:00Z", "2026-11-20T12:00:00Z")]
    #[case::acre_two_hours_later("5568955550101", "2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z")]
    #[case::after_the_end_of_the_week("5511955550101", "2026-11-20T21:00:00Z", "2026-11-23T11:00:00Z")]
    #[case::still_open_in_manaus("5592955550101", "2026-11-20T21:30:00Z", "2026-11-20T21:30:00Z")]
    #[case::a_number_of_another_country("351912345678", "2026-11-20T09:30:00Z", "2026-11-20T11:00:00Z")]
    fn a_message_waits_for_the_calendar_in_the_zone_of_the_number(
        #[case] number: &str,
        #[case] at: &str,
        #[case] expected: &str,
    ) {
        let days = ["mon", "tue", "wed", "thu", "fri"].map(|day| format!(r#""{day}":["08:00-18:00"]"#)).join(",");
        let calendar = serde_json::from_str(&format!(r#"{{"zone":"America/Sao_Paulo","days":{{{days}}}}}"#)).unwrap();
        let hours = Hours { calendar: Some(calendar) };
        let wall = |text| Wall::parse(text).unwrap();
        assert_eq!(hours.opening(number, wall(at)), wall(expected));
    }

    #[test]
    fn a_queue_without_a_calendar_is_always_open() {
        assert_eq!(Hours { calendar: None }.opening("5511955550101", Wall(7)), Wall(7));
    }
}
