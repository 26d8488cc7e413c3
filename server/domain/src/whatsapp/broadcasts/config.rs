//! Configuration of broadcasts.

use wire::limits::BROADCAST_MAX_CONTACTS;

/// Words by which a customer ends broadcasts, unless the operator sets others.
const OPT_OUT_WORDS: [&str; 4] = ["SAIR", "PARAR", "STOP", "CANCELAR"];
/// Words by which a customer allows broadcasts again, unless the operator sets others.
const OPT_IN_WORDS: [&str; 2] = ["VOLTAR", "START"];
/// Messages a second that Meta accepts from one number.
const PER_SECOND: u32 = 80;

/// Configuration of broadcasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastConfig {
    /// Maximum of customers of one list (BRD-012).
    pub max_contacts: usize,
    /// Maximum of messages that one route sends in a second, at least 1.
    pub per_second: u32,
    /// Maximum of customers to whom one route begins a conversation within 24 hours; `None`: no limit.
    pub daily_customers: Option<u32>,
    /// Words by which a customer ends broadcasts: a message that has nothing else.
    pub opt_out_words: Vec<String>,
    /// Words by which a customer allows broadcasts again.
    pub opt_in_words: Vec<String>,
}

impl Default for BroadcastConfig {
    fn default() -> Self {
        Self {
            max_contacts: BROADCAST_MAX_CONTACTS,
            per_second: PER_SECOND,
            daily_customers: None,
            opt_out_words: OPT_OUT_WORDS.map(str::to_owned).to_vec(),
            opt_in_words: OPT_IN_WORDS.map(str::to_owned).to_vec(),
        }
    }
}
