//! Web chat: its attendances and the reports of the customer's page (spec conversation §4 "Chat"). Messages are in
//! `conversation`; the area has no state of its own.

mod area;
mod registry;

/// The area of web chat.
pub struct Chat;
