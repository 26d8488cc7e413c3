//! The keys of the voice area: one row per kind of slice, timer and record.

use super::{
    CallBarView, CallDestinationsView, IncomingCallView, Levels, PreferentialCallView, Quality, VoiceJobView, VoiceView,
};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
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
    /// The agents, queues and campaigns to which the call of the call bar can be transferred.
    pub static CALL_DESTINATIONS: Slice<()> = Slice::view("callDestinations");
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
        /// The destinations of the call bar's call; `undefined` until the dialog was opened.
        CallDestinations(OfEntity<CallDestinationsView>),
        /// The voice part of an attendance.
        VoiceJob(OfEntity<VoiceJobView>),
    }
}

/// Facts that areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// The calls and legs of the agent's telephone.
    pub static LEG: Fact<()> = Fact::named("leg");
}

/// Timers of this area.
pub mod timers {
    use super::super::timer::VoiceTimer;
    use crate::flow::Timer;

    /// All timers of voice; the identifier in the key says which one.
    pub static VOICE: Timer<VoiceTimer> = Timer::named("voice");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::Protocol;

    /// The signalling session, which a reloaded page claims.
    pub static SESSION: Record<()> = Record::retried("voice", StorePlace::Database);
    /// State of the last call of an attendance.
    pub static CALL: Record<Protocol> = Record::named("call", StorePlace::Database);
}
