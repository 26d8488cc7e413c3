//! Copies of rows, for tests of the cost of requests in a large contact centre.

use super::backend::{list, put};
use super::row::{Row, Scan};
use super::{Backend, MemoryStore};

/// Stores this number of copies of the first row of `models`; `change` gives each copy another key, made of the text.
pub(crate) fn copy<R: Row + Clone>(
    models: &MemoryStore,
    store: &mut dyn Backend,
    rows: usize,
    change: impl Fn(&mut R, &str),
) {
    let found: Vec<R> = list(models, &Scan::of::<R>().limit(1)).unwrap();
    let model = found.into_iter().next().unwrap_or_else(|| panic!("no row of {}", R::TABLE.name));
    for number in 0..rows {
        let mut row = model.clone();
        change(&mut row, &format!("copy{number}"));
        put(store, &row).unwrap();
    }
}
