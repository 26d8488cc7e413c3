// The filters of the history: a range of days with presets, channel, qualification and a search. Below 768 px channel and qualification are in a
// panel.
import type { HistoryFilter } from 'core-wasm';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import type { DateRange } from '../../design/dateRange';
import { DateRangeField } from '../../design/DateRangeField';
import { Popover } from '../../design/Popover';
import { SearchField } from '../../design/SearchField';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Select } from '../../design/Select';
import { useMediaQuery } from '../../design/useMediaQuery';
import { qualificationName } from '../../i18n/qualificationName';
import { datePresets, presetOf, rangeOf } from './datePresets';
import styles from './HistoryFilters.module.css';

export interface HistoryFiltersProps {
  range: DateRange;
  /** The agent's day, `YYYY-MM-DD`. */
  today: string;
  filter: HistoryChoice;
  /** The searched text. */
  search: string;
  /** Channels of the agent. */
  channels: ReadonlyArray<HistoryChannel>;
  /** Names of the qualifications to choose from. */
  qualifications: ReadonlyArray<string>;
  /** Why the range is refused; the earlier result stays visible. */
  rangeError: string | undefined;
  /** Whether channel, qualification or search differ from their defaults. */
  isFiltered: boolean;
  onRange: (range: DateRange) => void;
  onFilter: (change: Partial<HistoryChoice>) => void;
  onSearch: (text: string) => void;
}

/** The filter of the core with every field. */
export type HistoryChoice = { [Field in keyof HistoryFilter]-?: NonNullable<HistoryFilter[Field]> };
export type HistoryChannel = Exclude<HistoryChoice['channel'], ''>;

export function HistoryFilters(props: HistoryFiltersProps) {
  const { rangeError, onRange, onSearch } = props;
  const { t } = useTranslation();
  const onPhone = useMediaQuery('below-tablet');
  const searchField = (
    <SearchField
      label={t('history.filter.search')}
      placeholder={t('history.filter.searchPlaceholder')}
      clearLabel={t('history.filter.clearSearch')}
      value={props.search}
      className={styles.search}
      onChange={onSearch}
    />
  );
  const rangeField = (
    <DateRangeField
      label={t('history.filter.range')}
      startLabel={t('history.filter.start')}
      endLabel={t('history.filter.end')}
      value={props.range}
      today={props.today}
      error={rangeError}
      className={styles.range}
      onChange={onRange}
    />
  );
  if (onPhone)
    return (
      <div className={styles.filters}>
        {searchField}
        <div className={styles.line}>
          {rangeField}
          <Popover
            label={t('history.filter.title')}
            className={styles.popover}
            trigger={
              <Button size="large" glyph={SlidersHorizontal} className={styles.more}>
                {t('history.filter.title')}
              </Button>
            }
          >
            <Presets {...props} />
            <Choices {...props} labelled />
          </Popover>
        </div>
      </div>
    );
  return (
    <div className={styles.filters}>
      {rangeField}
      <Presets {...props} />
      <Choices {...props} />
      {searchField}
    </div>
  );
}

function Presets({ range, today, onRange }: HistoryFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.presets}>
      <SegmentedControl
        label={t('history.filter.presets')}
        segments={datePresets.map((preset) => ({ value: preset, label: t(`history.preset.${preset}`) }))}
        // No preset is pressed for a range that the agent entered.
        value={presetOf(range, today) ?? ('' as (typeof datePresets)[number])}
        onChange={(preset) => onRange(rangeOf(preset, today))}
      />
    </div>
  );
}

function Choices({
  filter,
  channels,
  qualifications,
  onFilter,
  labelled = false,
}: HistoryFiltersProps & { labelled?: boolean }) {
  const { t } = useTranslation();
  // The chosen qualification stays in the list, also when no attendance on the page has it.
  const named =
    filter.qualification === '' || qualifications.includes(filter.qualification)
      ? qualifications
      : [filter.qualification, ...qualifications];
  return (
    <>
      <Choice label={t('history.filter.channel')} labelled={labelled}>
        <Select
          label={t('history.filter.channel')}
          value={filter.channel}
          options={[
            { value: '' as const, label: t('history.filter.allChannels') },
            ...channels.map((channel) => ({ value: channel, label: t(`channels.name.${channel}`) })),
          ]}
          onChange={(channel) => onFilter({ channel })}
        />
      </Choice>
      <Choice label={t('history.filter.qualification')} labelled={labelled}>
        <Select
          label={t('history.filter.qualification')}
          value={filter.qualification}
          options={[
            { value: '', label: t('history.filter.allQualifications') },
            ...named.map((name) => ({ value: name, label: qualificationName(name, t) })),
          ]}
          onChange={(qualification) => onFilter({ qualification })}
        />
      </Choice>
    </>
  );
}

/** In the panel on phones, each choice has a visible label. */
function Choice({ label, labelled, children }: { label: string; labelled: boolean; children: ReactNode }) {
  return (
    <span className={styles.choice}>
      {labelled && <span className={styles.choiceLabel}>{label}</span>}
      {children}
    </span>
  );
}
