//! Keys of the telephone as RFC 4733 events.

use std::time::Duration;

use str0m::format::CodecExtra;
use str0m::media::TelephoneEvent;

/// Keys in the order of their event codes.
const KEYS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];
/// Limits of str0m for a sent tone.
const MIN_DURATION: Duration = Duration::from_millis(40);
const MAX_DURATION: Duration = Duration::from_secs(6);
/// Power in -dBm0.
const VOLUME: u8 = 10;

/// A report of a received tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// The key; `None` for an event that is no key.
    pub digit: Option<char>,
    /// Whether the report ends the tone.
    pub ended: bool,
}

/// The report in received media, if it is one.
pub fn received(extra: &CodecExtra) -> Option<Received> {
    match extra {
        CodecExtra::Tele(event) => {
            Some(Received { digit: KEYS.get(usize::from(event.event)).copied(), ended: event.end })
        }
        _ => None,
    }
}

/// The telephone event for a key; `None` for a character that is no key.
pub fn event_of_key(digit: char, duration: Duration) -> Option<TelephoneEvent> {
    let code = KEYS.iter().position(|key| *key == digit.to_ascii_uppercase())?;
    let duration = duration.clamp(MIN_DURATION, MAX_DURATION);
    Some(TelephoneEvent { event: u8::try_from(code).ok()?, end: true, volume: VOLUME, duration })
}

/// Whether a character is a key of a telephone.
pub fn is_key(digit: char) -> bool {
    KEYS.contains(&digit.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_event_codes_of_the_standard() {
        let codes =
            ['0', '9', '*', '#', 'A', 'd'].map(|key| event_of_key(key, Duration::from_millis(100)).unwrap().event);
        assert_eq!(codes, [0, 9, 10, 11, 12, 15]);
        assert_eq!(event_of_key('x', Duration::from_millis(100)), None);
        assert!(is_key('#') && !is_key('x'));
    }

    #[test]
    fn a_received_telephone_event_gives_its_key() {
        let event = event_of_key('#', Duration::from_secs(10)).unwrap();
        assert_eq!(event.duration, MAX_DURATION);
        let expected = Received { digit: Some('#'), ended: true };
        assert_eq!(received(&CodecExtra::Tele(event)), Some(expected));
        let flash = TelephoneEvent { event: 16, ..event };
        assert_eq!(received(&CodecExtra::Tele(flash)), Some(Received { digit: None, ended: true }));
        assert_eq!(received(&CodecExtra::None), None);
    }
}
