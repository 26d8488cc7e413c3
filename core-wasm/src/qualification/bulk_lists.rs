//! The qualifications for several attendances: each queue and each campaign has its own list, and one choice applies to
//! all lists that contain it. A queue without a list uses the default qualification and does not limit the choice.

use super::machine::Options;
use crate::flow::SortedMap;
use crate::jobs::Job;
use crate::wire::{QualificationRecord, QueueId};

/// The qualifications for the attendances of one queue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueueList {
    /// The list; ready and empty if the queue has none.
    pub options: Options,
    /// The default qualification of a queue without a list.
    pub automatic: Option<QualificationRecord>,
}

/// A qualification that several queues have. Each queue has it under its own id, so it is identified by name and kind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CommonChoice {
    /// Name with its path.
    pub name: String,
    /// Kind of result.
    pub kind: String,
}

impl CommonChoice {
    fn of(record: &QualificationRecord) -> Self {
        Self { name: record.name.clone(), kind: record.kind.clone() }
    }
}

/// The queue or campaign whose list applies to an attendance (QUA-023); `None`: the default qualification applies.
pub fn list_of(job: &Job) -> Option<QueueId> {
    let infos = [&job.server().queue, &job.server().campaign];
    infos.into_iter().flatten().map(|info| info.id.clone()).find(|id| !id.is_empty())
}

/// The qualifications that all these queues offer, in the order of the first one; empty if no queue has a list.
pub fn common<'a>(lists: impl Iterator<Item = &'a QueueList>) -> Vec<QualificationRecord> {
    let mut offered = lists.filter_map(|list| match &list.options {
        Options::Ready(options) if list.automatic.is_none() => Some(options),
        _ => None,
    });
    let Some(first) = offered.next() else { return Vec::new() };
    let others: Vec<_> = offered.collect();
    let is_everywhere = |record: &&QualificationRecord| {
        let choice = CommonChoice::of(record);
        others.iter().all(|options| options.iter().any(|option| CommonChoice::of(option) == choice))
    };
    first.iter().filter(is_everywhere).cloned().collect()
}

impl QueueList {
    /// The qualification of the queue for this choice; `None` if the queue does not have it.
    pub fn chosen(&self, choice: Option<&CommonChoice>) -> Option<QualificationRecord> {
        match (&self.options, &self.automatic) {
            (Options::Ready(_), Some(default)) => Some(default.clone()),
            (Options::Ready(options), None) => {
                options.iter().find(|option| choice == Some(&CommonChoice::of(option))).cloned()
            }
            (Options::NotAsked | Options::Loading | Options::Failed, _) => None,
        }
    }

    /// Whether the list is being loaded.
    pub fn is_loading(&self) -> bool {
        matches!(self.options, Options::NotAsked | Options::Loading)
    }
}

/// The choice that an option of the first list represents.
pub fn choice_of(options: &[QualificationRecord], id: &str) -> Option<CommonChoice> {
    options.iter().find(|option| option.id.0 == id).map(CommonChoice::of)
}

/// The option that represents a choice.
pub fn option_of<'a>(
    options: &'a [QualificationRecord],
    choice: Option<&CommonChoice>,
) -> Option<&'a QualificationRecord> {
    options.iter().find(|option| choice == Some(&CommonChoice::of(option)))
}

/// The lists that were loaded, by queue; `None` is the default qualification alone.
pub type QueueLists = SortedMap<Option<QueueId>, QueueList>;

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, name: &str) -> QualificationRecord {
        QualificationRecord { id: id.into(), name: name.to_owned(), kind: "k".to_owned(), finish_dialing: false }
    }

    fn list(records: &[(&str, &str)]) -> QueueList {
        let options = records.iter().map(|(id, name)| record(id, name)).collect();
        QueueList { options: Options::Ready(options), automatic: None }
    }

    fn names(lists: &[QueueList]) -> Vec<String> {
        common(lists.iter()).into_iter().map(|record| record.name).collect()
    }

    #[test]
    fn bey_156_only_qualifications_that_every_queue_has_are_offered() {
        let support = list(&[("1", "Senha"), ("2", "Engano"), ("3", "Boleto")]);
        let sales = list(&[("8", "Boleto"), ("9", "Engano")]);
        let none = QueueList { options: Options::Ready(Vec::new()), automatic: Some(record("99", "unqualified")) };
        let cases: [(&str, Vec<QueueList>, &[&str]); 5] = [
            ("one queue", vec![support.clone()], &["Senha", "Engano", "Boleto"]),
            ("two queues", vec![support.clone(), sales.clone()], &["Engano", "Boleto"]),
            ("nothing in common", vec![support.clone(), list(&[("7", "Venda")])], &[]),
            ("a queue without a list limits nothing", vec![none.clone(), sales.clone()], &["Boleto", "Engano"]),
            ("none has a list", vec![none.clone()], &[]),
        ];
        for (name, lists, expected) in cases {
            assert_eq!(names(&lists), expected, "{name}");
        }
        let choice = choice_of(&common([&support, &sales].into_iter()), "2");
        let sent = [&support, &sales, &none].map(|list| list.chosen(choice.as_ref()).map(|record| record.id.0.clone()));
        assert_eq!(sent, [Some("2".into()), Some("9".into()), Some("99".into())], "each queue by its own id");
        assert_eq!(list(&[("7", "Venda")]).chosen(choice.as_ref()), None);
    }
}
