// The result of the import: how many contacts exist now, and which lines were refused.
import type { ContactImportView } from 'core-wasm';
import { Download } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import type { RefusedLine } from './report';
import styles from './ImportReport.module.css';

/** All refused lines can be saved as a file. */
const mostShown = 100;

export interface ImportReportProps {
  view: ContactImportView;
  refused: ReadonlyArray<RefusedLine>;
  onSave: () => void;
}

export function ImportReport({ view, refused, onSave }: ImportReportProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.outcome} role="status">
        {t('imports.done', { count: view.created })}
      </p>
      {refused.length > 0 && (
        <>
          <div className={styles.bar}>
            <p className={styles.refused}>{t('imports.report.refused', { count: refused.length })}</p>
            <Button size="small" glyph={Download} onClick={onSave}>
              {t('imports.report.save')}
            </Button>
          </div>
          <div className={styles.scroll} role="region" aria-label={t('imports.report.caption')} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col" className={styles.number}>
                    {t('imports.report.line')}
                  </th>
                  <th scope="col">{t('imports.report.reason')}</th>
                  <th scope="col">{t('imports.report.values')}</th>
                </tr>
              </thead>
              <tbody>
                {refused.slice(0, mostShown).map(({ number, field, reason, values }) => (
                  <tr key={number}>
                    <td className={styles.number}>{number}</td>
                    <td>
                      <span className={styles.field}>{field}</span>
                      {reason}
                    </td>
                    <td>
                      <span className={styles.values}>
                        {values
                          .filter((value) => value.trim() !== '')
                          .slice(0, 4)
                          .map((value, place) => (
                            <bdi key={place} className={styles.value}>
                              {value.slice(0, 200)}
                            </bdi>
                          ))}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {refused.length > mostShown && (
            <p className={styles.more}>{t('imports.report.more', { count: refused.length - mostShown })}</p>
          )}
        </>
      )}
    </>
  );
}
