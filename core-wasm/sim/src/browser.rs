//! One agent's browser: a core, a disk, an address bar, one wake-up. It is the native twin of `core-wasm/src/browser`
//! and decides as little: what an effect means outside is carried out by the simulation.

use crate::checks::Mirror;
use crate::disk::Disk;
use crate::network::Party;
use core_wasm::Step;
use core_wasm::flow::{Mono, Now, Report, Sound, Wake};
use core_wasm::wire::Wall;
use core_wasm::{Input, StoreFailure, Workspace};

pub(crate) const USER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
/// São Paulo.
const UTC_OFFSET_MINUTES: i32 = -180;

pub(crate) struct Browser {
    /// In traces.
    pub name: String,
    pub login: String,
    pub password: String,
    pub party: Party,
    pub workspace: Workspace,
    pub mirror: Mirror,
    pub disk: Disk,
    pub wake: Option<Wake>,
    /// The address bar, below the base path.
    pub path: String,
    pub user_agent: String,
    pub online: bool,
    pub focused: bool,
    /// The browser's clock is so much ahead of the server's.
    pub clock_ahead_ms: i64,
    /// Every write fails like this.
    pub broken_disk: Option<StoreFailure>,
    pub sounds: Vec<Sound>,
    pub reports: Vec<Report>,
}

impl Browser {
    pub fn now(&self, mono: Mono, server: Wall) -> Now {
        Now { mono, wall: server.plus_ms(self.clock_ahead_ms), utc_offset_minutes: UTC_OFFSET_MINUTES }
    }

    /// One input to completion, with everything that must hold afterwards.
    pub fn handle(&mut self, input: Input, now: Now) -> Result<Step, String> {
        let step = self.workspace.handle(input, now);
        self.wake = step.wake;
        self.mirror.check(&self.workspace, &step.dirty)?;
        Ok(step)
    }
}
