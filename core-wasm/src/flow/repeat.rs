//! Sends requests again that a busy server delayed (429, 408), after the time that the server names; areas see only the
//! answer to the repetition. Also repeats writes whose answer was lost if a repetition is harmless (`flow/writes.rs`),
//! so that no area reports a write as failed although the server executed it. Also limits the number of pending
//! requests of one kind.

use super::{
    ActionAfterLoss, Answer, Context, HttpRequest, REPEAT, RequestId, SortedMap, WriteEvent, WriteState, WriteStep,
};
use crate::wire::Wall;
use std::collections::VecDeque;

/// A `retry-after` header (RFC 9110, 10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// The request may be repeated after this number of seconds.
    Seconds(u64),
    /// The request may be repeated at this time on the server's clock.
    At(Wall),
}

/// The Unix epoch as an HTTP date: the core names no type that can read a clock.
const EPOCH: &str = "Thu, 01 Jan 1970 00:00:00 GMT";
/// Limits of the delay that a server may request: an agent does not wait longer for a request that is answered in the
/// end.
const SHORTEST_MS: u64 = 1_000;
const LONGEST_MS: u64 = 60_000;
/// Pages that were delayed at the same time repeat their requests spread over this part of the delay.
const SPREAD: u64 = 4;
/// Longest delay without a header; the delays are 1, 2, 4 … seconds.
const LONGEST_OWN_MS: u64 = 30_000;
/// After this number of repetitions the area is informed that the server is busy.
const MOST_REPETITIONS: u32 = 8;
/// Number of requests `in_turn` that are under way at a time.
const MOST_IN_TURN: usize = 4;

impl RetryAfter {
    /// Reads the header: a number of seconds, or a date in one of the three forms of HTTP. `None` if it is neither.
    pub fn read(header: &str) -> Option<Self> {
        let header = header.trim();
        if let Ok(seconds) = header.parse() {
            return Some(Self::Seconds(seconds));
        }
        let epoch = httpdate::parse_http_date(EPOCH).ok()?;
        let since_epoch = httpdate::parse_http_date(header).ok()?.duration_since(epoch).ok()?;
        Some(Self::At(Wall(i64::try_from(since_epoch.as_millis()).ok()?)))
    }

    /// The delay from now, within the limits and spread.
    pub fn delay_ms(self, context: &mut Context) -> u64 {
        let asked_ms = match self {
            Self::Seconds(seconds) => seconds.saturating_mul(1_000),
            Self::At(moment) => u64::try_from(moment.since_ms(context.server_now())).unwrap_or_default(),
        };
        spread(context, asked_ms.clamp(SHORTEST_MS, LONGEST_MS))
    }
}

fn spread(context: &mut Context, ms: u64) -> u64 {
    let most = u32::try_from(ms / SPREAD).unwrap_or(u32::MAX);
    ms + u64::from(context.kernel.ids.random_below(most))
}

/// A request that may be sent again.
struct Sent {
    /// The number that the area knows. Each repetition has another number, so that tokens are applied in order.
    id: RequestId,
    request: HttpRequest,
    repetitions: u32,
    /// The state of the write that the request executes.
    state: WriteState,
}

impl Sent {
    fn action_after_loss(&self) -> ActionAfterLoss {
        self.request.write.map_or(ActionAfterLoss::GiveUp, |write| write.action_after_loss())
    }
}

/// The requests that may be sent again, and those that wait because too many are pending.
#[derive(Default)]
pub struct Repetitions {
    /// Pending requests, by the number of their last repetition.
    under_way: SortedMap<u64, Sent>,
    /// Delayed requests, by the number of the request that the server delayed.
    put_off: SortedMap<u64, Sent>,
    in_turn: VecDeque<Sent>,
}

impl Repetitions {
    fn is_turn_taken(&self) -> bool {
        let all = self.under_way.values().chain(self.put_off.values());
        all.filter(|sent| sent.request.in_turn).count() >= MOST_IN_TURN
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.under_way.is_empty() && self.put_off.is_empty() && self.in_turn.is_empty()
    }
}

