//! Numbers of the telephone network that the embedded gateway simulates: those of the demo data.

use std::time::Duration;

use voice_gateway::{Route, SimulatedCustomer};

/// The simulated telephone network. Without a trunk every number is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorNumbers {
    /// A network without numbers.
    None,
    /// A network with the numbers of the contacts of the demo data, one for each result of a call.
    Demo,
}

/// Number, pitch of the customer's speech, time until the answer, time until the customer hangs up.
const CUSTOMERS: [(&str, f64, u64, u64); 2] = [("5511955550101", 210.0, 2, 120), ("5571955550106", 130.0, 1, 6)];
const BUSY: &str = "5521955550102";
const NOT_ANSWERED: &str = "5531955550103";
const BLACKLISTED: &str = "5551955550105";

impl OperatorNumbers {
    /// The destination of a number.
    pub fn route(self, number: &str) -> Route {
        if self == Self::None {
            return Route::Unknown;
        }
        let customer = CUSTOMERS.iter().find(|(of_customer, ..)| *of_customer == number);
        if let Some((_, pitch, answers_after, hangs_up_after)) = customer {
            return Route::Simulated(SimulatedCustomer {
                answers_after: Duration::from_secs(*answers_after),
                hangs_up_after: Some(Duration::from_secs(*hangs_up_after)),
                pitch: *pitch,
            });
        }
        match number {
            BUSY => Route::Busy,
            NOT_ANSWERED => Route::NoAnswer,
            BLACKLISTED => Route::Blacklisted,
            _ => Route::Unknown,
        }
    }
}
