// The details of a conversation beside the core.
import type { JobView } from 'core-wasm';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent } from '../../core/react';
import { useContact } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { contactPanel } from './contactPanel';
import type { ContactActions } from './contactViews';
import { ContextPanel } from './ContextPanel';

export interface ContextPanelContainerProps {
  protocol: string;
  job: JobView;
  onClose: () => void;
}

export function ContextPanelContainer({ protocol, job, onClose }: ContextPanelContainerProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const panel = useContact(protocol);
  const identifier = panel?.identifier ?? '';
  const actions = useMemo(
    (): ContactActions => ({
      onRetry: () => intend({ type: 'reloadContact', protocol }),
      onFormToggle: (open) => intend({ type: open ? 'openContactForm' : 'closeContactForm', protocol }),
      onCreate: (fullname, given) => intend({ type: 'saveContact', protocol, fullname, identifier: given }),
      onSearchToggle: (open) => intend({ type: 'openContactSearch', protocol, open }),
      onSearch: (text) => intend({ type: 'searchContacts', protocol, text }),
      onLink: (contactId) => intend({ type: 'linkContact', protocol, contactId }),
      // Only the name can be changed in place.
      onSaveField: (_name, value) => {
        intend({ type: 'openContactForm', protocol });
        intend({ type: 'saveContact', protocol, fullname: value, identifier });
      },
      onLeaveField: () => intend({ type: 'closeContactForm', protocol }),
    }),
    [intend, protocol, identifier],
  );
  const tags = job.tags;
  const contact = useMemo(
    () =>
      panel === undefined
        ? ({ kind: 'loading' } as const)
        : contactPanel({ panel, tags, say, loadFailed: t('contacts.loadFailed') }),
    [panel, tags, say, t],
  );
  return <ContextPanel contact={contact} actions={actions} onClose={onClose} />;
}
