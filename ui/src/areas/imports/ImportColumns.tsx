// The columns of the file with their first values, and the field that each one is imported into.
import type { ContactImportView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { Note } from '../../design/Note';
import { Select } from '../../design/Select';
import styles from './ImportColumns.module.css';

export interface ImportColumnsProps {
  view: ContactImportView;
  /** Why the import cannot start. */
  missing: string | undefined;
  labelOf: (field: string) => string;
  onMap: (column: number, field: string) => void;
}

export function ImportColumns({ view, missing, labelOf, onMap }: ImportColumnsProps) {
  const { t } = useTranslation();
  const options = [
    { value: '', label: t('imports.columns.none') },
    ...view.fields.map(({ name }) => ({ value: name, label: labelOf(name) })),
  ];
  return (
    <>
      <p className={styles.file}>
        <bdi className={styles.name}>{view.file}</bdi>
        <span className={styles.count}>{t('imports.columns.lines', { count: view.lines })}</span>
      </p>
      {missing !== undefined && (
        <Note tone="warning" className={styles.note}>
          {missing}
        </Note>
      )}
      <table className={styles.table}>
        <caption className={styles.caption}>{t('imports.columns.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('imports.columns.heading')}</th>
            <th scope="col" className={styles.values}>
              {t('imports.columns.values')}
            </th>
            <th scope="col">{t('imports.columns.field')}</th>
          </tr>
        </thead>
        <tbody>
          {view.columns.map(({ heading, field, sample }, index) => {
            const title = heading === '' ? t('imports.columns.unnamed', { number: index + 1 }) : heading;
            const values = sample.filter((value) => value.trim() !== '');
            return (
              // A file may have two columns with the same heading, so that the position identifies a column.
              <tr key={index}>
                <th scope="row">
                  <bdi className={styles.text}>{title}</bdi>
                  <bdi className={styles.first}>{values[0] ?? '-'}</bdi>
                </th>
                <td className={styles.values}>
                  {values.length === 0
                    ? '-'
                    : values.map((value, place) => (
                        <bdi key={place} className={styles.text}>
                          {value}
                        </bdi>
                      ))}
                </td>
                <td>
                  <Select
                    label={t('imports.columns.fieldOf', { column: title })}
                    value={field}
                    options={options}
                    onChange={(next) => onMap(index, next)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
