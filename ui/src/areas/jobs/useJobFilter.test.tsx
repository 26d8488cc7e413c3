// Search and channels over the rows: by name without accents, protocol and identifier; and no row is listened to while nothing is asked.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { useJobFilter, type JobFilter } from './useJobFilter';

const groups = { pinned: [], active: ['2026-1', '2026-2'], toQualify: ['2026-3'] };
const row = (name: string, channel = 'chat', metaType?: string) => ({ name, channel, metaType });

function filtered(filter: Partial<JobFilter>) {
  const core = new FakeCore({
    'jobRow:2026-1': row('José Álvares'),
    'jobRow:2026-2': row('Mariana', 'whatsapp', 'instagram'),
    'jobRow:2026-3': row('Rodrigo', 'voice'),
    'job:2026-3': { contactIdentifier: 'rodrigo@exemplo.com' },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>;
  const hook = renderHook((props: JobFilter) => useJobFilter(groups, props), {
    wrapper,
    initialProps: { search: '', channels: null, ...filter },
  });
  return { core, ...hook };
}

test('without a wish the list is the same object and no row is listened to', () => {
  const { result, core } = filtered({ search: '  ' });
  expect(result.current).toBe(groups);
  expect(core.listenersOf('jobRow:2026-1')).toBe(0);
});

test.each<[string, Partial<JobFilter>, ReadonlyArray<string>]>([
  ['a name without its accents', { search: 'alvares' }, ['2026-1']],
  ['a part of the protocol', { search: '26-2' }, ['2026-2']],
  ['an identifier', { search: 'rodrigo@' }, ['2026-3']],
  ['a channel', { channels: ['voice', 'chat'] }, ['2026-1', '2026-3']],
  ['Instagram is not WhatsApp', { channels: ['whatsapp'] }, []],
  ['nobody', { search: 'zz' }, []],
])('%s', (_case, filter, expected) => {
  const { result } = filtered(filter);
  const { pinned, active, toQualify } = result.current;
  expect([
    ...Array.from(pinned as string[]),
    ...Array.from(active as string[]),
    ...Array.from(toQualify as string[]),
  ]).toEqual(expected);
});

test('a row that gets another name is found at once, and nobody listens when the wish is gone', () => {
  const { result, core, rerender } = filtered({ search: 'beatriz' });
  act(() => core.set('jobRow:2026-2', row('Beatriz')));
  expect(result.current.active).toEqual(['2026-2']);
  rerender({ search: '', channels: null });
  expect(core.listenersOf('jobRow:2026-2')).toBe(0);
});
