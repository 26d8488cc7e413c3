//! Tests of the puzzle before a chat or a call begins.

use super::tests::call;
use super::{Puzzle, SolvedPuzzle, WebChatReply, WebChatRequest};
use crate::config::StartPuzzle;
use crate::digest::leading_zero_bits;
use crate::store::{JobState, Store, WebChatStore};
use crate::testing::{Answered, SALES, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::Secret;

const BITS: u8 = 6;

fn with_puzzle() -> TestCentre {
    let mut test = TestCentre::new();
    let key = Secret::new("key of this test".to_owned());
    test.centre.config.start_puzzle = Some(StartPuzzle { bits: BITS, busy_starts: 3, key });
    test.address = Some("192.0.2.1".to_owned());
    test
}

fn new_puzzle(test: &mut TestCentre) -> Puzzle {
    match test.web_chat(WebChatRequest::Puzzle) {
        WebChatReply::Puzzle(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

/// The first right solution, as a customer's page finds it, or the first wrong one.
fn attempt(puzzle: &Puzzle, is_right: bool) -> SolvedPuzzle {
    let solves = |text: &String| leading_zero_bits(&format!("{}.{text}", puzzle.salt)) >= u32::from(puzzle.bits);
    let solution = (0..).map(|number| number.to_string()).find(|text| solves(text) == is_right).unwrap();
    SolvedPuzzle { challenge: puzzle.challenge.clone(), solution }
}

fn start(test: &mut TestCentre, name: &str, proof: Option<&SolvedPuzzle>) -> Answered {
    let mut body = json!({ "name": name, "queue": SUPPORT });
    add(&mut body, proof);
    call(test, "", "POST", "/chats", &body.to_string())
}

fn add(body: &mut Value, proof: Option<&SolvedPuzzle>) {
    if let Some(SolvedPuzzle { challenge, solution }) = proof {
        body["challenge"] = json!(challenge);
        body["solution"] = json!(solution);
    }
}

fn cause(answered: &Answered) -> String {
    let body = &answered.body;
    format!("{} {} {}", answered.status, body["reason"].as_str().unwrap(), body["cause"].as_str().unwrap())
}

fn waiting(test: &TestCentre) -> usize {
    test.store.jobs_in_state(JobState::Waiting).unwrap().len()
}

#[test]
fn without_the_setting_no_puzzle_is_required_before_a_chat() {
    let mut test = TestCentre::new();
    assert_eq!(call(&mut test, "", "GET", "/puzzle", "").ok().body, json!({ "challenge": "", "salt": "", "bits": 0 }));
    start(&mut test, "Íris", None).ok();
    let useless = SolvedPuzzle { challenge: "no challenge".to_owned(), solution: "0".to_owned() };
    start(&mut test, "Otto", Some(&useless)).ok();
}

#[test]
fn bey_127_a_chat_and_a_call_begin_with_a_solved_puzzle_each() {
    let mut test = with_puzzle();
    let puzzle = new_puzzle(&mut test);
    start(&mut test, "Íris", Some(&attempt(&puzzle, true))).ok();
    let mut body = json!({ "name": "Otto", "queue": SALES });
    let refused = call(&mut test, "", "POST", "/calls", &body.to_string());
    assert_eq!(cause(&refused), "428 PUZZLE_REQUIRED missing");
    let puzzle: Puzzle = serde_json::from_value(refused.body["details"].clone()).unwrap();
    add(&mut body, Some(&attempt(&puzzle, true)));
    call(&mut test, "", "POST", "/calls", &body.to_string()).ok();
    assert_eq!(cause(&call(&mut test, "", "POST", "/calls", &body.to_string())), "428 PUZZLE_REQUIRED used");
}

#[rstest]
#[case::missing_puzzle(|_: &Puzzle| None, "missing")]
#[case::missing_solution(|puzzle: &Puzzle| Some(attempt(puzzle, false)), "wrong")]
#[case::missing_challenge(|puzzle: &Puzzle| Some(SolvedPuzzle { challenge: String::new(), ..attempt(puzzle, true) }), "wrong")]
#[case::puzzle_with_fewer_bits(|puzzle: &Puzzle| {
    let challenge = puzzle.challenge.replacen("6.", "0.", 1);
    Some(SolvedPuzzle { challenge, ..attempt(puzzle, true) })
}, "wrong")]
#[case::puzzle_with_a_longer_validity(|puzzle: &Puzzle| {
    let challenge = puzzle.challenge.replacen("6.", "6.9", 1);
    Some(SolvedPuzzle { challenge, ..attempt(puzzle, true) })
}, "wrong")]
fn bey_127_a_start_without_a_right_solution_is_refused_with_the_next_puzzle(
    #[case] given: fn(&Puzzle) -> Option<SolvedPuzzle>,
    #[case] expected: &str,
) {
    let mut test = with_puzzle();
    let puzzle = new_puzzle(&mut test);
    let refused = start(&mut test, "Íris", given(&puzzle).as_ref());
    assert_eq!((cause(&refused), waiting(&test)), (format!("428 PUZZLE_REQUIRED {expected}"), 0));
    let next: Puzzle = serde_json::from_value(refused.body["details"].clone()).unwrap();
    assert_ne!(next.salt, puzzle.salt);
    start(&mut test, "Íris", Some(&attempt(&next, true))).ok();
}

