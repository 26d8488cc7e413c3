//! The browser side: one input for one core, the execution of its effects, and the pages.

use crate::browser::UTC_OFFSET_MINUTES;
use crate::disk::Write;
use crate::network::{Delivery, LinkId, Party, Request};
use crate::presence;
use crate::sim::Sim;
use contact_centre::HttpRequest as ServerRequest;
use core_wasm::conversation::{ConversationIntent, ConversationSlice};
use core_wasm::flow::{
    BrokerCommand, DesktopCommand, Effect, HttpRequest, RequestId, StoreId, StoreKey, StorePlace, TimeZone,
};
use core_wasm::shell;
use core_wasm::shell::ShellSlice;
use core_wasm::whatsapp::WhatsAppIntent;
use core_wasm::wire::{Protocol, Secret};
use core_wasm::{Input, Intent, PageInput, View, conversation};

/// Duration of a database write.
const DISK_MS: u64 = 2;

impl Sim {
    /// Passes one input to one core, and executes everything that follows from it.
    pub(crate) fn feed(&mut self, index: usize, input: Input, label: &str) {
        let name = self.browsers[index].name.clone();
        if !label.is_empty() {
            self.trace.line(self.now, &name, label);
        }
        if self.trace.keeps {
            self.trace.detail(&format!("{input:?}"));
        }
        self.counts.input(&input);
        let typed = match &input {
            Input::Intent(intent) => {
                self.ledger.intent(index, intent);
                self.note_read(index, intent);
                match intent {
                    Intent::Conversation(ConversationIntent::DraftChanged { protocol, .. }) => Some(protocol.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let wall = self.server.wall(self.now);
        let now = self.browsers[index].now(self.now, wall);
        let elsewhere = presence::is_in_other_tab(&self.browsers[index]);
        let signed_out = presence::is_signed_out(&self.browsers[index]);
        let handled = self.browsers[index].handle(input, now, &mut self.counts);
        let step = self.must(index, handled);
        if elsewhere {
            let checked = presence::keeps_still(&step);
            self.must(index, checked);
        }
        if signed_out && presence::is_signed_out(&self.browsers[index]) {
            let checked = presence::writes_no_session(&step);
            self.must(index, checked);
        }
        if let Some(protocol) =
            typed.filter(|protocol| step.dirty.contains(&conversation::slices::DRAFT.of(protocol.clone())))
        {
            let since = self.now;
            self.browsers[index].unstored_drafts.entry(protocol).or_insert(since);
        }
        if self.trace.keeps {
            self.trace.detail(&format!("{:?} {:?}", step.dirty, step.wake));
        }
        self.note_what_shows(index);
        let mut written = Vec::new();
        for effect in step.effects {
            if self.trace.keeps
                && let Effect::Persist(_, key, value) = &effect
            {
                written.push(format!("{}{}", if value.is_some() { "" } else { "no " }, key.name()));
            }
            self.carry_out(index, &name, effect);
        }
        self.load_ports(index);
        if !written.is_empty() {
            self.trace.line(self.now, &name, format_args!("> store {}", written.join(", ")));
        }
    }

    /// For the oracle: a page that shows an attendance marks its messages as read.
    fn note_what_shows(&mut self, index: usize) {
        let browser = &self.browsers[index];
        if let View::Shell(ShellSlice::Route(route)) = browser.workspace.view(&shell::slices::ROUTE.key())
            && let Some(protocol) = route.protocol
        {
            let now = self.server.wall(self.now);
            self.read_times.saw(browser.machine, &Protocol::from(protocol.as_str()), now);
        }
    }

    fn note_read(&mut self, index: usize, intent: &Intent) {
        let answered = match intent {
            Intent::Conversation(
                ConversationIntent::SendMessage { protocol, .. }
                | ConversationIntent::Reply { protocol, .. }
                | ConversationIntent::SendMedia { protocol, .. },
            )
            | Intent::Whatsapp(
                WhatsAppIntent::SendTemplate { protocol, .. }
                | WhatsAppIntent::ForwardTo { protocol }
                | WhatsAppIntent::MarkUnread { protocol, unread: false },
            ) => Some(protocol),
            Intent::Conversation(ConversationIntent::SendPreset { protocol, preset_id }) => {
                // The text as the list shows it, for the comparison with the server; a text with an open variable is
                // not sent.
                let shown = self.browsers[index].workspace.view(&conversation::slices::PRESETS.of(protocol.clone()));
                if let View::Conversation(ConversationSlice::Presets(presets)) = shown {
                    let chosen = presets.items.into_iter().find(|item| item.id == *preset_id);
                    if let Some(preset) = chosen.filter(|preset| preset.open_variable.is_none()) {
                        self.ledger.chose(protocol, preset.text);
                    }
                }
                Some(protocol)
            }
            _ => None,
        };
        if let Some(protocol) = answered {
            let now = self.server.wall(self.now);
            self.read_times.saw(self.browsers[index].machine, protocol, now);
        }
    }

    pub(crate) fn carry_out(&mut self, index: usize, name: &str, effect: Effect) {
        let party = self.browsers[index].party;
        let arrives = self.now.plus_ms(self.network.latency_ms);
        let link = |number| LinkId { party, number };
        match effect {
            Effect::Http(call, request, token) => self.request(party, call, request, token),
            Effect::Broker(command) => {
                let (line, delivery) = match command {
                    BrokerCommand::Connect { link: number, login, passcode, url, heartbeat_ms } => {
                        self.ledger.secret(passcode.expose());
                        self.browsers[index].links.push(link(number));
                        let delivery = Delivery::Connect { link: link(number), login, passcode, heartbeat_ms };
                        (format!("connect {url}"), delivery)
                    }
                    BrokerCommand::Subscribe { link: number, destination } => {
                        (format!("subscribe {destination}"), Delivery::Subscribe { link: link(number), destination })
                    }
                    BrokerCommand::Acknowledge { link: number, ack } => {
                        (format!("acknowledge {ack}"), Delivery::Acknowledge { link: link(number), ack })
                    }
                    BrokerCommand::Disconnect { link: number } => {
                        self.browsers[index].links.retain(|open| open.number != number);
                        ("disconnect".to_owned(), Delivery::Disconnect { link: link(number) })
                    }
                    // Messages of browsers to the broker are not used yet; pongs are simulated with the session check
                    // in `presence`.
                    BrokerCommand::Send { destination, body, .. } => {
                        return self.trace.line(self.now, name, format_args!("> send {destination} {body:?}"));
                    }
                };
                self.trace.line(self.now, name, format_args!("> {line}"));
                self.network.send(arrives, delivery);
            }
            Effect::Persist(id, key, value) => self.persist(party, id, key, value),
            Effect::ClearStorage => {
                self.trace.line(self.now, name, "> clear storage");
                self.disk_mut(index).forget_token();
                let write = Delivery::Write { party, id: None, write: Write::Clear };
                self.network.send(self.now.plus_ms(DISK_MS), write);
            }
            Effect::ClaimSession => {
                self.trace.line(self.now, name, "> claim session");
                self.claim_session(party);
            }
            Effect::Navigate { path, replace } => {
                self.trace.line(self.now, name, format_args!("> {} {path}", if replace { "replace" } else { "push" }));
                self.browsers[index].path = path;
            }
            Effect::OpenUrl { url } => self.trace.line(self.now, name, format_args!("> open {url}")),
            // The runtime configuration names none of these services here.
            Effect::LoadFlags { .. } | Effect::Track(_) => {}
            Effect::Upload(command) => self.upload_command(party, command),
            Effect::Sound(sound, _) => {
                self.trace.line(self.now, name, format_args!("> sound {sound:?}"));
                self.browsers[index].sounds.push(sound);
            }
            Effect::Desktop(command) => {
                let what = match command {
                    DesktopCommand::Ask => "ask".to_owned(),
                    DesktopCommand::Show(notice) => format!("show {}", notice.tag),
                    DesktopCommand::Close(tag) => format!("close {tag}"),
                };
                self.trace.line(self.now, name, format_args!("> desktop {what}"));
            }
            Effect::Voice(command) => {
                self.trace.line(self.now, name, format_args!("> voice {command:?}"));
                self.voice_command(party, command);
            }
            Effect::Report(report) => {
                self.trace.line(self.now, name, format_args!("> report {} {}", report.code, report.detail));
                self.browsers[index].reports.push(report);
            }
        }
    }

    pub(crate) fn request(
        &mut self,
        party: Party,
        call: RequestId,
        request: HttpRequest,
        token: Option<Secret<String>>,
    ) {
        let browser = &self.browsers[party.agent];
        let at_fault = browser.disk_failed || self.network.disk_hangs(self.now);
        let checked = self.ledger.request(&request, &self.disks[browser.machine], at_fault);
        self.must(party.agent, checked);
        let name = format!("{} {}", request.method.as_str(), request.target());
        let who = self.browsers[party.agent].name.clone();
        self.trace.line(self.now, &who, format_args!("> {name}"));
        let target = request.target();
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let body = request.body.map(|body| body.expose().clone()).unwrap_or_default();
        self.trace.detail(&body);
        let delivery = Delivery::Request(Request {
            party,
            call,
            name,
            request: ServerRequest {
                method: request.method.as_str().to_owned(),
                path: path.to_owned(),
                query: query.to_owned(),
                authorization: token.map(|token| format!("Bearer {}", token.expose())),
                body,
            },
            deadline: self.now.plus_ms(u64::from(request.time_limit_ms)),
        });
        self.network.send(self.now.plus_ms(self.network.latency_ms), delivery);
    }

    pub(crate) fn persist(&mut self, party: Party, id: StoreId, key: StoreKey, value: Option<Secret<String>>) {
        let value = value.map(|value| value.expose().clone());
        if let Some(value) = &value {
            self.trace.detail(value);
            let checked = self.ledger.record(&key, value);
            self.must(party.agent, checked);
        }
        let write = Write::Record(key.clone(), value);
        if key.place() == StorePlace::LocalStorage {
            return self.write(party, Some(id), write);
        }
        self.network.send(self.now.plus_ms(DISK_MS), Delivery::Write { party, id: Some(id), write });
    }

    pub(crate) fn start_page(&mut self, index: usize) {
        self.browsers[index].open = true;
        let browser = &self.browsers[index];
        let started = PageInput::Started {
            path: browser.path.clone(),
            user_agent: browser.user_agent.clone(),
            online: browser.online,
            focused: browser.focused,
            visible: true,
        };
        let label = format!("< page starts at {}", browser.path);
        let zone = TimeZone::read(self.server.wall(self.now), |_| UTC_OFFSET_MINUTES);
        self.feed(index, Input::TimeZone(zone), "< time zone");
        self.feed(index, Input::Page(started), &label);
    }

    pub(crate) fn intent(&mut self, index: usize, intent: Intent) {
        self.note_wish(index, &intent);
        let label = format!("< {intent:?}");
        self.feed(index, Input::Intent(intent), &label);
    }
}
