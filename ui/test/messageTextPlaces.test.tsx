// Every place that shows the text of a message shows it as its network does: with its marks, or in one line without them (BEY-163).
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundMessageView, MediumView, MessageView } from 'core-wasm';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SearchDrawerContainer } from '../src/areas/conversation/SearchDrawerContainer';
import { useAnsweredMessage } from '../src/areas/conversation/composer/useAnsweredMessage';
import { Bubble, type TextMessageView } from '../src/areas/conversation/thread/Bubble';
import { MessageSelectionContext } from '../src/areas/conversation/thread/messageSelection';
import { SelectableMessage } from '../src/areas/conversation/thread/SelectableMessage';
import { ReadOnlyThread } from '../src/areas/history/ReadOnlyThread';
import { inboxPreview } from '../src/areas/jobs/inboxEntries';
import { PreviewText } from '../src/areas/jobs/JobCard';
import { jobPreview } from '../src/areas/jobs/jobPreview';
import { galleryItems } from '../src/areas/whatsapp/galleryItems';
import { transcriptOf } from '../src/areas/whatsapp/transcript';
import { TranscriptDialog } from '../src/areas/whatsapp/TranscriptDialog';
import { useMessageWords } from '../src/areas/conversation/thread/useMessageWords';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import type { Network } from '../src/shared/messageText/messageText';
import { MessageText } from '../src/shared/messageText/MessageText';
import { MessageTextContext } from '../src/shared/messageText/messageTextContext';
import { daysOf, useMessageTextPlace } from '../src/shared/messageText/useMessageTextPlace';
import { NumberContext } from '../src/shared/numberChannels';
import { FakeCore } from './fakeCore';
import { openJob, prepareDesk } from './whatsappDesk';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const text = '*Veja* https://exemplo.com/a_b, _até_ amanhã';
const withoutMarks = 'Veja https://exemplo.com/a_b, até amanhã';
const metaType = (network: Network) => (network === 'instagram' ? 'instagram' : undefined);
const channel = (network: Network) => (network === 'chat' ? 'chat' : 'whatsapp');
const job = (network: Network) => ({ ...openJob, channel: channel(network), metaType: metaType(network) }) as const;

const view: TextMessageView = {
  ...{ kind: 'text', id: 'm', sender: 'customer', senderName: 'Mariana', initials: 'M', color: '#B1508D' },
  text,
  time: undefined,
};
const message: MessageView = {
  ...{ localId: 's1', sender: 'customer', senderName: 'Mariana', senderInitials: 'M', senderColor: '#517693', text },
  ...{ media: undefined, time: 1, delivery: 'received', failure: undefined, systemKey: undefined, dayStart: true },
  ...{ groupStart: true, groupEnd: true, newFromHere: false, forwarded: false, busy: false },
};
const preview = { author: 'customer', text, label: undefined, line: undefined } as const;

function show(element: ReactElement, slices: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ channels: { items: [] }, ...slices });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>{element}</TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

function InThread({ network, children }: { network: Network; children: ReactElement }) {
  return <MessageTextContext value={useMessageTextPlace(network, '')}>{children}</MessageTextContext>;
}

function Transcript({ network }: { network: Network }) {
  const words = useMessageWords();
  const named = (kind: string): string => kind;
  const entries = transcriptOf([message], { ...words, network, notSent: '', edited: '', reactions: named, named });
  return (
    <TranscriptDialog
      {...{ name: 'Mariana', entries, withEarlier: false, earlier: 'ready', saving: false, failed: false }}
      {...{ onWithEarlierChange: vi.fn(), onRetryEarlier: vi.fn(), onSave: vi.fn(), onClose: vi.fn() }}
    />
  );
}

function Reply({ network }: { network: Network }) {
  return <p>{useAnsweredMessage('W1', network)?.text}</p>;
}

type Place = [name: string, element: (network: Network) => ReactElement, slices?: Record<string, unknown>];

const selection = { canSelect: () => true, isSelected: () => false, onToggle: vi.fn() };
const draft = { epoch: 0, text: '', answered: 's1' };

/** The text with its marks and links. */
const whole: ReadonlyArray<Place> = [
  ...(['customer', 'own', 'colleague', 'bot'] as const).map((sender): Place => [
    `a bubble of the ${sender}`,
    (network) => (
      <InThread network={network}>
        <Bubble message={{ ...view, sender }} first last />
      </InThread>
    ),
  ]),
  [
    'the body of a template',
    (network) => (
      <InThread network={network}>
        <Bubble message={{ ...view, template: { name: 't', header: '', footer: '', buttons: [] } }} first last />
      </InThread>
    ),
  ],
  [
    'the reader of the history',
    (network) => <ReadOnlyThread customer="Mariana" channel={network} messages={[message]} />,
  ],
];

