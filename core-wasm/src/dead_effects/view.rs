//! The effects that were given up as the dialog shows them.

use super::machine::DeadEffects;
use super::phase::{ListPhase, RetryPhase};
use crate::flow::Text;
use crate::wire::{DeadEffect, DeadEffectKind};
use serde::Serialize;

/// An effect that was given up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DeadEffectView {
    /// Id of the effect.
    pub id: String,
    /// What it does outside the server.
    pub kind: DeadEffectKind,
    /// When it was requested: JavaScript time value on the server's clock.
    pub created_at: f64,
    /// When the last attempt failed: JavaScript time value on the server's clock.
    pub given_up_at: f64,
    /// Number of attempts.
    pub attempts: u32,
    /// Why the last attempt failed.
    pub cause: Text,
    /// The request of another attempt.
    pub retry: RetryPhase,
}

/// The effects of the org unit that were given up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DeadEffectsView {
    /// State of the list.
    pub phase: ListPhase,
    /// The effects, the one that was given up last first.
    pub effects: Vec<DeadEffectView>,
    /// Number of effects that still wait for a supervisor.
    pub open: u32,
    /// The server may have older ones that it does not list.
    pub cut: bool,
}

impl DeadEffects {
    /// The view of the slice `deadEffects`.
    pub fn view(&self) -> DeadEffectsView {
        let shown = self.shown();
        let open = shown.iter().filter(|(_, phase)| phase.is_open()).count();
        DeadEffectsView {
            phase: self.list_phase(),
            effects: shown.into_iter().map(|(effect, retry)| effect_view(effect, retry)).collect(),
            open: u32::try_from(open).unwrap_or(u32::MAX),
            cut: self.is_cut(),
        }
    }
}

fn effect_view(effect: &DeadEffect, retry: RetryPhase) -> DeadEffectView {
    DeadEffectView {
        id: effect.id.clone(),
        kind: effect.kind,
        created_at: effect.created_at.as_js(),
        given_up_at: effect.given_up_at.as_js(),
        attempts: effect.attempts,
        cause: cause_text(&effect.cause),
        retry,
    }
}

/// The server writes causes for its operator. The usual ones have a text; others are quoted.
fn cause_text(cause: &str) -> Text {
    let status = cause.strip_prefix("status ").filter(|status| status.bytes().all(|digit| digit.is_ascii_digit()));
    match (cause, status) {
        ("", _) => Text::key("deadEffects.cause.none"),
        (_, Some(status)) => Text::key("deadEffects.cause.status").with("status", status),
        ("no answer" | "it does not respond", None) => Text::key("deadEffects.cause.noAnswer"),
        ("the answer is unreadable" | "the answer is too long", None) => Text::key("deadEffects.cause.answer"),
        ("the body is unreadable" | "the list of files cannot be read", None) => Text::key("deadEffects.cause.order"),
        (_, None) => Text::key("deadEffects.cause.other").with("cause", cause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::nothing("", "none", None)]
    #[case::a_status("status 503", "status", Some(("status", "503")))]
    #[case::no_number("status unknown", "other", Some(("cause", "status unknown")))]
    #[case::no_answer("no answer", "noAnswer", None)]
    #[case::silence("it does not respond", "noAnswer", None)]
    #[case::answer("the answer is unreadable", "answer", None)]
    #[case::order("the body is unreadable", "order", None)]
    #[case::another("no such queue", "other", Some(("cause", "no such queue")))]
    fn bey_131_a_usual_cause_has_a_text_and_another_one_is_quoted(
        #[case] cause: &str,
        #[case] key: &str,
        #[case] param: Option<(&str, &str)>,
    ) {
        let expected = Text::key(&format!("deadEffects.cause.{key}"));
        let expected = param.into_iter().fold(expected, |text, (name, value)| text.with(name, value));
        assert_eq!(cause_text(cause), expected);
    }
}
