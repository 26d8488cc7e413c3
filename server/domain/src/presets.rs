//! Preset messages of queues and campaigns, for every channel with written conversations (PRE-003). Nothing here
//! changes them.

use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::queues;
use crate::store::PresetRow;
use wire::{Channel, OrgUnitId, PresetMessage, QueueId};

/// `GET /queues/chat/{id}/preset-messages`.
pub(crate) fn chat(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Chat, call, caller)?;
    used_by(tx, &queue.org_unit_id, &queue.id)
}

/// `GET /queues/whatsapp/{id}/preset-messages`.
pub(crate) fn whatsapp(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Whatsapp, call, caller)?;
    used_by(tx, &queue.org_unit_id, &queue.id)
}

/// `GET /preset-messages/{id}`: a list with this one preset.
pub(crate) fn one(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let row = tx.store.preset(call.param("id"))?.ok_or_else(|| Failure::not_found("preset message"))?;
    caller.must_belong_to(&row.org_unit_id)?;
    json(&Listed { data: vec![record(row)] })
}

/// The presets of the org unit that a queue or campaign uses.
pub(crate) fn used_by(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, id: &QueueId) -> Answer {
    let rows = tx.store.presets_of_unit(org_unit)?.into_iter().filter(|row| row.used_by.contains(id));
    json(&Listed { data: rows.map(record).collect() })
}

fn record(row: PresetRow) -> PresetMessage {
    PresetMessage {
        preset_message_id: row.id,
        preset_message_name: row.name,
        preset_message_description: row.text,
        preset_message_template_type: row.kind,
    }
}

#[cfg(test)]
mod tests {
    use crate::store::RouteStore;
    use crate::testing::{ANA, TestCentre};
    use rstest::rstest;

    fn names(test: &mut TestCentre, path: &str) -> Vec<String> {
        let ana = test.sign_in(ANA);
        let data = test.get(&ana, path).ok().body["data"].take();
        data.as_array()
            .unwrap()
            .iter()
            .map(|preset| preset["preset_message_name"].as_str().unwrap().to_owned())
            .collect()
    }

    #[rstest]
    #[case::a_queue_of_the_web_chat("/queues/chat/20/preset-messages")]
    #[case::pre_003_a_queue_of_whatsapp("/queues/whatsapp/40/preset-messages")]
    #[case::pre_003_a_campaign("/campaigns/whatsapp/31/preset-messages")]
    fn a_queue_or_campaign_lists_only_its_own_presets(#[case] path: &str) {
        let mut test = TestCentre::new();
        let mut preset = test.store.preset("1").unwrap().unwrap();
        preset.used_by.clear();
        test.store.put_preset(&preset).unwrap();
        assert_eq!(names(&mut test, path), ["Aguarde", "Despedida", "Apresentação"]);
    }

    #[test]
    fn a_queue_of_another_channel_has_no_presets() {
        let mut test = TestCentre::new();
        let ana = test.sign_in(ANA);
        assert_eq!(test.get(&ana, "/queues/chat/40/preset-messages").refusal(), "404");
        assert_eq!(test.get(&ana, "/queues/whatsapp/20/preset-messages").refusal(), "404");
    }
}
