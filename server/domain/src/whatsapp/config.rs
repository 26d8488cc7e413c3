//! Configuration of WhatsApp and Instagram.

use super::broadcasts::BroadcastConfig;
use std::fmt;

/// Configuration of WhatsApp and Instagram.
#[derive(Clone, PartialEq, Eq)]
pub struct WhatsAppConfig {
    /// A customer who writes within this time after the end of an attendance gets into the inbox of its agent, a later
    /// customer into the queue. In milliseconds.
    pub sticky_ms: i64,
    /// Maximum of active attendances of a queue that agents begin or reopen; 0: no limit.
    pub jobs_per_queue: usize,
    /// Broadcasts.
    pub broadcasts: BroadcastConfig,
    /// Key of the signatures in addresses of files. Every instance of the server must have the same key.
    pub media_key: String,
}

impl Default for WhatsAppConfig {
    fn default() -> Self {
        let broadcasts = BroadcastConfig::default();
        Self { sticky_ms: 24 * 60 * 60 * 1000, jobs_per_queue: 0, broadcasts, media_key: String::new() }
    }
}

impl fmt::Debug for WhatsAppConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sticky_ms, jobs_per_queue, broadcasts, media_key: _ } = self;
        let mut shown = formatter.debug_struct("WhatsAppConfig");
        shown.field("sticky_ms", sticky_ms).field("jobs_per_queue", jobs_per_queue).field("broadcasts", broadcasts);
        shown.finish_non_exhaustive()
    }
}
