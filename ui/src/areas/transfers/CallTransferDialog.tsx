// The dialog for transferring a call or adding a party: search, list and choice side by side, fully operable by keyboard (ui-next §2). The server
// checks the destination again; a refusal keeps the choice.
import type { CallDestinationsView, DestinationKey, TransferKind } from 'core-wasm';
import { ArrowLeftRight, UserRoundPlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { isComposing } from '../../design/isComposing';
import { Kbd } from '../../design/Kbd';
import { SearchField } from '../../design/SearchField';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Spinner } from '../../design/Spinner';
import { StatusMark } from '../../design/StatusMark';
import { Timer } from '../../design/Timer';
import { useSearchList } from '../../design/useSearchList';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import { CallDestinationList } from './CallDestinationList';
import { ChosenDestination } from './ChosenDestination';
import { allRows, isOfGroups, keyOf, rowOf, sectionsOf, type DestinationTab } from './callDestinations';
import styles from './CallTransferDialog.module.css';

export interface CallTransferRequest {
  kind: TransferKind;
  destination: DestinationKey;
  note: string;
}

export interface CallTransferDialogProps {
  /** Purpose: a transfer, or adding a party to the call. */
  mode: 'transfer' | 'conference';
  /** The call: its parties, its queue and its beginning. */
  call: { name: string; place: string; since: number | undefined };
  /** Undefined until the lists were requested. */
  destinations: CallDestinationsView | undefined;
  /** The way that the agent used last. */
  kind: TransferKind;
  onKindChange: (kind: TransferKind) => void;
  /** The groups of the agent, whose members are shown first. */
  ownGroups?: ReadonlyArray<string> | undefined;
  /** The preselected destination; in the gallery the searched text, too. */
  start?: { id: string | null; search?: string; tab?: DestinationTab } | undefined;
  onRetry: () => void;
  /** The core keeps the note while the dialog is closed. */
  onNote: (note: string) => void;
  onSend: (request: CallTransferRequest) => void;
  onClose: () => void;
}

/** The tabs in the order of the keyboard. */
const keys = { up: '↑', down: '↓', next: 'Tab', close: 'Esc', send: 'Ctrl Enter' } as const;

const tabs: ReadonlyArray<DestinationTab> = ['all', 'agent', 'queue', 'campaign', 'number'];

