//! Passes reports about calls (news) to the domain; each is repeated until it is stored. Reports of one call are stored in order; a call
//! whose reports cannot be stored does not delay others.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::time::Duration;

use contact_centre::CallNews;
use contact_centre::store::StoreResult;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use voice_adapter::StartedCalls;
use voice_gateway::CallFact;

/// Pause before reports that could not be stored are repeated; doubled with each attempt.
const AGAIN_AFTER: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The reports of one call, or of one telephone, in order.
struct Lane {
    news: VecDeque<CallNews>,
    pause: Duration,
    due: Instant,
}

/// The reports that are not stored yet, by call or telephone.
#[derive(Default)]
struct Lanes(BTreeMap<String, Lane>);

fn subject(news: &CallNews) -> &str {
    match news {
        CallNews::Registered { exten } | CallNews::Unregistered { exten } => exten,
        CallNews::Queued { call, .. }
        | CallNews::Answered { call, .. }
        | CallNews::Missed { call, .. }
        | CallNews::Party { call, .. }
        | CallNews::Mode { call, .. }
        | CallNews::Unattended { call }
        | CallNews::Refused { call, .. }
        | CallNews::Recording { call, .. }
        | CallNews::Ended { call, .. } => call,
    }
}

impl Lanes {
    fn add(&mut self, news: CallNews, now: Instant) {
        let empty = || Lane { news: VecDeque::new(), pause: AGAIN_AFTER, due: now };
        self.0.entry(subject(&news).to_owned()).or_insert_with(empty).news.push_back(news);
    }

    fn next_due(&self) -> Option<Instant> {
        self.0.values().map(|lane| lane.due).min()
    }

    /// The first due report of a lane.
    fn due(&self, now: Instant) -> Option<CallNews> {
        self.0.values().filter(|lane| lane.due <= now).min_by_key(|lane| lane.due)?.news.front().cloned()
    }

    fn stored(&mut self, news: &CallNews, now: Instant) {
        let Some(lane) = self.0.get_mut(subject(news)) else { return };
        lane.news.pop_front();
        (lane.pause, lane.due) = (AGAIN_AFTER, now);
        if lane.news.is_empty() {
            self.0.remove(subject(news));
        }
    }

    fn failed(&mut self, news: &CallNews, now: Instant) {
        if let Some(lane) = self.0.get_mut(subject(news)) {
            lane.due = now + lane.pause;
            lane.pause = (lane.pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Passes the facts of calls to the domain as reports until the server stops: in the order of the facts while the store
/// works.
pub(super) async fn forward<F: Future<Output = StoreResult<()>>>(
    mut facts: mpsc::UnboundedReceiver<CallFact>,
    mut stopped: watch::Receiver<bool>,
    report: impl Fn(CallNews) -> F,
) {
    let mut started = StartedCalls::default();
    let mut lanes = Lanes::default();
    loop {
        while let Some(news) = lanes.due(Instant::now()) {
            match report(news.clone()).await {
                Ok(()) => lanes.stored(&news, Instant::now()),
                Err(error) => {
                    // The text for the log, without customers' numbers.
                    tracing::error!(%error, subject = subject(&news), "the news of a call cannot be stored yet");
                    lanes.failed(&news, Instant::now());
                }
            }
        }
        let next_due = lanes.next_due();
        let due = async {
            match next_due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            fact = facts.recv() => match fact {
                Some(fact) => {
                    if let Some(news) = started.news_of(fact) {
                        lanes.add(news, Instant::now());
                    }
                }
                None => return,
            },
            () = due => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_centre::store::StoreError;
    use std::cell::RefCell;
    use std::rc::Rc;
    use voice_gateway::{CallId, CallSide, EndCause};

    fn facts_of(call: u64) -> Vec<CallFact> {
        let call = CallId(call);
        vec![
            CallFact::Started { call, from: "5511".to_owned(), to: "5000".to_owned() },
            CallFact::Queued { call },
            CallFact::Answered { call, extension: "1001".to_owned() },
            CallFact::Ended { call, cause: EndCause::HungUp(CallSide::Caller) },
        ]
    }

    fn name(news: &CallNews) -> String {
        let kind = match news {
            CallNews::Registered { .. } => "registered",
            CallNews::Unregistered { .. } => "unregistered",
            CallNews::Queued { .. } => "queued",
            CallNews::Answered { .. } => "answered",
            CallNews::Missed { .. } => "missed",
            CallNews::Party { .. } => "party",
            CallNews::Mode { .. } => "mode",
            CallNews::Unattended { .. } => "unattended",
            CallNews::Refused { .. } => "refused",
            CallNews::Recording { .. } => "recording",
            CallNews::Ended { .. } => "ended",
        };
        format!("{kind} {}", subject(news).trim_start_matches('0'))
    }

    /// Stores reports in a store whose first attempts with these reports fail; returns the stored ones, in order.
    async fn stored(facts: Vec<CallFact>, failing: &[(&str, u32)]) -> Vec<String> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (_running, stopped) = watch::channel(false);
        for fact in facts {
            sender.send(fact).unwrap();
        }
        let stored = Rc::new(RefCell::new(Vec::new()));
        let left: RefCell<BTreeMap<String, u32>> =
            RefCell::new(failing.iter().map(|(name, times)| ((*name).to_owned(), *times)).collect());
        let written = Rc::clone(&stored);
        let report = |news: CallNews| {
            let name = name(&news);
            let fails = left.borrow_mut().get_mut(&name).is_some_and(|left| {
                let fails = *left > 0;
                *left = left.saturating_sub(1);
                fails
            });
            if !fails {
                written.borrow_mut().push(name);
            }
            std::future::ready(if fails { Err(StoreError::Unavailable("away".to_owned())) } else { Ok(()) })
        };
        tokio::select! {
            () = forward(receiver, stopped, report) => {}
            () = tokio::time::sleep(Duration::from_secs(600)) => {}
        }
        drop(sender);
        stored.take()
    }

    #[tokio::test(start_paused = true)]
    async fn reports_of_calls_are_stored_in_the_order_of_the_facts_while_the_store_works() {
        let facts = facts_of(1).into_iter().zip(facts_of(2)).flat_map(|(one, other)| [one, other]).collect();
        let expected = ["queued 1", "queued 2", "answered 1", "answered 2", "ended 1", "ended 2"];
        assert_eq!(stored(facts, &[]).await, expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_report_that_the_store_refuses_is_repeated_until_it_is_stored() {
        for name in ["queued 1", "answered 1", "ended 1"] {
            assert_eq!(stored(facts_of(1), &[(name, 1)]).await, ["queued 1", "answered 1", "ended 1"], "{name}");
        }
        assert_eq!(stored(facts_of(1), &[("ended 1", 12)]).await.last().unwrap(), "ended 1", "for minutes");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_whose_reports_cannot_be_stored_does_not_delay_other_calls() {
        let facts = facts_of(1).into_iter().chain(facts_of(2)).collect();
        let expected = ["queued 2", "answered 2", "ended 2", "queued 1", "answered 1", "ended 1"];
        assert_eq!(stored(facts, &[("queued 1", 3)]).await, expected);
    }
}