#[test]
fn bey_127_a_solution_is_accepted_for_two_minutes_and_only_from_the_network_address_that_got_the_puzzle() {
    let mut test = with_puzzle();
    let puzzle = new_puzzle(&mut test);
    let proof = attempt(&puzzle, true);
    test.address = Some("192.0.2.2".to_owned());
    assert_eq!(cause(&start(&mut test, "Íris", Some(&proof))), "428 PUZZLE_REQUIRED wrong");
    test.address = Some("192.0.2.1".to_owned());
    test.advance(2 * 60 * 1000);
    assert_eq!(cause(&start(&mut test, "Íris", Some(&proof))), "428 PUZZLE_REQUIRED expired");
    let puzzle = new_puzzle(&mut test);
    test.advance(2 * 60 * 1000 - 1);
    start(&mut test, "Íris", Some(&attempt(&puzzle, true))).ok();
}

/// A page repeats a start whose answer it did not get, with the same secret.
#[test]
fn a_repeated_start_returns_the_same_chat_and_needs_no_second_solution() {
    let mut test = with_puzzle();
    let puzzle = new_puzzle(&mut test);
    let mut body = json!({ "name": "Íris", "queue": SUPPORT, "secret": "0123456789abcdef".repeat(4) });
    add(&mut body, Some(&attempt(&puzzle, true)));
    let first = call(&mut test, "", "POST", "/chats", &body.to_string()).ok().body;
    let second = call(&mut test, "", "POST", "/chats", &body.to_string()).ok().body;
    assert_eq!(first, second);
    body["secret"] = json!("fedcba9876543210".repeat(4));
    assert_eq!(cause(&call(&mut test, "", "POST", "/chats", &body.to_string())), "428 PUZZLE_REQUIRED used");
    assert_eq!(waiting(&test), 1);
}

#[test]
fn a_start_that_is_refused_for_another_reason_leaves_the_solution_unused() {
    let mut test = with_puzzle();
    test.centre.config.chats_per_address = 1;
    let puzzle = new_puzzle(&mut test);
    start(&mut test, "Íris", Some(&attempt(&puzzle, true))).ok();
    let proof = attempt(&new_puzzle(&mut test), true);
    assert_eq!(start(&mut test, "Otto", Some(&proof)).status, 429);
    test.centre.config.chats_per_address = 2;
    start(&mut test, "Otto", Some(&proof)).ok();
}

#[test]
fn a_challenge_without_a_solution_or_a_solution_without_a_challenge_is_refused() {
    let mut test = with_puzzle();
    for (given, missing) in [("challenge", "solution"), ("solution", "challenge")] {
        let body = json!({ "name": "Íris", "queue": SUPPORT, given: "0" });
        let refused = call(&mut test, "", "POST", "/chats", &body.to_string());
        assert_eq!(refused.refusal(), format!("422 {missing}:required"));
    }
}

#[test]
fn bey_127_puzzles_are_harder_while_many_chats_begin() {
    let mut test = with_puzzle();
    let mut bits = Vec::new();
    for number in 0..5 {
        let puzzle = new_puzzle(&mut test);
        bits.push(puzzle.bits);
        start(&mut test, &format!("Customer {number}"), Some(&attempt(&puzzle, true))).ok();
    }
    assert_eq!(bits, [BITS, BITS, BITS, BITS, BITS + 2], "more than three within a minute");
    test.advance(60_000);
    assert_eq!(new_puzzle(&mut test).bits, BITS, "a minute later");
    test.centre.config.start_puzzle.as_mut().unwrap().busy_starts = 0;
    assert_eq!(new_puzzle(&mut test).bits, BITS);
}

#[test]
fn rows_of_solved_puzzles_are_deleted_when_their_solutions_have_expired() {
    let mut test = with_puzzle();
    let puzzle = new_puzzle(&mut test);
    start(&mut test, "Íris", Some(&attempt(&puzzle, true))).ok();
    test.advance(2 * 60 * 1000);
    test.tick();
    assert!(test.store.is_puzzle_solved(&puzzle.salt).unwrap());
    test.advance(1_001);
    test.tick();
    assert!(!test.store.is_puzzle_solved(&puzzle.salt).unwrap());
}
