//! Limits of what the customer of a web chat may send in one chat. Customers need no account, so each chat is limited.

use crate::centre::Transaction;
use crate::http::Failure;
use crate::store::WebChatUseRow;
use wire::Protocol;

/// Maximum of messages of the customer in a chat: one message each 15 s of a working day.
const MESSAGES: u32 = 2_000;
/// Maximum of files of the customer in a chat.
const FILES: u32 = 50;
/// Maximum of bytes in texts and files of the customer in a chat.
const BYTES: u64 = 50 * 1024 * 1024;

/// A message or file that a customer sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// A message with this length of its text, in bytes.
    Message { bytes: u64 },
    /// A file of this length, in bytes; 0 before it is known.
    File { bytes: u64 },
}

/// The customer's total including this message or file.
///
/// # Errors
/// 409 `tooManyMessages`, `tooManyFiles`: the chat has all that a customer may send.
pub(crate) fn may_send(tx: &Transaction<'_, '_>, protocol: &Protocol, sent: Sent) -> Result<WebChatUseRow, Failure> {
    let row = tx.store.web_chat_use(protocol)?;
    let (with, cause) = match sent {
        Sent::Message { bytes } => (
            WebChatUseRow { messages: row.messages + 1, bytes: row.bytes.saturating_add(bytes), ..row },
            "tooManyMessages",
        ),
        Sent::File { bytes } => {
            (WebChatUseRow { files: row.files + 1, bytes: row.bytes.saturating_add(bytes), ..row }, "tooManyFiles")
        }
    };
    if with.messages > MESSAGES || with.files > FILES || with.bytes > BYTES {
        return Err(Failure::cause(cause));
    }
    Ok(with)
}

/// Adds the message or file to the customer's total.
///
/// # Errors Like `may_send`.
pub(crate) fn count_sent(tx: &mut Transaction<'_, '_>, protocol: &Protocol, sent: Sent) -> Result<(), Failure> {
    let row = may_send(tx, protocol, sent)?;
    Ok(tx.store.put_web_chat_use(&row)?)
}
