//! Telephone numbers in searches: people type them in many notations, lists contain them in one. The server knows the
//! canonical form of a number (`address` of the domain); a search only compares parts of digits.

/// Brazil's country code, and the number of digits of a mobile number with it.
const BRAZIL: &str = "55";
const WITH_NINE: usize = 13;

/// Whether the searched text is a part of this number in any notation: with punctuation between the digits, with
/// dialled leading zeros, with and without Brazil's ninth digit.
pub fn finds_number(number: &str, search: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || "()+-./".contains(letter);
    if !search.chars().all(is_part) {
        return false;
    }
    let (number, typed) = (digits_of(number), digits_of(search));
    if typed.is_empty() {
        return false;
    }
    let without_nine = without_ninth_digit(&number);
    let numbers = [Some(number.as_str()), without_nine.as_deref()];
    let written = [Some(typed.as_str()), typed.strip_prefix("00"), typed.strip_prefix('0')];
    let is_found = |number: &str| written.into_iter().flatten().any(|part| !part.is_empty() && number.contains(part));
    numbers.into_iter().flatten().any(is_found)
}

/// Fewest digits of a Brazilian number with its country code, and of any other number with its country code.
const FEWEST_OF_BRAZIL: usize = 12;
const FEWEST_WITH_COUNTRY: usize = 8;
/// Shorter numbers are those of services in every country.
const FEWEST_ELSEWHERE: usize = 7;

/// Whether a country, as the server names it, is Brazil.
pub fn is_of_brazil(country: &str) -> bool {
    matches!(country, "" | "BR")
}

/// A typed number of WhatsApp as it is sent to the server, which knows its canonical form: digits, those of another country than Brazil behind a plus. A
/// number that begins with the code of its area is one of Brazil. `None`: too few digits (WAP-071). In a centre of
/// another country the server alone knows what is a number there.
pub fn typed_number(text: &str, is_of_brazil: bool) -> Option<String> {
    let digits = digits_of(text);
    if !is_of_brazil {
        let plus = if text.trim_start().starts_with('+') { "+" } else { "" };
        return (digits.len() >= FEWEST_ELSEWHERE).then(|| [plus, &digits].concat());
    }
    let dialled = if text.trim_start().starts_with('+') { Some(digits.as_str()) } else { digits.strip_prefix("00") };
    match dialled {
        Some(full) if full.starts_with(BRAZIL) => (full.len() >= FEWEST_OF_BRAZIL).then(|| full.to_owned()),
        Some(full) => (full.len() >= FEWEST_WITH_COUNTRY).then(|| format!("+{full}")),
        None => {
            let national = digits.trim_start_matches('0');
            let begins = national.as_bytes().get(2);
            let is_enough = match national.len() {
                // The area code, and a land line, a mobile number, or a mobile number from before the ninth digit.
                10 => matches!(begins, Some(b'2'..=b'9')),
                11 => matches!(begins, Some(b'9')),
                digits => digits >= FEWEST_OF_BRAZIL,
            };
            is_enough.then(|| national.to_owned())
        }
    }
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn without_ninth_digit(number: &str) -> Option<String> {
    let (area, rest) = number.strip_prefix(BRAZIL).filter(|_| number.len() == WITH_NINE)?.split_at_checked(2)?;
    rest.strip_prefix('9').map(|rest| [BRAZIL, area, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::all_digits("5511922220001", true)]
    #[case::with_a_plus("+5511922220001", true)]
    #[case::the_usual_notation("(11) 92222-0001", true)]
    #[case::without_the_area("92222-0001", true)]
    #[case::with_the_country_and_signs("+55 11 92222-0001", true)]
    #[case::with_the_trunk_zero("011 92222-0001", true)]
    #[case::with_the_exit_code("0055 11 92222-0001", true)]
    #[case::without_the_ninth_digit("(11) 2222-0001", true)]
    #[case::with_a_no_break_space("11\u{a0}92222\u{a0}0001", true)]
    #[case::its_last_digits("0001", true)]
    #[case::another_number("(11) 93333-0001", false)]
    #[case::a_name("Ana", false)]
    #[case::a_name_with_digits("Ana 0001", false)]
    #[case::only_punctuation("+-", false)]
    #[case::an_empty_text("", false)]
    fn bey_164_a_search_finds_a_number_in_every_notation(#[case] search: &str, #[case] expected: bool) {
        assert_eq!(finds_number("5511922220001", search), expected);
    }

    #[rstest]
    #[case::wap_071_eleven_digits_with_the_country("+55 (11) 5555-010", None)]
    #[case::wap_071_twelve_digits("+55 (11) 5555-0101", Some("551155550101"))]
    #[case::with_the_area("(11) 95555-0101", Some("11955550101"))]
    #[case::a_land_line_with_its_area("(11) 4555-0101", Some("1145550101"))]
    #[case::without_the_area("95555-0101", None)]
    #[case::wap_071_eleven_digits("55 11 95555-01", None)]
    #[case::ten_digits_that_are_no_number("11 1555-0101", None)]
    #[case::with_the_trunk_zero("011 95555-0101", Some("11955550101"))]
    #[case::with_the_exit_code("0055 11 95555-0101", Some("5511955550101"))]
    #[case::of_the_usa("+1 (212) 555-0123", Some("+12125550123"))]
    #[case::of_the_usa_with_the_exit_code("00 1 212 555-0123", Some("+12125550123"))]
    #[case::of_another_country_and_short("+298 12345", Some("+29812345"))]
    #[case::a_country_alone("+351 912", None)]
    #[case::nothing("", None)]
    fn bey_164_a_typed_number_keeps_what_tells_its_country(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(typed_number(text, true).as_deref(), expected);
    }

    #[rstest]
    #[case::of_portugal("912 345 678", Some("912345678"))]
    #[case::of_argentina_as_it_is_dialled_there("011 15 2345-6789", Some("0111523456789"))]
    #[case::of_brazil("+55 (11) 95555-0101", Some("+5511955550101"))]
    #[case::of_a_service("112", None)]
    fn bey_164_in_another_country_the_server_judges_what_is_typed(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(typed_number(text, false).as_deref(), expected);
    }

    #[test]
    fn an_identifier_without_digits_is_no_number() {
        assert!(!finds_number("ana@example.com", "11"));
        assert!(!finds_number("", "11"));
    }
}
