//! The keys of the voice area: one row per kind of timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("voice");

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The next attempt to reconnect.
    pub static RECONNECT: Timer<()> = Timer::named("voice reconnect");
    /// A request of the signalling session gets no answer.
    pub static REQUEST: Timer<()> = Timer::named("voice request");
    /// The next keep-alive of the signalling session.
    pub static KEEP_ALIVE: Timer<()> = Timer::named("voice keep-alive");
    /// The answer to a registration, or the next attempt.
    pub static REGISTRATION: Timer<()> = Timer::named("voice registration");
    /// The next step of the call.
    pub static CALL: Timer<()> = Timer::named("voice call");
    /// The next step of a negotiation of media.
    pub static NEGOTIATION: Timer<()> = Timer::named("voice negotiation");
    /// Media did not return after a disconnect of ICE.
    pub static MEDIA_RETURN: Timer<()> = Timer::named("voice media return");
    /// The next look-up of the attendance of a hang-up event, by the number of the event.
    pub static HANG_UP: Timer<u64> = Timer::named("voice hang-up");
    /// The agent's status is read again after a hang-up.
    pub static STATUS: Timer<()> = Timer::named("voice status");
    /// The agent's status is read again after a finished attendance.
    pub static STATUS_RESET: Timer<()> = Timer::named("voice status reset");
    /// The ring volume is saved.
    pub static VOLUME: Timer<()> = Timer::named("voice volume");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The signalling session, to be claimed after a reload.
    pub static SESSION: Record<()> = Record::named("voice", StorePlace::Database);
}
