//! Computes a churn risk from what the centre knows about a customer.

use wire::ChurnFactor;

/// Days without contact that are normal.
const NORMAL_DAYS: u32 = 30;
/// Number of days without contact from which their part of the risk does not grow.
const LONGEST_DAYS: u32 = 180;
const DAYS_PART: u32 = 40;

/// Part of the risk that each unanswered attendance and each negative qualification adds: at most `MOST` of each kind, not
/// older than `UNANSWERED_DAYS` and `NEGATIVE_DAYS`.
const EACH_PART: u32 = 15;
const MOST: usize = 2;
const UNANSWERED_DAYS: u32 = 90;
const NEGATIVE_DAYS: u32 = 180;

/// What the centre knows about a customer. Ages are in whole days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ChurnFacts {
    /// Days since the end of the last attendance that an agent had; 0 while one is active.
    pub last_contact_days: u32,
    /// Ages of attendances that ended without an agent.
    pub unanswered_days: Vec<u32>,
    /// Ages of attendances with a negative qualification.
    pub negative_days: Vec<u32>,
}

/// A method that computes the risk.
pub(super) trait ChurnScore {
    /// The parts of the probability, the largest one first; their sum is limited to 100 when it is shown.
    fn factors(&self, facts: &ChurnFacts) -> Vec<ChurnFactor>;
}

/// The centre's own score: the same facts always give the same risk.
pub(super) struct EmbeddedScore;

impl ChurnScore for EmbeddedScore {
    fn factors(&self, facts: &ChurnFacts) -> Vec<ChurnFactor> {
        let days = facts.last_contact_days;
        let late = days.clamp(NORMAL_DAYS, LONGEST_DAYS) - NORMAL_DAYS;
        let counted = |reason: &str, ages: &[u32], limit: u32| {
            let count = ages.iter().filter(|age| **age <= limit).count();
            let part = EACH_PART * u32::try_from(count.min(MOST)).unwrap_or_default();
            factor(reason, u32::try_from(count).unwrap_or(u32::MAX), part)
        };
        let mut factors = vec![
            factor("lastContactDays", days, late * DAYS_PART / (LONGEST_DAYS - NORMAL_DAYS)),
            counted("unansweredAttendances", &facts.unanswered_days, UNANSWERED_DAYS),
            counted("negativeQualifications", &facts.negative_days, NEGATIVE_DAYS),
        ];
        factors.retain(|factor| factor.value > 0.0);
        factors.sort_by(|one, other| other.value.total_cmp(&one.value));
        factors
    }
}

fn factor(reason: &str, count: u32, part: u32) -> ChurnFactor {
    ChurnFactor { reason: reason.to_owned(), count, value: f64::from(part) }
}
