//! Actions of agents on WhatsApp and Instagram.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use crate::phones::{NUMBERS, SILENT_NUMBER};
use core_wasm::channels::ChannelsIntent;
use core_wasm::conversation::{self, ConversationIntent, ConversationSlice};
use core_wasm::flow::{JobGroup, ListState};
use core_wasm::jobs::JobsIntent;
use core_wasm::transfers::{self, DestinationCampaignsView, TransfersIntent, TransfersSlice};
use core_wasm::whatsapp::{self, ComposerState, WhatsAppIntent, WhatsAppSlice};
use core_wasm::wire::{AgentId, Channel, ContactId, Protocol, QueueId};
use core_wasm::{Intent, View};
use workspace_sim::{core_wasm, file, lines, ms};

const CAMPAIGN: &str = "31";
/// Destinations of a transfer: empty for the attendance's own queue, or queues of WhatsApp and Instagram.
const QUEUES: [&str; 3] = ["", "40", "41"];
/// Destinations of a transfer of a web chat.
const CHAT_QUEUES: [&str; 3] = ["", "10", "20"];
const FILES: [&str; 4] = ["foto.png", "nota.pdf", "lista.txt", "programa.jpg"];
const ANA: &str = "101";
const DAVI: &str = "103";
/// Time after which a list that the agent opens is loaded if nothing fails.
const LIST_MS: u64 = 100;
/// Time after which the agents of a chosen campaign are loaded: the core waits until the agent stops choosing.
const CHOICE_MS: u64 = 250 + LIST_MS;
/// Time after which a conversation that the agent begins has arrived: two requests and an event.
const BEGIN_MS: u64 = 400;

