// Who hears the supervisor: three cards of a radio group. Arrows move the focus, Enter or Space choose; to be heard by the customer takes two presses. The
// checked card is the server's mode; a card that was chosen spins until the server confirms it.
import type { SupervisedCallView, SupervisionMode } from 'core-wasm';
import { Ear, MessageSquareLock, UsersRound } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { announce } from '../../design/Announcer';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { Note } from '../../design/Note';
import { Spinner } from '../../design/Spinner';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import { useSecondPress } from '../../shared/useSecondPress';
import { hearersOfYou, isDivided, modes } from './supervisedCall';
import styles from './ModeChoice.module.css';

const glyphs: Readonly<Record<SupervisionMode, Glyph>> = {
  listen: Ear,
  whisper: MessageSquareLock,
  barge: UsersRound,
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export interface ModeChoiceProps {
  view: SupervisedCallView;
  onChoose: (mode: SupervisionMode) => void;
}

export function ModeChoice({ view, onChoose }: ModeChoiceProps) {
  const { t } = useTranslation();
  const { mode, changingTo, stage, microphone } = view;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<SupervisionMode>();
  const divided = isDivided(view);
  const bargeAgain = t(divided ? 'callSupervision.mode.bargeAgainDivided' : 'callSupervision.mode.bargeAgain');
  const help = (one: SupervisionMode): string => {
    if (one !== 'barge' || !divided) return t(`callSupervision.mode.${one}Help`, { name: shortName(view.agentName) });
    const names = mode === 'barge' ? hearersOfYou(view, t) : '';
    return names === '' ? t('callSupervision.mode.bargeDivided') : t('callSupervision.microphone.openHelp', { names });
  };
  const barge = useSecondPress(
    () => announce(bargeAgain, 'assertive'),
    () => onChoose('barge'),
  );
  useChangeAnnouncement(view);
  const hasMicrophone = microphone !== 'unavailable';
  const isReady = stage === 'active';
  const isUsable = (one: SupervisionMode): boolean => isReady && (hasMicrophone || one === 'listen');
  const press = (one: SupervisionMode): void => {
    if (!isUsable(one) || one === (changingTo ?? mode)) return;
    if (one === 'barge') barge.press();
    else onChoose(one);
  };
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const cards = Array.from(group.current?.querySelectorAll<HTMLElement>('[role="radio"]') ?? []);
    const at = cards.indexOf(document.activeElement as HTMLElement);
    cards[(at + step + cards.length) % cards.length]?.focus();
  };
  return (
    <>
      <div
        ref={group}
        role="radiogroup"
        aria-label={t('callSupervision.mode.label')}
        className={styles.modes}
        onKeyDown={move}
      >
        {modes.map((one) => {
          const asks = one === 'barge' && barge.waiting;
          const spins = changingTo === one;
          return (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={isReady && mode === one}
              aria-busy={spins || undefined}
              aria-disabled={!isUsable(one) || undefined}
              aria-describedby={isReady && !hasMicrophone && one !== 'listen' ? `${id}microphone` : undefined}
              tabIndex={(focused ?? mode) === one ? 0 : -1}
              className={styles.mode}
              data-asks={asks || undefined}
              onFocus={() => setFocused(one)}
              onClick={() => press(one)}
            >
              <span className={styles.head}>
                {spins ? <Spinner className={styles.glyph} /> : <Icon glyph={glyphs[one]} className={styles.glyph} />}
                {t(`callSupervision.mode.${one}`)}
              </span>
              <span className={styles.help}>{asks ? bargeAgain : help(one)}</span>
            </button>
          );
        })}
      </div>
      {isReady && !hasMicrophone && (
        <div id={`${id}microphone`}>
          <Note tone="warning" className={styles.note}>
            {t('callSupervision.mode.noMicrophone')}
          </Note>
        </div>
      )}
    </>
  );
}

/** The mode is announced when the server has confirmed it, not when the card is pressed. */
function useChangeAnnouncement({ stage, mode }: SupervisedCallView): void {
  const { t } = useTranslation();
  const before = useRef(stage === 'active' ? mode : undefined);
  useEffect(() => {
    if (stage !== 'active') return;
    if (before.current !== undefined && before.current !== mode)
      announce(t('callSupervision.mode.changed', { mode: t(`callSupervision.mode.${mode}`) }));
    before.current = mode;
  }, [stage, mode, t]);
}
