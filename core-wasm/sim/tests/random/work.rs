//! Actions of agents and customers during a day.

use crate::actions::{Action, Dice, Step};
use crate::day::{AGENTS, Day, PASSWORDS, PEOPLE, logins};
use core_wasm::channels::ChannelsIntent;
use core_wasm::contacts::ContactStateView;
use core_wasm::contacts::ContactsIntent;
use core_wasm::conversation::ConversationIntent;
use core_wasm::conversation::MessageDelivery;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use core_wasm::notifications::NoticeKind;
use core_wasm::notifications::NotificationsIntent;
use core_wasm::qualification::QualificationIntent;
use core_wasm::session::SessionIntent;
use core_wasm::session::SessionPhaseView;
use core_wasm::shell::ShellIntent;
use core_wasm::voice::VoiceIntent;
use core_wasm::whatsapp::{ComposerState, WhatsAppJobView};
use core_wasm::wire::{Channel, Protocol, Secret};
use core_wasm::{Intent, PageInput};
use std::collections::BTreeSet;
use workspace_sim::{RENEWALS, SUPPORT, core_wasm, ms};

/// The groups of open attendances.
const OPEN: [JobGroup; 4] = [JobGroup::Pinned, JobGroup::Waiting, JobGroup::Active, JobGroup::Snoozed];
const CUSTOMERS: usize = 8;
const VOICE_CAMPAIGN: &str = "6100";

impl Day {
    /// The agent gives the customer a name.
    pub fn register(&mut self, seat: usize, protocol: Protocol, number: u32) -> Option<()> {
        let identifier = self.sim.agent(seat).contact(&protocol)?.identifier;
        self.intent(seat, Intent::Contacts(ContactsIntent::OpenContactForm { protocol: protocol.clone() }));
        let (fullname, email) = (format!("Pessoa {number}"), String::new());
        self.intent(seat, Intent::Contacts(ContactsIntent::SaveContact { protocol, fullname, identifier, email }))
    }

    pub fn open_job(&mut self, dice: &mut Dice, seat: usize) -> Option<Protocol> {
        let protocols = OPEN.map(|group| self.sim.agent(seat).protocols(group)).concat();
        dice.one(&protocols).cloned()
    }

    /// An open attendance of WhatsApp or Instagram that fulfils the condition.
    pub fn job_that(
        &mut self,
        dice: &mut Dice,
        seat: usize,
        is_so: impl Fn(&WhatsAppJobView) -> bool,
    ) -> Option<Protocol> {
        let agent = self.sim.agent(seat);
        let mut protocols = OPEN.map(|group| agent.protocols(group)).concat();
        protocols.retain(|protocol| agent.whatsapp_job(protocol).is_some_and(|job| is_so(&job)));
        dice.one(&protocols).cloned()
    }

    pub fn ended_job(&mut self, dice: &mut Dice, seat: usize) -> Option<Protocol> {
        dice.one(&self.sim.agent(seat).protocols(JobGroup::ToQualify)).cloned()
    }

    pub fn any_job(&mut self, dice: &mut Dice, seat: usize) -> Option<Protocol> {
        if dice.below(3) == 0 { self.ended_job(dice, seat) } else { self.open_job(dice, seat) }
    }

    /// An attendance whose composer is open. Only one of WhatsApp can be closed while the attendance is open.
    pub fn writable_job(&mut self, dice: &mut Dice, seat: usize) -> Option<Protocol> {
        let protocol = self.open_job(dice, seat)?;
        self.is_writable(seat, &protocol).then_some(protocol)
    }

    fn is_writable(&mut self, seat: usize, protocol: &Protocol) -> bool {
        // A call has no composer, also before the page knows the state of the call.
        let has_composer = self.sim.agent(seat).row(protocol).is_some_and(|row| row.channel != Channel::Voice);
        let conversation = self.sim.agent(seat).whatsapp_job(protocol);
        has_composer && conversation.is_none_or(|job| job.composer == ComposerState::Free)
    }

