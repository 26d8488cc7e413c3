// Transfers an attendance to an agent of its queue, to a queue or, on WhatsApp, to a campaign: blind, without confirmation (TRF-041). A refusal
// keeps the choice.
import type { DestinationsView } from 'core-wasm';
import { ArrowLeftRight } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Tabs } from '../../design/Tabs';
import { TextArea } from '../../design/TextArea';
import { CampaignReceiver } from './CampaignReceiver';
import { agentRows, campaignRows, destinationKinds, queueRows, type DestinationKind } from './destinations';
import { DestinationList } from './DestinationList';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './TransferDialog.module.css';

export interface TransferRequest {
  /** Chosen agent; empty: any agent of the queue or campaign. */
  toAgentId: string;
  /** Chosen queue; empty: the queue of the attendance. */
  queueId: string;
  /** Chosen campaign, in the place of a queue; empty: none. */
  campaignId: string;
  observation: string;
}

export interface TransferDialogProps {
  /** The preselected destination. */
  start?: { kind: DestinationKind; id: string } | undefined;
  /** Undefined until the lists were requested. */
  destinations: DestinationsView | undefined;
  /** A request is running. */
  pending: boolean;
  /** Why the last attempt was refused. */
  failure: string | undefined;
  onRetry: () => void;
  /** The core keeps the note while the dialog is closed. */
  onNote: (note: string) => void;
  /** The agents of this campaign are needed. */
  onCampaign: (campaign: string) => void;
  onTransfer: (request: TransferRequest) => void;
  onClose: () => void;
}

const longestNote = 10_000;
const noDestinations = { agents: [], queues: [], campaigns: undefined };

export function TransferDialog(props: TransferDialogProps) {
  const { start, destinations, pending, failure, onRetry, onNote, onCampaign, onTransfer, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [kind, setKind] = useState<DestinationKind>(start?.kind ?? 'agent');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Partial<Record<DestinationKind, string>>>(
    start === undefined ? {} : { [start.kind]: start.id },
  );
  const [receiver, setReceiver] = useState('');
  const [note, setNote] = useState(destinations?.note ?? '');
  const { agents, queues, campaigns } = destinations ?? noDestinations;
  const lists = {
    agent: { state: destinations?.agentsState, all: agents, rows: agentRows(agents, search, chosen.agent ?? null, t) },
    queue: { state: destinations?.queuesState, all: queues, rows: queueRows(queues, search, t) },
    campaign: {
      state: campaigns?.state,
      all: campaigns?.items ?? [],
      rows: campaignRows(campaigns?.items ?? [], search, t),
    },
  };
  // A row that the search hides cannot be the destination.
  const target = lists[kind].rows.find(({ id: row }) => row === chosen[kind])?.id;
  const isLoadedFor = campaigns !== undefined && campaigns.chosen === target;
  const workers = isLoadedFor ? campaigns.agents : [];
  // An agent who does not work on the campaign any more is not shown as the receiver.
  const worker = workers.some(({ id: agent }) => agent === receiver) ? receiver : '';
  const send = (): void => {
    if (target === undefined || pending) return;
    onTransfer({
      toAgentId: { agent: target, queue: '', campaign: worker }[kind],
      queueId: kind === 'queue' ? target : '',
      campaignId: kind === 'campaign' ? target : '',
      observation: note.trim(),
    });
  };
  const choose = (of: DestinationKind, value: string): void => {
    setChosen({ ...chosen, [of]: value });
    if (of !== 'campaign' || value === chosen.campaign) return;
    setReceiver('');
    onCampaign(value);
  };
  const content = (of: DestinationKind) => {
    const { state = 'loading', all, rows } = lists[of];
    return (
      <>
        <p className={styles.help}>{t(`transfers.dialog.${of}.help`)}</p>
        <DestinationList
          kind={of}
          state={state === 'notAsked' ? 'loading' : state}
          isEmpty={all.length === 0}
          rows={rows}
          search={search}
          chosen={target ?? null}
          onSearch={setSearch}
          onChoose={(value) => choose(of, value)}
          onEnter={send}
          onRetry={onRetry}
        />
        {of === 'campaign' && target !== undefined && (
          <CampaignReceiver
            agents={workers}
            state={isLoadedFor ? campaigns.agentsState : 'loading'}
            receiver={worker}
            onChange={setReceiver}
            onRetry={onRetry}
          />
        )}
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
            tabs={destinationKinds
              // A web chat has no campaigns.
              .filter((value) => value !== 'campaign' || campaigns !== undefined)
              .map((value) => ({
                value,
                label: t(`transfers.dialog.${value}.tab`),
                content: content(value),
              }))}
            value={kind}
            onChange={(value) => {
              setKind(destinationKinds.find((known) => known === value) ?? 'agent');
              setSearch('');
            }}
          />
          {kind === 'agent' && <UnsupportedItems list="transferAgents" />}
          {kind === 'queue' && <UnsupportedItems list="transferQueues" />}
          {kind === 'campaign' && <UnsupportedItems list="transferCampaigns" />}
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
