// A supervisor is in the call (BEY-137): a sign with the strongest mode of all supervisors, announced once per change with low priority. The rest of
// the call bar does not change.
import type { CallSupervisor, SupervisionMode } from 'core-wasm';
import { Ear } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../design/Announcer';
import { Icon } from '../../design/icons/Icon';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './SupervisorSign.module.css';

const strongestFirst: ReadonlyArray<SupervisionMode> = ['barge', 'whisper', 'listen'];

function strongest(supervisors: ReadonlyArray<CallSupervisor>): SupervisionMode | undefined {
  return strongestFirst.find((one) => supervisors.some(({ mode }) => mode === one));
}

export function SupervisorSign({ supervisors }: { supervisors: ReadonlyArray<CallSupervisor> }) {
  const { t } = useTranslation();
  const mode = strongest(supervisors);
  const before = useRef<SupervisionMode | undefined>(undefined);
  useEffect(() => {
    if (before.current === mode) return;
    announce(t(mode === undefined ? 'voice.supervisor.left' : `voice.supervisor.${mode}`));
    before.current = mode;
  }, [mode, t]);
  if (mode === undefined) return null;
  return (
    <p className={styles.sign} data-mode={mode} title={supervisors.map(({ name }) => name).join(', ')}>
      <Icon glyph={Ear} size={14} className={styles.glyph} />
      {t(`voice.supervisor.${mode}`)}
    </p>
  );
}
