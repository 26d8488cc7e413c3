// The words of a line the system wrote into a conversation: the server sends a key. One that nobody knows yet is a notice without details.
import { useCallback } from 'react';
import { useCoreText } from '../../i18n/text';

export function useSystemLine(): (key: string) => string {
  const say = useCoreText();
  return useCallback((key: string) => say({ key: `chat.system.${key}`, fallback: 'chat.system.other' }), [say]);
}
