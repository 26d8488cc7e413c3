// Who receives an attendance that is transferred to a campaign: any agent of the campaign, or one of them (API-120).
import type { DestinationAgentView, ListState } from 'core-wasm';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { FieldLabel } from '../../design/Field';
import { Select } from '../../design/Select';
import { Spinner } from '../../design/Spinner';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { agentRows } from './destinations';
import styles from './TransferDialog.module.css';

export interface CampaignReceiverProps {
  /** The agents who work on the campaign. */
  agents: ReadonlyArray<DestinationAgentView>;
  state: ListState;
  /** Id of the chosen agent; empty: any agent. */
  receiver: string;
  onChange: (agent: string) => void;
  onRetry: () => void;
}

export function CampaignReceiver({ agents, state, receiver, onChange, onRetry }: CampaignReceiverProps) {
  const { t } = useTranslation();
  const id = useId();
  const rows = agentRows(agents, '', receiver, t);
  return (
    <div className={styles.receiver}>
      <FieldLabel htmlFor={id} required={false}>
        {t('transfers.dialog.campaign.receiver')}
      </FieldLabel>
      <Select
        id={id}
        size="large"
        label={t('transfers.dialog.campaign.receiver')}
        value={receiver}
        options={[
          { value: '', label: t('transfers.dialog.campaign.anyAgent') },
          ...rows.map(({ id: value, label, status, detail, disabled }) => ({
            value,
            label: [label, status?.word, detail].filter((part) => part !== undefined).join(' · '),
            disabled,
          })),
        ]}
        onChange={onChange}
      />
      {agents.length === 0 && state === 'failed' && (
        <p className={styles.receiverNote} role="alert">
          {t('transfers.dialog.agent.failed')}
          <Button size="small" onClick={onRetry}>
            {t('shell.error.retry')}
          </Button>
        </p>
      )}
      {agents.length === 0 && state !== 'failed' && (
        <p className={styles.receiverNote} role="status" aria-busy={state !== 'ready' || undefined}>
          {state !== 'ready' && <Spinner />}
          {t(state === 'ready' ? 'transfers.dialog.campaign.nobody' : 'transfers.dialog.agent.loading')}
        </p>
      )}
      <UnsupportedItems list="transferCampaignAgents" />
    </div>
  );
}
