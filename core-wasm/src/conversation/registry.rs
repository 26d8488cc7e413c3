//! The keys of conversations: one row per kind of slice, timer and record.

use super::{DraftView, EarlierView, MessageView, PresetsView, SearchView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("conversation");

/// Slices of this area.
pub mod slices {
    use crate::flow::{ListName, LocalId, Slice};
    use crate::jobs::facts::{ATTENDANCE, CUSTOMER};
    use crate::wire::Protocol;

    /// The text that the agent has not sent yet.
    pub static DRAFT: Slice<Protocol> = Slice::view("draft").follows(&[ATTENDANCE.row()]);
    /// Local ids of the messages of an attendance, in order.
    pub static THREAD: Slice<Protocol> = Slice::list(ListName::Thread, "thread");
    /// The preset messages of an attendance.
    pub static PRESETS: Slice<Protocol> = Slice::view("presets").follows(&[CUSTOMER.row()]);
    /// The search in a conversation.
    pub static SEARCH: Slice<Protocol> = Slice::view("conversationSearch");
    /// Messages before a thread.
    pub static EARLIER: Slice<Protocol> = Slice::view("earlierMessages").follows(&[CUSTOMER.row()]);
    /// One message.
    pub static MESSAGE: Slice<(Protocol, LocalId)> = Slice::view("message");
}

slice_views! {
    /// The view of a slice of conversations.
    ConversationSlice {
        /// The text that the agent has not sent yet.
        Draft(DraftView),
        /// The preset messages of an attendance.
        Presets(OfEntity<PresetsView>),
        /// The search in a conversation.
        ConversationSearch(OfEntity<SearchView>),
        /// Messages before a thread.
        EarlierMessages(OfEntity<EarlierView>),
        /// One message.
        Message(OfEntity<MessageView>),
    }
}

/// Facts of conversations that slices of areas above follow.
pub mod facts {
    use crate::flow::Fact;
    use crate::wire::Protocol;

    /// The messages of a thread and their places.
    pub static PLACES: Fact<Protocol> = Fact::named("places");
    /// The state of a conversation window, which depends on the time.
    pub static WINDOW: Fact<Protocol> = Fact::named("window");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::{CustomId, Protocol};

    /// Ends the wait until an outbox entry is stored.
    pub static OUTBOX_STORE: Timer<(Protocol, CustomId)> = Timer::outlives_job("outbox stored");
    /// Sends a message again. It continues after the end of the attendance: sent texts are still delivered.
    pub static OUTBOX_RETRY: Timer<Protocol> = Timer::outlives_job("outbox retry");
    /// Requests a thread again whose load failed.
    pub static THREAD_RETRY: Timer<Protocol> = Timer::of_job("thread retry");
    /// Requests preset messages again whose load failed.
    pub static PRESETS: Timer<Protocol> = Timer::of_job("presets");
    /// The agent has typed nothing for some seconds.
    pub static TYPING_SILENCE: Timer<Protocol> = Timer::of_job("typing silence");
    /// The conversation window of an attendance closes.
    pub static WINDOW: Timer<Protocol> = Timer::of_job("window");
    /// Requests a portion of the results of a search again.
    pub static SEARCH_RETRY: Timer<Protocol> = Timer::of_job("search retry");
    /// Requests earlier messages again.
    pub static EARLIER: Timer<Protocol> = Timer::of_job("earlier messages");
    /// The results of a search are shown.
    pub static SEARCH: Timer<Protocol> = Timer::of_job("search");
    /// The time for which the oldest unsent text is kept is over.
    pub static UNSENT_EXPIRY: Timer<()> = Timer::named("unsent expiry");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::{AgentId, CustomId, Protocol};

    /// The last messages of an attendance.
    pub static THREAD: Record<Protocol> = Record::named("attendance", StorePlace::Database);
    /// A draft.
    pub static DRAFT: Record<(AgentId, Protocol)> = Record::named("draft", StorePlace::Unsent);
    /// A message that the server has not confirmed.
    pub static OUTBOX: Record<(AgentId, Protocol, CustomId)> = Record::named("outbox", StorePlace::Unsent);
}
