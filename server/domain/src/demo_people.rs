//! Contacts, companies, columns and saved filters of the demo data; as many contacts as the operator asks for. All people
//! and companies are fictitious, and the same number always makes the same ones.

use crate::contacts::main_columns;
use crate::context::Context;
use crate::demo::ORG_UNIT;
use crate::demo_tags;
use crate::store::{
    ContactColumnRow, ContactField, ContactFilterRow, ContactRow, EmployerRow, FilterRule, Sequence, Store, StoreResult,
};
use serde_json::{Value, json};
use wire::{
    AgentId, Contact, ContactColumn, ContactId, ContactIdentifiers, Employer, EmployerId, EmployerRole, OrgUnitId,
    Wall, rfc3339,
};

/// Contacts in one transaction.
pub const DEMO_BATCH: u32 = 2_000;

/// Contacts of a new demo besides those with known names.
const CONTACTS: u32 = 54;
/// Number of contacts in a company.
const CONTACTS_PER_EMPLOYER: u32 = 40;
/// Companies of a new demo.
const EMPLOYERS: u32 = 8;
/// First contact number in the business's own database.
const FIRST_NUMBER: u32 = 100_001;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const WALLETS: [&str; 5] = ["101", "102", "103", "301", "302"];
const CONTRACT: &str = "Dados do contrato";

/// A column: name, label, whether it is shown.
const COLUMNS: [(&str, &str, bool); 6] = [
    ("plano", "Plano", true),
    ("linhas", "Linhas", false),
    ("vencimento", "Vencimento", true),
    ("valor_mensal", "Valor mensal", false),
    ("cidade", "Cidade", true),
    ("cargo", "Cargo", false),
];

const NAMES: [&str; 40] = [
    "Adriana",
    "Alexandre",
    "Aline",
    "André",
    "Antônio",
    "Bárbara",
    "Bruna",
    "Caio",
    "Camila",
    "Carlos",
    "Cecília",
    "César",
    "Cláudia",
    "Daniel",
    "Débora",
    "Eduardo",
    "Fabiana",
    "Felipe",
    "Fernanda",
    "Gabriel",
    "Gisele",
    "Gustavo",
    "Heloísa",
    "Hugo",
    "Inês",
    "Joana",
    "João",
    "José",
    "Juliana",
    "Leonardo",
    "Luísa",
    "Marcos",
    "Maria",
    "Natália",
    "Patrícia",
    "Paulo",
    "Renata",
    "Sérgio",
    "Tânia",
    "Vitória",
];

const SURNAMES: [&str; 48] = [
    "Almeida",
    "Alves",
    "Andrade",
    "Araújo",
    "Azevedo",
    "Barbosa",
    "Barros",
    "Batista",
    "Borges",
    "Brandão",
    "Cardoso",
    "Carvalho",
    "Castro",
    "Cavalcanti",
    "Conceição",
    "Correia",
    "Costa",
    "Coutinho",
    "Cunha",
    "Dantas",
    "Farias",
    "Fernandes",
    "Ferreira",
    "Fonseca",
    "Franco",
    "Gomes",
    "Gonçalves",
    "Guimarães",
    "Leite",
    "Lopes",
    "Macedo",
    "Magalhães",
    "Martins",
    "Medeiros",
    "Mendes",
    "Menezes",
    "Monteiro",
    "Nascimento",
    "Oliveira",
    "Pacheco",
    "Pereira",
    "Pinheiro",
    "Queiroz",
    "Rezende",
    "Ribeiro",
    "Sampaio",
    "Santos",
    "Silva",
];

/// A city and its area code.
const CITIES: [(&str, u32); 12] = [
    ("São Paulo", 11),
    ("Campinas", 19),
    ("Rio de Janeiro", 21),
    ("Vitória", 27),
    ("Belo Horizonte", 31),
    ("Curitiba", 41),
    ("Florianópolis", 48),
    ("Porto Alegre", 51),
    ("Brasília", 61),
    ("Salvador", 71),
    ("Recife", 81),
    ("Fortaleza", 85),
];

const PLANS: [&str; 6] =
    ["Fibra 300", "Fibra 500", "Fibra 1 Giga", "Móvel Controle", "Móvel Empresas", "Voz Ilimitado"];
