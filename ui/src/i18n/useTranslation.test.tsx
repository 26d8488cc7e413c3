// When components get new texts.
import { act, renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { changeLanguage, startI18n } from '.';
import { useTranslation } from './useTranslation';

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
