// Tests of when components get new texts.
import { act, renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { changeLanguage, startI18n } from '.';
import { holdingTexts, useTranslation } from './useTranslation';

beforeEach(() => startI18n('pt-BR'));

test('a component is rendered again in another language, and has another `t`', async () => {
  const { result } = renderHook(() => useTranslation());
  const before = result.current;
  expect([before.language, before.t('shell.time.yesterday')]).toEqual(['pt-BR', 'ontem']);
  await act(() => changeLanguage('en'));
  expect([result.current.language, result.current.t('shell.time.yesterday')]).toEqual(['en', 'yesterday']);
  expect(result.current.t).not.toBe(before.t);
});

test('texts that are added later are rendered', () => {
  const { result } = renderHook(() => useTranslation());
  const before = result.current;
  act(() => void i18next.addResource('pt-BR', 'translation', 'shell.time.yesterday', 'véspera'));
  expect(result.current).not.toBe(before);
  expect(result.current.t('shell.time.yesterday')).toBe('véspera');
});

test('all components share one translation function while nothing changes', () => {
  const first = renderHook(() => useTranslation()).result;
  const second = renderHook(() => useTranslation()).result;
  expect(second.current).toBe(first.current);
});

test('texts that are loaded in idle time render the components again once, at the end, and can be used before', async () => {
  let drawn = 0;
  const { result } = renderHook(() => {
    drawn += 1;
    return useTranslation();
  });
  const add = (key: string): void => void i18next.addResource('pt-BR', 'translation', `later.${key}`, key);
  await act(() =>
    holdingTexts(async () => {
      for (const key of ['um', 'dois', 'três']) {
        add(key);
        await Promise.resolve();
      }
      expect(drawn).toBe(1);
      expect(i18next.exists('later.um')).toBe(true);
    }),
  );
  expect(drawn).toBe(2);
  act(() => add('quatro'));
  expect(drawn).toBe(3);
  expect(result.current.language).toBe('pt-BR');
});

test.each([
  ['pt-BR', '1.000.000 '],
  ['en', '1,000,000 '],
] as const)('a count of a million has its own form in %s', async (language, start) => {
  await changeLanguage(language);
  const { result } = renderHook(() => useTranslation());
  expect(result.current.t('jobs.unread.label', { count: 1_000_000 }).slice(0, start.length)).toBe(start);
});
