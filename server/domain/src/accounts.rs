//! Creates accounts from the command line: there is no account with a published password outside the demo data.

use crate::audit;
use crate::auth::password::{self, PasswordFault};
use crate::auth::{self, second_factor};
use crate::centre::Centre;
use crate::context::Context;
use crate::names::is_visible;
use crate::operator;
use crate::security::{self, SecurityAction};
use crate::store::{AgentRow, GroupRow, QueueRow, Sequence, Store, StoreError, StoreResult};
use std::fmt;
use wire::limits::{LOGIN_MAX_CHARS, NAME_MAX_CHARS, PASSWORD_LIMIT_CHARS, PASSWORD_MIN_CHARS};
use wire::{
    AgentId, AgentPreferences, AgentRecord, AgentRole, AttendanceGroup, AttendanceGroupId, Channel, OrgUnit, OrgUnitId,
    QueueId,
};

/// First identifier of created agents; the agents of the demo data have smaller ones.
const FIRST_ID: u64 = 1_000;

/// An account to create.
pub struct NewAccount {
    /// Name to sign in with; stored in lower case.
    pub login: String,
    /// Displayed name.
    pub name: String,
    /// Password in clear text.
    pub password: String,
    /// Role.
    pub role: AgentRole,
    /// Org unit; created if it does not exist.
    pub org_unit: OrgUnitId,
    /// Names of the chat queues that the agent serves; created in the org unit if they do not exist.
    pub queues: Vec<String>,
}

/// Prints no password.
impl fmt::Debug for NewAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NewAccount")
            .field("login", &self.login)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// Why an account was not created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
    /// The login is empty, too long or has characters other than letters, digits and `.-_@`.
    Login,
    /// The name is empty or too long.
    Name,
    /// The password is shorter or longer than allowed.
    Password,
    /// The password is the login or one of the most common passwords.
    GuessedPassword,
    /// Another account has this login.
    Exists,
    /// No account has this login.
    Unknown,
    /// The account has no second factor.
    NoSecondFactor,
    /// The store failed or the password could not be hashed.
    Store(StoreError),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> Self {
        AccountError::Store(error)
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Login => write!(
                formatter,
                "The login needs 1 to {LOGIN_MAX_CHARS} letters, digits or characters of the set .-_@ ."
            ),
            AccountError::Name => write!(formatter, "The name needs 1 to {NAME_MAX_CHARS} characters."),
            AccountError::Password => {
                write!(formatter, "The password needs {PASSWORD_MIN_CHARS} to {PASSWORD_LIMIT_CHARS} characters.")
            }
            AccountError::GuessedPassword => {
                formatter.write_str("The password contains the login or is among the first that are guessed.")
            }
            AccountError::Exists => formatter.write_str("Another account has this login."),
            AccountError::Unknown => formatter.write_str("No account has this login."),
            AccountError::NoSecondFactor => formatter.write_str("The account has no second factor."),
            AccountError::Store(error) => write!(formatter, "The account cannot be stored: {error}."),
        }
    }
}

impl Centre {
    /// Removes the second factor of an account, for an agent who lost the telephone and the recovery codes; ends the session. Returns the
    /// agent. The operator's act is a row of the audit and a security event. The command may run beside running servers: they close the
    /// links of the session.
    ///
    /// # Errors
    /// No account, no second factor, or the store failed; nothing was changed then.
    pub fn reset_second_factor(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        login: &str,
    ) -> Result<AgentId, AccountError> {
        let login = login.trim().to_lowercase();
        self.transact_store(store, context, |tx| {
            let Some(agent) = tx.store.agent_by_login(&login)? else { return Ok(Err(AccountError::Unknown)) };
            if tx.store.second_factor(&agent.id)?.is_none() {
                return Ok(Err(AccountError::NoSecondFactor));
            }
            second_factor::forget(tx, &agent.id)?;
            if let Some(session) = tx.store.session(&agent.id)?.filter(|session| session.ended_at.is_none()) {
                auth::force_end_session(tx, &session, "secondFactorReset")?;
            }
            audit::record_of_operator(tx, "resetSecondFactor", &agent)?;
            security::note(tx, SecurityAction::SecondFactorReset, &agent.id, "operator");
            operator::announce(tx)?;
            Ok(Ok(agent.id))
        })?
    }
}

/// Creates an account in a transaction of its own; returns its identifier. Its password is known to the operator, so the first sign-in requires
/// another one.
///
/// Errors: see `AccountError`; nothing was changed then.
pub fn create_account(
    store: &mut dyn Store,
    context: &mut Context<'_>,
    account: &NewAccount,
) -> Result<AgentId, AccountError> {
    store.begin()?;
    match create(store, context, account) {
        Ok(id) => {
            store.commit()?;
            Ok(id)
        }
        Err(error) => {
            store.rollback()?;
            Err(error)
        }
    }
}

