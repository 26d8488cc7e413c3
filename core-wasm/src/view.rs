//! The views of all slices as one type, so that the store needs one function to convert and compare them.

#![warn(missing_docs)]

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

/// The view of one slice; the page receives the inner value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum View {
    /// Slice `session`.
    Session(Box<SessionView>),
    /// Slice `route`.
    Route(RouteView),
    /// Slice `link`: the connection.
    Link(LinkView),
    /// Slice `channels`.
    Channels(ChannelsView),
    /// Slice `pauses`.
    Pauses(PausesView),
    /// Slice `absence`.
    Absence(AbsenceView),
    /// Slice `supervision`: the board.
    Supervision(SupervisionView),
    /// Slice `preferences`.
    Preferences(Preferences),
    /// Slice `dialog`.
    Dialog(DialogView),
    /// Slice `snackbars`.
    Snackbars(SnackbarsView),
    /// Slice `notifications`.
    Notifications(NotificationsView),
    /// Slice `alerts`.
    Alerts(AlertsView),
    /// Slice `announcement`.
    Announcement(Announcement),
    /// Totals of the attendances.
    JobSummary(JobSummaryView),
    /// An ordered list.
    List(ListSnapshot),
    /// A row of the attendance list.
    JobRow(Box<JobRowView>),
    /// The header of an attendance.
    Job(Box<JobView>),
    /// The draft of an attendance.
    Draft(DraftView),
    /// One message.
    Message(Box<MessageView>),
    /// The contact panel of an attendance.
    Contact(Box<ContactPanelView>),
    /// The qualification dialog of an attendance.
    Qualification(Box<QualificationView>),
    /// The area of the registry tests.
    #[cfg(test)]
    Counter(crate::counter::CounterView),
    /// The entity of the slice does not exist.
    Absent,
}
