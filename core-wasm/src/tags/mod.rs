//! Tags of contacts, companies and attendances (TAG-001 to TAG-008).

mod area;
mod intent;
mod machine;
mod registry;
mod view;

pub use intent::TagsIntent;
pub use machine::{Exit, Tags};
pub use registry::{TagsSlice, slices, timers};
pub use view::{TagCatalogueView, TagGroupView, TagItemView, TagsOfView};
