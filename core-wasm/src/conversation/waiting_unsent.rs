//! Unsent records whose agent is not signed in on this page: read at the start, or kept when a session ended. They wait
//! for the agent's sign-in; those of other agents are deleted after 24 hours, because computers are shared (BEY-012).

use super::drafts::{DraftRecord, UNSENT_LIFE_MS};
use super::outbox::OutboxRecord;
use super::records;
use crate::flow::StoreKey;
use crate::wire::{AgentId, CustomId, Protocol, Wall, from_object, json_text};

/// Unsent drafts and messages by their author.
#[derive(Default)]
pub struct WaitingUnsent {
    /// The agent who is signed in; empty without a session.
    author: AgentId,
    drafts: Vec<(AgentId, Protocol, DraftRecord)>,
    messages: Vec<(AgentId, OutboxRecord)>,
}

/// Drafts and messages of one agent.
#[derive(Debug, Default, PartialEq)]
pub struct UnsentOfAgent {
    /// Drafts with their attendance.
    pub drafts: Vec<(Protocol, DraftRecord)>,
    /// Messages in the order in which they were read or written.
    pub messages: Vec<OutboxRecord>,
}

impl UnsentOfAgent {
    /// Whether there is neither a draft nor a message.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty() && self.messages.is_empty()
    }
}

impl WaitingUnsent {
    /// Takes a record of the unsent database; one that cannot be read is dropped.
    pub fn take_record(&mut self, key: &StoreKey, text: &str) {
        if let Some((agent, protocol)) = records::DRAFT.ids(key) {
            if let Ok(draft) = from_object(text) {
                self.drafts.push((agent, protocol, draft));
            }
        } else if let Some((agent, ..)) = records::OUTBOX.ids(key)
            && let Ok(message) = from_object::<OutboxRecord>(text)
            && !message.protocol.is_empty()
            && !message.custom_id.is_empty()
        {
            self.messages.push((agent, message));
        }
    }

    /// The agent whose unsent text is kept from now on.
    pub fn set_author(&mut self, agent: AgentId) {
        self.author = agent;
    }

    /// The agent who works now; empty without a session.
    pub fn author(&self) -> &AgentId {
        &self.author
    }

    /// The session ends: the agent's unsent texts wait for the next sign-in of that agent on this page.
    pub fn keep(&mut self, unsent: UnsentOfAgent) {
        let author = std::mem::take(&mut self.author);
        let of_author = |(protocol, draft)| (author.clone(), protocol, draft);
        self.drafts.extend(unsent.drafts.into_iter().map(of_author));
        self.messages.extend(unsent.messages.into_iter().map(|message| (author.clone(), message)));
    }

    /// Takes the unsent texts of this agent.
    pub fn take_of(&mut self, agent: &AgentId) -> UnsentOfAgent {
        let drafts = self.drafts.extract_if(.., |(owner, ..)| owner == agent);
        let drafts = drafts.map(|(_, protocol, draft)| (protocol, draft)).collect();
        let messages = self.messages.extract_if(.., |(owner, _)| owner == agent).map(|(_, message)| message).collect();
        UnsentOfAgent { drafts, messages }
    }

    /// Takes the messages of one attendance that may still be sent (BEY-004).
    pub fn take_messages(&mut self, agent: &AgentId, protocol: &Protocol) -> Vec<OutboxRecord> {
        let is_meant = |(owner, message): &mut (AgentId, OutboxRecord)| {
            owner == agent && message.protocol == *protocol && !message.lost
        };
        self.messages.extract_if(.., is_meant).map(|(_, message)| message).collect()
    }

    /// Drops a message that the server has.
    pub fn drop_message(&mut self, author: &AgentId, protocol: &Protocol, custom_id: &CustomId) {
        let is_it = |owner: &AgentId, message: &OutboxRecord| {
            (owner, &message.protocol, &message.custom_id) == (author, protocol, custom_id)
        };
        self.messages.retain(|(owner, message)| !is_it(owner, message));
    }

