//! Runs random sequences of commands and measures the sound: each leg sends a tone, and every 200 ms the tones on every
//! leg must equal the hearing table for the state that the facts describe. `ROOM_SEQUENCES` and `ROOM_SEED` repeat or
//! lengthen it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::exchange::{Exchange, Line, extension, port};
use super::model::{Background, Expected, Member, Model};
use super::*;
use crate::control::{CallFact, CallId, ControlCommand};
use crate::room::{Destination, Mode, Partner, PartyChange, PartyId, Role, RoomCommand, Supervision};

/// Frequencies of the tones: above the notes of the music, with whole periods in 200 ms. No two pairs have the same difference,
/// so that the frequencies which the limiter adds to two tones are never a third tone.
const TONES: [f64; 9] = [1_905.0, 1_930.0, 1_990.0, 2_105.0, 2_240.0, 2_450.0, 2_780.0, 3_065.0, 3_370.0];
/// Level of one tone.
const TONE_LEVEL: f64 = 0.129;
const ACTIONS: usize = 40;
const WINDOW_MS: u64 = 200;
/// Number of windows after which a telephone without network counts as lost.
const REPLACED_AFTER: usize = 3;
/// A lower level counts as silence.
const SILENCE_LEVEL: f64 = 0.001;

/// Numbers that follow from a seed (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())).copied() }
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A running sequence.
struct Sequence {
    exchange: Exchange,
    dice: Dice,
    call: CallId,
    next_party: u64,
    /// The model of the call; `None`: the call ended.
    model: Option<Model>,
    /// Telephones and roles of parties that a command called.
    called: BTreeMap<PartyId, (Role, usize)>,
    log: Vec<String>,
}

