// Each dialog of the built areas, open.
import { useState } from 'react';
import { PreferencesDialog } from '../app/PreferencesDialog';
import { FinishDialog } from '../areas/jobs/FinishDialog';
import { QualificationDialog, type QualificationDialogProps } from '../areas/qualification/QualificationDialog';
import { LogOffDialog } from '../areas/session/LogOffDialog';
import { ignore, longName } from './samples';

const options = [
  { id: '1', name: 'Renovação › Aceita' },
  { id: '2', name: 'Renovação › Em negociação' },
  { id: '3', name: 'Renovação › Recusada' },
  { id: '4', name: `Renovação › ${longName}` },
];

const qualificationStates: Readonly<Record<string, Partial<QualificationDialogProps>>> = {
  qualificationLoading: { state: 'loading' },
  qualificationNotLoaded: { state: 'failed' },
  qualificationNone: { options: [] },
  qualificationInvalid: { selected: null, selectionError: 'Escolha uma qualificação', observationError: 'Esse campo é obrigatório' },
  qualificationFailed: { failure: 'Não foi possível realizar a qualificação.' },
  qualificationPending: { pending: true },
};

export function DialogScreen({ name }: { name: string }) {
  switch (name) {
    case 'logOff':
      return <LogOffDialog open openJobs={3} pending={false} onConfirm={ignore} onCancel={ignore} />;
    case 'finish':
    case 'finishPending':
    case 'finishFailed':
      return <FinishDialog open name={longName} pending={name === 'finishPending'} failure={name === 'finishFailed' ? 'O atendimento já foi encerrado.' : undefined} onConfirm={ignore} onCancel={ignore} />;
    case 'preferences':
      return <PreferencesDialog open theme="system" onThemeChange={ignore} language="pt-BR" onLanguageChange={ignore} sendWith="enter" onSendWithChange={ignore} sounds onSoundsChange={ignore} onClose={ignore} />;
    default:
      return <QualificationGallery {...(qualificationStates[name] ?? {})} />;
  }
}

function QualificationGallery(state: Partial<QualificationDialogProps>) {
  const [selected, setSelected] = useState<string | null>('1');
  const [observation, setObservation] = useState('');
  return (
    <QualificationDialog
      open
      state="ready"
      options={options}
      selected={selected}
      onSelect={setSelected}
      observation={observation}
      onObservationChange={setObservation}
      observationRequired
      pending={false}
      onQualify={ignore}
      onLater={ignore}
      onRetry={ignore}
      {...state}
    />
  );
}
