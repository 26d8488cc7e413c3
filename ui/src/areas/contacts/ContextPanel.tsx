// The details beside a conversation. Its tabs are the built ones: the contact.
import { X } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnEdge } from '../../design/ColumnEdge';
import { IconButton } from '../../design/IconButton';
import { Tabs } from '../../design/Tabs';
import type { ContactActions, ContactPanelState } from './contactViews';
import { ContactTab } from './ContactTab';
import styles from './ContextPanel.module.css';

export interface ContextPanelProps {
  contact: ContactPanelState;
  actions: ContactActions;
  /** Closes the drawer; not offered where the panel is a column. */
  onClose: () => void;
}

export function ContextPanel({ contact, actions, onClose }: ContextPanelProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState('contact');
  const edge = useContext(ColumnEdge);
  return (
    <aside id="details" tabIndex={-1} aria-label={t('contacts.panel.label')} className={styles.panel}>
      <Tabs
        label={t('contacts.panel.label')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'contact',
            label: t('contacts.panel.contact'),
            content: <ContactTab contact={contact} actions={actions} />,
          },
        ]}
        trailing={<IconButton className={styles.close} glyph={X} label={t('contacts.panel.close')} onClick={onClose} />}
      />
      {edge}
    </aside>
  );
}
