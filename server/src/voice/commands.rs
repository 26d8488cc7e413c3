//! The worker of the effect `CommandTelephone`: passes the commands of the domain to the gateway, those of one call in the order of their
//! commits.

use std::time::Duration;

use contact_centre::store::StoreResult;
use contact_centre::{EffectKind, EffectOutcome};
use tokio::sync::watch;
use voice_gateway::Gateway;

use crate::effects;
use crate::service::CentreService;

const KIND: EffectKind = EffectKind::CommandTelephone;
/// Maximum of commands that are taken together, each for another call.
const TAKEN_TOGETHER: usize = 32;
/// Pause before the store is asked again after it failed.
const AFTER_FAILURE: Duration = Duration::from_millis(500);

/// Runs until the server stops. The remaining commands concern calls that end with the server.
pub(super) async fn run(service: CentreService, gateway: Gateway, mut stopped: watch::Receiver<bool>) {
    loop {
        let given = give_due(&service, &gateway).await;
        if let Err(error) = &given {
            tracing::error!(%error, "commands to the telephone system cannot be read");
        }
        tokio::select! {
            () = service.effects().of(KIND) => {}
            () = tokio::time::sleep(AFTER_FAILURE), if given.is_err() => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

async fn give_due(service: &CentreService, gateway: &Gateway) -> StoreResult<()> {
    loop {
        let taken = service.call(|scope| scope.centre.take_call_commands(scope.store, scope.context, TAKEN_TOGETHER));
        let taken = taken.await??;
        if taken.is_empty() {
            return Ok(());
        }
        for (effect, command) in taken {
            let control = command.as_ref().map(voice_adapter::control_of);
            let outcome = match control.transpose() {
                Ok(control) => {
                    control.into_iter().for_each(|control| gateway.execute(control));
                    EffectOutcome::Done
                }
                Err(error) => EffectOutcome::Refused(format!("the identifier of a call is no number: {error}")),
            };
            // A command without an outcome is given again, which changes nothing.
            effects::end(service, KIND, effect, outcome).await?;
        }
    }
}
