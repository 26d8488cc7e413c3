//! Transfer of an attendance to an agent or a queue: blind, without confirmation (TRF-034 to TRF-042).

use super::Exit;
use super::machine::{Pending, WhatsApp};
use crate::flow::{Answer, Context, HttpCall, Text, camel_case_reason};
use crate::jobs::Jobs;
use crate::wire::TransferWhatsAppRequest;

impl WhatsApp {
    /// Sends the transfer; the attendance leaves as soon as the server has accepted it.
    pub fn transfer(&mut self, context: &mut Context, jobs: &Jobs, request: TransferWhatsAppRequest) {
        let protocol = request.protocol.clone();
        let open = jobs.get(&protocol).is_some_and(|job| !job.is_ended());
        if open && !self.is_busy(&protocol) {
            let call = HttpCall::post("job/whatsapp/transfer").json(&request);
            context.call(&mut self.calls, Pending::Transfer(protocol.clone()), call);
            self.mark(context, &protocol);
        }
    }
}

/// The text of a refused transfer.
pub(super) fn refusal(answer: &Answer) -> Exit {
    let cause = answer.reason().map(camel_case_reason).unwrap_or_default();
    Exit::refused(Text::key(match cause.as_str() {
        "offline" => "whatsapp.transfer.offline",
        "queue" | "notInQueue" | "NotInQueue" => "whatsapp.transfer.queue",
        "pause" | "inPause" | "InPause" => "whatsapp.transfer.pause",
        _ => "whatsapp.transfer.failed",
    }))
}
