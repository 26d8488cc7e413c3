//! Views of the inbox, the lists to choose from, the files, and the start of an attendance.

use super::machine::WhatsApp;
use crate::flow::{ListState, Text};
use crate::jobs::{Job, Jobs};
use crate::shell::{Author, MessagePreview, Viewer, avatar_color, initials};
use crate::wire::{Channel, InboxJob, MessageMedia, MetaType, Protocol, TemplateRecord, Wall, first_visible};
use serde::Serialize;

/// An entry of the inbox.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct InboxRowView {
    /// Identity of the entry; reopening makes it an attendance.
    pub protocol: String,
    /// Sub-type of WhatsApp.
    pub meta_type: Option<MetaType>,
    /// Name of the customer, otherwise the number.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// The customer's number or account.
    pub phone: String,
    /// Number or account of the route.
    pub route_phone: String,
    /// The last message; `None` without one.
    pub preview: Option<MessagePreview>,
    /// When the customer wrote last, as a JavaScript time value.
    pub time: Option<f64>,
    /// Number of unread messages.
    pub unread: u32,
    /// A reopen waits for its answer.
    pub busy: bool,
}

/// The inbox.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct InboxView {
    /// The entries, the newest message first.
    pub entries: Vec<InboxRowView>,
    /// Number of unread messages: the badge of the inbox.
    pub unattended: u32,
    /// The load of the list failed; it is repeated automatically.
    pub failed: bool,
}

/// A campaign or route that the agent can choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceView {
    /// Id.
    pub id: String,
    /// Name shown to the agent.
    pub name: String,
}

/// The data that the agent needs to begin an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WhatsAppView {
    /// Load state of `campaigns`.
    pub campaigns_state: ListState,
    /// Campaigns that the agent may begin attendances with.
    pub campaigns: Vec<ChoiceView>,
    /// Id of the default campaign; empty: none.
    pub default_campaign: String,
    /// Id of the campaign that `routes` belong to.
    pub routes_of: String,
    /// Routes of that campaign.
    pub routes: Vec<ChoiceView>,
    /// A start waits for its answer.
    pub beginning: bool,
    /// Number of attendances that the agent began and that have not arrived yet.
    pub awaited: u32,
    /// Why the start that was checked last would be refused.
    pub begin_refusal: Option<Text>,
}

/// The messages that the agent selected to forward (WAP-052).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ForwardView {
    /// The attendance of the messages.
    pub protocol: String,
    /// Local ids of the messages.
    pub selected: Vec<String>,
    /// The dialog with the attendances is open.
    pub dialog: bool,
    /// The agent's other open attendances of WhatsApp and Instagram, also those that the list filter hides; only while
    /// the dialog is open.
    pub targets: Vec<String>,
}

/// The templates of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TemplatesView {
    /// The state of the list.
    pub state: ListState,
    /// The templates.
    pub items: Vec<TemplateRecord>,
}

/// A file of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MediumView {
    /// Id of the message with the file.
    pub id: String,
    /// Kind of the file; `None` if unknown.
    pub kind: Option<MessageMedia>,
    /// Address of the bytes.
    pub url: String,
    /// Caption.
    pub caption: String,
    /// Name of the file; empty without one.
    pub name: String,
    /// Size of the file in bytes; 0 if unknown.
    pub size: f64,
    /// The sender of the file.
    pub sender: Author,
    /// Name of the agent who sent it; empty for other senders.
    pub agent_name: String,
    /// When the file was sent, as a JavaScript time value.
    pub time: Option<f64>,
}

/// The files of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GalleryView {
    /// The files, newest first.
    pub items: Vec<MediumView>,
    /// A page is being loaded.
    pub loading: bool,
    /// The last portion could not be loaded.
    pub failed: bool,
    /// There are no more.
    pub complete: bool,
}

/// Name of the customer of an entry, otherwise the number.
pub(super) fn customer_name(entry: &InboxJob) -> &str {
    let contact = entry.contact.as_ref().map(|contact| contact.fullname.as_str()).unwrap_or_default();
    first_visible([contact, &entry.from, &entry.contact_identifier, &entry.whats_app_phone])
}

