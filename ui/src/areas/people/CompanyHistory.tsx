// The attendances of all contacts of a company, the newest first, with those that were transferred into one another together (EMP-023).
import type { HistoryRowView } from 'core-wasm';
import { History } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { openLink } from '../../design/openLink';
import { Pill } from '../../design/Pill';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { dashWhenEmpty, formatDuration, formatFull } from '../../i18n/format';
import { contactAddress, contactPath } from '../../shared/addresses';
import { channelGlyph, type ChannelName } from '../channels/channels';
import styles from './CompanyHistory.module.css';

export function CompanyHistory({ employerId }: { employerId: string }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const history = useSlice<'historyOf'>(`historyOf:employer/${employerId}`);
  const entity = { kind: 'employer', id: employerId } as const;
  useEffect(
    () => intend({ area: 'history', type: 'loadHistoryOf', kind: 'employer', id: employerId }),
    [intend, employerId],
  );
  const more = (): void => intend({ area: 'history', type: 'moreHistoryOf', ...entity });
  const groups = history?.groups ?? [];
  const isWaiting = groups.length === 0 && history?.failed !== true && history?.complete !== true;
  const placeholder = usePlaceholder(isWaiting);
  if (isWaiting || placeholder === 'skeleton')
    return (
      <div className={styles.history} role="status" aria-busy="true" aria-label={t('people.loading.history')}>
        {placeholder === 'skeleton' && <SkeletonChoices count={6} />}
      </div>
    );
  if (groups.length === 0)
    return history?.failed === true ? (
      <ErrorState message={t('people.failed.history')} onRetry={more} />
    ) : (
      <EmptyState glyph={History} title={t('people.company.noHistory')} />
    );
  const open = (id: string): void => intend({ area: 'shell', type: 'openArea', path: contactPath(id) });
  return (
    <div className={styles.history}>
      <ol aria-label={t('people.company.history')}>
        {groups.map((group) => (
          <li key={group.protocol} className={styles.group}>
            <ol>
              {group.entries.map((entry) => (
                <Entry key={entry.protocol} entry={entry} onOpenContact={open} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {history?.failed === true ? (
        <p role="alert" className={styles.more}>
          {t('people.failed.more')} <Button onClick={more}>{t('shell.error.retry')}</Button>
        </p>
      ) : (
        history?.complete !== true && (
          <p className={styles.more}>
            <Button pending={history?.loading === true} onClick={more}>
              {t('people.company.moreHistory')}
            </Button>
          </p>
        )
      )}
    </div>
  );
}

function Entry({ entry, onOpenContact }: { entry: HistoryRowView; onOpenContact: (id: string) => void }) {
  const { t } = useTranslation();
  const channel: ChannelName | undefined = entry.metaType === 'instagram' ? 'instagram' : entry.channel;
  return (
    <li className={styles.entry} data-ch={channel}>
      <span className={styles.tile}>{channel !== undefined && <Icon glyph={channelGlyph[channel]} size={14} />}</span>
      <span className={styles.facts}>
        <span className={styles.title}>
          {entry.contactId === '' ? (
            <bdi>{entry.name}</bdi>
          ) : (
            <a href={contactAddress(entry.contactId)} onClick={openLink(() => onOpenContact(entry.contactId))}>
              <bdi>{entry.name}</bdi>
            </a>
          )}
        </span>
        <span className={styles.meta}>
          {[
            channel === undefined ? '' : t(`channels.name.${channel}`),
            entry.queue,
            entry.start === undefined ? '' : formatFull(entry.start),
            formatDuration(entry.durationSeconds * 1000, 'call'),
            dashWhenEmpty(entry.agent),
          ]
            .filter((part) => part !== '' && part !== '-')
            .join(' · ')}
        </span>
      </span>
      {entry.qualification !== '' && <Pill>{entry.qualification}</Pill>}
    </li>
  );
}
