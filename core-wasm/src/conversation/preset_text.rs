//! Variables in the texts of preset messages (BEY-161): `{{cliente}}` becomes the name of the customer. A variable without a value, and a name that is no
//! variable, stay as they are written.

/// The values for the variables in the texts of an attendance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PresetFacts<'a> {
    /// Name of the customer; empty if it is not known.
    pub customer: &'a str,
    /// Name of the agent.
    pub agent: &'a str,
    /// Protocol of the attendance.
    pub protocol: &'a str,
    /// Name of the queue or campaign; may be empty.
    pub queue: &'a str,
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Customer,
    FirstName,
    Agent,
    AgentFirstName,
    Protocol,
    Queue,
}

impl Variable {
    /// The names of each variable, in Portuguese and in English.
    const NAMES: [(&'static str, Variable); 13] = [
        ("cliente", Variable::Customer),
        ("customer", Variable::Customer),
        // The same names as in the texts of scripts.
        ("fullname", Variable::Customer),
        ("primeiro_nome", Variable::FirstName),
        ("first_name", Variable::FirstName),
        ("agente", Variable::Agent),
        ("agent", Variable::Agent),
        ("agente_primeiro_nome", Variable::AgentFirstName),
        ("agent_first_name", Variable::AgentFirstName),
        ("protocolo", Variable::Protocol),
        ("protocol", Variable::Protocol),
        ("fila", Variable::Queue),
        ("queue", Variable::Queue),
    ];

    fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, variable)| variable)
    }

    fn value<'a>(self, facts: &PresetFacts<'a>) -> &'a str {
        match self {
            Variable::Customer => facts.customer.trim(),
            Variable::FirstName => first_word(facts.customer),
            Variable::Agent => facts.agent.trim(),
            Variable::AgentFirstName => first_word(facts.agent),
            Variable::Protocol => facts.protocol,
            Variable::Queue => facts.queue.trim(),
        }
    }
}

fn first_word(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// The text with its variables replaced by their values. A variable inside a value, for example in the name of a
/// customer, is not replaced.
pub(super) fn filled(text: &str, facts: &PresetFacts<'_>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next_variable(rest) {
        result.push_str(before);
        let value = Variable::named(name).map(|variable| variable.value(facts)).unwrap_or_default();
        if value.is_empty() {
            result.push_str("{{");
            result.push_str(name);
            result.push_str("}}");
        } else {
            result.push_str(value);
        }
        rest = after;
    }
    result + rest
}

/// The variables that are still in a text, as they are written. Braces with another name are plain text.
pub(super) fn open_variables(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, name, after)) = next_variable(rest) {
        if Variable::named(name).is_some() {
            found.push(format!("{{{{{name}}}}}"));
        }
        rest = after;
    }
    found
}

/// The text before the next `{{…}}`, the text between the braces, and the text after them.
fn next_variable(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    // In "{{{{cliente}}" the last pair of braces is the variable.
    match name.rfind("{{") {
        None => Some((before, name, after)),
        Some(at) => {
            let start = text.len() - rest.len() + at;
            let (before, name) = (text.get(..start)?, name.get(at + 2..)?);
            Some((before, name, after))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PresetFacts, filled, open_variables};
    use rstest::rstest;

    const FACTS: PresetFacts<'static> =
        PresetFacts { customer: "Marina de Souza", agent: "Bruno Lima", protocol: "20261129000017", queue: "Vendas" };

    #[rstest]
    #[case::a_text_without_variables("Bom dia!", "Bom dia!")]
    #[case::customer("Olá, {{cliente}}!", "Olá, Marina de Souza!")]
    #[case::first_name("Olá, {{primeiro_nome}}!", "Olá, Marina!")]
    #[case::agent("Aqui é {{agente}}", "Aqui é Bruno Lima")]
    #[case::first_name_of_the_agent("Aqui é {{agente_primeiro_nome}}", "Aqui é Bruno")]
    #[case::protocol("Protocolo {{protocolo}}.", "Protocolo 20261129000017.")]
    #[case::queue("Fila {{fila}}", "Fila Vendas")]
    #[case::english(
        "Hi {{first_name}}, {{agent_first_name}} of {{queue}}, {{protocol}}",
        "Hi Marina, Bruno of Vendas, 20261129000017"
    )]
    #[case::a_variable_used_twice("{{cliente}} {{cliente}}", "Marina de Souza Marina de Souza")]
    #[case::capital_letters_and_blanks("{{ Cliente }}", "Marina de Souza")]
    #[case::an_unknown_name("{{cupom}} para {{cliente}}", "{{cupom}} para Marina de Souza")]
    #[case::braces_not_closed("{{cliente", "{{cliente")]
    #[case::braces_not_opened("cliente}}", "cliente}}")]
    #[case::an_empty_name("{{}}", "{{}}")]
    #[case::braces_opened_twice("{{{{cliente}}", "{{Marina de Souza")]
    #[case::a_variable_of_the_network("Olá {{1}}", "Olá {{1}}")]
    fn bey_161_the_variables_of_a_preset_get_their_values(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(filled(text, &FACTS), expected);
    }

    #[test]
    fn bey_161_a_variable_without_a_value_stays_in_the_text_and_is_returned() {
        let nobody = PresetFacts { customer: "  ", ..FACTS };
        let text = filled("Olá, {{primeiro_nome}}! Aqui é {{agente}}.", &nobody);
        assert_eq!(text, "Olá, {{primeiro_nome}}! Aqui é Bruno Lima.");
        assert_eq!(open_variables(&text), ["{{primeiro_nome}}"]);
    }

    #[test]
    fn bey_161_a_variable_in_the_name_of_a_customer_is_not_replaced() {
        let odd = PresetFacts { customer: "{{agente}}", ..FACTS };
        assert_eq!(filled("Olá, {{cliente}}", &odd), "Olá, {{agente}}");
    }

    #[rstest]
    #[case::no_variable("Bom dia!", &[])]
    #[case::a_variable_of_the_network("Olá {{1}}", &[])]
    #[case::a_variable_after_an_unknown_name("{{cupom}} {{ cliente }} {{fila}}", &["{{ cliente }}", "{{fila}}"])]
    fn bey_161_only_unreplaced_variables_prevent_a_text_from_being_sent(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(open_variables(text), expected);
    }
}
