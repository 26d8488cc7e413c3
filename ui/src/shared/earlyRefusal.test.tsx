// A dialog that begins a conversation or a call shows why the server would refuse it as soon as the number or contact
// is known; with the core's slices and intents.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider } from '../core/react';
import { TooltipProvider } from '../design/Tooltip';
import { startI18n } from '../i18n';
import { FastTriggerDialogContainer } from '../areas/fastTrigger/FastTriggerDialogContainer';
import { DialButtonContainer } from '../areas/voice/DialButtonContainer';
import { StartButtonContainer } from '../areas/whatsapp/StartButtonContainer';

// Radix measures its radios and popovers; jsdom does not.
beforeAll(() => void vi.stubGlobal('ResizeObserver', ResizeObserver));
beforeEach(() => startI18n('pt-BR'));

const whatsapp = {
  campaignsState: 'ready',
  campaigns: [{ id: '31', name: 'Renovação' }],
  defaultCampaign: '31',
  routesOf: '31',
  routes: [{ id: '1', name: 'Vendas' }],
  beginning: false,
  awaited: 0,
};
const voice = { enabled: true, settings: { defaultCampaign: '' }, campaigns: [], dialling: false };
const contact = { id: 'c1', name: 'Rui Prado', whatsappIdentifier: '5511955550102' };
const trigger = (channel: 'voice' | 'whatsapp') => (
  <FastTriggerDialogContainer
    dialog={{ kind: 'fastTrigger', phone: '5511955550101', name: 'Helena', channel }}
    onClose={vi.fn()}
  />
);

/** Enters a number at once: between typed letters of a slow machine the page would ask about a part of it. */
async function pastes(field: HTMLElement, number: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(number);
}

interface Way {
  shown: ReactElement;
  /** Chooses the number or the contact. */
  choose: () => Promise<void>;
  asked: Record<string, unknown>;
  /** Sets the answer. */
  answer: (core: FakeCore) => void;
  said: string;
}

const ofAgent = { params: { agentName: 'Renata', id: '7', name: 'Renata' } };
const begun = (core: FakeCore): void =>
  core.set('whatsapp', { ...whatsapp, beginRefusal: { key: 'whatsapp.start.alreadyPreferential', ...ofAgent } });
const called = (core: FakeCore): void =>
  core.set('voice', { ...voice, dialRefusal: { key: 'alreadyPreferential', ...ofAgent } });

const ways: ReadonlyArray<[string, Way]> = [
  [
    'a number of WhatsApp',
    {
      shown: <StartButtonContainer />,
      choose: async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Novo' }));
        await pastes(screen.getByRole('textbox', { name: /Número do WhatsApp/ }), '+55 (11) 95555-0101');
      },
      asked: { type: 'checkBegin', phone: '5511955550101', contactId: '', campaignId: '31' },
      answer: begun,
      said: 'Contato preferencial do agente Renata',
    },
  ],
  [
    'a contact of WhatsApp',
    {
      shown: <StartButtonContainer />,
      choose: async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Novo' }));
        await userEvent.click(screen.getByRole('radio', { name: 'Contato' }));
        await userEvent.click(screen.getByRole('radio', { name: /Rui Prado/ }));
      },
      asked: { type: 'checkBegin', phone: '', contactId: 'c1', campaignId: '31' },
      answer: begun,
      said: 'Contato preferencial do agente Renata',
    },
  ],
  [
    'a number that was chosen elsewhere, by WhatsApp',
    {
      shown: trigger('whatsapp'),
      choose: () => Promise.resolve(),
      asked: { type: 'checkBegin', phone: '5511955550101', contactId: '', campaignId: '31' },
      answer: begun,
      said: 'Contato preferencial do agente Renata',
    },
  ],
  [
    'a number that was chosen elsewhere, by voice',
    {
      shown: trigger('voice'),
      choose: () => Promise.resolve(),
      asked: { type: 'checkDial', phone: '5511955550101' },
      answer: called,
      said: 'Contato é preferencial do agente 7 - Renata',
    },
  ],
  [
    'a dialled number',
    {
      shown: <DialButtonContainer />,
      choose: async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Ligar para um número' }));
        await pastes(screen.getByRole('textbox', { name: 'Número' }), '(11) 4000-1234');
      },
      asked: { type: 'checkDial', phone: '1140001234' },
      answer: called,
      said: 'Contato é preferencial do agente 7 - Renata',
    },
  ],
];

function show(shown: ReactElement): FakeCore {
  const core = new FakeCore({
    whatsapp,
    voice,
    channels: { items: ['voice', 'whatsapp'].map((channel) => ({ channel, connected: true })) },
    snackbars: { items: [] },
    foundContacts: { text: '', pending: false, failed: false, contacts: [] },
    'jobOrder:active': ['V1'],
    'contact:V1': { contact: { state: 'found', contact } },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>{shown}</TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const checks = (core: FakeCore) => core.intents.filter(({ type }) => type === 'checkBegin' || type === 'checkDial');

test.each(ways)(
  '%s: the refusal is said before the form, once it is known, and keeps nothing from being tried',
  async (_, way) => {
    const core = show(way.shown);
    await way.choose();
    await vi.waitFor(() => expect(checks(core)).toHaveLength(1));
    expect(checks(core)[0]).toMatchObject(way.asked);
    act(() => way.answer(core));
    expect(screen.getByText(way.said)).toBeInTheDocument();
    const begin = screen.getByRole('button', { name: /^(?:Iniciar|Iniciar conversa|Ligar)$/ });
    expect(begin).not.toHaveAttribute('aria-disabled', 'true');
  },
);

test('another number has no answer yet, and a number that is not complete is not asked about', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const core = show(<StartButtonContainer />);
  await user.click(screen.getByRole('button', { name: 'Novo' }));
  const field = screen.getByRole('textbox', { name: /Número do WhatsApp/ });
  await user.click(field);
  await user.paste('5511955550101');
  act(() => void vi.advanceTimersByTime(300));
  expect(checks(core)).toHaveLength(1);
  act(() => begun(core));
  expect(screen.getByText('Contato preferencial do agente Renata')).toBeInTheDocument();
  await user.type(field, '{Backspace}'.repeat(5));
  expect(screen.queryByText('Contato preferencial do agente Renata')).toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(checks(core).every((check) => check.type === 'checkBegin' && (check.phone ?? '').length >= 12)).toBe(true);
  vi.useRealTimers();
});
