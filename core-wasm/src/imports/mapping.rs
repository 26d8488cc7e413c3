//! Which field of a contact each column of the file contains: a proposal from the headings, in Portuguese and English.

use crate::flow::{Text, folded};
use crate::wire::ContactColumn;

/// The name of a contact, which every line needs.
const NAME: &str = "fullname";
/// The fields that identify a contact: the server uses one of them as its identifier.
const IDENTIFYING: [&str; 5] = ["id", "phone1", "whatsapp_identifier", "chat_identifier", "email"];

/// Headings of the main fields, folded and without punctuation and spaces.
const HEADINGS: [(&str, &[&str]); 6] = [
    (NAME, &["nome", "nomecompleto", "nomedocontato", "contato", "cliente", "name", "fullname", "contact", "customer"]),
    (
        "id",
        &["identificador", "identifier", "id", "codigo", "code", "matricula", "iddocontato", "contactid", "customerid"],
    ),
    ("whatsapp_identifier", &["whatsapp", "numerodowhatsapp", "whatsappnumber", "zap"]),
    ("chat_identifier", &["chat", "identificadordochat", "chatidentifier"]),
    (
        "phone1",
        &["telefone", "telefone1", "fone", "tel", "celular", "phone", "phone1", "phonenumber", "telephone", "mobile"],
    ),
    ("email", &["email", "enderecodeemail", "emailaddress", "correioeletronico"]),
];

/// A field that a column can be imported into.
pub(super) struct Field<'a> {
    pub name: &'a str,
    /// Label in the org unit; empty for a main field if the columns are not loaded.
    pub label: &'a str,
}

/// The fields of a contact: the main ones, then those of the org unit's data base in their order. The company is not
/// imported, because its name does not identify it.
pub(super) fn fields(columns: &[ContactColumn]) -> Vec<Field<'_>> {
    let main = HEADINGS.iter().map(|(name, _)| {
        let column = columns.iter().find(|column| column.database == *name);
        Field { name, label: column.map_or("", |column| &column.desc) }
    });
    let is_further = |column: &&ContactColumn| {
        column.database != "employer_name" && !HEADINGS.iter().any(|(name, _)| column.database == *name)
    };
    let further = columns.iter().filter(is_further);
    main.chain(further.map(|column| Field { name: &column.database, label: &column.desc })).collect()
}

/// A proposal: the field of each column, empty without one. A field is given to the first column with its heading.
pub fn proposed(headings: &[String], columns: &[ContactColumn]) -> Vec<String> {
    let fields = fields(columns);
    let mut proposal: Vec<String> = Vec::new();
    for heading in headings {
        let heading = plain(heading);
        let is_meant = |field: &&Field| {
            let known = HEADINGS.iter().find(|(name, _)| *name == field.name).map_or(&[][..], |(_, known)| known);
            known.contains(&heading.as_str()) || plain(field.name) == heading || plain(field.label) == heading
        };
        let free = |field: &&Field| !proposal.iter().any(|taken| taken == field.name);
        let field = fields.iter().filter(|_| !heading.is_empty()).filter(free).find(is_meant);
        proposal.push(field.map(|field| field.name.to_owned()).unwrap_or_default());
    }
    proposal
}

/// Assigns a field to a column; the column that had the field loses it.
pub(super) fn assign(mapping: &mut [String], column: usize, field: &str) {
    for (index, of) in mapping.iter_mut().enumerate() {
        if index == column {
            field.clone_into(of);
        } else if of == field {
            of.clear();
        }
    }
}

/// Why lines with this mapping cannot be contacts; `None` if they can.
pub(super) fn missing(mapping: &[String]) -> Option<Text> {
    let has = |name: &str| mapping.iter().any(|field| field == name);
    if !has(NAME) {
        Some(Text::key("imports.nameMissing"))
    } else if !IDENTIFYING.iter().any(|name| has(name)) {
        Some(Text::key("imports.identifierMissing"))
    } else {
        None
    }
}

fn plain(heading: &str) -> String {
    folded(heading).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn columns() -> Vec<ContactColumn> {
        [("fullname", "Nome"), ("employer_name", "Empresa"), ("plano", "Plano"), ("valor_mensal", "Valor mensal")]
            .map(|(database, desc)| ContactColumn {
                database: database.to_owned(),
                desc: desc.to_owned(),
                ..ContactColumn::default()
            })
            .into()
    }

    #[rstest]
    #[case::portuguese_headings(&["Nome completo", "Código", "Telefone", "E-mail"], &["fullname", "id", "phone1", "email"])]
    #[case::english_headings(&["Full name", "Customer ID", "Mobile", "WhatsApp"], &["fullname", "id", "phone1", "whatsapp_identifier"])]
    #[case::database_names_of_the_columns(&["fullname", "phone1", "valor_mensal"], &["fullname", "phone1", "valor_mensal"])]
    #[case::labels_of_the_org_unit(&["NOME", "Valor  Mensal", "plano"], &["fullname", "valor_mensal", "plano"])]
    #[case::each_field_only_once(&["Nome", "Cliente", "Celular", "Telefone"], &["fullname", "", "phone1", ""])]
    #[case::unknown_and_empty_headings(&["Observação", "", "-", "Empresa"], &["", "", "", ""])]
    fn the_proposed_fields_follow_from_the_headings_of_the_columns(
        #[case] headings: &[&str],
        #[case] expected: &[&str],
    ) {
        let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
        assert_eq!(proposed(&headings, &columns()), expected);
    }

    #[test]
    fn a_field_that_is_assigned_to_a_column_is_removed_from_its_earlier_column() {
        let mut mapping = ["fullname", "", "phone1"].map(str::to_owned);
        assign(&mut mapping, 1, "fullname");
        assert_eq!(mapping, ["", "fullname", "phone1"]);
        assign(&mut mapping, 1, "");
        assert_eq!(mapping, ["", "", "phone1"]);
    }

    #[rstest]
    #[case::without_a_name(&["id", "phone1"], Some("imports.nameMissing"))]
    #[case::without_an_identifier(&["fullname", "plano"], Some("imports.identifierMissing"))]
    #[case::name_and_telephone(&["fullname", "phone1"], None)]
    #[case::name_and_e_mail(&["email", "fullname"], None)]
    fn a_contact_needs_a_name_and_an_identifier(#[case] mapping: &[&str], #[case] expected: Option<&str>) {
        let mapping: Vec<String> = mapping.iter().map(|field| (*field).to_owned()).collect();
        assert_eq!(missing(&mapping).map(|text| text.key).as_deref(), expected);
    }
}
