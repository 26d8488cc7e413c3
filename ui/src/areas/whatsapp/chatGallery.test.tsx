// The files of a web chat: those of its messages and of the chats before it.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MessageView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import type { EarlierMessages } from '../conversation/ConversationPage';
import { ChatGalleryContainer } from './ChatGalleryContainer';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const message = (localId: string, media: MessageView['media'], more: object = {}): MessageView =>
  ({
    localId,
    sender: 'customer',
    senderName: 'Mariana',
    text: '',
    time: undefined,
    media,
    content: { attachment: { url: `/files/${localId}`, name: `${localId}.pdf`, size: 10, mimetype: '' } },
    ...more,
  }) as MessageView;

function show(earlier: Partial<EarlierMessages> = {}) {
  const core = new FakeCore({
    'thread:P1': ['m1', 'm2'],
    'message:P1:m1': message('m1', 'image'),
    'message:P1:m2': message('m2', 'file', { sender: 'colleague', senderName: 'Bruno Lima' }),
  });
  const onExpired = vi.fn();
  const before = new Map([['earlier:1', message('earlier:1', 'image')]]);
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ChatGalleryContainer
          protocol="P1"
          job={{ ...openJob, channel: 'chat' }}
          earlier={{ messages: before, state: 'complete', onLoad: vi.fn(), onExpired, ...earlier }}
          onClose={vi.fn()}
        />
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onExpired };
}
const pictures = () => screen.getAllByRole('button', { name: /^Abrir/ });

test('[BEY-157] pictures of the thread and of earlier chats are in the grid, newest first, and documents name their sender', async () => {
  const { core } = show();
  expect(pictures().map((tile) => tile.querySelector('img')?.getAttribute('src'))).toEqual([
    '/files/m1',
    '/files/earlier:1',
  ]);
  act(() => {
    core.set('message:P1:m3', message('m3', 'image'));
    core.set('thread:P1', ['m1', 'm2', 'm3']);
  });
  expect(pictures()[0]?.querySelector('img')).toHaveAttribute('src', '/files/m3');
  await userEvent.click(screen.getByRole('tab', { name: 'Documentos' }));
  expect(screen.getByText('Bruno Lima')).toBeInTheDocument();
});

test('[BEY-157] the address of a file is renewed where its message is', () => {
  const { core, onExpired } = show();
  const [own, earlier] = pictures().map((tile) => tile.querySelector('img'));
  act(() => void own?.dispatchEvent(new Event('error')));
  expect(core.intents).toEqual([{ area: 'jobs', type: 'renewFile', protocol: 'P1', localId: 'm1' }]);
  act(() => void earlier?.dispatchEvent(new Event('error')));
  expect(onExpired.mock.calls).toEqual([['earlier:1']]);
});

test('[BEY-157] files of earlier chats are loaded while the grid is not full', () => {
  const onLoad = vi.fn();
  show({ state: 'more', onLoad });
  expect(onLoad).toHaveBeenCalled();
});
