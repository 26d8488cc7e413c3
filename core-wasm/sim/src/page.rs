//! Events of one browser: its page loads, reloads, crashes and sleeps, its links break, its disk fails, its clock is
//! set, a second tab opens. Actions of the agent are in `agent`.

use crate::agent::AgentHandle;
use crate::disk::Spoiling;
use crate::later::LaterItems;
use crate::network::{Delivery, LinkId};
use crate::presence;
use crate::sim::Sim;
use core_wasm::channels;
use core_wasm::connection;
use core_wasm::conversation;
use core_wasm::notifications;
use core_wasm::qualification;
use core_wasm::session;
use core_wasm::{PageInput, StoreFailure, Workspace};

/// Time that the server adds to two heartbeats before it drops a silent link (`server/src/stomp/heartbeat.rs`).
const SERVER_TOLERANCE_MS: u64 = 1_000;

impl AgentHandle<'_> {
    /// The page is closed regularly, so that all records are stored, and loads again.
    pub fn reload(&mut self) -> &mut Self {
        self.leaves_page();
        self.sim.load_page(self.index);
        self.expect_restored().settles()
    }

    fn leaves_page(&mut self) {
        self.page(PageInput::Visible { visible: false });
        let party = self.sim.browsers[self.index].party;
        for write in self.sim.network.take_writes(party) {
            self.sim.apply(self.index, write);
        }
    }

    /// The process of the page crashes: pending writes are lost. The page loads again.
    pub fn crash(&mut self) -> &mut Self {
        self.sim.note("browser", "crashes");
        let party = self.sim.browsers[self.index].party;
        self.sim.network.take_writes(party);
        self.sim.load_page(self.index);
        self.settles()
    }

    /// The records of the disk are restored: restore(persist(s)) = s for everything that is not derived from other
    /// records.
    fn expect_restored(&mut self) -> &mut Self {
        let browser = &self.sim.browsers[self.index];
        let disk = self.sim.disk(self.index);
        let tabs = self.sim.browsers.iter().filter(|other| other.open && other.machine == browser.machine).count();
        // A damaged record is restored as far as possible, and records that two tabs wrote do not fit together. A page
        // whose session another tab has taken restores none of them.
        let put_aside = presence::is_in_other_tab(browser);
        if disk.token().is_none() || disk.is_spoiled() || tabs > 1 || put_aside {
            return self;
        }
        for (key, text) in disk.database() {
            // The open conversation and the present actions of the customer are not restored.
            let global = [
                &session::records::AGENT,
                &session::records::SYSTEM,
                &session::records::ATTENDANCE_GROUPS,
                &channels::records::CHANNEL,
                &notifications::records::NOTIFICATIONS,
                &connection::records::JOURNAL,
            ];
            let of_job = [&conversation::records::THREAD, &qualification::records::QUALIFICATION];
            let durable = global.iter().any(|kind| kind.has(key)) || of_job.iter().any(|kind| kind.has(key));
            if durable {
                let restored = browser.workspace.record(key);
                assert_eq!(restored.as_deref(), Some(text), "the record {} after the reload", key.name());
            }
        }
        self
    }

    /// The connection to the broker breaks; both sides notice at once. What was being transmitted on it is lost.
    pub fn drop_link(&mut self) -> &mut Self {
        self.sim.note("network", "drops the link");
        for link in self.sim.broker.links_of(self.index) {
            self.sim.network.cut_connection(link);
            self.sim.link_gone(link);
            self.sim.network.send(self.sim.now, Delivery::Closed { link });
        }
        self
    }

    pub fn goes_offline(&mut self) -> &mut Self {
        self.drop_link();
        self.sim.browsers[self.index].online = false;
        self.page(PageInput::Online { online: false })
    }

    pub fn comes_online(&mut self) -> &mut Self {
        self.sim.browsers[self.index].online = true;
        self.page(PageInput::Online { online: true })
    }

    /// Every write from now on fails, or works again.
    pub fn breaks_disk(&mut self, failure: Option<StoreFailure>) -> &mut Self {
        self.sim.disk_mut(self.index).breaks(failure);
        let machine = self.sim.browsers[self.index].machine;
        for browser in self.sim.browsers.iter_mut().filter(|browser| browser.machine == machine) {
            browser.disk_failed |= failure.is_some();
        }
        self
    }

    /// The browser's clock is wrong by this much from now on.
    pub fn sets_clock_ahead(&mut self, ms: i64) -> &mut Self {
        self.sim.browsers[self.index].clock_ahead_ms = ms;
        self
    }

    /// The browser is started again with this address and engine, and with the records of its disk.
    pub fn starts_at(&mut self, path: &str, user_agent: &str) -> &mut Self {
        let browser = &mut self.sim.browsers[self.index];
        browser.path = path.to_owned();
        browser.user_agent = user_agent.to_owned();
        self.sim.load_page(self.index);
        self.settles()
    }

    /// Page and server regard the connection as open, but nothing is transferred. Each of them notices it by the
    /// missing heartbeats.
    pub fn link_goes_half_open(&mut self) -> &mut Self {
        self.sim.note("network", "leaves the link half-open");
        for link in self.sim.broker.links_of(self.index) {
            self.sim.browser_will_miss_heartbeats(link);
            self.sim.silence(link);
        }
        self
    }

    /// The computer sleeps: the page does not run, and gets no message about it.
    pub fn falls_asleep(&mut self) -> &mut Self {
        self.sim.note("browser", "falls asleep");
        for link in self.sim.broker.links_of(self.index) {
            self.sim.silence(link);
        }
        self.sim.silences_signalling(self.index);
        self.sim.browsers[self.index].asleep = Some((self.sim.now, Vec::new()));
        self
    }

    /// The page notices how long it did not run. Its links are broken, which it notices at the next heartbeat.
    pub fn wakes_up(&mut self) -> &mut Self {
        let Some((since, held)) = self.sim.browsers[self.index].asleep.take() else { return self };
        self.sim.note("browser", "wakes up");
        // The half second until a draft is stored passes only while the computer is awake.
        let now = self.sim.now;
        self.sim.browsers[self.index].unstored_drafts.values_mut().for_each(|since| *since = now);
        for delivery in held {
            self.sim.network.send(self.sim.now, delivery);
        }
        for link in self.sim.browsers[self.index].links.clone() {
            self.sim.network.send(self.sim.now.plus_ms(100), Delivery::BrowserHearsNothing { link });
        }
        let ms = self.sim.now.since_ms(since) as f64;
        self.sim.gap_begins(self.sim.browsers[self.index].party);
        self.page(PageInput::Gap { ms })
    }

    /// The core crashes on the next frame that reaches it, and on the same frame each time it is handled.
    pub fn dies_of_the_next_frame(&mut self) -> &mut Self {
        self.sim.browsers[self.index].deadly = Some(None);
        self
    }

    /// No frame causes a crash any more.
    pub fn is_immune(&mut self) -> &mut Self {
        self.sim.browsers[self.index].deadly = None;
        self
    }

    /// Damages one record of the local database: `choice` selects it, modulo the number of records.
    pub fn spoils_a_record(&mut self, choice: usize, spoiling: Spoiling) -> &mut Self {
        let spoilt = self.sim.disk_mut(self.index).spoil(choice, spoiling);
        self.sim.note("disk", &format!("{spoiling:?} {}", spoilt.unwrap_or_default()));
        self
    }

    /// Opens one more tab of the same browser, with the same disk. The simulation treats the tab as another browser
    /// with its own number.
    pub fn opens_another_tab(&mut self) -> usize {
        let browser = &self.sim.browsers[self.index];
        let (name, login, password) = (format!("{}'", browser.name), browser.login.clone(), browser.password.clone());
        let index = self.sim.add_browser(&name, &login, &password, browser.machine);
        self.sim.settle();
        index
    }

    /// Closes the page regularly; it stays closed until the script opens it.
    pub fn closes_page(&mut self) -> &mut Self {
        self.leaves_page();
        self.sim.note("browser", "closes");
        self.sim.end_page(self.index);
        self
    }

    pub fn opens_page_at(&mut self, path: &str) -> &mut Self {
        self.sim.browsers[self.index].path = path.to_owned();
        self.sim.load_page(self.index);
        self.settles()
    }

    /// "Usar nesta aba": the page is reloaded.
    pub fn takes_session_back(&mut self) -> &mut Self {
        self.leaves_page();
        self.opens_page_at("/")
    }
}

