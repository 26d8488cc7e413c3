//! The fixtures of all providers and their neighbours on the whole way: the bytes that a provider sends, its reader, the real contact centre, and the
//! page of an agent. `npm test` plays a part of them; `npm run proof` all.
//!
//! Each call comes twice. Nothing is lost: a message that was read is on the server once, what stands beside a broken item too. Nothing is doubled: the
//! second call changes nothing. No other item is touched: messages of before stay as they were unless the call names them. The page shows what the
//! server has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use core_wasm::wire::{Message, MetaType, SenderType};
use rstest::rstest;
use serde_json::Value;
use workspace_sim::providers::all_providers::providers;
use workspace_sim::providers::neighbours::{self, Neighbour, account, has_item_beside, list};
use workspace_sim::providers::{Inbound, InboundContent, Provider, RawCall};
use workspace_sim::{Sim, core_wasm};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../server/messaging/fixtures");
/// Page and server are compared after so many neighbours.
const COMPARED_EVERY: usize = 6;
/// A new day begins after so many neighbours: of a longer thread that is not open a page keeps the newest messages only, by their numbers.
const DAY: usize = 12;
/// Without a setting one neighbour of so many is played.
const DEFAULT_EVERY: u64 = 16;
/// Without a setting so many calls of each fixture differ in two places.
const DEFAULT_PAIRS: u64 = 1;
/// A customer who has nothing to do with the calls.
const STRANGER: &str = "5511955550199";

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        // Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A call that differs in two places. What is outside the list of items may take them all away.
fn pair(provider: &str, all: &[Neighbour], dice: &mut Dice) -> Neighbour {
    let first = &all[dice.below(all.len())];
    let mut second = neighbours::neighbours(&first.body);
    let Neighbour { what, place, body } = second.swap_remove(dice.below(second.len()));
    let place = if has_item_beside(provider, &first.place) { place } else { first.place.clone() };
    Neighbour { what, place, body }
}

/// Place of a message, and the message.
type Messages = BTreeMap<(String, u64), Message>;

/// The ids in a fixture, by what they identify.
#[derive(Default)]
struct Ids {
    /// Ids of items, and of the customers' messages that items change or answer; each neighbour has its own ids.
    own: Vec<String>,
    /// Ids of customers' messages that items change or answer.
    earlier: Vec<String>,
    /// Ids of agents' messages that receipts are about.
    sent: Vec<String>,
}

impl Ids {
    fn of(provider: &dyn Provider, call: &Value) -> Self {
        let mut ids = Self::default();
        let mut items = BTreeSet::new();
        for item in read(provider, call) {
            match item {
                Inbound::Message(message) => {
                    items.insert(message.provider_id.clone());
                    let changed = match message.content {
                        InboundContent::Edit { message_id, .. }
                        | InboundContent::Revoke { message_id }
                        | InboundContent::Reaction { message_id, .. } => Some(message_id),
                        _ => None,
                    };
                    ids.earlier.extend(changed.into_iter().chain(message.quoted_id));
                }
                Inbound::AddressChanged(change) => {
                    items.insert(change.provider_id);
                }
                Inbound::Receipt(receipt) => ids.sent.push(receipt.provider_id),
                Inbound::OptIn(_) | Inbound::Ignored(_) => {}
            }
        }
        ids.earlier.retain(|id| !items.contains(id));
        let mut texts = BTreeSet::new();
        texts_of(call, &mut texts);
        // Readers make further ids of the ids of the wire.
        let is_part = |text: &String| {
            let rest = |id: &String| {
                id.strip_prefix(text.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '#']))
            };
            !text.is_empty() && items.iter().chain(&ids.earlier).any(rest)
        };
        ids.own = texts.into_iter().filter(is_part).collect();
        ids
    }
}

fn texts_of(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            found.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| texts_of(item, found)),
        Value::Object(object) => object.values().for_each(|item| texts_of(item, found)),
        _ => {}
    }
}

fn replaced(value: &Value, from: &[String], to: &str) -> Value {
    match value {
        Value::String(text) if from.contains(text) => to.into(),
        Value::Array(items) => items.iter().map(|item| replaced(item, from, to)).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(name, value)| (name.clone(), replaced(value, from, to))).collect())
        }
        other => other.clone(),
    }
}

fn read(provider: &dyn Provider, call: &Value) -> Vec<Inbound> {
    let call = RawCall { url: String::new(), headers: Vec::new(), body: neighbours::body(call) };
    provider.read(&call).unwrap_or_default()
}

