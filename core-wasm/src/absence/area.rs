//! Absent mode, registered with the workspace.

use super::{Absence, slices};
use crate::view::View;
use crate::workspace::registry::{Area, Show, Shown};

impl Area for Absence {
    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::ABSENCE, |workspace, ()| View::Absence(workspace.absence.view()))];
}
