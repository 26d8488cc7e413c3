//! Changes of an operator's command beside running servers. The recipients that a request notifies after the commit (`Recipients`) are unknown in
//! another process, so a command stores them as marks of due work in its own transaction. A running server looks for such marks each second and
//! notifies its transport.

use crate::centre::Transaction;
use crate::context::{EndedSession, Recipients};
use crate::due::Due;
use crate::store::{StoreError, StoreResult};
use serde::{Deserialize, Serialize};
use wire::{AgentId, Protocol};

/// A change that the transport of a running server must be notified of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum OperatorChange {
    /// The links of the session must be closed.
    Session(EndedSession),
    /// The agent's queue has new frames.
    Queue(AgentId),
    /// The account of this extension has a new secret, or was deleted.
    Telephone(String),
    /// The web chat has new events, or was deleted.
    Chat(Protocol),
    /// The command set a due time.
    Work,
}

/// Stores the recipients of this transaction as marks. A command calls this last.
pub(crate) fn announce(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let Recipients { queues, ended_sessions, accounts, chats, .. } = tx.context.recipients.clone();
    let sessions = ended_sessions.into_iter().map(OperatorChange::Session);
    let queues = queues.into_iter().map(OperatorChange::Queue);
    let telephones = accounts.into_iter().map(|change| OperatorChange::Telephone(change.exten));
    let chats = chats.into_iter().map(OperatorChange::Chat);
    let work = tx.context.due.map(|_| OperatorChange::Work);
    let now = tx.now();
    for change in sessions.chain(queues).chain(telephones).chain(chats).chain(work) {
        let subject = serde_json::to_string(&change).map_err(|fault| StoreError::Corrupt(fault.to_string()))?;
        tx.mark_due(Due::Operator, &subject, now)?;
    }
    Ok(())
}

/// Parses the change that a mark contains.
///
/// # Errors
/// The mark is of another version.
pub(crate) fn read(subject: &str) -> StoreResult<OperatorChange> {
    serde_json::from_str(subject).map_err(|fault| StoreError::Corrupt(format!("the mark of a command: {fault}")))
}
