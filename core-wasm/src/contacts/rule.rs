//! Validation of identifiers (CTC-013, CTC-018).

/// Why a field of the contact form is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// The field is empty.
    Required,
    /// The identifier contains white space (CTC-013).
    Whitespace,
    /// The text is not an e-mail address.
    NoAddress,
}

/// Removes one leading plus (CTC-018).
pub fn normalized_identifier(identifier: &str) -> &str {
    identifier.strip_prefix('+').unwrap_or(identifier)
}

/// The text that is searched for `typed`: the digits of a telephone number in any notation, otherwise the text without
/// one leading plus.
pub fn search_text(typed: &str) -> String {
    let is_number = typed.chars().all(|letter| letter.is_ascii_digit() || "+()-. ".contains(letter));
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    if is_number && !digits.is_empty() { digits } else { normalized_identifier(typed).to_owned() }
}

/// Why `identifier` (after [`normalized_identifier`]) is refused; `None` if it is valid.
pub fn identifier_error(identifier: &str) -> Option<FieldError> {
    if normalized_identifier(identifier).is_empty() {
        Some(FieldError::Required)
    } else if identifier.chars().any(char::is_whitespace) {
        Some(FieldError::Whitespace)
    } else {
        None
    }
}

/// Why an e-mail address is refused; `None` if it is empty or well-formed. The network decides whether it exists.
pub fn email_error(email: &str) -> Option<FieldError> {
    let is_address = |(name, host): (&str, &str)| {
        !name.is_empty() && !host.is_empty() && !host.contains('@') && !email.chars().any(char::is_whitespace)
    };
    (!email.is_empty() && !email.split_once('@').is_some_and(is_address)).then_some(FieldError::NoAddress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::ctc_018_leading_plus("+5511987654321", "5511987654321")]
    #[case::ctc_018_only_one_plus("++55", "+55")]
    #[case::ctc_018_no_plus("55+11 (x)", "55+11 (x)")]
    fn a_saved_identifier_loses_one_leading_plus(#[case] typed: &str, #[case] expected: &str) {
        assert_eq!(normalized_identifier(typed), expected);
    }

    #[rstest]
    #[case::nothing_typed("", None)]
    #[case::an_address("ana@example.com", None)]
    #[case::a_host_of_one_word("ana@intranet", None)]
    #[case::no_at_sign("ana.example.com", Some(FieldError::NoAddress))]
    #[case::no_name_before_the_at_sign("@example.com", Some(FieldError::NoAddress))]
    #[case::no_host_after_the_at_sign("ana@", Some(FieldError::NoAddress))]
    #[case::two_at_signs("ana@b@example.com", Some(FieldError::NoAddress))]
    #[case::a_space("ana maria@example.com", Some(FieldError::NoAddress))]
    fn an_email_address_has_a_name_and_a_host(#[case] typed: &str, #[case] expected: Option<FieldError>) {
        assert_eq!(email_error(typed), expected);
    }

    #[rstest]
    #[case::a_number_as_people_write_it("+55 (11) 98765-4321", "5511987654321")]
    #[case::only_digits("98765", "98765")]
    #[case::a_name("Ana +1", "Ana +1")]
    #[case::an_identifier_with_a_plus("+ana", "ana")]
    #[case::only_punctuation("(-)", "(-)")]
    fn the_search_text_of_a_number_is_its_digits(#[case] typed: &str, #[case] expected: &str) {
        assert_eq!(search_text(typed), expected);
    }

    #[rstest]
    #[case::ctc_013_space("ana maria", Some(FieldError::Whitespace))]
    #[case::ctc_013_tab("ana\tmaria", Some(FieldError::Whitespace))]
    #[case::ctc_013_no_break_space("ana\u{a0}maria", Some(FieldError::Whitespace))]
    #[case::empty("", Some(FieldError::Required))]
    #[case::only_a_plus("+", Some(FieldError::Required))]
    #[case::a_valid_identifier("ana.maria@site", None)]
    fn an_identifier_without_whitespace_is_valid(#[case] typed: &str, #[case] expected: Option<FieldError>) {
        assert_eq!(identifier_error(typed), expected);
    }
}