impl Day {
    pub fn whatsapp(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        let Step { number, action, seat, .. } = step;
        let author = self.ready(seat)?;
        let protocol = match action {
            Action::Answer | Action::SendFile | Action::SendPreset | Action::Forward => {
                self.writable_job(dice, seat)?
            }
            Action::Reopen => self.ended_job(dice, seat)?,
            // Actions that are not about an attendance of this agent.
            Action::TakeFromInbox | Action::Begin | Action::Campaigns => Protocol::default(),
            Action::OptIn => self.job_that(dice, seat, |job| job.opt_in_needed)?,
            // The agent waits for a conversation that was begun.
            Action::SendTemplate if dice.coin() => {
                self.job_that(dice, seat, |job| job.composer == ComposerState::TemplateFirst)?
            }
            _ => self.open_job(dice, seat)?,
        };
        let conversation = self.sim.agent(seat).whatsapp_job(&protocol);
        let intent = match action {
            Action::TakeFromInbox => self.entry_of_inbox(dice, seat)?,
            Action::Begin => return self.begin(dice, seat),
            Action::Campaigns => {
                self.intent(seat, Intent::Whatsapp(WhatsAppIntent::LoadCampaigns))?;
                let campaign_id = CAMPAIGN.into();
                self.intent(seat, Intent::Whatsapp(WhatsAppIntent::LoadRoutes { campaign_id }))?;
                let campaign_id = (*dice.one(&["", CAMPAIGN])?).to_owned();
                WhatsAppIntent::SetDefaultCampaign { campaign_id }
            }
            // Web chats have presets, answers and files, too.
            Action::SendPreset => return self.send_preset(dice, seat, protocol),
            Action::Answer => {
                let messages = self.sim.agent(seat).messages(&protocol);
                let answered = dice.one(&messages)?.local_id.clone();
                let choice = ConversationIntent::Answer { protocol: protocol.clone(), answered: answered.clone() };
                self.intent(seat, Intent::Conversation(choice))?;
                if dice.below(4) == 0 {
                    // The agent does not send the template.
                    return Some(());
                }
                let text = format!("resposta {number} de {author}");
                let reply = ConversationIntent::Reply { protocol: protocol.clone(), text: text.clone(), answered };
                return self.press_send(seat, protocol, text, Intent::Conversation(reply));
            }
            Action::SendFile => {
                let messages = self.sim.agent(seat).messages(&protocol);
                let quoted = dice.one(&messages).filter(|_| dice.clone().coin());
                let answered = quoted.map(|message| message.local_id.clone()).unwrap_or_default();
                let (file, caption) = (file(dice.one(&FILES)?), format!("arquivo {number} de {author}"));
                let media = ConversationIntent::SendMedia { protocol, file, caption, answered };
                return self.intent(seat, Intent::Conversation(media));
            }
            Action::RenewFile if dice.below(3) == 0 => {
                let View::Whatsapp(WhatsAppSlice::MediaGallery(gallery)) =
                    self.sim.agent(seat).view(&whatsapp::slices::MEDIA.of(protocol.clone()))
                else {
                    return None;
                };
                let message_id = dice.one(&gallery.items)?.id.clone();
                WhatsAppIntent::RenewMedium { protocol, message_id }
            }
            Action::RenewFile if dice.coin() => {
                let View::Conversation(ConversationSlice::EarlierMessages(earlier)) =
                    self.sim.agent(seat).view(&conversation::slices::EARLIER.of(protocol.clone()))
                else {
                    return None;
                };
                let message_id = dice.one(&earlier.items)?.message_id.clone();
                let renewal = ConversationIntent::RenewEarlier { protocol, message_id };
                return self.intent(seat, Intent::Conversation(renewal));
            }
            Action::RenewFile => {
                let messages = self.sim.agent(seat).messages(&protocol);
                let local_id = dice.one(&messages)?.local_id.clone();
                return self.intent(seat, Intent::Jobs(JobsIntent::RenewFile { protocol, local_id }));
            }
            Action::Transfer => {
                let list = TransfersIntent::WatchDestinations { protocol: protocol.clone() };
                self.intent(seat, Intent::Transfers(list))?;
                self.sim.advance(ms(LIST_MS));
                let other = if author.as_str() == ANA { DAVI } else { ANA };
                if dice.below(4) == 0 {
                    // The agent closes the dialog with a note, and opens it again later.
                    let note = format!("recado {number}");
                    self.intent(
                        seat,
                        Intent::Transfers(TransfersIntent::NoteTransfer { protocol: protocol.clone(), note }),
                    )?;
                    return self.intent(seat, Intent::Transfers(TransfersIntent::LeaveDestinations { protocol }));
                }
                let queues = if conversation.is_some() { QUEUES } else { CHAT_QUEUES };
                let leave = TransfersIntent::LeaveDestinations { protocol: protocol.clone() };
                let transfer = TransfersIntent::Transfer {
                    protocol,
                    to_agent_id: AgentId::from(*dice.one(&["", other])?),
                    queue_id: (*dice.one(&queues)?).into(),
                    campaign_id: QueueId::default(),
                    observation: if dice.coin() { format!("recado {number}") } else { String::new() },
                };
                self.intent(seat, Intent::Transfers(transfer))?;
                return self.intent(seat, Intent::Transfers(leave));
            }
            Action::LoadEarlier => {
                return self.intent(seat, Intent::Conversation(ConversationIntent::LoadEarlier { protocol }));
            }
            // The other actions are about a conversation of WhatsApp or Instagram.
            _ if conversation.is_none() => return None,
            Action::SendLocked => return self.send_locked(seat, &protocol, format!("trancado {number} de {author}")),
            Action::SendTemplate => return self.send_template(dice, seat, protocol),
            Action::Forward => return self.forward(dice, seat, protocol),
            Action::TransferToCampaign => {
                let observation = if dice.coin() { format!("recado {number}") } else { String::new() };
                return self.transfer_to_campaign(dice, seat, protocol, observation);
            }
            Action::Pin => WhatsAppIntent::Pin { pinned: !conversation?.pinned, protocol },
            Action::MarkUnread => WhatsAppIntent::MarkUnread { unread: !conversation?.unread, protocol },
            Action::Reopen => WhatsAppIntent::Reopen { protocol },
            Action::OptIn => WhatsAppIntent::OptIn { protocol },
            Action::SearchMessages => {
                let search = match dice.coin() {
                    true => ConversationIntent::SearchMore { protocol },
                    false => ConversationIntent::Search { protocol, text: "cliente".to_owned() },
                };
                return self.intent(seat, Intent::Conversation(search));
            }
            Action::OpenMedia if dice.coin() => WhatsAppIntent::LoadMedia { protocol },
            Action::OpenMedia => WhatsAppIntent::OpenMedia { protocol },
            _ => return None,
        };
        self.intent(seat, Intent::Whatsapp(intent))?;
        // An agent does not click twice in a millisecond.
        self.sim.advance(ms(1));
        Some(())
    }

