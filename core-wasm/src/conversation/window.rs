//! The conversation window of WhatsApp (spec conversation §4 "Window", WAP-018 to WAP-033): on the route of an official
//! provider the agent may write any text for 24 h after the customer's last message; afterwards only a template may be
//! sent. All times are on the server's clock.

use super::conversation_facts::window_of;
use super::machine::Conversation;
use super::rules::rules_of;
use super::{facts, timers};
use crate::flow::Context;
use crate::jobs::{Job, Jobs};
use crate::wire::{self, MetaType, Protocol, Wall};

/// Length of the window in milliseconds; at exactly this age it is closed (WAP-018, WAP-025).
pub const WINDOW_MS: i64 = 86_400_000;
/// Providers whose routes have a window (docs/contract.md "WhatsApp and Instagram").
const OFFICIAL: [&str; 5] = ["twilio", "zenvia", "infobip", "gupshup", "meta"];

/// The facts that decide about the window of an attendance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowFacts {
    /// The provider of the route has a window.
    pub official: bool,
    /// When the customer wrote last; `None`: never.
    pub last_receipt: Option<Wall>,
    /// `allowConversationWithoutTemplate` (WAP-026).
    pub exempt: bool,
    /// A template was sent after the customer's last message.
    pub template_sent: bool,
}

/// The remaining time of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countdown {
    /// The attendance has no conversation window.
    None,
    /// Any text may be sent until the window closes.
    Open {
        /// The end of the window.
        ends_at: Wall,
    },
    /// The window is closed (WAP-032).
    Expired,
}

/// Whether the agent may send other messages than a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeText {
    /// Every message may be sent.
    Allowed,
    /// `startConversation`: only a template may be sent.
    TemplateFirst,
    /// `waitingAnswer`: a template was sent, and the customer has not answered (WAP-030).
    WaitingAnswer,
}

impl WindowFacts {
    /// The facts of an attendance. Instagram has no conversation window (WAP-027).
    pub fn of(job: &wire::Job) -> Self {
        let provider = job.route_whatsapp.as_str();
        let is_official = OFFICIAL.iter().any(|name| provider.eq_ignore_ascii_case(name));
        Self {
            official: is_official && job.meta_type != Some(MetaType::Instagram),
            last_receipt: job.last_receipt,
            exempt: job.allow_conversation_without_template,
            template_sent: job.template_sent,
        }
    }

    /// The remaining time, and which messages may be sent.
    pub fn at(self, now: Wall) -> (Countdown, FreeText) {
        let open = self.last_receipt.map(|receipt| receipt.plus_ms(WINDOW_MS)).filter(|ends_at| now < *ends_at);
        match (self.official, open, self.exempt, self.template_sent) {
            (false, _, _, _) => (Countdown::None, FreeText::Allowed),
            (true, Some(ends_at), _, _) => (Countdown::Open { ends_at }, FreeText::Allowed),
            (true, None, true, _) => (Countdown::Expired, FreeText::Allowed),
            (true, None, false, false) => (Countdown::Expired, FreeText::TemplateFirst),
            (true, None, false, true) => (Countdown::Expired, FreeText::WaitingAnswer),
        }
    }
}

impl FreeText {
    /// The key of the text that explains why only a template may be sent; `None` if every message may be sent.
    pub fn refusal(self) -> Option<&'static str> {
        match self {
            FreeText::Allowed => None,
            FreeText::TemplateFirst => Some("whatsapp.window.templateFirst"),
            FreeText::WaitingAnswer => Some("whatsapp.window.waitingAnswer"),
        }
    }
}

impl Conversation {
    /// The attendance changed, or its window closed: a timer is set for the time at which the window closes.
    pub fn follow_window(&self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let has_window = |job: &&Job| rules_of(job.channel()).is_some_and(|rules| rules.has_window);
        let Some(window) = jobs.get(protocol).filter(has_window).map(window_of) else { return };
        let key = timers::WINDOW.of(protocol.clone());
        let now = context.server_now();
        match window.at(now).0 {
            Countdown::Open { ends_at } => {
                context.timer(key, u64::try_from(ends_at.since_ms(now)).unwrap_or_default());
            }
            _ => context.cancel_timer(&key),
        }
    }

