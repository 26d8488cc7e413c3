//! The keys of the pages of contacts and companies: one row per kind of slice and timer.

use super::{
    CompaniesPageView, CompanyPageView, CompanyPickerView, CompanyRowView, ContactPageView, ContactRowView,
    ContactSummaryView, ContactsPageView, RecordFormView, SamePersonsView,
};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("people");

/// Slices of this area.
pub mod slices {
    use crate::flow::{ListName, Slice};
    use crate::wire::{ContactId, EmployerId};

    /// Search, filters and columns of the list of contacts.
    pub static CONTACTS: Slice<()> = Slice::view("contactsPage");
    /// Ids of the contacts in the list, in its order.
    pub static CONTACT_ORDER: Slice<()> = Slice::list(ListName::ContactOrder, "contactOrder:shown");
    /// A contact of a list.
    pub static CONTACT_ROW: Slice<ContactId> = Slice::view("contactListRow");
    /// The open summary of a contact.
    pub static SUMMARY: Slice<()> = Slice::view("contactSummary");
    /// The open form of a contact.
    pub static CONTACT_FORM: Slice<()> = Slice::view("contactForm");
    /// The page of a contact.
    pub static CONTACT_PAGE: Slice<()> = Slice::view("contactPage");
    /// Search and state of the list of companies.
    pub static COMPANIES: Slice<()> = Slice::view("companiesPage");
    /// Ids of the companies in the list, in its order.
    pub static COMPANY_ORDER: Slice<()> = Slice::list(ListName::CompanyOrder, "companyOrder:shown");
    /// A company of the list.
    pub static COMPANY_ROW: Slice<EmployerId> = Slice::view("companyListRow");
    /// The open form of a company.
    pub static COMPANY_FORM: Slice<()> = Slice::view("companyForm");
    /// The page of a company.
    pub static COMPANY_PAGE: Slice<()> = Slice::view("companyPage");
    /// Ids of the contacts of the page's company.
    pub static COMPANY_CONTACTS: Slice<()> = Slice::list(ListName::CompanyContacts, "companyContacts:shown");
    /// The search for a company to choose.
    pub static COMPANY_PICKER: Slice<()> = Slice::view("companyPicker");
    /// Contacts that may be the same person.
    pub static SAME_PERSONS: Slice<()> = Slice::view("samePersons");
}

/// Facts of contacts and companies that slices of areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// The columns of contacts.
    pub static COLUMNS: Fact<()> = Fact::named("columns");
}

slice_views! {
    /// The view of a slice of the pages of contacts and companies.
    PeopleSlice {
        /// Search, filters and columns of the list of contacts.
        ContactsPage(ContactsPageView),
        /// A contact of a list.
        ContactListRow(OfEntity<ContactRowView>),
        /// The open summary of a contact; `undefined` while it is closed.
        ContactSummary(OfEntity<ContactSummaryView>),
        /// The open form of a contact; `undefined` while it is closed.
        ContactForm(OfEntity<RecordFormView>),
        /// The page of a contact; `undefined` before one was opened.
        ContactPage(OfEntity<ContactPageView>),
        /// Search and state of the list of companies.
        CompaniesPage(CompaniesPageView),
        /// A company of the list.
        CompanyListRow(OfEntity<CompanyRowView>),
        /// The open form of a company; `undefined` while it is closed.
        CompanyForm(OfEntity<RecordFormView>),
        /// The page of a company; `undefined` before one was opened.
        CompanyPage(OfEntity<CompanyPageView>),
        /// The search for a company to choose.
        CompanyPicker(CompanyPickerView),
        /// Contacts that may be the same person.
        SamePersons(SamePersonsView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The agent stopped typing in the search of the list of contacts, or a request is repeated.
    pub static CONTACTS: Timer<()> = Timer::named("contactList");
    /// The agent stopped typing in the search of the list of companies, or a request is repeated.
    pub static COMPANIES: Timer<()> = Timer::named("companyList");
    /// The agent stopped typing in the search for a company to choose, or a request is repeated.
    pub static PICKER: Timer<()> = Timer::named("companyPicker");
    /// Requests the contacts of the page's company again.
    pub static COMPANY_CONTACTS: Timer<()> = Timer::named("companyContacts");
    /// Requests the columns of contacts again.
    pub static COLUMNS: Timer<()> = Timer::named("contactColumns");
    /// Requests the saved filters again.
    pub static SAVED_FILTERS: Timer<()> = Timer::named("contactFilters");
    /// Requests the proposals about the same person again.
    pub static SAME_PERSONS: Timer<()> = Timer::named("samePersons");
    /// Requests the proposals of the page's contact again.
    pub static SAME_PERSONS_OF_PAGE: Timer<()> = Timer::named("samePersonsOfPage");
}
