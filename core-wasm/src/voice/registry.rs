//! The keys of the voice area: one row per kind of slice, timer and record.

use super::{CallBarView, IncomingCallView, Levels, PreferentialCallView, Quality, VoiceJobView, VoiceView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("voice");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::jobs::facts::CUSTOMER;
    use crate::wire::Protocol;

    /// Voice connection and settings.
    pub static VOICE: Slice<()> = Slice::view("voice");
    /// The call bar.
    pub static CALL_BAR: Slice<()> = Slice::view("callBar").follows(&[CUSTOMER.row()]);
    /// Levels of the call, every 200 ms.
    pub static CALL_LEVELS: Slice<()> = Slice::view("callLevels");
    /// Measurements of the call, every second.
    pub static CALL_QUALITY: Slice<()> = Slice::view("callQuality");
    /// The call that the agent is asked about.
    pub static INCOMING_CALL: Slice<()> = Slice::view("incomingCall");
    /// The preferential customer that the agent is asked about.
    pub static PREFERENTIAL_CALL: Slice<()> = Slice::view("preferentialCall");
    /// The voice part of an attendance.
    pub static VOICE_JOB: Slice<Protocol> = Slice::view("voiceJob");
}

slice_views! {
    /// The view of a slice of voice.
    VoiceSlice {
        /// Voice connection and settings.
        Voice(Box<VoiceView>),
        /// The call bar.
        CallBar(OfEntity<CallBarView>),
        /// Levels of the call.
        CallLevels(Levels),
        /// The last measurements, newest last.
        CallQuality(Vec<Quality>),
        /// The call that the agent is asked about.
        IncomingCall(OfEntity<IncomingCallView>),
        /// The preferential customer that the agent is asked about.
        PreferentialCall(OfEntity<PreferentialCallView>),
        /// The voice part of an attendance.
        VoiceJob(OfEntity<VoiceJobView>),
    }
}

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
    /// A hang-up that the server did not take is sent again, by the number of the attempt.
    pub static HANG_UP_AGAIN: Timer<u64> = Timer::named("voice hang-up again");
    /// A leg whose call no answer and no event has named rings.
    pub static LEG_MATCH: Timer<()> = Timer::named("voice leg match");
    /// A leg has sound although its call has ended, or it has none.
    pub static LEG_CHECK: Timer<()> = Timer::named("voice leg check");
    /// The report of a call that the page made is repeated.
    pub static OWN_CALL: Timer<()> = Timer::named("voice own call");
    /// The ring volume is saved.
    pub static VOLUME: Timer<()> = Timer::named("voice volume");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::Protocol;

    /// The signalling session, to be claimed after a reload.
    pub static SESSION: Record<()> = Record::named("voice", StorePlace::Database);
    /// State of the call of an attendance.
    pub static CALL: Record<Protocol> = Record::named("call", StorePlace::Database);
}
