//! A new password (spec session §5): at /reset-password with the temporary token of a link or of a sign-in that
//! requires a new password, or by the working agent with the session's token (SES-053 to SES-057). The typed text stays
//! in the form of the page; the core keeps only the result of the checks.

use super::machine::{Exit, Pending, Session, SignOutReason};
use super::slices;
use crate::flow::path;
use crate::flow::{Answer, Context, ServerWrite, Text};
use crate::wire::limits::{PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS};
use crate::wire::{AgentId, ErrorBody, Secret};
use serde::Serialize;

const TOO_SHORT: &str = "password.form.tooShort";
const TOO_LONG: &str = "password.form.tooLong";

/// The agent and the token in the address of `/reset-password`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasswordLink {
    /// The agent whose password is changed.
    pub agent_id: AgentId,
    /// Temporary token that authorises the change.
    pub token: Secret<String>,
}

impl PasswordLink {
    /// From the query of the path, which the page passes after removing it from the address. `None` if agent or token
    /// is missing.
    pub fn of_path(path: &str) -> Option<Self> {
        let query = path.split_once('?')?.1;
        let query = query.split('#').next()?;
        let named = |name: &str| {
            let (_, value) = query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?;
            Some(crate::shell::decode(value)).filter(|value| !value.is_empty())
        };
        Some(Self { agent_id: named("agent")?.as_str().into(), token: Secret::new(named("token")?) })
    }

    /// From the refusal of a sign-in because the agent must choose a new password.
    pub(super) fn of_refusal(error: &ErrorBody) -> Option<Self> {
        let detail = |name: &str| error.details.get(name).and_then(serde_json::Value::as_str);
        (error.reason.as_deref() == Some("PASSWORD_CHANGE_REQUIRED"))
            .then(|| {
                Some(Self { agent_id: detail("agentId")?.into(), token: Secret::new(detail("token")?.to_owned()) })
            })
            .flatten()
    }
}

#[derive(Default)]
pub(super) struct NewPassword {
    link: Option<PasswordLink>,
    /// The agent has submitted once: from now on errors are shown while typing.
    tried: bool,
    saving: bool,
    length_kept: bool,
    same: bool,
    current_error: Option<Text>,
    password_error: Option<Text>,
    repeated_error: Option<Text>,
    error: Option<Text>,
}

/// Form of the new password. The typed passwords are not part of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NewPasswordView {
    /// Whether a temporary token exists; without one `/reset-password` shows an error.
    pub linked: bool,
    /// The change is pending.
    pub saving: bool,
    /// Longest password, in characters.
    pub longest: usize,
    /// Rule 1: the length is allowed.
    pub length_kept: bool,
    /// Rule 2: both fields are equal and not empty.
    pub same: bool,
    /// Error of the current password, after the agent submitted once.
    pub current_error: Option<Text>,
    /// Error of the first field, after the agent submitted once.
    pub password_error: Option<Text>,
    /// Error of the second field, after the agent submitted once.
    pub repeated_error: Option<Text>,
    /// The server refused the change, or the link has become invalid.
    pub error: Option<Text>,
}

impl NewPassword {
    pub(super) fn if_linked(self) -> Self {
        if self.link.is_none() {
            return Self::default();
        }
        let mut form = self;
        if std::mem::take(&mut form.saving) {
            // The answer belongs to a session that has ended.
            form.error = Some(Text::key("password.form.failed"));
        }
        form
    }

    pub(super) fn view(&self, longest: usize) -> NewPasswordView {
        NewPasswordView {
            longest,
            linked: self.link.is_some(),
            saving: self.saving,
            length_kept: self.length_kept,
            same: self.same,
            current_error: self.current_error.clone(),
            password_error: self.password_error.clone(),
            repeated_error: self.repeated_error.clone(),
            error: self.error.clone(),
        }
    }
}

/// Checks the length, counted in characters and not in bytes.
fn length_fault(password: &str, longest: usize) -> Option<Text> {
    match password.chars().count() {
        n if n < PASSWORD_MIN_CHARS => Some(Text::key(TOO_SHORT)),
        n if n > longest => Some(Text::key(TOO_LONG).with("max", longest)),
        _ => None,
    }
}

/// Body of the change: the only place where the new password is written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    agent_id: &'a AgentId,
    /// Missing with a temporary token.
    #[serde(skip_serializing_if = "Option::is_none")]
    current_password: Option<&'a str>,
    password: &'a str,
}

/// The typed values of the fields.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    /// The current password; ignored with a temporary token.
    pub current: &'a str,
    /// The new password.
    pub password: &'a str,
    /// The new password, typed again.
    pub repeated: &'a str,
}

impl Session {
    /// Longest new password, in characters. Until the server has sent its limit, the limit of the specification.
    pub(super) fn longest_password(&self) -> usize {
        match self.system().settings.password_max_chars {
            0 => PASSWORD_MAX_CHARS,
            longest => longest as usize,
        }
    }

    /// Opens an empty form, with a temporary token or (`None`) for the working agent.
    pub fn begin_new_password(&mut self, context: &mut Context, link: Option<PasswordLink>) {
        self.new_password = NewPassword { link, ..NewPassword::default() };
        context.dirty(slices::SESSION.key());
    }

