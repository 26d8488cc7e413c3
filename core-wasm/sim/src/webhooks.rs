//! Calls of real providers: the bytes that cross the network, the provider's code of the server, and the real contact centre.

use crate::books;
use crate::sim::Sim;
use contact_centre::wire::Message;
use contact_centre::{WhatsAppDelivery, WhatsAppInbound};
use messaging::{Provider, RawCall};
use messaging_adapter::AccountItems;

impl Sim {
    /// A provider calls the address of an account, as `server/src/whatsapp/webhooks.rs` takes it after the signature. The status of the answer;
    /// nothing else happens yet.
    pub fn provider_calls(&mut self, provider: &dyn Provider, account: &str, body: Vec<u8>) -> u16 {
        let url = format!("https://desk.example/webhooks/{}/{account}", provider.name());
        let items = match provider.read(&RawCall { url, headers: Vec::new(), body }) {
            Ok(items) => items,
            Err(fault) => {
                self.note(provider.name(), &format!("makes a call that is not read: {fault}"));
                return 400;
            }
        };
        let mut is_known = true;
        for AccountItems { account, items } in messaging_adapter::by_account(account, items) {
            self.note(provider.name(), &format!("reports {} items of {account}", items.len()));
            let has_route = self.take_items_of(provider.name(), &account, &items);
            is_known &= has_route;
            for item in items.into_iter().filter(|_| has_route) {
                self.expect_later(&account, item);
            }
        }
        if is_known { 200 } else { 404 }
    }

    /// The books ask for it at the end.
    fn expect_later(&mut self, account: &str, item: WhatsAppInbound) {
        match item {
            WhatsAppInbound::Message(message) => {
                self.messaging.reported.insert((account.to_owned(), message.provider_id));
            }
            WhatsAppInbound::Receipt(receipt) if matches!(receipt.status, WhatsAppDelivery::Failed(_)) => {
                self.messaging.failed_later.insert(receipt.provider_id);
            }
            _ => {}
        }
    }

    /// The provider's ids of the agents' messages that it took.
    pub fn provider_ids(&self) -> Vec<String> {
        self.messaging.taken.values().flatten().cloned().collect()
    }

    /// Every message of WhatsApp and Instagram that the server has, by attendance and number.
    pub fn provider_messages(&self) -> Vec<Message> {
        let store = self.store();
        let jobs = books::attendances(store).into_iter();
        jobs.flat_map(|job| books::messages(store, &job.protocol)).collect()
    }
}
