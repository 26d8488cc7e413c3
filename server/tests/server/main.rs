//! Tests over real sockets: HTTP and WebSocket clients against a server with a database in memory and a port of its
//! own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

mod authorization;
mod broker;
mod call_supervision;
mod churn;
mod documentation;
mod erasure;
mod exhaustion;
mod faults;
mod http_client;
mod message_search;
mod operator;
mod postgres;
mod presence;
mod process;
mod providers;
mod puzzle;
mod rabbit;
mod recordings;
mod rest;
mod security;
mod simulation;
mod start_and_stop;
mod stomp_client;
mod store;
mod test_server;
mod text_safety;
mod voice;
mod web_chat;
mod whatsapp;
mod workspace_files;
