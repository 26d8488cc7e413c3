//! When the dialog of a qualification has to close.

use crate::shell::Dialog;
use crate::wire::Protocol;

/// Whether a dialog asks for the qualification of an attendance that has not ended. An attendance that was called again
/// or reopened is not qualified now.
pub fn is_early_qualification(dialog: &Dialog, has_ended: impl Fn(&Protocol) -> bool) -> bool {
    matches!(dialog, Dialog::Qualification { protocol } if !has_ended(protocol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::of_an_ended_attendance(Dialog::Qualification { protocol: "P1".into() }, true, false)]
    #[case::of_an_open_attendance(Dialog::Qualification { protocol: "P1".into() }, false, true)]
    #[case::another_dialog_of_an_open_attendance(Dialog::ConfirmFinish { protocol: "P1".into() }, false, false)]
    fn only_the_qualification_dialog_of_an_open_attendance_has_to_close(
        #[case] dialog: Dialog,
        #[case] has_ended: bool,
        #[case] is_early: bool,
    ) {
        assert_eq!(is_early_qualification(&dialog, |_| has_ended), is_early);
    }
}
