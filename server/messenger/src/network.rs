//! The rules of the network for customers, without I/O: time and identifiers are arguments. Those for the company are in
//! `company`.

use std::collections::{BTreeMap, VecDeque};

use messaging::{
    Inbound, InboundContent, InboundMedia, InboundMessage, MediaKind, MediaReference, Receipt, ReceiptStatus, Refusal,
    Template,
};
use serde::Serialize;
use subtle::ConstantTimeEq;
use wire::MessageDetails;

use crate::limits::{MAX_CARDS, MAX_FILE_BYTES, MAX_FILES_BYTES, MAX_NAME_CHARS, MAX_TEXT_BYTES, MAX_THREADS};
use crate::thread::{Content, Draft, Entry, EntryStatus, Settings, Thread, ThreadState, medium_of};

/// The messenger of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// WhatsApp: the customer is a telephone number, and a window closes 24 h after the customer's last message.
    Whatsapp,
    /// Instagram: the customer is an account name.
    Instagram,
}

/// An account of the company.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The account in webhooks and sends.
    pub account: String,
    /// Number or name that customers see.
    pub phone: String,
    /// Name of the company on this line.
    pub name: String,
    /// Messenger of the line.
    pub kind: LineKind,
    /// Whether free text needs a message of the customer within the last 24 h.
    pub has_window: bool,
    /// Approved templates.
    pub templates: Vec<Template>,
}

/// A file that a customer sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaFile {
    /// MIME type that the telephone claimed.
    pub mime: String,
    /// Name that the telephone gave.
    pub name: String,
    /// Kind that the telephone chose.
    pub kind: MediaKind,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Why a telephone's request was refused; the word is part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The line or conversation is unknown, or the secret is wrong.
    Unknown,
    /// Another telephone already has the number.
    NumberTaken,
    /// A field has an unusable value; with its name.
    Field(&'static str),
    /// A value is too large; with the name of the field.
    TooLarge(&'static str),
}

/// The result of an accepted draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The new message.
    pub entry: Entry,
    /// The items for the company.
    pub outgoing: Vec<Inbound>,
}

pub(crate) type Key = (String, String);

/// Lines, conversations and files.
#[derive(Debug)]
pub struct Network {
    pub(crate) lines: Vec<Line>,
    pub(crate) threads: BTreeMap<Key, Thread>,
    files: BTreeMap<String, MediaFile>,
    files_in_order: VecDeque<String>,
    files_bytes: usize,
    prefix: String,
    count: u64,
}

impl Network {
    /// `prefix` makes ids of this network different from those of an earlier process.
    pub fn new(lines: Vec<Line>, prefix: String) -> Self {
        Self {
            lines,
            threads: BTreeMap::new(),
            files: BTreeMap::new(),
            files_in_order: VecDeque::new(),
            files_bytes: 0,
            prefix,
            count: 0,
        }
    }

