//! WhatsApp and Instagram: conversations of customers on routes, their attendances, and the messages between providers and
//! agents (spec conversation §4 "WhatsApp conversation window", "Incoming WhatsApp message", "Delivery status").
//!
//! An attendance is a `JobRow` of the channel WhatsApp with a `WhatsAppJobRow`. A conversation has at most one attendance
//! that is waiting, active or in the inbox. The transport passes on reports of providers (`Centre::whatsapp_inbound`),
//! sends messages (`EffectKind::SendWhatsApp`, `EffectKind::SendBroadcast`) and fetches customers' files (`EffectKind::FetchFile`).

#[cfg(feature = "development")]
mod aging;
mod attendance;
mod begin;
pub(crate) mod broadcasts;
mod change;
mod config;
mod conversation;
mod delivery;
mod file;
mod identity;
mod inbound;
mod lookups;
mod messages;
mod notice;
mod outgoing;
mod provider;
mod reachability;
mod rules;
mod send;
mod template;

#[cfg(test)]
mod tests;

pub(crate) use attendance::{close, finish, inbox, pin, read, reopen, unpin, unread};
pub(crate) use begin::{active_job, check_active_sessions};
pub use broadcasts::{BroadcastConfig, BroadcastSend};
pub use config::WhatsAppConfig;
pub(crate) use lookups::{
    bots, campaign, campaign_presets, campaign_routes, campaign_script, campaign_templates, campaigns,
    campaigns_of_agent, group_templates, gupshup_templates, infobip_templates, queue, queue_routes, queue_script,
    queues, set_opt_in, unit_templates, zenvia_templates,
};
pub(crate) use messages::{files, history, one as message, search};
pub use provider::{
    FetchedFile, FileOrder, FileOutcome, FileRefusal, WhatsAppChange, WhatsAppChangeKind, WhatsAppDelivery,
    WhatsAppFailure, WhatsAppFailureAbout, WhatsAppFileSource, WhatsAppInbound, WhatsAppInboundFile,
    WhatsAppInboundMessage, WhatsAppNotice, WhatsAppNoticeKind, WhatsAppOutcome, WhatsAppReceipt, WhatsAppSend,
    WhatsAppSendContent, WhatsAppTemplateFile,
};
pub(crate) use rules::WhatsAppRules;
pub(crate) use send::send_message;
