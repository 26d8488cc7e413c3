//! Until when the rows of every entity are kept, and the deletion of old rows. Rows are deleted in portions: a deletion reads an index from
//! its oldest end and stops when the portion is full.

use super::backend::{Backend, get, put};
use super::erasure::{ErasedCustomer, Erasure};
use super::row::{Found, Index, Row, Scan, Table, Value};
use super::{ENTITIES, Entity, JobRow, MediaRow, StoreResult, UnusedMediaRow};
use wire::{Protocol, Wall};

/// Kinds of retention; `RetentionConfig` and the rules that issue the rows say how long each kind is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeptFor {
    /// Tokens and broker credentials, from their expiry on.
    Credentials,
    /// Stored notifications, from their creation on.
    Notifications,
    /// Failed sign-ins, from the last one on.
    Attempts,
    /// Addresses from which accounts signed in, from the last time on.
    SignInPlaces,
    /// Solved puzzles of starts, from the start on.
    SolvedPuzzles,
    /// Rows of an attendance that are needed only while its pages may repeat requests, from its end on.
    Traces,
    /// Ended attendances with all their rows, and data of customers without a contact.
    Attendances,
    /// Receipts of messages that this server did not send.
    EarlyReceipts,
    /// Audit rows.
    Audit,
    /// Dead effects.
    DeadEffects,
    /// Uploaded files that no message uses.
    UnusedFiles,
    /// Data that is needed to undo the join of two contacts.
    Joins,
    /// Recordings of calls, from their end on, also if the attendance stays.
    Recordings,
    /// Broadcast lists with their entries, from their end on.
    Broadcasts,
    /// Customers to whom a route began a conversation, for the limit of 24 hours.
    BroadcastUses,
}

impl KeptFor {
    /// Every one.
    pub const ALL: [KeptFor; 15] = [
        KeptFor::Credentials,
        KeptFor::Notifications,
        KeptFor::Attempts,
        KeptFor::SignInPlaces,
        KeptFor::SolvedPuzzles,
        KeptFor::Traces,
        KeptFor::Attendances,
        KeptFor::EarlyReceipts,
        KeptFor::Audit,
        KeptFor::DeadEffects,
        KeptFor::UnusedFiles,
        KeptFor::Joins,
        KeptFor::Recordings,
        KeptFor::Broadcasts,
        KeptFor::BroadcastUses,
    ];

    /// Name in the store, where it is the subject of a due time.
    pub fn as_str(self) -> &'static str {
        match self {
            KeptFor::Credentials => "credentials",
            KeptFor::Notifications => "notifications",
            KeptFor::Attempts => "attempts",
            KeptFor::SignInPlaces => "sign_in_places",
            KeptFor::SolvedPuzzles => "solved_puzzles",
            KeptFor::Traces => "traces",
            KeptFor::Attendances => "attendances",
            KeptFor::EarlyReceipts => "early_receipts",
            KeptFor::Audit => "audit",
            KeptFor::DeadEffects => "dead_effects",
            KeptFor::UnusedFiles => "unused_files",
            KeptFor::Joins => "joins",
            KeptFor::Recordings => "recordings",
            KeptFor::Broadcasts => "broadcasts",
            KeptFor::BroadcastUses => "broadcast_uses",
        }
    }
}

/// The owner that rows may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An attendance, by its protocol.
    Attendance,
    /// An attendance that stays when these rows are deleted.
    Traces,
    /// A contact, by its identifier.
    Contact,
    /// A broadcast list, by its identifier.
    Broadcast,
}

/// How to find the rows of an owner.
#[derive(Clone, Copy, Debug)]
pub struct OwnedRows {
    /// The index; `None`: the key.
    index: Option<&'static Index>,
    /// The first value of the index or the key, made of the owner's identifier.
    value: fn(&str) -> String,
}

impl OwnedRows {
    /// The key begins with the owner's identifier.
    pub const BY_KEY: OwnedRows = OwnedRows { index: None, value: str::to_owned };

    /// The index begins with the owner's identifier.
    pub const fn by(index: &'static Index) -> Self {
        Self { index: Some(index), value: str::to_owned }
    }

    /// The key begins with a text derived from the owner.
    pub const fn named(value: fn(&str) -> String) -> Self {
        Self { index: None, value }
    }

    pub(super) fn scan(&self, table: &'static Table, owner: &str) -> Scan {
        let prefix = vec![Value::Text((self.value)(owner))];
        Scan { table, index: self.index, prefix, after: None, before: None, is_descending: false, limit: None }
    }

    /// An owner has exactly one such row.
    fn is_single(&self, table: &Table) -> bool {
        self.index.is_none() && table.key == 1
    }
}