impl Sequence {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        // Mixed because the first numbers of similar seeds are similar.
        for _ in 0..8 {
            dice.below(2);
        }
        let mut sequence = Self {
            exchange: Exchange::new(&TONES),
            dice,
            call: CallId(0),
            next_party: 3,
            model: None,
            called: BTreeMap::new(),
            log: Vec::new(),
        };
        sequence.begin();
        sequence
    }

    /// A customer (telephone 0) and an agent (telephone 1) talk.
    fn begin(&mut self) {
        (self.call, self.next_party) = (CallId(self.call.0 + 1), 3);
        let call = self.call;
        self.called.clear();
        self.exchange.control(ControlCommand::Originate { call, from: "0800".into(), to: extension(0) });
        self.exchange.accept(0);
        self.exchange.control(ControlCommand::Connect { call, extension: extension(1) });
        self.exchange.accept(1);
        let member =
            |role, telephone| Member { role, telephone, is_present: true, held: false, holds: false, muted: false };
        let members = [(PartyId::CALLER, member(Role::Customer, 0)), (PartyId::CALLEE, member(Role::Agent, 1))];
        self.model = Some(Model { mode: Mode::Together, waits: false, members: members.into(), cut: BTreeSet::new() });
        self.exchange.facts.clear();
        self.log.push(format!("call {}", call.0));
        self.exchange.pass(3 * WINDOW_MS);
    }

    /// Applies the reported facts of the gateway to the model.
    fn learn(&mut self) {
        for fact in std::mem::take(&mut self.exchange.facts) {
            if !matches!(fact, CallFact::Media { .. } | CallFact::Party { change: PartyChange::Receiving(_), .. }) {
                self.log.push(format!("  {fact:?}"));
            }
            let Some(model) = &mut self.model else { continue };
            match fact {
                CallFact::Mode { mode, .. } => model.mode = mode,
                CallFact::Unattended { .. } => {
                    let customer = model.members.iter().find(|(_, member)| member.role == Role::Customer);
                    let customer = *customer.expect("a customer waits").0;
                    let member = model.members.remove(&customer).unwrap();
                    model.members.insert(PartyId::CALLER, member);
                    model.waits = true;
                }
                CallFact::Answered { extension: agent, .. } => {
                    let telephone = (0..TONES.len()).find(|number| extension(*number) == agent).unwrap();
                    model.members.insert(PartyId::CALLEE, Member::new(Role::Agent, telephone, true));
                    model.waits = false;
                }
                CallFact::Held { side, held, .. } => model.members.get_mut(&side.party()).unwrap().holds = held,
                CallFact::Ended { .. } => self.model = None,
                CallFact::Party { party, change, .. } => self.party_changed(party, change),
                _ => {}
            }
        }
    }

    fn party_changed(&mut self, party: PartyId, change: PartyChange) {
        let Some(model) = &mut self.model else { return };
        if change == PartyChange::Ringing {
            let (role, telephone) = self.called[&party];
            model.members.insert(party, Member::new(role, telephone, false));
            return;
        }
        if let PartyChange::Left(_) | PartyChange::Failed(_) = change {
            if let Some(member) = model.members.remove(&party) {
                model.cut.remove(&member.telephone);
            }
            return;
        }
        let member = model.members.get_mut(&party).unwrap();
        match change {
            PartyChange::Answered => member.is_present = true,
            PartyChange::Held(held) => member.held = held,
            PartyChange::Holds(holds) => member.holds = holds,
            PartyChange::Muted(muted) => member.muted = muted,
            PartyChange::Role(role) => member.role = role,
            PartyChange::Ringing
            | PartyChange::Failed(_)
            | PartyChange::Receiving(_)
            | PartyChange::Key(_)
            | PartyChange::Left(_) => {}
        }
    }

    /// Carries out one action; returns the number of windows until the sound has followed.
    fn act(&mut self) -> usize {
        let Some(model) = self.model.clone() else {
            self.begin();
            return 1;
        };
        let parties: Vec<PartyId> = model.members.keys().copied().collect();
        let in_call: Vec<usize> = (0..TONES.len())
            .filter(|number| matches!(self.exchange.telephones[*number].line, Line::InCall { .. }))
            .collect();
        let ringing: Vec<usize> = (0..TONES.len())
            .filter(|number| matches!(self.exchange.telephones[*number].line, Line::Rings { .. }))
            .collect();
        let free: Vec<usize> =
            (2..TONES.len()).filter(|number| self.exchange.telephones[*number].line == Line::Free).collect();
        let any = self.dice.one(&parties).unwrap();
        let flip = self.dice.flip();
        if let (Some(telephone), true) = (self.dice.one(&ringing), self.dice.below(10) < 6) {
            if self.dice.below(5) > 0 {
                self.log.push(format!("telephone {telephone} accepts"));
                self.exchange.accept(telephone);
                return 2;
            }
            self.log.push(format!("telephone {telephone} declines"));
            self.exchange.ask(telephone, &json!({"request": "decline"}), None);
            return 1;
        }
        let agent = model.members.values().find(|member| member.role == Role::Agent).map(|member| member.telephone);
        if let (Some(agent), false, 0) = (agent, ringing.is_empty(), self.dice.below(8)) {
            return self.hang_up(agent);
        }
        if model.waits {
            if let Some(telephone) = self.dice.one(&free) {
                self.log.push(format!("connect to telephone {telephone}"));
                self.exchange.control(ControlCommand::Connect { call: self.call, extension: extension(telephone) });
                self.exchange.accept(telephone);
            }
            return 2;
        }
        match self.dice.below(22) {
            0..4 => return self.act_by_telephone(&in_call, flip),
            4..6 => self.call_party(
                &free,
                |party, to| RoomCommand::Consult { party, to, is_supervised: flip },
                Role::Consulted,
            ),
            6..9 => self.call_party(&free, |party, to| RoomCommand::Invite { party, to }, Role::Colleague),
            9..11 => {
                let supervision = self.supervision();
                let supervise = |party, to| match to {
                    Destination::Extension(extension) | Destination::Number(extension) => {
                        RoomCommand::Supervise { party, extension, supervision }
                    }
                };
                self.call_party(&free, supervise, Role::Supervisor(supervision));
            }
            11..13 => {
                let supervision = self.supervision();
                let supervisors: Vec<PartyId> =
                    parties.into_iter().filter(|id| !model.members[id].role.is_counted()).collect();
                let party = self.dice.one(&supervisors).unwrap_or(any);
                self.command(RoomCommand::ChangeSupervision { party, supervision });
            }
            13..15 => {
                let partner = if flip { Partner::Customer } else { Partner::Consulted };
                self.command(RoomCommand::TalkWith { partner });
            }
            15 => self.command(RoomCommand::Join),
            16 => self.command(RoomCommand::CancelConsultation),
            17 => self.command(if flip { RoomCommand::Complete } else { RoomCommand::Leave { successor: any } }),
            18..20 => self.command(RoomCommand::Hold { party: any, held: !model.members[&any].held }),
            20 => self.command(RoomCommand::Mute { party: any, muted: !model.members[&any].muted }),
            _ => self.command(RoomCommand::Remove { party: any }),
        }
        1
    }

    fn supervision(&mut self) -> Supervision {
        self.dice.one(&[Supervision::Listen, Supervision::Whisper, Supervision::Barge]).unwrap()
    }

    fn command(&mut self, command: RoomCommand) {
        self.log.push(format!("{command:?}"));
        self.exchange.control(ControlCommand::Room { call: self.call, command });
    }

    fn call_party(&mut self, free: &[usize], command: impl Fn(PartyId, Destination) -> RoomCommand, role: Role) {
        let Some(telephone) = self.dice.one(free) else { return };
        let party = PartyId(self.next_party);
        self.next_party += 1;
        self.called.insert(party, (role, telephone));
        self.command(command(party, Destination::Extension(extension(telephone))));
    }

    fn hang_up(&mut self, telephone: usize) -> usize {
        self.log.push(format!("telephone {telephone} hangs up"));
        self.exchange.ask(telephone, &json!({"request": "hangup"}), None);
        1
    }

    /// A party of the call holds, resumes, hangs up, or loses the network.
    fn act_by_telephone(&mut self, in_call: &[usize], flip: bool) -> usize {
        let Some(telephone) = self.dice.one(in_call) else { return 1 };
        let is_cut = |telephone: &usize| self.exchange.telephones[*telephone].is_cut();
        let cut: Option<usize> = in_call.iter().copied().find(is_cut);
        match self.dice.below(8) {
            0 if in_call.len() > 2 => self.hang_up(telephone),
            0..4 => {
                let request = if flip { "hold" } else { "unhold" };
                self.log.push(format!("telephone {telephone}: {request}"));
                self.exchange.ask(telephone, &json!({"request": request}), None);
                // No fact reports a supervisor's hold, so the model sets it here.
                let held = self.model.iter_mut().flat_map(|model| model.members.values_mut());
                if let Some(supervisor) =
                    held.into_iter().find(|member| member.telephone == telephone && !member.role.is_counted())
                {
                    supervisor.holds = flip;
                }
                1
            }
            _ => {
                // Only one at a time, so that most of the conversation is heard.
                let telephone = cut.unwrap_or(telephone);
                self.exchange.cut(telephone);
                let is_cut = self.exchange.telephones[telephone].is_cut();
                self.log.push(format!("network of telephone {telephone}: {}", if is_cut { "cut" } else { "repaired" }));
                if let Some(model) = &mut self.model {
                    if is_cut {
                        model.cut.insert(telephone)
                    } else {
                        model.cut.remove(&telephone)
                    };
                }
                if is_cut { REPLACED_AFTER } else { 2 }
            }
        }
    }

    /// One action and the sound until the next one.
    fn step(&mut self) -> usize {
        let before = self.model.as_ref().map(Model::all_expected).unwrap_or_default();
        let began = self.call;
        let unsettled = self.act();
        self.learn();
        let mut measured = 0;
        let mut former = if self.call == began { before } else { BTreeMap::new() };
        // A telephone whose network was repaired reconnects its sound first.
        former.retain(|id, _| self.has_sound(*id));
        // The sound follows within the unsettled windows; in the last ones it must be exactly as the state requires.
        let mut left = unsettled;
        let mut settled = 0;
        while settled < 2 {
            self.exchange.pass(WINDOW_MS);
            let known = self.log.len();
            self.learn();
            if self.log.len() != known {
                // A party was lost, or a ring time ended: the sound follows again, at an unknown moment.
                left = left.max(2);
                former.clear();
            }
            let Some(model) = self.model.clone() else { return measured };
            let expected = model.all_expected();
            for (id, expected) in &expected {
                let telephone = model.members[id].telephone;
                if self.exchange.telephones[telephone].is_cut() {
                    continue;
                }
                let former = if left > 0 { former.get(id) } else { Some(expected) };
                self.measure(telephone, expected, former);
                measured += 1;
                if model.members[id].role == Role::Customer && unsettled < REPLACED_AFTER {
                    self.has_no_gap(telephone, expected, former);
                }
            }
            if left == 0 {
                settled += 1;
                former = expected;
            } else {
                left -= 1;
            }
        }
        measured
    }

    fn has_sound(&self, id: PartyId) -> bool {
        let member = self.model.as_ref().and_then(|model| model.members.get(&id));
        member.is_some_and(|member| self.exchange.network.has_heard(port(member.telephone), 1_600))
    }

    /// Compares the sound that a telephone heard in the last 200 ms. `former` is the sound before the change: while the sound
    /// follows, tones of both states are allowed, and tones in both are required.
    fn measure(&self, telephone: usize, expected: &Expected, former: Option<&Expected>) {
        let network = &self.exchange.network;
        let Some(former) = former.filter(|_| network.has_heard(port(telephone), 1_600)) else { return };
        let heard = network.last_heard(port(telephone));
        let level = level(heard);
        let shares = TONES.map(|tone| share_of_tone(heard, tone));
        let is_settled = expected == former;
        for (number, share) in shares.iter().enumerate() {
            let tone = share.max(0.0).sqrt() * level;
            let (is_now, was) = (expected.tones.contains(&number), former.tones.contains(&number));
            if is_now && was && is_settled {
                assert!(tone > 0.5 * TONE_LEVEL, "{}", self.report(telephone, number, tone, expected));
            }
            if !is_now && !was {
                assert!(tone < 0.1 * TONE_LEVEL, "{}", self.report(telephone, number, tone, expected));
            }
        }
        if !is_settled {
            return;
        }
        let other = (1.0 - shares.iter().sum::<f64>()).max(0.0).sqrt() * level;
        match expected.sound {
            Background::Music => assert!(other > 0.004, "{}", self.report(telephone, 99, other, expected)),
            Background::Nothing if expected.tones.is_empty() => {
                assert!(level < SILENCE_LEVEL, "{}", self.report(telephone, 99, level, expected));
            }
            Background::Nothing => assert!(other < 0.3 * level, "{}", self.report(telephone, 99, other, expected)),
            Background::Ringing => {}
        }
    }

    /// The customer never hears silence for a whole window (BEY-139), except on the own hold or with a muted partner.
    fn has_no_gap(&self, telephone: usize, expected: &Expected, former: Option<&Expected>) {
        let network = &self.exchange.network;
        let Some(former) = former.filter(|_| network.has_heard(port(telephone), 1_600)) else { return };
        let is_silent = |of: &Expected| of.may_be_silent || (of.tones.is_empty() && of.sound == Background::Nothing);
        if !is_silent(expected) && !is_silent(former) {
            let level = level(network.last_heard(port(telephone)));
            assert!(level > SILENCE_LEVEL, "{}", self.report(telephone, 99, level, expected));
        }
    }

    fn report(&self, telephone: usize, tone: usize, level: f64, expected: &Expected) -> String {
        let last = self.log.len().saturating_sub(40);
        format!(
            "telephone {telephone}, tone {tone}, level {level:.4}, expected {expected:?}\n{:#?}\n{}",
            self.model,
            self.log[last..].join("\n")
        )
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap())
}

