// An attendance of the history, read-only, over the details from which it was opened.
import { useCallback, useEffect, useState } from 'react';
import { useIntent } from '../../core/react';
import { EntryPanelContainer } from '../history/EntryPanelContainer';

export interface EntryOverPanelState {
  /** Protocol of the attendance. */
  shown: string | undefined;
  open: (protocol: string) => void;
  close: () => void;
}

export function useEntryOverPanel(): EntryOverPanelState {
  const intend = useIntent();
  const [shown, setShown] = useState<string>();
  // An attendance that stays open would stay loaded, so it is closed.
  useEffect(() => {
    if (shown === undefined) return undefined;
    intend({ area: 'history', type: 'openHistoryEntry', protocol: shown });
    return () => intend({ area: 'history', type: 'closeHistoryEntry', protocol: shown });
  }, [intend, shown]);
  const close = useCallback(() => setShown(undefined), []);
  return { shown, open: setShown, close };
}

export function EntryOverPanel({ entry: { shown, close } }: { entry: EntryOverPanelState }) {
  return shown === undefined ? null : <EntryPanelContainer protocol={shown} onClose={close} covers />;
}