export function CallTransferDialog(props: CallTransferDialogProps) {
  const { mode, call, destinations, kind, onKindChange, start, onRetry, onNote, onSend, onClose, ownGroups } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const texts = useMemo(() => ({ t, say }), [t, say]);
  const how = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState(start?.search ?? '');
  const [tab, setTab] = useState<DestinationTab>(start?.tab ?? 'all');
  const [chosen, setChosen] = useState<string | null>(start?.id ?? null);
  const [note, setNote] = useState<string>();
  const written = note ?? destinations?.note ?? '';
  const all = useMemo(() => allRows(destinations, texts), [destinations, texts]);
  const [onlyOwn, setOnlyOwn] = useState(true);
  const own = useMemo(() => all.agent.filter((row) => isOfGroups(row, ownGroups ?? [])).length, [all, ownGroups]);
  // Tabs without agents or external numbers are disabled.
  const hasOwn = own > 0 && own < all.agent.length;
  const ofGroups = hasOwn && onlyOwn ? ownGroups : undefined;
  const sections = useMemo(
    () => sectionsOf(all, { search, tab, mode, ofGroups }, texts),
    [all, search, tab, mode, ofGroups, texts],
  );
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);
  const row = rowOf(all, chosen, texts);
  const pending = destinations?.pending ?? false;
  const name = row === undefined ? '' : row.kind === 'agent' ? shortName(row.name) : row.name;
  const isGroup = row?.kind === 'queue' || row?.kind === 'campaign';
  const effective: TransferKind = isGroup ? 'blind' : kind;
  const missing =
    row === undefined
      ? t('transfers.call.missing')
      : row.disabled
        ? t('transfers.call.impossible', { name: row.name, reason: row.reason ?? '' })
        : undefined;
  useImpossibleAnnouncement(row?.id, row?.disabled === true ? missing : undefined);
  useCountAnnouncement(search, rows.length);
  const choose = (id: string): void => {
    if (id !== chosen) announce(nameAndState(id));
    setChosen(id);
  };
  const list = useSearchList({
    rows,
    isOpen: true,
    start: { id: chosen },
    onPick: ({ id }) => {
      choose(id);
      how.current?.scrollIntoView?.({ block: 'nearest' });
    },
    onMove: ({ id, disabled }) => {
      if (!disabled) setChosen(id);
    },
  });
  const send = (): void => {
    if (row === undefined || missing !== undefined || pending) return;
    onSend({ kind: mode === 'conference' ? 'assisted' : effective, destination: keyOf(row), note: written.trim() });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.ctrlKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };
  const agentsState = stateOf(destinations?.agentsState);
  const groupsState = mode === 'conference' ? 'ready' : stateOf(destinations?.groupsState);
  const isLoading = agentsState === 'loading' || groupsState === 'loading';
  const counts: Partial<Record<DestinationTab, number>> = {
    agent: all.agent.length,
    queue: all.queue.length,
    campaign: all.campaign.length,
  };
  const shownTabs = mode === 'conference' ? tabs.filter((one) => one !== 'queue' && one !== 'campaign') : tabs;
  const sendKey = mode === 'conference' ? 'conference' : effective;
  return (
    <Dialog
      open
      broad
      glyph={mode === 'conference' ? UserRoundPlus : ArrowLeftRight}
      title={t(mode === 'conference' ? 'transfers.call.conferenceTitle' : 'transfers.call.title')}
      subtitle={[call.name, call.place].filter((part) => part !== '').join(' · ')}
      beside={
        call.since !== undefined && (
          <span className={styles.inCall}>
            <i className={styles.dot} />
            {t('transfers.call.inCall')}
            <Timer since={call.since} shape="call" className={styles.inCallTime} />
          </span>
        )
      }
      failure={destinations?.failure === undefined ? undefined : say(destinations.failure)}
      onClose={onClose}
      footer={
        <>
          <span className={styles.hints}>
            <Kbd>{keys.up}</Kbd> <Kbd>{keys.down}</Kbd> <span>{t('transfers.call.hint.choose')}</span>
            <Kbd>{keys.next}</Kbd> <span>{t('transfers.call.hint.next')}</span>
            <Kbd>{keys.close}</Kbd>{' '}
            <span>{t(mode === 'conference' ? 'transfers.call.hint.closeOnly' : 'transfers.call.hint.close')}</span>
          </span>
          <Button tone="ghost" className={styles.button} onClick={onClose}>
            {t('transfers.call.cancel')}
          </Button>
          <Button
            tone="primary"
            className={styles.button}
            pending={pending}
            disabledReason={missing}
            aria-keyshortcuts="Control+Enter"
            onClick={send}
          >
            <span className={styles.sendText}>
              {row === undefined
                ? t(`transfers.call.send.${sendKey}Nobody`)
                : t(`transfers.call.send.${sendKey}`, { name })}
            </span>
            {missing === undefined && (
              <span className={styles.sendKey} aria-hidden="true">
                <Kbd>{keys.send}</Kbd>
              </span>
            )}
          </Button>
        </>
      }
    >
      {/* Ctrl+Enter sends from every field of the dialog. */}
      <div className={styles.panes} role="presentation" onKeyDown={press}>
        <div className={styles.left}>
          <div className={styles.search}>
            <SearchField
              autoFocus
              className={styles.searchField}
              label={t('transfers.call.search')}
              clearLabel={t('transfers.call.clearSearch')}
              placeholder={t(
                mode === 'conference' ? 'transfers.call.placeholderConference' : 'transfers.call.placeholder',
              )}
              value={search}
              list={list.field}
              onChange={(text) => {
                list.reset();
                setSearch(text);
              }}
              onKeyDown={(event) => {
                if (event.ctrlKey) return;
                const isChosen =
                  event.key === 'Enter' && row !== undefined && list.active?.id === row.id && !isComposing(event);
                if (!isChosen) list.press(event);
                else {
                  event.preventDefault();
                  how.current?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"], textarea')?.focus();
                }
              }}
            />
            {hasOwn && (tab === 'all' || tab === 'agent') && (
              <Button
                className={styles.ownGroups}
                aria-pressed={onlyOwn}
                onClick={() => {
                  list.reset();
                  setOnlyOwn(!onlyOwn);
                }}
              >
                {t('transfers.call.ownGroups')}
              </Button>
            )}
          </div>
          <div className={styles.tabs}>
            <SegmentedControl
              label={t('transfers.call.kind')}
              segments={shownTabs.map((value) => ({
                value,
                label: t(`transfers.call.tab.${value}`),
                count: counts[value],
              }))}
              value={tab}
              onChange={(value) => {
                list.reset();
                setTab(value);
              }}
            />
            {destinations !== undefined && !isLoading && agentsState !== 'failed' && (
              <span className={styles.live}>
                <StatusMark shape="dot" className={styles.liveDot} />
                {t('transfers.call.live')}
              </span>
            )}
          </div>
          {agentsState === 'failed' && <Failed text={t('transfers.call.failed.agents')} onRetry={onRetry} />}
          {groupsState === 'failed' && <Failed text={t('transfers.call.failed.groups')} onRetry={onRetry} />}
          {rows.length === 0 ? (
            <p className={styles.nothing} aria-busy={isLoading || undefined}>
              {isLoading && <Spinner className={styles.spinner} />}
              {nothingText()}
            </p>
          ) : (
            <CallDestinationList sections={sections} list={list} chosen={chosen} />
          )}
        </div>
        <ChosenDestination
          ref={how}
          mode={mode}
          row={row}
          name={name}
          customer={shortName(call.name)}
          impossible={row?.disabled === true ? missing : undefined}
          kind={effective}
          onKindChange={onKindChange}
          note={written}
          onNote={(text) => {
            setNote(text);
            onNote(text);
          }}
        />
      </div>
    </Dialog>
  );

  /** A list that failed to load shows that itself. */
  function nothingText(): string {
    if (isLoading) return t('transfers.call.loading');
    if (search.trim() !== '' && tab !== 'number') return t('transfers.call.nothingFound', { text: search.trim() });
    return agentsState === 'failed' || groupsState === 'failed' ? '' : t(`transfers.call.empty.${tab}`);
  }

  function nameAndState(id: string): string {
    return rowOf(all, id, texts)?.name ?? '';
  }
}

type ShownState = 'loading' | 'ready' | 'failed';

function stateOf(state: CallDestinationsView['agentsState'] | undefined): ShownState {
  return state === undefined || state === 'notAsked' ? 'loading' : state;
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <span>{text}</span>
      <Button size="small" onClick={onRetry}>
        {t('transfers.call.retry')}
      </Button>
    </div>
  );
}

/** Announced once, as soon as the chosen destination becomes impossible. */
function useImpossibleAnnouncement(id: string | undefined, reason: string | undefined): void {
  const before = useRef({ id, reason });
  useEffect(() => {
    const was = before.current;
    before.current = { id, reason };
    if (reason !== undefined && was.id === id && was.reason === undefined) announce(reason, 'assertive');
  }, [id, reason]);
}

function useCountAnnouncement(search: string, count: number): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (search.trim() !== '') announce(t('transfers.call.count', { count }));
  }, [search, count, t]);
}
