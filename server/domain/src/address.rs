//! Numbers of people in one form. A network, an agent, a file and a contact card write the same number in several ways; what is stored and compared
//! is the number in E.164 without its plus. A number that several numbering plans could mean is read as one of the centre's country (`NumberCountry`).
//!
//! Two rules are not those of a numbering plan but of WhatsApp, which keeps the number under which an account was opened: mobile numbers of Brazil
//! without the ninth digit, which they got between 2012 and 2016, and mobile numbers of Mexico with the 1 that was removed in 2019.

mod country;

pub use country::NumberCountry;

use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, PhoneNumberType};
use std::collections::BTreeSet;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

const BRAZIL: &str = "55";
const MEXICO: &str = "52";
/// Most digits of a number (E.164).
const MOST_DIGITS: usize = 15;
/// Digits of a national number of Brazil: code of the area and eight or nine digits.
const AREA_AND_EIGHT: usize = 10;
/// Numbers of services and extensions have fewer digits than this.
const FEWEST_DIGITS: usize = 8;
/// A longer text is refused without being parsed.
const MOST_CHARS: usize = 64;
/// Characters that separate several numbers in one field.
const DIVIDERS: [char; 7] = ['/', ';', ',', '|', '&', '\n', '\\'];

/// A number as a person wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A telephone number of a person or company: E.164 without the plus.
    Full(String),
    /// Digits that are a number only where they are dialled: an extension, a service, a number without the code of its area.
    Local(String),
}

impl Number {
    /// The number's digits.
    pub fn into_digits(self) -> String {
        match self {
            Number::Full(digits) | Number::Local(digits) => digits,
        }
    }
}

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberFault {
    /// Letters, signs, or what a spreadsheet made of a number.
    NotANumber,
    /// More than one number, or a number with an extension.
    Several,
    /// More digits than a number has.
    TooLong,
    /// No numbering plan has a number of that form.
    Unknown,
}

impl NumberFault {
    /// The error code of the refused field.
    pub fn as_str(self) -> &'static str {
        match self {
            NumberFault::TooLong => "tooLong",
            NumberFault::NotANumber | NumberFault::Several | NumberFault::Unknown => "invalid",
        }
    }
}

/// A customer of WhatsApp as the network writes it: digits with the code of the country, or an id without a number, which is returned as it is.
pub(crate) fn of_network(written: &str) -> String {
    let written = written.trim();
    let written = written.strip_prefix('+').unwrap_or(written);
    if written.is_empty() || !written.bytes().all(|byte| byte.is_ascii_digit()) {
        return written.to_owned();
    }
    today(written).unwrap_or_else(|| written.to_owned())
}

/// The present form of a number that was written in a former numbering.
fn today(digits: &str) -> Option<String> {
    let (country, national) = digits.split_at_checked(2)?;
    match country {
        BRAZIL => with_ninth_digit(national).map(|national| format!("{BRAZIL}{national}")),
        MEXICO if national.len() == 11 => national.strip_prefix('1').map(|national| format!("{MEXICO}{national}")),
        _ => None,
    }
}

/// A mobile number of Brazil with its ninth digit; `None` for land lines, whose numbers begin with 2 to 5, and for other texts.
fn with_ninth_digit(national: &str) -> Option<String> {
    let (area, number) = national.split_at_checked(2)?;
    let is_mobile = national.len() == AREA_AND_EIGHT && matches!(number.as_bytes().first(), Some(b'6'..=b'9'));
    (is_mobile && is_area(area)).then(|| format!("{area}9{number}"))
}

fn is_area(area: &str) -> bool {
    area.bytes().all(|digit| matches!(digit, b'1'..=b'9'))
}

