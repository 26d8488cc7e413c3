// Fills the command palette from the core: the open attendances, the contacts, the colleagues, the pages, what the shortcuts can do now, and the preferences.
import type { JobRowView } from 'core-wasm';
import {
  CircleHelp,
  Keyboard,
  Lock,
  LogOut,
  MessageSquareText,
  Moon,
  Plug,
  Settings,
  Sun,
  SunMoon,
  Unplug,
  UserRound,
  Zap,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useChangePreferences, useCore, useIntent, useSlice } from '../../core/react';
import { useJobOrder } from '../../core/slices';
import type { Glyph } from '../../design/icons/Icon';
import { formatPhone } from '../../i18n/format';
import { customerName } from '../../i18n/visitors';
import { contactPath } from '../../shared/addresses';
import { isNumber, useFastTrigger, useNumberChannels } from '../../shared/numberChannels';
import { useNumberReason } from '../../shared/useStartReason';
import { activeShortcuts, bindingFor, pageShortcuts, type ShortcutName } from '../../shared/shortcuts';
import { bindingText } from '../../shared/keyBinding';
import { channelGlyph } from '../channels/channels';
import { displayChannel } from '../channels/displayChannel';
import { useFoundContacts } from '../contacts/useFoundContacts';
import { isNotBegun } from '../jobs/jobPreview';
import { shownWindow, windowLabel, windowLeft } from '../jobs/windowLeft';
import { Palette } from './Palette';
import type { PaletteGroup, PaletteItem } from './paletteItems';
import { wantPreferenceTab } from '../../shared/preferenceTabs';
import { shortcutLabel } from './shortcutLabel';
import { useColleagues } from './useColleagues';

/** A page of the rail. */
export interface PalettePage {
  id: string;
  label: string;
  glyph: Glyph;
  onOpen: () => void;
}

export interface PaletteContainerProps {
  pages: ReadonlyArray<PalettePage>;
  onClose: () => void;
}

export function PaletteContainer({ pages, onClose }: PaletteContainerProps) {
  const contacts = useContacts();
  const colleagues = useColleagues();
  const groups: ReadonlyArray<PaletteGroup> = [
    { kind: 'actions', items: [...useShortcutActions(), ...useChannelActions(), useMessageSearchAction()] },
    { kind: 'navigate', items: usePages(pages) },
    { kind: 'jobs', items: useJobs(livingOrders) },
    ...(contacts === undefined ? [] : [contacts.group]),
    ...colleagues,
    { kind: 'preferences', items: usePreferenceItems() },
    { kind: 'ended', items: useJobs(endedOrders) },
  ];
  const intend = useIntent();
  return (
    <Palette
      groups={groups}
      onSearch={contacts?.onSearch}
      onSearchMessages={(text) => intend({ area: 'messageSearch', type: 'openMessageSearch', text })}
      onClose={onClose}
    />
  );
}

function usePages(pages: ReadonlyArray<PalettePage>): ReadonlyArray<PaletteItem> {
  const { t } = useTranslation();
  return pages.map(({ id, label, glyph, onOpen }, index) => ({
    id: `page:${id}`,
    label: t('palette.goTo', { page: label }),
    glyph,
    keys: keysOf(pageShortcuts[index]),
    onRun: onOpen,
  }));
}

const livingOrders = ['pinned', 'waiting', 'active'] as const;
const endedOrders = ['toQualify'] as const;

/** The attendances in these groups of the list; the number of groups is constant. */
function useJobs(groups: typeof livingOrders | typeof endedOrders): ReadonlyArray<PaletteItem> {
  const { t } = useTranslation();
  const core = useCore();
  const intend = useIntent();
  const orders = groups.map(useJobOrder);
  /** Remaining time for free messages; empty without a window, and before anybody has written. */
  const windowOf = (protocol: string, row: JobRowView): string => {
    const view = core.snapshot<'whatsappJob'>(`whatsappJob:${protocol}`);
    if (row.disabled || view === undefined || view.window.state === 'none') return '';
    const window = shownWindow(view);
    if (window.state === 'expired' && isNotBegun(row)) return t('jobs.window.labelNotBegun');
    return windowLabel(window, windowLeft(window), t);
  };
  const protocols = orders.flatMap((order) => Array.from({ length: order.length }, (_, index) => order.at(index)));
  return protocols.flatMap((protocol) => {
    if (protocol === undefined) return [];
    // Read once: the palette is open for seconds, and a subscription to each of hundreds of rows would be too expensive.
    const row: JobRowView | undefined = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
    if (row === undefined) return [];
    return {
      id: `job:${protocol}`,
      label: customerName(row.name, t),
      glyph: channelGlyph[displayChannel(row.channel, row.metaType)],
      keywords: [protocol, row.queue, row.name],
      detail: [row.queue, windowOf(protocol, row), row.unread > 0 ? t('jobs.unread.label', { count: row.unread }) : '']
        .filter((part) => part !== '')
        .join(' · '),
      onRun: () => intend({ area: 'jobs', type: 'openJob', protocol }),
    };
  });
}

