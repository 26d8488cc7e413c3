//! Contacts, registered with the workspace.

use super::{Contacts, slices};
use crate::view::View;
use crate::workspace::registry::{Area, Show, Shown};

impl Area for Contacts {
    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::CONTACT, |workspace, protocol| {
        let panel = workspace.contacts.view(&workspace.jobs, &protocol);
        panel.map_or(View::Absent, |panel| View::Contact(Box::new(panel)))
    })];
}
