// The list of preset messages above the composer. The field keeps the focus and moves the active row.
import { useTranslation } from '../../../i18n/useTranslation';
import { classNames } from '../../../design/classNames';
import { Kbd } from '../../../design/Kbd';
import { SearchList } from '../../../design/SearchList';
import type { SearchListControl } from '../../../design/useSearchList';
import { sendAsText, type PresetView } from './presets';
import { UnsupportedItems } from '../../../shared/UnsupportedItems';
import box from './ComposerBox.module.css';
import styles from './PresetList.module.css';

/** The names of keys as printed on them. */
const keys = { move: '↑↓', insert: 'Enter', close: 'Esc' } as const;

export interface PresetListProps {
  state: 'loading' | 'ready' | 'failed';
  list: SearchListControl<PresetView>;
  /** The typed text that no preset contains. */
  missing?: string | undefined;
  onRetry: () => void;
}

export function PresetList({ state, list, missing, onRetry }: PresetListProps) {
  const { t } = useTranslation();
  return (
    <div className={classNames(box.popup, styles.panel)}>
      {missing !== undefined && <p className={styles.missing}>{t('chat.presets.missing', { text: `/${missing}` })}</p>}
      <SearchList
        label={t('chat.presets.title')}
        list={list}
        state={state}
        texts={{
          loading: t('chat.presets.loading'),
          nothing: t('chat.presets.none'),
          failed: t('chat.presets.failed'),
        }}
        onRetry={onRetry}
        outcome={
          missing === undefined
            ? t('chat.presets.count', { count: list.rows.length })
            : t('chat.presets.missing', { text: `/${missing}` })
        }
        renderRow={(row) =>
          row === sendAsText ? (
            <span className={styles.text}>{t('chat.presets.sendAsText')}</span>
          ) : (
            <>
              <b className={styles.name}>/{row.name}</b>
              <span className={styles.text}>{row.text}</span>
              {row.asIs && <span className={styles.mark}>{t('chat.presets.asIs')}</span>}
            </>
          )
        }
      />
      <UnsupportedItems list="presets" />
      {list.active !== undefined && missing === undefined && (
        <p className={styles.help} aria-hidden="true">
          <Kbd>{keys.move}</Kbd>
          {t('chat.presets.move')}
          <Kbd>{keys.insert}</Kbd>
          {t(list.active.asIs ? 'chat.presets.send' : 'chat.presets.insert')}
          <Kbd>{keys.close}</Kbd>
          {t('chat.presets.close')}
        </p>
      )}
    </div>
  );
}
