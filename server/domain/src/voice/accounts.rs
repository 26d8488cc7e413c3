//! Accounts of the voice gateway: secrets and registrations. A secret is stored as its hash only.

use super::{AccountChange, TelephoneOwner, VoiceAccount, supervision};
use crate::centre::{Centre, Transaction};
use crate::channels;
use crate::digest::sha256_hex;
use crate::due::Due;
use crate::router;
use crate::store::{Store, StoreResult, VoiceAccountRow};
use std::collections::BTreeMap;
use wire::{AgentId, Channel, QueueId};

/// Hashes the secret of an account for storage.
pub fn secret_hash(secret: &str) -> String {
    sha256_hex(secret)
}

/// The data that the telephone system needs at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoiceDirectory {
    /// Numbers of the voice queues.
    pub queues: Vec<QueueId>,
    /// Accounts that have a secret, by extension.
    pub accounts: BTreeMap<String, VoiceAccount>,
    /// Version of every account: changes up to it are in `accounts`.
    pub versions: BTreeMap<String, u64>,
}

impl Centre {
    /// Queues and accounts; later changes of accounts are in `Recipients::accounts`.
    ///
    /// # Errors
    /// The store failed.
    pub fn voice_directory(&self, store: &dyn Store) -> StoreResult<VoiceDirectory> {
        let rows = store.voice_accounts()?;
        Ok(VoiceDirectory {
            queues: store.queues(Channel::Voice)?.into_iter().map(|row| row.id).collect(),
            versions: rows.iter().map(|row| (row.exten.clone(), row.version)).collect(),
            accounts: rows.into_iter().filter_map(|row| Some((row.exten.clone(), account_of(row)?))).collect(),
        })
    }
}

/// `None`: no secret can register the telephone.
fn account_of(row: VoiceAccountRow) -> Option<VoiceAccount> {
    let owner = match row.customer {
        Some(customer) => TelephoneOwner::Customer(customer.queue_id),
        None if row.hidden => TelephoneOwner::Supervisor,
        None => TelephoneOwner::Agent,
    };
    Some(row.secret_hash).filter(|hash| !hash.is_empty()).map(|secret_hash| VoiceAccount { secret_hash, owner })
}

/// Gives the account a new random secret and returns it.
pub(super) fn issue_secret(tx: &mut Transaction<'_, '_>, account: &mut VoiceAccountRow) -> String {
    let secret = tx.context.random_hex(16);
    set_secret(tx, account, &secret);
    secret
}

pub(super) fn set_secret(tx: &mut Transaction<'_, '_>, account: &mut VoiceAccountRow, secret: &str) {
    account.secret_hash = secret_hash(secret);
    publish_account(tx, account);
}

fn publish_account(tx: &mut Transaction<'_, '_>, account: &mut VoiceAccountRow) {
    account.version = account.version.saturating_add(1);
    let (exten, version) = (account.exten.clone(), account.version);
    tx.context.recipients.accounts.push(AccountChange { exten, version, account: account_of(account.clone()) });
}

/// Another process changed or deleted the account: sends its present state to the telephone system.
pub(crate) fn publish_again(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let change = match tx.store.voice_account(exten)? {
        Some(row) => AccountChange { exten: row.exten.clone(), version: row.version, account: account_of(row) },
        None => AccountChange { exten: exten.to_owned(), version: u64::MAX, account: None },
    };
    tx.context.recipients.accounts.push(change);
    Ok(())
}

/// The agent's session ended: a person who knows the secret of its telephone can no longer register or call. A fixed secret, and one of external
/// nodes, belongs to the operator and stays.
pub(crate) fn end_telephone(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    supervision::end_of_supervisor(tx, agent)?;
    let Some(mut account) = tx.store.voice_account_of(agent)?.filter(|account| !account.secret_hash.is_empty()) else {
        return Ok(());
    };
    if !tx.config.voice.nodes.is_empty() {
        return Ok(());
    }
    account.secret_hash = String::new();
    publish_account(tx, &mut account);
    tx.store.put_voice_account(&account)
}

/// The agent of this telephone: that of the account, or the agent who connected voice with the extension of a desk
/// telephone. `None`: a customer's telephone, or nobody's.
pub(super) fn agent_of(tx: &Transaction<'_, '_>, account: &VoiceAccountRow) -> StoreResult<Option<AgentId>> {
    if account.is_desk() {
        return Ok(tx.store.channel_of_extension(&account.exten)?.map(|row| row.agent_id));
    }
    Ok(Some(account.agent_id.clone()).filter(|_| !account.is_customers() && !account.hidden))
}

pub(super) fn registered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let Some(account) = tx.store.voice_account(exten)? else { return Ok(()) };
    let account = VoiceAccountRow { registered: true, ..account };
    tx.store.put_voice_account(&account)?;
    if account.hidden {
        return supervision::registered(tx, exten);
    }
    match agent_of(tx, &account)? {
        Some(agent) => {
            channels::own_channel_changed(tx, &agent)?;
            router::agent_is_free(tx, &agent)
        }
        None => Ok(()),
    }
}

pub(super) fn unregistered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let Some(account) = tx.store.voice_account(exten)? else { return Ok(()) };
    let account = VoiceAccountRow { registered: false, ..account };
    tx.store.put_voice_account(&account)?;
    if account.hidden {
        return supervision::unregistered(tx, exten);
    }
    disconnect(tx, &account)
}

/// A voice channel is available only if sound is possible: without a registered telephone it is disconnected.
fn disconnect(tx: &mut Transaction<'_, '_>, account: &VoiceAccountRow) -> StoreResult<()> {
    let Some(agent) = agent_of(tx, account)? else { return Ok(()) };
    let row = channels::row_of(tx, &agent, Channel::Voice)?;
    if row.connected && row.exten == account.exten {
        let row = channels::set_disconnected(tx, row)?;
        channels::publish_registration_ended(tx, &row)?;
    }
    Ok(())
}

/// Due work: the time for a registration is over.
pub(crate) fn registration_is_due(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let agent = AgentId::from(agent);
    let row = channels::row_of(tx, &agent, Channel::Voice)?;
    if !row.connected || channels::is_registered_for(tx, &row.exten, &agent)? {
        return Ok(());
    }
    let row = channels::set_disconnected(tx, row)?;
    channels::publish_registration_ended(tx, &row)
}

/// Ends the account of a telephone of one call.
pub(super) fn delete(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    tx.store.delete_voice_account(exten)?;
    tx.set_due(Due::Telephone, exten, None)?;
    // The row can be deleted: the random extension never returns.
    tx.context.recipients.accounts.push(AccountChange { exten: exten.to_owned(), version: u64::MAX, account: None });
    Ok(())
}

/// Due work: the customer did not call in time.
pub(crate) fn telephone_is_due(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    delete(tx, exten)
}

/// At the start of the telephone system: earlier registrations and calls ended with its process.
pub(crate) fn disconnect_lost(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for account in tx.store.voice_accounts()? {
        if account.is_customers() || account.hidden {
            delete(tx, &account.exten)?;
        } else if account.registered || account.is_desk() {
            // For an older server, which connected voice with a desk telephone without a registration.
            let account = VoiceAccountRow { registered: false, ..account };
            tx.store.put_voice_account(&account)?;
            disconnect(tx, &account)?;
        }
    }
    Ok(())
}
