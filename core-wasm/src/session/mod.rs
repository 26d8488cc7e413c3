//! The agent's session: sign-in, the start-up check, the loads that follow it and log-off (spec session §4, §7).

mod answers;
mod area;
mod browser;
mod idle;
mod intent;
mod loading;
mod machine;
mod new_password;
mod notify;
mod registry;
mod second_factor;
mod services;
mod settings;
mod validation;
mod view;

pub use intent::SessionIntent;
pub use machine::Session;
pub use new_password::NewPasswordView;
pub use registry::{SessionSlice, facts, records, slices, timers};
pub use second_factor::{FactorStep, OwnFactorView, SecondFactorView};
pub use services::{FlagValue, Services};
pub use view::{AgentView, SessionPhaseView, SessionView};

pub(crate) use browser::is_supported;
pub(crate) use machine::{ActingAgent, Exit, Identity, Phase, SignOutReason, StartedWith};
pub(crate) use new_password::PasswordLink;
pub(crate) use services::ServicesState;
pub(crate) use validation::{Validation, ValidationResult, is_expired};
