//! Load state of the saved views.

use serde::Serialize;

/// Load state of the views. Known views stay while they are loaded again, and after a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ViewsPhase {
    /// The views were not loaded yet.
    #[default]
    Loading,
    /// The views are those of the server's last answer.
    Ready,
    /// The load of the views failed.
    Failed,
}

/// An event in the load of the views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewsEvent {
    /// The views were requested.
    Asked,
    /// The server sent the views, in the answer to a load or to a change.
    Listed,
    /// The request got no usable answer.
    Lost,
}

impl ViewsPhase {
    /// The phase after an event.
    #[must_use]
    pub fn after(self, event: ViewsEvent) -> Self {
        use ViewsEvent::{Asked, Listed, Lost};
        match (self, event) {
            (Self::Loading | Self::Failed, Asked) => Self::Loading,
            (Self::Ready, Asked | Listed | Lost) => Self::Ready,
            (Self::Loading | Self::Failed, Listed) => Self::Ready,
            (Self::Loading | Self::Failed, Lost) => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ViewsEvent::{Asked, Listed, Lost};
    use super::ViewsPhase::{Failed, Loading, Ready};

    #[test]
    fn bey_161_known_views_stay_when_they_cannot_be_loaded_again() {
        let rows = [(Loading, [Loading, Ready, Failed]), (Failed, [Loading, Ready, Failed]), (Ready, [Ready; 3])];
        for (phase, expected) in rows {
            assert_eq!([Asked, Listed, Lost].map(|event| phase.after(event)), expected, "{phase:?}");
        }
    }
}
