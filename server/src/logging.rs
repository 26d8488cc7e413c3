//! Structured logs on standard error: text on a terminal, JSON otherwise. Log lines never contain message texts,
//! tokens, passwords or query strings: every field is named explicitly.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Installs the logger; called once by `main`. An invalid level falls back to `info` with a warning.
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
