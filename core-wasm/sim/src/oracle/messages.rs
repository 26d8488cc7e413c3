//! Comparison of WhatsApp and Instagram with the server: window, marks and composer of attendances, the inbox, and the
//! lists to choose from.

use super::{Differences, Page};
use crate::books::{has_window, window_end};
use contact_centre::store::{
    ConversationRow, JobRow, JobState, PresetRow, RouteStore, ScriptStore, Store, WhatsAppCampaignRow, WhatsAppJobRow,
    WhatsAppRouteRow, WhatsAppStore,
};
use core_wasm::View;
use core_wasm::conversation::ConversationSlice;
use core_wasm::flow::{ListState, SliceKey};
use core_wasm::jobs::{self, JobsSlice};
use core_wasm::scripts::ScriptState;
use core_wasm::shell::MessagePreview;
use core_wasm::whatsapp::{ComposerState, WhatsAppSlice, WindowView};
use core_wasm::wire::{Channel, Protocol, QueueId, Wall};
use std::collections::{BTreeMap, BTreeSet};

/// The end of the window is shown on the page's clock, whose estimate of the server's time is accurate to this: half of
/// the longest round trip after which an answer with the server's time is still used (spec session §7).
const CLOCK_MS: f64 = 2_500.0;

struct Place {
    facts: WhatsAppJobRow,
    route: WhatsAppRouteRow,
    conversation: ConversationRow,
}

fn place_of(page: &Page<'_>, protocol: &Protocol) -> Option<Place> {
    let store = &page.server.store;
    let facts = store.whatsapp_job(protocol).expect("store")?;
    let route = store.whatsapp_route(&facts.route_id).expect("store")?;
    let conversation = store.conversation(&facts.route_id, &facts.customer).expect("store")?;
    Some(Place { facts, route, conversation })
}

pub(super) fn conversation_of(page: &Page<'_>, protocol: &Protocol) -> Option<ConversationRow> {
    place_of(page, protocol).map(|place| place.conversation)
}

fn is_exempt(page: &Page<'_>, place: &Place) -> bool {
    let campaign = place.facts.campaign.as_ref().map(|campaign| &campaign.id);
    let row = campaign.and_then(|id| page.server.store.whatsapp_campaign(id).expect("store"));
    row.is_some_and(|row| row.without_template)
}

fn composer_of(page: &Page<'_>, place: &Place, job: &JobRow) -> ComposerState {
    let connected = page.server.store.channel(&page.agent, Channel::Whatsapp).expect("store");
    let Place { route, conversation, .. } = place;
    let is_open = window_end(conversation.last_receipt).is_some_and(|end| page.now < end);
    if job.state != JobState::Active {
        ComposerState::Ended
    } else if !connected.is_some_and(|row| row.connected) {
        ComposerState::ChannelDisconnected
    } else if !route.connected {
        ComposerState::RouteDisconnected
    } else if conversation.number_not_exists {
        ComposerState::NumberNotExists
    } else if !has_window(route) || is_open || is_exempt(page, place) {
        ComposerState::Free
    } else if conversation.template_sent_at > conversation.last_receipt {
        ComposerState::WaitingAnswer
    } else {
        ComposerState::TemplateFirst
    }
}

/// A loaded script is that of the attendance's campaign, otherwise of its queue.
pub(super) fn script(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(protocol), View::Whatsapp(WhatsAppSlice::JobScript(shown))) = (key.protocol(), view) else { return };
    let store = &page.server.store;
    let Some(job) = store.job(protocol).expect("store").filter(|_| shown.state == ScriptState::Ready) else { return };
    let campaign = store.whatsapp_job(protocol).expect("store").and_then(|facts| facts.campaign);
    let source = campaign.map_or(job.queue_id, |campaign| campaign.id);
    let scripts = store.scripts().expect("store");
    let there = scripts.iter().find(|script| script.used_by.contains(&source));
    let of_server = there.map(|script| (script.name.as_str(), script.text.as_str(), script.fields.len()));
    let here = shown.script.as_ref();
    let here = here.map(|script| (script.name.as_str(), script.text.as_str(), script.fields.len()));
    found.compare(&format!("script of {protocol}"), here, of_server);
}

pub(super) fn job(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let Some(protocol) = key.protocol() else { return };
    let held = page.server.store.jobs_of_agent(&page.agent).expect("store");
    let Some(job) = held.into_iter().find(|job| job.protocol == *protocol) else { return };
    let place = place_of(page, protocol);
    let about = |part: &str| format!("{part} of {protocol} on WhatsApp");
    let (Some(place), View::Whatsapp(WhatsAppSlice::WhatsappJob(shown))) = (&place, &view) else {
        return found.compare(&about("the part"), view == View::Absent, place.is_none());
    };
    found.compare(&about("composer"), shown.composer, composer_of(page, place, &job));
    found.compare(&about("route"), shown.route_phone.as_str(), place.route.phone.as_str());
    // A transfer may have moved the attendance to a campaign.
    let source = place.facts.campaign.as_ref().map_or(&job.queue_id, |campaign| &campaign.id);
    if let View::Jobs(JobsSlice::JobQueues(queues)) = page.view(&jobs::slices::QUEUES.key()) {
        found.must(queues.iter().any(|queue| queue.id == source.0), || {
            format!("{source} is not among {queues:?}, {}", about("the queue or campaign"))
        });
    }
    found.must(!shown.busy, || format!("a call about {protocol} waits"));
    if job.state != JobState::Active {
        // Marks and window of an ended attendance are those of the conversation, which may have another attendance.
        return;
    }
    found.compare(&about("pin"), shown.pinned, place.conversation.pinned);
    if job.messages_not_read == 0 {
        found.must(shown.unread || !place.conversation.marked_unread, || format!("{protocol} is not marked as unread"));
    }
    let end = window_end(place.conversation.last_receipt).filter(|end| page.now < *end).map(Wall::as_js);
    match (has_window(&place.route), end, shown.window) {
        (false, _, WindowView::None) | (true, None, WindowView::Expired) => {}
        (true, Some(end), WindowView::Open { ends_at }) if (end - ends_at).abs() <= CLOCK_MS => {}
        (_, _, other) => found.must(false, || format!("the window of {protocol} is {other:?}, it ends at {end:?}")),
    }
}

