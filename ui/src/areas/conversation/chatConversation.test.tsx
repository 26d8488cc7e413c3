// Tests that the conversation of a web chat offers the actions of the other text channels: transfer in the header, files, transcript and the
// identifier in the menu.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { useShortcutListener } from '../../shared/shortcuts';
import { ChatConversation } from './ChatConversation';
import { ReadingSlotsContext, type ReadingSlots } from './readingSlots';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const slots: ReadingSlots = {
  Gallery: ({ earlier }) => <p>Arquivos ({earlier.state})</p>,
  Transcript: ({ onClose }) => <button onClick={onClose}>Conversa inteira</button>,
};

function Shortcuts() {
  useShortcutListener(true);
  return null;
}

function show(registered = true) {
  const core = new FakeCore({
    'draft:W1': { epoch: 0, text: '' },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [{ channel: 'chat', status: 'available' }] },
  });
  const job = { ...openJob, channel: 'chat', contactIdentifier: 'mariana@exemplo.com.br', registered } as const;
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <Shortcuts />
        <ReadingSlotsContext value={slots}>
          <ChatConversation protocol="W1" job={job} contextOpen={false} onToggleContext={vi.fn()} />
        </ReadingSlotsContext>
      </TooltipProvider>
    </CoreProvider>,
  );
}
const choose = async (label: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
};

test('[BEY-157] the menu of a web chat has files, transcript, identifier and protocol, and the transfer is in the header', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Adiar…',
    'Mídia da conversa',
    'Ver e baixar a conversa (PDF)',
    'Copiar identificador',
    'Copiar protocolo',
  ]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Transferir' })).toBeInTheDocument();
});

test('[BEY-157] the files of a web chat open beside it from the menu and by their key, and close by the key', async () => {
  show();
  await choose('Mídia da conversa');
  expect(screen.getByText('Arquivos (more)')).toBeInTheDocument();
  const press = () => fireEvent.keyDown(document.body, { code: 'KeyM', altKey: true, shiftKey: true });
  press();
  expect(screen.queryByText(/^Arquivos/)).toBeNull();
  press();
  expect(screen.getByText(/^Arquivos/)).toBeInTheDocument();
});

test('[BEY-157] an unregistered customer has no earlier files', async () => {
  show(false);
  await choose('Mídia da conversa');
  expect(screen.getByText('Arquivos (complete)')).toBeInTheDocument();
});

test('[BEY-157] the transcript of a web chat opens and closes', async () => {
  show();
  await choose('Ver e baixar a conversa (PDF)');
  await userEvent.click(screen.getByRole('button', { name: 'Conversa inteira' }));
  expect(screen.queryByText('Conversa inteira')).toBeNull();
});
