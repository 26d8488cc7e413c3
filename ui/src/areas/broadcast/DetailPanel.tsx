// The message and the data of a list: a column beside the entries, and a drawer on narrow screens.
import { Megaphone } from 'lucide-react';
import { Drawer } from '../../design/Drawer';
import { useMediaQuery } from '../../design/useMediaQuery';
import { dashWhenEmpty, formatFull } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { MessageBubble } from './MessageBubble';
import { templateParts } from './templatePreview';
import type { BroadcastDetails } from './types';
import styles from './DetailPanel.module.css';

export interface DetailPanelProps {
  broadcast: BroadcastDetails;
  /** Whether the drawer is open. */
  isOpen: boolean;
  onClose: () => void;
}

export function DetailPanel({ broadcast, isOpen, onClose }: DetailPanelProps) {
  const { t } = useTranslation();
  const asDrawer = useMediaQuery('below-three-columns');
  const label = t('broadcastPage.detail.panel');
  if (!asDrawer)
    return (
      <aside aria-label={label} className={styles.column}>
        <Content broadcast={broadcast} />
      </aside>
    );
  if (!isOpen) return null;
  return (
    <Drawer beside title={label} glyph={Megaphone} onClose={onClose}>
      <div className={styles.content}>
        <Content broadcast={broadcast} />
      </div>
    </Drawer>
  );
}

function Content({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const { finishedAt, cancelledAt } = broadcast;
  const facts = [
    ['group', broadcast.attendanceGroupName],
    ['campaign', broadcast.campaignName],
    ['route', broadcast.routeName],
    ['template', broadcast.templateName],
    ['createdAt', formatFull(broadcast.createdAt)],
    ['startsAt', formatFull(broadcast.startsAt)],
    ...(finishedAt === undefined ? [] : [['finishedAt', formatFull(finishedAt)] as const]),
    ...(cancelledAt === undefined ? [] : [['cancelledAt', formatFull(cancelledAt)] as const]),
  ] as const;
  return (
    <>
      <section>
        <h2 className={styles.heading}>{t('broadcastPage.detail.message')}</h2>
        <MessageBubble body={templateParts(broadcast.templateBody)} />
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('broadcastPage.detail.data')}</h2>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt className={styles.name}>{t(`broadcastPage.detail.fact.${name}`)}</dt>
              <dd className={styles.value} title={value}>
                {dashWhenEmpty(value)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