/// Fixtures are older than the window of a conversation: without a time an item was written when it comes.
fn without_times(value: &Value) -> Value {
    match value {
        Value::String(text) if text == "1764082800" || text.starts_with("2025-11-25T") => Value::Null,
        Value::Number(number) if number.as_u64() == Some(1_764_082_800_123) => Value::Null,
        Value::Array(items) => items.iter().map(without_times).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(name, value)| (name.clone(), without_times(value))).collect())
        }
        other => other.clone(),
    }
}

/// A text that nothing is wrong with, in a call of its own.
fn text_call(provider: &str, fixtures: &[(String, Value)], id: &str, text: &str) -> Value {
    let named = |name: &str| fixtures.iter().find(|(fixture, _)| fixture == name).expect("a fixture").1.clone();
    let mut call = match provider {
        "gupshup" => named("messages.json 0"),
        "zenvia" => named("messages.json"),
        "twilio" => named("text.form"),
        "infobip" => named("messages.json 0"),
        _ => named("text.json"),
    };
    if let Some(pointer) = list(provider) {
        let mut item = neighbours::sibling(provider, id);
        item = replaced(&item, &[format!("ao lado {id}")], text);
        *call.pointer_mut(pointer).expect("the list") = Value::Array(vec![item]);
        return call;
    }
    let mut set = |pointer: &str, value: Value| *call.pointer_mut(pointer).expect(pointer) = value;
    match provider {
        "gupshup" => {
            set("/payload/id", id.into());
            set("/payload/payload/text", text.into());
        }
        "zenvia" => {
            set("/message/id", id.into());
            set("/message/contents", serde_json::json!([{ "type": "text", "text": text }]));
        }
        _ => {
            set("/MessageSid", id.into());
            set("/Body", text.into());
        }
    }
    call
}

/// Calls with many items, one item in a call: their neighbours would fill a thread with the others.
fn divided(calls: Vec<(String, Value)>) -> Vec<(String, Value)> {
    let parts = |(name, call): (String, Value)| match call.pointer("/results").and_then(Value::as_array) {
        Some(results) if results.len() > 2 => {
            let each = results.iter().enumerate();
            each.map(|(number, item)| (format!("{name} {number}"), serde_json::json!({ "results": [item] }))).collect()
        }
        _ => vec![(name, call)],
    };
    calls.into_iter().flat_map(parts).collect()
}

/// The working day in which the neighbours of a fixture come.
struct Play<'a> {
    sim: Sim,
    provider: &'a dyn Provider,
    fixtures: &'a [(String, Value)],
    ids: &'a Ids,
    /// The provider's id of the agent's message that receipts are about.
    sent: String,
}

impl<'a> Play<'a> {
    fn new(provider: &'a dyn Provider, fixtures: &'a [(String, Value)], ids: &'a Ids) -> Self {
        let network = if provider.name() == "instagram" { MetaType::Instagram } else { MetaType::Whatsapp };
        let mut sim = Sim::with_agents(1, 1);
        sim.checks_rarely();
        sim.opens_line(provider.name(), account(provider.name()), network);
        sim.agent(0).signs_in().connects_whatsapp();
        sim.phone(workspace_sim::lines::SALES, STRANGER).writes("Sou outra pessoa");
        let mut play = Self { sim, provider, fixtures, ids, sent: String::new() };
        play.writes("antes", "Bom dia");
        let first = play.messages().into_values().find(|message| message.id_secondary() == "antes");
        let first = first.expect("the text of before");
        play.sim.agent(0).opens(&first.protocol);
        if !play.ids.sent.is_empty() {
            play.sim.phone(account(provider.name()), &first.from);
            play.sim.agent(0).writes(&first.protocol, "Boa tarde");
            play.sent = play.sim.provider_ids().pop().expect("the provider took it");
        }
        play
    }

    fn calls(&mut self, call: &Value) -> u16 {
        let status = self.sim.provider_calls(self.provider, account(self.provider.name()), neighbours::body(call));
        self.sim.settle();
        status
    }

    /// The customer of most fixtures writes a text.
    fn writes(&mut self, id: &str, text: &str) {
        let call = without_times(&text_call(self.provider.name(), self.fixtures, id, text));
        assert_eq!(self.calls(&call), 200, "{call}");
    }

    fn messages(&self) -> Messages {
        let all = self.sim.provider_messages().into_iter();
        // The file of a message is fetched meanwhile, whatever comes.
        let all = all.map(|message| Message {
            file_state: None,
            file_name: String::new(),
            file_size: 0,
            mimetype: String::new(),
            message_media_type: None,
            attachment_url: String::new(),
            status_version: 0,
            ..message
        });
        all.map(|message| ((message.protocol.to_string(), message.seq), message)).collect()
    }

