//! Contacts and companies as their pages show them.

use super::editor::{data_of, is_of_other, value_of};
use super::{
    CompaniesPageView, CompanyPageView, CompanyPickerView, CompanyRowView, ContactColumnView, ContactFieldView,
    ContactPageView, ContactRiskView, ContactRowView, ContactSummaryView, ContactsPageView, LastContactView, NamedView,
    OtherIdentifierView, PagedListView, People, PreferentialView, RecordFormView, RoleView, company,
};
use crate::flow::OrderedList;
use crate::jobs::TagView;
use crate::shell::{RiskBand, avatar_color, initials, percent};
use crate::wire::{
    AgentId, Contact, ContactColumn, ContactId, Employer, EmployerId, LastContact, OtherIdentifier, Wall,
};

impl People {
    /// The list of contacts.
    pub fn contacts_view(&self) -> ContactsPageView {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let filter = |id: &str, name: &str| NamedView { id: id.to_owned(), name: name.to_owned() };
        ContactsPageView {
            list: PagedListView::of(&self.list),
            filter: self.filter.clone(),
            columns: self.shown_columns().into_iter().map(column_view).collect(),
            all_columns: self.columns().iter().map(column_view).collect(),
            saved_filters: self.saved_filters.items().iter().map(|item| filter(&item.id, &item.name)).collect(),
            selected: count(self.selected_count()),
            deleting: count(self.deletion.waiting.len()),
        }
    }

    /// Ids of the contacts in the list.
    pub fn contact_order(&self) -> &OrderedList {
        self.list.order()
    }

    /// Ids of all contacts with a row.
    pub fn contact_ids(&self) -> impl Iterator<Item = ContactId> {
        self.contacts.keys().map(ContactId::from)
    }

    /// A contact; `None` if no list or page refers to it.
    pub fn contact_row(&self, agent: &AgentId, id: &ContactId) -> Option<ContactRowView> {
        self.contacts.get(id).map(|known| self.row_of(agent, &known.contact, known.selected))
    }

    /// A contact as rows show it.
    pub(super) fn row_of(&self, agent: &AgentId, contact: &Contact, selected: bool) -> ContactRowView {
        let preferential = match (contact.preferential, is_of_other(contact, agent)) {
            (false, _) => PreferentialView::Nobody,
            (true, false) => PreferentialView::Own,
            (true, true) => PreferentialView::Other { name: contact.preferential_agent_name.clone() },
        };
        let ids = &contact.identifiers;
        let other =
            |other: &OtherIdentifier| OtherIdentifierView { field: other.field.clone(), value: other.value.clone() };
        ContactRowView {
            id: contact.id.0.clone(),
            name: contact.fullname.clone(),
            initials: initials(&contact.fullname),
            color: avatar_color(&contact.fullname).to_owned(),
            identifier: ids.id.clone(),
            phone: ids.phone1.clone(),
            whatsapp: ids.whatsapp_identifier.clone(),
            chat: ids.chat_identifier.clone(),
            others: contact.other_identifiers.iter().map(other).collect(),
            unreadable: contact.unreadable.clone(),
            email: contact.email.clone(),
            employer: contact.employer_name.clone(),
            employer_id: contact.employer_id.0.clone(),
            data: data_of(contact),
            tags: contact.tags.iter().map(TagView::of).collect(),
            risk: contact.churn_risk.map(risk_view),
            last_contact: contact.last_contact.as_ref().map(last_contact_view),
            preferential,
            selected,
            busy: self.is_busy(&contact.id),
        }
    }

    /// The open summary; `None` while it is closed, or its contact is unknown.
    pub fn summary_view(&self, agent: &AgentId) -> Option<ContactSummaryView> {
        let id = self.summary.as_ref()?;
        let (before, after) = self.neighbours();
        Some(ContactSummaryView {
            contact: self.contact_row(agent, id)?,
            loading: self.loads_last_contact(id),
            has_previous: before.is_some(),
            has_next: after.is_some(),
        })
    }

    /// The open form of a contact.
    pub fn contact_form_view(&self) -> Option<RecordFormView> {
        self.contact_form.as_ref().map(|form| form.view(company::role_error))
    }

