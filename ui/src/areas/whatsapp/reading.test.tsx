// Tests of what the agent reads of a WhatsApp conversation: files and transcript beside the thread, and the message that the
// thread shows.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundMessageView, MediumView, MessageView } from 'core-wasm';
import { readFileSync } from 'node:fs';
import postcss from 'postcss';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { freeComposer, openJob as job, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { GalleryDrawerContainer } from './GalleryDrawerContainer';
import { TranscriptDialog, type TranscriptDialogProps } from './TranscriptDialog';
import { WhatsAppConversation } from './WhatsAppConversation';

beforeEach(prepareDesk);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const time = new Date(2026, 10, 20, 14, 20).getTime();

describe('the gallery', () => {
  const medium = (id: string, kind: MediumView['kind'], more: Partial<MediumView> = {}): MediumView => ({
    id,
    kind,
    url: `/files/${id}`,
    caption: '',
    name: '',
    size: 0,
    sender: 'customer',
    agentName: '',
    time,
    ...more,
  });
  const view = { items: [] as MediumView[], loading: false, failed: false, complete: true };
  function gallery(of?: Partial<typeof view>) {
    const core = new FakeCore(of === undefined ? {} : { 'mediaGallery:W1': { ...view, ...of } });
    const onClose = vi.fn();
    render(
      <CoreProvider core={core}>
        <TooltipProvider>
          <GalleryDrawerContainer protocol="W1" job={job} onClose={onClose} />
        </TooltipProvider>
      </CoreProvider>,
    );
    return {
      core,
      onClose,
      set: (next: Partial<typeof view>) => act(() => core.set('mediaGallery:W1', { ...view, ...next })),
    };
  }
  const open = { area: 'whatsapp', type: 'openMedia', protocol: 'W1' };
  const load = { area: 'whatsapp', type: 'loadMedia', protocol: 'W1' };

  test('requests the files when it opens, and says that they are loading [WAP-068]', () => {
    const { core } = gallery();
    expect(core.intents).toEqual([open]);
    expect(screen.getByRole('status')).toHaveTextContent('Carregando a mídia…');
  });

  test('is busy for screen readers only while the files are loading', () => {
    const { set } = gallery();
    const panel = () => screen.getByRole('tabpanel').querySelector('[aria-busy]');
    expect(panel()).toHaveAttribute('aria-busy', 'true');
    set({ items: [medium('p1', 'image')] });
    expect(panel()).toHaveAttribute('aria-busy', 'false');
    set({ items: [medium('p1', 'image')], loading: true, complete: false });
    expect(panel()).toHaveAttribute('aria-busy', 'true');
    set({ failed: true, complete: false });
    expect(panel()).toHaveAttribute('aria-busy', 'false');
  });

  test('begins with the newest files each time it opens', () => {
    const { core } = gallery({ items: [medium('p1', 'image')] });
    expect(core.intents).toEqual([open]);
  });

  test('each tab says that the conversation has no files of its kind', async () => {
    gallery({});
    const empty = ['Nenhuma foto ou vídeo', 'Nenhum áudio', 'Nenhum documento'];
    for (const [index, tab] of ['Fotos e vídeos', 'Áudios', 'Documentos'].entries()) {
      await userEvent.click(screen.getByRole('tab', { name: tab }));
      expect(screen.getByRole('tabpanel')).toHaveTextContent(`${empty[index] ?? ''} nesta conversa`);
    }
  });

  test('a failed request can be repeated, with and without loaded files', async () => {
    const { core, set } = gallery({ failed: true, complete: false });
    expect(screen.getByText('Não foi possível carregar a mídia')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(core.intents).toEqual([open, load]);
    set({ failed: true, complete: false, items: [medium('p1', 'image')] });
    expect(screen.getByRole('status')).toHaveTextContent('Não foi possível carregar a mídia');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(core.intents).toEqual([open, load, load]);
  });

  test('the files are in the tab of their kind, by month, and a picture opens with Enter [WAP-068]', async () => {
    const october = new Date(2026, 9, 2).getTime();
    gallery({
      items: [
        medium('p1', 'image', { caption: 'Fachada' }),
        medium('d1', 'file', { name: 'plano.pdf', sender: 'own' }),
        medium('v1', 'video', { time: october }),
      ],
    });
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toHaveLength(2);
    expect(headings[0]).toMatch(/novembro/i);
    expect(headings[1]).toMatch(/outubro/i);
    const tile = screen.getByRole('button', { name: /Foto, Mariana, .*Fachada/ });
    act(() => tile.focus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('tab', { name: 'Documentos' }));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('plano.pdf');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Você');
  });

  // jsdom has no layout, so the width of the card is taken from the rules of its style sheet.
  test('the card of a document is as wide as its row, so that its button is at the end', async () => {
    gallery({ items: [medium('d1', 'file', { name: 'plano.pdf', size: 48_213 })] });
    await userEvent.click(screen.getByRole('tab', { name: 'Documentos' }));
    const card = screen.getByRole('link', { name: 'Baixar plano.pdf' }).parentElement;
    expect(card).toHaveTextContent('48 kB');
    const widths: Record<string, string> = {};
    for (const sheet of ['GalleryDrawer.module.css', '../conversation/media/MediaContent.module.css'])
      postcss.parse(readFileSync(`${__dirname}/${sheet}`, 'utf8')).walkDecls('width', ({ parent, value }) => {
        if (parent instanceof postcss.Rule && card?.matches(parent.selector) === true) widths[parent.selector] = value;
      });
    // The first rule has the higher specificity.
    expect(widths).toEqual({ '.file > div': '100%', '.card': '240px' });
  });

  test('a file whose address is refused requests one new address and is shown with it [WAP-069]', () => {
    const { core, set } = gallery({ items: [medium('p1', 'image'), medium('v1', 'video')] });
    const renewal = (messageId: string) => ({ area: 'whatsapp', type: 'renewMedium', protocol: 'W1', messageId });
    const media = () => {
      const found = screen.getByRole('tabpanel').querySelectorAll('img, video');
      return [...found].map((element) => element.getAttribute('src'));
    };
    const fails = (selector: string) => {
      const element = screen.getByRole('tabpanel').querySelector(selector);
      if (element !== null) fireEvent.error(element);
    };
    fails('img');
    fails('video');
    expect(core.intents).toEqual([open, renewal('p1'), renewal('v1')]);
    expect(media()).toEqual([]);
    set({ items: [medium('p1', 'image', { url: '/new/p1' }), medium('v1', 'video', { url: '/new/v1' })] });
    expect(media()).toEqual(['/new/p1', '/new/v1']);
    // The new address fails too: the file is gone.
    fails('img');
    expect([core.intents.length, media()]).toEqual([3, ['/new/v1']]);
    const video = screen.getByRole('tabpanel').querySelector('video');
    if (video !== null) fireEvent.loadedMetadata(video);
    fails('video');
    expect(core.intents.slice(3)).toEqual([renewal('v1')]);
  });

  test('a refused picture of the lightbox requests a new address [WAP-069]', async () => {
    const { core, set } = gallery({ items: [medium('p1', 'image')] });
    await userEvent.click(screen.getByRole('button', { name: /^Abrir Foto/ }));
    const large = () => within(screen.getByRole('dialog')).getByRole('img');
    fireEvent.error(large());
    expect(core.intents.slice(1)).toEqual([{ area: 'whatsapp', type: 'renewMedium', protocol: 'W1', messageId: 'p1' }]);
    set({ items: [medium('p1', 'image', { url: '/new/p1' })] });
    expect(large()).toHaveAttribute('src', '/new/p1');
    fireEvent.error(large());
    expect(core.intents).toHaveLength(2);
    fireEvent.load(large());
    fireEvent.error(large());
    expect(core.intents).toHaveLength(3);
  });

  test('a refused document is saved from its new address [WAP-069]', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 403 }));
    const { core } = gallery({ items: [medium('d1', 'file', { name: 'plano.pdf' })] });
    await userEvent.click(screen.getByRole('tab', { name: 'Documentos' }));
    await userEvent.click(screen.getByRole('link', { name: 'Baixar plano.pdf' }));
    await waitFor(() =>
      expect(core.intents.slice(1)).toEqual([
        { area: 'whatsapp', type: 'renewMedium', protocol: 'W1', messageId: 'd1' },
      ]),
    );
  });

  test.each([
    ['a sound', 'audio', 'Áudios', false],
    ['a picture that is open over the page', 'image', '', true],
  ] as const)(
    'the refused download of %s requests a new address, and is busy [WAP-069]',
    async (_, kind, tab, open) => {
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 403 }));
      const { core } = gallery({ items: [medium('m1', kind)] });
      if (open) await userEvent.click(screen.getByRole('button', { name: /^Abrir Foto/ }));
      else await userEvent.click(screen.getByRole('tab', { name: tab }));
      const link = screen.getByRole('link', { name: 'Baixar' });
      // The waveform of a sound requests its own address.
      const before = open ? 1 : await waitFor(() => core.intents.length);
      fireEvent.click(link);
      await waitFor(() => expect(link).toHaveAttribute('aria-busy', 'true'));
      await waitFor(() => expect(core.intents.length).toBeGreaterThan(before));
      expect(core.intents[core.intents.length - 1]).toEqual({
        ...{ area: 'whatsapp', type: 'renewMedium', protocol: 'W1', messageId: 'm1' },
      });
    },
  );

  test('Escape closes it', async () => {
    const { onClose } = gallery({});
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('the transcript', () => {
  const entry = (id: string, text: string) => ({ id, author: 'Mariana', time, dayStart: false, answered: '', text });
  function dialog(props: Partial<TranscriptDialogProps> = {}) {
    const calls = { onSave: vi.fn(), onClose: vi.fn(), onRetryEarlier: vi.fn(), onWithEarlierChange: vi.fn() };
    render(
      <TooltipProvider>
        <TranscriptDialog
          name="Mariana"
          entries={[entry('m1', 'Bom dia'), { ...entry('m2', 'Três dias'), author: 'Você', answered: 'Qual o prazo?' }]}
          withEarlier={false}
          earlier="ready"
          saving={false}
          failed={false}
          {...calls}
          {...props}
        />
      </TooltipProvider>,
    );
    return calls;
  }
  const items = () => within(screen.getByRole('list', { name: 'Mensagens da conversa' })).getAllByRole('listitem');
  const save = () => screen.getByRole('button', { name: 'Baixar PDF' });

  test('shows the messages with their authors and quotes, and saves them', async () => {
    const { onSave } = dialog();
    expect(items()).toHaveLength(2);
    expect(items()[1]).toHaveTextContent('Em resposta a: Qual o prazo?Três dias');
    await userEvent.click(save());
    expect(onSave).toHaveBeenCalledTimes(1);
  });

  test('cannot be saved while earlier messages are loading', async () => {
    const { onSave } = dialog({ withEarlier: true, earlier: 'loading' });
    expect(screen.getByRole('status')).toHaveTextContent('Carregando as mensagens anteriores…');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(save());
    expect(onSave).not.toHaveBeenCalled();
  });

  test('earlier messages that could not be loaded are requested again', async () => {
    const { onRetryEarlier } = dialog({ withEarlier: true, earlier: 'failed' });
    expect(screen.getByText('Não foi possível carregar as mensagens anteriores')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onRetryEarlier).toHaveBeenCalledTimes(1);
  });

  test('a PDF that could not be made says so', () => {
    dialog({ failed: true });
    expect(screen.getByText('Não foi possível gerar o PDF')).toBeInTheDocument();
  });

  test('a long conversation shows its newest messages and says that the PDF contains all', () => {
    dialog({ entries: Array.from({ length: 301 }, (_, index) => entry(`m${index}`, `Mensagem ${index}`)) });
    expect(items()).toHaveLength(300);
    expect(items()[299]).toHaveTextContent('Mensagem 300');
    expect(screen.getByText(/^Aqui aparecem as 300 mensagens mais recentes/)).toBeInTheDocument();
  });

  test('Escape closes it', async () => {
    const { onClose } = dialog();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('the message that the thread shows', () => {
  const message: MessageView = {
    localId: 'm1',
    sender: 'customer',
    senderName: 'Mariana',
    senderInitials: 'M',
    senderColor: '#517693',
    text: 'Qual o prazo?',
    media: undefined,
    time,
    delivery: 'received',
    failure: undefined,
    systemKey: undefined,
    dayStart: false,
    groupStart: true,
    groupEnd: true,
    newFromHere: false,
    forwarded: false,
    busy: false,
  };
  const answer: MessageView = {
    ...message,
    localId: 'm3',
    sender: 'own',
    delivery: 'sent',
    text: 'Três dias',
    content: {
      attachment: undefined,
      contactCards: [],
      answered: { text: 'Qual o prazo?', media: undefined, sender: 'customer', agentName: '' },
      template: undefined,
      headerName: '',
      bot: false,
      upload: undefined,
    },
  };
  const found = (localId: string, text: string): FoundMessageView => ({
    protocol: 'W1',
    messageId: `s-${localId}`,
    localId,
    sender: 'customer',
    agentName: '',
    agentInitials: '',
    agentColor: '',
    text,
    media: undefined,
    time,
    delivery: 'received',
    systemKey: undefined,
    forwarded: false,
    content: undefined,
  });

  function conversation() {
    const core = new FakeCore({
      'whatsappJob:W1': freeComposer,
      'jobRow:W1': { protocol: 'W1', channel: 'whatsapp', unread: 0, disabled: false },
      'draft:W1': { epoch: 0, text: '' },
      preferences: { sendWith: 'enter', hiddenChannels: [] },
      channels: { items: [] },
      session: { phase: 'ready' },
      'thread:W1': ['m1', 'm2', 'm3'],
      'message:W1:m1': message,
      'message:W1:m2': { ...message, localId: 'm2', text: 'Alô?' },
      'message:W1:m3': answer,
      'conversationSearch:W1': {
        // Search results contain no marked text.
        text: 'zz',
        searching: false,
        loading: false,
        failed: false,
        complete: true,
        results: [found('m3', 'Três dias'), found('m2', 'Alô?')],
      },
    });
    render(
      <CoreProvider core={core}>
        <TooltipProvider>
          <WhatsAppConversation protocol="W1" job={job} contextOpen={false} onToggleContext={vi.fn()} />
        </TooltipProvider>
      </CoreProvider>,
    );
  }
  const marked = () => {
    const rows = screen.getByRole('log').querySelectorAll('[data-target="true"] article [dir="auto"]');
    return [...rows].map(({ textContent }) => textContent);
  };
  const choose = async (text: string) =>
    userEvent.click(
      within(await screen.findByRole('list', { name: 'Mensagens encontradas' })).getByRole('button', {
        name: new RegExp(text),
      }),
    );
  const openQuote = () => userEvent.click(screen.getByRole('button', { name: /^Ir para a mensagem de/ }));

  test('is the one that the search found, then a quoted message, until the search finds another message [BEY-060]', async () => {
    conversation();
    await userEvent.click(screen.getByRole('button', { name: 'Buscar na conversa' }));
    expect(marked()).toEqual([]);
    await choose('Três dias');
    expect(marked()).toEqual(['Três dias']);
    await openQuote();
    expect(marked()).toEqual(['Qual o prazo?']);
    await choose('Alô');
    expect(marked()).toEqual(['Alô?']);
  });

  test('loses the mark of a quote after some seconds, and the mark of the search when the search is closed', async () => {
    conversation();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });
      await user.click(screen.getByRole('button', { name: /^Ir para a mensagem de/ }));
      expect(marked()).toEqual(['Qual o prazo?']);
      act(() => void vi.advanceTimersByTime(1_500));
      expect(marked()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    await userEvent.click(screen.getByRole('button', { name: 'Buscar na conversa' }));
    await choose('Alô');
    expect(marked()).toEqual(['Alô?']);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('list', { name: 'Mensagens encontradas' })).toBeNull();
    expect(marked()).toEqual([]);
  });
});
