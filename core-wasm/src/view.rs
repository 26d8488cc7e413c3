//! The view of any slice as one type, so that the store needs one function to convert and compare them. An area lists its
//! views in its `registry.rs`.

use crate::flow::ListSnapshot;
use serde::Serialize;

/// One row per area with slices.
macro_rules! views {
    ($($(#[$meta:meta])* $variant:ident($slice:ty),)*) => {
        /// The view of one slice; the page receives the inner value.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(untagged)]
        pub enum View {
            $($(#[$meta])* $variant($slice),)*
            /// An ordered list.
            #[cfg_attr(target_arch = "wasm32", serde(skip))]
            List(ListSnapshot),
            /// The entity of the slice does not exist.
            #[cfg_attr(target_arch = "wasm32", serde(skip))]
            Absent,
        }

        $(
            $(#[$meta])*
            impl From<$slice> for View {
                fn from(slice: $slice) -> Self {
                    View::$variant(slice)
                }
            }
        )*
    };
}

views! {
    /// The session.
    Session(crate::session::SessionSlice),
    /// Addresses, dialogs, snackbars and preferences.
    Shell(crate::shell::ShellSlice),
    /// The connection to server and broker.
    Connection(crate::connection::ConnectionSlice),
    /// Channels.
    Channels(crate::channels::ChannelsSlice),
    /// Pauses.
    Pauses(crate::pauses::PausesSlice),
    /// Absent mode.
    Absence(crate::absence::AbsenceSlice),
    /// The supervisor's board.
    Supervision(crate::supervision::SupervisionSlice),
    /// Effects outside the server that were given up.
    DeadEffects(crate::dead_effects::DeadEffectsSlice),
    /// Notification centre and alerts.
    Notifications(crate::notifications::NotificationsSlice),
    /// Attendances.
    Jobs(crate::jobs::JobsSlice),
    /// Contacts.
    Contacts(crate::contacts::ContactsSlice),
    /// The pages of contacts and companies.
    People(crate::people::PeopleSlice),
    /// Conversations.
    Conversation(crate::conversation::ConversationSlice),
    /// Qualification.
    Qualification(crate::qualification::QualificationSlice),
    /// Voice.
    Voice(crate::voice::VoiceSlice),
    /// Supervision of calls.
    CallSupervision(crate::call_supervision::CallSupervisionSlice),
    /// Colleagues and internal calls.
    Colleagues(crate::colleagues::ColleaguesSlice),
    /// WhatsApp and Instagram.
    Whatsapp(crate::whatsapp::WhatsAppSlice),
    /// Transfers of attendances.
    Transfers(crate::transfers::TransfersSlice),
    /// Tags of contacts, companies and attendances.
    Tags(crate::tags::TagsSlice),
    /// History of attendances.
    History(crate::history::HistorySlice),
    /// Churn risk.
    Churn(crate::churn::ChurnSlice),
    /// Search over messages.
    MessageSearch(crate::message_search::MessageSearchSlice),
    /// Saved views of the attendance list.
    ListViews(crate::list_views::ListViewsSlice),
    /// Broadcasts.
    Broadcasts(crate::broadcasts::BroadcastsSlice),
    /// Internal notes.
    Notes(crate::notes::NotesSlice),
    /// Import of contacts.
    Imports(crate::imports::ImportsSlice),
    /// The area of the registry tests.
    #[cfg(test)]
    Counter(crate::counter::CounterSlice),
}

/// A missing entity is `Absent`.
impl<T: Into<View>> From<Option<T>> for View {
    fn from(slice: Option<T>) -> Self {
        slice.map_or(View::Absent, T::into)
    }
}
