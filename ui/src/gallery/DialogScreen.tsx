// Each dialog of the built areas, open.
import { useState } from 'react';
import { PreferencesDialog } from '../app/PreferencesDialog';
import { FinishDialog } from '../areas/jobs/FinishDialog';
import { QualificationDialog } from '../areas/qualification/QualificationDialog';
import { LogOffDialog } from '../areas/session/LogOffDialog';
import { ignore } from './samples';

const options = [
  { id: '1', name: 'Renovação › Aceita' },
  { id: '2', name: 'Renovação › Em negociação' },
  { id: '3', name: 'Renovação › Recusada' },
];

export function DialogScreen({ name }: { name: string }) {
  const [selected, setSelected] = useState<string | null>('1');
  const [observation, setObservation] = useState('');
  switch (name) {
    case 'logOff':
      return <LogOffDialog open openJobs={3} pending={false} onConfirm={ignore} onCancel={ignore} />;
    case 'finish':
      return <FinishDialog open name="Mariana Albuquerque" pending={false} onConfirm={ignore} onCancel={ignore} />;
    case 'preferences':
      return <PreferencesDialog open theme="system" onThemeChange={ignore} language="pt-BR" onLanguageChange={ignore} sendWith="enter" onSendWithChange={ignore} sounds onSoundsChange={ignore} onClose={ignore} />;
    default:
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
          observationError="Esse campo é obrigatório"
          failure={name === 'qualificationFailed' ? 'Não foi possível realizar a qualificação.' : undefined}
          pending={name === 'qualificationPending'}
          onQualify={ignore}
          onLater={ignore}
          onRetry={ignore}
        />
      );
  }
}