/// An id that WhatsApp gives customers who hide their number: the country and letters or digits.
pub(crate) fn is_user_id(value: &str) -> bool {
    value.split_once('.').is_some_and(|(country, id)| {
        country.len() == 2
            && country.bytes().all(|letter| letter.is_ascii_uppercase())
            && (1..=MOST_CHARS * 2).contains(&id.len())
            && id.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// A number that a person or a program of people wrote: in a form, a file, a dialog or a contact card.
pub(crate) fn of_person(country: NumberCountry, written: &str) -> Result<Number, NumberFault> {
    let text = readable(written);
    if text.chars().count() > MOST_CHARS {
        return Err(NumberFault::TooLong);
    }
    if has_several(&text) {
        return Err(NumberFault::Several);
    }
    if !is_number_like(&text) {
        return Err(NumberFault::NotANumber);
    }
    let digits = digits_of(&text);
    let is_international = text.starts_with('+');
    let (digits, is_international) = match digits.strip_prefix("00") {
        Some(rest) if !is_international => (rest.to_owned(), true),
        _ => (digits, is_international),
    };
    if digits.trim_start_matches('0').len() > MOST_DIGITS {
        return Err(NumberFault::TooLong);
    }
    if digits.is_empty() {
        return Err(NumberFault::NotANumber);
    }
    let found = if is_international { foreign(&digits) } else { home(country, &text).or_else(|| foreign(&digits)) };
    match found {
        Some(number) => Ok(Number::Full(number)),
        None if is_international => Err(NumberFault::Unknown),
        None if is_service(country, &text) || digits.len() < AREA_AND_EIGHT => Ok(Number::Local(digits)),
        None => Err(NumberFault::Unknown),
    }
}

/// A second number, or what stands behind a whole one: an extension, or the last digits of the next number (`4000-1234/35`). An area may stand before a
/// divider (`11/95555-0101`).
fn has_several(text: &str) -> bool {
    let counts = text.split(DIVIDERS).map(|part| digits_of(part).len()).filter(|digits| *digits > 0);
    counts.skip_while(|digits| *digits < FEWEST_DIGITS).count() > 1
}

/// The canonical form of a number in any notation; of another text its letters without a plus.
pub(crate) fn key(country: NumberCountry, written: &str) -> String {
    match of_person(country, written) {
        Ok(number) => number.into_digits(),
        Err(_) => of_network(written),
    }
}

/// Like `key`, for a customer of WhatsApp: digits that are a number with the code of its country are that number,
/// because networks always write the code.
pub(crate) fn network_key(country: NumberCountry, written: &str) -> String {
    let digits = written.trim();
    let digits = digits.strip_prefix('+').unwrap_or(digits);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    Some(digits).filter(|_| is_number).and_then(foreign).unwrap_or_else(|| key(country, written))
}

/// The forms in which rows of an older server may have a number that a person typed: as a network writes it, and
/// without the code of the country.
pub(crate) fn writings(country: NumberCountry, canonical: &str) -> Vec<String> {
    let mut found = network_writings(canonical);
    if let Some(national) = country.national(canonical) {
        let older = Some(&national).filter(|_| country == NumberCountry::BRAZIL);
        let older = older.and_then(|national| without_ninth_digit(national));
        found.push(national);
        found.extend(older);
    }
    found
}

/// The forms in which networks may write a canonical number. They always have the country code: without it the digits may be a number of
/// another country.
pub(crate) fn network_writings(canonical: &str) -> Vec<String> {
    let mut found = vec![canonical.to_owned()];
    if let Some(national) = canonical.strip_prefix(BRAZIL).filter(|national| is_national(national)) {
        found.extend(without_ninth_digit(national).map(|short| format!("{BRAZIL}{short}")));
    }
    if let Some(national) = canonical.strip_prefix(MEXICO).filter(|national| national.len() == 10) {
        found.push(format!("{MEXICO}1{national}"));
    }
    found
}

/// The forms of a searched text, or of a number that is found by searching: the canonical one, those of older rows, and the number that differs by
/// the ninth digit alone. That number may be somebody else's: a search offers it, nothing is linked by it.
pub(crate) fn similar(country: NumberCountry, canonical: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = writings(country, canonical).into_iter().collect();
    if let Some(other) = neighbour(canonical) {
        found.extend(writings(country, &other));
    }
    found
}

/// The beginnings of digits that a searched text may mean: as it is, without the codes and zeros that are dialled before a number, and in its canonical
/// form. `None`: the text is no number, nor the beginning of one.
pub(crate) fn searched(country: NumberCountry, text: &str) -> Option<BTreeSet<String>> {
    let text = readable(text);
    let is_part = |letter: char| letter.is_ascii_digit() || " ()+-./".contains(letter);
    if text.is_empty() || !text.chars().all(is_part) {
        return None;
    }
    let digits = digits_of(&text);
    let mut found: BTreeSet<String> = BTreeSet::from([digits.clone()]);
    let is_of_brazil = country == NumberCountry::BRAZIL;
    if text.starts_with('+') || (is_of_brazil && matches!(digits.len(), 12 | 13)) {
        found.extend(digits.strip_prefix(&country.calling_code()).map(str::to_owned));
    }
    let enough = if is_of_brazil { AREA_AND_EIGHT } else { FEWEST_DIGITS };
    if digits.len() > enough {
        found.extend(digits.strip_prefix('0').map(str::to_owned));
    }
    if digits.len() >= enough {
        found.extend(of_person(country, &text).ok().map(Number::into_digits));
    }
    found.retain(|digits| !digits.is_empty());
    Some(found)
}

/// The number of Brazil that differs by the ninth digit alone although both exist today: a land line and a mobile number. Accounts that people name
/// by one of them are sometimes those of the other.
pub(crate) fn neighbour(canonical: &str) -> Option<String> {
    let national = canonical.strip_prefix(BRAZIL)?;
    let (area, number) = national.split_at_checked(2)?;
    let other = match (number.len(), number.as_bytes()) {
        (8, [b'2'..=b'5', ..]) => format!("9{number}"),
        (9, [b'9', b'2'..=b'5', ..]) => number.get(1..)?.to_owned(),
        _ => return None,
    };
    is_area(area).then(|| format!("{BRAZIL}{area}{other}"))
}

fn is_national(national: &str) -> bool {
    matches!(national.len(), 10 | 11) && national.get(..2).is_some_and(is_area)
}

/// The mobile number as it was before the ninth digit.
fn without_ninth_digit(national: &str) -> Option<String> {
    let (area, number) = national.split_at_checked(2)?;
    let older = number.strip_prefix('9').filter(|older| matches!(older.as_bytes(), [b'6'..=b'9', ..]))?;
    (older.len() == 8).then(|| format!("{area}{older}"))
}

/// The text without invisible characters, with digits of every script as ASCII, and with one kind of spaces.
fn readable(written: &str) -> String {
    let is_seen = |letter: &char| !matches!(letter.general_category(), GeneralCategory::Format);
    let plain = |letter: char| match letter {
        letter if letter.is_whitespace() && letter != '\n' => ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '＋' => '+',
        '（' => '(',
        '）' => ')',
        letter => ascii_digit(letter).unwrap_or(letter),
    };
    let text: String = written.chars().filter(is_seen).map(plain).collect();
    // A spreadsheet shows a number as a text with an apostrophe before it, and a program that reads one as a decimal number.
    let text = text.trim().trim_start_matches('\'').trim();
    let whole = text.strip_suffix(".0").or_else(|| text.strip_suffix(",0"));
    let whole = whole.filter(|whole| whole.len() >= FEWEST_DIGITS && whole.bytes().all(|byte| byte.is_ascii_digit()));
    whole.unwrap_or(text).to_owned()
}

/// A digit of any script as ASCII.
fn ascii_digit(letter: char) -> Option<char> {
    let is_digit = letter.general_category() == GeneralCategory::DecimalNumber;
    PHONE_NUMBER_UTIL.normalize_digits_only(letter.to_string()).chars().next().filter(|_| is_digit)
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether the text has only digits and the signs that people put between them; `x` stands for a carrier code
/// (`0xx11`).
fn is_number_like(text: &str) -> bool {
    let rest = text.strip_prefix('+').unwrap_or(text);
    let rest = rest.strip_prefix("0xx").or_else(|| rest.strip_prefix("0XX")).unwrap_or(rest);
    let is_part = |letter: char| letter.is_ascii_digit() || " ()-./".contains(letter);
    // `5.511955557003` is what is left of a number in scientific notation.
    let is_decimal = rest.split_once('.').is_some_and(|(whole, part)| {
        whole.len() <= 1 && part.len() > 4 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    rest.chars().any(|letter| letter.is_ascii_digit()) && rest.chars().all(is_part) && !is_decimal
}

/// A number of the centre's country in any national notation.
fn home(country: NumberCountry, text: &str) -> Option<String> {
    let dialled = country.without_former_prefix(&digits_of(text));
    let parsed = PhoneNumber::parse(dialled.as_deref().unwrap_or(text), Some(country.region())).ok()?;
    let is_of_a_subscriber = matches!(
        parsed.get_type(),
        PhoneNumberType::FixedLine | PhoneNumberType::Mobile | PhoneNumberType::FixedLineOrMobile
    );
    let digits = e164(&parsed);
    if parsed.is_valid() {
        return is_of_a_subscriber.then_some(digits);
    }
    let grown = today(&digits)?;
    PhoneNumber::parse(format!("+{grown}"), None).ok()?.is_valid().then_some(grown)
}

/// A number with its country code.
fn foreign(digits: &str) -> Option<String> {
    let parsed = PhoneNumber::parse(format!("+{digits}"), None).ok()?;
    let digits = e164(&parsed);
    let digits = today(&digits).unwrap_or(digits);
    PhoneNumber::parse(format!("+{digits}"), None).ok()?.is_valid().then_some(digits)
}

/// A number of a service, for example 0800: it has no form for callers from abroad.
fn is_service(country: NumberCountry, text: &str) -> bool {
    PhoneNumber::parse(text, Some(country.region())).is_ok_and(|parsed| parsed.is_valid())
}

fn e164(number: &PhoneNumber) -> String {
    digits_of(&number.to_string())
}

#[cfg(test)]
mod tests;
