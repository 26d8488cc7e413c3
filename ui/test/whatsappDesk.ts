// What the tests of the conversation of WhatsApp share: an open attendance, its WhatsApp part, and the parts of a page that jsdom lacks.
import type { JobView, WhatsAppJobView } from 'core-wasm';
import { vi } from 'vitest';
import { startI18n } from '../src/i18n';
import { giveElementsASize } from './virtual';

export const openJob: JobView = {
  protocol: 'W1',
  channel: 'whatsapp',
  metaType: undefined,
  name: 'Mariana',
  initials: 'M',
  color: '#B1508D',
  queue: 'Vendas',
  contactIdentifier: '5511981237740',
  registered: true,
  clientStatus: 'online',
  typing: false,
  disabled: false,
  unread: 0,
  composer: 'open',
  finishing: false,
  threadLoading: false,
  threadFailed: false,
  scrollTop: 0,
  tags: [],
};

/** The agent may write; a route without a window. */
export const freeComposer: WhatsAppJobView = {
  composer: 'free',
  window: { state: 'none' },
  pinned: false,
  unread: false,
  optInNeeded: false,
  routePhone: '551140028922',
  busy: false,
};

/** For `beforeEach`; afterwards `vi.unstubAllGlobals()`. */
export async function prepareDesk(): Promise<void> {
  giveElementsASize();
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  Element.prototype.scrollTo = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  await startI18n('pt-BR');
}
