//! Actions of agents on the pages of contacts, companies and the history.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use core_wasm::churn::ChurnIntent;
use core_wasm::flow::EntityKind;
use core_wasm::history::HistoryIntent;
use core_wasm::message_search::MessageSearchIntent;
use core_wasm::people::{ContactFilterChoice, Fields, PeopleIntent, PreferentialView};
use core_wasm::tags::TagsIntent;
use core_wasm::wire::ContactId;
use core_wasm::{Intent, PageInput};
use workspace_sim::{core_wasm, ms};

/// Companies of the demo data that a day opens, `demo-1` and so on.
const COMPANIES: usize = 4;
/// Parts of names and numbers that a day searches for.
const TEXTS: [&str; 5] = ["", "a", "pessoa", "5511", "zzz"];
/// Words in the texts of a day, and some that no text has.
const WORDS: [&str; 8] = ["agente", "CLÍENTE", "nota inter", "cliente 1", "de", "resposta", "a", "zzz"];
const ORDERS: [&str; 4] = ["", "-name", "-risk", "lastContact"];

impl Day {
    /// A contact in the list that the agent sees.
    fn some_contact(&mut self, dice: &mut Dice, seat: usize) -> Option<String> {
        self.ready(seat)?;
        let ids = self.sim.agent(seat).contact_list();
        dice.one(&ids).cloned()
    }

    fn show(&mut self, seat: usize, path: String) -> Option<()> {
        self.ready(seat)?;
        self.sim.agent(seat).page(PageInput::RouteRequested { path });
        Some(())
    }

    fn people(&mut self, seat: usize, intent: PeopleIntent) -> Option<()> {
        self.intent(seat, Intent::People(intent))
    }

