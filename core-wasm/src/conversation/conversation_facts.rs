//! The facts that decide about a conversation: the rules of its channel, whether it has ended, and its conversation
//! window.

use super::rules::{ConversationRules, rules_of};
use super::window::WindowFacts;
use crate::jobs::{Job, Jobs};
use crate::wire::Protocol;
use crate::wire::network_limits::Network;

/// The facts that decide which actions are possible in a conversation now.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConversationFacts {
    /// The rules of the channel; `None` if nothing can be written in the channel.
    pub rules: Option<&'static ConversationRules>,
    /// The network that transports its messages; `None` if nothing can be written.
    pub network: Option<Network>,
    /// The attendance has ended.
    pub ended: bool,
    /// The state of the conversation window; no window if the rules of the channel have none.
    pub window: WindowFacts,
}

impl ConversationFacts {
    /// The facts of the conversation of an attendance.
    pub fn of(job: &Job) -> Self {
        let network = Network::of(job.channel(), job.server().meta_type, &job.server().route_whatsapp);
        Self { rules: rules_of(job.channel()), network, ended: job.is_ended(), window: window_of(job) }
    }
}

/// The facts of the conversation of an attendance; `None` if there is no such attendance.
pub(super) fn facts_of(jobs: &Jobs, protocol: &Protocol) -> Option<ConversationFacts> {
    jobs.get(protocol).map(ConversationFacts::of)
}

/// The facts of the conversation window of an attendance; without a window if the rules of its channel have none.
pub fn window_of(job: &Job) -> WindowFacts {
    let has_window = rules_of(job.channel()).is_some_and(|rules| rules.has_window);
    if has_window { WindowFacts::of(job.server()) } else { WindowFacts::default() }
}
