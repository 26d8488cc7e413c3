// The contact's tab of the context panel, connected with the core.
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useContact, type OpenJob } from '../../core/slices';
import { lazyArea } from '../../design/lazyArea';
import { useCoreText } from '../../i18n/text';
import { useFastTrigger } from '../../shared/numberChannels';
import { contactPanel } from './contactPanel';
import type { ContactActions } from './contactViews';
import { ContactTab } from './ContactTab';

const AttendanceTagsPart = lazyArea(() => import('../tags/AttendanceTags'), {
  component: 'AttendanceTags',
  words: ['tags'],
});

export interface ContactTabContainerProps {
  protocol: string;
  job: OpenJob;
}

export function ContactTabContainer({ protocol, job }: ContactTabContainerProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const panel = useContact(protocol);
  const onNumber = useFastTrigger();
  const identifier = panel?.identifier ?? '';
  const actions = useMemo(
    (): ContactActions => ({
      onRetry: () => intend({ area: 'contacts', type: 'reloadContact', protocol }),
      onFormToggle: (open) =>
        intend({ area: 'contacts', type: open ? 'openContactForm' : 'closeContactForm', protocol }),
      onCreate: (fullname, given) =>
        intend({ area: 'contacts', type: 'saveContact', protocol, fullname, identifier: given }),
      onSearchToggle: (open) => intend({ area: 'contacts', type: 'openContactSearch', protocol, open }),
      onSearch: (text) => intend({ area: 'contacts', type: 'searchContacts', protocol, text }),
      onLink: (contactId) => intend({ area: 'contacts', type: 'linkContact', protocol, contactId }),
      // Only the name can be changed in place.
      onSaveField: (_name, value) => {
        intend({ area: 'contacts', type: 'openContactForm', protocol });
        intend({ area: 'contacts', type: 'saveContact', protocol, fullname: value, identifier });
      },
      onLeaveField: () => intend({ area: 'contacts', type: 'closeContactForm', protocol }),
      onNumber,
    }),
    [intend, protocol, identifier, onNumber],
  );
  const tags = job.tags;
  const contact = useMemo(
    () =>
      panel === undefined
        ? ({ kind: 'loading' } as const)
        : contactPanel({ panel, tags, say, loadFailed: t('contacts.loadFailed') }),
    [panel, tags, say, t],
  );
  return (
    <ContactTab
      contact={contact}
      actions={actions}
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
