//! A random sequence of operations with a fixed seed: after each the counts of every list equal its entries, no customer gets a message twice within
//! an attempt, and nothing is sent after a cancel but what was under way.

use super::{
    accept, begin, cancel, centre, change, check_counts, create, fail, list_of, number_of, provider_id, receipt,
};
use super::{refuse, sent, take, writes};
use crate::WhatsAppFailureAbout::{Message, Pace, Route, Spam};
use crate::entropy::Entropy;
use crate::{Effect, SeededEntropy, WhatsAppDelivery, WhatsAppOutcome, WhatsAppSend};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use wire::BroadcastId;

const OPERATIONS: usize = 2_000;
const CUSTOMERS: u32 = 12;

struct Random(SeededEntropy);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) % limit
    }

    /// One of the items, taken away.
    fn taken<T>(&mut self, items: &mut Vec<T>) -> Option<T> {
        let length = u32::try_from(items.len()).unwrap();
        if length == 0 { None } else { Some(items.remove(self.below(length) as usize)) }
    }
}

#[test]
fn bey_140_the_counts_equal_the_entries_after_each_of_2000_random_operations() {
    let (mut test, ana) = centre();
    let mut random = Random(SeededEntropy(20_261_130));
    let mut lists: Vec<BroadcastId> = Vec::new();
    let mut leased: Vec<Effect> = Vec::new();
    let mut under_way: Vec<(Effect, WhatsAppSend)> = Vec::new();
    // The accepted messages of each attempt of an entry.
    let mut accepted: BTreeMap<String, u32> = BTreeMap::new();
    let mut cancelled: BTreeSet<BroadcastId> = BTreeSet::new();
    for _ in 0..OPERATIONS {
        match random.below(16) {
            0 if lists.len() < 60 => lists.push(create(&mut test, &ana, 1 + random.below(CUSTOMERS))),
            0 | 1 => {
                if let Some(id) = lists.get(random.below(60) as usize).cloned()
                    && random.below(4) == 0
                {
                    cancel(&mut test, &ana, &id).ok();
                    cancelled.extend(list_of(&test, &id).cancelled_at.map(|_| id));
                }
            }
            2 => {
                if let Some(id) = lists.get(random.below(60) as usize).cloned() {
                    let what = if random.below(2) == 0 { "resume" } else { "retry" };
                    let status = change(&mut test, &ana, &id, what, json!([])).status;
                    assert_eq!(status, if cancelled.contains(&id) { 409 } else { 200 });
                }
            }
            3 => writes(&mut test, &format!("w{}", random.below(9_999)), &number_of(talkative(&mut random)), "SAIR"),
            4 => writes(&mut test, &format!("v{}", random.below(9_999)), &number_of(talkative(&mut random)), "VOLTAR"),
            5 => {
                let status = match random.below(4) {
                    0 => WhatsAppDelivery::Sent,
                    1 => WhatsAppDelivery::Delivered,
                    2 => WhatsAppDelivery::Read,
                    _ => WhatsAppDelivery::Failed("LIMITED_BY_NETWORK".to_owned()),
                };
                receipt(&mut test, &provider_id(&number_of(random.below(CUSTOMERS))), None, status);
            }
            6 => {
                // The process ends: what it had taken has no outcome.
                leased.clear();
                under_way.clear();
                test.advance(60_000);
            }
            7..10 => {
                if let Some(effect) = random.taken(&mut leased) {
                    let of_cancelled = cancelled.iter().any(|id| effect.body.contains(id.as_str()));
                    if let Some(message) = begin(&mut test, &effect) {
                        assert!(!of_cancelled, "nothing begins after a cancel");
                        under_way.push((effect, message));
                    }
                }
            }
            10..13 => {
                if let Some((effect, message)) = random.taken(&mut under_way) {
                    let outcome = outcome_of(&mut random, &message);
                    if matches!(outcome, WhatsAppOutcome::Accepted { .. }) {
                        *accepted.entry(effect.body.clone()).or_default() += 1;
                    }
                    sent(&mut test, &effect, &outcome);
                }
            }
            _ => {
                test.advance(i64::from(random.below(20_000)));
                test.tick();
                for effect in take(&mut test) {
                    if effect.is_uncertain {
                        sent(&mut test, &effect, &WhatsAppOutcome::Unknown);
                    } else {
                        leased.push(effect);
                    }
                }
            }
        }
        test.beat(&ana);
        test.take_frames(super::ANA);
        lists.iter().for_each(|id| check_counts(&test, id));
    }
    assert!(accepted.len() > 30, "{}", accepted.len());
    assert!(accepted.values().all(|messages| *messages == 1), "{accepted:?}");
}

/// A customer who writes, and so has an attendance: a few of them all.
fn talkative(random: &mut Random) -> u32 {
    CUSTOMERS - 1 - random.below(3)
}

fn outcome_of(random: &mut Random, message: &WhatsAppSend) -> WhatsAppOutcome {
    match random.below(24) {
        0 => refuse("LIMITED_BY_NETWORK")(message),
        1 => refuse("TEMPLATE_PAUSED")(message),
        2 => refuse("MARKETING_STOPPED")(message),
        3 => fail(Pace, Some(1_000))(message),
        4 => fail(Message, None)(message),
        5 => fail(Route, None)(message),
        6 => fail(Spam, None)(message),
        7 => WhatsAppOutcome::Unknown,
        _ => accept(message),
    }
}