    fn plays(&mut self, neighbour: &Neighbour, number: usize, about: &str) {
        let name = self.provider.name();
        for earlier in &self.ids.earlier.clone() {
            self.writes(&format!("{earlier}~{number}"), "mensagem anterior");
        }
        let (call, sibling) = neighbours::prepared(name, &self.ids.own, neighbour, number);
        let call = replaced(&call, &self.ids.sent, &self.sent);
        let before = self.messages();
        self.calls(&call);
        let once = self.messages();
        self.calls(&call);
        let twice = self.messages();
        let about = format!("{about}: {} {:?}\n{call}", neighbour.what, neighbour.place);
        let changed: Vec<_> = twice.iter().filter(|(place, message)| once.get(place) != Some(message)).collect();
        assert!(
            changed.is_empty() && once.len() == twice.len(),
            "{about}\nthe second call changed {changed:#?}\nfrom {:#?}",
            changed.iter().map(|(place, _)| once.get(place)).collect::<Vec<_>>()
        );
        let mut named = BTreeSet::new();
        texts_of(&call, &mut named);
        for (place, message) in &before {
            let now = once.get(place).unwrap_or_else(|| panic!("{about}\n{message:?} is gone"));
            let is_sent = message.sender_type == SenderType::Agent && named.contains(&self.sent);
            assert!(now == message || is_sent || is_named(now, &named), "{about}\n{message:#?}\nbecame\n{now:#?}");
        }
        let id = sibling.unwrap_or_else(|| {
            // The provider sends one item in a call: the next call is taken as well.
            let id = format!("depois-{number}");
            self.writes(&id, &format!("ao lado {id}"));
            id
        });
        let beside: Vec<Message> =
            self.messages().into_values().filter(|message| message.id_secondary() == id).collect();
        let texts: Vec<&str> = beside.iter().map(|message| message.message.as_str()).collect();
        assert_eq!(texts, [format!("ao lado {id}")], "{about}");
    }
}

/// The call names the message, or what it answers.
fn is_named(message: &Message, named: &BTreeSet<String>) -> bool {
    let is_its = |id: &str| named.iter().any(|text| !text.is_empty() && id.split(['#', ':']).next() == Some(text));
    let answered = message.answered.as_ref().and_then(|answered| answered.message_id.split_once('|'));
    is_its(message.id_secondary()) || answered.is_some_and(|(_, id)| is_its(id))
}

#[rstest]
fn bey_172_the_corpus_and_its_neighbours_are_on_the_page_as_on_the_server_once_and_touch_nothing_else(
    #[values("meta", "instagram", "twilio", "gupshup", "infobip", "zenvia")] name: &str,
) {
    let (every, first) = (setting("CORPUS_EVERY", DEFAULT_EVERY) as usize, setting("CORPUS_FIRST", 1) as usize);
    let provider = providers().into_iter().find(|provider| provider.name() == name).expect("a provider");
    let fixtures = divided(neighbours::calls(Path::new(FIXTURES), name));
    let mut number = 0;
    let mut played = 0;
    let mut dice = Dice(setting("CORPUS_SEED", 1));
    for (fixture, original) in &fixtures {
        let ids = Ids::of(&*provider, original);
        let all = neighbours::neighbours(original);
        let chosen: Vec<&Neighbour> = all
            .iter()
            .enumerate()
            .filter(|(place, _)| {
                number += 1;
                // The fixture itself is always played.
                *place == 0 || (number + first).is_multiple_of(every)
            })
            .map(|(_, neighbour)| neighbour)
            .collect();
        let pairs: Vec<Neighbour> =
            (0..setting("CORPUS_PAIRS", DEFAULT_PAIRS)).map(|_| pair(name, &all, &mut dice)).collect();
        let chosen: Vec<&Neighbour> = chosen.into_iter().chain(&pairs).collect();
        for day in chosen.chunks(DAY) {
            let mut play = Play::new(&*provider, &fixtures, &ids);
            for (place, neighbour) in day.iter().enumerate() {
                played += 1;
                play.plays(neighbour, played, fixture);
                if place % COMPARED_EVERY == COMPARED_EVERY - 1 {
                    play.sim.expect_agreement();
                }
            }
            play.sim.expect_agreement();
            play.sim.agent(0).reload();
            play.sim.expect_agreement();
            let written = play.messages().into_values().filter(|message| message.sender_type == SenderType::Customer);
            assert!(written.count() > day.len(), "{fixture}: every neighbour had a text beside it");
        }
    }
    println!("{name}: {played} of {number} neighbours of {} calls", fixtures.len());
    assert!(played >= fixtures.len());
}
