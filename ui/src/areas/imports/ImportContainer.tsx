// The import of contacts, connected with the core. The part that reads files is loaded when a file is chosen.
import { useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent, useSlice } from '../../core/react';
import { loadArea } from '../../design/lazyArea';
import { useCoreText } from '../../i18n/text';
import { saveCsv } from '../../shared/csv';
import { ImportDialog } from './ImportDialog';
import { keptTablesOf } from './keptTables';
import { portionsOf } from './portions';
import { refusedLines } from './report';
import { FileRefusal, type Table } from './table';

/** Maximum length of the sample values of the first lines that are passed to the core. */
const sampleLines = 3;
const sampleChars = 80;

const mainFields = ['fullname', 'id', 'whatsapp_identifier', 'chat_identifier', 'phone1', 'email'] as const;

export function ImportContainer() {
  const { t } = useTranslation();
  const say = useCoreText();
  const core = useCore();
  const tables = keptTablesOf(core);
  const intend = useIntent();
  const view = useSlice('contactImport');
  const agent = useSlice('session').agent?.id ?? '';
  const [reading, setReading] = useState(false);
  const [readerMissing, setReaderMissing] = useState(false);
  const { fields, handle } = view;

  const labelOf = useCallback(
    (field: string): string => {
      const main = mainFields.find((name) => name === field);
      const label = fields.find(({ name }) => name === field)?.label ?? '';
      return label !== '' ? label : main === undefined ? field : t(`imports.field.${main}`);
    },
    [fields, t],
  );

  const choose = async (file: File): Promise<void> => {
    setReading(true);
    setReaderMissing(false);
    try {
      const { readTable } = await loadArea(() => import('./readTable'), []);
      const table = await readTable(file);
      intend({
        area: 'imports',
        type: 'chooseImportFile',
        handle: tables.keep(table),
        name: file.name,
        headings: [...table.headings],
        sample: sampleOf(table),
        lines: table.lines.length,
      });
    } catch (cause) {
      if (cause instanceof FileRefusal)
        intend({ area: 'imports', type: 'refuseImportFile', name: file.name, fault: cause.fault, line: cause.line });
      else setReaderMissing(true);
    } finally {
      setReading(false);
    }
  };
  const begin = (): void => {
    const table = tables.get(handle);
    if (table === undefined) return;
    const portions = portionsOf(table, view.columns, agent, view.portionLines).map(({ body, lines }) => ({
      file: core.keepFile(new File([body], 'lines.json', { type: 'application/json' })),
      lines,
    }));
    tables.replaceBodies(portions.map(({ file }) => file));
    intend({ area: 'imports', type: 'beginImport', portions });
  };
  const table = tables.get(handle);
  const refused = view.step === 'done' ? refusedLines(view.refused, table, labelOf, say) : [];
  const saveRefused = (): void => {
    const heads = [t('imports.report.line'), t('imports.report.field'), t('imports.report.reason')];
    const rows = refused.map(({ number, field, reason, values }) => [String(number), field, reason, ...values]);
    saveCsv([[...heads, ...(table?.headings ?? [])], ...rows], `${t('imports.report.file')}.csv`);
  };

  return (
    <ImportDialog
      view={view}
      reading={reading}
      readerMissing={readerMissing}
      refused={refused}
      labelOf={labelOf}
      onFile={(file) => void choose(file)}
      onMap={(column, field) => intend({ area: 'imports', type: 'mapImportColumn', column, field })}
      onBegin={begin}
      onCancel={() => intend({ area: 'imports', type: 'cancelImport' })}
      onRetry={() => intend({ area: 'imports', type: 'retryImport' })}
      onSaveRefused={saveRefused}
      onSaveSample={
        fields.length === 0
          ? undefined
          : () => saveCsv([fields.map(({ name }) => labelOf(name))], `${t('imports.choose.sampleFile')}.csv`)
      }
      onClose={() => intend({ area: 'imports', type: 'closeImport' })}
    />
  );
}

function sampleOf({ headings, lines }: Table): string[][] {
  return lines
    .slice(0, sampleLines)
    .map((cells) => headings.map((_, index) => (cells[index] ?? '').slice(0, sampleChars)));
}
