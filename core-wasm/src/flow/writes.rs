//! Every write of this page: what it changes, and the action after a lost answer (BEY-153). A request that changes
//! something can only be created from its row, so a new write without a row does not compile.

use super::write::ActionAfterLoss;
use super::{HttpRequest, Method, Path, Text};

/// The action after a lost answer, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterLoss {
    /// The kernel sends the request again (`flow/repeat.rs`). The text says why a repetition is harmless.
    Repeated(&'static str),
    /// The area loads this from the server, which shows whether the write was executed.
    LookedUp(&'static str),
    /// A state machine of the area handles it: its file, and its action.
    OfArea(&'static str),
    /// The agent is not informed. The text says why.
    Silent(&'static str),
    /// The write is neither repeated nor looked up. The text says why; the agent reads that the result is unknown, and
    /// where to check it.
    Said(&'static str),
}

impl AfterLoss {
    /// The action of the write's state machine after a lost answer.
    pub fn action_after_loss(self) -> ActionAfterLoss {
        match self {
            Self::Repeated(_) => ActionAfterLoss::Repeat,
            Self::LookedUp(_) => ActionAfterLoss::LookUp,
            Self::OfArea(_) | Self::Silent(_) | Self::Said(_) => ActionAfterLoss::GiveUp,
        }
    }
}

/// The row of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteRow {
    /// What the write changes.
    pub does: &'static str,
    /// What follows from a lost answer.
    pub after_loss: AfterLoss,
    /// The text for the agent if the result stays unknown; empty if the area shows no text or has its own texts.
    pub unknown: &'static str,
}

macro_rules! writes {
    ($($name:ident: $does:literal, $after_loss:ident($because:literal), $unknown:literal;)+) => {
        /// A change that the agent or the page requests from the server.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum ServerWrite {
            $(#[doc = $does] $name,)+
        }

        impl ServerWrite {
            /// All writes.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// What the write changes, and the action after a lost answer.
            pub fn row(self) -> WriteRow {
                match self {
                    $(Self::$name => WriteRow {
                        does: $does,
                        after_loss: AfterLoss::$after_loss($because),
                        unknown: $unknown,
                    },)+
                }
            }
        }
    };
}

writes! {
    EnterPause:
        "A pause of one or several channels begins.",
        Repeated("a pause that is in force is entered again without a change"),
        "pauses.enterUnknown";
    LeavePause:
        "A pause ends, or a planned one is cancelled.",
        Repeated("a channel without a pause answers that it has none, which is the wish"),
        "pauses.leaveUnknown";
    ConnectChannel:
        "A channel is connected.",
        Repeated("a connected channel stays as it is"),
        "channels.connectUnknown";
    DisconnectChannel:
        "A channel is disconnected.",
        Repeated("a disconnected channel stays as it is"),
        "channels.disconnectUnknown";
    ExtendWrapUp:
        "The wrap-up after a call gets more time.",
        Repeated("the request names the number of the extension; the status says the rest"),
        "";
    EndWrapUp:
        "The wrap-up after a call ends.",
        Repeated("the request names the call; the status says the rest"),
        "";
    FinishJob:
        "An attendance is finished.",
        OfArea("jobs/closing.rs: the list of attendances says whether it has ended"),
        "";
    CloseJob:
        "A qualified attendance is closed.",
        Repeated("the server accepts a repetition"),
        "";
    Qualify:
        "An attendance is qualified.",
        Repeated("a qualified attendance stays as it is"),
        "qualification.unknown";
    Transfer:
        "An attendance is transferred.",
        LookedUp("GET agents/{id}/jobs/active: it left, or returned with one more transfer"),
        "";
    RegisterContact:
        "A customer is registered as a contact.",
        LookedUp("GET contacts/{identifier}: a contact with this identifier and name"),
        "contacts.saveUncertain";
    SaveContact:
        "A contact is changed.",
        Repeated("the request names the version that the agent saw; a refusal contains the contact, which is compared"),
        "contacts.saveUncertain";
    LinkContact:
        "A contact is linked with an attendance.",
        Repeated("the same contact is linked again without a change"),
        "contacts.linkUnknown";
    DeleteContact:
        "A contact is deleted.",
        Repeated("a contact that is gone is not found, which is the wish"),
        "contacts.deleteUnknown";
    CreateCompany:
        "A company is registered.",
        LookedUp("GET employers?search: a company with this code and name"),
        "contacts.saveUncertain";
    SaveCompany:
        "A company is changed.",
        Repeated("the request names the version that the agent saw; a refusal contains the company, which is compared"),
        "contacts.saveUncertain";
    DecideSamePerson:
        "The agent decides whether two contacts are one person.",
        OfArea("people/decision.rs: the list of proposals says what was decided"),
        "";
    ImportContacts:
        "An import of contacts is created, given its lines, begun or removed.",
        OfArea("imports/steps.rs: the step stays, and the agent goes on with it; nothing is applied twice"),
        "";
    ChangeTags:
        "A tag is added or removed.",
        Repeated("a tag that is there is not added twice, one that is missing is not removed"),
        "";
    RemoveRisk:
        "The churn risk of a contact is removed.",
        Repeated("a removed risk stays removed"),
        "churn.removeUnknown";
    WriteNote:
        "An internal note is added, changed or removed.",
        OfArea("notes/phase.rs: the note has an id of the page, and the notes are read"),
        "";
    SendMessage:
        "A message is sent.",
        OfArea("conversation/delivery.rs: the message has an id of the page, and the thread is read"),
        "";
    UploadFile:
        "A file is uploaded.",
        OfArea("conversation/uploads.rs: a file that no message names is removed by the server"),
        "";
    Typing:
        "The customer sees that the agent types.",
        Silent("it is out of date a moment later"),
        "";
    ReadAll:
        "The messages of a conversation are marked as read.",
        Silent("a repetition could mark a later message; the next list corrects the count"),
        "";
    MarkJob:
        "An attendance is pinned or marked as unread, or no longer.",
        Repeated("the request names the mark that is wanted"),
        "whatsapp.markUnknown";
    SnoozeJob:
        "An attendance is snoozed, or no longer.",
        Repeated("the request names the time that is wanted, or none"),
        "jobs.snooze.unknown";
    SaveListView:
        "A saved view of the list is made, changed or removed.",
        Repeated("the view has an id of the page, and the request has all of it"),
        "jobs.views.unknown";
    OptIn:
        "A customer is registered for messages of the provider.",
        Repeated("a registered customer stays registered"),
        "whatsapp.optIn.unknown";
    Reopen:
        "An attendance is opened again.",
        LookedUp("GET agents/{id}/jobs/active: the attendance is open"),
        "";
    BeginConversation:
        "The agent begins an attendance.",
        LookedUp("POST job/whatsapp/check-active-sessions: the agent has an attendance with this customer"),
        "whatsapp.start.unknown";
    SaveSetting:
        "A setting of the agent is saved.",
        Repeated("the request names the value that is wanted"),
        "shell.settingUnknown";
    MarkNotification:
        "A notification is marked or removed.",
        LookedUp("GET agents/notifications/agent: the list shows the marks; the mark stays until then"),
        "";
    ReturnFromAbsence:
        "The agent ends absent mode.",
        Repeated("absent mode that has ended stays so"),
        "absence.returnUnknown";
    SetAbsent:
        "A supervisor sets or ends the absent mode of an agent.",
        Repeated("the request names the mode that is wanted"),
        "supervision.absentUnknown";
    ForceDisconnect:
        "A supervisor ends the session of an agent.",
        Repeated("a session that has ended stays so; one that the agent begins within the seconds of the repetitions ends too"),
        "supervision.disconnectUnknown";
    SetCallRules:
        "A supervisor sets a rule of calls of the org unit.",
        Repeated("the request names the rules that are wanted"),
        "supervision.rules.unknown";
    RetryEffect:
        "A supervisor requests another attempt of an effect that was given up.",
        LookedUp("GET effects/dead: the effect is not listed any more, or was given up again later"),
        "deadEffects.unknown";
    CreateBroadcast:
        "A broadcast is created.",
        Repeated("a repeated id of the request gets the first answer"),
        "broadcasts.createUnknown";
    ChangeBroadcast:
        "A broadcast is cancelled or resumed, or its failed entries are queued again.",
        Repeated("a cancelled list stays so, a running one too, and an entry is queued again from the attempt that failed"),
        "broadcasts.changeUnknown";
    Dial:
        "The agent calls a number.",
        Said("a second request would be a second call; the attendance of the first arrives by itself"),
        "voice.dialUnknown";
    Redial:
        "The agent calls the number of an ended call again.",
        Said("a second request would be a second call; the first one shows by itself"),
        "voice.dialUnknown";
    RejectCall:
        "The agent rejects a call.",
        Repeated("a call that does not ring any more stays as it is"),
        "voice.rejectUnknown";
    HangUp:
        "The agent hangs up.",
        OfArea("voice/hang_up.rs: repeated until the call has ended; the leg ends at once"),
        "";
    CallColleague:
        "The agent calls a colleague.",
        OfArea("colleagues/call.rs: the list of attendances says whether there is a call"),
        "";
    HangUpColleague:
        "The agent ends an internal call.",
        Repeated("the request names the call; one that is over stays so"),
        "";
    SuperviseCall:
        "A supervisor wants to hear a call.",
        OfArea("call_supervision/mod.rs: a look-up names what is open, which is ended"),
        "";
    ChangeSupervision:
        "A supervisor changes who is heard.",
        OfArea("call_supervision/mod.rs: the mode stays as the server says, which the supervisor is told"),
        "";
    TakeOverCall:
        "A supervisor takes the attendance of a call over.",
        Said("a second request would be a second transfer; the call rings by itself"),
        "callSupervision.takeOver.unknown";
    LeaveSupervision:
        "A supervisor leaves a call.",
        Repeated("a supervision that is over stays so"),
        "";
    PlayRecording:
        "A supervisor plays a recording, which the audit notes.",
        OfArea("history/recordings.rs: the player says that it failed; playing again is another playback"),
        "";
    ReportCall:
        "The page reports what became of its own call.",
        OfArea("voice/own_call.rs: repeated until the server answers; the server accepts repetitions"),
        "";
    TakePreferentialCall:
        "The agent takes the call of a preferential contact.",
        Said("a second request meets a call that rings already; the ring says that it came"),
        "voice.preferentialUnknown";
    TransferCall:
        "The transfer of a call begins.",
        LookedUp("GET agents/{id}/jobs/active: callRoom names the parties and the transfer, or the attendance left"),
        "";
    CompleteTransfer:
        "The agent completes the transfer of a call.",
        LookedUp("GET agents/{id}/jobs/active: callRoom names the parties and the transfer, or the attendance left"),
        "";
    ChangeRoom:
        "A party of a call is put on hold, muted or removed, the agent swaps, joins, cancels or leaves.",
        LookedUp("GET agents/{id}/jobs/active: callRoom names the parties and the transfer, or the attendance left"),
        "";
    AddToConference:
        "Somebody is called for a conference.",
        LookedUp("GET agents/{id}/jobs/active: callRoom names the parties and the transfer, or the attendance left"),
        "";
    EndConference:
        "The added parties of a conference leave.",
        LookedUp("GET agents/{id}/jobs/active: callRoom names the parties and the transfer, or the attendance left"),
        "";
    SignIn:
        "The agent signs in, with the password or the second factor.",
        Said("nothing of the agent's work changes; the form stays, and the agent tries again"),
        "";
    SignOut:
        "The agent signs out.",
        Silent("the page forgets the session in any case"),
        "";
    ChangePassword:
        "The agent changes the password.",
        Said("a repetition with the former password would be refused"),
        "password.form.unknown";
    ChangeSecondFactor:
        "The agent sets up or removes the second factor.",
        Said("the codes of a repetition would differ; the form stays"),
        "";
    CreateUser:
        "A user is created.",
        Said("no code sends it until its body is defined"),
        "";
    KeepListener:
        "The server is told that the page listens.",
        Repeated("the request names the wish"),
        "";
}

impl ServerWrite {
    /// A POST request without a body.
    pub fn post(self, path: impl Into<Path>) -> HttpRequest {
        HttpRequest::writing(self, Method::Post, path.into())
    }

    /// A PUT request without a body.
    pub fn put(self, path: impl Into<Path>) -> HttpRequest {
        HttpRequest::writing(self, Method::Put, path.into())
    }

    /// A DELETE request without a body.
    pub fn delete(self, path: impl Into<Path>) -> HttpRequest {
        HttpRequest::writing(self, Method::Delete, path.into())
    }

    /// What follows from a lost answer.
    pub fn action_after_loss(self) -> ActionAfterLoss {
        self.row().after_loss.action_after_loss()
    }

    /// The text for the agent if the result stays unknown.
    pub fn unknown(self) -> Text {
        Text::key(self.row().unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path as File;

    /// The files that rows name exist, and rows with a message to the agent have a text.
    #[test]
    fn bey_153_every_row_of_a_write_names_existing_files_and_has_its_text() {
        let source = File::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for write in ServerWrite::ALL {
            let row = write.row();
            assert!(row.does.ends_with('.'), "{write:?}");
            match row.after_loss {
                AfterLoss::OfArea(machine) => {
                    let file = machine.split(':').next().unwrap_or_default();
                    assert!(source.join(file).is_file(), "{write:?}: {file}");
                    assert_eq!(row.unknown, "", "{write:?}: the machine has its own texts");
                }
                AfterLoss::LookedUp(by) => {
                    assert!(["GET ", "POST "].iter().any(|method| by.starts_with(method)), "{write:?}: {by}");
                }
                AfterLoss::Repeated(why) | AfterLoss::Silent(why) | AfterLoss::Said(why) => {
                    assert!(why.len() > 10, "{write:?}");
                }
            }
        }
    }
}
