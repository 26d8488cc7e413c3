//! The record of a run in two forms: short lines for readers and snapshots, and a hash over everything (including
//! bodies and records), which proves that two runs are equal.

use core_wasm::flow::Mono;
use std::fmt::{Display, Write};

/// Number of lines that a failing script prints.
const TAIL: usize = 120;
const LONGEST_LINE: usize = 160;

pub(crate) struct Trace {
    /// Whether lines are kept.
    pub keeps: bool,
    lines: Vec<String>,
    hash: Fnv,
}

impl Default for Trace {
    fn default() -> Self {
        Self { keeps: true, lines: Vec::new(), hash: Fnv::default() }
    }
}

impl Trace {
    /// `what` is formatted only if lines are kept.
    pub fn line(&mut self, now: Mono, who: &str, what: impl Display) {
        if !self.keeps {
            return;
        }
        let what = what.to_string();
        self.hash.write(what.as_bytes());
        let mut line = format!("{:>4}.{:03} {who} ", now.0 / 1_000, now.0 % 1_000);
        line.extend(what.chars().take(LONGEST_LINE).map(|letter| if letter == '\n' { '⏎' } else { letter }));
        if what.chars().nth(LONGEST_LINE).is_some() {
            line.push('…');
        }
        self.lines.push(line);
    }

    /// Adds a detail to the hash only.
    pub fn detail(&mut self, text: &str) {
        if !self.keeps {
            return;
        }
        self.hash.write(text.as_bytes());
    }

    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    pub fn tail(&self) -> String {
        let from = self.lines.len().saturating_sub(TAIL);
        self.lines.iter().skip(from).fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        })
    }

    pub fn hash(&self) -> u64 {
        self.hash.0
    }
}

/// FNV-1a with 64 bits: small, and the same on every computer.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
