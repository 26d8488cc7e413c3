//! Intents of WhatsApp.

use crate::conversation::MediaFile;
use crate::flow::FromPage;
use crate::wire::{ContactId, Protocol, QueueId};

/// An action of the agent; the page writes `{ area: "whatsapp", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WhatsAppIntent {
    /// Pins or unpins an attendance (JOB-027).
    Pin {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// False unpins.
        pinned: bool,
    },
    /// Marks an attendance as read or unread (JOB-028).
    MarkUnread {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// False marks the conversation as read.
        unread: bool,
    },
    /// Opens an ended attendance or an entry of the inbox again (WAP-050).
    Reopen {
        /// The attendance or the entry.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the templates of the attendance (WAP-097).
    LoadTemplates {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Sends a template.
    SendTemplate {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the template.
        template_id: String,
        /// Values of the variables, in order.
        variables: Vec<String>,
        /// The file of the header, which the page keeps.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        file: Option<MediaFile>,
        /// Address of the header's file in place of `file`; empty without one.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        header_link: String,
    },
    /// Selects a message to forward, or takes it out of the selection (WAP-052).
    SelectForward {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// Opens the dialog with the attendances that the selection can be forwarded to.
    OpenForward,
    /// Forwards the selection to an attendance (WAP-053).
    ForwardTo {
        /// The attendance that gets the messages.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Ends the selection (WAP-054).
    CloseForward,
    /// Begins an attendance with a number or a contact (WAP-073).
    Begin {
        /// The number; empty for the number of the contact.
        #[serde(default)]
        phone: String,
        /// The contact; empty for a number.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        contact_id: ContactId,
        /// The campaign; empty: the agent's default one.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        campaign_id: QueueId,
        /// The route; empty: the first one of the campaign.
        #[serde(default)]
        route_id: String,
    },
    /// Asks the server why a start with this number or contact would be refused; the agent is still filling in the form.
    CheckBegin {
        /// As in `Begin`.
        #[serde(default)]
        phone: String,
        /// As in `Begin`.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        contact_id: ContactId,
        /// As in `Begin`.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
        campaign_id: QueueId,
        /// As in `Begin`.
        #[serde(default)]
        route_id: String,
    },
    /// Loads the campaigns that the agent may begin attendances with.
    LoadCampaigns,
    /// Loads the routes of a campaign.
    LoadRoutes {
        /// The campaign.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        campaign_id: QueueId,
    },
    /// The agent closed the dialog before the attendance arrived: the attendance does not open any more.
    LeaveBegin,
    /// Chooses the default campaign; empty: none (WAP-104).
    SetDefaultCampaign {
        /// The campaign.
        campaign_id: String,
    },
    /// Opens the files of a conversation (WAP-068): the first portion is loaded.
    OpenMedia {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the script of the attendance's queue or campaign, or the fields of a script that is known (QUA-020).
    LoadScript {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the next portion of the files of a conversation (WAP-068).
    LoadMedia {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Requests a new address for a file of the open gallery: the earlier one expired (WAP-069).
    RenewMedium {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of its message.
        message_id: String,
    },
    /// Registers the customer's number for messages of the provider (WAP-046).
    OptIn {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
