// Ctrl+Enter confirms a dialog from anywhere in it, its foot included (ui-day §9).
import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../../design/isComposing';

export function useConfirmKey(confirm: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || isComposing(event)) return;
    event.preventDefault();
    confirm();
  });
  useEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
