//! The second factor on the page: the code after the password of a sign-in, the set-up of an authenticator app, and
//! turning the factor off. Without a session the state contains the token of the pending sign-in, in a session the
//! agent's own factor. It is not stored, so after a reload the sign-in begins again with the password.

mod step;
mod view;

pub use step::FactorStep;
pub use view::{OwnFactorView, SecondFactorView};

use super::machine::{Exit, Pending, Session};
use super::{slices, timers};
use crate::flow::{Answer, Context, HttpRequest, ServerWrite, Text, path};
use crate::wire::{AgentId, ErrorBody, RecoveryCodes, SecondFactorSetUp, SecondFactorStatus, Secret};
use serde::Serialize;
use step::{FactorEvent, next};

/// A sign-in with a correct password that waits for a second factor.
#[derive(Clone)]
struct Ticket {
    agent_id: AgentId,
    /// Token that authorises only the next step.
    token: Secret<String>,
}

/// The agent's second factor, and the step that the page asks for.
#[derive(Default)]
pub(super) struct SecondFactor {
    step: FactorStep,
    /// The pending sign-in; `None` in a session.
    ticket: Option<Ticket>,
    set_up: Secret<SecondFactorSetUp>,
    recovery_codes: Secret<Vec<String>>,
    saving: bool,
    /// The state of the agent's factor; `None` until it is loaded.
    status: Option<SecondFactorStatus>,
    code_error: Option<Text>,
    password_error: Option<Text>,
    error: Option<Text>,
}

impl SecondFactor {
    /// Whether a sign-in waits for a step after the password.
    pub fn is_asking(&self) -> bool {
        self.ticket.is_some()
    }
}

/// The step that the server requires after a correct password.
pub(super) enum Wanted {
    Code,
    SetUp,
}

/// The required step in the refusal of a sign-in; `None` if the refusal has another reason.
pub(super) fn wanted_by(error: &ErrorBody) -> Option<Wanted> {
    match error.reason.as_deref() {
        Some("SECOND_FACTOR_REQUIRED") => Some(Wanted::Code),
        Some("SECOND_FACTOR_SET_UP_REQUIRED") => Some(Wanted::SetUp),
        _ => None,
    }
}

/// Body of the sign-in with a code: the only place where the code is written.
#[derive(Serialize)]
struct CodeSignIn<'a> {
    token: &'a str,
    code: &'a str,
}

/// Bodies of requests about the agent's factor; a missing field is not sent.
#[derive(Default, Serialize)]
struct OwnFactor<'a> {
    #[serde(rename = "agentId")]
    agent_id: AgentId,
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

/// Whether a code was typed. Spaces between the digits are dropped, as on the server.
fn is_typed(code: &str) -> bool {
    code.chars().any(char::is_alphanumeric)
}

impl Session {
    /// The password was correct. The server's answer contains the token of the next step and its time limit.
    pub(super) fn begin_second_factor(&mut self, context: &mut Context, wanted: &Wanted, error: &ErrorBody) -> bool {
        let detail = |name: &str| error.details.get(name).and_then(serde_json::Value::as_str);
        let (Some(agent_id), Some(token)) = (detail("agentId"), detail("token")) else { return false };
        let ticket = Ticket { agent_id: agent_id.into(), token: Secret::new(token.to_owned()) };
        self.second_factor = SecondFactor { ticket: Some(ticket), ..SecondFactor::default() };
        if let Some(seconds) = error.details.get("seconds").and_then(serde_json::Value::as_u64) {
            context.timer(timers::SECOND_FACTOR.key(), seconds.saturating_mul(1_000));
        }
        match wanted {
            Wanted::Code => self.step_factor(context, FactorEvent::CodeRequired),
            Wanted::SetUp => self.prepare_factor(context, None),
        }
        true
    }

    fn step_factor(&mut self, context: &mut Context, event: FactorEvent) {
        self.second_factor.step = next(self.second_factor.step, event);
        context.dirty(slices::SESSION.key());
    }

    fn clear_factor_errors(&mut self, context: &mut Context) {
        let factor = &mut self.second_factor;
        (factor.code_error, factor.password_error, factor.error) = (None, None, None);
        context.dirty(slices::SESSION.key());
    }

