//! Keys of the slices that components subscribe to. Small slices keep the cost of an event proportional to its change.

use super::FactRow;
use super::key::{Ids, Key, Kind, Row, RowName};
use crate::wire::Name;
use serde::Serialize;
use std::fmt;

/// Key of a message inside its thread: `c…` with the sender's `custom_id`, `s…` with the server's sequence number. It
/// never changes, so that the component of a message does not remount when the server's ids arrive.
pub type LocalId = Name;

/// The groups of the attendance list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum JobGroup {
    /// Attendances that the agent pinned.
    Pinned,
    /// Open attendances whose customers wait for an answer, if the agent sorts by waiting time (BEY-155).
    Waiting,
    /// The other open attendances.
    Active,
    /// Attendances that the agent snoozed until a time or a reply (BEY-161).
    Snoozed,
    /// Ended attendances that wait for qualification.
    ToQualify,
}

impl JobGroup {
    /// Every group, in display order.
    pub const ALL: [JobGroup; 5] =
        [JobGroup::Pinned, JobGroup::Waiting, JobGroup::Active, JobGroup::Snoozed, JobGroup::ToQualify];

    /// The spelling in slice keys.
    pub fn as_str(self) -> &'static str {
        match self {
            JobGroup::Pinned => "pinned",
            JobGroup::Waiting => "waiting",
            JobGroup::Active => "active",
            JobGroup::Snoozed => "snoozed",
            JobGroup::ToQualify => "toQualify",
        }
    }
}

/// The first part of the keys of list slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListName {
    /// The attendances of a group.
    JobOrder,
    /// The messages of an attendance.
    Thread,
    /// The agents on the supervisor's board.
    BoardOrder,
    /// The contacts of the list of contacts.
    ContactOrder,
    /// The companies of the list of companies.
    CompanyOrder,
    /// The contacts of a company.
    CompanyContacts,
    /// The colleagues of the list of colleagues.
    ColleagueOrder,
    /// The lists of broadcasts.
    BroadcastOrder,
    /// The entries of the opened broadcast.
    BroadcastEntries,
    /// The contacts to choose from for a new broadcast.
    BroadcastContactOrder,
}

/// The view of an entity, boxed because it is large. The page receives `undefined` if the entity does not exist.
pub type OfEntity<T> = Box<T>;

/// The views of an area: one variant per kind of slice that is not a list, with the name of the slice. The page's types
/// (`SliceViews`) follow from it.
macro_rules! slice_views {
    ($(#[$doc:meta])* $name:ident { $($(#[$view_doc:meta])* $variant:ident($view:ty),)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), serde(rename_all = "camelCase"))]
        pub enum $name {
            $($(#[$view_doc])* $variant($view),)*
        }

        /// Only the view is passed: the page knows the slice from its key.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(view) => view.serialize(serializer),)*
                }
            }
        }
    };
}
pub(crate) use slice_views;

/// One kind of slice.
#[derive(Debug)]
pub struct SliceRow {
    name: RowName,
    list: Option<ListName>,
    follows: &'static [&'static FactRow],
}

impl SliceRow {
    /// The kind of list; `None` for a slice that the page receives as one view.
    pub fn list(&self) -> Option<ListName> {
        self.list
    }

    /// Whether the slice shows this fact of an area below.
    pub fn follows(&self, fact: &'static FactRow) -> bool {
        self.follows.iter().any(|followed| std::ptr::eq(*followed, fact))
    }

    /// Whether the slice shows a fact of an area below.
    pub fn is_follower(&self) -> bool {
        !self.follows.is_empty()
    }
}

impl Row for SliceRow {
    fn name(&self) -> &RowName {
        &self.name
    }
}

/// A kind of slice whose keys carry the identifiers `I`.
pub type Slice<I> = Kind<SliceRow, I>;

/// The key of one slice.
pub type SliceKey = Key<SliceRow>;

impl<I: Ids> Slice<I> {
    /// A slice that the page receives as one view.
    pub const fn view(name: &'static str) -> Self {
        Self::new(SliceRow { name: RowName::of::<I>(name), list: None, follows: &[] })
    }

    /// An ordered list of identifiers that the page receives as patches. `name` begins with the spelling of `list`.
    pub const fn list(list: ListName, name: &'static str) -> Self {
        Self::new(SliceRow { name: RowName::of::<I>(name), list: Some(list), follows: &[] })
    }

    /// This slice, marked as changed whenever one of these facts changes.
    pub const fn follows(self, facts: &'static [&'static FactRow]) -> Self {
        let SliceRow { name, list, .. } = self.peek();
        Self::new(SliceRow { name: *name, list: *list, follows: facts })
    }
}

impl SliceKey {
    /// Whether the page receives the slice as list patches.
    pub fn is_list(&self) -> bool {
        self.row().list.is_some()
    }

    /// Parses the text of `Display` (`message:{protocol}:{id}`); `None` if no row of `rows` has this name.
    pub fn parse(rows: impl Iterator<Item = &'static SliceRow>, text: &str) -> Option<Self> {
        Self::read(rows, text, ':')
    }
}

impl fmt::Display for SliceKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.spelling(':'))
    }
}
