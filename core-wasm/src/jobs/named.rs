//! The customer of an attendance, for snackbars and notifications, also of a removed attendance.

use super::job::Job;
use super::machine::{Jobs, MOST_REMOVED};
use crate::shell::NamedCustomer;
use crate::wire::Protocol;

impl Job {
    /// The name of the customer in snackbars and notifications.
    pub fn customer(&self) -> NamedCustomer {
        NamedCustomer {
            protocol: self.protocol().clone(),
            contact_id: self.contact().map(|contact| contact.id.clone()).unwrap_or_default(),
            name: self.name().to_owned(),
        }
    }
}

impl Jobs {
    /// The customer of an attendance, also of one that was removed recently.
    pub fn customer(&self, protocol: &Protocol) -> Option<NamedCustomer> {
        let former = || self.former.iter().rev().find(|customer| customer.protocol == *protocol).cloned();
        self.get(protocol).map(Job::customer).or_else(former)
    }

    pub(super) fn remember_customer(&mut self, job: &Job) {
        self.former.push_back(job.customer());
        if self.former.len() > MOST_REMOVED {
            self.former.pop_front();
        }
    }
}
