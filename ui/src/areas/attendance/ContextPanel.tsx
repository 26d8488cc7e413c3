// The details beside a conversation, in tabs.
import { X } from 'lucide-react';
import { useContext, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ColumnEdge } from '../../design/ColumnEdge';
import { IconButton } from '../../design/IconButton';
import { isComposing } from '../../design/isComposing';
import { Tabs, type Tab } from '../../design/Tabs';
import { matchesMedia } from '../../design/useMediaQuery';
import { isInLayerAbove } from '../../design/useSidePanel';
import { DetailsTabContext } from '../../shared/detailsTab';
import styles from './ContextPanel.module.css';

export interface ContextPanelProps {
  tabs: ReadonlyArray<Tab>;
  /** Queue or campaign of the attendance; may be empty. */
  place: string;
  /** Closes the drawer; not called while the panel is a column. */
  onClose: () => void;
}

export function ContextPanel({ tabs, place, onClose }: ContextPanelProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const edge = useContext(ColumnEdge);
  const shown = tabs.find(({ value }) => value === chosen) ?? tabs[0];
  // As a drawer the details close with Esc; a field or a menu inside handles its own Esc first.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    if (!matchesMedia('below-three-columns') || isInLayerAbove(event.target, event.currentTarget)) return;
    onClose();
  };
  return (
    <aside
      id="details"
      tabIndex={-1}
      aria-label={t('contacts.panel.label')}
      className={styles.panel}
      onKeyDown={onKeyDown}
    >
      {place !== '' && (
        <p className={styles.place} title={place}>
          <span className={styles.placeWord}>{t('jobs.header.place')}</span> <bdi>{place}</bdi>
        </p>
      )}
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