/// The rows and files that are deleted because a row is old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Only the row.
    Row,
    /// The attendance and all its rows.
    Attendance,
    /// The rows of the attendance whose owner is `Owner::Traces`.
    Traces,
    /// The file that the row marks, with its content.
    File,
    /// The broadcast list and its entries.
    Broadcast,
}

/// Until when rows of an entity are kept. An entity may have several rules.
#[derive(Clone, Copy, Debug)]
pub enum Retention {
    /// Until the operator or an agent replaces or deletes them; the text says why their number does not grow with the
    /// work.
    Kept(&'static str),
    /// Until the work that they were stored for deletes them; the text names that work.
    Work(&'static str),
    /// As long as the row that they belong to.
    With(Owner, OwnedRows),
    /// For a time that counts from the first column of the index on.
    For(KeptFor, &'static Index, Removal),
}

/// Value in a column of times of a row that does not become old.
pub(super) const NEVER: Value = Value::Integer(i64::MAX);

/// Deletions in one transaction.
#[derive(Debug)]
pub struct Portion {
    /// Number of rows that may still be deleted.
    left: usize,
    /// Files whose rows were deleted: their content is deleted after the commit.
    pub files: Vec<String>,
}

impl Portion {
    /// A portion of at most this number of deletions.
    pub fn of(rows: usize) -> Self {
        Self { left: rows, files: Vec::new() }
    }
}

/// Deletions of rows that are old or whose owner is deleted; part of `Store`.
pub trait RetentionStore: Backend {
    /// Deletes rows of this kind whose time is before `before`, the oldest first. `false`: the portion is full, and there may be
    /// further rows.
    fn delete_aged(&mut self, kept: KeptFor, before: Wall, portion: &mut Portion) -> StoreResult<bool> {
        for (entity, index, removal) in tables_with(kept) {
            while portion.left > 0 {
                let old = Scan::of_table(entity.table).by(index).before(before.into()).limit(portion.left);
                let found = self.scan(&old)?;
                if found.is_empty() {
                    break;
                }
                for row in found {
                    if !remove(self, entity, row, removal, portion)? {
                        return Ok(false);
                    }
                }
            }
            if portion.left == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
    /// The earliest time among rows of this kind.
    fn oldest_aged(&self, kept: KeptFor) -> StoreResult<Option<Wall>> {
        let mut oldest = None;
        for (entity, index, _) in tables_with(kept) {
            let first = self.scan(&Scan::of_table(entity.table).by(index).limit(1))?.pop();
            let position = index.columns.first().and_then(|column| entity.table.position(column));
            let Some((row, position)) = first.zip(position) else { continue };
            if let Some(Value::Integer(at)) = (entity.values_of)(row)?.get(position)
                && *at != i64::MAX
            {
                oldest = Some(oldest.map_or(*at, |earlier: i64| earlier.min(*at)));
            }
        }
        Ok(oldest.map(Wall))
    }
    /// Deletes all rows of a contact except the contact itself.
    fn delete_rows_of_contact(&mut self, contact: &str) -> StoreResult<()> {
        owned_by(|owner| owner == Owner::Contact).try_for_each(|(entity, rows)| {
            let scan = rows.scan(entity.table, contact);
            self.delete(&scan)
        })
    }
}

impl<B: Backend> RetentionStore for B {}

/// The tables with rows of this kind, in the order of `ENTITIES`.
fn tables_with(kept: KeptFor) -> impl Iterator<Item = (&'static Entity, &'static Index, Removal)> {
    let rules = ENTITIES.iter().flat_map(|entity| entity.retention.iter().map(move |rule| (entity, rule)));
    rules.filter_map(move |(entity, rule)| match rule {
        Retention::For(class, index, removal) if *class == kept => Some((entity, *index, *removal)),
        _ => None,
    })
}

/// The tables with rows of these owners.
fn owned_by(is_wanted: impl Fn(Owner) -> bool) -> impl Iterator<Item = (&'static Entity, OwnedRows)> {
    let rules = ENTITIES.iter().flat_map(|entity| entity.retention.iter().map(move |rule| (entity, rule)));
    rules.filter_map(move |(entity, rule)| match rule {
        Retention::With(owner, rows) if is_wanted(*owner) => Some((entity, *rows)),
        _ => None,
    })
}

fn is_of_attendance(owner: Owner) -> bool {
    matches!(owner, Owner::Attendance | Owner::Traces)
}

/// `false`: the portion is full and the row is still there.
fn remove(
    store: &mut (impl Backend + ?Sized),
    entity: &Entity,
    row: Found,
    removal: Removal,
    portion: &mut Portion,
) -> StoreResult<bool> {
    let mut key = (entity.values_of)(row)?;
    key.truncate(entity.table.key);
    let id = match key.first() {
        Some(Value::Text(id)) => id.clone(),
        _ => String::new(),
    };
    match removal {
        Removal::Row => delete_counted(store, entity.table, key, portion)?,
        Removal::File => {
            store.delete(&Scan::of::<MediaRow>().equal([Value::text(&id)]))?;
            delete_counted(store, entity.table, key, portion)?;
            portion.files.push(id);
        }
        Removal::Traces => {
            if !delete_owned(store, |owner| owner == Owner::Traces, &id, portion)? {
                return Ok(false);
            }
            delete_single(store, |owner| owner == Owner::Traces, &id)?;
            let Some(job) = get::<JobRow>(store, key)? else { return Ok(true) };
            put(store, &JobRow { has_no_traces: true, ..job })?;
            portion.left = portion.left.saturating_sub(1);
        }
        Removal::Attendance => {
            if !delete_owned(store, is_of_attendance, &id, portion)? {
                return Ok(false);
            }
            // Rows without which an attendance cannot be shown go in the same transaction as its own.
            delete_single(store, is_of_attendance, &id)?;
            delete_counted(store, entity.table, key, portion)?;
        }
        Removal::Broadcast => {
            if !delete_owned(store, |owner| owner == Owner::Broadcast, &id, portion)? {
                return Ok(false);
            }
            delete_counted(store, entity.table, key, portion)?;
        }
    }
    Ok(true)
}

/// Deletes the rows of an owner, except the kinds of which it has only one. `false`: the portion is full, and there may
/// be further rows.
fn delete_owned(
    store: &mut (impl Backend + ?Sized),
    is_wanted: impl Fn(Owner) -> bool,
    owner: &str,
    portion: &mut Portion,
) -> StoreResult<bool> {
    for (entity, rows) in owned_by(is_wanted) {
        if rows.is_single(entity.table) {
            continue;
        }
        let found = store.scan(&rows.scan(entity.table, owner).limit(portion.left))?;
        for row in found {
            let mut key = (entity.values_of)(row)?;
            key.truncate(entity.table.key);
            if entity.table.name == MediaRow::TABLE.name {
                let files = key.iter().filter_map(|value| match value {
                    Value::Text(id) => Some(id.clone()),
                    Value::Null | Value::Integer(_) => None,
                });
                portion.files.extend(files);
                store.delete(&Scan::of::<UnusedMediaRow>().equal(key.clone()))?;
            }
            delete_counted(store, entity.table, key, portion)?;
        }
        if portion.left == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deletes the rows that an owner has one of.
fn delete_single(
    store: &mut (impl Backend + ?Sized),
    is_wanted: impl Fn(Owner) -> bool,
    owner: &str,
) -> StoreResult<()> {
    for (entity, rows) in owned_by(is_wanted) {
        if rows.is_single(entity.table) {
            store.delete(&rows.scan(entity.table, owner))?;
        }
    }
    Ok(())
}

fn delete_counted(
    store: &mut (impl Backend + ?Sized),
    table: &'static Table,
    key: Vec<Value>,
    portion: &mut Portion,
) -> StoreResult<()> {
    portion.left = portion.left.saturating_sub(1);
    store.delete(&Scan::of_table(table).equal(key))
}

/// Deletes all rows that belong to the customer's attendances and contacts; returns their number, and the files among
/// them.
pub(super) fn delete_of_customer(
    store: &mut (impl Backend + ?Sized),
    entity: &Entity,
    customer: &ErasedCustomer,
) -> StoreResult<usize> {
    let mut deleted = 0;
    for rule in entity.retention {
        let Retention::With(owner, rows) = rule else { continue };
        let owners: Vec<&str> = match owner {
            Owner::Attendance | Owner::Traces => customer.protocols.iter().map(Protocol::as_str).collect(),
            Owner::Contact => customer.contacts.iter().map(wire::ContactId::as_str).collect(),
            // A list is of many customers: each of its entries says what it has of one.
            Owner::Broadcast => Vec::new(),
        };
        for owner in owners {
            let scan = rows.scan(entity.table, owner);
            deleted += store.count(&scan)?;
            store.delete(&scan)?;
        }
    }
    Ok(deleted)
}

/// Whether the entity declares that its rows hold no customer data.
pub(super) const fn says_nothing<R>(erasure: &Erasure<R>) -> bool {
    matches!(erasure, Erasure::Nothing(_))
}
