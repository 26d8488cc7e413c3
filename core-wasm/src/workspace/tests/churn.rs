//! The churn risk of contacts and companies, and its removal.

use super::bench::Bench;
use super::words::said;
use crate::churn::{self, ChurnIntent, ChurnSlice, ChurnView};
use crate::flow::{Entity, EntityKind, HttpFailure};
use crate::input::Intent;
use crate::shell::RiskBand;
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const RISK: &str = "POST organia/churn-buster/contact-max-data";
const FACTORS: &str = "POST organia/churn-buster/contact-probability-values";
const OF_COMPANY: &str = "POST organia/churn-buster/employer-max-probability";
const REMOVAL: &str = "POST organia/churn-buster/justification";

pub(super) fn acts(bench: &mut Bench, intent: ChurnIntent) {
    bench.intent(Intent::Churn(intent));
}

fn loads(bench: &mut Bench, kind: EntityKind) {
    acts(bench, ChurnIntent::LoadChurn { kind, id: "5".to_owned() });
}

impl Bench {
    fn churn(&self, kind: EntityKind) -> Option<ChurnView> {
        match self.workspace.view(&churn::slices::OF.of(Entity::new(kind, "5"))) {
            View::Churn(ChurnSlice::ChurnOf(view)) => Some(*view),
            _ => None,
        }
    }
}

fn risk(probability: f64) -> Value {
    json!({ "probability": probability, "updatedAt": "2026-11-20T13:45:00.000Z" })
}

/// A contact with a risk of 82 %.
pub(super) fn at_risk() -> Bench {
    let mut bench = Bench::signed_in();
    let factors = json!({ "data": [{ "reason": "lastContactDays", "count": 41, "value": 30.4 }] });
    bench.answer(RISK, 200, risk(81.6)).answer(FACTORS, 200, factors);
    loads(&mut bench, EntityKind::Contact);
    bench
}

fn removes(bench: &mut Bench, text: &str) {
    acts(bench, ChurnIntent::OpenRiskRemoval { id: "5".to_owned(), open: true });
    acts(bench, ChurnIntent::RemoveRisk { id: "5".to_owned(), text: text.to_owned() });
}

#[test]
fn org_001_org_005_api_193_api_194_the_risk_of_a_contact_is_shown_with_its_reasons() {
    let bench = at_risk();
    assert_eq!(bench.call(RISK).json(), json!({ "contact_id": "5" }));
    assert_eq!(bench.call(FACTORS).json(), json!({ "contact_id": "5" }));
    let view = bench.churn(EntityKind::Contact).expect("a risk");
    assert_eq!((view.percent, view.band, view.updated_at), (Some(82), Some(RiskBand::High), Some(1_795_182_300_000.0)));
    let factor = &view.factors[0];
    assert_eq!((factor.reason.as_str(), factor.count, factor.percent), ("lastContactDays", 41, 30));
}

#[test]
fn org_006_api_196_the_greatest_risk_of_a_companys_contacts_is_shown() {
    let mut bench = Bench::signed_in();
    bench.answer(OF_COMPANY, 200, risk(12.0));
    loads(&mut bench, EntityKind::Employer);
    assert_eq!(bench.call(OF_COMPANY).json(), json!({ "employer_id": "5" }));
    assert_eq!(bench.churn(EntityKind::Employer).map(|view| view.percent), Some(Some(12)));
}

#[rstest]
#[case::org_007_low(39.9, RiskBand::Low)]
#[case::org_007_medium_from_40(40.0, RiskBand::Medium)]
#[case::org_007_medium_to_70(70.0, RiskBand::Medium)]
#[case::org_007_high(70.1, RiskBand::High)]
fn a_probability_of_churn_is_shown_as_low_medium_or_high(#[case] probability: f64, #[case] band: RiskBand) {
    let mut bench = Bench::signed_in();
    bench.answer(RISK, 200, risk(probability));
    loads(&mut bench, EntityKind::Contact);
    assert_eq!(bench.churn(EntityKind::Contact).and_then(|view| view.band), Some(band));
}

#[rstest]
#[case::org_007_not_found(Some(404))]
#[case::org_007_fault(Some(500))]
#[case::org_007_no_answer(None)]
fn a_failed_load_of_the_risk_hides_the_widget(#[case] status: Option<u16>) {
    let mut bench = at_risk();
    match status {
        Some(status) => bench.answer(RISK, status, json!({})),
        None => bench.fail(RISK, HttpFailure::NoAnswer),
    };
    loads(&mut bench, EntityKind::Contact);
    assert_eq!((bench.churn(EntityKind::Contact), bench.snackbars().len()), (None, 0));
}

