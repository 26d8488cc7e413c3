//! Invariants of WhatsApp and Instagram between customers, provider and server. Nothing here changes the state.

use crate::browser::Browser;
use crate::fetching::orders;
use crate::messaging::{Messaging, messages_wait, place_of};
use crate::store::SimStore;
use contact_centre::FileOrder;
use contact_centre::store::{
    ConversationRow, FileStore, JobRow, JobState, RouteStore, Store, WhatsAppRouteRow, WhatsAppStore,
};
use core_wasm::flow::JobGroup;
use core_wasm::session::{self, SessionPhaseView, SessionSlice};
use core_wasm::wire::{Channel, FileState, Message, MessageStatus, MetaType, Protocol, SenderType, Wall};
use core_wasm::{View, jobs};
use std::collections::{BTreeMap, BTreeSet};

const ALL_MESSAGES: usize = 1_000_000;
const WINDOW_MS: i64 = 24 * 60 * 60 * 1_000;
/// Providers whose routes have a window.
const OFFICIAL: [&str; 5] = ["twilio", "zenvia", "infobip", "gupshup", "meta"];
/// The error of a message that the provider accepted first and refused later, by a receipt.
const BLOCKED: &str = "RECIPIENT_BLOCKED";

/// Whether the route has a conversation window.
pub(crate) fn has_window(route: &WhatsAppRouteRow) -> bool {
    route.meta_type == MetaType::Whatsapp && OFFICIAL.contains(&route.provider.as_str())
}

/// The end of the conversation window; `None` if the customer never wrote.
pub(crate) fn window_end(last_receipt: Option<Wall>) -> Option<Wall> {
    last_receipt.map(|receipt| receipt.plus_ms(WINDOW_MS))
}

/// The server has just accepted a message that is no template, so the window must be open.
pub(crate) fn window_is_open(store: &SimStore, protocol: &Protocol, now: Wall) -> Result<(), String> {
    let Some(facts) = store.whatsapp_job(protocol).expect("store") else { return Ok(()) };
    let route = store.whatsapp_route(&facts.route_id).expect("store").expect("the route");
    let conversation = store.conversation(&facts.route_id, &facts.customer).expect("store").expect("the conversation");
    let is_open = window_end(conversation.last_receipt).is_some_and(|end| now < end);
    if !has_window(&route) || is_open {
        Ok(())
    } else {
        Err(format!("a message of {protocol} was taken in the closed window of {:?}", conversation.last_receipt))
    }
}

/// All attendances of WhatsApp and Instagram, in any state.
pub(crate) fn attendances(store: &SimStore) -> Vec<JobRow> {
    let routes = store.whatsapp_routes().expect("store");
    let of_route = |route: &WhatsAppRouteRow| store.conversations_of_route(&route.id).expect("store");
    let customers: BTreeSet<String> = routes.iter().flat_map(of_route).map(|row| row.customer).collect();
    let protocols: BTreeSet<Protocol> = customers
        .iter()
        .flat_map(|customer| store.whatsapp_jobs_of(customer).expect("store"))
        .map(|facts| facts.protocol)
        .collect();
    protocols.iter().filter_map(|protocol| store.job(protocol).expect("store")).collect()
}

/// The messages of an attendance.
pub(crate) fn messages(store: &SimStore, protocol: &Protocol) -> Vec<Message> {
    store.messages_after(protocol, 0, ALL_MESSAGES).expect("store")
}

/// A customer has at most one attendance on a route that waits, is open or is in an inbox: the one that the
/// conversation refers to.
fn one_attendance(store: &SimStore, conversation: &ConversationRow) -> Option<String> {
    let facts = store.whatsapp_jobs_of(&conversation.customer).expect("store").into_iter();
    let of_route = facts.filter(|facts| facts.route_id == conversation.route_id);
    let jobs = of_route.filter_map(|facts| store.job(&facts.protocol).expect("store"));
    let is_open = |job: &JobRow| matches!(job.state, JobState::Waiting | JobState::Active | JobState::Inbox);
    let open: Vec<Protocol> = jobs.filter(is_open).map(|job| job.protocol).collect();
    let named: Vec<Protocol> = conversation.current.iter().cloned().collect();
    (open != named).then(|| format!("{} has the attendances {open:?} and should have {named:?}", conversation.customer))
}

/// Attendances that the pages of two agents show as their own.
pub(crate) fn on_two_pages(browsers: &[Browser]) -> Vec<String> {
    let mut holders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for browser in browsers {
        let View::Session(SessionSlice::Session(session)) = browser.workspace.view(&session::slices::SESSION.key())
        else {
            continue;
        };
        let Some(agent) = session.agent.filter(|_| session.phase == SessionPhaseView::Ready) else { continue };
        for group in JobGroup::ALL {
            if let View::List(list) = browser.workspace.view(&jobs::order_key(group)) {
                for protocol in list.ids {
                    holders.entry(protocol.to_string()).or_default().insert(agent.id.clone());
                }
            }
        }
    }
    let shared = holders.into_iter().filter(|(_, agents)| agents.len() > 1);
    shared.map(|(protocol, agents)| format!("{protocol} is on the pages of {agents:?}")).collect()
}

