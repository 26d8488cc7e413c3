// The search over messages in each of its states.
import type { ReactNode } from 'react';
import {
  MessageSearchDialog,
  type FoundText,
  type MessageSearchDialogProps,
} from '../areas/messageSearch/MessageSearchDialog';
import { ignore, longName, openedAt } from './samples';

const found = (id: string, change: Partial<FoundText>): FoundText => ({
  id,
  name: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  channel: 'whatsapp',
  author: 'Cliente',
  time: openedAt,
  excerpt: [
    { text: 'Bom dia! Ainda não recebi o ', found: false },
    { text: 'boleto', found: true },
    { text: ' da renovação, podem enviar de novo?', found: false },
  ],
  ...change,
});

const sample: MessageSearchDialogProps = {
  text: 'boleto',
  phase: 'found',
  results: [
    found('1', {}),
    found('2', { name: 'Transportes Rio Claro', initials: 'TR', channel: 'chat', author: 'Você' }),
    found('3', {
      name: longName,
      channel: 'instagram',
      author: `Nota interna de ${longName}`,
      excerpt: [
        { text: `…${'O cliente pediu segunda via '.repeat(4)}`, found: false },
        { text: 'Boletos', found: true },
        { text: ' <b>vencidos</b> e números de 40 dígitos 3419179001010435100491020150008291070026000…', found: false },
      ],
    }),
  ],
  more: 'complete',
  onType: ignore,
  onMore: ignore,
  onOpen: ignore,
  onClose: ignore,
};

/** Samples by the name in the address of the gallery. */
export const messageSearchDialogs: Readonly<Record<string, () => ReactNode>> = {
  messageSearch: () => <MessageSearchDialog {...sample} />,
  messageSearchEmpty: () => <MessageSearchDialog {...sample} text="" phase="empty" results={[]} />,
  messageSearchTooShort: () => <MessageSearchDialog {...sample} text="b" phase="tooShort" results={[]} />,
  messageSearchSearching: () => <MessageSearchDialog {...sample} phase="searching" results={[]} />,
  messageSearchNothing: () => <MessageSearchDialog {...sample} text="zebra" phase="nothing" results={[]} />,
  messageSearchFailed: () => <MessageSearchDialog {...sample} phase="failed" results={[]} />,
  messageSearchMore: () => <MessageSearchDialog {...sample} more="loading" />,
  messageSearchMoreFailed: () => <MessageSearchDialog {...sample} more="failed" />,
};
