//! Facts that areas above follow: an area says that a fact changed (`Context::changed`), and slices of areas above
//! declare the facts that they show (`Slice::follows`). Any other reaction of an area above happens at the end of the
//! step (`Area::fact_changed`). Therefore no area depends on an area above it.

use super::Context;
use super::key::{Ids, Key, Kind, Row, RowName};

/// One kind of fact.
#[derive(Debug)]
pub struct FactRow {
    name: RowName,
}

impl Row for FactRow {
    fn name(&self) -> &RowName {
        &self.name
    }
}

/// A kind of fact whose keys carry the identifiers `I`.
pub type Fact<I> = Kind<FactRow, I>;

/// The key of one fact.
pub type FactKey = Key<FactRow>;

impl<I: Ids> Fact<I> {
    /// The row of a fact; its name is only for readers of the code.
    pub const fn named(name: &'static str) -> Self {
        Self::new(FactRow { name: RowName::of::<I>(name) })
    }
}

impl Context<'_> {
    /// A fact changed: marks the slices that follow it, each with the identifiers of the fact, and informs the areas at the
    /// end of the step.
    pub fn changed(&mut self, fact: FactKey) {
        let kernel = &mut *self.kernel;
        let followers = kernel.followers.iter().copied().filter(|row| row.follows(fact.row()));
        for key in followers.filter_map(|row| fact.with_row(row)) {
            kernel.dirty.insert(key);
        }
        if kernel.changed.last() != Some(&fact) {
            kernel.changed.push(fact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Kernel, Now, Slice};
    use crate::wire::{ContactId, Protocol};

    static NAME: Fact<Protocol> = Fact::named("name");
    static OTHER: Fact<Protocol> = Fact::named("other");
    static HEADER: Slice<Protocol> = Slice::view("header").follows(&[NAME.row(), OTHER.row()]);
    static BAR: Slice<()> = Slice::view("bar").follows(&[NAME.row()]);
    static OF_CONTACT: Slice<ContactId> = Slice::view("ofContact").follows(&[NAME.row()]);
    static ALONE: Slice<Protocol> = Slice::view("alone");

    #[test]
    fn a_changed_fact_marks_the_slices_that_follow_it_with_its_identifiers() {
        let mut kernel = Kernel::new([1; 32]);
        kernel.followers = vec![HEADER.row(), BAR.row(), OF_CONTACT.row(), ALONE.row()];
        let marked = |kernel: &mut Kernel, fact: FactKey| {
            Context { now: Now::default(), kernel }.changed(fact);
            std::mem::take(&mut kernel.dirty).into_iter().map(|key| key.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(marked(&mut kernel, NAME.of("P1".into())), ["header:P1", "bar"]);
        assert_eq!(marked(&mut kernel, OTHER.of("P2".into())), ["header:P2"]);
    }
}
