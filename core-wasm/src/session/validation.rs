//! Whether the session is valid and the product is available, from the answers to `POST /auth/validate`
//! (spec session §4 "Session validation result"). Pure: the machine decides when to ask.

use crate::flow::Answer;
use crate::wire::{ErrorBody, ValidateReply};

/// Interval between two checks, in ms (SES-029).
pub const POLL_MS: u64 = 10_000;
/// After this many timeouts in a row the product counts as unavailable (SES-026).
pub const MOST_TIMEOUTS: u32 = 5;
const EXPIRED_MESSAGE: &str = "Provided token is expired.";

/// Result of the last session check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationResult {
    /// The session is valid.
    Logged,
    /// The token is expired.
    Expired,
    /// The token is not known.
    InvalidToken,
    /// No answer.
    Timeout,
    /// Not checked yet, or the answer was not usable (SES-012).
    #[default]
    Undefined,
}

/// Result of the session checks so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// Result of the last check.
    pub result: ValidationResult,
    /// Number of consecutive timeouts.
    pub timeouts: u32,
    /// Spec session §3 "product-connection-available".
    pub product_available: bool,
    /// Round trip of the last answered check, in ms.
    pub latency_ms: Option<u32>,
}

impl Default for Validation {
    fn default() -> Self {
        Self { result: ValidationResult::Undefined, timeouts: 0, product_available: true, latency_ms: None }
    }
}

impl Validation {
    /// Adds the result of another check.
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

/// The result of an answer; `reply` is its body, if it could be read.
pub fn result_of(reply: &Result<ValidateReply, Answer>) -> ValidationResult {
    match reply {
        Ok(reply) if reply.success => ValidationResult::Logged,
        Err(Answer::Unauthorized(error)) => refusal_of(error),
        Err(Answer::Unreachable(_)) => ValidationResult::Timeout,
        Ok(_) | Err(_) => ValidationResult::Undefined,
    }
}

/// The result of an answer with status 401.
pub fn refusal_of(error: &ErrorBody) -> ValidationResult {
    if is_expired(error) { ValidationResult::Expired } else { ValidationResult::InvalidToken }
}

/// Whether the token is expired; such an answer to any request ends the session (SES-030).
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
        let reply = HttpReply { status, authorization: None, retry_after: None, body: Secret::new(body.to_owned()) };
        result_of(&Answer::of(Ok(reply)).read())
    }

    #[rstest]
    #[case::ses_013_success(200, r#"{"success":true}"#, ValidationResult::Logged)]
    #[case::ses_014_expired_token(401, r#"{"cause":"expired"}"#, ValidationResult::Expired)]
    #[case::ses_015_unknown_token(401, r#"{"cause":"invalidToken"}"#, ValidationResult::InvalidToken)]
    #[case::ses_012_server_error(503, "", ValidationResult::Undefined)]
    #[case::ses_012_answer_without_success_field(200, "{}", ValidationResult::Undefined)]
    fn the_answer_to_a_session_check_gives_its_result(
        #[case] status: u16,
        #[case] body: &str,
        #[case] expected: ValidationResult,
    ) {
        assert_eq!(answered(status, body), expected);
    }

    #[rstest]
    #[case::ses_016_time_limit(HttpFailure::TimedOut)]
    #[case::ses_016_no_answer(HttpFailure::NoAnswer)]
    fn a_session_check_without_an_answer_is_a_timeout(#[case] failure: HttpFailure) {
        let mut validation = Validation::default();
        let result = result_of(&Answer::of(Err(failure)).read());
        validation.take(result);
        assert_eq!((result, validation.timeouts), (ValidationResult::Timeout, 1));
    }

    #[test]
    fn ses_024_ses_025_only_the_fifth_timeout_in_a_row_makes_the_product_unavailable() {
        let mut validation = Validation::default();
        for timeouts in 1..=7 {
            validation.take(ValidationResult::Timeout);
            assert_eq!((validation.timeouts, validation.product_available), (timeouts, timeouts < 5));
        }
    }

    #[test]
    fn ses_017_ses_022_ses_026_a_successful_session_check_resets_the_timeouts_and_makes_the_product_available() {
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
    fn ses_012_an_unreadable_answer_changes_neither_the_timeouts_nor_the_product() {
        let mut validation = Validation::default();
        for _ in 0..4 {
            validation.take(ValidationResult::Timeout);
        }
        validation.take(ValidationResult::Undefined);
        assert_eq!((validation.timeouts, validation.product_available), (4, true));
    }
}
