//! The worker of the effect `ScoreChurn`: asks the operator's external service for churn risks. The domain decides what its
//! answers mean.

use std::sync::Arc;
use std::time::Duration;

use contact_centre::store::EffectLane;
use contact_centre::wire::ChurnFactor;
use contact_centre::{ChurnOutcome, Effect, EffectKind};
use messaging::{HttpAnswer, HttpRequestData, ProviderClient, retry_after_ms};
use serde::Deserialize;
use tokio::sync::watch;

use crate::effects::{EffectWorker, LaneLimit};
use crate::service::CentreService;
use crate::settings::ChurnSettings;

/// Maximum of simultaneous questions.
const WORKER: EffectWorker = EffectWorker {
    kind: EffectKind::ScoreChurn,
    lanes: &[LaneLimit { lane: EffectLane::Prompt, at_a_time: 8 }, LaneLimit { lane: EffectLane::Mass, at_a_time: 8 }],
    drains: true,
};
/// Timeout of a question; well below the lease of an effect.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The answer of the service.
#[derive(Deserialize)]
struct Score {
    data: Vec<ChurnFactor>,
}

/// Starts the worker.
///
/// # Errors
/// The machine's certificates cannot be read.
pub fn start(
    service: &CentreService,
    settings: &ChurnSettings,
    stopped: watch::Receiver<bool>,
) -> Result<(), reqwest::Error> {
    let client = ProviderClient::new(REQUEST_TIMEOUT)?;
    let worker = Worker { service: service.clone(), client, settings: settings.clone() };
    service.effects().start_worker(run(Arc::new(worker), stopped));
    Ok(())
}

struct Worker {
    service: CentreService,
    client: ProviderClient,
    settings: ChurnSettings,
}

/// Runs until the server stops and no question is in progress.
async fn run(worker: Arc<Worker>, stopped: watch::Receiver<bool>) {
    let service = worker.service.clone();
    WORKER.work(service, |effect| Arc::clone(&worker).ask(effect), stopped).await;
}

impl Worker {
    async fn ask(self: Arc<Self>, effect: Effect) {
        let request = HttpRequestData::post(self.settings.url.clone(), "application/json", effect.body.clone().into());
        let request = request
            .with("authorization", format!("Bearer {}", self.settings.token.expose()))
            .with("idempotency-key", effect.id.clone());
        let outcome = match self.client.exchange(&request).await {
            Ok(answer) => outcome(&answer),
            Err(fault) => ChurnOutcome::Failed { cause: fault.cause, retry_after_ms: None },
        };
        if let ChurnOutcome::Failed { cause, .. } | ChurnOutcome::Refused(cause) = &outcome {
            tracing::warn!(
                id = effect.id,
                attempt = effect.attempt,
                cause,
                "the service of churn risks did not answer"
            );
        }
        let ended = self
            .service
            .call(move |scope| scope.centre.churn_scored(scope.store, scope.context, &effect, outcome.clone()));
        if let Err(error) = ended.await.and_then(|ended| ended) {
            // The effect is due again after its lease.
            tracing::error!(%error, "the answer of the service of churn risks was not stored");
        }
    }
}

/// 204 and 404: the service does not know the contact.
fn outcome(answer: &HttpAnswer) -> ChurnOutcome {
    match answer.status {
        204 | 404 => ChurnOutcome::Unknown,
        200..300 => match serde_json::from_slice::<Score>(&answer.body) {
            Ok(score) => ChurnOutcome::Scored(score.data),
            Err(_) => ChurnOutcome::Refused("the answer is unreadable".to_owned()),
        },
        status @ (408 | 429 | 500..) => {
            ChurnOutcome::Failed { cause: format!("status {status}"), retry_after_ms: retry_after_ms(answer) }
        }
        status => ChurnOutcome::Refused(format!("status {status}")),
    }
}
