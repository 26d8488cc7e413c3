// Transfers an attendance to an agent of its queue or to a queue: blind, without confirmation (TRF-041). A refusal keeps the choice.
import type { DestinationsView } from 'core-wasm';
import { ArrowLeftRight } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Tabs } from '../../design/Tabs';
import { TextArea } from '../../design/TextArea';
import { agentRows, queueRows } from './destinations';
import { DestinationList } from './DestinationList';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './TransferDialog.module.css';

export interface TransferRequest {
  /** Chosen agent; empty: any agent of the queue. */
  toAgentId: string;
  /** Chosen queue; empty: the queue of the attendance. */
  queueId: string;
  observation: string;
}

export interface TransferDialogProps {
  /** The preselected agent. */
  agent?: string | null;
  /** Undefined until the lists were requested. */
  destinations: DestinationsView | undefined;
  /** A request is running. */
  pending: boolean;
  /** Why the last attempt was refused. */
  failure: string | undefined;
  onRetry: () => void;
  /** The core keeps the note while the dialog is closed. */
  onNote: (note: string) => void;
  onTransfer: (request: TransferRequest) => void;
  onClose: () => void;
}

const longestNote = 10_000;
const kinds = ['agent', 'queue'] as const;
type Kind = (typeof kinds)[number];

export function TransferDialog(props: TransferDialogProps) {
  const { agent = null, destinations, pending, failure, onRetry, onNote, onTransfer, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [kind, setKind] = useState<Kind>('agent');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Record<Kind, string | null>>({ agent, queue: null });
  const [note, setNote] = useState(destinations?.note ?? '');
  const rows = {
    agent: agentRows(destinations?.agents ?? [], search, chosen.agent, t),
    queue: queueRows(destinations?.queues ?? [], search, t),
  };
  const counts = { agent: destinations?.agents.length, queue: destinations?.queues.length };
  const states = { agent: destinations?.agentsState, queue: destinations?.queuesState };
  // A row that the search hides cannot be the destination.
  const target = rows[kind].find(({ id: row }) => row === chosen[kind])?.id;
  const send = (): void => {
    if (target === undefined || pending) return;
    onTransfer({
      toAgentId: kind === 'agent' ? target : '',
      queueId: kind === 'queue' ? target : '',
      observation: note.trim(),
    });
  };
  const content = (of: Kind) => {
    const state = states[of] ?? 'loading';
    return (
      <>
        <p className={styles.help}>{t(`transfers.dialog.${of}.help`)}</p>
        <DestinationList
          kind={of}
          state={state === 'notAsked' ? 'loading' : state}
          isEmpty={(counts[of] ?? 0) === 0}
          rows={rows[of]}
          search={search}
          chosen={target ?? null}
          onSearch={setSearch}
          onChoose={(value) => setChosen({ ...chosen, [of]: value })}
          onEnter={send}
          onRetry={onRetry}
        />
      </>
    );
  };
  return (
    <Dialog
      open
      wide
      glyph={ArrowLeftRight}
      title={t('transfers.dialog.title')}
      failure={failure}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('transfers.dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            tone="primary"
            pending={pending}
            disabledReason={target === undefined ? t('transfers.dialog.missing') : undefined}
          >
            {t('transfers.dialog.send')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send();
        }}
      >
        <div className={styles.tabs}>
          <Tabs
            label={t('transfers.dialog.to')}
            tabs={kinds.map((value) => ({
              value,
              label: t(`transfers.dialog.${value}.tab`),
              content: content(value),
            }))}
            value={kind}
            onChange={(value) => {
              setKind(value === 'queue' ? 'queue' : 'agent');
              setSearch('');
            }}
          />
          {kind === 'agent' ? <UnsupportedItems list="transferAgents" /> : <UnsupportedItems list="transferQueues" />}
        </div>
        <TextArea
          className={styles.note}
          label={t('transfers.dialog.note')}
          help={t('transfers.dialog.noteHelp')}
          rows={2}
          maxLength={longestNote}
          value={note}
          onChange={({ target: field }) => {
            setNote(field.value);
            onNote(field.value);
          }}
        />
      </form>
    </Dialog>
  );
}
