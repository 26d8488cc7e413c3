// The call of a voice attendance in its row: state and running time. Only the attendance of the current call has one.
import type { CallBarView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { useSlice } from '../../core/react';
import { Timer } from '../../design/Timer';
import { Waveform } from '../../design/Waveform';
import styles from './LiveCall.module.css';

export function LiveCall({ protocol }: { protocol: string }) {
  const { t } = useTranslation();
  const call = useSlice('callBar');
  if (call?.protocol !== protocol || call.status === 'ended') return null;
  const waitsSince = customerWaitsSince(call);
  const status = waitsSince === undefined ? call.status : 'onHold';
  const since = waitsSince ?? call.since;
  return (
    <span className={styles.call} data-status={status}>
      {status === 'inCall' && <Waveform />}
      {t(`jobs.preview.call.${status}`)}
      {since !== undefined && (
        <>
          {' · '}
          <Timer since={since} shape="call" className={styles.time} />
        </>
      )}
    </span>
  );
}

/** During a consultation the customer has music, although the agent talks; the row is about the customer. */
function customerWaitsSince({ status, room }: CallBarView): number | undefined {
  if (status !== 'inCall' || room?.transfer === undefined) return undefined;
  return room.parties.find(({ role, music }) => role === 'customer' && music)?.since;
}
