// The one dialog that is open: a dialog shows because the core says so, and closes when the core does. The names stand in dialogKinds.ts.
import type { DialogView } from 'core-wasm';
import { useState } from 'react';
import { AbsentDialogContainer } from '../areas/absence/AbsentDialogContainer';
import { ExtensionDialogContainer, ConfirmDisconnectDialog } from '../areas/channels/ConnectionDialogs';
import {
  ConnectionProblemDialogContainer,
  ReconnectingDialogContainer,
} from '../areas/connection/ConnectionProblemDialogContainer';
import { FinishDialog } from '../areas/jobs/FinishDialog';
import { AlertPreferencesContainer } from '../areas/notifications/AlertPreferencesContainer';
import { PauseAlertDialogContainer, PauseDialogContainer } from '../areas/pauses/PauseDialogContainer';
import { QualificationDialogContainer } from '../areas/qualification/QualificationDialogContainer';
import { LogOffDialog } from '../areas/session/LogOffDialog';
import { ConfirmAbsentDialog, ConfirmForceDisconnectDialog } from '../areas/supervision/SupervisionDialogs';
import { NewPasswordDialog } from '../areas/session/NewPasswordDialog';
import { useChangePreferences, useIntent, useSlice } from '../core/react';
import { KeptContext } from '../design/useKept';
import { PreferencesDialog } from './PreferencesDialog';
import { focusMainContent } from '../shared/focusMainContent';
import { defaultLanguage } from '../i18n/language';

export function OpenDialog() {
  const dialog = useSlice('dialog');
  // It lives until no dialog is left, and so does what they keep.
  const [kept] = useState(() => new Map<string, unknown>());
  return (
    <KeptContext value={kept}>
      <Dialog dialog={dialog} />
    </KeptContext>
  );
}

function Dialog({ dialog }: { dialog: DialogView }) {
  const intend = useIntent();
  const close = (): void => intend({ area: 'shell', type: 'closeDialog' });
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'confirmSignOut':
      return (
        <LogOffDialog
          open
          openJobs={dialog.openJobs}
          pending={false}
          onConfirm={() => intend({ area: 'session', type: 'signOut', confirmed: true })}
          onCancel={close}
        />
      );
    case 'confirmFinish': {
      const { protocol, name } = dialog;
      return (
        <FinishDialog
          open
          name={name}
          pending={false}
          onConfirm={() => intend({ area: 'chat', type: 'finishJob', protocol, confirmed: true })}
          onCancel={close}
          focusFallback={focusMainContent}
        />
      );
    }
    case 'qualification':
      return (
        <QualificationDialogContainer
          key={dialog.protocol}
          protocol={dialog.protocol}
          focusFallback={focusMainContent}
        />
      );
    case 'pause':
      return (
        <PauseDialogContainer
          key={dialog.channel ?? 'general'}
          only={dialog.channel}
          focusFallback={focusMainContent}
        />
      );
    case 'pauseAlert':
      return <PauseAlertDialogContainer focusFallback={focusMainContent} />;
    case 'agentAbsent':
      return <AbsentDialogContainer focusFallback={focusMainContent} />;
    case 'connectionProblem':
      return <ConnectionProblemDialogContainer focusFallback={focusMainContent} />;
    case 'reconnecting':
      return <ReconnectingDialogContainer onClose={close} focusFallback={focusMainContent} />;
    case 'preferences':
      return <PreferencesDialogContainer onClose={close} />;
    case 'extension':
      return <ExtensionDialogContainer focusFallback={focusMainContent} />;
    case 'confirmDisconnect': {
      const { channel, openJobs } = dialog;
      return (
        <ConfirmDisconnectDialog
          open
          channel={channel}
          openJobs={openJobs}
          onConfirm={() => intend({ area: 'channels', type: 'disconnectChannel', channel, confirmed: true })}
          onCancel={close}
          focusFallback={focusMainContent}
        />
      );
    }
    case 'confirmAbsent': {
      const { agentId, name, absent } = dialog;
      return (
        <ConfirmAbsentDialog
          open
          name={name}
          absent={absent}
          onConfirm={() => intend({ area: 'supervision', type: 'setAbsent', agentId, absent, confirmed: true })}
          onCancel={close}
          focusFallback={focusMainContent}
        />
      );
    }
    case 'confirmForceDisconnect': {
      const { agentId, name, openJobs } = dialog;
      return (
        <ConfirmForceDisconnectDialog
          open
          name={name}
          openJobs={openJobs}
          onConfirm={() => intend({ area: 'supervision', type: 'forceDisconnect', agentId, confirmed: true })}
          onCancel={close}
          focusFallback={focusMainContent}
        />
      );
    }
    case 'newPassword':
      return <NewPasswordDialogContainer onClose={close} />;
  }
}

function NewPasswordDialogContainer({ onClose }: { onClose: () => void }) {
  const { newPassword } = useSlice('session');
  return (
    <NewPasswordDialog view={newPassword} intend={useIntent()} onClose={onClose} focusFallback={focusMainContent} />
  );
}

function PreferencesDialogContainer({ onClose }: { onClose: () => void }) {
  const preferences = useSlice('preferences');
  const choose = useChangePreferences();
  return (
    <PreferencesDialog
      open
      theme={preferences.theme ?? 'system'}
      onThemeChange={(theme) => choose({ theme })}
      language={preferences.language ?? defaultLanguage}
      onLanguageChange={(language) => choose({ language })}
      sendWith={preferences.sendWith ?? 'enter'}
      onSendWithChange={(sendWith) => choose({ sendWith })}
      alerts={<AlertPreferencesContainer />}
      onClose={onClose}
      focusFallback={focusMainContent}
    />
  );
}
