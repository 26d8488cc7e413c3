//! The author of a message, as the signed-in agent sees it (BEY-151). Every view with an author uses these rules.

use crate::flow::Text;
use crate::wire::{Message, SenderType};
use serde::Serialize;

/// The author of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Author {
    /// The customer.
    #[default]
    Customer,
    /// The signed-in agent.
    Own,
    /// Another agent.
    Colleague,
    /// An automatic answer.
    Bot,
    /// No person: a system message.
    System,
}

/// The signed-in agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer<'a> {
    /// Id of the signed-in agent; empty without a session.
    pub agent_id: &'a str,
    /// Name.
    pub name: &'a str,
}

impl Viewer<'_> {
    /// Whether an agent is the signed-in one. A message without an id (a quote of an older server) is compared by its
    /// name; a message without a name is not the agent's.
    pub fn is(&self, agent_id: &str, agent_name: &str) -> bool {
        if agent_id.is_empty() { !agent_name.is_empty() && agent_name == self.name } else { agent_id == self.agent_id }
    }
}

impl Author {
    /// The author, by the sender of the message.
    pub fn of(sender: SenderType, agent_id: &str, agent_name: &str, viewer: Viewer<'_>) -> Self {
        match sender {
            SenderType::Customer => Self::Customer,
            SenderType::Agent if viewer.is(agent_id, agent_name) => Self::Own,
            SenderType::Agent => Self::Colleague,
            SenderType::Bot => Self::Bot,
            SenderType::System => Self::System,
        }
    }

    /// The author of a message.
    pub fn of_message(message: &Message, viewer: Viewer<'_>) -> Self {
        Self::of(message.sender_type, message.agent_id.as_str(), &message.agent_name, viewer)
    }

    /// The word that views use for the author.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Own => "own",
            Self::Colleague => "colleague",
            Self::Bot => "bot",
            Self::System => "system",
        }
    }

    /// The sender as the server reports it.
    pub fn sender_type(self) -> SenderType {
        match self {
            Self::Customer => SenderType::Customer,
            Self::Own | Self::Colleague => SenderType::Agent,
            Self::Bot => SenderType::Bot,
            Self::System => SenderType::System,
        }
    }
}

/// The first name of a colleague; with the initial of the last name if another person in the view has the same first
/// name: "Bruno", "Bruno L.".
pub fn short_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> String {
    let mut words = name.split_whitespace();
    let Some(first) = words.next() else { return String::new() };
    let has_same_first = |other: &str| {
        let other_first = other.split_whitespace().next();
        other_first.is_some_and(|other_first| other_first.to_lowercase() == first.to_lowercase())
    };
    let is_shared = others.into_iter().any(|other| other != name && has_same_first(other));
    match words.next_back().and_then(|last| last.chars().next()).filter(|_| is_shared) {
        Some(initial) => format!("{first} {}.", initial.to_uppercase()),
        None => first.to_owned(),
    }
}

