// Shows whose wallet a contact is in, with the star that adds it to the agent's own.
import type { ContactRowView } from 'core-wasm';
import { Star } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import styles from './Wallet.module.css';

/** The owner: the agent, nobody, or another agent, whose wallet this agent cannot change (WAL-005). */
export function Wallet({
  contact,
  onPreferential,
  className,
}: {
  contact: Pick<ContactRowView, 'preferential' | 'busy'>;
  onPreferential: (preferential: boolean) => void;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const { preferential, busy } = contact;
  if (preferential.of === 'other')
    return (
      <span className={classNames(styles.wallet, className)}>
        <Icon glyph={Star} size={14} className={styles.star} />
        {t('contactPage.wallet.other', { name: preferential.name })}
      </span>
    );
  const isOwn = preferential.of === 'own';
  return (
    <button
      type="button"
      className={classNames(styles.wallet, className)}
      aria-pressed={isOwn}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onPreferential(!isOwn)}
    >
      <Icon glyph={Star} size={14} className={styles.star} />
      {t(isOwn ? 'contactPage.wallet.own' : 'contactPage.wallet.add')}
    </button>
  );
}
