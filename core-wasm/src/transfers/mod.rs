//! Transfers of chat and WhatsApp attendances to an agent, a queue or a campaign: blind, without confirmation (spec conversation §7
//! and §8; TRF-031 to TRF-042).
//!
//! `area.rs` registers the area; its effects on other areas are an [`Exit`].

mod area;
mod campaigns;
mod intent;
mod machine;
mod records;
mod registry;
mod view;

pub use intent::TransfersIntent;
pub use machine::{Exit, Transfers};
pub use registry::{TransfersSlice, slices, timers};
pub use view::{
    DestinationAgentView, DestinationCampaignView, DestinationCampaignsView, DestinationQueueView, DestinationsView,
    JobTransferView, TransferListView,
};
