// The list of preset messages above the composer. The field keeps the focus and moves the selection.
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { Kbd } from '../../design/Kbd';
import { Spinner } from '../../design/Spinner';
import type { PresetView } from './presets';
import styles from './PresetList.module.css';

export const presetListId = 'composer-presets';

export function presetOptionId(preset: PresetView): string {
  return `${presetListId}-${preset.id}`;
}

/** As printed on the keys. */
const keys = { move: '↑↓', insert: 'Enter', close: 'Esc' } as const;

export interface PresetListProps {
  state: 'loading' | 'ready' | 'failed';
  presets: ReadonlyArray<PresetView>;
  selected: PresetView | undefined;
  onChoose: (preset: PresetView) => void;
  onRetry: () => void;
}

export function PresetList({ state, presets, selected, onChoose, onRetry }: PresetListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const count = presets.length;
  useEffect(() => {
    if (state === 'ready') announce(t('chat.presets.count', { count }));
  }, [state, count, t]);
  if (count === 0)
    return (
      <div className={classNames(styles.panel, styles.state)}>
        {state === 'loading' && (
          <p role="status">
            <Spinner className={styles.spinner} />
            {t('chat.presets.loading')}
          </p>
        )}
        {state === 'ready' && <p role="status">{t('chat.presets.none')}</p>}
        {state === 'failed' && (
          <>
            <p role="alert">{t('chat.presets.failed')}</p>
            <Button size="small" onClick={onRetry}>
              {t('chat.message.retry')}
            </Button>
          </>
        )}
      </div>
    );
  return (
    <div className={styles.panel}>
      <ul ref={list} id={presetListId} role="listbox" aria-label={t('chat.presets.title')} className={styles.list}>
        {presets.map((preset) => (
          <li
            key={preset.id}
            id={presetOptionId(preset)}
            role="option"
            aria-selected={preset === selected}
            className={classNames(styles.option, preset === selected && styles.selected)}
            // The field must not lose the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(preset)}
          >
            <b className={styles.name}>/{preset.name}</b>
            <span className={styles.text}>{preset.text}</span>
            {preset.asIs && <span className={styles.mark}>{t('chat.presets.asIs')}</span>}
          </li>
        ))}
      </ul>
      <p className={styles.help} aria-hidden="true">
        <Kbd>{keys.move}</Kbd>
        {t('chat.presets.move')}
        <Kbd>{keys.insert}</Kbd>
        {t(selected?.asIs === true ? 'chat.presets.send' : 'chat.presets.insert')}
        <Kbd>{keys.close}</Kbd>
        {t('chat.presets.close')}
      </p>
    </div>
  );
}
