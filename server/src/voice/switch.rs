//! What the gateway asks of the contact centre: who may register, and where a number leads. It asks without waiting, so
//! accounts and queues are kept in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use contact_centre::{CallCommand, VoiceAccount, VoiceDirectory, voice_secret_hash};
use tokio::sync::mpsc::UnboundedSender;
use voice_gateway::{CallControl, CallFact, Gateway, Route};

use super::directory::OperatorNumbers;

/// What the gateway asks of the contact centre.
pub struct Switch {
    state: RwLock<State>,
    numbers: OperatorNumbers,
    facts: UnboundedSender<CallFact>,
}

struct State {
    queues: BTreeSet<String>,
    accounts: BTreeMap<String, VoiceAccount>,
}

impl Switch {
    pub fn new(directory: VoiceDirectory, numbers: OperatorNumbers, facts: UnboundedSender<CallFact>) -> Self {
        let queues = directory.queues.into_iter().map(|id| id.0).collect();
        Self { state: RwLock::new(State { queues, accounts: directory.accounts }), numbers, facts }
    }

    /// Takes a changed account.
    pub fn learn(&self, command: &CallCommand) {
        if let CallCommand::Account { exten, account } = command {
            let mut state = self.write();
            match account {
                Some(account) => state.accounts.insert(exten.clone(), account.clone()),
                None => state.accounts.remove(exten),
            };
        }
    }

    /// Every change is a single step, so a poisoned state is still consistent.
    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallControl for Switch {
    /// Every account has a secret of its own.
    fn admits(&self, _token: Option<&str>, _api_secret: Option<&str>) -> bool {
        true
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        self.read().accounts.get(extension).is_some_and(|account| account.secret_hash == voice_secret_hash(secret))
    }

    /// Agents' pages do; a customer who leaves the page has hung up.
    fn claims_after_reload(&self, extension: &str) -> bool {
        self.read().accounts.get(extension).is_some_and(|account| account.queue.is_none())
    }

    /// Agents and campaigns call the network; customers call the queue of their telephone, those of the network any queue.
    fn route(&self, from: &str, number: &str) -> Route {
        let state = self.read();
        let is_queue = state.queues.contains(number);
        match state.accounts.get(from) {
            Some(VoiceAccount { queue: None, .. }) => self.numbers.route(number),
            Some(VoiceAccount { queue: Some(queue), .. }) if is_queue && queue.as_str() == number => Route::Queue,
            None if is_queue => Route::Queue,
            // A call of a campaign: the customer sees the number of its queue.
            None if state.queues.contains(from) => self.numbers.route(number),
            Some(_) | None => Route::Unknown,
        }
    }

    fn report(&self, fact: CallFact) {
        // The receiver ends with the server.
        let _ = self.facts.send(fact);
    }
}

/// Gives a command of the domain to the gateway.
pub fn execute(gateway: &Gateway, command: &CallCommand) {
    match voice_adapter::control_of(command) {
        Ok(Some(control)) => gateway.execute(control),
        Ok(None) => {}
        Err(error) => tracing::error!(?command, %error, "the identifier of a call is no number"),
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::wire::QueueId;
    use rstest::rstest;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn switch(numbers: OperatorNumbers) -> Switch {
        let account = |secret: &str, queue: Option<&str>| VoiceAccount {
            secret_hash: voice_secret_hash(secret),
            queue: queue.map(QueueId::from),
        };
        let accounts = [("2001", account("s", None)), ("customer-1", account("t", Some("5000")))];
        let directory = VoiceDirectory {
            queues: ["5000", "5001"].map(QueueId::from).to_vec(),
            accounts: accounts.map(|(exten, account)| (exten.to_owned(), account)).into(),
        };
        Switch::new(directory, numbers, unbounded_channel().0)
    }

    #[test]
    fn only_the_secret_of_an_account_registers_it() {
        let switch = switch(OperatorNumbers::None);
        assert!(switch.may_register("2001", "s"));
        assert!(!switch.may_register("2001", "t") && !switch.may_register("2001", "") && !switch.may_register("9", ""));
        switch.learn(&CallCommand::Account { exten: "2001".to_owned(), account: None });
        assert!(!switch.may_register("2001", "s"));
    }

    #[test]
    fn only_the_call_of_an_agent_is_kept_for_a_reloaded_page() {
        let switch = switch(OperatorNumbers::None);
        assert!(switch.claims_after_reload("2001"));
        assert!(!switch.claims_after_reload("customer-1") && !switch.claims_after_reload("9"));
    }

    #[rstest]
    #[case::a_customers_own_queue("customer-1", "5000", Route::Queue)]
    #[case::another_queue("customer-1", "5001", Route::Unknown)]
    #[case::an_agent("customer-1", "2001", Route::Unknown)]
    #[case::a_customer_of_the_network("551140001234", "5001", Route::Queue)]
    #[case::from_the_network_to_the_network("551140001234", "5521955550102", Route::Unknown)]
    #[case::voi_048_unknown("2001", "5541955550104", Route::Unknown)]
    #[case::voi_049_not_answered("2001", "5531955550103", Route::NoAnswer)]
    #[case::voi_050_busy("2001", "5521955550102", Route::Busy)]
    #[case::voi_061_blacklisted("2001", "5551955550105", Route::Blacklisted)]
    #[case::a_campaign("5000", "5521955550102", Route::Busy)]
    #[case::an_agent_to_a_queue("2001", "5000", Route::Unknown)]
    fn a_dialled_number_leads_to_its_destination_or_to_a_refusal(
        #[case] from: &str,
        #[case] number: &str,
        #[case] expected: Route,
    ) {
        assert_eq!(switch(OperatorNumbers::Demo).route(from, number), expected);
    }

    #[test]
    fn a_customer_of_the_demo_answers_and_without_it_every_number_is_unknown() {
        let route = |numbers| switch(numbers).route("2001", "5511955550101");
        assert!(matches!(route(OperatorNumbers::Demo), Route::Simulated(_)));
        assert_eq!(route(OperatorNumbers::None), Route::Unknown);
    }
}
