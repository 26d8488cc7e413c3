//! Faults and their ends: network, server, broker, disk, page and computer.

use crate::actions::{Action, Dice};
use crate::day::{Day, PEOPLE, TAB};
use workspace_sim::contact_centre::store::Store;
use workspace_sim::core_wasm::StoreFailure;
use workspace_sim::{FailKind, Sim, Spoiling, minutes, ms, secs};

/// Requests that a fault may meet.
const PATHS: [&str; 15] = [
    "auth/validate",
    "agents/",
    "jobs/active",
    "chat/messages",
    "chat/messages",
    "job/",
    "contacts",
    "qualif",
    "channels/",
    "pauses",
    "/enter/",
    "-absent-mode",
    "board",
    "broadcast/whatsapp",
    "broadcast/whatsapp",
];

/// Lists of a server that may be newer than the page.
const LISTS: [&str; 10] = [
    "GET pauses",
    "GET pauses/agent",
    "GET pauses/agent",
    "GET template/contact-filters",
    "GET contacts/columns",
    "GET agents/history",
    "GET employers",
    "GET contacts?",
    "GET broadcast/whatsapp/agent",
    "GET broadcast/whatsapp/",
];

impl Day {
    fn fault(&mut self, dice: &mut Dice, kind: FailKind) -> Option<()> {
        self.sim.fail_next(dice.one(&PATHS)?, kind);
        Some(())
    }