    /// A message with an error, with its text. Only one that the server does not have can be edited or discarded.
    fn failed_message(&mut self, dice: &mut Dice, seat: usize, action: Action) -> Option<(Protocol, String, String)> {
        let mut failed = Vec::new();
        let lines = self.sim.agent(seat).outbox();
        let is_unsent = |protocol: &Protocol, text: &str| {
            lines.iter().any(|(of, waits, state)| of == protocol && waits == text && state.is_failed())
        };
        let protocols: BTreeSet<&Protocol> = lines.iter().map(|(protocol, ..)| protocol).collect();
        for protocol in protocols {
            for message in self.sim.agent(seat).messages(protocol) {
                // The agent continues a draft: it contains the name of its author.
                let fits = match action {
                    Action::Edit => is_unsent(protocol, &message.text) && !self.presets.contains(&message.text),
                    Action::Discard => is_unsent(protocol, &message.text),
                    _ => true,
                };
                if message.delivery == MessageDelivery::Failed && fits {
                    failed.push((protocol.clone(), message.local_id, message.text));
                }
            }
        }
        dice.one(&failed).cloned()
    }

    /// The page accepts this text of the agent.
    pub fn press_send(&mut self, seat: usize, protocol: Protocol, text: String, intent: Intent) -> Option<()> {
        self.sim.agent(seat).intent(intent);
        let waits = self.sim.agent(seat).outbox().iter().any(|(_, waiting, _)| *waiting == text);
        assert!(waits, "{text:?} is not in the outbox");
        // An agent does not press twice in a millisecond.
        self.sim.advance(ms(1));
        if !self.sim.agent(seat).disk_is_reliable() {
            self.given_back.insert(text.clone());
        }
        self.sent += 1;
        self.taken.insert((protocol, text), self.sim.now());
        Some(())
    }

    fn sign_in(&mut self, seat: usize, who: usize) -> Option<()> {
        let outside = self.sim.agent(seat).session().phase == SessionPhaseView::SignedOut;
        let (login, password) = (logins()[who].to_owned(), Secret::new(PASSWORDS[who].to_owned()));
        outside.then(|| self.intent(seat, Intent::Session(SessionIntent::SignIn { login, password })))?
    }

    /// The page reports the conversation as visible down to one of its messages, as on a screen that is too small for
    /// all of them.
    fn view(&mut self, dice: &mut Dice, seat: usize, protocol: Protocol) -> Option<()> {
        let thread = self.sim.agent(seat).messages(&protocol);
        let Some(local_id) = dice.one(&thread).map(|message| message.local_id.clone()) else { return Some(()) };
        self.intent(seat, Intent::Jobs(JobsIntent::ViewedTo { protocol, local_id }))
    }

    /// Finishes an attendance and qualifies it in one dialog; some agents wait for their messages, and some cancel
    /// that.
    fn finish_and_qualify(&mut self, dice: &mut Dice, seat: usize, protocol: Protocol, number: u32) -> Option<()> {
        // "Enviar e finalizar": the dialog opens when the server has the message.
        let sends = dice.below(4) == 0 && self.is_writable(seat, &protocol);
        if sends {
            let author = self.ready(seat)?;
            let text = format!("agente {number} de {author}");
            let send = ConversationIntent::SendMessage { protocol: protocol.clone(), text: text.clone() };
            self.press_send(seat, protocol.clone(), text, Intent::Conversation(send));
        }
        let ask = JobsIntent::FinishJob { protocol: protocol.clone(), confirmed: false, waits: sends };
        self.intent(seat, Intent::Jobs(ask));
        self.sim.advance(ms(100));
        let first = self.sim.agent(seat).qualification(&protocol).and_then(|form| form.options.into_iter().next());
        let qualification_id = first.map_or_else(|| "1".to_owned(), |option| option.id).as_str().into();
        let choose = QualificationIntent::ChooseQualification { protocol: protocol.clone(), qualification_id };
        self.intent(seat, Intent::Qualification(choose));
        let observe = QualificationIntent::ObserveQualification {
            protocol: protocol.clone(),
            observation: format!("observação {number}"),
        };
        self.intent(seat, Intent::Qualification(observe));
        let waits = dice.coin();
        let finish = QualificationIntent::FinishAndQualify { protocol: protocol.clone(), waits };
        self.intent(seat, Intent::Qualification(finish));
        if waits && dice.below(4) == 0 {
            return self.intent(seat, Intent::Jobs(JobsIntent::CancelFinish { protocol }));
        }
        Some(())
    }

