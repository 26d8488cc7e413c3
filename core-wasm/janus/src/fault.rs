//! Errors of voice signalling and of media capture (spec session §5 and §8 "Voice media"). Each has a translation key for
//! the agent and the English text of the specification for error reports.

/// An error of signalling or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A request while the link to the server is not open (RTC-042).
    ServerDown,
    /// The name of the plugin is missing, or the server does not have the plugin (RTC-043).
    InvalidPlugin,
    /// An HTTP request failed below HTTP (RTC-044).
    Network,
    /// A request got no answer in time (RTC-045).
    TimedOut,
    /// An HTTP request was answered with an error status, or a request was refused (RTC-046).
    CallFailed,
    /// An answer is not JSON (RTC-047).
    Unparsable,
    /// The session cannot be destroyed because the link is not open (RTC-048).
    DestroyFailed,
    /// The link was lost and no other node is left (RTC-049).
    LostConnection,
    /// The plugin handle does not exist (RTC-040).
    InvalidHandle,
    /// The browser's abilities are not known yet (RTC-050).
    NotInitialized,
    /// The browser has no WebRTC (RTC-051).
    NoWebRtc,
    /// The node list has no usable address (RTC-052).
    InvalidServerUrl,
    /// A session description is missing or unusable (RTC-041).
    InvalidJsep,
    /// There is neither a microphone nor a camera (RTC-037).
    NoDevice,
    /// Audio is required and there is no microphone (RTC-038).
    NoAudioDevice,
    /// Video is required and there is no camera (RTC-039).
    NoVideoDevice,
}

/// One row of the table of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// The error.
    pub fault: Fault,
    /// Translation key; the sentences are in `ui/src/i18n`.
    pub key: &'static str,
    /// The text of the specification, for error reports.
    pub text: &'static str,
}

const fn row(fault: Fault, key: &'static str, text: &'static str) -> FaultRow {
    FaultRow { fault, key, text }
}

/// Every error, in the order of the specification.
pub const FAULTS: [FaultRow; 16] = [
    row(Fault::ServerDown, "voice.fault.serverDown", "Is the server down? (connected=false)"),
    row(Fault::InvalidPlugin, "voice.fault.invalidPlugin", "Invalid plugin"),
    row(Fault::Network, "voice.fault.network", "Probably a network error, is the server down?"),
    row(Fault::TimedOut, "voice.fault.timedOut", "Request timed out"),
    row(Fault::CallFailed, "voice.fault.callFailed", "API call failed"),
    row(Fault::Unparsable, "voice.fault.unparsable", "Failed to parse response body"),
    row(Fault::DestroyFailed, "voice.fault.destroyFailed", "Failed to destroy the server: Is the server down?"),
    row(Fault::LostConnection, "voice.fault.lostConnection", "Lost connection to the server (is it down?)"),
    row(Fault::InvalidHandle, "voice.fault.invalidHandle", "Invalid handle"),
    row(Fault::NotInitialized, "voice.fault.notInitialized", "Library not initialized"),
    row(Fault::NoWebRtc, "voice.fault.noWebRtc", "WebRTC not supported by this browser"),
    row(Fault::InvalidServerUrl, "voice.fault.invalidServerUrl", "Invalid server url"),
    row(Fault::InvalidJsep, "voice.fault.invalidJsep", "Invalid JSEP"),
    row(Fault::NoDevice, "voice.fault.noDevice", "No capture device found"),
    row(Fault::NoAudioDevice, "voice.fault.noAudioDevice", "Audio capture is required, but no capture device found"),
    row(Fault::NoVideoDevice, "voice.fault.noVideoDevice", "Video capture is required, but no capture device found"),
];

impl Fault {
    fn row(self) -> Option<&'static FaultRow> {
        FAULTS.iter().find(|row| row.fault == self)
    }

    /// Translation key.
    pub fn key(self) -> &'static str {
        self.row().map_or("voice.fault.callFailed", |row| row.key)
    }

    /// The text of the specification.
    pub fn text(self) -> &'static str {
        self.row().map_or("API call failed", |row| row.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_error_has_its_own_key_and_text() {
        let keys: BTreeSet<&str> = FAULTS.iter().map(|row| row.fault.key()).collect();
        let texts: BTreeSet<&str> = FAULTS.iter().map(|row| row.fault.text()).collect();
        assert_eq!((keys.len(), texts.len()), (FAULTS.len(), FAULTS.len()));
    }
}
