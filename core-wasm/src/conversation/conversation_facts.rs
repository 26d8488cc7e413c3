//! What a conversation follows from: its rules, whether it has ended, and its window.

use super::rules::{ConversationRules, rules_of};
use super::window::WindowFacts;
use crate::jobs::{Job, Jobs};
use crate::wire::Protocol;
use crate::wire::network_limits::Network;

/// What decides at the moment what may be done in a conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConversationFacts {
    /// `None`: nothing is written in it.
    pub rules: Option<&'static ConversationRules>,
    /// What takes its messages; `None` where nothing is written.
    pub network: Option<Network>,
    /// The attendance has ended.
    pub ended: bool,
    /// Without a window where the rules name none.
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

/// The facts of the window of an attendance; without one where its rules name none.
pub fn window_of(job: &Job) -> WindowFacts {
    let has_window = rules_of(job.channel()).is_some_and(|rules| rules.has_window);
    if has_window { WindowFacts::of(job.server()) } else { WindowFacts::default() }
}
