// The contact's tab of the context panel, connected with the core.
import type { ContactPageView, ContactPanelView } from 'core-wasm';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { useContact, type OpenJob } from '../../core/slices';
import { lazyArea } from '../../design/lazyArea';
import { useCoreText } from '../../i18n/text';
import { identifierWords } from '../../i18n/visitors';
import { companyAddress, companyPath, contactAddress, contactPath } from '../../shared/addresses';
import { customerIdentifier } from '../../shared/customerIdentifier';
import { useFastTrigger } from '../../shared/numberChannels';
import type { ChannelName } from '../channels/channels';
import { displayChannel } from '../channels/displayChannel';
import { contactPanel } from './contactPanel';
import type { ContactActions, ContactView } from './contactViews';
import { ContactTab } from './ContactTab';
import { DuplicateOwner } from './DuplicateOwner';
import type { IdentifierRowProps } from './IdentifierRow';

const AttendanceTagsPart = lazyArea(() => import('../tags/AttendanceTags'), {
  component: 'AttendanceTags',
  words: ['tags'],
});

export interface ContactTabContainerProps {
  protocol: string;
  job: OpenJob;
  /** The record of a registered contact; it renders `known` until it is loaded. */
  Details?: ComponentType<{ protocol: string; contactId: string; known: ReactNode }>;
}

export function ContactTabContainer({ protocol, job, Details }: ContactTabContainerProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const panel = useContact(protocol);
  const onNumber = useFastTrigger();
  const identifier = panel?.identifier ?? '';
  // The contacts that the agent refused; contacts that are found later are proposed again.
  const [refused, setRefused] = useState('');
  const found = panel?.contact.state === 'several' ? panel.contact.candidates.map(({ id }) => id).join(' ') : '';
  const isRefused = refused !== '' && refused === found;
  // The agent's action needs a contact, and the proposed one is not the customer: so the registration form is shown.
  const wantsForm = isRefused && panel?.needed === true && panel.form === undefined;
  useEffect(() => {
    if (wantsForm) intend({ area: 'contacts', type: 'openContactForm', protocol });
  }, [wantsForm, intend, protocol]);
  const page = useSlice('contactPage');
  const actions = useMemo(
    (): ContactActions => ({
      onRetry: () => intend({ area: 'contacts', type: 'reloadContact', protocol }),
      onFormToggle: (open) =>
        intend({ area: 'contacts', type: open ? 'openContactForm' : 'closeContactForm', protocol }),
      onCreate: (values) => intend({ area: 'contacts', type: 'saveContact', protocol, ...values }),
      onSearchToggle: (open) => intend({ area: 'contacts', type: 'openContactSearch', protocol, open }),
      onSearch: (text) => intend({ area: 'contacts', type: 'searchContacts', protocol, text }),
      onLink: (contactId) => intend({ area: 'contacts', type: 'linkContact', protocol, contactId }),
      onRefuse: () => setRefused(found),
      // Only the name can be changed in place.
      onSaveField: (_name, value) => {
        intend({ area: 'contacts', type: 'openContactForm', protocol });
        intend({ area: 'contacts', type: 'saveContact', protocol, fullname: value, identifier, email: '' });
      },
      onLeaveField: () => intend({ area: 'contacts', type: 'closeContactForm', protocol }),
      onNumber,
    }),
    [intend, protocol, identifier, found, onNumber],
  );
  const tags = job.tags;
  const contact = useMemo(
    () =>
      panel === undefined
        ? ({ kind: 'loading' } as const)
        : contactPanel({
            panel,
            tags,
            say,
            loadFailed: t('contacts.loadFailed'),
            readIdentifier: (text) => identifierWords(text, t),
            refused: isRefused,
          }),
    [panel, tags, say, t, isRefused],
  );
  const channel = displayChannel(job.channel, job.metaType);
  const given = customerIdentifier(channel, job.contactIdentifier);
  const open = (path: string): void => intend({ area: 'shell', type: 'openArea', path });
  return (
    <ContactTab
      contact={contact.kind === 'known' ? { ...contact, contact: linked(contact.contact, page, open) } : contact}
      actions={actions}
      identifier={
        given === undefined && (channel !== 'chat' || contact.kind === 'known')
          ? undefined
          : { identifier: given, channel, verified: verifiedOf(channel, panel?.identifierUnverified ?? false) }
      }
      numbers={numbersOf(panel, given?.shown)}
      owner={(text) => (
        <DuplicateOwner identifier={text} linkPending={panel?.linking ?? null} onLink={actions.onLink} />
      )}
      details={
        Details && contact.kind === 'known'
          ? (known) => <Details protocol={protocol} contactId={contact.contact.id} known={known} />
          : undefined
      }
      tags={
        <AttendanceTagsPart
          protocol={protocol}
          contactId={contact.kind === 'known' ? contact.contact.id : ''}
          heading={t('contacts.section.tags')}
        />
      }
    />
  );
}

/** The numbers of a registered contact that the channel of the attendance does not show. */
function numbersOf(panel: ContactPanelView | undefined, given: string | undefined): ReadonlyArray<IdentifierRowProps> {
  if (panel?.contact.state !== 'found') return [];
  const { whatsappIdentifier = '', phone = '' } = panel.contact.contact;
  const found = [
    { channel: 'whatsapp' as const, identifier: customerIdentifier('whatsapp', whatsappIdentifier) },
    { channel: 'voice' as const, identifier: customerIdentifier('voice', phone) },
  ];
  const shown = new Set([given]);
  return found.flatMap(({ channel, identifier }) => {
    if (identifier?.kind !== 'number' || shown.has(identifier.shown)) return [];
    shown.add(identifier.shown);
    return [{ channel, identifier, verified: undefined }];
  });
}

/**
 * Whether the identifier is verified: a network has verified the number; for a web chat the server knows only if it is
 * not verified.
 */
function verifiedOf(channel: ChannelName, isUnverified: boolean): boolean | undefined {
  if (isUnverified) return false;
  return channel === 'whatsapp' ? true : undefined;
}

/** The details of a contact with links to the contact's page and to the page of its company. */
function linked(contact: ContactView, page: ContactPageView | undefined, open: (path: string) => void): ContactView {
  const record = page?.id === contact.id ? page.contact : undefined;
  const { employerId = '', employer = '' } = record ?? {};
  return {
    ...contact,
    role: (record?.data as Partial<Record<string, string>> | undefined)?.cargo,
    page: { href: contactAddress(contact.id), onOpen: () => open(contactPath(contact.id)) },
    company:
      employerId === '' || employer === ''
        ? undefined
        : { href: companyAddress(employerId), onOpen: () => open(companyPath(employerId)) },
  };
}
