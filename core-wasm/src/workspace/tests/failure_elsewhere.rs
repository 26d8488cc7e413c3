//! The requests without a row in `failure_rows` and the files beside it, each with the reason.

/// Requests whose failure other tests cover, each with the reason why it has no row.
pub const ELSEWHERE: &[(&str, &str)] = &[
    ("jobs::Close", "told to the server after a qualification, nothing waits for it"),
    ("qualification::Default", "asked only where a queue has no list; shown by the tests of the qualification"),
    ("qualification::BulkDefault", "asked only where a queue has no list; shown by tests/bulk.rs"),
    ("session::Check", "its failure is the page of the lost connection (ses_024)"),
    ("session::Agent", "its failure is the page of the lost connection (ses_034)"),
    ("session::AgentSettings", "repeated with the next reconcile: tests/settings.rs"),
    ("session::Status", "its failure is the page of the lost connection (ses_034)"),
    ("session::AttendanceGroups", "asked where the first address of the groups has failed"),
    ("imports::Portion", "carried out by the page; its failure is in the dialog (tests/imports.rs)"),
    ("conversation::Upload", "carried out by the page; its failure is in the bubble and a snackbar (tests/uploads.rs)"),
    ("whatsapp::Inbox", "shown in the inbox; loaded again with the next reconcile (tests/whatsapp_work.rs)"),
    ("whatsapp::ReadAll", "nothing waits for it: the next list corrects the count"),
    ("voice::Settings", VOICE),
    ("voice::Nodes", VOICE),
    ("voice::Dial", VOICE),
    ("voice::DialCheck", VOICE),
    ("voice::Redial", VOICE),
    ("voice::Reject", VOICE),
    ("voice::HangUp", VOICE),
    ("voice::OwnCall", "repeated until the server answers: voice/tests/own_call.rs"),
    ("voice::Preferential", VOICE),
    ("voice::Contact", VOICE),
    ("voice::Source", VOICE),
    ("voice::Script", VOICE),
    ("voice::ScriptFields", VOICE),
    ("voice::Room", "every answer to a request about a room is in workspace/tests/voice_rooms.rs"),
    ("voice::DestinationAgents", "shown in the dialog of destinations: workspace/tests/call_destinations.rs"),
    ("voice::DestinationQueues", "shown in the dialog of destinations: workspace/tests/call_destinations.rs"),
    ("voice::DestinationCampaigns", "shown in the dialog of destinations: workspace/tests/call_destinations.rs"),
    ("transfers::Records", "shown in the list of transfers: workspace/tests/call_destinations.rs"),
    ("voice::AutoReconnect", VOICE),
    ("voice::DefaultCampaign", VOICE),
    ("voice::Volume", VOICE),
];

/// The area is not registered with the workspace yet.
const VOICE: &str = "shown by voice/tests/failures.rs";
