// The message that the agent chose in the search; earlier messages are loaded until it is present.
import { act, renderHook } from '@testing-library/react';
import type { FoundMessageView, MessageView } from 'core-wasm';
import { expect, test, vi } from 'vitest';
import type { EarlierMessages } from './ConversationPage';
import { earlierId } from './thread/earlierMessages';
import { useSearchTarget } from './useSearchTarget';

const found = { protocol: 'W0', messageId: '7', localId: undefined } as FoundMessageView;

function searching(state: EarlierMessages['state']) {
  const onLoad = vi.fn();
  const earlier = (messages: ReadonlyMap<string, MessageView>, now = state): EarlierMessages =>
    ({ messages, state: now, onLoad }) as Partial<EarlierMessages> as EarlierMessages;
  const hook = renderHook((given: EarlierMessages) => useSearchTarget(given), { initialProps: earlier(new Map()) });
  return {
    ...hook,
    onLoad,
    earlier,
    choose: (message?: FoundMessageView) => act(() => hook.result.current.choose(message)),
  };
}

test('earlier messages are loaded until the chosen one is among them, which then becomes the target', () => {
  const { result, onLoad, earlier, rerender, choose } = searching('more');
  expect(result.current.opening).toEqual({ state: 'none' });
  expect(onLoad).not.toHaveBeenCalled();
  choose(found);
  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ current: '7', opening: { state: 'loading' }, target: undefined });
  rerender(earlier(new Map([[earlierId(found), {} as MessageView]])));
  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ opening: { state: 'shown' }, target: { id: earlierId(found) } });
  choose(undefined);
  expect(result.current.target).toBeUndefined();
});

test('no portion is requested while another one is pending', () => {
  const { result, onLoad, choose } = searching('loading');
  choose(found);
  expect(result.current.opening).toEqual({ state: 'loading' });
  expect(onLoad).not.toHaveBeenCalled();
});

test('a message that is not among all earlier ones is reported as missing, and a failed portion can be requested again', () => {
  const complete = searching('complete');
  complete.choose(found);
  expect(complete.result.current.opening).toEqual({ state: 'gone' });
  const failed = searching('failed');
  failed.choose(found);
  expect(failed.result.current.opening).toEqual({ state: 'failed', onRetry: failed.onLoad });
});

test('a message of the open thread becomes the target without loading earlier messages', () => {
  const { result, onLoad, choose } = searching('more');
  choose({ ...found, localId: 'm3' });
  expect(onLoad).not.toHaveBeenCalled();
  expect(result.current).toMatchObject({ opening: { state: 'shown' }, target: { id: 'm3' } });
});
