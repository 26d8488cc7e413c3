//! Numbers of the telephone network that the embedded gateway simulates: those of the demo data.

use voice_gateway::Route;

use crate::settings::Settings;

/// The simulated telephone network. Without a trunk every number is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorNumbers {
    /// A network without numbers.
    None,
    /// The numbers of the contacts of the demo data, one for each result of a call.
    #[cfg(feature = "development")]
    Demo,
}

impl OperatorNumbers {
    /// The numbers of the demo, if the server has its data.
    pub fn of(settings: &Settings) -> Self {
        match settings.demo {
            #[cfg(feature = "development")]
            true => Self::Demo,
            _ => Self::None,
        }
    }

    /// The route of a number.
    pub fn route(
        self,
        #[cfg_attr(not(feature = "development"), expect(unused_variables, reason = "only the demo has numbers"))]
        number: &str,
    ) -> Route {
        match self {
            Self::None => Route::Unknown,
            #[cfg(feature = "development")]
            Self::Demo => demo::route(number),
        }
    }
}

#[cfg(feature = "development")]
mod demo {
    use std::time::Duration;

    use voice_gateway::{Route, SimulatedCustomer};

    /// Number and pitch of the customer's voice, time until the answer, time until the customer hangs up.
    const CUSTOMERS: [(&str, f64, u64, u64); 2] = [("5511955550101", 210.0, 2, 120), ("5571955550106", 130.0, 1, 6)];
    const BUSY: &str = "5521955550102";
    const NOT_ANSWERED: &str = "5531955550103";
    const BLACKLISTED: &str = "5551955550105";

    pub fn route(number: &str) -> Route {
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
