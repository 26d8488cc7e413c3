//! Loads after a successful session check: the agent, then the status (SES-034), then the remaining data in parallel,
//! without delaying the agent.

use super::machine::{Exit, Pending, Phase, Session, SignOutReason};
use super::validation;
use super::{facts, records, slices, timers};
use crate::flow::path;
use crate::flow::{Answer, Context, HttpRequest, ReportLevel};
use crate::notifications;
use crate::wire::{AgentRecord, AgentStatus, SystemDatetime, SystemReply};

/// Time limit of `GET /system/datetime` (spec session §7).
const DATETIME_TIME_LIMIT_MS: u32 = 5_000;

impl Session {
    pub(super) fn load_agent(&mut self, context: &mut Context) {
        self.phase = Phase::LoadingAgent;
        context.dirty(slices::SESSION.key());
        let request = HttpRequest::get(path!["agents", self.agent_id()]);
        context.request(&mut self.requests, Pending::Agent, request);
    }

    pub(super) fn on_agent(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        if self.phase != Phase::LoadingAgent {
            return None;
        }
        match answer.read::<AgentRecord>() {
            Ok(agent) => {
                self.agent = agent;
                self.phase = Phase::LoadingStatus;
                context.persist(records::AGENT.key());
                context.dirty(slices::SESSION.key());
                context.dirty(notifications::slices::ALERTS.key());
                let request = HttpRequest::get(path!["agents", self.agent_id(), "status"]);
                context.request(&mut self.requests, Pending::Status, request);
                None
            }
            Err(answer) => self.load_failed(context, &answer),
        }
    }

    pub(super) fn on_status(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        if self.phase != Phase::LoadingStatus {
            return None;
        }
        match answer.read::<AgentStatus>() {
            Ok(status) => {
                self.phase = Phase::Ready;
                self.login_typed.clear();
                context.dirty(slices::SESSION.key());
                context.timer(timers::POLL.key(), validation::POLL_MS);
                self.load_surroundings(context);
                Some(Exit::Ready { status: Box::new(status) })
            }
            Err(answer) => self.load_failed(context, &answer),
        }
    }

    fn load_failed(&mut self, context: &mut Context, answer: &Answer) -> Option<Exit> {
        if answer.is_passing() {
            self.wait_for_server(context, answer);
            return None;
        }
        Some(match answer {
            Answer::Unauthorized(error) => return self.token_refused(context, error),
            _ => self.leave(context, SignOutReason::CheckRefused),
        })
    }

    /// Requests data without which the agent can already work.
    fn load_surroundings(&mut self, context: &mut Context) {
        let agent = self.agent_id();
        context.request(&mut self.requests, Pending::System, HttpRequest::get("system"));
        self.measure_clock(context);
        let org_unit = HttpRequest::get(path!["org-unit", self.org_unit_id()]);
        context.request(&mut self.requests, Pending::OrgUnit, org_unit);
        let membership = HttpRequest::get(path!["agents", agent, "member", "attendance-groups"]);
        context.request(&mut self.requests, Pending::GroupMembership, membership);
        let groups = HttpRequest::get("attendance-group/agent").query("agent", &agent);
        context.request(&mut self.requests, Pending::AttendanceGroups, groups);
    }

    /// Requests the server's time, unless a request is pending: the computer's clock may have been changed, or have
    /// stopped during sleep.
    pub fn measure_clock(&mut self, context: &mut Context) {
        if self.is_measuring_clock() {
            return;
        }
        let asked = Pending::Datetime { asked_mono: context.mono().0 };
        let datetime = HttpRequest::get("system/datetime").time_limit_ms(DATETIME_TIME_LIMIT_MS).without_repetition();
        context.request(&mut self.requests, asked, datetime);
    }

    /// Requests the server's time again if the last request got no answer in time.
    pub fn measure_unknown_clock(&mut self, context: &mut Context) {
        if !context.kernel.clock_known {
            self.measure_clock(context);
        }
    }

    /// Whether a request for the server's time is pending; work that depends on the time waits for the answer or the
    /// time limit.
    pub fn is_measuring_clock(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Datetime { .. }))
    }

    pub(super) fn on_system(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        match answer.read::<SystemReply>() {
            Ok(system) => {
                self.system = system;
                context.persist(records::SYSTEM.key());
                context.dirty(slices::SESSION.key());
            }
            Err(_) => context.report(ReportLevel::Warning, "systemNotLoaded", ""),
        }
        self.system_and_clock_known()
    }

    /// Waits for both answers, because the broker's credential expires on the server's clock. If one fails, the stored
    /// settings or the browser's clock are used instead.
    pub(super) fn system_and_clock_known(&self) -> Option<Exit> {
        let waiting = self.requests.any(|pending| matches!(pending, Pending::System | Pending::Datetime { .. }));
        (self.is_ready() && !waiting).then_some(Exit::SystemLoaded)
    }

    /// The server's time is assumed to be that of the middle of the round trip; without an answer the browser's clock is used
    /// (API-012). The round trip is subtracted from the current time, because the clock may have been set since the request.
    pub(super) fn on_datetime(&mut self, context: &mut Context, asked_mono: u64, answer: Answer) {
        if let Ok(SystemDatetime { datetime: Some(server) }) = answer.read() {
            let round_trip = i64::try_from(context.mono().0.saturating_sub(asked_mono)).unwrap_or_default();
            context.kernel.clock_offset_ms = server.since_ms(context.now.wall.plus_ms(-round_trip / 2));
            context.kernel.clock_known = true;
            context.dirty(slices::SESSION.key());
            context.changed(facts::CLOCK.key());
        }
    }
}
