//! Every slice's view in one type, so that the border and the dirty check need one function only.

use crate::absence::AbsenceView;
use crate::channels::ChannelsView;
use crate::connection::LinkView;
use crate::contacts::ContactPanelView;
use crate::conversation::DraftView;
use crate::flow::ListSnapshot;
use crate::jobs::{JobRowView, JobSummaryView, JobView, MessageView};
use crate::notifications::{AlertsView, NotificationsView};
use crate::pauses::PausesView;
use crate::qualification::QualificationView;
use crate::session::SessionView;
use crate::shell::{Announcement, DialogView, Preferences, RouteView, SnackbarsView};
use crate::supervision::SupervisionView;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum View {
    Session(Box<SessionView>),
    Route(RouteView),
    Link(LinkView),
    Channels(ChannelsView),
    Pauses(PausesView),
    Absence(AbsenceView),
    Supervision(SupervisionView),
    Preferences(Preferences),
    Dialog(DialogView),
    Snackbars(SnackbarsView),
    Notifications(NotificationsView),
    Alerts(AlertsView),
    Announcement(Announcement),
    JobSummary(JobSummaryView),
    List(ListSnapshot),
    JobRow(Box<JobRowView>),
    Job(Box<JobView>),
    Draft(DraftView),
    Message(Box<MessageView>),
    Contact(Box<ContactPanelView>),
    Qualification(Box<QualificationView>),
    #[cfg(test)]
    Counter(crate::counter::CounterView),
    /// The thing is not there (any more).
    Absent,
}
