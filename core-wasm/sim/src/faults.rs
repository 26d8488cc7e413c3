//! Faults of the server, the network and the disks, for all browsers. Faults of one browser are in `page`; `network`,
//! `serving` and `clock` implement the effects of a fault.

use crate::network::{Delivery, FailKind};
use crate::sim::Sim;
use contact_centre::store::Store;

impl Sim {
    /// The next request whose name (`POST chat/messages`) contains `needle` fails.
    pub fn fail_next(&mut self, needle: &str, kind: FailKind) -> &mut Self {
        self.note("network", &format!("fails {needle}: {kind:?}"));
        self.network.fail_next(needle, kind);
        self
    }

    /// Removes faults that no request has met.
    pub fn forget_faults(&mut self) -> &mut Self {
        self.network.forget_faults();
        self
    }

    /// The process of the server ended: every link breaks, and pending answers are lost. Its store stays.
    pub fn server_down(&mut self) -> &mut Self {
        self.note("server", "down");
        self.server.up = false;
        self.gateway_dies();
        self.messaging_dies();
        self.network.lose_answers();
        for link in self.broker.clear() {
            self.network.cut_connection(link);
            self.network.send(self.now, Delivery::Closed { link });
        }
        self
    }

    pub fn server_up(&mut self) -> &mut Self {
        self.note("server", "up");
        let was_down = !std::mem::replace(&mut self.server.up, true);
        if was_down {
            // Links, calls and registrations ended with the process.
            let (started, recipients) =
                self.server.call(self.now, |centre, store, context| centre.start_up(store, context, true));
            started.expect("store");
            self.deliver(recipients);
            self.registers_desk_telephones();
        }
        self.messaging_starts();
        self
    }

    /// Holds broker frames until the script releases them.
    pub fn hold_frames(&mut self) -> &mut Self {
        self.note("broker", "holds frames");
        self.network.hold_frames();
        self
    }

    /// The next broker frame that contains `needle` is lost; the broker regards it as delivered.
    pub fn loses_frame(&mut self, needle: &str) -> &mut Self {
        self.note("broker", &format!("loses {needle}"));
        self.network.lose_frame(needle);
        self
    }

    pub fn release_frames(&mut self) -> &mut Self {
        self.note("broker", "releases frames");
        for frame in self.network.take_held() {
            self.network.send(self.now, frame);
        }
        self
    }

    /// The held frames arrive in reverse order.
    pub fn release_frames_backwards(&mut self) -> &mut Self {
        self.note("broker", "releases frames backwards");
        for frame in self.network.take_held().into_iter().rev() {
            self.network.send(self.now, frame);
        }
        self
    }

    /// From now on every frame arrives twice, or no longer does.
    pub fn double_frames(&mut self, double: bool) -> &mut Self {
        self.note("broker", if double { "doubles frames" } else { "delivers once" });
        self.network.doubling_frames = double;
        self
    }

    /// The disks of all browsers begin writes without ending them, or catch up.
    pub fn hold_disk(&mut self, hold: bool) -> &mut Self {
        self.note("disk", if hold { "hangs" } else { "goes on" });
        if hold {
            self.network.hold_disk();
        } else {
            // The half second until a draft is stored begins again when the disk works.
            let now = self.now;
            let waiting = self.browsers.iter_mut().flat_map(|browser| browser.unstored_drafts.values_mut());
            waiting.for_each(|since| *since = now);
            for (at, write) in self.network.disk_goes_on(now) {
                self.network.send(at, write);
            }
        }
        self
    }

    /// The process of the server is frozen: sockets stay open, requests hang, no heartbeats are sent.
    pub fn server_freezes(&mut self) -> &mut Self {
        self.note("server", "freezes");
        self.server.frozen = true;
        for id in self.broker.ids() {
            self.browser_will_miss_heartbeats(id);
        }
        self
    }

    /// The server continues: requests that waited are served now, whether their callers still wait or not.
    pub fn server_thaws(&mut self) -> &mut Self {
        self.note("server", "thaws");
        self.server.frozen = false;
        for link in self.broker.ids() {
            if self.network.is_half_open(link) {
                continue;
            }
            self.network.take_back(|other| matches!(other, Delivery::BrowserHearsNothing { link: of } if *of == link));
        }
        for delivery in std::mem::take(&mut self.server.hanging) {
            let waits = match &delivery {
                Delivery::Request(request) => {
                    let (party, call) = (request.party, request.call);
                    let is_it = move |other: &Delivery| matches!(other, Delivery::Answer { party: of, call: to, .. } if (*of, *to) == (party, call));
                    // A caller that waited too long has got a time-out, or gets it when the computer wakes up.
                    if self.now <= request.deadline {
                        self.network.take_back(is_it);
                    }
                    // Served in any case, because the server does not know which callers have given up.
                    true
                }
                Delivery::Connect { link, .. } => {
                    let link = *link;
                    self.network.take_back(|other| matches!(other, Delivery::Closed { link: of } if *of == link))
                }
                _ => true,
            };
            if waits {
                self.network.send(self.now, delivery);
            }
        }
        self.messaging_starts();
        self
    }

    /// Every answer takes this many milliseconds longer; 0 ends it.
    pub fn server_is_slow(&mut self, ms: u64) -> &mut Self {
        self.note("server", &format!("answers {ms} ms later"));
        self.network.slow_ms = ms;
        self
    }

    pub fn answers_slowly(&self) -> bool {
        self.network.slow_ms > 0
    }

    /// The server answers every request with this status and executes nothing, until `None`.
    pub fn server_fails(&mut self, status: Option<u16>) -> &mut Self {
        self.note("server", &format!("answers everything with {status:?}"));
        self.network.failing = status;
        self
    }

    pub fn fails(&self) -> bool {
        self.network.failing.is_some()
    }

    /// The server crashes and loses its queues: undelivered frames and the numbering are lost, a new epoch begins.
    pub fn server_dies_with_its_queues(&mut self) -> &mut Self {
        self.server_down();
        self.note("broker", "loses its memory");
        for agent in self.server.demo.agents.clone() {
            let id = agent.id;
            if let Some(mut head) = self.server.store.queue_tail(&id).expect("store") {
                self.server.store.clear_frames(&id).expect("store");
                head.epoch = format!("{}+", head.epoch);
                head.seq = 0;
                self.server.store.put_queue_tail(&head).expect("store");
            }
        }
        self
    }

    /// Frames take up to this much longer, each a different time, so that they overtake each other. 0 ends it.
    pub fn frames_dawdle(&mut self, ms: u64) -> &mut Self {
        self.note("broker", &format!("frames take up to {ms} ms longer"));
        self.network.frame_jitter_ms = ms;
        self
    }
}
