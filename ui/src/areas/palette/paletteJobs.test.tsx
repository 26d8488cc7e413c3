// Tests of the palette's facts about attendances: the queue, the WhatsApp window, and the number of unread messages.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { PaletteContainer } from './PaletteContainer';

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  await startI18n('pt-BR');
});

const row = (name: string, unread: number, queue: string) => ({ protocol: name, name, channel: 'chat', unread, queue });

test('[BEY-050] an attendance shows its queue and its unread messages', () => {
  const core = new FakeCore({
    foundContacts: { text: '', pending: false, failed: false, contacts: [] },
    channels: { items: [] },
    'jobOrder:active': ['P1', 'P2', 'P3'],
    'jobRow:P1': row('Paula', 3, 'Vendas'),
    'jobRow:P2': row('Rita', 0, 'Suporte'),
    'jobRow:P3': row('Davi', 1, ''),
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <PaletteContainer pages={[]} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const shown = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(shown).toEqual(
    expect.arrayContaining(['PaulaVendas · 3 mensagens não lidas', 'RitaSuporte', 'Davi1 mensagem não lida']),
  );
});

test('an attendance of WhatsApp shows how long its window is open, or that nobody has written [BEY-050]', () => {
  const written = { author: 'customer', text: 'Oi' };
  const whatsApp = (name: string, more: object) => ({
    ...row(name, 0, ''),
    channel: 'whatsapp',
    disabled: false,
    ...more,
  });
  const core = new FakeCore({
    foundContacts: { text: '', pending: false, failed: false, contacts: [] },
    channels: { items: [] },
    'jobOrder:active': ['W1', 'W2', 'W3'],
    'jobRow:W1': whatsApp('Paula', { preview: written }),
    'jobRow:W2': whatsApp('Rita', { preview: written }),
    'jobRow:W3': whatsApp('Davi', {}),
    'whatsappJob:W1': { window: { state: 'open', endsAt: Date.now() + 3.5 * 3_600_000 } },
    'whatsappJob:W2': { window: { state: 'expired' } },
    'whatsappJob:W3': { window: { state: 'expired' } },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <PaletteContainer pages={[]} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const shown = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(shown).toEqual(
    expect.arrayContaining(['Paulajanela 3 horas', 'Ritajanela expirada', 'Daviconversa ainda não iniciada']),
  );
});
