// The tabs of the context panel, from left to right. The parts about a registered contact are loaded when they are first
// rendered.
import type { ContextTab } from '../../areas/attendance/attendanceSlots';
import { ContactTabContainer, type ContactTabContainerProps } from '../../areas/contacts/ContactTabContainer';
import { lazyArea } from '../../design/lazyArea';
import { ScriptTabPart } from './voiceSlots';

const ContactDetailsPart = lazyArea(() => import('../../areas/contactPage/PanelDetailsContainer'), {
  component: 'PanelDetailsContainer',
  words: ['contactPage', 'contacts', 'people', 'tags', 'churn', 'history', 'channels', 'chat', 'whatsapp'],
});
const HistoryTabPart = lazyArea(() => import('../../areas/contactPage/PanelHistoryContainer'), {
  component: 'PanelHistoryContainer',
  words: ['contactPage', 'contacts', 'history', 'channels', 'chat', 'whatsapp'],
});
const MediaTabPart = lazyArea(() => import('../../areas/contactPage/PanelMediaContainer'), {
  component: 'PanelMediaContainer',
  words: ['whatsapp', 'media', 'chat'],
});
const TransfersTabPart = lazyArea(() => import('../../areas/transfers/TransferListContainer'), {
  component: 'TransferListContainer',
  words: ['transfers'],
});

function ContactTabPart(props: Omit<ContactTabContainerProps, 'Details'>) {
  return <ContactTabContainer {...props} Details={ContactDetailsPart} />;
}

export const contextTabs: ReadonlyArray<ContextTab> = [
  { id: 'contact', label: 'contacts.panel.contact', Content: ContactTabPart },
  { id: 'script', label: 'contacts.panel.script', needs: 'script', Content: ScriptTabPart },
  { id: 'history', label: 'contacts.panel.history', Content: HistoryTabPart },
  { id: 'media', label: 'contacts.panel.media', needs: 'files', fill: true, Content: MediaTabPart },
  { id: 'transfers', label: 'contacts.panel.transfers', needs: 'transfers', Content: TransfersTabPart },
];
