// The import of contacts: the agent chooses a file, assigns its columns to fields, follows the progress and reads the report. It shows props and
// reports actions.
import type { ContactImportView } from 'core-wasm';
import { FileUp } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { useCoreText } from '../../i18n/text';
import { ChooseFile } from './ChooseFile';
import { ImportColumns } from './ImportColumns';
import { ImportProgress } from './ImportProgress';
import { ImportReport } from './ImportReport';
import type { RefusedLine } from './report';

export interface ImportDialogProps {
  view: ContactImportView;
  /** A file is being read. */
  reading: boolean;
  /** The part that reads files could not be loaded. */
  readerMissing: boolean;
  refused: ReadonlyArray<RefusedLine>;
  labelOf: (field: string) => string;
  onFile: (file: File) => void;
  onMap: (column: number, field: string) => void;
  onBegin: () => void;
  onCancel: () => void;
  onRetry: () => void;
  onSaveRefused: () => void;
  /** Saves an empty file with the headings of the fields; undefined until the headings are known. */
  onSaveSample?: (() => void) | undefined;
  onClose: () => void;
}

export function ImportDialog(props: ImportDialogProps) {
  const { view, reading, readerMissing, refused, labelOf, onFile, onMap, onBegin, onCancel, onRetry, onClose } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const { step } = view;
  const failure = readerMissing ? t('imports.readerMissing') : view.error === undefined ? undefined : say(view.error);
  const missing = view.missing === undefined ? undefined : say(view.missing);
  const atWork = step === 'sending' || step === 'applying' || step === 'removing' || step === 'failed';
  return (
    <Dialog
      open={view.open}
      wide
      title={t('imports.title')}
      glyph={FileUp}
      failure={failure}
      onClose={onClose}
      footer={
        atWork ? (
          <>
            {view.cancellable && <Button onClick={onCancel}>{t('imports.action.cancel')}</Button>}
            {step === 'failed' ? (
              <Button tone="primary" onClick={onRetry}>
                {t('imports.action.retry')}
              </Button>
            ) : (
              <Button tone="ghost" onClick={onClose}>
                {t('imports.action.hide')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button tone="ghost" onClick={onClose}>
              {t('imports.action.close')}
            </Button>
            {step === 'mapping' && (
              <Button tone="primary" disabledReason={missing} pending={reading} onClick={onBegin}>
                {t('imports.action.begin', { count: view.lines })}
              </Button>
            )}
          </>
        )
      }
    >
      {step === 'noFile' && <ChooseFile large reading={reading} onFile={onFile} onSaveSample={props.onSaveSample} />}
      {step === 'mapping' && (
        <>
          <ImportColumns view={view} missing={missing} labelOf={labelOf} onMap={onMap} />
          <ChooseFile reading={reading} onFile={onFile} />
        </>
      )}
      {atWork && <ImportProgress view={view} />}
      {step === 'done' && (
        <>
          <ImportReport view={view} refused={refused} onSave={props.onSaveRefused} />
          <ChooseFile reading={reading} onFile={onFile} />
        </>
      )}
    </Dialog>
  );
}
