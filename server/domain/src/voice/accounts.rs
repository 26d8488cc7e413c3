//! Accounts of the voice gateway: secrets and registrations. A secret is stored as its hash only.

use super::{CallCommand, VoiceAccount, command};
use crate::centre::{Centre, Transaction};
use crate::channels;
use crate::digest::sha256_hex;
use crate::due::Due;
use crate::router;
use crate::store::{Store, StoreResult, VoiceAccountRow};
use std::collections::BTreeMap;
use wire::{Channel, QueueId};

/// The hash under which the secret of an account is kept.
pub fn secret_hash(secret: &str) -> String {
    sha256_hex(secret)
}

/// What the telephone system has to know at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoiceDirectory {
    /// Numbers of the voice queues.
    pub queues: Vec<QueueId>,
    /// Accounts that have a secret, by extension.
    pub accounts: BTreeMap<String, VoiceAccount>,
}

impl Centre {
    /// Queues and accounts; later changes of accounts are commands.
    ///
    /// # Errors
    /// The store failed.
    pub fn voice_directory(&self, store: &dyn Store) -> StoreResult<VoiceDirectory> {
        let accounts = store.voice_accounts()?.into_iter().filter(|row| !row.secret_hash.is_empty());
        Ok(VoiceDirectory {
            queues: store.queues(Channel::Voice)?.into_iter().map(|row| row.id).collect(),
            accounts: accounts.map(|row| (row.exten.clone(), account_of(row))).collect(),
        })
    }
}

fn account_of(row: VoiceAccountRow) -> VoiceAccount {
    VoiceAccount { secret_hash: row.secret_hash, queue: row.customer.map(|customer| customer.queue_id) }
}

/// Gives the account a new random secret and returns it.
pub(super) fn issue_secret(tx: &mut Transaction<'_, '_>, account: &mut VoiceAccountRow) -> String {
    let secret = tx.context.random_hex(16);
    set_secret(tx, account, &secret);
    secret
}

pub(super) fn set_secret(tx: &mut Transaction<'_, '_>, account: &mut VoiceAccountRow, secret: &str) {
    account.secret_hash = secret_hash(secret);
    let exten = account.exten.clone();
    command(tx, CallCommand::Account { exten, account: Some(account_of(account.clone())) });
}

pub(super) fn registered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let Some(account) = tx.store.voice_account(exten)? else { return Ok(()) };
    let account = VoiceAccountRow { registered: true, ..account };
    tx.store.put_voice_account(&account)?;
    if account.is_customers() { Ok(()) } else { router::agent_is_free(tx, &account.agent_id) }
}

pub(super) fn unregistered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let Some(account) = tx.store.voice_account(exten)? else { return Ok(()) };
    let account = VoiceAccountRow { registered: false, ..account };
    tx.store.put_voice_account(&account)?;
    disconnect(tx, &account)
}

/// Available means that sound is possible: without a registered telephone the channel is disconnected.
fn disconnect(tx: &mut Transaction<'_, '_>, account: &VoiceAccountRow) -> StoreResult<()> {
    if account.is_customers() {
        return Ok(());
    }
    let by_web_rtc = tx.store.agent(&account.agent_id)?.is_some_and(|agent| agent.record.use_web_rtc == "Y");
    let row = channels::row_of(tx, &account.agent_id, Channel::Voice)?;
    if by_web_rtc && row.connected && row.exten == account.exten {
        let row = channels::set_disconnected(tx, row)?;
        channels::publish_registration_ended(tx, &row)?;
    }
    Ok(())
}

/// Ends the account of a customer's telephone.
pub(super) fn delete(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    tx.store.delete_voice_account(exten)?;
    tx.set_due(Due::Telephone, exten, None)?;
    command(tx, CallCommand::Account { exten: exten.to_owned(), account: None });
    Ok(())
}

/// The customer did not call in time.
pub(crate) fn telephone_is_due(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    delete(tx, exten)
}

/// Registrations ended with the process of the telephone system, and calls with their telephones.
pub(crate) fn disconnect_lost(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for account in tx.store.voice_accounts()? {
        if account.is_customers() {
            delete(tx, &account.exten)?;
        } else if account.registered {
            let account = VoiceAccountRow { registered: false, ..account };
            tx.store.put_voice_account(&account)?;
            disconnect(tx, &account)?;
        }
    }
    Ok(())
}
