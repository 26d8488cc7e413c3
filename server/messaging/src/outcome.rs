//! The meaning of the status of an answer, if the provider's error code has no other meaning.

use crate::http::HttpAnswer;
use crate::types::{FailureAbout, Refusal, RefusalReason, SendOutcome};

/// Maximum length of a provider's text that is stored.
const MAX_TEXT: usize = 300;

/// The meaning of the provider's own error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeMeaning {
    /// The message will never be accepted.
    Refused(RefusalReason),
    /// The provider has a fault of its own and may accept the message later.
    Later,
    /// The provider wants fewer messages.
    Pace,
    /// The provider wants fewer messages, because customers reported the number.
    Spam,
    /// The status of the answer decides.
    Unknown,
}

impl CodeMeaning {
    /// The reason of a message that failed for good.
    pub(crate) fn reason(self) -> RefusalReason {
        match self {
            Self::Refused(reason) => reason,
            Self::Later => RefusalReason::ProviderFault,
            Self::Pace | Self::Spam => RefusalReason::TooFast,
            Self::Unknown => RefusalReason::Other,
        }
    }
}

/// The outcome of an answer with an error: the code first, then the status. 408, 429 and 5xx can be attempted again, other statuses not.
pub(crate) fn error_outcome(answer: &HttpAnswer, code: &str, text: &str, meaning: CodeMeaning) -> SendOutcome {
    let temporary = matches!(answer.status, 408 | 425 | 429) || answer.status >= 500;
    match meaning {
        CodeMeaning::Refused(reason) => refused(code, text, reason),
        CodeMeaning::Later => failed(answer, code, text, FailureAbout::Message),
        CodeMeaning::Pace => failed(answer, code, text, FailureAbout::Pace),
        CodeMeaning::Spam => failed(answer, code, text, FailureAbout::Spam),
        CodeMeaning::Unknown if answer.status == 429 => failed(answer, code, text, FailureAbout::Pace),
        CodeMeaning::Unknown if answer.status >= 500 => failed(answer, code, text, FailureAbout::Unexplained),
        CodeMeaning::Unknown if temporary => failed(answer, code, text, FailureAbout::Message),
        CodeMeaning::Unknown => refused(code, text, RefusalReason::Other),
    }
}

/// A successful answer without the id of the message: the provider may have accepted it.
pub(crate) fn without_id(answer: &HttpAnswer) -> SendOutcome {
    let cause = format!("status {} without the id of the message", answer.status);
    SendOutcome::Failed { retry_after_ms: retry_after_ms(answer), uncertain: true, about: FailureAbout::Message, cause }
}

/// The text, cut to `MAX_TEXT` characters.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// The text without data that can identify a customer: telephone numbers, ids and mail addresses. A cause is logged and shown to
/// supervisors.
fn without_addresses(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut run = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() || (!run.is_empty() && "+-.() \u{a0}".contains(letter)) || letter == '+' {
            run.push(letter);
        } else {
            end_run(&mut kept, &mut run);
            kept.push(letter);
        }
    }
    end_run(&mut kept, &mut run);
    let is_mail = |word: &str| word.find('@').is_some_and(|at| at > 0 && at + 1 < word.len());
    kept.split(' ').map(|word| if is_mail(word) { "…" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Numbers with fewer digits than the shortest telephone number stay: limits, sizes, versions.
const SHORTEST_NUMBER: usize = 7;

fn end_run(kept: &mut String, run: &mut String) {
    let digits = run.chars().filter(char::is_ascii_digit).count();
    if digits < SHORTEST_NUMBER {
        kept.push_str(run);
    } else {
        kept.push('…');
        let number = run.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        kept.push_str(run.strip_prefix(number).unwrap_or_default());
    }
    run.clear();
}

fn refused(code: &str, text: &str, reason: RefusalReason) -> SendOutcome {
    SendOutcome::Refused(Refusal { code: code.to_owned(), text: clipped(text), reason })
}

fn failed(answer: &HttpAnswer, code: &str, text: &str, about: FailureAbout) -> SendOutcome {
    // A gateway with a time-out does not know whether the request was carried out.
    let uncertain = matches!(answer.status, 408 | 502 | 504);
    let cause = clipped(&format!("status {}, code {code}: {}", answer.status, without_addresses(text)));
    SendOutcome::Failed { retry_after_ms: retry_after_ms(answer), uncertain, about, cause }
}

/// How long the other side asks to wait, in ms: `Retry-After` in seconds, or as a date after the answer's own `Date`
/// (RFC 9110 §10.2.3), so that no clock of this machine is compared with another one. `None`: the answer asks for no
/// wait.
pub fn retry_after_ms(answer: &HttpAnswer) -> Option<u64> {
    let asked = answer.header("retry-after")?.trim();
    if let Ok(seconds) = asked.parse::<u64>() {
        return Some(seconds.saturating_mul(1000));
    }
    let until = httpdate::parse_http_date(asked).ok()?;
    let now = httpdate::parse_http_date(answer.header("date")?.trim()).ok()?;
    let pause = until.duration_since(now).unwrap_or_default();
    u64::try_from(pause.as_millis()).ok()
}

#[cfg(test)]
mod tests {
    use super::{retry_after_ms, without_addresses};
    use crate::http::HttpAnswer;
    use rstest::rstest;

    #[rstest]
    #[case::number_of_seconds("120", "", Some(120_000))]
    #[case::a_date("Sat, 28 Nov 2026 10:01:30 GMT", "Sat, 28 Nov 2026 10:00:00 GMT", Some(90_000))]
    #[case::a_date_in_the_past("Sat, 28 Nov 2026 09:00:00 GMT", "Sat, 28 Nov 2026 10:00:00 GMT", Some(0))]
    #[case::a_date_without_the_time_of_the_answer("Sat, 28 Nov 2026 10:01:30 GMT", "", None)]
    #[case::text_without_a_number("soon", "", None)]
    #[case::a_negative_number("-1", "", None)]
    #[case::number_beyond_every_number("99999999999999999999999", "", None)]
    fn the_waiting_time_in_retry_after_is_parsed(#[case] asked: &str, #[case] date: &str, #[case] pause: Option<u64>) {
        let headers = vec![("retry-after".to_owned(), asked.to_owned()), ("date".to_owned(), date.to_owned())];
        assert_eq!(retry_after_ms(&HttpAnswer { status: 429, headers, body: Vec::new() }), pause);
    }

    #[rstest]
    #[case::a_telephone_number("Recipient +55 11 98765-0001 is blocked", "Recipient … is blocked")]
    #[case::an_id("user 17841400000000001.", "user ….")]
    #[case::a_number_in_brackets("(5511987650001)", "(…)")]
    #[case::a_mail_address("mail bia.campos@example.com is unknown", "mail … is unknown")]
    #[case::short_numbers(
        "at most 4096 of 80000 characters, version 23.0",
        "at most 4096 of 80000 characters, version 23.0"
    )]
    #[case::a_name_with_an_at_sign("say @bia", "say @bia")]
    #[case::text_without_a_number("Temporary fault", "Temporary fault")]
    fn the_cause_of_a_failure_identifies_no_customer(#[case] text: &str, #[case] cause: &str) {
        assert_eq!(without_addresses(text), cause);
    }
}
