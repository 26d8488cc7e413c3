//! Errors of the media socket: which are temporary, and when they end the media.

use std::io;
use std::time::{Duration, Instant};

/// The media end after this time with errors and without a packet.
const LONGEST: Duration = Duration::from_secs(10);

/// The errors since the last packet.
#[derive(Debug, Default)]
pub struct SocketFaults {
    since: Option<Instant>,
}

impl SocketFaults {
    /// Records that a packet was received.
    pub fn packet_received(&mut self) {
        self.since = None;
    }

    /// Records an error.
    ///
    /// # Errors
    /// There were only errors for too long.
    pub fn take(&mut self, error: io::Error, now: Instant) -> io::Result<()> {
        let since = *self.since.get_or_insert_with(|| {
            tracing::warn!(%error, "the media socket has an error");
            now
        });
        if now.saturating_duration_since(since) < LONGEST { Ok(()) } else { Err(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(faults: &mut SocketFaults, now: Instant) -> bool {
        faults.take(io::Error::from(io::ErrorKind::OutOfMemory), now).is_ok()
    }

    #[test]
    fn errors_between_packets_do_not_end_the_media() {
        let (mut faults, began) = (SocketFaults::default(), Instant::now());
        for second in 0..100 {
            assert!(take(&mut faults, began + Duration::from_secs(second)));
            if second % 9 == 0 {
                faults.packet_received();
            }
        }
    }

    #[test]
    fn ten_seconds_of_errors_without_a_packet_end_the_media() {
        let (mut faults, began) = (SocketFaults::default(), Instant::now());
        let taken = [0, 1, 9_999, 10_000].map(|ms| take(&mut faults, began + Duration::from_millis(ms)));
        assert_eq!(taken, [true, true, true, false]);
    }
}
