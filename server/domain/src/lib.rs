//! The contact centre without I/O: sign-in, attendances, queues and broker events over a `Store`.
//!
//! Entry points: `Centre::http` (REST), `Centre::web_chat` (customers), `Centre::broker_login` and the `link_*` calls (broker), `Centre::call_news`
//! (telephone system), `Centre::whatsapp_inbound` (providers), `Centre::tick` (time). Time, randomness and the store are arguments, so the server and
//! the simulation run the same code. The crate uses no sockets, clock, threads or files.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
#![warn(missing_docs)]

mod absence;
mod accounts;
mod address;
mod agents;
mod audit;
mod auth;
mod board;
mod body;
mod broker;
mod calendar;
mod call;
mod centre;
mod channels;
mod chat;
mod churn;
mod colleagues;
mod config;
mod contacts;
mod context;
mod dead_effects;
#[cfg(feature = "development")]
mod demo;
mod demo_accounts;
#[cfg(feature = "development")]
mod demo_broadcasts;
#[cfg(feature = "development")]
mod demo_history;
#[cfg(feature = "development")]
mod demo_people;
#[cfg(feature = "development")]
mod demo_tags;
#[cfg(feature = "development")]
mod demo_voice;
#[cfg(feature = "development")]
mod demo_whatsapp;
mod digest;
mod due;
mod effects;
mod employers;
mod entropy;
mod erasure;
mod events;
#[cfg(feature = "development")]
mod fault_injection;
mod fold;
mod history;
mod http;
mod identifier;
mod imports;
mod jobs;
mod media;
mod message_search;
mod names;
mod notes;
mod notifications;
mod one_at_a_time;
mod openapi;
mod operator;
mod paging;
mod password_hashing;
mod pauses;
mod people;
mod presets;
mod qualification;
mod queues;
mod refusal;
mod registry;
mod retention;
mod router;
mod routes;
mod scripts;
mod sealing;
mod security;
mod start_up;
pub mod store;
mod stored_numbers;
mod suppression;
mod system;
mod tags;
mod telephony;
mod tick;
mod transfers;
mod uploads;
mod voice;
mod waits;
mod web_chat;
mod whatsapp;

#[cfg(test)]
mod concurrency_tests;
#[cfg(test)]
mod contract_tests;
#[cfg(test)]
mod cost_tests;
#[cfg(test)]
mod layers;
mod list_views;
#[cfg(test)]
mod measured_tests;
#[cfg(test)]
mod route_cost_tests;
#[cfg(test)]
mod testing;

pub use accounts::{AccountError, NewAccount, create_account};
pub use address::NumberCountry;
pub use auth::second_factor::SecondFactorConfig;
pub use auth::throttle::SignInLimit;
pub use body::{BODIES, Body};
pub use broker::{BrokerPrincipal, BrokerRefusal, QueueNames, session_name};
pub use calendar::{Calendar, CalendarError};
pub use centre::Centre;
pub use churn::{ChurnOutcome, ChurnQuestion};
pub use config::{
    CentreConfig, ErrorService, FlagService, RetentionConfig, Services, StartPuzzle, TrackingService, WhiteLabel,
};
pub use context::{AgentTyping, Context, CustomerTyping, EndedSession, Recipients};
#[cfg(feature = "development")]
pub use demo::seed_demo;
pub use demo_accounts::{DemoAgent, DemoData, demo_accounts};
#[cfg(feature = "development")]
pub use demo_history::seed_history;
#[cfg(feature = "development")]
pub use demo_people::{DEMO_BATCH, seed_contacts};
pub use due::{Due, DueLane};
pub use effects::{Effect, EffectKind, EffectLease, EffectOutcome, IfUncertain};
pub use entropy::{Entropy, SeededEntropy};
pub use erasure::{CustomerErasure, ErasedRows, ErasureError};
pub use http::{HttpReply, HttpRequest, HttpStep};
pub use identifier::IdentifierSignature;
pub use openapi::openapi;
pub use password_hashing::{Argon2id, PasswordHasher, PasswordOutcome, PasswordTask};
pub use queues::settings::QueueSettingsError;
pub use routes::{
    API_ROUTES, Access, ApiRoute, allowed_methods, reads_much, route_path, usually_reads, verifies_password,
};
pub use security::{SecurityAction, SecurityEvent};
pub use uploads::{MediaUpload, Uploader};
pub use voice::{
    AccountChange, CallCommand, CallEnd, CallNews, DeskTelephone, PartyNews, RecordOrder, RecordingNews, RelayServer,
    RoomCommand, RoomDestination, RoomRefusal, TelephoneOwner, VoiceAccount, VoiceConfig, VoiceDirectory, VoiceNode,
    VoiceTelephone, secret_hash as voice_secret_hash,
};
pub use web_chat::{
    CustomerMedia, CustomerMessage, CustomerQuote, CustomerSent, CustomerUpload, Puzzle, SignedNumber, SolvedPuzzle,
    WebChatEvent, WebChatEventKind, WebChatEvents, WebChatQueue, WebChatReply, WebChatRequest, WebChatStarted,
};
pub use whatsapp::{
    BroadcastConfig, BroadcastSend, FetchedFile, FileOrder, FileOutcome, FileRefusal, WhatsAppChange,
    WhatsAppChangeKind, WhatsAppConfig, WhatsAppDelivery, WhatsAppFailure, WhatsAppFailureAbout, WhatsAppFileSource,
    WhatsAppInbound, WhatsAppInboundFile, WhatsAppInboundMessage, WhatsAppNotice, WhatsAppNoticeKind, WhatsAppOutcome,
    WhatsAppReceipt, WhatsAppSend, WhatsAppSendContent, WhatsAppTemplateFile,
};
/// Types of the wire, shared with the workspace's core.
pub use wire;
