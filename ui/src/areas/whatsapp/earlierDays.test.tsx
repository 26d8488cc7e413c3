// Tests that each day has one separator, also where messages of an earlier attendance end and messages of this
// attendance begin.
import { render, screen } from '@testing-library/react';
import type { FoundMessageView, MessageView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { freeComposer, openJob, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { WhatsAppConversation } from './WhatsAppConversation';

beforeEach(prepareDesk);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const own = (localId: string, time: number | undefined, dayStart: boolean): MessageView => ({
  localId,
  sender: 'customer',
  senderName: 'Mariana',
  senderInitials: 'M',
  senderColor: '#517693',
  text: localId,
  media: undefined,
  time,
  delivery: 'received',
  failure: undefined,
  systemKey: undefined,
  dayStart,
  groupStart: true,
  groupEnd: true,
  newFromHere: false,
  forwarded: false,
  busy: false,
});
const earlier = (messageId: string, time: number): FoundMessageView => ({
  protocol: 'W0',
  messageId,
  localId: undefined,
  sender: 'customer',
  agentName: '',
  agentInitials: '',
  agentColor: '',
  text: messageId,
  media: undefined,
  time,
  delivery: 'received',
  systemKey: undefined,
  forwarded: false,
  content: undefined,
});

/** The separators and the messages, from top to bottom. */
function lines(before: ReadonlyArray<FoundMessageView>, thread: ReadonlyArray<MessageView>): ReadonlyArray<string> {
  const core = new FakeCore({
    'whatsappJob:W1': freeComposer,
    'jobRow:W1': { protocol: 'W1', channel: 'whatsapp', unread: 0, disabled: false },
    'draft:W1': { epoch: 0, text: '' },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [] },
    session: { phase: 'ready' },
    'earlierMessages:W1': { items: before, loading: false, failed: false, complete: true },
    'thread:W1': thread.map(({ localId }) => localId),
  });
  for (const message of thread) core.set(`message:W1:${message.localId}`, message);
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <WhatsAppConversation protocol="W1" job={openJob} contextOpen={false} onToggleContext={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const shown = screen.getByRole('log').querySelectorAll('.separator .text, article [dir="auto"]');
  return [...shown].map(({ textContent }) => textContent);
}

test("if the earlier messages end on the day of the attendance's first message, there is no separator between them", () => {
  const shown = lines(
    [earlier('e2', at(20, 9)), earlier('e1', at(19, 9))],
    [own('m1', at(20, 14), true), own('m2', at(21, 9), true)],
  );
  expect(shown).toHaveLength(7);
  expect([shown[1], shown[3], shown[4], shown[6]]).toEqual(['e1', 'e2', 'm1', 'm2']);
});

test('if the earlier messages end on another day, the first message of the attendance has a day separator', () => {
  const shown = lines([earlier('e1', at(19, 9))], [own('m1', at(20, 14), true)]);
  expect(shown).toHaveLength(4);
  expect(shown[3]).toBe('m1');
});

test('without earlier messages the attendance begins with its day separator', () => {
  expect(lines([], [own('m1', at(20, 14), true)])).toHaveLength(2);
});
