// The transfers of an attendance, oldest first: from whom to whom, when, with which note, and why a transfer failed (JOB-040).
import type { JobTransferView, TransferListView } from 'core-wasm';
import { ErrorState } from '../../design/EmptyState';
import { Pill } from '../../design/Pill';
import { Spinner } from '../../design/Spinner';
import { formatDuration, formatFull, formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './TransferList.module.css';

export interface TransferListProps {
  /** Undefined until the transfers were requested. */
  transfers: TransferListView | undefined;
  onRetry: () => void;
}

export function TransferList({ transfers, onRetry }: TransferListProps) {
  const { t } = useTranslation();
  const items = transfers?.items ?? [];
  if (items.length === 0)
    return transfers?.state === 'failed' ? (
      <ErrorState message={t('transfers.list.failed')} onRetry={onRetry} />
    ) : (
      <p className={styles.loading} aria-busy="true">
        <Spinner className={styles.spinner} />
        {t('transfers.list.loading')}
      </p>
    );
  return (
    <ol className={styles.list} aria-label={t('transfers.list.title')}>
      {items.map((transfer) => (
        <Transfer key={transfer.number} transfer={transfer} />
      ))}
    </ol>
  );
}

function Transfer({ transfer }: { transfer: JobTransferView }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const { kind, agent, destinationKind, note, askedAt, endedAt, failure } = transfer;
  const destination = destinationKind === 'number' ? formatPhone(transfer.destination) : transfer.destination;
  const took = endedAt === undefined ? undefined : formatDuration(Math.max(0, endedAt - askedAt), 'call');
  const facts = [
    formatFull(askedAt),
    kind === undefined ? '' : t(`transfers.list.kind.${kind}`),
    destinationKind === 'agent' ? '' : t(`transfers.list.destination.${destinationKind}`),
    // A conversation is transferred immediately, without a state of its own.
    took === undefined || kind === undefined ? '' : t('transfers.list.took', { time: took }),
  ].filter((fact) => fact !== '');
  const outcome = endedAt === undefined ? 'open' : failure === undefined ? 'accepted' : 'back';
  return (
    <li className={styles.transfer}>
      <div className={styles.head}>
        <p className={styles.who}>{t('transfers.list.fromTo', { agent, destination })}</p>
        <Pill tone={tones[outcome]} className={styles.outcome}>
          {t(`transfers.list.outcome.${outcome}`)}
        </Pill>
      </div>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {failure !== undefined && <p className={styles.cause}>{say(failure)}</p>}
      {note !== '' && (
        <p className={styles.note}>
          <b className={styles.label}>{t('transfers.list.note')}</b> <bdi>{note}</bdi>
        </p>
      )}
    </li>
  );
}

const tones = { open: 'accent', accepted: 'success', back: 'warning' } as const;
