// The card of an internal call: outgoing, incoming or answered (INT-003 to INT-005). The focus does not move to it.
import type { InternalCallView } from 'core-wasm';
import { Mic, MicOff, Phone, PhoneIncoming, PhoneOff } from 'lucide-react';
import { announce } from '../../design/Announcer';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { Timer } from '../../design/Timer';
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut, useShortcutKeys, type ShortcutName } from '../../shared/shortcuts';
import { useSecondPress } from '../../shared/useSecondPress';
import styles from './InternalCallCard.module.css';

export interface InternalCallCardProps {
  call: InternalCallView;
  onAccept: () => void;
  onDecline: () => void;
  onHangUp: () => void;
  onMute: (muted: boolean) => void;
}

export function InternalCallCard(props: InternalCallCardProps) {
  const { t } = useTranslation();
  const { call } = props;
  const isRinging = call.stage === 'ringing';
  const label = isRinging
    ? t('colleagues.card.labelRinging', { name: call.name, extension: call.extension })
    : t('colleagues.card.label', { name: call.name });
  return (
    <section
      role={isRinging ? 'alertdialog' : 'region'}
      aria-modal={isRinging ? 'false' : undefined}
      aria-label={label}
      className={styles.card}
      data-ch="voice"
      data-stage={call.stage}
    >
      <p className={styles.kind}>
        {isRinging ? <Icon glyph={PhoneIncoming} size={14} /> : <span className={styles.dot} aria-hidden="true" />}
        <span className={styles.stage}>{t(`colleagues.card.${call.stage}`)}</span>
        {call.since !== undefined && call.stage !== 'calling' && (
          <Timer since={call.since} shape="call" className={styles.time} />
        )}
      </p>
      <div className={styles.person}>
        <Avatar initials={call.initials} color={call.color} size={48} />
        <span className={styles.lines}>
          <span className={styles.name} title={call.name}>
            {call.name}
          </span>
          <span className={styles.extension}>{useSecondLine(call)}</span>
        </span>
      </div>
      {isRinging ? <Answers {...props} /> : <Controls {...props} />}
    </section>
  );
}

function useSecondLine(call: InternalCallView): string {
  const { t } = useTranslation();
  const more =
    call.stage === 'ringing'
      ? call.groups.join(', ')
      : t(call.isCaller ? 'colleagues.card.youCalled' : 'colleagues.card.calledYou');
  return [t('colleagues.card.extension', { extension: call.extension }), more]
    .filter((part) => part !== '')
    .join(' · ');
}

function Answers({ call, onAccept, onDecline }: InternalCallCardProps) {
  const { t } = useTranslation();
  useShortcut('answerCall', call.here ? onAccept : undefined);
  useShortcut('declineCall', onDecline);
  return (
    <>
      {!call.here && <p className={styles.note}>{t('colleagues.card.onTelephone')}</p>}
      <div className={styles.buttons}>
        <KeyButton
          tone="dangerOutline"
          shortcut="declineCall"
          label={t('colleagues.card.decline')}
          onClick={onDecline}
        />
        {call.here && (
          <KeyButton
            tone="success"
            glyph={Phone}
            shortcut="answerCall"
            label={t('colleagues.card.accept')}
            onClick={onAccept}
          />
        )}
      </div>
    </>
  );
}

function Controls({ call, onHangUp, onMute }: InternalCallCardProps) {
  const { t } = useTranslation();
  const hangUpByKey = useSecondPress(() => announce(t('colleagues.card.hangUpAgain'), 'assertive'), onHangUp);
  const canMute = call.here && call.stage === 'inProgress';
  useShortcut('hangUpCall', hangUpByKey.press);
  useShortcut('muteCall', canMute ? () => onMute(!call.muted) : undefined);
  if (call.stage === 'calling') {
    return (
      <div className={styles.buttons}>
        <Button tone="dangerOutline" size="large" glyph={PhoneOff} className={styles.button} onClick={onHangUp}>
          {t(hangUpByKey.waiting ? 'colleagues.card.hangUpAgain' : 'colleagues.card.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      {canMute && (
        <KeyButton
          tone="outline"
          glyph={call.muted ? MicOff : Mic}
          shortcut="muteCall"
          pressed={call.muted}
          label={t('colleagues.card.mute')}
          onClick={() => onMute(!call.muted)}
        />
      )}
      <Button tone="danger" size="large" glyph={PhoneOff} className={styles.button} onClick={onHangUp}>
        {t(hangUpByKey.waiting ? 'colleagues.card.hangUpAgain' : 'colleagues.card.hangUp')}
      </Button>
    </div>
  );
}

function KeyButton({
  tone,
  glyph,
  shortcut,
  label,
  pressed,
  onClick,
}: {
  tone: 'outline' | 'dangerOutline' | 'success';
  glyph?: typeof Phone;
  shortcut: ShortcutName;
  label: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  const keys = useShortcutKeys(shortcut);
  return (
    <Button
      tone={tone}
      size="large"
      glyph={glyph}
      className={styles.button}
      aria-pressed={pressed}
      aria-keyshortcuts={keys.aria}
      onClick={onClick}
    >
      {label}
      {keys.text !== undefined && (
        <span className={tone === 'success' ? styles.keyOnColour : styles.key} aria-hidden="true">
          <Kbd>{keys.text}</Kbd>
        </span>
      )}
    </Button>
  );
}