    /// Checks the fields; with `save` the change is sent if both rules are fulfilled. In a session the current password
    /// is required, too.
    pub fn new_password(&mut self, context: &mut Context, typed: Typed<'_>, save: bool) {
        let Typed { current, password, repeated } = typed;
        let longest = self.longest_password();
        let form = &mut self.new_password;
        if form.saving || (form.link.is_none() && self.phase != super::Phase::Ready) {
            return;
        }
        form.tried |= save;
        let (fault, same) = (length_fault(password, longest), password == repeated);
        form.length_kept = fault.is_none();
        form.same = same && !password.is_empty();
        let current_missing = form.link.is_none() && current.is_empty();
        form.error = None;
        form.current_error = (form.tried && current_missing).then(|| Text::key("password.form.currentMissing"));
        form.password_error = fault.clone().filter(|_| form.tried);
        form.repeated_error = (form.tried && !same).then(|| Text::key("password.form.different"));
        context.dirty(slices::SESSION.key());
        if !save || fault.is_some() || !same || current_missing {
            return;
        }
        form.saving = true;
        let link = form.link.clone();
        let agent = link.as_ref().map_or_else(|| self.agent_id(), |link| link.agent_id.clone());
        let current_password = link.is_none().then_some(current);
        let body = Change { agent_id: &agent, current_password, password };
        let request = ServerWrite::ChangePassword.put(path!["agents", agent, "change-password"]).json(&body);
        match link {
            Some(link) => context.request_as(&mut self.requests, Pending::NewPassword, request, link.token),
            None => context.request(&mut self.requests, Pending::NewPassword, request),
        };
    }

    pub(super) fn on_new_password(&mut self, context: &mut Context, answer: &Answer) -> Option<Exit> {
        let longest = self.longest_password();
        let form = &mut self.new_password;
        form.saving = false;
        context.dirty(slices::SESSION.key());
        if let Answer::Ok(_) = answer {
            let link = std::mem::take(form).link;
            if self.is_signed_out() {
                self.notice = Some(Text::key("session.notice.passwordChanged"));
                self.error = None;
            } else if link.is_some_and(|link| link.agent_id == self.agent_id()) {
                // After a change by link, the server ends the agent's sessions.
                return Some(self.leave(context, SignOutReason::PasswordChanged));
            }
            return Some(Exit::PasswordSaved);
        }
        let fault_of = |field| answer.error_body().and_then(|body| body.errors.get(field)).map(String::as_str);
        if fault_of("currentPassword").is_some() {
            form.current_error = Some(Text::key("password.form.currentWrong"));
            return None;
        }
        match fault_of("password") {
            Some("tooShort") => form.password_error = Some(Text::key(TOO_SHORT)),
            Some("tooLong") => form.password_error = Some(Text::key(TOO_LONG).with("max", longest)),
            Some("isLogin") => form.password_error = Some(Text::key("password.form.isLogin")),
            Some("tooCommon") => form.password_error = Some(Text::key("password.form.tooCommon")),
            _ if form.link.is_some() && matches!(answer, Answer::Unauthorized(_) | Answer::Refused(403, _)) => {
                form.link = None;
                form.error = Some(Text::key("password.form.linkGone"));
            }
            _ if answer.is_uncertain() => form.error = Some(ServerWrite::ChangePassword.unknown()),
            _ => form.error = Some(Text::key("password.form.failed")),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::ses_054_no_character("", 15, Some(Text::key(TOO_SHORT)))]
    #[case::ses_054_seven_characters("1234567", 15, Some(Text::key(TOO_SHORT)))]
    #[case::ses_053_eight_characters("12345678", 15, None)]
    #[case::ses_053_fifteen_characters("123456789012345", 15, None)]
    #[case::ses_055_sixteen_characters("1234567890123456", 15, Some(Text::key(TOO_LONG).with("max", 15)))]
    #[case::ses_053_characters_are_counted_and_not_bytes("çãõéêíóú", 15, None)]
    #[case::as_many_as_the_installation_allows("1234567890123456", 64, None)]
    #[case::one_more_than_the_installation_allows("12345678901234567", 16, Some(Text::key(TOO_LONG).with("max", 16)))]
    fn a_new_password_has_8_characters_up_to_the_limit(
        #[case] password: &str,
        #[case] longest: usize,
        #[case] fault: Option<Text>,
    ) {
        assert_eq!(length_fault(password, longest), fault);
    }

    #[test]
    fn a_form_whose_session_ends_while_it_is_saved_can_be_sent_again() {
        let link = PasswordLink { agent_id: "101".into(), token: Secret::new("t".to_owned()) };
        let form = NewPassword { link: Some(link), tried: true, saving: true, ..NewPassword::default() };
        let view = form.if_linked().view(15);
        assert_eq!((view.linked, view.saving), (true, false));
        assert_eq!(view.error, Some(Text::key("password.form.failed")));
    }

    #[rstest]
    #[case::agent_and_token("/reset-password?agent=101&token=a%2Bb", Some(("101", "a+b")))]
    #[case::token_and_agent("/reset-password?x=1&token=t&agent=7#top", Some(("7", "t")))]
    #[case::no_query("/reset-password", None)]
    #[case::no_token("/reset-password?agent=101", None)]
    #[case::empty_token("/reset-password?agent=101&token=", None)]
    #[case::no_agent("/reset-password?token=t", None)]
    fn ses_057_a_password_link_contains_the_agent_and_the_token(
        #[case] path: &str,
        #[case] holds: Option<(&str, &str)>,
    ) {
        let link = PasswordLink::of_path(path);
        let held = link.as_ref().map(|link| (link.agent_id.0.as_str(), link.token.expose().as_str()));
        assert_eq!(held, holds);
    }
}