    /// Transfers to a campaign of the list: to any of its agents, or to one who can receive the attendance.
    fn transfer_to_campaign(
        &mut self,
        dice: &mut Dice,
        seat: usize,
        protocol: Protocol,
        observation: String,
    ) -> Option<()> {
        let leave = TransfersIntent::LeaveDestinations { protocol: protocol.clone() };
        self.intent(seat, Intent::Transfers(TransfersIntent::WatchDestinations { protocol: protocol.clone() }))?;
        self.sim.advance(ms(LIST_MS));
        let listed = self.campaigns(seat, &protocol).map(|campaigns| campaigns.items).unwrap_or_default();
        let Some(campaign) = dice.one(&listed) else {
            // The list could not be loaded, or the customer is not registered.
            return self.intent(seat, Intent::Transfers(leave));
        };
        let campaign_id = QueueId::from(campaign.id.as_str());
        let choice = TransfersIntent::ChooseCampaign { protocol: protocol.clone(), campaign_id: campaign_id.clone() };
        self.intent(seat, Intent::Transfers(choice))?;
        self.sim.advance(ms(CHOICE_MS));
        let agents = self.campaigns(seat, &protocol).map(|campaigns| campaigns.agents).unwrap_or_default();
        let mut receivers = vec![AgentId::default()];
        receivers.extend(agents.iter().filter(|agent| agent.available).map(|agent| AgentId::from(agent.id.as_str())));
        let to_agent_id = dice.one(&receivers)?.clone();
        let queue_id = QueueId::default();
        let transfer = TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation };
        self.intent(seat, Intent::Transfers(transfer))?;
        self.intent(seat, Intent::Transfers(leave))
    }

    fn campaigns(&mut self, seat: usize, protocol: &Protocol) -> Option<DestinationCampaignsView> {
        match self.sim.agent(seat).view(&transfers::slices::DESTINATIONS.of(protocol.clone())) {
            View::Transfers(TransfersSlice::TransferDestinations(view)) => view.campaigns,
            _ => None,
        }
    }

    /// The first message of a conversation that the agent begins is a template.
    fn begin(&mut self, dice: &mut Dice, seat: usize) -> Option<()> {
        let phone = if dice.below(3) == 0 { SILENT_NUMBER } else { dice.one(&NUMBERS)? };
        if dice.coin() {
            // Only an agent with the WhatsApp channel can do this.
            let channel = Channel::Whatsapp;
            self.intent(seat, Intent::Channels(ChannelsIntent::ConnectChannel { channel }))?;
            self.sim.advance(ms(LIST_MS));
        }
        let begin = WhatsAppIntent::Begin {
            phone: phone.to_owned(),
            contact_id: ContactId::default(),
            campaign_id: CAMPAIGN.into(),
            route_id: (*dice.one(&["", "1", lines::SERVICE])?).to_owned(),
        };
        self.intent(seat, Intent::Whatsapp(begin))?;
        self.sim.advance(ms(BEGIN_MS));
        let agent = self.sim.agent(seat);
        let with_customer =
            |protocol: &Protocol| agent.job(protocol).is_some_and(|job| job.contact_identifier == phone);
        match agent.protocols(JobGroup::Active).into_iter().find(with_customer) {
            Some(protocol) => self.send_template(dice, seat, protocol),
            None => Some(()),
        }
    }

    /// An entry of the agent's own inbox; sometimes an entry that only the other agent may take.
    fn entry_of_inbox(&mut self, dice: &mut Dice, seat: usize) -> Option<WhatsAppIntent> {
        let owner = if dice.below(5) == 0 { 1 - seat.min(1) } else { seat };
        let entries = self.sim.agent(owner).inbox().entries;
        let protocol = Protocol::from(dice.one(&entries)?.protocol.as_str());
        Some(WhatsAppIntent::Reopen { protocol })
    }

    /// The composer is closed: the page keeps the text as a draft and sends nothing (WAP-030).
    fn send_locked(&mut self, seat: usize, protocol: &Protocol, text: String) -> Option<()> {
        let composer = self.sim.agent(seat).whatsapp_job(protocol)?.composer;
        matches!(composer, ComposerState::TemplateFirst | ComposerState::WaitingAnswer).then_some(())?;
        self.sim.agent(seat).presses_send(protocol, &text);
        assert_eq!(self.sim.agent(seat).draft(protocol).text, text, "the text for a closed window");
        let is_sent = self.sim.agent(seat).outbox().iter().any(|(_, waiting, _)| *waiting == text);
        assert!(!is_sent, "{text:?} waits to be sent into a closed window");
        Some(())
    }

    fn send_preset(&mut self, dice: &mut Dice, seat: usize, protocol: Protocol) -> Option<()> {
        let list = ConversationIntent::LoadPresets { protocol: protocol.clone() };
        self.intent(seat, Intent::Conversation(list))?;
        self.sim.advance(ms(LIST_MS));
        let view = self.sim.agent(seat).view(&conversation::slices::PRESETS.of(protocol.clone()));
        let View::Conversation(ConversationSlice::Presets(presets)) = view else { return Some(()) };
        if presets.state == ListState::Ready
            && let Some(preset) = dice.one(&presets.items)
        {
            let (preset_id, inserts) = (preset.id.clone(), dice.below(4) == 0);
            self.presets.insert(preset.text.clone());
            self.intent(
                seat,
                Intent::Conversation(match inserts {
                    true => ConversationIntent::PresetInserted { protocol, preset_id },
                    false => ConversationIntent::SendPreset { protocol, preset_id },
                }),
            )?;
        }
        Some(())
    }

    fn send_template(&mut self, dice: &mut Dice, seat: usize, protocol: Protocol) -> Option<()> {
        let list = WhatsAppIntent::LoadTemplates { protocol: protocol.clone() };
        self.intent(seat, Intent::Whatsapp(list))?;
        self.sim.advance(ms(LIST_MS));
        let view = self.sim.agent(seat).view(&whatsapp::slices::TEMPLATES.of(protocol.clone()));
        let View::Whatsapp(WhatsAppSlice::Templates(templates)) = view else { return Some(()) };
        let Some(template) = dice.one(&templates.items) else { return Some(()) };
        let variables = vec!["Helena".to_owned(); template.variables.len()];
        // Any file, whatever the template needs; one of another kind, or none, is refused before it is sent.
        let chosen = template.header_media.map(|_| dice.below(4));
        let file = match chosen {
            Some(0 | 1) => Some(file(dice.one(&FILES)?)),
            _ => None,
        };
        let header_link = if chosen == Some(2) { "https://exemplo.com/fatura.pdf".to_owned() } else { String::new() };
        let template_id = template.id.clone();
        let send = WhatsAppIntent::SendTemplate { protocol, template_id, variables, file, header_link };
        self.intent(seat, Intent::Whatsapp(send))
    }

    /// One or two messages of any attendance.
    fn forward(&mut self, dice: &mut Dice, seat: usize, target: Protocol) -> Option<()> {
        let source = self.any_job(dice, seat)?;
        let messages = self.sim.agent(seat).messages(&source);
        let first = dice.below(messages.len());
        for message in messages.get(first..)?.iter().take(1 + dice.below(2)) {
            let (protocol, local_id) = (source.clone(), message.local_id.clone());
            // Whoever wrote it.
            self.presets.insert(message.text.clone());
            self.intent(seat, Intent::Whatsapp(WhatsAppIntent::SelectForward { protocol, local_id }))?;
        }
        self.intent(seat, Intent::Whatsapp(WhatsAppIntent::OpenForward))?;
        let end = match dice.below(6) {
            0 => WhatsAppIntent::CloseForward,
            _ => WhatsAppIntent::ForwardTo { protocol: target },
        };
        self.intent(seat, Intent::Whatsapp(end))
    }
}
