// The dialog of a ringing call: caller, number, and the buttons to accept or refuse (VOI-034). Neither Esc nor a click outside closes it, and for its
// first 700 ms Space and Enter do nothing: the agent may be typing. The focus goes to the dialog, not to a button, and back to where it was.
import { Phone, PhoneForwarded, PhoneIncoming, PhoneOff, Volume2 } from 'lucide-react';
import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import { useContext, useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { enterDialog, RememberOpener, returnFocus } from '../../design/dialogFocus';
import { FocusFallback } from '../../design/FocusFallback';
import { Icon } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { Note } from '../../design/Note';
import { Slider } from '../../design/Slider';
import { Timer } from '../../design/Timer';
import { formatPhone } from '../../i18n/format';
import { shortcutOf, useShortcutKeys } from '../../shared/shortcuts';
import type { IncomingCallView } from './callViews';
import { PauseAfterCall, type PauseAfterCallProps } from './PauseAfterCall';
import { offerKind, TransferOffer } from './TransferOffer';
import styles from './IncomingCallDialog.module.css';

export interface IncomingCallDialogProps {
  /** Undefined if no call rings. */
  call: IncomingCallView | undefined;
  /** Ring volume, 0 to 100 (VOI-035). */
  volume: number;
  onVolumeChange: (volume: number) => void;
  /** Called when the slider is released: stores the volume and plays it. */
  onVolumeRelease: () => void;
  onAccept: () => void;
  onDecline: () => void;
  /** A button for a pause, because the dialog covers that of the top bar. Undefined if no channel can be paused. */
  pause?: PauseAfterCallProps | undefined;
  /** Whether the contact's page opens once the call is accepted. */
  wantsContact?: boolean;
  onWantsContact?: ((wants: boolean) => void) | undefined;
}

const ignoredForMs = 700;

export function IncomingCallDialog({ call, ...rest }: IncomingCallDialogProps) {
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  return (
    <RadixAlertDialog.Root open={call !== undefined}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay data-scrim className={styles.scrim}>
          <RadixAlertDialog.Content
            className={styles.dialog}
            data-ch="voice"
            data-offer={call?.offer === undefined ? undefined : true}
            onEscapeKeyDown={(event) => event.preventDefault()}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, opener.current, focusFallback)}
          >
            <RememberOpener openerRef={opener} />
            {call !== undefined && <Ringing call={call} {...rest} />}
          </RadixAlertDialog.Content>
        </RadixAlertDialog.Overlay>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}

