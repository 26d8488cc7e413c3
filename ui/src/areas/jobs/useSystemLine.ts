// The text of a line the system wrote into a conversation: the server sends a key and, where the line names one, the agent. An unknown key is a notice without details.
import { useCallback } from 'react';
import { useCoreText } from '../../i18n/text';

export function useSystemLine(): (key: string, agent?: string) => string {
  const say = useCoreText();
  return useCallback(
    (key: string, agent = '') => say({ key: `chat.system.${key}`, params: { agent }, fallback: 'chat.system.other' }),
    [say],
  );
}
