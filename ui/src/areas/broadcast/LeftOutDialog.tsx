// The chosen contacts that would not get the message, by reason.
import { UserRoundX } from 'lucide-react';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { dashWhenEmpty, formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import type { LeftOut } from './types';
import styles from './LeftOutDialog.module.css';

/** More names help nobody. */
const mostNames = 100;

export function LeftOutDialog({ leftOut, onClose }: { leftOut: ReadonlyArray<LeftOut>; onClose: () => void }) {
  const { t } = useTranslation();
  const groups = useLeftOutGroups(leftOut);
  return (
    <Dialog
      open
      wide
      glyph={UserRoundX}
      tone="warning"
      title={t('broadcastPage.leftOut.title')}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('broadcastPage.leftOut.close')}
        </Button>
      }
    >
      {groups.map(({ reason, names }) => (
        <section key={reason} className={styles.group}>
          <h3 className={styles.reason}>{t('broadcastPage.leftOut.group', { reason, count: names.length })}</h3>
          <ul className={styles.names}>
            {names.slice(0, mostNames).map((name, index) => (
              // Two contacts may have the same name.
              <li key={index} className={styles.name}>
                <bdi>{dashWhenEmpty(formatPhone(name))}</bdi>
              </li>
            ))}
          </ul>
          {names.length > mostNames && (
            <p className={styles.more}>{t('broadcastPage.leftOut.more', { count: names.length - mostNames })}</p>
          )}
        </section>
      ))}
    </Dialog>
  );
}

/** The names by reason, the most frequent reason first. */
export function useLeftOutGroups(leftOut: ReadonlyArray<LeftOut>) {
  const say = useCoreText();
  const groups = new Map<string, string[]>();
  for (const { contactName, reason } of leftOut) {
    const text = say(reason);
    const names = groups.get(text);
    if (names === undefined) groups.set(text, [contactName]);
    else names.push(contactName);
  }
  return Array.from(groups, ([reason, names]) => ({ reason, names })).sort(
    (one, other) => other.names.length - one.names.length,
  );
}
