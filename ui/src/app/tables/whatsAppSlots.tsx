// The parts of the WhatsApp area, each loaded when it is first rendered, or before that in idle time.
import { useSlice } from '../../core/react';
import { lazyArea } from '../../design/lazyArea';

export const WhatsAppConversationPart = lazyArea(() => import('../../areas/whatsapp/WhatsAppConversation'), {
  component: 'WhatsAppConversation',
  words: ['whatsapp'],
});

const StartButtonPart = lazyArea(() => import('../../areas/whatsapp/StartButtonContainer'), {
  component: 'StartButtonContainer',
  words: ['whatsapp'],
});

/** Renders only for agents with WhatsApp. */
export function StartButtonSlot() {
  const { items } = useSlice('channels');
  return items.some(({ channel }) => channel === 'whatsapp') ? <StartButtonPart /> : null;
}