/** The text without marks; `links`: its addresses are links. */
const plain: ReadonlyArray<[...place: Place, links: boolean]> = [
  [
    'a quote',
    (network) => (
      <InThread network={network}>
        <Bubble message={{ ...view, text: 'sim', quote: { author: 'Mariana', text } }} first last />
      </InThread>
    ),
    {},
    false,
  ],
  ['the transcript and its PDF', (network) => <Transcript network={network} />, {}, true],
  [
    'the results of the search',
    (network) => (
      <SearchDrawerContainer
        {...{ protocol: 'W1', job: job(network), current: undefined, opening: { state: 'none' } }}
        {...{ onOpen: vi.fn(), onClose: vi.fn() }}
      />
    ),
    {
      'conversationSearch:W1': {
        ...{ text: 'zzz', searching: false, complete: true, loading: false, failed: false },
        results: [
          { ...{ protocol: 'W1', messageId: 'm', sender: 'customer', agentName: '', text } } as FoundMessageView,
        ],
      },
    },
    false,
  ],
  [
    'the card of an attendance',
    (network) => (
      <PreviewText
        preview={jobPreview({
          row: { ...{ failed: false, typing: false, disabled: false, unread: 0 }, ...job(network), unread: 0, preview },
          draft: { ...draft, answered: undefined, textLength: undefined, captionLength: undefined, noCaption: false },
          selected: false,
          say: ({ key }) => key,
        })}
      />
    ),
    {},
    false,
  ],
  [
    'the answered message above the composer',
    (network) => <Reply network={network} />,
    { 'draft:W1': draft, 'message:W1:s1': message },
    false,
  ],
  [
    'the caption in the list of files',
    (network) => (
      <p>{galleryItems([{ id: '1', kind: 'image', url: 'x', caption: text } as MediumView], network)[0]?.caption}</p>
    ),
    {},
    false,
  ],
];

describe('a text with marks and a link', () => {
  test.each(whole)('in %s has them in WhatsApp and in the web chat [BEY-163]', (_, element) => {
    for (const network of ['whatsapp', 'chat'] as const) {
      show(element(network));
      const link = screen.getByRole('link', { name: 'https://exemplo.com/a_b (abre exemplo.com em outra aba)' });
      expect(link).toHaveAttribute('href', 'https://exemplo.com/a_b');
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      expect(link).toHaveAttribute('title', 'exemplo.com');
      expect([screen.getByText('Veja').tagName, screen.getByText('até').tagName]).toEqual(['STRONG', 'EM']);
      document.body.replaceChildren();
    }
  });

  test.each(whole)('in %s has the link only in Instagram [BEY-163]', (_, element) => {
    show(element('instagram'));
    expect(screen.getByRole('link', { name: /^https:\/\/exemplo\.com\/a_b/ })).toBeInTheDocument();
    expect(document.body.querySelector('strong, em')).toBeNull();
    expect(document.body).toHaveTextContent('*Veja* https');
    expect(document.body).toHaveTextContent('_até_ amanhã');
  });

  test.each(plain)('in %s is one text without marks [BEY-163]', (_, element, slices, links) => {
    show(element('whatsapp'), slices);
    expect(document.body.textContent).toContain(withoutMarks);
    expect(screen.queryAllByRole('link')).toHaveLength(links ? 1 : 0);
    expect(document.body.querySelector('strong, em')).toBeNull();
  });

  test.each(plain)('in %s keeps the signs of Instagram, where they are no marks', (_, element, slices) => {
    show(element('instagram'), slices);
    expect(document.body.textContent).toContain(text);
  });

  test('in the name of a message that can be selected has no marks', () => {
    show(
      <InThread network="whatsapp">
        <MessageSelectionContext value={selection}>
          <SelectableMessage message={view}>
            <p />
          </SelectableMessage>
        </MessageSelectionContext>
      </InThread>,
    );
    expect(screen.getByRole('checkbox').getAttribute('aria-label')).toContain(withoutMarks);
  });

  test('in the card of the inbox has no marks', () => {
    expect(inboxPreview({ preview, metaType: undefined }, ({ key }) => key)).toEqual({
      kind: 'text',
      text: withoutMarks,
      author: 'customer',
    });
    expect(inboxPreview({ preview, metaType: 'instagram' }, ({ key }) => key)).toEqual({
      kind: 'text',
      text,
      author: 'customer',
    });
  });
});

