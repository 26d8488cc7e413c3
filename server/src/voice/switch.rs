//! Answers the gateway's questions to the contact centre: which telephone may register, and where a number leads. The
//! answers may not wait, so accounts and queues are kept in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use contact_centre::{AccountChange, TelephoneOwner, VoiceAccount, VoiceDirectory, voice_secret_hash};
use tokio::sync::mpsc::UnboundedSender;
use voice_gateway::{CallControl, CallFact, CallOrigin, Route};

use super::directory::OperatorNumbers;

/// The contact centre's answers for the gateway.
pub struct Switch {
    state: RwLock<State>,
    numbers: OperatorNumbers,
    facts: UnboundedSender<CallFact>,
}

struct State {
    queues: BTreeSet<String>,
    accounts: BTreeMap<String, VoiceAccount>,
    /// Version of the last applied change of each existing account.
    versions: BTreeMap<String, u64>,
}

impl Switch {
    pub fn new(directory: VoiceDirectory, numbers: OperatorNumbers, facts: UnboundedSender<CallFact>) -> Self {
        let queues = directory.queues.into_iter().map(|id| id.0).collect();
        Self {
            state: RwLock::new(State { queues, accounts: directory.accounts, versions: directory.versions }),
            numbers,
            facts,
        }
    }

    /// Applies a changed account, unless a later change of it was applied: two requests that commit one after the other may report their changes
    /// in the opposite order. Returns whether it was applied.
    pub fn apply_account_change(&self, change: &AccountChange) -> bool {
        let AccountChange { exten, version, account } = change;
        let mut state = self.write();
        if state.versions.get(exten).is_some_and(|known| known >= version) {
            return false;
        }
        match account {
            Some(account) => state.accounts.insert(exten.clone(), account.clone()),
            None => state.accounts.remove(exten),
        };
        match *version {
            // The account no longer exists.
            u64::MAX => state.versions.remove(exten),
            version => state.versions.insert(exten.clone(), version),
        };
        true
    }

