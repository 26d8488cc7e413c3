//! Qualification, registered with the workspace.

use super::QualificationSlice;
use super::bulk::Bulk;
use super::registry::NAME;
use super::{
    BulkItemEvent, Exit, Qualification, QualificationIntent, StoredBulk, StoredQualification, records, slices,
};
use crate::contacts::Wanted;
use crate::flow::{Answer, AreaName, RequestId, Text};
use crate::jobs::RemovalReason;
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{EventMeta, Protocol, events, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, StoredRecords};
use crate::workspace::{Workspace, context};

impl Area for Qualification {
    type Intent = QualificationIntent;
    type Event = events::qualification::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::QUALIFICATION, |workspace, protocol| {
            let groups = workspace.session.attendance_groups();
            let form = workspace.qualification.view(&workspace.jobs, groups, &protocol);
            form.map(|form| QualificationSlice::Qualification(Box::new(form)))
        }),
        &Show(&slices::BULK, |workspace, ()| QualificationSlice::Bulk(Box::new(workspace.qualification.bulk.view()))),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::QUALIFICATION, |workspace, protocol| {
            workspace.qualification.record_of(&protocol).as_ref().map(json_text)
        }),
        &Keep(&records::BULK, |workspace, ()| workspace.qualification.bulk.record().as_ref().map(json_text)),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        for (protocol, record) in stored.all::<_, StoredQualification>(&records::QUALIFICATION) {
            workspace.qualification.restore(protocol, record);
        }
        if let Some(record) = stored.one::<StoredBulk>(&records::BULK) {
            workspace.qualification.bulk_mut(context!(workspace)).restore(record);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.qualification.on_reply(context!(workspace), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.qualification = Qualification::default();
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        workspace.qualification.job_removed(context!(workspace), protocol);
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::qualification::Event::Qualified(_) if workspace.jobs.covers(meta) => {}
            events::qualification::Event::Qualified(event) => {
                let Some(job) = workspace.jobs.get(&event.protocol) else { return };
                if workspace.qualification.is_pending(&event.protocol) {
                    // The event arrived before the answer to the agent's request: show one snackbar, not two (QUA-018).
                    return workspace.route([Exit::Qualified(event.protocol)]);
                }
                let is_reached = |bulk: &mut Bulk| bulk.apply_event(&event.protocol, BulkItemEvent::Reached);
                if workspace.qualification.bulk.is_under_way(&event.protocol)
                    && is_reached(workspace.qualification.bulk_mut(context!(workspace)))
                {
                    return workspace.route([Exit::QualifiedInBulk(event.protocol)]);
                }
                let channel = event.channel.unwrap_or(job.channel());
                workspace.remove_job(&event.protocol, RemovalReason::Qualified);
                let text = Qualification::qualified_text(channel, &event.protocol);
                workspace.snackbar(Topic::LeftList(event.protocol), SnackbarKind::Success, text);
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            QualificationIntent::OpenQualification { protocol } => {
                let exit = workspace.qualification.open(context!(workspace), &workspace.jobs, &protocol);
                workspace.route(exit);
            }
            QualificationIntent::ReloadQualifications { protocol } => {
                workspace.qualification.load(context!(workspace), &workspace.jobs, &protocol)
            }
            QualificationIntent::ChooseQualification { protocol, qualification_id } => {
                workspace.qualification.choose(context!(workspace), &protocol, qualification_id);
            }
            QualificationIntent::ObserveQualification { protocol, observation } => {
                workspace.qualification.observe(context!(workspace), &protocol, &observation);
            }
            QualificationIntent::FinishAndQualify { protocol, waits } => workspace.finish_and_qualify(&protocol, waits),
            QualificationIntent::ConfirmQualification { protocol } => workspace.confirm_qualification(&protocol),
            QualificationIntent::SelectInBulk { protocols } => workspace.select_in_bulk(protocols),
            QualificationIntent::AskInBulk { task } => workspace.ask_in_bulk(task),
            QualificationIntent::ReloadBulkLists => workspace.reload_bulk_lists(),
            QualificationIntent::ChooseInBulk { qualification_id } => {
                workspace.qualification.bulk_mut(context!(workspace)).choose(&qualification_id.0);
            }
            QualificationIntent::ObserveInBulk { observation } => {
                workspace.qualification.bulk_mut(context!(workspace)).observe(&observation);
            }
            QualificationIntent::ConfirmBulk => workspace.confirm_bulk(),
            QualificationIntent::CancelBulk => workspace.cancel_bulk(),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::ContactNeeded(protocol) => {
                workspace.shell.dialogs.close(
                    context!(workspace),
                    |dialog| matches!(dialog, Dialog::Qualification { protocol: open } if *open == protocol),
                );
                workspace.need_contact(&protocol, Wanted::Qualification);
            }
            Self::Open(protocol) => {
                workspace.shell.dialogs.open(context!(workspace), Dialog::Qualification { protocol });
            }
            Self::Qualified(protocol) => {
                let was_shown = workspace.shell.route().protocol() == Some(&protocol);
                workspace.close_by_channel(&protocol);
                workspace.remove_job(&protocol, RemovalReason::Qualified);
                workspace.refresh_history();
                if was_shown {
                    workspace.go_on_after_closing();
                }
                let text = Text::key("qualificationSuccess");
                workspace.snackbar(Topic::Qualify(protocol), SnackbarKind::Success, text);
            }
            Self::QualifiedInBulk(protocol) => workspace.qualified_in_bulk(&protocol),
            Self::LookUp => workspace.reconcile(),
            Self::Refused(protocol, text) => workspace.snackbar(Topic::Qualify(protocol), SnackbarKind::Error, text),
        }
    }
}
