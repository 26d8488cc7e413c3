//! Supervision, registered with the workspace.

use super::{Supervision, slices};
use crate::view::View;
use crate::workspace::registry::{Area, Show, Shown};

impl Area for Supervision {
    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::SUPERVISION, |workspace, ()| View::Supervision(workspace.supervision.view()))];
}
