// Tests of the author's name in every place that shows a message: only this agent is "Você" (BEY-151).
import type { Author, FoundMessageView, MessagePreview, MessageView } from 'core-wasm';
import { render, renderHook, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import type { CoreText } from '../../i18n/text';
import { PreviewText, type JobPreview } from '../jobs/JobCard';
import { lastMessage } from '../jobs/jobPreview';
import { inboxPreview } from '../jobs/inboxEntries';
import { transcriptOf } from './transcript';
import { Bubble, type TextMessageView } from '../conversation/thread/Bubble';
import { earlierMessages } from '../conversation/thread/earlierMessages';
import { messageRow } from '../conversation/thread/messageRow';
import { useMessageWords } from '../conversation/thread/useMessageWords';

beforeEach(() => startI18n('pt-BR'));

const message: MessageView = {
  ...{ localId: 'm1', sender: 'customer', senderName: '', senderInitials: 'BL', senderColor: '#517693', text: 'Olá' },
  ...{ media: undefined, time: 1, delivery: 'sent', failure: undefined, systemKey: undefined, dayStart: false },
  ...{ groupStart: true, groupEnd: true, newFromHere: false, forwarded: false, busy: false },
};
const noContent = {
  ...{ attachment: undefined, contactCards: [], template: undefined, headerName: '', bot: false, upload: undefined },
};

interface Shown {
  author: Author;
  /** The name that the core supplies. */
  name: string;
}

const wordsNow = () => renderHook(() => useMessageWords()).result.current;

function bubbleOf(shown: MessageView): string | null {
  const view = messageRow(shown, wordsNow(), undefined).message as TextMessageView;
  const { unmount } = render(
    <TooltipProvider>
      <Bubble message={view} first last />
    </TooltipProvider>,
  );
  const label = screen.getByRole('article').getAttribute('aria-label');
  unmount();
  return label?.split(',')[0] ?? null;
}

type Through = (preview: MessagePreview, say: (text: CoreText) => string) => JobPreview;

function previewOf({ author, name }: Shown, through: Through): string {
  const short = author === 'colleague' && name !== '' ? { authorName: name.split(' ')[0] ?? '' } : {};
  const preview: MessagePreview = { author, ...short, text: 'Olá', label: undefined, line: undefined };
  const { container, unmount } = render(<PreviewText preview={through(preview, ({ key }) => key)} />);
  const text = container.textContent;
  unmount();
  return text;
}

const found = ({ author, name }: Shown): FoundMessageView => ({
  ...{ protocol: 'W0', messageId: 'm0', localId: undefined, sender: author, agentName: name, agentInitials: 'BL' },
  ...{ agentColor: '#517693', text: 'Olá', media: undefined, time: 1, delivery: 'sent', systemKey: undefined },
  ...{ forwarded: false, content: undefined },
});
const helena = { name: 'Helena', initials: 'H', color: '#517693' };

const places: Readonly<Record<string, (shown: Shown) => string | null | undefined>> = {
  'the name of the bubble for screen readers': ({ author, name }) =>
    bubbleOf({ ...message, sender: author, senderName: name }),
  'the bubble of an earlier attendance': (shown) => {
    const [row] = [...earlierMessages([found(shown)], helena).values()];
    return row === undefined ? undefined : bubbleOf(row);
  },
  'a quote': ({ author, name }) => {
    const answered = { text: 'Olá', media: undefined, sender: author, agentName: author === 'customer' ? '' : name };
    const by = { ...message, sender: 'customer' as const, senderName: 'Helena' };
    const row = messageRow({ ...by, content: { ...noContent, answered } }, wordsNow(), undefined).message;
    return (row as TextMessageView).quote?.author;
  },
  'the card of the list': (shown) => previewOf(shown, (preview, say) => lastMessage(preview, 'whatsapp', say)),
  'the card of the inbox': (shown) =>
    previewOf(shown, (preview, say) => inboxPreview({ preview, metaType: undefined }, say)),
  'the history and the PDF': ({ author, name }) => {
    const words = {
      ...wordsNow(),
      network: 'whatsapp' as const,
      notSent: '',
      edited: '',
      reactions: () => '',
      named: () => '',
    };
    return transcriptOf([{ ...message, sender: author, senderName: name }], words)[0]?.author;
  },
};

const own = { author: 'own', name: 'Ana Souza' } as const;
const colleague = { author: 'colleague', name: 'Bruno Lima' } as const;
const unnamed = { author: 'colleague', name: '' } as const;
const bot = { author: 'bot', name: '' } as const;
const customer = { author: 'customer', name: 'Helena' } as const;

test.each<[string, ReadonlyArray<[Shown, string]>]>([
  [
    'the name of the bubble for screen readers',
    [
      [own, 'Você'],
      [colleague, 'Bruno Lima'],
      [unnamed, 'Equipe'],
      [bot, 'Assistente virtual'],
      [customer, 'Helena'],
    ],
  ],
  [
    'the bubble of an earlier attendance',
    [
      [own, 'Você'],
      [colleague, 'Bruno Lima'],
      [unnamed, 'Equipe'],
      [bot, 'Assistente virtual'],
      [customer, 'Helena'],
    ],
  ],
  [
    'a quote',
    [
      [own, 'Você'],
      [colleague, 'Bruno Lima'],
      [unnamed, 'Equipe'],
      [bot, 'Assistente virtual'],
      [customer, 'Helena'],
    ],
  ],
  [
    'the card of the list',
    [
      [own, 'Você: Olá'],
      [colleague, 'Bruno: Olá'],
      [unnamed, 'Equipe: Olá'],
      [bot, 'Assistente: Olá'],
      [customer, 'Olá'],
    ],
  ],
  [
    'the card of the inbox',
    [
      [own, 'Você: Olá'],
      [colleague, 'Bruno: Olá'],
      [unnamed, 'Equipe: Olá'],
      [bot, 'Assistente: Olá'],
      [customer, 'Olá'],
    ],
  ],
  [
    'the history and the PDF',
    [
      // Other people read the PDF, too: it contains the agent's own name.
      [own, 'Ana Souza'],
      [colleague, 'Bruno Lima'],
      [unnamed, 'Equipe'],
      [bot, 'Assistente virtual'],
      [customer, 'Helena'],
    ],
  ],
])('%s names the author [BEY-151]', (place, cases) => {
  for (const [shown, expected] of cases) expect([shown, places[place]?.(shown)]).toEqual([shown, expected]);
});

test('every place of the table is tested [BEY-151]', () => {
  expect(Object.keys(places)).toHaveLength(6);
});

test('a colleague has an outlined bubble with the name first and the portrait last, an own message neither [BEY-151]', () => {
  const view = (sender: 'own' | 'colleague', first: boolean, last: boolean) => {
    const shown = { ...message, sender, senderName: 'Bruno Lima', groupStart: first, groupEnd: last };
    const row = messageRow(shown, wordsNow(), undefined).message as TextMessageView;
    const { container, unmount } = render(
      <TooltipProvider>
        <Bubble message={row} first={first} last={last} />
      </TooltipProvider>,
    );
    const facts = [container.textContent.includes('Bruno Lima'), container.textContent.includes('BL')];
    unmount();
    return facts;
  };
  expect(view('colleague', true, false)).toEqual([true, false]);
  expect(view('colleague', false, true)).toEqual([false, true]);
  expect(view('own', true, true)).toEqual([false, false]);
});