    /// The agent typed a code, for the sign-in or for a new app.
    pub fn give_code(&mut self, context: &mut Context, code: &Secret<String>) {
        if self.second_factor.saving {
            return;
        }
        let is_first = match self.second_factor.step {
            FactorStep::AppCode | FactorStep::RecoveryCode => false,
            FactorStep::FirstCode => true,
            FactorStep::Password | FactorStep::Preparing | FactorStep::RecoveryCodes => return,
        };
        self.clear_factor_errors(context);
        let code = code.expose();
        if !is_typed(code) {
            self.second_factor.code_error = Some(Text::key("secondFactor.code.missing"));
            return;
        }
        if is_first {
            let body = OwnFactor { agent_id: self.factor_owner(), code: Some(code), ..OwnFactor::default() };
            self.send_own_factor(context, Pending::FactorConfirm, "confirm", &body);
            return;
        }
        let Some(ticket) = &self.second_factor.ticket else { return };
        let body = CodeSignIn { token: ticket.token.expose(), code };
        self.second_factor.saving = true;
        context.request(&mut self.requests, Pending::Code, ServerWrite::SignIn.post("auth/second-factor").json(&body));
    }

    /// The agent switches to the other kind of code.
    pub fn change_code_kind(&mut self, context: &mut Context) {
        if !self.second_factor.saving {
            self.clear_factor_errors(context);
            self.step_factor(context, FactorEvent::OtherKind);
        }
    }

    fn factor_owner(&self) -> AgentId {
        match &self.second_factor.ticket {
            Some(ticket) => ticket.agent_id.clone(),
            None => self.agent_id(),
        }
    }

    /// Sends a change of the agent's factor, in a session or with the token of the pending sign-in.
    fn send_own_factor(&mut self, context: &mut Context, pending: Pending, verb: &str, body: &OwnFactor<'_>) {
        self.second_factor.saving = true;
        let agent = body.agent_id.clone();
        let path = if verb.is_empty() {
            path!["agents", agent, "second-factor"]
        } else {
            path!["agents", agent, "second-factor", verb]
        };
        let request = ServerWrite::ChangeSecondFactor.post(path).json(body);
        match self.second_factor.ticket.clone() {
            Some(ticket) => context.request_for_session(&mut self.requests, pending, request, ticket.token),
            None => context.request(&mut self.requests, pending, request),
        };
    }

    fn prepare_factor(&mut self, context: &mut Context, password: Option<&str>) {
        self.step_factor(context, FactorEvent::SetUpRequired);
        let body = OwnFactor { agent_id: self.factor_owner(), password, ..OwnFactor::default() };
        self.send_own_factor(context, Pending::FactorSetUp, "", &body);
    }

    /// The agent opens the dialog of the own factor: its state is loaded.
    pub fn open_second_factor(&mut self, context: &mut Context) {
        self.second_factor = SecondFactor::default();
        context.dirty(slices::SESSION.key());
        self.load_factor(context);
    }

    fn load_factor(&mut self, context: &mut Context) {
        let request = HttpRequest::get(path!["agents", self.agent_id(), "second-factor"]);
        context.request(&mut self.requests, Pending::FactorStatus, request);
    }

    /// Sets a factor up in a session.
    pub fn set_up_factor(&mut self, context: &mut Context, password: &Secret<String>) {
        let factor = &self.second_factor;
        if !self.is_ready() || factor.saving || factor.step != FactorStep::Password {
            return;
        }
        self.clear_factor_errors(context);
        if password.expose().is_empty() {
            self.second_factor.password_error = Some(Text::key("password.form.currentMissing"));
            return;
        }
        self.prepare_factor(context, Some(password.expose()));
    }

    /// Turns the factor off in a session.
    pub fn remove_factor(&mut self, context: &mut Context, password: &Secret<String>, code: &Secret<String>) {
        self.send_proof(context, Pending::FactorRemove, "remove", password, code);
    }

    /// Requests new recovery codes in a session.
    pub fn renew_recovery_codes(&mut self, context: &mut Context, password: &Secret<String>, code: &Secret<String>) {
        self.send_proof(context, Pending::FactorRenew, "recovery-codes", password, code);
    }

