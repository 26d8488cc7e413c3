//! Bodies of the REST contract. Each has a name and an example in docs/contract; strict reading, OpenAPI and the tests
//! of client and server use the same example.

use serde_json::Value;
use std::sync::LazyLock;

/// A named body of the contract.
pub struct Body {
    /// Name of its OpenAPI schema.
    pub name: &'static str,
    /// File in docs/contract.
    pub file: &'static str,
    /// Content of the file.
    pub example: &'static str,
    /// Fields that a request may omit.
    pub optional: &'static [&'static str],
    /// Fields, at any depth, whose value may be null.
    pub nullable: &'static [&'static str],
    /// Fields, at any depth, that are objects with arbitrary names and text values.
    pub maps: &'static [&'static str],
    /// Lists, at any depth, whose limit the handler checks instead of the general one.
    pub long_lists: &'static [&'static str],
    /// The example as JSON, which is parsed once.
    value: LazyLock<Value>,
}

impl Body {
    /// The example as JSON; `Null` if it is not JSON.
    pub fn example_value(&self) -> &Value {
        &self.value
    }
}

/// What describes every item of an example's list: of objects the fields of all of them, because they may show alternatives.
pub(crate) fn item_of(items: &[Value]) -> Option<Value> {
    let Some(objects) = items.iter().map(Value::as_object).collect::<Option<Vec<_>>>() else {
        return items.first().cloned();
    };
    let fields = objects.into_iter().rev().flatten().map(|(name, field)| (name.clone(), field.clone()));
    (!items.is_empty()).then(|| Value::Object(fields.collect()))
}

macro_rules! bodies {
    (@optional) => { &[] };
    (@optional $optional:expr) => { $optional };
    ($($constant:ident = $name:literal, $file:literal $(, optional $optional:expr)? $(, nullable $nullable:expr)? $(, maps $maps:expr)? $(, long $long:expr)?;)*) => {
        $(pub static $constant: Body = Body {
            name: $name,
            file: $file,
            example: include_str!(concat!("../../../docs/contract/", $file)),
            optional: bodies!(@optional $($optional)?),
            nullable: bodies!(@optional $($nullable)?),
            maps: bodies!(@optional $($maps)?),
            long_lists: bodies!(@optional $($long)?),
            value: LazyLock::new(|| serde_json::from_str($constant.example).unwrap_or(Value::Null)),
        };)*
        /// Every body of the REST contract.
        pub static BODIES: &[&Body] = &[$(&$constant),*];
    };
}

