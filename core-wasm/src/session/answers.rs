//! Answers of the server to the session: the start-up check, sign-in, and the loads.

use super::machine::{Exit, Identity, Pending, Phase, Session, SignOutReason};
use super::new_password::{NewPassword, PasswordLink};
use super::second_factor;
use super::validation;
use super::{facts, records, slices};
use crate::flow::{Answer, Context, Effect, HttpRequest, ReportLevel, RequestId, Text};
use crate::wire::{
    AttendanceGroup, BrokerCredentials, ListBody, LoginReply, Secret, ValidateReply, ValidateRequest, json_text,
};

/// Time limit of `POST /auth/validate` (spec session §7).
const CHECK_TIME_LIMIT_MS: u32 = 10_000;
const FIRST_RETRY_MS: u64 = 2_000;
const LONGEST_RETRY_MS: u64 = 30_000;

impl Session {
    /// Handles the answer to a request of this area. `None`: nothing for other areas, or a request that is no longer pending.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Option<Exit> {
        let pending = self.requests.take(request)?;
        match pending {
            Pending::Login => self.on_login(context, answer),
            Pending::Code => self.on_code(context, answer),
            Pending::FactorStatus => self.on_factor_status(context, answer),
            Pending::FactorSetUp => self.on_factor_prepared(context, answer),
            Pending::FactorConfirm => self.on_factor_confirmed(context, answer),
            Pending::FactorRenew => self.on_codes_renewed(context, answer),
            Pending::FactorActivate => self.on_factor_active(context, answer),
            Pending::FactorRemove => self.on_factor_removed(context, &answer),
            Pending::Logoff => None,
            Pending::Check => self.on_check(context, answer),
            Pending::Validation { asked_mono } => self.on_validation(context, asked_mono, answer),
            Pending::Agent => self.on_agent(context, answer),
            Pending::AgentSettings => Some(match answer.read() {
                Ok(record) => Exit::SettingsRead(Box::new(record)),
                Err(_) => Exit::SettingsNotRead,
            }),
            Pending::Status => self.on_status(context, answer),
            Pending::System => self.on_system(context, answer),
            Pending::Datetime { asked_mono } => {
                self.on_datetime(context, asked_mono, answer);
                self.system_and_clock_known()
            }
            Pending::OrgUnit => {
                if let Ok(org_unit) = answer.read() {
                    self.org_unit = org_unit;
                    context.dirty(slices::SESSION.key());
                    context.changed(facts::ORG_UNIT.key());
                }
                None
            }
            Pending::Notify { channel, on } => self.on_notify_set(context, channel, on, &answer),
            Pending::GroupMembership => {
                if let Ok(list) = answer.read::<ListBody<AttendanceGroup>>() {
                    self.member_groups = list.data.into_vec();
                    context.dirty(slices::SESSION.key());
                    context.changed(facts::ORG_UNIT.key());
                }
                None
            }
            Pending::NewPassword => self.on_new_password(context, &answer),
            Pending::AttendanceGroups => {
                if let Ok(list) = answer.read::<ListBody<AttendanceGroup>>() {
                    self.attendance_groups = list.data.into_vec();
                    context.persist(records::ATTENDANCE_GROUPS.key());
                    return Some(Exit::GroupsLoaded);
                }
                None
            }
        }
    }

    pub(super) fn check(&mut self, context: &mut Context) {
        self.phase = Phase::Checking;
        context.dirty(slices::SESSION.key());
        context.effect(Effect::ClaimSession);
        self.send_check(context, Pending::Check);
    }

    pub(super) fn send_check(&mut self, context: &mut Context, pending: Pending) {
        let acted = self.take_acted();
        let body = ValidateRequest { agent_id: self.agent_id(), org_unit_id: self.org_unit_id(), acted };
        let request = HttpRequest::ask("auth/validate").json(&body).time_limit_ms(CHECK_TIME_LIMIT_MS);
        context.request(&mut self.requests, pending, request);
    }

    fn on_login(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        if self.phase != Phase::SigningIn {
            return None;
        }
        context.dirty(slices::SESSION.key());
        let refusal = match answer {
            Answer::Ok(_) => return self.take_sign_in(context, answer),
            Answer::Unauthorized(_) | Answer::NotFound(_) => "session.login.invalid",
            Answer::Conflict(error) => {
                if let Some(link) = PasswordLink::of_refusal(&error) {
                    self.phase = Phase::SignedOut;
                    self.begin_new_password(context, Some(link));
                    return Some(Exit::NewPasswordNeeded);
                }
                match second_factor::wanted_by(&error) {
                    Some(wanted) => {
                        self.phase = Phase::SignedOut;
                        if self.begin_second_factor(context, &wanted, &error) {
                            return None;
                        }
                        "session.login.failed"
                    }
                    None if error.reason.as_deref() == Some("SECOND_FACTOR_UNAVAILABLE") => {
                        "session.login.codeUnavailable"
                    }
                    None => {
                        let since = error.details.get("since").and_then(serde_json::Value::as_i64);
                        let text = Text::key("session.login.alreadyConnected");
                        self.sign_in_failed(since.iter().fold(text, |text, since| text.with("since", since)));
                        return None;
                    }
                }
            }
            _ => "session.login.failed",
        };
        self.sign_in_failed(Text::key(refusal));
        None
    }

    fn sign_in_failed(&mut self, refusal: Text) {
        self.phase = Phase::SignedOut;
        self.password = None;
        self.error = Some(refusal);
    }

    /// The sign-in is complete: the session check follows.
    pub(super) fn take_sign_in(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        context.dirty(slices::SESSION.key());
        let reply: LoginReply = answer.read().unwrap_or_default();
        if reply.agent_id.is_empty() || reply.org_unit_id.is_empty() || !context.kernel.http.has_token() {
            // An answer without the fields that the session check needs counts as a failed sign-in (SES-005).
            context.kernel.http.restore_token(None);
            context.write(records::TOKEN.key(), None);
            self.sign_in_failed(Text::key("session.login.failed"));
            return None;
        }
        let identity = Identity {
            agent_id: reply.agent_id,
            org_unit_id: reply.org_unit_id,
            login_identifier: reply.login_identifier,
            tracked: false,
        };
        // Written at once, like the token: a reload right after the sign-in needs both.
        context.write(records::AUTHENTICATION.key(), Some(json_text(&identity)));
        self.identity = Some(identity);
        self.notice = None;
        self.error = None;
        self.new_password = NewPassword::default();
        self.recovery_codes_left = reply.recovery_codes_left;
        self.check(context);
        None
    }

    fn on_check(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        if !matches!(self.phase, Phase::Checking | Phase::Reconnecting { .. }) {
            return None;
        }
        let reply = answer.read::<ValidateReply>();
        self.validation.take(validation::result_of(&reply));
        match reply {
            Ok(reply) if reply.success => {
                self.keep_broker_credential(context, reply.broker);
                self.set_idle_end(context, reply.idle_ends_at);
                self.load_agent(context);
                None
            }
            Err(answer) if answer.is_passing() => {
                self.wait_for_server(context, &answer);
                None
            }
            Err(Answer::Unauthorized(error)) => self.token_refused(context, &error),
            _ => Some(self.leave(context, SignOutReason::CheckRefused)),
        }
    }

    fn on_validation(&mut self, context: &mut Context, asked_mono: u64, answer: Answer) -> Option<Exit> {
        if !self.is_ready() {
            return None;
        }
        let reply = answer.read::<ValidateReply>();
        let result = validation::result_of(&reply);
        self.validation.take(result);
        match reply {
            Ok(reply) if reply.success => {
                let round_trip = context.mono().0.saturating_sub(asked_mono);
                self.validation.latency_ms = u32::try_from(round_trip).ok();
                self.keep_broker_credential(context, reply.broker);
                self.set_idle_end(context, reply.idle_ends_at);
            }
            Err(Answer::Unauthorized(error)) => return self.token_refused(context, &error),
            _ => {}
        }
        Some(Exit::Validated)
    }

    fn keep_broker_credential(&mut self, context: &mut Context, credentials: Option<BrokerCredentials>) {
        match credentials {
            Some(mut credentials) => {
                let passcode = Secret::new(std::mem::take(&mut credentials.passcode));
                self.broker = Some((credentials, passcode));
            }
            None => context.report(ReportLevel::Warning, "brokerCredentialMissing", "session check"),
        }
    }

    pub(super) fn wait_for_server(&mut self, context: &mut Context, answer: &Answer) {
        let attempt = match self.phase {
            Phase::Reconnecting { attempt } => attempt.saturating_add(1),
            _ => 1,
        };
        self.phase = Phase::Reconnecting { attempt };
        let doubled = FIRST_RETRY_MS.saturating_mul(1 << attempt.saturating_sub(1).min(4));
        let delay_ms = answer.delay_ms(context, doubled.min(LONGEST_RETRY_MS));
        self.check_later(context, delay_ms);
    }
}
