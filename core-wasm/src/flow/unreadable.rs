//! Items of lists that this version cannot read: each list shows their number, and is reported once (BEY-121).

use serde::Serialize;

/// A list of the server that the agent sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ItemList {
    /// Attendances of the agent.
    Attendances,
    /// Attendances that wait in the inbox.
    Inbox,
    /// Messages of a thread; each is shown in its place, so none is counted.
    Messages,
    /// Ended attendances of the agent.
    History,
    /// Ended attendances of a contact or company.
    HistoryOf,
    /// Pauses that the agent may enter.
    Pauses,
    /// Agents on the supervisor's board.
    Board,
    /// Campaigns with which the agent may begin attendances.
    Campaigns,
    /// Notifications of the notification centre.
    Notifications,
    /// Contacts of the contact management.
    Contacts,
    /// Contacts of a company.
    CompanyContacts,
    /// Companies of the contact management.
    Companies,
    /// Companies to choose from.
    CompanyChoices,
    /// Columns of contacts.
    ContactColumns,
    /// Saved filters of contacts.
    ContactFilters,
    /// Contacts that a search found, or that an attendance may belong to.
    FoundContacts,
    /// Contacts that may be the same person.
    SamePersons,
    /// Preset messages.
    Presets,
    /// Templates of WhatsApp.
    Templates,
    /// Agents to transfer to.
    TransferAgents,
    /// Queues to transfer to.
    TransferQueues,
    /// Campaigns to transfer to.
    TransferCampaigns,
    /// Agents of a campaign to transfer to.
    TransferCampaignAgents,
    /// Tags to choose from.
    Tags,
    /// Qualifications to choose from.
    Qualifications,
    /// Files of a customer.
    Media,
    /// Fields of a script.
    ScriptFields,
    /// Internal notes of a conversation.
    Notes,
    /// Messages and notes that a search over all conversations found.
    FoundMessages,
    /// Colleagues, and their presence.
    Colleagues,
    /// Effects that were given up.
    DeadEffects,
    /// Broadcasts.
    Broadcasts,
    /// Entries of the opened broadcast.
    BroadcastEntries,
    /// Templates of a new broadcast.
    BroadcastTemplates,
    /// Contacts to choose from for a new broadcast.
    BroadcastContacts,
}

impl ItemList {
    /// Every list.
    pub const ALL: [ItemList; 35] = [
        Self::Attendances,
        Self::Inbox,
        Self::Messages,
        Self::History,
        Self::HistoryOf,
        Self::Pauses,
        Self::Board,
        Self::Campaigns,
        Self::Notifications,
        Self::Contacts,
        Self::CompanyContacts,
        Self::Companies,
        Self::CompanyChoices,
        Self::ContactColumns,
        Self::ContactFilters,
        Self::FoundContacts,
        Self::SamePersons,
        Self::Presets,
        Self::Templates,
        Self::TransferAgents,
        Self::TransferQueues,
        Self::TransferCampaigns,
        Self::TransferCampaignAgents,
        Self::Tags,
        Self::Qualifications,
        Self::Media,
        Self::ScriptFields,
        Self::Notes,
        Self::FoundMessages,
        Self::Colleagues,
        Self::DeadEffects,
        Self::Broadcasts,
        Self::BroadcastEntries,
        Self::BroadcastTemplates,
        Self::BroadcastContacts,
    ];

    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Attendances => "attendances",
            Self::Inbox => "inbox",
            Self::Messages => "messages",
            Self::History => "history",
            Self::HistoryOf => "historyOf",
            Self::Pauses => "pauses",
            Self::Board => "board",
            Self::Campaigns => "campaigns",
            Self::Notifications => "notifications",
            Self::Contacts => "contacts",
            Self::CompanyContacts => "companyContacts",
            Self::Companies => "companies",
            Self::CompanyChoices => "companyChoices",
            Self::ContactColumns => "contactColumns",
            Self::ContactFilters => "contactFilters",
            Self::FoundContacts => "foundContacts",
            Self::SamePersons => "samePersons",
            Self::Presets => "presets",
            Self::Templates => "templates",
            Self::TransferAgents => "transferAgents",
            Self::TransferQueues => "transferQueues",
            Self::TransferCampaigns => "transferCampaigns",
            Self::TransferCampaignAgents => "transferCampaignAgents",
            Self::Tags => "tags",
            Self::Qualifications => "qualifications",
            Self::Media => "media",
            Self::ScriptFields => "scriptFields",
            Self::Notes => "notes",
            Self::FoundMessages => "foundMessages",
            Self::Colleagues => "colleagues",
            Self::DeadEffects => "deadEffects",
            Self::Broadcasts => "broadcasts",
            Self::BroadcastEntries => "broadcastEntries",
            Self::BroadcastTemplates => "broadcastTemplates",
            Self::BroadcastContacts => "broadcastContacts",
        }
    }
}

/// Number of items of a list that are shown as not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UnsupportedItems {
    /// The list.
    pub list: ItemList,
    /// The number of items that this version cannot read.
    pub count: u32,
}

/// The lists with unreadable items, as they were last loaded.
#[derive(Default)]
pub struct Unreadable {
    lists: Vec<UnsupportedItems>,
    reported: Vec<ItemList>,
    changed: bool,
}

impl Unreadable {
    /// The lists with unreadable items.
    pub fn lists(&self) -> &[UnsupportedItems] {
        &self.lists
    }

    /// The number of unreadable items of a list.
    pub fn count(&self, list: ItemList) -> u32 {
        self.lists.iter().find(|held| held.list == list).map_or(0, |held| held.count)
    }

    /// Sets the number of unreadable items of a list after its load.
    pub(super) fn set(&mut self, list: ItemList, count: u32) {
        if self.count(list) != count {
            self.changed = true;
            self.lists.retain(|held| held.list != list);
            if count > 0 {
                self.lists.push(UnsupportedItems { list, count });
            }
        }
    }

    /// Whether the list was not reported before; marks it as reported.
    pub(super) fn is_new(&mut self, list: ItemList) -> bool {
        let is_new = !self.reported.contains(&list);
        if is_new {
            self.reported.push(list);
        }
        is_new
    }

    /// No list is shown any more; lists that were reported are not reported again.
    pub fn clear(&mut self) {
        self.changed |= !self.lists.is_empty();
        self.lists.clear();
    }

    /// Whether a number changed since the last call.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}
