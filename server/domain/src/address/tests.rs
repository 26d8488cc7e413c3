use super::{
    Number, NumberCountry, NumberFault, key, neighbour, network_key, network_writings, of_network, of_person, similar,
    writings,
};
use rstest::rstest;

const BRAZIL: NumberCountry = NumberCountry::BRAZIL;

fn full(digits: &str) -> Result<Number, NumberFault> {
    Ok(Number::Full(digits.to_owned()))
}

fn local(digits: &str) -> Result<Number, NumberFault> {
    Ok(Number::Local(digits.to_owned()))
}

#[rstest]
#[case::canonical("5511955550101")]
#[case::with_a_plus("+5511955550101")]
#[case::as_people_write_it("+55 (11) 95555-0101")]
#[case::without_the_country("(11) 95555-0101")]
#[case::only_digits("11955550101")]
#[case::with_the_trunk_zero("011 95555-0101")]
#[case::with_the_trunk_zero_after_the_country("+55 011 95555-0101")]
#[case::with_the_exit_code("0055 11 95555-0101")]
#[case::with_a_carrier("0 15 11 95555-0101")]
#[case::with_any_carrier("0xx11 95555-0101")]
#[case::with_no_break_spaces("11\u{a0}95555\u{202f}0101")]
#[case::with_marks_of_direction("\u{202a}+55 11 95555-0101\u{202c}")]
#[case::with_a_zero_width_space("\u{200b}11955550101")]
#[case::with_another_hyphen("11 95555\u{2011}0101")]
#[case::with_points("11.95555.0101")]
#[case::with_the_apostrophe_of_a_spreadsheet("'11955550101")]
#[case::as_a_decimal_number("11955550101.0")]
#[case::as_a_decimal_number_with_its_country("5511955550101,0")]
#[case::with_the_area_before_a_slash("11/95555-0101")]
#[case::in_arabic_digits("٥٥١١٩٥٥٥٥٠١٠١")]
#[case::in_full_width_digits("＋５５ １１ ９５５５５－０１０１")]
#[case::in_devanagari_digits("५५११९५५५५०१०१")]
fn bey_164_a_number_of_brazil_has_one_form_in_every_writing(#[case] written: &str) {
    // The full-width hyphen is the only sign of the table that is no number's.
    assert_eq!(of_person(BRAZIL, &written.replace('－', "-")), full("5511955550101"), "{written}");
}

#[rstest]
#[case::an_old_number("(48) 8888-0002", "5548988880002")]
#[case::an_old_number_with_its_country("55 21 8323-2001", "5521983232001")]
#[case::an_area_code_that_equals_the_country_code("55991234567", "5555991234567")]
#[case::a_land_line("(11) 4000-1234", "551140001234")]
#[case::a_land_line_with_a_five_first("1155550101", "551155550101")]
#[case::of_the_usa("12125550123", "12125550123")]
#[case::of_the_usa_with_the_exit_code("001 212 555 0123", "12125550123")]
#[case::of_portugal("+351 912 345 678", "351912345678")]
#[case::of_portugal_without_a_plus("351912345678", "351912345678")]
#[case::of_mexico_with_the_former_1("+52 1 55 1234 5678", "525512345678")]
#[case::a_mobile_of_argentina("+54 9 11 2345-6789", "5491123456789")]
#[case::a_mobile_of_argentina_as_it_is_dialled_there("+54 11 15 2345-6789", "5491123456789")]
fn bey_164_a_number_is_that_of_its_country(#[case] written: &str, #[case] expected: &str) {
    assert_eq!(of_person(BRAZIL, written), full(expected));
}

#[rstest]
#[case::toll_free("0800 777 1234", "08007771234")]
#[case::shared_cost("4004-1234", "40041234")]
#[case::a_short_number("190", "190")]
#[case::an_extension("4021", "4021")]
#[case::without_the_area("95555-0101", "955550101")]
fn numbers_of_services_and_local_numbers_stay_as_they_are(#[case] written: &str, #[case] expected: &str) {
    assert_eq!(of_person(BRAZIL, written), local(expected));
}

