// Why the composer of WhatsApp and Instagram is locked, by the core's state: the text and the single action (WAP-031 to WAP-033, WAP-044 to
// WAP-046).
import type { WhatsAppJobView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { Clock, Hourglass, LayoutTemplate, PhoneOff, ShieldAlert, Unplug } from 'lucide-react';
import type { ChannelLock } from '../conversation/composer/ComposerLockCard';

export interface LockActions {
  /** Undefined for Instagram, which has no templates. */
  onChooseTemplate: (() => void) | undefined;
  onOptIn: () => void;
}

type LockFacts = Pick<WhatsAppJobView, 'composer' | 'optInNeeded' | 'busy'> & {
  /** Nobody has written yet, so that no window could have expired. */
  isNew?: boolean;
};

/** Undefined if the state of the attendance decides: open, ended, or on a channel that is not connected. */
export function composerLock(view: LockFacts, actions: LockActions, t: TFunction): ChannelLock | undefined {
  switch (view.composer) {
    case 'ended':
    case 'channelDisconnected':
      return undefined;
    case 'routeDisconnected':
      return {
        kind: 'channel',
        glyph: Unplug,
        tone: 'danger',
        title: t('whatsapp.number.disconnected'),
        help: t('whatsapp.lock.routeDisconnectedHelp'),
      };
    case 'numberNotExists':
      return {
        kind: 'channel',
        glyph: PhoneOff,
        tone: 'danger',
        title: t('whatsapp.number.notExists'),
        help: t('whatsapp.lock.numberNotExistsHelp'),
      };
    case 'free':
    case 'templateFirst':
    case 'waitingAnswer':
      return view.optInNeeded ? optInLock(view, actions, t) : windowLock(view, view.composer, actions, t);
  }
}

/** The provider refuses every message until the number is registered. */
function optInLock({ busy }: LockFacts, { onOptIn }: LockActions, t: TFunction): ChannelLock {
  return {
    kind: 'channel',
    glyph: ShieldAlert,
    tone: 'danger',
    title: t('whatsapp.lock.optInTitle'),
    help: t('whatsapp.lock.optInHelp'),
    action: { label: t('whatsapp.lock.optIn'), tone: 'primary', pending: busy, onSelect: onOptIn },
  };
}

function windowLock(
  { isNew = false }: LockFacts,
  composer: 'free' | 'templateFirst' | 'waitingAnswer',
  { onChooseTemplate }: LockActions,
  t: TFunction,
): ChannelLock | undefined {
  if (composer === 'free') return undefined;
  const first = composer === 'templateFirst';
  const canChoose = onChooseTemplate !== undefined;
  if (first && isNew && canChoose)
    return {
      kind: 'channel',
      glyph: LayoutTemplate,
      tone: 'plain',
      title: t('whatsapp.lock.newTitle'),
      help: t('whatsapp.lock.newHelp'),
      action: { label: t('whatsapp.lock.chooseTemplate'), tone: 'primary', onSelect: onChooseTemplate },
    };
  return {
    kind: 'channel',
    glyph: first ? Clock : Hourglass,
    tone: first ? 'danger' : 'plain',
    title: t(first ? 'whatsapp.lock.expiredTitle' : 'whatsapp.lock.waitingTitle'),
    help: t(first && canChoose ? 'whatsapp.lock.expiredHelp' : 'whatsapp.lock.waitingHelp'),
    action: canChoose
      ? {
          label: t(first ? 'whatsapp.lock.chooseTemplate' : 'whatsapp.lock.anotherTemplate'),
          tone: first ? 'primary' : 'outline',
          onSelect: onChooseTemplate,
        }
      : undefined,
  };
}
