//! Simulated customers (`--simulate N`): N use the web chat as the customer's page does, N write on WhatsApp and Instagram
//! from telephones of the simulated messenger, N/2 call the voice queues. They write at human speed and reply to the agent. Each has
//! a fixed seed, so a run says the same things in the same order; only the timing depends on the agent.

mod calls;
mod script;
mod telephone;

use std::time::Duration;

use ::messenger::Messenger;
use contact_centre::store::{StoreError, StoreResult};
use contact_centre::wire::{Channel, CustomId, SenderType};
use contact_centre::{
    Entropy, SeededEntropy, WebChatEventKind, WebChatQueue, WebChatReply, WebChatRequest, WebChatStarted,
};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use voice_gateway::Gateway;

use crate::service::CentreService;
use script::Topic;
pub use telephone::Telephone;

const FIRST_SEED: u64 = 20_261_120;
/// A customer without a reply reminds the agent after this time, and leaves after the same time again.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts customers of the web chat.
pub(crate) fn start(customers: u16, service: &CentreService, stopped: &watch::Receiver<bool>) {
    for number in 0..u64::from(customers) {
        let mut customer = Customer { service: service.clone(), dice: Dice(SeededEntropy(FIRST_SEED + number)) };
        run_until(stopped.clone(), async move { customer.run().await });
    }
}

/// Starts as many customers of WhatsApp and Instagram as of the web chat.
pub(crate) fn start_telephones(customers: u16, messenger: &Messenger, stopped: &watch::Receiver<bool>) {
    let lines = messenger.lines();
    for number in 0..u64::from(customers) {
        if let Some(customer) = telephone::customer(number, messenger, &lines) {
            run_until(stopped.clone(), customer.run());
        }
    }
}

fn run_until(mut stopped: watch::Receiver<bool>, customer: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        tokio::select! {
            () = customer => {}
            _ = stopped.wait_for(|stopped| *stopped) => {}
        }
    });
}

/// Starts half as many customers who call.
pub(crate) async fn start_calls(
    customers: u16,
    service: &CentreService,
    gateway: Gateway,
    stopped: &watch::Receiver<bool>,
) -> StoreResult<()> {
    if customers == 0 {
        return Ok(());
    }
    let queues = service.read(|scope| scope.store.queues(Channel::Voice)).await??;
    let queues: Vec<_> = queues.into_iter().map(|row| row.id).collect();
    for number in 0..u64::from(customers.div_ceil(2)) {
        let (service, gateway, queues) = (service.clone(), gateway.clone(), queues.clone());
        let caller = calls::Caller { service, gateway, queues, seed: FIRST_SEED + number };
        run_until(stopped.clone(), caller.run());
    }
    Ok(())
}

struct Customer {
    service: CentreService,
    dice: Dice,
}

struct Visit {
    started: WebChatStarted,
    topic: &'static Topic,
    /// Number of the last event read.
    read: u64,
    /// Number of lines of the topic sent so far.
    lines_sent: usize,
    reminded: bool,
}

/// What the agent did since the last read.
#[derive(Default)]
struct Update {
    agent_wrote: bool,
    ended: bool,
}

impl Customer {
    async fn run(&mut self) {
        loop {
            self.dice.pause(1_000, 12_000).await;
            if let Err(error) = self.visit().await {
                tracing::warn!(%error, "a simulated customer failed");
            }
            self.dice.pause(20_000, 60_000).await;
        }
    }

    async fn visit(&mut self) -> StoreResult<()> {
        let Some(mut visit) = self.start_chat().await? else { return Ok(()) };
        let mut watch = self.service.hub().watch_chat(&visit.started.protocol);
        self.send_next_line(&mut visit).await?;
        loop {
            let update = self.read_events(&mut visit).await?;
            if update.ended {
                return Ok(());
            }
            if update.agent_wrote {
                visit.reminded = false;
                if !self.reply(&mut visit).await? {
                    return self.leave(&visit).await;
                }
            }
            match timeout(PATIENCE, watch.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Ok(()),
                Err(_) if visit.reminded => return self.leave(&visit).await,
                Err(_) => {
                    visit.reminded = true;
                    let reminder = self.dice.pick(script::REMINDERS);
                    self.send(&visit, reminder).await?;
                }
            }
        }
    }

    async fn start_chat(&mut self) -> StoreResult<Option<Visit>> {
        let WebChatReply::Queues(queues) = self.ask(WebChatRequest::Queues { unit: None }).await? else {
            return Ok(None);
        };
        let Some(WebChatQueue { id: queue, .. }) = self.dice.pick_from(&queues).cloned() else { return Ok(None) };
        let name = format!("{} {}", self.dice.pick(script::FIRST_NAMES), self.dice.pick(script::LAST_NAMES));
        // One third of the customers has a known identifier.
        let identifier = (self.dice.below(3) == 0).then(|| script::address(&name));
        let started = match self
            .ask(WebChatRequest::Start {
                proof: None,
                name,
                identifier,
                signature: None,
                queue,
                unit: None,
                secret: None,
            })
            .await?
        {
            WebChatReply::Started(started) => started,
            other => return Err(StoreError::Unavailable(format!("the centre refused a chat: {other:?}"))),
        };
        let (protocol, secret) = (started.protocol.clone(), started.secret.clone());
        self.ask(WebChatRequest::Page { protocol, secret, open: true }).await?;
        let Some(topic) = self.dice.pick_from(script::TOPICS) else { return Ok(None) };
        Ok(Some(Visit { started, topic, read: 0, lines_sent: 0, reminded: false }))
    }

