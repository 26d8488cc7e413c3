//! Rows and look-ups of companies, columns and saved filters of contacts, and of the audit.

use super::backend::{Backend, get, insert, list, put};
use super::contact_address;
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::search::{self, Facet, ListQuery, Searched, Terms};
use super::stored::{StoredColumn, StoredEmployer};
use super::{ContactField, ContactRow, StoreResult};
use crate::address::NumberCountry;
use serde::{Deserialize, Serialize};
use wire::{AgentId, ContactColumn, ContactId, Employer, EmployerId, OrgUnitId, Wall};

/// A company. Key: `employer.employer_id`; look-ups: code and tax id in the org unit, the index of terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EmployerRow {
    /// The company; the number of its contacts is counted when it is read.
    #[serde(with = "StoredEmployer")]
    pub employer: Employer,
    /// Org unit.
    pub org_unit_id: OrgUnitId,
    /// Highest number that a role has got.
    pub last_role: u32,
}

impl EmployerRow {
    const BY_CODE: &'static Index = &Index::unique("employer_by_code", &["org_unit_id", "code"]);
    const BY_CNPJ: &'static Index = &Index::unique("employer_by_cnpj", &["org_unit_id", "cnpj"]);
}

impl Row for EmployerRow {
    const TABLE: &'static Table = &Table {
        name: "employer",
        columns: &[
            Column::text("id"),
            Column::text("org_unit_id"),
            Column::text("code"),
            Column::optional_text("cnpj"),
        ],
        key: 1,
        indexes: &[EmployerRow::BY_CODE, EmployerRow::BY_CNPJ],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("until it is changed: companies are master data")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("companies are no natural persons");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.employer.employer_id),
            Value::text(&self.org_unit_id),
            Value::Text(self.employer.code.to_lowercase()),
            Value::text_or_null(&self.employer.cnpj),
        ]
    }
}

impl Searched for EmployerRow {
    const LIST: &'static str = "employer";

    fn id(&self) -> &str {
        self.employer.employer_id.as_str()
    }

    fn org_unit(&self) -> &OrgUnitId {
        &self.org_unit_id
    }

    fn name(&self) -> &str {
        &self.employer.name
    }

    fn add_terms(&self, terms: &mut Terms) {
        let Employer { name, social_name, code, cnpj, .. } = &self.employer;
        [name, social_name, code, cnpj].into_iter().for_each(|text| terms.add_text(text));
        self.employer.tags.iter().for_each(|tag| terms.add_facet(Facet::Tag, &tag.tag_item_id));
    }
}

impl Searched for ContactRow {
    const LIST: &'static str = "contact";

    fn id(&self) -> &str {
        self.contact.id.as_str()
    }

    fn org_unit(&self) -> &OrgUnitId {
        &self.org_unit_id
    }

    fn name(&self) -> &str {
        &self.contact.fullname
    }

    fn add_terms(&self, terms: &mut Terms) {
        let contact = &self.contact;
        terms.add_text(&contact.fullname);
        terms.add_text(&contact.email);
        terms.add_text(self.identifier(ContactField::Id));
        terms.add_text(self.identifier(ContactField::ChatIdentifier));
        terms.add_phone(self.identifier(ContactField::Phone1));
        terms.add_phone(self.identifier(ContactField::WhatsappIdentifier));
        for (field, value) in self.others() {
            if ContactField::NUMBERS.contains(&field) { terms.add_phone(value) } else { terms.add_text(value) }
        }
        if let Some(agent) = self.keeper() {
            terms.add_facet(Facet::Wallet, agent.as_str());
        }
        if !contact.employer_id.is_empty() {
            terms.add_facet(Facet::Employer, contact.employer_id.as_str());
        }
        contact.tags.iter().for_each(|tag| terms.add_facet(Facet::Tag, &tag.tag_item_id));
        terms.add_facet(Facet::LastContact, &self.last_contact_at.map(last_contact_value).unwrap_or_default());
        terms.add_facet(Facet::Risk, &contact.churn_risk.map(|risk| format!("{risk:06.2}")).unwrap_or_default());
        let data = contact.data.as_ref().and_then(serde_json::Value::as_object);
        for (column, value) in data.into_iter().flatten() {
            if let Some(date) = value.as_str().and_then(date_value) {
                terms.add_facet(Facet::Date, &format!("{column}:{date}"));
            }
        }
    }
}

/// Formats a time as the value of `Facet::LastContact`.
pub fn last_contact_value(at: Wall) -> String {
    format!("{:015}", at.0.max(0))
}

