//! Keys of slices, timers and records. Each kind is one `static` row that its area owns; a key is a reference to that
//! row and the identifiers that distinguish keys of one kind. Name, order and spelling follow from the row.

use crate::wire::{AgentId, BroadcastId, Channel, ContactId, CustomId, EmployerId, Name, Protocol, ScheduleId};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// The common part of all rows.
#[derive(Clone, Copy, Debug)]
pub struct RowName {
    text: &'static str,
    /// FNV-1a of the text.
    hash: u32,
    parts: Parts,
    accepts: fn(&Subject) -> bool,
}

/// The identifiers that a key of the kind contains, in the order of its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    owner: bool,
    protocol: bool,
    id: bool,
}

impl Parts {
    const NONE: Parts = Parts { owner: false, protocol: false, id: false };
    /// One identifier that is no protocol.
    pub const ID: Parts = Parts { id: true, ..Parts::NONE };

    /// Whether keys of the kind contain a protocol.
    pub const fn has_protocol(self) -> bool {
        self.protocol
    }

    /// Parses identifiers between `separator`s; the last one takes the rest of the text, so it may contain the
    /// separator.
    fn read(self, text: &str, separator: char) -> Option<Subject> {
        let mut rest = Some(text);
        let mut next = |wanted: bool, is_last: bool| -> Option<Option<&str>> {
            if !wanted {
                return Some(None);
            }
            let text = rest.take()?;
            let part = if is_last {
                text
            } else {
                let (part, after) = text.split_once(separator)?;
                rest = Some(after);
                part
            };
            (!part.is_empty()).then_some(Some(part))
        };
        let owner = next(self.owner, !self.protocol && !self.id)?.map(Name::from);
        let protocol = next(self.protocol, !self.id)?.map(Protocol::from);
        let id = next(self.id, true)?.map(Name::from);
        Some(Subject { owner, protocol, id })
    }
}

/// The identifiers of one key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Subject {
    protocol: Option<Protocol>,
    id: Option<Name>,
    /// The agent or the list that the rest belongs to.
    owner: Option<Name>,
}

impl Subject {
    /// A subject with one identifier that is no protocol.
    pub fn of_id(id: Name) -> Self {
        Self { id: Some(id), ..Self::default() }
    }

    /// The identifier inside the attendance, or the only identifier.
    pub fn id(&self) -> Option<&Name> {
        self.id.as_ref()
    }
}

/// Identifiers in the type that the area uses: `()` for a kind with a single key.
pub trait Ids: Sized {
    /// The parts of a subject that these identifiers fill.
    const PARTS: Parts;

    /// The identifiers as parts of a key.
    fn into_subject(self) -> Subject;

    /// The identifiers of a key; `None` if they are not of this type.
    fn of(subject: &Subject) -> Option<Self>;
}

impl Ids for () {
    const PARTS: Parts = Parts::NONE;

    fn into_subject(self) -> Subject {
        Subject::default()
    }

    fn of(_: &Subject) -> Option<Self> {
        Some(())
    }
}

impl Ids for Protocol {
    const PARTS: Parts = Parts { protocol: true, ..Parts::NONE };

    fn into_subject(self) -> Subject {
        Subject { protocol: Some(self), ..Subject::default() }
    }

    fn of(subject: &Subject) -> Option<Self> {
        subject.protocol.clone()
    }
}

/// Implements `Ids` for a type of one identifier that is a text of the wire.
macro_rules! one_id {
    ($($id:ty),*) => {
        $(
            impl Ids for $id {
                const PARTS: Parts = Parts::ID;

                fn into_subject(self) -> Subject {
                    Subject { id: Some(self.as_str().into()), ..Subject::default() }
                }

                fn of(subject: &Subject) -> Option<Self> {
                    Some(subject.id.as_ref()?.as_str().into())
                }
            }
        )*
    };
}

one_id!(AgentId, BroadcastId, ContactId, EmployerId, Name);

impl Ids for (Protocol, Name) {
    const PARTS: Parts = Parts { protocol: true, id: true, ..Parts::NONE };

    fn into_subject(self) -> Subject {
        Subject { protocol: Some(self.0), id: Some(self.1), owner: None }
    }

    fn of(subject: &Subject) -> Option<Self> {
        Some((subject.protocol.clone()?, subject.id.clone()?))
    }
}

impl Ids for (Protocol, CustomId) {
    const PARTS: Parts = <(Protocol, Name)>::PARTS;

    fn into_subject(self) -> Subject {
        (self.0, Name::from(self.1.as_str())).into_subject()
    }

    fn of(subject: &Subject) -> Option<Self> {
        let (protocol, id) = <(Protocol, Name)>::of(subject)?;
        Some((protocol, id.as_str().into()))
    }
}

