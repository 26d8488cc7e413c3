//! Faults of the provider of WhatsApp and Instagram: of one send, and of all routes.

use crate::messaging::{Attempt, PROVIDER_MS, answer, messages_wait};
use crate::network::Delivery;
use crate::sim::Sim;
use messaging::{Inbound, Outbound, Provider, Receipt, ReceiptStatus, Refusal, RefusalReason, SendOutcome};

/// A fault of one send at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderFault {
    /// The provider answers 429 and does not accept the message.
    Busy,
    /// The provider accepts the message, and its answer cannot be read.
    Garbage,
    /// The provider accepts the message, and the connection breaks before its answer.
    LostAnswer,
    /// A gateway answers 502, and the provider does not accept the message.
    BadGateway,
    /// The provider answers 500 without a reason. A message of a broadcast it accepts all the same; one of an agent, which the server sends again,
    /// it does not.
    Fails,
    /// The provider refuses the message for this reason.
    Refusal(RefusalReason),
    /// The provider accepts no message of the number for some time, because customers reported it.
    Spam,
    /// The provider accepts the message, and reports a short time later that it failed for this reason.
    FailsLater(RefusalReason),
}

/// What the provider does with a send that fails.
impl Sim {
    pub(crate) fn provider_refuses(&mut self, reason: RefusalReason) -> SendOutcome {
        let refusal = serde_json::to_string(&Refusal::local(reason, "refused")).expect("a refusal");
        self.messaging.provider.send_outcome(&answer(409, &refusal))
    }

    /// The provider accepts the message, does not deliver it, and reports that.
    pub(crate) fn provider_drops(
        &mut self,
        outbound: &Outbound,
        attempt: &Attempt,
        reason: RefusalReason,
    ) -> SendOutcome {
        self.messaging.failures += 1;
        let provider_id = format!("dropped.{}", self.messaging.failures);
        let at_ms = Some(self.network_time());
        let receipt = |status, failure| {
            let (provider_id, key) = (provider_id.clone(), Some(outbound.key.clone()));
            Inbound::Receipt(Receipt { provider_id, key, status, failure, at_ms })
        };
        let failure = Some(Refusal::local(reason, "not delivered"));
        let items = vec![receipt(ReceiptStatus::Sent, None), receipt(ReceiptStatus::Failed, failure)];
        self.report_items(&outbound.account, items);
        self.note_taken(attempt, &provider_id);
        self.messaging.provider.send_outcome(&answer(200, &format!(r#"{{"id":"{provider_id}"}}"#)))
    }
}

/// Faults of the provider, for all routes.
impl Sim {
    /// The next send at the provider fails.
    pub fn provider_fails_next(&mut self, fault: ProviderFault) -> &mut Self {
        self.note("provider", &format!("will fail: {fault:?}"));
        self.messaging.faults.push_back(fault);
        self
    }

    /// The provider refuses every connection, or works again. Customers can still write.
    pub fn provider_is_down(&mut self, is_down: bool) -> &mut Self {
        self.note("provider", if is_down { "down" } else { "up" });
        self.messaging.is_down = is_down;
        self
    }

    /// The provider delays its answers by this many milliseconds; 0 ends it. Its webhooks are not delayed.
    pub fn provider_is_slow(&mut self, ms: u64) -> &mut Self {
        self.note("provider", &format!("answers {ms} ms later"));
        self.messaging.slow_ms = ms;
        self
    }

    /// Holds webhooks until the script releases them.
    pub fn hold_webhooks(&mut self) -> &mut Self {
        self.note("provider", "holds webhooks");
        self.messaging.held_webhooks.get_or_insert_default();
        self
    }

    /// The held webhooks arrive, in their order or in reverse.
    pub fn release_webhooks(&mut self, backwards: bool) -> &mut Self {
        self.note("provider", if backwards { "releases webhooks backwards" } else { "releases webhooks" });
        let mut held = self.messaging.held_webhooks.take().unwrap_or_default();
        if backwards {
            held.reverse();
        }
        for (place, item) in (0..).zip(held) {
            self.network.send(self.now.plus_ms(PROVIDER_MS + place), Delivery::Webhook(item));
        }
        self
    }

    /// Each webhook arrives twice, or once again.
    pub fn double_webhooks(&mut self, double: bool) -> &mut Self {
        self.messaging.doubling_webhooks = double;
        self
    }

    /// Webhooks take up to this many milliseconds longer and overtake each other; 0 ends it.
    pub fn delay_webhooks_by(&mut self, ms: u64) -> &mut Self {
        self.messaging.webhook_jitter_ms = ms;
        self
    }

    /// The provider repeats its last webhooks.
    pub fn replay_webhooks(&mut self) -> &mut Self {
        self.note("provider", "repeats webhooks");
        for item in self.messaging.answered.clone() {
            self.call_webhook(item);
        }
        self
    }

    /// Every fault of the provider ends.
    pub fn provider_recovers(&mut self) -> &mut Self {
        self.messaging.faults.clear();
        self.files_recover();
        self.provider_is_down(false).provider_is_slow(0).double_webhooks(false).delay_webhooks_by(0);
        self.release_webhooks(false)
    }

    /// Whether agents' messages wait for another attempt, or for their turn.
    pub fn messages_wait(&self) -> bool {
        messages_wait(&self.server.store)
    }
}
