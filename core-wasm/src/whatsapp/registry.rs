//! The keys of WhatsApp: one row per kind of slice, timer and record.

use super::{
    DestinationsView, EarlierView, ForwardView, GalleryView, InboxView, SearchView, TemplatesView, WhatsAppJobView,
    WhatsAppView,
};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("whatsapp");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;
    use crate::wire::Protocol;

    /// What the agent needs to begin an attendance.
    pub static WHATSAPP: Slice<()> = Slice::view("whatsapp");
    /// The inbox.
    pub static INBOX: Slice<()> = Slice::view("inbox");
    /// The messages that the agent selected to forward.
    pub static FORWARD: Slice<()> = Slice::view("forward");
    /// The WhatsApp part of an attendance.
    pub static WHATSAPP_JOB: Slice<Protocol> = Slice::view("whatsappJob");
    /// The templates of an attendance.
    pub static TEMPLATES: Slice<Protocol> = Slice::view("templates");
    /// Whom an attendance can be transferred to.
    pub static DESTINATIONS: Slice<Protocol> = Slice::view("transferDestinations");
    /// The search in a conversation.
    pub static SEARCH: Slice<Protocol> = Slice::view("conversationSearch");
    /// The media of a conversation.
    pub static MEDIA: Slice<Protocol> = Slice::view("mediaGallery");
    /// Messages before the thread.
    pub static EARLIER: Slice<Protocol> = Slice::view("earlierMessages");
}

slice_views! {
    /// The view of a slice of WhatsApp.
    WhatsAppSlice {
        /// What the agent needs to begin an attendance.
        Whatsapp(Box<WhatsAppView>),
        /// The inbox.
        Inbox(Box<InboxView>),
        /// The messages that the agent selected to forward.
        Forward(OfEntity<ForwardView>),
        /// The WhatsApp part of an attendance.
        WhatsappJob(OfEntity<WhatsAppJobView>),
        /// The templates of an attendance.
        Templates(OfEntity<TemplatesView>),
        /// Whom an attendance can be transferred to.
        TransferDestinations(OfEntity<DestinationsView>),
        /// The search in a conversation.
        ConversationSearch(OfEntity<SearchView>),
        /// The media of a conversation.
        MediaGallery(OfEntity<GalleryView>),
        /// Messages before the thread.
        EarlierMessages(OfEntity<EarlierView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// The results of a search show.
    pub static SEARCH: Timer<Protocol> = Timer::of_job("search");
}
