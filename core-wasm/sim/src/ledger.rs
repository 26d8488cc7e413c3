//! Invariants of the whole simulation: texts that were sent, identifiers that were used, secrets that exist, and
//! whether browsers and server agree when everything is quiet. Nothing here changes the state.

use crate::disk::Disk;
use crate::server::{Sent, Server, sent};
use contact_centre::store::{JobState, Store};
use core_wasm::Intent;
use core_wasm::conversation::ConversationIntent;
use core_wasm::flow::{HttpRequest, StoreKey};
use core_wasm::session;
use core_wasm::session::SessionIntent;
use core_wasm::wire::{AgentId, CustomId, Message, Protocol, SenderType};
use std::collections::{BTreeMap, BTreeSet};

const ALL_MESSAGES: usize = 1_000_000;

#[derive(Default)]
pub(crate) struct Ledger {
    /// Every `custom_id` of every page of every browser, with the message for which it was used.
    custom_ids: BTreeMap<CustomId, (Protocol, String)>,
    /// Number of times that "send" was pressed for each text.
    pressed: BTreeMap<(Protocol, String), usize>,
    /// The texts for which "send" was pressed, in the order in which they were sent, for each browser and attendance.
    pressed_in_order: BTreeMap<(usize, Protocol), Vec<String>>,
    /// Messages that the server refused at least once: later messages may have arrived before them.
    refused: BTreeSet<(Protocol, String)>,
    /// Entries of inboxes, each with the agent whose attendance it became.
    taken_entries: BTreeMap<Protocol, AgentId>,
    secrets: Secrets,
}

/// Number of first characters of a secret that are searched for; shorter parts occur in many texts by chance.
const BEGINNING: usize = 8;

/// Hundreds of tokens and passcodes, searched for in every written record: indexed by their first characters, so that a
/// record is read only once.
#[derive(Default)]
struct Secrets {
    first_two: Vec<bool>,
    by_beginning: BTreeMap<[u8; BEGINNING], Vec<String>>,
}

impl Secrets {
    fn add(&mut self, secret: &str) {
        let Some(beginning) = secret.as_bytes().first_chunk::<BEGINNING>() else { return };
        self.first_two.resize(1 << 16, false);
        self.first_two[place(beginning[0], beginning[1])] = true;
        let alike = self.by_beginning.entry(*beginning).or_default();
        if !alike.iter().any(|known| known == secret) {
            alike.push(secret.to_owned());
        }
    }

    fn are_in(&self, text: &str) -> bool {
        text.as_bytes().windows(BEGINNING).enumerate().any(|(at, window)| {
            self.first_two.get(place(window[0], window[1])) == Some(&true)
                && self.by_beginning.get(window).is_some_and(|alike| {
                    alike.iter().any(|secret| text.as_bytes()[at..].starts_with(secret.as_bytes()))
                })
        })
    }
}

fn place(first: u8, second: u8) -> usize {
    usize::from(u16::from_be_bytes([first, second]))
}

impl Ledger {
    pub fn intent(&mut self, browser: usize, intent: &Intent) {
        match intent {
            Intent::Conversation(ConversationIntent::SendMessage { protocol, text }) => {
                let text = text.trim_end_matches(['\n', ' ']).to_owned();
                self.wrote(browser, protocol, text);
            }
            Intent::Conversation(ConversationIntent::Reply { protocol, text, .. }) => {
                self.wrote(browser, protocol, text.trim_end().to_owned());
            }
            // The upload of a file takes some time: later texts may arrive before it.
            Intent::Conversation(ConversationIntent::SendMedia { protocol, caption, .. }) => {
                self.chose(protocol, caption.trim().to_owned());
            }
            Intent::Session(SessionIntent::SignIn { password, .. })
            | Intent::Session(SessionIntent::NewPassword { password, .. }) => self.secret(password.expose()),
            _ => {}
        }
    }

    fn wrote(&mut self, browser: usize, protocol: &Protocol, text: String) {
        self.pressed_in_order.entry((browser, protocol.clone())).or_default().push(text.clone());
        self.chose(protocol, text);
    }

    /// The agent chose a text of the server to send, for example a preset message.
    pub fn chose(&mut self, protocol: &Protocol, text: String) {
        *self.pressed.entry((protocol.clone(), text)).or_default() += 1;
    }

    pub fn secret(&mut self, secret: &str) {
        self.secrets.add(secret);
    }

    /// An identifier belongs to one text of one attendance for ever, also after restarts; and a text is on the disk
    /// before it leaves the browser, if the disk works (BEY-002).
    pub fn request(&mut self, request: &HttpRequest, disk: &Disk, at_fault: bool) -> Result<(), String> {
        let body = request.body.as_ref().map(|body| body.expose().as_str()).unwrap_or_default();
        let Some(send) = sent(&request.path, body) else { return Ok(()) };
        // The whole body: file, template and answered message belong to the sent message.
        let meaning = (send.protocol, body.to_owned());
        match self.custom_ids.get(&send.custom_id) {
            Some(first) if *first == meaning => Ok(()),
            Some(first) => Err(format!("{} meant {first:?} and now {meaning:?}", send.custom_id)),
            None => {
                let stored = disk.has_stored(send.custom_id.as_str()) || at_fault;
                let id = send.custom_id.clone();
                self.custom_ids.insert(send.custom_id, meaning);
                if stored { Ok(()) } else { Err(format!("{id} is sent before it is stored")) }
            }
        }
    }

