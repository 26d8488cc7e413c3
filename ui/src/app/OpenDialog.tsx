// The one dialog that is open: a dialog shows because the core says so, and closes when the core does. The names stand in dialogKinds.ts.
import type { DialogView, Preferences } from 'core-wasm';
import { useState } from 'react';
import { AskedWhileAbsent } from '../areas/absence/AskedWhileAbsent';
import { AskedExtension, ConfirmDisconnectDialog } from '../areas/channels/ConnectionDialogs';
import { ConnectionProblem, Reconnecting } from '../areas/connection/ConnectionProblem';
import { FinishDialog } from '../areas/jobs/FinishDialog';
import { ChosenAlerts } from '../areas/notifications/ChosenAlerts';
import { PauseAlert, Pausing } from '../areas/pauses/Pausing';
import { Qualifying } from '../areas/qualification/Qualifying';
import { LogOffDialog } from '../areas/session/LogOffDialog';
import { ConfirmAbsentDialog, ConfirmForceDisconnectDialog } from '../areas/supervision/SupervisionDialogs';
import { NewPasswordDialog } from '../areas/session/NewPasswordDialog';
import { useIntent, useSlice } from '../core/react';
import { KeptContext } from '../design/useKept';
import { PreferencesDialog } from './PreferencesDialog';
import { focusWork } from './focusWork';
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
  const close = (): void => intend({ type: 'closeDialog' });
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'confirmSignOut':
      return (
        <LogOffDialog
          open
          openJobs={dialog.openJobs}
          pending={false}
          onConfirm={() => intend({ type: 'signOut', confirmed: true })}
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
          onConfirm={() => intend({ type: 'finishJob', protocol, confirmed: true })}
          onCancel={close}
          focusFallback={focusWork}
        />
      );
    }
    case 'qualification':
      return <Qualifying key={dialog.protocol} protocol={dialog.protocol} focusFallback={focusWork} />;
    case 'pause':
      return <Pausing key={dialog.channel ?? 'general'} only={dialog.channel} focusFallback={focusWork} />;
    case 'pauseAlert':
      return <PauseAlert focusFallback={focusWork} />;
    case 'agentAbsent':
      return <AskedWhileAbsent focusFallback={focusWork} />;
    case 'connectionProblem':
      return <ConnectionProblem focusFallback={focusWork} />;
    case 'reconnecting':
      return <Reconnecting onClose={close} focusFallback={focusWork} />;
    case 'preferences':
      return <ChosenPreferences onClose={close} />;
    case 'extension':
      return <AskedExtension focusFallback={focusWork} />;
    case 'confirmDisconnect': {
      const { channel, openJobs } = dialog;
      return (
        <ConfirmDisconnectDialog
          open
          channel={channel}
          openJobs={openJobs}
          onConfirm={() => intend({ type: 'disconnectChannel', channel, confirmed: true })}
          onCancel={close}
          focusFallback={focusWork}
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
          onConfirm={() => intend({ type: 'setAbsent', agentId, absent, confirmed: true })}
          onCancel={close}
          focusFallback={focusWork}
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
          onConfirm={() => intend({ type: 'forceDisconnect', agentId, confirmed: true })}
          onCancel={close}
          focusFallback={focusWork}
        />
      );
    }
    case 'newPassword':
      return <OwnPassword onClose={close} />;
  }
}

function OwnPassword({ onClose }: { onClose: () => void }) {
  const { newPassword } = useSlice('session');
  return <NewPasswordDialog view={newPassword} intend={useIntent()} onClose={onClose} focusFallback={focusWork} />;
}

function ChosenPreferences({ onClose }: { onClose: () => void }) {
  const preferences = useSlice('preferences');
  const intend = useIntent();
  const choose = (change: Partial<Preferences>): void =>
    intend({ type: 'setPreferences', preferences: { ...preferences, ...change } });
  return (
    <PreferencesDialog
      open
      theme={preferences.theme ?? 'system'}
      onThemeChange={(theme) => choose({ theme })}
      language={preferences.language ?? defaultLanguage}
      onLanguageChange={(language) => choose({ language })}
      sendWith={preferences.sendWith ?? 'enter'}
      onSendWithChange={(sendWith) => choose({ sendWith })}
      alerts={<ChosenAlerts />}
      onClose={onClose}
      focusFallback={focusWork}
    />
  );
}