bodies! {
    LOGIN_REQUEST = "LoginRequest", "login-request.json";
    LOGIN_REPLY = "LoginReply", "login-reply.json";
    VALIDATE_REQUEST = "ValidateRequest", "validate-request.json", optional &["acted"];
    VALIDATE_REPLY = "ValidateReply", "validate-reply.json";
    SUCCESS = "Success", "success.json";
    SYSTEM_REPLY = "SystemReply", "system-reply.json";
    SYSTEM_DATETIME = "SystemDatetime", "system-datetime.json";
    START_LISTENER_REQUEST = "StartListenerRequest", "start-listener-request.json";
    START_LISTENER_REPLY = "StartListenerReply", "start-listener-reply.json";
    AGENT_RECORD = "AgentRecord", "agent-record.json";
    AGENT_STATUS = "AgentStatus", "agent-status.json",
        nullable &["since", "pause", "scheduledPause", "absence"];
    ATTENDANCE_GROUPS = "AttendanceGroupList", "attendance-groups.json";
    ACTIVE_JOBS = "ActiveJobs", "active-jobs.json";
    ORG_UNIT = "OrgUnit", "org-unit.json";
    CHANNEL_REPLY = "ChannelReply", "channel-reply.json", nullable &["since", "pause", "scheduledPause"];
    MESSAGES_REPLY = "MessagesReply", "messages-reply.json";
    QUALIFICATIONS = "QualificationList", "qualifications.json";
    QUEUES = "QueueList", "queues.json";
    QUEUE_RECORD = "QueueRecord", "queue-record.json";
    SEND_MESSAGE_REQUEST = "SendMessageRequest", "send-message-request.json",
        optional &["mediaId", "messageAnswered"];
    SEND_MESSAGE_REPLY = "SendMessageReply", "send-message-reply.json";
    TYPING_REQUEST = "TypingRequest", "typing-request.json", optional &["custom_id"];
    JOB_REQUEST = "JobRequest", "job-request.json";
    QUALIFY_PAYLOAD = "QualifyPayload", "qualify-payload.json";
    CONTACT = "Contact", "contact.json";
    CONTACTS_FOUND = "ContactsFound", "contacts-found.json";
    CONTACTS_PAGE = "ContactsPage", "contacts-page.json";
    CONTACT_SAVE = "ContactSave", "contact-save.json",
        optional &["id", "contact_identifier", "whatsapp_identifier", "chat_identifier", "contact_phone1", "fullname", "email",
            "data", "employer_id", "preferential", "version", "protocol"],
        maps &["data"];
    VINCULATE_REQUEST = "VinculateRequest", "vinculate-request.json";
    TAGS = "TagList", "tags.json";
    CONNECT_VOICE_REQUEST = "ConnectVoiceRequest", "presence/connect-voice-request.json";
    WRAP_UP_REQUEST = "WrapUpRequest", "presence/wrap-up-request.json", optional &["extension"];
    PAUSES = "PauseList", "presence/pauses.json";
    AGENT_PAUSES = "AgentPauses", "presence/agent-pauses.json",
        nullable &["voice", "whatsapp", "chat"];
    PAUSE_REQUEST = "PauseRequest", "presence/pause-request.json";
    PAUSE_ALL_REQUEST = "PauseAllRequest", "presence/pause-all-request.json";
    UNPAUSE_ALL_REQUEST = "UnpauseAllRequest", "presence/unpause-all-request.json";
    PAUSE_REPLY = "PauseReply", "presence/pause-reply.json", nullable &["since", "pause", "scheduledPause"];
    PAUSE_ALL_REPLY = "PauseAllReply", "presence/pause-all-reply.json",
        nullable &["since", "pause", "scheduledPause"];
    ABSENCE_REPLY = "AbsenceReply", "presence/absence-reply.json", nullable &["since"];
    BOARD = "Board", "presence/board.json",
        nullable &["since", "absentSince", "voice", "whatsapp", "chat", "pause", "scheduledPause"];
    DEAD_EFFECTS = "DeadEffectList", "dead-effects.json";
    PERSON = "Person", "presence/person.json";
    AVAILABLE_AGENTS = "AvailableAgentList", "presence/available-agents.json";
    TIME_INFORMATIONS = "TimeInformations", "presence/time-informations.json";
    CHANGE_PASSWORD_REQUEST = "ChangePasswordRequest", "presence/change-password-request.json",
        optional &["currentPassword"];
    CODE_SIGN_IN = "CodeSignIn", "session/code-sign-in.json";
    CODE_SIGNED_IN = "CodeSignedIn", "session/code-signed-in.json", nullable &["recoveryCodesLeft"];
    SECOND_FACTOR_STATUS = "SecondFactorStatus", "session/second-factor.json";
    SECOND_FACTOR_REQUEST = "SecondFactorRequest", "session/second-factor-request.json", optional &["password"];
    SECOND_FACTOR_SET_UP = "SecondFactorSetUp", "session/second-factor-set-up.json";
    SECOND_FACTOR_CONFIRM = "SecondFactorConfirm", "session/second-factor-confirm.json";
    SECOND_FACTOR_ACTIVATE = "SecondFactorActivate", "session/second-factor-activate.json";
    SECOND_FACTOR_REMOVE = "SecondFactorRemove", "session/second-factor-remove.json";
    RECOVERY_CODES = "RecoveryCodes", "session/recovery-codes.json";
    PASSWORD_TOKEN = "PasswordToken", "presence/password-token.json";
    NOTIFY_REQUEST = "NotifyRequest", "presence/notify-request.json";
    WHITE_LABEL = "WhiteLabel", "presence/white-label.json",
        nullable &["productName", "logo", "favicon", "primaryColor"];
    CONFIGURATION = "Configuration", "presence/configuration.json",
        nullable &["featureFlags", "errorReporting", "tracking", "developClientKey"];
    OPEN_URL_REQUEST = "OpenUrlRequest", "presence/open-url-request.json";
    NOTIFICATION = "Notification", "presence/notification.json", nullable &["since", "time", "channel"];
    NOTIFICATIONS = "NotificationList", "presence/notifications.json", nullable &["since", "time", "channel"];
    WEB_RTC = "WebRtcSettings", "voice/webrtc.json";
    VOICE_NODES = "VoiceNodeList", "voice/nodes.json";
    CAMPAIGN = "Campaign", "voice/campaign.json";
    CAMPAIGNS = "CampaignList", "voice/campaigns.json";
    DIALER_CAMPAIGNS = "DialerCampaignList", "dialer-campaigns.json";
    SCRIPT = "Script", "voice/script.json";
    SCRIPT_FIELDS = "ScriptFieldList", "voice/script-fields.json";
    SCRIPT_ANSWER_REQUEST = "ScriptAnswerRequest", "voice/script-answer-request.json";
    ACTIVE_VOICE_JOB_REQUEST = "ActiveVoiceJobRequest", "voice/active-job-request.json",
        optional &["phone", "contactId", "campaignId", "schedule"], nullable &["schedule"];
    ACTIVE_VOICE_JOB_REPLY = "ActiveVoiceJobReply", "voice/active-job-reply.json";
    COLLEAGUE_LIST = "ColleagueList", "colleagues/list.json",
        nullable &["since", "voice", "whatsapp", "chat"];
    COLLEAGUE_STATUS_REQUEST = "ColleagueStatusRequest", "colleagues/status-request.json";
    COLLEAGUE_STATUS_REPLY = "ColleagueStatusReply", "colleagues/status-reply.json",
        nullable &["since", "voice", "whatsapp", "chat"];
    INTERNAL_CALL_REQUEST = "InternalCallRequest", "colleagues/call-request.json";
    INTERNAL_CALL_REPLY = "InternalCallReply", "colleagues/call-reply.json";
    INTERNAL_HANG_UP_REQUEST = "InternalHangUpRequest", "colleagues/hangup-request.json", optional &["uniqueId"];
    AGENT_CALLS_REQUEST = "AgentCallsRequest", "colleagues/agent-calls-request.json";
    CALL_RECORDINGS = "CallRecordingList", "supervision/recordings.json";
    RECORDING_PLAYBACK = "RecordingPlayback", "supervision/playback.json";
    CALL_SUPERVISION_REQUEST = "CallSupervisionRequest", "supervision/request.json";
    CALL_SUPERVISION_REPLY = "CallSupervisionReply", "supervision/reply.json";
    CALL_SUPERVISION = "CallSupervision", "supervision/call-supervision.json";
    CALL_SUPERVISIONS = "CallSupervisionList", "supervision/list.json";
    SUPERVISION_MODE_REQUEST = "SupervisionModeRequest", "supervision/mode-request.json";
    TAKE_OVER_REQUEST = "TakeOverRequest", "supervision/take-over-request.json", optional &["observation"];
    SUPERVISION_RULES = "SupervisionRules", "supervision/rules.json";
    VOICE_CALL_REPORT_REQUEST = "VoiceCallReportRequest", "voice/call-report-request.json";
    VOICE_CALL_REQUEST = "VoiceCallRequest", "voice/call-request.json", optional &["protocol", "uniqueId"];
    VOICE_QUEUES = "VoiceQueueList", "voice/queues.json", optional &["waitingSince"];
    VOICE_TRANSFER_REQUEST = "VoiceTransferRequest", "voice/transfer-request.json", optional &["observation"];
    VOICE_ROOM_REQUEST = "VoiceRoomRequest", "voice/room-request.json";
    CONFERENCE_REQUEST = "ConferenceRequest", "voice/conference-request.json";
    ROOM_ACTION_REQUEST = "RoomActionRequest", "voice/room-action-request.json", optional &["party"];
    VOICE_DESTINATION_AGENTS = "VoiceDestinationAgentList", "voice/destination-agents.json";
    JOB_TRANSFERS = "TransferRecordList", "voice/transfers.json", optional &["kind", "endedAt"];
    REDIAL_REPLY = "RedialReply", "voice/redial-reply.json", optional &["cause"];
    PREFERENTIAL_CALL_REQUEST = "PreferentialCallRequest", "voice/preferential-call-request.json";
    CAMPAIGN_DEFAULT_REQUEST = "CampaignDefaultRequest", "voice/campaign-default-request.json";
    ACK_CALL_VOLUME_REQUEST = "AckCallVolumeRequest", "voice/ackcall-volume-request.json";
    AUTO_RECONNECT_REQUEST = "AutoReconnectRequest", "voice/auto-reconnect-request.json";
    SEND_WHATSAPP_REQUEST = "SendWhatsAppRequest", "whatsapp/send-request.json",
        optional &["mediaId", "template", "headerLink", "messageAnswered", "forwardedFrom", "voice"];
    WHATSAPP_JOB_REQUEST = "WhatsAppJobRequest", "whatsapp/job-request.json";
    WHATSAPP_MESSAGE = "WhatsAppMessage", "whatsapp/message.json";
    WHATSAPP_MESSAGES = "WhatsAppMessages", "whatsapp/search-reply.json";
    WHATSAPP_MEDIA = "WhatsAppMediaPage", "whatsapp/media.json";
    INBOX_JOBS = "InboxJobs", "whatsapp/inbox-jobs.json";
    ACTIVE_WHATSAPP_JOB_REQUEST = "ActiveWhatsAppJobRequest", "whatsapp/active-job-request.json",
        optional &["phone", "contactId", "campaignId", "routeId"];
    ACTIVE_WHATSAPP_JOB_REPLY = "ActiveWhatsAppJobReply", "whatsapp/active-job-reply.json";
    ACTIVE_SESSIONS_REPLY = "ActiveSessionsReply", "whatsapp/active-sessions-reply.json", optional &["details"];
    TRANSFER_REQUEST = "TransferRequest", "whatsapp/transfer-request.json",
        optional &["toAgentId", "queueId", "campaignId", "observation"];
    WHATSAPP_ROUTES = "WhatsAppRouteList", "whatsapp/routes.json";
    WHATSAPP_TEMPLATES = "TemplateList", "whatsapp/templates.json", optional &["headerMedia"];
    PRESET_MESSAGES = "PresetMessageList", "whatsapp/preset-messages.json";
    TRANSFER_AGENTS = "TransferAgentList", "whatsapp/transfer-agents.json", optional &["load"];
    TRANSFER_QUEUES = "TransferQueueList", "whatsapp/transfer-queues.json";
    BOTS = "BotList", "whatsapp/bots.json";
    OPT_IN_REQUEST = "OptInRequest", "whatsapp/opt-in-request.json";
    TAG_CATALOGUE = "TagCatalogue", "history/tag-catalogue.json";
    TAG_ITEMS_REQUEST = "TagItemsRequest", "history/tag-items-request.json";
    JOB_TAG_REQUEST = "JobTagRequest", "history/job-tag-request.json";
    HISTORY = "HistoryPage", "history/history.json", nullable &["channel", "start", "end"];
    LAST_CONTACT = "LastContact", "history/last-contact.json", nullable &["channel", "at"];
    CHURN_CONTACT_REQUEST = "ChurnContactRequest", "history/churn-contact-request.json";
    CHURN_EMPLOYER_REQUEST = "ChurnEmployerRequest", "history/churn-employer-request.json";
    CHURN_FACTORS = "ChurnFactors", "history/churn-factors.json";
    CHURN_PROBABILITY = "ChurnProbability", "history/churn-probability.json", nullable &["probability"];
    JUSTIFICATION_REQUEST = "JustificationRequest", "history/justification-request.json";
    QUALIFICATIONS_REQUEST = "QualificationsRequest", "history/qualifications-request.json";
    CONTACT_COLUMNS = "ContactColumnList", "people/columns.json";
    COLUMN_CATEGORIES = "ColumnCategoryList", "people/column-categories.json";
    CONTACT_FILTERS = "ContactFilterList", "people/contact-filters.json";
    SAME_PERSONS = "SamePersonPage", "people/same-persons.json";
    JOIN_REQUEST = "JoinRequest", "people/join-request.json";
    SAME_PERSON_DECISION = "SamePersonDecision", "people/same-person-decision.json";
    EMPLOYER = "Employer", "people/employer.json";
    EMPLOYERS_PAGE = "EmployersPage", "people/employers-page.json";
    EMPLOYER_SEARCH = "EmployerSearch", "people/employer-search.json";
    EMPLOYER_CREATE = "EmployerCreate", "people/employer-create.json",
        optional &["socialName", "cnpj", "roles", "employerRoleId", "version"];
    EMPLOYER_UPDATE = "EmployerUpdate", "people/employer-update.json",
        optional &["socialName", "cnpj", "roles", "employerRoleId", "version"];
    EMPLOYER_SAVED = "EmployerSaved", "people/employer-saved.json";
    IMPORT_REQUEST = "ContactImportRequest", "people/import-request.json";
    IMPORT_LINES = "ContactImportLines", "people/import-lines.json";
    IMPORT = "ContactImport", "people/import.json";
    AUDIT = "AuditPage", "people/audit.json";
    FOUND_MESSAGES = "FoundMessages", "history/found-messages.json", nullable &["channel", "start", "end", "at"];
    NOTE = "Note", "notes/note.json", nullable &["changeableUntil"];
    NOTES = "NoteList", "notes/notes.json", nullable &["changeableUntil"];
    NOTE_PEOPLE = "NotePersonList", "notes/people.json";
    ADD_NOTE_REQUEST = "AddNoteRequest", "notes/add-request.json";
    EDIT_NOTE_REQUEST = "EditNoteRequest", "notes/edit-request.json";
    LIST_VIEWS = "ListViewList", "list-views/list-views.json";
    SAVE_LIST_VIEW_REQUEST = "SaveListViewRequest", "list-views/save-request.json";
    SNOOZE_REQUEST = "SnoozeRequest", "snooze/snooze-request.json";
    SNOOZED = "Snoozed", "snooze/snoozed.json", nullable &["snoozedUntil"];
    BROADCAST_REQUEST = "BroadcastRequest", "broadcasts/create-request.json",
        optional &["routeId", "headerLink", "startsAt", "column", "text", "contactId", "phone", "name", "fields"],
        maps &["fields"], long &["contacts"];
    BROADCAST_REPLY = "BroadcastReply", "broadcasts/reply.json";
    BROADCAST_CHECK = "BroadcastCheck", "broadcasts/check.json", nullable &["dailyLimit"];
    BROADCAST_LISTS = "BroadcastLists", "broadcasts/lists.json";
    BROADCAST_ENTRIES = "BroadcastEntries", "broadcasts/entries.json";
    CANCEL_BROADCAST_REQUEST = "CancelBroadcastRequest", "broadcasts/cancel-request.json";
    BROADCAST_CHANGE_REQUEST = "BroadcastChangeRequest", "broadcasts/change-request.json", optional &["entries"];
    BROADCAST_RETRY_REQUEST = "BroadcastRetryRequest", "broadcasts/retry-request.json",
        optional &["entries"], long &["entries"];
    ERROR = "Error", "error-fields.json";
    OPENAPI = "OpenApi", "openapi-head.json";
    WEB_CHAT_START = "OutsideStart", "outside-start.json",
        optional &["identifier", "identifierExpires", "identifierSignature", "secret", "challenge", "solution"];
    OUTSIDE_LINES = "OutsideLineList", "outside-lines.json";
    OUTSIDE_PUZZLE = "OutsidePuzzle", "outside-puzzle.json";
    OUTSIDE_CALL = "OutsideCall", "outside-call.json",
        optional &["phone", "phoneExpires", "phoneSignature", "challenge", "solution"];
    OUTSIDE_SIGNATURE = "OutsideSignature", "outside-signature.json";
    OUTSIDE_SIGNED = "OutsideSigned", "outside-signed.json";
    OUTSIDE_DESKS = "OutsideDeskList", "outside-desks.json";
    OUTSIDE_DESK = "OutsideDesk", "outside-desk.json";
    OUTSIDE_CALL_STARTED = "OutsideCallStarted", "outside-call-started.json";
    WEB_CHAT_STARTED = "OutsideStarted", "outside-started.json";
    WEB_CHAT_MESSAGE = "OutsideMessage", "outside-message.json", optional &["mediaId", "answered"];
    WEB_CHAT_UPLOAD = "OutsideUpload", "outside-upload.json";
    WEB_CHAT_SENT = "OutsideSent", "outside-sent.json";
    WEB_CHAT_TYPING = "OutsideTyping", "outside-typing.json", optional &["custom_id"];
    WEB_CHAT_QUEUES = "OutsideQueueList", "outside-queues.json";
    WEB_CHAT_EVENTS = "OutsideEvents", "outside-events.json";
}
