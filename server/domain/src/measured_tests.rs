//! Measures what requests cost: the rows that they read, and what their answers show.

use crate::store::MemoryStore;
use crate::store::metered::Metered;
use crate::testing::Answered;
use crate::{Centre, Context, HttpReply, HttpRequest};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// What a request cost.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub method: String,
    pub path: String,
    pub status: u16,
    /// Elements of the lists in the reply, and of those in them.
    pub shown: usize,
    /// Rows that were read.
    pub read: usize,
}

/// Measures the requests of this thread.
struct Measurement {
    /// Rows that every centre has beside the demo data.
    fill: Rc<dyn Fn(&mut MemoryStore)>,
    costs: Vec<Cost>,
}

thread_local! {
    static MEASUREMENT: RefCell<Option<Measurement>> = const { RefCell::new(None) };
}

/// The costs of the requests that `run` makes, in their order, in centres that are filled.
pub(crate) fn measured(fill: impl Fn(&mut MemoryStore) + 'static, run: impl FnOnce()) -> Vec<Cost> {
    MEASUREMENT.set(Some(Measurement { fill: Rc::new(fill), costs: Vec::new() }));
    run();
    MEASUREMENT.take().map(|measurement| measurement.costs).unwrap_or_default()
}

fn elements(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len() + items.iter().map(elements).sum::<usize>(),
        Value::Object(fields) => fields.values().map(elements).sum(),
        _ => 0,
    }
}

/// Fills the store of a new centre, if this thread measures.
pub(crate) fn fill(store: &mut MemoryStore) {
    let fill = MEASUREMENT.with_borrow(|measurement| measurement.as_ref().map(|measurement| measurement.fill.clone()));
    if let Some(fill) = fill {
        fill(store);
    }
}

/// Notes what a request cost, if this thread measures.
pub(crate) fn note(request: HttpRequest, answered: &Answered, read: usize) {
    MEASUREMENT.with_borrow_mut(|measurement| {
        let Some(measurement) = measurement else { return };
        let HttpRequest { method, path, .. } = request;
        let (status, shown) = (answered.status, elements(&answered.body));
        measurement.costs.push(Cost { method, path, status, shown, read });
    });
}

/// The reply to a request, and how many rows it read.
pub(crate) fn http(
    centre: &Centre,
    store: &mut MemoryStore,
    context: &mut Context<'_>,
    request: &HttpRequest,
) -> (HttpReply, usize) {
    let mut counted = Metered::new(store);
    (centre.http(&mut counted, context, request), counted.rows().0)
}
