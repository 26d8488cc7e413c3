// Tests of the card menu's entries about the customer, which are the same on every channel.
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { startI18n } from '../../i18n';
import { useJobMenu } from './jobMenu';

beforeEach(() => startI18n('pt-BR'));

type Channel = 'chat' | 'whatsapp' | 'voice';

function menu(channel: Channel, metaType: 'instagram' | undefined, contactIdentifier: string, contactId = '9') {
  const core = new FakeCore({
    'job:P1': { contactIdentifier },
    'contact:P1': {
      contact: contactId === '' ? { state: 'unknown' } : { state: 'found', contact: { id: contactId } },
    },
  });
  const row = { channel, metaType, disabled: false, unread: 0 };
  const { result } = renderHook(() => useJobMenu('P1', row), {
    wrapper: ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>,
  });
  return { core, entries: result.current };
}

test.each<[Channel, 'instagram' | undefined, string, string]>([
  ['whatsapp', undefined, '5511981237740', 'Copiar número'],
  ['whatsapp', 'instagram', 'studiobellapele', 'Copiar perfil'],
  ['voice', undefined, '1138425510', 'Copiar número'],
  ['chat', undefined, 'm@exemplo.com.br', 'Copiar identificador'],
])('[BEY-157] the card menu of %s (%s) opens the contact and copies "%s"', (channel, metaType, identifier, label) => {
  const { core, entries } = menu(channel, metaType, identifier);
  const labels = entries.map((entry) => (entry.kind === 'action' ? entry.label : ''));
  expect(labels.slice(-3)).toEqual(['Abrir ficha', label, 'Copiar protocolo']);
  const page = entries.find((entry) => entry.kind === 'action' && entry.id === 'contact');
  if (page?.kind === 'action') page.onSelect();
  expect(core.intents).toEqual([{ area: 'shell', type: 'openArea', path: '/contact/9' }]);
});

test('[BEY-157] the card menu of an unregistered visitor without an identifier has neither entry', () => {
  const { entries } = menu('chat', undefined, '', '');
  expect(entries.map((entry) => (entry.kind === 'action' ? entry.label : ''))).toEqual([
    'Fixar',
    'Marcar como não lida',
    'Adiar…',
    'Finalizar',
    'Copiar protocolo',
  ]);
});

test.each<[Channel, 'instagram' | undefined, boolean, ReadonlyArray<string>]>([
  ['chat', undefined, false, ['pin', 'markUnread']],
  ['chat', undefined, true, ['pin', 'markUnread']],
  ['whatsapp', undefined, false, ['pin', 'markUnread']],
  ['whatsapp', 'instagram', false, ['pin', 'markUnread']],
  ['whatsapp', undefined, true, ['reopen', 'pin', 'markUnread']],
  // One call at a time, which is never unread: it is heard.
  ['voice', undefined, false, []],
  ['voice', undefined, true, []],
])('%s (%s), ended %s, has the marks %j', (channel, metaType, disabled, expected) => {
  const core = new FakeCore({ 'job:P1': {}, 'contact:P1': { contact: { state: 'unknown' } }, channels: { items: [] } });
  const row = { channel, metaType, disabled, unread: 0 };
  const { result } = renderHook(() => useJobMenu('P1', row), {
    wrapper: ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>,
  });
  const marks = result.current.filter(({ id }) => id === 'reopen' || id === 'pin' || id === 'markUnread');
  expect(marks.map(({ id }) => id)).toEqual(expected);
  for (const entry of marks) if (entry.kind === 'action') entry.onSelect();
  expect(core.intents).toEqual(
    [
      { area: 'whatsapp', type: 'reopen', protocol: 'P1' },
      { area: 'whatsapp', type: 'pin', protocol: 'P1', pinned: true },
      { area: 'whatsapp', type: 'markUnread', protocol: 'P1', unread: true },
    ].filter(({ type }) => expected.includes(type)),
  );
});

test.each<[Channel, 'instagram' | undefined, boolean]>([
  ['chat', undefined, false],
  ['whatsapp', undefined, false],
  ['whatsapp', 'instagram', true],
])(
  '[BEY-155] the menu of %s (%s) says that nothing needs an answer, and takes it back',
  (channel, metaType, dismissed) => {
    const core = new FakeCore({ 'job:P1': {}, 'contact:P1': { contact: { state: 'unknown' } } });
    const wait = dismissed ? { noAnswerNeeded: true } : { waiting: 1 };
    const row = { channel, metaType, disabled: false, unread: 0, ...wait };
    const { result } = renderHook(() => useJobMenu('P1', row), {
      wrapper: ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>,
    });
    const entry = result.current.find((candidate) => candidate.id === 'needsAnswer');
    if (entry?.kind !== 'action') throw new Error('there is no entry');
    expect(entry.label).toBe(dismissed ? 'Precisa de resposta' : 'Não precisa de resposta');
    entry.onSelect();
    expect(core.intents).toEqual([{ area: 'jobs', type: 'needsAnswer', protocol: 'P1', needed: dismissed }]);
  },
);

test.each<[Channel, 'instagram' | undefined]>([
  ['chat', undefined],
  ['whatsapp', undefined],
  ['whatsapp', 'instagram'],
])('[BEY-161] the menu of %s (%s) snoozes the conversation and ends the snooze', (channel, metaType) => {
  const core = new FakeCore({ 'job:P1': {}, 'contact:P1': { contact: { state: 'unknown' } } });
  const entriesOf = (facts: { snoozedUntil?: number; disabled?: boolean }) => {
    const row = { channel, metaType, disabled: false, unread: 0, ...facts };
    const { result } = renderHook(() => useJobMenu('P1', row), {
      wrapper: ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>,
    });
    const ids = ['snooze', 'cancelSnooze'];
    return result.current.flatMap((entry) => (entry.kind === 'action' && ids.includes(entry.id) ? [entry] : []));
  };
  const [ask] = entriesOf({});
  expect(ask?.label).toBe('Adiar…');
  ask?.onSelect();
  const again = entriesOf({ snoozedUntil: 1 });
  expect(again.map(({ label }) => label)).toEqual(['Mudar o adiamento…', 'Cancelar adiamento']);
  again[1]?.onSelect();
  expect(core.intents).toEqual([
    { area: 'jobs', type: 'askSnooze', protocol: 'P1' },
    { area: 'jobs', type: 'cancelSnooze', protocol: 'P1' },
  ]);
  expect(entriesOf({ disabled: true })).toEqual([]);
});

test('[BEY-161] a call cannot be snoozed', () => {
  const { entries } = menu('voice', undefined, '1138425510');
  expect(entries.some(({ id }) => id === 'snooze')).toBe(false);
});
