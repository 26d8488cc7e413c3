//! Whether the provider of a route accepts messages. Agents cannot write while the route is disconnected, so one message with a fault of its
//! own must not disconnect it.

use super::provider::WhatsAppFailureAbout;
use crate::centre::Transaction;
use crate::effects::Effect;
use crate::store::{JobState, StoreResult, WhatsAppRouteRow};
use std::collections::BTreeSet;
use wire::{AgentId, WhatsAppRouteEvent, events};

/// Number of failed attempts after which a message counts against the route: the provider has not accepted it for some
/// seconds.
const ATTEMPTS: u32 = 3;
/// Messages that fail with an answer until the route counts as disconnected, if none is accepted meanwhile.
const MESSAGES: usize = 3;

/// The consequence of a failed attempt for its route.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// The attempt means nothing for the route.
    Nothing,
    /// The message counts against the route.
    Counts,
    /// The route is disconnected.
    Disconnected,
}

/// The rule; `failing` are the messages that already count against the route.
fn verdict_for(about: WhatsAppFailureAbout, attempt: u32, key: &str, failing: &[String]) -> Verdict {
    match about {
        WhatsAppFailureAbout::Pace | WhatsAppFailureAbout::Spam => Verdict::Nothing,
        _ if attempt < ATTEMPTS => Verdict::Nothing,
        WhatsAppFailureAbout::Route => Verdict::Disconnected,
        WhatsAppFailureAbout::Message | WhatsAppFailureAbout::Unexplained
            if failing.iter().any(|known| known == key) =>
        {
            Verdict::Nothing
        }
        WhatsAppFailureAbout::Message | WhatsAppFailureAbout::Unexplained if failing.len() + 1 < MESSAGES => {
            Verdict::Counts
        }
        WhatsAppFailureAbout::Message | WhatsAppFailureAbout::Unexplained => Verdict::Disconnected,
    }
}

/// Called when an attempt failed and another one follows.
pub(super) fn attempt_failed(
    tx: &mut Transaction<'_, '_>,
    route_id: &str,
    effect: &Effect,
    about: WhatsAppFailureAbout,
) -> StoreResult<()> {
    let Some(mut route) = tx.store.whatsapp_route(route_id)?.filter(|route| route.connected) else { return Ok(()) };
    match verdict_for(about, effect.attempt, &effect.id, &route.failing) {
        Verdict::Nothing => Ok(()),
        Verdict::Counts => {
            route.failing.push(effect.id.clone());
            tx.store.put_whatsapp_route(&route)
        }
        Verdict::Disconnected => set(tx, route, false),
    }
}

/// Called when the provider accepted or finally refused a message: the route works.
pub(super) fn message_ended(tx: &mut Transaction<'_, '_>, route_id: &str) -> StoreResult<()> {
    match tx.store.whatsapp_route(route_id)? {
        Some(route) if !route.connected || !route.failing.is_empty() => set(tx, route, true),
        _ => Ok(()),
    }
}

/// Stores the state and publishes a change to the agents of the route's open attendances.
fn set(tx: &mut Transaction<'_, '_>, route: WhatsAppRouteRow, connected: bool) -> StoreResult<()> {
    let has_changed = route.connected != connected;
    tx.store.put_whatsapp_route(&WhatsAppRouteRow { connected, failing: Vec::new(), ..route.clone() })?;
    if !has_changed {
        return Ok(());
    }
    for agent_id in agents_of(tx, &route.id)? {
        let event = WhatsAppRouteEvent { agent_id: agent_id.clone(), route_phone: route.phone.clone(), connected };
        tx.publish_event(&agent_id, events::whatsapp::Event::Route(event))?;
    }
    Ok(())
}

/// Agents with an active attendance of the route: one look-up for each agent, and one for each waiting attendance.
fn agents_of(tx: &Transaction<'_, '_>, route_id: &str) -> StoreResult<BTreeSet<AgentId>> {
    let mut agents = BTreeSet::new();
    for conversation in tx.store.open_conversations(route_id)? {
        let is_known = conversation.owner.as_ref().is_some_and(|owner| agents.contains(owner));
        let Some(protocol) = conversation.current.filter(|_| !is_known) else { continue };
        agents.extend(tx.store.job(&protocol)?.filter(|job| job.state == JobState::Active).map(|job| job.agent_id));
    }
    Ok(agents)
}

#[cfg(test)]
mod tests {
    use super::{Verdict, verdict_for};
    use crate::whatsapp::WhatsAppFailureAbout::{Message, Pace, Route};
    use rstest::rstest;

    #[rstest]
    #[case::no_connection_at_first(Route, 2, &[], Verdict::Nothing)]
    #[case::no_connection_for_some_seconds(Route, 3, &[], Verdict::Disconnected)]
    #[case::the_first_failed_message(Message, 3, &[], Verdict::Counts)]
    #[case::the_same_message_again(Message, 9, &["m"], Verdict::Nothing)]
    #[case::a_second_failed_message(Message, 3, &["a"], Verdict::Counts)]
    #[case::a_third_message_at_its_first_attempt(Message, 1, &["a", "b"], Verdict::Nothing)]
    #[case::a_third_failed_message(Message, 3, &["a", "b"], Verdict::Disconnected)]
    #[case::one_of_two_messages_again(Message, 4, &["m", "b"], Verdict::Nothing)]
    #[case::the_limit_of_messages_at_any_attempt(Pace, 30, &["a", "b"], Verdict::Nothing)]
    fn a_route_is_disconnected_only_after_failures_of_several_messages(
        #[case] about: crate::whatsapp::WhatsAppFailureAbout,
        #[case] attempt: u32,
        #[case] failing: &[&str],
        #[case] verdict: Verdict,
    ) {
        let failing: Vec<String> = failing.iter().map(|&key| key.to_owned()).collect();
        assert_eq!(verdict_for(about, attempt, "m", &failing), verdict);
    }
}