    /// The page of a contact; `None` before one was opened.
    pub fn contact_page_view(&self, agent: &AgentId) -> Option<ContactPageView> {
        let page = self.contact_page.as_ref()?;
        let columns = if page.columns.is_empty() { self.columns() } else { &page.columns };
        let mut shown: Vec<&ContactColumn> = columns.iter().filter(|column| column.show == "Y").collect();
        // The category that contains the first column comes first.
        let first = |of: &ContactColumn| columns.iter().position(|column| column.category == of.category);
        shown.sort_by_key(|column| first(column));
        let contact = self.contacts.get(&page.id).map(|known| &known.contact);
        let field = |column: &ContactColumn| ContactFieldView {
            column: column_view(column),
            value: contact.map(|contact| value_of(contact, &column.database)).unwrap_or_default(),
        };
        Some(ContactPageView {
            id: page.id.0.clone(),
            state: page.state,
            contact: self.contact_row(agent, &page.id),
            fields: shown.into_iter().map(field).collect(),
            same_persons: self.same_persons_of_page(agent),
            joined_into: page.joined_into.as_ref().map(|id| id.0.clone()).unwrap_or_default(),
        })
    }

    /// The list of companies.
    pub fn companies_view(&self) -> CompaniesPageView {
        CompaniesPageView { list: PagedListView::of(&self.company_list) }
    }

    /// Ids of the companies in the list.
    pub fn company_order(&self) -> &OrderedList {
        self.company_list.order()
    }

    /// Ids of all companies with a row.
    pub fn company_ids(&self) -> impl Iterator<Item = EmployerId> {
        self.companies.keys().map(EmployerId::from)
    }

    /// A company; `None` if neither the list nor the page refers to it.
    pub fn company_row(&self, id: &EmployerId) -> Option<CompanyRowView> {
        self.companies.get(id).map(company_view)
    }

    /// The open form of a company.
    pub fn company_form_view(&self) -> Option<RecordFormView> {
        self.company_form.as_ref().map(|form| form.view(company::role_error))
    }

    /// The page of a company; `None` before one was opened.
    pub fn company_page_view(&self) -> Option<CompanyPageView> {
        self.company_page.as_ref().map(|page| CompanyPageView {
            id: page.id.0.clone(),
            state: page.state,
            company: self.company_row(&page.id),
            contacts: PagedListView::of(&page.contacts),
        })
    }

    /// Ids of the contacts of the page's company; `None` before a company was opened.
    pub fn company_contacts(&self) -> Option<&OrderedList> {
        self.company_page.as_ref().map(|page| page.contacts.order())
    }

    /// The search in a field that chooses a company.
    pub fn picker_view(&self) -> CompanyPickerView {
        let (text, companies) = self.picker.found();
        let named = |company: &Employer| NamedView { id: company.employer_id.0.clone(), name: company.name.clone() };
        CompanyPickerView {
            text: text.to_owned(),
            pending: self.picker.is_pending(),
            failed: self.picker.has_failed(),
            companies: companies.iter().map(named).collect(),
        }
    }
}

fn column_view(column: &ContactColumn) -> ContactColumnView {
    ContactColumnView {
        database: column.database.clone(),
        label: column.desc.clone(),
        category: column.category.clone(),
    }
}

fn risk_view(risk: f64) -> ContactRiskView {
    ContactRiskView { percent: percent(risk), band: RiskBand::of(risk) }
}

fn last_contact_view(last: &LastContact) -> LastContactView {
    LastContactView {
        protocol: last.protocol.to_string(),
        channel: last.channel,
        meta_type: last.meta_type,
        at: last.at.map(Wall::as_js),
        agent: last.agent_name.clone(),
        queue: last.queue_name.clone(),
        qualification: last.qualification.clone(),
        message: last.last_message.clone(),
    }
}

fn company_view(company: &Employer) -> CompanyRowView {
    CompanyRowView {
        id: company.employer_id.0.clone(),
        name: company.name.clone(),
        initials: initials(&company.name),
        color: avatar_color(&company.name).to_owned(),
        social_name: company.social_name.clone(),
        code: company.code.clone(),
        cnpj: company.cnpj.clone(),
        contacts: company.contacts,
        roles: company.roles.iter().map(RoleView::of).collect(),
        tags: company.tags.iter().map(TagView::of).collect(),
    }
}