/// The violated invariants, checked when everything is quiet.
pub(crate) fn faults(store: &SimStore, messaging: &Messaging) -> Vec<String> {
    let (jobs, waits) = (attendances(store), messages_wait(store));
    let routes = store.whatsapp_routes().expect("store");
    let conversations = routes.iter().flat_map(|route| store.conversations_of_route(&route.id).expect("store"));
    let mut found: Vec<String> = conversations.filter_map(|row| one_attendance(store, &row)).collect();
    let mut by_provider_id: BTreeMap<String, usize> = BTreeMap::new();
    for job in &jobs {
        debug_assert!(job.channel == Channel::Whatsapp, "an attendance of WhatsApp");
        for message in messages(store, &job.protocol) {
            match message.sender_type {
                SenderType::Customer => {
                    *by_provider_id.entry(message.id_secondary().to_owned()).or_default() += 1;
                    found.extend(file_is_settled(store, &message));
                }
                SenderType::Agent if !waits => found.extend(sent_once(messaging, &message)),
                _ => {}
            }
        }
    }
    found.extend(
        by_provider_id
            .iter()
            .filter(|(_, times)| **times != 1)
            .map(|(id, times)| format!("the message {id} of the provider is on the server {times} times")),
    );
    if messaging.has_reported_all() {
        found.extend(messaging.reported.iter().filter_map(|(account, id)| {
            let route = store.whatsapp_routes().expect("store").into_iter().find(|route| route.account == *account)?;
            let row = store.provider_message(&route.id, id).expect("store");
            // A message that was revoked before it arrived begins no attendance.
            let is_revoked = row.as_ref().and_then(|row| row.changes.as_ref()).is_some_and(|changes| changes.revoked);
            let place = row.and_then(|row| row.message);
            if is_revoked && place.is_none() {
                return None;
            }
            let is_held = place.is_some_and(|place| {
                let message = store.message(&place.protocol, place.seq).expect("store");
                message.is_some_and(|message| message.id_secondary() == id)
            });
            (!is_held || !by_provider_id.contains_key(id)).then(|| format!("the message {id} of a customer is lost"))
        }));
    }
    found
}

/// A file that is being fetched has a pending order; a fetched file has its bytes and no error state.
fn file_is_settled(store: &SimStore, message: &Message) -> Option<String> {
    let is_its = |order: &FileOrder| order.protocol == message.protocol && order.seq == message.seq;
    let orders = orders(store).iter().filter(|order| is_its(order)).count();
    let media = message.attachment_url.strip_prefix("media:").map(|id| store.media(id).expect("store").is_some());
    let holds = match (message.file_state, media, orders) {
        // The worker finds out that the message was revoked.
        _ if message.revoked => message.attachment_url.is_empty() && message.file_state.is_none(),
        (Some(FileState::Pending), None, 1) | (None, Some(true), 0) => true,
        (Some(state), None, 0) => state != FileState::Pending,
        (None, None, 0) => message.file_name.is_empty() && message.mimetype.is_empty(),
        _ => false,
    };
    let Message { protocol, seq, file_state, .. } = message;
    (!holds)
        .then(|| format!("the file of message {seq} of {protocol}: {file_state:?}, bytes {media:?}, {orders} orders"))
}

/// The provider has an agent's message once, or not at all if the agent sees an error. A send without a known outcome
/// is an error until a receipt reports that the provider has the message.
fn sent_once(messaging: &Messaging, message: &Message) -> Option<String> {
    let place = place_of(&contact_centre::store::MessagePlace { protocol: message.protocol.clone(), seq: message.seq });
    let taken = messaging.taken.get(&place);
    let times = taken.map_or(0, BTreeSet::len);
    let failed_later = taken.is_some_and(|ids| ids.iter().any(|id| messaging.failed_later.contains(id)));
    let holds = match (message.status, times) {
        (MessageStatus::Error, 0) => true,
        // No send is pending any more.
        (MessageStatus::Queued, _) => false,
        (MessageStatus::Error, 1) => message.error == BLOCKED || failed_later || !messaging.has_reported_all(),
        (_, 1) => true,
        _ => false,
    };
    (!holds).then(|| {
        let Message { protocol, seq, status, error, .. } = message;
        format!("the provider took the message {seq} of {protocol} {times} times, and it is {status:?} {error:?}")
    })
}
