//! The traces of three scripts: every input and every effect of the core, in order. A change of a snapshot is a change
//! of behaviour; read it before accepting it (`INSTA_UPDATE=always cargo test -p workspace-sim --test traces`).

use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, secs};

#[test]
fn a_first_minute() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.customer("Mariana").writes("Bom dia!");
    sim.agent(0).writes(&chat, "Olá, Mariana.").registers(&chat, "Mariana Alves", "mariana@example.com");
    sim.agent(0).finishes(&chat).chooses(&chat, "1").observes(&chat, "Renovou").confirms_qualification(&chat);
    insta::assert_snapshot!(sim.trace());
}

#[test]
fn a_send_whose_answer_is_lost_while_the_link_breaks() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    let from = sim.trace_length();
    sim.fail_next("chat/messages", FailKind::LostReply).hold_frames();
    sim.agent(0).presses_send(&chat, "Chega uma vez").drop_link();
    sim.release_frames().advance(secs(8));
    insta::assert_snapshot!(sim.trace_since(from));
}

#[test]
fn a_reload_in_the_middle_of_a_sentence() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).types(&chat, "Já verif");
    let from = sim.trace_length();
    sim.agent(0).reload();
    insta::assert_snapshot!(sim.trace_since(from));
}
