// Entries of the notification centre.
import type { NotificationView } from '../areas/notifications/notificationViews';
import { at } from './samples';

const customer = (name: string, initials: string, color: string) => ({
  ...{ protocol: name, contactId: '' },
  ...{ name, initials, color },
});
const paula = customer('Paula Barreto', 'PB', '#09835E');

export const notificationSamples: ReadonlyArray<NotificationView> = [
  {
    id: 'n1',
    type: 'transfer',
    text: 'Bruno Lima transferiu para você',
    body: 'Boleto corrigido, falta enviar',
    customers: [customer('Transportes Rio Claro', 'TC', '#906E04')],
    time: at(14, 29),
    read: false,
  },
  {
    id: 'n2',
    type: 'message',
    text: 'Nova mensagem de Rodrigo Farias',
    body: 'Não estou conseguindo emitir a 2ª via',
    customers: [customer('Rodrigo Farias', 'RF', '#427C77')],
    time: at(14, 24),
    read: false,
  },
  {
    id: 'n10',
    type: 'mention',
    text: 'Renata Lopes mencionou você',
    customers: [customer('Mariana Albuquerque', 'MA', '#B1508D')],
    opens: true,
    time: at(14, 24),
    read: false,
  },
  {
    id: 'n11',
    type: 'snooze',
    text: 'Adiada até agora',
    customers: [customer('Rodrigo Farias', 'RF', '#427C77')],
    opens: true,
    time: at(14, 22),
    read: false,
  },
  {
    id: 'n3',
    type: 'ended',
    text: '5 clientes encerraram a conversa',
    customers: [
      paula,
      customer('Davi Reis', 'DR', '#4E6EC9'),
      customer('Elisa Nunes', 'EN', '#B1508D'),
      customer('Otávio Barreto', 'OB', '#507C65'),
      customer('Lívia Nogueira', 'LN', '#AA6003'),
    ],
    time: at(14, 21),
    read: false,
  },
  { id: 'n4', type: 'pause', text: 'A pausa Almoço em Chat passou do tempo', time: at(13, 40), read: true },
  { id: 'n5', type: 'ended', text: 'Encerrou a conversa', customers: [paula], time: at(10, 2, 1), read: true },
];