impl WhatsApp {
    /// The inbox.
    pub fn inbox_view(&self, viewer: Viewer<'_>) -> InboxView {
        InboxView {
            entries: self.inbox.entries.iter().map(|entry| self.inbox_row(entry, viewer)).collect(),
            unattended: self.inbox.unattended(),
            failed: self.inbox.failed,
        }
    }

    fn inbox_row(&self, entry: &InboxJob, viewer: Viewer<'_>) -> InboxRowView {
        let name = customer_name(entry);
        InboxRowView {
            protocol: entry.protocol.to_string(),
            meta_type: entry.meta_type,
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            phone: entry.whats_app_phone.clone(),
            route_phone: entry.route_phone.clone(),
            preview: entry.last_message.as_ref().map(|message| MessagePreview::of(message, viewer, &[])),
            time: entry.last_receipt.map(Wall::as_js),
            unread: entry.messages_not_read,
            busy: self.is_busy(&entry.protocol),
        }
    }

    /// What the agent needs to begin an attendance.
    pub fn view(&self) -> WhatsAppView {
        let choice = |id: &str, name: &str| ChoiceView { id: id.to_owned(), name: name.to_owned() };
        WhatsAppView {
            campaigns_state: self.campaigns.state(),
            campaigns: self.campaigns.items().iter().map(|item| choice(item.id.as_str(), &item.name)).collect(),
            default_campaign: self.default_campaign.clone().unwrap_or_default(),
            routes_of: self.routes.of.to_string(),
            routes: self.routes.list.items().iter().map(|route| choice(&route.id, &route.name)).collect(),
            beginning: self.is_beginning(),
            awaited: u32::try_from(self.manual_activations.len()).unwrap_or(u32::MAX),
            begin_refusal: self.begin_refusal.clone(),
        }
    }

    /// The messages that the agent selected to forward.
    pub fn forward_view(&self, jobs: &Jobs) -> Option<ForwardView> {
        let is_target = |job: &&Job| job.channel() == Channel::Whatsapp && !job.is_ended();
        self.forward.as_ref().map(|forward| ForwardView {
            targets: jobs
                .all()
                .filter(|job| forward.dialog && is_target(job))
                .map(|job| job.protocol().to_string())
                .filter(|protocol| protocol != forward.protocol.as_str())
                .collect(),
            protocol: forward.protocol.to_string(),
            selected: forward.selected.iter().map(ToString::to_string).collect(),
            dialog: forward.dialog,
        })
    }

    /// The templates of an attendance whose variables and files the agent can fill in; `None` if they were not
    /// requested.
    pub fn templates_view(&self, protocol: &Protocol) -> Option<TemplatesView> {
        let (state, items) = self.templates_of(protocol);
        let offered = items.iter().filter(|item| item.header_media.is_none_or(MessageMedia::is_template_header));
        (state != ListState::NotAsked).then(|| TemplatesView { state, items: offered.cloned().collect() })
    }

    /// The files of a conversation; `None` if they were not requested.
    pub fn gallery_view(&self, protocol: &Protocol, viewer: Viewer<'_>) -> Option<GalleryView> {
        let gallery = self.galleries.get(protocol)?;
        let medium = |medium: &crate::wire::WhatsAppMedia| MediumView {
            id: medium.id.clone(),
            kind: medium.kind,
            url: medium.media.clone(),
            caption: medium.caption.clone(),
            name: medium.file_name.clone(),
            size: medium.file_size as f64,
            sender: Author::of(medium.sender_type, medium.agent_id.as_str(), &medium.agent, viewer),
            agent_name: medium.agent.clone(),
            time: medium.date.map(Wall::as_js),
        };
        Some(GalleryView {
            items: gallery.items().iter().map(medium).collect(),
            loading: gallery.is_loading(),
            failed: gallery.has_failed(),
            complete: gallery.is_complete(),
        })
    }
}
