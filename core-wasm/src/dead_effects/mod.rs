//! Effects outside the server that were given up (BEY-131), for supervisors: the list of the org unit, and the request of another attempt of one
//! of them. The list is loaded when the board opens, when the dialog opens and when the supervisor refreshes; no event reports changes.

mod area;
mod intent;
mod machine;
mod phase;
mod registry;
mod view;

pub use intent::DeadEffectsIntent;
pub use phase::{ListPhase, RetryPhase};
pub use registry::{DeadEffectsSlice, slices, timers};
pub use view::{DeadEffectView, DeadEffectsView};

pub(crate) use machine::{DeadEffects, Exit};