/// Compares the entries, each with its last message and its number of unread messages.
pub(super) fn inbox(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Whatsapp(WhatsAppSlice::Inbox(inbox)) = view else { return };
    let agent = page.server.store.agent(&page.agent).expect("store").expect("the agent").record;
    if !agent.channels.contains(&Channel::Whatsapp) {
        return found.compare("entries of an inbox without the channel", inbox.entries.len(), 0);
    }
    let held = page.server.store.jobs_of_agent_in(&page.agent, JobState::Inbox).expect("store");
    found.compare("the inbox is loaded", inbox.failed, false);
    type Entry = (String, u32, Option<MessagePreview>, bool);
    let sorted = |entries: Vec<Entry>| {
        let mut entries = entries;
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        entries
    };
    let unread: u32 = held.iter().map(|job| job.messages_not_read).sum();
    found.compare("unread messages of the inbox", inbox.unattended, unread);
    let there = |job: JobRow| {
        let preview = job.last_message.as_ref().map(|message| MessagePreview::of(message, page.viewer(), &[]));
        (job.protocol.to_string(), job.messages_not_read, preview, false)
    };
    found.compare(
        "entries of the inbox",
        sorted(inbox.entries.into_iter().map(|row| (row.protocol, row.unread, row.preview, row.busy)).collect()),
        sorted(held.into_iter().map(there).collect()),
    );
}

pub(super) fn whatsapp(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Whatsapp(WhatsAppSlice::Whatsapp(shown)) = view else { return };
    let agent = page.server.store.agent(&page.agent).expect("store").expect("the agent").record;
    found.compare("the default campaign", shown.default_campaign, agent.campaign_whatsapp_default);
    found.must(!shown.beginning, || "a start of an attendance waits".to_owned());
    let mut campaigns = page.server.store.whatsapp_campaigns().expect("store");
    let groups = page.server.store.groups_of_agent(&page.agent).expect("store").into_iter();
    let groups: BTreeSet<_> = groups.map(|row| row.group.id).collect();
    campaigns.retain(|row: &WhatsAppCampaignRow| groups.contains(&row.group_id));
    if !shown.campaigns.is_empty() {
        let ids: Vec<String> = shown.campaigns.into_iter().map(|choice| choice.id).collect();
        found.compare("campaigns", ids, campaigns.iter().map(|row| row.id.to_string()).collect());
    }
    if !shown.routes_of.is_empty() {
        let campaign = campaigns.into_iter().find(|row| row.id.as_str() == shown.routes_of);
        let ids = shown.routes.into_iter().map(|choice| choice.id).collect::<Vec<_>>();
        found.compare("routes of a campaign", Some(ids), campaign.map(|row| row.route_ids));
    }
}

pub(super) fn templates(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let View::Whatsapp(WhatsAppSlice::Templates(shown)) = view else { return };
    let Some(place) = key.protocol().and_then(|protocol| place_of(page, protocol)) else { return };
    if shown.state == ListState::Ready {
        let rows = page.server.store.templates().expect("store").into_iter();
        let there = rows.filter(|row| row.route_id == place.route.id).map(|row| (row.id, row.header_media)).collect();
        let items = shown.items.into_iter().map(|item| (item.id, item.header_media)).collect::<Vec<_>>();
        found.compare("templates", items, there);
    }
}

/// The first name of the customer of the attendance as the page shows it.
fn first_name(page: &Page<'_>, protocol: &Protocol) -> Option<String> {
    let View::Jobs(JobsSlice::Job(job)) = page.view(&jobs::slices::JOB.of(protocol.clone())) else { return None };
    job.name.split_whitespace().next().map(str::to_owned)
}

pub(super) fn presets(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let View::Conversation(ConversationSlice::Presets(shown)) = view else { return };
    let Some(protocol) = key.protocol() else { return };
    let Some(job) = page.server.store.job(protocol).expect("store") else { return };
    if shown.state == ListState::Ready {
        let campaign = place_of(page, protocol).and_then(|place| place.facts.campaign).map(|campaign| campaign.id);
        let list: QueueId = campaign.unwrap_or(job.queue_id);
        let rows: Vec<PresetRow> = page.server.store.presets().expect("store");
        let there: BTreeMap<String, String> =
            rows.into_iter().filter(|row| row.used_by.contains(&list)).map(|row| (row.id, row.text)).collect();
        let here: BTreeSet<&String> = shown.items.iter().map(|item| &item.id).collect();
        found.compare("presets", here, there.keys().collect());
        for item in &shown.items {
            let Some(text) = there.get(&item.id) else { continue };
            // The name of the customer is compared in the row of the attendance.
            let name = item.open_variable.clone().or_else(|| first_name(page, protocol)).unwrap_or_default();
            let agent = page.server.store.agent(&page.agent).expect("store").map(|row| row.record.agent_name);
            let agent = agent.unwrap_or_default();
            let agent = agent.split_whitespace().next().unwrap_or_default();
            let filled = text.replace("{{primeiro_nome}}", &name).replace("{{protocolo}}", protocol.as_str());
            found.compare(
                &format!("the preset {} of {protocol}", item.id),
                item.text.clone(),
                filled.replace("{{agente_primeiro_nome}}", agent),
            );
        }
    }
}
