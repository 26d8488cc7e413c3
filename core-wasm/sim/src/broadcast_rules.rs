//! What must hold for broadcasts, whatever fails (BEY-140, BEY-142). Nothing here changes the state.

use crate::messaging::Messaging;
use crate::store::SimStore;
use contact_centre::store::{
    BroadcastEntryRow, BroadcastRow, BroadcastStore, EffectLane, EffectStore, EntryStage, RouteStore, Store,
    WhatsAppRouteRow, WhatsAppStore,
};
use contact_centre::wire::{BroadcastCounts, EntryStatus, Wall, broadcast_reasons as reasons};
use contact_centre::{BroadcastSend, EffectKind, WhatsAppDelivery, WhatsAppInbound};
use std::collections::{BTreeMap, BTreeSet};

/// The words of the default configuration.
const STOP: [&str; 4] = ["SAIR", "PARAR", "STOP", "CANCELAR"];
const RESUME: [&str; 2] = ["VOLTAR", "START"];
/// A list that is not paused sends everything that may be sent within this time.
const LATEST_MS: i64 = 2 * 60 * 1_000;
const ALL: usize = 100_000;

/// What customers said last about broadcasts, by route and number: when, and whether they want none. `None`: it is not known.
#[derive(Default)]
pub(crate) struct Wishes {
    last: BTreeMap<(String, String), (Wall, Option<bool>)>,
    seen: BTreeSet<(String, String)>,
}

