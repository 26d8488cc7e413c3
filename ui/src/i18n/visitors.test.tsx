// Tests that the identifier that the server gives a visitor of a web chat is never shown.
import { render, renderHook, screen } from '@testing-library/react';
import type { CandidateView } from 'core-wasm';
import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { BulkDialog } from '../areas/qualification/BulkDialog';
import { bulkSample } from '../areas/qualification/bulkSample';
import { candidate } from '../areas/contacts/contactPanel';
import { identifierText } from '../areas/history/startNumber';
import { CoreProvider } from '../core/react';
import { useJob, useJobRow } from '../core/slices';
import { TooltipProvider } from '../design/Tooltip';
import { customerIdentifier } from '../shared/customerIdentifier';
import { startI18n } from '.';
import { sayNow } from './text';
import { customerName, identifierWords, isOfVisitor } from './visitors';

beforeEach(() => startI18n('pt-BR'));

const raw = 'visitor-78878fc57f69';
const words = 'Visitante sem identificação';
const t = i18next.t.bind(i18next);
const named: CandidateView = { id: '7', name: 'Ana', initials: 'A', color: '#517693', identifier: raw };

test.each([
  [raw, true],
  [` ${raw} `, true],
  ['visitor-1', true],
  ['visitor-', false],
  ['visitor-center', false],
  ['Visitor-1 Ltda.', false],
  ['mariana@exemplo.com.br', false],
  ['', false],
])('whether the identifier "%s" was made by the server: %s', (identifier, expected) => {
  expect(isOfVisitor(identifier)).toBe(expected);
});

test.each<[string, () => string | undefined]>([
  ['the name of a customer', () => customerName(raw, t)],
  ['an identifier', () => identifierWords(raw, t)],
  ['a text of the core', () => sayNow({ key: 'notifications.message', params: { name: raw, count: 1 } })],
  ['a contact in a list', () => candidate(named, (text) => identifierWords(text, t)).detail],
  ['the history', () => identifierText({ channel: 'chat', metaType: undefined, contactIdentifier: raw, name: '' }, t)],
])('%s says that the visitor gave no name', (_place, shown) => {
  expect(shown()).toContain(words);
  expect(shown()).not.toContain('visitor-');
});

test('a name and an identifier that a visitor gave are shown unchanged, and an identifier made by the server cannot be copied', () => {
  expect(customerName('5511981237740', t)).toBe('+55 (11) 98123-7740');
  expect(identifierWords('mariana', t)).toBe('mariana');
  expect(customerIdentifier('chat', raw)).toBeUndefined();
});

test('the name of an attendance, in its row and open, is in the language of the page', async () => {
  const core = new FakeCore({ 'job:P1': { name: raw }, 'jobRow:P1': { name: raw } });
  const useNames = () => [useJob('P1')?.name, useJobRow('P1')?.name];
  const { result, rerender } = renderHook(useNames, {
    wrapper: ({ children }) => <CoreProvider core={core}>{children}</CoreProvider>,
  });
  expect(result.current).toEqual([words, words]);
  await i18next.changeLanguage('en');
  await startI18n('en');
  rerender();
  expect(result.current).toEqual(Array(2).fill('Visitor without identification'));
});

test('the list of attendances to qualify in a bulk action says it too', () => {
  render(
    <TooltipProvider>
      <BulkDialog
        bulk={{
          ...bulkSample,
          stage: 'told',
          items: [{ protocol: 'P1', name: raw, channel: 'chat', state: 'left', reason: 'needsContact' }],
        }}
        onChoose={vi.fn()}
        onObserve={vi.fn()}
        onRetryLists={vi.fn()}
        onConfirm={vi.fn()}
        onStop={vi.fn()}
        onAgain={vi.fn()}
        onClose={vi.fn()}
      />
    </TooltipProvider>,
  );
  expect(screen.getByText(words)).toBeInTheDocument();
});
