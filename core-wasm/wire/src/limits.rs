//! Limits that the core shows and the server enforces.

use super::Wall;

/// Shortest new password, in characters (spec session §5).
pub const PASSWORD_MIN_CHARS: usize = 8;
/// Longest new password, in characters (spec session §5), unless the installation allows more.
pub const PASSWORD_MAX_CHARS: usize = 15;
/// The greatest limit of a password that an installation may set, in characters (OWASP ASVS 5, 6.2.9).
pub const PASSWORD_LIMIT_CHARS: usize = 128;
/// Longest login, in characters.
pub const LOGIN_MAX_CHARS: usize = 254;
/// Longest name of a person, a queue or another record, in characters.
pub const NAME_MAX_CHARS: usize = 200;
/// Longest message of an agent or a customer, in bytes of UTF-8.
pub const MESSAGE_MAX_BYTES: usize = 65_536;
/// Longest internal note, in characters.
pub const NOTE_MAX_CHARS: usize = 4_000;
/// Most agents that one note mentions.
pub const NOTE_MAX_MENTIONS: usize = 20;
/// Most effects that `GET /effects/dead` lists: the ones given up last.
pub const DEAD_EFFECTS_MAX: usize = 200;
/// Most saved views of the attendance list of one agent.
pub const LIST_VIEWS_MAX: usize = 20;
/// Longest name of a saved view, in characters.
pub const LIST_VIEW_NAME_MAX_CHARS: usize = 40;
/// Longest search of a saved view, in characters.
pub const LIST_VIEW_SEARCH_MAX_CHARS: usize = 200;
/// Shortest snooze of a conversation.
pub const SNOOZE_MIN_MS: i64 = 60_000;
/// Longest snooze of a conversation.
pub const SNOOZE_MAX_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// The moment of a snooze without a time, 9999-12-31: the conversation returns when the customer writes, by no clock.
pub const SNOOZE_UNTIL_REPLY: Wall = Wall(253_402_214_400_000);
/// Fewest letters and digits of a search over messages (BEY-162).
pub const MESSAGE_SEARCH_MIN_LETTERS: usize = 2;
/// Longest text of a search over messages, in characters.
pub const MESSAGE_SEARCH_MAX_CHARS: usize = 200;
/// Messages of one portion of a search, unless the page asks for fewer.
pub const MESSAGE_SEARCH_PER_PAGE: usize = 20;
/// Longest observation of a qualification, in characters.
pub const OBSERVATION_MAX_CHARS: usize = 10_000;
/// Longest address of a page, in characters.
pub const URL_MAX_CHARS: usize = 2_048;
/// Longest value of a form field, in characters.
pub const FORM_VALUE_MAX_CHARS: usize = 2_000;
/// Longest text that a request repeats from the server's own records or from a file, in characters. The operator's
/// texts have no limit; a smaller limit here would make a pause or a qualification with a long name unusable.
pub const RECORD_TEXT_MAX_CHARS: usize = 262_144;
/// Longest text of a field without a limit of its own, in characters.
pub const FIELD_MAX_CHARS: usize = 254;
/// Longest list in a request.
pub const LIST_MAX_ITEMS: usize = 200;
/// Longest extension number, in characters.
pub const EXTENSION_MAX_CHARS: usize = 20;
/// Largest attachment by default, in bytes (WAP-061, WAP-062). The installation may set another (`SystemSettings`).
pub const ATTACHMENT_MAX_BYTES: u64 = 5 * 1024 * 1024;
/// Length of the WhatsApp conversation window after the customer's last message, in seconds (WAP-018).
pub const WHATSAPP_WINDOW_SECONDS: i64 = 86_400;
/// Fewest digits of a number to begin a WhatsApp attendance with (WAP-071).
pub const WHATSAPP_NUMBER_MIN_DIGITS: usize = 12;

/// Longest name and registered name of a company, in characters (EMP-005, EMP-006, EMP-010).
pub const EMPLOYER_NAME_MAX_CHARS: usize = 199;
/// Longest code of a company, in characters (EMP-008, EMP-010).
pub const EMPLOYER_CODE_MAX_CHARS: usize = 17;
/// Longest name of a role in a company, in characters (EMP-009, EMP-010).
pub const EMPLOYER_ROLE_MAX_CHARS: usize = 99;
/// Digits of a company's tax id (EMP-011).
pub const CNPJ_DIGITS: usize = 14;
/// Fewest characters of the reason why a churn risk is removed (ORG-002).
pub const JUSTIFICATION_MIN_CHARS: usize = 50;
/// Longest reason why a churn risk is removed, in characters.
pub const JUSTIFICATION_MAX_CHARS: usize = 2_000;
/// Longest range of the history, in calendar months (HIS-004, HIS-005).
pub const HISTORY_MAX_MONTHS: u32 = 3;

/// Most customers of one broadcast (BRD-012), unless the installation allows more.
pub const BROADCAST_MAX_CONTACTS: usize = 1_000;
/// Shortest name of a broadcast, in characters (BRD-010).
pub const BROADCAST_NAME_MIN_CHARS: usize = 3;
/// Longest name of a broadcast, in characters (BRD-010).
pub const BROADCAST_NAME_MAX_CHARS: usize = 100;
/// Most entries of one portion of a broadcast's entries, and of one event about them.
pub const BROADCAST_ENTRIES_PER_PAGE: usize = 1_000;

/// Most lines of an import of contacts.
pub const IMPORT_MAX_LINES: u32 = 10_000;

/// Longest text of a request's field, in characters. A message is also limited by `MESSAGE_MAX_BYTES`.
pub fn text_max_chars(field: &str) -> usize {
    match field {
        "message" | "text" => MESSAGE_MAX_BYTES,
        "observation" => OBSERVATION_MAX_CHARS,
        "url" => URL_MAX_CHARS,
        "justification" => JUSTIFICATION_MAX_CHARS,
        "value" => FORM_VALUE_MAX_CHARS,
        "lines" | "pauseName" | "qualify_path" | "agent_name" | "attendanceGroupName" | "from" => RECORD_TEXT_MAX_CHARS,
        _ => FIELD_MAX_CHARS,
    }
}
