//! WhatsApp as the interface shows it.

use super::machine::WhatsApp;
use crate::conversation::{Countdown, FreeText, window_of};
use crate::jobs::Job;
use crate::wire::Wall;
use serde::Serialize;

/// Which messages the agent can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ComposerState {
    /// The agent can write every message.
    Free,
    /// The window is closed: only a template can be sent.
    TemplateFirst,
    /// A template was sent; the customer has not answered. Another template may be sent.
    WaitingAnswer,
    /// The attendance has ended and can only be qualified or reopened.
    Ended,
    /// The agent is not connected to the channel.
    ChannelDisconnected,
    /// The customer's number has no WhatsApp.
    NumberNotExists,
    /// The provider of the route cannot be reached.
    RouteDisconnected,
}

/// The remaining time of the conversation window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WindowView {
    /// The attendance has no window.
    None,
    /// Free text is possible until then.
    Open {
        /// The end of the window on the page's clock, as a JavaScript time value.
        ends_at: f64,
    },
    /// The window is closed (WAP-032, WAP-033).
    Expired,
}

/// The WhatsApp part of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatsAppJobView {
    /// Whether and what the agent can write.
    pub composer: ComposerState,
    /// The remaining time of the conversation window.
    pub window: WindowView,
    /// The agent pinned it.
    pub pinned: bool,
    /// The attendance counts as unread.
    pub unread: bool,
    /// The customer's number is not registered for messages of the provider: the agent can register it.
    pub opt_in_needed: bool,
    /// Number or account of the route.
    pub route_phone: String,
    /// A request about the attendance waits for its answer.
    pub busy: bool,
}

/// Facts of the page from which a view is computed.
#[derive(Clone, Copy, Debug)]
pub struct ViewFacts {
    /// The agent is connected to the channel.
    pub connected: bool,
    /// The server's time.
    pub now: Wall,
    /// Server's clock minus the page's, in ms.
    pub clock_offset_ms: i64,
}

impl WhatsApp {
    /// The WhatsApp part of an attendance.
    pub fn job_view(&self, job: &Job, facts: ViewFacts) -> WhatsAppJobView {
        let (countdown, free_text) = window_of(job).at(facts.now);
        let server = job.server();
        WhatsAppJobView {
            composer: composer(job, self.is_route_down(&server.route_phone), facts.connected, free_text),
            window: match countdown {
                Countdown::None => WindowView::None,
                Countdown::Open { ends_at } => {
                    WindowView::Open { ends_at: ends_at.plus_ms(-facts.clock_offset_ms).as_js() }
                }
                Countdown::Expired => WindowView::Expired,
            },
            pinned: server.pinned,
            unread: job.is_unread(),
            opt_in_needed: self.needs_opt_in(job.protocol()),
            route_phone: server.route_phone.clone(),
            busy: self.is_busy(job.protocol()),
        }
    }
}

/// The first fact that prevents the agent from writing.
fn composer(job: &Job, route_down: bool, connected: bool, free_text: FreeText) -> ComposerState {
    match (job.is_ended(), connected, route_down, job.server().whatsapp_number_not_exists, free_text) {
        (true, _, _, _, _) => ComposerState::Ended,
        (false, false, _, _, _) => ComposerState::ChannelDisconnected,
        (false, true, true, _, _) => ComposerState::RouteDisconnected,
        (false, true, false, true, _) => ComposerState::NumberNotExists,
        (false, true, false, false, FreeText::TemplateFirst) => ComposerState::TemplateFirst,
        (false, true, false, false, FreeText::WaitingAnswer) => ComposerState::WaitingAnswer,
        (false, true, false, false, FreeText::Allowed) => ComposerState::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    /// Each preventing fact, the earlier ones with priority over the later ones.
    #[test]
    fn the_composer_shows_the_first_fact_that_prevents_the_agent_from_writing() {
        for number in 0..16 {
            let [ended, connected, route_down, number_missing] = [8, 4, 2, 1].map(|bit| number & bit != 0);
            let job = Job::new(wire::Job {
                disabled: ended,
                whatsapp_number_not_exists: number_missing,
                ..Default::default()
            });
            let states = [FreeText::Allowed, FreeText::TemplateFirst, FreeText::WaitingAnswer]
                .map(|free_text| composer(&job, route_down, connected, free_text));
            let expected = match (ended, connected, route_down, number_missing) {
                (true, ..) => [ComposerState::Ended; 3],
                (_, false, ..) => [ComposerState::ChannelDisconnected; 3],
                (_, _, true, _) => [ComposerState::RouteDisconnected; 3],
                (.., true) => [ComposerState::NumberNotExists; 3],
                _ => [ComposerState::Free, ComposerState::TemplateFirst, ComposerState::WaitingAnswer],
            };
            assert_eq!(states, expected, "{number:04b}");
        }
    }
}