fn wish_of(text: &str) -> Option<bool> {
    let word = text.trim_matches(|letter: char| !letter.is_alphanumeric()).to_uppercase();
    match (STOP.contains(&word.as_str()), RESUME.contains(&word.as_str())) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

impl Wishes {
    /// The server took these items.
    pub fn note(&mut self, store: &SimStore, route: &WhatsAppRouteRow, items: &[WhatsAppInbound], now: Wall) {
        for item in items {
            match item {
                WhatsAppInbound::Message(message) => {
                    let is_new = self.seen.insert((route.id.clone(), message.provider_id.clone()));
                    let Some(wish) = wish_of(&message.text).filter(|_| is_new) else { continue };
                    let known = store.provider_message(&route.id, &message.provider_id).expect("store");
                    // The word of a message that the customer removed before it arrived counts or not.
                    let is_revoked = known.and_then(|row| row.changes).is_some_and(|changes| changes.revoked);
                    let sent_at = message.sent_at.unwrap_or(now).min(now);
                    self.says(route, &message.customer, sent_at, if is_revoked { None } else { Some(wish) });
                }
                WhatsAppInbound::Consent { customer, granted, at } => {
                    self.says(route, customer, at.unwrap_or(now), Some(!granted));
                }
                _ => {}
            }
        }
    }

    /// The network refused a message, because the customer stopped such messages there.
    pub fn network_stops(&mut self, store: &SimStore, send: &BroadcastSend, now: Wall) {
        let route_of = |list: BroadcastRow| store.whatsapp_route(&list.route_id).expect("store");
        let route = store.broadcast(&send.broadcast_id).expect("store").and_then(route_of);
        let entry = store.broadcast_entry(&send.broadcast_id, send.position).expect("store");
        if let Some((route, entry)) = route.zip(entry) {
            self.says(&route, &entry.number, now, Some(true));
        }
    }

    fn says(&mut self, route: &WhatsAppRouteRow, customer: &str, at: Wall, wish: Option<bool>) {
        let last = self.last.entry((route.id.clone(), customer.to_owned())).or_insert((at, wish));
        if last.0 <= at {
            *last = (at, wish);
        }
    }

    /// An agent recorded that the customer allows messages on every route.
    pub fn agent_records_consent(&mut self, customer: &str, now: Wall) {
        for ((_, of), last) in &mut self.last {
            if of == customer && last.0 <= now {
                *last = (now, Some(false));
            }
        }
    }

    /// Whether the customer of this entry gets broadcasts.
    pub fn allow(&self, store: &SimStore, send: &BroadcastSend) -> Result<(), String> {
        let list = store.broadcast(&send.broadcast_id).expect("store").ok_or("the list is gone")?;
        let entry = store.broadcast_entry(&send.broadcast_id, send.position).expect("store").ok_or("no entry")?;
        let said = |route: &str| self.last.get(&(route.to_owned(), entry.number.clone())).copied();
        let here = said(&list.route_id);
        if let Some((at, Some(true))) = here {
            return Err(format!("{send:?} is sent to {}, who wants none since {at:?}", entry.number));
        }
        // Who said so at another number of the company later means its broadcasts too.
        let route = store.whatsapp_route(&list.route_id).expect("store").ok_or("the route is gone")?;
        for other in store.whatsapp_routes_of_unit(&list.org_unit_id).expect("store") {
            let is_other = other.id != route.id && other.meta_type == route.meta_type;
            if let Some((at, Some(true))) =
                said(&other.id).filter(|(at, _)| is_other && here.is_none_or(|(here, _)| here < *at))
            {
                return Err(format!(
                    "{send:?} is sent to {}, who wants none at {} since {at:?}",
                    entry.number, other.name
                ));
            }
        }
        Ok(())
    }
}

/// The provider's ids of the accepted messages of each entry, by attempt.
#[derive(Default)]
pub(crate) struct Attempts(BTreeMap<(String, u32), BTreeMap<u32, BTreeSet<String>>>);

impl Attempts {
    pub fn accepted(&mut self, send: &BroadcastSend, provider_id: &str) {
        let of_entry = self.0.entry((send.broadcast_id.to_string(), send.position)).or_default();
        of_entry.entry(send.attempt).or_default().insert(provider_id.to_owned());
    }

    /// The ids of an entry, by attempt.
    fn of(&self, entry: &BroadcastEntryRow) -> BTreeMap<u32, BTreeSet<String>> {
        self.0.get(&(entry.broadcast_id.to_string(), entry.position)).cloned().unwrap_or_default()
    }
}

/// Every list of every agent.
pub(crate) fn lists(store: &SimStore) -> Vec<BroadcastRow> {
    let agents = store.agents().expect("store");
    agents.iter().flat_map(|agent| store.broadcasts_of(&agent.record.agent_id, ALL).expect("store")).collect()
}

fn entries(store: &SimStore, list: &BroadcastRow) -> Vec<BroadcastEntryRow> {
    store.broadcast_entries(&list.id, None, ALL).expect("store")
}

/// The counts of every list are those of its entries: after each step.
pub(crate) fn counts_are_sums(store: &SimStore) -> Result<(), String> {
    for list in lists(store) {
        let entries = entries(store, &list);
        let mut counts = BroadcastCounts::default();
        entries.iter().for_each(|entry| *counts.of_mut(entry.status) += 1);
        let number = |is_one: fn(&BroadcastEntryRow) -> bool| entries.iter().filter(|entry| is_one(entry)).count();
        let there = (list.counts, list.retryable as usize, list.leased as usize, list.finished_at.is_some());
        let is_finished = counts.queued + counts.sending == 0;
        let sums = (
            counts,
            number(|entry| entry.is_retryable),
            number(|entry| entry.stage == EntryStage::Leased),
            is_finished,
        );
        if there != sums {
            return Err(format!("the broadcast {} has {there:?}, its entries have {sums:?}", list.id));
        }
    }
    Ok(())
}

/// The violated rules, checked when everything is quiet.
pub(crate) fn faults(store: &SimStore, attempts: &Attempts, messaging: &Messaging, now: Wall) -> Vec<String> {
    let mut found: Vec<String> = counts_are_sums(store).err().into_iter().collect();
    let kind = EffectKind::SendBroadcast.as_str();
    let has_effects = store.next_effect(kind, EffectLane::Mass).expect("store").is_some();
    for list in lists(store) {
        if list.leased > 0 && !has_effects {
            found.push(format!("{} entries of the broadcast {} wait for no attempt", list.leased, list.id));
        }
        let mut customers: BTreeMap<String, u32> = BTreeMap::new();
        for entry in entries(store, &list) {
            found.extend(of_entry(&list, &entry, attempts, messaging));
            found.extend(is_late(&list, &entry, now));
            if !attempts.of(&entry).is_empty()
                && let Some(other) = customers.insert(entry.number.clone(), entry.position)
            {
                found.push(format!("{} is in {} twice: {other} and {}", entry.number, list.id, entry.position));
            }
        }
    }
    found
}

/// The provider accepted the message of an entry once, unless the entry has an error or was not sent.
fn of_entry(
    list: &BroadcastRow,
    entry: &BroadcastEntryRow,
    attempts: &Attempts,
    messaging: &Messaging,
) -> Option<String> {
    // Entries of the demo data that no one sent.
    if list.request_digest.is_empty() && entry.attempt == 1 {
        return None;
    }
    let of_entry = attempts.of(entry);
    let once_an_attempt = of_entry.values().all(|ids| ids.len() == 1);
    let ids: BTreeSet<&String> = of_entry.values().flatten().collect();
    let standing = ids.iter().filter(|id| !messaging.failed_later.contains(**id)).count();
    let reports_wait = !messaging.has_reported_all();
    let holds = match entry.status {
        EntryStatus::Sent | EntryStatus::Delivered | EntryStatus::Read => standing == 1,
        // A receipt with the key of the send would have settled it.
        EntryStatus::Failed if entry.reason == reasons::OUTCOME_UNKNOWN => {
            if reports_wait {
                standing <= 1
            } else {
                ids.is_empty() || standing == 0
            }
        }
        EntryStatus::Sending => standing <= 1,
        _ => standing == 0,
    };
    (!once_an_attempt || !holds).then(|| {
        let BroadcastEntryRow { position, status, reason, attempt, stage, .. } = entry;
        format!(
            "the provider accepted {of_entry:?} of the entry {position} of the broadcast {}, {standing} of them stand, and attempt {attempt} \
             is {status:?} {reason:?} {stage:?}",
            list.id
        )
    })
}

/// An entry that may be sent is sent, and a message that was sent has an outcome.
fn is_late(list: &BroadcastRow, entry: &BroadcastEntryRow, now: Wall) -> Option<String> {
    let is_open = list.cancelled_at.is_none() && list.paused_reason.is_empty();
    let due_since = now.since_ms(entry.not_before.max(list.starts_at).max(entry.changed_at));
    let is_late = match (entry.status, entry.stage) {
        (EntryStatus::Sending, _) => now.since_ms(entry.changed_at) > LATEST_MS,
        (EntryStatus::Queued, EntryStage::Waiting) => is_open && due_since > LATEST_MS,
        _ => false,
    };
    is_late.then(|| {
        let BroadcastEntryRow { position, status, stage, not_before, .. } = entry;
        format!("the entry {position} of the broadcast {} is {status:?} {stage:?} since {not_before:?}", list.id)
    })
}

/// Whether a receipt reports a failure, and of which message.
pub(crate) fn failed_later(item: &WhatsAppInbound) -> Option<&str> {
    match item {
        WhatsAppInbound::Receipt(receipt) if matches!(receipt.status, WhatsAppDelivery::Failed(_)) => {
            Some(&receipt.provider_id)
        }
        _ => None,
    }
}
