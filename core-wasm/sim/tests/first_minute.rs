//! The first minute of a working day, from the sign-in to the qualified attendance, and what is left after a restart.

use core_wasm::channels::ChannelStatusView;
use core_wasm::contacts::ContactStateView;
use core_wasm::flow::JobGroup;
use core_wasm::shell::Dialog;
use workspace_sim::contact_centre::store::{JobState, Store};
use workspace_sim::{RENEWALS, Sim, core_wasm, secs};

#[test]
fn ses_001_job_006_cht_018_qua_001_qua_013_an_attendance_from_its_first_message_to_its_qualification() {
    let mut sim = Sim::new(1);
    sim.agent(0).expect_route("/login").signs_in().expect_route("/attendance").expect_rows(&[]);
    sim.agent(0).connects_chat().expect_chat(ChannelStatusView::Available);

    let chat = sim.customer("Mariana Alves").starts(RENEWALS);
    sim.agent(0).expect_route(&format!("/attendance/{chat}")).expect_chat(ChannelStatusView::InAttendance);
    sim.customer("Mariana Alves").types(true);
    assert!(sim.agent(0).row(&chat).unwrap().typing);
    sim.customer("Mariana Alves").writes("Bom dia! Quero renovar.");
    sim.agent(0).writes(&chat, "Bom dia, Mariana. Um momento.");
    sim.agent(0).expect_thread(
        &chat,
        &["system: chatStarted", "customer: Bom dia! Quero renovar.", "agent: Bom dia, Mariana. Um momento. (sent)"],
    );
    sim.customer("Mariana Alves").expect_hears("Ana Souza: Bom dia, Mariana. Um momento.");

    assert_eq!(sim.agent(0).contact(&chat).unwrap().contact, ContactStateView::Unknown);
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana.alves@example.com").expect_snackbar("contacts.created");

    sim.agent(0).finishes(&chat).expect_rows(&[]).expect_rows_to_qualify(&["Mariana Alves"]);
    sim.agent(0).expect_dialog(Some(Dialog::Qualification { protocol: chat.clone() }));
    sim.agent(0).expect_chat(ChannelStatusView::Available);
    sim.customer("Mariana Alves").expect_hears("ended by agent");
    sim.advance(secs(12));
    sim.agent(0).chooses(&chat, "1").confirms_qualification(&chat);
    assert!(sim.agent(0).qualification(&chat).unwrap().observation_error.is_some());
    sim.agent(0).observes(&chat, "Renovou por um ano").confirms_qualification(&chat);
    sim.agent(0).expect_rows_to_qualify(&[]).expect_dialog(None).expect_route("/attendance");
    sim.agent(0).expect_snackbar("qualificationSuccess");
    sim.expect_agreement();

    let job = sim.store().job(&chat).unwrap().unwrap();
    let kept = job.qualification.clone().unwrap().payload;
    assert_eq!(job.state, JobState::Qualified);
    assert_eq!((kept.observation.as_str(), kept.qualify_path.as_str()), ("Renovou por um ano", "Renovação > Aceita"));
    assert!((12..=13).contains(&kept.duration), "{}", kept.duration);
    let texts: Vec<String> =
        sim.store().messages_after(&chat, 0, 10).unwrap().into_iter().map(|message| message.message).collect();
    assert_eq!(texts, ["", "Bom dia! Quero renovar.", "Bom dia, Mariana. Um momento.", ""]);

    // The server and the page are restarted: the finished work stays finished.
    sim.server_down().advance(secs(3));
    sim.server_up().advance(secs(10));
    sim.agent(0).reload().expect_route("/attendance").expect_rows(&[]).expect_rows_to_qualify(&[]);
    sim.agent(0).expect_chat(ChannelStatusView::Available);
    assert!(sim.agent(0).protocols(JobGroup::Pinned).is_empty());
    sim.expect_agreement();
}
