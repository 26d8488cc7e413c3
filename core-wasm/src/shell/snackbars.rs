//! Snackbars at the foot of the page: at most three, newest on top, each with its own time (SHELL-023 to SHELL-026).
//! The time depends on the length of the translated text, which only the page knows and reports.

use super::{NamedCustomerView, slices, timers};
use crate::flow::{Context, Text};
use crate::wire::Wall;
use serde::Serialize;
use std::collections::VecDeque;

const MOST: usize = 3;
const SHORT_TEXT_CHARACTERS: u32 = 35;
const SHORT_MS: u64 = 5_000;
const LONG_MS: u64 = 10_000;

/// Kind of a snackbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SnackbarKind {
    /// Something succeeded.
    Success,
    /// Information.
    Info,
    /// A warning.
    Warning,
    /// Something failed.
    Error,
}

/// A snackbar.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Snackbar {
    /// Number of the snackbar.
    pub id: u32,
    /// Kind of the snackbar.
    #[serde(rename = "type")]
    pub kind: SnackbarKind,
    /// Title; `None` for the default of the kind.
    pub title: Option<Text>,
    /// The text.
    pub body: Text,
    /// The customer of the snackbar; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub customer: Option<NamedCustomerView>,
    /// The button "Abrir" opens the customer's conversation; absent without the button.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub opens: bool,
    /// When the snackbar was shown, as a JavaScript time value.
    pub time: f64,
}

/// The open snackbars, newest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SnackbarsView {
    /// The snackbars.
    pub items: Vec<Snackbar>,
}

/// The open snackbars and their times.
#[derive(Default)]
pub struct Snackbars {
    items: VecDeque<(Snackbar, Option<u64>)>,
    last_id: u32,
}

impl Snackbars {
    /// Shows a snackbar without its own title; the oldest one is closed if there are more than three.
    pub fn raise(&mut self, context: &mut Context, kind: SnackbarKind, body: Text) {
        self.raise_about(context, kind, None, body, None);
    }

    /// Like `raise`, with a title, the customer, and whether the button opens the conversation.
    pub fn raise_about(
        &mut self,
        context: &mut Context,
        kind: SnackbarKind,
        title: Option<Text>,
        body: Text,
        customer: Option<(NamedCustomerView, bool)>,
    ) {
        let time: Wall = context.server_now();
        let (customer, opens) = customer.map_or((None, false), |(customer, opens)| (Some(customer), opens));
        self.last_id = self.last_id.wrapping_add(1);
        // An equal snackbar right after the first one replaces it and starts a new time.
        let repeated = self
            .items
            .front()
            .filter(|(newest, _)| {
                newest.kind == kind && newest.title == title && newest.body == body && newest.customer == customer
            })
            .map(|(note, _)| note.id);
        if let Some(id) = repeated {
            self.dismiss(context, id);
        }
        let note = Snackbar { id: self.last_id, kind, title, body, customer, opens, time: time.as_js() };
        self.items.push_front((note, None));
        while self.items.len() > MOST {
            if let Some((oldest, _)) = self.items.pop_back() {
                context.cancel_timer(&timers::SNACKBAR.of(u64::from(oldest.id)));
            }
        }
        context.dirty(slices::SNACKBARS.key());
    }

    /// The page shows the snackbar with this many characters: its time starts.
    pub fn note_shown(&mut self, context: &mut Context, id: u32, characters: u32) {
        let lasts = if characters > SHORT_TEXT_CHARACTERS { LONG_MS } else { SHORT_MS };
        if let Some((_, span)) = self.items.iter_mut().find(|(note, _)| note.id == id)
            && span.is_none()
        {
            *span = Some(lasts);
            context.timer(timers::SNACKBAR.of(u64::from(id)), lasts);
        }
    }

    /// Stops the time while the pointer or focus is on the snackbar or the page is hidden, and restarts it afterwards.
    pub fn set_held(&mut self, context: &mut Context, id: u32, held: bool) {
        let span = self.items.iter().find(|(note, _)| note.id == id).and_then(|(_, span)| *span);
        let key = timers::SNACKBAR.of(u64::from(id));
        match (held, span) {
            (true, _) => context.cancel_timer(&key),
            (false, Some(lasts)) => context.timer(key, lasts),
            (false, None) => {}
        }
    }

    /// Closes a snackbar; no effect if it is not open.
    pub fn dismiss(&mut self, context: &mut Context, id: u32) {
        let before = self.items.len();
        self.items.retain(|(note, _)| note.id != id);
        if self.items.len() != before {
            context.cancel_timer(&timers::SNACKBAR.of(u64::from(id)));
            context.dirty(slices::SNACKBARS.key());
        }
    }

    /// Closes all snackbars.
    pub fn clear(&mut self, context: &mut Context) {
        let ids: Vec<u32> = self.items.iter().map(|(note, _)| note.id).collect();
        for id in ids {
            self.dismiss(context, id);
        }
    }

    /// The open snackbars, newest first.
    pub fn view(&self) -> SnackbarsView {
        SnackbarsView { items: self.items.iter().map(|(note, _)| note.clone()).collect() }
    }
}
