//! The keys of broadcasts: one row per kind of slice, timer and record.

use super::{
    BroadcastCardView, BroadcastContactView, BroadcastContactsView, BroadcastEntryView, BroadcastView, BroadcastsView,
    NewBroadcastView,
};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("broadcasts");

/// Slices of this area.
pub mod slices {
    use crate::flow::{ListName, Slice};
    use crate::people::facts::COLUMNS;
    use crate::session::facts::ORG_UNIT;
    use crate::whatsapp::facts::CHOICES;
    use crate::wire::{BroadcastId, Name, ScheduleId};

    /// State, search and counts of the lists.
    pub static BROADCASTS: Slice<()> = Slice::view("broadcasts").follows(&[ORG_UNIT.row()]);
    /// Ids of the lists that the filter shows, newest first.
    pub static ORDER: Slice<()> = Slice::list(ListName::BroadcastOrder, "broadcastOrder:shown");
    /// A list.
    pub static CARD: Slice<BroadcastId> = Slice::view("broadcastCard");
    /// The opened list.
    pub static OPENED: Slice<()> = Slice::view("broadcast");
    /// Ids of the entries of the opened list that the filter shows: errors first, then the newest change.
    pub static ENTRIES: Slice<()> = Slice::list(ListName::BroadcastEntries, "broadcastEntries:shown");
    /// An entry of a list.
    pub static ENTRY: Slice<(BroadcastId, ScheduleId)> = Slice::view("broadcastEntry");
    /// The draft of a new broadcast.
    pub static NEW: Slice<()> = Slice::view("newBroadcast").follows(&[ORG_UNIT.row(), CHOICES.row(), COLUMNS.row()]);
    /// The search for contacts of a new broadcast.
    pub static CONTACTS: Slice<()> = Slice::view("broadcastContacts");
    /// Ids of the contacts to choose from.
    pub static CONTACT_ORDER: Slice<()> = Slice::list(ListName::BroadcastContactOrder, "broadcastContactOrder:shown");
    /// A contact to choose, or a row of a file.
    pub static CONTACT: Slice<Name> = Slice::view("broadcastContact");
}

slice_views! {
    /// The view of a slice of broadcasts.
    BroadcastsSlice {
        /// State, search and counts of the lists.
        Broadcasts(BroadcastsView),
        /// A list.
        BroadcastCard(OfEntity<BroadcastCardView>),
        /// The opened list; `undefined` without one.
        Broadcast(OfEntity<BroadcastView>),
        /// An entry of a list.
        BroadcastEntry(OfEntity<BroadcastEntryView>),
        /// The draft of a new broadcast; `undefined` while it is closed.
        NewBroadcast(OfEntity<NewBroadcastView>),
        /// The search for contacts of a new broadcast; `undefined` while it is closed.
        BroadcastContacts(OfEntity<BroadcastContactsView>),
        /// A contact to choose, or a row of a file.
        BroadcastContact(OfEntity<BroadcastContactView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Requests the lists again.
    pub static LISTS: Timer<()> = Timer::named("broadcasts");
    /// The sending of a planned list begins.
    pub static START: Timer<()> = Timer::named("broadcast start");
    /// Requests entries of the opened list again.
    pub static ENTRIES: Timer<()> = Timer::named("broadcast entries");
    /// Requests the templates of the draft again.
    pub static TEMPLATES: Timer<()> = Timer::named("broadcast templates");
    /// The agent stopped changing the draft, or its check is repeated.
    pub static CHECK: Timer<()> = Timer::named("broadcast check");
    /// The agent stopped typing in the search for contacts, or a request is repeated.
    pub static CONTACTS: Timer<()> = Timer::named("broadcast contacts");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::AgentId;

    /// The draft of an agent.
    pub static DRAFT: Record<AgentId> = Record::named("broadcast", StorePlace::Unsent);
}
