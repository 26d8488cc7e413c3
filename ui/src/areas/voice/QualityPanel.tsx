// Round-trip time, jitter, loss and bitrate of the last minute (BEY-022): the present value, a word for it, and a small graph.
import { useTranslation } from '../../i18n/useTranslation';
import type { QualitySample } from './callViews';
import styles from './QualityPanel.module.css';

type Field = 'roundTrip' | 'jitter' | 'loss' | 'bitrate';

interface Measure {
  of: (sample: QualitySample) => number | null | undefined;
  unit: 'milliseconds' | 'percent' | 'kilobits';
  /**
   * From this value on, speech quality suffers: ITU-T G.114 for delays, G.113 for loss. The bitrate has no limit: it depends
   * on the codec.
   */
  fair?: number;
  poor?: number;
}

const measures: Readonly<Record<Field, Measure>> = {
  roundTrip: { of: ({ roundTripMs }) => roundTripMs, unit: 'milliseconds', fair: 300, poor: 500 },
  jitter: { of: ({ jitterMs }) => jitterMs, unit: 'milliseconds', fair: 30, poor: 60 },
  loss: { of: ({ loss }) => scaled(loss, 100), unit: 'percent', fair: 2, poor: 5 },
  bitrate: { of: ({ bitrate }) => scaled(bitrate, 1 / 1000), unit: 'kilobits' },
};

function scaled(value: number | null | undefined, factor: number): number | null {
  return value === null || value === undefined ? null : Math.round(10 * value * factor) / 10;
}

const fields: ReadonlyArray<Field> = ['roundTrip', 'jitter', 'loss', 'bitrate'];

/** Length in samples, one per second. */
const shownSamples = 60;
const graphWidth = 120;
const graphHeight = 24;

/** `samples` are ordered oldest first. */
export function QualityPanel({ samples }: { samples: ReadonlyArray<QualitySample> }) {
  const { t } = useTranslation();
  const shown = samples.slice(-shownSamples);
  return (
    <section className={styles.panel} aria-label={t('voice.quality.title')}>
      <h3 className={styles.title}>{t('voice.quality.title')}</h3>
      {shown.length === 0 ? (
        <p className={styles.waiting}>{t('voice.quality.waiting')}</p>
      ) : (
        <dl className={styles.rows}>
          {fields.map((field) => (
            <Row key={field} field={field} samples={shown} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Row({ field, samples }: { field: Field; samples: ReadonlyArray<QualitySample> }) {
  const { t } = useTranslation();
  const measure = measures[field];
  const values = samples.map((sample) => measure.of(sample) ?? null);
  const current = values[values.length - 1] ?? null;
  const most = Math.max(0, ...values.filter((value) => value !== null));
  const say = (value: number): string => t(`voice.quality.${measure.unit}`, { value });
  const name = t(`voice.quality.${field}`);
  const state = current === null || measure.fair === undefined ? undefined : stateOf(current, measure);
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        {current === null ? '-' : say(current)}
        {state !== undefined && (
          <span className={styles.state} data-state={state}>
            {t(`voice.quality.state.${state}`)}
          </span>
        )}
      </dd>
      <dd className={styles.graph}>
        <svg
          role="img"
          aria-label={t('voice.quality.graph', { name, count: values.length, most: say(most) })}
          viewBox={`0 0 ${graphWidth} ${graphHeight}`}
          preserveAspectRatio="none"
        >
          {linesOf(values, Math.max(most, measure.fair ?? 1)).map((points) => (
            <polyline key={points} points={points} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      </dd>
    </div>
  );
}

export function stateOf(value: number, { fair = Infinity, poor = Infinity }: Pick<Measure, 'fair' | 'poor'>) {
  return value >= poor ? 'poor' : value >= fair ? 'fair' : 'good';
}

/** The newest value is at the right edge; a missing value is a gap. */
export function linesOf(values: ReadonlyArray<number | null>, top: number): ReadonlyArray<string> {
  const lines: string[][] = [[]];
  values.forEach((value, index) => {
    const line = lines[lines.length - 1] ?? [];
    if (value === null) {
      if (line.length > 0) lines.push([]);
      return;
    }
    const x = graphWidth - ((values.length - 1 - index) * graphWidth) / (shownSamples - 1);
    const y = graphHeight - 1 - (Math.min(value, top) / top) * (graphHeight - 2);
    line.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  });
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '));
}
