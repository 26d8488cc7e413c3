// The button of the filter of the attendance list (JOB-023 to JOB-026). A dot shows that the list is filtered; the panel is loaded when it is first
// opened.
import { SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useSlice } from '../../core/react';
import { IconButton } from '../../design/IconButton';
import { lazyArea } from '../../design/lazyArea';
import { Popover } from '../../design/Popover';
import { isFiltered } from '../../shared/listTags';
import { filterChannels } from './filterChannels';
import styles from './ListFilterButton.module.css';

const ListFilterPart = lazyArea(() => import('../tags/ListFilterContainer'), {
  component: 'ListFilterContainer',
  words: ['tags'],
});

export function ListFilterButton() {
  const { t } = useTranslation();
  const preferences = useSlice('preferences');
  const { items } = useSlice('channels');
  const channels = useMemo(() => filterChannels(items.map(({ channel }) => channel)), [items]);
  const filtered = isFiltered(preferences);
  return (
    <Popover
      label={t('jobs.list.filter')}
      align="start"
      trigger={
        <IconButton glyph={SlidersHorizontal} label={t(filtered ? 'jobs.list.filterOn' : 'jobs.list.filter')}>
          {filtered && <i className={styles.dot} aria-hidden="true" />}
        </IconButton>
      }
    >
      <ListFilterPart channels={channels} />
    </Popover>
  );
}