    /// Sends a request that the server executes only with the password and a code.
    fn send_proof(
        &mut self,
        context: &mut Context,
        pending: Pending,
        verb: &str,
        password: &Secret<String>,
        code: &Secret<String>,
    ) {
        let factor = &self.second_factor;
        if !self.is_ready() || factor.saving || factor.step != FactorStep::Password {
            return;
        }
        self.clear_factor_errors(context);
        let (password, code) = (password.expose(), code.expose());
        let factor = &mut self.second_factor;
        factor.password_error = password.is_empty().then(|| Text::key("password.form.currentMissing"));
        factor.code_error = (!is_typed(code)).then(|| Text::key("secondFactor.code.missing"));
        if factor.password_error.is_none() && factor.code_error.is_none() {
            let body = OwnFactor { agent_id: self.agent_id(), password: Some(password), code: Some(code) };
            self.send_own_factor(context, pending, verb, &body);
        }
    }

    /// The agent confirms that the recovery codes were saved: a new factor becomes active; an active factor uses them
    /// already.
    pub fn keep_recovery_codes(&mut self, context: &mut Context) {
        if self.second_factor.step != FactorStep::RecoveryCodes || self.second_factor.saving {
            return;
        }
        self.clear_factor_errors(context);
        if self.second_factor.status.as_ref().is_some_and(|status| status.active) {
            self.end_second_factor(context, FactorEvent::Completed);
            self.load_factor(context);
            return;
        }
        let body = OwnFactor { agent_id: self.factor_owner(), ..OwnFactor::default() };
        self.send_own_factor(context, Pending::FactorActivate, "activate", &body);
    }

    /// The agent returns to the step of the password, or closes the dialog.
    pub fn leave_second_factor(&mut self, context: &mut Context) {
        self.end_second_factor(context, FactorEvent::Left);
        if !self.is_ready() {
            self.password = None;
        }
    }

    /// The time limit for the code or the set-up is over.
    pub fn on_second_factor_timer(&mut self, context: &mut Context) {
        if self.second_factor.ticket.is_some() {
            self.fail_sign_in(context, "session.login.challengeExpired");
        }
    }

    fn end_second_factor(&mut self, context: &mut Context, event: FactorEvent) {
        context.cancel_timer(&timers::SECOND_FACTOR.key());
        self.requests.forget(|pending| {
            matches!(
                pending,
                Pending::Code
                    | Pending::FactorSetUp
                    | Pending::FactorConfirm
                    | Pending::FactorActivate
                    | Pending::FactorRemove
                    | Pending::FactorRenew
            )
        });
        let step = next(self.second_factor.step, event);
        let status = self.second_factor.status.take();
        self.second_factor = SecondFactor { step, status, ..SecondFactor::default() };
        context.dirty(slices::SESSION.key());
    }

    /// The sign-in begins again with the password, and the page shows the reason. The typed login stays.
    fn fail_sign_in(&mut self, context: &mut Context, reason: &str) {
        self.leave_second_factor(context);
        self.error = Some(Text::key(reason));
    }

    /// The answer to the code of a sign-in.
    pub(super) fn on_code(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        self.second_factor.saving = false;
        context.dirty(slices::SESSION.key());
        if let Answer::Ok(_) = answer {
            self.end_second_factor(context, FactorEvent::Completed);
            return self.take_sign_in(context, answer);
        }
        self.refused_in_sign_in(context, &answer);
        None
    }

