// Tests that texts of the day change at midnight, also in components that nothing else renders again.
import { act, render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MessageRow } from '../../areas/conversation/thread/MessageRow';
import { InboxCard } from '../../areas/jobs/InboxCard';
import { JobCard } from '../../areas/jobs/JobCard';
import { LastContactCell } from '../../areas/people/RowParts';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';

beforeEach(async () => {
  await startI18n('pt-BR');
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 10, 20, 23, 59, 30));
});
afterEach(() => vi.useRealTimers());

const time = new Date(2026, 10, 20, 23, 40).getTime();
const person = { name: 'Mariana', initials: 'M', color: '#B1508D', time, place: 'Vendas', tabIndex: 0 } as const;
const none = { kind: 'none' } as const;
const noop = (): void => undefined;

test.each<[string, ReactElement, before: string, after: string]>([
  [
    'the card of an attendance',
    <JobCard
      key="job"
      {...{ ...person, channel: 'chat', href: '#', selected: false, unread: 0, disabled: false }}
      {...{ preview: none, menu: [], onOpen: noop }}
    />,
    '23:40',
    'ontem',
  ],
  [
    'the card of the inbox',
    <InboxCard
      key="inbox"
      {...{ ...person, channel: 'whatsapp', unread: 0, preview: none, pending: false, onTake: noop }}
    />,
    '23:40',
    'ontem',
  ],
  [
    'the heading of a day in a thread',
    <MessageRow key="row" day={time} first last message={{ kind: 'system', id: 's', text: 'x', time: undefined }} />,
    'Hoje',
    'Ontem',
  ],
  ['the last contact of a row', <LastContactCell key="last" last={{ at: time } as never} />, '23:40', 'ontem'],
])('%s says "ontem" after midnight', (_, element, before, after) => {
  render(<TooltipProvider>{element}</TooltipProvider>);
  expect(screen.getByText(before)).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText(before)).toBeNull();
  expect(screen.getByText(after)).toBeInTheDocument();
});

test('no component reads the clock for a text about the day, because it would keep the day on which it was drawn', () => {
  const sources = resolve(import.meta.dirname, '../..');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const asking = files.filter((name) =>
    /format(ListTime|Day)\([^;]*currentTime\(\)/.test(readFileSync(join(sources, name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(asking).toEqual([]);
});