impl Ids for u64 {
    const PARTS: Parts = Parts::ID;

    fn into_subject(self) -> Subject {
        Subject { id: Some(self.to_string().into()), ..Subject::default() }
    }

    fn of(subject: &Subject) -> Option<Self> {
        subject.id.as_ref()?.parse().ok()
    }
}

impl Ids for Channel {
    const PARTS: Parts = Parts::ID;

    fn into_subject(self) -> Subject {
        Subject { id: Some(self.as_str().into()), ..Subject::default() }
    }

    fn of(subject: &Subject) -> Option<Self> {
        let id = subject.id.as_ref()?;
        Channel::ALL.into_iter().find(|channel| *id == channel.as_str())
    }
}

impl Ids for (AgentId, Protocol) {
    const PARTS: Parts = Parts { owner: true, protocol: true, id: false };

    fn into_subject(self) -> Subject {
        Subject { owner: Some(self.0.as_str().into()), protocol: Some(self.1), id: None }
    }

    fn of(subject: &Subject) -> Option<Self> {
        Some((subject.owner.as_ref()?.as_str().into(), subject.protocol.clone()?))
    }
}

impl Ids for (AgentId, Protocol, CustomId) {
    const PARTS: Parts = Parts { owner: true, protocol: true, id: true };

    fn into_subject(self) -> Subject {
        Subject { owner: Some(self.0.as_str().into()), protocol: Some(self.1), id: Some(self.2.as_str().into()) }
    }

    fn of(subject: &Subject) -> Option<Self> {
        let (agent, protocol) = <(AgentId, Protocol)>::of(subject)?;
        Some((agent, protocol, subject.id.as_ref()?.as_str().into()))
    }
}

impl Ids for (BroadcastId, ScheduleId) {
    const PARTS: Parts = Parts { owner: true, protocol: false, id: true };

    fn into_subject(self) -> Subject {
        Subject { owner: Some(self.0.as_str().into()), protocol: None, id: Some(self.1.as_str().into()) }
    }

    fn of(subject: &Subject) -> Option<Self> {
        Some((subject.owner.as_ref()?.as_str().into(), subject.id.as_ref()?.as_str().into()))
    }
}

/// The row of one kind of key. Rows are `static`: two keys are of the same kind if they refer to the same row.
pub trait Row: 'static {
    /// Name, hash and identifiers.
    fn name(&self) -> &RowName;
}

/// One kind of key whose identifiers are `I`.
pub struct Kind<R, I> {
    row: R,
    ids: PhantomData<fn(I)>,
}

impl<R: Row, I: Ids> Kind<R, I> {
    /// The name of `row` must come from `RowName::of::<I>`.
    pub(super) const fn new(row: R) -> Self {
        Self { row, ids: PhantomData }
    }

    pub(super) const fn peek(&self) -> &R {
        &self.row
    }

    /// The row, for lists of all rows.
    pub const fn row(&'static self) -> &'static R {
        &self.row
    }

    /// The key with these identifiers.
    pub fn of(&'static self, ids: I) -> Key<R> {
        Key { row: &self.row, subject: ids.into_subject() }
    }

    /// The identifiers of `key`, if it is of this kind.
    pub fn ids(&'static self, key: &Key<R>) -> Option<I> {
        if self.has(key) { I::of(&key.subject) } else { None }
    }

    /// Whether `key` is of this kind.
    pub fn has(&'static self, key: &Key<R>) -> bool {
        std::ptr::eq(key.row, &self.row)
    }
}

impl<R: Row> Kind<R, ()> {
    /// The only key of this kind.
    pub fn key(&'static self) -> Key<R> {
        Key::global(&self.row)
    }
}

impl RowName {
    pub(super) const fn of<I: Ids>(text: &'static str) -> Self {
        Self { text, hash: hash_of(text), parts: I::PARTS, accepts: accepts::<I> }
    }

    /// Whether the kind has a single key.
    pub fn is_global(&self) -> bool {
        self.parts == Parts::NONE
    }

    /// Whether the kind has one key for each attendance.
    pub fn is_per_job(&self) -> bool {
        self.parts == Protocol::PARTS
    }

    /// The first part of a key's spelling.
    pub fn as_str(&self) -> &'static str {
        self.text
    }
}

fn accepts<I: Ids>(subject: &Subject) -> bool {
    I::of(subject).is_some()
}

/// FNV-1a, as `Name` uses it.
const fn hash_of(text: &str) -> u32 {
    let mut rest = text.as_bytes();
    let mut hash = 0x811c_9dc5_u32;
    while let Some((first, others)) = rest.split_first() {
        hash = (hash ^ *first as u32).wrapping_mul(0x0100_0193);
        rest = others;
    }
    hash
}