    /// Deletes texts older than 24 hours by the server's time, and dates the texts that were written before that time
    /// was known. Returns the records to write, or to delete (`None`).
    pub fn expire(&mut self, server_now: Wall, is_clock_known: bool) -> Vec<(StoreKey, Option<String>)> {
        let is_old = |written_at: Wall| is_clock_known && server_now.since_ms(written_at) > UNSENT_LIFE_MS;
        let old = self.drafts.extract_if(.., |(.., draft)| draft.written_at.is_some_and(is_old));
        let mut changes: Vec<_> =
            old.map(|(agent, protocol, _)| (records::DRAFT.of((agent, protocol)), None)).collect();
        self.messages.retain_mut(|(agent, message)| {
            let is_dated = message.date(server_now, is_clock_known);
            let is_kept = !is_old(message.written_at);
            if is_dated || !is_kept {
                let ids = (agent.clone(), message.protocol.clone(), message.custom_id.clone());
                changes.push((records::OUTBOX.of(ids), is_kept.then(|| json_text(message))));
            }
            is_kept
        });
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::{Value, json};

    const NOW: Wall = Wall(1_800_000_000_000);

    fn written(hours_ago: i64) -> Value {
        json!(NOW.plus_ms(-hours_ago * 3_600_000).0)
    }

    fn draft_key(agent: &str) -> StoreKey {
        records::DRAFT.of((agent.into(), "P1".into()))
    }

    fn message_key(agent: &str, id: &str) -> StoreKey {
        records::OUTBOX.of((agent.into(), "P1".into(), id.into()))
    }

    fn message(id: &str, fields: Value) -> String {
        let mut record = json!({
            "protocol": "P1", "custom_id": id, "number": 1, "text": "Bom dia", "written_at": written(1),
        });
        let target = record.as_object_mut().expect("a record");
        target.extend(fields.as_object().cloned().unwrap_or_default());
        record.to_string()
    }

    /// A draft and two messages of agent 101, and one message of agent 102.
    fn waiting() -> WaitingUnsent {
        let mut waiting = WaitingUnsent::default();
        waiting.take_record(&draft_key("101"), &json!({ "text": "Olá", "written_at": written(1) }).to_string());
        waiting.take_record(&message_key("101", "a"), &message("a", json!({})));
        waiting.take_record(&message_key("101", "b"), &message("b", json!({ "lost": true })));
        waiting.take_record(&message_key("102", "c"), &message("c", json!({})));
        waiting
    }

    fn ids(messages: &[OutboxRecord]) -> Vec<&str> {
        messages.iter().map(|message| message.custom_id.as_str()).collect()
    }

    #[test]
    fn unsent_records_are_restored_once_for_their_own_agent() {
        let mut waiting = waiting();
        let of_first = waiting.take_of(&"101".into());
        assert_eq!((of_first.drafts.len(), ids(&of_first.messages)), (1, vec!["a", "b"]));
        assert!(waiting.take_of(&"101".into()).is_empty());
        assert_eq!(ids(&waiting.take_of(&"102".into()).messages), ["c"]);
    }

    #[test]
    fn the_messages_taken_for_one_attendance_exclude_failed_ones_about_which_the_agent_decides() {
        let mut waiting = waiting();
        assert_eq!(ids(&waiting.take_messages(&"101".into(), &"P1".into())), ["a"]);
        assert_eq!(ids(&waiting.take_of(&"101".into()).messages), ["b"]);
    }

    #[test]
    fn unsent_records_at_the_end_of_a_session_belong_to_its_agent() {
        let mut waiting = waiting();
        let left = waiting.take_of(&"101".into());
        waiting.set_author("102".into());
        waiting.keep(left);
        assert_eq!(ids(&waiting.take_of(&"102".into()).messages), ["c", "a", "b"]);
    }

    #[test]
    fn a_message_that_the_server_has_is_removed_and_the_others_wait() {
        let mut waiting = waiting();
        waiting.drop_message(&"102".into(), &"P1".into(), &"a".into());
        waiting.drop_message(&"101".into(), &"P1".into(), &"a".into());
        assert_eq!(ids(&waiting.take_of(&"101".into()).messages), ["b"]);
    }

    #[rstest]
    #[case::after_an_hour(1, true, None)]
    #[case::after_a_day(25, true, Some(false))]
    #[case::after_a_day_by_a_clock_that_may_be_wrong(25, false, None)]
    fn bey_012_unsent_text_is_deleted_after_24_hours_of_the_servers_time(
        #[case] hours: i64,
        #[case] is_clock_known: bool,
        #[case] change: Option<bool>,
    ) {
        let mut waiting = WaitingUnsent::default();
        let text = json!({ "text": "Olá", "written_at": written(hours) }).to_string();
        waiting.take_record(&draft_key("101"), &text);
        waiting.take_record(&message_key("101", "a"), &message("a", json!({ "written_at": written(hours) })));
        let changes = waiting.expire(NOW, is_clock_known);
        let expected: Vec<_> = change.into_iter().flat_map(|_| [draft_key("101"), message_key("101", "a")]).collect();
        assert_eq!(changes, expected.into_iter().map(|key| (key, None)).collect::<Vec<_>>());
        assert_eq!(waiting.take_of(&"101".into()).is_empty(), change.is_some());
    }

    #[test]
    fn a_message_without_a_date_gets_the_servers_time_and_is_written_again() {
        let mut waiting = WaitingUnsent::default();
        let undated = message("a", json!({ "undated": true, "written_at": written(48) }));
        waiting.take_record(&message_key("101", "a"), &undated);
        assert_eq!(waiting.expire(NOW, false), []);
        let changes = waiting.expire(NOW, true);
        let (key, text) = changes.into_iter().next().expect("a change");
        assert_eq!(key, message_key("101", "a"));
        let record: OutboxRecord = from_object(&text.expect("a record")).expect("a record");
        assert_eq!((record.written_at, record.undated), (NOW, false));
    }

    #[rstest]
    #[case("?")]
    #[case("[]")]
    #[case("{}")]
    fn an_unreadable_record_is_dropped_and_the_others_stay(#[case] text: &str) {
        let mut waiting = waiting();
        waiting.take_record(&message_key("101", "d"), text);
        assert_eq!(ids(&waiting.take_of(&"101".into()).messages), ["a", "b"]);
    }
}
