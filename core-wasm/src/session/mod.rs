//! Who is working here: sign-in, the start-up check, the loads that follow it and log-off (spec session §4, §7).

mod answers;
mod area;
mod browser;
mod intent;
mod loading;
mod machine;
mod new_password;
mod notify;
mod registry;
mod services;
mod validation;
mod view;

pub use browser::is_supported;
pub use intent::SessionIntent;
pub use machine::{ActingAgent, Exit, Identity, Phase, Session, SignOutReason, StartedWith};
pub use new_password::{NewPasswordView, PasswordLink};
pub use registry::{records, slices, timers};
pub use services::{FlagValue, Services, ServicesState};
pub use validation::{Validation, ValidationResult, is_expired};
pub use view::{AgentView, SessionPhaseView, SessionView};
