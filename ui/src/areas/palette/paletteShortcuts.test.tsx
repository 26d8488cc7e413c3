// Tests of the palette's commands: the actions of the shortcuts that are possible now.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcut } from '../../shared/shortcuts';
import { PaletteContainer } from './PaletteContainer';

beforeAll(() => {
  // cmdk scrolls the selected item into view and observes the height of its list; jsdom does neither.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
});
beforeEach(() => startI18n('pt-BR'));

function Page({ onSearch, onMedia }: { onSearch: () => void; onMedia: () => void }) {
  const [open, setOpen] = useState(false);
  useShortcut('searchConversation', onSearch);
  useShortcut('openMedia', onMedia);
  return open ? (
    <PaletteContainer pages={[]} onClose={() => setOpen(false)} />
  ) : (
    <button onClick={() => setOpen(true)}>Abrir</button>
  );
}

test('each command of the palette runs its own action', async () => {
  const onSearch = vi.fn();
  const onMedia = vi.fn();
  render(
    <CoreProvider
      core={
        new FakeCore({
          foundContacts: { text: '', pending: false, failed: false, contacts: [] },
          channels: { items: [] },
        })
      }
    >
      <TooltipProvider>
        <Page onSearch={onSearch} onMedia={onMedia} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const run = async (name: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
    await userEvent.click(screen.getByRole('option', { name: new RegExp(name) }));
  };
  await run('^Buscar na conversa');
  await waitFor(() => expect(onSearch).toHaveBeenCalledOnce());
  expect(onMedia).not.toHaveBeenCalled();
  await run('^Ver a mídia da conversa');
  await waitFor(() => expect(onMedia).toHaveBeenCalledOnce());
  expect(onSearch).toHaveBeenCalledOnce();
});