/// Formats a date as the value of `Facet::Date`: `2026-12-31` and `31/12/2026` become `2026-12-31`; other texts give
/// `None`.
pub fn date_value(text: &str) -> Option<String> {
    let separator = if text.contains('/') { '/' } else { '-' };
    let parts: Vec<u32> = text.split(separator).map(str::parse).collect::<Result<_, _>>().ok()?;
    let (year, month, day) = match (parts.as_slice(), separator) {
        ([day, month, year], '/') | ([year, month, day], _) => (year, month, day),
        _ => return None,
    };
    let is_date = (1000..=9999).contains(year) && (1..=12).contains(month) && (1..=31).contains(day);
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A column of the contacts of an org unit. Key: org unit, name of the column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactColumnRow {
    /// Org unit.
    pub org_unit_id: OrgUnitId,
    /// The column.
    #[serde(with = "StoredColumn")]
    pub column: ContactColumn,
}

impl Row for ContactColumnRow {
    const TABLE: &'static Table = &Table {
        name: "contact_column",
        columns: &[Column::text("org_unit_id"), Column::text("name")],
        key: 2,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.org_unit_id), Value::text(&self.column.database)]
    }
}

/// A saved filter of contacts. Key: `id`; look-up: org unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactFilterRow {
    /// Identifier.
    pub id: String,
    /// Org unit.
    pub org_unit_id: OrgUnitId,
    /// Displayed name.
    pub name: String,
    /// Order within the list.
    pub position: u32,
    /// The condition that its contacts meet.
    pub rule: FilterRule,
}

/// The condition of a saved filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FilterRule {
    /// The date in the column is today or one of the following days.
    DateWithin {
        /// Name of the column.
        column: String,
        /// Days after today.
        days: u32,
    },
    /// The last attendance began this many days ago or earlier, or there was none.
    NoContactFor {
        /// Days before now.
        days: u32,
    },
}

impl ContactFilterRow {
    const BY_ORG_UNIT: &'static Index = &Index::new("contact_filter_by_org_unit", &["org_unit_id", "position"]);
}

impl Row for ContactFilterRow {
    const TABLE: &'static Table = &Table {
        name: "contact_filter",
        columns: &[Column::text("id"), Column::text("org_unit_id"), Column::number("position")],
        key: 1,
        indexes: &[ContactFilterRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.org_unit_id), Value::number(self.position)]
    }
}

/// An audit row: who changed what, and when. It never changes. Key: org unit, number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRow {
    /// Org unit of the agent.
    pub org_unit_id: OrgUnitId,
    /// Number that grows with time.
    pub number: u64,
    /// When the change was made.
    pub at: Wall,
    /// The agent who made the change.
    pub agent_id: AgentId,
    /// Name of the agent at that time.
    pub agent_name: String,
    /// The action: `created`, `changed`, `deleted` or `riskRemoved`.
    pub action: String,
    /// Kind of the subject: `contact` or `employer`.
    pub kind: String,
    /// Identifier of the contact or company.
    pub id: String,
    /// Name of the subject at that time.
    pub name: String,
    /// The changed fields.
    pub changes: Vec<AuditChange>,
}

/// A changed field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditChange {
    /// Name of the field.
    pub field: String,
    /// Value before; empty if there was none.
    pub before: String,
    /// Value after; empty if there is none.
    pub after: String,
}

impl AuditRow {
    const BY_TIME: &'static Index = &Index::new("audit_by_time", &["at"]);

    /// Whether the row is about a contact of the customer, or contains a text that only the customer has.
    pub(crate) fn is_about(&self, customer: &ErasedCustomer) -> bool {
        let is_contact = self.kind == "contact" && customer.contacts.contains(&ContactId::from(self.id.as_str()));
        let mut values = self.changes.iter().flat_map(|change| [&change.before, &change.after]);
        is_contact || customer.is_mentioned(&self.name) || values.any(|value| customer.is_mentioned(value))
    }

    /// The agent, the action and the time stay; the customer's name and the values are blanked.
    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_blank = self.name.is_empty() && self.changes.iter().all(AuditChange::is_blank);
        if is_blank || !self.is_about(customer) {
            return Fate::Kept;
        }
        let blank = |change: &AuditChange| AuditChange { field: change.field.clone(), ..AuditChange::default() };
        let changes = self.changes.iter().map(blank).collect();
        Fate::Blanked(Box::new(Self { name: String::new(), changes, ..self.clone() }))
    }
}

