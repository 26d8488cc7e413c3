// Tests of chosen files and recordings: where they are kept, when they are removed from memory, and when leaving the
// page asks for confirmation.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Ban } from 'lucide-react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { openJob } from '../../../../test/whatsappDesk';
import { addressOf, fileAt } from '../../../core/ports/localFiles';
import { CoreProvider } from '../../../core/react';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { NotificationsPopoverContainer } from '../../notifications/NotificationsPopoverContainer';
import { useAttachments, type Attachments } from './attachments/useAttachments';
import { ComposerLockCard } from './ComposerLockCard';
import { useComposing, useLostFiles, type Composing } from './composing';

beforeEach(async () => {
  await startI18n('pt-BR');
  // jsdom implements neither of the two.
  let number = 0;
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = vi.fn();
});

// The guard against leaving belongs to the whole page, so each test ends its session.
let endSession = (): void => undefined;
afterEach(() => endSession());

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

function bench() {
  const core = new FakeCore({
    session: { phase: 'ready' },
    notifications: { unread: 0, items: [] },
    preferences: {},
    'job:W1': openJob,
  });
  const now: {
    composing?: Composing & { change: (change: () => Partial<Composing>) => void };
    attachments?: Attachments;
  } = {};
  endSession = () => act(() => core.set('session', { phase: 'signedOut' }));
  function Part() {
    now.composing = useComposing('W1');
    now.attachments = useAttachments('W1');
    const lost = useLostFiles('W1');
    const lock = { kind: 'channel', glyph: Ban, tone: 'plain', title: 'Encerrado', help: '' } as const;
    return <ComposerLockCard lock={lock} keepsDraft={false} lost={undefined} lostFiles={lost} />;
  }
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <Part />
        <NotificationsPopoverContainer />
      </TooltipProvider>
    </CoreProvider>,
  );
  return {
    core,
    add: (...names: string[]) => act(() => now.attachments?.add(names.map(file))),
    remove: () => act(() => now.attachments?.items.forEach(({ id }) => now.attachments?.remove(id))),
    record: () => {
      const sound = new File(['x'], 'audio.ogg', { type: 'audio/ogg' });
      act(() =>
        now.composing?.change(() => ({ recorded: { file: sound, address: addressOf(sound), milliseconds: 1 } })),
      );
    },
    names: () => now.composing?.files.map((chosen) => chosen.file.name),
    recorded: () => now.composing?.recorded,
    set: (key: string, value: unknown) => act(() => core.set(key, value)),
  };
}

function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('while a file is chosen the browser asks before the page is left, and no longer when the file is discarded', () => {
  const { core, add, remove } = bench();
  expect(asksBeforeLeaving()).toBe(false);
  add('foto.png');
  expect(asksBeforeLeaving()).toBe(true);
  expect(core.listenersOf('job:W1')).toBe(1);
  remove();
  expect(asksBeforeLeaving()).toBe(false);
  expect(core.listenersOf('job:W1')).toBe(0);
});

test.each<[string, unknown]>([
  ['has ended and is not qualified', { ...openJob, composer: 'closed' }],
  ['is removed', undefined],
])(
  'when the attendance %s, its files and its recording are listed in "Não enviadas" until they are discarded',
  async (_, job) => {
    const { set, add, record, names, recorded } = bench();
    add('foto.png');
    record();
    set('job:W1', { ...openJob, unread: 3 });
    expect(names()).toEqual(['foto.png']);
    set('job:W1', job);
    expect(names()).toEqual([]);
    expect(recorded()).toBeUndefined();
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Notificações, 2 não lidas' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar foto.png' }));
    expect(fileAt('blob:1')).toBeUndefined();
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Descartar audio.ogg' }));
    expect(fileAt('blob:2')).toBeUndefined();
    expect(asksBeforeLeaving()).toBe(false);
  },
);

test('a recording that ends after its attendance is listed in "Não enviadas"', async () => {
  const { set, record, recorded } = bench();
  set('job:W1', undefined);
  record();
  expect(recorded()).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: /^Notificações/ }));
  const list = await screen.findByRole('region', { name: 'Não enviadas' });
  expect(within(list).getByText('audio.ogg')).toBeInTheDocument();
});

test.each(['signedOut', 'inOtherTab'])(
  'when the session is %s, files and recordings are removed and the page can be left without a question',
  (phase) => {
    const { set, add, names } = bench();
    add('foto.png');
    set('job:W1', undefined);
    set('job:W1', openJob);
    add('planta.png');
    set('session', { phase });
    expect(names()).toEqual([]);
    expect(fileAt('blob:1')).toBeUndefined();
    expect(fileAt('blob:2')).toBeUndefined();
    expect(asksBeforeLeaving()).toBe(false);
  },
);

test('the ended conversation and "Não enviadas" both list the files, and a file discarded in one is discarded in both [BEY-154]', async () => {
  const { set, add, record } = bench();
  add('foto.png');
  record();
  set('job:W1', { ...openJob, composer: 'closed' });
  const card = screen.getByRole('region', { name: /Estes arquivos não foram enviados/ });
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['foto.png', 'audio.ogg']);
  await userEvent.click(within(card).getByRole('button', { name: 'Descartar foto.png' }));
  await userEvent.click(screen.getByRole('button', { name: /Notificações/ }));
  const list = screen.getByRole('region', { name: 'Não enviadas' });
  expect(within(list).queryByText('foto.png')).not.toBeInTheDocument();
  expect(within(list).getByText('audio.ogg')).toBeInTheDocument();
});

test('the file of a message whose upload an ended conversation stopped is saved from "Não enviadas" while the page has it [BEY-154]', async () => {
  const { set } = bench();
  const invoice = file('nota.png');
  const notice = { id: 'K1', kind: 'unsent', protocol: 'W1', body: '', customers: [], count: 1, time: 0, read: false };
  const title = { key: 'notifications.unsentUpload', params: { name: 'nota.png', customer: 'Ana' } };
  const items = [
    { ...notice, title, file: addressOf(invoice) },
    { ...notice, id: 'K2', title, file: 'blob:of-an-earlier-page' },
  ];
  set('notifications', { unread: 2, items });
  expect(asksBeforeLeaving()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: /Notificações/ }));
  expect(screen.getAllByRole('button', { name: 'Salvar nota.png' })).toHaveLength(1);
  await userEvent.click(screen.getAllByRole('button', { name: 'Descartar texto' })[0] as HTMLElement);
  expect(fileAt(items[0]?.file ?? '')).toBeUndefined();
});