    pub fn records(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        use Action::*;
        let Step { number, action, seat, .. } = step;
        match action {
            ShowContacts => self.show(seat, "/contact-management".to_owned()),
            ShowCompanies => self.show(seat, "/employer-management".to_owned()),
            ShowHistory => self.show(seat, "/history".to_owned()),
            ShowContact => {
                let id = self.some_contact(dice, seat)?;
                if dice.below(3) == 0 {
                    // Opened in a panel besides a conversation, without the page of the contact.
                    return self.people(seat, PeopleIntent::OpenContact { contact_id: id.as_str().into() });
                }
                self.show(seat, format!("/contact/{id}"))
            }
            ShowCompany => self.show(seat, format!("/employer/demo-{}", 1 + dice.below(COMPANIES))),
            SearchContactList => {
                self.ready(seat)?;
                let text = (*dice.one(&TEXTS)?).to_owned();
                self.people(seat, PeopleIntent::SearchContactList { text })
            }
            SortContactList => {
                self.ready(seat)?;
                let sort = (*dice.one(&ORDERS)?).to_owned();
                let filter = ContactFilterChoice { sort, wallet: dice.below(4) == 0, ..Default::default() };
                self.people(seat, PeopleIntent::FilterContactList { filter })
            }
            MoreContacts => {
                self.ready(seat)?;
                self.people(seat, PeopleIntent::MoreContacts)
            }
            CreateContact => {
                self.ready(seat)?;
                self.people(seat, PeopleIntent::OpenContactEditor { contact_id: ContactId::default() })?;
                let fields = [("fullname", format!("Pessoa {number}")), ("id", format!("sim-{number}"))];
                let fields: Fields = fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
                self.people(seat, PeopleIntent::SaveContactEditor { fields })
            }
            ChangeContact => {
                let id = self.some_contact(dice, seat)?;
                let (field, value) = match dice.below(3) {
                    0 => ("fullname", format!("Pessoa {number}")),
                    1 => ("email", format!("pessoa{number}@example.com")),
                    _ => ("phone1", format!("55119{number:08}")),
                };
                let field = field.to_owned();
                self.people(seat, PeopleIntent::SaveContactField { contact_id: id.as_str().into(), field, value })
            }
            DeleteContact => {
                // Contacts of the demo data are not deleted.
                let id = self.some_contact(dice, seat)?;
                let name = self.sim.agent(seat).listed_contact(&id)?.name;
                if !name.starts_with("Pessoa ") {
                    return None;
                }
                self.people(seat, PeopleIntent::DeleteContacts { contact_ids: vec![id.as_str().into()] })
            }
            ToggleWallet => {
                let id = self.some_contact(dice, seat)?;
                let preferential = match self.sim.agent(seat).listed_contact(&id)?.preferential {
                    PreferentialView::Nobody => true,
                    PreferentialView::Own => false,
                    PreferentialView::Other { .. } => return None,
                };
                self.people(seat, PeopleIntent::SetPreferential { contact_id: id.as_str().into(), preferential })
            }
            TagContact | UntagContact => {
                let id = self.some_contact(dice, seat)?;
                let kind = EntityKind::Contact;
                self.intent(seat, Intent::Tags(TagsIntent::LoadTagsOf { kind, id: id.clone() }));
                self.sim.advance(ms(100));
                let tags = self.sim.agent(seat).tags_of(kind, &id)?;
                if action == TagContact {
                    let items: Vec<_> = tags.choices.into_iter().flat_map(|tag| tag.items).collect();
                    let item_ids = vec![dice.one(&items)?.id.clone()];
                    return self.intent(seat, Intent::Tags(TagsIntent::AddTagItems { kind, id, item_ids }));
                }
                let item_id = dice.one(&tags.items)?.id.clone();
                self.intent(seat, Intent::Tags(TagsIntent::RemoveTagItem { kind, id, item_id }))
            }
            LoadRisk => {
                let id = self.some_contact(dice, seat)?;
                self.intent(seat, Intent::Churn(ChurnIntent::LoadChurn { kind: EntityKind::Contact, id }))
            }
            RemoveRisk => {
                let id = self.some_contact(dice, seat)?;
                self.intent(seat, Intent::Churn(ChurnIntent::LoadChurn { kind: EntityKind::Contact, id: id.clone() }));
                self.sim.advance(ms(100));
                self.intent(seat, Intent::Churn(ChurnIntent::OpenRiskRemoval { id: id.clone(), open: true }));
                let text = "O cliente renovou o contrato por mais dois anos depois da visita.".to_owned();
                self.intent(seat, Intent::Churn(ChurnIntent::RemoveRisk { id, text }))
            }
            LoadHistoryOf => {
                let id = self.some_contact(dice, seat)?;
                self.intent(seat, Intent::History(HistoryIntent::LoadHistoryOf { kind: EntityKind::Contact, id }))
            }
            OpenHistoryEntry => {
                self.ready(seat)?;
                let protocols = self.sim.agent(seat).history_list();
                let protocol = dice.one(&protocols)?.as_str().into();
                self.intent(seat, Intent::History(HistoryIntent::OpenHistoryEntry { protocol }))
            }
            SearchTexts => {
                self.ready(seat)?;
                let text = (*dice.one(&WORDS)?).to_owned();
                self.intent(seat, Intent::MessageSearch(MessageSearchIntent::OpenMessageSearch { text }))
            }
            TypeText => {
                self.ready(seat)?;
                let text = (*dice.one(&WORDS)?).to_owned();
                self.intent(seat, Intent::MessageSearch(MessageSearchIntent::TypeMessageSearch { text }))
            }
            MoreTexts => {
                self.ready(seat)?;
                self.intent(seat, Intent::MessageSearch(MessageSearchIntent::MoreFoundMessages))
            }
            OpenText => {
                self.ready(seat)?;
                let ids = self.sim.agent(seat).found_texts();
                let id = dice.one(&ids)?.clone();
                self.intent(seat, Intent::MessageSearch(MessageSearchIntent::OpenFoundMessage { id }))
            }
            _ => None,
        }
    }
}
