//! What the status of an answer means where the provider's code says nothing else.

use crate::http::HttpAnswer;
use crate::types::{Refusal, RefusalReason, SendOutcome};

/// Longest text of a provider that is kept.
const MAX_TEXT: usize = 300;

/// What the provider's own error code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeMeaning {
    /// The message will never be taken.
    Refused(RefusalReason),
    /// The provider is busy.
    Later,
    /// The status of the answer decides.
    Unknown,
}

impl CodeMeaning {
    /// The reason of a message that failed for good.
    pub(crate) fn reason(self) -> RefusalReason {
        match self {
            Self::Refused(reason) => reason,
            Self::Later | Self::Unknown => RefusalReason::Other,
        }
    }
}

/// The outcome of an answer with an error: the code first, then the status. 408, 429 and 5xx can be attempted again, other statuses not.
pub(crate) fn error_outcome(answer: &HttpAnswer, code: &str, text: &str, meaning: CodeMeaning) -> SendOutcome {
    let temporary = matches!(answer.status, 408 | 425 | 429) || answer.status >= 500;
    match meaning {
        CodeMeaning::Refused(reason) => refused(code, text, reason),
        CodeMeaning::Later => failed(answer, code, text),
        CodeMeaning::Unknown if temporary => failed(answer, code, text),
        CodeMeaning::Unknown => refused(code, text, RefusalReason::Other),
    }
}

/// An answer of success without the id of the message: the provider may have taken it.
pub(crate) fn without_id(answer: &HttpAnswer) -> SendOutcome {
    let cause = format!("status {} without the id of the message", answer.status);
    SendOutcome::Failed { retry_after_ms: retry_after_ms(answer), uncertain: true, cause }
}

/// At most `MAX_TEXT` characters.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

fn refused(code: &str, text: &str, reason: RefusalReason) -> SendOutcome {
    SendOutcome::Refused(Refusal { code: code.to_owned(), text: clipped(text), reason })
}

fn failed(answer: &HttpAnswer, code: &str, text: &str) -> SendOutcome {
    // A gateway that gave up waiting does not know whether the request was carried out.
    let uncertain = matches!(answer.status, 408 | 502 | 504);
    let cause = clipped(&format!("status {}, code {code}: {text}", answer.status));
    SendOutcome::Failed { retry_after_ms: retry_after_ms(answer), uncertain, cause }
}

/// `Retry-After` in seconds (RFC 9110 §10.2.3). A date needs a clock and is left to the caller's own pace.
fn retry_after_ms(answer: &HttpAnswer) -> Option<u64> {
    let seconds: u64 = answer.header("retry-after")?.trim().parse().ok()?;
    Some(seconds.saturating_mul(1000))
}