const JOBS: [&str; 6] = ["Compras", "Financeiro", "Diretoria", "TI", "Recepção", "Operações"];
const COMPANIES: [&str; 16] = [
    "Aurora",
    "Boa Vista",
    "Cerrado",
    "Delta",
    "Estrela",
    "Farol",
    "Girassol",
    "Horizonte",
    "Ipê",
    "Jatobá",
    "Litoral",
    "Mantiqueira",
    "Nascente",
    "Planalto",
    "Serrana",
    "Vale Verde",
];
const SECTORS: [&str; 12] = [
    "Têxtil",
    "Alimentos",
    "Transportes",
    "Engenharia",
    "Farmácias",
    "Móveis",
    "Papelaria",
    "Autopeças",
    "Clínica",
    "Consultoria",
    "Tecnologia",
    "Embalagens",
];

/// Mixes the bits of an index, so that consecutive indexes give very different numbers.
fn mixed(index: u32, salt: u32) -> u32 {
    let mut value = index.wrapping_mul(0x9e37_79b9) ^ salt.wrapping_mul(0x85eb_ca6b);
    value = (value ^ (value >> 15)).wrapping_mul(0x2c1b_3c6d);
    value = (value ^ (value >> 12)).wrapping_mul(0x297a_2d39);
    value ^ (value >> 15)
}

fn choice<T: Copy + Default>(from: &[T], index: u32, salt: u32) -> T {
    let count = u32::try_from(from.len()).unwrap_or(u32::MAX).max(1);
    from.get((mixed(index, salt) % count) as usize).copied().unwrap_or_default()
}

/// Also for databases created by a version without companies; existing rows are kept.
pub(crate) fn put_people(store: &mut dyn Store, now: Wall) -> StoreResult<()> {
    let org_unit_id = OrgUnitId::from(ORG_UNIT);
    if !store.contact_columns_of(&org_unit_id)?.is_empty() {
        return Ok(());
    }
    let further = (8..).zip(COLUMNS).map(|(order, (database, desc, shown))| ContactColumn {
        database: database.to_owned(),
        desc: desc.to_owned(),
        show: if shown { "Y" } else { "N" }.to_owned(),
        order,
        category: CONTRACT.to_owned(),
    });
    for column in main_columns().chain(further) {
        store.put_contact_column(&ContactColumnRow { org_unit_id: org_unit_id.clone(), column })?;
    }
    let due = FilterRule::DateWithin { column: "vencimento".to_owned(), days: 30 };
    let filters = [("Renovação em 30 dias", due), ("Sem contato há 30 dias", FilterRule::NoContactFor { days: 30 })];
    for (position, (name, rule)) in (1..).zip(filters) {
        let (id, org_unit_id) = (position.to_string(), org_unit_id.clone());
        store.put_contact_filter(&ContactFilterRow { id, org_unit_id, name: name.to_owned(), position, rule })?;
    }
    for index in 0..EMPLOYERS {
        put_employer(store, index)?;
    }
    (0..CONTACTS).try_for_each(|index| put_contact(store, index, EMPLOYERS, now))
}

/// Adds contacts and companies until the demo has this many further contacts, `DEMO_BATCH` of them in a transaction of its
/// own. Returns whether all are there.
///
/// # Errors
/// The store failed.
pub fn seed_contacts(store: &mut dyn Store, context: &Context<'_>, count: u32) -> StoreResult<bool> {
    let mut first = CONTACTS;
    while first < count && is_there(store, first)? {
        first = first.saturating_add(DEMO_BATCH);
    }
    if first >= count {
        return Ok(true);
    }
    store.begin()?;
    match put_batch(store, context.now, first, count.min(first.saturating_add(DEMO_BATCH))) {
        Ok(()) => store.commit().map(|()| false),
        Err(error) => store.rollback().and(Err(error)),
    }
}

fn put_batch(store: &mut dyn Store, now: Wall, first: u32, end: u32) -> StoreResult<()> {
    if first == CONTACTS {
        // The companies of the numbers below the first one.
        for number in 0..first.div_ceil(CONTACTS_PER_EMPLOYER) {
            put_employer(store, EMPLOYERS + number)?;
        }
    }
    for index in first..end {
        if index.is_multiple_of(CONTACTS_PER_EMPLOYER) {
            put_employer(store, EMPLOYERS + index / CONTACTS_PER_EMPLOYER)?;
        }
        put_contact(store, index, EMPLOYERS + index / CONTACTS_PER_EMPLOYER, now)?;
    }
    Ok(())
}

fn is_there(store: &dyn Store, index: u32) -> StoreResult<bool> {
    Ok(!store.contacts_by(ContactField::Id, &identifier(index))?.is_empty())
}

fn identifier(index: u32) -> String {
    format!("C-{}", FIRST_NUMBER + index)
}

