//! Simulated customers who call the voice queues: they speak, wait for an agent for a while, talk, and hang up.

use std::time::Duration;

use contact_centre::SeededEntropy;
use contact_centre::store::{CallPhase, StoreResult};
use contact_centre::wire::QueueId;
use tokio::time::sleep;
use voice_gateway::{CallId, CallSide, Gateway, SimulatedCustomer};

use super::Dice;
use crate::service::CentreService;

/// A customer leaves the queue after this time without an agent.
const PATIENCE: Duration = Duration::from_secs(45);
/// Longest conversation, including the time until the answer.
const TALK_SECONDS: u64 = 90;

/// A customer who calls again and again.
pub struct Caller {
    pub service: CentreService,
    pub gateway: Gateway,
    pub queues: Vec<QueueId>,
    pub seed: u64,
}

impl Caller {
    /// Calls until the server stops.
    pub async fn run(self) {
        let mut dice = Dice(SeededEntropy(self.seed));
        loop {
            sleep(Duration::from_secs(5 + dice.below(25))).await;
            let Some(queue) = dice.pick_from(&self.queues) else { return };
            let from = format!("55119{:08}", dice.below(100_000_000));
            let talk = Duration::from_secs(15 + dice.below(TALK_SECONDS - 15));
            let customer = SimulatedCustomer {
                answers_after: Duration::ZERO,
                hangs_up_after: Some(talk),
                pitch: 110.0 + dice.below(140) as f64,
            };
            let call = self.gateway.customer_call(&from, queue.as_str(), customer);
            sleep(PATIENCE).await;
            match self.waits(call).await {
                Ok(true) => self.gateway.hang_up(call, Some(CallSide::Caller)),
                Ok(false) => sleep(Duration::from_secs(TALK_SECONDS)).await,
                Err(error) => tracing::warn!(%error, "a simulated caller failed"),
            }
        }
    }

    async fn waits(&self, call: CallId) -> StoreResult<bool> {
        let unique_id = call.sip_call_id();
        let found = self.service.read(move |scope| scope.store.call_by_unique_id(&unique_id)).await??;
        Ok(found.is_some_and(|row| matches!(row.phase, CallPhase::Waiting | CallPhase::Asking | CallPhase::Ringing)))
    }
}