#[rstest]
#[case::scientific_notation("5,51196E+12", NumberFault::NotANumber)]
#[case::scientific_notation_with_all_digits("5.511955557003E12", NumberFault::NotANumber)]
#[case::the_rest_of_scientific_notation("5.511955557003", NumberFault::NotANumber)]
#[case::a_formula("=\"5511955557001\"", NumberFault::NotANumber)]
#[case::an_error_value_of_a_spreadsheet("#N/A", NumberFault::NotANumber)]
#[case::a_word("null", NumberFault::NotANumber)]
#[case::a_dash("-", NumberFault::NotANumber)]
#[case::an_empty_text("", NumberFault::NotANumber)]
#[case::letters("ligar depois das 18", NumberFault::NotANumber)]
#[case::an_extension("(11) 4000-1234 ramal 12", NumberFault::NotANumber)]
#[case::a_sign_between_the_digits("11 95555+0101", NumberFault::NotANumber)]
#[case::two_numbers("5511955550101 / 5511955550102", NumberFault::Several)]
#[case::two_numbers_in_lines("11955550101\n11955550102", NumberFault::Several)]
#[case::the_next_number_by_its_last_digits("(11) 9555-0101/2", NumberFault::Several)]
#[case::the_next_numbers_by_their_last_digits("(11) 4000-1234/35", NumberFault::Several)]
#[case::an_extension_behind_a_slash("1140001234 / 12", NumberFault::Several)]
#[case::thirty_digits("551195555010155119555501015511", NumberFault::TooLong)]
#[case::sixteen_digits("5511955550101123", NumberFault::TooLong)]
#[case::area_20("5520955550101", NumberFault::Unknown)]
#[case::area_00("55 00 95555-0101", NumberFault::Unknown)]
#[case::no_country("+999 1234567", NumberFault::Unknown)]
fn bey_164_what_is_no_number_is_refused(#[case] written: &str, #[case] fault: NumberFault) {
    assert_eq!(of_person(BRAZIL, written), Err(fault));
}

#[rstest]
#[case::without_the_ninth_digit("554888880002", "5548988880002")]
#[case::with_the_ninth_digit("5548988880002", "5548988880002")]
#[case::with_a_plus("+554888880002", "5548988880002")]
#[case::a_land_line("551140001234", "551140001234")]
#[case::of_mexico("5215512345678", "525512345678")]
#[case::of_argentina("5491123456789", "5491123456789")]
#[case::another_country_whose_number_has_the_same_beginning("55888880002", "55888880002")]
#[case::an_id_of_a_user("BR.1A2B3C", "BR.1A2B3C")]
#[case::an_account_of_instagram("17841400000000001", "17841400000000001")]
#[case::a_number_that_no_plan_knows("5500000000001", "5500000000001")]
#[case::an_empty_text("", "")]
fn bey_164_a_customer_id_of_the_network_has_one_canonical_form(#[case] written: &str, #[case] expected: &str) {
    assert_eq!(of_network(written), expected);
}

#[test]
fn land_lines_and_mobile_numbers_with_the_same_end_stay_apart() {
    assert_ne!(key(BRAZIL, "551140001234"), key(BRAZIL, "5511940001234"));
    assert_eq!(neighbour("551140001234").as_deref(), Some("5511940001234"));
    assert_eq!(neighbour("5511940001234").as_deref(), Some("551140001234"));
    assert_eq!(neighbour("5511988880002"), None);
}

#[test]
fn older_rows_are_found_by_every_form_that_they_may_have() {
    assert_eq!(writings(BRAZIL, "5548988880002"), ["5548988880002", "554888880002", "48988880002", "4888880002"]);
    assert_eq!(writings(BRAZIL, "551140001234"), ["551140001234", "1140001234"]);
    assert_eq!(writings(BRAZIL, "525512345678"), ["525512345678", "5215512345678"]);
    assert_eq!(writings(BRAZIL, "12125550123"), ["12125550123"]);
    assert_eq!(writings(BRAZIL, "BR.1A2B3C"), ["BR.1A2B3C"]);
    assert!(similar(BRAZIL, "551155550101").contains("5511955550101"));
}

#[rstest]
#[case::of_norway_like_an_old_number_of_brazil("4741234567", "4741234567")]
#[case::of_spain_like_a_mobile_number_of_brazil("34912345678", "34912345678")]
#[case::without_the_ninth_digit("554888880002", "5548988880002")]
#[case::as_an_older_server_stored_it("11955550101", "5511955550101")]
#[case::an_id_of_a_user("BR.1A2B3C", "BR.1A2B3C")]
fn bey_164_digits_of_a_network_have_the_code_of_their_country(#[case] written: &str, #[case] expected: &str) {
    assert_eq!(network_key(BRAZIL, written), expected);
}

#[test]
fn a_network_never_writes_a_number_without_its_country() {
    assert_eq!(network_writings("5547988880002"), ["5547988880002", "554788880002"]);
}

#[test]
fn every_writing_has_the_key_of_its_number() {
    for canonical in ["5548988880002", "551140001234", "525512345678"] {
        for written in writings(BRAZIL, canonical).into_iter().chain([canonical.to_owned()]) {
            assert_eq!(key(BRAZIL, &written), canonical, "{written}");
        }
    }
}
