// The agent's actions on contacts in every list: the intents, and the question before contacts are deleted.
import type { ContactRowView } from 'core-wasm';
import { Trash2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { companyPath, contactPath } from '../../shared/addresses';
import { useFastTrigger, useNumberChannels } from '../../shared/numberChannels';
import { useStartReason } from '../../shared/useStartReason';
import type { ContactActions } from './contactTable';

export interface ContactActionsAndQuestion {
  actions: ContactActions;
  /** The question before contacts are deleted. */
  question: ReactNode;
}

export function useContactActions(): ContactActionsAndQuestion {
  const { t } = useTranslation();
  const intend = useIntent();
  const onNumber = useFastTrigger();
  const channels = useNumberChannels();
  const startReason = useStartReason();
  const [asked, setAsked] = useState<ReadonlyArray<ContactRowView>>([]);
  const actions = useMemo(
    (): ContactActions => ({
      onOpenPage: (id) => intend({ area: 'shell', type: 'openArea', path: contactPath(id) }),
      onOpenCompany: (id) => intend({ area: 'shell', type: 'openArea', path: companyPath(id) }),
      onEdit: (contactId) => intend({ area: 'people', type: 'openContactEditor', contactId }),
      onDelete: setAsked,
      onPreferential: (contactId, preferential) =>
        intend({ area: 'people', type: 'setPreferential', contactId, preferential }),
      onNumber,
      channels,
      startReason,
    }),
    [intend, onNumber, channels, startReason],
  );
  const confirm = (): void => {
    intend({ area: 'people', type: 'deleteContacts', contactIds: asked.map(({ id }) => id) });
    setAsked([]);
  };
  const question = (
    <ConfirmDialog
      open={asked.length > 0}
      glyph={Trash2}
      tone="danger"
      title={t('people.delete.title', { count: asked.length, name: asked[0]?.name ?? '' })}
      description={t('people.delete.text', { count: asked.length })}
      confirmLabel={t('people.action.delete')}
      pending={false}
      onConfirm={confirm}
      onCancel={() => setAsked([])}
    />
  );
  return { actions, question };
}
