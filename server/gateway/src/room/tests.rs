//! Tests of the whole hearing table.

use super::*;

/// The order of the columns and rows below.
const ROLES: [(char, Role); 7] = [
    ('C', Role::Customer),
    ('A', Role::Agent),
    ('K', Role::Consulted),
    ('O', Role::Colleague),
    ('l', Role::Supervisor(Supervision::Listen)),
    ('w', Role::Supervisor(Supervision::Whisper)),
    ('b', Role::Supervisor(Supervision::Barge)),
];

/// One row for each listener, one column for each speaker: customer, agent, consulted, colleague, supervisor who listens,
/// whispers, barges.
fn table(mode: Mode) -> String {
    let row = |(name, listener): (char, Role)| {
        let cells = ROLES.map(|(_, speaker)| if hears(listener, speaker, mode) { " x" } else { " ." });
        format!("{name}{}\n", cells.concat())
    };
    ROLES.map(row).concat()
}

#[test]
fn in_one_conversation_all_hear_each_other_except_supervisors_who_listen_or_whisper() {
    let expected = "\
C x x x x . . x
A x x x x . x x
K x x x x . . x
O x x x x . . x
l x x x x . . x
w x x x x . . x
b x x x x . . x
";
    assert_eq!(table(Mode::Together), expected);
}

#[test]
fn in_a_consultation_agent_and_consulted_party_hear_each_other_and_the_others_each_other() {
    let expected = "\
C x . . x . . .
A . x x . . x x
K . x x . . . .
O x . . x . . .
l . . . . . . .
w . . . . . . .
b . . . . . . .
";
    assert_eq!(table(Mode::Consulting { is_supervised: false }), expected);
}

#[test]
fn supervisors_hear_a_consultation_only_if_the_rule_allows_it() {
    let expected = "\
C x . . x . . .
A . x x . . x x
K . x x . . . x
O x . . x . . .
l . x x . . . x
w . x x . . . x
b . x x . . . x
";
    assert_eq!(table(Mode::Consulting { is_supervised: true }), expected);
}

#[test]
fn after_a_swap_agent_and_customer_hear_each_other_and_nobody_hears_the_consulted_party() {
    let expected = "\
C x x . x . . x
A x x . x . x x
K . . x . . . .
O x x . x . . x
l x x . x . . x
w x x . x . . x
b x x . x . . x
";
    for is_supervised in [false, true] {
        assert_eq!(table(Mode::Swapped { is_supervised }), expected);
    }
}

#[test]
fn supervisors_are_not_counted_as_parties_and_cannot_keep_a_customer() {
    let counted = ROLES.map(|(_, role)| role.is_counted());
    assert_eq!(counted, [true, true, true, true, false, false, false]);
    let keeping = ROLES.map(|(_, role)| role.can_keep_customer());
    assert_eq!(keeping, [false, true, true, true, false, false, false]);
}
