//! The puzzle of a start: a customer's device finds a text whose hash begins with zero bits before a chat or a call begins, so that starting many
//! chats from many addresses needs much computing time (docs/decisions/0080-a-puzzle-before-a-start.md). The server stores no puzzle that it hands
//! out: the signature proves it. It stores only that a puzzle was solved.

use super::WebChatRequest;
use crate::centre::{Centre, Transaction};
use crate::config::StartPuzzle;
use crate::digest::{is_signed, leading_zero_bits, sign_hex};
use crate::http::Failure;
use crate::retention;
use crate::store::{KeptFor, SolvedPuzzleRow, StoreResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::{ErrorBody, Wall};

/// Additional zero bits while many chats and calls begin.
const BUSY_BITS: u8 = 2;
/// The period over which starts are counted.
const BUSY_MS: i64 = 60_000;

/// A puzzle for one start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Sent back with the solution: `{bits}.{expires}.{salt}.{signature}`; empty without a puzzle.
    pub challenge: String,
    /// Beginning of the text that is hashed.
    pub salt: String,
    /// The SHA-256 of `{salt}.{solution}` must begin with this number of zero bits; 0: no puzzle.
    pub bits: u8,
}

/// A puzzle with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPuzzle {
    /// The challenge of the puzzle.
    pub challenge: String,
    /// The solution.
    pub solution: String,
}

/// Why a solution is refused. The names are part of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Missing,
    /// The solution is wrong, or the server has not given this puzzle to this network address.
    Wrong,
    Expired,
    Used,
}

impl Fault {
    fn as_str(self) -> &'static str {
        match self {
            Fault::Missing => "missing",
            Fault::Wrong => "wrong",
            Fault::Expired => "expired",
            Fault::Used => "used",
        }
    }
}

impl Centre {
    /// Whether the puzzle allows this request to begin a chat or a call, provided that the solution was not used before. Other requests are
    /// refused without a change, so that the transport does not count them.
    pub fn proves_work(&self, request: &WebChatRequest, address: Option<&str>, now: Wall) -> bool {
        let (WebChatRequest::Start { proof, .. } | WebChatRequest::Call { proof, .. }, Some(puzzle)) =
            (request, &self.config.start_puzzle)
        else {
            return true;
        };
        salt_of_solved(puzzle, proof.as_ref(), address, now).is_ok()
    }
}

/// The puzzle of the caller's next start.
pub(super) fn new_puzzle(tx: &mut Transaction<'_, '_>) -> StoreResult<Puzzle> {
    let Some(puzzle) = &tx.config.start_puzzle else { return Ok(Puzzle::default()) };
    let bits = puzzle.bits.saturating_add(if is_busy(tx, puzzle)? { BUSY_BITS } else { 0 });
    let expires = tx.now().plus_ms(StartPuzzle::VALID_MS).0;
    let salt = tx.context.random_hex(16);
    let facts = format!("{bits}.{expires}.{salt}");
    let signature = sign_hex(puzzle.key.expose(), &signed_text(&facts, tx.context.address.as_deref()));
    Ok(Puzzle { challenge: format!("{facts}.{signature}"), salt, bits })
}

/// Marks the solution of a start as used; each solution is accepted once. If the start is refused afterwards, its transaction is
/// rolled back and the solution stays unused.
///
/// Errors: 428 with the next puzzle.
pub(super) fn take_solution(tx: &mut Transaction<'_, '_>, given: Option<&SolvedPuzzle>) -> Result<(), Failure> {
    let Some(puzzle) = &tx.config.start_puzzle else { return Ok(()) };
    let fault = match salt_of_solved(puzzle, given, tx.context.address.as_deref(), tx.now()) {
        Ok(salt) if tx.store.is_puzzle_solved(salt)? => Fault::Used,
        Ok(salt) => {
            tx.store.insert_solved_puzzle(&SolvedPuzzleRow { salt: salt.to_owned(), at: tx.now() })?;
            return Ok(retention::keep(tx, KeptFor::SolvedPuzzles, tx.now())?);
        }
        Err(fault) => fault,
    };
    let Puzzle { challenge, salt, bits } = new_puzzle(tx)?;
    let details = [("challenge", Value::from(challenge)), ("salt", salt.into()), ("bits", bits.into())];
    let body = ErrorBody {
        reason: Some("PUZZLE_REQUIRED".to_owned()),
        cause: Some(fault.as_str().to_owned()),
        message: "solve the puzzle and repeat the call with its challenge and solution".to_owned(),
        details: BTreeMap::from(details.map(|(name, value)| (name.to_owned(), value))),
        ..ErrorBody::default()
    };
    Err(Failure::refused(428, body))
}

/// The number of solved puzzles is the number of starts that were not refused.
fn is_busy(tx: &Transaction<'_, '_>, puzzle: &StartPuzzle) -> StoreResult<bool> {
    Ok(puzzle.busy_starts > 0 && tx.store.puzzles_solved_after(tx.now().plus_ms(-BUSY_MS))? > puzzle.busy_starts)
}

fn salt_of_solved<'g>(
    puzzle: &StartPuzzle,
    given: Option<&'g SolvedPuzzle>,
    address: Option<&str>,
    now: Wall,
) -> Result<&'g str, Fault> {
    let SolvedPuzzle { challenge, solution } = given.ok_or(Fault::Missing)?;
    let (facts, signature) = challenge.rsplit_once('.').ok_or(Fault::Wrong)?;
    if !is_signed(puzzle.key.expose(), &signed_text(facts, address), signature) {
        return Err(Fault::Wrong);
    }
    let (bits, expires, salt) = read_facts(facts).ok_or(Fault::Wrong)?;
    if expires <= now {
        return Err(Fault::Expired);
    }
    if leading_zero_bits(&format!("{salt}.{solution}")) < u32::from(bits) {
        return Err(Fault::Wrong);
    }
    Ok(salt)
}

fn read_facts(facts: &str) -> Option<(u8, Wall, &str)> {
    let mut parts = facts.splitn(3, '.');
    Some((parts.next()?.parse().ok()?, Wall(parts.next()?.parse().ok()?), parts.next()?))
}

/// The signature covers the network address, which is not part of the challenge.
fn signed_text(facts: &str, address: Option<&str>) -> String {
    format!("{facts} {}", address.unwrap_or_default())
}
