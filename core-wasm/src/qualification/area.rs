//! Qualification, registered with the workspace.

use super::{Qualification, StoredQualification, records, slices};
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::Workspace;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords};

impl Area for Qualification {
    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::QUALIFICATION, |workspace, protocol| {
        let groups = workspace.session.attendance_groups();
        let form = workspace.qualification.view(&workspace.jobs, groups, &protocol);
        form.map_or(View::Absent, |form| View::Qualification(Box::new(form)))
    })];

    const RECORDS: &'static [&'static dyn Kept] = &[&Keep(&records::QUALIFICATION, |workspace, protocol| {
        workspace.qualification.record_of(&protocol).as_ref().map(json_text)
    })];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        for (protocol, record) in stored.all::<_, StoredQualification>(&records::QUALIFICATION) {
            workspace.qualification.restore(protocol, record);
        }
    }
}
