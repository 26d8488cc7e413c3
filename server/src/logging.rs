//! Structured logs on standard error: readable on a terminal, JSON otherwise. A log line never holds a message's text, a token,
//! a password or a query string: those who log name their fields one by one.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Called once, by `main`. An unreadable level falls back to `info` and says so.
pub fn start(level: &str) {
    let parsed = level.parse::<Targets>();
    let targets = match &parsed {
        Ok(targets) => targets.clone(),
        Err(_) => Targets::new().with_default(tracing::Level::INFO),
    };
    let registry = tracing_subscriber::registry().with(targets);
    let started = if stderr().is_terminal() {
        registry.with(tracing_subscriber::fmt::layer().with_writer(stderr).with_target(false)).try_init()
    } else {
        registry.with(tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(stderr)).try_init()
    };
    if started.is_ok() && parsed.is_err() {
        tracing::warn!(level, "LOG_LEVEL is not understood, info is used");
    }
}
