//! A server of a newer version than the page: its lists have items that the page cannot read.

use core_wasm::flow::{HttpReply, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The path, up to the agent's id, of the list that is compared exactly, because the page loads it completely after
/// each sign-in.
const PAUSES_OF_AGENT: &str = "GET pauses/agent/";

/// Number of unreadable items in the answers that a page got.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaterItems {
    /// Requests whose answer was counted: a page uses only the first answer to each.
    answered: BTreeSet<RequestId>,
    /// Number in the last list of pauses.
    pub pauses: u32,
    /// Number in all answers.
    pub all: u32,
}

impl LaterItems {
    /// Counts the unreadable items of an answer.
    pub fn note(&mut self, name: &str, call: RequestId, reply: &HttpReply) {
        let is_first = self.answered.insert(call);
        if !is_first || reply.status != 200 || !name.starts_with("GET ") {
            return;
        }
        let Ok(body) = serde_json::from_str::<Value>(reply.body.expose()) else { return };
        let items = body.as_array().or_else(|| body["data"].as_array());
        let count = items.map_or(0, |items| items.iter().filter(|item| is_later(item)).count());
        let count = u32::try_from(count).expect("few items");
        self.all += count;
        if name.starts_with(PAUSES_OF_AGENT) {
            self.pauses = count;
        }
    }
}

/// Adds an item that no present version can read to the list in a body; a body without a list stays unchanged.
pub(crate) fn add_item(body: &mut String) {
    let Ok(mut value) = serde_json::from_str::<Value>(body) else { return };
    let list = if value.is_array() { Some(&mut value) } else { value.get_mut("data") };
    if let Some(Value::Array(items)) = list {
        items.push(json!(7));
        *body = value.to_string();
    }
}

fn is_later(item: &Value) -> bool {
    *item == json!(7)
}
