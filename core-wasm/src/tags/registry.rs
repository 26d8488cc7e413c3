//! The keys of tags: one row per kind of slice and timer.

use super::{TagCatalogueView, TagsOfView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("tags");

/// Slices of this area.
pub mod slices {
    use crate::flow::{Entity, Slice};
    use crate::jobs::facts::TAGS;

    /// All tags of the org unit.
    pub static CATALOGUE: Slice<()> = Slice::view("tagCatalogue");
    /// The tags of a contact, a company or an attendance.
    pub static OF: Slice<Entity> = Slice::view("tagsOf").follows(&[TAGS.row()]);
}

slice_views! {
    /// The view of a slice of tags.
    TagsSlice {
        /// All tags of the org unit.
        TagCatalogue(TagCatalogueView),
        /// The tags of a contact, a company or an attendance; `undefined` before they were requested.
        TagsOf(OfEntity<TagsOfView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::{Entity, Timer};
    use crate::wire::Name;

    /// Requests the tags of an attendance group again; of the org unit with an empty name.
    pub static CATALOGUE: Timer<Name> = Timer::named("tag catalogue");
    /// Requests the tags of an entity again.
    pub static OWN: Timer<Entity> = Timer::named("tags of an entity");
}
