// The colleagues of the command palette (BEY-050): the possible targets of a transfer of the current call or the open conversation, as the server
// lists them now, and the colleagues whom the agent can call. If neither is possible, the targets for the first attendance of the list: their
// availability is the same.
import { ArrowLeftRight, Phone, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent, useSlice } from '../../core/react';
import { useAllColleagues, useContact, useJobOrder, useTransferDestinations } from '../../core/slices';
import { attendancePath } from '../../shared/addresses';
import { offeredCallTransfer, offeredTransfer } from '../../shared/offeredTransfer';
import { statusLook } from '../channels/channels';
import { channelOf } from '../colleagues/colleagues';
import type { PaletteGroup, PaletteItem } from './paletteItems';

/** Groups for transfers and calls; an impossible action has no group. */
export function useColleagues(): ReadonlyArray<PaletteGroup> {
  const transfers = [useCallTransfers(), useConversationTransfers()].filter((list) => list !== undefined);
  const calls = useCalls();
  const fallback = useFirstJobColleagues(transfers.length > 0 || calls !== undefined);
  const people = useGroup('colleagues', fallback === undefined ? transfers : [fallback]);
  const called = useGroup('calls', calls === undefined ? [] : [calls]);
  return [people, called].filter((group) => group !== undefined);
}

function useGroup(kind: 'colleagues' | 'calls', lists: ReadonlyArray<ColleagueItems>): PaletteGroup | undefined {
  const { t } = useTranslation();
  if (lists.length === 0) return undefined;
  return {
    kind,
    items: lists.flatMap(({ items }) => items),
    loading: lists.some(({ state }) => state === 'loading'),
    failure: lists.some(({ state }) => state === 'failed') ? t('palette.colleaguesFailed') : undefined,
  };
}

interface ColleagueItems {
  items: ReadonlyArray<PaletteItem>;
  /** Undefined before the list was requested. */
  state: string | undefined;
}

/** Transfers of the current call; the transfer dialog opens with the chosen colleague. */
function useCallTransfers(): ColleagueItems | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const [offer] = useState(offeredCallTransfer);
  const [isBesideConversation] = useState(() => offeredTransfer() !== undefined);
  // For a customer who is not registered the core would open the form of the contact over the palette.
  const isRegistered = useContact(offer?.protocol)?.contact.state === 'found';
  const isPossible = offer !== undefined && isRegistered;
  const destinations = useSlice('callDestinations');
  useEffect(() => {
    if (!isPossible) return undefined;
    intend({ area: 'voice', type: 'watchCallDestinations' });
    return () => intend({ area: 'voice', type: 'leaveCallDestinations' });
  }, [intend, isPossible]);
  if (!isPossible) return undefined;
  const items = (destinations?.agents ?? []).map(({ id, name, extension, status, refusal }) => ({
    id: `call-colleague:${id}`,
    label: t(isBesideConversation ? 'palette.transferCallTo' : 'palette.transferTo', { name }),
    keywords: [name, extension],
    glyph: ArrowLeftRight,
    detail: t(statusLook[status].wordKey),
    // A colleague who cannot get the call is not preselected; the dialog shows who can.
    onRun: () => offer.open(refusal === undefined ? id : null),
  }));
  return { items, state: destinations?.agentsState };
}

/** Transfers of the open conversation. */
function useConversationTransfers(): ColleagueItems | undefined {
  const { t } = useTranslation();
  const [transfer] = useState(offeredTransfer);
  const destinations = useLoadedDestinations(transfer?.protocol);
  if (transfer === undefined) return undefined;
  const items = (destinations?.agents ?? []).map(({ id, name, status, available }) => ({
    id: `colleague:${id}`,
    label: t('palette.transferTo', { name }),
    keywords: [name],
    glyph: ArrowLeftRight,
    detail: t(statusLook[status].wordKey),
    // A colleague who cannot get the attendance is not preselected; the dialog shows who can.
    onRun: () => transfer.open(available ? id : null),
  }));
  return { items, state: destinations?.agentsState };
}

/** Calls to colleagues; undefined if the agent can call nobody. */
function useCalls(): ColleagueItems | undefined {
  const { t } = useTranslation();
  const core = useCore();
  const intend = useIntent();
  const { items: channels } = useSlice('channels');
  const hasVoice = channels.some(({ channel, connected }) => channel === 'voice' && connected);
  const isInCall = useSlice('callBar') !== undefined;
  const view = useSlice('colleagues');
  const order = useAllColleagues();
  const isPossible = hasVoice && !isInCall;
  useEffect(() => {
    if (isPossible) intend({ area: 'colleagues', type: 'reloadColleagues' });
  }, [intend, isPossible]);
  if (!isPossible || view.obstacle !== undefined) return undefined;
  const ids = Array.from({ length: order.length }, (_, index) => order.at(index) ?? '');
  const items = ids.flatMap((agentId): PaletteItem[] => {
    // Read once, like the rows of attendances.
    const row = core.snapshot<'colleagueRow'>(`colleagueRow:${agentId}`);
    // Colleagues who cannot be called now are on the page of colleagues, with the reason.
    if (row === undefined || row.obstacle !== undefined) return [];
    const voice = channelOf(row.channels, 'voice');
    return [
      {
        id: `call:${agentId}`,
        label: t('palette.callColleague', { name: row.name }),
        keywords: [row.name, row.extension, ...row.groups],
        glyph: Phone,
        detail: voice === undefined ? row.extension : t(statusLook[voice.status].wordKey),
        onRun: () => intend({ area: 'colleagues', type: 'callColleague', agentId }),
      },
    ];
  });
  return { items, state: view.loading ? 'loading' : view.failed ? 'failed' : 'ready' };
}

/** Colleagues by name, with their status and what is needed for a transfer. */
function useFirstJobColleagues(hasOthers: boolean): ColleagueItems | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const first = useFirstJob();
  const protocol = hasOthers ? undefined : first;
  const destinations = useLoadedDestinations(protocol);
  if (protocol === undefined) return undefined;
  const items = (destinations?.agents ?? []).map(({ id, name, status }) => ({
    id: `colleague:${id}`,
    label: name,
    keywords: [name],
    glyph: UserRound,
    detail: t('palette.colleagueNoJob', { status: t(statusLook[status].wordKey) }),
    onRun: () => intend({ area: 'shell', type: 'openArea', path: attendancePath }),
  }));
  return { items, state: destinations?.agentsState };
}

function useLoadedDestinations(protocol: string | undefined): ReturnType<typeof useTransferDestinations> {
  const intend = useIntent();
  useEffect(() => {
    if (protocol !== undefined) intend({ area: 'transfers', type: 'loadDestinations', protocol });
  }, [intend, protocol]);
  return useTransferDestinations(protocol);
}

/** The first transferable attendance of the list when the palette opens. */
function useFirstJob(): string | undefined {
  const core = useCore();
  const orders = [useJobOrder('pinned'), useJobOrder('waiting'), useJobOrder('active'), useJobOrder('snoozed')];
  const [first] = useState(() =>
    orders
      .flatMap((order) => Array.from({ length: order.length }, (_, index) => order.at(index) ?? ''))
      .find((protocol) => {
        const row = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
        // For a customer who is not registered the core would open the form of the contact.
        const isRegistered = core.snapshot<'contact'>(`contact:${protocol}`)?.contact.state === 'found';
        return isRegistered && row !== undefined && row.channel !== 'voice' && !row.disabled;
      }),
  );
  return first;
}