    /// An answer without success: the step stays with the reason, unless the sign-in has to begin again.
    fn refused_in_sign_in(&mut self, context: &mut Context, answer: &Answer) {
        let is_recovery = self.second_factor.step == FactorStep::RecoveryCode;
        let fault_of = |field| answer.error_body().and_then(|body| body.errors.get(field)).map(String::as_str);
        let reason = answer.error_body().and_then(|body| body.reason.as_deref()).unwrap_or_default();
        match (answer, fault_of("code"), fault_of("password")) {
            (_, Some("used"), _) => self.second_factor.code_error = Some(Text::key("secondFactor.code.used")),
            (_, Some(_), _) if is_recovery => {
                self.second_factor.code_error = Some(Text::key("secondFactor.code.recoveryWrong"));
            }
            (_, Some(_), _) => self.second_factor.code_error = Some(Text::key("secondFactor.code.wrong")),
            (_, None, Some(_)) => self.second_factor.password_error = Some(Text::key("password.form.currentWrong")),
            (Answer::TryLater(put_off), None, None) => {
                let seconds = put_off.body.details.get("seconds").and_then(serde_json::Value::as_u64);
                let text = Text::key("secondFactor.tooMany").with("seconds", seconds.unwrap_or(1));
                self.second_factor.error = Some(text);
            }
            (Answer::Conflict(_), None, None) if self.second_factor.ticket.is_some() => {
                let reason = match reason {
                    "ALREADY_CONNECTED" => "session.login.alreadyConnected",
                    "SECOND_FACTOR_UNAVAILABLE" => "session.login.codeUnavailable",
                    _ => "session.login.challengeExpired",
                };
                self.fail_sign_in(context, reason);
            }
            (Answer::Unauthorized(_), None, None) if self.second_factor.ticket.is_some() => {
                self.fail_sign_in(context, "session.login.challengeExpired");
            }
            _ => self.second_factor.error = Some(Text::key("secondFactor.failed")),
        }
        if self.second_factor.ticket.is_some() && self.second_factor.step == FactorStep::Preparing {
            self.fail_sign_in(context, "session.login.failed");
        } else {
            self.step_factor(context, FactorEvent::Refused);
        }
    }

    /// The server created the secret for the app.
    pub(super) fn on_factor_prepared(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        self.second_factor.saving = false;
        match answer.read::<SecondFactorSetUp>() {
            Ok(set_up) if !set_up.secret.is_empty() => {
                self.second_factor.set_up = Secret::new(set_up);
                self.step_factor(context, FactorEvent::Prepared);
            }
            Ok(_) => self.refused_in_sign_in(context, &Answer::ServerFault(200)),
            Err(answer) => self.refused_in_sign_in(context, &answer),
        }
        None
    }

    /// The answer to the first code of the app.
    pub(super) fn on_factor_confirmed(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        self.take_recovery_codes(context, FactorEvent::Confirmed, answer)
    }

    /// The answer to the request for new recovery codes.
    pub(super) fn on_codes_renewed(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        self.take_recovery_codes(context, FactorEvent::Renewed, answer)
    }

    fn take_recovery_codes(&mut self, context: &mut Context, event: FactorEvent, answer: Answer) -> Option<Exit> {
        self.second_factor.saving = false;
        match answer.read::<RecoveryCodes>() {
            Ok(given) => {
                self.second_factor.recovery_codes = Secret::new(given.recovery_codes);
                self.step_factor(context, event);
            }
            Err(answer) => self.refused_in_sign_in(context, &answer),
        }
        None
    }

    /// The factor is active: a pending sign-in now has its session.
    pub(super) fn on_factor_active(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        self.second_factor.saving = false;
        let signs_in = self.second_factor.ticket.is_some();
        if !matches!(answer, Answer::Ok(_)) {
            self.refused_in_sign_in(context, &answer);
            return None;
        }
        self.end_second_factor(context, FactorEvent::Completed);
        if signs_in {
            return self.take_sign_in(context, answer);
        }
        self.load_factor(context);
        Some(Exit::FactorChanged(Text::key("session.secondFactor.on")))
    }

    /// The answer to turning the factor off.
    pub(super) fn on_factor_removed(&mut self, context: &mut Context, answer: &Answer) -> Option<Exit> {
        self.second_factor.saving = false;
        if !matches!(answer, Answer::Ok(_)) {
            self.refused_in_sign_in(context, answer);
            return None;
        }
        self.end_second_factor(context, FactorEvent::Left);
        self.load_factor(context);
        Some(Exit::FactorChanged(Text::key("session.secondFactor.off")))
    }

    /// The state of the agent's factor.
    pub(super) fn on_factor_status(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        match answer.read::<SecondFactorStatus>() {
            Ok(status) => self.second_factor.status = Some(status),
            Err(_) => self.second_factor.error = Some(Text::key("secondFactor.failed")),
        }
        context.dirty(slices::SESSION.key());
        None
    }
}
