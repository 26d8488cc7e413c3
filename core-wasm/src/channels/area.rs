//! The channels, registered with the workspace.

use super::{Channels, ChannelsRecord, records, slices};
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::Workspace;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords};

impl Area for Channels {
    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::CHANNELS, |workspace, ()| {
        View::Channels(workspace.channels.view(workspace.connection.is_in_doubt()))
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::CHANNEL, |workspace, ()| Some(json_text(&workspace.channels.record())))];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let record: Option<ChannelsRecord> = stored.one(&records::CHANNEL);
        if let Some(record) = record {
            workspace.channels.restore(record);
        }
    }
}
