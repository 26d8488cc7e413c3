//! The browser of one agent: a core, a disk, an address bar, one wake-up. It corresponds to `core-wasm/src/browser` and
//! decides as little; the simulation executes the effects outside.

use crate::checks::Mirror;
use crate::counts::Counts;
use crate::later::LaterItems;
use crate::network::{Delivery, LinkId, Party};
use core_wasm::Step;
use core_wasm::flow::{Mono, Now, Report, Sound, Wake};
use core_wasm::wire::{Protocol, Wall};
use core_wasm::{Input, Workspace};
use std::collections::BTreeMap;

pub(crate) const USER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
/// Minutes to add to UTC in São Paulo, all year.
pub(crate) const UTC_OFFSET_MINUTES: i32 = -180;

pub(crate) struct Browser {
    /// Name of the browser in traces.
    pub name: String,
    pub login: String,
    pub password: String,
    pub party: Party,
    pub workspace: Workspace,
    pub mirror: Mirror,
    pub machine: usize,
    /// Whether a page is loaded.
    pub open: bool,
    pub wake: Option<Wake>,
    /// Path in the address bar, below the base path.
    pub path: String,
    pub user_agent: String,
    pub online: bool,
    pub focused: bool,
    /// Milliseconds by which the browser's clock is ahead of the server's.
    pub clock_ahead_ms: i64,
    /// Since when the computer sleeps, and the deliveries that arrived meanwhile.
    pub asleep: Option<(Mono, Vec<Delivery>)>,
    /// Connections that this page regards as open.
    pub links: Vec<LinkId>,
    /// A frame on which the core crashes: which one, after one has arrived.
    pub deadly: Option<Option<String>>,
    /// The host recorded this frame before it was handled, and the core crashed on it.
    pub noted_delivery: Option<String>,
    /// The unhandled frame that this page received at its start.
    pub given_delivery: Option<String>,
    pub crashed_cores: u32,
    /// The disk failed while this page was open: it may lack records that the core wrote.
    pub disk_failed: bool,
    /// Drafts that changed and are not on the disk, with the time of the change.
    pub unstored_drafts: BTreeMap<Protocol, Mono>,
    pub later_items: LaterItems,
    pub sounds: Vec<Sound>,
    pub reports: Vec<Report>,
}

impl Browser {
    pub fn now(&self, mono: Mono, server: Wall) -> Now {
        Now { mono, wall: server.plus_ms(self.clock_ahead_ms) }
    }

    /// Handles one input completely, and checks the invariants afterwards.
    pub fn handle(&mut self, input: Input, now: Now, counts: &mut Counts) -> Result<Step, String> {
        let step = self.workspace.handle(input, now);
        self.wake = step.wake;
        self.mirror.check(&self.workspace, &step.dirty.iter().cloned().collect(), counts)?;
        Ok(step)
    }
}