describe('what a text names', () => {
  const inPlace = (content: string, email = ''): ReactElement => {
    function Place() {
      return (
        <MessageTextContext value={useMessageTextPlace('whatsapp', email)}>
          <MessageText text={content} />
        </MessageTextContext>
      );
    }
    return <Place />;
  };

  test('a telephone number opens "call or write"; without a channel for it it is a text [BEY-163]', async () => {
    const onNumber = vi.fn();
    show(<NumberContext value={onNumber}>{inPlace('ligue (11) 98765-4321')}</NumberContext>);
    await userEvent.click(screen.getByRole('button', { name: '(11) 98765-4321, ligar ou conversar' }));
    expect(onNumber).toHaveBeenCalledExactlyOnceWith({ phone: '11987654321', name: '', channel: 'whatsapp' });
    document.body.replaceChildren();
    show(inPlace('ligue (11) 98765-4321'));
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.body).toHaveTextContent('ligue (11) 98765-4321');
  });

  test('an e-mail address can be written to [BEY-163]', () => {
    show(inPlace('mande para ana@exemplo.com.'));
    expect(screen.getByRole('link', { name: 'ana@exemplo.com' })).toHaveAttribute('href', 'mailto:ana@exemplo.com');
  });

  test('the protocol of an open attendance leads to it [BEY-163]', async () => {
    const core = show(inPlace('veja 20261128000123'), { 'job:20261128000123': openJob });
    const link = screen.getByRole('link', { name: '20261128000123' });
    expect(link).toHaveAttribute('href', '/new-agent/attendance/20261128000123');
    await userEvent.click(link);
    expect(core.intents).toEqual([{ area: 'jobs', type: 'openJob', protocol: '20261128000123' }]);
  });

  test('the protocol of another attendance leads to the history, which is searched for it [BEY-163]', async () => {
    const core = show(inPlace('veja 20261128000123'));
    await userEvent.click(screen.getByRole('link', { name: '20261128000123' }));
    expect(core.intents.map(({ type }) => type)).toEqual(['setHistoryRange', 'searchHistory', 'openArea']);
    expect(core.intents[1]).toEqual({ area: 'history', type: 'searchHistory', text: '20261128000123' });
  });

  test.each([
    ['20261128000123', '2026-12-24', '2026-11-27', '2026-11-28'],
    ['20260301-000001', '2026-12-24', '2026-02-28', '2026-03-01'],
    // West of UTC the day of the protocol is still to come.
    ['20261225000001', '2026-12-24', '2026-12-24', '2026-12-24'],
  ])('the protocol %s is searched on its day and the day before, up to today', (protocol, today, from, to) => {
    expect(daysOf(protocol, new Date(`${today}T12:00:00`).getTime())).toEqual({ from, to });
  });

  test('a host that looks like one of the company has a warning with its name [BEY-163]', () => {
    show(inPlace('pague em https://exernplo.com.br/boleto', 'rita@exemplo.com.br'));
    expect(screen.getByRole('img', { name: 'Endereço parecido com exemplo.com.br' })).toBeInTheDocument();
    expect(screen.getByRole('link')).toHaveAttribute('title', 'exernplo.com.br');
  });

  test('a host with letters of two alphabets is shown as what it is, with a warning [BEY-163]', async () => {
    show(inPlace('https://аpple.com/login'));
    expect(screen.getByRole('link')).toHaveTextContent('https://xn--pple-43d.com/login');
    expect(screen.getByRole('img', { name: 'Endereço com letras de alfabetos diferentes' })).toBeInTheDocument();
    // The table of similar letters arrives.
    await act(() => import('unhomoglyph'));
  });

  test('markup, scripts and other schemes are text [BEY-163]', () => {
    const hostile = '<img src=x onerror=alert(1)> *<b>a</b>* javascript:alert(1) http://a.com@b.com data:text/html,x';
    show(inPlace(hostile));
    expect(document.body).toHaveTextContent('<img src=x onerror=alert(1)> <b>a</b> javascript:alert(1)');
    expect(document.body.querySelector('img, script, a, b')).toBeNull();
  });
});

describe("the customer's page", () => {
  interface PageText {
    messageText: (tag: string, className: string, content: string, network: Network) => HTMLElement;
    messageWords: (content: string, network: Network) => string;
  }
  const page = resolve(import.meta.dirname, '../../server/src/web_chat/page/messageText.js');
  const load = async () => (await import(/* @vite-ignore */ page)) as PageText;

  test.each<[string, Network]>([
    [text, 'chat'],
    [text, 'whatsapp'],
    [text, 'instagram'],
    ['- um\n- *dois*\n> citado\n3. três', 'chat'],
    ['`código` ~riscado~ <b>x</b> 2*3*4', 'chat'],
    ['https://аpple.com e ana@exemplo.com', 'chat'],
  ])('shows %j of %s with the elements that the agent sees [BEY-163]', async (content, network) => {
    const { messageText } = await load();
    const shown = messageText('div', 'bubble', content, network);
    show(
      <InThread network={network}>
        <div data-testid="agent">
          <MessageText text={content} />
        </div>
      </InThread>,
    );
    expect(outline(shown)).toBe(outline(screen.getByTestId('agent')));
    for (const link of shown.querySelectorAll('a')) expect(link.rel).toBe('noopener noreferrer nofollow');
  });

  /** Elements and texts, without what only one of the pages has: the words for screen readers and the warnings. */
  function outline(element: Element): string {
    const copy = element.cloneNode(true) as Element;
    for (const own of copy.querySelectorAll('[role="img"]')) own.remove();
    return copy.innerHTML.replace(/ (class|title|target|rel|aria-label)="[^"]*"/g, '');
  }

  test('finds addresses by the published linkifyjs of package.json', () => {
    const published = createRequire(import.meta.filename)
      .resolve('linkifyjs')
      .replace(/cjs$/, 'mjs');
    const own = resolve(import.meta.dirname, '../../server/src/web_chat/page/linkify.js');
    expect(readFileSync(own, 'utf8')).toBe(readFileSync(published, 'utf8'));
  });

  test('quotes without marks', async () => {
    const { messageWords } = await load();
    expect(messageWords(text, 'chat')).toBe(withoutMarks);
  });
});