    /// Returns `false` if the customer has nothing more to write.
    async fn reply(&mut self, visit: &mut Visit) -> StoreResult<bool> {
        self.dice.pause(1_200, 4_000).await;
        if visit.lines_sent >= visit.topic.lines.len() {
            let farewell = self.dice.pick(script::FAREWELLS);
            self.send(visit, farewell).await?;
            self.dice.pause(2_000, 6_000).await;
            return Ok(false);
        }
        self.send_next_line(visit).await?;
        Ok(true)
    }

    async fn send_next_line(&mut self, visit: &mut Visit) -> StoreResult<()> {
        let Some(line) = visit.topic.lines.get(visit.lines_sent).copied() else { return Ok(()) };
        visit.lines_sent += 1;
        self.send(visit, line).await
    }

    /// Shows typing for a human duration, then sends.
    async fn send(&mut self, visit: &Visit, text: &str) -> StoreResult<()> {
        self.set_typing(visit, true).await?;
        let letters = u64::try_from(text.chars().count()).unwrap_or_default();
        self.dice.pause(letters * 25, letters * 60).await;
        let request = WebChatRequest::Message {
            protocol: visit.started.protocol.clone(),
            secret: visit.started.secret.clone(),
            custom_id: self.dice.custom_id(),
            text: text.to_owned(),
            media_id: String::new(),
            answered: 0,
        };
        self.ask(request).await.map(|_| ())
    }

    async fn set_typing(&self, visit: &Visit, typing: bool) -> StoreResult<()> {
        let (protocol, secret) = (visit.started.protocol.clone(), visit.started.secret.clone());
        self.ask(WebChatRequest::Typing { protocol, secret, typing, custom_id: None }).await.map(|_| ())
    }

    async fn leave(&self, visit: &Visit) -> StoreResult<()> {
        let (protocol, secret) = (visit.started.protocol.clone(), visit.started.secret.clone());
        self.ask(WebChatRequest::End { protocol, secret }).await.map(|_| ())
    }

    async fn read_events(&self, visit: &mut Visit) -> StoreResult<Update> {
        let (protocol, secret) = (visit.started.protocol.clone(), visit.started.secret.clone());
        let reply = self.ask(WebChatRequest::Events { protocol, secret, after: visit.read }).await?;
        let WebChatReply::Events(events) = reply else { return Ok(Update { ended: true, ..Update::default() }) };
        visit.read = events.last;
        let agent_wrote = events.data.iter().any(|event| match &event.kind {
            WebChatEventKind::Message { message } => {
                message.sender == SenderType::Agent && message.system_key.is_empty()
            }
            _ => false,
        });
        Ok(Update { agent_wrote, ended: events.ended })
    }

    async fn ask(&self, request: WebChatRequest) -> StoreResult<WebChatReply> {
        self.service.call(move |scope| scope.centre.web_chat(scope.store, scope.context, &request)).await
    }
}

/// A seeded generator, so that runs are repeatable.
struct Dice(SeededEntropy);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes) % limit.max(1)
    }

    async fn pause(&mut self, at_least_ms: u64, at_most_ms: u64) {
        let span = at_most_ms.saturating_sub(at_least_ms).max(1);
        sleep(Duration::from_millis(at_least_ms + self.below(span))).await;
    }

    fn pick_from<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        let index = self.below(u64::try_from(choices.len()).unwrap_or(u64::MAX));
        choices.get(usize::try_from(index).unwrap_or_default())
    }

    fn pick(&mut self, choices: &'static [&'static str]) -> &'static str {
        self.pick_from(choices).copied().unwrap_or_default()
    }

    /// An identifier of ten characters, as the page makes them.
    fn custom_id(&mut self) -> CustomId {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        let letters = (0..10).filter_map(|_| self.pick_from(LETTERS).map(|letter| char::from(*letter)));
        CustomId::from(letters.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulated_customers_with_the_same_seed_write_the_same_texts() {
        let lines_sent = || {
            let mut dice = Dice(SeededEntropy(FIRST_SEED));
            (dice.pick(script::FIRST_NAMES), dice.custom_id(), dice.below(1_000))
        };
        assert_eq!(lines_sent(), lines_sent());
    }

    #[test]
    fn the_mail_address_of_a_simulated_customer_has_no_spaces_and_no_accents() {
        assert_eq!(script::address("Íris Gonçalves"), "iris.goncalves@example.com");
    }

    #[test]
    fn custom_ids_of_simulated_customers_are_ten_letters_and_differ() {
        let mut dice = Dice(SeededEntropy(1));
        let (first, second) = (dice.custom_id(), dice.custom_id());
        assert_eq!(first.as_str().len(), 10);
        assert_ne!(first, second);
    }
}