    /// The server's time became known, or the page's clock was set.
    pub fn follow_windows(&self, context: &mut Context, jobs: &Jobs) {
        for protocol in jobs.protocols() {
            self.window_moved(context, jobs, protocol);
        }
    }

    /// The state of the window changed while the attendance did not.
    pub fn window_moved(&self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        context.changed(facts::WINDOW.of(protocol.clone()));
        self.follow_window(context, jobs, protocol);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Job;
    use rstest::rstest;

    const NOW: Wall = Wall(1_795_182_300_000);

    fn facts(route: &str, age_ms: Option<i64>) -> WindowFacts {
        let last_receipt = age_ms.map(|age| NOW.plus_ms(-age));
        WindowFacts::of(&Job { route_whatsapp: route.to_owned(), last_receipt, ..Job::default() })
    }

    #[rstest]
    #[case::wap_019("twilio")]
    #[case::wap_020("zenvia")]
    #[case::wap_021("infobip")]
    #[case::wap_022("gupshup")]
    #[case::the_provider_meta("meta")]
    fn an_official_route_needs_a_template_after_24_hours(#[case] route: &str) {
        assert_eq!(facts(route, Some(WINDOW_MS + 1)).at(NOW), (Countdown::Expired, FreeText::TemplateFirst));
    }

    #[rstest]
    #[case::wap_018_wap_024_one_ms_before_the_end(Some(WINDOW_MS - 1), true)]
    #[case::wap_025_exactly_86400_seconds(Some(WINDOW_MS), false)]
    #[case::wap_025_the_customer_never_wrote(None, false)]
    #[case::a_clock_that_is_behind(Some(-5_000), true)]
    fn the_window_ends_at_86400_seconds(#[case] age_ms: Option<i64>, #[case] open: bool) {
        let (countdown, free) = facts("gupshup", age_ms).at(NOW);
        assert_eq!((matches!(countdown, Countdown::Open { .. }), free == FreeText::Allowed), (open, open));
        assert_eq!(countdown == Countdown::Expired, !open, "WAP-032");
    }

    #[rstest]
    #[case::wap_023_simulated("simulated", None)]
    #[case::wap_023_an_unknown_word("venom", None)]
    #[case::wap_023_no_route("", None)]
    #[case::wap_027_instagram("meta", Some(MetaType::Instagram))]
    fn a_route_that_is_not_official_has_no_window(#[case] route: &str, #[case] meta_type: Option<MetaType>) {
        for last_receipt in [None, Some(NOW), Some(NOW.plus_ms(-10 * WINDOW_MS))] {
            let job = Job { route_whatsapp: route.to_owned(), meta_type, last_receipt, ..Job::default() };
            assert_eq!(WindowFacts::of(&job).at(NOW), (Countdown::None, FreeText::Allowed));
        }
    }

    /// Every combination of the four facts, with the state that follows.
    #[test]
    fn every_combination_of_facts_gives_the_state_of_the_window() {
        let open = Countdown::Open { ends_at: NOW.plus_ms(WINDOW_MS) };
        for number in 0..16 {
            let [official, fresh, exempt, template_sent] = [8, 4, 2, 1].map(|bit| number & bit != 0);
            let last_receipt = fresh.then_some(NOW);
            let expected = match (official, fresh, exempt, template_sent) {
                (false, _, _, _) => (Countdown::None, FreeText::Allowed),
                (true, true, _, _) => (open, FreeText::Allowed),
                // WAP-026
                (true, false, true, _) => (Countdown::Expired, FreeText::Allowed),
                (true, false, false, true) => (Countdown::Expired, FreeText::WaitingAnswer),
                (true, false, false, false) => (Countdown::Expired, FreeText::TemplateFirst),
            };
            let facts = WindowFacts { official, last_receipt, exempt, template_sent };
            assert_eq!(facts.at(NOW), expected, "{facts:?}");
            assert_eq!(facts.at(NOW).1.refusal().is_none(), facts.at(NOW).1 == FreeText::Allowed);
        }
    }
}
