// The import of contacts in each state.
import { ImportDialog } from '../areas/imports/ImportDialog';
import { refusedLines } from '../areas/imports/report';
import { useCoreText } from '../i18n/text';
import { chosenImport, importLabels, importStates, importTable } from './importSamples';
import { ignore } from './samples';

export function ImportGallery({ name }: { name: string }) {
  const say = useCoreText();
  const view = { ...chosenImport, ...(importStates[name] ?? {}) };
  const labelOf = (field: string): string => importLabels[field] ?? field;
  return (
    <ImportDialog
      view={view}
      reading={name === 'reading'}
      readerMissing={false}
      refused={refusedLines(view.refused, importTable, labelOf, say)}
      labelOf={labelOf}
      onFile={ignore}
      onMap={ignore}
      onBegin={ignore}
      onCancel={ignore}
      onRetry={ignore}
      onSaveRefused={ignore}
      onClose={ignore}
    />
  );
}
