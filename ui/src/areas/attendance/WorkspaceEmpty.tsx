// The workspace while no attendance is open.
import { MessagesSquare, Plug } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { EmptyState } from '../../design/EmptyState';
import { ConnectButton } from '../channels/ConnectButton';
import type { Receiving } from '../channels/receiving';
import type { ConnectOffer } from '../channels/useReceiving';
import styles from './WorkspaceEmpty.module.css';

export interface WorkspaceEmptyProps {
  receiving: Receiving;
  hasJobs: boolean;
  /** Undefined if no channel can be connected. */
  connect?: ConnectOffer | undefined;
}

const titles = {
  available: 'waiting',
  some: 'waiting',
  inCall: 'inCall',
  wrapUp: 'wrapUp',
  paused: 'paused',
  notNow: 'notNow',
  disconnected: 'disconnected',
} as const;

export function WorkspaceEmpty({ receiving: { state }, hasJobs, connect }: WorkspaceEmptyProps) {
  const { t } = useTranslation();
  // The list already says whether new attendances arrive.
  return (
    <main id="conversation" className={styles.workspace} tabIndex={-1}>
      {hasJobs ? (
        <EmptyState
          glyph={MessagesSquare}
          title={t('jobs.workspace.choose')}
          help={t('jobs.workspace.chooseHelp')}
          // With open attendances but no connected channel, none of them can be answered.
          action={connect && <ConnectButton offer={connect} />}
        />
      ) : (
        <EmptyState
          glyph={state === 'disconnected' ? Plug : MessagesSquare}
          title={t(`jobs.workspace.${titles[state]}`)}
          help={t('jobs.workspace.chooseHelp')}
          action={connect && <ConnectButton offer={connect} tone="primary" />}
        />
      )}
    </main>
  );
}
