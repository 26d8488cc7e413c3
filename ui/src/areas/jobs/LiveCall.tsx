// The call of a voice attendance in its row: state and running time. Only the attendance of the current call has one.
import { useTranslation } from '../../i18n/useTranslation';
import { useSlice } from '../../core/react';
import { Timer } from '../../design/Timer';
import { Waveform } from '../../design/Waveform';
import styles from './LiveCall.module.css';

export function LiveCall({ protocol }: { protocol: string }) {
  const { t } = useTranslation();
  const call = useSlice('callBar');
  if (call?.protocol !== protocol || call.status === 'ended') return null;
  return (
    <span className={styles.call} data-status={call.status}>
      {call.status === 'inCall' && <Waveform />}
      {t(`jobs.preview.call.${call.status}`)}
      {call.since !== undefined && (
        <>
          {' · '}
          <Timer since={call.since} shape="call" className={styles.time} />
        </>
      )}
    </span>
  );
}