fn put_employer(store: &mut dyn Store, index: u32) -> StoreResult<()> {
    let code = format!("E-{:05}", index + 1);
    let org_unit_id = OrgUnitId::from(ORG_UNIT);
    if !store.employers_like(&org_unit_id, &code, "")?.is_empty() {
        return Ok(());
    }
    let branch = if index < EMPLOYERS { String::new() } else { format!(" {}", index + 1) };
    let name = format!("{} {}{branch}", choice(&COMPANIES, index, 1), choice(&SECTORS, index, 2));
    let role = |(id, name): (u32, &str)| EmployerRole { employer_role_id: id.to_string(), name: name.to_owned() };
    let employer = Employer {
        employer_id: employer_id(index),
        social_name: format!("{name} Ltda."),
        name,
        code,
        cnpj: format!("{:08}0001{:02}", 10_000_000 + index * 37, index % 100),
        roles: [(1, "Compras"), (2, "Financeiro")].map(role).to_vec(),
        tags: demo_tags::of_employer(index),
        version: 1,
        ..Employer::default()
    };
    store.put_employer(&EmployerRow { employer, org_unit_id, last_role: 2 })
}

/// Codes of companies that agents create have only digits.
fn employer_id(index: u32) -> EmployerId {
    EmployerId(format!("demo-{}", index + 1))
}

fn put_contact(store: &mut dyn Store, index: u32, employers: u32, now: Wall) -> StoreResult<()> {
    let (name, surname) = (choice(&NAMES, index, 3), choice(&SURNAMES, index, 4));
    let (city, area) = choice(&CITIES, index, 5);
    let fullname = format!("{name} {} {surname}", choice(&SURNAMES, index, 6));
    let email = format!("{}.{}{}@example.org", plain(name), plain(surname), FIRST_NUMBER + index);
    let phone = format!("55{area}9{:08}", u64::from(index) * 7_919 % 100_000_000);
    let ends = now.plus_ms(i64::from(mixed(index, 7) % 365) * DAY_MS);
    let mut data = json!({
        "plano": choice(&PLANS, index, 8),
        "linhas": (mixed(index, 9) % 20 + 1).to_string(),
        "vencimento": rfc3339(ends).chars().take(10).collect::<String>(),
        "valor_mensal": format!("{},90", mixed(index, 10) % 400 + 79),
        "cidade": city,
    });
    let is_employed = !mixed(index, 11).is_multiple_of(3);
    if is_employed && let Some(fields) = data.as_object_mut() {
        fields.insert("cargo".to_owned(), Value::from(choice(&JOBS, index, 12)));
    }
    let wallet = mixed(index, 13).is_multiple_of(8).then(|| AgentId::from(choice(&WALLETS, index, 14)));
    let contact = Contact {
        id: ContactId(store.next_number(Sequence::Contact)?.to_string()),
        fullname,
        identifiers: ContactIdentifiers {
            id: identifier(index),
            whatsapp_identifier: phone.clone(),
            chat_identifier: email.clone(),
            phone1: phone,
        },
        email,
        data: Some(data),
        employer_id: if is_employed { employer_id(mixed(index, 15) % employers) } else { EmployerId::default() },
        preferential: wallet.is_some(),
        tags: demo_tags::of_contact(index),
        version: 1,
        ..Contact::default()
    };
    let org_unit_id = OrgUnitId::from(ORG_UNIT);
    store.put_contact(&ContactRow {
        contact,
        org_unit_id,
        blocked: false,
        wallet,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    })
}

fn plain(name: &str) -> String {
    crate::fold::folded(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PeopleStore;
    use crate::testing::TestCentre;

    #[test]
    fn demo_contacts_are_added_in_batches_and_a_new_start_continues() {
        let mut test = TestCentre::new();
        let count = CONTACTS + 2 * DEMO_BATCH + 5;
        let mut batch = || test.with(|_, store, context| seed_contacts(store, context, count).unwrap());
        assert_eq!([batch(), batch(), batch(), batch(), batch()], [false, false, false, true, true]);
        assert!(is_there(&test.store, count - 1).unwrap());
        assert!(!is_there(&test.store, count).unwrap());
    }

    #[test]
    fn every_demo_contact_with_a_company_names_one_that_exists() {
        let mut test = TestCentre::new();
        let count = CONTACTS + 5 * CONTACTS_PER_EMPLOYER;
        while !test.with(|_, store, context| seed_contacts(store, context, count).unwrap()) {}
        for index in 0..count {
            for row in test.store.contacts_by(ContactField::Id, &identifier(index)).unwrap() {
                let id = row.contact.employer_id;
                assert!(id.is_empty() || test.store.employer(&id).unwrap().is_some(), "{id} of contact {index}");
            }
        }
    }
}
