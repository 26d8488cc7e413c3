// Invented entries of the inbox.
import type { InboxCardProps } from '../areas/jobs/InboxCard';
import { at, ignore, longName } from './samples';

const first: InboxCardProps = {
  name: 'Sônia Guimarães',
  initials: 'SG',
  color: '#BC5135',
  channel: 'whatsapp',
  unread: 2,
  time: at(14, 31),
  preview: { kind: 'text', text: 'Alguém pode me ajudar?', author: 'customer' },
  place: 'rota +55 (11) 4002-8922',
  pending: false,
  tabIndex: 0,
  onTake: ignore,
};

export const inboxSamples: readonly [InboxCardProps, ...InboxCardProps[]] = [
  first,
  {
    ...first,
    name: 'Studio Bella Pele',
    initials: 'SP',
    color: '#7B63C3',
    channel: 'instagram',
    unread: 1,
    preview: { kind: 'media', media: 'image', author: 'customer' },
    place: 'rota loja.exemplo',
    time: at(14, 2),
  },
  { ...first, name: 'Grupo Alvorada', initials: 'GA', color: '#3D8123', unread: 12, time: at(10, 2, 1), pending: true },
  { ...first, name: longName, unread: 1204, place: `rota ${longName}`, time: at(9, 2, 1) },
];
