// The text of a system line of a conversation: the server sends a key and, if the line names one, the agent. An unknown key gives a generic text.
import { useCallback } from 'react';
import { useCoreText } from '../../i18n/text';

export function useSystemLine(): (key: string, agent?: string) => string {
  const say = useCoreText();
  return useCallback(
    (key: string, agent = '') => say({ key: `chat.system.${key}`, params: { agent }, fallback: 'chat.system.other' }),
    [say],
  );
}
