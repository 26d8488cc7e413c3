//! A whole contact centre as one value: the real core of the workspace in simulated browsers, the real contact centre
//! over its memory store, customers, a network that can fail, and a clock that jumps from wake-up to wake-up. A
//! scenario is a script that reads like prose:
//!
//! ```
//! use workspace_sim::{Sim, SUPPORT};
//!
//! let mut sim = Sim::new(1);
//! sim.agent(0).signs_in().connects_chat();
//! let chat = sim.customer("Mariana").starts(SUPPORT);
//! sim.customer("Mariana").writes("Bom dia!");
//! sim.agent(0).writes(&chat, "Boa tarde, Mariana.");
//! sim.agent(0).expect_thread(&chat, &["system: chatStarted", "customer: Bom dia!", "agent: Boa tarde, Mariana. (sent)"]);
//! sim.customer("Mariana").expect_hears("Ana Souza: Boa tarde, Mariana.");
//! sim.agent(0).reload().expect_rows(&["Mariana"]);
//! sim.expect_agreement();
//! ```
//!
//! Nothing here is a second model: requests go to `Centre::http`, customers to `Centre::outside`, broker links are
//! checked by `Centre::broker_login`, frames come from the store, calls go through the gateway's own signalling (`telephony`), messages
//! of WhatsApp and Instagram through the code of providers (`messaging`).
//! Only sockets, disks, sound, agents and customers are simulated.
//!
//! After every single step of every core the harness checks what must always hold (`checks`, `ledger`, `presence`): a
//! view that changed was marked, patches give the list they promise, no identifier comes twice, no text is sent twice,
//! no secret reaches a disk, a channel's status follows from its facts, nothing reaches an absent or paused agent. A
//! violated rule stops the script and prints the trace. The same seed and script give the same trace, byte for byte, in
//! every process.
//!
//! Verbs in the third person (`signs_in`, `writes`) wait until everything has arrived; `intent`, `page` and the faults
//! do not, so that a script can act while requests are pending. Time passes only in `advance` and `settle`.
#![forbid(unsafe_code)]

mod agent;
mod books;
mod broadcast_rules;
mod broadcasting;
mod broker;
mod browser;
mod call_rules;
mod callers;
mod checks;
mod clock;
mod counts;
mod customer;
mod disk;
mod exchange;
mod faults;
mod fetching;
mod hosting;
mod later;
mod ledger;
mod messaging;
mod network;
pub mod oracle;
mod page;
mod phones;
mod presence;
mod provider_faults;
mod rooms;
mod screen;
mod server;
mod serving;
mod sim;
mod store;
mod switch;
mod talks;
mod telephony;
mod trace;
mod uploads;
mod voice_screen;
mod webhooks;

pub use agent::AgentHandle;
pub use counts::Counts;
pub use customer::CustomerHandle;
pub use disk::Spoiling;
pub use fetching::FileFault;
pub use network::FailKind;
pub use phones::{PhoneHandle, lines};
pub use provider_faults::ProviderFault;
pub use sim::{RENEWALS, START, SUPPORT, Sim, minutes, ms, secs};
pub use store::{Overlapping, SimStore};
pub use telephony::numbers;
pub use uploads::file;

pub use ::messaging as providers;
pub use contact_centre;
pub use core_wasm;
pub use messenger;
pub use voice_gateway;