    pub fn work(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        use Action::*;
        let Step { number, action, seat, .. } = step;
        match action {
            SignIn => self.sign_in(seat, seat % PEOPLE),
            SignInAsAnother => self.sign_in(seat, dice.below(AGENTS)),
            SignOut => {
                self.ready(seat)?;
                self.drafts_are_their_authors();
                self.intent(seat, Intent::Session(SessionIntent::SignOut { confirmed: true }))
            }
            Connect => {
                let channel = self.some_channel(dice, seat)?;
                self.intent(seat, Intent::Channels(ChannelsIntent::ConnectChannel { channel }))
            }
            Disconnect => {
                let channel = self.some_channel(dice, seat)?;
                self.intent(seat, Intent::Channels(ChannelsIntent::DisconnectChannel { channel, confirmed: true }))
            }
            Open => {
                self.ready(seat)?;
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.clone() }));
                self.view(dice, seat, protocol)
            }
            ShowList => {
                self.ready(seat)?;
                self.intent(seat, Intent::Jobs(JobsIntent::CloseJob))
            }
            Type => {
                let author = self.ready(seat)?;
                let protocol = self.any_job(dice, seat)?;
                self.intent(
                    seat,
                    Intent::Conversation(ConversationIntent::DraftChanged {
                        protocol,
                        text: format!("rascunho {number} de {author}"),
                    }),
                )
            }
            Send => {
                let author = self.ready(seat)?;
                let protocol = self.writable_job(dice, seat)?;
                let text = format!("agente {number} de {author}");
                let send = ConversationIntent::SendMessage { protocol: protocol.clone(), text: text.clone() };
                self.press_send(seat, protocol, text, Intent::Conversation(send))
            }
            Retry => {
                let (protocol, local_id, _) = self.failed_message(dice, seat, action)?;
                self.intent(seat, Intent::Conversation(ConversationIntent::RetryMessage { protocol, local_id }))
            }
            Edit => {
                let (protocol, local_id, text) = self.failed_message(dice, seat, action)?;
                self.given_back.insert(text);
                self.intent(seat, Intent::Conversation(ConversationIntent::EditMessage { protocol, local_id }))
            }
            Discard => {
                let (protocol, local_id, text) = self.failed_message(dice, seat, action)?;
                self.given_back.insert(text);
                self.intent(seat, Intent::Conversation(ConversationIntent::DiscardMessage { protocol, local_id }))
            }
            Finish => {
                let protocol = self.open_job(dice, seat)?;
                if dice.coin() {
                    let finish = JobsIntent::FinishJob { protocol, confirmed: true, waits: false };
                    return self.intent(seat, Intent::Jobs(finish));
                }
                self.finish_and_qualify(dice, seat, protocol, number)
            }
            Register | Rename => {
                let protocol = self.any_job(dice, seat)?;
                let panel = self.sim.agent(seat).contact(&protocol)?;
                let known = matches!(panel.contact, ContactStateView::Found { .. });
                if known != (action == Rename) {
                    return None;
                }
                self.register(seat, protocol, number)
            }
            Search => {
                let protocol = self.any_job(dice, seat)?;
                self.intent(
                    seat,
                    Intent::Contacts(ContactsIntent::OpenContactSearch { protocol: protocol.clone(), open: true }),
                );
                self.intent(seat, Intent::Contacts(ContactsIntent::SearchContacts { protocol, text: "a".to_owned() }))
            }
            Link => {
                let protocol = self.any_job(dice, seat)?;
                let results = self.sim.agent(seat).contact(&protocol)?.search?.results;
                let contact_id = dice.one(&results)?.id.as_str().into();
                self.intent(seat, Intent::Contacts(ContactsIntent::LinkContact { protocol, contact_id }))
            }
            Qualify => {
                let protocol = self.ended_job(dice, seat)?;
                self.intent(
                    seat,
                    Intent::Qualification(QualificationIntent::OpenQualification { protocol: protocol.clone() }),
                );
                self.sim.advance(ms(100));
                let form = self.sim.agent(seat).qualification(&protocol);
                let first = form.and_then(|form| form.options.into_iter().next());
                let qualification_id = first.map_or_else(|| "1".to_owned(), |option| option.id).as_str().into();
                self.intent(
                    seat,
                    Intent::Qualification(QualificationIntent::ChooseQualification {
                        protocol: protocol.clone(),
                        qualification_id,
                    }),
                );
                let observation = format!("observação {number}");
                self.intent(
                    seat,
                    Intent::Qualification(QualificationIntent::ObserveQualification {
                        protocol: protocol.clone(),
                        observation,
                    }),
                );
                self.intent(seat, Intent::Qualification(QualificationIntent::ConfirmQualification { protocol }))
            }
            Script => {
                let protocol = self.open_job(dice, seat)?;
                let value = if dice.coin() { String::new() } else { "sim".to_owned() };
                self.intent(seat, Intent::Jobs(JobsIntent::AnswerScript { protocol, field_id: "4".to_owned(), value }))
            }
            HoldOrder => self.intent(seat, Intent::Jobs(JobsIntent::HoldOrder { inside: dice.coin() })),
            ReloadJobs => {
                self.ready(seat)?;
                self.intent(seat, Intent::Jobs(JobsIntent::ReloadJobs))
            }
            ReloadThread => {
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::Jobs(JobsIntent::ReloadThread { protocol }))
            }
            LookAway | LookBack => {
                self.sim.agent(seat).page(PageInput::Focus { focused: action == LookBack });
                Some(())
            }
            ReadNotes => self.intent(seat, Intent::Notifications(NotificationsIntent::NotificationsReadAll)),
            MarkNote | DismissNote => {
                let notices = self.sim.agent(seat).notifications();
                let notice = dice.one(&notices)?;
                if notice.kind == NoticeKind::Unsent {
                    return None;
                }
                let id = notice.id.clone();
                match action {
                    MarkNote => self.intent(
                        seat,
                        Intent::Notifications(NotificationsIntent::NotificationRead { id, read: !notice.read }),
                    ),
                    _ => self.intent(seat, Intent::Notifications(NotificationsIntent::NotificationDismissed { id })),
                }
            }
            ShowSnackbars => {
                let notes = self.sim.agent(seat).snackbars();
                let id = dice.one(&notes)?.id;
                self.intent(seat, Intent::Shell(ShellIntent::SnackbarShown { id, chars: 40 }))
            }
            ChangeSetting => {
                self.ready(seat)?;
                let on = dice.coin();
                let setting = match dice.below(5) {
                    0 => Intent::Session(SessionIntent::SetNotify { channel: Channel::Chat, on }),
                    1 => Intent::Session(SessionIntent::SetNotify { channel: Channel::Whatsapp, on }),
                    2 => Intent::Voice(VoiceIntent::SetRingVolume { volume: if on { 80 } else { 20 } }),
                    3 => Intent::Voice(VoiceIntent::SetAutoReconnect { enabled: on }),
                    _ => {
                        let campaign_id = if on { VOICE_CAMPAIGN } else { "" }.to_owned();
                        Intent::Voice(VoiceIntent::SetDefaultCampaign { campaign_id })
                    }
                };
                if matches!(setting, Intent::Voice(_)) && !self.sim.agent(seat).has_voice() {
                    return None;
                }
                self.intent(seat, setting)
            }
            Scroll => {
                let protocol = self.any_job(dice, seat)?;
                let scroll_top = dice.below(1_000) as f64;
                self.intent(seat, Intent::Jobs(JobsIntent::ScrollChanged { protocol, scroll_top }))
            }
            _ => None,
        }
    }

    pub fn customer_acts(&mut self, dice: &mut Dice, action: Action, number: u32) -> Option<()> {
        if self.down || self.frozen {
            return None;
        }
        let customer = dice.below(CUSTOMERS);
        let name = format!("Cliente {customer}");
        if action == Action::CustomerStarts {
            // A customer has one chat at a time: the earlier one ends.
            if self.started.contains(&customer) {
                self.sim.customer(&name).ends();
            }
            self.sim.customer(&name).starts(if dice.coin() { RENEWALS } else { SUPPORT });
            self.started.insert(customer);
            return Some(());
        }
        if !self.started.contains(&customer) {
            return None;
        }
        let on = dice.coin();
        match action {
            Action::CustomerWrites => {
                self.sim.customer(&name).tries_to_write(&format!("cliente {number}"));
            }
            Action::CustomerShares => {
                let file = dice.one(&["foto.png", "nota.pdf", "programa.jpg"])?;
                self.sim.customer(&name).tries_to_share(file, &format!("arquivo {number} do cliente"));
            }
            Action::CustomerTypes => {
                self.sim.customer(&name).types(on);
            }
            Action::CustomerPage => {
                self.sim.customer(&name).has_page_open(on);
            }
            _ => {
                self.sim.customer(&name).ends();
            }
        }
        Some(())
    }
}
