//! Whether the session still holds and the product is there, as the answers to `POST /auth/validate` tell it
//! (spec session §4 "Session validation result"). Pure: when to ask is the machine's business.

use crate::flow::Answer;
use crate::wire::{ErrorBody, ValidateReply};

/// SES-029.
pub const POLL_MS: u64 = 10_000;
/// The fifth timeout in a row tells the agent (SES-026).
pub const MOST_TIMEOUTS: u32 = 5;
const EXPIRED_MESSAGE: &str = "Provided token is expired.";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationResult {
    Logged,
    Expired,
    InvalidToken,
    Timeout,
    /// Not asked yet, or answered with something that says neither yes nor no (SES-012).
    #[default]
    Undefined,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    pub result: ValidationResult,
    /// Timeouts in a row.
    pub timeouts: u32,
    /// Spec session §3 "product-connection-available".
    pub product_available: bool,
    /// Round trip of the last answer.
    pub latency_ms: Option<u32>,
}

impl Default for Validation {
    fn default() -> Self {
        Self { result: ValidationResult::Undefined, timeouts: 0, product_available: true, latency_ms: None }
    }
}

impl Validation {
    pub fn take(&mut self, result: ValidationResult) {
        self.result = result;
        match result {
            ValidationResult::Logged => {
                self.timeouts = 0;
                self.product_available = true;
            }
            ValidationResult::Timeout => {
                self.timeouts = self.timeouts.saturating_add(1);
                if self.timeouts >= MOST_TIMEOUTS {
                    self.product_available = false;
                }
            }
            ValidationResult::Expired | ValidationResult::InvalidToken | ValidationResult::Undefined => {}
        }
    }
}

/// What the answer says; `reply` is its body where it could be read.
pub fn result_of(reply: &Result<ValidateReply, Answer>) -> ValidationResult {
    match reply {
        Ok(reply) if reply.success => ValidationResult::Logged,
        Err(Answer::Unauthorized(error)) => refusal_of(error),
        Err(Answer::Unreachable(_)) => ValidationResult::Timeout,
        Ok(_) | Err(_) => ValidationResult::Undefined,
    }
}

pub fn refusal_of(error: &ErrorBody) -> ValidationResult {
    if is_expired(error) { ValidationResult::Expired } else { ValidationResult::InvalidToken }
}

/// Ends the session whatever call is answered so (SES-030).
pub fn is_expired(error: &ErrorBody) -> bool {
    error.message == EXPIRED_MESSAGE || error.cause.as_deref() == Some("expired")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{HttpFailure, HttpReply};
    use crate::wire::Secret;
    use rstest::rstest;

    fn answered(status: u16, body: &str) -> ValidationResult {
        let reply = HttpReply { status, authorization: None, body: Secret::new(body.to_owned()) };
        result_of(&Answer::of(Ok(reply)).read())
    }

    #[rstest]
    #[case::ses_013_a_yes(200, r#"{"success":true}"#, ValidationResult::Logged)]
    #[case::ses_014_its_time_is_over(401, r#"{"cause":"expired"}"#, ValidationResult::Expired)]
    #[case::ses_015_nobody_knows_it(401, r#"{"cause":"invalidToken"}"#, ValidationResult::InvalidToken)]
    #[case::ses_012_the_server_is_ill(503, "", ValidationResult::Undefined)]
    #[case::ses_012_a_yes_without_the_word(200, "{}", ValidationResult::Undefined)]
    fn result(#[case] status: u16, #[case] body: &str, #[case] expected: ValidationResult) {
        assert_eq!(answered(status, body), expected);
    }

    #[rstest]
    #[case::ses_016_ten_seconds_passed(HttpFailure::TimedOut)]
    #[case::ses_016_nobody_answered(HttpFailure::NoAnswer)]
    fn silence(#[case] failure: HttpFailure) {
        let mut validation = Validation::default();
        let result = result_of(&Answer::of(Err(failure)).read());
        validation.take(result);
        assert_eq!((result, validation.timeouts), (ValidationResult::Timeout, 1));
    }

    #[test]
    fn ses_024_ses_025_the_fifth_timeout_in_a_row_takes_the_product_away_and_no_earlier_one() {
        let mut validation = Validation::default();
        for timeouts in 1..=7 {
            validation.take(ValidationResult::Timeout);
            assert_eq!((validation.timeouts, validation.product_available), (timeouts, timeouts < 5));
        }
    }

    #[test]
    fn ses_017_ses_022_ses_026_a_yes_counts_from_the_beginning_and_brings_the_product_back() {
        let mut validation = Validation::default();
        for result in [ValidationResult::Timeout; 4].into_iter().chain([ValidationResult::Logged]) {
            validation.take(result);
        }
        for _ in 0..4 {
            validation.take(ValidationResult::Timeout);
        }
        assert!(validation.product_available, "eight timeouts, but never five in a row");
        validation.take(ValidationResult::Timeout);
        assert!(!validation.product_available);
        validation.take(ValidationResult::Logged);
        assert_eq!((validation.timeouts, validation.product_available), (0, true));
    }

    #[test]
    fn ses_012_an_undefined_answer_counts_for_nothing() {
        let mut validation = Validation::default();
        for _ in 0..4 {
            validation.take(ValidationResult::Timeout);
        }
        validation.take(ValidationResult::Undefined);
        assert_eq!((validation.timeouts, validation.product_available), (4, true));
    }
}
