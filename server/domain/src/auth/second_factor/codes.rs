//! The codes of the second factor: those of the authenticator app (TOTP, RFC 6238) and recovery codes. The parameters are those that
//! every app supports: SHA-1, six digits, 30 s.

use crate::context::Context;
use crate::digest::sign_hex;
use crate::store::SecondFactorRow;
use totp_rs::{Algorithm, Builder, Totp};
use wire::Wall;

/// Length of the secret as RFC 4226 recommends.
pub(super) const SECRET_BYTES: usize = 20;
/// Recovery codes that an agent gets at once.
pub(super) const RECOVERY_CODES: usize = 10;
const STEP_SECONDS: u64 = 30;
const DIGITS: u8 = 6;
/// A code of the time step before or after is accepted too: clocks differ, and typing takes time.
const SKEW_STEPS: u16 = 1;
/// Letters and digits that are not mistaken for each other; there are 32, so that each is five random bits.
const ALPHABET: [char; 32] = [
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y',
    'Z', '2', '3', '4', '5', '6', '7', '8', '9',
];
/// A recovery code has 80 random bits; its length differs from that of an app's code.
const RECOVERY_CHARS: usize = 16;
const RECOVERY_GROUP: usize = 4;

/// The change of the stored factor after a code was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AcceptedCode {
    /// The app's code of this time step was used.
    Step(u64),
    /// The recovery code with this hash was used.
    Recovery(String),
}

/// Why a code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeFault {
    /// The code is none of the agent's codes, or it is too old.
    Wrong,
    /// The code was correct but was used before: the agent waits for the next one.
    Used,
}

impl CodeFault {
    /// Error code of the field.
    pub fn code(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Used => "used",
        }
    }
}

/// The app's parameters; `None` for a secret that is too short.
pub(super) fn totp(secret: Vec<u8>, issuer: &str, login: &str) -> Option<Totp> {
    // In the address of the app a colon separates issuer and login.
    let without_colon = |text: &str| text.replace(':', " ");
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(DIGITS)
        .with_skew(SKEW_STEPS)
        .with_step_duration(STEP_SECONDS)
        .with_secret(secret)
        .with_issuer(Some(without_colon(issuer)))
        .with_account_name(without_colon(login))
        .build()
        .ok()
}

fn seconds(now: Wall) -> u64 {
    u64::try_from(now.0 / 1_000).unwrap_or_default()
}

/// What the agent typed, without spaces and hyphens, in upper case.
fn normal(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').flat_map(char::to_uppercase).collect()
}

/// Verifies the code as one of the app or as an unused recovery code, whichever key hashed it.
pub(super) fn check(
    factor: &SecondFactorRow,
    totp: &Totp,
    keys: &[String],
    typed: &str,
    now: Wall,
) -> Result<AcceptedCode, CodeFault> {
    let code = normal(typed);
    if code.chars().count() == RECOVERY_CHARS {
        let mut hashes = keys.iter().map(|key| recovery_hash(key, factor.agent_id.as_str(), &code));
        let known = hashes.find(|hash| factor.recovery_hashes.contains(hash));
        return known.map(AcceptedCode::Recovery).ok_or(CodeFault::Wrong);
    }
    let step = totp.check(&code, seconds(now)).ok_or(CodeFault::Wrong)?;
    if factor.last_step.is_some_and(|last| step <= last) { Err(CodeFault::Used) } else { Ok(AcceptedCode::Step(step)) }
}

/// The row after the code was accepted.
pub(super) fn without(factor: &SecondFactorRow, taken: &AcceptedCode) -> SecondFactorRow {
    match taken {
        AcceptedCode::Step(step) => SecondFactorRow { last_step: Some(*step), ..factor.clone() },
        AcceptedCode::Recovery(used) => SecondFactorRow {
            recovery_hashes: factor.recovery_hashes.iter().filter(|hash| *hash != used).cloned().collect(),
            ..factor.clone()
        },
    }
}

/// New recovery codes as the agent reads them, and their hashes.
pub(super) fn recovery_codes(context: &mut Context<'_>, key: &str, agent: &str) -> (Vec<String>, Vec<String>) {
    let code = |context: &mut Context<'_>| -> String {
        let mut random = [0; RECOVERY_CHARS];
        context.entropy.fill(&mut random);
        random.iter().filter_map(|byte| ALPHABET.get(usize::from(byte % 32))).collect()
    };
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| code(context)).collect();
    let hashes = codes.iter().map(|code| recovery_hash(key, agent, code)).collect();
    (codes.iter().map(|code| grouped(code)).collect(), hashes)
}

fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters.chunks(RECOVERY_GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// The key is not in the database: hashes in a stolen database cannot be guessed, and equal codes of two agents have
/// different hashes.
fn recovery_hash(key: &str, agent: &str, code: &str) -> String {
    sign_hex(key, &format!("recovery/{agent}/{code}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The vectors of RFC 6238, appendix B, for SHA-1; of their eight digits an app shows the last six.
    #[rstest]
    #[case::vector_1(59, "287082")]
    #[case::vector_2(1_111_111_109, "081804")]
    #[case::vector_3(1_111_111_111, "050471")]
    #[case::vector_4(1_234_567_890, "005924")]
    #[case::vector_5(2_000_000_000, "279037")]
    #[case::vector_6(20_000_000_000, "353130")]
    fn the_app_codes_equal_the_vectors_of_rfc_6238(#[case] seconds: u64, #[case] code: &str) {
        let totp = totp(b"12345678901234567890".to_vec(), "Agente", "ana").unwrap();
        assert_eq!(totp.generate(seconds).to_string(), code);
    }

    #[test]
    fn a_login_with_a_colon_gives_a_valid_address_for_the_app() {
        let totp = totp(vec![1; SECRET_BYTES], "Loja: Centro", "ana:souza").unwrap();
        let address = totp.to_url().unwrap();
        assert!(address.starts_with("otpauth://totp/Loja%20%20Centro:ana%20souza?secret="), "{address}");
    }
}
