//! The contact centre's I/O: REST, STOMP broker or RabbitMQ bridge, SQLite store and web chat around the domain (`contact_centre`).
//! The crate has no rules about attendances, agents or channels.
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]
#![warn(missing_docs)]

pub mod accounts;
mod alarm;
mod api;
mod broker;
mod churn;
pub mod customers;
mod disk;
mod due;
mod effects;
mod faults;
mod http;
mod hub;
pub mod logging;
#[cfg(feature = "development")]
mod messenger;
#[cfg(not(feature = "development"))]
#[path = "no_messenger.rs"]
mod messenger;
mod permits;
pub mod queues;
mod rabbit;
mod recordings;
mod reports;
pub mod routes;
pub mod server;
mod service;
pub mod settings;
#[cfg(feature = "development")]
pub mod simulation;
pub mod stomp;
pub mod store;
pub mod store_load;
mod voice;
mod web_chat;
mod whatsapp;
