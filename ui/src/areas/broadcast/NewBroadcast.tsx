// The dialog of a new broadcast. On wide screens its parts stand side by side; below 1024 px they are four steps. The core holds the draft and checks
// it: this component shows props and reports actions.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { isComposing } from '../../design/isComposing';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatTime } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { ContactsPart, type ContactsPartProps } from './ContactsPart';
import { DataPart, type DataPartProps } from './DataPart';
import { DraftFooter } from './DraftFooter';
import { LeftOutDialog } from './LeftOutDialog';
import { MessagePart, type MessagePartProps } from './MessagePart';
import { PreviewPart, type PreviewPartProps } from './PreviewPart';
import { SendingPart, type SendingPartProps } from './SendingPart';
import { draftFields, type CreationPhase, type DraftField, type DraftStep } from './types';
import { useSendingStart } from './useSendingStart';
import { WideDialog } from './WideDialog';
import styles from './NewBroadcast.module.css';

export interface NewBroadcastProps
  extends
    DataPartProps,
    Omit<MessagePartProps, keyof DataPartProps>,
    Pick<SendingPartProps, 'zone' | 'check' | 'checkState' | 'onRetryCheck'> {
  contacts: Omit<ContactsPartProps, 'fault' | 'columns'>;
  preview: Pick<PreviewPartProps, 'contact' | 'onStep'>;
  phase: CreationPhase;
  /** Why the server refused the broadcast, other than for a field. */
  failure?: string | undefined;
  /** When the draft was stored. */
  savedAt?: number | undefined;
  /** Discards the stored draft; undefined if the dialog was not opened from one. */
  onDiscard?: (() => void) | undefined;
  offline: boolean;
  onCreate: () => void;
  /** Closes the dialog; the draft stays. */
  onClose: () => void;
}

const steps: ReadonlyArray<DraftStep> = ['data', 'message', 'contacts', 'sending'];

const stepOf: Readonly<Record<DraftField, DraftStep>> = {
  name: 'data',
  group: 'data',
  campaign: 'data',
  route: 'data',
  template: 'message',
  headerLink: 'message',
  variables: 'message',
  contacts: 'contacts',
  startsAt: 'sending',
};

/** The first element of a field with a fault, in the order of the focus. */
const invalidControl = '[aria-invalid="true"], [data-invalid] select, [data-invalid] input';

/** Columns beside the name of a contact. */
const shownColumns = 2;

