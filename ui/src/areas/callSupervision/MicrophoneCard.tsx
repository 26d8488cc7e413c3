// The supervisor's microphone: its state in words, its level, and the button that closes it (F8).
import type { SupervisedCallView } from 'core-wasm';
import { Mic, MicOff } from 'lucide-react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { LevelBars } from '../../design/LevelBars';
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import { hearersOfYou } from './supervisedCall';
import styles from './MicrophoneCard.module.css';

export interface MicrophoneCardProps {
  view: SupervisedCallView;
  /** Root mean square of the samples, 0 to 1. */
  level: number;
  onMute: (muted: boolean) => void;
}

export function MicrophoneCard({ view, level, onMute }: MicrophoneCardProps) {
  const { t } = useTranslation();
  const { microphone } = view;
  const keys = useShortcutKeys('muteCall');
  const isMuted = microphone === 'muted';
  const isUsable = microphone === 'open' || isMuted;
  const mute = (): void => {
    announce(t(isMuted ? 'callSupervision.microphone.open' : 'callSupervision.microphone.muted'));
    onMute(!isMuted);
  };
  useShortcut('muteCall', isUsable ? mute : undefined);
  const help =
    microphone === 'open'
      ? t('callSupervision.microphone.openHelp', { names: hearersOfYou(view, t) })
      : t(`callSupervision.microphone.${microphone}Help`);
  return (
    <div className={styles.card} data-ch="voice">
      <Icon glyph={microphone === 'open' ? Mic : MicOff} className={styles.glyph} />
      <LevelBars level={microphone === 'open' ? level : 0} bars={6} tall />
      <div className={styles.text}>
        <p className={styles.state}>{t(`callSupervision.microphone.${microphone}`)}</p>
        <p className={styles.help}>{help}</p>
      </div>
      <Button
        className={styles.mute}
        aria-pressed={isMuted}
        aria-keyshortcuts={keys.aria}
        disabledReason={isUsable ? undefined : help}
        onClick={mute}
      >
        {t('callSupervision.microphone.mute')}
        {keys.text !== undefined && <Kbd>{keys.text}</Kbd>}
      </Button>
    </div>
  );
}