/// A key: its kind's row and its identifiers.
pub struct Key<R: 'static> {
    row: &'static R,
    subject: Subject,
}

impl<R: Row> Key<R> {
    /// The key of a global kind.
    pub fn global(row: &'static R) -> Self {
        Self { row, subject: Subject::default() }
    }

    /// The key of a kind that has one key for each attendance.
    pub fn of_job(row: &'static R, protocol: Protocol) -> Self {
        Self { row, subject: protocol.into_subject() }
    }

    /// The row of the key's kind.
    pub fn row(&self) -> &'static R {
        self.row
    }

    /// The attendance that the key is about.
    pub fn protocol(&self) -> Option<&Protocol> {
        self.subject.protocol.as_ref()
    }

    /// The identifier inside the attendance, or the only one.
    pub fn id(&self) -> Option<&Name> {
        self.subject.id.as_ref()
    }

    /// The key of another kind with the same identifiers; `None` if that kind has other identifiers. A kind with a
    /// single key needs none.
    pub(super) fn with_row<S: Row>(&self, row: &'static S) -> Option<Key<S>> {
        let name = row.name();
        if name.is_global() {
            return Some(Key::global(row));
        }
        let is_same = (name.accepts)(&self.subject) && name.parts == self.row.name().parts;
        is_same.then(|| Key { row, subject: self.subject.clone() })
    }

    /// The spelling: the row's name and the identifiers, with `separator` between them.
    pub(super) fn spelling(&self, separator: char) -> String {
        let mut text = self.row.name().text.to_owned();
        let parts = [self.subject.owner.as_deref(), self.protocol().map(Protocol::as_str), self.id().map(Name::as_str)];
        for part in parts.into_iter().flatten() {
            text.push(separator);
            text.push_str(part);
        }
        text
    }

    /// The identifiers as one name, which differs from that of every other key of the kind.
    pub(super) fn subject_name(&self) -> Name {
        let subject = &self.subject;
        match (&subject.protocol, &subject.id, &subject.owner) {
            (None, None, None) => Name::default(),
            (Some(Protocol(only)), None, None) | (None, Some(only), None) | (None, None, Some(only)) => only.clone(),
            // With the length of each, so that no two keys have the same name whatever their identifiers contain.
            _ => {
                let parts =
                    [subject.owner.as_deref(), self.protocol().map(Protocol::as_str), self.id().map(Name::as_str)];
                let texts = parts.into_iter().flatten().map(|part| format!("{}:{part}", part.len()));
                texts.collect::<String>().into()
            }
        }
    }

    /// The identifiers as their kind's type; `None` if they are of another type.
    pub fn ids<I: Ids>(&self) -> Option<I> {
        I::of(&self.subject)
    }

    /// Parses a key; `None` if no row has the name, or if the identifiers are missing or not of the row's type.
    pub(super) fn read(mut rows: impl Iterator<Item = &'static R>, text: &str, separator: char) -> Option<Self> {
        rows.find_map(|row| {
            let name = row.name();
            let rest = text.strip_prefix(name.text)?;
            let subject = if name.parts == Parts::NONE {
                rest.is_empty().then(Subject::default)?
            } else {
                name.parts.read(rest.strip_prefix(separator)?, separator)?
            };
            (name.accepts)(&subject).then_some(Key { row, subject })
        })
    }
}

impl<R> Clone for Key<R> {
    fn clone(&self) -> Self {
        Self { row: self.row, subject: self.subject.clone() }
    }
}

impl<R> PartialEq for Key<R> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.row, other.row) && self.subject == other.subject
    }
}

impl<R> Eq for Key<R> {}

impl<R: Row> Hash for Key<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.row.name().hash.hash(state);
        self.subject.hash(state);
    }
}

impl<R: Row> PartialOrd for Key<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the row's name, then in an arbitrary but deterministic order (by hash); never shown.
impl<R: Row> Ord for Key<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_number = |own: Option<&Name>, other: Option<&Name>| match (own, other) {
            (Some(own), Some(other)) => own.cmp_by_number(other),
            _ => own.cmp(&other),
        };
        let (own, others) = (&self.subject, &other.subject);
        self.row
            .name()
            .text
            .cmp(other.row.name().text)
            .then_with(|| by_number(own.protocol.as_ref().map(|id| &id.0), others.protocol.as_ref().map(|id| &id.0)))
            .then_with(|| by_number(own.id.as_ref(), others.id.as_ref()))
            .then_with(|| by_number(own.owner.as_ref(), others.owner.as_ref()))
    }
}

impl<R: Row> fmt::Debug for Key<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.spelling(':'))
    }
}