    /// The server gave an inbox entry to this agent, which nobody else had or gets.
    pub fn took_entry(&mut self, server: &Server, agent: &AgentId, protocol: &Protocol) -> Result<(), String> {
        if let Some(first) = self.taken_entries.insert(protocol.clone(), agent.clone()) {
            return Err(format!("{first} and {agent} took the entry {protocol} of an inbox"));
        }
        let job = server.store.job(protocol).expect("store");
        let is_held = job.is_some_and(|job| job.agent_id == *agent && job.state == JobState::Active);
        if is_held { Ok(()) } else { Err(format!("{agent} took the entry {protocol} and does not have it")) }
    }

    pub fn refused(&mut self, send: Sent) {
        self.refused.insert((send.protocol, send.text));
    }

    /// The server has the messages of one browser in the order in which they were sent (BEY-004). A later text may
    /// arrive before a refused one, and two equal texts cannot be distinguished.
    pub fn in_order(&self, server: &Server) -> Result<(), String> {
        for ((_, protocol), texts) in &self.pressed_in_order {
            let once = |text: &String| {
                self.pressed.get(&(protocol.clone(), text.clone())) == Some(&1)
                    && !self.refused.contains(&(protocol.clone(), text.clone()))
            };
            let place: BTreeMap<String, usize> = server
                .store
                .messages_after(protocol, 0, ALL_MESSAGES)
                .expect("store")
                .into_iter()
                .filter(is_plain)
                .enumerate()
                .map(|(place, message)| (message.message, place))
                .collect();
            let arrived: Vec<(&String, usize)> =
                texts.iter().filter(|text| once(text)).filter_map(|text| Some((text, *place.get(text)?))).collect();
            if let Some([first, second]) = arrived.windows(2).find_map(|pair| match pair {
                [first, second] if first.1 > second.1 => Some([first, second]),
                _ => None,
            }) {
                return Err(format!("{:?} was pressed before {:?} and arrived after it", first.0, second.0));
            }
        }
        Ok(())
    }

    /// Only the record of the token may contain a secret.
    pub fn record(&self, key: &StoreKey, value: &str) -> Result<(), String> {
        let leaked = *key != session::records::TOKEN.key() && self.secrets.are_in(value);
        if leaked { Err(format!("the record {} holds a secret", key.name())) } else { Ok(()) }
    }

    /// The server has no text of an agent more often than it was sent.
    pub fn nothing_twice(&self, server: &Server, protocol: &Protocol) -> Result<(), String> {
        let mut held: BTreeMap<String, usize> = BTreeMap::new();
        for message in server.store.messages_after(protocol, 0, ALL_MESSAGES).expect("store") {
            if message.sender_type != SenderType::Agent || message.forwarded || message.template.is_some() {
                continue;
            }
            let text = if message.message_media_type.is_none() { message.message } else { message.caption };
            if !text.is_empty() {
                *held.entry(text).or_default() += 1;
            }
        }
        for (text, times) in held {
            let pressed = self.pressed.get(&(protocol.clone(), text.clone())).copied().unwrap_or_default();
            if times > pressed {
                return Err(format!("{text:?} was sent {pressed} times and is on the server {times} times"));
            }
        }
        Ok(())
    }

    pub fn pressed(&self) -> impl Iterator<Item = (&Protocol, &str)> {
        self.pressed.keys().map(|(protocol, text)| (protocol, text.as_str()))
    }
}

/// Whether the message is a text that was written or chosen for this attendance, not a template, a file or a copy of
/// another message.
fn is_plain(message: &Message) -> bool {
    message.template.is_none() && message.message_media_type.is_none() && !message.forwarded
}

/// A line such as `customer: Bom dia!`.
pub(crate) fn line(sender: SenderType, text: &str) -> String {
    let who = match sender {
        SenderType::Customer => "customer",
        SenderType::Agent => "agent",
        SenderType::Bot => "bot",
        SenderType::System => "system",
    };
    format!("{who}: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_secrets_finds_them_anywhere_in_a_record_and_finds_nothing_else() {
        let mut ledger = Ledger::default();
        ledger.secret("token-of-ana");
        ledger.secret("token-of-bruno");
        let broken = |text: &str| ledger.record(&session::records::AGENT.key(), text).is_err();
        assert_eq!(["token-of-ana", "atoken-of-ana", "é token-of-bruno é"].map(broken), [true; 3]);
        assert_eq!(["", "token", "token-of-an", "token-of-carla"].map(broken), [false; 4]);
        assert_eq!(ledger.record(&session::records::TOKEN.key(), "token-of-ana"), Ok(()));
    }
}