impl AuditChange {
    fn is_blank(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

impl Row for AuditRow {
    const TABLE: &'static Table = &Table {
        name: "audit",
        columns: &[Column::text("org_unit_id"), Column::number("number"), Column::number("at")],
        key: 2,
        indexes: &[AuditRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] = &[Retention::For(KeptFor::Audit, AuditRow::BY_TIME, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(AuditRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.org_unit_id), Value::number(self.number), self.at.into()]
    }
}

/// Look-ups and changes of contacts in lists, companies, columns, saved filters and the audit; part of `Store`.
pub trait PeopleStore: Backend {
    /// One portion of contacts and the number of all matches.
    fn contacts_listed(&self, query: &ListQuery) -> StoreResult<(Vec<ContactRow>, usize)> {
        search::search(self, query)
    }
    /// Number of contacts of the org unit with this property.
    fn contacts_with(&self, org_unit: &OrgUnitId, facet: Facet, value: &str) -> StoreResult<usize> {
        search::count_with(self, ContactRow::LIST, org_unit, &facet.term(value))
    }
    /// Indexes contacts and companies of an older version for the search.
    fn index_people(&mut self) -> StoreResult<()> {
        search::index_again::<ContactRow>(self)?;
        search::index_again::<EmployerRow>(self)
    }
    /// Whether contacts of an older version are not yet indexed by their numbers.
    fn lacks_contact_addresses(&self) -> StoreResult<bool> {
        contact_address::is_empty(self)
    }
    /// Numbers and terms of contacts are those of the centre's country from now on. `true`: they were of another one or of an older server, and stored
    /// numbers are to be read again.
    fn begin_numbers_of_country(&mut self) -> StoreResult<bool> {
        let before = contact_address::country_of_rows(self)?;
        let now = self.number_country();
        let is_same = before.as_ref().map_or(now == NumberCountry::BRAZIL, |before| *before == now.code());
        if !is_same {
            contact_address::forget(self)?;
        }
        if !is_same || before.is_none() {
            contact_address::put_country(self)?;
        }
        Ok(!is_same || before.is_none())
    }
    /// Writes numbers and terms of a portion of contacts behind one; returns the portion, which is empty after the last one of all.
    fn index_contacts_behind(&mut self, after: &ContactId, portion: usize) -> StoreResult<Vec<ContactRow>> {
        contact_address::index_again(self, after, portion)
    }

    /// The company with this identifier.
    fn employer(&self, id: &EmployerId) -> StoreResult<Option<EmployerRow>> {
        get(self, [Value::text(id)])
    }
    /// The companies of the org unit with this code (in any case) or tax id; an empty value finds none.
    fn employers_like(&self, org_unit: &OrgUnitId, code: &str, cnpj: &str) -> StoreResult<Vec<EmployerRow>> {
        let mut found = Vec::new();
        for (index, value) in [(EmployerRow::BY_CODE, code.to_lowercase()), (EmployerRow::BY_CNPJ, cnpj.to_owned())] {
            if !value.is_empty() {
                let equal = [Value::text(org_unit), Value::Text(value)];
                found.extend(list::<EmployerRow>(self, &Scan::of::<EmployerRow>().by(index).equal(equal))?);
            }
        }
        Ok(found)
    }
    /// One portion of companies and the number of all matches.
    fn employers_listed(&self, query: &ListQuery) -> StoreResult<(Vec<EmployerRow>, usize)> {
        search::search(self, query)
    }
    /// Inserts or replaces by `employer.employer_id`. `StoreError::Conflict` if another company of the org unit has its
    /// code or tax id.
    fn put_employer(&mut self, row: &EmployerRow) -> StoreResult<()> {
        search::put_searched(self, row)
    }

    /// Columns of the org unit's contacts, by name.
    fn contact_columns_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<ContactColumnRow>> {
        list(self, &Scan::of::<ContactColumnRow>().equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by org unit and name.
    fn put_contact_column(&mut self, row: &ContactColumnRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The saved filter with this identifier.
    fn contact_filter(&self, id: &str) -> StoreResult<Option<ContactFilterRow>> {
        get(self, [Value::text(id)])
    }
    /// Saved filters of the org unit, by `position`.
    fn contact_filters_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<ContactFilterRow>> {
        let of_unit = Scan::of::<ContactFilterRow>().by(ContactFilterRow::BY_ORG_UNIT);
        list(self, &of_unit.equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_contact_filter(&mut self, row: &ContactFilterRow) -> StoreResult<()> {
        put(self, row)
    }

    /// Adds an audit row.
    fn insert_audit(&mut self, row: &AuditRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// One portion of the org unit's audit rows, newest first, and the number of all.
    fn audit_of(&self, org_unit: &OrgUnitId, offset: usize, limit: usize) -> StoreResult<(Vec<AuditRow>, usize)> {
        let of_unit = Scan::of::<AuditRow>().equal([Value::text(org_unit)]);
        let total = self.count(&of_unit)?;
        let mut rows: Vec<AuditRow> = list(self, &of_unit.descending().limit(offset.saturating_add(limit)))?;
        rows.drain(..offset.min(rows.len()));
        Ok((rows, total))
    }
}

impl<B: Backend> PeopleStore for B {}
