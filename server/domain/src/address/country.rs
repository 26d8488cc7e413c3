//! The country of the centre: numbers without a code of a country are its numbers.

use super::{BRAZIL, is_national};
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, Region};
use std::fmt;
use std::str::FromStr;

/// Digits of a national number of Mexico.
const MEXICAN_DIGITS: usize = 10;

/// The country whose numbers people write without its code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NumberCountry {
    region: Region,
}

impl NumberCountry {
    /// Brazil, without a setting.
    pub const BRAZIL: Self = Self { region: Region::BR };

    /// The country with this code of two capital letters (ISO 3166-1), if it has numbers.
    pub fn of(code: &str) -> Option<Self> {
        let is_code = code.len() == 2 && code.bytes().all(|letter| letter.is_ascii_uppercase());
        let region = Region::from_str(code).ok().filter(|_| is_code)?;
        PHONE_NUMBER_UTIL.get_country_code_for_region(region).map(|_| Self { region })
    }

    /// The code of the country, two letters.
    pub fn code(self) -> String {
        self.region.to_string()
    }

    pub(super) fn region(self) -> Region {
        self.region
    }

    /// The calling code of the country, which is dialled before a number of the country from abroad.
    pub(crate) fn calling_code(self) -> String {
        PHONE_NUMBER_UTIL.get_country_code_for_region(self.region).unwrap_or_default().to_string()
    }

    /// A canonical number of this country as people there write it, without the code of the country.
    pub(super) fn national(self, canonical: &str) -> Option<String> {
        if self == Self::BRAZIL {
            return canonical.strip_prefix(BRAZIL).filter(|national| is_national(national)).map(str::to_owned);
        }
        self.parsed(canonical).map(|number| number.get_national_significant_number())
    }

    /// The part of a national number that people of its area dial; `None` where there are no areas.
    pub(crate) fn within_area(self, canonical: &str) -> Option<String> {
        let number = self.parsed(canonical)?;
        let national = number.get_national_significant_number();
        let area = number.get_length_of_national_destination_code();
        national.get(area..).filter(|rest| area > 0 && !rest.is_empty()).map(str::to_owned)
    }

    /// A number of Mexico without what was dialled before it until 2019, which lists still have.
    pub(super) fn without_former_prefix(self, digits: &str) -> Option<String> {
        let rest = |prefix: &&str| digits.strip_prefix(*prefix).filter(|rest| rest.len() == MEXICAN_DIGITS);
        let found = ["044", "045", "01"].iter().find_map(rest);
        found.filter(|_| self.region == Region::MX).map(str::to_owned)
    }

    fn parsed(self, canonical: &str) -> Option<PhoneNumber> {
        let number = PhoneNumber::parse(format!("+{canonical}"), None).ok()?;
        (number.is_valid() && number.get_region_code() == Some(self.region)).then_some(number)
    }
}

impl Default for NumberCountry {
    fn default() -> Self {
        Self::BRAZIL
    }
}

impl fmt::Debug for NumberCountry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.code())
    }
}
