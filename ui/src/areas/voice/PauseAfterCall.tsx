// A pause that begins after the ringing call, chosen inside its dialog: a separate dialog would cover the call and its buttons.
import type { PauseReasonView } from 'core-wasm';
import { Coffee } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import styles from './PauseAfterCall.module.css';

export interface PauseAfterCallProps {
  /** The pauses to choose from; undefined while they are loading. */
  reasons: ReadonlyArray<Pick<PauseReasonView, 'id' | 'name'>> | undefined;
  /** The pause that begins at the end of the call. */
  scheduled?: string | undefined;
  /** Whether the server has not answered yet. */
  pending: boolean;
  /** Called before the reasons are shown. */
  onOpen: () => void;
  onChoose: (pauseId: string) => void;
}

export function PauseAfterCall({ reasons, scheduled, pending, onOpen, onChoose }: PauseAfterCallProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (scheduled !== undefined)
    return (
      <p className={styles.scheduled} role="status">
        <Icon glyph={Coffee} size={14} className={styles.glyph} />
        {t('voice.incoming.pauseScheduled', { pause: scheduled })}
      </p>
    );
  const toggle = (): void => {
    if (!isOpen) onOpen();
    setIsOpen(!isOpen);
  };
  return (
    <div className={styles.pause}>
      <Button tone="ghost" size="small" glyph={Coffee} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {t('voice.incoming.pause')}
      </Button>
      <div id={id} role="group" aria-label={t('voice.incoming.pauseReasons')} aria-busy={reasons === undefined}>
        {isOpen && (
          <ul className={styles.reasons}>
            {(reasons ?? []).map((reason) => (
              <li key={reason.id}>
                <Button size="small" pending={pending} onClick={() => onChoose(reason.id)}>
                  {reason.name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
