//! The keys of the transfers: one row per kind of slice and timer.

use super::{DestinationsView, TransferListView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("transfers");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// The agents and queues to which an attendance can be transferred.
    pub static DESTINATIONS: Slice<Protocol> = Slice::view("transferDestinations");
    /// The earlier transfers of an attendance (JOB-040).
    pub static TRANSFERS: Slice<Protocol> = Slice::view("jobTransfers");
}

slice_views! {
    /// The view of a slice of the transfers.
    TransfersSlice {
        /// The agents, queues and campaigns to which an attendance can be transferred; `undefined` until the lists were requested.
        TransferDestinations(OfEntity<DestinationsView>),
        /// The earlier transfers of an attendance; `undefined` until they were requested.
        JobTransfers(OfEntity<TransferListView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// Requests the agents again that an attendance can be transferred to.
    pub static AGENTS: Timer<Protocol> = Timer::of_job("transfer agents");
    /// Requests the queues again.
    pub static QUEUES: Timer<Protocol> = Timer::of_job("transfer queues");
    /// Requests the campaigns again.
    pub static CAMPAIGNS: Timer<Protocol> = Timer::of_job("transfer campaigns");
    /// Requests the agents of the chosen campaign: when the agent has stopped choosing, and again after a failure.
    pub static CAMPAIGN_AGENTS: Timer<Protocol> = Timer::of_job("agents of transfer campaign");
    /// Requests the transfers of an attendance again.
    pub static TRANSFERS: Timer<Protocol> = Timer::of_job("transfers of job");
    /// Requests the lists again while the dialog is open.
    pub static REFRESH: Timer<Protocol> = Timer::of_job("refresh of transfer");
}
