// The details beside a conversation, in tabs.
import { X } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ColumnEdge } from '../../design/ColumnEdge';
import { IconButton } from '../../design/IconButton';
import { Tabs, type Tab } from '../../design/Tabs';
import { DetailsTabContext } from '../../shared/detailsTab';
import styles from './ContextPanel.module.css';

export interface ContextPanelProps {
  tabs: ReadonlyArray<Tab>;
  /** Closes the drawer; undefined if the panel is a column. */
  onClose: () => void;
}

export function ContextPanel({ tabs, onClose }: ContextPanelProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const edge = useContext(ColumnEdge);
  const shown = tabs.find(({ value }) => value === chosen) ?? tabs[0];
  return (
    <aside id="details" tabIndex={-1} aria-label={t('contacts.panel.label')} className={styles.panel}>
      <DetailsTabContext value={setChosen}>
        <Tabs
          label={t('contacts.panel.label')}
          wraps
          value={shown?.value ?? ''}
          onChange={setChosen}
          tabs={tabs}
          trailing={
            <IconButton className={styles.close} glyph={X} label={t('contacts.panel.close')} onClick={onClose} />
          }
        />
      </DetailsTabContext>
      {edge}
    </aside>
  );
}
