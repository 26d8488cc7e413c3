// The number of agents per situation; choosing a situation filters the board.
import type { BoardFilter, BoardSummaryView, Situation } from 'core-wasm';
import * as RadioGroup from 'radix-ui/radio-group';
import { useTranslation } from '../../i18n/useTranslation';
import type { StatusShape } from '../../design/StatusMark';
import { StatusMark } from '../../design/StatusMark';
import { situations } from './board';
import styles from './BoardSummary.module.css';

const shapes: Record<Situation, StatusShape> = {
  available: 'dot',
  inAttendance: 'ringedDot',
  paused: 'bars',
  absent: 'clock',
  disconnected: 'hollowRing',
};

export interface BoardSummaryProps {
  /** Undefined until the board is loaded. */
  summary: BoardSummaryView | undefined;
  situation: BoardFilter['situation'];
  /** Whether a drawer takes a third of the width. */
  besideDrawer?: boolean;
  onSituation: (situation: BoardFilter['situation']) => void;
}

export function BoardSummary({ summary, situation, besideDrawer = false, onSituation }: BoardSummaryProps) {
  const { t } = useTranslation();
  const besides: Partial<Record<Situation, string>> =
    summary === undefined
      ? {}
      : {
          ...(summary.attendances > 0
            ? { inAttendance: t('supervision.row.attendances', { count: summary.attendances }) }
            : {}),
          ...(summary.exceeded > 0 ? { paused: t('supervision.summary.exceeded', { count: summary.exceeded }) } : {}),
        };
  const choose = (value: string): void => {
    onSituation(situations.find((candidate) => candidate === value));
  };
  return (
    <RadioGroup.Root
      className={styles.tiles}
      data-tight={besideDrawer || undefined}
      aria-label={t('supervision.filter.status')}
      value={situation ?? 'all'}
      onValueChange={choose}
    >
      <Tile
        value="all"
        label={t('supervision.summary.logged')}
        count={summary?.logged}
        beside={summary === undefined ? undefined : t('supervision.summary.of', { total: summary.total })}
      />
      {situations.map((one) => (
        <Tile
          key={one}
          value={one}
          label={t(`supervision.filter.${one}`)}
          shape={shapes[one]}
          count={summary?.[one]}
          beside={besides[one]}
        />
      ))}
    </RadioGroup.Root>
  );
}

function Tile({
  value,
  label,
  shape,
  count,
  beside,
}: {
  value: string;
  label: string;
  shape?: StatusShape;
  count: number | undefined;
  beside: string | undefined;
}) {
  return (
    <RadioGroup.Item value={value} className={styles.tile}>
      <span className={styles.label}>
        {shape !== undefined && <StatusMark shape={shape} className={styles.mark} />}
        <span className={styles.word}>{label}</span>
      </span>
      <span className={styles.value}>
        <span className={styles.number}>{count ?? '–'}</span>
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
      </span>
    </RadioGroup.Item>
  );
}