impl Sim {
    /// After two heartbeats the browser regards the connection as lost.
    pub(crate) fn browser_will_miss_heartbeats(&mut self, link: LinkId) {
        if let Some(heartbeat_ms) = self.broker.link(link).map(|link| link.heartbeat_ms) {
            let at = self.now.plus_ms(2 * u64::from(heartbeat_ms));
            self.network.send(at, Delivery::BrowserHearsNothing { link });
        }
    }

    /// Nothing is transferred any more; the server regards the connection as lost a little later than a browser would.
    pub(crate) fn silence(&mut self, link: LinkId) {
        let Some(held) = self.broker.link(link) else { return };
        let at = self.now.plus_ms(2 * u64::from(held.heartbeat_ms) + SERVER_TOLERANCE_MS);
        self.network.half_open(link);
        self.network.send(at, Delivery::ServerHearsNothing { link });
    }

    /// The page was closed and not replaced.
    pub(crate) fn end_page(&mut self, index: usize) {
        let seed = self.next_seed();
        for link in self.broker.links_of(index) {
            self.network.cut_connection(link);
            self.link_gone(link);
        }
        self.release_session(self.browsers[index].party);
        self.release_ports(self.browsers[index].party);
        self.watch.gaps.remove(&self.browsers[index].party);
        let browser = &mut self.browsers[index];
        browser.party.page += 1;
        browser.open = false;
        browser.workspace = Workspace::new(seed, core_wasm::Restored::default());
        browser.mirror.begins_anew(&browser.workspace);
        browser.wake = None;
        browser.asleep = None;
        browser.given_delivery = None;
        browser.links.clear();
        browser.unstored_drafts.clear();
        browser.later_items = LaterItems::default();
    }

    /// The page loads: a new core with a new seed and the records of the disk.
    pub(crate) fn load_page(&mut self, index: usize) {
        self.end_page(index);
        let seed = self.next_seed();
        let mut restored = self.disk(index).restored();
        let broken = self.disk(index).failure().is_some();
        let browser = &mut self.browsers[index];
        browser.disk_failed = broken;
        browser.given_delivery = browser.noted_delivery.take();
        restored.unhandled_delivery.clone_from(&browser.given_delivery);
        browser.workspace = Workspace::new(seed, restored);
        browser.mirror.begins_anew(&browser.workspace);
        self.start_page(index);
    }
}