impl Context<'_> {
    /// Sends a request, or keeps it until fewer are pending. It is not generic, so that the module contains it once.
    pub(super) fn send(&mut self, id: RequestId, request: HttpRequest) {
        let sent = Sent { id, request, repetitions: 0, state: WriteState::SENT };
        if sent.request.in_turn && self.kernel.http.repetitions.is_turn_taken() {
            self.kernel.http.repetitions.in_turn.push_back(sent);
        } else {
            self.transmit(id.number, sent);
        }
    }

    fn transmit(&mut self, number: u64, sent: Sent) {
        let (id, request) = (RequestId { number, ..sent.id }, sent.request.clone());
        if request.repeated_when_busy || request.in_turn || sent.action_after_loss() == ActionAfterLoss::Repeat {
            self.kernel.http.repetitions.under_way.insert(number, sent);
        }
        self.send_now(id, request);
    }

    /// The request was answered. Returns the number that the area knows; `None` if the request is sent again and the
    /// area does not see this answer.
    pub(crate) fn settle(&mut self, id: RequestId, answer: &Answer) -> Option<RequestId> {
        let repetitions = &mut self.kernel.http.repetitions;
        let Some(mut sent) = repetitions.under_way.remove(&id.number) else {
            // A second answer to a delayed request is ignored.
            return (!repetitions.put_off.contains_key(&id.number)).then_some(id);
        };
        if let Answer::TryLater(put_off) = answer
            && sent.request.repeated_when_busy
            && sent.repetitions < MOST_REPETITIONS
        {
            let own_ms = (SHORTEST_MS << sent.repetitions.min(5)).min(LONGEST_OWN_MS);
            let delay_ms = match &put_off.retry_after {
                Some(after) => after.delay_ms(self),
                None => spread(self, own_ms),
            };
            sent.repetitions += 1;
            self.kernel.http.repetitions.put_off.insert(id.number, sent);
            self.timer(REPEAT.of(id.number), delay_ms);
            return None;
        }
        let (state, step) = sent.state.after(WriteEvent::of(answer), sent.action_after_loss());
        if let WriteStep::SendAgain(after_ms) = step {
            sent.state = state;
            self.kernel.http.repetitions.put_off.insert(id.number, sent);
            let after_ms = spread(self, after_ms);
            self.timer(REPEAT.of(id.number), after_ms);
            return None;
        }
        if sent.request.in_turn {
            self.send_in_turn();
        }
        Some(sent.id)
    }

    fn send_in_turn(&mut self) {
        if !self.kernel.http.repetitions.is_turn_taken()
            && let Some(next) = self.kernel.http.repetitions.in_turn.pop_front()
        {
            let number = self.kernel.ids.number();
            self.transmit(number, next);
        }
    }

    /// The delay of a request that the server delayed is over.
    pub(crate) fn repeat(&mut self, number: u64) {
        if let Some(sent) = self.kernel.http.repetitions.put_off.remove(&number) {
            let number = self.kernel.ids.number();
            self.transmit(number, sent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Kernel, Mono, Now};
    use rstest::rstest;

    /// 6 November 1994, 08:49:37, the example of RFC 9110.
    const MOMENT: Wall = Wall(784_111_777_000);

    #[rstest]
    #[case::a_number_of_seconds("120", Some(RetryAfter::Seconds(120)))]
    #[case::seconds_with_spaces(" 5 ", Some(RetryAfter::Seconds(5)))]
    #[case::imf_fixdate("Sun, 06 Nov 1994 08:49:37 GMT", Some(RetryAfter::At(MOMENT)))]
    #[case::rfc_850("Sunday, 06-Nov-94 08:49:37 GMT", Some(RetryAfter::At(MOMENT)))]
    #[case::asctime("Sun Nov  6 08:49:37 1994", Some(RetryAfter::At(MOMENT)))]
    #[case::a_negative_number("-1", None)]
    #[case::a_fraction("1.5", None)]
    #[case::words_without_a_number("soon", None)]
    #[case::an_empty_header("", None)]
    fn retry_after_is_a_number_of_seconds_or_a_date(#[case] header: &str, #[case] expected: Option<RetryAfter>) {
        assert_eq!(RetryAfter::read(header), expected);
    }

    #[rstest]
    #[case::the_delay_that_the_server_asked_for(RetryAfter::Seconds(8), 8_000)]
    #[case::at_least_a_second(RetryAfter::Seconds(0), 1_000)]
    #[case::at_most_a_minute(RetryAfter::Seconds(u64::MAX), 60_000)]
    #[case::a_date_on_the_servers_clock(RetryAfter::At(MOMENT.plus_ms(20_000)), 20_000)]
    #[case::a_date_in_the_past(RetryAfter::At(MOMENT.plus_ms(-20_000)), 1_000)]
    fn the_delay_before_a_repeated_request_is_limited_and_spread(#[case] after: RetryAfter, #[case] least_ms: u64) {
        let delays: Vec<u64> = (0..32)
            .map(|seed| {
                let mut kernel = Kernel::new([seed; 32]);
                // The computer's clock is five minutes behind.
                kernel.clock_offset_ms = 300_000;
                let now = Now { mono: Mono(0), wall: MOMENT.plus_ms(-300_000) };
                after.delay_ms(&mut Context { now, kernel: &mut kernel })
            })
            .collect();
        assert!(delays.iter().all(|delay| (least_ms..=least_ms + least_ms / 4).contains(delay)), "{delays:?}");
        let mut different = delays.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 16, "pages return one after another: {delays:?}");
    }
}