/**
 * The contacts that the server finds; undefined for an agent who can neither call nor write to a number. Enter calls or writes to the number, with the
 * agent's channels, and Ctrl+Enter opens the page of the contact; where nothing can begin, Enter opens the page.
 */
function useContacts(): { group: PaletteGroup; onSearch: (text: string) => void } | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const openNumber = useFastTrigger();
  const channels = useNumberChannels();
  const reason = useNumberReason();
  const { text, pending, failed, contacts, search } = useFoundContacts();
  if (openNumber === undefined) return undefined;
  const items = contacts.map(({ id, name, whatsappIdentifier, phone: telephone, email }): PaletteItem => {
    const isWritten = isNumber(whatsappIdentifier);
    const phone = isWritten ? whatsappIdentifier : telephone;
    const openPage = (): void => intend({ area: 'shell', type: 'openArea', path: contactPath(id) });
    const page = { verb: t('palette.contact.page'), onRun: openPage };
    const item = { id: `contact:${id}`, label: name, glyph: UserRound, keywords: [phone, formatPhone(phone), email] };
    if (!isNumber(phone) || reason !== undefined)
      return { ...item, detail: isNumber(phone) ? formatPhone(phone) : '', ...page };
    const channel = isWritten && channels.includes('whatsapp') ? 'whatsapp' : (channels[0] ?? 'voice');
    return {
      ...item,
      detail: formatPhone(phone),
      verb: t(`palette.contact.${channels.length > 1 ? 'both' : channel}`),
      onRun: () => openNumber({ phone, name, channel }),
      second: page,
    };
  });
  const failure = failed ? t('palette.contactsFailed') : undefined;
  return {
    group: { kind: 'contacts', items, loading: pending, failure, foundFor: text === '' ? undefined : text },
    onSearch: search,
  };
}

/** The actions of the shortcuts that are possible now; pages and the palette itself are listed elsewhere. */
function useShortcutActions(): ReadonlyArray<PaletteItem> {
  const { t } = useTranslation();
  const [active] = useState(activeShortcuts);
  return active
    .filter(({ name }) => name !== 'openPalette' && !pageShortcuts.includes(name))
    .map(({ name, run }) => ({
      id: `shortcut:${name}`,
      label: shortcutLabel(name, t, []),
      glyph: name === 'openShortcutMap' ? CircleHelp : Zap,
      keys: keysOf(name),
      onRun: run,
    }));
}

function useMessageSearchAction(): PaletteItem {
  const { t } = useTranslation();
  const intend = useIntent();
  return {
    id: 'messageSearch',
    label: t('palette.openMessageSearch'),
    glyph: MessageSquareText,
    onRun: () => intend({ area: 'messageSearch', type: 'openMessageSearch', text: '' }),
  };
}

function useChannelActions(): ReadonlyArray<PaletteItem> {
  const { t } = useTranslation();
  const intend = useIntent();
  const { items } = useSlice('channels');
  return items
    .filter(({ status }) => status !== 'processing')
    .map(({ channel, connected }) => ({
      id: `channel:${channel}`,
      label: t(connected ? 'palette.disconnect' : 'palette.connect', { channel: t(`channels.name.${channel}`) }),
      glyph: connected ? Unplug : Plug,
      onRun: () =>
        intend(
          connected
            ? { area: 'channels', type: 'disconnectChannel', channel, confirmed: false }
            : { area: 'channels', type: 'connectChannel', channel },
        ),
    }));
}

const themes = [
  { theme: 'light', glyph: Sun },
  { theme: 'dark', glyph: Moon },
  { theme: 'system', glyph: SunMoon },
] as const;

function usePreferenceItems(): ReadonlyArray<PaletteItem> {
  const { t } = useTranslation();
  const intend = useIntent();
  const change = useChangePreferences();
  const openPreferences = (): void => intend({ area: 'shell', type: 'openPreferences' });
  const openShortcuts = (): void => {
    wantPreferenceTab('shortcuts');
    openPreferences();
  };
  return [
    { id: 'preferences', label: t('shell.preferences.title'), glyph: Settings, onRun: openPreferences },
    { id: 'shortcuts', label: t('palette.preferences.open'), glyph: Keyboard, onRun: openShortcuts },
    ...themes.map(({ theme, glyph }) => ({
      id: `theme:${theme}`,
      label: `${t('shell.theme.label')}: ${t(`shell.theme.${theme}`)}`,
      glyph,
      onRun: () => change({ theme }),
    })),
    {
      id: 'newPassword',
      label: t('shell.ownMenu.newPassword'),
      glyph: Lock,
      onRun: () => intend({ area: 'session', type: 'openNewPassword' }),
    },
    {
      id: 'logOff',
      label: t('shell.ownMenu.logOff'),
      glyph: LogOut,
      onRun: () => intend({ area: 'session', type: 'signOut', confirmed: false }),
    },
  ];
}

function keysOf(name: ShortcutName | undefined): string | undefined {
  const binding = name === undefined ? null : bindingFor(name);
  return binding === null ? undefined : bindingText(binding);
}
