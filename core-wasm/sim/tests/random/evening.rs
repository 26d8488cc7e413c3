//! The quiet time after the faults: everything works again, and the invariants are checked.

use crate::calls::Telephones;
use crate::day::{AGENTS, Day, PASSWORDS, PEOPLE, SEATS, SUPERVISOR, logins};
use core_wasm::Intent;
use core_wasm::connection::ConnectionIntent;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use core_wasm::session::SessionIntent;
use core_wasm::session::SessionPhaseView;
use core_wasm::voice::VoiceIntent;
use std::collections::BTreeSet;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{JobState, Store};
use workspace_sim::contact_centre::wire::Protocol;
use workspace_sim::{core_wasm, minutes, secs};

/// A quiet time takes less than this.
const LONGEST_QUIET_MS: i64 = 30 * 60 * 1_000;
const KEPT_MS: u64 = 24 * 60 * 60 * 1_000;

impl Day {
    /// All faults end and time passes; then all pages agree with the server, and no text is lost.
    pub fn quiet(&mut self) {
        self.down = false;
        self.frozen = false;
        self.disk_hangs = false;
        self.sim.forget_faults().server_up().server_thaws().server_is_slow(0).server_fails(None);
        self.sim.release_frames().double_frames(false).frames_dawdle(0).hold_disk(false);
        self.provider_recovers();
        self.mend_disk();
        for seat in 0..PEOPLE {
            self.sim.has_microphone(seat, true);
        }
        for seat in self.seats() {
            self.sim.agent(seat).sets_clock_ahead(0).is_immune().wakes_up();
            if self.offline[seat] {
                self.sim.agent(seat).comes_online();
            }
        }
        self.asleep = [false; SEATS];
        self.offline = [false; SEATS];
        if self.telephones == Telephones::NodesOutside {
            // The contact centre does not know with whom these customers talk.
            for call in std::mem::take(&mut self.callers) {
                self.sim.customer_hangs_up(call);
            }
        }
        for seat in 0..PEOPLE {
            // An agent does not leave the echo test open.
            self.intent(seat, Intent::Voice(VoiceIntent::EndEchoTest));
        }
        self.sim.advance(secs(5));
        if self.tab_open {
            // Both tabs want the queue. The remaining tab reads from the disk the texts that the other tab could not
            // send.
            self.close_tab();
        }
        self.check_authors();
        self.sim.agent(0).reload();
        self.no_agent_waits_for_a_tab();
        self.sim.advance(minutes(2));
        for seat in 0..PEOPLE {
            self.leave_if_in_the_wrong_seat(seat);
            self.leave_before_the_session_expires(seat);
        }
        for seat in 0..PEOPLE {
            self.come_to_work(seat);
        }
        self.no_agent_waits_for_a_tab();
        for seat in 0..PEOPLE {
            // "Tentar de novo" of an agent whose telephone connection is lost and who does not want automatic attempts.
            if self.ready(seat).is_some() {
                self.intent(seat, Intent::Connection(ConnectionIntent::RetryConnection));
            }
        }
        self.sim.agent(SUPERVISOR).goes_to("/supervisor");
        self.sim.advance(minutes(2));
        self.everybody_returns();
        for seat in 0..PEOPLE {
            self.sends_a_broadcast(seat);
        }
        // A message that the provider did not accept is tried again every few minutes.
        self.sim.advance(minutes(4));
        assert!(!self.sim.messages_wait(), "a message is neither sent nor refused");
        for seat in 0..PEOPLE {
            assert_eq!(self.sim.agent(seat).session().phase, SessionPhaseView::Ready, "agent {seat} after the storm");
        }
        let mut known = self.everybody_loads_records();
        self.sim.expect_agreement();
        for seat in 0..AGENTS {
            for protocol in
                JobGroup::ALL.into_iter().flat_map(|group| self.sim.agent(seat).protocols(group)).collect::<Vec<_>>()
            {
                if self.sim.agent(seat).opens(&protocol).job(&protocol).is_some_and(|job| job.thread_failed) {
                    self.intent(seat, Intent::Jobs(JobsIntent::ReloadThread { protocol }));
                }
                if self.states_of_attendances() != known {
                    known = self.everybody_loads_records();
                }
                self.sim.expect_sees_the_server(seat);
            }
        }
        self.everybody_loads_records();
        self.sim.expect_agreement();
        self.check_authors();
        self.drafts_are_their_authors();
        self.nothing_lost();
    }

