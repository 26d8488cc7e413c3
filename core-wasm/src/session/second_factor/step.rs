//! The steps of a second factor as one function: those after the password of a sign-in, and those of the set-up in a
//! session.

use serde::Serialize;

/// The step that the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FactorStep {
    /// The page asks for the password: of the sign-in, or of the agent who sets a factor up or turns it off.
    #[default]
    Password,
    /// A code of the app completes the sign-in.
    AppCode,
    /// A recovery code completes the sign-in.
    RecoveryCode,
    /// The server creates the secret for the app.
    Preparing,
    /// The page shows the secret for the app and asks for the first code of the app.
    FirstCode,
    /// The agent keeps the recovery codes.
    RecoveryCodes,
}

/// An event in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FactorEvent {
    /// The password is correct, and the agent has a factor.
    CodeRequired,
    /// The password is correct, and the agent has to set a factor up, or wants to.
    SetUpRequired,
    /// The agent has a code of the other kind.
    OtherKind,
    /// The server created the secret.
    Prepared,
    /// The first code was correct.
    Confirmed,
    /// The server created new recovery codes for the agent's factor.
    Renewed,
    /// The server refused the typed value, or did not answer: the agent tries again.
    Refused,
    /// The sign-in or the change is complete.
    Completed,
    /// The agent returns to the password, or the time limit of the step is over.
    Left,
}

/// The next step. An event that does not belong to the step changes nothing, for example a late answer or a second click.
pub(super) fn next(step: FactorStep, event: FactorEvent) -> FactorStep {
    use FactorEvent::{CodeRequired, Completed, Confirmed, Left, OtherKind, Prepared, Refused, Renewed, SetUpRequired};
    use FactorStep::{AppCode, FirstCode, Password, Preparing, RecoveryCode, RecoveryCodes};
    match (step, event) {
        (Password, CodeRequired) => AppCode,
        (Password, SetUpRequired) => Preparing,
        (Preparing, Prepared) => FirstCode,
        (FirstCode, Confirmed) | (Password, Renewed) => RecoveryCodes,
        (AppCode, OtherKind) => RecoveryCode,
        (RecoveryCode, OtherKind) => AppCode,
        (AppCode | RecoveryCode | RecoveryCodes, Completed) => Password,
        (Preparing, Refused) => Password,
        (Password | AppCode | RecoveryCode | Preparing | FirstCode | RecoveryCodes, Left) => Password,
        (Password, OtherKind | Prepared | Confirmed | Refused | Completed)
        | (AppCode | RecoveryCode, CodeRequired | SetUpRequired | Prepared | Confirmed | Renewed | Refused)
        | (Preparing, CodeRequired | SetUpRequired | OtherKind | Confirmed | Renewed | Completed)
        | (FirstCode, CodeRequired | SetUpRequired | OtherKind | Prepared | Renewed | Refused | Completed)
        | (RecoveryCodes, CodeRequired | SetUpRequired | OtherKind | Prepared | Confirmed | Renewed | Refused) => step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    const STEPS: [FactorStep; 6] = [
        FactorStep::Password,
        FactorStep::AppCode,
        FactorStep::RecoveryCode,
        FactorStep::Preparing,
        FactorStep::FirstCode,
        FactorStep::RecoveryCodes,
    ];
    const EVENTS: [FactorEvent; 9] = [
        FactorEvent::CodeRequired,
        FactorEvent::SetUpRequired,
        FactorEvent::OtherKind,
        FactorEvent::Prepared,
        FactorEvent::Confirmed,
        FactorEvent::Renewed,
        FactorEvent::Refused,
        FactorEvent::Completed,
        FactorEvent::Left,
    ];

    /// The table contains only the events that change the step; all others leave it unchanged.
    const TABLE: &str = "\
Password CodeRequired AppCode
Password SetUpRequired Preparing
Password Renewed RecoveryCodes
AppCode OtherKind RecoveryCode
AppCode Completed Password
AppCode Left Password
RecoveryCode OtherKind AppCode
RecoveryCode Completed Password
RecoveryCode Left Password
Preparing Prepared FirstCode
Preparing Refused Password
Preparing Left Password
FirstCode Confirmed RecoveryCodes
FirstCode Left Password
RecoveryCodes Completed Password
RecoveryCodes Left Password
";

    #[test]
    fn each_event_in_each_step_of_a_second_factor_equals_the_table() {
        let mut found = String::new();
        for step in STEPS {
            for event in EVENTS {
                let after = next(step, event);
                if after != step {
                    writeln!(found, "{step:?} {event:?} {after:?}").expect("a text takes a line");
                }
            }
        }
        assert_eq!(found, TABLE);
    }
}
