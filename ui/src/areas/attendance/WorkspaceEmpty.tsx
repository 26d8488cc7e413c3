// The workspace while no attendance is open.
import { MessagesSquare, Plug } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { EmptyState } from '../../design/EmptyState';
import styles from './WorkspaceEmpty.module.css';

export interface WorkspaceEmptyProps {
  canReceive: boolean;
  /** Every connected channel is paused. */
  paused?: boolean;
  hasJobs: boolean;
  onConnectChannel?: (() => void) | undefined;
}

export function WorkspaceEmpty({ canReceive, paused = false, hasJobs, onConnectChannel }: WorkspaceEmptyProps) {
  const { t } = useTranslation();
  // The list already says that there are no attendances.
  const state = !canReceive ? 'disconnected' : paused ? 'paused' : 'waiting';
  const connect =
    canReceive || onConnectChannel === undefined ? undefined : (
      <Button glyph={Plug} onClick={onConnectChannel}>
        {t('jobs.empty.connect')}
      </Button>
    );
  return (
    <main id="conversation" className={styles.workspace} tabIndex={-1}>
      {hasJobs ? (
        <EmptyState glyph={MessagesSquare} title={t('jobs.workspace.choose')} help={t('jobs.workspace.chooseHelp')} />
      ) : (
        <EmptyState
          glyph={canReceive ? MessagesSquare : Plug}
          title={t(`jobs.workspace.${state}`)}
          help={t(state === 'waiting' ? 'jobs.workspace.availableHelp' : 'jobs.workspace.chooseHelp')}
          action={connect}
        />
      )}
    </main>
  );
}
