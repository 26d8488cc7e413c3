//! The keys of WhatsApp: one row per kind of slice and timer.

use super::{ForwardView, GalleryView, InboxView, JobScriptView, TemplatesView, WhatsAppJobView, WhatsAppView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("whatsapp");

/// Slices of this area.
pub mod slices {
    use crate::conversation::facts::WINDOW;
    use crate::flow::Slice;
    use crate::jobs::facts::ATTENDANCE;
    use crate::wire::Protocol;

    /// What the agent needs to begin an attendance.
    pub static WHATSAPP: Slice<()> = Slice::view("whatsapp");
    /// The inbox.
    pub static INBOX: Slice<()> = Slice::view("inbox");
    /// The messages that the agent selected to forward.
    pub static FORWARD: Slice<()> = Slice::view("forward");
    /// The WhatsApp part of an attendance.
    pub static WHATSAPP_JOB: Slice<Protocol> = Slice::view("whatsappJob").follows(&[ATTENDANCE.row(), WINDOW.row()]);
    /// The templates of an attendance.
    pub static TEMPLATES: Slice<Protocol> = Slice::view("templates");
    /// The files of a conversation.
    pub static MEDIA: Slice<Protocol> = Slice::view("mediaGallery");
    /// The script of an attendance.
    pub static SCRIPT: Slice<Protocol> = Slice::view("jobScript");
}

/// Facts of WhatsApp that slices of areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// The campaigns of the agent, and the routes of a campaign.
    pub static CHOICES: Fact<()> = Fact::named("campaigns and routes");
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
        /// The files of a conversation.
        MediaGallery(OfEntity<GalleryView>),
        /// The script of an attendance.
        JobScript(OfEntity<JobScriptView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// Requests the campaigns of the agent again.
    pub static CAMPAIGNS: Timer<()> = Timer::named("whatsapp campaigns");
    /// Requests the routes of a campaign again.
    pub static ROUTES: Timer<()> = Timer::named("whatsapp routes");
    /// Requests files of a conversation again.
    pub static MEDIA: Timer<Protocol> = Timer::of_job("media");
    /// Requests the templates of an attendance again.
    pub static TEMPLATES: Timer<Protocol> = Timer::of_job("templates");
}