fn create(store: &mut dyn Store, context: &mut Context<'_>, account: &NewAccount) -> Result<AgentId, AccountError> {
    let login = account.login.trim().to_lowercase();
    let is_login = |letter: char| letter.is_alphanumeric() || ".-_@".contains(letter);
    if login.is_empty() || login.chars().count() > LOGIN_MAX_CHARS || !login.chars().all(is_login) {
        return Err(AccountError::Login);
    }
    let name = account.name.trim();
    if !is_visible(name) || name.chars().count() > NAME_MAX_CHARS {
        return Err(AccountError::Name);
    }
    match password::fault_of(&account.password, PASSWORD_LIMIT_CHARS, &login, name) {
        Some(PasswordFault::TooShort | PasswordFault::TooLong) => return Err(AccountError::Password),
        Some(PasswordFault::IsLogin | PasswordFault::TooCommon) => return Err(AccountError::GuessedPassword),
        None => {}
    }
    if store.agent_by_login(&login)?.is_some() {
        return Err(AccountError::Exists);
    }
    let salt = context.salt();
    let password_hash = context
        .hasher
        .hash(&account.password, salt)
        .ok_or_else(|| StoreError::Unavailable("the password could not be hashed".to_owned()))?;
    let id = free_id(store)?;
    if store.org_unit(&account.org_unit)?.is_none() {
        let id = account.org_unit.clone();
        store.put_org_unit(&OrgUnit { name: id.0.clone(), id, ..OrgUnit::default() })?;
    }
    for queue in &account.queues {
        serve_queue(store, &account.org_unit, queue, &id)?;
    }
    store.put_agent(&AgentRow {
        id: id.clone(),
        login: login.clone(),
        password_hash,
        record: AgentRecord {
            identifier: id.0.clone(),
            agent_id: id.clone(),
            agent_name: name.to_owned(),
            org_unit_id: account.org_unit.clone(),
            channels: vec![Channel::Chat],
            login_identifier: login,
            role: account.role,
            use_web_rtc: "N".to_owned(),
            agent_ack_call: "N".to_owned(),
            agent_preferences: AgentPreferences {
                notify_chat_message: true,
                call_control_behavior: "inside".to_owned(),
                after_attendance_behavior: "qualification".to_owned(),
                ..AgentPreferences::default()
            },
            ..AgentRecord::default()
        },
        absence: None,
        absence_version: 0,
        must_change_password: true,
    })?;
    Ok(id)
}

fn free_id(store: &mut dyn Store) -> StoreResult<AgentId> {
    loop {
        let id = AgentId((FIRST_ID + store.next_number(Sequence::Account)?).to_string());
        if store.agent(&id)?.is_none() {
            return Ok(id);
        }
    }
}

/// Adds the agent to the group of the chat queue with this name.
fn serve_queue(store: &mut dyn Store, org_unit: &OrgUnitId, name: &str, agent: &AgentId) -> Result<(), AccountError> {
    let name = name.trim();
    if !is_visible(name) || name.chars().count() > NAME_MAX_CHARS {
        return Err(AccountError::Name);
    }
    let known = store.queues_of_unit(org_unit, Channel::Chat)?.into_iter().find(|row| row.name == name);
    let group = match known {
        Some(queue) => store.group(&queue.group_id)?,
        None => None,
    };
    let group = match group {
        Some(group) => group,
        None => create_queue(store, org_unit, name)?,
    };
    if !group.members.contains(agent) {
        let members = group.members.iter().chain([agent]).cloned().collect();
        store.put_group(&GroupRow { members, ..group })?;
    }
    Ok(())
}

/// A queue and its group have the same identifier and name.
fn create_queue(store: &mut dyn Store, org_unit: &OrgUnitId, name: &str) -> StoreResult<GroupRow> {
    let id = loop {
        let id = (FIRST_ID + store.next_number(Sequence::Queue)?).to_string();
        if store.queue(&QueueId::from(id.as_str()))?.is_none() {
            break id;
        }
    };
    store.put_queue(&QueueRow {
        id: QueueId::from(id.as_str()),
        name: name.to_owned(),
        channel: Channel::Chat,
        group_id: AttendanceGroupId::from(id.as_str()),
        org_unit_id: org_unit.clone(),
        tags: Vec::new(),
    })?;
    Ok(GroupRow {
        group: AttendanceGroup {
            queue_voice_context: format!("queue_{id}"),
            id: AttendanceGroupId::from(id),
            name: name.to_owned(),
            channel: Some(Channel::Chat),
            ack_call_behavior: "ring".to_owned(),
            ack_call_assisted_transfer_behavior: "ring".to_owned(),
            ..AttendanceGroup::default()
        },
        org_unit_id: org_unit.clone(),
        members: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