#[test]
fn bey_139_in_random_sequences_of_commands_every_leg_hears_the_tones_of_the_hearing_table() {
    let (sequences, first) = (setting("ROOM_SEQUENCES", 20), setting("ROOM_SEED", 1));
    let mut measured = 0;
    let mut log = String::new();
    for seed in first..first + sequences {
        let mut sequence = Sequence::new(seed);
        measured += (0..ACTIONS).map(|_| sequence.step()).sum::<usize>();
        log.push_str(&sequence.log.join("\n"));
    }
    let expected = usize::try_from(sequences).unwrap() * ACTIONS * 4;
    assert!(measured > expected, "{measured} measurements of {sequences} sequences");
    // Both the usual actions and many others go through every state.
    if first != 1 && sequences < 100 {
        return;
    }
    for fact in [
        "Consulting { is_supervised: false }",
        "Consulting { is_supervised: true }",
        "mode: Swapped",
        "mode: Together",
        "Role(Colleague)",
        "Role(Agent)",
        "Role(Supervisor(Whisper))",
        "Role(Supervisor(Barge))",
        "Role(Supervisor(Listen))",
        "Left(HandedOver)",
        "Left(HungUp)",
        "Left(Removed)",
        "Left(Lost)",
        "Held(true)",
        "Muted(true)",
        "Unattended",
    ] {
        assert!(log.contains(fact), "no sequence has {fact}");
    }
}
