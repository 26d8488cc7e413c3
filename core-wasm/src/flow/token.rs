//! The rolling token of the session, and which requests were sent with it.

use super::{AreaName, HttpReply, Ids, Repetitions, RequestId, SortedMap, SortedSet};
use crate::wire::Secret;

/// Whether an answer changed the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenChange {
    /// The token is the same.
    Unchanged,
    /// The token was replaced by a new one.
    Replaced,
}

/// The rolling token (SES-002 to SES-004). A token is taken only from the answer to a request that started after the request
/// that set the present one, so that late answers never restore an older token.
#[derive(Default)]
pub struct HttpState {
    token: Option<Secret<String>>,
    token_set_by: u64,
    sent_with_token: SortedSet<u64>,
    /// The areas of the pending uploads, by the number that the page reports.
    uploads: SortedMap<u64, AreaName>,
    /// Requests that are sent again when the server is busy, and requests that wait because too many are pending.
    pub repetitions: Repetitions,
}

impl HttpState {
    /// The session's token; `None` without a session.
    pub fn token(&self) -> Option<&Secret<String>> {
        self.token.as_ref()
    }

    /// Whether there is a token.
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Sets a stored token; an empty one is read as none.
    pub fn restore_token(&mut self, token: Option<Secret<String>>) {
        self.token = token.filter(|token| !token.expose().trim().is_empty());
    }

    /// Removes the token at the end of a session.
    pub fn clear_token(&mut self, ids: &mut Ids) {
        self.token = None;
        // Answers to pending requests must neither set a token nor end the next session.
        self.token_set_by = ids.number();
        self.sent_with_token.clear();
        self.uploads.clear();
        self.repetitions = Repetitions::default();
    }

    /// The request has its own token: the header of its answer does not belong to this session.
    pub(super) fn sent_for_another(&mut self, number: u64) {
        self.token_set_by = number;
    }

    pub(super) fn sent(&mut self, number: u64) {
        if self.token.is_some() {
            self.sent_with_token.insert(number);
        }
    }

    pub(super) fn upload_began(&mut self, request: RequestId) {
        self.uploads.insert(request.number, request.area);
        self.sent(request.number);
    }

    /// The upload with this number in the page's reports; `None` if it is not pending.
    pub fn upload(&self, number: u64) -> Option<RequestId> {
        self.uploads.get(&number).map(|area| RequestId { area: *area, number })
    }

    /// Forgets a request and returns whether it was sent with the session's token.
    pub fn finish(&mut self, request: RequestId) -> bool {
        self.uploads.remove(&request.number);
        self.sent_with_token.remove(&request.number)
    }

    /// Takes the token of an answer. A missing or empty header, or a request older than the token, keeps the present
    /// token.
    pub fn take_header(&mut self, request: RequestId, reply: &HttpReply) -> TokenChange {
        let Some(header) = reply.authorization.as_ref() else { return TokenChange::Unchanged };
        let mut words = header.expose().split_whitespace();
        let first = words.next().unwrap_or_default();
        let token = if first.eq_ignore_ascii_case("bearer") { words.next().unwrap_or_default() } else { first };
        if token.is_empty() || request.number <= self.token_set_by {
            return TokenChange::Unchanged;
        }
        self.token_set_by = request.number;
        if self.token.as_ref().is_some_and(|held| held.expose() == token) {
            return TokenChange::Unchanged;
        }
        self.token = Some(Secret::new(token.to_owned()));
        TokenChange::Replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(token: Option<&str>) -> HttpReply {
        HttpReply {
            status: 200,
            authorization: token.map(|token| Secret::new(token.to_owned())),
            retry_after: None,
            body: Secret::new(String::new()),
        }
    }

    fn request(number: u64) -> RequestId {
        RequestId { area: AreaName("session"), number }
    }

    fn held(state: &HttpState) -> Option<&str> {
        state.token().map(|token| token.expose().as_str())
    }

    #[test]
    fn ses_003_an_authorization_header_of_an_answer_replaces_the_token() {
        let mut state = HttpState::default();
        assert_eq!(state.take_header(request(1), &reply(Some("Bearer first"))), TokenChange::Replaced);
        assert_eq!(state.take_header(request(2), &reply(Some("second"))), TokenChange::Replaced);
        assert_eq!(held(&state), Some("second"));
    }

    #[test]
    fn ses_004_an_answer_without_or_with_an_empty_header_keeps_the_token() {
        let mut state = HttpState::default();
        state.take_header(request(1), &reply(Some("first")));
        for header in [None, Some(""), Some("Bearer "), Some("   ")] {
            assert_eq!(state.take_header(request(9), &reply(header)), TokenChange::Unchanged);
        }
        assert_eq!(held(&state), Some("first"));
    }

    #[test]
    fn a_late_answer_to_an_earlier_request_never_restores_an_older_token() {
        let mut state = HttpState::default();
        state.take_header(request(5), &reply(Some("newer")));
        assert_eq!(state.take_header(request(4), &reply(Some("older"))), TokenChange::Unchanged);
        assert_eq!(held(&state), Some("newer"));
    }
}
