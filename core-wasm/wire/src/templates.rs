//! The text of a template with the values of its variables, for page and server, so that the agent sees the same text
//! as the customer.
//!
//! A variable is named `header.<placeholder>`, `button.<index>`, or by its placeholder in the body. Other names were
//! chosen by people: such variables replace the numbered placeholders of the body in their order.

const HEADER: &str = "header.";
const BUTTON: &str = "button.";

/// Greatest length of the address of a header's file, in bytes.
const LINK_MAX_BYTES: usize = 2_048;

/// A part of a template with placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// The line above the text.
    Header,
    /// The text.
    Body,
}

impl TemplatePart {
    /// The variable's name within this part; `None` if the variable belongs to another part.
    fn own_name(self, name: &str) -> Option<&str> {
        match self {
            TemplatePart::Header => name.strip_prefix(HEADER),
            TemplatePart::Body => (!name.starts_with(HEADER) && !name.starts_with(BUTTON)).then_some(name),
        }
    }
}

/// The variable for which a placeholder stands.
fn variable(part: TemplatePart, placeholder: &str, names: &[String]) -> Option<usize> {
    let mut own = (0..).zip(names).filter_map(|(index, name)| Some((index, part.own_name(name)?)));
    if let Some((index, _)) = own.clone().find(|(_, name)| *name == placeholder) {
        return Some(index);
    }
    // Numbers stand for the variables in order, unless the variables are named by numbers.
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    if own.clone().any(|(_, name)| is_number(name)) {
        return None;
    }
    let place = placeholder.parse::<usize>().ok()?.checked_sub(1)?;
    own.nth(place).map(|(index, _)| index)
}

/// The part with the values of its variables. Placeholders inside a value are not replaced; a placeholder without a
/// variable stays.
pub fn filled(part: TemplatePart, text: &str, names: &[String], values: &[String]) -> String {
    let mut parts = text.split("{{");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for piece in parts {
        let value = piece.split_once("}}").and_then(|(placeholder, rest)| {
            let index = variable(part, placeholder.trim(), names)?;
            Some((values.get(index)?, rest))
        });
        match value {
            Some((value, rest)) => shown.extend([value.as_str(), rest]),
            None => shown.extend(["{{", piece]),
        }
    }
    shown
}

/// The names of the variables at the provider: for a variable with a name that people chose, the number of its
/// placeholder in the body.
pub fn sent_names(body: &str, names: &[String]) -> Vec<String> {
    let placeholders: Vec<&str> =
        body.split("{{").skip(1).filter_map(|piece| piece.split_once("}}")).map(|(name, _)| name.trim()).collect();
    let mut place = 0_usize;
    let mut sent = Vec::new();
    for name in names {
        let is_of_body = TemplatePart::Body.own_name(name).is_some();
        place += usize::from(is_of_body);
        let number = place.to_string();
        let is_named_by_people = is_of_body && !placeholders.contains(&name.as_str());
        sent.push(if is_named_by_people && placeholders.contains(&number.as_str()) { number } else { name.clone() });
    }
    sent
}