    pub fn cause_fault(&mut self, dice: &mut Dice, action: Action, seat: usize) -> Option<()> {
        use Action::*;
        match action {
            NoAnswer => self.fault(dice, FailKind::NoAnswer),
            Status => self.fault(dice, FailKind::Status(503)),
            Refusal => {
                self.sim.fail_next("chat/messages", FailKind::Answer(409, r#"{"cause":"somethingNew"}"#));
                Some(())
            }
            LostReply => self.fault(dice, FailKind::LostReply),
            LateReply => {
                let late = dice.below(20_000) as u64;
                self.fault(dice, FailKind::Late(late))
            }
            DoubledReply => self.fault(dice, FailKind::Doubled),
            LaterItem => {
                self.sim.fail_next(dice.one(&LISTS)?, FailKind::LaterItem);
                Some(())
            }

            DropLink => (self.sim.agent(seat).links_at_broker() > 0).then(|| {
                self.sim.agent(seat).drop_link();
            }),
            HalfOpen => (self.sim.agent(seat).links_at_broker() > 0).then(|| {
                self.sim.agent(seat).link_goes_half_open();
            }),
            Offline => (!self.offline[seat]).then(|| {
                self.offline[seat] = true;
                self.sim.agent(seat).goes_offline();
            }),
            Online => self.offline[seat].then(|| {
                self.offline[seat] = false;
                self.sim.agent(seat).comes_online();
            }),

            ServerDown | ServerDiesWithQueues => (!self.down && !self.frozen).then(|| {
                self.down = true;
                if action == ServerDown {
                    self.sim.server_down();
                } else {
                    self.sim.server_dies_with_its_queues();
                }
            }),
            ServerUp => self.down.then(|| {
                self.down = false;
                self.sim.server_up();
            }),
            Freeze => (!self.down && !self.frozen).then(|| {
                self.frozen = true;
                self.sim.server_freezes();
            }),
            Thaw => self.frozen.then(|| {
                self.frozen = false;
                self.sim.server_thaws();
            }),
            Slow | Fast => {
                let ms = if action == Slow { 500 + dice.below(16_000) as u64 } else { 0 };
                (self.sim.answers_slowly() != (ms > 0)).then(|| {
                    self.sim.server_is_slow(ms);
                })
            }
            FailAll | FailNone => {
                let status = (action == FailAll).then(|| [500, 502, 503][dice.below(3)]);
                (self.sim.fails() != status.is_some()).then(|| {
                    self.sim.server_fails(status);
                })
            }

            HoldFrames => self.then(|sim| sim.hold_frames()),
            ReleaseFrames => self.then(|sim| sim.release_frames()),
            ReleaseBackwards => self.then(|sim| sim.release_frames_backwards()),
            DoubleFrames => self.then(|sim| sim.double_frames(true)),
            SingleFrames => self.then(|sim| sim.double_frames(false)),
            Dawdle => {
                let late = 100 + dice.below(4_000) as u64;
                self.then(|sim| sim.frames_dawdle(late))
            }
            Hurry => self.then(|sim| sim.frames_dawdle(0)),
            StrangeFrame => self.sim.agent(seat).is_listening().then(|| {
                const BODIES: [&str; 6] = [
                    "",
                    "{}",
                    "[",
                    r#"{"event":"MoonPhaseEvent"}"#,
                    r#"{"event":"ChatEndEvent","protocol":"77"}"#,
                    r#"{"event":"ChatMessageEvent","message":[]}"#,
                ];
                self.sim.agent(seat).receives_frame(BODIES[dice.below(BODIES.len())]);
            }),
            DeadlyFrame => {
                self.page_may_end()?;
                self.sim.agent(seat).dies_of_the_next_frame();
                Some(())
            }
            Immunity => {
                self.sim.agent(seat).is_immune();
                Some(())
            }

            TokenExpires => {
                self.ready(seat)?;
                let body = r#"{"cause":"expired","message":"Provided token is expired."}"#;
                self.sim.fail_next("agents/", FailKind::Answer(401, body));
                Some(())
            }
            TokenRevoked => {
                let agent = self.ready(seat)?;
                self.sim.arrange(|store| {
                    if let Some(session) = store.session(&agent).unwrap() {
                        store.delete_tokens_of_session(&session.session_id).unwrap();
                    }
                });
                Some(())
            }

            HoldDisk => (!self.disk_hangs).then(|| {
                self.disk_hangs = true;
                self.sim.hold_disk(true);
            }),
            ReleaseDisk => self.disk_hangs.then(|| {
                self.disk_hangs = false;
                self.sim.hold_disk(false);
            }),
            FullDisk | BlockedDisk => (!self.broken_disk && !self.disk_hangs).then(|| {
                // Texts that were sent before are stored before.
                self.sim.advance(ms(5));
                self.broken_disk = true;
                let failure = if action == FullDisk { StoreFailure::Full } else { StoreFailure::Unavailable };
                for agent in 0..PEOPLE {
                    self.sim.agent(agent).breaks_disk(Some(failure));
                }
            }),
            MendedDisk => self.broken_disk.then(|| {
                self.mend_disk();
                // Failed writes of texts are repeated after three seconds; a page that is closed before loses the
                // texts.
                self.sim.advance(secs(4));
            }),
            SpoiltRecord => {
                self.page_may_end()?;
                const KINDS: [Spoiling; 4] =
                    [Spoiling::Cut, Spoiling::Nonsense, Spoiling::OtherFields, Spoiling::MoreFields];
                let kind = KINDS[dice.below(KINDS.len())];
                self.sim.agent(seat).spoils_a_record(dice.below(1_000), kind).reload();
                Some(())
            }

            Reload => {
                self.page_may_end()?;
                self.drafts_are_their_authors();
                self.sim.agent(seat).reload();
                Some(())
            }
            Crash => {
                self.page_may_end()?;
                self.sim.agent(seat).crash();
                Some(())
            }
            // A tab knows only those texts of the other tab that the disk could store.
            OpenTab => (!self.tab_open && self.sim.agent(0).disk_is_reliable()).then(|| {
                self.tab_open = true;
                self.sim.agent(TAB).opens_page_at("/attendance");
            }),
            CloseTab => {
                if !self.tab_open {
                    return None;
                }
                self.page_may_end()?;
                self.close_tab();
                Some(())
            }
            Sleep => {
                self.asleep[seat] = true;
                self.sim.agent(seat).falls_asleep();
                if dice.below(3) == 0 && !self.tab_open {
                    self.sim.advance(minutes(8 * 60));
                }
                Some(())
            }
            WakeUp => self.asleep[seat].then(|| {
                self.asleep[seat] = false;
                self.sim.agent(seat).wakes_up();
            }),
            // The order of waiting messages depends on the clock of the computer.
            ClockForward | ClockBackward => {
                let by = [40_000, 3_600_000, 11 * 3_600_000][dice.below(3)];
                self.sim.agent(seat).sets_clock_ahead(if action == ClockForward { by } else { -by });
                Some(())
            }
            ClockRight => {
                self.sim.agent(seat).sets_clock_ahead(0);
                Some(())
            }
            _ => None,
        }
    }

    fn then(&mut self, change: impl FnOnce(&mut Sim) -> &mut Sim) -> Option<()> {
        change(&mut self.sim);
        Some(())
    }

    pub fn mend_disk(&mut self) {
        self.broken_disk = false;
        for agent in 0..PEOPLE {
            self.sim.agent(agent).breaks_disk(None);
        }
    }

    pub fn close_tab(&mut self) {
        self.tab_open = false;
        self.asleep[TAB] = false;
        self.offline[TAB] = false;
        self.sim.agent(TAB).wakes_up().comes_online().closes_page();
    }
}