function Ringing({
  call,
  volume,
  onVolumeChange,
  onVolumeRelease,
  onAccept,
  onDecline,
  pause,
  wantsContact = false,
  onWantsContact,
}: Omit<IncomingCallDialogProps, 'call'> & { call: IncomingCallView }) {
  const { t } = useTranslation();
  const { offer } = call;
  const isRegistered = call.name !== '';
  const answerKeys = useShortcutKeys('answerCall');
  const declineKeys = useShortcutKeys('declineCall');
  const onKeyDown = useAnswerKeys(call.pending === undefined, onAccept, onDecline);
  return (
    <div className={styles.content} onKeyDownCapture={onKeyDown}>
      <div className={styles.kind}>
        <Icon glyph={offer === undefined ? PhoneIncoming : PhoneForwarded} size={14} />
        <RadixAlertDialog.Title className={styles.title}>
          {offer === undefined ? t(`voice.incoming.${call.origin}`) : t(`voice.offer.title.${offerKind(offer)}`)}
        </RadixAlertDialog.Title>
        <span className={styles.since}>
          {t('voice.incoming.ringing')} <Timer since={call.since} shape="call" className={styles.time} />
        </span>
      </div>
      {offer === undefined ? (
        <>
          <div className={styles.face}>
            <span className={styles.rings} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <Avatar initials={call.initials} color={call.color} size={88} className={styles.avatar} />
          </div>
          <RadixAlertDialog.Description asChild>
            <div>
              <p className={styles.name}>
                <bdi>{isRegistered ? call.name : formatPhone(call.phone)}</bdi>
              </p>
              <p className={styles.phone}>{isRegistered ? formatPhone(call.phone) : t('voice.incoming.unknown')}</p>
              {call.phoneUnverified && <p className={styles.unverified}>{t('voice.incoming.unverified')}</p>}
              {call.employer !== '' && (
                <p className={styles.employer}>
                  <bdi>{call.employer}</bdi>
                </p>
              )}
              <Facts call={call} isRegistered={isRegistered} />
            </div>
          </RadixAlertDialog.Description>
        </>
      ) : (
        <TransferOffer call={call} offer={offer} wantsContact={wantsContact} onWantsContact={onWantsContact} />
      )}
      {call.failure !== undefined && (
        <Note tone="danger" className={styles.failure}>
          {call.failure}
        </Note>
      )}
      <div className={styles.answers}>
        <Button
          tone="dangerOutline"
          size="large"
          glyph={PhoneOff}
          className={styles.answer}
          aria-keyshortcuts={declineKeys.aria}
          pending={call.pending === 'decline'}
          onClick={call.pending === undefined ? onDecline : undefined}
        >
          {t('voice.incoming.decline')}
          {declineKeys.text !== undefined && (
            <span className={styles.key} aria-hidden="true">
              <Kbd>{declineKeys.text}</Kbd>
            </span>
          )}
        </Button>
        <Button
          tone="success"
          size="large"
          glyph={Phone}
          className={styles.answer}
          aria-keyshortcuts={answerKeys.aria}
          pending={call.pending === 'accept'}
          onClick={call.pending === undefined ? onAccept : undefined}
        >
          {t(offer === undefined ? 'voice.incoming.accept' : 'voice.offer.accept')}
          {answerKeys.text !== undefined && (
            <span className={styles.keyOnColour} aria-hidden="true">
              <Kbd>{answerKeys.text}</Kbd>
            </span>
          )}
        </Button>
      </div>
      <div className={styles.volume}>
        <Icon glyph={Volume2} />
        <Slider
          label={t('voice.incoming.volume')}
          value={volume}
          onChange={onVolumeChange}
          onRelease={onVolumeRelease}
        />
      </div>
      {pause !== undefined && <PauseAfterCall {...pause} />}
    </div>
  );
}

/** The note that a caller is not registered is below the number. */
function Facts({ call, isRegistered }: { call: IncomingCallView; isRegistered: boolean }) {
  const { t } = useTranslation();
  const facts = [
    { name: t('voice.incoming.origin'), value: call.place },
    { name: t('voice.incoming.transferredBy'), value: call.transferredBy },
    { name: t('voice.incoming.contact'), value: isRegistered ? t('voice.incoming.registered') : '' },
  ].filter(({ value }) => value !== '');
  if (facts.length === 0) return <div className={styles.noFacts} />;
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <Fact key={fact.name} {...fact} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/**
 * Handles the shortcuts for accepting and refusing, which the workspace ignores while a dialog is open, and ignores Space and Enter at first. The
 * shortcuts work wherever the focus is in the dialog.
 */
function useAnswerKeys(
  isOpenToAnswers: boolean,
  onAccept: () => void,
  onDecline: () => void,
): (event: KeyboardEvent) => void {
  const openedAt = useRef(0);
  const latest = useRef({ isOpenToAnswers, onAccept, onDecline });
  useEffect(() => {
    latest.current = { isOpenToAnswers, onAccept, onDecline };
  });
  useEffect(() => {
    openedAt.current = performance.now();
    const press = (event: globalThis.KeyboardEvent): void => {
      const name = shortcutOf(event);
      const { isOpenToAnswers: isOpen, onAccept: accept, onDecline: decline } = latest.current;
      if (name !== 'answerCall' && name !== 'declineCall') return;
      event.preventDefault();
      if (isOpen) (name === 'answerCall' ? accept : decline)();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (event) => {
    const isEarly = performance.now() - openedAt.current < ignoredForMs;
    if (isEarly && (event.key === ' ' || event.key === 'Enter')) event.preventDefault();
  };
}
