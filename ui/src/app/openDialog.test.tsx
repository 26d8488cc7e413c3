// Tests of the core's dialogs together with a ringing call.
import { readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider } from '../core/react';
import { startI18n } from '../i18n';
import { dialogKinds, type DialogKind } from './dialogKinds';
import { OpenDialog } from './OpenDialog';
import type { DialogTable } from './tables/dialogs';

beforeEach(() => startI18n('pt-BR'));

const table = Object.fromEntries(
  dialogKinds.map((kind) => [kind, () => <div role="dialog" aria-label={kind} />]),
) as unknown as DialogTable;
const call = { phone: '5511955550101' };

function show(slices: Record<string, unknown>): FakeCore {
  const core = new FakeCore({ dialog: undefined, incomingCall: undefined, ...slices });
  render(
    <CoreProvider core={core}>
      <OpenDialog table={table} focusFallback={vi.fn()} />
    </CoreProvider>,
  );
  return core;
}
const shown = () => screen.queryByRole('dialog')?.getAttribute('aria-label');
/** A dialog that differs from the dialog of the row. */
const otherThan = (kind: DialogKind): DialogKind => (kind === 'transfer' ? 'notes' : 'transfer');

test.each(dialogKinds)('given the dialog "%s", a ringing call is shown above it and the dialog stays below', (kind) => {
  const core = show({ dialog: { kind } });
  act(() => core.set('incomingCall', call));
  expect(shown()).toBe(kind);
  act(() => core.set('incomingCall', undefined));
  expect(shown()).toBe(kind);
});

test.each(dialogKinds)(
  'given a ringing call, the dialog "%s" waits unless the card of the call has a button that opens it',
  (kind) => {
    const core = show({ incomingCall: call });
    act(() => core.set('dialog', { kind }));
    expect(shown()).toBe(kind === 'pause' ? kind : undefined);
    act(() => core.set('incomingCall', undefined));
    expect(shown()).toBe(kind);
  },
);

test.each(dialogKinds)(
  'given an open dialog and a ringing call, "%s" does not replace the dialog meanwhile',
  (kind) => {
    const core = show({ dialog: { kind: otherThan(kind) } });
    act(() => core.set('incomingCall', call));
    act(() => core.set('dialog', { kind }));
    expect(shown()).toBe(kind === 'pause' ? kind : undefined);
    act(() => core.set('dialog', { kind: otherThan(kind) }));
    expect(shown()).toBe(otherThan(kind));
  },
);

test('a second call delays the dialogs that were not open when it began to ring', () => {
  const core = show({ incomingCall: call });
  act(() => core.set('incomingCall', undefined));
  act(() => core.set('dialog', { kind: 'transfer' }));
  act(() => core.set('incomingCall', call));
  expect(shown()).toBe('transfer');
  act(() => core.set('dialog', { kind: 'pauseAlert' }));
  expect(shown()).toBeUndefined();
});

test('the layer of the call is above that of dialogs and snackbars', () => {
  const tokens = readFileSync(`${__dirname}/../design/tokens.css`, 'utf8');
  const layer = (name: string): number => Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokens)?.[1]);
  expect(layer('call')).toBeGreaterThan(layer('dialog'));
  expect(layer('call')).toBeGreaterThan(layer('snackbar'));
});
