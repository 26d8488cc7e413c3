//! Commands to the telephone system. They are effects, stored with the change that causes them, so that none is lost and the commands of one call
//! are given in the order of their commits. A command that is obsolete when its turn comes is left out, so that after a restart no telephone
//! rings for an earlier call.

use super::{CallCommand, recording, room, supervision};
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::effects::{self, Effect, EffectKind};
use crate::store::{CallPhase, Store, StoreResult};
use wire::OrgUnitId;

/// Requests a command that is given after this transaction.
pub(crate) fn command(tx: &mut Transaction<'_, '_>, command: &CallCommand) -> StoreResult<()> {
    if !tx.config.voice.is_embedded() {
        // External nodes have no connection to the centre: the page makes the calls.
        return Ok(());
    }
    let sequence = format!("call {}", call_of(command));
    tx.request_effect_after(EffectKind::CommandTelephone, &OrgUnitId::default(), &sequence, command)
}

fn call_of(command: &CallCommand) -> &str {
    match command {
        CallCommand::Dial { call, .. }
        | CallCommand::Originate { call, .. }
        | CallCommand::Connect { call, .. }
        | CallCommand::Room { call, .. }
        | CallCommand::Record { call, .. }
        | CallCommand::HangUp { call } => call,
    }
}

impl Centre {
    /// Takes at most `limit` commands, one of each call. The caller gives them to the telephone system and reports each with `end_effect`, also
    /// those without a command, which are obsolete.
    ///
    /// # Errors
    /// The store failed.
    pub fn take_call_commands(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        limit: usize,
    ) -> StoreResult<Vec<(Effect, Option<CallCommand>)>> {
        self.transact_store(store, context, |tx| {
            let taken = effects::take(tx, EffectKind::CommandTelephone, limit)?;
            taken.into_iter().map(|effect| command_of(tx, &effect).map(|command| (effect, command))).collect()
        })
    }
}

/// The command of an effect; `None` if it is obsolete.
fn command_of(tx: &Transaction<'_, '_>, effect: &Effect) -> StoreResult<Option<CallCommand>> {
    let Ok(command) = serde_json::from_str::<CallCommand>(&effect.body) else { return Ok(None) };
    let is_wanted = match &command {
        CallCommand::Dial { call, .. } => {
            tx.store.call_by_unique_id(call)?.is_some_and(|row| row.phase == CallPhase::Dialling)
                || tx.store.internal_call(call)?.is_some_and(|row| row.is_unanswered())
        }
        CallCommand::Originate { call, .. } => tx.store.dial_by_unique_id(call)?.is_some(),
        CallCommand::Connect { call, exten } => {
            let rings = tx.store.call_by_unique_id(call)?.filter(|row| row.phase == CallPhase::Ringing);
            rings.and_then(|row| row.ring).is_some_and(|ring| ring.exten == *exten)
        }
        CallCommand::Room { call, command } => match supervision::is_wanted(tx, call, command)? {
            Some(is_wanted) => is_wanted,
            None => tx.store.call_by_unique_id(call)?.is_some_and(|row| room::is_wanted(&row, command)),
        },
        CallCommand::Record { recording, order, .. } => recording::is_wanted(tx, recording, *order)?,
        CallCommand::HangUp { .. } => true,
    };
    Ok(is_wanted.then_some(command))
}
