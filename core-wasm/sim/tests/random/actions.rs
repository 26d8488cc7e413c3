//! The actions of a day, how often each occurs, and the form in which an action can be repeated: the action, its page,
//! and a random number from which all other choices are drawn, modulo what exists. So a day can be repeated without
//! some of its steps.

use std::fmt;
use std::sync::OnceLock;

macro_rules! actions {
    (
        $($name:ident $weight:literal),* ;
        $($of_whatsapp:ident $its_weight:literal),* ;
        $($of_voice:ident $weight_of_voice:literal),* $(,)?
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Action {
            $($name,)*
            $($of_whatsapp,)*
            $($of_voice,)*
            /// All faults end, time passes, and all pages must agree with the server.
            Quiet,
        }

        const ALWAYS: &[(Action, u32)] = &[$((Action::$name, $weight)),*];
        const OF_WHATSAPP: &[(Action, u32)] = &[$((Action::$of_whatsapp, $its_weight)),*];
        const OF_VOICE: &[(Action, u32)] = &[$((Action::$of_voice, $weight_of_voice)),*];
    };
}

actions! {
    // Actions of agents.
    SignIn 60, SignInAsAnother 4, SignOut 1, Connect 24, Disconnect 1, Open 14, ShowList 4, Type 10, Send 50, Retry 14, Edit 6,
    Discard 6, Finish 5, Register 10, Search 6, Link 12, Rename 8, Qualify 16, Script 2, HoldOrder 3, ReloadJobs 2,
    ReloadThread 2, LookAway 4, LookBack 5, ReadNotes 2, MarkNote 3, DismissNote 2, ShowSnackbars 4, Scroll 2,
    ChangeSetting 4, QualifySeveral 6, FinishSeveral 2, StopSeveral 3, TypeNote 6, AddNote 14, EditNote 6, RemoveNote 4,
    SettleNote 6, MentionInNote 6, OpenMention 6, Snooze 12, CancelSnooze 20,
    ShowBroadcasts 4,
    SaveView 4, RenameView 3, DeleteView 2, ChooseView 6, SortList 3,
    // Actions about pauses, of one channel and of several.
    EnterPause 6, EnterPauses 3, LeavePause 9, LeavePauses 4, PauseDialog 3, ReloadPauses 1, CloseDialog 6, ReturnToWork 8,
    // Actions about contacts, companies and the history.
    ShowContacts 4, ShowCompanies 1, ShowContact 4, ShowCompany 2, ShowHistory 3, SearchContactList 3, SortContactList 2,
    MoreContacts 2, CreateContact 3, ChangeContact 5, DeleteContact 2, ToggleWallet 3, TagContact 4, UntagContact 3, LoadRisk 2,
    RemoveRisk 3, LoadHistoryOf 3, OpenHistoryEntry 3, SearchTexts 4, TypeText 3, MoreTexts 3, OpenText 3,
    // Actions of the supervisor.
    ShowBoard 4, ReloadBoard 2, MarkAbsent 3, UnmarkAbsent 2, ForceDisconnect 1, ShowPage 2,
    // Actions of customers.
    CustomerStarts 16, CustomerWrites 30, CustomerShares 6, CustomerTypes 6, CustomerEnds 4, CustomerPage 3,
    // Passing of time.
    ShortPause 44, LongPause 6, Hours 1, AtOnce 20,
    // Faults of one request or answer.
    NoAnswer 4, Status 4, Refusal 3, LostReply 4, LateReply 4, DoubledReply 3, LaterItem 4,
    // Faults of the network of one browser.
    DropLink 5, HalfOpen 3, Offline 2, Online 16,
    // Faults of the server.
    ServerDown 2, ServerDiesWithQueues 1, ServerUp 20, Freeze 2, Thaw 16, Slow 2, Fast 12, FailAll 2, FailNone 14,
    // Faults of the broker's frames.
    HoldFrames 3, ReleaseFrames 8, ReleaseBackwards 3, DoubleFrames 2, SingleFrames 6, Dawdle 2, Hurry 6, StrangeFrame 4,
    DeadlyFrame 2, Immunity 6,
    // Events of the session.
    TokenExpires 1, TokenRevoked 1, CheckExpired 1, CheckRefused 1, CheckOdd 2, CheckTimesOut 3, RetryConnection 4,
    GiveUpConnection 2, RetrySession 6,
    // Faults of the disk.
    HoldDisk 2, ReleaseDisk 6, FullDisk 1, BlockedDisk 1, MendedDisk 10, SpoiltRecord 3,
    // Events of the page and the computer.
    Reload 4, Crash 3, OpenTab 2, CloseTab 6, TakeBack 10, Sleep 2, Nap 4, WakeUp 20, ClockForward 1, ClockBackward 1, ClockRight 4;
    // Actions of agents on WhatsApp and Instagram.
    Answer 16, SendFile 10, SendTemplate 8, SendPreset 6, SendLocked 4, Forward 6, Pin 4, MarkUnread 4, TakeFromInbox 14, Reopen 6,
    Begin 6, Campaigns 2, Transfer 6, TransferToCampaign 4, OptIn 10, SearchMessages 2, OpenMedia 2, LoadEarlier 2, RenewFile 4,
    // Actions of agents with broadcasts.
    PrepareBroadcast 20, ChangeBroadcast 10, ChooseRecipients 10, CreateBroadcast 14, LeaveBroadcast 3, FilterBroadcasts 6,
    OpenBroadcast 14, CancelBroadcast 8, ResumeBroadcast 16, RetryBroadcast 16, ReloadBroadcasts 2,
    // Actions of customers on WhatsApp and Instagram.
    PhoneWrites 30, PhoneShares 8, PhoneAnswers 8, PhoneForwards 2, PhoneSharesContact 2, PhoneEdits 6, PhoneTakesBack 3,
    PhoneReacts 6, PhoneReads 14, PhoneSettings 8, WindowCloses 6, PhoneOptsOut 10, PhoneReplies 6,
    // Faults of their provider.
    ProviderBusy 3, ProviderFails 2, ProviderGarbage 2, ProviderLosesAnswer 2, ProviderBadGateway 2, ProviderDown 2, ProviderUp 10, ProviderSlow 2,
    ProviderFast 10, ProviderRefuses 10, ProviderSpam 3, ProviderFailsLater 8, HoldWebhooks 2, ReleaseWebhooks 8, ReverseWebhooks 4, DoubleWebhooks 2, SingleWebhooks 6, LateWebhooks 2,
    PromptWebhooks 6, RepeatWebhooks 3, FileBusy 6, FileGone 2;
    // Actions of agents with telephones.
    ConnectVoice 40, DisconnectVoice 5, PauseVoice 4, AcceptCall 120, RejectCall 8, HangUp 24, FinishCall 14, Redial 24, Dial 30,
    OpenColleagues 12, CallColleague 30, AcceptColleague 50, DeclineColleague 6, HangUpColleague 16,
    ExtendWrapUp 12, EndWrapUp 8, Mute 14, Hold 16, Tones 6, EchoTest 3, EndEchoTest 4, AnswerQuestion 6,
    TransferCall 60, ActInRoom 80, AddParty 12, PauseRecording 30,
    // The supervisor.
    Supervise 40, ChooseSupervision 60, MuteSupervisor 8, LeaveSupervision 10, ReloadSupervisor 4, ChangeCallRules 4,
    // Customers, the dialler, and telephones that are no browser's.
    CustomerCalls 40, KeptCustomerCalls 5, CallerHangsUp 18, CampaignDials 3, ReachedHangsUp 14, DeskAnswers 30, DeskDeclines 4,
    DeskHangsUp 8, TelephoneCustomerHangsUp 8,
    // Faults of signalling, sound and the requests of voice.
    CutSignalling 7, IceChanges 6, MicrophoneLost 2, MicrophoneGone 1, MicrophoneBack 8, GatewayRestarts 1, GatewayForgets 1,
    VoiceFault 24, RecordingFails 3,
}

fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|text| text == "1")
}

/// Whether the days contain WhatsApp and Instagram: with `SIM_WHATSAPP=1`.
pub fn with_whatsapp() -> bool {
    static SETTING: OnceLock<bool> = OnceLock::new();
    *SETTING.get_or_init(|| is_set("SIM_WHATSAPP"))
}

/// Whether the days contain telephone calls: with `SIM_VOICE=1`.
pub fn with_voice() -> bool {
    static SETTING: OnceLock<bool> = OnceLock::new();
    *SETTING.get_or_init(|| is_set("SIM_VOICE"))
}

/// The actions of a day, each with its weight.
pub fn actions() -> impl Iterator<Item = (Action, u32)> {
    let of_whatsapp = if with_whatsapp() { OF_WHATSAPP } else { &[] };
    let of_voice = if with_voice() { OF_VOICE } else { &[] };
    ALWAYS.iter().chain(of_whatsapp).chain(of_voice).copied()
}

/// Actions of others while a computer sleeps: each causes an event for the sleeping agent.
pub fn actions_during_sleep() -> Vec<Action> {
    let of_whatsapp: &[Action] = if with_whatsapp() { MEANWHILE_ON_WHATSAPP } else { &[] };
    let of_voice: &[Action] = if with_voice() { MEANWHILE_ON_THE_TELEPHONE } else { &[] };
    [MEANWHILE, of_whatsapp, of_voice].concat()
}

const MEANWHILE: &[Action] = &[
    Action::MarkAbsent,
    Action::UnmarkAbsent,
    Action::ShowPage,
    Action::ForceDisconnect,
    Action::CustomerStarts,
    Action::CustomerWrites,
    Action::CustomerWrites,
    Action::CustomerTypes,
    Action::CustomerEnds,
    Action::CustomerPage,
];
const MEANWHILE_ON_WHATSAPP: &[Action] = &[
    Action::PhoneWrites,
    Action::PhoneWrites,
    Action::PhoneShares,
    Action::PhoneEdits,
    Action::PhoneTakesBack,
    Action::PhoneReacts,
    Action::PhoneReads,
    Action::WindowCloses,
    Action::PhoneOptsOut,
];

const MEANWHILE_ON_THE_TELEPHONE: &[Action] =
    &[Action::CustomerCalls, Action::CustomerCalls, Action::CallerHangsUp, Action::ReachedHangsUp];

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub number: u32,
    pub action: Action,
    /// The number of the browser, if the action is about one.
    pub seat: usize,
    pub roll: u64,
}

impl fmt::Debug for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:>5} {:?} (seat {}, roll {:016x})", self.number, self.action, self.seat, self.roll)
    }
}

/// SplitMix64: each random number follows from the one before.
#[derive(Clone)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound.max(1) as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    pub fn action(&mut self) -> Action {
        let total: u32 = actions().map(|(_, weight)| weight).sum();
        let mut point = self.below(total as usize) as u32;
        for (action, weight) in actions() {
            if point < weight {
                return action;
            }
            point -= weight;
        }
        Action::ShortPause
    }
}
