// Counts down to the next automatic attempt.
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { everySecond } from '../../core/page/ticker';

/** `retryAt`: epoch milliseconds on the browser's own clock. */
export function RetryCountdown({ retryAt }: { retryAt: number }) {
  const { t } = useTranslation();
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      everySecond(() => {
        const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
        if (element.current !== null) element.current.textContent = t('connection.lost.retryIn', { count: seconds });
      }),
    [retryAt, t],
  );
  return <span ref={element} role="timer" aria-live="off" />;
}