/// The text of a system message; `None` for another message. Texts that persons wrote are not part of it.
pub fn system_line(message: &Message, viewer: Viewer<'_>) -> Option<Text> {
    if !message.system_message {
        return None;
    }
    let agent = message.agent_name.as_str();
    let is_own = viewer.is(message.agent_id.as_str(), agent);
    let said = |own: &str, named: &str| match (is_own, agent) {
        (true, _) => Some(Text::key(own)),
        (false, "") => None,
        (false, agent) => Some(Text::key(named).with("agent", agent)),
    };
    let line = match message.system_key.as_str() {
        "chatStarted" | "chatResumed" => said("chat.system.takenOwn", "chat.system.taken"),
        "chatEndedByAgent" => said("chat.system.endedOwn", "chat.system.endedBy"),
        "chatTransferred" => match &message.transferred_to {
            None => said("chat.system.transferredOwn", "chat.system.chatTransferred"),
            Some(to) if to.agent_id.is_empty() => {
                let line = said("chat.system.transferredOwnToQueue", "chat.system.transferredToQueue");
                line.map(|line| line.with("queue", &to.queue_name))
            }
            Some(to) if viewer.is(to.agent_id.as_str(), &to.agent_name) => {
                said("chat.system.transferredToOwn", "chat.system.transferredToOwn")
            }
            Some(to) => {
                let line = said("chat.system.transferredOwnTo", "chat.system.transferredTo");
                line.map(|line| line.with("to", &to.agent_name))
            }
        },
        _ => None,
    };
    Some(line.unwrap_or_else(|| Text {
        fallback: Some("chat.system.other".to_owned()),
        ..Text::key(&format!("chat.system.{}", message.system_key)).with("agent", agent)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::TransferTarget;
    use rstest::rstest;

    const ANA: Viewer<'static> = Viewer { agent_id: "101", name: "Ana Souza" };

    #[rstest]
    #[case::a_message_of_the_agent(SenderType::Agent, "101", "Ana Souza", Author::Own)]
    #[case::a_message_from_before_the_agents_name_changed(SenderType::Agent, "101", "Ana Lima", Author::Own)]
    #[case::a_colleague(SenderType::Agent, "102", "Bruno Lima", Author::Colleague)]
    #[case::a_colleague_of_the_same_name(SenderType::Agent, "102", "Ana Souza", Author::Colleague)]
    #[case::an_own_quote_without_an_id(SenderType::Agent, "", "Ana Souza", Author::Own)]
    #[case::a_quote_without_an_id(SenderType::Agent, "", "Bruno Lima", Author::Colleague)]
    #[case::a_message_without_a_name(SenderType::Agent, "", "", Author::Colleague)]
    #[case::the_customer(SenderType::Customer, "", "", Author::Customer)]
    #[case::the_bot(SenderType::Bot, "", "", Author::Bot)]
    #[case::the_system(SenderType::System, "101", "Ana Souza", Author::System)]
    fn bey_151_only_the_messages_of_this_agent_are_its_own(
        #[case] sender: SenderType,
        #[case] agent_id: &str,
        #[case] agent_name: &str,
        #[case] expected: Author,
    ) {
        assert_eq!(Author::of(sender, agent_id, agent_name, ANA), expected);
        assert_eq!(expected.sender_type(), sender);
        assert_eq!(serde_json::to_string(&expected).expect("a word"), format!("\"{}\"", expected.as_str()));
    }

    #[rstest]
    #[case("Bruno Lima", &[], "Bruno")]
    #[case("Bruno Lima", &["Bruno Lima", "Ana Souza"], "Bruno")]
    #[case("Bruno Lima", &["Bruno Alves"], "Bruno L.")]
    #[case("bruno de Souza lima", &["Bruno Alves"], "bruno L.")]
    #[case("Bruno", &["Bruno Alves"], "Bruno")]
    #[case("", &["Bruno Alves"], "")]
    fn bey_151_a_preview_has_the_first_name_of_the_author_with_an_initial_if_two_share_it(
        #[case] name: &str,
        #[case] others: &[&str],
        #[case] expected: &str,
    ) {
        assert_eq!(short_name(name, others.iter().copied()), expected);
    }

    fn line(key: &str, agent: (&str, &str), to: Option<TransferTarget>) -> String {
        let message = Message {
            system_message: true,
            system_key: key.to_owned(),
            agent_id: agent.0.into(),
            agent_name: agent.1.to_owned(),
            transferred_to: to,
            ..Message::default()
        };
        let Text { key, params, .. } = system_line(&message, ANA).expect("a line");
        let shown = params.iter().filter(|(_, value)| !value.is_empty());
        std::iter::once(key).chain(shown.map(|(name, value)| format!("{name}={value}"))).collect::<Vec<_>>().join(" ")
    }

    fn agent(id: &str, name: &str) -> Option<TransferTarget> {
        Some(TransferTarget { agent_id: id.into(), agent_name: name.to_owned(), queue_name: "Vendas".to_owned() })
    }

    fn queue(name: &str) -> Option<TransferTarget> {
        Some(TransferTarget { queue_name: name.to_owned(), ..TransferTarget::default() })
    }

    const OWN: (&str, &str) = ("101", "Ana Souza");
    const BRUNO: (&str, &str) = ("102", "Bruno Lima");

    #[rstest]
    #[case("chatStarted", OWN, None, "chat.system.takenOwn")]
    #[case("chatStarted", BRUNO, None, "chat.system.taken agent=Bruno Lima")]
    #[case("chatStarted", ("", ""), None, "chat.system.chatStarted")]
    #[case("chatResumed", OWN, None, "chat.system.takenOwn")]
    #[case("chatResumed", ("", "Bruno Lima"), None, "chat.system.taken agent=Bruno Lima")]
    #[case("chatEndedByAgent", OWN, None, "chat.system.endedOwn")]
    #[case("chatEndedByAgent", BRUNO, None, "chat.system.endedBy agent=Bruno Lima")]
    #[case("chatEndedByAgent", ("", ""), None, "chat.system.chatEndedByAgent")]
    #[case("chatEndedByClient", ("", ""), None, "chat.system.chatEndedByClient")]
    #[case("chatTransferred", BRUNO, agent("101", "Ana Souza"), "chat.system.transferredToOwn agent=Bruno Lima")]
    #[case(
        "chatTransferred",
        BRUNO,
        agent("103", "Carla Reis"),
        "chat.system.transferredTo agent=Bruno Lima to=Carla Reis"
    )]
    #[case("chatTransferred", OWN, agent("103", "Carla Reis"), "chat.system.transferredOwnTo to=Carla Reis")]
    #[case("chatTransferred", BRUNO, queue("Vendas"), "chat.system.transferredToQueue agent=Bruno Lima queue=Vendas")]
    #[case("chatTransferred", OWN, queue("Vendas"), "chat.system.transferredOwnToQueue queue=Vendas")]
    #[case("chatTransferred", BRUNO, None, "chat.system.chatTransferred agent=Bruno Lima")]
    #[case("somethingNew", BRUNO, None, "chat.system.somethingNew agent=Bruno Lima")]
    fn bey_151_a_system_message_names_the_person_who_did_the_action(
        #[case] key: &str,
        #[case] by: (&str, &str),
        #[case] to: Option<TransferTarget>,
        #[case] expected: &str,
    ) {
        assert_eq!(line(key, by, to), expected);
    }
}
