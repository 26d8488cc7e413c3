//! Requests that the server puts off (429, 408) are sent again after the time that it names, so that areas see the answer to
//! the repetition only. So are writes whose answer was lost and whose repetition is harmless (`flow/writes.rs`), so that no
//! area reports a write as failed although the server did it. Here too: requests of which few are under way at a time.

use super::{Answer, Context, Course, HttpRequest, REPEAT, RequestId, SortedMap, WriteEvent, WriteState, WriteStep};
use crate::wire::Wall;
use std::collections::VecDeque;

/// A `retry-after` header (RFC 9110, 10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// This number of seconds after the answer.
    Seconds(u64),
    /// A moment on the server's clock.
    At(Wall),
}

/// The moment 0 as a date of HTTP: the core names no type that can read a clock.
const EPOCH: &str = "Thu, 01 Jan 1970 00:00:00 GMT";
/// Bounds of what a server may ask for: an agent does not wait longer for a request that is answered at last.
const SHORTEST_MS: u64 = 1_000;
const LONGEST_MS: u64 = 60_000;
/// Pages that were put off together return spread over this part of the delay.
const SPREAD: u64 = 4;
/// Delay without a header: 1, 2, 4 … seconds.
const LONGEST_OWN_MS: u64 = 30_000;
/// After this number of repetitions the area is informed that the server is busy.
const MOST_REPETITIONS: u32 = 8;
/// Number of requests `in_turn` that are under way at a time.
const MOST_IN_TURN: usize = 4;

impl RetryAfter {
    /// Reads the header: a number of seconds, or a date in one of the three forms of HTTP. `None`: neither.
    pub fn read(header: &str) -> Option<Self> {
        let header = header.trim();
        if let Ok(seconds) = header.parse() {
            return Some(Self::Seconds(seconds));
        }
        let epoch = httpdate::parse_http_date(EPOCH).ok()?;
        let since_epoch = httpdate::parse_http_date(header).ok()?.duration_since(epoch).ok()?;
        Some(Self::At(Wall(i64::try_from(since_epoch.as_millis()).ok()?)))
    }

    /// The delay from now, within bounds and spread.
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
    /// The number that the area knows. Each repetition has another number, so that tokens stay in their order.
    id: RequestId,
    request: HttpRequest,
    repetitions: u32,
    /// The state of the write that the request asks for.
    state: WriteState,
}

impl Sent {
    fn course(&self) -> Course {
        self.request.write.map_or(Course::GiveUp, |write| write.course())
    }
}

/// The requests that may be sent again, and those that wait for their turn.
#[derive(Default)]
pub struct Repetitions {
    /// By the number of the request that is under way.
    under_way: SortedMap<u64, Sent>,
    /// By the number of the request that the server put off.
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
    /// Sends a request, or lets it wait for its turn. Not generic, so that the module contains it once.
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
        if request.repeated_when_busy || request.in_turn || sent.course() == Course::Repeat {
            self.kernel.http.repetitions.under_way.insert(number, sent);
        }
        self.send_now(id, request);
    }

    /// The request was answered. Returns the area's name of the request; `None` if it is sent again and the answer ends here.
    pub(crate) fn settle(&mut self, id: RequestId, answer: &Answer) -> Option<RequestId> {
        let repetitions = &mut self.kernel.http.repetitions;
        let Some(mut sent) = repetitions.under_way.remove(&id.number) else {
            // A second answer to a request that was put off says nothing new.
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
        let (state, step) = sent.state.after(WriteEvent::of(answer), sent.course());
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

    /// The delay of a request that the server put off is over.
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
    #[case::seconds("120", Some(RetryAfter::Seconds(120)))]
    #[case::spaces(" 5 ", Some(RetryAfter::Seconds(5)))]
    #[case::imf_fixdate("Sun, 06 Nov 1994 08:49:37 GMT", Some(RetryAfter::At(MOMENT)))]
    #[case::rfc_850("Sunday, 06-Nov-94 08:49:37 GMT", Some(RetryAfter::At(MOMENT)))]
    #[case::asctime("Sun Nov  6 08:49:37 1994", Some(RetryAfter::At(MOMENT)))]
    #[case::negative("-1", None)]
    #[case::fraction("1.5", None)]
    #[case::words("soon", None)]
    #[case::empty("", None)]
    fn retry_after_is_a_number_of_seconds_or_a_date(#[case] header: &str, #[case] expected: Option<RetryAfter>) {
        assert_eq!(RetryAfter::read(header), expected);
    }

    #[rstest]
    #[case::as_asked(RetryAfter::Seconds(8), 8_000)]
    #[case::at_least_a_second(RetryAfter::Seconds(0), 1_000)]
    #[case::at_most_a_minute(RetryAfter::Seconds(u64::MAX), 60_000)]
    #[case::a_date_on_the_servers_clock(RetryAfter::At(MOMENT.plus_ms(20_000)), 20_000)]
    #[case::a_date_that_is_over(RetryAfter::At(MOMENT.plus_ms(-20_000)), 1_000)]
    fn the_delay_before_a_repeated_request_is_limited_and_spread(#[case] after: RetryAfter, #[case] least_ms: u64) {
        let delays: Vec<u64> = (0..32)
            .map(|seed| {
                let mut kernel = Kernel::new([seed; 32]);
                // The computer's clock is five minutes late.
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
