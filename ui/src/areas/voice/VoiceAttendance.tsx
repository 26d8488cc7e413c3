// The workspace of a voice attendance: its call, the script of the campaign or queue, and the way to the qualification. The call bar has the name and the
// controls of the current call; another attendance has its own header.
import { ArrowLeft, Check, Info, ListChecks, PanelRight, Phone } from 'lucide-react';
import type { JobView, VoiceJobView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { ShortcutHint } from '../../design/ShortcutHint';
import { Icon } from '../../design/icons/Icon';
import { Tabs } from '../../design/Tabs';
import { useMediaQuery } from '../../design/useMediaQuery';
import { hasScriptTab } from '../../shared/scriptTab';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import { callResult } from './callViews';
import type { RoomStage } from './room';
import { NoteStrip, type NoteStripProps } from './NoteStrip';
import { ScriptPanel } from './ScriptPanel';
import styles from './VoiceAttendance.module.css';

export interface VoiceAttendanceProps {
  protocol: string;
  job: Pick<JobView, 'name' | 'initials' | 'color' | 'disabled' | 'finishing'>;
  /** Undefined until the core knows the call. */
  voice: Pick<VoiceJobView, 'result' | 'ended' | 'redialling' | 'place' | 'script' | 'scriptState'> | undefined;
  /** Whether the call bar shows this attendance. */
  isOnBar: boolean;
  /** The stage of a call in a transfer or with more than two parties: it is qualified afterwards. */
  stage?: RoomStage | undefined;
  /** The note of the call's transfer: the note for the colleague, else the note with which the agent got the call. */
  note?: NoteStripProps | undefined;
  contextOpen: boolean;
  onToggleContext: () => void;
  onBack: () => void;
  onRedial: () => void;
  onAnswer: (fieldId: string, value: string) => void;
  /** Loads the missing parts of the script. */
  onRetryScript: () => void;
  onFinish: () => void;
  onQualify: () => void;
}

export function VoiceAttendance(props: VoiceAttendanceProps) {
  const { t } = useTranslation();
  const { protocol, job, voice, isOnBar, contextOpen, onToggleContext, onFinish: finish, onQualify: qualify } = props;
  const isPhone = useMediaQuery('below-tablet');
  const finishKeys = useShortcutKeys('finishJob');
  const detailsKeys = useShortcutKeys('toggleDetails');
  useShortcut('finishJob', job.disabled ? qualify : props.stage === undefined ? finish : undefined);
  useShortcut('toggleDetails', onToggleContext);
  // If the page has no list, the attendance has the page's h1.
  const Heading = isPhone ? 'h1' : 'h2';
  const back = isPhone && (
    <IconButton glyph={ArrowLeft} iconSize={20} label={t('jobs.header.back')} onClick={props.onBack} />
  );
  const { script: scriptView, scriptState = 'loading' } = voice ?? {};
  const hasTab = hasScriptTab({ script: scriptView, state: scriptState });
  const script = (
    <ScriptPanel
      key={protocol}
      script={scriptView}
      state={scriptState}
      customer={job.name}
      onAnswer={props.onAnswer}
      onRetry={props.onRetryScript}
    />
  );
  const noted = (
    <>
      {props.note !== undefined && <NoteStrip key={`${props.note.label} ${props.note.note}`} {...props.note} />}
      {script}
    </>
  );
  const trailing = (
    <span className={styles.trailing}>
      <span className={styles.protocol}>{t('voice.attendance.protocol', { protocol })}</span>
      <IconButton
        className={styles.details}
        glyph={PanelRight}
        label={contextOpen ? t('jobs.header.hideDetails') : t('jobs.header.showDetails')}
        aria-expanded={contextOpen}
        shortcut={detailsKeys.text}
        aria-keyshortcuts={detailsKeys.aria}
        onClick={onToggleContext}
      />
    </span>
  );
  return (
    <main
      id="conversation"
      tabIndex={-1}
      aria-label={t('jobs.conversation.label', { name: job.name })}
      data-ch="voice"
      className={styles.attendance}
    >
      {isOnBar ? (
        <Heading className={styles.named}>{job.name}</Heading>
      ) : (
        <header className={styles.header}>
          <Avatar initials={job.initials} color={job.color} size={36} badge={Phone} muted={job.disabled} />
          <div className={styles.who}>
            <Heading className={styles.name}>
              <bdi>{job.name}</bdi>
            </Heading>
            <p className={styles.sub}>{[stateText(), voice?.place ?? ''].filter((part) => part !== '').join(' · ')}</p>
          </div>
          {voice?.ended === true && (
            <Button glyph={Phone} pending={voice.redialling} onClick={props.onRedial}>
              {t('voice.bar.redial')}
            </Button>
          )}
        </header>
      )}
      {hasTab ? (
        <Tabs
          label={t('voice.script.tabs')}
          value="script"
          onChange={() => undefined}
          tabs={[{ value: 'script', label: t('voice.script.title'), content: noted }]}
          leading={back}
          trailing={trailing}
        />
      ) : (
        <>
          <div className={styles.row}>
            {back}
            {trailing}
          </div>
          <div className={styles.content}>{noted}</div>
        </>
      )}
      {/* After the end of a call its button is in the call bar. */}
      {props.stage !== undefined && !job.disabled && (
        <footer className={styles.foot}>
          <p className={styles.later}>
            <Icon glyph={Info} />
            {t(props.stage === 'conference' ? 'voice.attendance.afterConference' : 'voice.attendance.afterTransfer')}
          </p>
        </footer>
      )}
      {!(isOnBar && job.disabled) && (props.stage === undefined || job.disabled) && (
        <footer className={styles.foot}>
          {job.disabled ? (
            <Button
              tone="primary"
              size="large"
              glyph={ListChecks}
              aria-keyshortcuts={finishKeys.aria}
              hint={<ShortcutHint text={t('jobs.header.qualify')} keys={finishKeys.text} />}
              onClick={qualify}
            >
              {t('jobs.header.qualify')}
            </Button>
          ) : (
            <Button
              size="large"
              glyph={Check}
              pending={job.finishing}
              aria-keyshortcuts={finishKeys.aria}
              hint={<ShortcutHint text={t('voice.attendance.finish')} keys={finishKeys.text} />}
              onClick={finish}
            >
              {t('voice.attendance.finish')}
            </Button>
          )}
        </footer>
      )}
    </main>
  );

  function stateText(): string {
    const result = callResult(voice?.result);
    if (result !== undefined) return t(`voice.result.${result}`);
    return voice?.ended === true ? t('voice.bar.status.ended') : '';
  }
}
