//! Measures the cost of requests: the rows that they read, and the elements that their answers show.

use crate::store::MemoryStore;
use crate::store::metered::Metered;
use crate::testing::Answered;
use crate::{Centre, Context, HttpReply, HttpRequest};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// The cost of a request.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub method: String,
    pub path: String,
    pub status: u16,
    /// Number of elements in the lists of the reply, including nested lists.
    pub shown: usize,
    /// Number of rows that the request read.
    pub read: usize,
}

/// Measures the requests that this thread makes.
struct Measurement {
    /// Number of rows in every centre beside the demo data.
    fill: Rc<dyn Fn(&mut MemoryStore)>,
    costs: Vec<Cost>,
}

thread_local! {
    static MEASUREMENT: RefCell<Option<Measurement>> = const { RefCell::new(None) };
}

/// The costs of the requests that `run` makes, in their order, in centres filled with many rows.
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

/// Fills the store of a new centre if this thread measures.
pub(crate) fn fill(store: &mut MemoryStore) {
    let fill = MEASUREMENT.with_borrow(|measurement| measurement.as_ref().map(|measurement| measurement.fill.clone()));
    if let Some(fill) = fill {
        fill(store);
    }
}

/// Records the cost of a request if this thread measures.
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