    /// No event reports to a page what others changed in these lists. While one page loads them, the server may end or
    /// qualify an attendance that the earlier page has loaded: then all pages load them again.
    fn everybody_loads_records(&mut self) -> Vec<(Protocol, JobState)> {
        const ROUNDS: usize = 4;
        for _ in 0..ROUNDS {
            let before = self.states_of_attendances();
            for seat in 0..PEOPLE {
                self.sim.agent(seat).loads_records_again();
            }
            if self.states_of_attendances() == before {
                return before;
            }
        }
        panic!("attendances change as often as the pages read them");
    }

    fn states_of_attendances(&self) -> Vec<(Protocol, JobState)> {
        JobState::ALL
            .into_iter()
            .flat_map(|state| self.sim.store().jobs_in_state(state).unwrap())
            .map(|job| (job.protocol, job.state))
            .collect()
    }

    fn leave_if_in_the_wrong_seat(&mut self, seat: usize) {
        // A page that was loaded on /lost-connection waits for "Tentar de novo" (NAV-025).
        if self.sim.agent(seat).session().phase == SessionPhaseView::Reconnecting {
            self.intent(seat, Intent::Session(SessionIntent::RetrySession));
            self.sim.advance(secs(40));
        }
        let signed_in = self.sim.agent(seat).session().agent.map(|agent| agent.login_identifier);
        if signed_in.is_some_and(|other| other != logins()[seat]) {
            self.check_authors();
            self.sim.agent(seat).signs_out();
        }
    }

    /// No token is accepted 24 hours after its sign-in (BEY-129), so a session that would end before the comparison is
    /// renewed.
    fn leave_before_the_session_expires(&mut self, seat: usize) {
        let Some(agent) = self.ready(seat) else { return };
        let Some(session) = self.sim.store().session(&agent).unwrap() else { return };
        let expires = session.started_at.plus_ms(CentreConfig::default().session_ms);
        if expires.since_ms(self.sim.server_time()) < LONGEST_QUIET_MS {
            self.check_authors();
            self.sim.agent(seat).signs_out();
        }
    }

    /// The agent of the day signs in, after any other agent who was signed in.
    fn come_to_work(&mut self, seat: usize) {
        for _ in 0..3 {
            if self.sim.agent(seat).session().phase == SessionPhaseView::SignedOut {
                self.sim.agent(seat).tries_to_sign_in(logins()[seat], PASSWORDS[seat]);
                // The refusal "already connected" applies while the link of the other session sends heartbeats.
                self.sim.advance(secs(20));
            }
        }
    }

    fn nothing_lost(&mut self) {
        let mut held: BTreeSet<String> = BTreeSet::new();
        let mut on_disk = String::new();
        for seat in 0..PEOPLE {
            held.extend(self.sim.agent(seat).outbox().into_iter().map(|(_, text, _)| text));
            on_disk.extend(self.sim.agent(seat).stored_unsent().into_iter().map(|(_, record)| record));
        }
        for ((protocol, text), pressed) in std::mem::take(&mut self.taken) {
            let messages = self.sim.store().messages_after(&protocol, 0, 100_000).unwrap();
            if messages.iter().any(|message| message.message == text) {
                continue;
            }
            let somewhere = held.contains(&text)
                || self.given_back.contains(&text)
                || self.sim.counts().told_unsent.contains(&text)
                || on_disk.contains(&serde_json::to_string(&text).unwrap());
            // Texts whose agent did not return within a day are deleted (BEY-012).
            let given_up = self.sim.now().since_ms(pressed) > KEPT_MS;
            assert!(somewhere || given_up, "{text:?} of {protocol} is lost");
            if somewhere {
                self.taken.insert((protocol, text), pressed);
            }
        }
    }
}
