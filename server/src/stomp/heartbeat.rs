//! Heart-beats of a connection: negotiation, time of the next one to send, and detection of a silent peer.

use std::time::Duration;

/// The server's heart-beat parameters.
#[derive(Debug, Clone, Copy)]
pub struct HeartbeatPolicy {
    /// Interval that the server offers to send and asks to receive.
    pub every: Duration,
    /// Added to twice the negotiated interval before a silent peer is dropped: for delays of networks and timers.
    pub tolerance: Duration,
}

impl Default for HeartbeatPolicy {
    fn default() -> Self {
        Self { every: Duration::from_millis(2500), tolerance: Duration::from_millis(1000) }
    }
}

impl HeartbeatPolicy {
    /// Value of the `heart-beat` header of CONNECTED.
    pub fn offer(&self) -> String {
        let millis = self.every.as_millis();
        format!("{millis},{millis}")
    }
}

#[derive(Debug)]
pub struct Heartbeat {
    send_every: Option<Duration>,
    drop_after: Option<Duration>,
    last_sent: Duration,
    last_received: Duration,
}

impl Heartbeat {
    /// The state before negotiation: nothing is sent or expected.
    pub fn disabled() -> Self {
        Self { send_every: None, drop_after: None, last_sent: Duration::ZERO, last_received: Duration::ZERO }
    }

    /// `requested` is the client's header `<can send every ms>,<wants to receive every ms>`, 0 for neither; `None` if
    /// it is malformed.
    pub fn negotiate(policy: &HeartbeatPolicy, requested: Option<&str>, now: Duration) -> Option<Self> {
        let (can_send, wants) = match requested {
            None => (0, 0),
            Some(header) => {
                let (can_send, wants) = header.split_once(',')?;
                (parse_millis(can_send)?, parse_millis(wants)?)
            }
        };
        let agreed = |peer: u32| match peer {
            0 => None,
            _ if policy.every.is_zero() => None,
            millis => Some(policy.every.max(Duration::from_millis(u64::from(millis)))),
        };
        Some(Self {
            // A heart-beat sent after four fifths of the interval arrives in time.
            send_every: agreed(wants).map(|interval| interval * 4 / 5),
            drop_after: agreed(can_send).map(|interval| interval * 2 + policy.tolerance),
            last_sent: now,
            last_received: now,
        })
    }

    pub fn note_sent(&mut self, now: Duration) {
        self.last_sent = now;
    }

    pub fn note_received(&mut self, now: Duration) {
        self.last_received = now;
    }

    pub fn beat_due(&self, now: Duration) -> bool {
        self.send_due().is_some_and(|due| now >= due)
    }

    pub fn peer_timed_out(&self, now: Duration) -> bool {
        self.drop_due().is_some_and(|due| now >= due)
    }

    pub fn deadline(&self) -> Option<Duration> {
        self.send_due().into_iter().chain(self.drop_due()).min()
    }

    fn send_due(&self) -> Option<Duration> {
        self.send_every.map(|every| self.last_sent + every)
    }

    fn drop_due(&self) -> Option<Duration> {
        self.drop_after.map(|after| self.last_received + after)
    }
}

fn parse_millis(text: &str) -> Option<u32> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
