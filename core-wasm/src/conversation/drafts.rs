//! Drafts, per protocol. The composer keeps its own text (a round trip through the core would break the caret and input
//! methods); the core overwrites it only by increasing the epoch.

use super::conversation_facts::facts_of;
use super::text_length::LengthView;
use super::{records, slices};
use crate::flow::{Context, Table};
use crate::jobs::Jobs;
use crate::wire::network_limits::{Network, TextLimit};
use crate::wire::{AgentId, Protocol, Wall};
use derive::ReadObject;
use serde::Serialize;

/// How long drafts and unsent messages are kept, in milliseconds (BEY-012).
pub const UNSENT_LIFE_MS: i64 = 24 * 60 * 60 * 1_000;

#[derive(Clone, Debug, Default)]
struct Draft {
    text: String,
    answered: String,
    epoch: u32,
    /// Variables without a value that preset messages inserted into the text. Braces that the agent typed are plain
    /// text.
    variables: Vec<String>,
}

/// A draft as it is stored.
#[derive(Clone, Debug, PartialEq, Default, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct DraftRecord {
    /// The unsent text.
    pub text: String,
    /// Local id of the message that the text answers; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answered: String,
    /// Variables without a value that preset messages inserted into the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// Time on the server's clock; `None` if the page saved the text without the core, which alone knows that clock.
    pub written_at: Option<Wall>,
    /// Name of the customer; empty if it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub customer: String,
}

/// Whether a text is older than `UNSENT_LIFE_MS`; false while the server's time is unknown.
pub fn is_old(context: &Context, written_at: Wall) -> bool {
    context.kernel.clock_known && context.server_now().since_ms(written_at) > UNSENT_LIFE_MS
}

/// The draft for the composer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DraftView {
    /// The composer takes `text` over only when this number grows.
    pub epoch: u32,
    /// The draft as the core has it.
    pub text: String,
    /// Local id of the message that the agent answers; `None` without one.
    pub answered: Option<String>,
    /// The length of the text in relation to the network's limit; `None` while it is far below.
    #[serde(rename = "textLength")]
    pub text_length: Option<LengthView>,
    /// The length as a caption of a file, in the same way.
    #[serde(rename = "captionLength")]
    pub caption_length: Option<LengthView>,
    /// The network accepts no caption with a file.
    #[serde(rename = "noCaption")]
    pub no_caption: bool,
    /// A variable of a preset message that is still in the text; such a text is not sent (BEY-161).
    #[serde(rename = "openVariable", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub open_variable: Option<String>,
}

/// The drafts of all attendances.
#[derive(Default)]
pub struct Drafts {
    drafts: Table<Draft>,
}

impl Drafts {
    /// The draft of an attendance; empty without one.
    pub fn text(&self, protocol: &Protocol) -> &str {
        self.drafts.get(protocol).map(|draft| draft.text.as_str()).unwrap_or_default()
    }

    /// The agent typed.
    pub fn typed(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, text: &str) {
        let draft = self.drafts.or_default(protocol);
        if draft.text != text {
            text.clone_into(&mut draft.text);
            draft.variables.retain(|variable| text.contains(variable.as_str()));
            context.dirty(slices::DRAFT.of(protocol.clone()));
            context.persist(records::DRAFT.of((agent.clone(), protocol.clone())));
        }
    }

    /// A preset message with variables without a value was inserted: the text is not sent while it contains one of
    /// them.
    pub fn inserted(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, variables: Vec<String>) {
        if variables.is_empty() {
            return;
        }
        self.drafts.or_default(protocol).variables.extend(variables);
        context.dirty(slices::DRAFT.of(protocol.clone()));
        context.persist(records::DRAFT.of((agent.clone(), protocol.clone())));
    }

    /// A variable of a preset message that is still in the text.
    pub fn open_variable(&self, protocol: &Protocol, text: &str) -> Option<&str> {
        let variables = self.drafts.get(protocol)?.variables.iter();
        variables.map(String::as_str).find(|variable| text.contains(variable))
    }

