//! The pages of contacts and companies, registered with the workspace.

use super::registry::NAME;
use super::{People, PeopleIntent, PeopleSlice, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId, SliceKey};
use crate::workspace::registry::{Area, Show, ShowList, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for People {
    type Intent = PeopleIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::CONTACTS, |workspace, ()| PeopleSlice::ContactsPage(workspace.people.contacts_view())),
        &ShowList(&slices::CONTACT_ORDER, |workspace, ()| Some(workspace.people.contact_order())),
        &Show(&slices::CONTACT_ROW, |workspace, id| {
            let row = workspace.people.contact_row(&workspace.session.agent_id(), &id);
            row.map(|row| PeopleSlice::ContactListRow(Box::new(row)))
        }),
        &Show(&slices::SUMMARY, |workspace, ()| {
            let summary = workspace.people.summary_view(&workspace.session.agent_id());
            summary.map(|summary| PeopleSlice::ContactSummary(Box::new(summary)))
        }),
        &Show(&slices::CONTACT_FORM, |workspace, ()| {
            workspace.people.contact_form_view().map(|form| PeopleSlice::ContactForm(Box::new(form)))
        }),
        &Show(&slices::CONTACT_PAGE, |workspace, ()| {
            let page = workspace.people.contact_page_view(&workspace.session.agent_id());
            page.map(|page| PeopleSlice::ContactPage(Box::new(page)))
        }),
        &Show(&slices::COMPANIES, |workspace, ()| PeopleSlice::CompaniesPage(workspace.people.companies_view())),
        &ShowList(&slices::COMPANY_ORDER, |workspace, ()| Some(workspace.people.company_order())),
        &Show(&slices::COMPANY_ROW, |workspace, id| {
            workspace.people.company_row(&id).map(|row| PeopleSlice::CompanyListRow(Box::new(row)))
        }),
        &Show(&slices::COMPANY_FORM, |workspace, ()| {
            workspace.people.company_form_view().map(|form| PeopleSlice::CompanyForm(Box::new(form)))
        }),
        &Show(&slices::COMPANY_PAGE, |workspace, ()| {
            workspace.people.company_page_view().map(|page| PeopleSlice::CompanyPage(Box::new(page)))
        }),
        &ShowList(&slices::COMPANY_CONTACTS, |workspace, ()| workspace.people.company_contacts()),
        &Show(&slices::COMPANY_PICKER, |workspace, ()| PeopleSlice::CompanyPicker(workspace.people.picker_view())),
        &Show(&slices::SAME_PERSONS, |workspace, ()| {
            PeopleSlice::SamePersons(workspace.people.same_persons_view(&workspace.session.agent_id()))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CONTACTS, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.people.apply_contacts_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::COMPANIES, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.people.apply_companies_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::PICKER, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.people.apply_picker_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::COMPANY_CONTACTS, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.people.apply_company_contacts_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::COLUMNS, |workspace, ()| {
            workspace.people.apply_columns_event(context!(workspace), ListEvent::Due)
        }),
        &When(&timers::SAVED_FILTERS, |workspace, ()| {
            let agent = workspace.acting_agent();
            workspace.people.apply_saved_filters_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::SAME_PERSONS, |workspace, ()| {
            workspace.people.apply_same_persons_event(context!(workspace), ListEvent::Due);
        }),
        &When(&timers::SAME_PERSONS_OF_PAGE, |workspace, ()| {
            workspace.people.apply_same_persons_of_page_event(context!(workspace), ListEvent::Due);
        }),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.people.contact_ids().map(|id| slices::CONTACT_ROW.of(id)));
        keys.extend(workspace.people.company_ids().map(|id| slices::COMPANY_ROW.of(id)));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let agent = workspace.acting_agent();
        let exit = workspace.people.on_reply(context!(workspace), &agent, request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.people = People::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = &workspace.acting_agent();
        let context = context!(workspace);
        let people = &mut workspace.people;
        match intent {
            PeopleIntent::SearchContactList { text } => people.search_contacts(context, &text),
            PeopleIntent::FilterContactList { filter } => people.filter_contacts(context, agent, filter),
            PeopleIntent::MoreContacts => people.apply_contacts_event(context, agent, ListEvent::More),
            PeopleIntent::ChooseContactColumns { columns } => people.choose_columns(context, columns),
            PeopleIntent::SelectContacts { contact_ids, selected } => people.select(context, &contact_ids, selected),
            PeopleIntent::DeleteContacts { contact_ids } => people.delete(context, agent, &contact_ids),
            PeopleIntent::OpenContactSummary { contact_id } => people.show_summary(context, Some(contact_id)),
            PeopleIntent::StepContactSummary { forward } => people.step_summary(context, forward),
            PeopleIntent::CloseContactSummary => people.show_summary(context, None),
            PeopleIntent::OpenContactEditor { contact_id } => people.open_contact_form(context, &contact_id),
            PeopleIntent::CloseContactEditor => people.close_contact_form(context),
            PeopleIntent::SaveContactEditor { fields } => people.save_contact_form(context, agent, fields),
            PeopleIntent::SaveContactField { contact_id, field, value } => {
                people.save_contact_field(context, agent, &contact_id, &field, value)
            }
            PeopleIntent::SetPreferential { contact_id, preferential } => {
                people.set_preferential(context, agent, &contact_id, preferential)
            }
            PeopleIntent::OpenContact { contact_id } => people.open_contact(context, agent, &contact_id),
            PeopleIntent::ReloadContactPage => people.reload_contact(context, agent),
            PeopleIntent::SearchCompanies { text } => people.search_companies(context, &text),
            PeopleIntent::MoreCompanies => people.apply_companies_event(context, agent, ListEvent::More),
            PeopleIntent::OpenCompanyEditor { employer_id } => people.open_company_form(context, &employer_id),
            PeopleIntent::CloseCompanyEditor => people.close_company_form(context),
            PeopleIntent::SaveCompanyEditor { fields, roles } => {
                people.save_company_form(context, agent, fields, roles)
            }
            PeopleIntent::ReloadCompanyPage => people.reload_company(context, agent),
            PeopleIntent::PickCompany { text } => people.pick_company(context, &text),
            PeopleIntent::MoreSamePersons => people.apply_same_persons_event(context, ListEvent::More),
            PeopleIntent::JoinContacts { proposal_id, keep } => {
                people.join_contacts(context, agent, &proposal_id, keep)
            }
            PeopleIntent::RefuseSamePerson { proposal_id } => people.refuse_same_person(context, agent, &proposal_id),
            PeopleIntent::UndoJoin { proposal_id } => people.undo_join(context, agent, &proposal_id),
        }
    }
}