    /// The company's accounts.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn line(&self, account: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.account == account)
    }

    pub(crate) fn next_id(&mut self) -> String {
        self.count = self.count.saturating_add(1);
        format!("sim.{}.{}", self.prefix, self.count)
    }

    /// Opens a telephone, or the same one again with its secret. Returns the customer's address in the network, and receipts of
    /// messages that waited for the telephone.
    ///
    /// # Errors
    /// An unknown line, an unusable number or name, or a number whose telephone has another secret.
    pub fn open(
        &mut self,
        account: &str,
        number: &str,
        name: &str,
        secret: &str,
        now_ms: u64,
    ) -> Result<(String, Vec<Inbound>), Refused> {
        let line = self.line(account).ok_or(Refused::Unknown)?;
        let number = address_of(line.kind, number).ok_or(Refused::Field("number"))?;
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
            return Err(Refused::Field("name"));
        }
        if secret.len() < 32 || secret.len() > 128 {
            return Err(Refused::Field("secret"));
        }
        let key = (account.to_owned(), number.clone());
        let thread = self.thread_or_new(&key, now_ms);
        if thread.secret.as_deref().is_some_and(|held| !equal(held, secret)) {
            return Err(Refused::NumberTaken);
        }
        thread.secret = Some(secret.to_owned());
        thread.name = name.to_owned();
        let delivered = self.deliver_kept(account, &number, now_ms);
        Ok((number, delivered))
    }

    pub(crate) fn thread_or_new(&mut self, key: &Key, now_ms: u64) -> &mut Thread {
        if !self.threads.contains_key(key) && self.threads.len() >= MAX_THREADS {
            let silent = self.threads.iter().min_by_key(|(_, thread)| thread.touched_ms).map(|(key, _)| key.clone());
            if let Some(silent) = silent {
                self.threads.remove(&silent);
            }
        }
        self.threads.entry(key.clone()).or_insert_with(|| Thread::new(now_ms))
    }

    pub(crate) fn opened(&mut self, account: &str, number: &str, secret: &str) -> Result<&mut Thread, Refused> {
        let thread = self.threads.get_mut(&(account.to_owned(), number.to_owned())).ok_or(Refused::Unknown)?;
        match &thread.secret {
            Some(held) if equal(held, secret) => Ok(thread),
            Some(_) | None => Err(Refused::Unknown),
        }
    }

    /// The changes on the telephone after the change `after`.
    ///
    /// # Errors
    /// An unknown conversation or a wrong secret.
    pub fn state(&mut self, account: &str, number: &str, secret: &str, after: u64) -> Result<ThreadState, Refused> {
        self.opened(account, number, secret).map(|thread| thread.state_after(after))
    }

    /// Stores a file of the customer for a later draft.
    ///
    /// # Errors
    /// A wrong secret, an empty or too large file, or a name that is too long.
    pub fn upload(&mut self, account: &str, number: &str, secret: &str, file: MediaFile) -> Result<String, Refused> {
        self.opened(account, number, secret)?;
        if file.bytes.is_empty() {
            return Err(Refused::Field("file"));
        }
        if file.bytes.len() > MAX_FILE_BYTES {
            return Err(Refused::TooLarge("file"));
        }
        if file.name.chars().count() > MAX_NAME_CHARS || file.mime.chars().count() > MAX_NAME_CHARS {
            return Err(Refused::TooLarge("name"));
        }
        Ok(self.keep_file(file))
    }

    /// Stores a file of either side. Beyond the limit the oldest files are deleted.
    pub fn keep_file(&mut self, file: MediaFile) -> String {
        let id = self.next_id();
        self.files_bytes = self.files_bytes.saturating_add(file.bytes.len());
        self.files.insert(id.clone(), file);
        self.files_in_order.push_back(id.clone());
        while self.files_bytes > MAX_FILES_BYTES {
            let Some(oldest) = self.files_in_order.pop_front() else { break };
            if let Some(file) = self.files.remove(&oldest) {
                self.files_bytes = self.files_bytes.saturating_sub(file.bytes.len());
            }
        }
        id
    }

    /// A file by its id.
    pub fn file(&self, id: &str) -> Option<&MediaFile> {
        self.files.get(id)
    }

    /// The customer writes. A repeated `custom_id` returns the earlier message.
    ///
    /// # Errors
    /// A wrong secret, an empty or too large draft, or an unknown file.
    pub fn write(
        &mut self,
        account: &str,
        number: &str,
        secret: &str,
        draft: Draft,
        now_ms: u64,
    ) -> Result<Written, Refused> {
        let thread = self.opened(account, number, secret)?;
        if draft.custom_id.is_empty() || draft.custom_id.chars().count() > MAX_NAME_CHARS {
            return Err(Refused::Field("customId"));
        }
        if let Some(entry) = thread.entries.iter().find(|entry| entry.mine && entry.custom_id == draft.custom_id) {
            return Ok(Written { entry: entry.clone(), outgoing: Vec::new() });
        }
        let content = self.content_of(account, number, &draft)?;
        let id = self.next_id();
        let thread = self.opened(account, number, secret)?;
        let waits = thread.settings.offline;
        let change = thread.next_change(now_ms);
        let entry = Entry {
            change,
            id: id.clone(),
            custom_id: draft.custom_id,
            key: String::new(),
            mine: true,
            at_ms: now_ms,
            content,
            quoted_id: draft.quoted_id,
            forwarded: draft.forwarded,
            edited: false,
            revoked: false,
            reaction: String::new(),
            status: if waits { EntryStatus::Waiting } else { EntryStatus::Sent },
        };
        thread.push(entry.clone());
        let outgoing = if waits {
            thread.waiting.push(id);
            Vec::new()
        } else {
            thread.last_written_ms = now_ms;
            self.message_of(account, number, &id).into_iter().collect()
        };
        Ok(Written { entry, outgoing })
    }

    fn content_of(&self, account: &str, number: &str, draft: &Draft) -> Result<Content, Refused> {
        if let Some(item) = draft.item {
            let is_offered = self.line(account).is_some_and(|line| item.is_of(line.kind));
            let text = item.shown(number);
            return is_offered.then_some(Content::Item { item, text }).ok_or(Refused::Field("item"));
        }
        if draft.text.len() > MAX_TEXT_BYTES {
            return Err(Refused::TooLarge("text"));
        }
        if draft.cards.len() > MAX_CARDS {
            return Err(Refused::TooLarge("cards"));
        }
        match (draft.media_id.is_empty(), draft.cards.is_empty()) {
            (true, true) if draft.text.trim().is_empty() => Err(Refused::Field("text")),
            (true, true) => Ok(Content::Text { text: draft.text.clone() }),
            (true, false) => Ok(Content::Contacts { cards: draft.cards.clone() }),
            (false, true) => {
                let file = self.files.get(&draft.media_id).ok_or(Refused::Field("mediaId"))?;
                Ok(Content::Media {
                    medium: medium_of(file.kind),
                    address: draft.media_id.clone(),
                    mime: file.mime.clone(),
                    caption: draft.text.clone(),
                    file_name: file.name.clone(),
                })
            }
            (false, false) => Err(Refused::Field("cards")),
        }
    }

    /// The webhook item of a customer's message.
    fn message_of(&self, account: &str, number: &str, id: &str) -> Option<Inbound> {
        let thread = self.threads.get(&(account.to_owned(), number.to_owned()))?;
        let entry = thread.entry(id)?;
        let mut details = None;
        let content = match &entry.content {
            Content::Text { text } | Content::Template { text, .. } => InboundContent::Text(text.clone()),
            Content::Contacts { cards } => InboundContent::Contacts(cards.clone()),
            Content::Media { address, mime, caption, file_name, .. } => InboundContent::Media(InboundMedia {
                kind: self.files.get(address).map_or(MediaKind::Document, |file| file.kind),
                caption: (!caption.is_empty()).then(|| caption.clone()),
                mime: (!mime.is_empty()).then(|| mime.clone()),
                file_name: (!file_name.is_empty()).then(|| file_name.clone()),
                reference: MediaReference::Id(address.clone()),
            }),
            Content::Item { item, .. } => match item.content() {
                Some((content, beside)) => {
                    details = Some(beside).filter(|beside| *beside != MessageDetails::default()).map(Box::new);
                    content
                }
                None => return item.news(&entry.id, account, number, entry.at_ms),
            },
        };
        let message = self.inbound(account, number, entry.id.clone(), content, entry.at_ms)?;
        let quoted_id = (!entry.quoted_id.is_empty()).then(|| entry.quoted_id.clone());
        Some(Inbound::Message(Box::new(InboundMessage { quoted_id, forwarded: entry.forwarded, details, ..message })))
    }

    /// The content that the company receives from a customer.
    pub(crate) fn inbound(
        &self,
        account: &str,
        number: &str,
        provider_id: String,
        content: InboundContent,
        at_ms: u64,
    ) -> Option<InboundMessage> {
        let thread = self.threads.get(&(account.to_owned(), number.to_owned()))?;
        Some(InboundMessage {
            provider_id,
            account: account.to_owned(),
            from: number.to_owned(),
            to: self.line(account)?.phone.clone(),
            user_id: None,
            profile_name: Some(thread.name.clone()),
            at_ms: Some(at_ms),
            content,
            quoted_id: None,
            story: None,
            forwarded: false,
            details: None,
        })
    }

    /// The customer changes the settings. When it is online again, the telephone sends its waiting drafts and receives
    /// waiting messages.
    ///
    /// # Errors
    /// An unknown conversation or a wrong secret.
    pub fn set(
        &mut self,
        account: &str,
        number: &str,
        secret: &str,
        settings: Settings,
        now_ms: u64,
    ) -> Result<Vec<Inbound>, Refused> {
        let thread = self.opened(account, number, secret)?;
        if thread.settings == settings {
            return Ok(Vec::new());
        }
        thread.settings = settings;
        thread.next_change(now_ms);
        if settings.offline {
            return Ok(Vec::new());
        }
        let mut outgoing = Vec::new();
        let waiting = std::mem::take(&mut thread.waiting);
        for id in waiting {
            thread.last_written_ms = now_ms;
            thread.raise(&id, EntryStatus::Sent, now_ms);
            outgoing.push(id);
        }
        let mut outgoing: Vec<Inbound> =
            outgoing.iter().filter_map(|id| self.message_of(account, number, id)).collect();
        outgoing.extend(self.deliver_kept(account, number, now_ms));
        Ok(outgoing)
    }

    /// Messages of the company that the telephone has not received yet.
    fn deliver_kept(&mut self, account: &str, number: &str, now_ms: u64) -> Vec<Inbound> {
        let key = (account.to_owned(), number.to_owned());
        let Some(thread) = self.threads.get_mut(&key).filter(|thread| thread.is_reachable()) else { return Vec::new() };
        let kept: Vec<(String, String)> = thread
            .entries
            .iter()
            .filter(|entry| !entry.mine && entry.status == EntryStatus::Sent)
            .map(|entry| (entry.id.clone(), entry.key.clone()))
            .collect();
        kept.into_iter()
            .filter(|(id, _)| thread.raise(id, EntryStatus::Delivered, now_ms))
            .map(|(id, key)| receipt(id, key, ReceiptStatus::Delivered, None, now_ms))
            .collect()
    }

    /// The telephone shows the conversation: all messages of the company become delivered and, with read receipts,
    /// read.
    ///
    /// # Errors
    /// An unknown conversation or a wrong secret.
    pub fn seen(&mut self, account: &str, number: &str, secret: &str, now_ms: u64) -> Result<Vec<Inbound>, Refused> {
        let thread = self.opened(account, number, secret)?;
        if !thread.is_reachable() {
            return Ok(Vec::new());
        }
        let status = if thread.settings.receipts { EntryStatus::Read } else { EntryStatus::Delivered };
        let reported = if thread.settings.receipts { ReceiptStatus::Read } else { ReceiptStatus::Delivered };
        let lower: Vec<(String, String)> = thread
            .entries
            .iter()
            .filter(|entry| !entry.mine && entry.status < status)
            .map(|entry| (entry.id.clone(), entry.key.clone()))
            .collect();
        let raised = lower.into_iter().filter(|(id, _)| thread.raise(id, status, now_ms));
        Ok(raised.map(|(id, key)| receipt(id, key, reported, None, now_ms)).collect())
    }

    /// Moves the customer's last message `seconds` into the past, so that the end of the window can be shown.
    ///
    /// # Errors
    /// An unknown conversation or a wrong secret.
    pub fn age(&mut self, account: &str, number: &str, secret: &str, seconds: u64, now_ms: u64) -> Result<(), Refused> {
        let thread = self.opened(account, number, secret)?;
        thread.last_written_ms = now_ms.saturating_sub(seconds.saturating_mul(1_000));
        thread.next_change(now_ms);
        Ok(())
    }
}

fn equal(held: &str, given: &str) -> bool {
    held.as_bytes().ct_eq(given.as_bytes()).into()
}

/// The customer's address: digits of a telephone number, or an account name in lower case; `None` for anything else.
pub(crate) fn address_of(kind: LineKind, text: &str) -> Option<String> {
    let text = text.trim();
    match kind {
        LineKind::Whatsapp => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let has_other = text.chars().any(|letter| !letter.is_ascii_digit() && !" +-().".contains(letter));
            ((8..=15).contains(&digits.len()) && !has_other).then_some(digits)
        }
        LineKind::Instagram => {
            let name = text.strip_prefix('@').unwrap_or(text).to_lowercase();
            let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_';
            ((1..=30).contains(&name.len()) && name.chars().all(fits)).then_some(name)
        }
    }
}

pub(crate) fn receipt(
    provider_id: String,
    key: String,
    status: ReceiptStatus,
    failure: Option<Refusal>,
    now_ms: u64,
) -> Inbound {
    Inbound::Receipt(Receipt { provider_id, key: Some(key), status, failure, at_ms: Some(now_ms) })
}