    /// Local id of the message that the agent answers; empty without one.
    pub fn answered(&self, protocol: &Protocol) -> &str {
        self.drafts.get(protocol).map(|draft| draft.answered.as_str()).unwrap_or_default()
    }

    /// The agent chose the message to answer; an empty local id removes the choice.
    pub fn answer(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, answered: &str) {
        if self.answered(protocol) != answered {
            answered.clone_into(&mut self.drafts.or_default(protocol).answered);
            context.dirty(slices::DRAFT.of(protocol.clone()));
            context.persist(records::DRAFT.of((agent.clone(), protocol.clone())));
        }
    }

    /// Replaces the text of the composer.
    pub fn replace(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, text: &str) {
        self.typed(context, agent, protocol, text);
        let draft = self.drafts.or_default(protocol);
        draft.epoch = draft.epoch.wrapping_add(1);
        context.dirty(slices::DRAFT.of(protocol.clone()));
    }

    /// Removes the draft of a removed attendance.
    pub fn remove(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol) {
        if self.drafts.remove(protocol).is_some() {
            context.dirty(slices::DRAFT.of(protocol.clone()));
            context.persist(records::DRAFT.of((agent.clone(), protocol.clone())));
        }
    }

    /// The record of a draft; `None` for an empty draft without a message to answer, whose record is removed.
    pub fn record(&self, protocol: &Protocol, now: Wall) -> Option<DraftRecord> {
        let (text, answered) = (self.text(protocol).to_owned(), self.answered(protocol).to_owned());
        let is_something = !text.is_empty() || !answered.is_empty();
        let variables = self.drafts.get(protocol).map(|draft| draft.variables.clone()).unwrap_or_default();
        is_something.then_some(DraftRecord {
            text,
            answered,
            variables,
            written_at: Some(now),
            ..DraftRecord::default()
        })
    }

    /// The record of every draft.
    pub fn records(&self, now: Wall) -> impl Iterator<Item = (Protocol, DraftRecord)> {
        self.drafts.keys().map(Protocol::from).filter_map(move |protocol| {
            let record = self.record(&protocol, now)?;
            Some((protocol, record))
        })
    }

    /// Restores a draft after a reload, unless the agent has typed since.
    pub fn restore(&mut self, context: &mut Context, agent: &AgentId, protocol: Protocol, record: DraftRecord) {
        if !self.text(&protocol).is_empty() || !self.answered(&protocol).is_empty() {
            return;
        }
        if record.written_at.is_none() {
            context.persist(records::DRAFT.of((agent.clone(), protocol.clone())));
        }
        context.dirty(slices::DRAFT.of(protocol.clone()));
        let epoch = self.drafts.get(&protocol).map_or(1, |draft| draft.epoch.wrapping_add(1));
        self.drafts.insert(
            protocol,
            Draft { text: record.text, answered: record.answered, epoch, variables: record.variables },
        );
    }

    /// The draft for the composer.
    pub fn view(&self, jobs: &Jobs, protocol: &Protocol) -> DraftView {
        let draft = self.drafts.get(protocol).cloned().unwrap_or_default();
        let answered = Some(draft.answered).filter(|answered| !answered.is_empty());
        let network = facts_of(jobs, protocol).and_then(|facts| facts.network);
        let length = |limit: Option<TextLimit>| limit.and_then(|limit| LengthView::of(limit, &draft.text));
        let caption_limit = network.and_then(Network::caption_limit);
        DraftView {
            epoch: draft.epoch,
            answered,
            text_length: length(network.map(Network::text_limit)),
            caption_length: length(caption_limit),
            no_caption: network.is_some() && caption_limit.is_none(),
            open_variable: self.open_variable(protocol, &draft.text).map(str::to_owned),
            text: draft.text,
        }
    }
}