/// A value in the form that networks accept: without line breaks, tabs or several spaces in a row, which they refuse
/// (Cloud API error 132018).
pub fn clean_value(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the provider can fetch a header's file from this address: an HTTPS address with a host and without a user
/// name. This code never opens it.
pub fn is_header_link(link: &str) -> bool {
    let Some(rest) = link.strip_prefix("https://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.contains('.') && !host.starts_with('.') && !host.contains(['@', '\\']);
    is_host && link.len() <= LINK_MAX_BYTES && !link.contains(|sign: char| sign.is_whitespace() || sign.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[rstest]
    #[case::variables_in_order("Olá {{1}}, vence em {{2}}.", &["1", "2"], "Olá A, vence em B.")]
    #[case::the_second_variable_first("{{2}} e {{1}}", &["1", "2"], "B e A")]
    #[case::variables_listed_in_another_order("{{1}} e {{2}}", &["2", "1"], "B e A")]
    #[case::a_variable_used_twice("{{1}} e {{ 1 }}", &["1"], "A e A")]
    #[case::variables_named_by_their_placeholder("Olá {{nome_cliente}}", &["nome_cliente"], "Olá A")]
    #[case::variables_named_by_people("Olá {{1}}, pedido {{2}}", &["nome", "pedido"], "Olá A, pedido B")]
    #[case::a_body_with_a_header("Seu pedido {{1}} saiu.", &["header.1", "1", "button.0"], "Seu pedido B saiu.")]
    #[case::beside_a_header_and_named_by_people("Oi {{1}}", &["header.1", "nome"], "Oi B")]
    #[case::an_unknown_placeholder("{{3}} {{x}} {{0}} {{", &["1"], "{{3}} {{x}} {{0}} {{")]
    #[case::a_text_without_placeholders("Bom dia", &[], "Bom dia")]
    fn bey_170_the_body_of_a_template_is_filled_with_the_values_of_its_variables(
        #[case] body: &str,
        #[case] names: &[&str],
        #[case] expected: &str,
    ) {
        assert_eq!(filled(TemplatePart::Body, body, &owned(names), &owned(&["A", "B", "C"])), expected);
    }

    #[rstest]
    #[case::by_its_number("Pedido {{1}}", &["header.1", "1"], "Pedido A")]
    #[case::listed_after_the_body("Pedido {{1}}", &["1", "header.1"], "Pedido B")]
    #[case::by_its_name("{{loja}}", &["header.loja"], "A")]
    #[case::only_variables_of_the_body("Pedido {{1}}", &["1"], "Pedido {{1}}")]
    fn bey_170_the_header_of_a_template_is_filled_with_its_own_variables(
        #[case] header: &str,
        #[case] names: &[&str],
        #[case] expected: &str,
    ) {
        assert_eq!(filled(TemplatePart::Header, header, &owned(names), &owned(&["A", "B"])), expected);
    }

    #[test]
    fn placeholders_inside_a_value_are_not_replaced() {
        let values = owned(&["{{2}}", "B"]);
        assert_eq!(filled(TemplatePart::Body, "{{1}}{{2}}", &owned(&["1", "2"]), &values), "{{2}}B");
    }

    #[rstest]
    #[case::variables_with_numbers("{{1}} {{2}}", &["1", "2"], &["1", "2"])]
    #[case::names_of_people("{{1}} {{2}}", &["nome", "pedido"], &["1", "2"])]
    #[case::names_of_placeholders("{{nome}}", &["nome"], &["nome"])]
    #[case::with_header_and_button("{{1}}", &["header.1", "nome", "button.0"], &["header.1", "1", "button.0"])]
    fn a_provider_gets_a_variable_under_the_name_of_its_placeholder(
        #[case] body: &str,
        #[case] names: &[&str],
        #[case] expected: &[&str],
    ) {
        assert_eq!(sent_names(body, &owned(names)), owned(expected));
    }

    #[rstest]
    #[case::a_file("https://exemplo.com/a/fatura.pdf?m=11", true)]
    #[case::only_a_host("https://exemplo.com", true)]
    #[case::without_encryption("http://exemplo.com/a.png", false)]
    #[case::a_script("javascript:alert(1)", false)]
    #[case::an_address_without_a_host("https:///a.png", false)]
    #[case::a_host_of_one_label("https://localhost/a.png", false)]
    #[case::a_user_name("https://banco.com@golpe.com/a.png", false)]
    #[case::a_space("https://exemplo.com/a b.png", false)]
    #[case::a_line_break("https://exemplo.com/a\n.png", false)]
    #[case::an_empty_address("", false)]
    fn bey_170_the_file_of_a_template_header_needs_an_https_address(#[case] link: &str, #[case] expected: bool) {
        assert_eq!(is_header_link(link), expected);
    }

    #[test]
    fn an_address_of_more_than_2048_bytes_is_refused() {
        let link = |length: usize| format!("https://exemplo.com/{}", "a".repeat(length - 20));
        assert_eq!([link(2_048), link(2_049)].map(|link| is_header_link(&link)), [true, false]);
    }

    #[rstest]
    #[case::a_line_break("Souza\nSilva", "Souza Silva")]
    #[case::a_tab("A\tB", "A B")]
    #[case::five_spaces("A     B", "A B")]
    #[case::no_break_spaces("A\u{a0}\u{a0}B", "A B")]
    #[case::white_space_around_the_value("  Ana ", "Ana")]
    #[case::only_white_space(" \n ", "")]
    fn bey_170_white_space_in_a_value_becomes_one_space(#[case] value: &str, #[case] expected: &str) {
        assert_eq!(clean_value(value), expected);
    }
}