#[rstest]
#[case::org_002_too_short("a".repeat(49), Some("churn.tooShort"), 49)]
#[case::org_002_long_enough("a".repeat(50), None, 0)]
#[case::org_002_spaces_around_the_text_do_not_count(format!("  {}\n ", "é".repeat(49)), Some("churn.tooShort"), 49)]
#[case::org_002_spaces_inside_the_text_count(format!("{} {}", "a".repeat(24), "b".repeat(25)), None, 0)]
#[case::of_the_greatest_length("a".repeat(2_000), None, 0)]
#[case::one_character_too_long("a".repeat(2_001), Some("churn.tooLong"), 2_001)]
fn a_justification_is_accepted_or_refused_by_its_length(
    #[case] text: String,
    #[case] refused: Option<&str>,
    #[case] length: u32,
) {
    let mut bench = at_risk();
    bench.answer(REMOVAL, 200, json!({ "success": true }));
    removes(&mut bench, &text);
    let form = bench.churn(EntityKind::Contact).and_then(|view| view.form);
    match refused {
        Some(key) => {
            let form = form.expect("the form stays");
            assert_eq!((form.error.map(|error| error.key).as_deref(), form.length), (Some(key), length));
            assert_eq!(bench.calls_of(REMOVAL).len(), 0);
        }
        None => assert_eq!((form, bench.calls_of(REMOVAL).len()), (None, 1)),
    }
}

#[test]
fn org_003_spaces_around_a_justification_do_not_count_and_the_refusal_says_how_many_characters_are_needed() {
    let mut bench = at_risk();
    removes(&mut bench, &format!("   {}\n", "a".repeat(49)));
    let form = bench.churn(EntityKind::Contact).and_then(|view| view.form).expect("the form stays");
    let sentence = "A justificativa deve ter no mínimo 50 caracteres";
    assert_eq!((said(&form.error.expect("why")).as_str(), form.length), (sentence, 49));
}

#[test]
fn org_002_the_characters_of_a_justification_are_counted_while_the_agent_types() {
    let mut bench = at_risk();
    acts(&mut bench, ChurnIntent::OpenRiskRemoval { id: "5".to_owned(), open: true });
    for (text, length) in [("  O cliente ", 9), ("", 0), ("O cliente renovou 👍", 19)] {
        acts(&mut bench, ChurnIntent::TypeJustification { id: "5".to_owned(), text: text.to_owned() });
        let form = bench.churn(EntityKind::Contact).and_then(|view| view.form).expect("a form");
        assert_eq!((form.length, form.shortest, form.longest), (length, 50, 2_000), "{text}");
    }
}

#[test]
fn org_004_api_195_the_risk_is_removed_when_the_server_accepts_the_justification() {
    let mut bench = at_risk();
    let text = "O cliente renovou o contrato por dois anos ontem à tarde.";
    bench.hold(REMOVAL);
    removes(&mut bench, &format!(" {text} "));
    assert_eq!(bench.call(REMOVAL).json(), json!({ "contact_id": "5", "agent_id": "101", "justification": text }));
    assert!(bench.churn(EntityKind::Contact).and_then(|view| view.form).is_some_and(|form| form.pending));
    removes(&mut bench, text);
    bench.reply(REMOVAL, 200, json!({ "success": true }));
    let view = bench.churn(EntityKind::Contact).expect("the widget stays");
    assert_eq!((view.percent, view.band, view.form, view.justification.as_str()), (None, None, None, text));
    assert_eq!(bench.snackbars().iter().map(|note| note.body.key.as_str()).collect::<Vec<_>>(), ["churn.removed"]);
}

#[test]
fn a_failed_removal_of_the_risk_keeps_the_form_open_and_can_be_repeated() {
    let mut bench = at_risk();
    bench.answer(REMOVAL, 500, json!({}));
    removes(&mut bench, &"a".repeat(60));
    let view = bench.churn(EntityKind::Contact).expect("a risk");
    let form = view.form.expect("the form stays");
    assert_eq!((form.error.map(|error| error.key).as_deref(), form.pending), (Some("churn.removeFailed"), false));
    assert_eq!((view.percent, form.length), (Some(82), 60));
}
