//! One agent's browser: a core, a disk, an address bar, one wake-up. It is the native twin of `core-wasm/src/browser`
//! and decides as little: what an effect means outside is carried out by the simulation.

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
    /// In traces.
    pub name: String,
    pub login: String,
    pub password: String,
    pub party: Party,
    pub workspace: Workspace,
    pub mirror: Mirror,
    pub machine: usize,
    /// A page is loaded.
    pub open: bool,
    pub wake: Option<Wake>,
    /// The address bar, below the base path.
    pub path: String,
    pub user_agent: String,
    pub online: bool,
    pub focused: bool,
    /// The browser's clock is so much ahead of the server's.
    pub clock_ahead_ms: i64,
    /// Since when the computer sleeps, and what reached it meanwhile.
    pub asleep: Option<(Mono, Vec<Delivery>)>,
    /// Connections that this page takes for open.
    pub links: Vec<LinkId>,
    /// The core dies of a frame: of which, once one has come.
    pub deadly: Option<Option<String>>,
    /// The host noted this frame before it was handled, and the core died of it.
    pub noted_delivery: Option<String>,
    /// The unhandled frame that this page was given at its start.
    pub given_delivery: Option<String>,
    pub deaths: u32,
    /// The disk was broken while this page was open: it may not hold everything that the core wrote.
    pub disk_failed: bool,
    /// Drafts that changed and are not on the disk, since when.
    pub unstored_drafts: BTreeMap<Protocol, Mono>,
    pub later_items: LaterItems,
    pub sounds: Vec<Sound>,
    pub reports: Vec<Report>,
}

impl Browser {
    pub fn now(&self, mono: Mono, server: Wall) -> Now {
        Now { mono, wall: server.plus_ms(self.clock_ahead_ms) }
    }

    /// One input to completion, with everything that must hold afterwards.
    pub fn handle(&mut self, input: Input, now: Now, counts: &mut Counts) -> Result<Step, String> {
        let step = self.workspace.handle(input, now);
        self.wake = step.wake;
        self.mirror.check(&self.workspace, &step.dirty.iter().cloned().collect(), counts)?;
        Ok(step)
    }
}