export function NewBroadcast(props: NewBroadcastProps) {
  const { draft, faults, templates, columns, phase, failure, check, zone, savedAt } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const content = useRef<HTMLDivElement>(null);
  const inSteps = useMediaQuery('below-desktop');
  const [step, setStep] = useState<DraftStep>('data');
  const [isPreviewShown, setPreviewShown] = useState(false);
  const [isLeftOutShown, setLeftOutShown] = useState(false);
  /** The agent created the broadcast and waits for the answer: faults that come take the focus. */
  const [isWaiting, setWaiting] = useState(false);
  const [focusTurn, setFocusTurn] = useState(0);
  const onChange: typeof props.onChange = (change) => {
    setWaiting(false);
    props.onChange(change);
  };
  const start = useSendingStart(draft.startsAt, zone, (startsAt) => onChange({ startsAt }));
  const isStartMissing = start.isChecked && start.missing !== undefined;
  const faulty = draftFields.filter((field) => faults[field] !== undefined || (field === 'startsAt' && isStartMissing));
  const [firstFaulty] = faulty;
  if (isWaiting && firstFaulty !== undefined) {
    setWaiting(false);
    setStep(stepOf[firstFaulty]);
    setFocusTurn(focusTurn + 1);
  }
  const attention = faulty.length;
  const attentionText = attention === 0 ? '' : t('broadcastPage.draft.attention', { count: attention });
  const spoken = useRef(attentionText);
  useEffect(() => {
    spoken.current = attentionText;
  });
  useEffect(() => {
    if (focusTurn === 0) return;
    content.current?.querySelector<HTMLElement>(invalidControl)?.focus();
    announce(spoken.current, 'assertive');
  }, [focusTurn]);
  useEffect(() => {
    if (phase === 'lookingUp') announce(t('broadcastPage.draft.lookingUp'));
  }, [phase, t]);
  const isPending = phase === 'creating' || phase === 'lookingUp';
  const create = (): void => {
    if (isPending || props.offline) return;
    start.check();
    setWaiting(true);
    if (start.missing === undefined) props.onCreate();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.ctrlKey || isComposing(event)) return;
    event.preventDefault();
    create();
  };
  const template = templates.find(({ id }) => id === draft.templateId);
  const used = draft.variables.map(({ column }) => column).filter((column) => column !== '');
  const shown = columns.filter(({ value }) => used.includes(value)).slice(-shownColumns);

  const parts = {
    data: (
      <DataPart
        draft={draft}
        faults={faults}
        groups={props.groups}
        campaigns={props.campaigns}
        routes={props.routes}
        routeNote={props.routeNote}
        onChange={onChange}
      />
    ),
    message: (
      <MessagePart
        draft={draft}
        faults={faults}
        templates={templates}
        templatesState={props.templatesState}
        onRetryTemplates={props.onRetryTemplates}
        columns={columns}
        withoutValue={props.withoutValue}
        onChange={onChange}
      />
    ),
    contacts: (
      <ContactsPart
        {...props.contacts}
        columns={shown}
        fault={faults.contacts === undefined ? undefined : say(faults.contacts)}
        onChoose={(ids, chosen) => {
          setWaiting(false);
          props.contacts.onChoose(ids, chosen);
        }}
      />
    ),
    sending: (
      <SendingPart
        start={start}
        fault={faults.startsAt === undefined ? undefined : say(faults.startsAt)}
        zone={zone}
        check={check}
        checkState={props.checkState}
        onRetryCheck={props.onRetryCheck}
      />
    ),
  };
  const preview = <PreviewPart template={template} {...props.preview} />;
  const note =
    phase === 'lookingUp'
      ? t('broadcastPage.draft.lookingUp')
      : savedAt === undefined
        ? ''
        : t('broadcastPage.draft.saved', { time: formatTime(savedAt) });
  return (
    <WideDialog
      title={t('broadcastPage.new')}
      subtitle={note}
      failure={phase === 'unknown' ? t('broadcastPage.draft.unknown') : failure}
      contentRef={content}
      onKeyDown={press}
      onClose={props.onClose}
      footer={
        <DraftFooter
          attention={attentionText}
          leftOut={check?.leftOut ?? []}
          selectedCount={props.contacts.selectedCount}
          isPlanned={start.kind === 'planned'}
          isPending={isPending}
          offline={props.offline}
          steps={inSteps ? { all: steps, current: step, onStep: setStep } : undefined}
          onShowLeftOut={() => setLeftOutShown(true)}
          onDiscard={props.onDiscard}
          onClose={props.onClose}
          onCreate={create}
        />
      }
    >
      {inSteps ? (
        <>
          <nav aria-label={t('broadcastPage.draft.steps')} className={styles.steps}>
            {steps.map((name, index) => (
              <button
                key={name}
                type="button"
                className={styles.step}
                aria-current={name === step ? 'step' : undefined}
                data-faulty={faulty.some((field) => stepOf[field] === name) || undefined}
                onClick={() => setStep(name)}
              >
                <span className={styles.stepNumber}>{index + 1}</span>
                {t(`broadcastPage.draft.part.${name}`)}
              </button>
            ))}
          </nav>
          <div className={styles.single}>
            {step !== 'data' && (
              <Button
                size="small"
                className={styles.previewButton}
                aria-expanded={isPreviewShown}
                onClick={() => setPreviewShown(!isPreviewShown)}
              >
                {t(isPreviewShown ? 'broadcastPage.draft.hidePreview' : 'broadcastPage.draft.showPreview')}
              </Button>
            )}
            {step !== 'data' && isPreviewShown && <div className={styles.preview}>{preview}</div>}
            {parts[step]}
          </div>
        </>
      ) : (
        <div className={styles.columns}>
          <div className={styles.column}>
            {parts.data}
            <div className={styles.next}>{parts.message}</div>
          </div>
          <div className={styles.middle}>
            <div className={styles.contacts}>{parts.contacts}</div>
            <div className={styles.last}>
              <div className={styles.half}>{preview}</div>
              <div className={styles.half}>{parts.sending}</div>
            </div>
          </div>
        </div>
      )}
      {isLeftOutShown && check !== undefined && (
        <LeftOutDialog leftOut={check.leftOut} onClose={() => setLeftOutShown(false)} />
      )}
    </WideDialog>
  );
}