    /// Every change is a single step, so the state of a poisoned lock is still consistent.
    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallControl for Switch {
    /// Every account has a different secret.
    fn admits(&self, _token: Option<&str>, _api_secret: Option<&str>) -> bool {
        true
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        self.read().accounts.get(extension).is_some_and(|account| account.secret_hash == voice_secret_hash(secret))
    }

    /// Only agents' pages claim their session: a customer who leaves the page has hung up, and a supervision ends with
    /// its page.
    fn claims_after_reload(&self, extension: &str) -> bool {
        self.read().accounts.get(extension).is_some_and(|account| account.owner == TelephoneOwner::Agent)
    }

    /// The hidden telephone of a supervision may not call.
    fn may_call(&self, extension: &str) -> bool {
        self.read().accounts.get(extension).is_some_and(|account| account.owner != TelephoneOwner::Supervisor)
    }

    /// A call can leave to an external number only if the centre began it, because the centre checks the attendance and the blocked
    /// numbers. A customer's telephone can call only its own queue, as long as it has an account; customers of the network call any queue.
    fn route(&self, origin: CallOrigin<'_>, number: &str) -> Route {
        let state = self.read();
        let is_queue = state.queues.contains(number);
        match origin {
            CallOrigin::Dialled(exten)
                if state.accounts.get(exten).is_some_and(|account| account.owner == TelephoneOwner::Agent) =>
            {
                match state.accounts.get(number).map(|account| &account.owner) {
                    // An internal call; the centre refuses attendances with an extension.
                    Some(TelephoneOwner::Agent) => Route::Ring { extension: number.to_owned() },
                    Some(TelephoneOwner::Customer(_) | TelephoneOwner::Supervisor) | None => self.numbers.route(number),
                }
            }
            // The contact centre calls with the number of the queue, which the customer sees.
            CallOrigin::Centre(queue) if state.queues.contains(queue) => self.numbers.route(number),
            CallOrigin::Telephone(exten) if is_queue => match state.accounts.get(exten) {
                Some(VoiceAccount { owner: TelephoneOwner::Customer(queue), .. }) if queue.as_str() == number => {
                    Route::Queue
                }
                Some(_) | None => Route::Unknown,
            },
            CallOrigin::Network(_) if is_queue => Route::Queue,
            CallOrigin::Dialled(_) | CallOrigin::Centre(_) | CallOrigin::Telephone(_) | CallOrigin::Network(_) => {
                Route::Unknown
            }
        }
    }

    fn report(&self, fact: CallFact) {
        // The receiver may have ended with the server.
        let _ = self.facts.send(fact);
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::wire::QueueId;
    use rstest::rstest;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn switch(numbers: OperatorNumbers) -> Switch {
        let account = |secret: &str, owner| VoiceAccount { secret_hash: voice_secret_hash(secret), owner };
        let accounts = [
            ("2001", account("s", TelephoneOwner::Agent)),
            ("2003", account("u", TelephoneOwner::Agent)),
            ("customer-1", account("t", TelephoneOwner::Customer(QueueId::from("5000")))),
            ("sup-1", account("v", TelephoneOwner::Supervisor)),
        ];
        let directory = VoiceDirectory {
            queues: ["5000", "5001"].map(QueueId::from).to_vec(),
            accounts: accounts.map(|(exten, account)| (exten.to_owned(), account)).into(),
            versions: [("2001".to_owned(), 4)].into(),
        };
        Switch::new(directory, numbers, unbounded_channel().0)
    }

    #[test]
    fn a_telephone_registers_only_with_the_secret_of_its_account() {
        let switch = switch(OperatorNumbers::None);
        assert!(switch.may_register("2001", "s"));
        assert!(!switch.may_register("2001", "t") && !switch.may_register("2001", "") && !switch.may_register("9", ""));
        switch.apply_account_change(&AccountChange { exten: "2001".to_owned(), version: 5, account: None });
        assert!(!switch.may_register("2001", "s"));
    }

    /// Two tabs ask for a secret: the later secret counts, whichever change is reported first.
    #[test]
    fn the_latest_secret_of_an_account_counts_in_whatever_order_changes_are_reported() {
        let change = |secret: &str, version| {
            let account = Some(VoiceAccount { secret_hash: voice_secret_hash(secret), owner: TelephoneOwner::Agent });
            AccountChange { exten: "2001".to_owned(), version, account }
        };
        let (first, second) = (change("first", 5), change("second", 6));
        for order in [[&first, &second], [&second, &first]] {
            let switch = switch(OperatorNumbers::None);
            for change in order {
                switch.apply_account_change(change);
            }
            assert!(switch.may_register("2001", "second") && !switch.may_register("2001", "first"));
        }
    }

    #[test]
    fn only_the_call_of_an_agents_telephone_is_kept_for_a_reloaded_page() {
        let switch = switch(OperatorNumbers::None);
        assert!(switch.claims_after_reload("2001"));
        assert!(["customer-1", "sup-1", "9"].iter().all(|extension| !switch.claims_after_reload(extension)));
    }

    #[test]
    fn bey_136_the_hidden_telephone_of_a_supervision_registers_but_cannot_call() {
        let switch = switch(OperatorNumbers::None);
        assert!(switch.may_register("sup-1", "v"));
        assert!(switch.may_call("2001") && switch.may_call("customer-1"));
        assert!(!switch.may_call("sup-1") && !switch.may_call("9"));
    }

    #[rstest]
    #[case::a_customer_to_the_own_queue(CallOrigin::Telephone("customer-1"), "5000", Route::Queue)]
    #[case::a_customer_to_another_queue(CallOrigin::Telephone("customer-1"), "5001", Route::Unknown)]
    #[case::a_customer_to_an_agents_extension(CallOrigin::Telephone("customer-1"), "2001", Route::Unknown)]
    #[case::a_telephone_whose_account_was_deleted(CallOrigin::Telephone("customer-2"), "5000", Route::Unknown)]
    #[case::a_customer_of_the_network_to_a_queue(CallOrigin::Network("551140001234"), "5001", Route::Queue)]
    #[case::from_the_network_to_the_network(CallOrigin::Network("551140001234"), "5521955550102", Route::Unknown)]
    #[case::voi_048_an_unknown_number(CallOrigin::Dialled("2001"), "5541955550104", Route::Unknown)]
    #[case::voi_049_a_number_that_is_not_answered(CallOrigin::Dialled("2001"), "5531955550103", Route::NoAnswer)]
    #[case::voi_050_a_busy_number(CallOrigin::Dialled("2001"), "5521955550102", Route::Busy)]
    #[case::voi_061_a_blocked_number(CallOrigin::Dialled("2001"), "5551955550105", Route::Blacklisted)]
    #[case::an_agents_telephone_to_a_number_by_itself(CallOrigin::Telephone("2001"), "5521955550102", Route::Unknown)]
    #[case::the_centre_for_a_customers_telephone(CallOrigin::Dialled("customer-1"), "5521955550102", Route::Unknown)]
    #[case::the_centre_for_an_ended_session(CallOrigin::Dialled("2002"), "5521955550102", Route::Unknown)]
    #[case::a_campaign_to_a_number(CallOrigin::Centre("5000"), "5521955550102", Route::Busy)]
    #[case::a_call_of_the_centre_from_no_queue(CallOrigin::Centre("2001"), "5521955550102", Route::Unknown)]
    #[case::int_001_an_agent_to_a_colleague(CallOrigin::Dialled("2001"), "2003", Route::Ring { extension: "2003".to_owned() })]
    #[case::a_customer_to_an_agent(CallOrigin::Dialled("customer-1"), "2003", Route::Unknown)]
    #[case::a_telephone_to_a_colleague_by_itself(CallOrigin::Telephone("2001"), "2003", Route::Unknown)]
    #[case::from_the_network_to_an_agent(CallOrigin::Network("551140001234"), "2003", Route::Unknown)]
    #[case::a_campaign_to_an_agent(CallOrigin::Centre("5000"), "2003", Route::Unknown)]
    #[case::an_agent_to_a_telephone_of_a_customer(CallOrigin::Dialled("2001"), "customer-1", Route::Unknown)]
    #[case::bey_136_an_agent_to_a_hidden_telephone(CallOrigin::Dialled("2001"), "sup-1", Route::Unknown)]
    #[case::bey_136_a_customer_to_a_hidden_telephone(CallOrigin::Telephone("customer-1"), "sup-1", Route::Unknown)]
    #[case::bey_136_the_network_to_a_hidden_telephone(CallOrigin::Network("551140001234"), "sup-1", Route::Unknown)]
    #[case::bey_136_a_hidden_telephone_to_an_agent(CallOrigin::Telephone("sup-1"), "2001", Route::Unknown)]
    #[case::bey_136_a_hidden_telephone_to_a_queue(CallOrigin::Telephone("sup-1"), "5000", Route::Unknown)]
    #[case::bey_136_the_centre_for_a_hidden_telephone(CallOrigin::Dialled("sup-1"), "5521955550102", Route::Unknown)]
    #[case::an_agent_to_a_queue(CallOrigin::Dialled("2001"), "5000", Route::Unknown)]
    fn a_dialled_number_is_routed_to_its_destination_or_refused(
        #[case] origin: CallOrigin<'_>,
        #[case] number: &str,
        #[case] expected: Route,
    ) {
        assert_eq!(switch(OperatorNumbers::Demo).route(origin, number), expected);
    }

    #[test]
    fn with_the_demo_a_contacts_number_answers_and_without_it_every_number_is_unknown() {
        let route = |numbers| switch(numbers).route(CallOrigin::Dialled("2001"), "5511955550101");
        assert!(matches!(route(OperatorNumbers::Demo), Route::Simulated(_)));
        assert_eq!(route(OperatorNumbers::None), Route::Unknown);
    }
}
