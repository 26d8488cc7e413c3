// Texts chosen by the core: replacements, the area's default for an unknown reason, never a raw key.
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import i18next from 'i18next';
import { changeLanguage, startI18n } from '.';
import hostileTexts from '../../../tests-e2e/hostile-texts.json';
import { isolated } from './direction';
import { firstWords } from './firstWords';
import { useCoreText } from './text';

beforeEach(() => startI18n('pt-BR'));

const say = () => renderHook(() => useCoreText()).result.current;

test('a telephone number in a text of the core has its usual form', () => {
  expect(say()({ key: 'callLost', params: { phone: '5511955550101' } })).toBe('Chamada perdida: +55 (11) 95555-0101');
});

test('the text of a known key is shown with its replacements', () => {
  expect(say()({ key: 'jobFinished', params: { protocol: '2026112001' } })).toBe('Atendimento 2026112001 finalizado');
});

test('an unknown reason shows the default of its area, never the key [SHELL-051]', () => {
  expect(say()({ key: 'channels.cause.somethingNew', params: {}, fallback: 'channelChat.errorConnect' })).toBe(
    'Não foi possível conectar o canal de chat',
  );
  expect(say()({ key: 'channels.cause.somethingNew', params: {}, fallback: null })).toBe(
    'Algo não funcionou. Tente de novo.',
  );
});

test('a replacement from the server is shown unchanged', () => {
  expect(say()({ key: 'jobFinished', params: { protocol: '<b>1</b>{{x}}' } })).toContain('<b>1</b>');
});

test.each(Object.entries(hostileTexts))(
  'a text that a person wrote is inserted as a replacement and not interpreted as a template: %s',
  (_name, text) => {
    expect(say()({ key: 'jobs.preview.own', params: { text } })).toBe(`Você: ${isolated(text)}`);
  },
);

test('a cut replacement ends between two characters, never inside one', () => {
  const text = `${'W'.repeat(999)}👩 e mais`;
  expect(say()({ key: 'jobs.preview.own', params: { text } })).toBe(`Você: ${'W'.repeat(999)}…`);
  expect(say()({ key: 'jobs.preview.own', params: { text: 'W'.repeat(1000) } })).toBe(`Você: ${'W'.repeat(1000)}`);
});

test('a number that the core wrote as a text chooses the plural', async () => {
  const { result } = renderHook(() => {
    const text = useCoreText();
    return ['1', '2'].map((count) => text({ key: 'contacts.deleted', params: { count } }));
  });
  await waitFor(() =>
    expect(result.current).toEqual(['Contato excluído com sucesso', '2 contatos excluídos com sucesso']),
  );
});

test('texts are shown in English if the agent chose it [SHELL-004]', async () => {
  await changeLanguage('en');
  expect(say()({ key: 'session.login.invalid' })).toBe('Invalid username or password');
  expect(document.documentElement.lang).toBe('en');
});

test('a text of an area that was not opened yet is shown when its bundle has been loaded', async () => {
  i18next.removeResourceBundle('pt-BR', 'translation');
  i18next.addResourceBundle('pt-BR', 'translation', { ...firstWords });
  const { result } = renderHook(() => useCoreText()({ key: 'qualification.failed' }));
  expect(result.current).toBe('Algo não funcionou. Tente de novo.');
  await waitFor(() => expect(result.current).toBe('Não foi possível realizar a qualificação.'));
});

test('a key that an area shares with the messages of the specification shows the message of the specification', () => {
  i18next.addResourceBundle(
    'pt-BR',
    'translation',
    { broadcast: { new: { toastSuccess: 'another text' } } },
    true,
    true,
  );
  expect(say()({ key: 'broadcast.new.toastSuccess' })).toBe('Transmissão criada com sucesso');
});

test.each([
  ['pt-BR', '1.204'],
  ['en', '1,204'],
] as const)('counts are shown with the separator of thousands of %s', async (language, written) => {
  await changeLanguage(language);
  expect(i18next.t('jobs.unread.label', { count: 1204 })).toContain(written);
});
