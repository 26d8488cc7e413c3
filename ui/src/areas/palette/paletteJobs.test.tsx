// What the palette says of the attendances: the queue, and how many messages the agent has not read.
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
