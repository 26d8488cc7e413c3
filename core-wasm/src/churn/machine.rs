//! Loads and removes risks.

use super::registry::NAME;
use super::slices;
use crate::flow::{Answer, Context, Entity, EntityKind, HttpRequest, RequestId, Requests, ServerWrite, Table, Text};
use crate::wire::limits::{JUSTIFICATION_MAX_CHARS, JUSTIFICATION_MIN_CHARS};
use crate::wire::{
    AgentId, ChurnContactRequest, ChurnEmployerRequest, ChurnFactor, ChurnFactors, ChurnProbability,
    JustificationRequest,
};

/// An effect of the churn risk on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The risk of this contact was removed; a snackbar says so.
    Removed(String, Text),
}

enum Pending {
    Probability(Entity),
    Factors(Entity),
    Removal(Entity, String),
}

#[derive(Default)]
pub(super) struct Form {
    pub length: usize,
    pub pending: bool,
    pub error: Option<Text>,
}

#[derive(Default)]
pub(super) struct Risk {
    /// The risk; `None` before the first answer and after a failure, so that the widget is hidden (ORG-007).
    pub known: Option<ChurnProbability>,
    pub factors: Vec<ChurnFactor>,
    pub form: Option<Form>,
}

/// The risks of contacts and companies that were requested.
pub struct Churn {
    risks: Table<Risk>,
    requests: Requests<Pending>,
}

impl Default for Churn {
    fn default() -> Self {
        Self { risks: Table::default(), requests: Requests::new(NAME) }
    }
}

fn contact(id: &str) -> Entity {
    Entity::new(EntityKind::Contact, id)
}

impl Churn {
    /// Loads the risk of a contact with its reasons, or the greatest one of a company's contacts.
    pub fn load(&mut self, context: &mut Context, entity: Entity) {
        let body = ChurnContactRequest { contact_id: entity.id.as_str().into() };
        let request = match entity.kind {
            EntityKind::Attendance => return,
            EntityKind::Contact => {
                let factors = HttpRequest::ask("organia/churn-buster/contact-probability-values").json(&body);
                context.request(&mut self.requests, Pending::Factors(entity.clone()), factors);
                HttpRequest::ask("organia/churn-buster/contact-max-data").json(&body)
            }
            EntityKind::Employer => HttpRequest::ask("organia/churn-buster/employer-max-probability")
                .json(&ChurnEmployerRequest { employer_id: entity.id.as_str().into() }),
        };
        self.risks.or_default(&entity.name());
        context.request(&mut self.requests, Pending::Probability(entity), request);
    }

    /// Opens or closes the form that removes the risk of a contact.
    pub fn open_removal(&mut self, context: &mut Context, id: &str, open: bool) {
        let entity = contact(id);
        let Some(risk) = self.risks.get_mut(&entity.name()) else { return };
        let removable = risk.known.as_ref().is_some_and(|known| known.probability.is_some());
        risk.form = (open && removable).then(Form::default);
        context.dirty(slices::OF.of(entity));
    }

    /// The agent typed a justification: counts its characters, without the spaces before and after the text (ORG-003).
    pub fn count_characters(&mut self, context: &mut Context, id: &str, text: &str) {
        if let Some(form) = self.form(context, &contact(id)) {
            form.length = text.trim().chars().count();
            form.error = None;
        }
    }

    /// Removes the risk of a contact; a text that is too short or too long is refused (ORG-002).
    pub fn remove(&mut self, context: &mut Context, agent: &AgentId, id: &str, text: &str) {
        self.count_characters(context, id, text);
        let entity = contact(id);
        let Some(form) = self.form(context, &entity).filter(|form| !form.pending) else { return };
        if form.length < JUSTIFICATION_MIN_CHARS {
            form.error = Some(Text::key("churn.tooShort").with("count", JUSTIFICATION_MIN_CHARS));
        } else if form.length > JUSTIFICATION_MAX_CHARS {
            form.error = Some(Text::key("churn.tooLong").with("count", JUSTIFICATION_MAX_CHARS));
        } else {
            form.pending = true;
            let justification = text.trim().to_owned();
            let body = JustificationRequest {
                contact_id: id.into(),
                agent_id: agent.clone(),
                justification: justification.clone(),
            };
            let request = ServerWrite::RemoveRisk.post("organia/churn-buster/justification").json(&body);
            context.request(&mut self.requests, Pending::Removal(entity, justification), request);
        }
    }

    fn form(&mut self, context: &mut Context, entity: &Entity) -> Option<&mut Form> {
        let form = self.risks.get_mut(&entity.name())?.form.as_mut()?;
        context.dirty(slices::OF.of(entity.clone()));
        Some(form)
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Option<Exit> {
        let pending = self.requests.take(request)?;
        let (Pending::Probability(entity) | Pending::Factors(entity) | Pending::Removal(entity, _)) = &pending;
        let risk = self.risks.get_mut(&entity.name())?;
        context.dirty(slices::OF.of(entity.clone()));
        match pending {
            Pending::Probability(_) => {
                risk.known = answer.read().ok();
                None
            }
            Pending::Factors(_) => {
                risk.factors = answer.read::<ChurnFactors>().map(|list| list.data.into_vec()).unwrap_or_default();
                None
            }
            Pending::Removal(Entity { id, .. }, justification) => {
                if !matches!(answer, Answer::Ok(_)) {
                    if let Some(form) = risk.form.as_mut() {
                        form.pending = false;
                        form.error = Some(match answer.is_uncertain() {
                            true => ServerWrite::RemoveRisk.unknown(),
                            false => Text::key("churn.removeFailed"),
                        });
                    }
                    return None;
                }
                *risk = Risk {
                    known: Some(ChurnProbability { justification, ..ChurnProbability::default() }),
                    ..Risk::default()
                };
                Some(Exit::Removed(id, Text::key("churn.removed")))
            }
        }
    }

    pub(super) fn risk(&self, entity: &Entity) -> Option<&Risk> {
        self.risks.get(&entity.name())
    }

    /// The entities whose risk was requested.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.risks.keys().filter_map(Entity::read)
    }
}
