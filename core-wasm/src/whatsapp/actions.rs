//! Actions of the agent that affect only this area.

use super::WhatsAppIntent;
use super::machine::WhatsApp;
use crate::flow::Context;
use crate::jobs::Jobs;
use crate::wire::AgentId;

impl WhatsApp {
    /// Executes an intent. `by_group`: the feature flag of templates by group is on.
    pub fn act(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        agent: &AgentId,
        intent: WhatsAppIntent,
        by_group: bool,
    ) {
        match intent {
            WhatsAppIntent::Pin { protocol, pinned } => self.pin(context, jobs, agent, &protocol, pinned),
            WhatsAppIntent::MarkUnread { protocol, unread } => {
                self.mark_unread(context, jobs, agent, &protocol, unread);
            }
            WhatsAppIntent::OptIn { protocol } => self.opt_in(context, jobs, &protocol),
            WhatsAppIntent::Reopen { protocol } => self.reopen(context, agent, &protocol),
            WhatsAppIntent::LoadTemplates { protocol } => self.load_templates(context, jobs, &protocol, by_group),
            WhatsAppIntent::OpenForward => self.open_forward(context),
            WhatsAppIntent::CloseForward => self.close_forward(context),
            WhatsAppIntent::LeaveBegin => self.leave_begin(context),
            WhatsAppIntent::LoadCampaigns => self.load_campaigns(context, agent),
            WhatsAppIntent::LoadRoutes { campaign_id } => self.load_routes(context, &campaign_id),
            WhatsAppIntent::SetDefaultCampaign { campaign_id } => {
                self.set_default_campaign(context, agent, &campaign_id);
            }
            WhatsAppIntent::OpenMedia { protocol } => self.open_media(context, jobs, &protocol),
            WhatsAppIntent::LoadScript { protocol } => self.open_script(context, jobs, &protocol),
            WhatsAppIntent::LoadMedia { protocol } => self.load_media(context, jobs, &protocol),
            WhatsAppIntent::RenewMedium { protocol, message_id } => {
                self.renew_medium(context, jobs, &protocol, message_id);
            }
            // These intents cause exits, or need more facts.
            WhatsAppIntent::SendTemplate { .. }
            | WhatsAppIntent::SelectForward { .. }
            | WhatsAppIntent::ForwardTo { .. }
            | WhatsAppIntent::Begin { .. }
            | WhatsAppIntent::CheckBegin { .. } => {}
        }
    }
}
